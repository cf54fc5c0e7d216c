# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""README.md and docs/ are right: commands run and print what is shown, programs compile and run,
tables and links agree with what is there."""
import json
import re
import shlex
import sys
import tempfile
import unittest
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst, GstVideo

from common import BUILD, FILM, SOURCE, run
from pages import FENCE, assert_prints, blocks, commands, compile_program

Gst.init(None)

README, BUILDING, COLOURS, ELEMENT, FORMATS, LIBRARY, LIGHT = (
    SOURCE / "README.md", *(SOURCE / "docs" / f"{name}.md"
                            for name in ("building", "colours", "element", "formats", "library",
                                         "light")))
# Pages whose every shell command is run here, but for those in RUN_ELSEWHERE.
PAGES = [README, BUILDING, ELEMENT, FORMATS]
# Pages that show the output of commands and programs, and of how many at least.
WITH_OUTPUT = {README: 5, FORMATS: 1}
# Pages whose commands need a GPU, an application or much time.
# test_recipes.py runs those of COLOURS and LIGHT, test_blocks.py those of recipes and from-other-tools.
OTHER_PAGES = [COLOURS, LIGHT, LIBRARY, SOURCE / "docs" / "a-frame.md", SOURCE / "docs" / "architecture.md", SOURCE / "docs" / "performance.md",
               SOURCE / "docs" / "gst-plugins-bad.md", SOURCE / "docs" / "recipes.md",
               SOURCE / "docs" / "from-other-tools.md",
               SOURCE / "CONTRIBUTING.md", SOURCE / "SECURITY.md", SOURCE / "benchmarks" / "README.md",
               SOURCE / "tests" / "fuzz" / "README.md"]
DECKLINK = next(line for line in FORMATS.read_text(encoding="utf-8").splitlines() if "decklinkvideosrc" in line)
RUN_ELSEWHERE = {
    "examples/quickstart": "test_quickstart.py",
    "scripts/test-architectures s390x": "takes an hour, on Debian 13",
    "scripts/test-architectures --chroot /var/tmp/trixie": "takes an hour, and makes a chroot",
    "scripts/test-packages bookworm /var/tmp/packages": "takes an hour, and makes chroots",
    "scripts/test-packages --cuda trixie /var/tmp/packages": "takes an hour, and makes chroots",
    "tests/run --installed": "needs packages that are installed",
    "tests/run": "runs these tests",
    "tests/run --sanitizers": "runs these tests",
    "meson compile -C build": "came before these tests",
    "meson compile -C build docs": "test_html_pages.py",
    "meson install -C build": "tests/packaging/test_install.py",
    DECKLINK: "needs a capture card",
}
# Without what takes longest to be found and is set up by tests/run.
QUICKLY = "-Dcuda=disabled -Dtests=disabled -Dbenchmarks=disabled"
# A block of commands or a program, and the block right below it: what it prints.
SHOWN = re.compile(r"^```(sh|python)\n([^`]*?)^```\n+```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SCREEN = 24  # lines


def shown_commands(page):
    """Commands with their output below them."""
    return [command for language, text, _ in SHOWN.findall(page.read_text(encoding="utf-8"))
            if language == "sh" for command in commands(text)]


def shell_commands(page):
    return [line for block in blocks(page, "sh") for line in commands(block)]


class Readme(unittest.TestCase):
    def test_readme_is_short(self):
        self.assertLessEqual(len(README.read_text(encoding="utf-8").splitlines()), 200)

    def test_commands_work_as_they_stand(self):
        # Pages repeat commands; one time is enough. Another test runs those whose output is shown.
        shown = [command for page in WITH_OUTPUT for command in shown_commands(page)]
        lines = dict.fromkeys(command for page in PAGES for command in shell_commands(page) if command not in shown)
        self.assertGreaterEqual(len(lines), 10)
        with tempfile.TemporaryDirectory() as folder:
            for command in lines:
                with self.subTest(command=command):
                    self.run_command(command, folder)

    def run_command(self, command, folder):
        """Runs a command with a build folder of its own, and without installing anything."""
        if command in RUN_ELSEWHERE:
            return
        command = command.replace("meson setup build", f"meson setup {folder}/build {QUICKLY}")
        command = command.replace("autovideosink", "fakesink")
        command = command.replace("install-packages ", "install-packages --missing ")
        command = command.replace("/tmp/archive", f"{folder}/archive")
        done = run("bash", "-c", "set -o pipefail; " + command)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        if command.startswith("gst-launch-1.0"):
            self.assertNotRegex(done.stdout + done.stderr, "(?i)critical|warning|error")

    def test_commands_and_programs_print_what_is_shown(self):
        for page, least in WITH_OUTPUT.items():
            shown = SHOWN.findall(page.read_text(encoding="utf-8"))
            self.assertGreaterEqual(len(shown), least, page.name)
            for language, text, output in shown:
                with self.subTest(page=page.name, text=text):
                    interpreter = ("bash",) if language == "sh" else (sys.executable,)
                    with tempfile.TemporaryDirectory() as folder:
                        text = text.replace("/tmp/archive", f"{folder}/archive")
                        done = run(*interpreter, "-c", "set -e -o pipefail\n" + text if language == "sh" else text)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertLessEqual(len(done.stdout.splitlines()), SCREEN)
                    assert_prints(self, done.stdout, output)

    def test_every_command_of_the_readme_that_prints_shows_its_output(self):
        self.assertEqual([command for command in shell_commands(README)
                          if re.match("gst-|cut|examples/.*\\.py", command) and "autovideosink" not in command], shown_commands(README))

    def test_table_of_quickstart_is_what_it_prints(self):
        table_shown = next(text for text in blocks(BUILDING, "") if "std-dev" in text)
        with tempfile.TemporaryDirectory() as folder:
            done = run(BUILD / "examples" / "print-histogram", FILM, "--output",
                       Path(folder) / "plot.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines(keepends=True)
        total = next(i for i, line in enumerate(lines) if line.lstrip().startswith("all "))
        assert_prints(self, lines[0] + "".join(lines[total:total + 4]), table_shown)

    def test_c_and_cpp_programs_compile_and_run(self):
        for language in ("c", "cpp"):
            programs = [text for text in blocks(LIBRARY, language) if re.search(r"\bmain ?\(", text)]
            self.assertEqual(len(programs), 1, language)
            with tempfile.TemporaryDirectory() as folder:
                done = run(compile_program(self, language, programs[0], Path(folder)))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(done.stdout, r"(?m)^R: mean \d+\.\d+")

    def test_shell_commands_name_things_that_exist(self):
        for page in PAGES + OTHER_PAGES:
            for block in blocks(page, "sh"):
                for name in re.findall(
                        r"(?<![\w/.-])(?:tests|examples|scripts|docs|benchmarks)/[\w./-]+", block):
                    self.assertTrue((SOURCE / name).exists(), name)
                for program in re.findall(r"(?<![\w/.-])build/([\w./-]+)", block):
                    self.assertTrue((SOURCE / (program + ".cpp")).exists(), program)

    def test_build_options_exist(self):
        known = run("meson", "introspect", "--buildoptions", BUILD)
        self.assertEqual((known.returncode, known.stderr), (0, ""))
        options = {option["name"] for option in json.loads(known.stdout)}
        named = re.findall(r"-D(\w+)=", BUILDING.read_text(encoding="utf-8"))
        self.assertGreaterEqual(len(named), 5)
        self.assertEqual([name for name in named if name not in options], [])

    def test_parts_are_about_as_large_as_the_page_for_gst_plugins_bad_says(self):
        def lines(folder):
            files = [path for path in (SOURCE / folder).rglob("*") if path.suffix in (".c", ".cpp", ".h", ".cu", ".cuh")]
            return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)

        page = (SOURCE / "docs" / "gst-plugins-bad.md").read_text(encoding="utf-8")
        parts = {"plugin/lib": lines("plugin/lib"), "core": lines("core") + lines("cpu"), "plugin/scope": lines("plugin/scope"),
                 "cuda": lines("cuda")}
        parts["plugin"] = lines("plugin") - parts["plugin/lib"] - parts["plugin/scope"]
        rows = re.findall(r"(?m)^\| \[([\w/]+)/\].*\| ([\d,]+) \|$", page)
        self.assertEqual({folder for folder, _ in rows}, set(parts))
        for folder, told in rows:
            self.assertAlmostEqual(int(told.replace(",", "")) / parts[folder], 1, delta=0.15, msg=f"{folder}: {parts[folder]}")

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
        self.assertEqual(table(ELEMENT, "## Properties"), properties - {"name", "parent", "qos"})
        self.assertEqual(table(ELEMENT, "## `stats`"), stats)
        settings = table(README, "## Settings")
        self.assertGreaterEqual(len(settings), 5)
        self.assertLessEqual(settings, properties)

    def test_message_table_is_that_of_the_message(self):
        done = run("gst-launch-1.0", "-m", *shlex.split(
            "videotestsrc num-buffers=1 ! video/x-raw,format=NV12,width=16,height=8,interlace-mode=interleaved ! "
            "videohistogram fields=apart bins=2 channels=r post-messages=true message-percentiles=50 projections=y@0 message-projections=true "
            "joint=cb*cr joint-bins=2 message-joint=true regions=a:0,0,4,4 ! fakesink"))
        message = done.stdout.partition(": videohistogram, ")[2].partition("\n")[0]
        fields = set(re.findall(r"(?:^|, )([a-z-]+)=\(", message))
        self.assertEqual(table(ELEMENT, "## The message"), fields | {"timecode", "light", "field", "flashes"})

    def test_light_table_is_that_of_messages(self):
        fields = set()
        for colorimetry in ("bt2100-pq", "bt2100-hlg"):
            done = run("gst-launch-1.0", "-m", *shlex.split(
                "videotestsrc num-buffers=1 ! video/x-raw,format=P010_10LE,colorimetry=" + colorimetry +
                ",content-light-level='(string)1000:400' ! videohistogram channels=maxrgb "
                "message-counts=false post-messages=true ! fakesink"))
            light = re.search(r'light=\(structure\)"(.*?[^\\])"', done.stdout).group(1)
            fields |= set(re.findall(r"([a-z-]+)=\(", light.replace("\\", "")))
        self.assertEqual(table(ELEMENT, "## Light levels"), fields)

    def test_accepted_formats_are_those_of_the_pads(self):
        accepted = set(raw_formats("videohistogram"))
        text = FORMATS.read_text(encoding="utf-8").partition("\n## ")[0]
        listed = set(" ".join(re.findall(r"^\| \d+ bits \| (.*?) \|$", text, re.MULTILINE)).split())
        self.assertEqual({name for name in listed if is_known(name)}, accepted)
        for page in README.read_text(encoding="utf-8"), text:
            self.assertIn(f" {len(listed)}", page)
            if Gst.version()[:2] == (1, 22):
                self.assertRegex(page, rf"[\s,]{len(accepted)}\b")

    def test_every_other_format_has_a_reason(self):
        section = FORMATS.read_text(encoding="utf-8").partition("## Formats that are not counted")[2].partition("\n## ")[0]
        reasons = set(" ".join(re.findall(r"^\| (\w+(?: \w+)*) \|", section, re.MULTILINE)).split())
        others = set(raw_formats("videoconvert")) - set(raw_formats("videohistogram"))
        self.assertGreater(len(others), 0)
        self.assertEqual(others - reasons, set())

    def test_element_lists_the_channels_of_every_format(self):
        page = ELEMENT.read_text(encoding="utf-8").partition("| formats | stored channels")[2].partition("\n|---|")[2].partition("\n\n")[0]
        listed = [name for row in page.split("\n") for name in row.split("|")[1:2] for name in name.split()]
        text = FORMATS.read_text(encoding="utf-8").partition("\n## ")[0]
        formats = " ".join(re.findall(r"^\| \d+ bits \| (.*?) \|$", text, re.MULTILINE)).split()
        self.assertEqual(sorted(name for name in listed if "-" not in name), sorted(set(formats)))

    def test_formats_in_gpu_memory_are_those_of_the_pads(self):
        accepted = set(raw_formats("videohistogram"))
        text = FORMATS.read_text(encoding="utf-8").partition("## Without leaving the GPU")[2].partition("\n## ")[0]
        rows = re.findall(r"^\| [^|]* \| ([A-Z][^|]*) \|$", text, re.MULTILINE)
        self.assertGreaterEqual(len(rows), 3)
        listed = {name for row in rows for name in row.split()}
        known = {name for name in listed if GstVideo.VideoFormat.from_string(name) != GstVideo.VideoFormat.UNKNOWN}
        self.assertEqual(known - accepted, set())

    def test_line_for_capture_cards_counts_their_format(self):
        element = DECKLINK.partition("! queue ! ")[2]
        done = run("gst-launch-1.0", "-m", *shlex.split(
            "videotestsrc num-buffers=2 ! video/x-raw,format=v210,width=64,height=48 ! " + element))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count("videohistogram, element="), 2)


def is_known(name):
    return GstVideo.VideoFormat.from_string(name) != GstVideo.VideoFormat.UNKNOWN


def raw_formats(element):
    """The formats of an element's template for frames in system memory."""
    # As text: Python reads the structures of caps in other ways before and after GStreamer 1.26.
    caps = Gst.ElementFactory.find(element).get_static_pad_templates()[0].get_caps().to_string()
    return re.findall(r"\w+", re.search(r"format=\(string\)\{([^}]*)\}", caps).group(1))


def headings(page):
    """The names by which links lead to a page's headings: -1 for the second of a name."""
    lines = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    found = set()
    for line in lines:
        name = re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-")
        found.add(next(one for one in (name, *(f"{name}-{i}" for i in range(1, 99))) if one not in found))
    return found


def table(page, heading):
    """The names that the first column of the table below a heading lists."""
    section = page.read_text(encoding="utf-8").partition(heading + "\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*`) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


if __name__ == "__main__":
    unittest.main(verbosity=2)
