#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The library as Python sees it, through its typelib alone."""

import gc
import math
import threading
import time
import unittest

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
gi.require_version("GstVideoHistogram", "1.0")
from gi.repository import GLib, Gst, GstVideo, GstVideoHistogram  # noqa: E402

Gst.init(None)

Error = GstVideoHistogram.VideoHistogramError
Method = GstVideoHistogram.VideoHistogramCompareMethod
Histogram = GstVideoHistogram.VideoHistogram
Channel = GstVideoHistogram.VideoHistogramChannelInfo


def make():
    """R and G of a 2x2 RGB frame in 4 bins; the second channel has more than 32 bits."""
    return Histogram.new(GstVideo.VideoFormat.RGB, 2, 2, None, [Channel.new("R", 4, 8, 0), Channel.new("G", 4, 8, 0)],
                         [1, 2, 0, 1, 0, 0, 0, 2**40])


def make_projected():
    """A 2x3 frame projected at 90 degrees, in 2 bins, and at 0; its upper row was not counted."""
    structure = Histogram.new(GstVideo.VideoFormat.GRAY8, 2, 3, None, [Channel.new("GRAY", 2, 8, 0)],
                              [3, 1]).to_structure()
    structure.set_value("projections", Gst.ValueArray([Gst.Structure.from_string(text)[0] for text in (
        "projection, channel=LUMA, angle=(double)90, line=(uint)1, positions=(uint)3, "
        "bins=(uint)2, depth=(uint)8, cos=(gint64)0, sin=(gint64)1073741824, origin=(gint64)5368709120, "
        "x-sub=(uint)0, y-sub=(uint)0, counts=<<2,0>,<1,1>,<0,0>>",
        "projection, channel=GRAY, angle=(double)0, positions=(uint)2, "
        "bins=(uint)1, depth=(uint)8, cos=(gint64)1073741824, sin=(gint64)0, origin=(gint64)1073741824, "
        "x-sub=(uint)0, y-sub=(uint)0, counts=<<1>,<3>>")]))
    return Histogram.new_from_structure(structure)


def make_with(count, other=1):
    """`count` and `other` samples of 3 x 4 pixels."""
    return Histogram.new(GstVideo.VideoFormat.GRAY8, 3, 4, None, [Channel.new("GRAY", 2, 8, 0)], [count, other])


def make_message(i):
    """A message with a region, as the element posts it; it alone holds its histograms."""
    region = Gst.Structure.from_string(
        "region, id=(int)%d, parent-id=(int)%d, roi-type=face, x=(uint)0, y=(uint)1, w=(uint)2, "
        "h=(uint)3" % (i, i + 1))[0]
    region.set_value("histogram", make_with(i, 2))
    structure = Gst.Structure.from_string(
        "videohistogram, timestamp=(guint64)%d, running-time=(guint64)%d, frames=(guint64)1"
        % (i, i + 1))[0]
    structure.set_value("histogram", make_with(i))
    structure.set_value("regions", Gst.ValueArray([region]))
    return Gst.Message.new_element(None, structure)


class LibraryTest(unittest.TestCase):
    def assert_error(self, code, function, *arguments):
        with self.assertRaises(GLib.Error) as caught:
            function(*arguments)
        self.assertTrue(caught.exception.matches(Error.quark(), code), caught.exception)
        self.assertTrue(caught.exception.message)

    def test_counts_are_lists_of_ints(self):
        histogram = make()
        self.assertEqual(histogram.get_counts(0), [1, 2, 0, 1])
        self.assertEqual(histogram.get_counts(1), [0, 0, 0, 2**40])
        self.assertEqual(histogram.get_samples(1), 2**40)

    def test_the_frame_is_described(self):
        histogram = make()
        self.assertEqual(histogram.get_format(), GstVideo.VideoFormat.RGB)
        self.assertEqual((histogram.get_width(), histogram.get_height()), (2, 2))
        self.assertEqual(histogram.get_bins(0), 4)
        names = [histogram.get_channel_name(c) for c in range(histogram.get_n_channels())]
        self.assertEqual(names, ["R", "G"])
        self.assertEqual(histogram.find_channel("G"), 1)
        self.assertEqual(histogram.find_channel("LUMA"), -1)
        self.assertEqual(histogram.get_colorimetry().range, GstVideo.VideoColorRange.UNKNOWN)

    def test_statistics_are_numbers(self):
        # By hand: the samples 0 1 1 3 have mean 5/4, variance 19/16 and 1.5 bits each.
        histogram = make()
        self.assertEqual(histogram.get_min(0), 0)
        self.assertEqual(histogram.get_max(0), 3)
        self.assertEqual(histogram.get_mean(0), 1.25)
        self.assertEqual(histogram.get_variance(0), 1.1875)
        self.assertEqual(histogram.get_median(0), 1)
        self.assertEqual(histogram.get_percentile(0, 100), 3)
        self.assertEqual(histogram.get_entropy(0), 1.5)
        self.assertEqual(histogram.get_fraction_at_or_below(0, 0), 0.25)
        self.assertEqual(histogram.get_fraction_above(0, 1), 0.25)

    def test_channels_have_bins_and_values_of_their_own(self):
        info = Channel.new("HUE", 360, 9, 360)
        self.assertEqual((info.name, info.bins, info.depth, info.n_values), ("HUE", 360, 9, 360))
        h = Histogram.new(GstVideo.VideoFormat.I420_10LE, 4, 1, None,
                          [Channel.new("Y", 4, 10, 0), info], [1, 1, 0, 2] + 359 * [0] + [4])
        del info
        gc.collect()
        self.assertEqual([(h.get_channel_name(c), h.get_bins(c), h.get_depth(c), h.get_n_values(c))
                          for c in range(2)], [("Y", 4, 10, 1024), ("HUE", 360, 9, 360)])
        self.assertEqual(h.get_bin_values(0, 1), (True, 256, 511))
        self.assertEqual(h.get_bin_values(0, 4), (False, 0, 0))
        self.assertEqual(h.find_bin(0, 511), 1)
        self.assertEqual(h.get_cumulative_counts(0), [1, 2, 2, 4])
        self.assertEqual((h.get_min_value(0), h.get_max_value(0)), (0, 1023))
        self.assertEqual(h.get_mean_value(0), (127.5 + 383.5 + 2 * 895.5) / 4)
        self.assertEqual(h.get_median_value(0), 383.5)
        self.assertEqual(h.get_percentile_value(1, 50), 359)
        self.assertEqual(h.get_variance_value(1), 0)
        self.assertEqual(h.get_fraction_outside(0, 256, 1023), 0.25)
        self.assertEqual(h.get_legal_values(0), (False, 0, 1023))
        self.assertEqual(h.get_fraction_outside_legal(0), 0)
        self.assertEqual((h.get_n_frames(), h.add(h).get_n_frames()), (1, 2))

    def test_signalstats_are_a_struct_of_reals(self):
        # By hand: 10 samples have rank 1 at 10 % and rank 9 at 90 %, 4 samples have rank 0 and 4.
        channels = [Channel.new(name, 256, 8, 0) for name in ("Y", "SAT", "DIFF-Y")] + [Channel.new("HUE", 360, 9, 360)]
        y, sat, diff, hue = [0] * 256, [0] * 256, [0] * 256, [0] * 360
        y[16], y[17], y[235] = 1, 8, 1
        sat[5], sat[6] = 3, 1
        diff[0], diff[3] = 9, 1
        hue[90], hue[359] = 2, 2
        h = Histogram.new(GstVideo.VideoFormat.UNKNOWN, 0, 0, None, channels, y + sat + diff + hue)
        ok, stats = h.get_signalstats()
        del h
        gc.collect()
        self.assertTrue(ok)
        self.assertEqual((stats.y_min, stats.y_low, stats.y_average, stats.y_high, stats.y_max), (16, 16, 38.7, 17, 235))
        self.assertEqual((stats.sat_min, stats.sat_low, stats.sat_average, stats.sat_high, stats.sat_max),
                         (5, 0, 5.25, 6, 6))
        self.assertEqual((stats.hue_median, stats.hue_average), (359, 224.5))
        # 16 = 10000, 17 = 10001, 235 = 11101011
        self.assertEqual((stats.y_difference, stats.y_bit_depth), (0.3, 7))
        self.assertTrue(math.isnan(stats.u_average) and math.isnan(stats.v_min) and math.isnan(stats.u_difference))
        self.assert_error(Error.INVALID, make().get_signalstats)

    def test_a_callback_tells_that_a_histogram_is_ready(self):
        told = []
        make().call_when_ready(lambda h, *data: told.append((h.get_counts(0), data)), "data")
        self.assertEqual(told, [([1, 2, 0, 1], ("data",))])

    def test_the_library_says_its_version(self):
        self.assertEqual(tuple(Histogram.version()),
                         (GstVideoHistogram.VIDEO_HISTOGRAM_VERSION_MAJOR,
                          GstVideoHistogram.VIDEO_HISTOGRAM_VERSION_MINOR,
                          GstVideoHistogram.VIDEO_HISTOGRAM_VERSION_MICRO))

    def test_enums_have_the_nicks_of_the_elements_properties(self):
        nicks = {e: [v.value_nick for _, v in sorted(e.__enum_values__.items())] for e in (
            GstVideoHistogram.VideoHistogramBackend, GstVideoHistogram.VideoHistogramSplit,
            Error, Method)}
        self.assertEqual(nicks[GstVideoHistogram.VideoHistogramBackend], ["auto", "cpu", "cuda"])
        self.assertEqual(nicks[GstVideoHistogram.VideoHistogramSplit][:3],
                         ["auto", "rows", "frames"])
        self.assertEqual(nicks[Error], ["failed", "timed-out", "no-resources", "device-lost",
                                        "invalid", "incompatible"])
        self.assertEqual(nicks[Method], ["intersection", "chi-square", "bhattacharyya",
                                         "earth-movers"])

    def test_a_complete_histogram_needs_no_wait(self):
        self.assertTrue(make().is_ready())
        self.assertTrue(make().wait(0))
        self.assertTrue(make().wait(Gst.CLOCK_TIME_NONE))

    def test_malformed_input_raises_an_error(self):
        self.assert_error(Error.INVALID, Histogram.new, GstVideo.VideoFormat.RGB, 2, 2, None,
                          [Channel.new("R", 4, 8, 0), Channel.new("G", 4, 8, 0)], [1, 2, 3])
        self.assert_error(Error.INVALID, Histogram.new, GstVideo.VideoFormat.RGB, 2, 2, None,
                          [], [])
        self.assert_error(Error.INVALID, Histogram.new_from_structure,
                          Gst.Structure.new_empty("GstVideoHistogram"))

    def test_histograms_add_and_compare(self):
        histogram = make()
        self.assertEqual(histogram.add(histogram).get_counts(0), [2, 4, 0, 2])
        self.assertEqual(histogram.compare(histogram, Method.EARTH_MOVERS), 0.0)
        # By hand: (1 2 0 1)/4 against (0 0 0 1): |1/4| + |3/4| + |3/4| = 1.75 bins.
        other = Histogram.new(GstVideo.VideoFormat.RGB, 2, 2, None, [Channel.new("R", 4, 8, 0), Channel.new("G", 4, 8, 0)],
                              [0, 0, 0, 4, 0, 0, 0, 4])
        self.assertEqual(histogram.compare_channel(other, 0, Method.EARTH_MOVERS), 1.75)
        gray = Histogram.new(GstVideo.VideoFormat.GRAY8, 2, 2, None, [Channel.new("GRAY", 2, 8, 0)], [4, 0])
        self.assert_error(Error.INCOMPATIBLE, histogram.add, gray)
        self.assert_error(Error.INCOMPATIBLE, histogram.compare, gray, Method.INTERSECTION)

    def test_no_samples_have_no_mean(self):
        empty = Histogram.new(GstVideo.VideoFormat.GRAY8, 2, 2, None, [Channel.new("GRAY", 2, 8, 0)], [0, 0])
        self.assertTrue(math.isnan(empty.get_mean(0)))

    def test_a_structure_and_its_text_give_the_histogram_back(self):
        structure = make().to_structure()
        self.assertEqual(structure.get_name(), "GstVideoHistogram")
        self.assertEqual(list(structure.get_value("bins")), [4, 4])
        text = structure.to_string()
        for each in (structure, Gst.Structure.from_string(text)[0]):
            self.assertEqual(Histogram.new_from_structure(each).get_counts(1), [0, 0, 0, 2**40])

    def test_a_projection_has_a_matrix_and_profiles(self):
        histogram = make_projected()
        self.assertEqual(histogram.get_n_projections(), 2)
        projection = histogram.get_projection(0)
        self.assertEqual(projection.get_channel(), "LUMA")
        self.assertEqual(projection.get_angle(), 90.0)
        self.assertEqual(projection.get_line(), 1)
        positions, bins = projection.get_positions(), projection.get_bins()
        self.assertEqual((positions, bins), (3, 2))
        self.assertEqual((projection.get_depth(), projection.get_n_values()), (8, 256))
        self.assertEqual(projection.get_bin_values(1), (True, 128, 255))
        # At 90 degrees the position is the row, counted from below.
        self.assertEqual(projection.get_position(1, 0), (True, 2))
        self.assertEqual(projection.get_position(2, 0), (False, 0))
        self.assertTrue(projection.wait(Gst.SECOND))
        counts = projection.get_counts()
        self.assertEqual([counts[p * bins:][:bins] for p in range(positions)],
                         [[2, 0], [1, 1], [0, 0]])
        self.assertEqual(projection.get_position_counts(1), [1, 1])
        means = projection.get_mean_profile()
        self.assertEqual(means[:2], [0.0, 0.5])
        self.assertTrue(math.isnan(means[2]))
        self.assertEqual(projection.get_percentile_profile(100), [0, 1, 0])
        back = Histogram.new_from_structure(histogram.to_structure_with_tables())
        self.assertEqual(back.get_projection(0).get_counts(), counts)
        self.assertEqual(back.get_projection(1).get_counts(), [1, 3])

    def test_a_projection_outlives_what_the_histogram_was_held_by(self):
        projections = [make_projected().get_projection(i) for i in range(2)]
        gc.collect()
        self.assertEqual([p.get_channel() for p in projections], ["LUMA", "GRAY"])
        self.assertEqual(projections[1].get_counts(), [1, 3])

    def test_most_histograms_have_no_projections(self):
        self.assertEqual(make().get_n_projections(), 0)

    def test_a_buffer_carries_a_histogram(self):
        buffer = Gst.Buffer.new_allocate(None, 12, None)
        self.assertIsNone(GstVideoHistogram.buffer_get_video_histogram_meta(buffer))
        GstVideoHistogram.buffer_add_video_histogram_meta(
            buffer, GstVideoHistogram.VIDEO_HISTOGRAM_META_FRAME_ID, -1, None, None, make())
        roi = GstVideo.VideoRectangle()
        roi.x, roi.y, roi.w, roi.h = 1, 0, 1, 2
        GstVideoHistogram.buffer_add_video_histogram_meta(buffer, 7, 3, "face", roi, make())

        copy = buffer.copy()
        del buffer
        meta = GstVideoHistogram.buffer_get_video_histogram_meta(copy)
        self.assertEqual(meta.id, -1)
        self.assertEqual((meta.roi.x, meta.roi.y, meta.roi.w, meta.roi.h), (0, 0, 2, 2))
        self.assertEqual(meta.histogram.get_counts(0), [1, 2, 0, 1])
        meta = GstVideoHistogram.buffer_get_video_histogram_meta_id(copy, 7)
        self.assertEqual((meta.roi.x, meta.roi.y, meta.roi.w, meta.roi.h), (1, 0, 1, 2))

    def test_a_histogram_outlives_its_buffer(self):
        buffer = Gst.Buffer.new_allocate(None, 12, None)
        meta = GstVideoHistogram.buffer_add_video_histogram_meta(buffer, -1, -1, None, None, make())
        histogram = meta.get_histogram()
        del meta, buffer
        gc.collect()
        self.assertEqual(histogram.get_counts(0), [1, 2, 0, 1])

    def test_the_list_of_a_buffers_histograms_outlives_it(self):
        buffer = Gst.Buffer.new_allocate(None, 12, None)
        self.assertEqual(GstVideoHistogram.buffer_get_video_histogram_metas(buffer), [])
        for i in range(20):
            meta = GstVideoHistogram.buffer_add_video_histogram_meta(
                buffer, i, i - 1, "face", None, make_with(i))
            meta.set_element_name("element%d" % i)
        metas = GstVideoHistogram.buffer_get_video_histogram_metas(buffer)
        self.assertEqual([meta.id for meta in metas], list(range(20)))
        self.assertEqual({meta.get_roi_type() for meta in metas}, {"face"})
        self.assertEqual([meta.parent_id for meta in metas], list(range(-1, 19)))
        names = [meta.get_element_name() for meta in metas]
        histograms = [meta.get_histogram() for meta in metas]
        del meta, metas, buffer
        gc.collect()
        self.assertEqual(names, ["element%d" % i for i in range(20)])
        self.assertEqual([h.get_counts(0) for h in histograms], [[i, 1] for i in range(20)])

    def test_a_region_outside_of_the_frame_is_refused(self):
        buffer = Gst.Buffer.new_allocate(None, 12, None)
        roi = GstVideo.VideoRectangle()
        roi.x, roi.y, roi.w, roi.h = 1, 0, 2, 2
        self.assertIsNone(GstVideoHistogram.buffer_add_video_histogram_meta(buffer, 7, 3, "face", roi, make()))

    def test_histograms_of_messages_can_be_kept(self):
        kept, regions = [], []
        for i in range(300):
            message = make_message(i)
            ok, histogram, *_ = GstVideoHistogram.message_parse_video_histogram(message)
            self.assertTrue(ok)
            kept.append(histogram)
            self.assertEqual(GstVideoHistogram.message_video_histogram_get_n_regions(message), 1)
            regions.append(GstVideoHistogram.message_parse_video_histogram_region(message, 0))
        del message
        gc.collect()
        self.assertEqual([h.get_counts(0) for h in kept], [[i, 1] for i in range(300)])
        for i, (ok, histogram, id, parent_id, roi_type, roi) in enumerate(regions):
            self.assertTrue(ok)
            self.assertEqual(histogram.get_counts(0), [i, 2])
            self.assertEqual((id, parent_id, roi_type), (i, i + 1, "face"))
            self.assertEqual((roi.x, roi.y, roi.w, roi.h), (0, 1, 2, 3))

    def test_a_message_says_its_times(self):
        message = make_message(5)
        self.assertEqual(GstVideoHistogram.message_parse_video_histogram(message)[2:],
                         (5, 6, Gst.CLOCK_TIME_NONE, 1))

    def test_other_messages_have_no_histogram(self):
        none = (False, None, 0, 0, 0, 0)
        for message in (Gst.Message.new_eos(None), Gst.Message.new_element(
                None, Gst.Structure.new_empty("videohistogram"))):
            self.assertEqual(GstVideoHistogram.message_parse_video_histogram(message), none)
            ok, histogram, id, parent_id, roi_type, _ = (
                GstVideoHistogram.message_parse_video_histogram_region(message, 0))
            self.assertEqual((ok, histogram, id, parent_id, roi_type),
                             (False, None, 0, -1, None))

    def test_a_message_prints_its_histogram(self):
        self.assertIn("mean", make_message(1).get_structure().to_string())

    def test_threads_read_the_same_histogram(self):
        histogram = make()
        wrong = []

        def read():
            until = time.monotonic() + 0.2
            while time.monotonic() < until:
                if histogram.get_counts(0) != [1, 2, 0, 1] or histogram.get_mean(0) != 1.25:
                    wrong.append(1)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
