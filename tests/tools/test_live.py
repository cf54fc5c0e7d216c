#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Live sources, of which no frame may be lost, and sources in a network."""
import contextlib
import functools
import http.server
import operator
import os
import re
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import time

import support

HD = "videotestsrc is-live=true {} ! video/x-raw,format=I420,width=1920,height=1080,framerate=60/1"
SMALL = "videotestsrc is-live=true ! video/x-raw,format=I420,width=160,height=90,framerate=50/1"


class Live(support.TestCase):
    def start(self, *arguments, output=None):
        process = subprocess.Popen([support.COMMAND, "scan", "--live", "-o", output or self.database, *arguments], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, universal_newlines=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def await_worker(self, process):
        """The worker of a running scan, once it records."""
        deadline = time.monotonic() + 30
        children, threads = [], 0
        while threads < 5 and time.monotonic() < deadline:
            with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as file:
                children = file.read().split()
            threads = len(os.listdir(f"/proc/{children[0]}/task")) if children else 0
            time.sleep(0.01)
        return int(children[0])

    def wait_for_frames(self, database):
        """Waits until a running scan has stored frames, and returns how many."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if database.exists() and self.query("SELECT 1 FROM sqlite_master WHERE name = 'frames'", database=database):
                (frames,), = self.query("SELECT count(*) FROM frames", database=database)
                if frames:
                    return frames
            time.sleep(0.05)
        self.fail("no frame is stored")

    def test_flashes_are_said_while_the_source_goes_on(self):
        """With the first frame that has too many: it waits for no other one, though FLICKER needs four."""
        def frame(luma, cb=128, cr=128):
            return bytes([luma]) * (160 * 90) + bytes([cb]) * (80 * 45) + bytes([cr]) * (80 * 45)

        black, white, red, grey = frame(16), frame(235), frame(81, 90, 240), frame(81)
        for kind, colours, rate, period, last in (
                ("flashes", (black, white), 8, 1, 7),  # the light changes for the seventh time with frame 7
                ("red-flashes", (grey, red), 8, 1, 7),
                ("flashes-extended", (black, white), 100, 17, None)):  # 0.34 s from a flash to the next one
            with self.subTest(kind=kind):
                pipe, database = self.folder / kind, self.folder / f"{kind}.db"
                os.mkfifo(pipe)
                process = self.start(f"filesrc location={pipe} blocksize=21600 ! rawvideoparse format=i420 width=160 height=90 framerate={rate}/1", output=database)
                # Open for reading as well, so that it has a reader before the command opens it, and between two times that it does.
                with os.fdopen(os.open(pipe, os.O_RDWR), "wb") as source:
                    for number in range(650 if last is None else last + 1):
                        if number == last:
                            time.sleep(0.5)
                            self.assertEqual(select.select([process.stderr], [], [], 0)[0], [])
                        source.write(colours[number // period % 2])
                        source.flush()
                    self.assertTrue(select.select([process.stderr], [], [], 30)[0])
                    said = process.stderr.readline()
                    self.assertRegex(said, rf": {kind}, frame [0-9]+\n")
                    number = int(said.split()[-1])
                    self.assertIsNone(process.poll())
                self.assertEqual(process.wait(timeout=60), 0)
                found = self.query("SELECT kind, first_frame, last_frame FROM findings WHERE kind LIKE '%flashes%'", database=database)
                if last is None:
                    (found_kind, first, end), = found
                    self.assertEqual((found_kind, first), (kind, period))
                    self.assertTrue(4 * rate < number <= 6 * rate and number < end, (number, found))  # "extended" needs over 4 s
                else:
                    self.assertEqual((number, found), (last, [(kind, 1, last)]))

    def check_times(self, rate, frames=None):
        """Each frame follows the one before by one step of the rate: the specification of a complete recording."""
        times = [time for time, in self.query("SELECT time FROM frames ORDER BY frame")]
        self.assertEqual(len(times), frames or len(times))
        self.assertEqual([number for number, time in enumerate(times) if abs(time - times[0] - number * 10 ** 9 / rate) > 1], [])
        return len(times)

    def test_all_frames_of_1080p60_are_counted(self):
        said = self.scan("--live", HD.format("pattern=ball"), "--duration", "2")
        self.assertEqual(self.check_times(60, 120), 120)
        self.assertRegex(said, r"Z: 120 frames counted, 0 lost, at most \d+(\.\d+)? seconds behind\n\Z")
        self.assertEqual(self.query("SELECT outcome, frames, lost, size, hash FROM videos"), [("complete", 120, 0, 0, "")])
        self.assertEqual(self.query("SELECT DISTINCT kind FROM findings WHERE kind IN ('lost', 'not-counted', 'no-time')"), [])
        self.assertIn("  lost: 0 frames\n", self.command("show", self.database, self.query("SELECT path FROM videos")[0][0])[0])

    def test_ctrl_c_ends_a_recording_and_all_its_frames_are_results(self):
        before = time.time_ns()
        process = self.start(SMALL, SMALL.replace("50/1", "25/1"))
        self.await_worker(process)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        self.assertEqual(process.wait(timeout=60), 0, said)
        rows = self.query("SELECT path, outcome, frames, lost, modified, (SELECT count(*) FROM frames WHERE video = id) FROM videos ORDER BY frames")
        self.assertEqual([row[1] for row in rows], ["complete"] * 2)
        for (path, _, frames, lost, modified, stored), source in zip(rows, (SMALL.replace("50/1", "25/1"), SMALL)):
            self.assertRegex(path, re.escape(source) + r" \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\Z")
            self.assertEqual((stored, lost), (frames, 0))
            self.assertTrue(before < modified < time.time_ns())
            self.assertIn(f"{path}: {frames} frames counted, 0 lost, ", said)
        self.assertTrue(10 <= rows[0][2] < rows[1][2], rows)
        # Another recording of the same source is another video.
        self.scan("--live", SMALL, "--duration", "0.2")
        self.assertEqual(self.query("SELECT count(*) FROM videos"), [(3,)])

    def test_signals_within_a_second_are_one_request_to_end(self):
        for pause, outcome in ((0, "complete"), (1.1, "damaged")):
            process = self.start(SMALL)
            worker = self.await_worker(process)
            time.sleep(0.5)
            os.kill(worker, signal.SIGSTOP)  # it cannot end before the second signal
            process.send_signal(signal.SIGINT)
            time.sleep(pause)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.3)
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGCONT)
            self.assertEqual(process.wait(timeout=60), 0)
            self.assertEqual(self.query("SELECT outcome FROM videos"), [(outcome,)])
            self.database.unlink()

    def test_frames_that_a_source_loses_are_said(self):
        source = "videotestsrc num-buffers=300 ! video/x-raw,format=I420,width=160,height=90,framerate=60/1 ! identity drop-probability=0.1"
        said = self.scan("--live", source)
        times = [time for time, in self.query("SELECT time FROM frames ORDER BY frame")]
        numbers = [round(time * 60 / 1e9) for time in times]
        gaps = [(frame, after - before - 1) for frame, (before, after) in enumerate(zip(numbers, numbers[1:]), 1) if after > before + 1]
        self.assertTrue(gaps)
        found = self.query("SELECT first_frame, detail, start_time, end_time FROM findings WHERE kind = 'lost' ORDER BY first_frame")
        self.assertEqual(found, [(frame, f"{missing} frame{'s' * (missing > 1)} before this one", times[frame - 1], times[frame])
                                 for frame, missing in gaps])
        lost = sum(missing for _, missing in gaps)
        self.assertEqual(self.query("SELECT lost, frames FROM videos"), [(lost, len(times))])
        self.assertIn(f" frames counted, {lost} lost, ", said)
        self.assertEqual(said.count(" before this one, frame "), len(gaps))
        self.scan("--live", source, "--fail-on", "lost", status=1)

    def test_without_a_constant_rate_lost_frames_are_unknown(self):
        said = self.scan("--live", "videotestsrc num-buffers=20 ! video/x-raw,width=64,height=48,framerate=25/1 ! capssetter caps=video/x-raw,framerate=0/1")
        self.assertIn("20 frames counted, lost ones unknown", said)
        self.assertEqual(self.query("SELECT lost FROM videos"), [(None,)])

    def test_time_codes_are_those_of_the_frames(self):
        source = "videotestsrc num-buffers=30 ! video/x-raw,width=64,height=48,framerate=25/1 ! timecodestamper set-internal-timecode=10:11:12:13"
        said = self.scan("--live", source, status=None)
        if "no element" in said:
            self.skipTest("no timecodestamper (Debian: gstreamer1.0-plugins-bad)")
        self.assertEqual([code for code, in self.query("SELECT timecode FROM frames ORDER BY frame")],
                         [f"10:11:{12 + (13 + n) // 25:02}:{(13 + n) % 25:02}" for n in range(30)])
        self.assertEqual(self.query("SELECT timecode FROM videos"), [("10:11:12:13",)])
        self.assertIn("10:11:12:13 10:11:13:18 ", self.command("shots", self.database, "--format", "edl")[0])

    def test_colours_outside_of_the_range_of_r_103_are_found(self):
        """Half of the pattern alternates between Y below and at black."""
        self.scan("--live", "videotestsrc pattern=gamut num-buffers=30 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1")
        (first, last, detail), = self.query("SELECT first_frame, last_frame, detail FROM findings WHERE kind = 'r103'")
        self.assertEqual((first, last), (0, 29))
        self.assertIn("50 %", detail)
        self.assertEqual(self.query("SELECT r103 FROM videos"), [("fail",)])
        self.assertEqual(self.query("SELECT count(*) FROM frames WHERE R103OUT > 0.01"), [(30,)])

    def test_a_description_has_the_figures_of_the_file_that_it_reads(self):
        for source in (support.SMALL, support.SMALL_MP4):
            self.scan("--live", f"filesrc location={source} ! decodebin")
        plain = self.folder / "plain.db"
        self.scan(support.SMALL, support.SMALL_MP4, output=plain)
        for table in ("frames", "shots", "sums"):
            columns = ", ".join(name for _, name, *_ in self.query(f"PRAGMA table_info({table})") if name != "video")
            text = f"SELECT {columns} FROM {table} ORDER BY {columns}"
            self.assertEqual(self.query(text), self.query(text, database=plain))

    def test_frames_until_the_death_of_the_worker_are_kept(self):
        before = time.time_ns()
        process = self.start(SMALL)
        worker = self.await_worker(process)
        time.sleep(1)
        killed = time.time_ns()
        os.kill(worker, signal.SIGKILL)
        self.assertEqual(process.wait(timeout=60), 3)
        self.assertIn("damaged: the worker was killed by signal 9", process.stderr.read())
        frames = self.check_times(50)
        self.assertGreater(frames, 20)
        self.assertEqual(self.query("SELECT outcome, frames, lost FROM videos"), [("damaged", frames, None)])
        (modified,), = self.query("SELECT modified FROM videos")
        self.assertTrue(before < modified < killed)
        (first, last), = self.query("SELECT min(time), max(time) FROM frames")
        self.assertEqual(self.query("SELECT width, height, format, rate_numerator, rate_denominator, duration FROM videos"),
                         [(160, 90, "I420", 50, 1, last - first + 20_000_000)])
        values = [value for value, in self.query("SELECT YAVG FROM frames ORDER BY frame")]
        # One after another: sum() of later versions of SQLite and Python compensates rounding.
        self.assertEqual(self.query("SELECT frames, minimum, mean FROM sums WHERE figure = 'YAVG'"),
                         [(frames, min(values), functools.reduce(operator.add, values) / frames)])

    def test_frames_that_were_sent_before_an_error_are_counted(self):
        said = self.scan("--live", HD.format("num-buffers=40") + " ! identity error-after=30")
        self.assertIn(": 29 frames counted, 0 lost", said)
        self.assertEqual(self.query("SELECT outcome, frames FROM videos"), [("damaged", 29)])

    def test_all_but_the_last_seconds_are_stored_if_the_command_is_killed(self):
        other = self.folder / "other.db"
        killed, ended = self.start(SMALL), self.start(SMALL, output=other)
        stored = {database: self.wait_for_frames(database) for database in (self.database, other)}
        time.sleep(0.5)
        killed.kill()
        killed.wait()
        ended.send_signal(signal.SIGINT)
        self.assertEqual(ended.wait(timeout=60), 0)
        video = "SELECT outcome, message, frames, lost, (SELECT count(*) FROM frames) FROM videos"
        frames = self.check_times(50)
        self.assertGreaterEqual(frames, stored[self.database])
        self.assertEqual(self.query(video), [("damaged", "the recording was not finished", frames, None, frames)])
        self.assertEqual(self.query("PRAGMA integrity_check"), [("ok",)])
        # A recording that ends is whole, although it was stored in parts.
        (outcome, message, frames, lost, in_table), = self.query(video, database=other)
        self.assertEqual((outcome, message, lost, in_table), ("complete", "", 0, frames))
        self.assertGreater(frames, stored[other])
        for database in (self.database, other):
            averages = [average for average, in self.query("SELECT YAVG FROM frames ORDER BY frame", database=database)]
            # Newer versions of SQLite and of Python add the lost digits to a sum.
            total = functools.reduce(operator.add, averages)
            self.assertEqual(self.query("SELECT frames, minimum, mean FROM sums WHERE figure = 'YAVG'", database=database),
                             [(len(averages), min(averages), total / len(averages))])
        self.assertEqual(self.query("SELECT count(*), min(frame), max(frame) FROM frames", database=other), [(frames, 0, frames - 1)])

    def test_a_reader_does_not_hold_a_recording_up(self):
        self.scan("--live", SMALL, "--duration", "0.1")
        reader = sqlite3.connect(self.database, timeout=0)
        self.addCleanup(reader.close)
        reader.execute("BEGIN")
        self.assertEqual(reader.execute("SELECT count(*) FROM videos").fetchall(), [(1,)])
        process = self.start(SMALL)
        time.sleep(5.8)  # a part is due
        process.send_signal(signal.SIGINT)
        # The end waits for the reader; until then nothing does.
        self.assertEqual(process.stderr.readline(), f"waiting for a program that reads {self.database}\n")
        reader.rollback()
        said = process.stderr.read()
        self.assertEqual(process.wait(timeout=60), 0, said)
        self.assertEqual(self.query("SELECT count(*) FROM videos WHERE outcome = 'complete' AND lost = 0"), [(2,)])

    def test_wrong_usage_says_what_to_do(self):
        for arguments, words in ((["--live"], "name at least one"), (["--live", ""], "is empty"), (["--live", support.MEDIA], "is no device"),
                                 (["--live", (support.MEDIA / "telescope.webm").as_uri()], "without --live"), (["v4l2:///dev/video0"], "--live"),
                                 (["--live", SMALL, "--start", "1"], "--start"), (["--live", SMALL, "--shard", "1/2"], "--shard"),
                                 (["--live", SMALL, "--devices", "0"], "--devices"), (["--live", "-T", "-"], "--files-from"),
                                 (["--live", SMALL, SMALL], "is named twice"), (["--live", "FILE:///a.webm"], "without --live")):
            self.assertIn(words, self.scan(*arguments, status=2), arguments)
            self.assertFalse(self.database.exists())
        for source, words in (("nonsense", 'no element "nonsense"'), ("videotestsrc ! fakesink", "could not link"), ("/dev/null", "failed: "),
                              ("v4l2:///dev/no-such-device", "failed: ")):
            self.assertIn(words, self.scan("--live", source, status=3), source)

    def test_a_source_without_video_is_not_called_a_file(self):
        for source in ("videotestsrc num-buffers=0", "audiotestsrc num-buffers=1 ! decodebin"):
            self.assertRegex(self.scan("--live", source, status=3), ": failed: no video in it\n$")


class Counter(http.server.SimpleHTTPRequestHandler):
    """Serves the test videos, and counts the requests."""
    paths: list = []

    def do_GET(self):  # pylint: disable=invalid-name
        self.paths.append(self.path)
        super().do_GET()

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


class Playlist(support.TestCase):
    def test_a_playlist_in_a_description_opens_no_connection(self):
        if not shutil.which("gst-inspect-1.0") or subprocess.run(["gst-inspect-1.0", "--exists", "hlsdemux"], check=False).returncode:
            self.skipTest("no hlsdemux (Debian: gstreamer1.0-plugins-bad)")
        with socket.create_server(("127.0.0.1", 0)) as server:
            playlist = self.folder / "a.m3u8"
            playlist.write_text("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:8.0,\n"
                                f"http://127.0.0.1:{server.getsockname()[1]}/a.ts\n#EXT-X-ENDLIST\n", encoding="ascii")
            said = self.scan("--live", f"filesrc location={playlist} ! decodebin", status=3)
            self.assertRegex(said, "failed: the element hlsdemux.* opens a network connection; --allow-network permits that")
            server.settimeout(0)
            with self.assertRaises(BlockingIOError):
                server.accept()


class Network(support.TestCase):
    def test_without_permission_no_address_is_opened(self):
        for scheme in ("http", "https", "rtsp", "rtsps", "rtmp", "srt", "udp", "tcp", "ftp", "HTTP", "x-unknown"):
            for options in ([], ["--live"]):
                self.assertIn("--allow-network", self.scan(*options, f"{scheme}://127.0.0.1:1/a.webm", status=2))
                self.assertFalse(self.database.exists())
        for source in ("udpsrc port=1 ! decodebin", "uridecodebin uri=http://127.0.0.1:1/a", "tcpclientsrc host=127.0.0.1 port=1",
                       "rtmpsrc location=rtmp://127.0.0.1:1/a ! decodebin", "giosrc location=http://127.0.0.1:1/a ! decodebin",
                       f"filesrc location={support.MEDIA / 'telescope.webm'} ! hlsdemux"):
            said = self.scan("--live", source, status=3)
            self.assertTrue("--allow-network permits" in said or "no element" in said, said)

    def skip_without_http(self):
        if not shutil.which("gst-inspect-1.0") or subprocess.run(["gst-inspect-1.0", "--exists", "souphttpsrc"], check=False).returncode:
            self.skipTest("no souphttpsrc (Debian: gstreamer1.0-plugins-good)")

    def test_a_video_without_an_answer_is_tried_once_within_its_timeout(self):
        self.skip_without_http()
        with socket.create_server(("127.0.0.1", 0)) as server:  # connections wait, and are counted afterwards
            address = f"http://127.0.0.1:{server.getsockname()[1]}/a.webm"
            said = self.scan("--allow-network", "--start=1", "--timeout=2", address, status=3)
            self.assertIn("a.webm: failed: not finished within 2 seconds", said)
            server.settimeout(0)
            connections = 0
            with contextlib.suppress(BlockingIOError):
                while True:
                    server.accept()[0].close()
                    connections += 1
        self.assertEqual(connections, 1)

    def test_a_video_of_a_server_has_the_results_of_the_file(self):
        self.skip_without_http()
        Counter.paths = []
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Counter, directory=str(support.SMALL.parent)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        plain, texts = self.folder / "plain.db", self.folder / "texts"
        self.scan(support.SMALL, output=plain)
        said = self.scan("--allow-network", address + support.SMALL.name, address + "none.webm", status=3)
        self.assertIn("none.webm: failed: ", said)
        for table in ("frames", "shots", "sums", "findings"):
            columns = ", ".join(name for _, name, *_ in self.query(f"PRAGMA table_info({table})") if name != "video")
            text = f"SELECT {columns} FROM {table} ORDER BY {columns}"
            self.assertEqual(self.query(text), self.query(text, database=plain))
        self.assertEqual(self.query("SELECT path, outcome, width FROM videos WHERE frames > 0"),
                         [(address + support.SMALL.name, "complete", self.query("SELECT width FROM videos", database=plain)[0][0])])
        self.scan("--allow-network", "--format", "csv", address + support.SMALL.name, output=texts)
        # Complete results stay, those of other videos are tried again.
        Counter.paths.clear()
        self.scan("--allow-network", address + support.SMALL.name, address + "none.webm", status=3)
        self.scan("--allow-network", "--format", "csv", address + support.SMALL.name, output=texts)
        self.assertEqual(set(Counter.paths), {"/none.webm"})
        # The database can be read as any other.
        self.command("report", self.database, "-o", self.folder / "report")
        self.assertIn(support.SMALL.name, self.command("show", self.database)[0])


if __name__ == "__main__":
    support.main()
