#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Text files from a database, and reports for QCTools."""
import gzip
import os
import shutil
import subprocess
from xml.etree import ElementTree

import support


class Export(support.TestCase):
    def setUp(self):
        super().setUp()
        self.copy(support.SMALL, "a.webm")
        for name in support.HOSTILE:
            self.copy("rocket.jpg", name)
        (self.archive / "noise.webm").write_bytes(support.BROKEN)
        self.scan(self.archive, status=3)

    def files(self, folder):
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    def export(self, *arguments, **options):
        return self.command("export", self.database, *arguments, **options)

    def test_files_are_those_that_a_scan_writes(self):
        for form in ("csv", "jsonl", "qctools"):
            with self.subTest(format=form):
                scanned, exported = self.folder / ("scanned-" + form), self.folder / ("exported-" + form)
                self.scan(self.archive, "--format", form, output=scanned, status=3)
                self.assertEqual(self.export("--format", form, "-o", exported), ("", ""))
                self.maxDiff = 2000
                self.assertEqual(self.files(scanned), self.files(exported))
                self.assertEqual(len(self.files(exported)), 2 * (1 + len(support.HOSTILE)) + 2)
                self.scan(self.archive, "--format", form, output=exported, status=3)

    def test_qctools_reports_have_the_digits_of_ffprobe(self):
        self.export("--format", "qctools", "-o", self.folder / "q", "a.webm")
        self.assertEqual(len(self.files(self.folder / "q")), 3)
        report = next((self.folder / "q").glob("*.qctools.xml.gz"))
        root = ElementTree.fromstring(gzip.decompress(report.read_bytes()))
        self.assertEqual(root.tag, "{http://www.ffmpeg.org/schema/ffprobe}ffprobe")
        frames = root.findall("frames/frame")
        self.assertEqual(len(frames), support.SMALL_FRAMES)
        self.assertEqual(frames[1].attrib, {"media_type": "video", "stream_index": "0", "pkt_pts_time": "0.040000",
                                            "pkt_duration_time": "0.040000", "width": "192", "height": "108", "pix_fmt": "yuv420p"})
        if not shutil.which("ffprobe"):
            self.skipTest("no ffprobe (Debian: ffmpeg)")
        printed = subprocess.run(["ffprobe", "-v", "error", "-f", "lavfi", "-i", f"movie={support.SMALL},signalstats=stat=tout+vrep+brng",
                                  "-show_entries", "frame_tags", "-of", "xml"], stdout=subprocess.PIPE, check=True, timeout=60).stdout

        def tags(frame):
            return {tag.get("key"): tag.get("value") for tag in frame.iter("tag") if "signalstats" in tag.get("key")}
        for ours, theirs in zip(frames, ElementTree.fromstring(printed).iter("frame")):
            self.assertEqual(tags(ours), tags(theirs))
            self.assertEqual(len(tags(ours)), 31)

    def test_any_name_is_valid_xml(self):
        self.export("--format", "qctools", "-o", self.folder / "q")
        names = set()
        for report in (self.folder / "q").glob("*.xml.gz"):
            names.add(ElementTree.fromstring(gzip.decompress(report.read_bytes())).find("format").get("filename"))
        self.assertEqual(len(names), 1 + len(support.HOSTILE))
        self.assertIn(f"{self.archive}/<script>alert(1)<!--.webm", names)
        self.assertIn(f"{self.archive}/\\x1b[31mred\\x07.webm", names)
        self.assertIn(f"{self.archive}/ä\\xe2\\x80\\xaeb\\xc2\\x9b1m.webm", names)

    def test_videos_are_named_by_their_path_or_its_end(self):
        for name in ("a.webm", os.path.join(self.archive, "a.webm"), "archive/a.webm"):
            self.export("-o", self.folder / "one", name)
            self.assertEqual(len(self.files(self.folder / "one")), 3)
        for name in ("b.webm", "webm", "", self.archive):
            self.assertIn("has no video", self.export("-o", self.folder / "none", name, status=2)[1])
        self.assertFalse((self.folder / "none").exists())

    def test_wrong_usage_says_what_to_do(self):
        for arguments, words in (([], "name a database"), ([self.database], "-o FOLDER"), (["nothing.db", "-o", "x"], "nothing.db"),
                                 ([self.database, "-o", "x", "--format", "xml"], "csv, jsonl, qctools or junit"),
                                 ([self.database, "-o", self.database], "is not a folder"),
                                 ([self.database, "-o", "results.db/x"], "cannot make the folder results.db/x: Not a directory"),
                                 ([self.database, "-o", "n" * 300], f"cannot make the folder {'n' * 300}: File name too long"),
                                 ([self.database, "-o", "/proc/x"], "cannot make the folder /proc/x: No such file or directory")):
            self.assertIn(words, self.command("export", *arguments, status=2, cwd=self.folder)[1])


if __name__ == "__main__":
    support.main()
