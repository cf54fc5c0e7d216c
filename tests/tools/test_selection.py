#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Parts of videos, other streams, what is stored of each frame, and limits of time and memory."""
import collections
import contextlib
import os
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

import support

KEYS = "time, YMIN, YAVG, YMAX, UAVG, VAVG, SATAVG, HUEMED, YENTROPY, YP1, YP99, BLACK, R103OUT"


class Selection(support.TestCase):
    @classmethod
    def setUpClass(cls):
        """Whole videos, scanned once; no test changes them or their database."""
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.whole = Path(directory.name)
        (cls.whole / "archive").mkdir()
        shutil.copy(support.SMALL, cls.whole / "archive/a.webm")
        shutil.copy(support.SMALL_MP4, cls.whole / "archive/b.mp4")
        subprocess.run([support.COMMAND, "scan", "-o", cls.whole / "results.db", cls.whole / "archive"], check=True, timeout=120)

    def setUp(self):
        super().setUp()
        self.archive, self.database = self.whole / "archive", self.whole / "results.db"
        self.all = {name: self.rows(name) for name in ("a.webm", "b.mp4")}

    def rows(self, name, database=None):
        return self.query(f"SELECT {KEYS} FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(self.archive / name),
                          database=database)

    def check(self, expected, *options):
        """`expected` chooses from the rows of all frames."""
        part = self.folder / "part.db"
        if part.exists():
            part.unlink()
        self.scan(self.archive, *options, output=part)
        for name, rows in self.all.items():
            self.assertEqual(self.rows(name, part), expected(rows), f"{name} {options}")
        return part

    def test_a_part_has_the_frames_of_its_times(self):
        for start, duration in ((1, 1), (0.1, 0.1), (2.1, 0.5), (0, 1), (4.55, 0), (0, 100)):
            end = start + duration if duration else 1e9
            self.check(lambda rows: [row for row in rows if round(start * 1e9) <= row[0] + 1000 and row[0] + 1000 < round(end * 1e9)],
                       "--start", str(start), "--duration", str(duration))

    def test_packets_are_told_of_whole_videos_alone(self):
        """How many the decoder had when the last frame of a part came is chance."""
        told = "SELECT path, packets, decoded, discarded, concealed FROM videos ORDER BY path"
        whole = self.query(told)
        self.assertTrue(all(packets == decoded > 0 for _, packets, decoded, _, _ in whole), whole)
        self.assertEqual(self.query(told, database=self.check(lambda rows: rows[::7], "--every", "7")), whole)
        for options in (["--duration", "1"], ["--start", "1"]):
            part = self.folder / "part.db"
            part.unlink(missing_ok=True)
            self.scan(self.archive, *options, output=part)
            self.assertEqual(self.query(told, database=part), [(path, None, None, None, None) for path, *_ in whole], options)

    def test_each_n_th_frame_of_a_part(self):
        self.check(lambda rows: rows[::7], "--every", "7")
        self.check(lambda rows: [row for row in rows if row[0] + 1000 >= 10 ** 9][::2], "--every=2", "--start=1")

    def test_the_first_frame_of_a_part_has_no_frame_before(self):
        part = self.check(lambda rows: [row for row in rows if row[0] + 1000 >= 10 ** 9], "--start=1")
        self.assertEqual(self.query("SELECT DISTINCT frame, YDIF, DIF FROM frames WHERE DIF IS NULL", database=part), [(0, 0.0, None)])
        self.assertEqual(self.query("SELECT count(*) FROM frames WHERE YDIF > 0", database=part),
                         self.query("SELECT count(*) FROM frames WHERE YDIF > 0 AND time > 1000001000"))

    def test_a_start_after_the_end_fails(self):
        said = self.scan(self.archive, "--start=100", status=3, output=self.folder / "part.db")
        self.assertEqual(said.count("no frame from 100 seconds on"), 2)

    def test_settings_are_stored_with_all_of_their_digits(self):
        part = self.folder / "part.db"
        said = self.scan(self.archive, "--start=1234567.125", "--frozen-noise=0.00012345678", status=3, output=part)
        self.assertIn("no frame from 1234567.125 seconds on", said)
        self.assertEqual(self.query("SELECT name, value FROM settings WHERE name IN ('start', 'frozen-noise') ORDER BY name", database=part),
                         [("frozen-noise", "0.00012345678"), ("start", "1234567.125")])
        self.assertIn("another setting start", self.scan(self.archive, "--start=1234567.25", "--frozen-noise=0.00012345678", status=2, output=part))

    def test_parts_and_whole_videos_do_not_share_a_database(self):
        self.assertIn("another setting", self.scan(self.archive, "--every=2", status=2))

    def test_a_file_that_cannot_be_sought_in_is_decoded_from_its_begin(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        video = self.folder / "raw.y4m"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", support.SMALL, "-pix_fmt", "yuv420p", video],
                       check=True, timeout=60)
        whole, part = self.folder / "whole.db", self.folder / "part.db"
        self.scan(video, output=whole)
        self.scan(video, "--start=1", output=part)
        rows = self.query(f"SELECT {KEYS} FROM frames ORDER BY frame", database=whole)
        self.assertEqual(self.query(f"SELECT {KEYS} FROM frames ORDER BY frame", database=part),
                         [row for row in rows if row[0] + 1000 >= 10 ** 9])

    def test_usage(self):
        for options in (["--every", "0"], ["--stream", "0"], ["--start", "-1"], ["--duration", "-1"], ["--timeout", "-1"], ["--max-memory", "-1"],
                        ["--per-frame", "maybe"], ["--counts", "--format=csv"], ["--per-frame=no", "--format=csv"]):
            self.scan(self.archive, *options, status=2, output=self.folder / "part.db")
            self.assertFalse((self.folder / "part.db").exists(), options)


class Streams(support.GeneratedTestCase):
    def test_the_duration_counts_from_the_first_frame_of_a_video_that_begins_later(self):
        video = self.archive / "late.ts"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-c:v", "mpeg2video", "-g", "10", video],
                       check=True, timeout=60)
        self.scan(video)
        times = [time for time, in self.query("SELECT time FROM frames ORDER BY frame")]
        self.assertEqual(times[0], 0)
        self.assertGreater(self.query("SELECT stream_start FROM videos")[0][0], 5 * 10 ** 8)
        for number, (start, duration) in enumerate(((0, 1), (0.5, 1), (0, 0.1), (2, 1), (2.01, 0.05), (2.01, 100))):
            part = self.folder / f"{number}.db"
            self.scan(video, f"--start={start}", f"--duration={duration}", output=part)
            begin = max(times[0], round(start * 10 ** 9))
            self.assertEqual([time for time, in self.query("SELECT time FROM frames ORDER BY frame", database=part)],
                             [time for time in times if begin <= time + 1000 < begin + round(duration * 10 ** 9)], (start, duration))

    def test_a_part_of_mpeg_ts_has_all_of_its_frames(self):
        """Its demuxer seeks by the times of decoding, also to frames that are no key frames."""
        video = self.archive / "parts.ts"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=192x108:r=25:d=5", "-c:v", "libx264", "-preset", "ultrafast",
                        "-bf", "2", "-g", "50", "-keyint_min", "50", "-sc_threshold", "0", video], check=True, timeout=60)
        self.scan(video)
        whole = self.query(f"SELECT {KEYS} FROM frames ORDER BY frame")
        self.assertEqual(len(whole), 125)
        for number, start in enumerate((0.2, 1, 1.96, 2, 2.5, 4.5)):
            part = self.folder / f"{number}.db"
            self.scan(video, f"--start={start}", output=part)
            found = self.query(f"SELECT {KEYS} FROM frames ORDER BY frame", database=part)
            self.assertEqual(found, [row for row in whole if row[0] + 1000 >= start * 10 ** 9], start)

    def test_another_video_stream(self):
        target = self.archive / "two.mkv"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=0x404040:s=64x48:d=1", "-f", "lavfi", "-i",
                        "color=0xc0c0c0:s=32x24:d=1", "-map", "0", "-map", "1", "-pix_fmt", "yuv420p", "-c:v", "rawvideo", target], check=True, timeout=60)
        for stream, size in ((1, (64, 48)), (2, (32, 24))):
            database = self.folder / f"{stream}.db"
            self.scan(target, f"--stream={stream}", output=database)
            self.assertEqual(self.query("SELECT width, height, frames FROM videos", database=database), [(*size, 25)])
        # All of a stream of one frame is on its way before its decoder learns that nobody takes the frame.
        still = self.archive / "still.mkv"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", target, "-map", "0", "-frames:v", "1", "-c", "copy", still], check=True, timeout=60)
        for video in (target, still):
            self.assertIn("no video stream 3 among 2", self.scan(video, "--stream=3", status=3))

    def test_sound_without_a_decoder_is_not_why_a_stream_is_missing(self):
        target = self.archive / "sound.mkv"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=s=64x48:d=1", "-f", "lavfi", "-i", "sine=d=1:r=8000",
                        "-c:v", "rawvideo", "-pix_fmt", "yuv420p", "-c:a", "g723_1", "-b:a", "6300", "-ac", "1", target], check=True, timeout=60)
        self.assertIn("no video stream 2 among 1", self.scan(target, "--stream=2", status=3))
        self.scan(target, output=self.folder / "first.db")


class Stored(support.TestCase):
    def test_sums_alone(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        black = "lutyuv=y=16:u=128:v=128:enable='between(t,0,3)'"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", support.SMALL, "-vf", black, "-c:v", "rawvideo",
                        self.archive / "a.mkv"], check=True, timeout=60)
        self.scan(self.archive)
        sums = self.folder / "sums.db"
        self.scan(self.archive, "--per-frame=no", output=sums)
        self.assertEqual(self.query("SELECT count(*) FROM frames", database=sums), [(0,)])
        for table in ("sums", "shots", "findings"):
            self.assertEqual(self.query(f"SELECT * FROM {table}", database=sums), self.query(f"SELECT * FROM {table}"))
        self.assertEqual(self.query("SELECT frames FROM videos", database=sums), [(support.SMALL_FRAMES,)])
        # Passages and shots have the times of frames that are not stored.
        times = [time for time, in self.query("SELECT time FROM frames ORDER BY frame")]
        for text in ("SELECT first_frame, last_frame, start_time, end_time FROM findings WHERE kind IN ('black', 'frozen')",
                     "SELECT first_frame, last_frame, start_time, end_time FROM shots"):
            rows = self.query(text, database=sums)
            self.assertGreaterEqual(len(rows), 2)
            self.assertEqual([row[2:] for row in rows], [(times[first], times[min(last + 1, support.SMALL_FRAMES - 1)]) for first, last, *_ in rows])
        # Other commands print the same of such a database.
        for arguments in (["show", "a.mkv"], ["shots"], ["shots", "--format", "edl"], ["show"]):
            self.assertEqual(self.command(arguments[0], sums, *arguments[1:]), self.command(arguments[0], self.database, *arguments[1:]))
        self.command("report", sums, "-o", self.folder / "report")
        page = next(path.read_text() for path in (self.folder / "report").iterdir() if path.name.startswith("a.mkv-"))
        self.assertIn("<img alt=\"Shot 2\"", page)
        self.command("export", sums, "-o", self.folder / "text")

    def test_counts_are_the_histograms(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        self.copy(support.SMALL, "a.webm")
        self.scan(self.archive, "--counts")
        raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", support.SMALL, "-f", "rawvideo", "-pix_fmt", "yuv420p",
                              "-"], stdout=subprocess.PIPE, check=True, timeout=60).stdout
        width, height = self.query("SELECT width, height FROM videos")[0]
        luma, chroma = width * height, (width + 1) // 2 * ((height + 1) // 2)
        rows = self.query("SELECT channels, data FROM counts ORDER BY frame")
        self.assertEqual(len(rows), support.SMALL_FRAMES)
        self.assertEqual(len(raw), support.SMALL_FRAMES * (luma + 2 * chroma))
        for frame, (channels, data) in enumerate(rows):
            plain, place, tables = zlib.decompress(data), 0, {}
            for channel in channels.split():
                name, bins = channel.split(":")
                tables[name] = struct.unpack_from(f"<{bins}I", plain, place)
                place += 4 * int(bins)
            self.assertEqual(place, len(plain))
            self.assertEqual(set(tables), {"Y", "Cb", "Cr", "SAT", "HUE", "RANGE", "DIFF-Y", "DIFF-Cb", "DIFF-Cr"})
            start = frame * (luma + 2 * chroma)
            for name, size in (("Y", luma), ("Cb", chroma), ("Cr", chroma)):
                samples = collections.Counter(raw[start:start + size])
                start += size
                self.assertEqual(tables[name], tuple(samples[value] for value in range(256)), (frame, name))
        self.assertIn("have different settings", self.merge_with_another())

    def merge_with_another(self):
        other = self.folder / "other.db"
        self.scan(self.archive, output=other)
        return self.command("merge", self.database, other, "-o", self.folder / "all.db", status=2)[1]

    def test_counts_are_merged(self):
        self.copy(support.SMALL, "a.webm")
        self.scan(self.archive, "--counts")
        self.command("merge", self.database, "-o", self.folder / "all.db")
        self.assertEqual(support.dump(self.folder / "all.db"), support.dump(self.database))


class Limits(support.TestCase):
    def test_a_video_that_takes_too_long_is_damaged_and_keeps_the_frames_until_then(self):
        self.long_video("long.webm", 270)
        # A slow machine has no frame in half a second, and gets more; no machine has all frames in the time that one needs for the first.
        for limit in ("0.5", "1", "2", "4", "8", "16", "32"):
            said = self.scan(self.archive, f"--timeout={limit}", status=None)
            message = f"not finished within {limit} seconds"
            self.assertIn(message, said)
            outcome, stored, frames = self.query("SELECT outcome, message, frames FROM videos")[0]
            self.assertEqual(stored, message)
            if frames > 0:
                break
            self.assertEqual(outcome, "failed")
            self.assertEqual(self.query("SELECT * FROM findings"), [])
        self.assertEqual(outcome, "damaged")
        self.assertGreater(frames, 0)
        self.assertLess(frames, 270 * support.SMALL_FRAMES)
        self.assertEqual(self.query("SELECT last_frame, detail FROM findings WHERE kind = 'timeout'"), [(frames - 1, message)])
        # The frames until then are those of the video.
        whole = self.folder / "whole.db"
        self.scan(support.SMALL, output=whole)
        expected = [row[0] for row in self.query("SELECT YAVG FROM frames ORDER BY frame", database=whole)]
        self.assertEqual(self.query("SELECT frame, YAVG FROM frames ORDER BY frame"),
                         [(frame, expected[frame % len(expected)]) for frame in range(frames)])
        self.assertIn(message, self.scan(self.archive, f"--timeout={limit}", status=None))  # is not known as finished

    def test_a_decoder_has_two_threads_per_cpu_that_is_its_own(self):
        self.copy("telescope.mp4", "a.mp4")
        usable = sorted(os.sched_getaffinity(0))
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # a library of FFmpeg may start threads when it is loaded
        for cpus, jobs in ((1, 1), (1, 8), (2, 1), (2, 8)):  # a job without a video needs none
            if cpus > len(usable):
                continue
            looks, names = [], {}  # the threads at one time; the last name of each, since a new thread has that of its maker
            self.database.unlink(missing_ok=True)
            with subprocess.Popen([support.COMMAND, "scan", "-j", str(jobs), "-o", self.database, self.archive], env=environment,
                                  preexec_fn=lambda few=usable[:cpus]: os.sched_setaffinity(0, few)) as process:
                while process.poll() is None:
                    with contextlib.suppress(OSError):
                        for worker in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split():
                            now = {task: task.joinpath("comm").read_text(encoding="utf-8") for task in Path(f"/proc/{worker}/task").iterdir()}
                            looks.append(now.keys())
                            names.update(now)
                    time.sleep(0.01)  # more often would take the time of the scan
            # Some versions of FFmpeg name their threads; others leave them the name of the thread that made them.
            decoding = {task for task, name in names.items() if name.startswith(("file-reader", "av:"))}
            most = max(len(decoding & look) for look in looks)
            self.assertEqual((process.returncode, most - 1), (0, 2 * cpus), (cpus, jobs))

    def test_a_video_that_needs_too_much_memory_fails_and_others_do_not(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        self.copy(support.SMALL, support.SMALL.name)
        # Frames of 110 MB, more than are decoded before the supervisor looks.
        frame = self.folder / "frame.mkv"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=gray:s=12000x6200:d=1:r=1", "-pix_fmt", "yuvj420p",
                        "-c:v", "mjpeg", frame], check=True, timeout=120)
        self.long_video("large.mkv", 15, frame)
        said = self.scan(self.archive, "--max-memory=120", status=3)
        self.assertIn("large.mkv: failed: more than 120 MiB of memory\n", said)
        self.assertEqual(self.query("SELECT outcome, frames FROM videos ORDER BY path"), [("failed", 0), ("complete", support.SMALL_FRAMES)])


if __name__ == "__main__":
    support.main()
