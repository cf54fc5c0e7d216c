# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Messages, metas and errors as a Python program meets them."""

import gc
import unittest

import support
from support import Gst, GstVideoHistogram
from gi.repository import GLib

SOURCE = "videotestsrc num-buffers=%d pattern=%s ! video/x-raw,format=%s,width=64,height=48 ! "


def run(frames, properties, pattern="smpte", format_name="RGBA"):
    """The messages of a stream."""
    line = SOURCE % (frames, pattern, format_name) + "videohistogram " + properties + " ! fakesink"
    with support.Pipeline(line) as pipeline:
        pipeline.play()
        return pipeline.finish()


class Messages(unittest.TestCase):

    def test_arrays_are_lists_of_numbers(self):
        messages = run(3, "post-messages=true")
        self.assertEqual(len(messages), 3)
        for report in messages:
            self.assertEqual(list(report.get_value("channels")), ["R", "G", "B", "A"])
            self.assertEqual(list(report.get_value("samples")), [64 * 48] * 4)
            counts = [list(channel) for channel in report.get_value("counts")]
            self.assertEqual([len(channel) for channel in counts], [256] * 4)
            self.assertEqual([sum(channel) for channel in counts], [64 * 48] * 4)
            self.assertEqual(counts[3], [0] * 255 + [64 * 48])
            for c, channel in enumerate(counts):
                used = [value for value, count in enumerate(channel) if count]
                mean = sum(value * count for value, count in enumerate(channel)) / (64 * 48)
                self.assertEqual(report.get_value("min")[c], used[0])
                self.assertEqual(report.get_value("max")[c], used[-1])
                self.assertAlmostEqual(report.get_value("mean")[c], mean, places=9)

    def test_times_and_numbers_are_ints(self):
        messages = run(3, "post-messages=true message-counts=false")
        self.assertEqual([m.get_value("frame") for m in messages], [0, 1, 2])
        self.assertEqual([m.get_value("frames") for m in messages], [1, 1, 1])
        times = [m.get_value("timestamp") for m in messages]
        self.assertEqual(times, [0, 33333333, 66666666])
        self.assertEqual([m.get_value("running-time") for m in messages], times)
        self.assertEqual([m.get_value("stream-time") for m in messages], times)
        for m in messages:
            self.assertEqual(m.get_value("format"), "RGBA")
            self.assertEqual((m.get_value("width"), m.get_value("height")), (64, 48))
            self.assertFalse(m.has_field("counts"))

    def test_the_histogram_in_a_message_has_the_same_counts(self):
        report = run(1, "post-messages=true bins=8 channels=g+luma", "snow")[0]
        ok, histogram, *_ = GstVideoHistogram.message_parse_video_histogram(report.message)
        self.assertTrue(ok)
        counts = support.counts_of(histogram)
        self.assertEqual(list(counts), ["G", "LUMA"])
        self.assertEqual(list(counts.values()), [list(c) for c in report.get_value("counts")])

    def test_the_times_of_a_message_are_parsed(self):
        for i, report in enumerate(run(30, "post-messages=true interval=500000000")):
            parsed = GstVideoHistogram.message_parse_video_histogram(report.message)
            fields = ("timestamp", "running-time", "duration", "frames")
            self.assertEqual(parsed[2:], tuple(report.get_value(field) for field in fields))
            self.assertEqual(parsed[5], 15)

    def test_histograms_outlive_messages_and_pipeline(self):
        reports = run(300, "post-messages=true bins=16", "snow")
        expected = [[list(c) for c in report.get_value("counts")] for report in reports]
        kept = [GstVideoHistogram.message_parse_video_histogram(report.message)[1]
                for report in reports]
        del reports
        gc.collect()
        self.assertEqual([list(support.counts_of(h).values()) for h in kept], expected)
        self.assertEqual(len(kept), 300)

    def test_an_interval_is_the_sum_of_its_frames(self):
        messages = run(30, "post-messages=true interval=500000000 bins=2", "black")
        self.assertEqual(sum(m.get_value("frames") for m in messages), 30)
        for m in messages:
            self.assertEqual(list(m.get_value("counts")[0]), [64 * 48 * m.get_value("frames"), 0])


    def test_fields_are_parsed(self):
        line = ("videotestsrc num-buffers=2 pattern=snow ! video/x-raw,format=I420,width=64,height=48,interlace-mode=interleaved ! "
                "videohistogram fields=apart post-messages=true "
                "regions=a:0,0,8,8 ! fakesink")
        with support.Pipeline(line) as pipeline:
            pipeline.play()
            reports = pipeline.finish()
        self.assertEqual(len(reports), 2)
        both = (GstVideoHistogram.VideoHistogramField.TOP, GstVideoHistogram.VideoHistogramField.BOTTOM)
        for report in reports:
            self.assertEqual(report.get_value("field-order"), "bottom-first")
            self.assertEqual([field.get_value("field") for field in report.get_value("fields")], ["top", "bottom"])
            for region, size in ((-1, 64 * 48), (0, 8 * 8)):
                fields = []
                for field in both:
                    ok, histogram = GstVideoHistogram.message_parse_video_histogram_field(report.message, field, region)
                    self.assertTrue(ok)
                    self.assertEqual(histogram.get_field(), field)
                    self.assertEqual(histogram.get_samples(0), size // 2)
                    fields.append(histogram)
                whole = (GstVideoHistogram.message_parse_video_histogram(report.message)[1] if region < 0 else
                         GstVideoHistogram.message_parse_video_histogram_region(report.message, region)[1])
                self.assertEqual(support.counts_of(fields[0].add(fields[1])), support.counts_of(whole))
            self.assertFalse(GstVideoHistogram.message_parse_video_histogram_field(report.message, both[0], 1)[0])


class Metas(unittest.TestCase):

    def test_the_metas_of_a_buffer_have_their_field(self):
        line = ("videotestsrc num-buffers=1 ! video/x-raw,format=I420,width=64,height=48,interlace-mode=interleaved ! "
                "videohistogram fields=apart ! appsink name=sink sync=false")
        with support.Pipeline(line) as pipeline:
            pipeline.play()
            buffer = pipeline["sink"].emit("pull-sample").get_buffer()
            metas = GstVideoHistogram.buffer_get_video_histogram_metas(buffer)
            self.assertEqual([meta.get_field().value_nick for meta in metas], ["none", "top", "bottom"])
            bottom = GstVideoHistogram.buffer_get_video_histogram_meta_field(buffer, GstVideoHistogram.VIDEO_HISTOGRAM_META_FRAME_ID,
                                                                             GstVideoHistogram.VideoHistogramField.BOTTOM)
            self.assertEqual(support.counts_of(bottom.get_histogram()), support.counts_of(metas[2].get_histogram()))

    def samples(self, frames, properties="", format_name="RGBA"):
        line = SOURCE % (frames, "smpte", format_name) + "videohistogram " + properties
        with support.Pipeline(line + " ! appsink name=sink sync=false") as pipeline:
            pipeline.play()
            return [pipeline["sink"].emit("pull-sample") for _ in range(frames)]

    def test_a_histogram_outlives_its_buffer(self):
        samples = self.samples(2)
        histograms = [support.histogram_of(sample.get_buffer()) for sample in samples]
        del samples
        gc.collect()
        for histogram in histograms:
            self.assertTrue(histogram.wait(Gst.SECOND))
            self.assertEqual(sum(histogram.get_counts(1)), 64 * 48)

    def test_without_attach_meta_there_is_none(self):
        for sample in self.samples(2, "attach-meta=false"):
            self.assertIsNone(support.histogram_of(sample.get_buffer()))

    def test_it_survives_conversion_and_scaling(self):
        line = (SOURCE % (2, "smpte", "RGBA") + "videohistogram ! videoconvert ! videoscale ! "
                "video/x-raw,format=I420,width=16,height=16 ! appsink name=sink sync=false")
        with support.Pipeline(line) as pipeline:
            pipeline.play()
            buffer = pipeline["sink"].emit("pull-sample").get_buffer()
            histogram = support.histogram_of(buffer)
            self.assertIsNotNone(histogram)
            self.assertEqual((histogram.get_width(), histogram.get_height()), (64, 48))
            self.assertEqual(histogram.get_samples(0), 64 * 48)

    def test_histograms_compare(self):
        a, b = [support.histogram_of(sample.get_buffer()) for sample in self.samples(2)]
        method = GstVideoHistogram.VideoHistogramCompareMethod.INTERSECTION
        self.assertAlmostEqual(a.compare(a, method), 1.0)
        self.assertLessEqual(a.compare(b, method), 1.0)

    def test_histograms_that_do_not_match_are_a_glib_error(self):
        a = support.histogram_of(self.samples(1)[0].get_buffer())
        b = support.histogram_of(self.samples(1, "bins=3")[0].get_buffer())
        with self.assertRaises(GLib.Error) as caught:
            a.add(b)
        error = caught.exception
        self.assertTrue(error.matches(GstVideoHistogram.VideoHistogramError.quark(),
                                      GstVideoHistogram.VideoHistogramError.INCOMPATIBLE))


class Element(unittest.TestCase):

    def test_stats_are_a_structure_of_numbers(self):
        line = SOURCE % (5, "smpte", "BGR") + "videohistogram backend=cpu name=it ! fakesink"
        with support.Pipeline(line) as pipeline:
            pipeline.play()
            pipeline.finish()
            self.assertEqual(pipeline["it"].get_property("active-backend"), "cpu")
            stats = pipeline["it"].get_property("stats")
            self.assertEqual(stats.get_value("frames"), 5)
            self.assertEqual(stats.get_value("counted"), 5)
            self.assertEqual(stats.get_value("failed"), 0)
            self.assertEqual(stats.get_value("backend"), "cpu")

    def test_channels_that_frames_do_not_have_are_an_error_that_says_what_to_do(self):
        line = SOURCE % (2, "smpte", "RGBA") + "videohistogram channels=cb ! fakesink"
        with support.Pipeline(line) as pipeline:
            pipeline.play()
            with self.assertRaisesRegex(AssertionError, r"set channels to some of r\+g\+b\+a\+luma\+maxrgb"):
                pipeline.finish()

    def test_channels_and_regions_are_text(self):
        line = SOURCE % (1, "smpte", "RGBA") + "videohistogram name=it ! appsink name=sink"
        with support.Pipeline(line) as pipeline:
            pipeline["it"].set_property("channels", "luma+r")
            pipeline["it"].props.regions = "face:8,8,16,16;sky:0,0,64,10"
            self.assertEqual(pipeline["it"].props.channels, "luma+r")
            pipeline.play()
            buffer = pipeline["sink"].emit("pull-sample").get_buffer()
            metas = GstVideoHistogram.buffer_get_video_histogram_metas(buffer)
            found = {meta.get_roi_type(): meta.get_histogram().get_samples(0) for meta in metas}
            self.assertEqual(found, {None: 64 * 48, "face": 256, "sky": 640})
            self.assertEqual(list(support.counts_of(metas[0].get_histogram())), ["R", "LUMA"])
            self.assertEqual({meta.get_element_name() for meta in metas}, {"it"})


if __name__ == "__main__":
    support.main()
