// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Files as a worker of a GPU decodes them, with stand-ins for NVIDIA's libraries: a frame has the
// sum of the bytes of its slices in its first four bytes, and 0x50 beside them.
#include "tests/tools/nvdec/fake_driver.h"
#include "tools/analysis/file_source.h"
#include "tools/read/gpu/gpu.h"
#include "tools/read/gst_pointers.h"

#include <gst/video/video.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

using namespace videohistogram;
using namespace videohistogram::tools;

namespace {

/// The value of GST_MAP_CUDA.
constexpr auto map_cuda = static_cast<GstMapFlags>(GST_MAP_FLAG_LAST << 1);

struct Arrival {
  guint64 time;
  uint32_t first_bytes;
  bool operator==(const Arrival& other) const {
    return time == other.time && first_bytes == other.first_bytes;
  }
};

/// What arrives in the pipeline.
struct Arrivals {
  size_t wanted = SIZE_MAX; ///< frames, after which the stream is ended
  std::vector<Arrival> frames;
  std::vector<std::string> caps;
  std::string error;
  FrameAccount account;
};

uint32_t read_first_bytes(GstBuffer* buffer) {
  uint32_t bytes = 0;
  GstMapInfo map;
  EXPECT_TRUE(gst_memory_is_type(gst_buffer_peek_memory(buffer, 0), "gst.cuda.memory"));
  // Memory of the device is memory of the host here.
  EXPECT_TRUE(gst_buffer_map(buffer, &map, static_cast<GstMapFlags>(GST_MAP_READ | map_cuda)));
  std::memcpy(&bytes, map.data, sizeof bytes);
  gst_buffer_unmap(buffer, &map);
  return bytes;
}

GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
  auto* const arrivals = static_cast<Arrivals*>(data);
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
    GstBuffer* const buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    arrivals->frames.push_back({GST_BUFFER_PTS(buffer), read_first_bytes(buffer)});
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
  gst_element_set_state(pipeline.get(), GST_STATE_PLAYING);
  const BusPtr bus(gst_element_get_bus(pipeline.get()));
  const MessagePtr message(gst_bus_timed_pop_filtered(
      bus.get(), 60 * GST_SECOND, GstMessageType(GST_MESSAGE_EOS | GST_MESSAGE_ERROR)));
  EXPECT_TRUE(message && GST_MESSAGE_TYPE(message.get()) == GST_MESSAGE_EOS) << path;
  source.stop();
  gst_element_set_state(pipeline.get(), GST_STATE_NULL);
  source.join();
  arrivals.account = source.account();
  if (source.error())
    arrivals.error = source.error()->message;
  return arrivals;
}

/// The times of the frames that the CPU decodes, as play() gives them.
std::vector<guint64> times_by_cpu(const std::string& path, FrameAccount& account) {
  std::vector<guint64> times;
  VideoReader reader(path, 1, 1, [] { return false; });
  for (TimedFrame frame = reader.next(); frame.frame; frame = reader.next()) {
    EXPECT_TRUE(frame.time) << path;
    times.push_back((guint64{1} << 60) + static_cast<guint64>(frame.time.value_or(0)));
  }
  account = reader.account();
  return times;
}

std::vector<guint64> times_of(const Arrivals& arrivals) {
  std::vector<guint64> times;
  for (const Arrival& frame : arrivals.frames)
    times.push_back(frame.time);
  return times;
}

class GpuDecoding : public testing::Test {
protected:
  static void SetUpTestSuite() {
    driver = &load_fake_driver();
    gst_init(nullptr, nullptr);
    problem = why_gpu_does_not_decode();
    folder = std::filesystem::temp_directory_path() /
             ("gpu-decoding-" + std::to_string(g_random_int()) + std::to_string(g_random_int()));
    std::filesystem::create_directory(folder);
    film = std::string(getenv("VIDEOHISTOGRAM_MEDIA")) + "/telescope.mp4";
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder); }

  void SetUp() override {
    if (!problem.empty())
      GTEST_SKIP() << problem;
  }
  void TearDown() override {
    EXPECT_EQ(driver->misuse, 0);
    EXPECT_EQ(driver->cuda_misuse, 0);
    EXPECT_EQ(driver->frames_mapped, 0);
  }

  /// Makes a file with FFmpeg; `arguments` name input and encoder.
  static std::string make(const std::string& name, const std::string& arguments) {
    std::string path = folder / name;
    EXPECT_EQ(std::system(("ffmpeg -nostdin -v error -y " + arguments + " " + path).c_str()), 0);
    return path;
  }

  static const FakeDriver* driver;
  static std::string problem, film;
  static std::filesystem::path folder;
};
const FakeDriver* GpuDecoding::driver;
std::string GpuDecoding::problem, GpuDecoding::film;
std::filesystem::path GpuDecoding::folder;

constexpr const char* h264 = "-c:v libx264 -preset ultrafast -bf 2 -x264-params threads=1";
const std::string test_picture = "-f lavfi -i testsrc2=s=320x240:r=25:d=2";

} // namespace

TEST_F(GpuDecoding, HasTheFramesAndTimesOfTheCpu) {
  const std::string copied = "-i " + film + " -c copy ";
  for (const std::string& path :
       {film, make("film.mkv", copied), make("film.ts", copied),
        make("b-frames.mkv", test_picture + " " + h264),
        make("vp8.webm", test_picture + " -c:v libvpx -b:v 500k"),
        make("vp9.webm", test_picture + " -c:v libvpx-vp9 -cpu-used 8 -b:v 500k")}) {
    SCOPED_TRACE(path);
    FrameAccount account;
    const std::vector<guint64> times = times_by_cpu(path, account);
    const Arrivals arrivals = play(path);
    EXPECT_EQ(arrivals.error, "");
    EXPECT_EQ(times_of(arrivals), times);
    EXPECT_EQ(arrivals.account.packets, account.packets);
    EXPECT_EQ(arrivals.account.decoded, account.decoded);
    ASSERT_EQ(arrivals.caps.size(), 1u);
    EXPECT_NE(arrivals.caps[0].find("video/x-raw(memory:CUDAMemory)"), std::string::npos);
    EXPECT_NE(arrivals.caps[0].find("format=(string)NV12"), std::string::npos);
  }
}

TEST_F(GpuDecoding, GoesOnWithADecoderAndForgetsTheVideoBefore) {
  for (const std::string& path :
       {make("one.mkv", test_picture + " " + h264), make("one.ts", test_picture + " " + h264),
        make("one.webm", test_picture + " -c:v libvpx-vp9 -cpu-used 8 -b:v 500k")}) {
    SCOPED_TRACE(path);
    const Arrivals first = play(path);
    EXPECT_EQ(first.error, "");
    EXPECT_EQ(first.frames.size(), 50u);
    EXPECT_EQ(driver->decoders_alive, 1);
    const int made = driver->decoders_made;
    for (int again = 0; again < 2; again++) {
      const Arrivals next = play(path);
      EXPECT_EQ(next.error, "");
      EXPECT_EQ(next.frames, first.frames);
      EXPECT_EQ(next.caps, first.caps);
    }
    EXPECT_EQ(driver->decoders_made, made);
  }
}

TEST_F(GpuDecoding, GoesOnWithOtherParameterSets) {
  const std::string encoder = test_picture + " -c:v libx264 -preset veryfast -threads 1 ",
                    colours = "-color_primaries bt709 -color_trc bt709 -colorspace bt709 ";
  const std::string other_size =
      make("other-size.mkv", "-f lavfi -i testsrc2=s=160x120:d=1 " + std::string(h264));
  const std::string paths[] = {
      make("sets-0.mkv", encoder + "-profile:v baseline -refs 1"),
      make("sets-1.mp4", encoder + "-profile:v high -refs 16 -bf 8 -b_strategy 0 -g 250"),
      make("sets-2.ts", encoder + "-profile:v main -refs 4 -bf 1"),
      make("sets-3.ts", encoder + colours), // which a container does not state
      make("sets-4.ts", encoder + "-bf 3 " + colours),
      make("sets-5.mkv", encoder + colours), // which states them as well
  };
  constexpr size_t n = std::size(paths);
  std::vector<Arrivals> expected;
  for (const std::string& path : paths) {
    play(other_size); // so that a new decoder is needed
    expected.push_back(play(path));
    EXPECT_EQ(expected.back().error, "") << path;
    EXPECT_EQ(expected.back().frames.size(), 50u) << path;
  }
  int made = 0;
  for (size_t i = 0; i < 3 * n; i++) {
    const size_t number = i * 5 % 3 * 2 + i % 2; // each one after several others
    SCOPED_TRACE(paths[number]);
    const int before = driver->decoders_made;
    const Arrivals arrivals = play(paths[number]);
    made += driver->decoders_made - before;
    EXPECT_EQ(arrivals.error, "");
    EXPECT_EQ(arrivals.frames, expected[number].frames);
    EXPECT_EQ(arrivals.caps, expected[number].caps);
  }
  EXPECT_LT(static_cast<size_t>(made), 3 * n);
  play(paths[0]);
  for (const size_t number : {1, 2, 1, 0, 3, 4, 3}) { // the matrix is known, or is none
    const int before = driver->decoders_made;
    EXPECT_EQ(play(paths[number]).frames, expected[number].frames);
    EXPECT_EQ(driver->decoders_made - before, 0) << paths[number];
  }
}

TEST_F(GpuDecoding, HasAllFramesOfAVideoThatIsShorterThanWhatADecoderHoldsBack) {
  const std::string many =
      make("many.mkv", test_picture + " -c:v libx264 -preset veryfast -bf 8 -b_strategy 0");
  for (int frames = 1; frames <= 4; frames++) {
    const std::string few = make("few-" + std::to_string(frames) + ".mkv",
                                 test_picture + " -frames:v " + std::to_string(frames) +
                                     " -c:v libx264 -preset ultrafast");
    const Arrivals expected = play(few);
    EXPECT_EQ(expected.frames.size(), static_cast<size_t>(frames));
    for (int again = 0; again < 2; again++) {
      EXPECT_EQ(play(many).frames.size(), 50u);
      const int made = driver->decoders_made;
      EXPECT_EQ(play(few).frames, expected.frames);
      EXPECT_EQ(play(few).frames, expected.frames);
      EXPECT_EQ(driver->decoders_made, made);
    }
  }
}

TEST_F(GpuDecoding, FreesTheDecoderOfAnotherKindOfVideo) {
  const std::string small = make("small.mkv",
                                 "-f lavfi -i testsrc2=s=160x120:d=1 " + std::string(h264)),
                    other = make("other.mkv", test_picture + " " + h264);
  const Arrivals first = play(small);
  play(other);
  EXPECT_EQ(driver->decoders_alive, 1);
  const int made = driver->decoders_made;
  EXPECT_EQ(play(small).frames, first.frames);
  EXPECT_EQ(driver->decoders_made, made + 1);
  EXPECT_EQ(driver->decoders_alive, 1);
}

TEST_F(GpuDecoding, KeepsNoDecoderOfAVideoThatEndsEarly) {
  const std::string path = make("early.mkv", test_picture + " " + h264);
  const Arrivals first = play(path);
  EXPECT_EQ(play(path, 7).frames.size(), 7u);
  EXPECT_EQ(driver->decoders_alive, 0);
  EXPECT_EQ(play(path).frames, first.frames);
}

TEST_F(GpuDecoding, KeepsNoDecoderForAStreamThatRefersToWhatIsNotThere) {
  const std::string whole =
                        make("whole.ts", "-f lavfi -i testsrc2=s=320x240:r=25:d=4 "
                                         "-c:v libx264 -x264-params "
                                         "open-gop=1:keyint=25:min-keyint=25:scenecut=0:threads=1"),
                    cut = make("cut.ts", "-ss 1.04 -i " + whole + " -c copy");
  play(whole);
  EXPECT_EQ(driver->decoders_alive, 1);
  const int made = driver->decoders_made;
  play(cut);
  EXPECT_EQ(driver->decoders_made, made + 1);
}

TEST_F(GpuDecoding, KeepsNoDecoderThatKnowsMoreOfAVideoThanItsParameters) {
  const std::string encoder = test_picture + " " + h264;
  for (const std::string& path :
       {make("turned.mkv", encoder + " -bsf:v h264_metadata=display_orientation=insert:rotate=90"),
        make("interlaced.mkv", encoder + " -flags +ildct")}) {
    SCOPED_TRACE(path);
    EXPECT_EQ(play(path).frames.size(), 50u);
    EXPECT_EQ(driver->decoders_alive, 0);
  }
}

TEST_F(GpuDecoding, EndsWithTheFirstError) {
  const Arrivals first = play(film);
  driver->decoder_fails = 1;
  const Arrivals failed = play(make("fails.mkv", test_picture + " " + h264));
  driver->decoder_fails = 0;
  EXPECT_EQ(failed.frames.size(), 0u);
  EXPECT_EQ(failed.error.rfind("the GPU does not decode it without errors: ", 0), 0u)
      << failed.error;
  EXPECT_EQ(driver->decoders_alive, 0);
  EXPECT_EQ(play(film).frames, first.frames);
}

TEST_F(GpuDecoding, LeavesToTheCpuWhatNvdecDecodesInAnotherWay) {
  const std::string hevc = "-c:v libx265 -preset ultrafast -x265-params log-level=error";
  const std::pair<std::string, std::string> refused[] = {
    {make("jpeg.avi", test_picture + " -c:v mjpeg"), "its codec is not for a GPU"},
    {make("mpeg2.mpg", test_picture + " -c:v mpeg2video"), "its codec is not for a GPU"},
    {make("gray.mkv", test_picture + " -pix_fmt gray " + h264), "its codec is not for a GPU"},
    {make("gray.ts", test_picture + " -pix_fmt gray " + h264), "its codec is not for a GPU"},
#if LIBAVCODEC_VERSION_MAJOR < 62 // later ones have NVDEC decode it, where a GPU can
    {make("10-bits.mkv", test_picture + " -pix_fmt yuv420p10le " + h264), "the GPU does not"},
#endif
    {make("12-bits.mkv", test_picture + " -pix_fmt yuv420p12le " + hevc), ""},
  };
  for (const auto& [path, reason] : refused) {
    SCOPED_TRACE(path);
    const Arrivals arrivals = play(path);
    EXPECT_EQ(arrivals.frames.size(), 0u);
    EXPECT_FALSE(arrivals.error.empty());
    EXPECT_EQ(arrivals.error.rfind(reason, 0), 0u) << arrivals.error;
  }
}

TEST_F(GpuDecoding, CropsToThePixel) {
  const std::string encoder = test_picture + " " + h264;
  const Arrivals whole = play(make("uncropped.mkv", encoder)),
                 right = play(make("right.mkv", encoder + " -bsf:v h264_metadata=crop_right=6:"
                                                          "crop_bottom=4")),
                 left = play(make("left.mkv", encoder + " -bsf:v h264_metadata=crop_left=8:"
                                                        "crop_top=2"));
  EXPECT_NE(whole.caps.at(0).find("width=(int)320, height=(int)240"), std::string::npos);
  EXPECT_NE(right.caps.at(0).find("width=(int)314, height=(int)236"), std::string::npos);
  EXPECT_NE(left.caps.at(0).find("width=(int)312, height=(int)238"), std::string::npos);
  ASSERT_EQ(right.frames.size(), whole.frames.size());
  ASSERT_EQ(left.frames.size(), whole.frames.size());
  for (size_t i = 0; i < whole.frames.size(); i++) {
    EXPECT_EQ(right.frames[i], whole.frames[i]);
    EXPECT_EQ(left.frames[i].first_bytes, 0x50505050u);
  }
}

TEST_F(GpuDecoding, DecodesTheStreamOfTheNumberAmongAllVideos) {
  const std::string mixed = make("mixed.mkv", test_picture + " -i " + film +
                                                  " -map 0:v -map 1:v -c:v:0 mjpeg -c:v:1 copy");
  EXPECT_EQ(play(mixed).error, "its codec is not for a GPU");
  const Arrivals second = play(mixed, SIZE_MAX, 2);
  EXPECT_EQ(second.error, "");
  EXPECT_EQ(second.frames.size(), 390u);
}

TEST_F(GpuDecoding, DropsFramesThatAnEditListDiscards) {
  const std::string whole = make("discard-whole.mp4", "-i " + film + " -c copy -bf 0"),
                    part = make("part.mp4", "-ss 1.3 -i " + whole + " -c copy");
  FrameAccount account;
  const std::vector<guint64> times = times_by_cpu(part, account);
  ASSERT_GT(account.discarded.value_or(0), 0u);
  for (int again = 0; again < 2; again++) {
    const Arrivals arrivals = play(part);
    EXPECT_EQ(arrivals.error, "");
    EXPECT_EQ(times_of(arrivals), times);
    EXPECT_EQ(arrivals.account.packets, account.packets);
    EXPECT_EQ(arrivals.account.discarded, account.discarded);
    EXPECT_EQ(arrivals.account.decoded, account.decoded);
  }
}

TEST_F(GpuDecoding, CountsTheDecodersThatTheDriverTells) {
  EXPECT_EQ(count_gpu_decoders(), 0u) << "an old driver";
  driver->n_decoders = 3;
  EXPECT_EQ(count_gpu_decoders(), 3u);
  EXPECT_EQ(driver->codec, 4u); // cudaVideoCodec_H264
  EXPECT_EQ(driver->chroma_format, 1u);
  driver->supported = 0;
  EXPECT_EQ(count_gpu_decoders(), 0u);
  driver->supported = 1;
  driver->caps_result = 100;
  EXPECT_EQ(count_gpu_decoders(), 0u);
  driver->caps_result = 0;
}

TEST(IdleDecoders, AreFreedForOthersOnceThereAreAsManyAsMayWait) {
  GpuDecoders decoders([] { return BufferRefPtr(); }, 2);
  const auto parameters_of = [](int width) {
    AVCodecParameters parameters{};
    parameters.codec_id = AV_CODEC_ID_VP9;
    parameters.width = width;
    return parameters;
  };
  const AVCodecParameters one = parameters_of(16), two = parameters_of(32),
                          three = parameters_of(48);
  const auto put = [&](const AVCodecParameters& parameters) {
    decoders.put(CodecPtr(avcodec_alloc_context3(nullptr)), {parameters, true});
  };
  put(one);
  EXPECT_FALSE(decoders.take({three, true})) << "of another kind";
  EXPECT_TRUE(decoders.take({one, true})) << "freed although only one waits";
  EXPECT_FALSE(decoders.take({one, true})) << "given out twice";
  put(one);
  put(two);
  EXPECT_FALSE(decoders.take({three, true}));
  EXPECT_FALSE(decoders.take({one, true})) << "not freed although it has waited longest";
  EXPECT_TRUE(decoders.take({two, true}));
}

TEST(TimeGuesses, BelieveTheTimesThatIncrease) {
  constexpr int64_t none = AV_NOPTS_VALUE;
  TimeGuess both;
  EXPECT_EQ(both.next(4, 0), 4);
  EXPECT_EQ(both.next(8, 4), 8);
  EXPECT_EQ(both.next(6, 8), 8); // one time of showing is wrong, none of decoding
  EXPECT_EQ(both.next(12, 7), 12);
  TimeGuess one;
  EXPECT_EQ(one.next(none, none), none);
  EXPECT_EQ(one.next(none, 5), 5);
  EXPECT_EQ(one.next(7, none), 7);
}
