# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shared by the Python tests: GStreamer with the plugin of this build, pipelines, skipping."""

import os
import sys

import gi
import gi.overrides

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import unittest_main  # noqa: E402

# The overrides of this source come before installed ones.
gi.overrides.__path__.sort(key=lambda folder: "bindings/python" not in folder)
gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
gi.require_version("GstVideoHistogram", "1.0")
from gi.repository import Gst, GstVideo, GstVideoHistogram  # noqa: E402

MEDIA = os.environ["VIDEOHISTOGRAM_MEDIA"]

Gst.init(None)


def media(name):
    return os.path.join(MEDIA, name)


class Report:
    """A videohistogram message. Keeps it: its structure is gone with it."""

    def __init__(self, message):
        self.message = message
        self.structure = message.get_structure()

    def get_value(self, name):
        return self.structure.get_value(name)

    def has_field(self, name):
        return self.structure.has_field(name)


class Pipeline:
    """A gst-launch line, played to its end. Use it in a `with`."""

    def __init__(self, line):
        self.pipeline = Gst.parse_launch(line)
        self.messages = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pipeline.set_state(Gst.State.NULL)

    def __getitem__(self, name):
        return self.pipeline.get_by_name(name)

    def play(self):
        """Starts; a source is fed and a sink is read while it plays."""
        self.pipeline.set_state(Gst.State.PLAYING)

    def finish(self):
        """Waits for the end. Returns the videohistogram messages."""
        bus = self.pipeline.get_bus()
        while True:
            message = bus.timed_pop(60 * Gst.SECOND)
            if message is None:
                raise AssertionError("the pipeline does not end")
            if message.type == Gst.MessageType.ERROR:
                error, debug = message.parse_error()
                raise AssertionError("%s\n%s" % (error, debug))
            if message.type == Gst.MessageType.EOS:
                return self.messages
            if message.type == Gst.MessageType.ELEMENT and message.has_name("videohistogram"):
                self.messages.append(Report(message))


def to_buffer(caps, planes):
    """A buffer in GStreamer's default layout. `planes` are tightly packed: (bytes, bytes per row).
    Padding has a value that would be seen if it were counted."""
    info = GstVideo.VideoInfo.new_from_caps(Gst.Caps.from_string(caps))
    memory = bytearray([0xC7]) * info.size
    for (data, row_bytes), offset, stride in zip(planes, info.offset, info.stride):
        for y in range(len(data) // row_bytes):
            begin = offset + y * stride
            memory[begin:begin + row_bytes] = data[y * row_bytes:(y + 1) * row_bytes]
    return Gst.Buffer.new_wrapped(bytes(memory))


def frame_bytes(sample, planes):
    """The bytes of a frame without padding. `planes` are (bytes per row, rows) of each plane."""
    buffer = sample.get_buffer()
    layout = GstVideo.buffer_get_video_meta(buffer)
    if layout is None:
        layout = GstVideo.VideoInfo.new_from_caps(sample.get_caps())
    data = memoryview(buffer.extract_dup(0, buffer.get_size()))
    rows = []
    for (row_bytes, n_rows), offset, stride in zip(planes, layout.offset, layout.stride):
        rows += [data[offset + y * stride:offset + y * stride + row_bytes] for y in range(n_rows)]
    return b"".join(rows)


def histogram_of(buffer):
    """The histogram of the whole frame on a buffer."""
    meta = GstVideoHistogram.buffer_get_video_histogram_meta(buffer)
    return meta.get_histogram() if meta else None


def counts_of(histogram):
    """{channel name: counts}."""
    return {
        histogram.get_channel_name(c): list(histogram.get_counts(c))
        for c in range(histogram.get_n_channels())
    }


def main():
    """Runs the tests of a file. Exit status 77 if every one of them was skipped."""
    if Gst.ElementFactory.find("videohistogram") is None:
        print("the plugin of this build is not found")
        sys.exit(1)
    unittest_main.main()
