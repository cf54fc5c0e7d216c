// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The stand-ins for NVIDIA's libraries, with libavcodec, which is to use them.
#include "tests/tools/nvdec/fake_context.h"
#include "tests/tools/nvdec/nvcuvid_structures.h"
#include "tools/read/av_pointers.h"

// FFmpeg's header includes NVIDIA's <cuda.h>, which this machine may lack, unless CUDA_VERSION says
// that it is included already. These two types are all that it needs; both are pointers.
#define CUDA_VERSION 12020
using CUcontext = void*;
using CUstream = void*;
extern "C" {
#include <libavutil/hwcontext.h>
#include <libavutil/hwcontext_cuda.h>
}

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using videohistogram::CurrentContext;
using videohistogram::expect_clean;
using videohistogram::fake_nvcuvid_function;
using videohistogram::FakeContext;
using videohistogram::FakeDriver;
using videohistogram::load_fake_driver;
using videohistogram::nvcuvid::DecoderCaps;
using videohistogram::nvcuvid::DecoderParameters;
using videohistogram::nvcuvid::PictureParameters;
using videohistogram::tools::CodecPtr;
using videohistogram::tools::FormatPtr;
using videohistogram::tools::FramePtr;
using videohistogram::tools::PacketPtr;

namespace {

struct DeviceReleaser {
  void operator()(AVBufferRef* device) const { av_buffer_unref(&device); }
};
using DevicePtr = std::unique_ptr<AVBufferRef, DeviceReleaser>;

DevicePtr wrap(const FakeContext& context) {
  DevicePtr device(av_hwdevice_ctx_alloc(AV_HWDEVICE_TYPE_CUDA));
  EXPECT_TRUE(device);
  auto* const hardware = reinterpret_cast<AVHWDeviceContext*>(device->data);
  static_cast<AVCUDADeviceContext*>(hardware->hwctx)->cuda_ctx = context.get();
  EXPECT_EQ(av_hwdevice_ctx_init(device.get()), 0);
  return device;
}

AVPixelFormat choose_cuda(AVCodecContext*, const AVPixelFormat* formats) {
  for (; *formats != AV_PIX_FMT_NONE; formats++)
    if (*formats == AV_PIX_FMT_CUDA)
      return AV_PIX_FMT_CUDA;
  ADD_FAILURE() << "the decoder does not offer CUDA";
  return AV_PIX_FMT_NONE;
}

/// The sum of the bytes of the slices of H.264 in a packet of MP4, which are after their sizes in
/// four bytes. libavcodec gives each one to the decoder after the start code 0 0 1.
uint32_t sum_of_slices(const AVPacket& packet) {
  uint32_t sum = 0;
  for (int i = 0; i + 4 < packet.size;) {
    const uint8_t* const unit = packet.data + i;
    const int size = unit[0] << 24 | unit[1] << 16 | unit[2] << 8 | unit[3];
    const int type = unit[4] & 31;
    if (type == 1 || type == 5) {
      sum += 1;
      for (int j = 0; j < size; j++)
        sum += unit[4 + j];
    }
    i += 4 + size;
  }
  return sum;
}

struct Outcome {
  std::map<int64_t, uint32_t> sums; ///< of the slices in the file, by times; none for VP8
  int errors = 0;
};

/// Has a test video decoded.
/// \param device   null: in software
/// \param look_at  is called with each frame that comes out
template <class LookAt>
Outcome decode(AVBufferRef* device, LookAt look_at, const char* name = "telescope.mp4") {
  Outcome outcome;
  const std::string path = std::string(std::getenv("VIDEOHISTOGRAM_MEDIA")) + '/' + name;
  AVFormatContext* opened = nullptr;
  EXPECT_EQ(avformat_open_input(&opened, path.c_str(), nullptr, nullptr), 0) << path;
  const FormatPtr file(opened);
  const int stream = av_find_best_stream(file.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
  const AVCodecParameters& parameters = *file->streams[stream]->codecpar;
  const AVCodec* const decoder = avcodec_find_decoder(parameters.codec_id);
  const CodecPtr codec(avcodec_alloc_context3(decoder));
  EXPECT_GE(avcodec_parameters_to_context(codec.get(), &parameters), 0);
  if (device) {
    codec->hw_device_ctx = av_buffer_ref(device);
    codec->get_format = choose_cuda;
#ifdef AV_HWACCEL_FLAG_UNSAFE_OUTPUT // of newer versions, which copy frames without this flag
    if (parameters.codec_id == AV_CODEC_ID_H264)
      codec->hwaccel_flags |= AV_HWACCEL_FLAG_UNSAFE_OUTPUT;
#endif
  }
  EXPECT_EQ(avcodec_open2(codec.get(), decoder, nullptr), 0);
  const auto send = [&](const AVPacket* packet) {
    outcome.errors += avcodec_send_packet(codec.get(), packet) < 0;
    for (;;) {
      FramePtr frame(av_frame_alloc());
      const int result = avcodec_receive_frame(codec.get(), frame.get());
      if (result == AVERROR(EAGAIN) || result == AVERROR_EOF)
        return;
      if (result < 0)
        outcome.errors++;
      else
        look_at(std::move(frame));
    }
  };
  const PacketPtr packet(av_packet_alloc());
  while (av_read_frame(file.get(), packet.get()) == 0) {
    if (packet->stream_index == stream) {
      if (parameters.codec_id == AV_CODEC_ID_H264)
        outcome.sums[packet->pts] = sum_of_slices(*packet);
      send(packet.get());
    }
    av_packet_unref(packet.get());
  }
  send(nullptr);
  return outcome;
}

/// The first four bytes of a plane.
uint32_t read_plane(const AVFrame& frame, int plane) {
  uint32_t value = 0;
  std::memcpy(&value, frame.data[plane], sizeof value);
  return value;
}

/// The functions of a decoder.
struct Nvcuvid {
  int (*get_caps)(DecoderCaps*) = fake_nvcuvid_function<int(DecoderCaps*)>("cuvidGetDecoderCaps");
  int (*make)(void**, const DecoderParameters*) =
      fake_nvcuvid_function<int(void**, const DecoderParameters*)>("cuvidCreateDecoder");
  int (*destroy)(void*) = fake_nvcuvid_function<int(void*)>("cuvidDestroyDecoder");
  int (*decode)(void*, const PictureParameters*) =
      fake_nvcuvid_function<int(void*, const PictureParameters*)>("cuvidDecodePicture");
  int (*map)(void*, int, unsigned long long*, unsigned*, const void*) =
      fake_nvcuvid_function<int(void*, int, unsigned long long*, unsigned*, const void*)>(
          "cuvidMapVideoFrame64");
  int (*unmap)(void*, unsigned long long) =
      fake_nvcuvid_function<int(void*, unsigned long long)>("cuvidUnmapVideoFrame64");
};

/// Of three surfaces, of which one can be mapped.
DecoderParameters small_decoder(uint32_t codec, uint32_t chroma_format, uint32_t depth,
                                uint32_t output_format) {
  DecoderParameters parameters = {};
  parameters.width = parameters.target_width = 300;
  parameters.height = parameters.target_height = 48;
  parameters.codec = codec;
  parameters.chroma_format = chroma_format;
  parameters.depth_minus_8 = depth - 8;
  parameters.output_format = output_format;
  parameters.n_surfaces = 3;
  parameters.n_output_surfaces = 1;
  return parameters;
}

/// \return how many misuses were counted since the last call
int take_misuse(const FakeDriver& driver) {
  return std::exchange(driver.misuse, 0);
}

} // namespace

TEST(FakeDriver, DecodesAsManyFramesAsTheSoftware) {
  const FakeDriver& driver = load_fake_driver();
  std::vector<int64_t> times;
  decode(nullptr, [&](FramePtr frame) { times.push_back(frame->pts); });
  ASSERT_EQ(times.size(), 390u);
  const int made = driver.decoders_made;
  {
    const FakeContext context;
    const DevicePtr device = wrap(context);
    std::vector<int64_t> cuda_times;
    std::map<int64_t, uint32_t> sums;
    const Outcome outcome = decode(device.get(), [&](FramePtr frame) {
      ASSERT_EQ(frame->format, AV_PIX_FMT_CUDA);
      const auto* const frames = reinterpret_cast<AVHWFramesContext*>(frame->hw_frames_ctx->data);
      EXPECT_EQ(frames->sw_format, AV_PIX_FMT_NV12);
      EXPECT_EQ(frame->width, 480);
      EXPECT_EQ(frame->height, 270);
      EXPECT_EQ(frame->linesize[0] % 512, 0);
      EXPECT_EQ(frame->data[0][4], 0x50);
      EXPECT_EQ(read_plane(*frame, 1), 0x90909090u);
      EXPECT_EQ(driver.frames_mapped, 1);
      cuda_times.push_back(frame->pts);
      sums[frame->pts] = read_plane(*frame, 0);
    });
    EXPECT_EQ(outcome.errors, 0);
    EXPECT_EQ(cuda_times, times);
    EXPECT_EQ(sums, outcome.sums);
    std::set<uint32_t> different;
    for (const auto& sum : sums)
      different.insert(sum.second);
    EXPECT_GT(different.size(), 380u);
  }
  EXPECT_EQ(driver.decoders_made, made + 1);
  expect_clean(driver);
}

TEST(FakeDriver, DecodesVp8) {
  const FakeDriver& driver = load_fake_driver();
  std::vector<int64_t> times, cuda_times;
  decode(
      nullptr, [&](FramePtr frame) { times.push_back(frame->pts); }, "telescope.webm");
  ASSERT_GT(times.size(), 100u);
  {
    const FakeContext context;
    const DevicePtr device = wrap(context);
    const Outcome outcome = decode(
        device.get(),
        [&](FramePtr frame) {
          ASSERT_EQ(frame->format, AV_PIX_FMT_CUDA);
          cuda_times.push_back(frame->pts);
        },
        "telescope.webm");
    EXPECT_EQ(outcome.errors, 0);
  }
  EXPECT_EQ(cuda_times, times);
  EXPECT_EQ(driver.codec, 9u); // cudaVideoCodec_VP8
  expect_clean(driver);
}

TEST(FakeDriver, KeepsFramesThatOutliveTheDecoder) {
  const FakeDriver& driver = load_fake_driver();
  {
    const FakeContext context;
    const DevicePtr device = wrap(context);
    std::vector<FramePtr> held;
    const Outcome outcome = decode(device.get(), [&](FramePtr frame) {
      held.push_back(std::move(frame));
      if (held.size() > 2)
        held.erase(held.begin());
    });
    EXPECT_EQ(driver.decoders_alive, 1);
    EXPECT_EQ(driver.frames_mapped, 2);
    ASSERT_EQ(held.size(), 2u);
    for (const FramePtr& frame : held)
      EXPECT_EQ(read_plane(*frame, 0), outcome.sums.at(frame->pts));
  }
  expect_clean(driver);
}

TEST(FakeDriver, CopiesFramesToTheHost) {
  const FakeDriver& driver = load_fake_driver();
  {
    const FakeContext context;
    const DevicePtr device = wrap(context);
    unsigned n_frames = 0;
    const Outcome outcome = decode(device.get(), [&](FramePtr frame) {
      if (n_frames++ > 0)
        return;
      const FramePtr copy(av_frame_alloc());
      ASSERT_EQ(av_hwframe_transfer_data(copy.get(), frame.get(), 0), 0);
      EXPECT_EQ(copy->format, AV_PIX_FMT_NV12);
      EXPECT_EQ(read_plane(*copy, 0), read_plane(*frame, 0));
      EXPECT_EQ(read_plane(*copy, 1), 0x90909090u);
    });
    EXPECT_EQ(n_frames, outcome.sums.size());
  }
  expect_clean(driver);
}

TEST(FakeDriver, FailsWhenItIsTold) {
  const FakeDriver& driver = load_fake_driver();
  {
    const FakeContext context;
    const DevicePtr device = wrap(context);
    unsigned n_frames = 0;
    driver.decoder_fails = 1;
    av_log_set_level(AV_LOG_QUIET); // of several messages per frame
    const Outcome outcome = decode(device.get(), [&](FramePtr) { n_frames++; });
    av_log_set_level(AV_LOG_INFO);
    driver.decoder_fails = 0;
    EXPECT_GT(outcome.errors, 0);
    EXPECT_EQ(n_frames, 0u);
  }
  expect_clean(driver);
}

TEST(FakeDriver, CountsMisuse) {
  const FakeDriver& driver = load_fake_driver();
  const Nvcuvid nvcuvid;
  DecoderCaps caps = {};
  caps.codec = 8; // cudaVideoCodec_HEVC
  caps.chroma_format = 3;
  caps.depth_minus_8 = 2;
  EXPECT_NE(nvcuvid.get_caps(&caps), 0);
  EXPECT_EQ(take_misuse(driver), 1) << "no context is current";
  {
    const FakeContext context;
    const CurrentContext current(context);
    EXPECT_EQ(nvcuvid.get_caps(&caps), 0);
    EXPECT_EQ(caps.is_supported, 1);
    EXPECT_EQ(caps.output_formats, 0b1100);
    caps.codec = 4; // cudaVideoCodec_H264
    EXPECT_EQ(nvcuvid.get_caps(&caps), 0);
    EXPECT_EQ(caps.is_supported, 0);

    const DecoderParameters parameters = small_decoder(4, 1, 8, 0);
    void* decoder = nullptr;
    ASSERT_EQ(nvcuvid.make(&decoder, &parameters), 0);

    unsigned long long address = 0;
    unsigned pitch = 0;
    EXPECT_NE(nvcuvid.map(decoder, 0, &address, &pitch, nullptr), 0);
    EXPECT_EQ(take_misuse(driver), 1) << "nothing is decoded";
    PictureParameters picture = {};
    picture.surface = 3;
    EXPECT_NE(nvcuvid.decode(decoder, &picture), 0);
    picture.surface = -1;
    EXPECT_NE(nvcuvid.decode(decoder, &picture), 0);
    EXPECT_EQ(take_misuse(driver), 2) << "there is no such surface";

    // Two fields of a picture
    const uint8_t bytes[] = {1, 2, 255};
    picture.surface = 2;
    picture.bytes = bytes;
    picture.n_bytes = sizeof bytes;
    picture.is_field = 1;
    EXPECT_EQ(nvcuvid.decode(decoder, &picture), 0);
    picture.is_second_field = 1;
    EXPECT_EQ(nvcuvid.decode(decoder, &picture), 0);
    EXPECT_EQ(nvcuvid.map(decoder, 2, &address, &pitch, nullptr), 0);
    EXPECT_EQ(pitch, 512u);
    uint32_t sum = 0;
    std::memcpy(&sum, reinterpret_cast<const void*>(address), sizeof sum);
    EXPECT_EQ(sum, 516u);
    EXPECT_EQ(take_misuse(driver), 0);

    EXPECT_NE(nvcuvid.map(decoder, 2, &address, &pitch, nullptr), 0);
    EXPECT_EQ(take_misuse(driver), 1) << "the only frame is mapped";
    {
      const FakeContext other;
      const CurrentContext also_current(other);
      EXPECT_NE(nvcuvid.decode(decoder, &picture), 0);
      EXPECT_EQ(take_misuse(driver), 1) << "another context is current";
    }
    EXPECT_EQ(nvcuvid.destroy(decoder), 0);
    EXPECT_EQ(take_misuse(driver), 1) << "a frame is mapped";
    EXPECT_NE(nvcuvid.destroy(decoder), 0);
    EXPECT_EQ(take_misuse(driver), 1) << "it was destroyed";
  }
  expect_clean(driver);
}

TEST(FakeDriver, HasPlanesBelowEachOther) {
  const FakeDriver& driver = load_fake_driver();
  const Nvcuvid nvcuvid;
  struct Case {
    uint32_t chroma_format, depth, output_format;
    std::vector<uint8_t> planes; ///< their bytes
    size_t pitch;
  };
  // 4:2:0 in 8 and 10 bits, 4:4:4 in 8 and 10 bits, of 300x48 samples
  const Case cases[] = {{1, 8, 0, {0x50, 0x90}, 512},
                        {1, 10, 1, {0x50, 0x90}, 1024},
                        {3, 8, 2, {0x50, 0x90, 0xa0}, 512},
                        {3, 10, 3, {0x50, 0x90, 0xa0}, 1024}};
  {
    const FakeContext context;
    const CurrentContext current(context);
    for (const Case& c : cases) {
      const DecoderParameters parameters =
          small_decoder(8, c.chroma_format, c.depth, c.output_format);
      void* decoder = nullptr;
      ASSERT_EQ(nvcuvid.make(&decoder, &parameters), 0);
      PictureParameters picture = {};
      ASSERT_EQ(nvcuvid.decode(decoder, &picture), 0);
      unsigned long long address = 0;
      unsigned pitch = 0;
      ASSERT_EQ(nvcuvid.map(decoder, 0, &address, &pitch, nullptr), 0);
      EXPECT_EQ(pitch, c.pitch);
      const auto* const bytes = reinterpret_cast<const uint8_t*>(address);
      const size_t rows = c.chroma_format == 3 ? 48 * 3 : 48 + 24;
      for (size_t row = 1; row < rows; row++)
        EXPECT_EQ(bytes[row * pitch], c.planes[row / 48]) << row;
      EXPECT_EQ(bytes[rows * pitch - 1], c.planes.back());
      EXPECT_EQ(nvcuvid.unmap(decoder, address), 0);
      EXPECT_EQ(nvcuvid.destroy(decoder), 0);
    }
  }
  expect_clean(driver);
}
