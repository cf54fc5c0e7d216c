#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A changed header makes the objects of all .cu files stale that include it. What Ninja depends on is
compared with the headers that nvcc finds with the arguments of the compilation.

    test_headers.py NINJA BUILD_FOLDER
"""
import json
import os
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

NINJA, BUILD = sys.argv[1], Path(sys.argv[2]).resolve()
SOURCE = Path(__file__).resolve().parent.parent.parent


def output_of(*command):
    return subprocess.run(command, cwd=BUILD, check=True, capture_output=True, text=True).stdout


def path_of(name):
    return Path(os.path.normpath(BUILD / name))


def in_source(name):
    """The path from the source folder to a file that lies there and not in the build folder; None for others."""
    path = path_of(name)
    if not path.is_relative_to(SOURCE) or path.is_relative_to(BUILD):
        return None
    return path.relative_to(SOURCE).as_posix()


def compilations():
    """The entries of compile_commands.json that are of .cu files."""
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    return [entry for entry in entries if entry["file"].endswith(".cu")]


def headers_of(entry):
    """The headers of the project that nvcc reads when it compiles."""
    words = shlex.split(entry["command"])
    at = words.index("-o")
    del words[at:at + 2]
    words[words.index("-c")] = "-M"
    rule = output_of(*words).replace("\\\n", " ").partition(" : ")[2]
    return {path for path in map(in_source, shlex.split(rule)) if path and not path.endswith(".cu")}


def inputs_of(target):
    """The files that Ninja builds a target from, or lists as built from nothing else."""
    inputs, listed = [], False
    for line in output_of(NINJA, "-t", "query", target).splitlines():
        if line.startswith("  ") and not line.startswith("    "):
            listed = line.startswith("  input:")
        elif listed:
            inputs.append(line.strip().lstrip("| "))
    return inputs


def recorded_by(target):
    """The files that the compiler listed when the target was built; none if it has changed since."""
    lines = output_of(NINJA, "-t", "deps", target).splitlines()
    return [line.strip() for line in lines[1:] if line.startswith("    ")] if "(VALID)" in lines[0] else []


def dependencies_of(target):
    """The files of the project on whose times the target depends, also through files that are built."""
    found, built = set(), [target]
    for name in built:
        inputs = inputs_of(name)
        found.update(filter(None, map(in_source, inputs + recorded_by(name))))
        built += [path for path in inputs if path_of(path).is_relative_to(BUILD) and path not in built]
    return found


class Headers(unittest.TestCase):
    def test_each_object_of_a_cu_file_depends_on_each_of_its_headers(self):
        entries = compilations()
        self.assertGreater(len(entries), 0)
        for entry in entries:
            with self.subTest(entry["output"]):
                headers = headers_of(entry)
                self.assertGreater(len(headers), 0)
                self.assertEqual(headers - dependencies_of(entry["output"]), set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
