#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Results as CSV and JSON lines, one file per video."""
import csv
import json
import os
import re
import subprocess

import support


class TextFiles(support.TestCase):
    def setUp(self):
        super().setUp()
        self.results = self.folder / "results"

    def write(self, form, status=0, **options):
        return self.scan(self.archive, "--format", form, output=self.results, status=status, **options)

    def files(self, suffix):
        return sorted(self.results.glob("*-*." + suffix))

    def test_both_formats_have_the_figures_of_the_database(self):
        self.copy(support.SMALL, "a.webm")
        self.scan(self.archive)
        columns = [row[1] for row in self.query("PRAGMA table_info(frames)")][1:]
        stored = [dict(zip(columns, row)) for row in self.query(f"SELECT {', '.join(columns)} FROM frames ORDER BY frame")]
        self.assertEqual(len(stored), support.SMALL_FRAMES)
        self.write("csv")
        self.write("jsonl")
        with open(self.files("csv")[0], encoding="ascii", newline="") as file:
            table = list(csv.DictReader(file))
        with open(self.files("jsonl")[0], encoding="ascii") as file:
            lines = [json.loads(line) for line in file]
        self.assertEqual((len(table), len(lines)), (support.SMALL_FRAMES,) * 2)
        for expected, cells, line in zip(stored, table, lines):
            self.assertEqual(list(cells), columns)
            self.assertEqual(list(line), columns)
            for column, value in expected.items():
                printed = "%g" % value if isinstance(value, float) else "" if value is None else str(value)
                self.assertEqual(cells[column], printed, column)
                self.assertEqual(line[column], None if value is None else float(printed), column)

    def test_numbers_have_a_point_in_every_locale(self):
        self.copy(support.SMALL, "a.webm")
        german = self.german()
        self.write("csv", env=german)
        self.scan(self.archive, env=german)
        self.command("report", self.database, "-o", self.folder / "report", env=german)
        self.assertFalse(re.search(r'd="[^"]*,', (self.folder / "report/index.html").read_text(encoding="utf-8")))
        average, = self.query("SELECT YAVG FROM frames WHERE frame = 0")[0]
        self.assertNotEqual(average % 1, 0)
        self.assertIn(f",{average:g},", self.files("csv")[0].read_text(encoding="ascii").splitlines()[1])

    def test_any_name_gives_plain_names_and_is_kept_in_the_description(self):
        for name in support.HOSTILE:
            self.copy(support.SMALL, name)
        self.assertEqual(self.write("csv"), "")
        paths = set()
        for file in self.files("json"):
            self.assertRegex(file.name, r"\A[A-Za-z0-9_][A-Za-z0-9._]*-[0-9a-f]{16}\.csv\.json\Z")
            text = file.read_text(encoding="utf-8")
            self.assertFalse(re.search(r"[<>&\x00-\x09\x0b-\x1f\x7f]", text), text)
            paths.add(json.loads(text)["path"])
        self.assertEqual(paths, {os.path.join(os.fsencode(self.archive), name).decode("utf-8", "replace")
                                 for name in support.HOSTILE})
        self.assertEqual(len(self.files("csv")), len(support.HOSTILE))

    def test_what_is_there_is_not_read_again_and_what_is_not_whole_is(self):
        video = self.copy(support.SMALL, "a.webm")
        self.write("csv")
        frames, description = self.files("csv")[0], self.files("json")[0]
        whole = frames.read_bytes()
        frames.write_text("mine")
        self.write("csv")
        self.assertEqual(frames.read_text(), "mine")
        description.unlink()
        self.write("csv")
        self.assertEqual(frames.read_bytes(), whole)
        frames.write_text("mine")
        os.utime(video, (0, 0))
        self.write("csv")
        self.assertEqual(frames.read_bytes(), whole)
        self.assertEqual(sorted(os.listdir(self.results)), sorted([frames.name, description.name, "settings.json"]))

    def test_each_format_knows_what_it_has(self):
        video = self.copy(support.SMALL, "a.webm")
        self.write("csv")
        self.write("jsonl")
        os.utime(video, (0, 0))
        self.write("csv")
        # The files of the other format are those of the video as it was.
        frames = self.files("jsonl")[0]
        whole = frames.read_bytes()
        frames.write_text("old")
        self.write("jsonl")
        self.assertEqual(frames.read_bytes(), whole)
        self.assertEqual([json.loads(path.read_text())["modified"] for path in self.files("json")], [0, 0])

    def test_of_scans_that_begin_together_one_has_the_folder(self):
        self.copy(support.SMALL, "a.webm")
        for attempt in range(3):
            folder = self.folder / f"results-{attempt}"
            scans = [subprocess.Popen([support.COMMAND, "scan", self.archive, "--format", "csv", "--every", str(every), "-o", folder],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for every in range(1, 9)]
            statuses = [scan.wait(timeout=120) for scan in scans]
            self.assertEqual(sorted(statuses), [0] + 7 * [2])
            self.assertIn(f'"every": "{statuses.index(0) + 1}"', (folder / "settings.json").read_text())
            self.assertEqual([path.name for path in folder.glob("*.part*")], [])

    def test_results_with_other_settings_are_not_mixed(self):
        self.copy(support.SMALL, "a.webm")
        self.write("csv")
        before = {path: path.read_bytes() for path in self.results.iterdir()}
        self.copy(support.SMALL, "b.webm")
        self.scan(self.archive, output=self.database)
        for form in ("csv", "jsonl", "qctools"):
            said = self.scan(self.archive, "--format", form, "--every", "2", output=self.results, status=2)
            self.assertIn("has results with another setting every; name another folder", said)
        self.scan(self.archive, "--every", "2", output=self.folder / "other.db")
        self.assertIn("name another folder", self.command("export", self.folder / "other.db", "-o", self.results, status=2)[1])
        self.assertEqual({path: path.read_bytes() for path in self.results.iterdir()}, before)
        self.command("export", self.database, "-o", self.results)
        self.assertEqual(len(self.files("csv")), 2)

    def test_the_temporary_file_of_another_process_is_left_alone(self):
        self.copy(support.SMALL, "a.webm")
        self.write("csv")
        names = [path.name for path in self.results.iterdir()]
        self.assertEqual(len(names), 3)
        for path in list(self.results.iterdir()):
            path.unlink()
        for name in names:
            (self.results / (name + ".part")).write_text("unfinished")
        self.write("csv")
        for name in names:
            self.assertEqual((self.results / (name + ".part")).read_text(), "unfinished")
            (self.results / (name + ".part")).unlink()
        self.assertEqual(sorted(os.listdir(self.results)), sorted(names))

    def test_a_video_that_failed_has_a_description_and_no_frames(self):
        (self.archive / "noise.webm").write_bytes(support.BROKEN)
        self.write("jsonl", status=3)
        self.assertEqual(json.loads(self.files("json")[0].read_text())["outcome"], "failed")
        self.assertEqual(self.files("jsonl"), [])
        self.write("jsonl", status=3)


if __name__ == "__main__":
    support.main()
