#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Findings by rules, verdicts, sums, and the exit status that follows from them."""
import re
import sqlite3
from pathlib import Path

import support


class Flashes(support.GeneratedTestCase):
    def square(self, frequency, bright):
        """Video that alternates between black and a value of Y."""
        return f"color=black:s=SIZE:d=3,geq=lum='if(lt(mod(T*{frequency}\\,1)\\,0.5)\\,{bright}\\,16)':cb=128:cr=128"

    def test_more_than_three_flashes_per_second_are_found(self):
        self.make_all({"slow.mkv": [self.square(2.5, 235)], "fast.mkv": ["smptebars=s=SIZE:d=1", self.square(5, 235), "smptebars=s=SIZE:d=1"],
                       "faint.mkv": [self.square(5, 80)]})
        self.scan(self.archive)
        self.assertEqual([row[0] for row in self.query("SELECT path FROM findings JOIN videos ON id = video WHERE kind = 'flashes'")],
                         [str(self.archive / "fast.mkv")])
        [(first, last, _, _)] = self.findings("flashes")
        self.assertTrue(24 <= first <= 30 and 96 <= last <= 101, (first, last))

    def test_exactly_three_flashes_per_second_are_allowed(self):
        """Matroska rounds times to milliseconds, so that frames one second apart seem to be less apart."""
        self.make_all({"three.mkv": [self.square(3, 235)], "three24.mkv": [self.square(3, 235)], "three60.mkv": [self.square(3, 235)]},
                      rates={"three.mkv": 30, "three24.mkv": 24, "three60.mkv": 60})
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT count(*) FROM videos WHERE frames >= 72"), [(3,)])
        self.assertEqual(self.findings("flashes"), [])

    def test_halves_in_opposite_phase_and_red_flash_and_the_profile_is_a_setting(self):
        halves = "color=black:s=SIZE:d=3,geq=lum='if(eq(lt(mod(T*5\\,1)\\,0.5)\\,lt(X\\,80))\\,235\\,16)':cb=128:cr=128"
        red = "color=black:s=SIZE:d=3,geq=lum=81:cb='if(lt(mod(T*5\\,1)\\,0.5)\\,90\\,128)':cr='if(lt(mod(T*5\\,1)\\,0.5)\\,240\\,128)'"
        self.make_all({"halves.mkv": [halves], "red.mkv": [red]})
        self.scan(self.archive)
        self.assertEqual(len(self.findings("flashes", self.archive / "halves.mkv")), 1)
        self.assertEqual(len(self.findings("red-flashes", self.archive / "red.mkv")), 1)
        self.assertEqual(self.findings("red-flashes", self.archive / "halves.mkv"), [])
        self.assertEqual(self.query("SELECT max(FLASHAREA), max(FLASHCOUNT), max(REDCOUNT) FROM frames JOIN videos ON id = video WHERE path LIKE '%halves.mkv'"), [(1, 10, 0)])
        self.assertIn("another setting flashes", self.scan(self.archive, "--flashes", "iris", status=2))
        other = self.folder / "iris.db"
        self.scan(self.archive, "--flashes", "iris", output=other)
        self.assertEqual(self.query("SELECT count(*) FROM findings JOIN videos ON id = video WHERE kind LIKE '%flashes%' AND path LIKE '%halves.mkv'", database=other), [(0,)])
        self.assertIn("bt1702, ofcom", self.scan(self.archive, "--flashes", "bt", output=self.folder / "x.db", status=2))

    def test_the_example_of_a_policy_fails_a_video_with_flashes(self):
        policy = Path(__file__).resolve().parents[2] / "examples/policies/pse.ini"
        fast, slow = self.make_all({"fast.mkv": [self.square(5, 235)], "slow.mkv": [self.square(2.5, 235)]})
        self.scan(fast, "--policy", policy, status=1)
        self.scan(slow, "--policy", policy)
        for option in (("--policy", policy), ("--fail-on", "flashes")):
            error = self.scan(slow, "--figures", "signalstats,qc", *option, output=self.folder / "x.db", status=2)
            self.assertIn("flashes are not looked for by --figures signalstats,qc; add pse", error)
        self.assertEqual(self.query("SELECT verdict FROM verdicts JOIN videos ON id = video WHERE rule = 'no flashes' ORDER BY path"), [("fail",), ("pass",)])

    def test_findings_do_not_share_frames(self):
        """20 transitions in three seconds, 6 or 7 of them in any second; and a pause between more flashes than three per second."""
        burst = self.square(5, 235)
        pause = "color=black:s=SIZE:d=1.2"
        self.make_all({"steady.mkv": [self.square("10/3", 235)], "bursts.mkv": [burst, pause, burst]}, rates={"steady.mkv": 30, "bursts.mkv": 30})
        self.scan(self.archive)
        steady = self.findings("flashes", self.archive / "steady.mkv")
        self.assertEqual(len(steady), 1)
        self.assertTrue(steady[0][0] <= 15 and steady[0][1] >= 80, steady)
        bursts = sorted(self.findings("flashes", self.archive / "bursts.mkv"))
        self.assertEqual(len(bursts), 2)
        self.assertLess(bursts[0][1], bursts[1][0])


class Verdicts(support.GeneratedTestCase):
    def test_r103_is_the_verdict_at_one_percent_of_the_pixels(self):
        self.make_all({"legal.mkv": ["color=gray:s=SIZE:d=0.4"], "outside.mkv": ["color=gray:s=SIZE:d=0.4", "color=gray:s=SIZE:d=0.4,geq=lum=255:cb=128:cr=128"],
                       "corner.mkv": ["color=gray:s=SIZE:d=0.4,geq=lum='if(lt(X+Y\\,8)\\,255\\,100)':cb=128:cr=128"]})
        self.scan(self.archive)
        self.assertEqual([row[0] for row in self.query("SELECT r103 FROM videos ORDER BY path")], ["pass", "pass", "fail"])
        self.assertEqual([row[:2] for row in self.findings("r103")], [(10, 19)])
        self.assertEqual(self.query("SELECT maximum FROM sums WHERE figure = 'R103OUT' ORDER BY maximum")[2], (1.0,))

    def test_details_of_r103_tell_the_greatest_share_and_where_it_is(self):
        """Cb of 255 in a quarter of the columns, and in half of them in frame 3: B is above its limit there, and R, G and Y are not."""
        self.make("blue.mkv", "color=gray:s=SIZE:d=0.4,geq=lum=100:cb='if(lt(X\\,W/4*(1+eq(N\\,3)))\\,255\\,128)':cr=128")
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT first_frame, last_frame, detail FROM findings WHERE kind = 'r103'"),
                         [(0, 9, "50 % of the pixels in frame 3, most above in B")])

    def test_sums_are_those_of_the_frames(self):
        self.make("a.mkv", "mandelbrot=s=SIZE,trim=duration=1")
        self.scan(self.archive)
        for figure, *stored in self.query("SELECT figure, frames, minimum, mean, maximum FROM sums"):
            n, low, mean, high = self.query(f"SELECT count({figure}), min({figure}), avg({figure}), max({figure}) FROM frames")[0]
            self.assertEqual(stored[:2] + stored[3:], [n, low, high], figure)
            self.assertAlmostEqual(stored[2], mean, places=9, msg=figure)

    def test_every_kind_of_finding_can_be_named(self):
        video = self.make("gray.mkv", "color=gray:s=SIZE:d=0.4")
        kinds = self.finding_kinds()
        page = (Path(__file__).parents[2] / "docs/archive.md").read_text(encoding="utf-8").split("### Findings")[1].split("\n### ")[0]
        documented = [kind for row in re.findall(r"^\| (`[a-z].*?) \|", page, re.MULTILINE) for kind in re.findall(r"`([a-z0-9-]+)`", row)]
        self.assertEqual(sorted(kind for kind in documented if kind != "kind"), sorted(kinds))
        policy = self.folder / "none.ini"
        policy.write_text("".join(f"no {kind}\n" for kind in kinds))
        self.scan(video, "--fail-on", ",".join(kinds), "--policy", policy)
        self.assertEqual(self.query("SELECT DISTINCT verdict FROM verdicts"), [("pass",)])
        for kind in kinds:
            with self.subTest(kind):
                self.update("DELETE FROM findings")
                self.update("INSERT INTO findings SELECT id, ?, 1, 2, 0, 0, '' FROM videos", kind)
                self.scan(video, "--fail-on", kind, status=1)
        self.update("DELETE FROM verdicts")
        for kind in kinds[:-1]:
            self.update("INSERT INTO findings SELECT id, ?, 1, 2, 0, 0, '' FROM videos", kind)
        self.scan(video, "--policy", policy, status=1)
        self.assertEqual(self.query("SELECT verdict, count(*) FROM verdicts GROUP BY verdict"), [("fail", len(kinds))])

    def update(self, statement, *values):
        with sqlite3.connect(self.database) as connection:
            connection.execute(statement, values)
        connection.close()

    def test_fail_on_gives_status_1_also_for_videos_that_are_known(self):
        black = self.make("black.mkv", "color=black:s=SIZE:d=3")
        bars = self.make("bars.mkv", "smptebars=s=SIZE:d=1")
        self.scan("--fail-on", "black,flashes", bars)
        for _ in range(2):
            self.scan("--fail-on", "flashes,black", self.archive, status=1)
        self.scan("--fail-on", "flashes", self.archive)
        self.scan("--fail-on", "black", black, "--format", "csv", output=self.folder / "texts", status=1)
        self.scan("--fail-on", "black", black, "--format", "csv", output=self.folder / "texts", status=1)
        self.assertIn("there is no", self.scan("--fail-on", "blank", black, status=2))
        self.assertIn("from 0 to 1", self.scan("--black-pixel", "2", black, status=2))


if __name__ == "__main__":
    support.main()
