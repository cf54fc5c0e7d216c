#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a scan reads and what it refuses: names, folders, lists, damaged files, other databases."""
import os
import shutil
import socket
import sqlite3
import subprocess
from pathlib import Path

import support

class Names(support.TestCase):
    def test_any_name_is_stored_as_it_is(self):
        for name in support.HOSTILE:
            self.copy(support.SMALL, name)
        self.assertEqual(self.scan(self.archive), "")
        expected = sorted(os.path.join(os.fsencode(self.archive), name) for name in support.HOSTILE)
        self.assertEqual(sorted(row[0] for row in self.query("SELECT path_bytes FROM videos WHERE frames = 80")), expected)
        texts = {row[0] for row in self.query("SELECT path FROM videos")}
        self.assertEqual(texts, {path.decode("utf-8", "replace") for path in expected})

    def test_messages_show_no_control_characters_of_names(self):
        for name in (b"\x1b[31mred.webm", b"a\nb.webm", b"in\xffvalid.webm", "c\u009b1m.webm".encode()):
            Path(os.fsdecode(os.path.join(os.fsencode(self.archive), name))).write_bytes(b"no video")
        said = self.scan(self.archive, status=3)
        self.assertEqual(len(said.splitlines()), 4)
        for shown in (r"\x1b[31mred.webm", r"a\nb.webm", r"in\xffvalid.webm", r"c\xc2\x9b1m.webm"):
            self.assertIn(shown, said)
        self.assertFalse([c for c in said if c != "\n" and not c.isprintable()])

    def test_what_libraries_print_shows_no_control_characters(self):
        self.copy(support.SMALL, b"\x1b[31mred\xff.webm")
        said = self.scan(self.archive, env={**os.environ, "GST_DEBUG": "filesrc:4"})
        self.assertRegex(said, r"(?m)^CPU: .*filesrc.*opening file .*/\\x1b\[31mred\\xff\.webm$")
        self.assertFalse([c for c in said if c != "\n" and not c.isprintable()])
        self.command("report", self.database, "-o", self.folder / "report", env={**os.environ, "GST_DEBUG": "filesrc:4"})

    def test_a_database_may_have_any_name(self):
        for name in (b":memory:", b"file:x?mode=ro", b"in\xff\n.db"):
            self.scan(support.SMALL, output=name, cwd=self.folder)
            self.assertIn(name, os.listdir(os.fsencode(self.folder)))


class Folders(support.TestCase):
    def paths(self):
        return [str(Path(row[0]).relative_to(self.folder)) for row in self.query("SELECT path FROM videos ORDER BY path")]

    def test_a_folder_stands_for_the_videos_below_it(self):
        below = self.archive / "below" / "further"
        below.mkdir(parents=True)
        self.copy(support.SMALL, "a.WebM")
        self.copy(support.SMALL, "b.webm", below)
        (self.archive / "notes.txt").write_text("no video")
        self.assertEqual(self.scan(self.archive), "")
        self.assertEqual(self.paths(), ["archive/a.WebM", "archive/below/further/b.webm"])

    def deep_folder(self):
        """A folder whose path is too long to be opened, by anybody. Returns that path."""
        name, path = "d" * 250, str(self.archive)
        descriptor = os.open(path, os.O_RDONLY)
        while len(path) < 4096:
            os.mkdir(name, dir_fd=descriptor)
            below = os.open(name, os.O_RDONLY, dir_fd=descriptor)
            os.close(descriptor)
            descriptor, path = below, f"{path}/{name}"
        os.close(descriptor)
        return path

    def test_what_cannot_be_read_is_named_and_the_others_are_analysed(self):
        self.copy(support.SMALL, "a.webm")
        self.copy(support.SMALL, "z.webm")
        deep = self.deep_folder()
        self.assertEqual(self.scan(self.archive, status=3), f"cannot read {deep}: File name too long\n")
        self.assertEqual(self.paths(), ["archive/a.webm", "archive/z.webm"])
        # What is wrong stays so when there is nothing left to do.
        self.assertIn(deep, self.scan(self.archive, status=3))

    def test_a_folder_without_permission_is_named(self):
        if os.getuid() != 0 or not all(folder.stat().st_mode & 0o001 for folder in self.folder.parents):
            self.skipTest("only root can become another user, who must reach the files")
        closed, listed = self.archive / "lost+found", self.archive / "listed"
        for folder, mode in ((closed, 0o700), (listed, 0o744)):  # names of the second one can be read, files cannot
            folder.mkdir()
            self.copy(support.SMALL, "b.webm", folder)
            folder.chmod(mode)
        self.copy(support.SMALL, "a.webm")
        self.folder.chmod(0o777)
        names = "".join(f"cannot read {path}: Permission denied\n" for path in (listed / "b.webm", closed))

        def become_nobody():
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        try:
            said = self.scan(self.archive, status=3, preexec_fn=become_nobody)
        except PermissionError:
            self.skipTest("another user cannot run the command")
        self.assertEqual(sorted(said.splitlines()), sorted(names.splitlines()))
        self.assertEqual(self.paths(), ["archive/a.webm"])

    def test_entries_of_a_list_that_are_gone_are_named(self):
        video = os.fsdecode(self.copy(support.SMALL, "a.webm"))
        os.mkfifo(self.archive / "fifo")
        lines = self.folder / "list"
        lines.write_text(f"nothing.webm\n{self.archive}/fifo\nnothing*.webm\n{video}\n")
        self.assertEqual(self.scan("-T", lines, status=3), "there is no file nothing.webm\n"
                         f"{self.archive}/fifo is neither a file nor a folder\nno file matches nothing*.webm\n")
        self.assertEqual(self.paths(), ["archive/a.webm"])
        lines.write_text("nothing.webm\n")
        self.assertIn("no videos", self.scan("-T", lines, status=3, output=self.folder / "none.db"))
        self.assertFalse((self.folder / "none.db").exists())

    def test_links_fifos_and_sockets_in_a_folder_are_skipped(self):
        outside = self.folder / "outside"
        outside.mkdir()
        self.copy(support.SMALL, "secret.webm", outside)
        self.copy(support.SMALL, "a.webm")
        (self.archive / "file.webm").symlink_to(outside / "secret.webm")
        (self.archive / "folder").symlink_to(outside)
        (self.archive / "loop").symlink_to(self.archive)
        os.mkfifo(self.archive / "fifo.webm")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.archive / "socket.webm"))
            self.assertEqual(self.scan(self.archive), "")
        self.assertEqual(self.paths(), ["archive/a.webm"])

    def test_a_link_that_is_named_is_followed(self):
        self.copy(support.SMALL, "a.webm")
        link = self.folder / "link.webm"
        link.symlink_to(self.archive / "a.webm")
        self.scan(link)
        self.assertEqual(self.paths(), ["link.webm"])

    def test_patterns_lists_and_uris_name_videos_once(self):
        for name in ("a.webm", "b.webm", "c d.webm"):
            self.copy(support.SMALL, name)
        lines = self.folder / "list"
        lines.write_text(f"{self.archive}/a.webm\n\n{self.archive}/c d.webm\n")
        self.scan(f"{self.archive}/[ab].webm", (self.archive / "c d.webm").as_uri(), "--files-from", lines)
        self.assertEqual(self.paths(), ["archive/a.webm", "archive/b.webm", "archive/c d.webm"])

    def test_a_list_of_zero_bytes_comes_from_standard_input(self):
        self.copy(support.SMALL, "a\nb.webm")
        self.scan("-T", "-", "--null", input=os.fsencode(self.archive) + b"/a\nb.webm\0")
        self.assertEqual(self.paths(), ["archive/a\nb.webm"])


class Lists(support.TestCase):
    """The names that `scan --list` prints."""

    def list(self, *arguments, status=0):
        done = subprocess.run([support.COMMAND, "scan", "--list", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                              check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout, done.stderr.decode()

    def test_has_the_videos_of_a_scan(self):
        for name in support.HOSTILE:
            self.copy(support.SMALL, name)
        names, said = self.list("--null", self.archive)
        self.assertEqual(said, "")
        self.assertEqual(sorted(self.folder.iterdir()), [self.archive])  # nothing was written
        self.scan(self.archive)
        stored = [path for path, in self.query("SELECT path_bytes FROM videos")]
        self.assertEqual(len(stored), len(support.HOSTILE))
        self.assertEqual(names, b"".join(path + b"\0" for path in sorted(stored)))
        # The names of all shards, and a list that a scan reads.
        shards = [self.list("-0", "--shard", f"{index}/3", self.archive)[0] for index in (1, 2, 3)]
        self.assertEqual(sorted(b"".join(shards).split(b"\0")), sorted(names.split(b"\0")))
        self.scan("-T", "-", "-0", input=names, output=self.folder / "listed.db")
        self.assertEqual(support.dump(self.folder / "listed.db"), support.dump(self.database))

    def test_has_a_line_per_name(self):
        self.copy(support.SMALL, "b.webm")
        self.copy(support.SMALL, "a c.webm")
        names, _ = self.list(self.archive / "b.webm", self.archive)
        self.assertEqual(names.decode(), f"{self.archive}/b.webm\n{self.archive}/a c.webm\n")

    def test_what_cannot_be_read_is_named(self):
        self.copy(support.SMALL, "a.webm")
        gone = self.folder / "list"
        gone.write_text(f"{self.archive}/a.webm\n{self.archive}/gone.webm\n")
        names, said = self.list("-T", gone, status=3)
        self.assertEqual(names.decode(), f"{self.archive}/a.webm\n")
        self.assertIn("gone.webm", said)

    def test_wrong_usage_says_what_to_do(self):
        for arguments in (["-o", self.database, support.MEDIA], ["--live", "videotestsrc"]):
            self.assertIn("leave", self.list(*arguments, status=2)[1])
            self.assertFalse(self.database.exists())


class Usage(support.TestCase):
    def test_wrong_usage_is_status_2_and_makes_no_database(self):
        os.mkfifo(self.folder / "fifo")
        for arguments in ([], ["nothing.webm"], ["nothing*.webm"], ["http://localhost/a.webm"], ["-j", "0", support.MEDIA],
                          ["--nonsense"], ["--format", "xml", support.MEDIA], [self.archive], [self.folder / "fifo"], ["-T", "nothing"]):
            with self.subTest(arguments=arguments):
                self.assertTrue(self.scan(*arguments, status=2))
                self.assertFalse(self.database.exists())

    def test_values_may_follow_letters_without_a_space(self):
        video = self.copy(support.SMALL, "a.webm")
        lines = self.folder / "list"
        lines.write_bytes(video + b"\0")
        self.scan("-j1", f"-T{lines}", "-0")
        self.assertEqual(self.query("SELECT frames FROM videos"), [(80,)])
        self.assertIn("--jobs is a number", self.scan("-j0", video, status=2))
        # Values of other options, and names behind --, stay as they are.
        self.scan("-T", lines, "--null", output="-j1", cwd=self.folder)
        self.copy(support.SMALL, "-j1.webm", self.folder)
        self.scan("--", "-j1.webm", cwd=self.folder)
        self.assertEqual(self.query("SELECT path FROM videos WHERE path LIKE '%-j1%'"), [(str(self.folder / "-j1.webm"),)])

    def test_a_file_that_is_no_database_of_results_is_left_alone(self):
        video = self.copy(support.SMALL, "a.webm")
        before = Path(os.fsdecode(video)).read_bytes()
        self.assertIn("name another file", self.scan(video, output=video, status=2))
        self.assertEqual(Path(os.fsdecode(video)).read_bytes(), before)
        other = self.folder / "other.db"
        with sqlite3.connect(other) as connection:
            connection.execute("CREATE TABLE videos(id)")
        self.assertIn("another program", self.scan(video, output=other, status=2))

    def test_a_video_is_not_replaced_by_its_results(self):
        video = Path(os.fsdecode(self.copy(support.SMALL, "a.webm")))
        empty = self.archive / "empty.webm"
        empty.touch()
        (self.folder / "link").symlink_to(video)
        before = video.read_bytes()
        for arguments in ((video, "-o", video), (self.archive, "-o", empty), (video, "-o", self.folder / "link")):
            self.assertIn("is one of the videos", self.command("scan", *arguments, status=2)[1])
        self.assertEqual((video.read_bytes(), empty.read_bytes()), (before, b""))

    def test_results_with_other_settings_are_not_mixed(self):
        self.scan(support.SMALL)
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE settings SET value = 'other'")
        self.assertIn("another setting", self.scan(support.SMALL, status=2))


class Damage(support.TestCase):
    def outcome(self, name):
        return self.query("SELECT outcome, message, frames FROM videos WHERE path = ?", str(self.archive / name))[0]

    def test_a_file_without_video_fails_and_the_others_are_analysed(self):
        self.copy(support.SMALL, "good.webm")
        (self.archive / "empty.mp4").write_bytes(b"")
        (self.archive / "noise.mp4").write_bytes(bytes(range(256)) * 4096)
        (self.archive / "playlist.ts").write_text("#EXTM3U\n#EXTINF:1\nhttp://localhost:1/a.ts\n#EXT-X-ENDLIST\n")
        said = self.scan(self.archive, status=3)
        self.assertEqual(said.count("failed"), 3)
        self.assertEqual(self.outcome("good.webm"), ("complete", "", 80))
        self.assertEqual(self.outcome("empty.mp4"), ("failed", "the file is empty", 0))
        for name in ("noise.mp4", "playlist.ts"):
            self.assertEqual(self.outcome(name)[::2], ("failed", 0))
            self.assertTrue(self.outcome(name)[1])

    def test_sound_alone_is_no_video(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", self.archive / "sound.mkv"],
                       check=True, timeout=60)
        self.scan(self.archive, status=3)
        self.assertEqual(self.outcome("sound.mkv"), ("failed", "no video in this file", 0))

    def test_a_truncated_file_keeps_the_frames_before(self):
        whole = support.SMALL.read_bytes()
        (self.archive / "short.webm").write_bytes(whole[:len(whole) // 2])
        self.scan(self.archive)
        outcome, message, frames = self.outcome("short.webm")
        self.assertEqual(outcome, "damaged", message)
        self.assertTrue(10 < frames < 80)
        self.assertEqual(self.query("SELECT count(*) FROM frames"), [(frames,)])
        self.assertEqual(self.query("SELECT first_frame, detail FROM findings WHERE kind = 'truncated'"),
                         [(frames - 1, f"the file has {len(whole) // 2} of {len(whole)} bytes")])

    def test_files_without_their_index_end_beside_others(self):
        # A demuxer that fails while decodebin adds it may do so without an ERROR.
        index_last = self.folder / "last.mp4"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", support.SMALL_MP4, "-c", "copy", index_last], check=True, timeout=60)
        data = index_last.read_bytes()
        for n in range(12):
            (self.archive / f"{n}.mp4").write_bytes(data[:len(data) // 2])
            self.copy(support.SMALL, f"{n}.webm")
        self.scan(self.archive, status=3)
        self.assertEqual(self.query("SELECT outcome, count(*) FROM videos GROUP BY outcome"), [("complete", 12), ("failed", 12)])

    def test_each_container_tells_that_it_was_cut_off(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        cases = {"a.mp4": ["-movflags", "faststart"], "b.mov": ["-movflags", "faststart"], "c.mkv": [], "d.avi": ["-c:v", "mjpeg"],
                 "e.mp4": ["-movflags", "frag_keyframe+empty_moov", "-g", "10"]}
        for name, options in cases.items():
            whole = self.folder / name
            subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:d=3", "-pix_fmt", "yuv420p", "-c:v", "mpeg4",
                            *options, whole], check=True, timeout=60)
            data = whole.read_bytes()
            shutil.copy(whole, self.archive / ("whole-" + name))
            (self.archive / ("cut-" + name)).write_bytes(data[:len(data) * 2 // 3])
        self.scan(self.archive)
        found = self.query("SELECT path, detail FROM findings JOIN videos ON id = video WHERE kind = 'truncated' ORDER BY path")
        self.assertEqual([Path(path).name for path, _ in found], ["cut-" + name for name in sorted(cases)])
        for path, detail in found:
            size = (self.folder / Path(path).name.split("-")[1]).stat().st_size
            # Of fragments, the boxes that begin in the file are known.
            if "e.mp4" not in path:
                self.assertEqual(detail, f"the file has {size * 2 // 3} of {size} bytes")

    def test_a_file_without_frames_says_that_it_was_cut_off(self):
        whole = (support.MEDIA / "pedestrians.mp4").read_bytes()
        (self.archive / "short.mp4").write_bytes(whole[:len(whole) // 2])
        said = self.scan(self.archive, status=3)
        # Its index is behind the samples, and missing.
        self.assertIn(f"; truncated: the file has {len(whole) // 2} of {whole.rindex(b'moov') - 4} bytes\n", said)


if __name__ == "__main__":
    support.main()
