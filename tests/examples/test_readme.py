# SPDX-License-Identifier: LGPL-2.1-or-later
"""What README.md and docs/ show: every gst-launch-1.0 line is run, every program compiled and run."""
import re
import shlex
import sys
import tempfile
import unittest
from pathlib import Path

from common import BUILD, SOURCE, run

PAGES = [SOURCE / "README.md", SOURCE / "docs" / "element.md"]
# Whose lines do not work as they stand: they need a GPU, an application or much time.
OTHER_PAGES = [SOURCE / "docs" / "library.md", SOURCE / "docs" / "performance.md",
               SOURCE / "benchmarks" / "README.md"]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMPILERS = {"c": ("cc", ".c", "-std=c11"), "cpp": ("c++", ".cpp", "-std=c++17")}


def blocks(page, language):
    return [text for found, text in FENCE.findall(page.read_text(encoding="utf-8"))
            if found == language]


def launch_lines():
    for page in PAGES:
        for block in blocks(page, "sh"):
            for line in re.sub(r"\\\n\s*", " ", block).splitlines():
                if re.match(r"gst-(launch|inspect)-1\.0 ", line):
                    yield line


class Readme(unittest.TestCase):
    def test_launch_lines_work_as_they_stand(self):
        lines = list(launch_lines())
        self.assertGreaterEqual(len(lines), 5, "the README has lost its lines")
        for line in lines:
            with self.subTest(line=line):
                done = run("bash", "-c", line)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotRegex(done.stdout + done.stderr, "(?i)critical|warning|error")

    def test_lines_that_post_messages_print_them(self):
        lines = [line for line in launch_lines() if "post-messages=true" in line and " -m " in line]
        self.assertGreaterEqual(len(lines), 1)
        for line in lines:
            with self.subTest(line=line):
                self.assertRegex(run("bash", "-c", line).stdout, r"videohistogram, .*mean=\(.*<")

    def test_c_and_cpp_programs_compile_and_run(self):
        for language, (compiler, suffix, standard) in COMPILERS.items():
            programs = blocks(PAGES[0], language)
            self.assertEqual(len(programs), 1, language)
            with tempfile.TemporaryDirectory() as folder:
                source = Path(folder) / ("program" + suffix)
                source.write_text(programs[0], encoding="utf-8")
                flags = run("pkg-config", "--cflags", "--libs", "gstvideohistogram-1.0",
                            env={"PKG_CONFIG_PATH": str(BUILD / "meson-uninstalled")})
                self.assertEqual(flags.returncode, 0, flags.stderr)
                built = run(compiler, standard, "-Wall", "-Wextra",
                            "-Wno-unused-parameter", "-Werror", source, "-o",
                            Path(folder) / "program", *shlex.split(flags.stdout))
                self.assertEqual(built.returncode, 0, built.stderr)
                done = run(Path(folder) / "program")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(done.stdout, r"(?m)^R: mean \d+\.\d+")

    def test_python_programs_run(self):
        programs = blocks(PAGES[0], "python")
        self.assertGreaterEqual(len(programs), 1)
        for program in programs:
            with self.subTest(program=program):
                done = run(sys.executable, "-c", program)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertRegex(done.stdout, r"\d")

    def test_shell_commands_name_things_that_exist(self):
        for page in PAGES + OTHER_PAGES:
            for block in blocks(page, "sh"):
                for name in re.findall(
                        r"(?<![\w/.-])(?:tests|examples|scripts|docs|benchmarks)/[\w./-]+", block):
                    self.assertTrue((SOURCE / name).exists(), name)
                for program in re.findall(r"(?<![\w/.-])build/([\w./-]+)", block):
                    self.assertTrue((SOURCE / (program + ".cpp")).exists(), program)

    def test_links_lead_to_files_and_headings(self):
        for page in PAGES + OTHER_PAGES:
            text = page.read_text(encoding="utf-8")
            for target, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
                file = page.parent / target if target else page
                self.assertTrue(file.exists(), f"{page.name}: {target}")
                if heading:
                    self.assertIn(heading, headings(file), f"{page.name}: {target}")

    def test_tables_are_those_of_the_element(self):
        inspect = run("gst-inspect-1.0", "videohistogram").stdout.partition("Element Properties:")[2]
        properties = set(re.findall(r"^  ([a-z-]+) +: ", inspect, re.MULTILINE))
        stats = set(re.findall(r"^ {30,}([a-z-]+): ", inspect, re.MULTILINE))
        for page in PAGES:
            listed = table(page, "## Properties")
            self.assertEqual(listed, properties - {"name", "parent", "qos"}, page.name)
        self.assertEqual(table(PAGES[1], "## `stats`"), stats)

    def test_message_table_is_that_of_the_message(self):
        line = next(line for line in launch_lines() if "format=RGBA" in line)
        message = run("bash", "-c", line).stdout.partition(": videohistogram, ")[2].partition("\n")[0]
        fields = set(re.findall(r"(?:^|, )([a-z-]+)=\(", message))
        self.assertEqual(table(PAGES[1], "## The message"), fields | {"direction", "regions"})


def headings(page):
    """The names by which links lead to a page's headings."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def table(page, heading):
    """The names that the first column of the table below a heading lists."""
    section = page.read_text(encoding="utf-8").partition(heading + "\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*`) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


if __name__ == "__main__":
    unittest.main(verbosity=2)
