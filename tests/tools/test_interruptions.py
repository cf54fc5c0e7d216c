#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scans that are interrupted, killed or lose their worker, and go on."""
import contextlib
import fcntl
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import time

import support

VIDEOS = 8
LONG = 27  # times the small video: decoding takes longer than a test needs to send a signal


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []


class Interruptions(support.TestCase):
    def setUp(self):
        super().setUp()
        if not os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
            self.skipTest("this kernel does not list children in /proc")

    def fill_archive(self):
        for number in range(VIDEOS):
            self.copy(support.SMALL, f"{number}.webm")

    def start(self, *arguments, stderr=subprocess.PIPE, **options):
        process = subprocess.Popen([support.COMMAND, "scan", "-j", "2", "-o", self.database, self.archive, *arguments],
                                   stdout=subprocess.DEVNULL, stderr=stderr, **options)
        if process.stderr:
            self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def await_worker(self, process, but=()):
        """The worker of a running scan, once it decodes: it then has several threads."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            for child in children(process.pid):
                try:
                    if child not in but and len(os.listdir(f"/proc/{child}/task")) > 3:
                        return child
                except FileNotFoundError:
                    pass
            time.sleep(0.005)
        self.fail("no worker decodes")
        return None

    def check_whole(self):
        """Every video that is in the database is there with all frames. Returns their number."""
        self.assertEqual(self.query("PRAGMA integrity_check"), [("ok",)])
        if self.query("SELECT count(*) FROM sqlite_schema") == [(0,)]:
            return 0  # killed before the tables were made
        self.assertEqual(self.query("SELECT path FROM videos WHERE frames <> (SELECT count(*) FROM frames WHERE video = id)"), [])
        self.assertEqual(self.query("SELECT count(*) FROM frames WHERE video NOT IN (SELECT id FROM videos)"), [(0,)])
        return self.query("SELECT count(*) FROM videos")[0][0]

    def query_failed(self):
        try:
            return self.query("SELECT path, message FROM videos WHERE outcome <> 'complete'")
        except sqlite3.OperationalError:
            return []  # killed before the tables were made

    def undisturbed(self):
        database = self.folder / "undisturbed.db"
        self.scan(self.archive, output=database)
        return support.dump(database)

    def test_a_scan_killed_at_random_moments_resumes_to_the_same_content(self):
        self.fill_archive()
        expected = self.undisturbed()
        random.seed(1)
        for number in range(20):
            process = self.start()
            time.sleep(random.uniform(0, 0.15))
            if number % 2:  # a worker first
                for child in children(process.pid):
                    os.kill(child, signal.SIGKILL)
                time.sleep(random.uniform(0, 0.15))
            process.kill()
            process.wait()
            self.assertEqual(self.query_failed(), [])
            if self.database.exists() and self.check_whole() == VIDEOS:
                self.database.unlink()  # nothing is left to interrupt
        self.scan(self.archive)
        self.check_whole()
        self.assertEqual(support.dump(self.database), expected)

    def test_a_full_disk_ends_the_scan_and_loses_no_finished_video(self):
        self.fill_archive()
        expected = self.undisturbed()

        def limit():  # a write beyond the limit fails as on a full disk
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (296 * 1024, 296 * 1024))
        said = self.scan(self.archive, "-j", "2", status=3, preexec_fn=limit)
        self.assertIn("results.db: ", said)
        self.assertGreater(self.check_whole(), 0)
        self.assertLess(self.check_whole(), VIDEOS)
        self.scan(self.archive)
        self.assertEqual(support.dump(self.database), expected)

    def test_a_file_system_without_space_ends_the_scan_and_loses_no_finished_video(self):
        self.fill_archive()
        expected = self.undisturbed()
        mounted = self.folder / "mounted"
        mounted.mkdir()
        # A file system of its own, that only the processes of this shell see, and that ends with them.
        shell = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
        mount = f"mount -t tmpfs -o size=400k none {mounted}"
        if subprocess.run([*shell, mount], check=False, stderr=subprocess.DEVNULL).returncode:
            self.skipTest("this process may not mount a file system of its own")
        done = subprocess.run([*shell, f'{mount} && "$0" scan -j 2 -o {mounted}/results.db {self.archive}; status=$?;'
                               f'cp {mounted}/results.db* {self.folder}; exit $status', support.COMMAND],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=120, universal_newlines=True)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, "results.db: .*full")
        self.assertGreater(self.check_whole(), 0)
        self.assertLess(self.check_whole(), VIDEOS)
        self.scan(self.archive)
        self.assertEqual(support.dump(self.database), expected)

    def test_a_full_disk_leaves_no_part_of_a_text_file_or_a_page(self):
        self.copy(support.SMALL, "a.webm")
        self.scan(self.archive)
        texts, exported, site = self.folder / "texts", self.folder / "exported", self.folder / "site"

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (10000, 10000))
        self.assertIn("cannot write", self.scan(self.archive, "--format", "csv", output=texts, status=3, preexec_fn=limit))
        self.assertIn("cannot write", self.command("export", self.database, "-o", exported, status=3, preexec_fn=limit)[1])
        self.assertIn("cannot write", self.command("report", self.database, "-o", site, status=3, preexec_fn=limit)[1])
        self.assertEqual((os.listdir(texts), os.listdir(exported)), (["settings.json"], ["settings.json"]))
        self.assertEqual(sorted(os.listdir(self.folder)), ["archive", "exported", "results.db", "texts"])

    def test_a_worker_killed_at_random_moments_costs_no_video(self):
        self.fill_archive()
        self.long_video("long.webm", 6)  # the scan takes longer than a test needs to kill
        expected = self.undisturbed()
        random.seed(2)
        for number in range(6):
            process = self.start()
            # As soon as there is a worker, while it starts, or while it decodes.
            if number % 2:
                self.await_worker(process)
            while not children(process.pid):
                self.assertIsNone(process.poll())
            time.sleep(random.uniform(0, 0.2) if number > 0 else 0)
            for child in children(process.pid):
                os.kill(child, signal.SIGKILL)
            self.assertEqual(process.wait(timeout=120), 0, process.stderr.read())
            self.assertEqual(support.dump(self.database), expected)
            self.database.unlink()

    def test_a_video_of_which_two_workers_died_has_failed_with_the_signal(self):
        self.long_video("long.webm", LONG)
        process = self.start()
        first = self.await_worker(process)
        os.kill(first, signal.SIGABRT)
        os.kill(self.await_worker(process, but=[first]), signal.SIGABRT)
        self.assertEqual(process.wait(timeout=120), 3)
        self.assertEqual(self.query("SELECT outcome, message, frames FROM videos"),
                         [("failed", "the worker was killed by signal 6 (Aborted), twice", 0)])
        self.assertEqual(self.query("SELECT count(*) FROM frames"), [(0,)])
        # Memory does not grow with the video: the projections of one frame take 340 kB, and are counted in 128 of these frames.
        limit = [] if os.environ.get("VIDEOHISTOGRAM_SANITIZED") else ["--max-memory=32"]
        self.scan(self.archive, *limit)
        self.assertEqual(self.query("SELECT outcome, frames FROM videos"), [("complete", LONG * support.SMALL_FRAMES)])

    def test_ctrl_c_ends_the_scan_and_the_same_command_goes_on(self):
        self.fill_archive()
        self.long_video("long.webm", LONG // 2)  # after the others
        expected = self.undisturbed()
        with open(self.folder / "said", "wb+") as said:
            process = self.start(stderr=said, env={**os.environ, "GST_DEBUG": "GST_STATES:4"})
            worker = self.await_worker(process)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=60), 130)
            said.seek(0)
            lines = said.read()
        self.assertFalse(os.path.exists(f"/proc/{worker}"))
        self.check_whole()
        # GStreamer says of each pipeline that began that it ended as well: none was killed.
        begun = set(re.findall(rb"<(pipeline\d+)> committing state from NULL to READY", lines))
        ended = set(re.findall(rb"<(pipeline\d+)> completed state change to NULL", lines))
        self.assertTrue(begun)
        self.assertEqual(begun, ended)
        self.scan(self.archive)
        self.assertEqual(support.dump(self.database), expected)

    def test_the_end_of_the_terminal_ends_the_scan_as_ctrl_c_does(self):
        self.fill_archive()
        self.long_video("long.webm", LONG)
        # Tests that nohup runs have the signal ignored.
        process = self.start(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        worker = self.await_worker(process)
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(timeout=60), 129)
        self.assertFalse(os.path.exists(f"/proc/{worker}"))
        self.check_whole()
        self.assertEqual(self.query("SELECT path FROM videos WHERE path LIKE '%long.webm'"), [])

    def test_no_worker_outlives_a_killed_scan(self):
        self.long_video("long.webm", LONG)
        process = self.start()
        worker = self.await_worker(process)
        process.kill()
        process.wait()
        deadline = time.monotonic() + 10
        while os.path.exists(f"/proc/{worker}") and time.monotonic() < deadline:
            with open(f"/proc/{worker}/stat", encoding="ascii") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return  # dead; nobody in this container collects it
            time.sleep(0.05)
        self.assertFalse(os.path.exists(f"/proc/{worker}"))

    def test_others_read_the_database_during_a_scan_and_do_not_write_it(self):
        self.scan(support.SMALL)
        self.long_video("long.webm", LONG)
        process = self.start()
        self.await_worker(process)
        process.send_signal(signal.SIGSTOP)  # the scan lasts as long as the test
        self.assertEqual(self.query("SELECT outcome FROM videos"), [("complete",)])
        self.assertIn("1 video,", self.command("show", self.database)[0])
        self.command("report", self.database, "-o", self.folder / "report", "--thumbnails=0")
        self.command("merge", self.database, "-o", self.folder / "all.db")
        self.assertIn("another command uses", self.scan(self.archive, status=2))
        self.assertIn("another command uses", self.command("merge", self.folder / "all.db", "-o", self.database, status=2)[1])
        process.send_signal(signal.SIGCONT)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 143)
        self.scan(support.SMALL)  # nobody holds a lock

    @contextlib.contextmanager
    def scan_of_a_locked_database(self):
        """A scan that starts while another process holds the lock of a writer."""
        self.long_video("short.webm", 1)
        self.scan(self.archive)
        with open(self.database, "rb+") as file:
            fcntl.lockf(file, fcntl.LOCK_EX, 1, 0x3FFFFFFF)
            yield self.start()

    def test_a_scan_waits_a_moment_for_what_a_killed_one_has_left(self):
        with self.scan_of_a_locked_database() as process:
            time.sleep(0.3)
        self.assertEqual(process.wait(timeout=60), 0)

    def test_the_lock_of_a_deleted_database_is_none(self):
        with self.scan_of_a_locked_database() as process:
            while self.times_open_in(process) < 2:  # by SQLite, then for the lock
                time.sleep(0.01)
            self.database.unlink()
        self.assertEqual(process.wait(timeout=60), 2)
        self.assertIn(b"another command uses", process.stderr.read())
        self.assertFalse(self.database.exists())

    def times_open_in(self, process):
        folder = f"/proc/{process.pid}/fd"
        times = 0
        for number in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):  # closed since it was listed
                times += os.readlink(f"{folder}/{number}") == os.path.realpath(self.database)
        return times

    def test_a_video_that_stands_still_is_stopped_and_tried_again(self):
        library = os.environ.get("VIDEOHISTOGRAM_HELD_FILE")
        if not library or os.environ.get("VIDEOHISTOGRAM_SANITIZED"):
            self.skipTest("no library that holds a file, or a sanitizer, which has to be loaded first")
        library = shutil.copy(library, self.folder)  # LD_PRELOAD has no names with spaces
        self.long_video("film.webm", LONG)
        (self.archive / "film.webm").rename(self.archive / "held.mkv")
        self.scan(self.archive, env=dict(os.environ, LD_PRELOAD=library))
        (frames, outcome, message), = self.query("SELECT frames, outcome, message FROM videos")
        self.assertEqual((outcome, message), ("damaged", "nothing was read or decoded for five minutes"))
        self.assertLess(frames, LONG * support.SMALL_FRAMES)
        self.assertEqual(self.query("SELECT kind, first_frame FROM findings WHERE kind IN ('timeout', 'damaged')"), [("timeout", frames - 1)])
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT frames, outcome FROM videos"), [(LONG * support.SMALL_FRAMES, "complete")])

    def test_the_time_for_which_a_scan_is_stopped_is_not_that_of_a_video(self):
        self.long_video("long.webm", 4)
        begin = time.monotonic()
        self.scan(self.archive, "--counts", output=self.folder / "undisturbed.db")
        limit = max(3, round(4 * (time.monotonic() - begin)))  # seconds that suffice on this machine, however busy it is
        process = self.start("--counts", "--timeout", str(limit))  # a worker soon waits for the scan to read
        self.await_worker(process)
        process.send_signal(signal.SIGSTOP)
        time.sleep(limit + 0.5)
        process.send_signal(signal.SIGCONT)
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertEqual(self.query("SELECT outcome, frames FROM videos"), [("complete", 4 * support.SMALL_FRAMES)])

    def test_a_scan_waits_for_readers_and_ends_by_ctrl_c(self):
        self.scan(support.SMALL)
        self.copy(support.SMALL, "a.webm")
        reader = sqlite3.connect(self.database)
        self.addCleanup(reader.close)
        for interrupted in (True, False):
            reader.execute("BEGIN")
            self.assertEqual(reader.execute("SELECT count(*) FROM videos").fetchall(), [(1,)])
            process = self.start()
            self.assertEqual(process.stderr.readline(), f"waiting for a program that reads {self.database}\n".encode())
            if interrupted:
                process.send_signal(signal.SIGINT)
            self.assertEqual(reader.execute("SELECT count(*) FROM videos").fetchall(), [(1,)])
            if not interrupted:
                reader.rollback()
            self.assertEqual(process.wait(timeout=60), 130 if interrupted else 0)
            reader.rollback()
        self.assertEqual(self.query("SELECT frames FROM videos"), [(support.SMALL_FRAMES,), (support.SMALL_FRAMES,)])


class Progress(support.TestCase):
    def test_a_terminal_shows_rate_and_time_left_and_a_pipe_nothing(self):
        video = self.long_video("a.webm", 11)
        begin = time.monotonic()
        self.assertEqual(self.scan(video, "-j", "1", output=self.folder / "quiet.db"), "")
        times = 11 + round(11 * 3 / (time.monotonic() - begin))  # some three seconds: four lines come in one
        video.unlink()
        for name in ("a.webm", "b.webm"):
            self.long_video(name, times)
        controller, terminal = self.terminal()
        said = b""
        with subprocess.Popen([support.COMMAND, "scan", "-j", "1", "-o", self.database, self.archive], stderr=terminal) as process:
            os.close(terminal)
            with contextlib.suppress(OSError):  # the end of a terminal
                while part := os.read(controller, 4096):
                    said += part
        os.close(controller)
        self.assertEqual(process.returncode, 0)
        lines = said.decode("ascii").replace("\r\n", "").split("\r\033[K")
        self.assertRegex(lines[1], r"\A0 of 2 videos, \d+ frames, \d+ per second\Z")
        for done in (0, 1):  # the first video in hand tells as well
            expected = rf"{done} of 2 videos, \d+ frames, \d+ per second, about 0:\d\d left"
            self.assertTrue([line for line in lines if re.fullmatch(expected, line)], lines)
        self.assertRegex(lines[-1], rf"\A2 videos, {2 * times * support.SMALL_FRAMES} frames in 0:\d\d, \d+ frames per second\Z")


class Repetitions(support.TestCase):
    def test_finished_videos_are_not_read_again(self):
        video = self.copy(support.SMALL, "a.webm")
        self.scan(self.archive)
        connection = sqlite3.connect(self.database)
        connection.execute("UPDATE frames SET YAVG = -1")
        connection.commit()
        connection.close()
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT DISTINCT YAVG FROM frames"), [(-1.0,)])
        # The same size and time, but another content at the end.
        before = os.stat(video)
        with open(video, "r+b") as file:
            file.seek(-1, os.SEEK_END)
            last = file.read(1)
            file.seek(-1, os.SEEK_END)
            file.write(bytes([last[0] ^ 1]))
        os.utime(video, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT count(*) FROM frames WHERE YAVG = -1"), [(0,)])
        self.assertEqual(self.query("SELECT count(*) FROM videos"), [(1,)])


if __name__ == "__main__":
    support.main()
