# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures of signalstats that the library gives of frames counted by the element are what
FFmpeg's filter signalstats prints of the same frames, digit by digit."""

import math
import os
import subprocess
import sys
import tempfile
import unittest
from typing import NamedTuple

import support
from support import Gst, GstVideoHistogram

COUNT = "videohistogram name=%s channels=y+cb+cr+sat+hue+diff bins=0 figures=tout+vrep+brng "
# Both elements count each frame; the second one chooses its backend.
COUNT_TWICE = COUNT % "on-cpu" + "backend=cpu ! " + COUNT % "by-default"


class Format(NamedTuple):
    """A planar Y'CbCr format. The shifts are log2 of chroma's subsampling."""
    name: str
    ffmpeg: str
    sample_bytes: int
    x_shift: int
    y_shift: int

    def planes(self, width, height):
        """(bytes per row, rows) of each plane, without padding."""
        chroma = (-(-width >> self.x_shift) * self.sample_bytes, -(-height >> self.y_shift))
        return [(width * self.sample_bytes, height), chroma, chroma]


I420 = Format("I420", "yuv420p", 1, 1, 1)
Y42B = Format("Y42B", "yuv422p", 1, 1, 0)
I420_10 = Format("I420_10LE", "yuv420p10le", 2, 1, 1)
I420_12 = Format("I420_12LE", "yuv420p12le", 2, 1, 1)


def key_table():
    """{field of VideoHistogramSignalStats: (key of FFmpeg, its printf format)}."""
    table = {"hue_median": ("HUEMED", "%.0f"), "hue_average": ("HUEAVG", "%g")}
    for channel in ("y", "u", "v", "sat"):
        prefix = channel.upper()
        table[channel + "_average"] = (prefix + "AVG", "%g")
        for level in ("min", "low", "high", "max"):
            table[channel + "_" + level] = (prefix + level.upper(), "%.0f")
    for share in ("tout", "vrep", "brng"):
        table[share] = (share.upper(), "%g")
    for channel in ("y", "u", "v"):
        table[channel + "_difference"] = (channel.upper() + "DIF", "%g")
        table[channel + "_bit_depth"] = (channel.upper() + "BITDEPTH", "%.0f")
    return table


KEYS = key_table()


def figures_of(histogram, first):
    """{key: text} as FFmpeg prints it. The first frame has no differences, which are 0 there."""
    ok, stats = histogram.get_signalstats()
    if not ok:
        raise AssertionError("no figures")
    figures = {}
    for field, (key, printf_format) in KEYS.items():
        value = getattr(stats, field)
        if first and field.endswith("_difference"):
            if not math.isnan(value):
                raise AssertionError("%s of the first frame is %r" % (field, value))
            value = 0
        figures[key] = printf_format % value
    return figures


def ffmpeg(*arguments, folder=None):
    """The standard output of ffmpeg."""
    return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *arguments], cwd=folder,
                          check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


def run_signalstats(name, filters, folder):
    """Writes the frames of a video to frames.raw in `folder`, without padding and as signalstats
    had them. Returns what the filter printed of each frame: {key: text}."""
    graph = ",".join(filters + ["signalstats=stat=tout+vrep+brng", "metadata=mode=print:file=printed.txt"])
    ffmpeg("-i", support.media(name), "-vf", graph, "-f", "rawvideo", "-y", "frames.raw",
           folder=folder)
    prefix = "lavfi.signalstats."
    printed = []
    with open(os.path.join(folder, "printed.txt"), encoding="ascii") as lines:
        for line in lines:
            if line.startswith("frame:"):
                printed.append({})
            elif line.startswith(prefix):
                key, text = line[len(prefix):].rstrip("\n").split("=")
                printed[-1][key] = text
    return printed


class Signalstats(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="signalstats-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.raw = os.path.join(folder.name, "frames.raw")

    def compare(self, source, planes, printed):
        """Plays `source` through both elements and compares all frames with those in frames.raw,
        and all figures with the printed ones."""
        line = source + " ! " + COUNT_TWICE + " ! appsink name=sink sync=false max-buffers=2"
        with open(self.raw, "rb") as raw, support.Pipeline(line) as pipeline:
            pipeline.play()
            for n, expected in enumerate(printed):
                sample = pipeline["sink"].emit("try-pull-sample", 20 * Gst.SECOND)
                if sample is None:
                    pipeline.finish()
                    self.fail("the video has only %d of %d frames" % (n, len(printed)))
                frame = support.frame_bytes(sample, planes)
                self.assertTrue(frame == raw.read(len(frame)),
                                "frame %d is not the one that FFmpeg counted" % n)
                metas = GstVideoHistogram.buffer_get_video_histogram_metas(sample.get_buffer())
                self.assertEqual(sorted(meta.get_element_name() for meta in metas),
                                 ["by-default", "on-cpu"])
                for meta in metas:
                    histogram = meta.get_histogram()
                    self.assertTrue(histogram.wait(10 * Gst.SECOND))
                    found = figures_of(histogram, n == 0)
                    self.assertEqual(found, {key: expected.get(key) for key in found},
                                     "frame %d, %s" % (n, meta.get_element_name()))
            self.assertEqual(raw.read(1), b"")
            self.assertEqual(pipeline["on-cpu"].get_property("active-backend"), "cpu")
            self.assertIsNone(pipeline["sink"].emit("try-pull-sample", 20 * Gst.SECOND),
                              "more frames than FFmpeg counted")
            pipeline.finish()

    def compare_film(self, name, elements):
        """`elements` demultiplex and decode the film."""
        for element in elements:
            if Gst.ElementFactory.find(element) is None:
                self.skipTest("no element %s to decode %s" % (element, name))
        printed = run_signalstats(name, ["format=yuv420p"], self.folder)
        self.assertEqual(len(printed), 390)
        source = " ! ".join(["filesrc location=" + support.media(name), *elements,
                             "video/x-raw,format=I420,width=480,height=270"])
        self.compare(source, I420.planes(480, 270), printed)

    def test_a_vp8_film(self):
        self.compare_film("telescope.webm", ["matroskademux", "vp8dec"])

    def test_an_h264_film(self):
        self.compare_film("telescope.mp4", ["qtdemux", "h264parse", "avdec_h264"])

    def compare_converted(self, video_format, width, height, n_frames):
        """FFmpeg scales and converts frames of the film's dissolve, and the element reads the raw frames."""
        filters = ["trim=start_frame=150:end_frame=%d" % (150 + n_frames), "scale=%d:%d" % (width, height),
                   "format=" + video_format.ffmpeg]
        printed = run_signalstats("telescope.webm", filters, self.folder)
        self.assertEqual(len(printed), n_frames)
        planes = video_format.planes(width, height)
        strides = [row_bytes for row_bytes, _ in planes]
        sizes = [row_bytes * n_rows for row_bytes, n_rows in planes]
        offsets = [0, sizes[0], sizes[0] + sizes[1]]
        source = ("filesrc location=%s ! rawvideoparse format=%s width=%d height=%d frame-size=%d "
                  "plane-strides=<%d,%d,%d> plane-offsets=<%d,%d,%d>" %
                  (self.raw, video_format.name.lower().replace("_", "-"), width, height, sum(sizes),
                   *strides, *offsets))
        self.compare(source, planes, printed)

    def test_raw_video_of_8_bits(self):
        self.compare_converted(I420, 255, 191, 20)
        self.compare_converted(Y42B, 321, 181, 20)

    def test_raw_video_of_10_bits(self):
        self.compare_converted(I420_10, 321, 241, 20)

    def test_raw_video_of_12_bits(self):
        self.compare_converted(I420_12, 192, 144, 20)


def why_ffmpeg_is_missing():
    """Empty if ffmpeg has what the tests use."""
    try:
        filters, decoders = ffmpeg("-filters"), ffmpeg("-decoders")
    except FileNotFoundError:
        return "no ffmpeg"
    missing = [name for name, lines in (("signalstats", filters), ("metadata", filters),
                                        ("vp8", decoders), ("h264", decoders))
               if " %s " % name not in lines]
    return "ffmpeg lacks " + ", ".join(missing) if missing else ""


if __name__ == "__main__":
    why = why_ffmpeg_is_missing()
    if why:
        print("SKIP: %s (Debian: ffmpeg)" % why)
        sys.exit(77)
    support.main()
