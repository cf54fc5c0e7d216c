# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each block of docs/recipes.md and docs/from-other-tools.md runs and prints what is shown, or the line before it says why the tests do
not run it."""
import re
import shutil
import sys
import tempfile
import unittest

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GObject, Gst

from common import SOURCE, run
from pages import FENCE, assert_prints

PAGES = (SOURCE / "docs" / "recipes.md", SOURCE / "docs" / "from-other-tools.md")
NOT_RUN = re.compile(r"[Nn]ot run by the tests: needs [^.]+\.")
SCREEN = 60  # lines of a recipe
# Programs that few machines have.
OPTIONAL = ("ges-launch-1.0",)


def blocks(page):
    """(section, whether it is run, language, text, what it prints or None)"""
    for section in re.split(r"(?m)^## ", page.read_text(encoding="utf-8"))[1:]:
        title, end = section.partition("\n")[0], None
        found = []
        for fence in FENCE.finditer(section):
            language, text = fence.groups()
            paragraph = section[:fence.start()].rstrip("\n").rpartition("\n\n")[2]
            if language:
                found.append([title, not NOT_RUN.search(paragraph), language, text, None])
            elif found and section[end:fence.start()].strip() == "":
                found[-1][4] = text
            end = fence.end()
        yield from found


class Blocks(unittest.TestCase):
    def test_blocks_print_what_is_shown(self):
        ran = 0
        for page in PAGES:
            for title, is_run, language, text, output in blocks(page):
                if not is_run:
                    continue
                with self.subTest(page=page.name, recipe=title):
                    missing = [program for program in OPTIONAL if program in text and not shutil.which(program)]
                    if missing:
                        self.skipTest(f"no {missing[0]}")
                    with tempfile.TemporaryDirectory() as folder:
                        text = text.replace("/tmp/recipes", folder)
                        interpreter = ("bash",) if language == "sh" else (sys.executable,)
                        done = run(*interpreter, "-c", "set -e -o pipefail\n" + text if language == "sh" else text)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                    self.assertNotRegex(done.stderr, "(?i)critical|traceback")
                    if output:
                        assert_prints(self, done.stdout.replace(folder, "/tmp/recipes"), output)
                ran += 1
        self.assertGreaterEqual(ran, 14)

    def test_every_block_is_found_and_short(self):
        for page in PAGES:
            text = page.read_text(encoding="utf-8")
            self.assertEqual(len(re.findall(r"(?m)^```(?:sh|python)$", text)), len(list(blocks(page))), page.name)
            for section in re.split(r"(?m)^## ", text)[1:]:
                self.assertLessEqual(len(section.splitlines()), SCREEN, section.partition("\n")[0])

    def test_settings_that_tables_name_exist(self):
        Gst.init(None)
        elements = [Gst.ElementFactory.make(name) for name in ("videohistogram", "videoscope")]
        if None in elements:
            self.skipTest("built without scopes")
        properties = {one.name: one for element in elements for one in element.list_properties()}
        checked = set()
        for line in PAGES[1].read_text(encoding="utf-8").splitlines():
            if not line.startswith("| `"):
                continue
            for text in re.findall("`(.*?)`", line.split(" | ")[-1]):
                for name, value in re.findall(r"(?<![\w-])([a-z]+(?:-[a-z]+)*)=(\S+)", text):
                    self.assertIn(name, properties, line)
                    if GObject.type_is_a(properties[name].value_type, GObject.TYPE_ENUM):
                        self.assertIn(value, [one.value_nick for one in properties[name].enum_class.__enum_values__.values()], line)
                    checked.add(name)
        self.assertGreaterEqual(len(checked), 14)


if __name__ == "__main__":
    unittest.main(verbosity=2)
