# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""benchmarks/archive/damage: what it reports, with a command that does something else after a scan with three jobs."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"]) / "benchmarks/archive/damage"
BUILD = Path(os.environ["VIDEOHISTOGRAM_BUILD_ROOT"])
COMMAND = BUILD / "tools/gst-videohistogram-1.0"
if not COMMAND.exists():
    print("SKIP: the command gst-videohistogram-1.0 is not built")
    sys.exit(77)
if not shutil.which("ffmpeg"):
    print("SKIP: no ffmpeg (Debian: ffmpeg)")
    sys.exit(77)

PROGRAM = """#!{python}
import sqlite3, subprocess, sys
status = subprocess.run([{command!r}, *sys.argv[1:]]).returncode
if sys.argv[sys.argv.index("--jobs") + 1] == "3":
    connection = sqlite3.connect(sys.argv[sys.argv.index("-o") + 1])
    {statement}
    connection.commit()
    connection.close()
sys.exit(status)
"""


class Damage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.folder = Path(directory.name)
        (cls.folder / "videos").mkdir()
        (cls.folder / "cache").mkdir()
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-frames:v", "5", "-pix_fmt", "yuv420p",
                        "-c:v", "rawvideo", cls.folder / "videos/a.mkv"], check=True, timeout=60)

    def damage(self, statement="pass", *options):
        """The exit status, and what is printed."""
        program = self.folder / "command"
        program.write_text(PROGRAM.format(python=sys.executable, command=str(COMMAND), statement=statement), encoding="utf-8")
        program.chmod(0o755)
        done = subprocess.run([SCRIPT, program, self.folder / "cache", "--all", self.folder / "videos", *options], capture_output=True, text=True,
                              timeout=300, check=False,
                              env={**os.environ, "GST_PLUGIN_PATH_1_0": str(BUILD / "plugin"), "GST_REGISTRY_1_0": str(self.folder / "registry.bin")})
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_equal_rows_are_no_error_and_a_video_that_is_done_is_not_scanned_again(self):
        results = self.folder / "results.json"
        for _ in range(2):
            status, printed = self.damage("pass", "--json", results)
            self.assertEqual(status, 0, printed)
            self.assertRegex(printed, r"40 inputs of 1 videos, of 1 kinds: .*; 0 stopped by the timeout, 0 ended a worker twice, 0 errors\n\Z")
        self.assertEqual(len(printed.splitlines()), 1)
        result, = json.loads(results.read_text(encoding="utf-8"))
        self.assertEqual((result["video"], sum(result["outcomes"].values())), ("a.mkv", 40))
        self.assertGreater(result["outcomes"]["damaged"], 5)

    def test_rows_that_differ_and_reports_of_sanitizers_and_other_ends_are_errors(self):
        for statement, words in (("connection.execute('UPDATE frames SET YAVG = YAVG + 1 WHERE frame = 2')", "frames differ"),
                                 ("connection.execute('DELETE FROM videos WHERE path LIKE \"%cut19.mkv\"')", "cut19.mkv: not in the database"),
                                 ("print('a.cpp:1:2: runtime error: overflow', file=sys.stderr)", "--jobs 3: a.cpp:1:2: runtime error: overflow"),
                                 ("status = -11", "--jobs 3: status 245: ")):
            with self.subTest(words):
                status, printed = self.damage(statement)
                self.assertEqual(status, 1, printed)
                self.assertIn(words, printed)


if __name__ == "__main__":
    unittest.main()
