# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""benchmarks/archive/corpus: what it takes for different, with a command whose database is changed after the scan."""
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"]) / "benchmarks/archive/corpus"
BUILD = Path(os.environ["VIDEOHISTOGRAM_BUILD_ROOT"])
COMMAND = BUILD / "tools/gst-videohistogram-1.0"
if not COMMAND.exists():
    print("SKIP: the command gst-videohistogram-1.0 is not built")
    sys.exit(77)
if not shutil.which("ffmpeg") or not shutil.which("git"):
    print("SKIP: no ffmpeg or no git (Debian: ffmpeg git)")
    sys.exit(77)

# The command, and then statements of SQL on its database. A second scan of the same videos takes a copy of the first database.
PROGRAM = """#!{python}
import hashlib, os, shutil, sqlite3, subprocess, sys
names, database = sys.stdin.buffer.read(), sys.argv[sys.argv.index("-o") + 1]
kept = os.path.join({folder!r}, hashlib.sha256(names).hexdigest() + ".db")
if not os.path.exists(kept):
    status = subprocess.run([{command!r}, *sys.argv[1:]], input=names).returncode
    if status not in (0, 3):
        sys.exit(status)
    shutil.copy(database, kept)
shutil.copy(kept, database)
with sqlite3.connect(database) as connection:
    connection.executescript({statements!r})
"""
FRAMES = 10


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, **options)


class Corpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Clones of two repositories, as a work tree and bare, their list, and FFmpeg's results in a cache."""
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.folder = Path(directory.name)
        cls.environment = {**os.environ, "GST_PLUGIN_PATH_1_0": str(BUILD / "plugin"),
                           "GST_REGISTRY_1_0": str(cls.folder / "registry.bin")}
        clones = cls.folder / "clones"
        first, second = clones / "owner/first", cls.folder / "second"
        for place in (first / "a folder", second):
            place.mkdir(parents=True)
        source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-frames:v", str(FRAMES), "-pix_fmt", "yuv420p"]
        run("ffmpeg", "-nostdin", "-v", "error", *source, "-c:v", "rawvideo", first / "a folder/whole.mkv",
            *source[4:], "-g", "3", "-c:v", "mpeg2video", second / "broken.mpg", check=True)
        broken = bytearray((second / "broken.mpg").read_bytes())
        broken[len(broken) // 2:len(broken) // 2 + 200] = bytes(range(200))
        (second / "broken.mpg").write_bytes(broken)
        (second / "none.mkv").write_text("no video", encoding="ascii")
        cls.rows = [cls.commit(first, "owner/first", "a folder/whole.mkv"), *(cls.commit(second, "owner/second", name) for name in ("broken.mpg", "none.mkv"))]
        run("git", "clone", "-q", "--bare", second, clones / "owner+second", check=True)
        cls.sha256 = {row[2]: row[3] for row in cls.rows}

    @staticmethod
    def commit(place, repository, name):
        git = ["git", "-C", place, "-c", "user.name=Test", "-c", "user.email=test@example.org"]
        run(*git, "init", "-q", check=True)
        run(*git, "add", name, check=True)
        run(*git, "commit", "-q", "-m", name, check=True)
        content = (place / name).read_bytes()
        return [repository, run(*git, "rev-parse", "HEAD", check=True).stdout.strip(), name, hashlib.sha256(content).hexdigest(), str(len(content))]

    def compare(self, statements="", status=0, rows=None, known=(), cache="cache"):
        """The results of each video, by its path, and what was printed."""
        def write(name, lines):
            (self.folder / name).write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")
            return self.folder / name
        program, results = self.folder / "program", self.folder / "results.json"
        program.write_text(PROGRAM.format(python=sys.executable, folder=str(self.folder), command=str(COMMAND), statements=statements), encoding="utf-8")
        program.chmod(0o755)
        done = run(sys.executable, SCRIPT, program, self.folder / "clones", "--cache", self.folder / cache, "--json", results,
                   "--list", write("list.tsv", rows or self.rows), "--known", write("known.tsv", known), env=self.environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        videos = json.loads(results.read_text(encoding="utf-8"))["videos"]
        return {video["video"].split("/", 2)[2]: video for video in videos}, done.stdout + done.stderr

    def of_whole(self, statement):
        return f"{statement} AND video = (SELECT id FROM videos WHERE path LIKE '%{self.sha256['a folder/whole.mkv']}%');"

    def test_equal_videos_are_equal_and_damaged_ones_are_told_apart(self):
        videos, _ = self.compare()
        self.assertEqual(videos["a folder/whole.mkv"]["frames"], FRAMES)
        self.assertEqual(videos["a folder/whole.mkv"]["equal_frames"], FRAMES)
        self.assertEqual([name for name, video in videos.items() if video["differences"] and not video["errors"]], [])
        self.assertEqual({name for name, video in videos.items() if video["errors"]}, {"broken.mpg", "none.mkv"})
        self.assertEqual((videos["none.mkv"]["frames"], videos["none.mkv"]["scanned"]), (0, 0))

    def test_each_difference_has_its_class(self):
        for statement, name, of in (("UPDATE frames SET YAVG = YAVG + 0.01 WHERE frame = 3", "luma", "frame 3: YAVG"),
                                    ("UPDATE frames SET SATMAX = NULL WHERE frame = 4", "chroma", "frame 4: SATMAX"),
                                    ("UPDATE frames SET HUEMED = HUEMED + 1 WHERE frame = 0", "chroma", "frame 0: HUEMED"),
                                    ("UPDATE frames SET time = time + 3 WHERE frame = 5", "times", "of 1 frames, the first one is 5"),
                                    (f"DELETE FROM frames WHERE frame = {FRAMES - 1}", "frames", f"{FRAMES} by FFmpeg, {FRAMES - 1} by"),
                                    ("DELETE FROM frames WHERE frame >= 0", "unread", f"{FRAMES} frames by FFmpeg")):
            with self.subTest(statement=statement):
                videos, text = self.compare(self.of_whole(statement), status=1)
                self.assertEqual(list(videos["a folder/whole.mkv"]["differences"]), [name])
                self.assertIn(of, videos["a folder/whole.mkv"]["differences"][name])
                self.assertIn(f"  owner/first/a folder/whole.mkv: {name}: ", text)

    def test_frames_that_ffmpeg_does_not_have_are_a_difference(self):
        whole, none = self.sha256["a folder/whole.mkv"], self.sha256["none.mkv"]
        videos, _ = self.compare(f"DELETE FROM videos WHERE path LIKE '%{none}%'; UPDATE videos SET path = replace(path, '{whole}', '{none}');", status=1)
        self.assertEqual(videos["none.mkv"]["differences"], {"read": f"{FRAMES} frames by the scan"})
        self.assertIn("not in the database", videos["a folder/whole.mkv"]["differences"]["unread"])

    def test_equal_files_of_two_repositories_are_two_videos(self):
        whole = self.rows[0]
        copy = self.folder / "clones/owner/copy"
        run("git", "clone", "-q", self.folder / "clones/owner/first", copy, check=True)
        done = self.compare(rows=[whole, ["owner/copy", *whole[1:]]], cache="equal")[1]
        self.assertIn("0 of 2 videos are missing", done)
        self.assertIn(f"Of {2 * FRAMES} undamaged frames 0 differ", done)

    def test_a_difference_of_a_damaged_video_is_no_failure(self):
        videos, _ = self.compare(f"DELETE FROM frames WHERE video = (SELECT id FROM videos WHERE path LIKE '%{self.sha256['broken.mpg']}%');")
        self.assertIn("unread", videos["broken.mpg"]["differences"])

    def test_known_differences_are_no_failure_and_others_of_the_same_video_are(self):
        known = [["owner/first", "a folder/whole.mkv", "luma", "a reason"]]
        luma, chroma = (self.of_whole(f"UPDATE frames SET {key} = 1 WHERE frame = 3") for key in ("YAVG", "VAVG"))
        _, text = self.compare(luma, known=known)
        self.assertIn("known, a reason: 1", text)
        self.compare(luma + chroma, known=known, status=1)

    def test_a_video_that_is_missing_or_another_one_is_a_failure(self):
        first, *others = self.rows
        for row, said in ((["owner/third", *first[1:]], "no clone of owner/third"), ([*first[:2], "other.mkv", *first[3:]], "other.mkv"),
                          ([*first[:3], "0" * 64, first[4]], "its SHA-256 is not that of the list")):
            with self.subTest(row=row):
                videos, text = self.compare(rows=[row, *others], status=1, cache="another cache")
                self.assertNotIn(first[2], videos)
                self.assertIn(said, text)

    def change_kept(self, cache, **changes):
        """Changes what the cache has of FFmpeg's results."""
        kept, = (self.folder / cache).glob(self.sha256["a folder/whole.mkv"] + "*.json.gz")
        results = json.loads(gzip.decompress(kept.read_bytes()))
        kept.write_bytes(gzip.compress(json.dumps({**results, **changes}).encode()))
        return results

    def test_ffmpeg_is_not_asked_again(self):
        self.compare(cache="kept")
        times = self.change_kept("kept")["times"]
        self.change_kept("kept", times=[*times[:2], times[2] + 1, *times[3:]])
        videos, _ = self.compare(cache="kept", status=1)
        self.assertEqual(videos["a folder/whole.mkv"]["differences"], {"times": "of 1 frames, the first one is 2"})

    def test_frames_without_times_have_those_of_the_rate(self):
        self.compare(cache="without times")
        self.assertEqual(self.change_kept("without times", times=[None] * FRAMES)["rate"], "25/1")
        videos, _ = self.compare(cache="without times")
        self.assertTrue(videos["a folder/whole.mkv"]["without_times"])
        self.change_kept("without times", rate="24/1")
        videos, _ = self.compare(cache="without times", status=1)
        self.assertEqual(videos["a folder/whole.mkv"]["differences"], {"times": f"of {FRAMES - 1} frames, the first one is 1"})


if __name__ == "__main__":
    unittest.main()
