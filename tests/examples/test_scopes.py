# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""docs/scopes.md: its commands run, with a sink that needs no display, and its programs print what
the page shows."""
import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

from common import SOURCE, run
from pages import blocks, commands, compile_program

PAGE = SOURCE / "docs/scopes.md"
PROGRAM = re.compile(r"```(python|c)\n(.*?)```\n```\n(.*?)```", re.DOTALL)


class Page(unittest.TestCase):
    def setUp(self):
        text = PAGE.read_text(encoding="utf-8")
        self.programs = {language: (code, shown) for language, code, shown in PROGRAM.findall(text)}

    def test_commands_draw_scopes(self):
        lines = [line for block in blocks(PAGE, "sh") for line in commands(block)]
        self.assertGreaterEqual(len(lines), 5)
        for line in lines:
            with self.subTest(line=line):
                line = line.replace("videotestsrc", "videotestsrc num-buffers=2")
                line = line.replace("decodebin", "decodebin ! identity eos-after=3")
                self.assertRegex(line, "autovideosink|gst-videohistogram-1.0 scope|[|] grep gamut-error")
                with tempfile.TemporaryDirectory() as folder:
                    line = line.replace("autovideosink", "fakesink").replace("/tmp/", folder + "/")
                    done = run("bash", "-c", line)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertNotIn("WARNING", done.stdout)
                self.assertEqual("videoscope-gamut-error" in done.stdout, "gamut-log" in line)

    def test_python_prints_what_is_shown(self):
        code, shown = self.programs["python"]
        printed = io.StringIO()
        before = os.getcwd()
        os.chdir(SOURCE)
        try:
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
                image = Path(folder) / "scopes.png"
                exec(code.replace("/tmp/scopes.png", str(image)), {})
                self.assertEqual(image.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        finally:
            os.chdir(before)
        self.assertEqual(printed.getvalue(), shown)

    def test_c_prints_what_is_shown(self):
        code, shown = self.programs["c"]
        with tempfile.TemporaryDirectory() as folder:
            done = run(compile_program(self, "c", code, Path(folder)))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, shown, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
