#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is installed does what README.md shows. Runs from any copy of the source, without a build folder; the tests of
packages that are not installed are skipped.

    test_installed.py [Elements|Command|Python|Library ...]
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(SOURCE / "tests"))
import unittest_main  # noqa: E402
# A block of commands or a program, and the block right below it: what it prints.
SHOWN = re.compile(r"^```(sh|python)\n([^`]*?)^```\n+```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"\d+(?:\.\d+)?")
COUNTS_OF_WHITE = "R 144\nG 144\nB 144\nA 144\n"


def run(*command, **extra):
    # The interpreter is Debian's, which has its packages.
    env = {name: value for name, value in os.environ.items() if not name.startswith(("GST_", "GI_TYPELIB", "LD_"))}
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([str(word) for word in command], cwd=SOURCE, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=300, check=False, env={**env, "GST_REGISTRY_1_0": f"{folder}/registry.bin", **extra})


def shown_in(section):
    """The blocks of a section of README.md that show output."""
    page = (SOURCE / "README.md").read_text(encoding="utf-8")
    return SHOWN.findall(page.split(f"\n## {section}\n")[1].split("\n## ")[0])


class Installed(unittest.TestCase):
    def succeeds(self, *command, **extra):
        done = run(*command, **extra)
        self.assertEqual(done.returncode, 0, f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
        return done.stdout

    def assert_shown(self, section, language, without=None):
        """Runs the blocks of a section. Decoders of other versions round otherwise: numbers may differ by 1 %."""
        found = [(text, output) for kind, text, output in shown_in(section) if kind == language and not (without and without in text)]
        self.assertTrue(found)
        for text, output in found:
            with self.subTest(text=text), tempfile.TemporaryDirectory() as folder:
                text = text.replace("/tmp/archive", f"{folder}/archive")
                printed = self.succeeds("bash", "-c", "set -e -o pipefail\n" + text) if language == "sh" else \
                    self.succeeds("/usr/bin/python3", "-c", text)
                self.assertEqual(NUMBER.sub("N", printed), NUMBER.sub("N", output))
                for mine, theirs in zip(NUMBER.findall(printed), NUMBER.findall(output)):
                    self.assertAlmostEqual(float(mine), float(theirs), delta=max(0.02, 0.01 * float(theirs)))


@unittest.skipUnless(shutil.which("gst-inspect-1.0"), "no gst-inspect-1.0 (Debian: gstreamer1.0-tools)")
class Elements(Installed):
    def test_all_are_there_in_this_version(self):
        version = re.search(r"version: '(.*?)'", (SOURCE / "meson.build").read_text(encoding="utf-8"))[1]
        for element in ("videohistogram", "videoscope", "videoscopeoverlay"):
            self.succeeds("gst-inspect-1.0", "--exists", f"--atleast-version={version}", element)
            self.assertIn("CPU", self.succeeds("gst-inspect-1.0", element))

    def test_no_file_is_blacklisted(self):
        self.assertIn("Total count: 0 blacklisted files", self.succeeds("gst-inspect-1.0", "-b"))

    def test_the_cpu_counts_where_there_is_no_gpu(self):
        done = run("gst-launch-1.0", *shlex.split("videotestsrc num-buffers=3 ! video/x-raw,format=RGBA,width=512,height=512 ! videohistogram ! "
                                                  "fakesink"), CUDA_VISIBLE_DEVICES="", GST_DEBUG="videohistogram:4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("counting on cpu", done.stderr)

    def test_commands_of_the_readme_print_what_it_shows(self):
        self.assert_shown("One-liners", "sh", without="examples/")


@unittest.skipUnless(shutil.which("gst-videohistogram-1.0"), "no command (Debian: gst-videohistogram-tools)")
class Command(Installed):
    def test_it_finds_its_library_and_knows_its_version(self):
        self.assertRegex(self.succeeds("gst-videohistogram-1.0", "--version"), r"^gst-videohistogram-1\.0 \d+\.\d+\.\d+$")

    def test_commands_of_the_readme_print_what_it_shows(self):
        for section in ("CSV per frame", "Archives"):
            self.assert_shown(section, "sh")


@unittest.skipIf(run("/usr/bin/python3", "-c", "import gi; gi.require_version('GstVideoHistogram', '1.0')").returncode,
                 "no introspection (Debian: gir1.2-gstvideohistogram-1.0 python3-gst-1.0)")
class Python(Installed):
    def test_the_program_of_the_readme_prints_what_it_shows(self):
        self.assert_shown("In a program", "python")

    def test_the_example_of_the_readme_prints_what_it_shows(self):
        found = [(text, output) for _, text, output in shown_in("One-liners") if "examples/" in text]
        self.assertEqual(len(found), 1)
        self.assertEqual(self.succeeds("/usr/bin/python3", *shlex.split(found[0][0])), found[0][1])


@unittest.skipIf(not shutil.which("cc") or not shutil.which("pkg-config") or run("pkg-config", "gstvideohistogram-1.0").returncode,
                 "no compiler or library (Debian: gcc libgstvideohistogram-1.0-dev)")
class Library(Installed):
    def test_a_program_compiles_links_and_runs_against_it(self):
        flags = shlex.split(self.succeeds("pkg-config", "--cflags", "--libs", "gstvideohistogram-1.0"))
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "uses_histogram"
            self.succeeds("cc", "-Wall", "-Wextra", "-Werror", "-o", program, SOURCE / "tests/packaging/uses_histogram.c", *flags)
            self.assertEqual(self.succeeds(program), COUNTS_OF_WHITE)


if __name__ == "__main__":
    unittest_main.main()
