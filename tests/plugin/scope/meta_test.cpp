// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures of tables that a videohistogram upstream attached to frames.
#include "tests/plugin/scope/stream.h"

#include <gst/videohistogram/videohistogram.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

constexpr const char* pictures = "video/x-raw,format=BGRx,width=320,height=400";

/// videohistogram with all tables that the scopes of a format need, an identity, videoscope.
class Counted {
public:
  Counted(const std::string& format, const std::string& tables, const std::string& scopes,
          const std::string& between = "identity") {
    harness_ = gst_harness_new_parse(
        ("videohistogram backend=cpu " + tables + " ! " + between + " ! videoscope " + scopes)
            .c_str());
    scope_ = gst_harness_find_element(harness_, "videoscope");
    gst_harness_set_sink_caps_str(harness_, pictures);
    gst_harness_set_src_caps_str(harness_, video_caps(format, 64, 48).c_str());
  }
  ~Counted() {
    gst_object_unref(scope_);
    gst_harness_teardown(harness_);
    g_clear_pointer(&histogram_, gst_video_histogram_unref);
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  std::vector<guint8> picture(const std::vector<guint8>& frame) {
    EXPECT_EQ(gst_harness_push(harness_, buffer_of(frame)), GST_FLOW_OK);
    GstBuffer* const out = gst_harness_pull(harness_);
    std::vector<guint8> bytes = bytes_of(out);
    gst_buffer_unref(out);
    return bytes;
  }
  /// The picture of the frame with this number; empty: it was dropped.
  std::vector<guint8> picture_at(guint number, const std::vector<guint8>& frame) {
    EXPECT_EQ(gst_harness_push(harness_, buffer_of(frame, number)), GST_FLOW_OK);
    GstBuffer* const out = gst_harness_try_pull(harness_);
    if (!out)
      return {};
    std::vector<guint8> bytes = bytes_of(out);
    gst_buffer_unref(out);
    return bytes;
  }
  /// The bus of videoscope, which the caller releases.
  GstBus* take_messages() {
    GstBus* const bus = gst_bus_new();
    gst_element_set_bus(scope_, bus);
    return bus;
  }
  /// Has the sink tell that the first frame came so late that the next one is to be dropped.
  void come_late() {
    gst_harness_push_upstream_event(
        harness_, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 1.5, 200 * GST_MSECOND, 0));
  }
  guint64 stat(const char* name) {
    GstStructure* stats = nullptr;
    g_object_get(scope_, "stats", &stats, nullptr);
    guint64 value = 99;
    EXPECT_TRUE(gst_structure_get_uint64(stats, name, &value));
    gst_structure_free(stats);
    return value;
  }
  guint64 from_meta() { return stat("from-meta"); }

  /// The histogram of the last frame, of which this object owns a reference.
  GstVideoHistogram* histogram() const { return histogram_; }
  /// Keeps the histograms of the frames that follow. Call once, with an identity in between.
  void keep_histograms() {
    GstElement* const identity = gst_harness_find_element(harness_, "identity");
    g_object_set(identity, "signal-handoffs", TRUE, nullptr);
    g_signal_connect(identity, "handoff",
                     G_CALLBACK(+[](GstElement*, GstBuffer* buffer, GstVideoHistogram** kept) {
                       GPtrArray* const metas = gst_buffer_get_video_histogram_metas(buffer);
                       ASSERT_EQ(metas->len, 1u);
                       const auto* const meta =
                           static_cast<GstVideoHistogramMeta*>(g_ptr_array_index(metas, 0));
                       g_clear_pointer(kept, gst_video_histogram_unref);
                       *kept = gst_video_histogram_ref(meta->histogram);
                       g_ptr_array_unref(metas);
                     }),
                     &histogram_);
    gst_object_unref(identity);
  }

  /// Removes the metas of frames that follow, but not those of their fields.
  void remove_metas_of_frames() {
    GstElement* const identity = gst_harness_find_element(harness_, "identity");
    g_object_set(identity, "signal-handoffs", TRUE, nullptr);
    g_signal_connect(
        identity, "handoff", G_CALLBACK(+[](GstElement*, GstBuffer* buffer, gpointer) {
          ASSERT_EQ(gst_buffer_get_n_meta(buffer, GST_VIDEO_HISTOGRAM_META_API_TYPE), 3u);
          ASSERT_TRUE(
              gst_buffer_remove_meta(buffer, &gst_buffer_get_video_histogram_meta(buffer)->meta));
        }),
        nullptr);
    gst_object_unref(identity);
  }

private:
  GstHarness* harness_;
  GstElement* scope_;
  GstVideoHistogram* histogram_ = nullptr;
};

std::vector<guint8> frame_of(const char* format) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, gst_video_format_from_string(format), 64, 48);
  std::vector<guint8> bytes(info.size);
  guint32 state = 1;
  for (guint8& byte : bytes)
    byte = static_cast<guint8>((state = state * 1664525 + 1013904223) >> 24);
  if (GST_VIDEO_INFO_COMP_DEPTH(&info, 0) > 8) // samples of 10 bits
    for (size_t i = 1; i < bytes.size(); i += 2)
      bytes[i] &= 3;
  return bytes;
}

struct Case {
  const char *format, *tables, *scopes;
};

const Case cases[] = {
    {"I420", "channels=y+cb+cr+r+g+b rgb-range=narrow projections=y@0;r@0;g@0;b@0 joint=cb*cr",
     "scopes=histogram+waveform+parade+vectorscope"},
    {"I420", "channels=y+r+g+b rgb-range=narrow projections=y@90;cb@90;cr@90",
     "scopes=histogram,waveform,parade waveform-direction=rows parade-mode=ycbcr"},
    {"RGBA", "channels=r+g+b+a+luma projections=luma@0;r@0;g@0;b@0",
     "scopes=histogram+waveform+parade"},
    // Counted with all values: 1024 of Y, 4096 of R, G and B.
    {"I422_10LE", "channels=y+r+g+b rgb-range=narrow bins=0", "scopes=histogram"},
    {"I422_10LE", "channels=y+cb+cr projections=y@0;cb@0;cr@0 joint=cb*cr",
     "scopes=waveform+parade+vectorscope parade-mode=ycbcr"},
    {"I420", "channels=cr rgb-range=narrow joint=g-b*r-g", "scopes=channel-plot"},
    {"I420", "channels=cr rgb-range=narrow joint=cie-x*cie-y", "scopes=cie-xy"},
    {"RGBA", "channels=r joint=cie-u*cie-v", "scopes=cie-uv"},
};

} // namespace

TEST(Meta, PicturesOfItsTablesAreThoseOfTheFrame) {
  for (const Case& each : cases) {
    const std::vector<guint8> frame = frame_of(each.format);
    Counted counted(each.format, each.tables, std::string(each.scopes));
    Counted taken(each.format, each.tables, std::string(each.scopes) + " use-meta=true");
    EXPECT_TRUE(taken.picture(frame) == counted.picture(frame)) << each.format << each.scopes;
    EXPECT_EQ(counted.from_meta(), 0u);
    EXPECT_EQ(taken.from_meta(), 1u) << each.format << " " << each.scopes;
  }
}

// Projections of histograms are not filtered.
TEST(Meta, FilteredFramesAreCounted) {
  const Case each = {"I420", "channels=y+cr projections=y@0", "scopes=waveform"};
  const std::vector<guint8> frame = frame_of(each.format);
  const std::string filtered = std::string(each.scopes) + " waveform-filter=low-pass";
  Counted counted(each.format, each.tables, filtered),
      taken(each.format, each.tables, filtered + " use-meta=true"),
      plain(each.format, each.tables, std::string(each.scopes) + " use-meta=true");
  EXPECT_TRUE(taken.picture(frame) == counted.picture(frame));
  EXPECT_EQ(taken.from_meta(), 0u);
  EXPECT_TRUE(taken.picture(frame) != plain.picture(frame));
  EXPECT_EQ(plain.from_meta(), 1u);
}

TEST(Meta, HistogramsOfFramesThatAreGoneAreReleased) {
  for (const Case& each : cases) {
    Counted taken(each.format, each.tables, std::string(each.scopes) + " use-meta=true");
    taken.keep_histograms();
    taken.picture(frame_of(each.format));
    EXPECT_EQ(taken.from_meta(), 1u);
    EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(taken.histogram()), 1) << each.format << each.tables;
  }
}

// What accumulates over all frames sees the tables of those that are dropped, without a count.
TEST(Meta, TablesOfDroppedFramesAreReadOnlyWhereEachFrameIsNeeded) {
  const Case& each = cases[0];
  const std::string taken = std::string(each.scopes) + " use-meta=true";
  const std::vector<guint8> frame = frame_of(each.format);
  std::vector<guint8> other = frame, last = frame;
  std::reverse(other.begin(), other.end());
  std::fill(last.begin(), last.end(), guint8{90});
  Counted dropping(each.format, each.tables, taken);
  EXPECT_FALSE(dropping.picture_at(0, frame).empty());
  dropping.come_late();
  EXPECT_TRUE(dropping.picture_at(1, other).empty());
  EXPECT_EQ(dropping.stat("dropped"), 1u);
  EXPECT_EQ(dropping.stat("counted"), 1u);
  EXPECT_EQ(dropping.from_meta(), 1u);
  for (const char* needs : {" hold=peak", " waveform-extents=peak"}) {
    SCOPED_TRACE(needs);
    Counted in_time(each.format, each.tables, taken + needs),
        late(each.format, each.tables, taken + needs),
        without(each.format, each.tables, taken + needs);
    for (Counted* stream : {&in_time, &late, &without})
      EXPECT_FALSE(stream->picture_at(0, frame).empty());
    late.come_late();
    EXPECT_FALSE(in_time.picture_at(1, other).empty());
    EXPECT_TRUE(late.picture_at(1, other).empty());
    EXPECT_EQ(late.stat("dropped"), 1u);
    EXPECT_EQ(late.stat("counted"), 2u);
    const std::vector<guint8> of_late = late.picture_at(20, last);
    EXPECT_EQ(late.from_meta(), 3u);
    EXPECT_TRUE(of_late == in_time.picture_at(20, last));
    EXPECT_TRUE(of_late != without.picture_at(20, last));
  }
}

namespace {

/// A frame of I420_10LE without colour, in PQ; `outside` pixels are above the limits of R 103.
std::vector<guint8> pq_frame(guint code, guint outside) {
  std::vector<guint8> bytes(size_t{64} * 48 * 3);
  for (size_t i = 0; i < bytes.size() / 2; i++) {
    const guint sample = i < outside ? 1000 : i < 64 * 48 ? code : 512;
    bytes[2 * i] = static_cast<guint8>(sample);
    bytes[2 * i + 1] = static_cast<guint8>(sample >> 8);
  }
  return bytes;
}

constexpr const char* pq_format = "I420_10LE,colorimetry=bt2100-pq";
constexpr const char* tables_of_light = "channels=y+maxrgb+range bins=0 range-limits=r103";

/// The messages of errors of gamut on a bus, as texts.
std::vector<std::string> gamut_errors(GstBus* bus) {
  std::vector<std::string> errors;
  while (GstMessage* message = gst_bus_pop_filtered(bus, GST_MESSAGE_ELEMENT)) {
    if (gst_message_has_name(message, "videoscope-gamut-error")) {
      gchar* const text = gst_structure_to_string(gst_message_get_structure(message));
      errors.emplace_back(text);
      g_free(text);
    }
    gst_message_unref(message);
  }
  return errors;
}

} // namespace

// MaxCLL, the peak of R 103 and errors of gamut are those of all frames, by their tables.
TEST(Meta, TablesOfDroppedFramesBelongToNumbersAndErrorsOfGamut) {
  for (const char* needs : {"numbers=light", "numbers=r103"}) {
    SCOPED_TRACE(needs);
    const std::string scopes = std::string("scopes=\"\" use-meta=true ") + needs;
    Counted in_time(pq_format, tables_of_light, scopes), late(pq_format, tables_of_light, scopes),
        without(pq_format, tables_of_light, scopes);
    for (Counted* stream : {&in_time, &late, &without})
      EXPECT_FALSE(stream->picture_at(0, pq_frame(400, 0)).empty());
    late.come_late();
    EXPECT_FALSE(in_time.picture_at(1, pq_frame(800, 90)).empty());
    EXPECT_TRUE(late.picture_at(1, pq_frame(800, 90)).empty());
    EXPECT_EQ(late.stat("dropped"), 1u);
    const std::vector<guint8> of_late = late.picture_at(20, pq_frame(300, 0));
    EXPECT_EQ(late.stat("counted"), 3u);
    EXPECT_EQ(late.from_meta(), 3u);
    EXPECT_TRUE(of_late == in_time.picture_at(20, pq_frame(300, 0)));
    EXPECT_TRUE(of_late != without.picture_at(20, pq_frame(300, 0)));
  }

  std::vector<std::string> errors[2];
  for (const bool late : {false, true}) {
    Counted stream(pq_format, tables_of_light, "scopes=\"\" use-meta=true gamut-log=true");
    GstBus* const bus = stream.take_messages();
    stream.picture_at(0, pq_frame(400, 0));
    if (late)
      stream.come_late();
    EXPECT_EQ(stream.picture_at(1, pq_frame(400, 90)).empty(), late);
    EXPECT_EQ(stream.stat("dropped"), late ? 1u : 0u);
    stream.picture_at(20, pq_frame(400, 0));
    EXPECT_EQ(stream.from_meta(), 3u);
    errors[late ? 1 : 0] = gamut_errors(bus);
    gst_object_unref(bus);
  }
  EXPECT_EQ(errors[0].size(), 1u);
  EXPECT_EQ(errors[0], errors[1]);
}

TEST(Meta, IsDrawnThoughAnElementInBetweenChangedThePixels) {
  const Case& each = cases[0];
  const std::vector<guint8> frame = frame_of(each.format);
  Counted plain(each.format, each.tables, each.scopes),
      counted(each.format, each.tables, each.scopes, "videobalance brightness=0.4"),
      taken(each.format, each.tables, std::string(each.scopes) + " use-meta=true",
            "videobalance brightness=0.4");
  const std::vector<guint8> of_frame = plain.picture(frame);
  EXPECT_TRUE(counted.picture(frame) != of_frame);
  EXPECT_TRUE(taken.picture(frame) == of_frame);
}

TEST(Meta, FramesAreCountedIfATableIsMissingOrCapsDiffer) {
  const Case& each = cases[0];
  const std::vector<guint8> frame = frame_of(each.format);
  const std::string all = std::string(each.scopes) + " use-meta=true";
  Counted counted(each.format, each.tables, each.scopes);
  const std::vector<guint8> expected = counted.picture(frame);
  for (const char* fewer :
       {"channels=y+cb+cr+r+g+b rgb-range=narrow projections=y@0;r@0;g@0;b@0",
        "channels=y+cb+cr+r+g+b rgb-range=narrow projections=y@0;r@0;g@0;b@90 joint=cb*cr",
        "channels=y+cb+cr+r+g+b rgb-range=narrow projections=line(0,0,0,9);r@0;g@0;b@0 joint=cb*cr",
        "channels=y+cb+cr+r+g+b rgb-range=narrow projections=y@0;r@0;g@0;b@0 joint=cr*cb",
        "channels=y+cb+cr+r+g+b rgb-range=narrow projections=y@0;r@0;g@0;b@0 joint=cb*cr "
        "joint-bins=100",
        "channels=y+cb+cr+r+g+b rgb-range=full projections=y@0;r@0;g@0;b@0 joint=cb*cr",
        "channels=y", "regions-only=true regions=0,0,8,8"}) {
    Counted other(each.format, fewer, all);
    EXPECT_TRUE(other.picture(frame) == expected) << fewer;
    EXPECT_EQ(other.from_meta(), 0u) << fewer;
  }
  Counted narrow(each.format, "joint=g-b*r-g rgb-range=narrow", "scopes=channel-plot"),
      full(each.format, "joint=g-b*r-g rgb-range=full", "scopes=channel-plot use-meta=true");
  EXPECT_TRUE(full.picture(frame) == narrow.picture(frame));
  EXPECT_EQ(full.from_meta(), 0u);
  // No histogram has the colours of the samples.
  Counted coloured(each.format, each.tables, "scopes=waveform waveform-color=picture"),
      coloured_all(each.format, each.tables,
                   "scopes=waveform waveform-color=picture use-meta=true");
  EXPECT_TRUE(coloured_all.picture(frame) == coloured.picture(frame));
  EXPECT_EQ(coloured_all.from_meta(), 0u);
  // Fewer bins than codes of 10 bits.
  const std::vector<guint8> deep = frame_of("I422_10LE");
  Counted fine("I422_10LE", "channels=y", "scopes=histogram"),
      coarse("I422_10LE", "channels=y+r+g+b rgb-range=narrow bins=256",
             "scopes=histogram use-meta=true");
  EXPECT_TRUE(coarse.picture(deep) == fine.picture(deep));
  EXPECT_EQ(coarse.from_meta(), 0u);
  // Of the same pixels, with other colours.
  Counted other(each.format, each.tables, all, "capssetter caps=video/x-raw,colorimetry=bt709");
  EXPECT_TRUE(other.picture(frame) != expected);
  EXPECT_EQ(other.from_meta(), 0u);
}

TEST(Meta, HistogramsOfFieldsAreNotTakenForThoseOfTheFrame) {
  const std::string format = "I420,interlace-mode=(string)interleaved";
  const std::string tables = "channels=y+r+g+b rgb-range=narrow fields=apart";
  const std::vector<guint8> frame = frame_of("I420");
  Counted counted(format, tables, "scopes=histogram");
  Counted taken(format, tables, "scopes=histogram use-meta=true");
  Counted of_fields(format, tables, "scopes=histogram use-meta=true");
  of_fields.remove_metas_of_frames();
  const std::vector<guint8> expected = counted.picture(frame);
  EXPECT_TRUE(taken.picture(frame) == expected);
  EXPECT_EQ(taken.from_meta(), 1u);
  EXPECT_TRUE(of_fields.picture(frame) == expected);
  EXPECT_EQ(of_fields.from_meta(), 0u);
}
