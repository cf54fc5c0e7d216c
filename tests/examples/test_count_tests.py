# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/count_tests.py, which gives tests/run its last line and its exit status."""
import json
import sys
import tempfile
import unittest
from pathlib import Path

from common import SOURCE, run

PROGRAM = SOURCE / "tests" / "count_tests.py"
GTEST = """[ RUN      ] Frame.a_row_is_read
[       OK ] Frame.a_row_is_read (0 ms)
[ RUN      ] Sizes/Frame.is_odd/3
f.cpp:3: Failure
[  FAILED  ] Sizes/Frame.is_odd/3, where GetParam() = 4-byte object (2 ms)
[ RUN      ] Cuda.counts
test.cpp:12: Skipped
no CUDA device

[  SKIPPED ] Cuda.counts (0 ms)
[==========] 3 tests from 3 test suites ran. (2 ms total)
[  PASSED  ] 1 test.
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] Cuda.counts
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Sizes/Frame.is_odd/3, where GetParam() = 4-byte object
"""
UNITTEST = """test_a (m.T.test_a) ... ok
test_b (m.T.test_b) ... skipped 'no Pillow'
test_c (m.T.test_c) ... FAIL
----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1, skipped=1)
"""


class CountTests(unittest.TestCase):
    def count(self, *programs, label="", options=()):
        """Runs it over a log of (result, stdout, ...) and gives (last line, exit status, all).
        A program may have its duration in seconds as third item."""
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "testlog.json"
            log.write_text("".join(
                json.dumps({"name": f"program {i}", "result": result, "stdout": stdout,
                            "duration": duration[0] if duration else 0.0}) + "\n"
                for i, (result, stdout, *duration) in enumerate(programs)), encoding="utf-8")
            done = run(sys.executable, PROGRAM, *options, f"{label}={log}")
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()[-1], done.returncode, done.stdout

    def test_googletest_cases_are_counted_one_by_one(self):
        last, status, text = self.count(("FAIL", GTEST))
        self.assertEqual((last, status), ("1 passed, 1 failed, 1 skipped", 1))
        self.assertIn("program 0: Cuda.counts: no CUDA device", text)

    def test_gst_check_cases_are_counted_one_by_one(self):
        log = "Running suite(s): element\n{}%: Checks: 5, Failures: {}, Errors: {}\n"
        self.assertEqual(self.count(("OK", log.format(100, 0, 0)))[:2],
                         ("5 passed, 0 failed, 0 skipped", 0))
        self.assertEqual(self.count(("FAIL", log.format(40, 1, 2)))[:2],
                         ("2 passed, 3 failed, 0 skipped", 1))

    def test_unittest_cases_are_counted_one_by_one(self):
        last, status, text = self.count(("FAIL", UNITTEST))
        self.assertEqual((last, status), ("1 passed, 1 failed, 1 skipped", 1))
        self.assertIn("program 0: no Pillow", text)

    def test_a_class_that_unittest_skips_is_not_among_the_tests_that_ran(self):
        log = "setUpClass (m.T) ... skipped 'no cmake'\ntest_a (m.U.test_a) ... ok\ntest_b (m.U.test_b) ... skipped 'no git'\n"
        last, status, text = self.count(("OK", log + "Ran 2 tests in 0.001s\n\nOK (skipped=2)\n"))
        self.assertEqual((last, status), ("1 passed, 0 failed, 2 skipped", 0))
        self.assertIn("program 0: no cmake", text)

    def test_other_programs_count_as_one(self):
        self.assertEqual(self.count(("OK", ""), ("OK", "fine"), ("FAIL", "not fine"))[:2],
                         ("2 passed, 1 failed, 0 skipped", 1))

    def test_skipped_program_tells_its_reason(self):
        last, status, text = self.count(("OK", ""), ("SKIP", "starting\nSKIP: no GPU here\n"),
                                        ("SKIP", "starting\nno nvcc\n"))
        self.assertEqual((last, status), ("1 passed, 0 failed, 2 skipped", 0))
        self.assertIn("program 1: no GPU here\n", text)
        self.assertIn("program 2: no nvcc\n", text)

    def test_case_that_says_it_skips_is_not_passed(self):
        log = "SKIP: no device\n100%: Checks: 3, Failures: 0, Errors: 0\n"
        self.assertEqual(self.count(("OK", log))[:2], ("2 passed, 0 failed, 1 skipped", 0))

    def test_fifteen_slowest_programs_and_the_times_of_builds_come_before_the_last_line(self):
        text = self.count(("OK", "", 3.04), ("FAIL", "", 120.5), ("SKIP", "no", 0.5), *(("OK", "", 10 + i) for i in range(15)),
                          ("OK", "", 61.25), label="asan", options=("--took", "build 7 + 9 s, build-asan 1 + 2 s"))[2]
        self.assertEqual(text.splitlines()[-20:],
                         ["Slowest:",
                          "   120.5 s  asan: program 1",
                          "    61.2 s  asan: program 18",
                          *(f"    {10 + i:.1f} s  asan: program {3 + i}" for i in range(14, 1, -1)),
                          "",
                          "Builds and tests took build 7 + 9 s, build-asan 1 + 2 s.",
                          "",
                          "17 passed, 1 failed, 1 skipped"])

    def test_tests_that_packages_would_add_come_before_the_last_line(self):
        lines = self.count(("SKIP", "SKIP: no sbatch (Debian: munge slurmd)\n"), ("OK", ""),
                           ("OK", UNITTEST.replace("no Pillow", "no zsh (Debian: zsh)").replace("failures=1, ", "") + "SKIP: x\n"),
                           ("SKIP", "SKIP: no sbatch (Debian: munge slurmd)\n"), ("SKIP", "no GPU\n"),
                           ("SKIP", "SKIP: no clang-format 14 (Debian: clang-format-14)\n"),
                           label="asan", options=("--installable", "zsh slurmd mandoc"))[2].splitlines()
        self.assertEqual(lines[-6:-1], ["", "`scripts/install-packages all-tests` installs what these tests lack:",
                                        "  slurmd: asan: program 0 (1), asan: program 3 (1)",
                                        "  zsh: asan: program 2 (1)", ""])
        self.assertRegex(lines[-1], r"^\d+ passed, \d+ failed, 5 skipped$")

    def test_nothing_is_slow_where_nothing_ran(self):
        self.assertNotIn("Slowest", self.count()[2])

    def test_crash_after_passing_cases_is_a_failure(self):
        crashed = "[ RUN      ] A.b\n[       OK ] A.b (0 ms)\n[ RUN      ] A.c\n"
        for result in ("FAIL", "TIMEOUT", "ERROR", "INTERRUPT"):
            self.assertEqual(self.count((result, crashed))[:2], ("1 passed, 1 failed, 0 skipped", 1))

    def test_nothing_passed_is_no_success(self):
        self.assertEqual(self.count()[:2], ("0 passed, 0 failed, 0 skipped", 1))
        self.assertEqual(self.count(("SKIP", "no"))[:2], ("0 passed, 0 failed, 1 skipped", 1))

    def test_missing_log_is_a_failure(self):
        done = run(sys.executable, PROGRAM, "asan=/nowhere/testlog.json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines()[-1], "0 passed, 1 failed, 0 skipped")
        self.assertIn("asan: no results", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
