# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""gst-launch-1.0 prints one message for every frame of a real film, with the counts of an
independent reading of the same frames. A small one: without numpy, counting takes long."""

import collections
import os
import re
import subprocess
import sys
import unittest

FILM = os.path.join(os.environ["VIDEOHISTOGRAM_SMALL_VIDEOS"], "small-telescope.webm")
WIDTH, HEIGHT, FRAMES = 192, 108, 120
DECODE = ["filesrc", "location=" + FILM, "!", "decodebin", "!", "videoconvert", "!",
          "video/x-raw,format=RGBA", "!"]

try:
    import numpy
except ImportError:
    numpy = None


def count_channel(samples):
    """How often every byte value occurs."""
    if numpy is not None:
        return numpy.bincount(samples, minlength=256).tolist()
    counts = collections.Counter(samples)
    return [counts[value] for value in range(256)]


def reference_counts():
    """The counts of every frame of the film, [channel][value], from the raw pixels."""
    command = ["gst-launch-1.0", "-q"] + DECODE + ["fdsink", "fd=1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as decoder:
        while True:
            frame = decoder.stdout.read(WIDTH * HEIGHT * 4)
            if len(frame) < WIDTH * HEIGHT * 4:
                break
            if numpy is not None:
                frame = numpy.frombuffer(frame, dtype=numpy.uint8)
            yield [count_channel(frame[c::4]) for c in range(4)]
    if decoder.returncode != 0:
        raise AssertionError("the film cannot be decoded")


def printed_messages():
    """The lines that gst-launch-1.0 -m prints for the element's messages."""
    command = ["gst-launch-1.0", "-m"] + DECODE + ["videohistogram", "post-messages=true", "!",
                                                  "fakesink"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, universal_newlines=True) as launch:
        for line in launch.stdout:
            if "(element): videohistogram," in line:
                yield line
    if launch.returncode != 0:
        raise AssertionError("gst-launch-1.0 failed")


def field(line, name):
    """The text of a field of a printed structure, up to the next one."""
    found = re.search(r"\b%s=\((\w+)\)(.*?)(?=, [a-z-]+=\(|;$)" % name, line)
    if not found:
        raise AssertionError("no %s in %s" % (name, line[:500]))
    return found.group(2)


def printed_counts(line):
    """[channel][value] of a printed message."""
    channels = re.findall(r"< ((?:\(uint\)\d+(?:, )?)+) >", field(line, "counts"))
    return [[int(number) for number in re.findall(r"\(uint\)(\d+)", channel)]
            for channel in channels]


class Film(unittest.TestCase):

    def test_every_frame_is_printed_with_exact_counts(self):
        messages = list(printed_messages())
        self.assertEqual(len(messages), FRAMES)
        frames = 0
        for number, (line, expected) in enumerate(zip(messages, reference_counts())):
            self.assertEqual(field(line, "frame"), str(number))
            self.assertEqual(field(line, "width"), str(WIDTH))
            self.assertEqual(field(line, "height"), str(HEIGHT))
            self.assertEqual(printed_counts(line), expected, "frame %d" % number)
            self.assertNotIn("NULL", line)
            frames += 1
        self.assertEqual(frames, FRAMES)


if __name__ == "__main__":
    probe = subprocess.run(["gst-inspect-1.0", "vp8dec"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    if probe.returncode != 0:
        print("SKIP: no decoder for VP8 (Debian: gstreamer1.0-plugins-good)")
        sys.exit(77)
    unittest.main(verbosity=2)
