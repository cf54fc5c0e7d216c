#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files for AVX2 and AVX-512 define no symbol that another file could define as well.

The linker keeps one copy of an inline function or of an instance of a template. If it kept the copy of
such a file, CPUs without these instructions would crash. Which functions are inlined depends on the
compiler and its options, so the files are compiled as in the build and without optimization."""
import json
import os
import re
import shlex
import subprocess
import unittest
from pathlib import Path

import support

BUILD = Path(os.environ["VIDEOHISTOGRAM_BUILD"])
NM = os.environ["VIDEOHISTOGRAM_NM"]
# Options of the build that are left out: those that write other files, and instrumentation, which adds
# symbols of its own.
OTHER_OUTPUT = {"-MF", "-MQ", "-MT"}
DEPENDENCIES = re.compile(r"-MM?D")
OTHER_CODE = re.compile(r"-flto.*|--coverage|-fprofile-.*|-ftest-coverage")
FOREIGN = """
#include <optional>
inline int twice(int n) { return 2 * n; }
extern std::optional<int> maybe;
int before_main = twice(3);
namespace videohistogram::cpu::INSTRUCTION_SET {
int quadruple(int n) { return maybe ? twice(twice(n)) : before_main; }
}
"""


# The address of a function of libstdc++, in every object that handles exceptions: data without instructions.
PERSONALITY = "DW.ref.__gxx_personality_v0"


class Command:
    """How the build compiles a file."""

    def __init__(self, entry):
        self.words = shlex.split(entry["command"])
        self.directory = entry["directory"]
        self.file = Path(entry["directory"], entry["file"]).resolve()
        self.instructions = {word for word in self.words if word.startswith("-m")}
        defined = [word.partition("=")[2] for word in self.words if word.startswith("-DINSTRUCTION_SET=")]
        self.set = defined[0] if defined else None
        # What the build made; None if it has other code than without such options.
        self.output = self.words[self.words.index("-o") + 1]
        built = Path(self.directory, self.output)
        self.built = None if any(map(OTHER_CODE.fullmatch, self.words)) or not built.exists() else built

    def compile(self, source, output, *more):
        """Compiles another source with the same options, and with `more` of them."""
        words, skip = [], False
        for word in self.words:
            if not skip and word not in OTHER_OUTPUT and not DEPENDENCIES.fullmatch(word) and not OTHER_CODE.fullmatch(word):
                words.append(word)
            skip = word in OTHER_OUTPUT
        words[words.index("-o") + 1] = str(output)
        words[words.index("-c") + 1] = str(source)
        return subprocess.run(words + list(more), cwd=self.directory, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, universal_newlines=True)


def symbols(object_file, *options):
    lines = subprocess.run([NM, "--defined-only", "--format=posix", *options, str(object_file)], check=True,
                           stdout=subprocess.PIPE, universal_newlines=True).stdout.splitlines()
    return [line.split()[0] for line in lines]


def foreign_symbols(object_file, name):
    """The symbols that other files can define, and code that runs before main()."""
    inside = re.compile(rf"_Z(GV|T[ISV]|Z)*NK?14videohistogram(3cpu|5scope){len(name)}{name}\d")
    return ([symbol for symbol in symbols(object_file, "--extern-only") if not inside.match(symbol) and symbol != PERSONALITY] +
            [symbol for symbol in symbols(object_file) if symbol.startswith("_GLOBAL__sub_I")])


class InstructionSets(support.TestCase):
    @classmethod
    def setUpClass(cls):
        entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
        commands = [Command(entry) for entry in entries]
        usual = next(command.instructions for command in commands if command.output.startswith("core/"))
        cls.commands = [command for command in commands if command.instructions - usual]
        if not cls.commands:
            raise unittest.SkipTest("this build has no file for other instructions than those of all files")

    def test_each_of_these_files_is_compiled_for_a_set(self):
        self.assertEqual([command.file for command in self.commands if command.set in (None, "generic")], [])

    def test_symbols_lie_in_the_namespace_of_their_set(self):
        for command in self.commands:
            for options in ([], ["-O0"]):
                with self.subTest(file=command.file.name, set=command.set, options=options):
                    output = None if options else command.built
                    if not output:
                        output = os.path.join(self.directory, "tested.o")
                        done = command.compile(command.file, output, *options)
                        self.assertEqual(done.returncode, 0, done.stdout)
                    self.assertNotEqual(symbols(output, "--extern-only"), [])
                    self.assertEqual(foreign_symbols(output, str(command.set)), [])

    def test_other_symbols_are_found(self):
        source = os.path.join(self.directory, "foreign.cpp")
        output = os.path.join(self.directory, "foreign.o")
        Path(source).write_text(FOREIGN, encoding="utf-8")
        command = self.commands[0]
        done = command.compile(source, output, "-O0")
        self.assertEqual(done.returncode, 0, done.stdout)
        found = foreign_symbols(output, command.set)
        for part in ("5twice", "before_main", "St8optional", "_GLOBAL__sub_I"):
            self.assertTrue(any(part in symbol for symbol in found), (part, found))
        self.assertFalse(any("quadruple" in symbol for symbol in found), found)


if __name__ == "__main__":
    support.main()
