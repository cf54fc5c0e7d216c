#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The active picture: videos with bars of known sizes, dark scenes, titles; light over the active picture."""
import array
import random
import re
import subprocess

import support

BRIGHT = "testsrc2=s={}:d={}"
FULL = (0, 0, 160, 90)
LETTERBOX, LETTERBOXED = "testsrc2=s=160x60:d={},pad=160:90:0:14", (0, 14, 160, 60)
# A light of 24x16 pixels in a dark frame, whose other samples are 21 or 22.
LAMP = "color=0x060606:s=160x90:d={},drawbox=60:30:24:16:white:fill"
DARK = "color=0x070707:s=160x90:d={}"
TITLE = "color=black:s=160x90:d=2,drawbox=60:40:4:12:white:fill,drawbox=80:44:20:4:white:fill,drawbox=112:40:4:12:white:fill"
NOISY = "testsrc2=s=160x60:d=1,format=yuv420p,pad=160:90:0:14,noise=c0s=8:c0f=u:all_seed=1"  # bars of 16 to 20


WIDTH, HEIGHT = 210, 122  # no whole vectors; 1 % of a row is 2.1 samples, of a column 1.22


class Follower:
    """The rule of docs/archive.md, from all lines of each frame."""
    def __init__(self):
        self.known = [None, None]      # of the columns and of the rows: the first and the last line of the picture
        self.candidate = [None, None]  # the content of all frames since the first of some measurements in a row, and their number

    @staticmethod
    def extent(shares):
        lines = [line for line, share in enumerate(shares) if share > 0.01]
        return (lines[0], lines[-1]) if lines else None

    @staticmethod
    def union(a, b):
        return (min(a[0], b[0]), max(a[1], b[1]))

    def add(self, number, shares):
        """Takes the shares of samples that are not black, of columns and of rows. Returns x, y, width and height, or None."""
        content = [self.extent(lines) for lines in shares]
        for d in range(2):
            if self.known[d] and content[d]:
                self.known[d] = self.union(self.known[d], content[d])
            if self.candidate[d] and content[d]:
                span = self.union(self.candidate[d][0], content[d])
                self.candidate[d] = None if span == self.known[d] else (span, self.candidate[d][1])
        for d in range(2 if all(content) else 0):
            lines, (first, last), size = shares[d], content[d], len(shares[d])
            across = (content[1 - d][1] - content[1 - d][0] + 1) / len(shares[1 - d])
            ends = [lines[first:first + 4], lines[max(last - 3, 0):last + 1][::-1]]
            straight = all(bar == 0 or sum(end) / len(end) >= 0.5 * across for bar, end in zip((first, size - 1 - last), ends))
            if not self.known[d]:
                self.known[d] = content[d] if straight else None
            elif number % 25 == 0:
                even = abs(first - (size - 1 - last)) * 25 <= size
                if not straight or not even or content[d] == self.known[d]:
                    self.candidate[d] = None
                else:
                    span, times = self.candidate[d] or (content[d], 0)
                    self.candidate[d] = (span, times + 1)
                    if times + 1 == 3:
                        self.known[d], self.candidate[d] = span, None
        if not all(self.known):
            return None
        (left, right), (top, bottom) = self.known
        return left, top, right - left + 1, bottom - top + 1


class ActivePicture(support.GeneratedTestCase):
    def active(self, path=None):
        """Runs of frames with the same active picture: the first frame, and the rectangle or None."""
        runs = []
        for frame, *rectangle in self.query("SELECT frame, ACTIVEX, ACTIVEY, ACTIVEW, ACTIVEH FROM frames JOIN videos ON id = video "
                                            "WHERE path = ifnull(?, path) ORDER BY frame", path and str(path)):
            value = None if rectangle[0] is None else tuple(rectangle)
            if not runs or runs[-1][1] != value:
                runs.append((frame, value))
        return runs

    def whole(self, path=None):
        """The active picture of a video."""
        return self.query("SELECT active_x, active_y, active_width, active_height FROM videos WHERE path = ifnull(?, path)", path and str(path))[0]

    # What a video is made of; runs of its frames with the same active picture; that of the video.
    VIDEOS = {
        "a_letterboxed_video": ([LETTERBOX.format(3)], [(0, LETTERBOXED)], LETTERBOXED),
        "a_pillarboxed_video": (["testsrc2=s=120x90:d=1,pad=160:90:20:0"], [(0, (20, 0, 120, 90))], (20, 0, 120, 90)),
        "bars_on_all_sides_may_be_uneven": (["testsrc2=s=100x40:d=1,pad=160:90:10:30"], [(0, (10, 30, 100, 40))], (10, 30, 100, 40)),
        "a_full_frame": ([BRIGHT.format("160x90", 2)], [(0, FULL)], FULL),
        "a_black_video_has_none": (["color=black:s=160x90:d=2"], [(0, None)], (None,) * 4),
        "titles_on_black_are_no_picture": ([TITLE, LETTERBOX.format(2)], [(0, None), (50, LETTERBOXED)], LETTERBOXED),
        "dark_scenes_do_not_shrink_a_full_frame": ([BRIGHT.format("160x90", 1), LAMP.format(6), DARK.format(6)], [(0, FULL)], FULL),
        "dark_scenes_do_not_shrink_a_letterboxed_picture": ([LETTERBOX.format(1), LAMP.format(6), DARK.format(2)], [(0, LETTERBOXED)], LETTERBOXED),
        "a_fade_does_not_shrink_the_picture": ([BRIGHT.format("160x90", 8) + ",fade=out:0:200"], [(0, FULL)], FULL),
        "a_picture_grows_with_the_first_larger_frame": ([LETTERBOX.format(1.2), BRIGHT.format("160x90", 2)], [(0, LETTERBOXED), (30, FULL)], FULL),
        "one_frame_that_fills_the_frame_counts": ([LETTERBOX.format(1.2), BRIGHT.format("160x90", 0.04), LETTERBOX.format(4)],
                                                  [(0, LETTERBOXED), (30, FULL), (100, LETTERBOXED)], FULL),
        "larger_frames_between_measurements_keep_the_picture": (
            [BRIGHT.format("160x90", 2), LETTERBOX.format(1.2), BRIGHT.format("160x90", 0.04), LETTERBOX.format(4)],
            [(0, FULL), (150, LETTERBOXED)], FULL),
        "a_picture_is_known_from_its_first_frame_on": (
            ["color=black:s=160x90:d=0.4", TITLE, LETTERBOX.format(0.2), "color=black:s=160x90:d=1"], [(0, None), (60, LETTERBOXED)], LETTERBOXED),
        "a_picture_that_shrinks_is_measured_three_times": ([BRIGHT.format("160x90", 2), LETTERBOX.format(6)], [(0, FULL), (100, LETTERBOXED)], FULL),
        "noise_in_bars_is_not_content": ([NOISY], [(0, LETTERBOXED)], LETTERBOXED),
    }

    def test_what_videos_show(self):
        # One process makes them and one scans them: most of the time of either is its start.
        self.make_all({f"{name}.mkv": parts for name, (parts, _, _) in self.VIDEOS.items()})
        self.scan(self.archive)
        for name, (_, expected, whole) in self.VIDEOS.items():
            with self.subTest(name):
                video = self.archive / f"{name}.mkv"
                self.assertEqual(self.active(video), expected)
                self.assertEqual(self.whole(video), whole)

    @staticmethod
    def random_frames(seed, number):
        """Frames of samples of 8 bits. Each is a list of rows. Noise in bars goes up to the threshold, and specks beyond it."""
        rng = random.Random(seed)
        noise, bright = (bytes(rng.choices(values, k=1 << 15)) for values in (range(14, 25), range(25, 236)))
        even = [(0, 0, WIDTH, HEIGHT), (0, 20, WIDTH, 102), (30, 0, 180, HEIGHT), (30, 20, 180, 102), (0, 18, WIDTH, 104)]
        scenes = [(even[0], 0, 10), (even[1], 0, 97), (even[2], 0, 10)]  # the picture shrinks, and grows between measurements
        frames = []
        while len(frames) < number:
            left, top = rng.randrange(WIDTH), rng.randrange(HEIGHT)
            anywhere = (left, top, rng.randint(left, WIDTH), rng.randint(top, HEIGHT))
            part = rng.choice(even) if rng.random() < 0.7 else anywhere
            specks, length = rng.choice((0, 0, 1, 4)), rng.choice((1, 2, 24, 40, 80))
            if scenes:
                part, specks, length = scenes.pop(0)
            for _ in range(length):
                left, top, right, bottom = part
                rows = []
                for y in range(HEIGHT):
                    start = rng.randrange(1 << 14)
                    row = bytearray(noise[start:start + WIDTH])
                    if top <= y < bottom:
                        row[left:right] = bright[start:start + right - left]
                    rows.append(row)
                for _ in range(specks):
                    y, x = rng.randrange(HEIGHT), rng.randrange(WIDTH - 3)
                    row = rows[y]
                    row[x:x + 3] = b"\x19" * 3 if rng.random() < 0.5 else b"\x19\x10\x19"
                frames.append(rows)
        return frames[:number]

    @staticmethod
    def shares_of(rows):
        black = bytes(range(25))
        columns = zip(*rows)
        return [[len(bytes(line).translate(None, black)) / len(line) for line in lines] for lines in (columns, rows)]

    @staticmethod
    def area(rectangle):
        return rectangle[2] * rectangle[3]

    def test_every_frame_counts(self):
        """The picture of each frame is that of a follower that measures all lines of each frame."""
        # The name of what is written, its pixel format and codec; the samples of a row of Y; what follows them.
        chroma = b"\x80" * (WIDTH // 2)
        wide = {value: array.array("H", [value << 2 | 3]).tobytes() for value in range(256)}  # the same 8 bits of 10
        forms = {
            "gray.mkv": ("gray", "ffv1", bytes, b""),
            "planar.mkv": ("yuv420p", "rawvideo", bytes, chroma * HEIGHT),
            "packed.avi": ("yuyv422", "rawvideo", lambda row: b"".join(bytes((value, 128)) for value in row), b""),
            "ten.mkv": ("yuv420p10le", "ffv1", lambda row: b"".join(map(wide.__getitem__, row)), b"\0\2" * (WIDTH // 2 * HEIGHT)),
        }
        for seed, (name, (pixels, codec, pack, rest)) in enumerate(forms.items()):
            with self.subTest(name):
                frames = self.random_frames(seed, 300)
                video = self.archive / name
                # FFmpeg 7 encodes gray as full range unless the frames themselves say otherwise.
                subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", pixels, "-s", f"{WIDTH}x{HEIGHT}", "-r", "25",
                                "-i", "/dev/stdin", "-vf", "setrange=tv", "-c:v", codec, "-color_range", "tv", video],
                               input=b"".join(b"".join(map(pack, rows)) + rest for rows in frames), check=True, timeout=60)
                self.scan(video)
                follower = Follower()
                expected = [follower.add(number, self.shares_of(rows)) for number, rows in enumerate(frames)]
                found = [None if row[0] is None else row for row in self.query(
                    "SELECT ACTIVEX, ACTIVEY, ACTIVEW, ACTIVEH FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(video))]
                self.assertEqual(found, expected)
                changes = [(number, self.area(before), self.area(now))
                           for number, (before, now) in enumerate(zip(expected, expected[1:]), 1) if before and before != now]
                self.assertTrue(any(now < before for _, before, now in changes))
                self.assertTrue(any(number % 25 and now > before for number, before, now in changes))
                known = [rectangle for rectangle in expected if rectangle]
                left, top = (min(rectangle[i] for rectangle in known) for i in (0, 1))
                self.assertEqual(self.whole(video), (left, top, *(max(r[i] + r[i + 2] for r in known) - (left, top)[i] for i in (0, 1))))

    def test_the_threshold_of_bars(self):
        """59 is 20 % of the range of 8 bits and limited range."""
        gray = [f"testsrc2=s=160x60:d=1,format=yuv420p,lutyuv=y='max(val,60)',pad=160:90:0:14,lutyuv=y='if(lt(val,17),{level},val)'" for level in (59, 60)]
        dark, light = self.make_all({"dark.mkv": [gray[0]], "light.mkv": [gray[1]]})
        self.scan("--black-bar", "0.2", dark, light)
        self.assertEqual(self.whole(dark), LETTERBOXED)
        self.assertEqual(self.whole(light), FULL)
        self.assertEqual(self.query("SELECT value FROM settings WHERE name = 'black-bar'"), [("0.2",)])
        self.assertIn("another setting black-bar", self.scan(dark, status=2))
        for wrong in "1.01", "-0.1", "24", "nan":
            said = self.scan(f"--black-bar={wrong}", dark, status=2, output=self.folder / "other.db")
            self.assertIn("--black-bar", said)
            self.assertIn("from 0 to 1", said)

    def test_the_reference_agrees(self):
        cases = [("160x60", "160:90:0:14"), ("112x90", "160:90:24:0"), ("100x50", "160:90:30:20"), ("160x90", "160:90:0:0")]
        picture = f"movie={support.MEDIA / 'coffee.png'},loop=loop=74:size=1,setpts=N/25/TB"  # no side of it is black
        videos = self.make_all({f"{number}.mkv": [f"{picture},scale={size.replace('x', ':')},pad={pad}"]
                                for number, (size, pad) in enumerate(cases)})
        self.scan(*videos)
        for video, said in self.ffmpeg_of_all(videos, "cropdetect=limit=24:round=2:skip=0:reset=0").items():
            width, height, x, y = map(int, re.findall(r"crop=(\d+):(\d+):(\d+):(\d+)", said)[-1])
            self.assertEqual(self.whole(video), (x, y, width, height))

    def test_samples_of_other_depths_and_ranges(self):
        cases = {"ten.mkv": ["-pix_fmt", "yuv420p10le"], "twelve.mkv": ["-pix_fmt", "yuv422p12le"], "gray.mkv": ["-pix_fmt", "gray"], "gray16.mkv": ["-pix_fmt", "gray16le"],
                 "full.mkv": ["-color_range", "pc"], "rgb.mkv": ["-pix_fmt", "bgr0"]}
        full_range = {"full.mkv": ",scale=in_range=tv:out_range=pc"}
        videos = self.make_all({name: [LETTERBOX.format(1) + full_range.get(name, "")] for name in cases}, options=cases)
        self.scan(*videos)
        for video in videos:
            with self.subTest(name=video.name):
                self.assertEqual(self.active(video), [(0, LETTERBOXED)])

    def test_frames_of_16_bits_have_the_picture_of_the_same_frames_in_8_bits(self):
        # Counts of 16 bits take long.
        video = self.make("video.mkv", LETTERBOX.format(1), BRIGHT.format("160x90", 1), LAMP.format(0.2))
        self.scan(video)
        expected = self.active(video)
        self.assertEqual(expected, [(0, LETTERBOXED), (25, FULL)])
        self.database = self.folder / "deep.db"
        self.scan("--live", f"filesrc location={video} ! decodebin ! videoconvert ! video/x-raw,format=P016_LE")
        self.assertEqual(self.query("SELECT format FROM videos"), [("P016_LE",)])
        self.assertEqual(self.active(), expected)

    def test_the_light_of_bars_is_nothing(self):
        video = self.archive / "pq.mkv"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", LETTERBOX.format(2), "-vf",
                        "format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc", "-c:v", "ffv1", video],
                       check=True, timeout=60)
        self.scan(video)
        rows = self.query("SELECT LIGHTAVG, ACTIVELIGHT FROM frames")
        self.assertEqual(len(rows), 50)
        for light, active in rows:
            self.assertGreater(light, 0)
            self.assertAlmostEqual(active, light * 160 * 90 / (160 * 60), places=9)
        highest = max(active for _, active in rows)
        self.assertEqual(self.query("SELECT active_max_fall FROM videos"), [(highest,)])

    def test_levels_of_the_active_picture_leave_out_bars(self):
        # Bars of 2, which are outside of broadcast range and of EBU R 103, around a picture whose right part is 255.
        source = "color=gray:s=160x90:d=0.12,format=PIXELS,geq=lum='if(between(X,LEFT,RIGHT)*between(Y,TOP,BOTTOM),if(lt(X,60),100,255),2)'"
        rows, expected = {"box": (11, 111, 15, 57), "letterbox": (0, 159, 15, 75), "pillars": (21, 140, 0, 89), "full": (0, 159, 0, 89)}, {}
        for pixels, fields in (("yuv420p", "prog"), ("yuv420p", "tff"), ("gray", "prog")):
            for name, edges in rows.items():
                path = self.archive / f"{pixels}-{fields}-{name}.mkv"
                part = source.replace("PIXELS", pixels) + (":cb=128:cr=128" if pixels != "gray" else "")
                for word, edge in zip(("LEFT", "RIGHT", "TOP", "BOTTOM"), edges):
                    part = part.replace(word, str(edge))
                subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"{part},setfield={fields}", "-c:v", "ffv1", path], check=True)
                left, right, top, bottom = edges
                width, height = right - left + 1, bottom - top + 1
                outside = (right - 59) * height
                expected[str(path)] = (width, height, (14400 - width * height + outside) / 14400, outside / (width * height), pixels == "gray")
        self.scan(self.archive)
        found = self.query("SELECT path, ACTIVEW, ACTIVEH, BRNG, R103OUT, ACTIVEBRNG, ACTIVER103 FROM frames JOIN videos ON id = video")
        self.assertEqual(len(found), 3 * len(expected))
        for path, width, height, broadcast, range_, active_broadcast, active_range in found:
            with self.subTest(path):
                *size, of_frame, of_picture, is_gray = expected[path]
                self.assertEqual([width, height], size)
                self.assertAlmostEqual(broadcast, of_frame, 12)
                self.assertAlmostEqual(active_broadcast, of_picture, 12)
                if is_gray:
                    self.assertEqual((range_, active_range), (None, None))
                else:
                    self.assertAlmostEqual(range_, of_frame, 12)
                    self.assertAlmostEqual(active_range, of_picture, 12)
        database = self.folder / "narrow.db"
        self.scan(self.archive / "yuv420p-prog-box.mkv", "--figures", "signalstats", output=database)
        self.assertEqual(self.query("SELECT DISTINCT ACTIVEBRNG IS NULL, ACTIVER103 > 0 FROM frames", database=database), [(1, 1)])

    @staticmethod
    def colours_of(y, cb, cr):
        """R, G, B and Y of limited range and BT.709, in codes of 8 bits, from samples in these. A float: not rounded."""
        luma, blue, red = (y - 16) / 219, (cb - 128) / 224, (cr - 128) / 224
        r, b = luma + 2 * (1 - 0.2126) * red, luma + 2 * (1 - 0.0722) * blue
        return [16 + 219 * value for value in (r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b, luma)]

    @staticmethod
    def row_of_chroma(row, down, interlaced):
        """The row of Cb and Cr that a row of the frame has; in an interlaced frame, of its own field."""
        return row // down if down == 1 or not interlaced else row // 2 // 2 * 2 + row % 2

    def random_frame(self, rng, size, active, deep, down, interlaced):
        """Samples of Y, Cb and Cr by rows. No colour of a pixel is so near to a limit of EBU R 103 that its rounding decides."""
        (width, height), (left, top, right, bottom), bits = size, active, 4 if deep else 1
        wide = lambda value: value * bits + rng.randrange(bits)
        blue, red = ([[wide(rng.choice((rng.randint(6, 250), rng.randint(100, 156)))) for _ in range(width // 2)]
                      for _ in range(height // down)] for _ in range(2))
        luma = []
        for row in range(height):
            luma.append([])
            for column in range(width):
                inside = left <= column <= right and top <= row <= bottom
                place = self.row_of_chroma(row, down, interlaced), column // 2
                cb, cr = blue[place[0]][place[1]] / bits, red[place[0]][place[1]] / bits
                while True:
                    y = wide(rng.randint(25, 255) if inside else rng.randint(0, 24))
                    if all(abs(value - limit) > 1 for value in self.colours_of(y / bits, cb, cr) for limit in (5, 246)):
                        break
                luma[-1].append(y)
        return luma, blue, red

    def count_outside(self, frame, area, deep, down, interlaced):
        """The pixels of columns and rows that are outside of broadcast range, whose chroma is never by fields, and of EBU R 103."""
        luma, blue, red = frame
        bits = 4 if deep else 1
        broadcast = limits = 0
        for row, column in ((row, column) for row in range(area[1], area[3] + 1) for column in range(area[0], area[2] + 1)):
            y, (cb, cr) = luma[row][column] / bits, (plane[row // down][column // 2] / bits for plane in (blue, red))
            broadcast += not (16 <= y <= 235 and 16 <= cb <= 240 and 16 <= cr <= 240)
            cb, cr = (plane[self.row_of_chroma(row, down, interlaced)][column // 2] / bits for plane in (blue, red))
            limits += not all(5 <= value <= 246 for value in self.colours_of(y, cb, cr))
        return broadcast, limits

    def test_levels_of_pixels_with_chroma_of_their_own(self):
        # Edges of bars lie in cells of chroma, and rows of them in both fields.
        size, active = (72, 52), (7, 9, 63, 45)
        (width, height), (left, top, right, bottom) = size, active
        expected, rng = {}, random.Random(103)
        for pixels, fields in (("yuv420p", "prog"), ("yuv420p", "tff"), ("yuv420p10le", "prog"), ("yuv420p10le", "tff"),
                               ("yuv422p10le", "prog"), ("yuv422p10le", "bff")):
            deep, down, interlaced = "10" in pixels, 1 if "422" in pixels else 2, fields != "prog"
            frames = [self.random_frame(rng, size, active, deep, down, interlaced) for _ in range(2)]
            path = self.archive / f"{pixels}-{fields}.mkv"
            samples = array.array("H" if deep else "B", [sample for frame in frames for plane in frame for row in plane for sample in row])
            subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", pixels, "-s", f"{width}x{height}", "-r", "25", "-i",
                            "/dev/stdin", "-vf", f"setfield={fields},setparams=range=tv:colorspace=bt709", "-c:v", "ffv1", path],
                           input=samples.tobytes(), check=True, timeout=60)
            for number, frame in enumerate(frames):
                areas = [self.count_outside(frame, area, deep, down, interlaced) for area in ((0, 0, width - 1, height - 1), active)]
                expected[str(path), number] = [count / area for counts, area in zip(
                    areas, (width * height, (right - left + 1) * (bottom - top + 1))) for count in counts]
                if interlaced and down == 2:  # so that fields and frames are told apart
                    self.assertNotEqual(areas[1][1], self.count_outside(frame, active, deep, down, False)[1])
        self.scan(self.archive)
        found = self.query("SELECT path, frame, ACTIVEX, ACTIVEY, ACTIVEW, ACTIVEH, BRNG, R103OUT, ACTIVEBRNG, ACTIVER103 "
                           "FROM frames JOIN videos ON id = video")
        self.assertEqual(len(found), len(expected))
        for path, number, *rectangle, of_broadcast, of_limits, active_broadcast, active_limits in found:
            with self.subTest(path, frame=number):
                self.assertEqual(rectangle, [left, top, right - left + 1, bottom - top + 1])
                for value, of_reference in zip((of_broadcast, of_limits, active_broadcast, active_limits), expected[path, number]):
                    self.assertAlmostEqual(value, of_reference, 12)
                    self.assertTrue(0.05 < value < 0.95, value)


if __name__ == "__main__":
    support.main()
