#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The exit status of a Python test program, and the reasons that it prints: 0 says that something was tested."""
import os
import subprocess
import sys
from pathlib import Path

import support

TESTS = Path(__file__).resolve().parents[1]
PASSES = "class Passes(unittest.TestCase):\n    def test_one(self):\n        pass\n"
FAILS = "class Fails(unittest.TestCase):\n    def test_one(self):\n        self.fail()\n"
KNOWN = "class Known(unittest.TestCase):\n    @unittest.expectedFailure\n    def test_one(self):\n        self.fail()\n"
TEST_SKIPS = "class One(unittest.TestCase):\n    def test_one(self):\n        self.skipTest('no test')\n"
DECORATED = "@unittest.skip('no class')\nclass Decorated(unittest.TestCase):\n    def test_one(self):\n        pass\n"
SET_UP_SKIPS = ("class SetUp(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        raise unittest.SkipTest('no set-up')\n"
                "    def test_one(self):\n        pass\n    def test_two(self):\n        pass\n")
PARTS = ("class Parts(unittest.TestCase):\n    def test_one(self):\n        for part in {parts}:\n            with self.subTest(part):\n"
         "                if part > 1:\n                    self.skipTest(f'no part {{part}}')\n")


class Skips(support.TestCase):
    def test_a_program_without_a_passed_test_is_skipped_or_failed(self):
        no_test, no_class, no_set_up, no_parts = ["SKIP: no test"], ["SKIP: no class"], ["SKIP: no set-up"], ["SKIP: no part 2", "SKIP: no part 3"]
        cases = {
            "one passes": (PASSES, 0, []),
            "one fails as is known": (KNOWN, 0, []),
            "one fails": (PASSES + FAILS, 1, []),
            "none": ("", 1, ["no test ran"]),
            "a test": (TEST_SKIPS, 77, no_test),
            "a test of two": (PASSES + TEST_SKIPS, 0, no_test),
            "a class": (DECORATED, 77, no_class),
            "a class of two": (PASSES + DECORATED, 0, no_class),
            "a class's set-up": (SET_UP_SKIPS, 77, no_set_up),
            "a class's set-up of two": (PASSES + SET_UP_SKIPS, 0, no_set_up),
            "a class's set-up beside a failure": (FAILS + SET_UP_SKIPS, 1, no_set_up),
            "all kinds": (TEST_SKIPS + DECORATED + SET_UP_SKIPS, 77, no_class + no_test + no_set_up),
            "all parts": (PARTS.format(parts=(2, 3)), 77, no_parts),
            "a part of two": (PARTS.format(parts=(1, 2)), 0, no_parts[:1]),
            "two parts of three": (PARTS.format(parts=(1, 2, 3)), 0, no_parts),
            "all parts of one test of two": (PASSES + PARTS.format(parts=(2, 3)), 0, no_parts),
        }
        for name, (classes, status, printed) in cases.items():
            with self.subTest(name):
                done = subprocess.run([sys.executable, "-c", f"import unittest\nimport unittest_main\n{classes}\nunittest_main.main()"],
                                      env={**os.environ, "PYTHONPATH": str(TESTS)}, capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual((done.returncode, sorted(done.stdout.splitlines())), (status, sorted(printed)), done.stderr)


if __name__ == "__main__":
    support.main()
