#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a scan reads and what it refuses: names, folders, lists, damaged files, other databases."""
import os
import resource
import shutil
import socket
import sqlite3
import subprocess
import time
from pathlib import Path

import support


def deep_folder(folder):
    """A folder whose path is too long to be opened, by anybody. Returns that path."""
    name, path = "d" * 250, str(folder)
    descriptor = os.open(path, os.O_RDONLY)
    while len(path) < 4096:
        os.mkdir(name, dir_fd=descriptor)
        below = os.open(name, os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor, path = below, f"{path}/{name}"
    os.close(descriptor)
    return path


class Names(support.TestCase):
    def test_any_name_is_stored_as_it_is(self):
        for name in support.HOSTILE:
            self.copy(support.SMALL, name)
        self.assertEqual(self.scan(self.archive), "")
        expected = sorted(os.path.join(os.fsencode(self.archive), name) for name in support.HOSTILE)
        self.assertEqual(sorted(row[0] for row in self.query("SELECT path_bytes FROM videos WHERE frames = ?", support.SMALL_FRAMES)), expected)
        texts = {row[0] for row in self.query("SELECT path FROM videos")}
        self.assertEqual(texts, {path.decode("utf-8", "replace") for path in expected})

    def test_messages_show_no_control_characters_of_names(self):
        for name in (b"\x1b[31mred.webm", b"a\nb.webm", b"in\xffvalid.webm", "c\u009b1m.webm".encode()):
            Path(os.fsdecode(os.path.join(os.fsencode(self.archive), name))).write_bytes(b"")
        said = self.scan(self.archive, status=3)
        self.assertEqual(len(said.splitlines()), 4)
        for shown in (r"\x1b[31mred.webm", r"a\nb.webm", r"in\xffvalid.webm", r"c\xc2\x9b1m.webm"):
            self.assertIn(shown, said)
        self.assertFalse([c for c in said if c != "\n" and not c.isprintable()])

    def test_what_libraries_print_shows_no_control_characters(self):
        video = os.fsdecode(self.copy(support.SMALL, b"\x1b[31mred.webm"))
        said = self.scan("--live", f'filesrc location="{video}"', env={**os.environ, "GST_DEBUG": "filesrc:4"})
        self.assertRegex(said, r"(?m)^CPU: .*filesrc.*opening file .*/\\x1b\[31mred\.webm$")
        self.assertFalse([c for c in said if c != "\n" and not c.isprintable()])

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

    def test_what_cannot_be_read_is_named_and_the_others_are_analysed(self):
        self.copy(support.SMALL, "a.webm")
        self.copy(support.SMALL, "z.webm")
        deep = deep_folder(self.archive)
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

    def test_uris_of_files_are_those_of_this_machine(self):
        video = os.fsdecode(self.copy(support.SMALL, "a.webm"))
        for number, start in enumerate(("FILE://", "File://localhost", "file://LOCALHOST", "file:")):
            self.scan(start + video, output=self.folder / f"{number}.db")
            self.assertEqual(self.query("SELECT path FROM videos", database=self.folder / f"{number}.db"), [(video,)])
        for start in ("file://otherhost", "FILE://OTHERHOST"):
            self.assertIn("is a file of another host", self.scan(start + video, status=2))
        self.assertIn("is none of local files or devices and may open a connection; --allow-network", self.scan("videotestsrc://", status=2))
        self.assertFalse(self.database.exists())

    def test_a_list_of_zero_bytes_comes_from_standard_input(self):
        self.copy(support.SMALL, "a\nb.webm")
        self.scan("-T", "-", "--null", input=os.fsencode(self.archive) + b"/a\nb.webm\0")
        self.assertEqual(self.paths(), ["archive/a\nb.webm"])
        said = self.scan("-T", "-", status=2, input=os.fsencode(self.archive) + b"/a\nb.webm\0")
        self.assertIn("zero bytes; use --null", said)


class Lists(support.TestCase):
    """scan --list"""
    def list(self, *arguments, status=0, **options):
        """What it wrote to stdout and stderr. It creates nothing."""
        before = self.files()
        done = subprocess.run([support.COMMAND, "scan", "--list", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=60, check=False, cwd=self.folder, **options)
        said = done.stderr.decode("utf-8")
        self.assertEqual(done.returncode, status, said)
        self.assertEqual(self.files(), before)
        return done.stdout, said

    def files(self):
        return sorted((folder, sorted(files)) for folder, _, files in os.walk(self.folder))

    def paths(self, *names):
        return [os.path.join(os.fsencode(self.archive), os.fsencode(name)) for name in names]

    def stored(self, database=None):
        return sorted(row[0] for row in self.query("SELECT path_bytes FROM videos", database=database))

    def fill(self):
        """What a folder may have, and a link beside it."""
        below = self.archive / "a" / "further"
        below.mkdir(parents=True)
        for name in support.HOSTILE:
            self.copy("rocket.jpg", name)
        self.copy("rocket.jpg", "z.MP4", below)
        (self.archive / "notes.txt").write_text("no video")
        (self.archive / "link.webm").symlink_to(below / "z.MP4")
        os.mkfifo(self.archive / "fifo.webm")
        (self.folder / "link").symlink_to(below / "z.MP4")

    def test_a_list_has_the_videos_of_a_scan_in_its_order(self):
        self.fill()
        inputs = ["link", "archive/a", "archive", "link"]
        names, said = self.list("--null", *inputs)
        self.assertEqual(said, "")
        self.assertEqual(names.split(b"\0"), [os.fsencode(self.folder / "link"), *self.paths("a/further/z.MP4", *sorted(support.HOSTILE)), b""])
        # With one video at a time, results are stored in the order of the scan.
        said = self.scan(*inputs, "-v", "-j1", "--devices=none", cwd=self.folder)
        left_out, *lines = said.splitlines()
        self.assertEqual(left_out, "left out in folders: 1 txt")
        order = [line.rsplit(": ", 1)[0] for line in lines]
        self.assertEqual(order, [self.on_terminal(name) for name in names.split(b"\0")[:-1]])
        self.assertEqual(sorted(names.split(b"\0")[:-1]), self.stored())
        # A list is a list of inputs.
        again = self.folder / "again.db"
        self.scan("-T", "-", "-0", input=names, output=again)
        self.assertEqual(support.dump(again), support.dump(self.database))
        self.assertEqual(self.list("-0", "-T", "-", input=names)[0], names)

    @staticmethod
    def on_terminal(name):
        escaped = name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").decode("utf-8", "backslashreplace")
        return "".join(c if c.isprintable() else "".join(f"\\x{byte:02x}" for byte in c.encode()) for c in escaped)

    def test_lines_are_the_names_as_they_are(self):
        names = [name for name in sorted(support.HOSTILE) if b"\n" not in name]
        for name in names:
            self.copy("rocket.jpg", name)
        lines, said = self.list(self.archive)
        self.assertEqual((lines.split(b"\n"), said), ([*self.paths(*names), b""], ""))
        self.scan("-T", "-", input=lines)
        self.assertEqual(self.stored(), sorted(self.paths(*names)))
        # A name with a newline would be two names.
        self.copy("rocket.jpg", "a\nb.webm")
        self.assertEqual(self.list(self.archive, status=3),
                         (lines, f"cannot list {self.archive}/a\\nb.webm: its name has a newline; use --null\n"))

    def test_names_on_a_terminal_have_no_control_characters(self):
        for name in support.HOSTILE:
            self.copy("rocket.jpg", name)
        for options in ([], ["--null"]):
            ours, theirs = self.terminal()
            done = subprocess.run([support.COMMAND, "scan", "--list", *options, self.archive], stdout=theirs, stderr=subprocess.PIPE,
                                  timeout=60, check=True)
            os.close(theirs)
            lines = b""
            while not lines.endswith(b"\n") or lines.count(b"\n") < len(support.HOSTILE):
                lines += os.read(ours, 65536)
            os.close(ours)
            self.assertEqual(done.stderr, b"")
            self.assertEqual(lines.decode("utf-8").splitlines(), [self.on_terminal(name) for name in self.paths(*sorted(support.HOSTILE))])

    def test_the_lists_of_all_shards_are_that_of_the_whole(self):
        self.fill()
        whole = self.list("-0", self.archive)[0].split(b"\0")[:-1]
        listed = []
        for shard in range(1, 8):
            names = self.list("-0", self.archive, f"--shard={shard}/7")[0].split(b"\0")[:-1]
            self.assertEqual(names, [name for name in whole if name in names])
            listed += names
            self.scan(self.archive, f"--shard={shard}/7", output=self.folder / "part.db")
            self.assertEqual(sorted(names), self.stored(self.folder / f"part-{shard}-of-7.db"))
        self.assertEqual(sorted(listed), sorted(whole))
        said = self.list(self.archive, "-0", env={**os.environ, "JOB_COMPLETION_INDEX": "6", "JOB_COMPLETIONS": "7"})
        self.assertEqual(said, (b"".join(name + b"\0" for name in names), "shard 7 of 7, by JOB_COMPLETION_INDEX\n"))

    def test_what_cannot_be_read_is_named_and_the_others_are_listed(self):
        video = os.fsencode(self.copy("rocket.jpg", "a.webm"))
        lines = self.folder / "list"
        lines.write_text(f"nothing.webm\n{self.archive}\n")
        self.assertEqual(self.list("-T", lines, status=3), (video + b"\n", "there is no file nothing.webm\n"))
        deep_folder(self.archive)
        names, said = self.list(self.archive, status=3)
        self.assertEqual(names, video + b"\n")
        self.assertRegex(said, r"^cannot read .*: File name too long\n$")

    def test_wrong_usage_is_that_of_a_scan(self):
        for arguments in ([], ["nothing.webm"], [self.archive], ["--live", "videotestsrc"], ["-T", "nothing"], ["--shard=3/2", self.archive],
                          ["http://localhost/a.webm"]):
            with self.subTest(arguments=arguments):
                names, said = self.list(*arguments, status=2)
                self.assertEqual(names, b"")
                self.assertTrue(said)
        self.assertEqual(self.list("--allow-network", "http://localhost/a.webm"), (b"http://localhost/a.webm\n", ""))
        with open("/dev/full", "wb") as full:
            done = subprocess.run([support.COMMAND, "scan", "--list", support.SMALL], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)


class Usage(support.TestCase):
    def test_wrong_usage_is_status_2_and_makes_no_database(self):
        os.mkfifo(self.folder / "fifo")
        for arguments in ([], ["nothing.webm"], ["nothing*.webm"], ["http://localhost/a.webm"], ["-j", "0", support.MEDIA],
                          ["--nonsense"], ["--format", "xml", support.MEDIA], [self.archive], [self.folder / "fifo"], ["-T", "nothing"],
                          ["--list", support.MEDIA]):
            with self.subTest(arguments=arguments):
                self.assertTrue(self.scan(*arguments, status=2))
                self.assertFalse(self.database.exists())

    def test_values_may_follow_letters_without_a_space(self):
        video = self.copy(support.SMALL, "a.webm")
        lines = self.folder / "list"
        lines.write_bytes(video + b"\0")
        self.scan("-j1", f"-T{lines}", "-0")
        self.assertEqual(self.query("SELECT frames FROM videos"), [(support.SMALL_FRAMES,)])
        self.assertIn("--jobs is a number", self.scan("-j0", video, status=2))
        # Values of other options, and names after --, stay as they are.
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

    def test_a_file_without_video_is_skipped_and_the_others_are_analysed(self):
        self.copy(support.SMALL, "good.webm")
        (self.archive / "empty.mp4").write_bytes(b"")
        (self.archive / "noise.mp4").write_bytes(bytes(range(256)) * 4096)
        (self.archive / "playlist.ts").write_text("#EXTM3U\n#EXTINF:1\nhttp://localhost:1/a.ts\n#EXT-X-ENDLIST\n")
        said = self.scan(self.archive, status=3)
        self.assertEqual(said.count("failed"), 1)
        self.assertEqual(self.outcome("good.webm"), ("complete", "", support.SMALL_FRAMES))
        self.assertEqual(self.outcome("empty.mp4"), ("failed", "the file is empty", 0))
        for name in ("noise.mp4", "playlist.ts"):
            self.assertEqual(self.outcome(name), ("skipped", "no video in this file", 0))

    def test_a_project_of_an_editor_opens_no_other_file(self):
        clip = support.SMALL.as_uri()
        (self.archive / "project.mp4").write_text(f"""<ges version='0.7'><project><ressources>
<asset id='{clip}' extractable-type-name='GESUriClip' properties='properties, supported-formats=(int)4, duration=(guint64)3200000000;'/>
</ressources><timeline><track caps='video/x-raw(ANY)' track-type='4' track-id='0'/><layer priority='0'>
<clip id='0' asset-id='{clip}' type-name='GESUriClip' layer-priority='0' track-types='4' start='0' duration='1000000000' inpoint='0' rate='0'/>
</layer></timeline></project></ges>""")
        self.scan(self.archive)
        self.assertEqual(self.outcome("project.mp4")[::2], ("skipped", 0))

    def test_sound_alone_is_no_video(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", self.archive / "sound.mkv"],
                       check=True, timeout=60)
        self.scan(self.archive)
        self.assertEqual(self.outcome("sound.mkv"), ("skipped", "no video in this file", 0))

    def test_a_truncated_file_keeps_the_frames_before(self):
        whole = support.SMALL.read_bytes()
        (self.archive / "short.webm").write_bytes(whole[:len(whole) // 2])
        self.scan(self.archive)
        outcome, message, frames = self.outcome("short.webm")
        self.assertEqual(outcome, "damaged", message)
        self.assertTrue(10 < frames < support.SMALL_FRAMES)
        self.assertEqual(self.query("SELECT count(*) FROM frames"), [(frames,)])
        self.assertEqual(self.query("SELECT first_frame, detail FROM findings WHERE kind = 'truncated'"),
                         [(frames - 1, f"the file has {len(whole) // 2} of {len(whole)} bytes")])

    def test_files_without_their_index_end_beside_others(self):
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

    def test_data_after_the_last_box_of_a_file_is_no_box(self):
        whole = support.SMALL_MP4.read_bytes()
        (self.archive / "tagged.mp4").write_bytes(whole + b"TAG" + b"title".ljust(125))
        (self.archive / "zeros.mp4").write_bytes(whole + bytes(4096))
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT outcome, frames FROM videos"), [("complete", support.SMALL_FRAMES)] * 2)
        self.assertEqual(self.query("SELECT * FROM findings WHERE kind = 'truncated'"), [])

    def test_more_videos_than_the_soft_limit_of_descriptors_allows(self):
        for number in range(8):
            self.copy(support.SMALL, f"{number}.webm")
        self.scan(self.archive, "-j", "8", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
        self.assertEqual(self.query("SELECT outcome, count(*) FROM videos GROUP BY outcome"), [("complete", 8)])

    def test_a_file_that_changes_while_it_is_read_has_no_results(self):
        video = self.long_video("long.webm", 10)
        with subprocess.Popen([support.COMMAND, "scan", "-o", self.database, video], stderr=subprocess.PIPE) as process:
            deadline = time.monotonic() + 60
            while process.poll() is None and time.monotonic() < deadline:
                os.utime(video)  # of the time now, other than before
                time.sleep(0.01)
            self.assertEqual(process.wait(), 3, process.stderr.read())
        self.assertEqual(self.query("SELECT outcome, message, frames, width, r103 FROM videos"),
                         [("failed", "the file changed while it was read", 0, 0, "")])
        self.assertEqual(self.query("SELECT * FROM frames"), [])

    def test_a_file_without_frames_says_that_it_was_cut_off(self):
        whole = (support.MEDIA / "telescope.mp4").read_bytes()
        (self.archive / "short.mp4").write_bytes(whole[:len(whole) // 2])
        said = self.scan(self.archive, status=3)
        # Its index would come after the samples, and is missing.
        self.assertIn(f"; truncated: the file has {len(whole) // 2} of {whole.rindex(b'moov') - 4} bytes\n", said)


class Plugins(support.TestCase):
    def test_files_need_few_of_gstreamers_plugins_and_live_sources_say_what_they_lack(self):
        plugins = self.folder / "plugins"
        plugins.mkdir()
        for plugin in ("coreelements", "app"):
            told = subprocess.run(["gst-inspect-1.0", plugin], stdout=subprocess.PIPE, check=True, text=True).stdout
            path = Path(next(line for line in told.splitlines() if line.strip().startswith("Filename")).split()[-1])
            (plugins / path.name).symlink_to(path)
        env = {**os.environ, "GST_PLUGIN_SYSTEM_PATH_1_0": str(plugins), "GST_REGISTRY_1_0": str(self.folder / "registry")}
        self.assertEqual(self.scan(support.SMALL, env=env), "")
        self.assertEqual(self.query("SELECT frames, message FROM videos"), [(support.SMALL_FRAMES, "")])
        said = self.scan("--live", "fakesrc num-buffers=1", status=3, output=self.folder / "live.db", env=env)
        self.assertIn("GStreamer has no element decodebin", said)


if __name__ == "__main__":
    support.main()
