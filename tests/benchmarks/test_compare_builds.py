# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""benchmarks/compare_builds: which cells are slower, in every run or by chance."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"]) / "benchmarks/compare_builds"


def kernels(**times):
    """One file of bench_kernels. A peer's cell is in it, which is not compared."""
    cells = [{"name": name + "/ours", "counter": "ours", "alone_us": time}
             for name, time in times.items()]
    peer = {"name": "peer/CUB", "counter": "CUB", "alone_us": 1.0}
    return {"benchmark": "kernels", "device": "A GPU", "commit": "none", "cells": [*cells, peer]}


def pipelines(rate):
    return {"benchmark": "pipelines", "groups": [{"group": "system/4K", "results": [
        {"name": "cuda, pinned", "how": "src ! videohistogram ! sink", "frames_per_second": rate},
        {"name": "link", "how": "a bare copy", "frames_per_second": 2 * rate}]}]}


class CompareBuilds(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_of(self, name, before, after, again=()):
        for build, results in (("before", before), ("after", after), ("again", again)):
            folder = Path(self.folder.name) / name / build
            folder.mkdir(parents=True)
            for i, result in enumerate(results):
                (folder / f"{i}.json").write_text(json.dumps(result), encoding="utf-8")
        return Path(self.folder.name) / name

    def compare(self, *runs):
        out = Path(self.folder.name) / "out.json"
        done = subprocess.run([sys.executable, SCRIPT, "--json", out, *runs], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout, json.loads(out.read_text(encoding="utf-8"))["runs"]

    def test_medians_of_the_projects_own_cells(self):
        run = self.run_of("one", [kernels(a=10, b=4), kernels(a=30, b=4), kernels(a=20, b=4)],
                          [kernels(a=10, b=2), kernels(a=25, b=2), kernels(a=11, b=2)])
        code, _, runs = self.compare(run)
        self.assertEqual(code, 0)
        cells = runs[0]["kernels"]["cells"]
        self.assertEqual(set(cells), {"a alone", "b alone"})
        self.assertEqual(cells["a alone"][:3], [20, 11, 0.55])
        self.assertEqual(cells["b alone"][:3], [4, 2, 0.5])
        # The exact probability would be 0.1; the normal approximation, all values tied in each
        # build: z = (4.5 - 0.5) / sqrt(9 / 12 * (7 - 48 / 30)).
        self.assertAlmostEqual(cells["b alone"][4], 0.047, places=3)
        self.assertAlmostEqual(runs[0]["kernels"]["geometric_mean"], 0.5244, places=4)

    def test_a_rate_is_slower_where_it_is_lower(self):
        code, _, runs = self.compare(self.run_of("one", [pipelines(1000)], [pipelines(800)]))
        self.assertEqual(code, 1)
        cells = runs[0]["pipelines"]["cells"]
        self.assertEqual(list(cells), ["system/4K/cuda, pinned"])
        self.assertEqual(cells["system/4K/cuda, pinned"][2], 1.25)

    def test_slower_in_one_run_of_two_is_chance(self):
        first = self.run_of("first", [kernels(a=10, b=10)], [kernels(a=11, b=11)])
        second = self.run_of("second", [kernels(a=10, b=10)], [kernels(a=11, b=10)])
        alone = self.run_of("alone", [pipelines(1000)], [pipelines(500)])
        code, text, _ = self.compare(first, second, alone)
        self.assertEqual(code, 1)
        self.assertIn("in every run: 1\n  kernels a alone\n", text)
        code, text, _ = self.compare(second, self.run_of("third", [kernels(a=1)], [kernels(a=1)]))
        self.assertEqual(code, 0)
        self.assertIn("in every run: 0\n", text)

    def test_a_cell_is_slower_only_beyond_its_noise(self):
        before, after = [kernels(a=100, b=100)], [kernels(a=108, b=108)]
        run = self.run_of("noisy", before, after, [kernels(a=90, b=101)])
        code, text, runs = self.compare(run)
        self.assertEqual(code, 1)
        self.assertNotIn(" a alone", text)
        self.assertIn("1.080  noise 0.010  p 1.000  1 samples  b alone\n", text)
        self.assertEqual(runs[0]["kernels"]["cells"]["a alone"][:4], [100, 108, 1.08, 0.1])
        self.assertAlmostEqual(runs[0]["kernels"]["geometric_mean_again"], 0.9534, places=4)

    def test_cells_of_the_other_programs(self):
        joint = {"benchmark": "joint", "cells": [
            {"name": "NV12/4K/Cb*Cr/joint", "counter": "joint", "alone_us": 10, "stream_us": 8},
            {"name": "NV12/4K/Cb*Cr/read", "counter": "read", "alone_us": 6}]}
        colours = {"benchmark": "cpu-colours", "cells": [
            {"format": "NV12", "content": "random", "channels": "r+g", "target": "avx2",
             "ours_ms": 2.0, "videoconvert_ms": 3.0}]}
        directions = {"benchmark": "cpu-directions", "cells": [], "waveform": [
            {"size": "4K", "content": "photo", "target": "auto", "ours_ms": 2.0, "waveform_ms": 9.0}]}
        results = [joint, colours, directions]
        code, _, runs = self.compare(self.run_of("one", results, results))
        self.assertEqual(code, 0)
        self.assertEqual({benchmark: set(entry["cells"]) for benchmark, entry in runs[0].items()},
                         {"joint": {"NV12/4K/Cb*Cr/joint alone", "NV12/4K/Cb*Cr/joint stream"},
                          "cpu-colours": {"NV12/random/r+g/avx2 ours_ms"},
                          "cpu-directions": {"waveform/4K/photo/auto ours_ms"}})


if __name__ == "__main__":
    unittest.main()
