#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scan --fields: the figures of each field, against FFmpeg's decoded frames, divided into rows here."""
import math
import shutil
import sqlite3
import subprocess
from collections import Counter

import support

WIDTH, FRAMES = 96, 10
# Per name: the order of fields, whether the container tells that the video is interlaced, and how it is encoded.
CLIPS = {
    "h264.mp4": ("tff", True, 64, ("-pix_fmt", "yuv420p", "-c:v", "libx264", "-flags", "+ildct+ilme", "-x264opts", "tff=1")),
    "h264.mkv": ("bff", False, 64, ("-pix_fmt", "yuv420p", "-c:v", "libx264", "-flags", "+ildct+ilme", "-x264opts", "bff=1")),
    "mpeg2.mpg": ("tff", True, 64, ("-pix_fmt", "yuv420p", "-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-q:v", "2")),
    "rows-of-486.mpg": ("bff", True, 54, ("-pix_fmt", "yuv420p", "-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-q:v", "2")),
    "422.mov": ("tff", True, 62, ("-pix_fmt", "yuv422p10le", "-c:v", "prores_ks", "-flags", "+ildct+ilme", "-field_order", "tt")),
    "odd.mkv": ("bff", True, 61, ("-pix_fmt", "yuv420p", "-c:v", "ffv1", "-flags", "+ildct", "-field_order", "bb")),
}
COLUMNS = [f"{channel}{key}" for channel in "YUV" for key in ("MIN", "MAX", "AVG")] + ["YP1", "YP99", "YDEV", "YENTROPY", "YOUT", "SATAVG"]


def planes_of(path, height, deep, shift_x, shift_y):
    """The rows of each plane of each frame, as FFmpeg decodes them."""
    raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "rawvideo", "-"], stdout=subprocess.PIPE, check=True,
                         timeout=60).stdout
    sizes = [(WIDTH, height)] + 2 * [(-(-WIDTH >> shift_x), -(-height >> shift_y))]
    place, frames = 0, []
    while place < len(raw):
        planes = []
        for width, rows in sizes:
            plane = []
            for _ in range(rows):
                row = raw[place:place + width * (2 if deep else 1)]
                plane.append([row[i] + 256 * row[i + 1] for i in range(0, len(row), 2)] if deep else list(row))
                place += len(row)
            planes.append(plane)
        frames.append(planes)
    return frames


def figures(planes, depth):
    """The definitions of docs/archive.md."""
    samples = [[value for row in plane for value in row] for plane in planes]
    found = []
    for values in samples:
        found += [min(values), max(values), sum(values) / len(values)]
    y = Counter(samples[0])
    n = len(samples[0])

    def percentile(percent):
        return next(value for value in range(1 << depth) if 100 * sum(y[v] for v in range(value + 1)) >= percent * n)

    mean = sum(samples[0]) / n
    found += [percentile(1), percentile(99), math.sqrt(sum((value - mean) ** 2 for value in samples[0]) / n),
              -sum(count / n * math.log2(count / n) for count in y.values()),
              sum(count for value, count in y.items() if value < 16 << depth - 8 or value > 235 << depth - 8) / n]
    middle = 1 << depth - 1
    found.append(sum(math.isqrt((cb - middle) ** 2 + (cr - middle) ** 2) for cb, cr in zip(*samples[1:])) / len(samples[1]))
    return found


class Fields(support.TestCase):
    def make_clips(self, names):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        for name in names:
            order, is_declared, height, encoding = CLIPS[name]
            source = (f"testsrc2=s={WIDTH}x64:r=50,noise=alls=30:allf=t:all_seed=3,interlace=scan={order}:lowpass=0,"
                      f"crop={WIDTH}:{height}:0:0:exact=1")
            # FFmpeg 5.1 loses the field order of what lavfi makes, and later ones keep it.
            declare = f"setfield={order if is_declared else 'prog'}"
            subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-vf", declare, "-frames:v", str(FRAMES), *encoding,
                            self.archive / name], check=True, timeout=60)

    def test_the_figures_are_those_of_the_rows_that_ffmpeg_decodes(self):
        self.make_clips(CLIPS)
        self.scan(self.archive, "--fields")
        for name, (_, _, height, _) in CLIPS.items():
            path = self.archive / name
            deep, shift_y = name == "422.mov", 0 if name == "422.mov" else 1
            depth = 10 if deep else 8
            decoded = planes_of(path, height, deep, 1, shift_y)
            self.assertEqual([len(plane) for plane in decoded[0]], [height] + 2 * [-(-height >> shift_y)])
            self.assertEqual(len(decoded), FRAMES)
            rows = self.query(f"SELECT frame, field, first, repeated, {', '.join(COLUMNS)} FROM fields JOIN videos ON id = video "
                              "WHERE path = ? ORDER BY frame, field DESC", str(path))
            top_first = self.orders(path)
            self.assertEqual([row[:4] for row in rows], [(frame, field, int((field == "top") == top_first[frame]), 0)
                                                         for frame in range(FRAMES) for field in ("top", "bottom")], name)
            for frame, field, _, _, *stored in rows:
                of_field = [plane[0 if field == "top" else 1::2] for plane in decoded[frame]]
                for column, value, expected in zip(COLUMNS, stored, figures(of_field, depth)):
                    if column.endswith(("MIN", "MAX", "P1", "P99")):
                        self.assertEqual(value, expected, (name, frame, field, column))
                    else:
                        self.assertAlmostEqual(value, expected, places=9, msg=(name, frame, field, column))
            # Both fields together are the frame.
            for frame, y_frame, u_frame, y_top, u_top, y_bottom, u_bottom in self.query(
                    "SELECT frame, w.YAVG, w.UAVG, t.YAVG, t.UAVG, b.YAVG, b.UAVG FROM frames w JOIN fields t USING(video, frame) "
                    "JOIN fields b USING(video, frame) JOIN videos ON id = video WHERE path = ? AND t.field = 'top' AND b.field = 'bottom'",
                    str(path)):
                for rows_of_plane, whole, top, bottom in ((height, y_frame, y_top, y_bottom), (-(-height >> shift_y), u_frame, u_top, u_bottom)):
                    of_top = (rows_of_plane + 1) // 2
                    total = round(top * of_top * WIDTH) + round(bottom * (rows_of_plane - of_top) * WIDTH)
                    self.assertEqual(total, round(whole * rows_of_plane * WIDTH), (name, frame))

    def test_a_field_that_is_shown_twice_is_marked_and_not_counted_twice(self):
        self.make_clips(["mpeg2.mpg"])
        path = self.archive / "mpeg2.mpg"
        stream = path.with_suffix(".m2v")
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-c", "copy", stream], check=True, timeout=60)
        data, place, pictures = bytearray(stream.read_bytes()), -1, 0
        path.unlink()
        # The picture coding extension of MPEG-2: repeat_first_field is bit 30, progressive_frame, which it needs, bit 32.
        while (place := data.find(b"\0\0\1\xb5", place + 1)) >= 0:
            if data[place + 4] >> 4 == 8:
                if pictures in (1, 4):
                    data[place + 7] |= 2
                    data[place + 8] |= 0x80
                pictures += 1
        self.assertEqual(pictures, FRAMES)
        stream.write_bytes(data)
        self.scan(stream, "--fields")
        self.assertEqual(self.query("SELECT frame, field FROM fields WHERE repeated ORDER BY frame"), [(1, "top"), (4, "top")])
        self.assertEqual(self.query("SELECT count(*) FROM fields"), [(2 * FRAMES,)])

    def test_the_frames_are_as_without_fields(self):
        declared = [name for name, clip in CLIPS.items() if clip[1]]
        self.make_clips(declared)
        self.scan(self.archive)
        self.scan(self.archive, "--fields", output=self.folder / "fields.db")
        plain, fields = (support.dump(path).splitlines() for path in (self.database, self.folder / "fields.db"))
        own = [line for line in fields if '"fields"' in line or "CREATE TABLE fields" in line]
        self.assertEqual(len(own), 1 + 2 * FRAMES * len(declared))
        differing = [line for line in fields if line not in plain and line not in own]
        self.assertEqual(differing, ["INSERT INTO \"settings\" VALUES('fields','yes');"])

    def test_progressive_videos_have_no_fields(self):
        self.scan(support.SMALL, "--fields")
        self.assertEqual(self.query("SELECT count(*) FROM frames"), [(support.SMALL_FRAMES,)])
        self.assertEqual(self.query("SELECT count(*) FROM fields"), [(0,)])

    def test_fields_that_are_frames_of_their_own_are_not_divided(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        path = self.archive / "hevc.mp4"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=50,format=yuv420p,separatefields",
                        "-frames:v", "8", "-c:v", "libx265", "-x265-params", "interlace=tff:log-level=error", path], check=True, timeout=60)
        self.assertEqual(len(self.orders(path)), 8)  # all of them are interlaced, as ffprobe says
        self.scan(path, "--fields")
        self.assertEqual(self.query("SELECT count(*), min(height) FROM frames JOIN videos ON id = video"), [(8, 32)])
        self.assertEqual(self.query("SELECT count(*) FROM fields"), [(0,)])

    def test_another_scan_of_a_changed_video_replaces_its_fields(self):
        self.make_clips(["mpeg2.mpg"])
        path = self.archive / "mpeg2.mpg"
        self.scan(path, "--fields")
        shutil.copy(support.SMALL, path)
        self.scan(path, "--fields")
        self.assertEqual(self.query("SELECT count(*) FROM fields"), [(0,)])

    def test_databases_with_and_without_fields_are_not_mixed(self):
        self.scan(support.SMALL)
        self.assertIn("another setting fields", self.scan(support.SMALL, "--fields", status=2))
        with_fields = self.folder / "fields.db"
        self.scan(support.SMALL, "--fields", output=with_fields)
        self.assertIn("another setting fields", self.scan(support.SMALL, status=2, output=with_fields))
        _, said = self.command("merge", self.database, with_fields, "-o", self.folder / "all.db", status=2)
        self.assertIn("different settings", said)

    def test_a_database_from_before_the_option_goes_on(self):
        self.scan(support.SMALL)
        before = self.query("SELECT * FROM frames")
        self.change("DELETE FROM settings WHERE name = 'fields'")
        self.scan(support.SMALL, support.MEDIA / "rocket.jpg")
        self.assertEqual(self.query("SELECT count(*) FROM videos"), [(2,)])
        self.assertEqual(self.query("SELECT * FROM frames WHERE video = (SELECT id FROM videos WHERE path = ?)", str(support.SMALL)), before)
        self.assertIn("another setting fields", self.scan(support.SMALL, "--fields", status=2))

    def test_merged_databases_have_the_fields(self):
        self.make_clips(["mpeg2.mpg", "h264.mp4"])
        self.scan(self.archive, "--fields")
        for name in ("mpeg2.mpg", "h264.mp4"):
            self.scan(self.archive / name, "--fields", output=self.folder / (name + ".db"))
        self.command("merge", self.folder / "mpeg2.mpg.db", self.folder / "h264.mp4.db", "-o", self.folder / "all.db")
        wanted = "SELECT * FROM fields ORDER BY video, frame, field"
        merged = self.query(wanted, database=self.folder / "all.db")
        self.assertEqual(len(merged), 4 * FRAMES)
        self.assertEqual(merged, self.query(wanted))

    def test_wrong_combinations_are_refused(self):
        _, said = self.command("scan", support.SMALL, "--fields", "--format", "csv", "-o", self.folder / "texts", status=2)
        self.assertIn("--fields", said)
        self.assertIn("--per-frame=no", self.scan(support.SMALL, "--fields", "--per-frame=no", status=2))

    def orders(self, path):
        """Whether the top field of each frame is shown first, as ffprobe says."""
        printed = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "frame=interlaced_frame,top_field_first", "-of", "compact=p=0", path],
                                 stdout=subprocess.PIPE, check=True, timeout=60, universal_newlines=True).stdout
        lines = [line for line in printed.splitlines() if "top_field_first" in line]
        self.assertTrue(all("interlaced_frame=1" in line for line in lines), path)
        return ["top_field_first=1" in line for line in lines]

    def change(self, statement):
        """Changes the database."""
        with sqlite3.connect(self.database) as connection:
            connection.execute(statement)
        connection.close()


if __name__ == "__main__":
    support.main()
