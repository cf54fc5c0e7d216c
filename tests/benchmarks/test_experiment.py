# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""bench_experiment: every way that this machine has counts every image, and says how long it took."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ["VIDEOHISTOGRAM_BUILD_ROOT"]) / "benchmarks/experiment/bench_experiment"

if not os.access(PROGRAM, os.X_OK):
    print("SKIP: built without the benchmarks")
    sys.exit(77)


class Experiment(unittest.TestCase):
    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)

    def test_small_images_are_counted_by_every_way(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "result.json"
            done = self.run_program("--quick", "--most", "0.4", "--json", file)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            result = json.loads(file.read_text())
        self.assertEqual(result["benchmark"], "experiment")
        for way in ("cpu", "cuda", "CUB", "NPP"):
            of_way = [p for p in result["points"] if p["counter"] == way]
            self.assertNotEqual(bool(of_way), way in result["not_measured"], way)
            for memory in {p["memory"] for p in result["points"]}:
                sizes = {(p["width"], p["height"]) for p in of_way if p["memory"] == memory}
                self.assertEqual(sizes, {(424, 240), (640, 480)} if of_way else set())
        self.assertTrue([p for p in result["points"]
                         if p["counter"] == "cpu" and p["memory"] == "pageable"])
        for point in result["points"]:
            self.assertGreaterEqual(point["median_us"], point["best_us"])
            self.assertGreater(point["best_us"], 0)
        gpus = {p["gpus"] for p in result["points"] if p["counter"] == "cuda"}
        self.assertEqual(max(gpus, default=0), len(result["devices"]))

    def test_an_unknown_option_is_refused(self):
        done = self.run_program("--fast")
        self.assertEqual(done.returncode, 2)
        self.assertIn("usage:", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
