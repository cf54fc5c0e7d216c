// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Every format that the caps allow: its channels, its bins, and where GStreamer says its samples
// lie.
#include "tests/plugin/support/element_test.h"
#include "tests/plugin/support/known_formats.h"

#include <map>
#include <random>
#include <utility>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

/// Counts a frame without a GstVideoMeta.
void count_plain(Stream& stream, const Frame& frame, const Request& request,
                 const std::string& more = "") {
  const reference::Layout& layout = frame.layout();
  stream.set_caps(raw_caps(layout.format, layout.width, layout.height, more));
  expect_counted(stream, make_plain_buffer(frame, more), frame, request);
}

/// From a pixel's start to a component's sample.
guint sample_offset(const GstVideoFormatInfo* format, guint component) {
  const guint offset = GST_VIDEO_FORMAT_INFO_POFFSET(format, component);
  // GStreamer's descriptions of P010, P012 and P016 say that Cr begins in the middle of Cb. The
  // pack functions of these formats put it after Cb.
  return GST_VIDEO_FORMAT_INFO_DEPTH(format, component) > 8 && offset == 1 ? 2 : offset;
}

using Counts = std::map<std::string, std::vector<guint64>>; ///< by channel

/// Whether GStreamer describes where samples lie. Of Y210, Y212 and Y412 it says that all lie at
/// the start of a pixel.
bool is_described(const GstVideoFormatInfo* format) {
  return GST_VIDEO_FORMAT_INFO_N_COMPONENTS(format) < 2 ||
         GST_VIDEO_FORMAT_INFO_PLANE(format, 0) != GST_VIDEO_FORMAT_INFO_PLANE(format, 1) ||
         GST_VIDEO_FORMAT_INFO_POFFSET(format, 0) != GST_VIDEO_FORMAT_INFO_POFFSET(format, 1);
}

/// Counts of a mapped frame whose format GStreamer does not describe, but unpacks: to A, Y, Cb and
/// Cr or A, R, G and B of 8 or 16 bits per pixel.
Counts count_unpacked(const GstVideoFrame& frame) {
  const GstVideoFormatInfo* format = frame.info.finfo;
  const bool deep = format->unpack_format == GST_VIDEO_FORMAT_AYUV64 ||
                    format->unpack_format == GST_VIDEO_FORMAT_ARGB64;
  const bool is_rgb = GST_VIDEO_FORMAT_INFO_IS_RGB(format);
  const char* const names[] = {GST_VIDEO_FORMAT_INFO_IS_GRAY(format) ? "GRAY"
                               : is_rgb                              ? "R"
                                                                     : "Y",
                               is_rgb ? "G" : "Cb", is_rgb ? "B" : "Cr", "A"};
  const gint width = GST_VIDEO_FRAME_WIDTH(&frame);
  // Some functions write whole blocks.
  std::vector<guint16> line(4 * static_cast<size_t>(width) + 256);
  const auto* const bytes = reinterpret_cast<const guint8*>(line.data());
  Counts result;
  for (gint y = 0; y < GST_VIDEO_FRAME_HEIGHT(&frame); y++) {
    format->unpack_func(format, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE, line.data(), frame.data,
                        frame.info.stride, 0, y, width);
    for (guint c = 0; c < GST_VIDEO_FORMAT_INFO_N_COMPONENTS(format); c++) {
      const guint depth = GST_VIDEO_FORMAT_INFO_DEPTH(format, c);
      std::vector<guint64>& counts = result[names[c]];
      counts.resize(size_t{1} << depth);
      if (y % (1 << GST_VIDEO_FORMAT_INFO_H_SUB(format, c)) != 0)
        continue;
      for (gint x = 0; x < width; x += 1 << GST_VIDEO_FORMAT_INFO_W_SUB(format, c)) {
        const size_t i = 4 * static_cast<size_t>(x) + (c + 1) % 4;
        counts[deep ? line[i] >> (16 - depth) : bytes[i] >> (8 - depth)]++;
      }
    }
  }
  return result;
}

/// Counts of a mapped frame, computed only from GStreamer's description of its format.
Counts count_mapped(const GstVideoFrame& frame) {
  const GstVideoFormatInfo* format = frame.info.finfo;
  if (!is_described(format) || find_format(GST_VIDEO_INFO_NAME(&frame.info))->unpacked)
    return count_unpacked(frame);
  std::vector<std::string> names = {"Y", "Cb", "Cr", "A"};
  if (GST_VIDEO_FORMAT_INFO_FORMAT(format) == GST_VIDEO_FORMAT_VYUY)
    names = {"Y", "Cr", "Cb"}; // GStreamer's description is that of UYVY
  else if (GST_VIDEO_FORMAT_INFO_IS_GRAY(format))
    names = {"GRAY"};
  else if (GST_VIDEO_FORMAT_INFO_IS_RGB(format))
    names = {"R", "G", "B", "A"};
  Counts result;
  for (guint c = 0; c < GST_VIDEO_FORMAT_INFO_N_COMPONENTS(format); c++) {
    const guint depth = GST_VIDEO_FORMAT_INFO_DEPTH(format, c);
    const auto* plane = static_cast<const guint8*>(
        GST_VIDEO_FRAME_PLANE_DATA(&frame, GST_VIDEO_FORMAT_INFO_PLANE(format, c)));
    std::vector<guint64>& counts = result[names.at(c)];
    counts.resize(size_t{1} << depth);
    for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(&frame, c); y++)
      for (gint x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH(&frame, c); x++) {
        const guint8* sample = plane + y * GST_VIDEO_FRAME_COMP_STRIDE(&frame, c) +
                               x * GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, c) +
                               sample_offset(format, c);
        const guint bits = depth > 8 ? sample[0] + 256u * sample[1] : sample[0];
        counts[bits >> GST_VIDEO_FORMAT_INFO_SHIFT(format, c) & ((1u << depth) - 1)]++;
      }
  }
  return result;
}

/// Checks that the buffer's histogram, with one bin per value, is the expected one. Takes ownership
/// of the buffer.
void expect_as_described(GstBuffer* buffer, GstCaps* caps) {
  fail_unless(buffer != nullptr);
  GstVideoInfo info;
  fail_unless(gst_video_info_from_caps(&info, caps));
  GstVideoFrame frame;
  fail_unless(gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ));
  const auto expected = count_mapped(frame);
  gst_video_frame_unmap(&frame);

  GstVideoHistogram* histogram = gst_buffer_get_video_histogram_meta(buffer)->histogram;
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), expected.size());
  for (const auto& [name, counts] : expected) {
    const gint channel = gst_video_histogram_find_channel(histogram, name.c_str());
    fail_unless(channel >= 0, "%s has no %s", GST_VIDEO_INFO_NAME(&info), name.c_str());
    gsize n = 0;
    const guint64* counted =
        gst_video_histogram_get_counts(histogram, static_cast<guint>(channel), &n);
    fail_unless(counted && std::vector<guint64>(counted, counted + n) == counts, "%s: %s differs",
                GST_VIDEO_INFO_NAME(&info), name.c_str());
  }
  gst_buffer_unref(buffer);
}

std::string bins_of(const FormatInfo* format) {
  return "bins=" + std::to_string(1u << format->depth);
}

} // namespace

GST_START_TEST(every_format_is_counted_exactly_at_odd_sizes) {
  struct Size {
    guint width, height;
  };
  Stream stream;
  for (const FormatInfo* format : known_plain_formats())
    for (const Size& size :
         {Size{1, 1}, Size{2, 1}, Size{1, 2}, Size{5, 3}, Size{37, 23}, Size{641, 479}}) {
      const Frame frame = make_plain_frame(format->name, size.width, size.height, Content::noise);
      count_plain(stream, frame, default_request(frame));
    }
}
GST_END_TEST

// The next two tests take the places of samples from GStreamer alone, not from code of the project.
GST_START_TEST(every_format_is_counted_as_gstreamer_describes_it) {
  for (const FormatInfo* format : known_plain_formats())
    for (const char* mode : {"progressive", "interleaved"}) {
      Stream stream(bins_of(format));
      const std::string more = std::string(",interlace-mode=(string)") + mode;
      const Frame frame = make_plain_frame(format->name, 321, 242, Content::noise);
      stream.set_caps(raw_caps(format->name, 321, 242, more));
      fail_unless_equals_int(stream.push(make_plain_buffer(frame, more)), GST_FLOW_OK);
      GstCaps* caps = gst_pad_get_current_caps(stream.harness()->sinkpad);
      expect_as_described(stream.pull(), caps);
      gst_caps_unref(caps);
    }
}
GST_END_TEST

GST_START_TEST(every_format_of_a_video_source_is_counted_as_gstreamer_describes_it) {
  for (const FormatInfo* format : known_plain_formats()) {
    const std::string line = "videotestsrc num-buffers=2 ! " + raw_caps(format->name, 321, 241) +
                             " ! " + element_line(bins_of(format));
    GstHarness* harness = gst_harness_new_parse(line.c_str());
    gst_harness_play(harness);
    for (int i = 0; i < 2; i++) {
      GstBuffer* buffer = gst_harness_pull(harness);
      GstCaps* caps = gst_pad_get_current_caps(harness->sinkpad);
      expect_as_described(buffer, caps);
      gst_caps_unref(caps);
    }
    gst_harness_teardown(harness);
  }
}
GST_END_TEST

/// Whether GStreamer unpacks frames of this size without an error of its own.
bool is_unpacked_rightly(const FormatInfo& format, const GstVideoInfo& info) {
  const std::string name = format.name;
  if (name == "MT2110T" || name == "MT2110R") // leaves out the last columns
    return info.width % 16 == 0;
  // Its rows of chroma end before the last sample, or its rows before the last pixel.
  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES(&info); p++)
    if (!is_tiled(format.packing) &&
        static_cast<uint64_t>(info.stride[p]) < format.row_bytes(p, info.width))
      return false;
  return name != "NV12_10BE_8L128" ||
         (info.width + 1) / 2 * 20 <= GST_VIDEO_TILE_X_TILES(info.stride[1]) * 64;
}

GST_START_TEST(every_packed_format_is_counted_as_gstreamer_unpacks_it) {
  std::mt19937 random(1);
  guint unpacked = 0;
  for (const FormatInfo* format : known_formats()) {
    if (format->packing == Packing::none)
      continue;
    for (const auto& [width, height] :
         {std::pair{1, 1}, {16, 32}, {37, 23}, {130, 67}, {320, 258}, {642, 129}}) {
      Stream stream("bins=0");
      const std::string caps =
          raw_caps(format->name, static_cast<guint>(width), static_cast<guint>(height));
      g_autoptr(GstCaps) parsed = gst_caps_from_string(caps.c_str());
      GstVideoInfo info;
      fail_unless(gst_video_info_from_caps(&info, parsed));
      if (!is_unpacked_rightly(*format, info))
        continue;
      stream.set_caps(caps);
      GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, info.size + 64, nullptr);
      GstMapInfo map;
      fail_unless(gst_buffer_map(buffer, &map, GST_MAP_WRITE));
      for (gsize i = 0; i < map.size; i++)
        map.data[i] = static_cast<guint8>(random());
      gst_buffer_unmap(buffer, &map);
      fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
      expect_as_described(stream.pull(), parsed);
      unpacked++;
    }
  }
  fail_unless(unpacked > 200, "%u", unpacked);
}
GST_END_TEST

/// Why formats of GStreamer are not counted. docs/formats.md has the same table.
const std::map<std::string, const char*> not_counted = {
    {"RGB8P", "indices of a palette are no values"},    {"DMA_DRM", "says nothing of the layout"},
    {"AHARDWARE_BUFFER", "says nothing of the layout"}, {"RGBA_F16LE", "numbers with a fraction"},
    {"RGBA_F16BE", "numbers with a fraction"},          {"RGBA_F32LE", "numbers with a fraction"},
    {"RGBA_F32BE", "numbers with a fraction"},
};

GST_START_TEST(every_format_of_gstreamer_is_counted_or_has_a_reason) {
  g_autoptr(GEnumClass) formats = static_cast<GEnumClass*>(g_type_class_ref(GST_TYPE_VIDEO_FORMAT));
  guint known = 0;
  for (guint i = 0; i < formats->n_values; i++) {
    const auto format = static_cast<GstVideoFormat>(formats->values[i].value);
    if (format == GST_VIDEO_FORMAT_UNKNOWN || format == GST_VIDEO_FORMAT_ENCODED)
      continue;
    const std::string name = gst_video_format_to_string(format);
    fail_unless((find_format(name) != nullptr) != (not_counted.count(name) > 0), "%s",
                name.c_str());
    known++;
  }
  fail_unless(known >= 111, "%u", known); // GStreamer 1.22 has so many
}
GST_END_TEST

GST_START_TEST(bins_go_up_to_the_depth_of_the_format) {
  for (const FormatInfo* format : known_plain_formats()) {
    const guint most = 1u << format->depth;
    for (guint bins : {1u, 7u, 256u, most / 2 + 1, most - 1, most}) {
      Stream stream("bins=" + std::to_string(bins));
      const Frame frame = make_plain_frame(format->name, 61, 33, Content::noise);
      count_plain(stream, frame, default_request(frame, bins));
    }
  }
}
GST_END_TEST

GST_START_TEST(the_unused_bits_of_a_sample_may_be_anything) {
  // Frames of noise have bits set that are no part of a value of 10 or 12 bits.
  for (const FormatInfo* format : known_plain_formats()) {
    const guint values = 1u << format->depth;
    if (format->depth % 8 == 0)
      continue;
    Stream stream(bins_of(format));
    for (Content content : {Content::white, Content::noise}) {
      const Frame frame = make_plain_frame(format->name, 16, 16, content);
      count_plain(stream, frame, default_request(frame, values));
    }
    const Frame white = make_plain_frame(format->name, 16, 16, Content::white);
    stream.set_caps(raw_caps(format->name, 16, 16));
    stream.push(make_plain_buffer(white));
    GstBuffer* out = stream.pull();
    GstVideoHistogram* histogram = gst_buffer_get_video_histogram_meta(out)->histogram;
    gsize n = 0;
    fail_unless_equals_uint64(gst_video_histogram_get_counts(histogram, 0, &n)[values - 1], 256);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(any_of_the_channels_may_be_counted) {
  struct Case {
    const char* property;
    QuantitySet channels;
  };
  constexpr QuantitySet a = quantity_bit(Quantity::a), y = quantity_bit(Quantity::y),
                        cb = quantity_bit(Quantity::cb), cr = quantity_bit(Quantity::cr);
  for (const Case& c :
       {Case{"y", y}, Case{"cb", cb}, Case{"cr", cr}, Case{"cb+cr", cb | cr}, Case{"y+cr", y | cr},
        Case{"a+cb+luma", a | cb}, Case{"gray+y+cb+cr", y | cb | cr}}) {
    Stream stream(std::string("channels=") + c.property);
    for (const FormatInfo* format : known_plain_formats()) {
      if (!(format->channels() & y))
        continue;
      const Frame frame = make_plain_frame(format->name, 45, 27, Content::noise);
      Request request = default_request(frame);
      request.channels = select_plane_quantities(*format, c.channels);
      count_plain(stream, frame, request);
    }
  }
}
GST_END_TEST

GST_START_TEST(both_fields_of_interlaced_frames_are_counted_as_they_lie) {
  // Where chroma planes are subsampled, GStreamer leaves room between them for the chroma of an
  // odd line of each field.
  Stream stream;
  for (const FormatInfo* format : known_plain_formats())
    for (const char* mode : {"interleaved", "mixed", "fields"})
      for (guint height : {1u, 2u, 3u, 6u, 486u}) {
        const Frame frame = make_plain_frame(format->name, 18, height, Content::noise);
        count_plain(stream, frame, default_request(frame),
                    std::string(",interlace-mode=(string)") + mode);
      }
}
GST_END_TEST

GST_START_TEST(a_meta_for_each_field_passes_without_a_result) {
  // Caps say that the fields lie in one buffer, each with a meta of half the height.
  Stream stream;
  const std::string more = ",interlace-mode=(string)fields";
  const Frame frame = make_plain_frame("NV12", 32, 16, Content::noise);
  stream.set_caps(raw_caps("NV12", 32, 16, more));
  GstBuffer* in = make_plain_buffer(frame, more);
  PlaneLayout layout = default_layout(raw_caps("NV12", 32, 16, more));
  for (gint field : {0, 1}) {
    gsize offset[GST_VIDEO_MAX_PLANES] = {};
    gint stride[GST_VIDEO_MAX_PLANES] = {};
    for (guint p : {0u, 1u}) {
      offset[p] = layout.offset[p] + static_cast<gsize>(field * layout.stride[p]);
      stride[p] = 2 * layout.stride[p];
    }
    gst_buffer_add_video_meta_full(in, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_NV12, 32, 8, 2,
                                   offset, stride)
        ->id = field;
  }
  fail_unless_equals_int(stream.push(in), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out == in);
  fail_unless_equals_int(count_metas(out), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 1);
  fail_unless_equals_uint64(stream.stat("skipped-invalid"), 1);
  gst_buffer_unref(out);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, every_format_is_counted_exactly_at_odd_sizes);
  tcase_add_test(chain, every_format_is_counted_as_gstreamer_describes_it);
  tcase_add_test(chain, every_format_of_a_video_source_is_counted_as_gstreamer_describes_it);
  tcase_add_test(chain, every_packed_format_is_counted_as_gstreamer_unpacks_it);
  tcase_add_test(chain, every_format_of_gstreamer_is_counted_or_has_a_reason);
  tcase_add_test(chain, bins_go_up_to_the_depth_of_the_format);
  tcase_add_test(chain, the_unused_bits_of_a_sample_may_be_anything);
  tcase_add_test(chain, any_of_the_channels_may_be_counted);
  tcase_add_test(chain, both_fields_of_interlaced_frames_are_counted_as_they_lie);
  tcase_add_test(chain, a_meta_for_each_field_passes_without_a_result);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "formats", add_tests);
}
