#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The help of each subcommand, the man page and the completions name the same options."""
import re
import shutil
import subprocess
from pathlib import Path

import support

TOOLS = Path(__file__).resolve().parent.parent.parent / "tools"
MAN = TOOLS / "gst-videohistogram-1.0.1"
COMPLETION = TOOLS / "completion"


class Help(support.TestCase):
    def setUp(self):
        super().setUp()
        said = self.command("--help")[0]
        self.commands = re.findall(r"^  (\w+) ", said, re.MULTILINE)
        self.assertEqual(set(self.commands), {"scan", "report", "show", "shots", "export", "merge", "scope"})

    def options(self, command):
        said = self.command(command, "--help")[0]
        return set(re.findall(r"(--[a-z][a-z-]+)", said.split("\nOptions:")[1]))

    def test_the_help_of_all_commands_has_one_style(self):
        for command in self.commands:
            said = self.command(command, "--help")[0]
            self.assertRegex(said, rf"\AUsage:\n  gst-videohistogram-1\.0 {command} \[OPTION\.\.\.\] [A-Z]")
            self.assertIn("\n\nExit status: 0 ", said)
            self.assertFalse([line for line in said.splitlines() if len(line) > 110], command)

    def test_the_kinds_of_findings_are_named(self):
        kinds = self.finding_kinds()
        said = re.search(r"--fail-on:\n(.*?)\.\n\n", self.command("scan", "--help")[0], re.DOTALL).group(1)
        self.assertEqual(re.split(r",\s", said), kinds)
        page = MAN.read_text(encoding="ascii").split("Fl Fl fail-on")[1].split(".It")[0]
        self.assertEqual(re.findall(r"[a-z0-9-]+", page.split("finding:")[1].replace(".Cm", "").replace("or\n", "")), kinds)

    def test_the_man_page_has_all_commands_and_options(self):
        page = MAN.read_text(encoding="ascii")
        for command in self.commands:
            section = page.split(f"\n.Ss {command}\n")[1].split("\n.S")[0]
            named = {"--" + name for name in re.findall(r"Fl Fl ([a-z-]+)", section)}
            self.assertEqual(self.options(command) - named, {"--help"}, command)

    def test_the_man_page_is_valid(self):
        if not shutil.which("mandoc"):
            self.skipTest("no mandoc (Debian: mandoc)")
        done = subprocess.run(["mandoc", "-Tlint", "-W", "warning", MAN], stdout=subprocess.PIPE, check=False, timeout=30, universal_newlines=True)
        self.assertEqual(done.stdout, "")

    def complete(self, *words):
        """What bash offers for the last of the words."""
        script = f'. "{COMPLETION}/gst-videohistogram-1.0.bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gst_videohistogram; ' \
                 'printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", script, "bash", "gst-videohistogram-1.0", *words], stdout=subprocess.PIPE, check=True,
                              timeout=30, universal_newlines=True, cwd=self.folder)
        return set(done.stdout.split())

    def test_bash_completes_commands_options_values_and_files(self):
        if not shutil.which("bash"):
            self.skipTest("no bash")
        self.assertEqual(self.complete(""), {*self.commands, "--help", "--version"})
        for command in self.commands:
            self.assertEqual(self.complete(command, "--"), self.options(command), command)
        self.assertEqual(self.complete("shots", "--format", ""), {"csv", "edl"})
        self.assertEqual(self.complete("export", "--format", "q"), {"qctools"})
        self.assertEqual(self.complete("scan", "arch"), {"archive"})

    def test_zsh_and_fish_know_all_options(self):
        for name in ("_gst-videohistogram-1.0", "gst-videohistogram-1.0.fish"):
            text = (COMPLETION / name).read_text(encoding="ascii")
            for command in self.commands:
                self.assertIn(command, text)
                for option in self.options(command):
                    self.assertRegex(text, rf"(--|-l ){option[2:]}\b", name)

    def check_syntax(self, shell, name):
        if not shutil.which(shell):
            self.skipTest(f"no {shell} (Debian: {shell})")
        subprocess.run([shell, "-n", COMPLETION / name], check=True, timeout=30)

    def test_zsh_can_read_its_file(self):
        self.check_syntax("zsh", "_gst-videohistogram-1.0")

    def test_fish_can_read_its_file(self):
        self.check_syntax("fish", "gst-videohistogram-1.0.fish")


if __name__ == "__main__":
    support.main()
