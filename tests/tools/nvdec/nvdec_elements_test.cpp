// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Elements of NVDEC that go on from video to video, by one that stands in for them.
#include "tests/tools/nvdec/fake_nvdec.h"
#include "tools/analysis/file_source.h"
#include "tools/decode/gpu/nvdec_elements.h"
#include "tools/read/gst_pointers.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
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
  std::string error;
  bool is_ordered = true; ///< as the decoder gave the frames out
  FrameAccount account;
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
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    arrivals->caps.push_back(TextPtr(gst_caps_to_string(caps)).get());
  }
  return GST_PAD_PROBE_OK;
}

GstMessage* wait_for_end(GstElement* pipeline) {
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  const BusPtr bus(gst_element_get_bus(pipeline));
  return gst_bus_timed_pop_filtered(bus.get(), 60 * GST_SECOND,
                                    GstMessageType(GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
}

class NoListener final : public VideoListener {
public:
  void format(const VideoFormat&) override {}
  void frame(const FrameRecord&) override {}
  void finding(const Finding&) override {}
  void shot(const Shot&) override {}
  void counts(const FrameCounts&) override {}
  void field(const FieldRecord&) override {}
};

/// Plays a file, or its first frames, as a worker on a GPU does.
Arrivals play(const std::string& path, size_t frames = SIZE_MAX, int stream = 1) {
  Arrivals arrivals;
  arrivals.wanted = frames;
  AnalysisSettings settings;
  settings.selection.stream = stream;
  NoListener listener;
  FrameReader reader(settings, listener);
  const ElementPtr pipeline(gst_pipeline_new(nullptr));
  GstElement* const sink = gst_element_factory_make("fakesink", nullptr);
  gst_bin_add(GST_BIN(pipeline.get()), sink);
  g_object_set(sink, "async", FALSE, nullptr);
  FileSource source(pipeline.get(), sink, path, settings, Processor::gpu, Seek::no, reader);
  const PadPtr pad(gst_element_get_static_pad(sink, "sink"));
  gst_pad_add_probe(
      pad.get(), GstPadProbeType(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM),
      note, &arrivals, nullptr);
  source.start();
  const MessagePtr message(wait_for_end(pipeline.get()));
  GError* error = nullptr;
  if (!message)
    arrivals.error = "no end";
  else if (GST_MESSAGE_TYPE(message.get()) == GST_MESSAGE_ERROR)
    gst_message_parse_error(message.get(), &error, nullptr);
  if (error)
    arrivals.error = ErrorPtr(error)->message;
  const bool keeps = arrivals.error.empty() && frames == SIZE_MAX;
  if (keeps)
    source.join();
  source.stop();
  arrivals.is_ordered = stop_nvdec(pipeline.get(), keeps && !source.error());
  source.join();
  arrivals.account = source.account();
  if (source.error() && arrivals.error.empty())
    arrivals.error = source.error()->message;
  return arrivals;
}

/// The files of the tests: one video, another one, and one after a stream that is not for NVDEC.
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
    film = make("film.mp4", stream + "mp4mux");
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
  static std::string film, other_film, mixed;
};
std::filesystem::path NvdecElements::folder;
std::string NvdecElements::film, NvdecElements::other_film, NvdecElements::mixed;

} // namespace

TEST_F(NvdecElements, GoOnWithoutAnotherDecoderAndForgetTheVideoBefore) {
  const Arrivals first = play(film);
  ASSERT_EQ(first.error, "");
  EXPECT_EQ(first.frames.size(), 390u);
  EXPECT_TRUE(first.is_ordered);
  EXPECT_EQ(first.caps.size(), 1u);
  const FakeNvdec before = fake_nvdec;
  const Arrivals second = play(film), third = play(film);
  for (const Arrivals* again : {&second, &third}) {
    EXPECT_EQ(again->error, "");
    EXPECT_EQ(again->caps, first.caps);
    ASSERT_EQ(again->frames.size(), first.frames.size());
    for (size_t frame = 0; frame < first.frames.size(); frame++)
      EXPECT_EQ(again->frames[frame].second, first.frames[frame].second) << frame;
  }
  EXPECT_EQ(third.frames, first.frames); // times as well
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

TEST_F(NvdecElements, DecodeTheStreamOfTheNumberAmongAllVideos) {
  const Arrivals none = play(mixed);
  EXPECT_EQ(none.frames.size(), 0u);
  EXPECT_EQ(none.error, "its codec is not for a GPU");
  const Arrivals second = play(mixed, SIZE_MAX, 2);
  EXPECT_EQ(second.error, "");
  EXPECT_EQ(second.frames.size(), 390u);
}

TEST_F(NvdecElements, DropFramesThatAnEditListDiscards) {
  const std::string whole = folder / "whole.mp4", part = folder / "part.mp4";
  const std::string copy = "ffmpeg -nostdin -v error -y ";
  ASSERT_EQ(std::system((copy + "-i " + film + " -c copy -bf 0 " + whole).c_str()), 0);
  ASSERT_EQ(std::system((copy + "-ss 1.3 -i " + whole + " -c copy " + part).c_str()), 0);
  const Arrivals arrivals = play(part);
  EXPECT_EQ(arrivals.error, "");
  // As many as libavcodec shows, and the first one at the begin.
  VideoReader reader(part, 1, 1, [] { return false; });
  size_t shown = 0;
  while (reader.next().frame)
    shown++;
  EXPECT_GT(reader.account().discarded, 0u);
  EXPECT_EQ(arrivals.frames.size(), shown);
  EXPECT_EQ(arrivals.account.packets, reader.account().packets);
  EXPECT_EQ(arrivals.account.decoded, reader.account().decoded);
  EXPECT_EQ(arrivals.account.discarded, reader.account().discarded);
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
  EXPECT_EQ(changed.error, "its streams change");
  EXPECT_LE(changed.frames.size(), 390u);
  EXPECT_EQ(play(film).frames.size(), 390u);
}
