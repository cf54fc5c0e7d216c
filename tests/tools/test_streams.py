#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Streams as they are in use: what GStreamer's demuxers and decoders hand to `videohistogram`, and what a scan reads, is counted
as in FFmpeg's raw video. The raw video is counted here, sample by sample."""
import array
import collections
import re
import shutil
import subprocess
import sys
import unittest
import zlib

import field_pictures
import support

FRAMES = 3
# Moving content whose rows and frames all differ; noise reaches most values.
SOURCE = "testsrc2=s={size}:r=30000/1001,noise=alls=60:allf=t:all_seed=1"

# One stream per row. `encode`: options of ffmpeg. `pixels`: the pixel format that FFmpeg decodes it to. `elements`: from the file
# to the frames; None: GStreamer has no format for them. `format`: what `videohistogram` gets. `decode`, `decoded`: options with
# which FFmpeg decodes as GStreamer does, and the pixel format that follows.
Row = collections.namedtuple("Row", "file encode pixels elements format size decode decoded", defaults=["94x62", [], None])
INTERLACED = ["-flags", "+ilme+ildct", "-vf", "setfield=tff"]
X265 = ["-c:v", "libx265", "-x265-params", "log-level=none"]
PAFF = "written by field_pictures"
ROWS = [
    Row("v210.mov", ["-c:v", "v210"], "yuv422p10le", "qtdemux", "v210"),
    Row("v210.avi", ["-c:v", "v210"], "yuv422p10le", "avidemux", "v210"),
    Row("uyvy.mov", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"], "uyvy422", "qtdemux", "UYVY"),
    Row("prores-422.mov", ["-c:v", "prores_ks", "-profile:v", "2", "-pix_fmt", "yuv422p10le"], "yuv422p10le", "qtdemux ! avdec_prores", "I422_10LE"),
    # The decoder knows that samples have 12 bits by the name of the codec in the container, which GStreamer does not pass on.
    Row("prores-4444.mov", ["-c:v", "prores_ks", "-profile:v", "4", "-pix_fmt", "yuva444p10le", "-alpha_bits", "16"], "yuva444p12le",
        "qtdemux ! avdec_prores", "A444_10LE", decode=["-vtag", "apch"], decoded="yuva444p10le"),
    # qtdemux of GStreamer 1.22 does not know DNxHR.
    Row("dnxhr-444.mxf", ["-c:v", "dnxhd", "-profile:v", "dnxhr_444", "-pix_fmt", "yuv444p10le"], "yuv444p10le", "mxfdemux ! avdec_dnxhd",
        "Y444_10LE", "256x128"),
    Row("ffv1-444-16.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv444p16le"], "yuv444p16le", None, None),
    Row("ffv1-gray-16.mkv", ["-c:v", "ffv1", "-pix_fmt", "gray16le"], "gray16le", "matroskademux ! avdec_ffv1", "GRAY16_LE"),
    Row("ffv1-rgb.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"], "bgr0", "matroskademux ! avdec_ffv1", "BGRx"),
    Row("ffv1-gbr-10.mkv", ["-c:v", "ffv1", "-pix_fmt", "gbrp10le"], "gbrp10le", "matroskademux ! avdec_ffv1", "GBR_10LE"),
    Row("ffv1-gbr-12.mkv", ["-c:v", "ffv1", "-pix_fmt", "gbrp12le"], "gbrp12le", "matroskademux ! avdec_ffv1", "GBR_12LE"),
    Row("h264-gbr.mp4", ["-c:v", "libx264rgb", "-qp", "0", "-pix_fmt", "rgb24"], "gbrp", "qtdemux ! h264parse ! avdec_h264", "GBR"),
    Row("hevc-422-10.mp4", [*X265, "-pix_fmt", "yuv422p10le"], "yuv422p10le", "qtdemux ! h265parse ! avdec_h265", "I422_10LE"),
    Row("hevc-422-12.mp4", [*X265, "-pix_fmt", "yuv422p12le"], "yuv422p12le", "qtdemux ! h265parse ! avdec_h265", "I422_12LE"),
    Row("ntsc.dv", ["-target", "ntsc-dv", "-an"], "yuv411p", "dvdemux ! avdec_dvvideo", "Y41B", "720x480"),
    Row("interlaced.mpg", ["-c:v", "mpeg2video", "-qscale:v", "3", "-alternate_scan", "1", *INTERLACED], "yuv420p",
        "mpegpsdemux ! mpegvideoparse ! avdec_mpeg2video", "I420", "96x64"),
    Row("mbaff.mp4", ["-c:v", "libx264", "-x264-params", "interlaced=1:tff=1", *INTERLACED], "yuv420p", "qtdemux ! h264parse ! avdec_h264", "I420",
        "96x64"),
    Row("paff.h264", PAFF, "yuv420p", "h264parse ! avdec_h264", "I420", "96x64"),
]
PLANES = {"yuv": ["Y", "Cb", "Cr", "A"], "gbr": ["G", "B", "R"], "gra": ["GRAY"]}
# Packed formats of 8 bits: for each channel its first byte, and the bytes from one sample to the next.
PACKED = {"uyvy422": {"Y": (1, 2), "Cb": (0, 4), "Cr": (2, 4)}, "bgr0": {"B": (0, 4), "G": (1, 4), "R": (2, 4)}}


def chroma_size(pixels, width, height):
    """Columns and rows of a chroma plane."""
    across, down = next((divisors for name, divisors in
                         {"420": (2, 2), "422": (2, 1), "411": (4, 1), "444": (1, 1)}.items() if name in pixels), (1, 1))
    return -(-width // across), -(-height // down)


def count_raw(raw, pixels, width, height):
    """The counts of each frame of FFmpeg's raw video: a Counter per channel."""
    if pixels in PACKED:
        size = width * height * min(step for _, step in PACKED[pixels].values())
        return [{channel: collections.Counter(raw[at + first:at + size:step]) for channel, (first, step) in PACKED[pixels].items()}
                for at in range(0, len(raw), size)]
    samples = array.array("H" if re.search(r"\d\dle$", pixels) else "B", raw)
    if sys.byteorder == "big" and samples.itemsize == 2:
        samples.byteswap()
    frames, at = [], 0
    while at < len(samples):
        frames.append({})
        for channel in PLANES[pixels[:3]]:
            if channel == "A" and not pixels.startswith("yuva"):
                continue
            columns, rows = chroma_size(pixels, width, height) if channel in ("Cb", "Cr") else (width, height)
            frames[-1][channel] = collections.Counter(samples[at:at + columns * rows])
            at += columns * rows
    return frames


def pack_uyvp(samples, width, height):
    """Frames of 4:2:2 of 10 bits, planar, as UYVP: per two pixels Cb, Y, Cr and Y as one number of 40 bits, its first byte first."""
    size, packed = width * height, bytearray()
    for at in range(0, len(samples), 2 * size):
        y, cb, cr = samples[at:at + size], samples[at + size:at + size * 3 // 2], samples[at + size * 3 // 2:at + 2 * size]
        for i in range(size // 2):
            packed += (cb[i] << 30 | y[2 * i] << 20 | cr[i] << 10 | y[2 * i + 1]).to_bytes(5, "big")
    return bytes(packed)


def in_messages(printed):
    """The counts of each frame, and the format, as `gst-launch-1.0 -m` prints the messages of `videohistogram`."""
    frames, formats = [], set()
    for line in printed.splitlines():
        if ": videohistogram, " not in line:
            continue
        formats.add(re.search(r" format=\(string\)(\w+)", line).group(1))
        channels = re.search(r" channels=\(string\)< (.*?) >", line).group(1).replace("(string)", "").split(", ")
        lists = re.search(r" counts=\(uint\)< < (.*?) > >", line).group(1).replace("(uint)", "").split(" >, < ")
        frames.append({channel: collections.Counter({value: int(count) for value, count in enumerate(numbers.split(", ")) if count != "0"})
                       for channel, numbers in zip(channels, lists)})
    return frames, formats


@unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg (Debian: ffmpeg)")
class Streams(support.TestCase):
    def ffmpeg(self, *arguments):
        return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)

    def encode(self, row):
        path = self.archive / row.file
        if row.encode == PAFF:
            width, height = map(int, row.size.split("x"))
            raw = self.raw_source(row.size, "yuv420p")
            size = width * height
            frames = [[raw[at:at + size], raw[at + size:at + size * 5 // 4], raw[at + size * 5 // 4:at + size * 3 // 2]]
                      for at in range(0, len(raw), size * 3 // 2)]
            path.write_bytes(field_pictures.stream(frames, width, height))
            return path
        done = self.ffmpeg("-f", "lavfi", "-i", SOURCE.format(size=row.size), "-frames:v", str(FRAMES), *row.encode, path)
        if b"Unknown encoder" in done.stderr:
            self.skipTest(f"ffmpeg cannot make {row.file}: {done.stderr.decode().splitlines()[0]}")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return path

    def raw_source(self, size, pixels):
        done = self.ffmpeg("-f", "lavfi", "-i", SOURCE.format(size=size), "-frames:v", str(FRAMES), "-f", "rawvideo", "-pix_fmt", pixels, "-")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def expected(self, path, pixels, decode=()):
        """The counts of the frames that FFmpeg decodes. FFmpeg fails the test if it has to convert them."""
        size = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path],
                              stdout=subprocess.PIPE, check=True, timeout=60, universal_newlines=True).stdout.split()[0].split(",")
        done = self.ffmpeg(*decode, "-noauto_conversion_filters", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "rawvideo",
                           "-pix_fmt", pixels, "-")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        frames = count_raw(done.stdout, pixels, int(size[0]), int(size[1]))
        self.assertEqual(len(frames), FRAMES)
        return frames

    def expected_of_scan(self, path, row):
        """A scan counts no alpha, and converts RGB as FFmpeg does before its filter signalstats."""
        if row.pixels in ("bgr0", "gbrp") or row.pixels.startswith("gbrp1"):
            converted = self.folder / "converted.nut"
            done = self.ffmpeg("-i", path, "-vf", "signalstats", "-c:v", "rawvideo", "-strict", "-1", converted)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            pixels = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", converted],
                                    stdout=subprocess.PIPE, check=True, timeout=60, universal_newlines=True).stdout.strip()
            return self.expected(converted, pixels)
        return [{channel: counts for channel, counts in frame.items() if channel != "A"} for frame in self.expected(path, row.pixels)]

    def counted_by_pipeline(self, elements, expected_format):
        self.skip_if_gst_launch_cannot_load_the_plugin()
        for element in re.findall(r"(?:^|! )(\w+)", elements):
            if subprocess.run(["gst-inspect-1.0", "--exists", element], check=False, stdout=subprocess.DEVNULL).returncode:
                self.skipTest(f"no element {element}")
        line = f"{elements} ! videohistogram bins=0 backend=cpu post-messages=true ! fakesink"
        done = subprocess.run(["gst-launch-1.0", "-m", *line.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False,
                              universal_newlines=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        counted, formats = in_messages(done.stdout)
        self.assertEqual(formats, {expected_format})
        return counted

    def counted_by_scan(self, path):
        self.scan("--counts", path)
        frames = []
        for channels, data in self.query("SELECT channels, data FROM counts ORDER BY frame"):
            counts, at, frame = array.array("I", zlib.decompress(data)), 0, {}
            if sys.byteorder == "big":
                counts.byteswap()
            for channel in channels.split():
                name, bins = channel.split(":")
                frame[name] = collections.Counter({value: count for value, count in enumerate(counts[at:at + int(bins)]) if count})
                at += int(bins)
            frames.append(frame)
        return frames

    def compare(self, counted, expected):
        """The channels of the stream are the same; a scan counts further ones."""
        self.assertEqual(len(counted), len(expected))
        for number, (frame, wanted) in enumerate(zip(counted, expected)):
            for channel, counts in wanted.items():
                self.assertEqual(frame[channel], counts, f"{channel} of frame {number}")


    def test_uyvp_over_rtp_in_a_pipeline(self):
        width, height = 96, 62
        samples = array.array("H", self.raw_source(f"{width}x{height}", "yuv422p10le"))
        if sys.byteorder == "big":
            samples.byteswap()
        path = self.folder / "uyvp.raw"
        path.write_bytes(pack_uyvp(samples, width, height))
        counted = self.counted_by_pipeline(
            f"filesrc location={path} ! rawvideoparse format=uyvp width={width} height={height} framerate=25/1 ! rtpvrawpay ! rtpvrawdepay", "UYVP")
        if sys.byteorder == "big":
            samples.byteswap()
        self.compare(counted, count_raw(samples.tobytes(), "yuv422p10le", width, height))


def add_row(row):
    name = re.sub(r"\W", "_", row.file)

    def test_pipeline(self):
        path = self.encode(row)
        counted = self.counted_by_pipeline(f"filesrc location={path} ! {row.elements}", row.format)
        self.compare(counted, self.expected(path, row.decoded or row.pixels, row.decode))

    def test_scan(self):
        path = self.encode(row)
        self.compare(self.counted_by_scan(path), self.expected_of_scan(path, row))

    if row.elements:
        setattr(Streams, f"test_{name}_in_a_pipeline", test_pipeline)
    setattr(Streams, f"test_{name}_in_a_scan", test_scan)


for each in ROWS:
    add_row(each)

if __name__ == "__main__":
    support.main()
