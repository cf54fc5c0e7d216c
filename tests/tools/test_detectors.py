#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Findings of a scan against FFmpeg's blackdetect, freezedetect and scdet."""
import re

import support


class Scdet(support.GeneratedTestCase):
    def test_mafd_and_score_of_every_frame_have_the_digits_of_scdet(self):
        made = self.make_all({"cuts.mkv": ["testsrc2=s=SIZE:d=1", "smptebars=s=SIZE:d=1", "color=white:s=SIZE:d=1", "mandelbrot=s=SIZE,trim=duration=2"],
                              "deep.mkv": ["testsrc2=s=SIZE:d=1", "mandelbrot=s=SIZE,trim=duration=1"]}, options={"deep.mkv": ("-pix_fmt", "yuv420p10le")})
        videos = [support.MEDIA / name for name in support.FILMS] + made
        self.scan(*videos)
        for video, printed in self.ffmpeg_of_all(videos, "scdet=t=100,metadata=mode=print").items():
            expected = list(zip(re.findall(r"lavfi\.scd\.mafd=(.*)", printed), re.findall(r"lavfi\.scd\.score=(.*)", printed)))
            rows = self.query("SELECT SCDMAFD, SCDSCORE FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(video))
            self.assertGreaterEqual(len(rows), 50)
            self.assertEqual([("%.3f" % mafd, "%.3f" % score) for mafd, score in rows], expected, video)


class Black(support.GeneratedTestCase):
    def expected(self, path, options=""):
        printed = self.ffmpeg(path, "blackdetect" + options)
        return [(round(float(start), 3), round(float(end), 3))
                for start, end in re.findall(r"black_start:([\d.]+) black_end:([\d.]+)", printed)]

    def test_black_passages_are_those_of_blackdetect(self):
        videos = self.make_all({
            "middle.mkv": ["testsrc2=s=SIZE:d=1", "color=black:s=SIZE:d=3", "testsrc2=s=SIZE:d=1"],
            "ends.mkv": ["color=black:s=SIZE:d=2", "testsrc2=s=SIZE:d=1", "color=black:s=SIZE:d=2.04"],
            "short.mkv": ["testsrc2=s=SIZE:d=1", "color=black:s=SIZE:d=1.96", "testsrc2=s=SIZE:d=1"],
            "exact.mkv": ["testsrc2=s=SIZE:d=1", "color=black:s=SIZE:d=2", "testsrc2=s=SIZE:d=1"],
            "fade.mkv": ["testsrc2=s=SIZE:d=8,fade=out:st=1:d=2,fade=in:st=4:d=2"],
            "gray.mkv": ["color=0x1c1c1c:s=SIZE:d=3", "color=0x1a1a1a:s=SIZE:d=3", "color=0x101010:s=SIZE:d=3"],
            "deep.mkv": ["color=black:s=SIZE:d=3", "testsrc2=s=SIZE:d=1"],
            "rate.mkv": ["color=black:s=SIZE:d=3", "testsrc2=s=SIZE:d=1"],
        }, options={"deep.mkv": ("-pix_fmt", "yuv420p10le")}, rates={"rate.mkv": "30000/1001"})
        self.scan(self.archive)
        found = 0
        for video in videos:
            expected = self.expected(video)
            self.assertEqual(self.times("black", video), expected, video)
            found += len(expected)
        self.assertGreaterEqual(found, 7)
        self.assertEqual([row[:2] for row in self.findings("black", videos[0])], [(25, 99)])

    def test_thresholds_are_those_of_the_command_line_and_are_stored(self):
        video = self.make("gray.mkv", "color=0x404040:s=SIZE:d=1", "testsrc2=s=SIZE:d=1")
        self.scan("--black-pixel", "0.3", "--black-picture", "0.9", "--black-duration", "0.5", video)
        self.assertEqual(self.times("black"), self.expected(video, "=pix_th=0.3:pic_th=0.9:d=0.5"))
        self.assertEqual(len(self.times("black")), 1)
        self.assertEqual(self.query("SELECT value FROM settings WHERE name LIKE 'black-%' ORDER BY name"), [("0.04",), ("0.5",), ("0.9",), ("0.3",)])
        self.assertIn("another setting black-", self.scan(video, status=2))


class Frozen(support.GeneratedTestCase):
    def expected(self, videos):
        """Of each path starts and ends; the end of the video where freezedetect prints none."""
        expected = {}
        for path, printed in self.ffmpeg_of_all(videos, "freezedetect,metadata=mode=print").items():
            starts = re.findall(r"freeze_start=([\d.]+)", printed)
            ends = re.findall(r"freeze_end=([\d.]+)", printed)
            expected[path] = [(round(float(start), 3), round(float(ends[i]), 3) if i < len(ends) else None) for i, start in enumerate(starts)]
        return expected

    def test_frozen_passages_are_those_of_freezedetect_where_nothing_drifts(self):
        videos = self.make_all({
            "middle.mkv": ["testsrc2=s=SIZE:d=1", "smptebars=s=SIZE:d=3", "testsrc2=s=SIZE:d=1"],
            "short.mkv": ["testsrc2=s=SIZE:d=1", "smptebars=s=SIZE:d=1.96", "testsrc2=s=SIZE:d=1"],
            "exact.mkv": ["testsrc2=s=SIZE:d=1", "smptebars=s=SIZE:d=2", "testsrc2=s=SIZE:d=1"],
            "two.mkv": ["smptebars=s=SIZE:d=3", "rgbtestsrc=s=SIZE:d=3", "testsrc2=s=SIZE:d=1"],
            "end.mkv": ["testsrc2=s=SIZE:d=1", "smptebars=s=SIZE:d=4"],
        })
        self.scan(self.archive)
        for video, passages in self.expected(videos).items():
            ends = self.query("SELECT max(time) / 1e9 FROM frames JOIN videos ON id = video WHERE path = ?", str(video))
            expected = [(start, ends[0][0] if end is None else end) for start, end in passages]
            self.assertEqual(self.times("frozen", video), expected, video)


if __name__ == "__main__":
    support.main()
