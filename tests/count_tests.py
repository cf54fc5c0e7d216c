#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads Meson's testlog.json files and counts test cases rather than programs.

    count_tests.py [--installable PACKAGES] [--took TIMES] LABEL=build/meson-logs/testlog.json ...

A label goes in front of a test's name; it may be empty. A log that is not there counts as one
failure: its build or its run broke. Prints what was skipped with the reason, what failed with the
end of its output, the fifteen programs that took longest, the times of builds, and which tests were
skipped for one of the packages that are installable; the last line is
`N passed, N failed, N skipped`. The exit status is 0 only if something passed and nothing failed.
"""
import argparse
import collections
import json
import re
import sys
from dataclasses import dataclass, field

TAIL_LINES = 40
SLOWEST = 15

GTEST_START = re.compile(r"^.*\[ RUN      \] (\S+)")
GTEST_END = re.compile(r"\[ +(OK|FAILED|SKIPPED) +\] (\S+?),?(?: .*)? \(\d+ ms\)$")
GTEST_PLACE = re.compile(r"^\S+:\d+: Skipped$")
GST_CHECK = re.compile(r"^\d+%: Checks: (\d+), Failures: (\d+), Errors: (\d+)$")
UNITTEST_RAN = re.compile(r"^Ran (\d+) tests? in ")
UNITTEST_END = re.compile(r"^(?:OK|FAILED)(?: \((.*)\))?$")
UNITTEST_SKIP = re.compile(r"\.\.\. skipped ['\"](.*)['\"]$")
UNITTEST_CLASS_SKIP = re.compile(r"^setUpClass \(.*\.\.\. skipped ")  # none of its tests is among those that ran
# The end of a reason: `no mandoc (Debian: mandoc)`.
PACKAGES = re.compile(r"\(Debian: ([^)]+)\)")
SKIP_LINE = re.compile(r"^skip(?:ped)?\b:?\s*(.*)$", re.IGNORECASE)


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: list = field(default_factory=list)  # a reason each

    def __bool__(self):
        return bool(self.passed or self.failed or self.skipped)


def count_gtest(lines):
    count, text = Count(), []
    for line in lines:
        if GTEST_START.match(line):
            text = []
        elif end := GTEST_END.search(line):
            outcome, name = end.groups()
            if outcome == "OK":
                count.passed += 1
            elif outcome == "FAILED":
                count.failed += 1
            else:
                reason = " ".join(t.strip() for t in text if t and not GTEST_PLACE.match(t))
                count.skipped.append(f"{name}: {reason or 'no reason given'}")
        else:
            text.append(line)
    return count


def count_gst_check(lines):
    count = Count()
    for line in lines:
        if summary := GST_CHECK.match(line):
            checks, failures, errors = map(int, summary.groups())
            count.failed += failures + errors
            count.passed += checks - failures - errors
    return move_skips(count, lines)


def count_unittest(lines):
    ran = sum(int(m.group(1)) for m in map(UNITTEST_RAN.match, lines) if m)
    ends = [m.group(1) or "" for m in map(UNITTEST_END.match, lines) if m]
    if not ran or not ends:
        return Count()
    numbers = dict(re.findall(r"(\w[\w ]*)=(\d+)", " ".join(ends)))
    failed = sum(int(numbers.get(kind, 0)) for kind in ("failures", "errors", "unexpected successes"))
    reasons = [m.group(1) for m in map(UNITTEST_SKIP.search, lines) if m]
    skipped = int(numbers.get("skipped", 0))
    reasons = (reasons + ["no reason given"] * skipped)[:skipped]
    classes = sum(bool(UNITTEST_CLASS_SKIP.match(line)) for line in lines)
    return Count(ran - failed - (skipped - classes), failed, reasons)


def move_skips(count, lines):
    """A case that printed `SKIP: reason` and returned looks passed to its framework."""
    reasons = [m.group(1) or "no reason given" for m in map(SKIP_LINE.match, lines) if m]
    count.skipped += reasons[: count.passed]
    count.passed -= len(reasons[: count.passed])
    return count


def skip_reason(lines):
    """The line that says SKIP, else the last one."""
    for line in reversed(lines):
        if found := SKIP_LINE.match(line):
            return found.group(1) or "no reason given"
    return lines[-1].strip() if lines else "no reason given"


def count_program(result, lines):
    """Results of one test program. `result` is Meson's word for it."""
    if result == "SKIP":
        return Count(skipped=[skip_reason(lines)])
    count = count_gtest(lines) or count_gst_check(lines) or count_unittest(lines)
    if result in ("OK", "EXPECTEDFAIL"):
        # A program of its own kind is one test, whatever it checks.
        return count or move_skips(Count(passed=1), lines)
    if not count.failed:  # the program crashed, hung, or failed outside of a case
        count.failed = 1
    return count


def read_log(path):
    with open(path, encoding="utf-8", errors="replace") as log:
        for line in log:
            test = json.loads(line)
            text = (test.get("stdout") or "") + "\n" + (test.get("stderr") or "")
            lines = [t.rstrip() for t in text.splitlines() if t.strip()]
            yield test["name"], test["result"], test["duration"], lines


def print_installable(skips, installable):
    """Which tests the set all-tests of scripts/install-packages would add."""
    tests = collections.defaultdict(collections.Counter)
    for name, reason in skips:
        named = PACKAGES.search(reason)
        packages = " ".join(package for package in named.group(1).split() if package in installable) if named else ""
        if packages:
            tests[packages][name] += 1
    if tests:
        print("\n`scripts/install-packages all-tests` installs what these tests lack:")
    for packages, names in sorted(tests.items()):
        print(f"  {packages}: " + ", ".join(f"{name} ({count})" for name, count in names.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--installable", default="", help="packages, separated by spaces")
    parser.add_argument("--took", default="", help="how long each build and its tests took")
    parser.add_argument("logs", nargs="+", metavar="LABEL=LOG")
    arguments = parser.parse_args()

    passed, failures, skips = 0, [], []
    failed = 0
    durations = []  # seconds and name of each program
    for argument in arguments.logs:
        label, _, path = argument.partition("=")
        prefix = f"{label}: " if label else ""
        try:
            programs = list(read_log(path))
        except (OSError, ValueError, KeyError) as error:
            failed += 1
            failures.append((f"{prefix}no results", "its output is above", [str(error)]))
            continue
        for name, result, duration, lines in programs:
            durations.append((duration, prefix + name))
            count = count_program(result, lines)
            passed += count.passed
            failed += count.failed
            skips += [(prefix + name, reason) for reason in count.skipped]
            if count.failed:
                failures.append((prefix + name, result, lines))

    if skips:
        print("\nSkipped:")
    for name, reason in skips:
        print(f"  {name}: {reason}")
    if failures:
        print("\nFailed:")
    for name, result, lines in failures:
        print(f"\n--- {name} ({result})")
        print("\n".join(lines[-TAIL_LINES:]))
    if durations:
        print("\nSlowest:")
    for duration, name in sorted(durations, reverse=True)[:SLOWEST]:
        print(f"  {duration:6.1f} s  {name}")
    if arguments.took:
        print(f"\nBuilds and tests took {arguments.took}.")
    print_installable(skips, arguments.installable.split())
    print(f"\n{passed} passed, {failed} failed, {len(skips)} skipped")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
