#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures of every frame in the database, against the digits that FFmpeg's signalstats prints."""
import math
import os
import resource
import shutil
import sqlite3
import struct
import subprocess
import zlib

import support

WHOLE = {"HUEMED"} | {channel + key for channel in ("Y", "U", "V") for key in ("MIN", "LOW", "HIGH", "MAX", "BITDEPTH")} | {
    "SATMIN", "SATLOW", "SATHIGH", "SATMAX"}
REAL = {"YAVG", "UAVG", "VAVG", "SATAVG", "HUEAVG", "YDIF", "UDIF", "VDIF"}


def signalstats(path):
    """For each frame its time in seconds, and the printed figures by key."""
    printed = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vf", "signalstats,metadata=mode=print:file=-", "-f", "null", "-"],
        stdout=subprocess.PIPE, check=True, timeout=120, universal_newlines=True).stdout
    frames = []
    for line in printed.splitlines():
        if line.startswith("frame:"):
            frames.append((float(line.split("pts_time:")[1]), {}))
        elif line.startswith("lavfi.signalstats."):
            key, value = line[len("lavfi.signalstats."):].split("=")
            frames[-1][1][key] = value
    return frames


def histograms(channels, data):
    plain, place, tables = zlib.decompress(data), 0, {}
    for channel in channels.split():
        name, bins = channel.split(":")
        tables[name] = struct.unpack_from(f"<{bins}I", plain, place)
        place += 4 * int(bins)
    return tables


def further_figures(tables, before):
    """The definitions of docs/archive.md, of a frame of 8 bits in limited range."""
    y = tables["Y"]
    samples = sum(y)
    shares = [count / samples for count in y]

    def percentile(percent):
        return next(value for value in range(256) if 100 * sum(y[:value + 1]) >= percent * samples)

    def outside(name, low, high):
        table = tables[name]
        return 1 - sum(table[low:high + 1]) / sum(table)

    def distance(name):
        now, then = ([sum(table[name][part * 4:part * 4 + 4]) / sum(table[name]) for part in range(64)] for table in (tables, before))
        return sum(abs(a - b) for a, b in zip(now, then)) / 2

    mean = sum(value * count for value, count in enumerate(y)) / samples
    deviation = math.sqrt(sum(count * (value - mean) ** 2 for value, count in enumerate(y)) / samples)
    entropy = -sum(share * math.log2(share) for share in shares if share)
    differences = [tables[name] for name in ("DIFF-Y", "DIFF-Cb", "DIFF-Cr")]
    compared = sum(map(sum, differences))
    difference = sum(value * count for table in differences for value, count in enumerate(table)) / compared / 256 if compared else None
    histogram = (distance("Y") + (distance("Cb") + distance("Cr")) / 2) / 2 if before else None
    return [percentile(1), percentile(99), deviation, entropy, outside("Y", 16, 235), outside("Cb", 16, 240), outside("Cr", 16, 240),
            1 - tables["RANGE"][0] / sum(tables["RANGE"]), sum(shares[:38]), difference, histogram]


# The other videos have 4:2:0 of 8 bits in limited range.
FORMATS = ["yuvj420p", "yuv422p", "yuv444p"] + [f"yuv{chroma}p{depth}le" for depth in (10, 12) for chroma in (420, 422, 444)]


class Figures(support.TestCase):
    def skip_without_ffmpeg(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")

    def check_figures(self, path, n_frames):
        keys = sorted(WHOLE | REAL)
        expected = signalstats(path)
        self.assertEqual(len(expected), n_frames)
        rows = self.query(f"SELECT frame, time, {', '.join(keys)} FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(path))
        self.assertEqual(len(rows), n_frames)
        for number, ((time, figures), row) in enumerate(zip(expected, rows)):
            self.assertEqual(row[0], number)
            self.assertAlmostEqual(row[1] / 1e9, time, places=3)
            stored = {key: "%d" % value if key in WHOLE else "%g" % value for key, value in zip(keys, row[2:])}
            self.assertEqual(stored, {key: figures[key] for key in keys}, f"frame {number} of {path}")

    def test_every_figure_of_every_frame_has_the_digits_of_signalstats(self):
        self.skip_without_ffmpeg()
        self.scan(support.MEDIA)
        for name, n_frames in support.FILMS.items():
            self.check_figures(support.MEDIA / name, n_frames)

    def test_the_digits_are_those_of_signalstats_in_every_format(self):
        self.skip_without_ffmpeg()
        paths = [self.archive / f"{name}.mkv" for name in FORMATS]
        outputs = []
        for name, path in zip(FORMATS, paths):
            outputs += ["-frames:v", "3", "-vf", "noise=alls=40:allf=t:all_seed=1", "-pix_fmt", name, "-c:v", "ffv1", path]
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=62x46:r=25", *outputs], check=True, timeout=60)
        self.scan(self.archive)
        self.assertEqual(len(self.query("SELECT DISTINCT format FROM videos")), len(FORMATS))
        for path in paths:
            self.check_figures(path, 3)

    def test_alpha_of_vp8_and_vp9_is_ignored(self):
        self.skip_without_ffmpeg()
        outputs = []
        for codec in ("libvpx", "libvpx-vp9"):
            outputs += ["-frames:v", "3", "-pix_fmt", "yuva420p", "-c:v", codec, "-auto-alt-ref", "0", "-cpu-used", "8", self.archive / (codec + ".webm")]
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", *outputs], check=True, timeout=60)
        self.scan(self.archive)
        for path in sorted(self.archive.iterdir()):
            self.check_figures(path, 3)

    def test_whole_numbers_are_stored_as_integers(self):
        self.scan(support.SMALL)
        self.assertEqual(self.query("SELECT DISTINCT typeof(YMIN), typeof(HUEMED), typeof(YAVG), typeof(R103OUT) FROM frames"),
                         [("integer", "integer", "real", "real")])

    def test_further_figures_follow_from_the_histograms_of_the_frame(self):
        self.scan(support.SMALL, "--counts")
        columns = ["YP1", "YP99", "YDEV", "YENTROPY", "YOUT", "UOUT", "VOUT", "R103OUT", "BLACK", "DIF", "HISTDIF"]
        rows = self.query(f"SELECT {', '.join(columns)}, channels, data FROM frames JOIN counts USING(video, frame) ORDER BY frame")
        self.assertEqual(len(rows), support.SMALL_FRAMES)
        before = None
        for number, (*stored, channels, data) in enumerate(rows):
            tables = histograms(channels, data)
            for column, value, expected in zip(columns, stored, further_figures(tables, before)):
                if expected is None or column in ("YP1", "YP99"):
                    self.assertEqual(value, expected, (number, column))
                else:
                    # Shares of HISTDIF are of single precision.
                    self.assertAlmostEqual(value, expected, places=5 if column == "HISTDIF" else 11, msg=(number, column))
            before = tables

    def test_a_frame_takes_at_most_a_kilobyte(self):
        self.scan(support.MEDIA)
        whole = self.database.stat().st_size
        frames, = self.query("SELECT count(*) FROM frames")[0]
        connection = sqlite3.connect(self.database, isolation_level=None)
        connection.execute("DELETE FROM frames")
        connection.execute("VACUUM")
        connection.close()
        self.assertLess(whole - self.database.stat().st_size, frames * 1024)

    def test_an_image_is_a_video_of_one_frame(self):
        self.scan(support.MEDIA / "astronaut.png")
        self.assertEqual(self.query("SELECT outcome, width, height, format, frames FROM videos"), [("complete", 512, 512, "Y444", 1)])

    def test_a_scan_of_one_small_file_takes_less_than_half_a_second_of_processor_time(self):
        if os.environ.get("VIDEOHISTOGRAM_SANITIZED"):
            self.skipTest("a sanitizer takes longer")
        times = []
        for number in range(5):  # the first one may have to list the plugins
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.scan(support.MEDIA / "rocket.jpg", "--devices", "none", output=self.folder / f"{number}.db")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        self.assertGreater(min(times), 0.01)  # the worker is counted
        self.assertLess(min(times), 0.5)


if __name__ == "__main__":
    support.main()
