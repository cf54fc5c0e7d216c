# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the Python tests share: GStreamer with the plugin of this build, pipelines, skipping."""

import os
import sys
import unittest

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
gi.require_version("GstVideoHistogram", "1.0")
from gi.repository import Gst, GstVideoHistogram  # noqa: E402

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


def row_bytes(width, pixel_bytes):
    """Bytes from row to row in GStreamer's default layout."""
    return (width * pixel_bytes + 3) // 4 * 4


def to_buffer(data, width, height, pixel_bytes):
    """A buffer with tightly packed pixels, its rows padded as GStreamer's default layout asks for.
    The padding is a value that would be seen if it were counted."""
    tight = width * pixel_bytes
    padding = bytes([0xC7]) * (row_bytes(width, pixel_bytes) - tight)
    rows = b"".join(data[y * tight:(y + 1) * tight] + padding for y in range(height))
    return Gst.Buffer.new_wrapped(rows)


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
    result = unittest.main(module="__main__", exit=False, verbosity=2).result
    for _, reason in result.skipped:
        print("SKIP:", reason)
    if not result.wasSuccessful() or result.testsRun == 0:
        sys.exit(1)
    if len(result.skipped) == result.testsRun:
        sys.exit(77)
