# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How the tests of README.md and docs/ read pages, and compare output with what pages show."""
import re
import shlex

from common import BUILD, run

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"\d+(?:\.\d+)?")
COMPILERS = {"c": ("cc", ".c", "-std=c11"), "cpp": ("c++", ".cpp", "-std=c++17")}


def blocks(page, language):
    return [text for found, text in FENCE.findall(page.read_text(encoding="utf-8"))
            if found == language]


def commands(text):
    return re.sub(r"\\\n\s*", " ", text).splitlines()


def assert_prints(test, printed, shown):
    """Decoders and converters of other versions round otherwise: numbers may differ by 1 %."""
    test.assertEqual(NUMBER.sub("N", printed), NUMBER.sub("N", shown))
    for mine, theirs in zip(NUMBER.findall(printed), NUMBER.findall(shown)):
        test.assertAlmostEqual(float(mine), float(theirs), delta=max(0.02, 0.01 * float(theirs)))


def compile_program(test, language, text, folder):
    """The path of the program, which uses the library."""
    compiler, suffix, standard = COMPILERS[language]
    source, program = folder / ("program" + suffix), folder / "program"
    source.write_text(text, encoding="utf-8")
    flags = run("pkg-config", "--cflags", "--libs", "gstvideohistogram-1.0",
                env={"PKG_CONFIG_PATH": str(BUILD / "meson-uninstalled")})
    test.assertEqual(flags.returncode, 0, flags.stderr)
    built = run(compiler, standard, "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", source,
                "-o", program, *shlex.split(flags.stdout), "-lm")
    test.assertEqual(built.returncode, 0, built.stderr)
    return program
