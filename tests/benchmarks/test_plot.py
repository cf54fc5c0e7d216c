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


def compared(machine, device, *counters):
    return {**HEAD, "benchmark": "octave", "machine": machine, "cores": 2, "device": device,
            "octave": "7.3.0", "points": [
                {"content": content, "format": "RGBA", "width": side, "height": side, "bins": 256,
                 "counter": counter, "threads": threads, "best_us": us * side * side}
                for counter, threads, us in counters for content in ("random", "photo")
                for side in (300, 3000)]}


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

    def test_machines_without_a_gpu_or_octave_share_a_figure(self):
        figures = self.plot(
            compared("One", None, ("cpu", 1, 2), ("cpu", 2, 1), ("octave", None, 9)),
            compared("Two", "A GPU (device 0)", ("cpu", 1, 2), ("cuda", None, 0.1)))
        self.assert_drawn(figures, "run-time-by-size")
        for name in (b"ours, 1 thread", b"Octave 7.3.0", b"ours, A GPU"):
            self.assertIn(b"<!-- " + name, figures["run-time-by-size.svg"])

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
