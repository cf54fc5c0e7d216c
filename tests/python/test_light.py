# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Light levels of lossless HEVC in PQ, against a computation in real numbers from the decoded
frames: Y'CbCr to R'G'B' by the equations of ITU-R BT.2020, the EOTF of SMPTE ST 2084, and maxima
and means by CTA-861.3."""

import array
import math
import random
import sys
import unittest

import support
from support import Gst, GstVideo, GstVideoHistogram

WIDTH, HEIGHT = 96, 64
PLANES = [(2 * WIDTH, HEIGHT), (WIDTH, HEIGHT // 2), (WIDTH, HEIGHT // 2)]
CAPS = ("video/x-raw,format=I420_10LE,width=%d,height=%d,framerate=25/1,colorimetry=bt2100-pq,"
        "content-light-level=(string)1000:400" % (WIDTH, HEIGHT))
# The picture between black bars, on whole chroma samples.
LEFT, TOP, RIGHT, BOTTOM = 16, 8, 80, 56
LINE = ("appsrc name=source format=time caps=\"" + CAPS + "\" ! "
        "x265enc option-string=lossless=1 log-level=none ! h265parse ! avdec_h265 ! "
        "videohistogram channels=maxrgb bins=0 post-messages=true message-counts=false "
        "regions=\"picture:%d,%d,%d,%d\" ! appsink name=sink sync=false" %
        (LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP))
HDR10PLUS = [1, 5, 10, 25, 50, 75, 90, 95, 98, 99]


def pq_eotf(signal):
    """Nits."""
    root = signal ** (1 / (2523 / 4096 * 128))
    return 10000 * (max(root - 3424 / 4096, 0) / (2413 / 4096 * 32 - 2392 / 4096 * 32 * root)) ** (
        1 / (2610 / 16384))


def signals_of(frame, left=0, top=0, right=WIDTH, bottom=HEIGHT):
    """max(R', G', B') of each pixel of a rectangle, in real numbers from 0 to 1."""
    samples = array.array("H", frame)
    if sys.byteorder == "big":
        samples.byteswap()
    blue_at, red_at = WIDTH * HEIGHT, WIDTH * HEIGHT * 5 // 4
    kr, kb = 0.2627, 0.0593
    kg = 1 - kr - kb
    signals = []
    for y in range(top, bottom):
        for x in range(left, right):
            chroma = y // 2 * (WIDTH // 2) + x // 2
            luma = (samples[y * WIDTH + x] - 64) / 876
            blue = (samples[blue_at + chroma] - 512) / 896
            red = (samples[red_at + chroma] - 512) / 896
            most = max(luma + 2 * (1 - kr) * red, luma + 2 * (1 - kb) * blue,
                       luma - 2 * kb * (1 - kb) / kg * blue - 2 * kr * (1 - kr) / kg * red)
            signals.append(min(max(most, 0), 1))
    return signals


def average_of(signals):
    """Nits."""
    return math.fsum(pq_eotf(signal) for signal in signals) / len(signals)


def to_frame(luma, blue, red):
    """The bytes of a frame; functions of (x, y), of chroma samples for the last two."""
    samples = [luma(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    for chroma in (blue, red):
        samples += [chroma(x, y) for y in range(HEIGHT // 2) for x in range(WIDTH // 2)]
    samples = array.array("H", samples)
    if sys.byteorder == "big":
        samples.byteswap()
    return samples.tobytes()


def gray(*_):
    return 512


def ramp(most):
    """Black to a luma code, from left to right."""
    return to_frame(lambda x, y: 64 + (most - 64) * x // (WIDTH - 1), gray, gray)


def patches(lumas, rng):
    """32 patches of 12 x 16 pixels, some gray, with these luma codes; the others coloured."""
    colours = [(512, 512) if n % 3 == 0 else (rng.randrange(412, 612), rng.randrange(412, 612))
               for n in range(32)]

    def patch(x, y):
        return x // 12 + 8 * (y // 16)

    return to_frame(lambda x, y: lumas[patch(x, y) % len(lumas)],
                    lambda x, y: colours[patch(2 * x, 2 * y)][0],
                    lambda x, y: colours[patch(2 * x, 2 * y)][1])


def noise(rng, least, most, chroma):
    """Uniform noise of luma, and of chroma around gray; black bars around the picture."""

    def inside(x, y):
        return LEFT <= x < RIGHT and TOP <= y < BOTTOM

    def around(x, y):
        return 512 + (rng.randint(-chroma, chroma) if inside(2 * x, 2 * y) else 0)

    return to_frame(lambda x, y: rng.randint(least, most) if inside(x, y) else 64, around, around)


def one_code(signal):
    """The light one 12-bit code below and above a signal, in nits."""
    return (pq_eotf(max(signal - 1 / 4095, 0)), pq_eotf(min(signal + 1 / 4095, 1)))


class Light(unittest.TestCase):

    def assert_near(self, found, expected, what):
        """For averages: 0.5 % and 0.005 nits."""
        self.assertLessEqual(abs(found - expected), 0.005 * expected + 0.005,
                             "%s: %r is not %r" % (what, found, expected))

    def assert_in(self, found, limits, what):
        self.assertLessEqual(limits[0], found, what)
        self.assertLessEqual(found, limits[1], what)

    def decode(self, frames):
        """Encodes and decodes. Returns [(bytes, sample)] and the messages.

        Under load, one or two in a hundred streams of GStreamer 1.22's x265enc are not those of the frames, also without
        videohistogram: then once more.
        """
        for _ in range(5):
            samples, messages = self.play(frames)
            if None not in samples:
                decoded = [support.frame_bytes(sample, PLANES) for sample in samples]
                if decoded == frames:  # x265 reorders frames, the decoder shows them in order
                    self.assertEqual(len(messages), len(frames))
                    return list(zip(decoded, samples)), messages
        return self.fail("the decoded frames are not those that were encoded")

    @staticmethod
    def play(frames):
        """Returns a sample per frame, or None where none came, and the messages."""
        with support.Pipeline(LINE) as pipeline:
            pipeline.play()
            source = pipeline["source"]
            for n, frame in enumerate(frames):
                buffer = Gst.Buffer.new_wrapped(frame)
                buffer.pts, buffer.duration = n * 40 * Gst.MSECOND, 40 * Gst.MSECOND
                source.emit("push-buffer", buffer)
            source.emit("end-of-stream")
            samples = [pipeline["sink"].emit("try-pull-sample", 60 * Gst.SECOND) for _ in frames]
            messages = pipeline.finish() if None not in samples else []
        return samples, messages

    def compare_frame(self, histogram, signals, what):
        """All figures of one histogram."""
        self.assertFalse(histogram.is_light_bound())
        self.assert_in(histogram.get_peak_light(0), one_code(max(signals)), what)
        self.assert_near(histogram.get_average_light(0), average_of(signals), what)
        ordered = sorted(signals)
        percents = GstVideoHistogram.VideoHistogram.get_hdr10plus_percents()
        self.assertEqual(list(percents), HDR10PLUS)
        for percent in percents:
            rank = max(math.ceil(len(ordered) * percent / 100), 1)
            self.assert_in(histogram.get_percentile_light(percent, 0), one_code(ordered[rank - 1]),
                           "%s, %g %%" % (what, percent))
        ok, *codes = histogram.get_pq_levels()
        self.assertTrue(ok)
        for code, signal in zip(codes, (ordered[0], math.fsum(signals) / len(signals), ordered[-1])):
            self.assertLessEqual(abs(code - 4095 * signal), 1, what)

    def compare_video(self, meter, frames, what):
        """MaxCLL and MaxFALL of frames, each given by its signals."""
        self.assertEqual(meter.get_n_frames(), len(frames))
        self.assert_in(meter.get_max_cll(), one_code(max(max(signals) for signals in frames)), what)
        self.assert_near(meter.get_max_fall(), max(average_of(signals) for signals in frames), what)
        ok, level = meter.get_content_light_level()
        self.assertTrue(ok)
        self.assertEqual(level.max_content_light_level, math.floor(meter.get_max_cll() + 0.5))
        self.assertEqual(level.max_frame_average_light_level, math.floor(meter.get_max_fall() + 0.5))

    def compare_message(self, report, meter, declared):
        light = report.get_value("light")
        ok, histogram, *_ = GstVideoHistogram.message_parse_video_histogram(report.message)
        self.assertTrue(ok)
        self.assertEqual(light.get_value("transfer"), "pq")
        self.assertEqual(light.get_value("bound"), False)
        self.assertEqual(light.get_value("peak"), histogram.get_peak_light(0))
        self.assertEqual(light.get_value("average"), histogram.get_average_light(0))
        self.assertEqual(list(light.get_value("percents")), HDR10PLUS)
        self.assertEqual(list(light.get_value("percentiles")),
                         [histogram.get_percentile_light(percent, 0) for percent in HDR10PLUS])
        self.assertEqual([light.get_value("pq-" + name) for name in ("min", "avg", "max")],
                         list(histogram.get_pq_levels())[1:])
        self.assertEqual(light.get_value("max-cll"), meter.get_max_cll())
        self.assertEqual(light.get_value("max-fall"), meter.get_max_fall())
        if declared:
            self.assertEqual(light.get_value("declared-max-cll"), 1000)
            self.assertEqual(light.get_value("declared-max-fall"), 400)

    def compare(self, frames):
        """Returns MaxCLL and MaxFALL of the whole frames, and of the picture."""
        decoded, messages = self.decode(frames)
        new_meter = GstVideoHistogram.VideoHistogramLightMeter.new
        whole, picture = new_meter(), new_meter()
        of_whole, of_picture = [], []
        for n, ((frame, sample), report) in enumerate(zip(decoded, messages)):
            histograms = {meta.get_roi_type(): meta.get_histogram() for meta in
                          GstVideoHistogram.buffer_get_video_histogram_metas(sample.get_buffer())}
            for name, meter, signals, rectangle in (
                    (None, whole, of_whole, (0, 0, WIDTH, HEIGHT)),
                    ("picture", picture, of_picture, (LEFT, TOP, RIGHT, BOTTOM))):
                signals.append(signals_of(frame, *rectangle))
                self.compare_frame(histograms[name], signals[-1], "frame %d, %s" % (n, name))
                self.assertTrue(meter.add(histograms[name]))
            declared, _ = declared_light(sample.get_caps())
            self.compare_message(report, whole, declared)
        self.compare_video(whole, of_whole, "whole")
        self.compare_video(picture, of_picture, "picture")
        return [(meter.get_max_cll(), meter.get_max_fall()) for meter in (whole, picture)]

    def test_a_ramp_and_patches_of_known_light(self):
        rng = random.Random(1)
        # Luma codes of 10 bits in limited range of gray at 0, 1, 10, 100, 203 and 1000 nits:
        # 64 + 876 times the signals of SMPTE ST 2084.
        lumas = [64, 195, 327, 509, 573, 723]
        dark_patches = patches([64, 100, 195, 327], rng)
        (max_cll, _), _ = self.compare([ramp(723), ramp(300), dark_patches])
        # The code is that of the next 10-bit code, 1003 nits.
        self.assertLess(abs(max_cll - 1000), 10)
        # Coloured patches have a larger MAXRGB than gray ones of the same luma.
        (max_cll, _), _ = self.compare([dark_patches, patches(lumas, rng), ramp(573)])
        self.assertGreater(max_cll, 1000)

    def test_noise(self):
        rng = random.Random(2)
        lights = self.compare([noise(rng, 64, 300, 20), noise(rng, 64, 600, 40),
                               noise(rng, 200, 500, 30)])
        # Bars lower the average of the whole frame by their share, and not its peak.
        (whole_cll, whole_fall), (picture_cll, picture_fall) = lights
        self.assertEqual(whole_cll, picture_cll)
        share = (RIGHT - LEFT) * (BOTTOM - TOP) / (WIDTH * HEIGHT)
        self.assertAlmostEqual(whole_fall, share * picture_fall, places=6)

    def test_noise_that_leaves_the_gamut(self):
        rng = random.Random(3)
        (max_cll, _), _ = self.compare([noise(rng, 64, 940, 448)])
        self.assertAlmostEqual(max_cll, 10000)


def declared_light(caps):
    """(True, level) if the caps have a content light level."""
    level = GstVideo.VideoContentLightLevel()
    return level.from_caps(caps), level


def missing_elements():
    return [name for name in ("x265enc", "h265parse", "avdec_h265")
            if Gst.ElementFactory.find(name) is None]


if __name__ == "__main__":
    if missing_elements():
        print("SKIP: no %s (Debian: gstreamer1.0-plugins-bad gstreamer1.0-libav)" %
              ", ".join(missing_elements()))
        sys.exit(77)
    support.main()
