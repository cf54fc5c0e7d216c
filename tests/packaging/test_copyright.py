#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Copyright and licence of every file that git tracks: by its SPDX lines, or by REUSE.toml. Third-party files, licence texts, and
pictures without metadata."""
import re
import shutil
import subprocess
import unittest
from pathlib import Path

import support

try:
    import tomllib
except ImportError:
    tomllib = None

SOURCE = Path(__file__).resolve().parent.parent.parent
AUTHORS = "2026 The gst-videohistogram authors"
LICENCE = "LGPL-2.1-or-later"
# In two parts, so that tools do not take these expressions for the lines that they look for.
HOLDER_LINE = re.compile("SPDX-File" + r"CopyrightText: (.*?)(?: \*/| -->)?$", re.MULTILINE)
LICENCE_LINE = re.compile("SPDX-License" + r"-Identifier: (.*?)(?: \*/| -->)?$", re.MULTILINE)
NOTICE = re.compile(r"(?:\bcopyright\b|\u00a9|\(c\))[\s:]*(?:\(c\)|\u00a9)?[\s:]*(?:\d{4}|by\b)", re.IGNORECASE)
HEAD_LINES = 5
# What a JPEG file may have before its first scan: JFIF, the colour transform (Adobe), tables and frame headers.
JPEG_SEGMENTS = {0xE0, 0xEE, 0xDB, 0xC4, 0xC0, 0xC2, 0xDD}
PNG_CHUNKS = {"IHDR", "PLTE", "tRNS", "bKGD", "pHYs", "IDAT", "IEND"}


def tracked_files():
    """Paths from the root, without symbolic links. Skips without git, and outside of a checkout."""
    if not shutil.which("git"):
        raise unittest.SkipTest("no git")
    done = subprocess.run(["git", "-C", SOURCE, "ls-files", "-z"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise unittest.SkipTest("git: " + done.stderr.decode("utf-8", "replace").strip().partition("\n")[0])
    paths = [name for name in done.stdout.decode("utf-8").split("\0") if name]
    return [name for name in paths if (SOURCE / name).is_file() and not (SOURCE / name).is_symlink()]


def as_list(value):
    return value if isinstance(value, list) else [value]


def matches(pattern, name):
    """A path of REUSE.toml: * stands for any characters but /, ** for any characters."""
    parts = re.split(r"(\*\*|\*)", pattern)
    return re.fullmatch("".join({"**": ".*", "*": "[^/]*"}.get(part, re.escape(part)) for part in parts), name) is not None


def licences_in(expression):
    return set(re.findall(r"[\w.+-]+", expression)) - {"AND", "OR", "WITH"}


def jpeg_segments(data):
    """The markers before the first scan."""
    place, markers = 2, []
    assert data[:2] == b"\xff\xd8", "no JPEG"
    while data[place + 1] != 0xDA:
        assert data[place] == 0xFF, "no marker"
        markers.append(data[place + 1])
        place += 2 + int.from_bytes(data[place + 2:place + 4], "big")
    return markers


def png_chunks(data):
    place, names = 8, []
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    while place < len(data):
        names.append(data[place + 4:place + 8].decode("ascii"))
        place += 12 + int.from_bytes(data[place:place + 4], "big")
    return names


def metadata_of(name, data):
    """Segments of a JPEG file, or chunks of a PNG file, that it need not have; also bytes after the picture."""
    if name.endswith(".png"):
        chunks = png_chunks(data)
        return [chunk for chunk in chunks if chunk not in PNG_CHUNKS] + chunks[chunks.index("IEND") + 1:]
    return [hex(marker) for marker in jpeg_segments(data) if marker not in JPEG_SEGMENTS] + ([] if data.endswith(b"\xff\xd9") else ["trailer"])


class Copyright(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = tracked_files()
        if tomllib is None:
            raise unittest.SkipTest("tomllib is in Python 3.11 and later")
        cls.tables = tomllib.loads((SOURCE / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]

    def table_of(self, name):
        """The last table with a path that matches; None if there is none."""
        return next((table for table in reversed(self.tables) if any(matches(path, name) for path in as_list(table["path"]))), None)

    def third_party(self):
        return [table for table in self.tables if as_list(table["SPDX-FileCopyrightText"]) != [AUTHORS]]

    def head_of(self, name):
        with open(SOURCE / name, "rb") as file:
            return b"".join(file.readline() for _ in range(HEAD_LINES)).decode("utf-8", "replace")

    def test_every_file_names_its_holder_and_its_licence(self):
        with_lines = 0
        for name in self.files:
            if name.startswith("LICENSES/"):
                continue
            head = self.head_of(name)
            holders, licences = HOLDER_LINE.findall(head), LICENCE_LINE.findall(head)
            with self.subTest(name):
                if holders or licences:
                    self.assertEqual((holders, licences), ([AUTHORS], [LICENCE]))
                    with_lines += 1
                else:
                    self.assertIsNotNone(self.table_of(name), "neither SPDX lines nor a table in REUSE.toml")
        self.assertGreater(with_lines, 900)

    def test_every_picture_and_video_has_a_table(self):
        media = [name for name in self.files if Path(name).suffix in (".png", ".jpg", ".mp4", ".webm", ".mkv")]
        self.assertGreater(len(media), 15)
        for name in media:
            # docs/ has pictures of this project; elsewhere they are other people's.
            self.assertTrue(name.startswith("docs/") or self.table_of(name) in self.third_party(), name)

    def test_third_party_files_have_author_source_and_licence(self):
        tables = self.third_party()
        self.assertGreater(len(tables), 8)
        for table in tables:
            with self.subTest(table["path"]):
                self.assertIn(table["path"], self.files)  # one file, not a pattern
                self.assertTrue(all(as_list(table["SPDX-FileCopyrightText"])))
                self.assertTrue(licences_in(table["SPDX-License-Identifier"]))
                self.assertTrue(table["changes"])
                for address in table["source"]:
                    self.assertRegex(address, r"^https://\S+\.\S+$")
                self.assertGreater(len(table["source"]), 0)

    def test_every_path_in_the_list_matches_a_file(self):
        for table in self.tables:
            for path in as_list(table["path"]):
                self.assertTrue(any(matches(path, name) for name in self.files), path)

    def test_licences_that_are_used_are_those_with_a_text(self):
        used = {LICENCE}.union(*(licences_in(table["SPDX-License-Identifier"]) for table in self.tables))
        texts = {Path(name).name for name in self.files if name.startswith("LICENSES/")}
        self.assertEqual(texts, {licence + ".txt" for licence in used})
        self.assertEqual((SOURCE / "LICENSE").resolve(), SOURCE / "LICENSES" / (LICENCE + ".txt"))

    def test_no_file_names_another_holder(self):
        for name in self.files:
            if name.startswith("LICENSES/"):
                continue
            try:
                text = (SOURCE / name).read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            with self.subTest(name):
                self.assertLessEqual(set(HOLDER_LINE.findall(text)), {AUTHORS})
                self.assertIsNone(NOTICE.search(text))

    def test_pictures_have_no_metadata(self):
        for name in self.files:
            if name.endswith((".png", ".jpg")):
                self.assertEqual(metadata_of(name, (SOURCE / name).read_bytes()), [], name)

    def test_reuse_lint_passes(self):
        version = subprocess.run(["reuse", "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout if shutil.which("reuse") else ""
        found = re.search(r"\d+", version)
        if not found or int(found.group()) < 4:
            self.skipTest("no reuse that reads REUSE.toml (Debian: reuse)")
        done = subprocess.run(["reuse", "--root", SOURCE, "lint"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


class Helpers(unittest.TestCase):
    def test_patterns(self):
        for pattern, name, expected in (("**.md", "docs/a.md", True), ("**.md", "a.md", True), ("docs/*.png", "docs/a/b.png", False),
                                        ("a/**", "a/b/c", True), ("a.b", "axb", False), ("*.symbols", "a.symbols", True)):
            self.assertEqual(matches(pattern, name), expected, (pattern, name))

    def test_metadata_is_found(self):
        def chunk(name):
            return b"\0\0\0\1" + name + b"x" + b"crc."
        png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR") + chunk(b"iCCP") + chunk(b"IDAT") + chunk(b"tEXt") + chunk(b"IEND")
        self.assertEqual(metadata_of("a.png", png), ["iCCP", "tEXt"])
        self.assertEqual(metadata_of("a.png", png + chunk(b"IDAT"))[-1:], ["IDAT"])

        def segment(marker):
            return b"\xff" + bytes([marker]) + b"\0\3x"
        scan = b"\xff\xda\0\3x" + b"\xff\xd9"
        jpeg = b"\xff\xd8" + b"".join(map(segment, (0xE0, 0xE1, 0xE2, 0xED, 0xEE, 0xFE, 0xDB)))
        self.assertEqual(metadata_of("a.jpg", jpeg + scan), ["0xe1", "0xe2", "0xed", "0xfe"])
        self.assertEqual(metadata_of("a.jpg", b"\xff\xd8" + segment(0xE0) + scan + b"x"), ["trailer"])

    def test_notices_are_found(self):
        for words in (("Copyright", "(C)", "2001"), ("Copyright", "2001"), ("\u00a9", "2001"), ("(c)", "2001"), ("copyright", "by")):
            self.assertIsNotNone(NOTICE.search(" ".join(words)), words)
        self.assertIsNone(NOTICE.search("names its copyright holder"))


if __name__ == "__main__":
    support.main()
