// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Elements of NVDEC that go on from video to video, by one that stands in for them.
#include "tests/tools/nvdec/fake_nvdec.h"
#include "tools/decode/decoder.h"
#include "tools/decode/gpu/nvdec_elements.h"
#include "tools/decode/gst_pointers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

using namespace videohistogram::tools;

namespace {

/// What arrives after the decoder.
struct Arrivals {
  size_t wanted = SIZE_MAX;                         ///< frames, after which the stream is ended
  std::vector<std::pair<guint64, uint32_t>> frames; ///< times, and sums of bytes
  std::vector<std::string> caps;
  std::string title;
  std::string error;
  bool is_ordered = true; ///< as the decoder gave the frames out
};

GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
  auto* const arrivals = static_cast<Arrivals*>(data);
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
    GstBuffer* const buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    uint32_t sum = 0;
    gst_buffer_extract(buffer, 0, &sum, sizeof sum);
    arrivals->frames.emplace_back(GST_BUFFER_PTS(buffer), sum);
    if (arrivals->frames.size() == arrivals->wanted)
      gst_pad_send_event(pad, gst_event_new_eos());
    return GST_PAD_PROBE_OK;
  }
  GstEvent* const event = GST_PAD_PROBE_INFO_EVENT(info);
  gchar* text = nullptr;
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    arrivals->caps.push_back(TextPtr(gst_caps_to_string(caps)).get());
  } else if (GST_EVENT_TYPE(event) == GST_EVENT_TAG) {
    GstTagList* tags = nullptr;
    gst_event_parse_tag(event, &tags);
    if (arrivals->title.empty() && gst_tag_list_get_string(tags, GST_TAG_TITLE, &text))
      arrivals->title = TextPtr(text).get();
  }
  return GST_PAD_PROBE_OK;
}

GstMessage* wait_for_end(GstElement* pipeline) {
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  const BusPtr bus(gst_element_get_bus(pipeline));
  return gst_bus_timed_pop_filtered(bus.get(), 60 * GST_SECOND,
                                    GstMessageType(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
}

/// Makes decodebin find a stream without a decoder while another thread exposes the other stream.
struct LateStream {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_found = false, is_exposed = false;

  void set(bool LateStream::*event) {
    const std::lock_guard<std::mutex> lock(mutex);
    this->*event = true;
    changed.notify_all();
  }
  void wait_for(bool LateStream::*event) {
    std::unique_lock<std::mutex> lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(30), [&] { return this->*event; }));
  }
};

/// The parsed stream is not exposed before the other one is found.
gboolean wait_until_found(GstElement*, GstPad*, GstCaps* caps, gpointer data) {
  gboolean is_parsed = FALSE;
  const GstStructure* const structure = gst_caps_get_structure(caps, 0);
  if (gst_structure_has_name(structure, "video/x-h264") &&
      gst_structure_get_boolean(structure, "parsed", &is_parsed) && is_parsed)
    static_cast<LateStream*>(data)->wait_for(&LateStream::is_found);
  return TRUE;
}

void note_exposed(GstElement*, gpointer data) {
  static_cast<LateStream*>(data)->set(&LateStream::is_exposed);
}

/// The thread that found the stream goes on after the other thread has exposed the other stream.
GstBusSyncReply hold_finder(GstBus*, GstMessage* message, gpointer data) {
  if (gst_message_has_name(message, "missing-plugin")) {
    static_cast<LateStream*>(data)->set(&LateStream::is_found);
    static_cast<LateStream*>(data)->wait_for(&LateStream::is_exposed);
  }
  return GST_BUS_PASS;
}

void delay(GstElement* pipeline, GstElement* decodebin, LateStream* late) {
  g_signal_connect(decodebin, "autoplug-continue", G_CALLBACK(wait_until_found), late);
  // After the decoder has decided.
  g_signal_connect_after(decodebin, "no-more-pads", G_CALLBACK(note_exposed), late);
  const BusPtr bus(gst_element_get_bus(pipeline));
  gst_bus_set_sync_handler(bus.get(), hold_finder, late, nullptr);
}

/// Plays a file, or its first frames, as a worker on a GPU does.
Arrivals play(const std::string& path, size_t frames = SIZE_MAX, LateStream* late = nullptr) {
  Arrivals arrivals;
  arrivals.wanted = frames;
  const ElementPtr pipeline(gst_pipeline_new(nullptr));
  GstElement *const source = gst_element_factory_make("filesrc", nullptr),
                    *const decodebin = gst_element_factory_make("decodebin", nullptr),
                    *const sink = gst_element_factory_make("fakesink", nullptr);
  gst_bin_add_many(GST_BIN(pipeline.get()), source, decodebin, sink, nullptr);
  g_object_set(source, "location", path.c_str(), nullptr);
  g_object_set(sink, "async", FALSE, nullptr);
  gst_element_link(source, decodebin);
  if (late)
    delay(pipeline.get(), decodebin, late);
  decode_video(decodebin, sink, 1, Processor::gpu);
  const PadPtr pad(gst_element_get_static_pad(sink, "sink"));
  gst_pad_add_probe(
      pad.get(), GstPadProbeType(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM),
      note, &arrivals, nullptr);
  const MessagePtr message(wait_for_end(pipeline.get()));
  if (message && GST_MESSAGE_TYPE(message.get()) == GST_MESSAGE_EOS) {
    arrivals.is_ordered = stop_nvdec(pipeline.get(), frames == SIZE_MAX);
    return arrivals;
  }
  GError* error = nullptr;
  if (message)
    gst_message_parse_error(message.get(), &error, nullptr);
  arrivals.error = error ? ErrorPtr(error)->message : "no end";
  stop_nvdec(pipeline.get(), false);
  return arrivals;
}

/// The files of the tests: one video with a title and without, another one, and one after a
/// stream that is not for NVDEC.
class NvdecElements : public testing::Test {
protected:
  static void SetUpTestSuite() {
    gst_init(nullptr, nullptr);
    register_fake_nvdec();
    folder = std::filesystem::temp_directory_path() /
             ("nvdec-" + std::to_string(g_random_int()) + std::to_string(g_random_int()));
    std::filesystem::create_directory(folder);
    const std::string stream = "filesrc location=" + std::string(getenv("VIDEOHISTOGRAM_MEDIA")) +
                               "/telescope.mp4 ! qtdemux ! h264parse ! ";
    film = make("film.mp4", stream + "taginject tags=title=Film ! mp4mux");
    untitled_film = make("untitled.mp4", stream + "mp4mux");
    other_film = SMALL_MP4;
    mixed = make("mixed.mkv", "videotestsrc num-buffers=30 ! jpegenc ! mux.video_0 " + stream +
                                  "mux.video_1 matroskamux name=mux");
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder); }

  static std::string make(const std::string& name, const std::string& line) {
    const std::string path = folder / name;
    const ElementPtr pipeline(
        gst_parse_launch((line + " ! filesink location=" + path).c_str(), nullptr));
    const MessagePtr message(wait_for_end(pipeline.get()));
    EXPECT_TRUE(message && GST_MESSAGE_TYPE(message.get()) == GST_MESSAGE_EOS) << line;
    gst_element_set_state(pipeline.get(), GST_STATE_NULL);
    return path;
  }

  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static std::filesystem::path folder;
  static std::string film, untitled_film, other_film, mixed;
};
std::filesystem::path NvdecElements::folder;
std::string NvdecElements::film, NvdecElements::untitled_film, NvdecElements::other_film,
    NvdecElements::mixed;

} // namespace

TEST_F(NvdecElements, GoOnWithoutAnotherDecoderAndForgetTheVideoBefore) {
  const Arrivals first = play(film);
  ASSERT_EQ(first.error, "");
  EXPECT_EQ(first.frames.size(), 390u);
  EXPECT_TRUE(first.is_ordered);
  EXPECT_EQ(first.caps.size(), 1u);
  EXPECT_EQ(first.title, "Film");
  const FakeNvdec before = fake_nvdec;
  const Arrivals second = play(untitled_film), third = play(film);
  for (const Arrivals* again : {&second, &third}) {
    EXPECT_EQ(again->error, "");
    EXPECT_EQ(again->caps, first.caps);
    ASSERT_EQ(again->frames.size(), first.frames.size());
    for (size_t frame = 0; frame < first.frames.size(); frame++)
      EXPECT_EQ(again->frames[frame].second, first.frames[frame].second) << frame;
  }
  EXPECT_EQ(third.frames, first.frames); // times as well
  EXPECT_EQ(second.title, "");
  EXPECT_EQ(third.title, first.title);
  EXPECT_EQ(fake_nvdec.made, before.made);
  EXPECT_EQ(fake_nvdec.decoders, before.decoders);
}

TEST_F(NvdecElements, TakeThePlaceOfThoseOfOtherCaps) {
  const Arrivals first = play(film), other = play(other_film);
  EXPECT_EQ(other.error, "");
  EXPECT_GT(other.frames.size(), 0u);
  EXPECT_EQ(fake_nvdec.alive, 1);
  const int made = fake_nvdec.made;
  EXPECT_EQ(play(film).frames, first.frames);
  EXPECT_EQ(fake_nvdec.alive, 1);
  EXPECT_EQ(fake_nvdec.made, made + 1);
}

TEST_F(NvdecElements, DecodeNoStreamOfAnotherOrUnknownHeader) {
  // The byte after the profile in avcC, on which nothing in the parsed caps depends.
  std::string bytes = read(film);
  const size_t place = bytes.find("avcC");
  ASSERT_NE(place, std::string::npos);
  bytes[place + 6] = static_cast<char>(bytes[place + 6] ^ 1);
  const std::string other_header = folder / "header.mp4";
  std::ofstream(other_header, std::ios::binary) << bytes;
  const std::string no_header =
      make("film.ts", "filesrc location=" + film + " ! qtdemux ! h264parse ! mpegtsmux");
  const Arrivals first = play(film);
  for (const std::string& path : {other_header, no_header, no_header, film}) {
    SCOPED_TRACE(path);
    const int made = fake_nvdec.made;
    EXPECT_EQ(play(path).frames.size(), first.frames.size());
    EXPECT_EQ(fake_nvdec.made, made + 1);
  }
}

TEST_F(NvdecElements, AreNotKeptAfterAnEarlyEnd) {
  const Arrivals first = play(film);
  const int made = fake_nvdec.made;
  EXPECT_EQ(play(film, 7).frames.size(), 7u);
  EXPECT_EQ(play(film).frames, first.frames);
  EXPECT_EQ(fake_nvdec.made, made + 1);
}

TEST_F(NvdecElements, AreNotKeptAfterFramesOutOfOrder) {
  const Arrivals first = play(film);
  fake_nvdec.disorders = true;
  const int made = fake_nvdec.made;
  EXPECT_FALSE(play(film).is_ordered);
  fake_nvdec.disorders = false;
  EXPECT_EQ(fake_nvdec.made, made);
  EXPECT_EQ(play(film).frames, first.frames);
  EXPECT_EQ(fake_nvdec.made, made + 1);
}

TEST_F(NvdecElements, AreNotKeptAfterAnError) {
  const Arrivals first = play(film);
  const int decoders = fake_nvdec.decoders;
  fake_nvdec.fails = true;
  EXPECT_EQ(play(film).error, "the stand-in fails");
  fake_nvdec.fails = false;
  EXPECT_EQ(fake_nvdec.decoders, decoders);
  EXPECT_EQ(play(film).frames, first.frames);
  EXPECT_EQ(fake_nvdec.decoders, decoders + 1);
}

TEST_F(NvdecElements, DecodeNoStreamThatHasAnotherNumberOnACpu) {
  const Arrivals none = play(mixed);
  EXPECT_EQ(none.frames.size(), 0u);
  EXPECT_EQ(none.error, "its streams change, or are not all for a GPU");
  EXPECT_EQ(play(film).frames.size(), 390u);
}

TEST_F(NvdecElements, DecodeNoStreamBesideOneThatIsFoundLateToBeForTheCpu) {
  // With a parser, the thread that finds the stream is another one than that of the demuxer. The
  // rank of jpegparse is 0 before GStreamer 1.24.
  GstPluginFeature* const parser = gst_registry_lookup_feature(gst_registry_get(), "jpegparse");
  ASSERT_TRUE(parser);
  const guint rank = gst_plugin_feature_get_rank(parser);
  gst_plugin_feature_set_rank(parser, GST_RANK_PRIMARY);
  LateStream late;
  const Arrivals none = play(mixed, SIZE_MAX, &late);
  gst_plugin_feature_set_rank(parser, rank);
  gst_object_unref(parser);
  EXPECT_TRUE(late.is_found && late.is_exposed);
  EXPECT_EQ(none.frames.size(), 0u);
  EXPECT_EQ(none.error, "its streams change, or are not all for a GPU");
}

TEST_F(NvdecElements, LeaveVideosWhoseStreamsChangeToTheCpu) {
  const std::string stream = "filesrc location=" + film + " ! qtdemux ! h264parse ! ",
                    first = make("first.ts", stream + "mux.sink_256 mpegtsmux name=mux"),
                    second = make("second.ts", stream + "mux.sink_300 mpegtsmux name=mux"),
                    changing = folder / "changing.ts";
  std::ofstream(changing, std::ios::binary) << read(first) << read(second);
  for (const std::string& path : {first, second}) {
    EXPECT_EQ(play(path).error, "");
    EXPECT_EQ(play(path).frames.size(), 390u);
  }
  const Arrivals changed = play(changing);
  EXPECT_EQ(changed.error, "its streams change, or are not all for a GPU");
  EXPECT_LE(changed.frames.size(), 390u);
  EXPECT_EQ(play(film).frames.size(), 390u);
}
