# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A waveform with waveform-filter=low-pass is the waveform of a video that numpy.convolve has filtered, or
plain Python where there is no numpy. Pictures are so small that they have no text, so that all pixels are
compared."""
import os
import random
import shutil
import subprocess
import tempfile
import unittest

try:
    import numpy
except ImportError:
    numpy = None

WEIGHTS = [1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1]
REACH = 6


def filtered(row):
    """The means of a row of numbers, whose ends go on at both sides."""
    padded = row[:1] * REACH + row + row[-1:] * REACH
    if numpy is not None:
        sums = numpy.convolve(numpy.array(padded, dtype=numpy.int64), WEIGHTS, "valid").tolist()
    else:
        sums = [sum(w * padded[x + i] for i, w in enumerate(WEIGHTS)) for x in range(len(row))]
    return [(total + 2048) >> 12 for total in sums]


def packed(rows, sample_bytes, stride):
    """Rows as GStreamer lays them out."""
    return b"".join(b"".join(value.to_bytes(sample_bytes, "little") for value in row).ljust(stride, b"\0") for row in rows)


@unittest.skipUnless(shutil.which("gst-launch-1.0"), "no gst-launch-1.0 (Debian: gstreamer1.0-tools)")
class LowPass(unittest.TestCase):

    def picture(self, caps, frame, properties):
        """The bytes that videoscope draws of a frame."""
        with tempfile.TemporaryDirectory() as folder:
            source, drawn = os.path.join(folder, "frame"), os.path.join(folder, "picture")
            with open(source, "wb") as file:
                file.write(frame)
            subprocess.run(["gst-launch-1.0", "-q", "filesrc", "location=" + source, "blocksize=%d" % len(frame), "!", caps, "!",
                            "videoscope", "backend=cpu", "scopes=waveform", *properties, "!",
                            "video/x-raw,format=BGRx,width=90,height=50", "!", "filesink", "location=" + drawn], check=True)
            with open(drawn, "rb") as file:
                return file.read()

    def check(self, name, width, height, bits, properties=()):
        numbers = random.Random(width)
        rows = [[numbers.randrange(1 << bits) for _ in range(width)] for _ in range(height)]
        # Noise around a line that rises, so that the filter leaves a narrow trace.
        rows = [[(value + (1 << bits) * x // width) // 2 for x, value in enumerate(row)] for row in rows]
        sample_bytes = 1 if bits == 8 else 2
        stride = (width * sample_bytes + 3) // 4 * 4
        caps = "video/x-raw,format=%s,width=%d,height=%d,framerate=25/1" % (name, width, height)
        frame = packed(rows, sample_bytes, stride)
        expected = self.picture(caps, packed([filtered(row) for row in rows], sample_bytes, stride), properties)
        self.assertEqual(len(expected), 90 * 50 * 4)
        self.assertEqual(self.picture(caps, frame, [*properties, "waveform-filter=low-pass"]), expected)
        self.assertNotEqual(self.picture(caps, frame, [*properties, "waveform-filter=none"]), expected)

    def test_waveforms_of_8_bits_are_those_of_a_filtered_video(self):
        for width in (1920, 301, 14):
            self.check("GRAY8", width, 60, 8)

    def test_waveforms_of_16_bits_are_those_of_a_filtered_video(self):
        self.check("GRAY16_LE", 333, 60, 16)

    def test_waveforms_of_rows_are_those_of_a_filtered_video(self):
        self.check("GRAY8", 500, 60, 8, ["waveform-direction=rows"])


if __name__ == "__main__":
    unittest.main()
