# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shared by the Python tests of all folders: the end of a test program."""
import sys
import unittest


class Result(unittest.TextTestResult):
    """Also knows how many tests, or parts of tests, passed.

    Their number does not follow from the others: a class that is skipped in setUpClass() is one skip and no test, and skipped parts of a
    test are several skips and one test.
    """

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.passed += 1

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        self.passed += err is None


class Runner(unittest.TextTestRunner):
    resultclass = Result


def main():
    """Runs the tests of a file. Exit status 77 if every one of them was skipped, and 1 if one failed or there is none."""
    result = unittest.main(module="__main__", testRunner=Runner, exit=False, verbosity=2).result
    for _, reason in result.skipped:
        print("SKIP:", reason)
    if not result.wasSuccessful():
        sys.exit(1)
    if result.passed == 0:
        if not result.skipped:
            print("no test ran")
        sys.exit(77 if result.skipped else 1)
