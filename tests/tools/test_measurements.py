#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The scripts of benchmarks/archive: joined videos have the frames of their seeds, and differing results are found."""
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

import support

SCRIPTS = Path(__file__).resolve().parents[2] / "benchmarks/archive"
sys.path.insert(0, str(SCRIPTS))
import matroska  # pylint: disable=wrong-import-position
from commit import read_commit  # pylint: disable=wrong-import-position

KEYS = "YMIN, YAVG, YMAX, UAVG, VAVG, SATAVG, HUEMED, YENTROPY, R103OUT, BLACK"


class Measurements(support.TestCase):
    @classmethod
    def setUpClass(cls):
        """The seeds, which no test changes, and another video that cannot be joined to them."""
        cls.missing = "no ffmpeg (Debian: ffmpeg)"
        if not shutil.which("ffmpeg"):
            return
        cls.missing = "this ffmpeg has no libx264"
        if "libx264 " not in subprocess.run(["ffmpeg", "-hide_banner", "-encoders"], stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout:
            return
        cls.missing = ""
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.seeds, cls.other = Path(directory.name) / "seeds", Path(directory.name) / "other.mkv"
        cls.seeds.mkdir()
        sources, outputs = [], []
        for number, (source, frames, target) in enumerate((("testsrc2=size=192x108", 20, cls.seeds / "0.mkv"), ("mandelbrot=size=192x108", 21, cls.seeds / "1.mkv"),
                                                           ("testsrc2=size=96x54", 5, cls.other))):
            sources += ["-f", "lavfi", "-i", f"{source}:rate=25"]
            outputs += ["-map", str(number), "-frames:v", str(frames), "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "2", target]
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *sources, *outputs], check=True, timeout=120)

    def setUp(self):
        super().setUp()
        if self.missing:
            self.skipTest(self.missing)

    def run_to_end(self, *command, status=0):
        done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=120,
                              universal_newlines=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def frames(self, path):
        return self.query(f"SELECT {KEYS} FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(path))

    def test_a_joined_video_has_the_frames_of_its_seeds_at_even_times(self):
        seeds = [matroska.Seed(self.seeds / f"{number}.mkv") for number in (0, 1, 1, 0)]
        joined = self.archive / "joined.mkv"
        self.assertEqual(matroska.join(seeds, joined), 82)
        self.scan(joined, self.seeds)
        parts = [self.frames(self.seeds / f"{number}.mkv") for number in (0, 1, 1, 0)]
        self.assertEqual([len(part) for part in parts], [20, 21, 21, 20])
        self.assertEqual(self.frames(joined), sum(parts, []))
        self.assertEqual(self.query("SELECT time FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(joined)),
                         [(40000000 * frame,) for frame in range(82)])
        self.assertEqual(self.query("SELECT duration FROM videos WHERE path = ?", str(joined)), [(82 * 40000000,)])

    def test_seeds_with_other_parameters_are_refused(self):
        with self.assertRaises(ValueError):
            matroska.join([matroska.Seed(self.seeds / "0.mkv"), matroska.Seed(self.other)], self.folder / "joined.mkv")

    def test_a_measurement_counts_every_frame(self):
        if not shutil.which("gst-launch-1.0") or not shutil.which("taskset"):
            self.skipTest("no gst-launch-1.0 or no taskset")
        self.skip_if_gst_launch_cannot_load_the_plugin()
        done = self.run_to_end(sys.executable, SCRIPTS / "measure", support.COMMAND, self.seeds, "--cpu", "--videos", 2, "--frames", 30, "--runs", 1)
        result = json.loads(done.stdout)
        self.assertEqual((result["videos"], result["seeds"], result["seed_frames"]), (2, 2, 41))
        self.assertGreaterEqual(result["frames"], 60)
        self.assertEqual(result["runs"]["scan none"][0]["videos_by"], {"CPU": 2})
        self.assertGreater(result["frames_per_second"]["decode none"], 0)

    def test_a_measurement_of_many_rows_has_all_of_them(self):
        done = self.run_to_end(SCRIPTS / "rows", support.COMMAND, "--videos", 3, "--frames", 20)
        result = json.loads(done.stdout)
        self.assertEqual(result["rows"], 60)
        self.assertAlmostEqual(result["bytes_per_row"] * 60, result["database_bytes"], delta=5)
        commands = result["commands"]
        self.assertEqual(list(commands), ["scan of shard 1", "scan of shard 2", "merge", "report", "show"])
        self.assertEqual(sum(command.get("rows", 0) for command in commands.values()), 60)
        for command in commands.values():
            self.assertGreater(command["seconds"], 0)

    def test_results_have_no_commit_where_git_knows_none(self):
        with mock.patch.dict(os.environ, GIT_CEILING_DIRECTORIES=str(self.folder.parent)):
            self.assertEqual(read_commit(self.folder), "")
            if shutil.which("git"):
                git = ["git", "-C", self.folder, "-c", "user.name=Test", "-c", "user.email=test@example.org"]
                for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "Empty"]):
                    self.run_to_end(*git, *command)
                self.assertEqual(read_commit(self.folder), self.run_to_end(*git, "log", "--format=%h").stdout.strip())
        with mock.patch.dict(os.environ, PATH=str(self.folder)):
            self.assertEqual(read_commit(self.folder), "")

    def test_a_comparison_names_each_cell_that_differs(self):
        self.scan(self.seeds)
        same = self.run_to_end(SCRIPTS / "compare", support.COMMAND, self.seeds, "--against", self.database, status=1)
        self.assertIn("0 of 4 videos by GPUs; 0 differ\n", same.stdout)
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE frames SET YMAX = 1234 WHERE frame = 7")
        other = self.run_to_end(SCRIPTS / "compare", support.COMMAND, self.seeds, "--against", self.database, status=1)
        self.assertIn("0 of 4 videos by GPUs; 4 differ 0-0.mkv 1-0.mkv 0-1.mkv 1-1.mkv\n", other.stdout)
        self.assertIn("frames, row 7, YMAX: ", other.stdout)


if __name__ == "__main__":
    support.main()
