#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the command reads of files: all of their frames, samples as they are stored, and what the file states."""
import collections
import ctypes
import json
import math
import os
import re
import shutil
import sqlite3
import subprocess

import support

KEYS = [channel + key for channel in "YUV" for key in ("MIN", "LOW", "AVG", "HIGH", "MAX", "DIF", "BITDEPTH")] + [
    "SATMIN", "SATLOW", "SATAVG", "SATHIGH", "SATMAX", "HUEMED", "HUEAVG"]
Y_KEYS = ["YMIN", "YLOW", "YAVG", "YHIGH", "YMAX", "YBITDEPTH"]
SOURCE = "testsrc2=s=62x46:r=25:d=0.2,noise=alls=40:allf=t:all_seed=1"

# FFmpeg 5.1 has its encoders state the colours of options, and 7.1 those of frames.
BT709 = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709"
BT709_OPTIONS = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"]


class TestCase(support.GeneratedTestCase):
    def encode(self, name, *options, source=SOURCE):
        path = self.archive / name
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", source, *options, path], check=True, timeout=60)
        return path

    def rows(self, path, *columns, table="frames JOIN videos ON id = video", order="ORDER BY frame"):
        return self.query(f"SELECT {', '.join(columns)} FROM {table} WHERE path = ? {order}", str(path))

    def video(self, path, *columns):
        row, = self.rows(path, *columns, table="videos", order="")
        return row

    def probe(self, path, entries):
        return subprocess.run(["ffprobe", "-v", "error", "-threads", "1", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0", path],
                              stdout=subprocess.PIPE, check=True, timeout=60, universal_newlines=True).stdout.split()

    def signalstats(self, path):
        printed = self.ffmpeg(path, "signalstats,metadata=mode=print:file=-")
        frames = []
        for line in printed.splitlines():
            if line.startswith("frame:"):
                frames.append({})
            elif line.startswith("lavfi.signalstats."):
                key, value = line[len("lavfi.signalstats."):].split("=")
                frames[-1][key] = value
        return frames


class Samples(TestCase):
    def check_signalstats(self, path, keys=KEYS):
        expected = [{key: frame[key] for key in keys} for frame in self.signalstats(path)]
        self.assertTrue(expected)
        stored = [{key: f"{value:g}" for key, value in zip(keys, row)} for row in self.rows(path, *keys)]
        self.assertEqual(stored, expected, path)

    def test_samples_that_no_format_of_gstreamer_has_are_counted_as_they_are(self):
        """Of 9 and 14 bits: the digits of signalstats, in the depth of the file."""
        formats = ["yuv420p9le", "yuv422p9le", "yuv444p9le", "yuv420p14le", "yuv422p14le", "yuv444p14le"]
        paths = [self.encode(name + ".nut", "-pix_fmt", name, "-c:v", "rawvideo", "-strict", "-1") for name in formats]
        self.scan(*paths)
        for path in paths:
            # Of more than 12 bits the hue is that of the upper 12.
            exact = KEYS if "14" not in path.name else [key for key in KEYS if not key.startswith("HUE")]
            self.check_signalstats(path, exact)
            self.assertEqual(self.video(path, "pixel_format"), (path.stem,))

    def test_samples_whose_high_byte_comes_first_are_those_of_others(self):
        paths = {name: self.encode(name + ".nut", "-pix_fmt", name, "-c:v", "rawvideo", "-strict", "-1")
                 for name in ("yuv420p10le", "yuv420p10be", "yuv422p12le", "yuv422p12be", "yuv444p9le", "yuv444p9be")}
        self.scan(*paths.values())
        for name in ("yuv420p10", "yuv422p12", "yuv444p9"):
            self.assertEqual(self.rows(paths[name + "be"], *KEYS), self.rows(paths[name + "le"], *KEYS))

    def test_samples_of_16_bits_are_counted_as_they_are(self):
        keys = [key for key in KEYS if not key.startswith("HUE")]
        paths = [self.encode(name + ".mkv", "-pix_fmt", name, "-c:v", "ffv1") for name in ("yuv420p16le", "yuv422p16le", "yuv444p16le")]
        self.scan(self.archive)
        for path in paths:
            self.check_signalstats(path, keys)

    def test_rgb_is_converted_as_ffmpeg_does_before_signalstats(self):
        paths = [self.encode(name + ".nut", "-pix_fmt", name, "-c:v", "rawvideo") for name in ("rgb24", "bgra", "gbrp", "rgb565le", "pal8")]
        paths += [self.encode(name + ".nut", "-pix_fmt", name, "-c:v", "rawvideo", "-strict", "-1") for name in ("rgb48be", "gbrp10le", "gbrp12le")]
        self.scan(*paths)
        for path in paths:
            self.check_signalstats(path, KEYS if path.stem[-1] not in "e" or "565" in path.stem else
                                   [key for key in KEYS if not key.startswith("HUE")])

    def test_gray_has_the_figures_of_its_samples_and_none_of_chroma(self):
        for name, bits in (("gray", 8), ("gray10le", 10), ("gray12le", 12), ("gray16le", 16), ("ya8", 8)):
            path = self.encode(name + ".nut", "-pix_fmt", name, "-c:v", "rawvideo", "-strict", "-1")
            raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "rawvideo", "-"], stdout=subprocess.PIPE, check=True,
                                 timeout=60).stdout
            self.scan(path)
            wide = bits > 8
            step = 2 if wide or name == "ya8" else 1
            size = 62 * 46 * step
            for number, row in enumerate(self.rows(path, *Y_KEYS, "UAVG", "SATMAX", "HUEMED")):
                frame = raw[number * size:(number + 1) * size]
                samples = sorted(frame[i] | (frame[i + 1] << 8 if wide else 0) for i in range(0, size, step))
                mask = 0
                for sample in set(samples):
                    mask |= sample
                n = len(samples)
                low, high = (samples[max(round(n * share), 1) - 1] for share in (0.1, 0.9))
                self.assertEqual(row, (samples[0], low, sum(samples) / n, high, samples[-1], bin(mask).count("1"), None, None, None), name)

    def test_chroma_with_half_the_rows_is_not_interpolated(self):
        paths = [self.encode(f"{name}.mkv", "-pix_fmt", name, "-c:v", "ffv1") for name in ("yuv440p", "yuv440p10le", "yuv440p12le")]
        self.scan(*paths)
        for path in paths:
            bits = int(path.stem[7:9] or 8)
            step = 2 if bits > 8 else 1
            raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "rawvideo", "-"], stdout=subprocess.PIPE, check=True,
                                 timeout=60).stdout
            samples = [int.from_bytes(raw[i:i + step], "little") for i in range(0, len(raw), step)]
            luma, chroma = 62 * 46, 62 * 23
            before = None
            for number, row in enumerate(self.rows(path, "YMIN", "YAVG", "YMAX", "UMIN", "UAVG", "UMAX", "VAVG", "SATMAX", "YDIF", "VDIF", "R103OUT")):
                frame = samples[number * (luma + 2 * chroma):][:luma + 2 * chroma]
                y, cb, cr = frame[:luma], frame[luma:luma + chroma], frame[luma + chroma:]
                middle = 1 << (bits - 1)
                saturation = max(math.isqrt((a - middle) ** 2 + (b - middle) ** 2) for a, b in zip(cb, cr))
                differences = [sum(abs(a - b) for a, b in zip(now, then)) / len(now) for now, then in zip((y, cr), before)] if before else [0, 0]
                self.assertEqual(row, (min(y), sum(y) / luma, max(y), min(cb), sum(cb) / chroma, max(cb), sum(cr) / chroma, saturation, *differences,
                                       None), (path.name, number))
                before = y, cr

    def test_levels_of_rgb_are_those_of_the_stored_samples(self):
        paths = {value: self.encode(f"{value}.mkv", "-pix_fmt", "gbrp", "-c:v", "ffv1", "-color_range", "pc",
                                    source=f"color=0x{value:02x}{value:02x}{value:02x}:s=64x48:d=0.1,format=gbrp") for value in (2, 100)}
        for path in paths.values():  # FFmpeg 7.1 makes no RGB of limited range
            full, limited = b"\x55\xb9\x81\x02", b"\x55\xb9\x81\x01"  # Matroska's element Range
            data = path.read_bytes()
            self.assertEqual(data.count(full), 1)
            path.write_bytes(data.replace(full, limited))
        self.scan(*paths.values())
        self.assertEqual(self.video(paths[2], "range_name", "r103"), ("limited", "fail"))
        self.assertEqual(self.rows(paths[2], "R103OUT")[0], (1.0,))
        self.assertEqual(self.rows(paths[100], "R103OUT")[0], (0.0,))

    def test_floats_are_refused_by_name(self):
        path = self.encode("float.tiff", "-pix_fmt", "gbrpf32le", "-c:v", "exr", "-f", "image2", "-frames:v", "1")
        self.scan(path, status=3)
        self.assertEqual(self.video(path, "outcome", "message"), ("failed", "frames of the pixel format gbrpf32le cannot be counted"))

    def test_chroma_of_jpeg_is_that_of_the_file(self):
        paths = [self.encode(f"{name}.avi", "-pix_fmt", name, "-c:v", "mjpeg", "-q:v", "2") for name in ("yuvj420p", "yuvj422p", "yuvj444p")]
        self.scan(self.archive)
        for path in paths:
            self.check_signalstats(path)


class Frames(TestCase):
    def test_every_frame_that_ffmpeg_decodes_has_a_row_with_its_time(self):
        bframes = ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-g", "10")
        source = "testsrc2=s=64x48:r=25:d=2"
        paths = [self.encode(name, *options, source=source) for name, options in (
            ("a.mp4", bframes), ("a.mkv", bframes), ("a.ts", bframes), ("a.flv", bframes), ("noedit.mp4", (*bframes, "-use_editlist", "0")),
            ("xvid.avi", ("-c:v", "mpeg4", "-bf", "2")), ("a.wmv", ("-c:v", "wmv2")), ("a.mpg", ("-c:v", "mpeg2video", "-bf", "2")),
            ("a.gif", ()), ("a.apng", ()), ("a.nut", ("-c:v", "ffv1")), ("a.mov", ("-c:v", "dnxhd", "-profile:v", "dnxhr_hq", "-s", "256x120")),
            ("a.webp", ("-frames:v", "1")), ("a.tiff", ("-frames:v", "1")), ("a.dpx", ("-frames:v", "1")), ("a.jp2", ("-frames:v", "1")),
            ("a.y4m", ("-pix_fmt", "yuv420p")), ("ut.avi", ("-c:v", "utvideo")))]
        # An edit list that begins between key frames.
        paths.append(self.archive / "edit.mp4")
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-ss", "0.5", "-i", paths[0], "-c", "copy", paths[-1]], check=True, timeout=60)
        self.assertEqual(self.scan(*paths), "")
        for path in paths:
            with self.subTest(path.name):
                stamps = [line.strip(",") for line in self.probe(path, "frame=best_effort_timestamp_time")]
                times = [time for time, in self.rows(path, "time")]
                self.assertEqual(len(times), len(stamps))
                known = [(time, float(stamp) - float(stamps[0])) for time, stamp in zip(times, stamps) if stamp != "N/A"]
                for time, expected in known:
                    self.assertAlmostEqual(time / 1e9, expected, delta=2e-6)
                self.assertEqual(times, sorted(set(times)))
                packets, decoded, discarded, concealed, frames = self.video(path, "packets", "decoded", "discarded", "concealed", "frames")
                self.assertEqual((decoded, concealed), (frames, 0))
                self.assertEqual(packets, decoded + discarded)
        self.assertGreater(self.video(paths[-1], "discarded")[0], 0)

    def test_a_stream_without_times_has_those_of_its_rate(self):
        path = self.encode("a.h264", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2")
        self.scan(path)
        self.assertEqual([time for time, in self.rows(path, "time")], [number * 40000000 for number in range(5)])
        self.assertEqual(self.video(path, "counts_times"), (1,))

    def test_times_begin_with_the_first_frame_and_the_clock_of_the_file_is_kept(self):
        path = self.encode("a.ts", "-c:v", "mpeg2video")
        self.scan(path)
        start, = self.video(path, "stream_start")
        self.assertAlmostEqual(start / 1e9, float(self.probe(path, "frame=best_effort_timestamp_time")[0].strip(",")), places=6)
        self.assertEqual(self.rows(path, "time")[0], (0,))

    def test_a_program_is_chosen_by_the_number_of_its_video(self):
        path = self.archive / "two.ts"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:d=1", "-f", "lavfi", "-i", "testsrc2=s=96x64:d=1",
                        "-map", "0", "-map", "1", "-c:v", "mpeg2video", "-program", "st=0", "-program", "st=1", path], check=True, timeout=60)
        for stream, size in ((1, (160, 120)), (2, (96, 64))):
            self.scan(path, "--stream", str(stream), output=self.folder / f"{stream}.db")
            self.assertEqual(self.query("SELECT width, height, frames, programs FROM videos", database=self.folder / f"{stream}.db"), [(*size, 25, 2)])

    def test_parts_that_are_not_decoded_give_the_same_rows_though_no_decoder_says_so(self):
        path = self.encode("0.ivf", "-c:v", "libvpx", "-pix_fmt", "yuv420p", "-b:v", "2M", source="testsrc2=s=320x240:r=25:d=1")
        data = path.read_bytes()
        for number in range(1, 6):
            (self.archive / f"{number}.ivf").write_bytes(data[:len(data) * (2 * number + 5) // 20])
        dumps = set()
        for jobs in ("1", "7"):
            database = self.folder / f"{jobs}.db"
            self.scan(self.archive, "--jobs", jobs, "--devices", "none", output=database)
            dumps.add(support.dump(database))
        self.assertEqual(len(dumps), 1)

    def test_errors_give_the_same_rows_however_many_videos_are_decoded_at_once(self):
        path = self.encode("0.mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "12", source="testsrc2=s=160x120:r=25:d=4")
        data = path.read_bytes()
        start = data.index(b"mdat")
        for number in range(1, 6):
            damaged = bytearray(data)
            for place in range(start + 3000 + 501 * number, len(data) - 4000, 2003):
                damaged[place] ^= 0x55
            (self.archive / f"{number}.mp4").write_bytes(damaged)
        dumps = set()
        for jobs in ("1", "2", "7"):
            database = self.folder / f"{jobs}.db"
            self.scan(self.archive, "--jobs", jobs, "--devices", "none", output=database)
            dumps.add(support.dump(database))
        for shard in ("1", "2"):
            self.scan(self.archive, "--shard", f"{shard}/2", "--devices", "none", output=self.folder / "shards.db")
        merged = self.folder / "merged.db"
        self.command("merge", *sorted(self.folder.glob("shards-*-of-2.db")), "-o", merged)
        dumps.add(support.dump(merged))
        self.assertEqual(len(dumps), 1)
        self.assertGreater(self.query("SELECT count(*) FROM findings WHERE kind = 'decoder-errors'", database=database)[0][0], 0)


class Colours(TestCase):
    PARTS = [part + by for part in ("range", "matrix", "transfer", "primaries") for by in ("_name", "_by")]

    def test_each_part_of_the_colours_is_declared_or_assumed(self):
        full = self.encode("full.mp4", "-vf", f"scale=out_range=full,{BT709}", "-pix_fmt", "yuvj420p", "-c:v", "libx264", *BT709_OPTIONS)
        part = self.encode("part.mkv", "-vf", "setparams=color_trc=smpte2084", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-color_trc", "smpte2084")
        # Without a container, since FFmpeg 7.1 has Matroska declare the range.
        none = self.encode("none.h264", "-pix_fmt", "yuv420p", "-c:v", "libx264")
        self.scan(self.archive)
        by = "bitstream"
        self.assertEqual(self.video(full, *self.PARTS), ("full", by, "bt709", by, "bt709", by, "bt709", by))
        self.assertEqual(self.video(full, "matrix", "range"), (1, 1))
        self.assertEqual(self.video(part, *self.PARTS)[2:], ("bt2020nc", "assumed", "smpte2084", by, "bt2020", "assumed"))
        self.assertEqual(self.video(none, *self.PARTS), ("limited", "assumed", "smpte170m", "assumed", "smpte170m", "assumed", "smpte170m", "assumed"))

    def test_a_container_that_contradicts_the_bitstream_is_said(self):
        path = self.encode("a.mov", "-vf", BT709, "-pix_fmt", "yuv420p", "-c:v", "libx264", *BT709_OPTIONS, "-movflags", "write_colr")
        data = path.read_bytes()
        place = data.index(b"nclc") + 4 if b"nclc" in data else data.index(b"nclx") + 4
        self.assertEqual(data[place:place + 6], b"\0\1\0\1\0\1")
        self.scan(path)
        self.assertEqual(self.query("SELECT * FROM findings WHERE kind = 'colours-disagree'"), [])
        path.write_bytes(data[:place] + b"\0\x09\0\1\0\x09" + data[place + 6:])
        self.scan(path)
        self.assertEqual(self.query("SELECT detail FROM findings WHERE kind = 'colours-disagree'"),
                         [("matrix: BT.709 in the bitstream, BT.2020 in the container; "
                           "primaries: BT.709 in the bitstream, BT.2020 in the container",)])
        self.assertEqual(self.video(path, "matrix_name", "matrix_by"), ("bt709", "bitstream"))

    def test_numbers_that_nobody_knows_state_nothing(self):
        path = self.encode("a.mov", "-vf", BT709, "-pix_fmt", "yuv420p", "-c:v", "mpeg4", *BT709_OPTIONS, "-movflags", "write_colr")
        data = path.read_bytes()
        place = data.index(b"ncl") + 4
        path.write_bytes(data[:place] + b"\0\x63\0\x0f\0\x20" + data[place + 6:])
        self.scan(path)
        self.assertEqual(self.video(path, *self.PARTS)[2:], ("smpte170m", "assumed", "bt2020-12", "container", "smpte170m", "assumed"))

    def test_options_override_what_a_video_states(self):
        path = self.encode("a.mkv", "-vf", BT709, "-pix_fmt", "yuv420p", "-c:v", "libx264", *BT709_OPTIONS)
        self.scan(path, "--range=full", "--matrix=smpte170m", "--transfer=smpte2084")
        setting = "setting"
        self.assertEqual(self.video(path, *self.PARTS), ("full", setting, "smpte170m", setting, "smpte2084", setting, "bt709", "bitstream"))
        self.assertEqual(self.query("SELECT value FROM settings WHERE name IN ('range', 'matrix') ORDER BY name"), [("smpte170m",), ("full",)])
        self.assertIn("another setting range", self.scan(path, status=2))
        for option in ("--range=wide", "--matrix=bt70", "--transfer=x", "--primaries=unknown"):
            self.assertIn("no colours with the name", self.scan(path, option, status=2, output=self.folder / "other.db"))


class Opened:
    """How often a file is opened while the context lasts, by the inotify of Linux."""
    def __init__(self, path):
        libc = ctypes.CDLL(None)
        self.events = libc.inotify_init1(os.O_NONBLOCK)
        if self.events < 0 or libc.inotify_add_watch(self.events, os.fsencode(path), 0x20) < 0:  # IN_OPEN
            raise OSError("no inotify")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.events)

    def count(self):
        try:
            return len(os.read(self.events, 65536)) // 16
        except BlockingIOError:
            return 0


class Foreign(TestCase):
    # Of each, the suffix of its own. TARGET is the path of a video.
    TEXTS = {
        "m3u8": "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI=\"TARGET\"\n#EXTINF:4,\nTARGET\n#EXT-X-ENDLIST\n",
        "m3u": "#EXTM3U\n#EXTINF:4,Title\nTARGET\n",
        "ffconcat": "ffconcat version 1.0\nfile 'TARGET'\n",
        "txt": "file 'TARGET'\n",
        "sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
        "mpd": """<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4.8S" minBufferTime="PT1S"
profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="100000">
<BaseURL>file://TARGET</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>""",
        "xml": """<?xml version="1.0" encoding="UTF-8"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016">
<Id>urn:uuid:8713c020-2489-45f5-a9f7-87be539e20b5</Id><EditRate>25 1</EditRate><SegmentList/></CompositionPlaylist>""",
        "vpy": "import vapoursynth as vs\nvs.core.ffms2.Source('TARGET').set_output()\n",
        "avs": 'DirectShowSource("TARGET")\n',
        "asx": '<asx version="3.0"><entry><ref href="file://TARGET"/></entry></asx>\n',
        "smil": '<smil><body><video src="file://TARGET"/></body></smil>\n',
        "pls": "[playlist]\nFile1=TARGET\nNumberOfEntries=1\n",
        "mov": "[Reference]\nRef1=file://TARGET\n",
        "idx": "# VobSub index file, v7 (do not modify this line!)\nsize: 720x576\nid: en, index: 0\ntimestamp: 00:00:01:000, filepos: 000000000\n",
    }

    def test_text_that_names_other_files_opens_none_of_them(self):
        target = self.folder / "target.mp4"
        target.write_bytes(support.SMALL_MP4.read_bytes())
        files = []
        for suffix, text in self.TEXTS.items():
            files += [self.archive / f"a.{suffix}", self.archive / f"{suffix}.mp4", self.archive / f"{suffix}.ts", self.archive / f"{suffix}.mkv"]
            for path in files[-4:]:
                path.write_text(text.replace("TARGET", str(target)))
        os.link(target, self.archive / "a.sub")  # which a.idx stands for
        with Opened(target) as opened:
            self.assertEqual(self.scan(*files), "")
            self.assertEqual(opened.count(), 0)
            target.read_bytes()
            self.assertEqual(opened.count(), 1)
        for path in files:
            self.assertEqual(self.video(path, "outcome", "message", "frames"), ("skipped", "no video in this file", 0))

    def test_a_name_is_no_pattern_of_names(self):
        for number in (1, 2):
            self.copy("rocket.jpg", f"a{number}.jpg")
        self.copy("rocket.jpg", "a%d.jpg")
        self.scan(self.archive / "a%d.jpg")
        self.assertEqual(self.query("SELECT outcome, frames FROM videos"), [("complete", 1)])


class Sequences(TestCase):
    def test_images_with_numbers_in_their_names_are_one_video(self):
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", SOURCE, "-frames:v", "4", self.archive / "%03d.png"], check=True, timeout=60)
        pattern = f"{self.archive}/%03d.png"
        self.scan("--sequence", pattern, "--rate", "24")
        path, outcome, frames, rate = self.query("SELECT path, outcome, frames, rate_numerator FROM videos")[0]
        self.assertEqual((path, outcome, frames, rate), (f"sequence:24:{pattern}", "complete", 4, 24))
        self.assertEqual([time for time, in self.rows(path, "time")], [round(number * 10**9 / 24) for number in range(4)])
        single = self.folder / "single.db"
        self.scan(self.archive / "002.png", output=single)
        self.assertEqual(self.rows(path, "YAVG", "UAVG", "SATAVG")[1], self.query("SELECT YAVG, UAVG, SATAVG FROM frames", database=single)[0])
        # A sequence is read again only if an image changed.
        self.assertEqual(self.scan("--sequence", pattern, "--rate", "24", "-v"), "")
        (self.archive / "002.png").write_bytes((self.archive / "001.png").read_bytes())
        self.assertIn("4 frames by", self.scan("--sequence", pattern, "--rate", "24", "-v"))
        for arguments, said in ((["--sequence", pattern], "needs --rate"), (["--sequence", "a.png", "--rate", "24"], "one number such as %05d"),
                                (["--sequence", f"{self.archive}/none%d.png", "--rate", "24"], "there is no image")):
            self.assertIn(said, self.scan(*arguments, status=2, output=single))


class Failures(TestCase):
    def test_a_file_without_video_is_skipped_counted_and_not_read_again(self):
        sound = self.archive / "sound.mkv"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.2", sound], check=True, timeout=60)
        self.copy(support.SMALL, "good.webm")
        said = self.scan(self.archive, "-v")
        self.assertIn("sound.mkv: skipped: no video in this file\n", said)
        self.assertEqual(self.video(sound, "outcome", "frames"), ("skipped", 0))
        self.assertIn("1 skipped", self.command("show", self.database)[0])
        self.assertEqual(self.scan(self.archive, "-v"), "")
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE videos SET decoder = 'libavcodec 1.2.3' WHERE outcome = 'skipped'")
        self.assertIn("sound.mkv: skipped", self.scan(self.archive, "-v"))

    def test_what_cannot_be_decoded_fails_with_one_message_and_stays_failed(self):
        whole = self.encode("whole.mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "frag_keyframe+empty_moov")
        data = whole.read_bytes()
        whole.unlink()
        for number in range(12):
            (self.archive / f"{number}.mp4").write_bytes(data[:data.index(b"moof") - 4])
        said = self.scan(self.archive, status=3)
        self.assertEqual(set(re.findall(r": (failed: .*)", said)), {"failed: no frame in it"})
        self.assertEqual(self.scan(self.archive, "-v", status=3), "12 videos failed before and would fail again: not read\n")

    def test_an_encrypted_file_fails_with_one_message_and_stays_failed(self):
        path = self.encode("a.mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-encryption_scheme", "cenc-aes-ctr",
                           "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8")
        said = self.scan(path, status=3)
        self.assertEqual(re.findall(r": (failed: .*)", said), ["failed: the video is encrypted"])
        self.assertEqual(self.scan(path, "-v", status=3), "1 video failed before and would fail again: not read\n")

    def test_what_the_stream_says_is_stored(self):
        """Of interlaced H.264, which is coded in multiples of 32 rows and cropped."""
        path = self.encode("a.mp4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-profile:v", "main", "-x264-params", "tff=1", "-flags", "+ildct+ilme",
                           "-aspect", "4:3", source="testsrc2=s=192x108:r=25:d=0.4")
        self.scan(path)
        printed = json.loads(subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=field_order,bit_rate",
                                             "-of", "json", path], stdout=subprocess.PIPE, check=True, timeout=60).stdout)["streams"][0]
        self.assertEqual(self.video(path, "width", "height", "coded_width", "coded_height", "profile", "aspect_numerator", "aspect_denominator",
                                    "field_order", "bit_rate"),
                         (192, 108, 192, 128, "Main", 3, 4, printed["field_order"], int(printed["bit_rate"])))
        self.assertEqual(printed["field_order"], "tt")

    def test_an_unknown_codec_is_named(self):
        path = self.encode("a.mkv", "-c:v", "ffv1")
        path.write_bytes(path.read_bytes().replace(b"FFV1", b"XXX1"))
        said = self.scan(path, status=3)
        self.assertRegex(said, "failed: no decoder for ")

    def test_a_decoder_that_needs_a_gpu_is_none_for_the_cpu(self):
        library = os.environ.get("VIDEOHISTOGRAM_OWN_AV1_DECODER")
        if not library or os.environ.get("VIDEOHISTOGRAM_SANITIZED"):
            self.skipTest("no library that chooses decoders, or a sanitizer, which has to be loaded first")
        path = self.encode("a.mkv", "-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "0", source="testsrc2=s=64x64:r=25:d=0.2")
        chosen = {**os.environ, "LD_PRELOAD": shutil.copy(library, self.folder)}  # which has no names with spaces
        self.assertIn("failed: no decoder for av1\n", self.scan(path, status=3, env=chosen))
        self.assertIn(": 5 frames by CPU\n", self.scan(path, "-v"))  # as soon as there is another decoder


class OldDatabases(TestCase):
    NEW = ["lasting", "range", "range_name", "range_by", "matrix", "matrix_name", "matrix_by", "transfer", "transfer_name", "transfer_by", "primaries",
           "primaries_name", "primaries_by", "chroma_place", "chroma_place_name", "chroma_place_by", "pixel_format", "coded_width", "coded_height",
           "aspect_numerator", "aspect_denominator", "rotation", "field_order", "profile", "bit_rate", "programs", "decoder", "stream_start",
           "counts_times", "hdr10", "hdr10_plus", "dolby_vision", "packets", "decoded", "discarded", "concealed"]

    def test_an_old_database_is_read_and_neither_extended_nor_merged(self):
        self.copy(support.SMALL, "a.webm")
        self.scan(self.archive)
        shown = self.command("show", self.database)[0], self.command("shots", self.database)[0]
        connection = sqlite3.connect(self.database)
        for column in self.NEW:
            connection.execute(f"ALTER TABLE videos DROP COLUMN {column}")
        connection.execute("PRAGMA user_version=4")
        connection.commit()
        connection.close()
        self.check_old(shown)

    def test_a_database_of_version_5_is_read_with_its_verdicts_and_neither_extended_nor_merged(self):
        self.copy(support.SMALL, "a.webm")
        policy = self.folder / "policy.ini"
        policy.write_text("YMAX <= 1 in 100% of frames\n")
        self.scan(self.archive, "--policy", policy, status=1)
        shown = self.command("show", self.database)[0], self.command("shots", self.database)[0]
        connection = sqlite3.connect(self.database)
        connection.execute("PRAGMA user_version=5")
        connection.commit()
        connection.close()
        self.check_old(shown)
        self.command("export", self.database, "--format", "junit", "-o", self.folder / "junit")
        self.assertIn("<failure", "".join(path.read_text() for path in (self.folder / "junit").rglob("*.xml")))

    def test_a_database_of_version_6_is_read_without_figures_of_sums_and_neither_extended_nor_merged(self):
        self.check_version(6, "TOUT")

    def test_a_database_of_version_7_is_read_without_figures_of_neighbours_and_neither_extended_nor_merged(self):
        self.check_version(7, "SI")

    def check_version(self, version, first):
        """A database of a version whose table of frames ends before a column."""
        self.copy(support.SMALL, "a.webm")
        self.scan(self.archive)
        shown = self.command("show", self.database)[0], self.command("shots", self.database)[0]
        connection = sqlite3.connect(self.database)
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(frames)")]
        added = columns[columns.index(first):]
        self.assertGreater(len(added), 4)
        for column in added:
            connection.execute(f"ALTER TABLE frames DROP COLUMN {column}")
        connection.execute(f"PRAGMA user_version={version}")
        connection.commit()
        connection.close()
        self.check_old(shown)
        lines = next((self.folder / "text").glob("*.csv")).read_text().splitlines()
        self.assertEqual(lines[0].split(",")[-len(added):], added)
        self.assertTrue(lines[1].endswith("," * len(added)), lines[1])

    def check_old(self, shown):
        self.assertEqual((self.command("show", self.database)[0], self.command("shots", self.database)[0]), shown)
        self.command("show", self.database, "a.webm")
        self.command("export", self.database, "-o", self.folder / "text")
        self.command("report", self.database, "-o", self.folder / "report", "--thumbnails=0")
        for arguments in (("scan", self.archive, "-o", self.database), ("merge", self.database, "-o", self.folder / "all.db")):
            said = self.command(*arguments, status=2)[1]
            self.assertIn("gst-videohistogram-1.0 scan", said)


if __name__ == "__main__":
    support.main()
