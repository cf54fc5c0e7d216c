# SPDX-License-Identifier: LGPL-2.1-or-later
"""The recipes of docs/colours.md: the command prints what the page shows, and the lines of C and of
Python print what the page shows of the histogram that the command's last message has."""
import contextlib
import io
import re
import shlex
import tempfile
import unittest
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideoHistogram", "1.0")
from gi.repository import Gst, GstVideoHistogram

from common import SOURCE, run
from pages import assert_prints, commands, compile_program

Gst.init(None)

PAGE = SOURCE / "docs" / "colours.md"
# A command and what it prints; C, Python, and what both print.
RECIPE = re.compile(r"```sh\n(.*?)```\n+```\n(.*?)```\n+"
                    r"```c\n(.*?)```\n+```python\n(.*?)```\n+```\n(.*?)```", re.DOTALL)
C_PROGRAM = """
#include <gst/videohistogram/videohistogram.h>
#include <math.h>
%s
static void (*const recipes[]) (GstVideoHistogram *h) = { %s };

int
main (int argc, char **argv)
{
  GstVideoHistogram *last = NULL;
  GstMessageType type = GST_MESSAGE_UNKNOWN;

  gst_init (&argc, &argv);
  GstElement *pipeline = gst_parse_launch (argv[2], NULL);
  GstBus *bus = gst_element_get_bus (pipeline);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (type != GST_MESSAGE_EOS && type != GST_MESSAGE_ERROR) {
    GstMessage *message = gst_bus_timed_pop (bus, GST_CLOCK_TIME_NONE);
    GstVideoHistogram *h = NULL;

    type = GST_MESSAGE_TYPE (message);
    if (gst_message_parse_video_histogram (message, &h, NULL, NULL, NULL, NULL)) {
      g_clear_pointer (&last, gst_video_histogram_unref);
      last = h;
    }
    gst_message_unref (message);
  }
  recipes[g_ascii_strtoll (argv[1], NULL, 10)] (last);
  gst_video_histogram_unref (last);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
  return type == GST_MESSAGE_ERROR;
}
"""


def last_histogram(description):
    """The histogram of the last message of a pipeline, whose paths begin at the source's root."""
    pipeline = Gst.parse_launch(description.replace("tests/media/", f"{SOURCE}/tests/media/"))
    pipeline.set_state(Gst.State.PLAYING)
    last, ends = None, Gst.MessageType.EOS | Gst.MessageType.ERROR
    while not (message := pipeline.get_bus().timed_pop(Gst.CLOCK_TIME_NONE)).type & ends:
        ok, histogram, *_ = GstVideoHistogram.message_parse_video_histogram(message)
        last = histogram if ok else last
    pipeline.set_state(Gst.State.NULL)
    assert message.type == Gst.MessageType.EOS and last, description
    return last


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = PAGE.read_text(encoding="utf-8").partition("\n## Recipes\n")[2]
        cls.recipes = {}
        for section in text.split("\n### ")[1:]:
            title = section.partition("\n")[0]
            found = RECIPE.search(section)
            assert found, f"{title}: not a command, C, Python and what they print"
            cls.recipes[title] = found.groups()

    def pipelines(self):
        """title -> the pipeline of the command"""
        found = {title: re.fullmatch(r"gst-launch-1\.0 -m (.*?) \| grep .*", *commands(recipe[0]))
                 for title, recipe in self.recipes.items()}
        return {title: match.group(1) for title, match in found.items()}

    def test_every_computed_channel_has_a_recipe(self):
        named = set()
        for pipeline in self.pipelines().values():
            named |= set(re.search(r"channels=(\S+)", pipeline).group(1).split("+"))
        table = PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
        cells = " ".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))
        computed = set(re.findall(r"`(\w+)`", cells)) - {"channels"}
        self.assertGreaterEqual(len(computed), 9)
        # LUMA is not computed from Y'CbCr; the quickstart counts it.
        self.assertEqual(computed - named, {"luma"})

    def test_commands_print_what_is_shown(self):
        for title, (command, shown, *_) in self.recipes.items():
            with self.subTest(recipe=title):
                done = run("bash", "-c", "set -o pipefail; " + command)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                assert_prints(self, done.stdout, shown)

    def test_python_prints_what_is_shown(self):
        pipelines = self.pipelines()
        for title, (_, _, _, lines, shown) in self.recipes.items():
            with self.subTest(recipe=title):
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(lines, {"h": last_histogram(unquoted(pipelines[title]))})
                assert_prints(self, printed.getvalue(), shown)

    def test_c_prints_what_is_shown(self):
        functions = [f"static void recipe_{i} (GstVideoHistogram *h)\n{{\n{recipe[2]}}}\n"
                     for i, recipe in enumerate(self.recipes.values())]
        names = ", ".join(f"recipe_{i}" for i in range(len(functions)))
        pipelines = self.pipelines()
        with tempfile.TemporaryDirectory() as folder:
            text = C_PROGRAM % ("\n".join(functions), names)
            program = compile_program(self, "c", text, Path(folder))
            for i, (title, recipe) in enumerate(self.recipes.items()):
                with self.subTest(recipe=title):
                    done = run(program, i, unquoted(pipelines[title]))
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    assert_prints(self, done.stdout, recipe[4])


def unquoted(pipeline):
    """A pipeline without the shell's quotes."""
    return " ".join(shlex.split(pipeline))


if __name__ == "__main__":
    unittest.main(verbosity=2)
