#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The metadata of HDR that a file declares: those that were written into it, and those that ffprobe prints."""
import json
import math
import subprocess
from fractions import Fraction

import support
from hdr_metadata import (add_boxes, add_obus, av1_display, av1_light_level, box, display, dolby_vision, dynamic_metadata,
                          insert_after_pictures, insert_before_pictures, light_level, reshaping, sei, user_data)

COLUMNS = ["hdr10", "hdr10_plus", "dolby_vision", "declared_max_cll", "declared_max_fall", "mastering_display"]
NOTHING = [0, 0, 0, None, None, ""]
# No two numbers are equal, so that none can take the place of another: red, green, blue, white, the greatest and the least light.
DISPLAY = (34000, 16000), (13250, 34500), (7500, 3000), (15635, 16450), 10000000, 50
DISPLAY_TEXT = "34000:16000:13250:34500:7500:3000:15635:16450:10000000:50"
ENCODERS = {"h264": "libx264", "hevc": "libx265", "ivf": "libaom-av1"}


class HdrMetadata(support.GeneratedTestCase):
    def encode(self, suffix, *options):
        """Two frames without metadata. Returns the bytes of the file, which is not in the archive."""
        encoders = subprocess.run(["ffmpeg", "-v", "error", "-encoders"], stdout=subprocess.PIPE, check=True, timeout=60).stdout
        if ENCODERS[suffix].encode() not in encoders:
            self.skipTest("ffmpeg has no encoder " + ENCODERS[suffix])
        path = self.folder / ("plain." + suffix)
        source = ["-f", "lavfi", "-i", "color=gray:s=64x48:r=25:d=0.08", "-pix_fmt", "yuv420p"]
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *source, "-c:v", ENCODERS[suffix], *options, path], check=True, timeout=60)
        return path.read_bytes()

    def store(self, name, data):
        (self.archive / name).write_bytes(data)
        return self.archive / name

    def copy_stream(self, source, name, *options):
        """Makes a file in another container, without encoding."""
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *options, "-i", source, "-c", "copy", "-strict", "unofficial",
                        self.archive / name], check=True, timeout=60)
        return self.archive / name

    @staticmethod
    def probe(path):
        """What ffprobe prints, in the form of the database: of the first frame, else of the stream."""
        printed = json.loads(subprocess.run(["ffprobe", "-v", "error", "-show_streams", "-show_frames", "-of", "json", path],
                                            stdout=subprocess.PIPE, check=True, timeout=60).stdout)
        data = {entry["side_data_type"]: entry for owner in (printed["streams"][0], printed["frames"][0])
                for entry in owner.get("side_data_list", [])}
        light = data.get("Content light level metadata", {})
        shown = data.get("Mastering display metadata", {})
        units = [(name + axis, 50000) for name in ("red", "green", "blue", "white_point") for axis in ("_x", "_y")]
        units += [("max_luminance", 10000), ("min_luminance", 10000)]
        text = ":".join(str(math.floor(Fraction(shown[name]) * unit + Fraction(1, 2))) for name, unit in units) if shown else ""
        has = [any(name in kind for kind in data) for name in ("SMPTE2094-40", "DOVI", "Dolby Vision")]
        return [int(bool(light or shown)), int(has[0]), int(any(has[1:])), light.get("max_content"), light.get("max_average"), text]

    def check(self, expected):
        """Scans the files, and compares the database, an export and ffprobe with what was written into each."""
        self.scan(*expected)
        stored = {path: values for path, *values in self.query(f"SELECT path, {', '.join(COLUMNS)} FROM videos")}
        self.command("export", self.database, "--format", "jsonl", "-o", self.folder / "texts")
        videos = [json.loads(path.read_text()) for path in (self.folder / "texts").glob("*.jsonl.json")]
        exported = {video["path"]: [video[name] for name in COLUMNS] for video in videos}
        for path, values in expected.items():
            with self.subTest(path.name):
                self.assertEqual(stored[str(path)], values)
                self.assertEqual(exported[str(path)], values)
                self.assertEqual(self.probe(path), values)
        self.assertEqual(self.query("SELECT path, kind, detail FROM findings JOIN videos ON id = video"), [])

    def test_av1_has_those_of_its_metadata_obus(self):
        plain = self.encode("ivf", "-cpu-used", "8")
        places = (46399, 19137), (11141, 52232), (8585, 3015), (20493, 21561)
        # 46399 / 65536 are 35399.63 / 50000, and 82 / 16384 cd/m2 50.05 / 10000.
        text = "35400:14600:8500:39850:6550:2300:15635:16450:10000000:50"
        both = self.store("both.ivf", add_obus(plain, av1_light_level(1013, 397), av1_display(*places, 1000 * 256, 82)))
        expected = {self.store("plain.ivf", plain): NOTHING, both: [1, 0, 0, 1013, 397, text],
                    self.store("level.ivf", add_obus(plain, av1_light_level(1013, 397))): [1, 0, 0, 1013, 397, ""],
                    self.store("display.ivf", add_obus(plain, av1_display(*places, 1000 * 256, 82))): [1, 0, 0, None, None, text]}
        self.check({**expected, **{self.copy_stream(both, "both" + suffix): expected[both] for suffix in (".mp4", ".obu")}})

    def test_boxes_of_mp4_and_quicktime_declare_light_and_so_do_elements_of_matroska(self):
        stream = self.folder / "a.h264"
        # A stream of bytes has no times. FFmpeg 7.1 makes none for B-frames, and the edit list of its MP4 then discards all frames.
        stream.write_bytes(self.encode("h264", "-bf", "0"))
        boxes = box(b"mdcv", display(*DISPLAY)), box(b"clli", light_level(1013, 397))
        expected = {}
        for suffix in (".mp4", ".mov"):
            plain = self.copy_stream(stream, "plain" + suffix, "-framerate", "25")
            data = plain.read_bytes()
            expected[plain] = NOTHING
            expected[self.store("both" + suffix, add_boxes(data, *boxes))] = [1, 0, 0, 1013, 397, DISPLAY_TEXT]
            expected[self.store("level" + suffix, add_boxes(data, boxes[1]))] = [1, 0, 0, 1013, 397, ""]
        expected[self.copy_stream(self.archive / "both.mp4", "both.mkv")] = [1, 0, 0, 1013, 397, DISPLAY_TEXT]
        self.check(expected)

    def test_hevc_has_those_of_its_messages_which_come_before_those_of_the_container(self):
        plain = self.encode("hevc", "-x265-params", "log-level=none:bframes=0")
        stream = self.store("light.hevc", insert_before_pictures(plain, sei(137, display(*DISPLAY)), sei(144, light_level(1013, 397))))
        other = add_boxes(self.copy_stream(stream, "copy.mp4", "-framerate", "25").read_bytes(), box(b"clli", light_level(600, 300)))
        self.check({path: [1, 0, 0, 1013, 397, DISPLAY_TEXT] for path in (stream, self.store("other.mp4", other))})

    def test_hevc_has_dynamic_metadata_of_hdr10_plus_or_not(self):
        plain = self.encode("hevc", "-x265-params", "log-level=none:bframes=0")
        captions = user_data(0x31, b"GA94\3\xc1\xff\xfc\x80\x80\xff")
        both = insert_before_pictures(plain, sei(144, light_level(1013, 397)), dynamic_metadata())
        self.check({self.store("plain.hevc", plain): NOTHING,
                    self.store("captions.hevc", insert_before_pictures(plain, captions)): NOTHING,
                    self.store("plus.hevc", insert_before_pictures(plain, dynamic_metadata())): [0, 1, 0, None, None, ""],
                    self.store("both.hevc", both): [1, 1, 0, 1013, 397, ""]})

    def test_dolby_vision_is_declared_by_the_container_or_the_bitstream(self):
        plain = self.encode("hevc", "-x265-params", "log-level=none:bframes=0")
        stream = self.store("plain.hevc", plain)
        vision = [0, 0, 1, None, None, ""]
        expected = {stream: NOTHING, self.store("metadata.hevc", insert_after_pictures(plain, reshaping())): vision}
        for suffix, kind, profile in ((".mp4", b"dvcC", 5), (".mov", b"dvvC", 8)):
            container = self.copy_stream(stream, "plain" + suffix, "-framerate", "25")
            with_box = self.store("vision" + suffix, add_boxes(container.read_bytes(), box(kind, dolby_vision(profile))))
            matroska = self.copy_stream(with_box, f"{profile}.mkv")
            self.assertIn(kind, matroska.read_bytes())  # the type of a BlockAdditionMapping
            expected.update({container: NOTHING, with_box: vision, matroska: vision})
        self.check(expected)


if __name__ == "__main__":
    support.main()
