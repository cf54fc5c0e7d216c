#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures of every frame in the database, against the digits that FFmpeg's signalstats prints."""
import shutil
import sqlite3
import subprocess

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


class Figures(support.TestCase):
    def test_every_figure_of_every_frame_has_the_digits_of_signalstats(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        self.scan(support.MEDIA)
        keys = sorted(WHOLE | REAL)
        for name, n_frames in support.FILMS.items():
            expected = signalstats(support.MEDIA / name)
            self.assertEqual(len(expected), n_frames)
            rows = self.query(f"SELECT frame, time, {', '.join(keys)} FROM frames JOIN videos ON id = video "
                              "WHERE path = ? ORDER BY frame", str(support.MEDIA / name))
            self.assertEqual(len(rows), n_frames)
            for number, ((time, figures), row) in enumerate(zip(expected, rows)):
                self.assertEqual(row[0], number)
                self.assertAlmostEqual(row[1] / 1e9, time, places=3)
                stored = {key: "%d" % value if key in WHOLE else "%g" % value for key, value in zip(keys, row[2:])}
                self.assertEqual(stored, {key: figures[key] for key in keys}, f"frame {number} of {name}")

    def test_whole_numbers_are_stored_as_integers(self):
        self.scan(support.MEDIA / "pedestrians.webm")
        self.assertEqual(self.query("SELECT DISTINCT typeof(YMIN), typeof(HUEMED), typeof(YAVG), typeof(R103OUT) FROM frames"),
                         [("integer", "integer", "real", "real")])

    def test_further_figures_agree_with_those_of_signalstats(self):
        self.scan(support.MEDIA / "pedestrians.webm")
        rows = self.query("SELECT YMIN, YP1, YLOW, YHIGH, YP99, YMAX, YDEV, YENTROPY, YOUT, UOUT, VOUT, R103OUT FROM frames")
        self.assertEqual(len(rows), 80)
        for row in rows:
            self.assertEqual(list(row[:6]), sorted(row[:6]))
            self.assertTrue(0 < row[6] < 128 and 0 < row[7] <= 8, row)
            self.assertTrue(all(0 <= share <= 1 for share in row[8:]), row)

    def test_a_frame_takes_at_most_a_kilobyte(self):
        self.scan(support.MEDIA)
        whole = self.database.stat().st_size
        connection = sqlite3.connect(self.database, isolation_level=None)
        connection.execute("DELETE FROM frames")
        connection.execute("VACUUM")
        connection.close()
        self.assertLess(whole - self.database.stat().st_size, 160 * 1024)

    def test_an_image_is_a_video_of_one_frame(self):
        self.scan(support.MEDIA / "astronaut.png")
        self.assertEqual(self.query("SELECT outcome, width, height, format, frames FROM videos"), [("complete", 512, 512, "Y444", 1)])


if __name__ == "__main__":
    support.main()
