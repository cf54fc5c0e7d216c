#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Videos that change their size or rate, that are very long, and whose times or frames are damaged."""
import os
import re
import struct
import subprocess

import support

FIGURES = "YMIN, YAVG, YMAX, UAVG, VAVG, SATAVG, YENTROPY"


class Irregular(support.GeneratedTestCase):
    def run_ffmpeg(self, *arguments):
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *arguments], check=True, timeout=60)

    def frames(self, path, columns):
        return self.query(f"SELECT {columns} FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(path))

    def test_a_video_that_changes_its_size_is_one_video(self):
        parts = [self.archive / "a.m2v", self.archive / "b.m2v"]
        for part, size in zip(parts, ("160x90", "96x64")):
            self.run_ffmpeg("-f", "lavfi", "-i", f"testsrc2=s={size}:d=0.4", "-c:v", "mpeg2video", "-g", "1", part)
        whole = self.archive / "whole.m2v"
        whole.write_bytes(parts[0].read_bytes() + parts[1].read_bytes())
        self.scan(self.archive)
        # FFmpeg's decoder drops the frame that it holds when the size changes, and the account shows that.
        self.assertEqual(self.frames(whole, FIGURES), self.frames(parts[0], FIGURES)[:9] + self.frames(parts[1], FIGURES))
        self.assertEqual(self.query("SELECT width, height, frames, packets, decoded FROM videos WHERE path = ?", str(whole)), [(160, 90, 19, 20, 19)])
        self.assertEqual(self.query("SELECT path, first_frame, last_frame, detail, start_time, end_time FROM findings JOIN videos ON id = video WHERE kind = 'format-changed'"),
                         [(str(whole), 9, 9, "96x64 I420", *(time for time, in self.frames(whole, "time")[9:11]))])
        self.assertEqual(self.frames(whole, "YDIF")[9], (0.0,))  # there is no frame of that size before

    def test_other_colours_and_another_aspect_change_the_format(self):
        first = self.archive / "a.h264"
        self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:d=0.4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "1", "-bf", "0",
                        "-bsf:v", "h264_metadata=matrix_coefficients=1:colour_primaries=1:transfer_characteristics=1:sample_aspect_ratio=1/1", first)
        for name, change, detail in (
                ("matrix", "matrix_coefficients=6", "primaries BT.709, transfer BT.709, matrix BT.601 525, limited; declared by the bitstream"),
                ("range", "video_full_range_flag=1", "BT.709, full; declared by the bitstream"),
                ("aspect", "sample_aspect_ratio=2/1", "pixel aspect 2:1")):
            with self.subTest(name):
                part, whole = self.archive / f"{name}-part.h264", self.archive / f"{name}.h264"
                self.run_ffmpeg("-i", first, "-c", "copy", "-bsf:v", f"h264_metadata={change}", part)
                whole.write_bytes(first.read_bytes() + part.read_bytes())
                self.scan(whole)
                self.assertEqual(self.query("SELECT first_frame, last_frame, detail FROM findings JOIN videos ON id = video "
                                            "WHERE kind = 'format-changed' AND path = ?", str(whole)), [(10, 10, detail)])
                self.assertEqual(len(self.frames(whole, FIGURES)), 20)

    def test_a_video_whose_streams_change_goes_on_with_the_next_ones(self):
        """A chained Ogg file, and MPEG-TS whose program gets another stream, of another codec and size."""
        for name, sources in (("chained.ogv", (("testsrc2=s=160x90:d=0.4", "-c:v", "libtheora"), ("testsrc=s=96x64:d=0.4", "-c:v", "libtheora"))),
                              ("program.ts", (("testsrc2=s=160x90:d=0.4", "-c:v", "mpeg2video", "-g", "1", "-streamid", "0:256"),
                                              ("testsrc=s=96x64:d=0.4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-streamid", "0:300")))):
            with self.subTest(name):
                parts = []
                for number, (source, *encoding) in enumerate(sources):
                    parts.append(self.archive / f"{number}-{name}")
                    self.run_ffmpeg("-f", "lavfi", "-i", source, *encoding, parts[-1])
                whole = self.archive / name
                whole.write_bytes(parts[0].read_bytes() + parts[1].read_bytes())
                self.scan(self.archive)
                self.assertEqual(len(self.frames(whole, FIGURES)), 20)
                self.assertEqual(self.frames(whole, FIGURES), self.frames(parts[0], FIGURES) + self.frames(parts[1], FIGURES))
                self.assertEqual(self.query("SELECT outcome, width, height FROM videos WHERE path = ?", str(whole)), [("complete", 160, 90)])
                self.assertEqual(self.query("SELECT first_frame FROM findings JOIN videos ON id = video WHERE kind = 'format-changed' AND path = ?",
                                            str(whole)), [(10,)])

    def test_a_video_of_16_bits_stops_no_worker(self):
        # A CRITICAL of GLib would end the worker, and with it the videos that follow.
        self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=1", "-pix_fmt", "yuv420p16le", "-c:v", "ffv1", self.archive / "b.mkv")
        for name in ("a.webm", "c.webm"):
            self.copy(support.SMALL, name)
        self.scan(self.archive, "-j", "1", env={**os.environ, "G_DEBUG": "fatal-criticals"})
        self.assertEqual(self.query("SELECT outcome, frames FROM videos ORDER BY path"),
                         [("complete", support.SMALL_FRAMES), ("complete", 25), ("complete", support.SMALL_FRAMES)])

    def test_a_video_of_variable_rate_has_the_times_of_its_frames(self):
        video = self.archive / "a.mkv"
        self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=2", "-vf", "setpts='if(lt(N,10),N,10+(N-10)*(2+mod(N,3)))/25/TB'", "-fps_mode", "vfr",
                        "-pix_fmt", "yuv420p", "-c:v", "rawvideo", video)
        self.scan(video)
        printed = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", video], stdout=subprocess.PIPE,
                                 check=True, timeout=60, universal_newlines=True).stdout
        times = [round(float(line.strip(",")) * 1e9) for line in printed.split()]
        self.assertGreater(len({after - before for before, after in zip(times, times[1:])}), 3)
        self.assertEqual(self.frames(video, "time"), [(time,) for time in times])

    def test_a_video_of_ten_hours(self):
        video = self.archive / "a.mkv"
        self.run_ffmpeg("-f", "lavfi", "-i", "color=gray:s=32x32:r=1/8:d=36000", "-vf", "drawbox=c=black:t=fill:enable='between(t,35000,36000)'",
                        "-pix_fmt", "yuv420p", "-c:v", "rawvideo", video)
        self.scan(video)
        self.assertEqual(self.query("SELECT outcome, frames, duration FROM videos"), [("complete", 4500, 36000 * 10**9)])
        self.assertEqual(self.query("SELECT count(*), max(time), sum(time) FROM frames"),
                         [(4500, 35992 * 10**9, sum(range(0, 36000, 8)) * 10**9)])
        self.assertEqual(self.times("black"), [(35000.0, 35992.0)])
        self.assertIn("length: 10:00:00.0, 4,500 frames", self.command("show", self.database, "a.mkv")[0])

    def test_a_length_does_not_depend_on_the_time_of_the_first_frame(self):
        source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:d=2", "-c:v", "mpeg2video"]
        # MPEG-TS begins at 1.4 s and declares nothing; Matroska declares the time of the end.
        cases = {"a.ts": [], "b.mkv": ["-output_ts_offset", "10"], "c.mp4": []}
        self.run_ffmpeg(*(argument for name, options in cases.items() for argument in (*(source if name == "a.ts" else ["-c:v", "mpeg2video"]),
                                                                                       *options, self.archive / name)))
        self.scan(self.archive)
        [(first, begin, duration)] = self.query("SELECT time, stream_start, duration FROM frames JOIN videos ON id = video "
                                                "WHERE frame = 0 AND path LIKE '%.ts'")
        self.assertEqual((first, duration), (0, 2 * 10**9))
        self.assertGreater(begin, 10**9)
        for name in cases:
            self.assertIn("length: 0:02.0, 50 frames", self.command("show", self.database, name)[0])

    def test_times_that_run_backwards_are_said(self):
        video = self.archive / "a.mkv"
        self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=1.6", "-c:v", "ffv1", "-g", "1", video)
        data = bytearray(video.read_bytes())
        # The third block of each cluster of Matroska has the time 80 ms; that of the third cluster becomes -200 ms.
        places = [match.start() for match in re.finditer(rb"\x81\x00\x50\x80", data)]
        self.assertGreater(len(places), 3)
        data[places[2] + 1:places[2] + 3] = struct.pack(">h", -200)
        video.write_bytes(data)
        self.scan(video)
        times = [time for time, in self.frames(video, "time")]
        backwards = [frame for frame, (before, after) in enumerate(zip(times, times[1:]), 1) if after <= before]
        self.assertEqual(len(backwards), 1)
        self.assertEqual(self.query("SELECT first_frame, last_frame FROM findings WHERE kind = 'time-backwards'"), [(backwards[0],) * 2])

    def test_flashes_are_counted_anew_where_times_begin_anew(self):
        """Two streams, one after the other, whose times both begin at 0. `changes`: of light, at the end of the first one and at the begin of
        the second one, three frames apart."""
        for changes, found in (((6, 4), []), ((8, 0), [(26, 47)]), ((8, 8), [(26, 47), (53, 74)])):
            with self.subTest(changes=changes):
                parts = []
                for number, first in enumerate((50 - 3 * changes[0], 3)):
                    bright = f"gte(n\,{first})*lt(n\,{first + 3 * changes[number]})*eq(mod(floor((n-{first})/3)\,2)\,0)" if changes[number] else "0"
                    part = self.folder / f"{number}.ogv"
                    self.run_ffmpeg("-y", "-f", "lavfi", "-i", f"color=black:s=160x120:r=25:d=2,format=yuv420p,drawbox=c=white:t=fill:enable='{bright}',"
                                    "noise=alls=9:allf=t:all_seed=1", "-c:v", "libtheora", "-q:v", "8", "-serial_offset", str(number + 1), part)
                    parts.append(part.read_bytes())
                video, database = self.archive / "chained.ogv", self.folder / f"{changes}.db"
                video.write_bytes(b"".join(parts))
                self.scan(video, output=database)
                self.assertEqual(self.query("SELECT first_frame FROM findings WHERE kind = 'time-backwards'", database=database), [(50,)])
                self.assertEqual(self.query("SELECT first_frame, last_frame FROM findings WHERE kind = 'flashes' ORDER BY first_frame", database=database), found)

    def test_frames_without_times_are_said(self):
        self.scan("--live", f"multifilesrc location={support.MEDIA / 'rocket.jpg'} num-buffers=5 ! jpegdec")
        missing = self.query("SELECT min(frame), max(frame) FROM frames WHERE time IS NULL")
        self.assertEqual(missing, [(1, 4)])
        self.assertEqual(self.query("SELECT first_frame, last_frame, start_time FROM findings WHERE kind = 'no-time'"), [(1, 4, None)])

    def test_frames_that_the_decoder_calls_damaged_are_said(self):
        video = self.archive / "a.264"
        self.run_ffmpeg("-i", support.MEDIA / "telescope.mp4", "-c", "copy", "-bsf:v", "h264_mp4toannexb", video)
        units = re.split(rb"(?=\x00\x00\x01)", video.read_bytes())
        slices = [number for number, unit in enumerate(units) if len(unit) > 200 and unit[3] & 31 in (1, 5)]
        for number in slices[20::40]:  # the second half of a slice is missing
            units[number] = units[number][:len(units[number]) // 2]
        video.write_bytes(b"".join(units))
        self.scan(video)
        frames, corrupted, concealed, decoded = self.query("SELECT frames, corrupted, concealed, decoded FROM videos")[0]
        self.assertEqual((frames, decoded), (390, 390))
        self.assertGreater(corrupted, 2)
        self.assertEqual(concealed, corrupted)
        damaged = [frame for frame, in self.query("SELECT frame FROM frames WHERE corrupted ORDER BY frame")]
        self.assertEqual(len(damaged), corrupted)
        found = self.query("SELECT first_frame, last_frame FROM findings WHERE kind = 'corrupted' ORDER BY first_frame")
        self.assertEqual([frame for first, last in found for frame in range(first, last + 1)], damaged)

    def found_in(self, path, *kinds):
        marks = ", ".join("?" * len(kinds))
        return self.query(f"SELECT kind, first_frame, last_frame, detail FROM findings JOIN videos ON id = video WHERE path = ? "
                          f"AND kind IN ({marks}) ORDER BY kind, first_frame", str(path), *kinds)

    def test_errors_that_decoders_conceal_are_those_of_their_video(self):
        whole = self.archive / "0-whole.mkv"
        self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:d=3", "-c:v", "ffv1", "-level", "3", "-slicecrc", "1", whole)
        data = whole.read_bytes()
        for number in range(1, 9):
            bytes_ = bytearray(data)
            if number % 2:
                for place in range(1, number + 2):  # in frames, far from the header
                    bytes_[len(data) * place // 12] ^= 0x40
            (self.archive / f"{number}.mkv").write_bytes(bytes_)
        said = self.scan(self.archive, "--jobs", "9")
        self.assertEqual(said, "")  # nothing of the log
        self.assertEqual(self.query("SELECT DISTINCT outcome, frames FROM videos"), [("complete", 75)])
        numbers = {}
        for video in self.archive.iterdir():
            found = self.found_in(video, "decoder-errors")
            if "whole" in video.name or int(video.stem) % 2 == 0:
                self.assertEqual(found, [])
                continue
            (_, first, last, detail), = found
            self.assertEqual((first, last), (0, 74))
            self.assertRegex(detail, r"\A\d+ messages, such as: slice CRC mismatch \w+!\Z")
            numbers[video.stem] = int(detail.split()[0])
        self.assertEqual(len(numbers), 4)
        # Alone each has as many errors as FFmpeg prints.
        for stem, number in numbers.items():
            printed = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.archive / f"{stem}.mkv", "-f", "null", "-"],
                                     stderr=subprocess.PIPE, check=True, timeout=60, universal_newlines=True).stderr
            mismatches = len(re.findall("slice CRC mismatch", printed))
            self.assertGreater(mismatches, 0)
            self.assertEqual(number, 2 * mismatches)  # with the time of each

    def test_missing_frames_of_a_file_are_said(self):
        for name, chosen in (("gap.mkv", "not(between(n,30,49))"), ("whole.mkv", "1"), ("variable.mkv", "not(mod(n,3))+lt(mod(n,7),2)")):
            self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=5", "-vf", f"select='{chosen}'", "-fps_mode", "vfr", "-pix_fmt", "yuv420p",
                            "-c:v", "ffv1", self.archive / name)
        self.scan(self.archive)
        self.assertEqual(self.found_in(self.archive / "gap.mkv", "gap"), [("gap", 30, 30, "20 frames missing before this one")])
        for name in ("whole.mkv", "variable.mkv"):
            self.assertEqual(self.found_in(self.archive / name, "gap"), [])

    def test_healthy_files_have_none_of_these_findings(self):
        source = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=4"]
        h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-x264-params", "open-gop=1:keyint=12:bframes=3"]
        self.run_ffmpeg(*source, "-c:v", "mpeg2video", "-g", "12", "-bf", "2", self.archive / "times.mpg")  # times go back
        self.run_ffmpeg(*source, *h264, self.archive / "open.ts")
        self.run_ffmpeg(*source, *h264, "-output_ts_offset", "10", self.archive / "offset.mkv")
        closed = [*h264[:4], "-g", "12"]
        self.run_ffmpeg(*source, *closed, "-f", "segment", "-segment_time", "1", self.archive / "part%d.mkv")
        self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x120:r=1:d=20", *h264[:4], self.archive / "slow.mp4")
        files = len(list(self.archive.iterdir()))
        for number, (options, status, videos) in enumerate((([], 0, files), (["--start", "1.5"], 3, 4), (["--every", "7"], 0, files))):
            database = self.folder / f"{number}.db"
            self.scan(self.archive, *options, output=database, status=status)
            self.assertGreaterEqual(self.query("SELECT count(*) FROM videos WHERE frames > 0", database=database)[0][0], videos)
            self.assertEqual(self.query("SELECT path, kind, detail FROM findings JOIN videos ON id = video "
                                        "WHERE kind IN ('decoder-errors', 'gap', 'ends-early')", database=database), [], options)

    def test_a_start_after_the_end_of_a_file_ends_the_scan(self):
        # GStreamer's demuxer of MXF never returns from such a seek.
        video = self.archive / "a.mxf"
        self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=720x576:r=25:d=2", "-c:v", "dvvideo", "-pix_fmt", "yuv420p", video)
        said = self.scan(video, "--start", "2.5", status=3)
        self.assertIn("a.mxf: failed: no frame from 2.5 seconds on", said)

    def test_a_file_that_ends_before_its_duration_is_said(self):
        for name, sound in (("early.mkv", 3), ("early.mp4", 3), ("late.mkv", 2.2)):
            self.run_ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:d=2", "-f", "lavfi", "-i", f"sine=d={sound}", "-pix_fmt", "yuv420p",
                            "-c:v", "ffv1" if name.endswith("mkv") else "mpeg4", "-c:a", "mp2", self.archive / name)
        self.scan(self.archive)
        for name in ("early.mkv", "early.mp4"):
            (kind, first, last, detail), = self.found_in(self.archive / name, "ends-early")
            self.assertEqual((first, last), (49, 49))
            self.assertRegex(detail, r"\Athe frames end at 2(\.0\d*)? of (3|2\.9\d*|3\.0\d*) seconds\Z")
        self.assertEqual(self.found_in(self.archive / "late.mkv", "ends-early"), [])
        other = self.folder / "part.db"
        self.scan(self.archive, "--duration", "1", output=other)
        self.assertEqual(self.query("SELECT * FROM findings WHERE kind = 'ends-early'", database=other), [])


if __name__ == "__main__":
    support.main()
