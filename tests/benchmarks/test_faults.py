# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""benchmarks/faults/run: what it takes for lost, with a program that prints what a test wants."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"]) / "benchmarks/faults/run"
BUILT = Path(os.environ["VIDEOHISTOGRAM_BUILD_ROOT"]) / "benchmarks/faults/count_all"

# Prints three good frames without a fault, and `faulty` with one. Writes the log of calls.
PROGRAM = """#!{python}
import json, os, sys, time
def frame(number):
    return {{"frame": number, "tables": {{"Y": "1", "projection 0": str(number)}}}}
lines = [frame(i) for i in range(3)] + [{{"stats": {{"counted": 3, "failed": 0}}}}]
if os.environ.get("CUDA_FAULT_LOG"):
    with open(os.environ["CUDA_FAULT_LOG"], "w") as file:
        file.write("failed 0\\ncudaEventQuery 20\\ncudaMemcpyAsync 5\\n")
if os.environ.get("CUDA_FAULT"):
    {faulty}
for line in lines:
    print(json.dumps(line))
"""

ANNOUNCED = """lines[1] = {"frame": 1, "error": "error: lost"}
    lines[3]["stats"]["failed"] = 1
    lines.append({"warning": "A frame could not be counted"})"""


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results = self.folder / "faults.json"

    def run_with(self, faulty, *arguments):
        """Runs 8 faults with a program that does that when a call fails."""
        program = self.folder / "count_all"
        program.write_text(PROGRAM.format(python=sys.executable, faulty=faulty), encoding="utf-8")
        program.chmod(0o755)
        return subprocess.run(
            [sys.executable, SCRIPT, self.results, "--program", program, "--library", program,
             "--count", "8", "--parallel", "2", *arguments], capture_output=True, text=True)

    def summary(self, name="system-messages"):
        return json.loads(self.results.read_text(encoding="utf-8"))["summary"][name]

    def expect_bad(self, faulty, key, *arguments):
        done = self.run_with(faulty, *arguments)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertGreater(self.summary()[key], 0)

    def test_equal_and_announced_frames_are_right(self):
        done = self.run_with("pass")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.summary()["frames_equal"], 4 * 3)
        done = self.run_with(ANNOUNCED)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((self.summary()["frames_equal"], self.summary()["frames_announced"]),
                         (4 * 2, 4))
        done = self.run_with('lines[2]["tables"]["projection 0"] = "error: not read"\n'
                             '    lines.append({"warning": "not read"})')
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_what_is_missing_without_a_word_is_lost(self):
        for faulty in ('lines[1]["tables"]["projection 0"] = "9"',
                       'del lines[1]["tables"]["projection 0"]',
                       'lines[1]["tables"]["projection 0"] = "missing"',
                       'del lines[1]',
                       ANNOUNCED.rpartition("\n")[0],
                       ANNOUNCED.replace("= 1\n", "= 2\n")):
            with self.subTest(faulty=faulty):
                self.expect_bad(faulty, "lost")

    def test_a_crash_and_a_hang_are_told_apart(self):
        self.expect_bad("os.abort()", "crashes")
        self.expect_bad("time.sleep(60)", "timeouts", "--limit", "0.5")

    def test_goes_add_up_and_choose_the_same_faults(self):
        self.assertEqual(self.run_with("pass").returncode, 0)
        first = json.loads(self.results.read_text(encoding="utf-8"))["faults"]
        self.assertEqual(self.run_with("pass", "--start", "8").returncode, 0)
        self.assertEqual(self.run_with("pass").returncode, 0)
        both = json.loads(self.results.read_text(encoding="utf-8"))["faults"]
        self.assertEqual([entry["number"] for entry in both], list(range(16)))
        choice = [(f["call"], f["nth"], f["code"], f["times"]) for f in first]
        self.assertEqual([(f["call"], f["nth"], f["code"], f["times"]) for f in both[:8]], choice)
        self.assertEqual(self.run_with("pass", "--seed", "2").returncode, 2)

    @unittest.skipUnless(BUILT.exists(), "benchmarks are not built")
    def test_the_cpu_counts_what_the_cpu_counts(self):
        build = BUILT.parent.parent.parent
        env = {**os.environ, "GST_PLUGIN_PATH_1_0": str(build / "plugin"),
               "GST_REGISTRY_1_0": str(self.folder / "registry.bin")}
        subprocess.run(["gst-inspect-1.0", "videohistogram"], env=env, capture_output=True)
        done = subprocess.run([sys.executable, SCRIPT, self.results, "--program", BUILT,
                               "--backend", "cpu", "--properties", "max-in-flight=2"], env=env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("2 kinds of pipelines are right", done.stdout)


if __name__ == "__main__":
    unittest.main()
