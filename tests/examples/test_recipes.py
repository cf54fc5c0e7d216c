# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The recipes of docs/colours.md and docs/light.md: the command prints what the page shows, and the
lines of C and of Python print what the page shows of `h`, the histogram that the command's last
message has, or of `histograms`, those of all messages."""
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

# A command and what it prints; C, Python, and what both print.
RECIPE = re.compile(r"```sh\n(.*?)```\n+```\n(.*?)```\n+"
                    r"```c\n(.*?)```\n+```python\n(.*?)```\n+```\n(.*?)```", re.DOTALL)
C_PROGRAM = """
#include <gst/videohistogram/videohistogram.h>
#include <math.h>
%s
static void (*const recipes[]) (GstVideoHistogram *h, GPtrArray *histograms) = { %s };

int
main (int argc, char **argv)
{
  GPtrArray *histograms = g_ptr_array_new_with_free_func ((GDestroyNotify) gst_video_histogram_unref);
  GstMessageType type = GST_MESSAGE_UNKNOWN;

  gst_init (&argc, &argv);
  GstElement *pipeline = gst_parse_launch (argv[2], NULL);
  GstBus *bus = gst_element_get_bus (pipeline);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  while (type != GST_MESSAGE_EOS && type != GST_MESSAGE_ERROR) {
    GstMessage *message = gst_bus_timed_pop (bus, GST_CLOCK_TIME_NONE);
    GstVideoHistogram *h = NULL;

    type = GST_MESSAGE_TYPE (message);
    if (gst_message_parse_video_histogram (message, &h, NULL, NULL, NULL, NULL))
      g_ptr_array_add (histograms, h);
    gst_message_unref (message);
  }
  recipes[g_ascii_strtoll (argv[1], NULL, 10)] (g_ptr_array_index (histograms, histograms->len - 1),
      histograms);
  g_ptr_array_unref (histograms);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
  return type == GST_MESSAGE_ERROR;
}
"""


def histograms_of(description):
    """The histograms of the messages of a pipeline, whose paths begin at the source's root."""
    pipeline = Gst.parse_launch(description.replace("tests/media/", f"{SOURCE}/tests/media/"))
    pipeline.set_state(Gst.State.PLAYING)
    histograms, ends = [], Gst.MessageType.EOS | Gst.MessageType.ERROR
    while not (message := pipeline.get_bus().timed_pop(Gst.CLOCK_TIME_NONE)).type & ends:
        ok, histogram, *_ = GstVideoHistogram.message_parse_video_histogram(message)
        histograms += [histogram] if ok else []
    pipeline.set_state(Gst.State.NULL)
    assert message.type == Gst.MessageType.EOS and histograms, description
    return histograms


class Recipes:
    """The tests of a page."""
    page = None

    @classmethod
    def setUpClass(cls):
        text = cls.page.read_text(encoding="utf-8").partition("\n## Recipes\n")[2]
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
                    histograms = histograms_of(unquoted(pipelines[title]))
                    exec(lines, {"h": histograms[-1], "histograms": histograms,
                                 "GstVideoHistogram": GstVideoHistogram})
                assert_prints(self, printed.getvalue(), shown)

    def test_c_prints_what_is_shown(self):
        head = "static void recipe_%d (GstVideoHistogram *h, GPtrArray *histograms)\n{\n%s}\n"
        functions = [head % (i, recipe[2]) for i, recipe in enumerate(self.recipes.values())]
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


class Colours(Recipes, unittest.TestCase):
    page = SOURCE / "docs" / "colours.md"

    def test_every_computed_channel_has_a_recipe(self):
        named = set()
        for pipeline in self.pipelines().values():
            named |= set(re.search(r"channels=(\S+)", pipeline).group(1).split("+"))
        table = self.page.read_text(encoding="utf-8").partition("\n## ")[0]
        cells = " ".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))
        computed = set(re.findall(r"`([\w-]+)`", cells)) - {"channels"}
        self.assertGreaterEqual(len(computed), 12)
        # LUMA is not computed from Y'CbCr; the quickstart counts it.
        self.assertEqual(computed - named, {"luma"})


class Light(Recipes, unittest.TestCase):
    page = SOURCE / "docs" / "light.md"


if __name__ == "__main__":
    unittest.main(verbosity=2)
