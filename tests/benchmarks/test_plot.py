# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""benchmarks/plot: every kind of result is drawn, and nothing that was not measured."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

SOURCE = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"])

try:
    import matplotlib  # noqa: F401
except ImportError:
    print(f"SKIP: {sys.executable} has no matplotlib (Debian: python3-matplotlib)")
    sys.exit(77)

HEAD = {"date": "2000-01-01T00:00:00Z", "commit": "none"}


def kernel_cell(counter, content, size, width, height, bins=256, **times):
    return {"format": "RGBA", "size": size, "width": width, "height": height, "stride": 4 * width,
            "base_offset": 0, "regions": 0, "bytes": 4 * width * height, "content": content,
            "alpha": "opaque", "bins": bins, "counter": counter, **times}


KERNELS = {**HEAD, "benchmark": "kernels", "device": "A GPU", "cub": "1.0", "npp": None, "cells": [
    kernel_cell(counter, content, *size, stream_us=us * size[1])
    for counter, us in (("read", 1), ("ours", 2), ("CUB", 3), ("something new", 4))
    for content in ("random", "photo") for size in (("1080p", 1920, 1080), ("8K", 7680, 4320))] + [
        kernel_cell("NPP", "photo", "8K", 7680, 4320, not_measured="no NPP")]}


SIZES = ((500, 200), (1000, 1000), (4000, 2000))


def octave(machine, **also):
    return {**HEAD, "benchmark": "octave", "machine": machine, "cores": 2, "device": None,
            "octave": "7.3.0", "points": [
                {"content": content, "format": "RGBA", "width": width, "height": height,
                 "bins": 256, "counter": counter, "threads": 1, "best_us": 7e3, "median_us": 8e3,
                 **also}
                for counter in ("cpu", "octave") for content in ("random", "photo")
                for width, height in SIZES]}


def experiment(machine, devices, *ways):
    """`ways`: memory, microseconds of an image and of a megapixel, and what else a point has."""
    return {**HEAD, "benchmark": "experiment", "machine": machine, "cores": 2, "devices": devices,
            "points": [
                {"memory": memory, "width": width, "height": height,
                 "median_us": once + each * width * height / 1e6, "best_us": once, **way}
                for memory, once, each, way in ways for width, height in SIZES]}


CPU = {"counter": "cpu", "threads": 1}


def gpus(number, split=None):
    return {"counter": "cuda", "gpus": number, **({"split": split} if split else {})}


class Plot(unittest.TestCase):
    def plot(self, *results):
        """The figures made of these results: name: bytes."""
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for i, result in enumerate(results):
                files.append(Path(folder) / f"{i}.json")
                files[-1].write_text(json.dumps(result))
            out = Path(folder) / "plots"
            self.done = subprocess.run([sys.executable, SOURCE / "benchmarks/plot", "--out", out,
                                        *files], capture_output=True, text=True)
            return {path.name: path.read_bytes() for path in out.glob("*")} if out.exists() else {}

    def assert_drawn(self, figures, *names):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        self.assertEqual(sorted(figures), sorted(f"{n}.{s}" for n in names for s in ("svg", "png")))
        for name in names:
            self.assertTrue(figures[f"{name}.png"].startswith(b"\x89PNG"))
            xml.etree.ElementTree.fromstring(figures[f"{name}.svg"])

    def test_kernels_are_drawn_by_size_and_by_content(self):
        figures = self.plot(KERNELS)
        self.assert_drawn(figures, "kernel-time-by-size-a-gpu", "kernel-time-by-content-a-gpu")
        drawn = figures["kernel-time-by-size-a-gpu.svg"]
        self.assertIn(b"<!-- CUB -->", drawn)
        self.assertIn(b"<!-- something new -->", drawn)
        self.assertNotIn(b"<!-- NPP -->", drawn)

    def assert_rows(self, table, *rows):
        lines = table.decode().splitlines()
        for row in rows:
            self.assertIn(row, lines)

    def test_the_experiment_of_several_machines_is_one_figure_and_a_table(self):
        figures = self.plot(
            octave("One"), experiment("One", [], ("pageable", 0, 1000, CPU)),
            experiment("Two", ["A GPU", "A GPU"], ("pageable", 0, 2000, CPU),
                       ("pageable", 100, 100, gpus(1)), ("pageable", 150, 50, gpus(2, "rows")),
                       ("pageable", 100, 102, gpus(2, "channels")), ("pinned", 10, 100, gpus(1))))
        table = figures.pop("run-time-by-size.md")
        self.assert_drawn(figures, "run-time-by-size")
        for name in (b"One", b"Two, 2 cores", b"2 x A GPU", b"Octave 7.3.0", b"1 thread", b"1 GPU",
                     b"2 GPUs, rows", b"2 GPUs, channels"):
            self.assertIn(b"<!-- " + name, figures["run-time-by-size.svg"])
        self.assert_rows(
            table,
            "1. One, 2 cores", "2. 2 x A GPU, Two, 2 cores",
            "| megapixels | Octave 7.3.0 (1) | 1 thread (1) | 1 thread (2) | 1 GPU (2) | "
            "2 GPUs, rows (2) | 2 GPUs, channels (2) |",
            "| 0.1 | 8.000 | 0.100 | 0.200 | 0.110 | 0.155 | 0.110 |",
            "| 8.0 | 8.000 | 8.000 | 16.0 | 0.900 | 0.550 | 0.916 |",
            "- 1 GPU, against 1 thread: from 0.1 megapixels on",
            "- 2 GPUs, rows, against 1 GPU: from 8.0 megapixels on",
            "- 2 GPUs, channels, against 1 GPU: at no size",
            "From pinned memory:", "| 1.0 | 0.110 |")

    def test_of_octave_photos_with_a_median_are_drawn(self):
        self.assertEqual(self.plot(octave("One", content="random")), {})
        old = octave("One")
        for point in old["points"]:
            del point["median_us"]
        self.assertEqual(self.plot(old), {})

    def test_the_results_of_this_tree_are_drawn_the_same_every_time(self):
        results = [json.loads(path.read_text())
                   for path in sorted((SOURCE / "benchmarks/results").glob("cpu-*.json"))]
        figures = self.plot(*results)
        self.assertTrue(figures, self.done.stderr)
        self.assertEqual(figures, self.plot(*results))

    def test_without_anything_to_draw_it_says_so(self):
        self.assertEqual(self.plot({"benchmark": "another"}), {})
        self.assertNotEqual(self.done.returncode, 0)
        self.assertIn("can be drawn", self.done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
