#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the page of a video says of its depth, range, colours and orientation."""
import base64
import re
import sqlite3
import struct
import subprocess

import support
from test_report import Page

# Filters that make the stored image of an upright one, for each orientation of EXIF, and the orientation of the database.
EXIF = {1: ("null", 0, 0), 2: ("hflip", 1, 0), 3: ("hflip,vflip", 0, 180), 4: ("vflip", 1, 180), 5: ("transpose=cclock_flip", 1, 270),
        6: ("transpose=cclock", 0, 90), 7: ("transpose=clock_flip", 1, 90), 8: ("transpose=clock", 0, 270)}
# The same in the matrix of a track of MP4: a, b, c and d of x' = a x + c y, y' = b x + d y.
MATRICES = {1: (1, 0, 0, 1), 2: (-1, 0, 0, 1), 3: (-1, 0, 0, -1), 4: (1, 0, 0, -1), 5: (0, 1, 1, 0), 6: (0, 1, -1, 0), 7: (0, -1, -1, 0),
            8: (0, -1, 1, 0)}
CORNERS = ["red", "lime", "blue", "yellow"]  # of the upright image, from left to right, from top to bottom
COLOURS = {"red": (255, 0, 0), "lime": (0, 255, 0), "blue": (0, 0, 255), "yellow": (255, 255, 0)}


class VideoPages(support.GeneratedTestCase):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"

    def encode(self, name, *arguments, source="color=black:size=160x90:rate=25:duration=0.2"):
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", source, *arguments, self.archive / name], check=True, timeout=60)
        return self.archive / name

    def report(self, *arguments):
        self.command("report", self.database, "-o", self.site, *arguments)

    def html(self, start):
        return next(path for path in self.site.iterdir() if path.name.startswith(start)).read_text(encoding="utf-8")

    def facts(self, start):
        """The names and values of the lists of facts."""
        return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", self.html(start)))

    def update(self, **columns):
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE videos SET " + ", ".join(f"{name} = ?" for name in columns), list(columns.values()))
        connection.close()

    def luma(self, start):
        """What stands beside the title of the chart, the labels of its levels, and its dashed lines."""
        chart = self.html(start).split("<h3>Luma")[1].split("</figure>")[0]
        return (re.search(r"<span class=\"soft\">(.*?)</span>", chart).group(1), re.findall(r"class=\"level\"[^>]*>(.*?)<", chart),
                [float(y) for y in re.findall(r"class=\"limit\"[^>]* y1=\"([\d.]+)\"", chart)], Page("<p>" + chart.split("<p")[1].split(">", 1)[1]
                                                                                                    .split("</p>")[0] + "</p>").text)

    def test_each_figure_that_archivists_watch_has_a_chart_with_its_usual_limit(self):
        # Limits are in the unit of the axis.
        limits = {"Luma": [16, 235], "Saturation": [], "Difference to the frame before": [], "Temporal information (TI)": [],
                  "Spatial information (SI)": [], "Entropy": [], "Blockiness": [], "Outside of EBU R 103": [1], "Outliers (TOUT)": [0.9],
                  "Repeated rows (VREP)": [3], "Outside of broadcast range (BRNG)": [5], "Difference of the fields": [],
                  "Similarity of the fields": [], "Changes of light in a second": [6], "Changes of saturated red in a second": [6],
                  "Area that flashes": [25]}
        self.copy(support.SMALL, "film.webm")
        self.scan(self.archive)
        self.report("--thumbnails", "0")
        places = {}
        for chart in self.html("film").split('<figure class="chart"')[1:]:
            top = float(re.findall(r'class="level"[^>]*>([\d.,]+)', chart)[-1].replace(",", ""))
            places[re.search(r"<h3>([^<]*?) *<", chart).group(1)] = top, re.findall(r'class="limit"[^>]* y1="([\d.]+)"', chart)
        self.assertEqual(list(places), list(limits))
        for title, (top, drawn) in places.items():
            self.assertEqual([float(y) for y in drawn], [round(100 * (1 - limit / top), 1) for limit in limits[title]], title)

    def test_a_chart_of_luma_has_the_depth_and_the_range_of_the_video(self):
        # Black frames: fewer bits than the samples have are in use.
        cases = {"a8.mkv": ("yuv420p", "tv"), "b9.mkv": ("yuv420p9", "tv"), "c10.mkv": ("yuv422p10", "tv"), "d12.mkv": ("gray12", "pc"),
                 "e8.mkv": ("yuv444p", "pc"), "f8.mkv": ("gbrp", "pc")}
        for name, (pixels, colour_range) in cases.items():
            self.encode(name, "-vf", f"format={pixels},setparams=range={colour_range}", "-c:v", "ffv1", "-color_range", colour_range)
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT depth FROM videos ORDER BY path"), [(8,), (9,), (10,), (12,), (8,), (8,)])
        self.report("--thumbnails", "0")
        for name, (note, depth, limited) in {"a8": ("8 bits, limited range", 8, "legal range, 16 to 235"),
                                             "b9": ("9 bits, limited range", 9, "legal range, 32 to 470"),
                                             "c10": ("10 bits, limited range", 10, "legal range, 64 to 940"),
                                             "d12": ("12 bits, full range", 12, ""), "e8": ("8 bits, full range", 8, ""),
                                             "f8": ("8 bits, limited range, of a copy in Y'CbCr", 8, "black and white, 16 to 235")}.items():
            greatest = 2 ** depth - 1
            said, levels, lines, legend = self.luma(name)
            self.assertEqual(said, note, name)
            self.assertEqual(levels, ["0", f"{2 ** (depth - 1):,}", f"{greatest:,}"], name)
            expected = [round(100 * (1 - value * 2 ** (depth - 8) / greatest), 1) for value in (16, 235)] if limited else []
            self.assertEqual(lines, expected, name)
            if limited:
                self.assertIn(limited, legend)
            else:
                self.assertNotIn(" to ", legend.split("average")[1])
        # The small chart of the index: black of 16 of 255, not of the 31 values of five bits.
        spark = (self.site / "index.html").read_text(encoding="utf-8").split(">a8.mkv<")[1].split("class=\"curve\" d=\"M")[1]
        self.assertEqual(float(re.match(r"[\d.]+ ([\d.]+)", spark).group(1)), round(100 * (1 - 16 / 255), 1))

    def test_a_database_of_version_4_has_depths_by_its_formats(self):
        self.encode("a.mkv", "-vf", "format=yuv422p10", "-c:v", "ffv1")
        self.scan(self.archive)
        with sqlite3.connect(self.database) as connection:
            connection.execute("ALTER TABLE videos DROP COLUMN depth")
            connection.execute("PRAGMA user_version = 4")
        connection.close()
        self.report()
        self.assertEqual(self.luma("a.mkv")[:2], ("10 bits, limited range", ["0", "512", "1,023"]))

    def test_colours_are_told_in_words(self):
        self.encode("a.mkv", "-pix_fmt", "yuv420p10", "-c:v", "ffv1")
        self.scan(self.archive)
        names = ("primaries", "transfer", "matrix", "range")
        bitstream, container, assumed = "bitstream", "container", "assumed"
        for numbers, by, words in (
                ((9, 16, 9, 0), (bitstream,) * 4, "BT.2020, PQ, limited; declared by the bitstream"),
                ((9, 18, 9, 0), (container,) * 4, "BT.2020, HLG, limited; declared by the container"),
                ((1, 1, 1, 0), (assumed,) * 4, "BT.709, limited; assumed"),
                ((6, 6, 6, 0), (assumed,) * 4, "BT.601 525, limited; assumed"),
                ((5, 6, 5, 0), (bitstream, bitstream, bitstream, assumed), "BT.601 625; declared by the bitstream · limited; assumed"),
                ((9, 14, 9, 0), (bitstream,) * 4, "BT.2020, limited; declared by the bitstream"),
                ((9, 15, 10, 0), (bitstream,) * 4, "primaries BT.2020, transfer BT.2020 (12 bits), matrix BT.2020 of constant luminance, limited; declared by the bitstream"),
                ((12, 13, 5, 1), (bitstream,) * 4, "primaries Display P3, sRGB, matrix BT.601 625, full; declared by the bitstream"),
                ((1, 13, 0, 1), (assumed,) * 4, "R'G'B', BT.709, sRGB, full; assumed"),
                ((1, 1, 6, 0), (assumed, assumed, container, "setting"),
                 "limited; set for the scan · matrix BT.601 525; declared by the container · primaries BT.709, transfer BT.709; assumed"),
                ((77, 16, 14, 0), (bitstream,) * 4, "primaries number 77 of H.273, PQ, matrix ICtCp, limited; declared by the bitstream")):
            columns = {**dict(zip(names, numbers)), **{name + "_by": source for name, source in zip(names, by)}}
            self.update(**columns)
            self.report("--thumbnails", "0")
            self.assertEqual(self.facts("a.mkv")["Colours"].replace("&#39;", "'"), words)
        self.update(**{name: None for name in names}, **{name + "_by": "" for name in names})
        self.report("--thumbnails", "0")
        self.assertEqual(self.facts("a.mkv")["Colours"], "bt601")

    def test_technical_data_are_told_in_words(self):
        self.encode("a.mkv", "-pix_fmt", "yuv420p10", "-c:v", "ffv1")
        self.scan(self.archive)
        self.update(width=1440, height=1080, coded_width=1440, coded_height=1088, aspect_numerator=4, aspect_denominator=3, rotation=270, mirrored=1,
                    field_order="tb", bit_rate=24300000, programs=3, packets=1234, decoded=1200, discarded=30, concealed=1, counts_times=1,
                    stream_start=1400000000, hdr10=1, dolby_vision=1, declared_max_cll=1000, max_cll=640.5, chroma_place=2, chroma_place_by="bitstream",
                    mastering_display="34000:16000:13250:34500:7500:3000:15635:16450:10000000:50", decoder="h264, libavcodec 59.37.100")
        self.report("--thumbnails", "0")
        expected = {
            "Size": "1440 × 1080", "Shown as": "1080 × 1920, pixels of 4:3, left and right exchanged, turned by 270° clockwise",
            "Samples": "Y'CbCr 4:2:0, 10 bits (yuv420p10le)", "Fields": "interlaced, top field coded first and bottom field shown first",
            "MaxCLL": "640.5 cd/m²; 1000 cd/m² declared", "HDR metadata": "HDR10, Dolby Vision", "Place of chroma": "top left; declared by the bitstream",
            "Mastering display": "0.005 to 1000 cd/m²; x, y of red 0.68, 0.32, green 0.265, 0.69, blue 0.15, 0.06, white 0.3127, 0.329",
            "Coded size": "1440 × 1088", "Bit rate": "24.3 Mbit/s", "Programs": "3", "Times": "by the frame rate, because the file has none",
            "Packets": "1,234: 1,200 decoded, 30 discarded by an edit list, 4 without a frame of their own; 1 frame with concealed damage",
            "First frame on the clock of the file": "0:01.4", "Decoder": "h264, libavcodec 59.37.100"}
        facts = {name: value.replace("&#39;", "'") for name, value in self.facts("a.mkv").items()}
        self.assertEqual({name: facts.get(name) for name in expected}, expected)
        self.update(aspect_numerator=1, aspect_denominator=1, rotation=0, mirrored=0)
        self.report("--thumbnails", "0")
        self.assertNotIn("Shown as", self.facts("a.mkv"))
        self.update(aspect_numerator=2 ** 31 - 1)  # no number that a file states does harm
        self.report("--thumbnails", "0")
        self.assertEqual(self.facts("a.mkv")["Shown as"], "4294967295 × 1080, pixels of 2147483647:1")

    def ticks(self, start):
        """The places, in percent of the width, and the texts of the times under the first drawing."""
        return [(float(place), text) for place, text in
                re.findall(r"<li style=\"left:([\d.]+)%\">(.*?)</li>", self.html(start).split("class=\"ticks\"")[1].split("</ol>")[0])]

    def test_times_stand_at_their_frames_and_do_not_touch(self):
        self.encode("a.mkv", "-c:v", "ffv1", source="color=black:size=160x90:rate=25:duration=1")
        self.scan(self.archive)
        self.report("--thumbnails", "0")
        self.assertEqual(self.ticks("a.mkv"), [(tenth * 10, f"0:00.{tenth}") for tenth in range(10)])
        with sqlite3.connect(self.database) as connection:  # a gap of an hour after ten frames
            connection.execute("UPDATE frames SET time = time + 3600000000000 WHERE frame >= 10")
        connection.close()
        self.report("--thumbnails", "0")
        ticks = self.ticks("a.mkv")
        self.assertEqual([text for _, text in ticks], ["0:00", "10:00"])
        self.assertEqual(ticks[0][0], 0)
        self.assertTrue(36 < ticks[1][0] < 40, ticks)  # between the tenth frame and the one after it

    def test_a_still_image_has_no_length_and_files_without_video_are_counted(self):
        self.copy("rocket.jpg", "a.mkv")
        (self.archive / "noise.mkv").write_bytes(b"noise" * 1000)
        self.scan(self.archive)
        self.report("--thumbnails", "0")
        text = Page((self.site / "index.html").read_text(encoding="utf-8")).text
        self.assertIn("640 × 427 · 1 frame\n", text)  # and no small chart
        self.assertNotIn("0:00.0 · 640", text)
        self.assertIn("1without video", text)

    def image(self, start):
        """The size of the image of the only shot, and the colours in its four corners."""
        jpeg = base64.b64decode(re.search(r"data:image/jpeg;base64,([^\"]+)", self.html(start)).group(1))
        height, width = struct.unpack(">HH", jpeg[jpeg.index(b"\xff\xc0") + 5:][:4])
        pixels = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "image2pipe", "-i", "-", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                                input=jpeg, stdout=subprocess.PIPE, check=True, timeout=60).stdout
        corners = []
        for y in (height // 4, height * 3 // 4):
            for x in (width // 4, width * 3 // 4):
                pixel = pixels[3 * (y * width + x):][:3]
                corners.append(min(COLOURS, key=lambda name: sum(abs(a - b) for a, b in zip(COLOURS[name], pixel))))
        return width, height, corners

    @staticmethod
    def corners_source(width=640, height=360):
        rows = [";".join(f"color={colour}:size={width // 2}x{height // 2}:rate=25:duration=0.2[{colour}]" for colour in CORNERS)]
        return ";".join(rows + ["[red][lime]hstack[top];[blue][yellow]hstack[bottom];[top][bottom]vstack"])

    def test_images_are_upright(self):
        for number, (chain, _, _) in EXIF.items():
            source = self.corners_source() + "," + chain
            image = self.encode(f"{number}.jpg", "-frames:v", "1", source=source).read_bytes()
            tags = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x112, 3, 1, number, 0, 0)  # one tag, the orientation
            block = b"Exif\0\0" + tags
            (self.archive / f"{number}.jpg").write_bytes(image[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + image[2:])
            video = self.encode(f"{number}.mp4", "-c:v", "mpeg4", source=source)
            data = bytearray(video.read_bytes())
            place = data.index(b"tkhd") + 44  # the matrix, after the times and the numbers of the track
            self.assertEqual(data[place:place + 4], struct.pack(">i", 1 << 16))
            a, b, c, d = (value << 16 for value in MATRICES[number])
            data[place:place + 20] = struct.pack(">5i", a, b, 0, c, d)
            video.write_bytes(data)
        self.scan(self.archive, *self.archive.glob("*.jpg"))
        self.report()
        for number, (_, mirrored, rotation) in EXIF.items():
            for suffix in ("jpg", "mp4"):
                name = f"{number}.{suffix}"
                self.assertEqual(self.query("SELECT mirrored, rotation FROM videos WHERE path LIKE ?", "%/" + name), [(mirrored, rotation)], name)
                self.assertEqual(self.image(name), (320, 180, CORNERS), name)

    def test_images_have_the_pixel_aspect_of_the_container(self):
        plain = self.encode("plain.mp4", "-c:v", "mpeg4", source=self.corners_source(480, 360))
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", plain, "-c", "copy", "-aspect", "16:9", self.archive / "wide.mp4"], check=True, timeout=60)
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT aspect_numerator, aspect_denominator FROM videos WHERE path LIKE '%/wide.mp4'"), [(4, 3)])
        self.report()
        self.assertEqual(self.image("plain.mp4"), (320, 240, CORNERS))
        self.assertEqual(self.image("wide.mp4"), (320, 180, CORNERS))
        self.assertEqual(self.facts("wide.mp4")["Shown as"], "640 × 360, pixels of 4:3")

    def test_a_delivery_report_has_verdicts_findings_and_limits(self):
        flashing = "color=black:s=160x90:rate=25:duration=3,geq=lum='if(lt(mod(N\\,6)\\,3)\\,16\\,235)':cb=128:cr=128"
        self.encode("flashing.mov", "-timecode", "10:00:00:00", "-c:v", "mpeg4", "-q:v", "1", "-g", "1", source=flashing)
        self.encode("still.mkv", "-c:v", "ffv1", source="color=gray:size=160x90:rate=25:duration=1")
        policy = self.folder / "levels.ini"
        policy.write_text("YMAX <= 200 in 100% of frames\nwidth = 160\n")
        self.scan(self.archive, "--policy", policy, status=1)
        self.report()
        pages = {name: self.html(f"delivery-{name}") for name in ("flashing.mov", "still.mkv")}
        verdicts = {name: {test: (css, verdict, detail) for css, verdict, test, detail in
                           re.findall(r"<tr><td class=\"(good|bad|quiet)\">(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", page)}
                    for name, page in pages.items()}
        for name, policy_result, flashes in (("flashing.mov", ("bad", "fail", "Rules: 1 fails, 1 passes."), ("bad", "fail", "flashes: 1")),
                                             ("still.mkv", ("good", "pass", "Rules: 2 pass."), ("good", "pass", "No passage has too many"))):
            with self.subTest(name):
                found = verdicts[name]
                self.assertEqual(len(found), 4)
                self.assertEqual(next(value for test, value in found.items() if test.startswith("Policy")), policy_result)
                self.assertEqual(found["Flashes, ITU-R BT.1702"][:2], flashes[:2])
                self.assertTrue(found["Flashes, ITU-R BT.1702"][2].startswith(flashes[2] + "."))
                self.assertEqual(found["Levels, EBU R 103"][1], "pass")
                self.assertEqual(found["Decoding"], ("good", "pass", "All frames were decoded."))
                self.assertNotIn("<script", pages[name])
                self.assertIn(f'<a href="{next(path.name for path in self.site.iterdir() if path.name.startswith(f"delivery-{name}"))}">', self.html(name))
                self.assertEqual(re.findall(r"<h3>(.*?)(?: <span|</h3>)", pages[name]), ["Luma", "Outside of EBU R 103", "Changes of light in a second"])
                self.assertEqual(len(re.findall("<line class=\"limit\"", pages[name])), 2 + 1 + 1)
        [(first, last)] = self.query("SELECT first_frame, last_frame FROM findings WHERE kind = 'flashes'")
        cells = [f"10:00:{frame // 25:02}:{frame % 25:02}" for frame in (first, last)]
        self.assertIn(f'flashes</td><td class="number">{cells[0]}</td><td class="number">{cells[1]}</td><td class="number">{last - first + 1}</td>', pages["flashing.mov"])
        self.assertIn("YMAX &lt;= 200 in 100% of frames", pages["flashing.mov"])
        self.assertIn("<p>None.</p>", pages["still.mkv"])

    def delivered(self, name):
        """The verdicts of a delivery report with their classes and results, by the first word of the test."""
        rows = re.findall(r"<tr><td class=\"(good|bad|quiet)\">(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", self.html(f"delivery-{name}"))
        return {test.split()[0].rstrip(","): ((css, verdict), detail) for css, verdict, test, detail in rows}

    def change(self, *statements):
        with sqlite3.connect(self.database) as connection:
            for statement in statements:
                connection.execute(statement)
        connection.close()
        self.report("--thumbnails", "0")

    PASS, FAIL, PARTLY, NOT = ("good", "pass"), ("bad", "fail"), ("quiet", "partly tested"), ("quiet", "not tested")

    def test_a_delivery_report_says_what_was_decoded(self):
        self.encode("a.mkv", "-c:v", "ffv1")
        self.scan(self.archive)
        self.report("--thumbnails", "0")
        decoded = self.delivered("a.mkv")["Decoding"]
        self.assertEqual(decoded, (self.PASS, "All frames were decoded."))
        whole = "FROM videos"
        for statements, verdict, text, others in (
                ([f"INSERT INTO findings SELECT id, 'ends-early', 4, 4, NULL, NULL, 'the frames end at 0.2 of 1 seconds' {whole}"], self.PARTLY,
                 "5 frames were analysed. The frames end at 0.2 of 1 seconds.", self.PARTLY),
                (["DELETE FROM findings", f"INSERT INTO findings SELECT id, 'gap', 2, 3, NULL, NULL, '2 frames are missing' {whole}"], self.PARTLY,
                 "5 frames were analysed. 2 frames are missing.", self.PARTLY),
                (["DELETE FROM findings", f"INSERT INTO findings SELECT id, 'time-backwards', 2, 3, NULL, NULL, '' {whole}"], self.PARTLY,
                 "5 frames were analysed. There is a finding time-backwards.", self.PARTLY),
                (["DELETE FROM findings", "UPDATE videos SET corrupted = 1, concealed = 1"], self.FAIL,
                 "5 frames were analysed. 1 frame is corrupted.", self.PASS),
                (["UPDATE videos SET corrupted = 0, concealed = 2"], self.FAIL,
                 "5 frames were analysed. 2 frames have concealed damage.", self.PASS),
                ([f"INSERT INTO findings SELECT id, 'decoder-errors', 0, 4, NULL, NULL, '1 message, such as: bad' {whole}", "UPDATE videos SET concealed = 0"],
                 self.FAIL, "5 frames were analysed. The decoder reported errors: 1 message, such as: bad.", self.PASS),
                (["DELETE FROM findings", "UPDATE videos SET outcome = 'damaged', message = 'the decoder gave up'"], self.FAIL,
                 "5 frames were analysed. The decoder gave up.", self.PARTLY),
                (["UPDATE videos SET outcome = 'complete', lost = 3"], self.FAIL, "5 frames were analysed. The source lost 3 frames.", self.PASS)):
            with self.subTest(text):
                self.change(*statements)
                rows = self.delivered("a.mkv")
                self.assertEqual(rows["Decoding"], (verdict, text))
                for test in ("Flashes", "Levels"):
                    self.assertEqual(rows[test][0], others, test)
                    self.assertEqual("5 frames were looked at." in rows[test][1], others == self.PARTLY, test)

    def test_a_delivery_report_of_a_part_of_a_video_passes_no_test(self):
        self.encode("a.mkv", "-c:v", "ffv1", source="color=black:size=160x90:rate=25:duration=2")
        self.scan(self.archive, "--start", "1", "--every", "2")
        self.report("--thumbnails", "0")
        rows = self.delivered("a.mkv")
        self.assertEqual(rows["Decoding"], (self.PARTLY, "13 frames were analysed. The scan had --start 1 --every 2."))
        for test in ("Flashes", "Levels"):
            self.assertEqual(rows[test][0], self.PARTLY)
            self.assertIn(" 13 frames were looked at.", rows[test][1])
        self.change("UPDATE videos SET r103 = 'fail'")
        self.assertEqual(self.delivered("a.mkv")["Levels"][0], self.FAIL)

    def test_a_delivery_report_says_how_many_frames_were_looked_at(self):
        self.encode("a.mkv", "-c:v", "ffv1")
        self.scan(self.archive)
        self.change("UPDATE sums SET frames = 2 WHERE figure IN ('FLASHAREA', 'R103OUT')")
        rows = self.delivered("a.mkv")
        for test in ("Flashes", "Levels"):
            self.assertEqual(rows[test][0], self.PARTLY)
            self.assertIn(" Only 2 of 5 frames were looked at.", rows[test][1])
        self.assertEqual(rows["Decoding"][0], self.PASS)
        flashes = "INSERT INTO findings SELECT id, 'red-flashes', 0, 4, NULL, NULL, '' FROM videos"
        self.change(flashes)
        self.assertEqual(self.delivered("a.mkv")["Flashes"][0], self.FAIL)
        self.assertTrue(self.delivered("a.mkv")["Flashes"][1].startswith("red-flashes: 1. Only 2 of 5 frames were looked at."))
        # As of a version without FLASHAREA.
        self.change("DELETE FROM sums WHERE figure = 'FLASHAREA'")
        self.assertEqual(self.delivered("a.mkv")["Flashes"][0], self.FAIL)
        self.assertTrue(self.delivered("a.mkv")["Flashes"][1].startswith("red-flashes: 1. No regulator"))
        self.change("DELETE FROM findings")
        self.assertEqual(self.delivered("a.mkv")["Flashes"], (self.NOT, "No frame was looked at for flashes."))

    def test_a_delivery_report_counts_rules_that_do_not_apply(self):
        self.encode("a.mkv", "-c:v", "ffv1")
        policy = self.folder / "policy.ini"
        for rules, status, verdict, text in (("width = 160\nmax_cll < 100", 0, self.PASS, "Rules: 1 passes, 1 does not apply."),
                                             ("width = 1\nmax_cll < 100\nmax_fall < 100", 1, self.FAIL, "Rules: 1 fails, 2 do not apply."),
                                             ("max_cll < 100", 0, self.NOT, "Rules: 1 does not apply.")):
            policy.write_text(rules)
            self.scan(self.archive, "--policy", policy, status=status)
            self.report("--thumbnails", "0")
            self.assertEqual(self.delivered("a.mkv")["Policy"], (verdict, text))

    def test_a_delivery_report_says_what_was_not_tested(self):
        self.encode("a.mkv", "-c:v", "ffv1")
        self.scan(self.archive, "--figures", "signalstats")
        with sqlite3.connect(self.database) as connection:
            connection.executemany("INSERT INTO findings SELECT id, 'gap', ?, ?, NULL, NULL, '' FROM videos", [(frame, frame) for frame in range(40)])
        connection.close()
        self.report()
        page = self.html("delivery-a.mkv")
        self.assertIn("<td class=\"quiet\">not tested</td><td>Policy</td>", page)
        self.assertIn("<td class=\"quiet\">not tested</td><td>Flashes, ITU-R BT.1702</td>", page)
        self.assertIn("The first 30 of 40 findings.", page)
        self.assertEqual(page.count("class=\"kind\""), 30)


if __name__ == "__main__":
    support.main()
