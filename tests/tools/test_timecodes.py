#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Time codes of QuickTime and MP4 files, and the source times of edit decision lists."""
import json
import re
import struct
import subprocess
import time
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


def parse_boxes(data):
    """The boxes of QuickTime and MP4: names and contents."""
    boxes = []
    while data:
        size, name = struct.unpack(">I4s", data[:8])
        boxes.append((name.decode("latin-1"), data[8:size]))
        data = data[size:]
    return boxes


def box(name, content):
    return struct.pack(">I4s", 8 + len(content), name.encode("latin-1")) + content


def table(name, entries, code="I"):
    """A box that has a number of entries, each of as many numbers."""
    return box(name, struct.pack(">2I", 0, len(entries)) + b"".join(struct.pack(f">{len(entry)}{code}", *entry) for entry in entries))


def rebuild(boxes, changes):
    """Boxes, in which those that `changes` names are others: box to content, or to the changes in it. None removes one."""
    built = b""
    for name, content in boxes:
        change = changes.get(name, content)
        if isinstance(change, dict):
            change = rebuild(parse_boxes(content), change)
        built += box(name, change) if change is not None else b""
    return built


def with_timecodes(data, samples, chunks=None, edits=None, entries=None, long_offsets=False):
    """A file of FFmpeg's with another track of time codes. `samples`: number and duration. `chunks`: for each the number of its samples,
    and the entry of stsd. `edits`: duration in ms, begin in the media, rate. `entries` of stsd: changes of FFmpeg's by place."""
    top = parse_boxes(data)
    movie = [index for index, (name, _) in enumerate(top) if name == "moov"][0]
    scale, = struct.unpack_from(">I", dict(parse_boxes(top[movie][1]))["mvhd"], 12)
    if edits is not None and scale != 1000:
        raise ValueError(f"edits are in ms, and the movie has {scale} units per second")
    before = b"".join(box(*one) for one in top[:movie])
    chunks = chunks or [(1, 1)] * len(samples)
    places, values = [], b""
    for size, _ in chunks:
        values += b"gap!"
        places.append((len(before) + 8 + len(values),))
        values += b"".join(struct.pack(">I", number) for number, _ in samples[len(values) // 4 - len(places):][:size])
    runs = [(index + 1, *chunk) for index, chunk in enumerate(chunks) if index == 0 or chunk != chunks[index - 1]]
    tracks = []
    for name, content in parse_boxes(top[movie][1]):
        if name == "trak" and b"tmcd\0\0\0\0\0\0\0\1" in content:
            entry = content[content.index(b"tmcd\0\0\0\0\0\0\0\1") - 4:][:0x24]
            descriptions = b""
            for changes in entries or [{}]:
                other = bytearray(entry)
                for place, value in changes.items():
                    other[place] = value
                descriptions += bytes(other)
            stbl = (box("stsd", struct.pack(">2I", 0, len(entries or [{}])) + descriptions) + table("stts", [(1, length) for _, length in samples]) +
                    table("stsc", runs) + box("stsz", struct.pack(">3I", 0, 4, len(samples))) +
                    (table("co64", places, "Q") if long_offsets else table("stco", places)))
            shown = None if edits is None else table("elst", edits, "i")
            content = rebuild(parse_boxes(content), {"edts": shown, "mdia": {"minf": {"stbl": stbl}}})
        tracks.append(box(name, content))
    return before + box("mdat", values) + box("moov", b"".join(tracks))


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

    def number(self, code, nominal=25):
        """Of a time code without drop-frame."""
        hours, minutes, seconds, frames = map(int, re.split("[:;]", code))
        return ((hours * 60 + minutes) * 60 + seconds) * nominal + frames

    def test_time_codes_go_on_with_each_sample_of_their_track(self):
        whole = self.encode("whole.mov", "25", "-c:v", "mpeg4", "-timecode", "01:00:00:00").read_bytes()
        starts = (("01:00:00:00", 35), ("23:59:59:20", 20), ("00:30:00:05", 1), ("00:29:00:00", 14))
        samples = [(self.number(code), 512 * frames) for code, frames in starts]
        expected = sum((count(code, frames, 25) for code, frames in starts), [])
        for name, options in (("alone.mov", {}), ("together.mov", {"chunks": [(4, 1)]}), ("mixed.mov", {"chunks": [(1, 1), (2, 1), (1, 1)]}),
                              ("long.mov", {"chunks": [(2, 1), (2, 1)], "long_offsets": True})):
            path = self.archive / name
            path.write_bytes(with_timecodes(whole, samples, **options))
            # FFmpeg reads the same samples.
            said = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "d", "-show_packets", "-show_data", "-of", "json", path],
                                  stdout=subprocess.PIPE, check=True, timeout=60).stdout
            packets = [(int("".join(packet["data"].split()[1:3]), 16), packet["duration"]) for packet in json.loads(said)["packets"]]
            self.assertEqual(packets, samples)
        self.scan(self.archive)
        for path in sorted(self.archive.iterdir()):
            if path.name != "whole.mov":
                with self.subTest(path.name):
                    self.assertEqual(self.codes(path), (expected[0], expected))

    def test_samples_of_a_track_of_time_codes_count_as_their_descriptions_say(self):
        path = self.encode("a.mov", "30000/1001", "-c:v", "mpeg4", "-timecode", "00:00:59;20")
        samples = [(1790, 20 * 1001), (1790, 30 * 1001), (1790, 20 * 1001)]
        # The byte of the entry that has the flag of drop-frame.
        path.write_bytes(with_timecodes(path.read_bytes(), samples, chunks=[(1, 1), (1, 2), (1, 1)], entries=[{}, {23: 0}]))
        self.scan(path)
        drop = count("00:00:59;20", 20, 30)
        self.assertEqual(drop[10], "00:01:00;02")
        self.assertEqual(self.codes(path)[1], drop + count("00:00:59:20", 30, 30) + drop)

    def test_edits_shift_time_codes(self):
        whole = self.encode("whole.mov", "25", "-c:v", "mpeg4", "-timecode", "01:00:00:00").read_bytes()
        codes, second = count("01:00:00:00", 200, 25), count("05:00:00:00", 100, 25)
        none = [None] * 70
        samples = [(90000, 512 * 50), (450000, 512 * 50)]
        cases = (
            ([], codes[:50] + second[:20]),  # an empty list is as none
            ([(2800, 0, 0x10000)], codes[:50] + second[:20]),
            ([(2800, 512 * 10, 0x10000)], codes[10:50] + second[:30]),
            # Nothing for 10 frames, then from the begin.
            ([(400, -1, 0x10000), (2400, 0, 0x10000)], none[:10] + codes[:50] + second[:10]),
            # The media backwards in three pieces, and nothing between two of them.
            ([(800, 512 * 60, 0x10000), (400, -1, 0x10000), (800, 512 * 40, 0x10000), (800, 512 * 5, 0x10000)],
             second[10:30] + none[:10] + codes[40:50] + second[:10] + codes[5:25]),
            # The last edit and the last sample have no end, which writers round.
            ([(400, 512 * 90, 0x10000)], second[40:100] + count("05:00:04:00", 10, 25)),
            # A picture that stands still.
            ([(400, 0, 0x10000), (400, 512 * 10, 0), (2000, 512 * 10, 0x10000)], codes[:10] + none[:10] + codes[10:50] + second[:10]))
        for number, (edits, _) in enumerate(cases):
            (self.archive / f"{number}.mov").write_bytes(with_timecodes(whole, samples, edits=edits))
        self.scan(self.archive)
        for number, (edits, expected) in enumerate(cases):
            with self.subTest(edits=edits):
                self.assertEqual(self.codes(self.archive / f"{number}.mov"), (expected[0] or "", expected))

    def test_times_of_edits_and_samples_are_rounded(self):
        # 1001/30000 s is no whole number of the milliseconds of edits, which FFmpeg 9 writes only if asked to.
        path = self.encode("a.mov", "30000/1001", "-c:v", "mpeg4", "-timecode", "00:00:00:00", "-movie_timescale", "1000")
        edits = [(round(frames * 1001 / 30), first * 1001, 0x10000) for first, frames in ((0, 11), (100, 7), (31, 13), (200, 39))]
        path.write_bytes(with_timecodes(path.read_bytes(), [(0, 300 * 1001)], edits=edits))
        self.scan(path)
        codes = count("00:00:00:00", 300, 30)
        self.assertEqual(self.codes(path)[1], codes[:11] + codes[100:107] + codes[31:44] + codes[200:239])

    def test_frames_of_a_sample_that_is_not_in_the_file_have_no_time_codes(self):
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

    def test_a_track_that_declares_any_number_of_samples_takes_no_time(self):
        path = self.encode("a.mov", "25", "-c:v", "mpeg4", "-timecode", "01:00:00:00")
        whole = with_timecodes(path.read_bytes(), [(90000, 512 * 70)], edits=[(0, 0, 0x10000)] * 1000 + [(2800, 0, 0x10000)])
        track = whole.index(b"tmcd\0\0\0\0\0\0\0\1")
        for length in (0, 1, 512):
            data = bytearray(whole)
            for name, place, values in (("stts", 12, (0xffffffff, length)), ("stsc", 16, (0xffffffff,)), ("stsz", 12, (0xffffffff,))):
                start = data.index(name.encode(), track)
                data[start + place:start + place + 4 * len(values)] = struct.pack(f">{len(values)}I", *values)
            path.write_bytes(data)
            begun = time.monotonic()
            self.scan(path)
            self.assertLess(time.monotonic() - begun, 60)  # all of them take minutes
            self.assertEqual(self.query("SELECT outcome, frames FROM videos"), [("complete", 70)])

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
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", whole, "-c", "copy", "-bsf:v",
                        "noise=amount=0:drop='between(n,10,30)',setts=ts='(N*2+mod(N,2))*40'", late], check=True, timeout=60)
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

    def sei(self, codec, number):
        """A SEI message with a time code: the payload time_code of HEVC, or pic_timing of H.264 without delays."""
        def bits(value, size):
            return format(value, f"0{size}b")
        hours, minutes, seconds, frames = 10 + number // 50, 58 + number // 30, 7 + number // 25 % 50, number % 25
        drop = codec == "hevc"
        counting = 4 if drop else 0
        if codec == "hevc":
            text = bits(1, 2) + "1" + "0" + bits(counting, 5) + "1" + "0" + bits(drop, 1) + bits(frames, 9)
            header, kind = b"\x4e\x01", 136
        else:
            text = bits(0, 4) + "1" + bits(0, 2) + "1" + bits(counting, 5) + "1" + "0" + bits(drop, 1) + bits(frames, 8)
            header, kind = b"\x06", 1
        text += bits(seconds, 6) + bits(minutes % 60, 6) + bits(hours, 5) + ("00000" if codec == "hevc" else bits(0, 24))
        text += "1" + "0" * (-(len(text) + 1) % 8)
        payload = int(text, 2).to_bytes(len(text) // 8, "big")
        payload = re.sub(rb"\x00\x00(?=[\x00-\x03])", b"\x00\x00\x03", payload)
        return b"\0\0\1" + header + bytes([kind, len(text) // 8]) + payload + b"\x80"

    def test_frames_of_h264_and_hevc_have_the_time_codes_of_their_bitstream(self):
        paths = []
        for codec, encoder in (("h264", ["-c:v", "libx264", "-x264-params", "pic-struct=1:bframes=2:slices=1:sliced-threads=0"]),
                               ("hevc", ["-c:v", "libx265", "-x265-params", "bframes=2:log-level=error:frame-threads=1"])):
            whole = self.folder / f"whole.{codec}"
            subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30000/1001", "-frames:v", "40", "-pix_fmt", "yuv420p", *encoder,
                            whole], check=True, timeout=60)
            units, number = [], 0
            for unit in re.split(rb"\x00*\x00\x00\x01", whole.read_bytes())[1:]:
                kind = unit[0] >> 1 if codec == "hevc" else unit[0] & 31
                if kind == 6 and codec == "h264" and unit[1] == 1:
                    continue  # x264's own pic_timing
                if kind < 32 if codec == "hevc" else kind in (1, 5):
                    units.append(self.sei(codec, number))
                    number += 1
                units.append(b"\0\0\1" + unit)
            self.assertEqual(number, 40)
            paths.append(self.archive / f"coded.{codec}")
            paths[-1].write_bytes(b"".join(units))
        self.scan(*paths)
        for path in paths:
            printed = [code.strip(",") for code in self.probe(path, "frame_tags=timecode")]
            self.assertEqual(len(set(printed)), 40)
            self.assertEqual({code[8] for code in printed}, {";" if path.suffix == ".hevc" else ":"})
            self.assertEqual(self.codes(path), (printed[0], printed))

    def test_a_part_of_a_video_that_begins_later_counts_from_its_first_frame(self):
        late = self.archive / "late.ts"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=gray:s=64x48:r=25:d=3", "-c:v", "mpeg2video", late],
                       check=True, timeout=60)
        for start in (0, 1):
            part = self.folder / f"{start}.db"
            self.scan(late, f"--start={start}", output=part)
            frames, time = self.query("SELECT count(*), min(time) FROM frames", database=part)[0]
            self.assertEqual(time, start * 10 ** 9)
            first = 25 * start
            codes = count("00:00:00:00", first + frames + 1, 25)
            self.assertEqual(self.edl("late.ts", part), [(codes[first], codes[first + frames])])


if __name__ == "__main__":
    support.main()
