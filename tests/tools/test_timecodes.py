#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Time codes of QuickTime and MP4 files, and the source times of edit decision lists."""
import re
import struct
import subprocess
from fractions import Fraction

import support

PICTURES = [f"movie={support.MEDIA / name},scale=512:-2,crop=320:180,scale=SIZE,loop=loop=49:size=1,setpts=N/25/TB"
            for name in ("astronaut.png", "coffee.png", "rocket.jpg")]


def count(first, frames, nominal, per_code=1):
    """The time codes of frames, each from the one before."""
    drop = ";" in first
    numbers, codes = [int(number) for number in re.split("[:;]", first)], []
    for frame in range(frames):
        codes.append("%02d:%02d:%02d" % tuple(numbers[:3]) + (";" if drop else ":") + "%02d" % numbers[3])
        if frame % per_code == per_code - 1:
            numbers[3] += 1
        for place, limit in ((3, nominal), (2, 60), (1, 60)):
            if numbers[place] == limit:
                numbers[place] = 0
                numbers[place - 1] += 1
        numbers[0] %= 24
        if drop and numbers[1] % 10 and numbers[2:] == [0, 0]:
            numbers[3] = nominal // 15
    return codes


class Timecodes(support.GeneratedTestCase):
    def probe(self, path, entries):
        return subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "csv=p=0", path],
                              stdout=subprocess.PIPE, check=True, timeout=60, universal_newlines=True).stdout.split()

    def codes(self, path, database=None):
        """Of the video, and of its frames."""
        rows = self.query("SELECT videos.timecode, frames.timecode FROM videos JOIN frames ON id = video WHERE path = ? ORDER BY frame",
                          str(path), database=database)
        return rows[0][0], [row[1] for row in rows]

    def edl(self, path, database=None):
        """Begin and end of each event."""
        text = self.command("shots", database or self.database, path, "--format", "edl")[0]
        return re.findall(r"^\d{3}  AX       V     C        (\S{11}) (\S{11}) \S{11} \S{11}$", text, re.MULTILINE)

    def encode(self, name, rate, *options):
        """A video of 70 frames."""
        path = self.archive / name
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s=64x48:r={rate}", "-frames:v", "70", *options, path],
                       check=True, timeout=60)
        return path

    def test_each_frame_of_a_file_with_a_track_of_time_codes_has_one(self):
        videos = {name: (nominal, self.encode(name, rate, "-c:v", "mpeg4", "-timecode", code, *options))
                  for name, rate, nominal, code, options in (
                      ("drop.mov", "30000/1001", 30, "00:08:58;29", []), ("minute.mp4", "30000/1001", 30, "23:59:59;20", ["-movflags", "faststart"]),
                      ("film.mov", "24000/1001", 24, "01:02:03:04", []), ("pal.mp4", "25", 25, "23:59:59:00", ["-use_editlist", "0"]),
                      ("fast.mov", "50", 50, "10:00:00:10", []))}
        plain = self.encode("plain.mov", "25", "-c:v", "mpeg4")
        self.scan(self.archive)
        for nominal, path in videos.values():
            first, = self.probe(path, "stream_tags=timecode")
            self.assertEqual(self.codes(path), (first, count(first, 70, nominal)))
            self.assertEqual(self.edl(path), [(first, count(first, 71, nominal)[-1])])
        self.assertEqual(self.codes(plain), ("", [None] * 70))
        # A part begins with the time code of its first frame.
        part = self.folder / "part.db"
        self.scan(videos["film.mov"][1], "--start=1", output=part)
        expected = count("01:02:03:04", 71, 24)
        self.assertEqual(self.codes(videos["film.mov"][1], part), (expected[24], expected[24:70]))
        self.assertEqual(self.edl("film.mov", part), [(expected[24], expected[70])])

    def test_each_video_stream_has_time_codes_of_its_own(self):
        path = self.archive / "two.mov"
        sources = [argument for rate in (25, 24) for argument in ("-f", "lavfi", "-i", f"testsrc2=s=64x48:r={rate}:d=1")]
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *sources, "-map", "0", "-map", "1", "-c:v", "mpeg4", "-timecode", "03:00:00:20", path],
                       check=True, timeout=60)
        for stream, rate in ((1, 25), (2, 24)):
            database = self.folder / f"{stream}.db"
            self.scan(path, f"--stream={stream}", output=database)
            self.assertEqual(self.codes(path, database)[1], count("03:00:00:20", rate, rate))

    def test_two_frames_share_a_time_code_of_half_the_rate(self):
        path = self.encode("a.mov", "50", "-c:v", "mpeg4", "-timecode", "00:00:00:10")
        data = bytearray(path.read_bytes())
        entry = data.index(b"tmcd\0\0\0\0\0\0\0\1")
        self.assertEqual((int.from_bytes(data[entry + 20:entry + 24], "big"), data[entry + 28]), (12800, 50))
        data[entry + 20:entry + 24] = (6400).to_bytes(4, "big")
        data[entry + 28] = 25
        path.write_bytes(data)
        self.scan(path)
        self.assertEqual(self.codes(path)[1], count("00:00:00:10", 70, 25, per_code=2))

    def test_frames_behind_another_start_of_time_codes_have_none(self):
        path = self.encode("a.mov", "25", "-c:v", "mpeg4", "-timecode", "01:00:00:00")
        data = bytearray(path.read_bytes())
        entry = data.index(b"tmcd\0\0\0\0\0\0\0\1")
        durations, sizes = data.index(b"stts", entry), data.index(b"stsz", entry)
        self.assertEqual(data[durations + 8:durations + 20], struct.pack(">3I", 1, 1, 70 * 512))
        data[durations + 8:durations + 20] = struct.pack(">3I", 1, 2, 35 * 512)
        data[sizes + 12:sizes + 16] = struct.pack(">I", 2)
        path.write_bytes(data)
        self.scan(path)
        self.assertEqual(self.codes(path), ("01:00:00:00", count("01:00:00:00", 35, 25) + [None] * 35))

    def test_damaged_tracks_of_time_codes_are_none(self):
        whole = self.encode("a.mov", "25", "-c:v", "mpeg4", "-timecode", "01:00:00:00").read_bytes()
        entry = whole.index(b"tmcd\0\0\0\0\0\0\0\1")
        for number, (place, value) in enumerate(((entry + 28, 0), (entry + 28, 200), (entry + 19, 8))):
            data = bytearray(whole)
            data[place] = value
            (self.archive / f"{number}.mov").write_bytes(data)
        data = bytearray(whole)
        offsets = whole.index(b"stco", entry)
        data[offsets + 12:offsets + 16] = b"\x7f\xff\xff\xff"
        (self.archive / "beyond.mov").write_bytes(data)
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT count(*) FROM videos WHERE timecode = '' AND frames = 70"), [(4,)])

    def test_events_are_where_the_frames_are(self):
        whole, late = self.make("whole.mkv", *PICTURES), self.archive / "late.mkv"
        # Frames that are missing, and times of a variable rate.
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", whole, "-vf", "select='not(between(n,10,30))',setpts='(N*2+mod(N,3))/25/TB'",
                        "-vsync", "vfr", "-c:v", "rawvideo", late], check=True, timeout=60)
        for path, options, firsts, last in ((whole, [], [0, 50, 100], 149), (whole, ["--start=1"], [25, 50, 100], 149),
                                            (whole, ["--every=3"], [0, 51, 102], 147), (late, [], [0, 29, 79], 128)):
            with self.subTest(path=path, options=options):
                database = self.folder / "one.db"
                self.scan(path, *options, output=database)
                times = [Fraction(line.strip(",")) for line in self.probe(path, "frame=pts_time")]
                self.assertEqual(times[0], 0)
                frames = [round(times[first] * 25) for first in firsts] + [round(times[last] * 25) + 1]
                codes = count("00:00:00:00", frames[-1] + 1, 25)
                self.assertEqual(self.edl(path.name, database), [(codes[first], codes[end]) for first, end in zip(frames, frames[1:])])
                database.unlink()


if __name__ == "__main__":
    support.main()
