# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the overrides add: arrays without a copy, names as indexes, text, metas that keep their buffer."""
import gc
import inspect
import subprocess
import sys
import unittest
from unittest import mock

try:
    import numpy
except ImportError:
    print("SKIP: no numpy (Debian: python3-numpy)")
    sys.exit(77)

from gi.repository import GLib

from support import Gst, GstVideo, GstVideoHistogram, Pipeline, histogram_of, main

Error = GstVideoHistogram.VideoHistogramError
Histogram = GstVideoHistogram.VideoHistogram
Channel = GstVideoHistogram.VideoHistogramChannelInfo

WIDTH, HEIGHT = 24, 10


def make(counts=(1, 2, 0, 1, 0, 0, 0, 2**40)):
    """R and G of a 2x2 RGB frame in 4 bins; the second channel has more than 32 bits."""
    return Histogram.new(GstVideo.VideoFormat.RGB, 2, 2, None, [Channel.new("R", 4, 8, 0), Channel.new("G", 4, 8, 0)],
                         list(counts))


def count_frame(*settings):
    """The histogram of a frame of colour bars and noise, and its planes Y, Cb and Cr."""
    kept = {}

    def keep(_pad, info):
        buffer = info.get_buffer()
        kept["histogram"] = histogram_of(buffer)
        kept["bytes"] = buffer.extract_dup(0, buffer.get_size())
        return Gst.PadProbeReturn.OK

    with Pipeline(f"videotestsrc num-buffers=1 ! video/x-raw,format=I420,width={WIDTH},height={HEIGHT} ! "
                  f"videohistogram bins=0 {' '.join(settings)} ! fakesink name=sink") as pipeline:
        pipeline["sink"].get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, keep)
        pipeline.play()
        pipeline.finish()
    samples, luma, chroma = numpy.frombuffer(kept["bytes"], numpy.uint8), WIDTH * HEIGHT, WIDTH * HEIGHT // 4
    planes = numpy.split(samples, [luma, luma + chroma])
    return kept["histogram"], [planes[0].reshape(HEIGHT, WIDTH), planes[1], planes[2]]


class Arrays(unittest.TestCase):
    def test_counts_are_arrays_by_name_and_by_index(self):
        histogram = make()
        for counts in (histogram["G"], histogram[1], histogram.counts("G"), histogram.counts(1)):
            self.assertEqual((counts.dtype, counts.shape), (numpy.uint64, (4,)))
            self.assertEqual(counts.tolist(), [0, 0, 0, 2**40])

    def test_arrays_can_not_be_written_to(self):
        counts = make()["R"]
        with self.assertRaises(ValueError):
            counts[0] = 7
        with self.assertRaises(ValueError):
            counts.flags.writeable = True

    def test_arrays_of_a_histogram_share_its_memory(self):
        histogram = make()
        self.assertEqual(histogram["R"].ctypes.data, histogram["R"].ctypes.data)
        self.assertEqual(histogram["G"].ctypes.data - histogram["R"].ctypes.data, 4 * 8)

    def test_an_array_keeps_the_counts_alive(self):
        kept, slices = [], []
        for i in range(200):
            histogram = make([i] * 4 + [i + 1] * 4)
            kept.append(histogram["R"])
            slices.append(histogram["G"][2:])
        del histogram
        gc.collect()
        others = [make([77] * 8) for _ in range(400)]  # take the memory, if it was freed
        self.assertEqual([counts.tolist() for counts in kept], [[i] * 4 for i in range(200)])
        self.assertEqual([counts.tolist() for counts in slices], [[i + 1] * 2 for i in range(200)])
        self.assertEqual(len(others), 400)

    def test_the_last_array_frees_the_histogram(self):
        bins = 65536
        channels = [Channel.new("R", bins, 16, 0), Channel.new("G", bins, 16, 0)]
        counts = [1] * (2 * bins)  # 1 MiB each
        before = resident_mib()
        for _ in range(300):
            array = Histogram.new(GstVideo.VideoFormat.UNKNOWN, 0, 0, None, channels, counts)["G"]
            self.assertEqual(int(array[-1]), 1)
        self.assertLess(resident_mib() - before, 100)

    def test_tables_of_a_frame_are_those_of_its_samples(self):
        histogram, (luma, *chroma) = count_frame("projections=y@0", "joint=cb*cr", "joint-bins=256", "figures=vrep+tout")
        for name, plane in zip(("Y", "Cb", "Cr"), (luma, *chroma)):
            numpy.testing.assert_array_equal(histogram[name], numpy.bincount(plane.ravel(), minlength=256))

        matrix = histogram.projections[0].counts()
        self.assertEqual((matrix.dtype, matrix.shape), (numpy.uint32, (WIDTH, 256)))
        columns = [numpy.bincount(luma[:, x], minlength=256) for x in range(WIDTH)]
        numpy.testing.assert_array_equal(matrix, columns)

        pairs = histogram.joints[0].counts()
        expected = numpy.zeros((256, 256), int)
        numpy.add.at(expected, tuple(chroma), 1)
        self.assertGreater(numpy.count_nonzero(expected), 5)
        self.assertEqual((pairs.dtype, pairs.shape), (numpy.uint64, (256, 256)))
        numpy.testing.assert_array_equal(pairs, expected)

        kept = {}
        self.assertEqual(set(histogram.sums), {"VREP", "TOUT"})
        for name, one in histogram.sums.items():
            values = one.values()
            self.assertEqual((values.dtype, values.shape), (numpy.int64, tuple(one.get_shape())), name)
            self.assertEqual(values.ravel().tolist(), one.get_values(), name)
            kept[name] = values, one.get_values()

        del histogram, one, values
        gc.collect()
        for values, expected_values in kept.values():
            self.assertEqual(values.ravel().tolist(), expected_values)
        numpy.testing.assert_array_equal(matrix, columns)
        numpy.testing.assert_array_equal(pairs, expected)

    def test_a_histogram_is_a_mapping_of_names(self):
        histogram = make()
        self.assertEqual((list(histogram), histogram.keys(), len(histogram)), (["R", "G"], ["R", "G"], 2))
        self.assertTrue("R" in histogram and "LUMA" not in histogram and 0 not in histogram)
        self.assertEqual({name: counts.tolist() for name, counts in histogram.items()},
                         {"R": [1, 2, 0, 1], "G": [0, 0, 0, 2**40]})
        self.assertEqual((histogram.projections, histogram.joints, histogram.sums), ([], [], {}))

    def test_every_method_takes_the_name_of_a_channel(self):
        histogram, checked = make(), 0
        more = {"get_bin_values": (1,), "find_bin": (77,), "get_percentile": (50,), "get_percentile_value": (50,),
                "get_fraction_at_or_below": (0,), "get_fraction_above": (1,), "get_fraction_outside": (64, 128)}
        for method in Histogram.__info__.get_methods():
            names = [argument.get_name() for argument in method.get_arguments()]
            if names[:1] == ["channel"] and method.get_name() != "get_counts_bytes":
                call = getattr(histogram, method.get_name())
                rest = more.get(method.get_name(), ())
                expected, named = call(0, *rest), dict(zip(names[1:], rest))
                self.assertEqual(call("R", *rest), expected, method.get_name())
                for channel in ("R", 0):
                    self.assertEqual(call(channel, **named), expected, method.get_name())
                    self.assertEqual(call(channel=channel, **named), expected, method.get_name())
                checked += 1
        self.assertGreater(checked, 20)
        earth_movers = GstVideoHistogram.VideoHistogramCompareMethod.EARTH_MOVERS
        other = make([0, 0, 0, 4, 0, 0, 0, 4])
        self.assertEqual(histogram.compare_channel(other, "R", earth_movers), 1.75)
        self.assertEqual(histogram.compare_channel(other, channel="R", method=earth_movers), 1.75)

    def test_a_channel_that_does_not_exist_is_an_error(self):
        histogram = make()
        with self.assertRaisesRegex(KeyError, "LUMA; there are R, G"):
            histogram.get_mean("LUMA")
        for index in (2, -1):
            with self.assertRaises(IndexError):
                histogram[index]
            with self.assertRaises(IndexError):
                histogram.get_bins(index)
            with self.assertRaises(IndexError):
                histogram.get_bins(channel=index)
        with self.assertRaisesRegex(TypeError, "chanel"):
            histogram.get_bins(0, chanel=0)

    def test_functions_of_buffers_take_the_arguments_of_the_library_by_name(self):
        own = __import__("gi.overrides.GstVideoHistogram", fromlist=["__all__"])
        checked = 0
        for name in own.__all__:
            function = getattr(own.GstVideoHistogram, name, None)
            if inspect.isfunction(getattr(own, name)) and function is not None:
                names = [argument.get_name() for argument in function.get_arguments()]
                self.assertEqual(list(inspect.signature(getattr(own, name)).parameters), names, name)
                checked += 1
        self.assertGreater(checked, 3)

    def test_a_histogram_is_true_whatever_it_has(self):
        # `if meta.histogram:` asks whether there is one, and calls nothing of the histogram.
        histogram = make([0] * 8)
        with mock.patch.object(Histogram, "__len__", side_effect=AssertionError):
            self.assertIs(bool(histogram), True)

    def test_an_array_of_a_table_that_never_has_counts_is_an_error(self):
        own = __import__("gi.overrides.GstVideoHistogram", fromlist=["_array"])
        asked = []

        class Table:
            def wait(self, timeout):
                asked.append(timeout)
                if len(asked) > 5:
                    raise AssertionError("asks for ever")

        with self.assertRaisesRegex(RuntimeError, "Table.* has no numbers"):
            own._array(Table(), lambda: None, "=u8", (4,))
        self.assertEqual(asked, [0])

    def test_a_sum_without_values_raises_the_reason(self):
        # 2^62 frames of 4 pixels do not fit.
        histogram, _ = count_frame("figures=vrep")
        total = histogram
        for _ in range(63):
            total = total.add(total)
            if not total.get_sum(0).get_values():
                break
        else:
            self.skipTest("the values of this frame are 0")
        with self.assertRaises(GLib.Error) as caught:
            total.sums["VREP"].values()
        self.assertTrue(caught.exception.matches(Error.quark(), Error.INVALID))

    def test_text_describes_without_waiting(self):
        histogram, _ = count_frame("projections=y@90", "joint=cb*cr", "joint-bins=16", "figures=vrep")
        self.assertEqual(repr(make()), "<GstVideoHistogram.VideoHistogram RGB 2x2, 4 bins: R mean 1.25 in 0..3, "
                                       "G mean 3.00 in 3..3>")
        self.assertEqual(repr(histogram.projections[0]), "<GstVideoHistogram.VideoHistogramProjection Y at 90 "
                                                         "degrees: 10 positions of 256 bins>")
        self.assertEqual(repr(histogram.joints[0]),
                         "<GstVideoHistogram.VideoHistogramJoint Cb x Cr: 16 x 16 bins>")
        self.assertRegex(repr(histogram.sums["VREP"]), r"^<GstVideoHistogram.VideoHistogramSum VREP: \d+ x \d+ x \d+, \w+>$")
        self.assertEqual(repr(Channel.new("HUE", 36, 9, 360)),
                         "<GstVideoHistogram.VideoHistogramChannelInfo HUE: 36 bins, 360 values of 9 bits>")

    def test_metas_keep_their_buffer_and_histograms_may_be_kept(self):
        buffer = Gst.Buffer.new_allocate(None, 12, None)
        for i in range(50):
            GstVideoHistogram.buffer_add_video_histogram_meta(buffer, i - 1, -1, "face" if i else None, None,
                                                              make([i] * 8))
        metas = list(GstVideoHistogram.metas(buffer))
        first = GstVideoHistogram.buffer_get_video_histogram_meta(buffer)
        second = GstVideoHistogram.buffer_get_video_histogram_meta_id(buffer, 0)
        del buffer
        gc.collect()
        others = [Gst.Buffer.new_allocate(None, 12, None) for _ in range(100)]
        self.assertEqual([meta.id for meta in metas], list(range(-1, 49)))
        self.assertEqual((first.id, second.id, second.get_roi_type()), (-1, 0, "face"))
        self.assertEqual(repr(first), "<GstVideoHistogram.VideoHistogramMeta id -1, no type, 2x2 at 0,0: RGB 2x2, "
                                      "4 bins: R empty, G empty>")
        histograms = [meta.histogram for meta in metas]
        del metas, first, second
        gc.collect()
        self.assertEqual([histogram["R"].tolist() for histogram in histograms], [[i] * 4 for i in range(50)])
        self.assertEqual(len(others), 100)

    def test_without_numpy_the_rest_works_and_the_error_names_the_package(self):
        program = ("import sys; sys.modules['numpy'] = None\n"
                   "from support import Gst, GstVideo, GstVideoHistogram as G\n"
                   "h = G.VideoHistogram.new(GstVideo.VideoFormat.GRAY8, 2, 1, None,\n"
                   "    [G.VideoHistogramChannelInfo.new('GRAY', 2, 8, 0)], [1, 1])\n"
                   "print(h.get_counts('GRAY'), h)\n"
                   "try:\n    h['GRAY']\nexcept ImportError as error:\n    print(error)\n")
        done = subprocess.run([sys.executable, "-c", program], cwd=sys.path[0], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=60, check=False)
        self.assertEqual(done.stdout.splitlines()[0],
                         "[1, 1] <GstVideoHistogram.VideoHistogram GRAY8 2x1, 2 bins: GRAY mean 0.50 in 0..1>")
        self.assertIn("need numpy (Debian: python3-numpy)", done.stdout)
        self.assertEqual(done.returncode, 0)


def resident_mib():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096 / 2**20


if __name__ == "__main__":
    main()
