# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The counts of real pictures are those of Pillow's Image.histogram()."""

import collections
import sys
import unittest
from array import array

import support
from support import Gst

try:
    from PIL import Image
except ImportError:
    print("SKIP: no Pillow for this Python (Debian: python3-pil)")
    sys.exit(77)

PICTURES = ["astronaut.png", "coffee.png", "rocket.jpg", "hubble_deep_field.jpg"]
# GStreamer's name of Pillow's modes, and the bytes of a pixel.
FORMATS = {"RGB": ("RGB", 3), "RGBA": ("RGBA", 4), "L": ("GRAY8", 1)}


def pillow_counts(image):
    """{channel: counts} as Pillow has them."""
    counts = image.histogram()
    names = ["GRAY"] if image.mode == "L" else list(image.mode)
    return {name: counts[256 * i:256 * (i + 1)] for i, name in enumerate(names)}


def open_picture(name, mode):
    """A picture in that mode; its alpha is not the same everywhere."""
    image = Image.open(support.media(name)).convert("RGB")
    if mode == "RGBA":
        image.putalpha(image.convert("L"))
        return image
    return image.convert(mode)


class Pictures(unittest.TestCase):

    def count(self, image, properties=""):
        """The histogram on the buffer of a picture that appsrc has pushed."""
        format_name, pixel_bytes = FORMATS[image.mode]
        planes = [(image.tobytes(), pixel_bytes * image.width)]
        return self.count_planes(format_name, image.size, planes, properties)

    def count_planes(self, format_name, size, planes, properties=""):
        caps = "video/x-raw,format=%s,width=%d,height=%d,framerate=0/1" % (format_name, *size)
        line = ("appsrc name=source format=time caps=%s ! videohistogram %s "
                "! appsink name=sink sync=false" % (caps, properties))
        with support.Pipeline(line) as pipeline:
            pipeline.play()
            buffer = support.to_buffer(caps, planes)
            self.assertEqual(pipeline["source"].emit("push-buffer", buffer), Gst.FlowReturn.OK)
            pipeline["source"].emit("end-of-stream")
            sample = pipeline["sink"].emit("pull-sample")
            pipeline.finish()
            histogram = support.histogram_of(sample.get_buffer())
        self.assertTrue(histogram.wait(10 * Gst.SECOND))
        return histogram

    def test_every_picture_in_every_mode(self):
        for name in PICTURES:
            for mode in FORMATS:
                with self.subTest(picture=name, mode=mode):
                    image = open_picture(name, mode)
                    histogram = self.count(image)
                    self.assertEqual(support.counts_of(histogram), pillow_counts(image))
                    self.assertEqual(histogram.get_width(), image.width)
                    self.assertEqual(histogram.get_height(), image.height)
                    self.assertEqual(histogram.get_samples(0), image.width * image.height)

    def test_odd_sizes(self):
        whole = open_picture("coffee.png", "RGB")
        for width, height in ((1, 1), (1, 37), (37, 1), (255, 101), (257, 3)):
            for mode in FORMATS:
                with self.subTest(width=width, height=height, mode=mode):
                    image = whole.crop((20, 30, 20 + width, 30 + height)).convert(mode)
                    self.assertEqual(support.counts_of(self.count(image)), pillow_counts(image))

    def test_fewer_bins_fold_the_counts(self):
        image = open_picture("rocket.jpg", "RGB")
        for bins in (1, 7, 64):
            expected = {}
            for name, counts in pillow_counts(image).items():
                folded = [0] * bins
                for value, count in enumerate(counts):
                    folded[value * bins >> 8] += count
                expected[name] = folded
            histogram = self.count(image, "bins=%d" % bins)
            self.assertEqual(support.counts_of(histogram), expected)

    def test_planes_of_y_cb_and_cr(self):
        for width, height in ((384, 256), (123, 77), (1, 1)):
            image = open_picture("astronaut.png", "RGB").crop((60, 20, 60 + width, 20 + height))
            y, cb, cr = image.convert("YCbCr").split()
            half = ((width + 1) // 2, (height + 1) // 2)
            planes = {"Y": y, "Cb": cb.resize(half), "Cr": cr.resize(half)}
            expected = {name: plane.histogram() for name, plane in planes.items()}
            for format_name, order in (("I420", ("Y", "Cb", "Cr")), ("YV12", ("Y", "Cr", "Cb"))):
                with self.subTest(format=format_name, width=width, height=height):
                    data = [(planes[name].tobytes(), planes[name].width) for name in order]
                    histogram = self.count_planes(format_name, (width, height), data)
                    self.assertEqual(support.counts_of(histogram), expected)

    def test_samples_of_16_bits(self):
        for width, height in ((384, 256), (123, 77)):
            image = open_picture("coffee.png", "RGB").crop((60, 20, 60 + width, 20 + height))
            high, low, _ = (plane.tobytes() for plane in image.split())
            data = bytes(byte for pair in zip(low, high) for byte in pair)
            planes = [(data, 2 * width)]
            # As many bins as a byte has values: Pillow counts the upper bytes.
            histogram = self.count_planes("GRAY16_LE", (width, height), planes)
            expected = Image.frombytes("L", (width, height), high).histogram()
            self.assertEqual(support.counts_of(histogram), {"GRAY": expected})

            histogram = self.count_planes("GRAY16_LE", (width, height), planes, "bins=65536")
            values = array("H", data)
            if sys.byteorder == "big":
                values.byteswap()
            counted = support.counts_of(histogram)["GRAY"]
            self.assertEqual(collections.Counter(values),
                             {value: count for value, count in enumerate(counted) if count})

    def test_a_mean_is_that_of_the_pixels(self):
        image = open_picture("astronaut.png", "L")
        histogram = self.count(image)
        values = image.tobytes()
        self.assertAlmostEqual(histogram.get_mean(0), sum(values) / len(values), places=9)
        self.assertEqual((histogram.get_min(0), histogram.get_max(0)), image.getextrema())

    def test_a_picture_that_the_pipeline_decodes(self):
        for name in ("astronaut.png", "coffee.png"):
            line = ("filesrc location=%s ! pngdec ! videohistogram ! appsink name=sink sync=false" %
                    support.media(name))
            with self.subTest(picture=name), support.Pipeline(line) as pipeline:
                pipeline.play()
                sample = pipeline["sink"].emit("pull-sample")
                self.assertIsNotNone(sample)
                counts = support.counts_of(support.histogram_of(sample.get_buffer()))
                image = Image.open(support.media(name))
                self.assertEqual(counts, pillow_counts(image))


if __name__ == "__main__":
    support.main()
