# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The stubs describe the module as it is, and mypy finds with them what is wrong in a program."""
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import GstVideoHistogram, main

STUBS = Path(os.environ["VIDEOHISTOGRAM_STUBS"])
ANYTHING = "from typing import Any\ndef __getattr__(name: str) -> Any: ...\n"
CORRECT = """
from gi.repository import GLib, Gst, GstVideoHistogram

def shares(buffer: Gst.Buffer) -> list[float]:
    found: list[float] = []
    for meta in GstVideoHistogram.metas(buffer):
        histogram = meta.get_histogram()
        histogram.wait(Gst.SECOND)
        found.append(histogram["Y"][0] / histogram.get_samples(channel="Y") + meta.roi.w)
        found += [float(counts.sum()) for _, counts in histogram.items()]
        if histogram.projections and histogram.projections[0].counts().shape == (1, 2):
            found.append(histogram.sums["TOUT"].values()[0, 0, 0] + histogram.joints[0].counts()[0, 0])
    return found

def told(message: Gst.Message) -> str:
    ok, histogram, timestamp, *_ = GstVideoHistogram.message_parse_video_histogram(message)
    if not ok or histogram is None:
        return GstVideoHistogram.VideoHistogramField.TOP.value_nick
    histogram.call_when_ready(lambda h, *data: print(h), "data")
    difference = histogram.compare(histogram, GstVideoHistogram.VideoHistogramCompareMethod.EARTH_MOVERS)
    ok, stats = histogram.get_signalstats()
    return f"{timestamp + difference + stats.y_average}"
"""
# Each line with a mistake names it.
WRONG = """
from gi.repository import Gst, GstVideoHistogram
def read(buffer: Gst.Buffer) -> None:
    meta = GstVideoHistogram.buffer_get_video_histogram_meta(buffer)
    print(meta.histogram)  # union-attr
    assert meta
    meta.histogram.get_avg(0)  # attr-defined
    meta.histogram.get_mean(None)  # arg-type
    meta.histogram.get_percentile("Y")  # call-arg
    text: str = meta.histogram.get_median("Y")  # assignment
    meta.histogram.compare(meta.histogram, 3)  # arg-type
"""


def mypy(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", *arguments], cwd=folder, text=True,
                          env={**os.environ, "MYPYPATH": str(folder)}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=170, check=False)


@unittest.skipUnless(subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True,
                                    check=False).returncode == 0, "no mypy (Debian: mypy)")
class Checked(unittest.TestCase):
    """The other modules of gi are anything here: their stubs are not in Debian."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        modules = cls.folder / "gi" / "repository"
        modules.mkdir(parents=True)
        (modules.parent / "__init__.pyi").write_text("")
        (modules / "__init__.pyi").write_text("")
        for name in ("GLib", "Gst", "GstVideo"):
            (modules / f"{name}.pyi").write_text(ANYTHING)
        shutil.copy(STUBS, modules)
        (cls.folder / "correct.py").write_text(CORRECT)
        (cls.folder / "wrong.py").write_text(WRONG)

    def test_the_stubs_and_a_correct_program_have_no_errors(self):
        done = mypy(self.folder, "gi/repository/GstVideoHistogram.pyi", "correct.py")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_mistakes_are_found(self):
        expected = {(number, line.partition("# ")[2]) for number, line in enumerate(WRONG.splitlines(), 1) if "# " in line}
        done = mypy(self.folder, "wrong.py")
        found = {(int(line.split(":")[1]), line.rpartition("[")[2].rstrip("]"))
                 for line in done.stdout.splitlines() if ": error: " in line}
        self.assertEqual(found, expected, done.stdout)


class Names(unittest.TestCase):
    def test_the_stubs_name_what_the_module_has(self):
        tree = ast.parse(STUBS.read_text(encoding="utf-8"))
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        names = set(classes) | {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        names |= {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
        # Functions that begin with video_histogram_ are those of types, once more.
        public = {name for name in dir(GstVideoHistogram) if not name.startswith(("_", "video_histogram_"))
                  and getattr(getattr(GstVideoHistogram, name), "__module__", "").find("GstVideoHistogram") >= 0}
        constants = {name for name in dir(GstVideoHistogram) if name.startswith("VIDEO_HISTOGRAM_")}
        functions = {name for name in dir(GstVideoHistogram) if name.split("_")[0] in ("buffer", "message", "metas")}
        self.assertEqual(names - {"video_histogram_meta_api_get_type"}, public | constants | functions)

        checked = 0
        for name, node in classes.items():
            stubbed = {f.name for f in node.body if isinstance(f, ast.FunctionDef)}
            stubbed |= {f.target.id for f in node.body if isinstance(f, ast.AnnAssign)}
            cls = getattr(GstVideoHistogram, name)
            self.assertEqual({one for one in stubbed if not hasattr(cls, one)}, set(), name)
            if hasattr(cls, "__info__") and hasattr(cls.__info__, "get_methods") and hasattr(cls.__info__, "get_fields"):
                own = {method.get_name() for method in cls.__info__.get_methods()}
                own |= {field.get_name() for field in cls.__info__.get_fields()}
                own = {one for one in own if not one.startswith("_")} - {"ref", "unref", "copy", "free", "meta"}
                self.assertEqual(own - stubbed, set(), name)
                checked += 1
        self.assertGreaterEqual(checked, 7)


if __name__ == "__main__":
    main()
