// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures that a device draws over frames in its memory, compared byte by byte with those that the
// CPU counts, draws and blends. The program runs on emulated devices and, linked with CUDA, on GPU
// 0. With --small as its first argument it draws over no frame of 4K.
#include "core/drawing/curve.h"
#include "core/drawing/painting.h"
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"
#include "plugin/scope/draw/picture.h"
#include "plugin/scope/overlay/blender.h"
#include "plugin/scope/overlay/placement.h"
#include "tests/plugin/scope/device/frames.h"
#include "tests/plugin/support/known_formats.h"
#include "tests/reference/compare.h"

#include <gst/gst.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::scope {

namespace {

bool small_frames = false;

/// Frames, and what is drawn over them.
struct Case {
  const char* format = "NV12";
  uint32_t width = 64, height = 48;
  OverlaySettings place;
  PictureOptions options;
  bool full_range = false;
  Transfer transfer = Transfer::sdr;
  size_t first = 0, padding = 0; ///< of FrameLayout

  std::string text() const {
    return std::string(format) + " " + std::to_string(width) + "x" + std::to_string(height) +
           " at " + std::to_string(place.x) + "," + std::to_string(place.y) + " of " +
           std::to_string(place.width) + "x" + std::to_string(place.height) + ", opacity " +
           std::to_string(place.opacity) + " and " + std::to_string(place.backing_opacity) +
           (full_range ? ", full range" : "") + ", transfer " +
           std::to_string(static_cast<int>(transfer)) + ", padding " + std::to_string(padding);
  }
};

Source source_of(const Case& c) {
  Source source;
  source.format = find_format(c.format);
  source.width = c.width;
  source.height = c.height;
  source.composite = Composite::lines_625;
  source.colours.full_range = c.full_range;
  source.colours.narrow_rgb = !c.full_range;
  source.colours.transfer = c.transfer;
  source.description = "frames of a test";
  return source;
}

/// Draws the frames of a case on the CPU and on the device.
class Comparison {
public:
  explicit Comparison(const Case& c)
      : case_(c), source_(source_of(c)), cpu_(create_cpu_backend(1)), cpu_job_(cpu_->make_job()) {
    gst_video_info_set_format(&info_, gst_video_format_from_string(c.format), c.width, c.height);
    placement_ = blended_placement(c.place, info_);
    const GstVideoInfo argb = Blender::pictures(placement_.width, placement_.height, info_);
    const PixelOrder order = {1, 2, 3, 0};
    for (std::unique_ptr<Picture>* picture : {&on_cpu_, &on_device_})
      *picture = std::move(
          *Picture::create(source_, c.options, placement_.width, placement_.height, order));
    picture_buffer_ = gst_buffer_new_allocate(nullptr, argb.size, nullptr);
    blender_ = std::make_unique<Blender>(info_, source_.colours, c.transfer);
    colours_ = picture_colours(info_, source_.colours, c.transfer);
    CudaConfig config;
    config.depth = 1;
    config.time_limit = std::chrono::minutes(5); // an emulated device is slow under sanitizers
    device_ = std::move(*create_cuda_backend(config));
    device_job_ = device_->make_job();
  }
  ~Comparison() {
    device_job_.reset();
    gst_buffer_unref(picture_buffer_);
  }
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  void hold(Hold hold) {
    on_cpu_->hold(hold);
    hold_ = hold;
    hold_request_++;
  }

  /// Draws over one frame. `copy`: the device draws over a copy.
  testing::AssertionResult draws_alike(Pattern pattern, uint32_t seed, bool copy = false) {
    HostFrame frame({source_.format, case_.width, case_.height, case_.first, case_.padding});
    fill(frame, pattern, seed);
    HostFrame expected = frame;
    if (Status status = draw_on_cpu(frame, expected); !status.ok())
      return testing::AssertionFailure() << case_.text() << ": " << status.error().message;
    DeviceBytes bytes(frame.bytes);
    std::vector<uint8_t> target_bytes(frame.bytes.size(), 0x5A);
    DeviceBytes target(target_bytes);
    if (Status status = draw_on_device(frame, bytes, copy ? &target : nullptr); !status.ok())
      return testing::AssertionFailure() << case_.text() << ": " << status.error().message;
    if (copy) {
      if (bytes.read() != frame.bytes)
        return testing::AssertionFailure() << case_.text() << ": the frame that was copied changed";
      expect_padding(expected, target_bytes);
    }
    const testing::AssertionResult same = equal_frames(expected, (copy ? target : bytes).read());
    return same ? same
                : testing::AssertionFailure()
                      << case_.text() << ", pattern " << static_cast<int>(pattern) << ", seed "
                      << seed << ", picture at " << placement_.rect.x << "," << placement_.rect.y
                      << " of " << placement_.rect.width << "x" << placement_.rect.height << "\n"
                      << same.message();
  }

private:
  /// Padding is not copied: a copy keeps its own.
  void expect_padding(HostFrame& expected, const std::vector<uint8_t>& own) const {
    std::vector<uint8_t> bytes = own;
    for (uint32_t p = 0; p < source_.format->n_planes; p++)
      for (uint32_t y = 0; y < source_.format->rows(p, case_.height); y++) {
        const auto row = static_cast<ptrdiff_t>(expected.offsets[p] + y * expected.strides[p]);
        const auto n = static_cast<ptrdiff_t>(source_.format->row_bytes(p, case_.width));
        std::copy_n(expected.bytes.begin() + row, n, bytes.begin() + row);
      }
    expected.bytes = std::move(bytes);
  }

  Status draw_on_cpu(const HostFrame& frame, HostFrame& expected) {
    const SharedPlan& plan = on_cpu_->plan();
    tables_.release();
    Status status = cpu_->submit(*cpu_job_, frame.view(), plan, {});
    if (status.ok())
      status = cpu_job_->wait(tables_.histograms_of(plan));
    if (status.ok())
      status = tables_.read(plan, *cpu_job_);
    cpu_job_->release();
    if (!status.ok())
      return status;
    GstMapInfo map;
    EXPECT_TRUE(gst_buffer_map(picture_buffer_, &map, GST_MAP_WRITE));
    on_cpu_->draw(&tables_, {map.data, static_cast<ptrdiff_t>(4 * size_t{placement_.width})});
    gst_buffer_unmap(picture_buffer_, &map);
    GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, frame.bytes.size(), nullptr);
    gst_buffer_fill(buffer, 0, frame.bytes.data(), frame.bytes.size());
    gsize offsets[GST_VIDEO_MAX_PLANES] = {};
    gint strides[GST_VIDEO_MAX_PLANES] = {};
    for (uint32_t p = 0; p < source_.format->n_planes; p++) {
      offsets[p] = frame.offsets[p];
      strides[p] = static_cast<gint>(frame.strides[p]);
    }
    gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&info_),
                                   case_.width, case_.height, source_.format->n_planes, offsets,
                                   strides);
    status = blender_->blend(picture_buffer_, placement_.rect, Opacity(case_.place), buffer);
    gst_buffer_extract(buffer, 0, expected.bytes.data(), expected.bytes.size());
    gst_buffer_unref(buffer);
    return status;
  }

  Status draw_on_device(const HostFrame& frame, const DeviceBytes& bytes,
                        const DeviceBytes* target) {
    const SharedPlan& plan = on_device_->plan();
    const double most = source_.format->sample_bytes == 1 ? 255.0 : 65535.0;
    auto painting = std::make_shared<Painting>();
    painting->drawing = on_device_->drawing();
    painting->colours = colours_;
    painting->x = placement_.rect.x;
    painting->y = placement_.rect.y;
    painting->alpha = static_cast<uint32_t>(most * double{static_cast<float>(case_.place.opacity)});
    painting->backing = Opacity(case_.place).backing;
    painting->hold = {hold_, hold_request_};
    if (target)
      painting->target = std::make_shared<const FrameView>(target->view(frame));
    FrameView view = bytes.view(frame);
    view.painting = painting;
    std::vector<uint32_t> counts(plan->total_counts(0));
    Status status = device_->submit(*device_job_, view, plan, {});
    if (status.ok())
      status = device_job_->wait(counts.data());
    device_job_->release();
    return status;
  }

  const Case case_;
  const Source source_;
  GstVideoInfo info_{};
  Placement placement_{};
  std::unique_ptr<Picture> on_cpu_, on_device_;
  CountedTables tables_;
  GstBuffer* picture_buffer_ = nullptr;
  std::unique_ptr<Blender> blender_;
  std::shared_ptr<const PictureColours> colours_;
  std::unique_ptr<Backend> cpu_;
  std::unique_ptr<Job> cpu_job_;
  std::unique_ptr<Backend> device_;
  std::unique_ptr<Job> device_job_;
  Hold hold_ = Hold::none;
  uint32_t hold_request_ = 0;
};

/// All formats but Y212 and Y412, which no CUDA memory has: GStreamer blends their samples without
/// the bits that are no part of a value, but those of P010 and P012 with them.
std::vector<const FormatInfo*> formats() {
  std::vector<const FormatInfo*> list;
  for (const FormatInfo* format : test::known_plain_formats())
    if (format->shift == 0 || format->n_planes > 1)
      list.push_back(format);
  return list;
}

TEST(Paint, AllFormatsHaveThePixelsOfTheCpu) {
  for (const FormatInfo* format : formats())
    for (const double opacity : {1.0, 0.9, 0.5, 0.003, 0.0}) {
      Case c;
      c.format = format->name;
      c.width = 70;
      c.height = 52;
      c.place = {0.5, 0.5, 0.8, 0.8, opacity, opacity == 0.9 ? 1 : 0.5};
      Comparison comparison(c);
      for (const Pattern pattern : {Pattern::noise, Pattern::bars})
        EXPECT_TRUE(comparison.draws_alike(pattern, 3));
    }
}

TEST(Paint, TheColoursOfWaveformsOfAllFormatsAreThoseOfTheCpu) {
  for (const FormatInfo* format : formats())
    for (const bool full_range : {false, true}) {
      Case c;
      c.format = format->name;
      c.width = 130;
      c.height = 94;
      c.full_range = full_range;
      c.options.scopes = {ScopeKind::waveform};
      c.options.waveform_colour = WaveformColour::picture;
      c.place = {0, 0, 1, 1, 1};
      Comparison comparison(c);
      for (const Pattern pattern : {Pattern::noise, Pattern::smooth})
        EXPECT_TRUE(comparison.draws_alike(pattern, 17));
    }
}

TEST(Paint, BackingsHaveThePixelsOfTheCpu) {
  for (const char* format : {"NV12", "P010_10LE", "Y41B", "YUY2", "RGBA", "GRAY8", "AYUV64"})
    for (const double backing : {0.0, 0.01, 0.4, 0.99, 1.0}) {
      Case c;
      c.format = format;
      c.width = 200;
      c.height = 112;
      c.place = {0, 1, 0.9, 0.9, 0.8, backing};
      Comparison comparison(c);
      for (const Pattern pattern : {Pattern::smooth, Pattern::bars})
        EXPECT_TRUE(comparison.draws_alike(pattern, 13));
    }
}

TEST(Paint, AllSizesAndPlacesHaveThePixelsOfTheCpu) {
  struct Size {
    uint32_t width, height;
  };
  constexpr Size sizes[] = {{1, 1},     {2, 1},     {1, 2},    {2, 2},   {3, 3},
                            {16, 16},   {17, 13},   {63, 65},  {96, 54}, {161, 91},
                            {333, 120}, {360, 202}, {361, 203}};
  for (const char* format : {"NV12", "I420", "P010_10LE", "RGBA", "Y42B", "YUY2"})
    for (const Size& size : sizes)
      for (const auto& [x, y] : {std::pair(0.0, 0.0), {1.0, 1.0}, {0.37, 0.71}}) {
        Case c;
        c.format = format;
        c.width = size.width;
        c.height = size.height;
        c.place = {x, y, 0.6, 0.55, 0.8};
        if (size.width >= 360)
          c.place.width = c.place.height = 1;
        Comparison comparison(c);
        EXPECT_TRUE(comparison.draws_alike(Pattern::smooth, size.width));
      }
}

TEST(Paint, RangesAndTransferFunctionsHaveThePixelsOfTheCpu) {
  for (const char* format : {"NV12", "P010_10LE", "BGRA", "RGBx", "RGBA64_LE", "GRAY8"})
    for (const bool full_range : {false, true})
      for (const Transfer transfer : {Transfer::sdr, Transfer::pq, Transfer::hlg}) {
        Case c;
        c.format = format;
        c.width = 200;
        c.height = 112;
        c.full_range = full_range;
        c.transfer = transfer;
        c.place = {1, 1, 0.7, 0.7, 0.9};
        Comparison comparison(c);
        for (const Pattern pattern : all_patterns)
          EXPECT_TRUE(comparison.draws_alike(pattern, 5));
      }
}

size_t pixel_bytes(const FormatInfo& format) {
  size_t most = 0;
  for (uint32_t p = 0; p < format.n_sample_planes; p++)
    most = std::max<size_t>(most, format.sample_planes[p].pixel_bytes);
  return most;
}

TEST(Paint, RowsWithPaddingAndPlanesAnywhereHaveThePixelsOfTheCpu) {
  for (const FormatInfo* format : formats())
    for (const size_t padding : {0u, 1u, 13u})
      for (const size_t first : {0u, 1u, 19u}) {
        if (reference::sanitized && (padding == 1 || first == 1))
          continue;
        Case c;
        c.format = format->name;
        c.width = 66;
        c.height = 50;
        c.first = first * pixel_bytes(*format); // GStreamer reads whole pixels
        c.padding = padding * pixel_bytes(*format);
        c.place = {0.3, 0.9, 0.5, 0.6, 0.7};
        Comparison comparison(c);
        EXPECT_TRUE(comparison.draws_alike(Pattern::noise, 9));
        EXPECT_TRUE(comparison.draws_alike(Pattern::noise, 10, true));
      }
}

/// Options that differ from the defaults, one after the other.
std::vector<PictureOptions> all_options() {
  std::vector<PictureOptions> list(1);
  const auto add = [&](auto change) {
    list.emplace_back();
    change(list.back());
  };
  add([](auto& o) { o.histogram_mode = HistogramMode::parade; });
  add([](auto& o) { o.histogram_scale = HistogramScale::logarithmic; });
  add([](auto& o) { o.waveform_mode = WaveformMode::rgb; });
  add([](auto& o) { o.waveform_direction = WaveformDirection::rows; });
  add([](auto& o) { o.parade_mode = ParadeMode::ycbcr; });
  add([](auto& o) { o.parade_mode = ParadeMode::yrgb; });
  for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows})
    add([&](auto& o) {
      o.waveform_direction = direction;
      o.waveform_colour = WaveformColour::picture;
      o.intensity = 3;
    });
  for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows})
    for (const WaveformColour colour : {WaveformColour::quantity, WaveformColour::picture})
      add([&](auto& o) {
        o.waveform_direction = direction;
        o.waveform_colour = colour;
        o.waveform_filter = Filter::low_pass;
        o.waveform_extents = Extents::live;
      });
  add([](auto& o) { // one waveform is filtered
    o.scopes = {ScopeKind::waveform, ScopeKind::waveform, ScopeKind::parade};
    o.own = {o, o, o};
    o.own[1].waveform_filter = Filter::low_pass;
  });
  add([](auto& o) { // one waveform has colours, and vectorscopes have dots
    o.waveform_colour = WaveformColour::picture;
    o.waveform_extents = Extents::live;
    o.zoom = LevelRange{10, 70};
    o.scopes = {ScopeKind::vectorscope, ScopeKind::waveform, ScopeKind::waveform};
    o.own = {o, o, o};
    o.own[2].waveform_mode = WaveformMode::rgb;
  });
  for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows})
    for (const Extents extents : {Extents::live, Extents::peak})
      add([&](auto& o) {
        o.waveform_direction = direction;
        o.waveform_extents = extents;
        o.zoom = LevelRange{10, 70};
        o.guides = {20, 50};
      });
  add([](auto& o) { o.vectorscope_gain = 2.7; });
  add([](auto& o) { o.intensity = 30; });
  add([](auto& o) { o.intensity = 0.02; });
  add([](auto& o) { o.trace_colour = TraceColour::neutral; });
  add([](auto& o) { o.percents = {}; });
  add([](auto& o) { o.percents = {0, 0.01, 25, 50, 75, 99.99, 100}; });
  add([](auto& o) {
    o.scopes = {ScopeKind::vectorscope};
    o.pixel_aspect = 64.0 / 45;
  });
  add([](auto& o) { o.scopes = {ScopeKind::waveform}; });
  add([](auto& o) {
    o.scopes = {ScopeKind::diamond,      ScopeKind::split_diamond, ScopeKind::lightning,
                ScopeKind::channel_plot, ScopeKind::arrowhead,     ScopeKind::cie_xy};
  });
  add([](auto& o) {
    o.scopes = {ScopeKind::histogram, ScopeKind::histogram, ScopeKind::vectorscope};
    o.histogram_mode = HistogramMode::parade;
  });
  return list;
}

TEST(Paint, AllOptionsHaveThePixelsOfTheCpu) {
  for (const char* format : {"NV12", "P010_10LE", "RGBA"})
    for (const PictureOptions& options : all_options())
      for (const auto& [width, height] : {std::pair(150u, 90u), {301u, 227u}}) {
        Case c;
        c.format = format;
        c.width = width;
        c.height = height;
        c.options = options;
        c.place = {0.5, 0.5, 0.9, 0.9, 0.9};
        Comparison comparison(c);
        for (const Pattern pattern : all_patterns) {
          // Flat colours of the small picture are drawn as those of the large one.
          if (width == 301 && (pattern == Pattern::bars || pattern == Pattern::black))
            continue;
          EXPECT_TRUE(comparison.draws_alike(pattern, 7))
              << "waveform mode " << static_cast<int>(options.waveform_mode);
        }
      }
}

TEST(Paint, LabelsOfPercentileMarksHaveThePixelsOfTheCpu) {
  for (const char* format : {"NV12", "GRAY8", "RGBA"})
    for (const HistogramMode mode : {HistogramMode::overlay, HistogramMode::parade})
      for (const std::vector<double>& percents :
           {std::vector<double>{1, 50, 99}, {99.99, 0, 100, 25, 25.5, 75}}) {
        Case c;
        c.format = format;
        c.width = 400;
        c.height = 300;
        c.place = {0, 0, 1, 1, 1};
        c.options.scopes = {ScopeKind::histogram};
        c.options.histogram_mode = mode;
        c.options.percents = percents;
        Comparison comparison(c);
        for (const Pattern pattern : all_patterns)
          EXPECT_TRUE(comparison.draws_alike(pattern, 11));
      }
}

TEST(Paint, HeldTracesHaveThePixelsOfTheCpu) {
  for (const char* format : {"NV12", "RGBA", "I422_10LE"})
    for (const WaveformDirection direction : {WaveformDirection::columns, WaveformDirection::rows})
      for (const Hold hold : {Hold::peak, Hold::reference}) {
        Case c;
        c.format = format;
        c.width = 200;
        c.height = 120;
        c.options.waveform_direction = direction;
        if (hold == Hold::peak)
          c.options.waveform_colour = WaveformColour::picture;
        c.place = {0, 0, 1, 1, 0.9};
        Comparison comparison(c);
        uint32_t seed = 0;
        const auto draw = [&](Pattern pattern) {
          EXPECT_TRUE(comparison.draws_alike(pattern, seed++)) << "frame " << seed;
        };
        comparison.hold(hold); // before the first frame
        draw(Pattern::smooth);
        draw(Pattern::bars);
        draw(Pattern::noise);
        comparison.hold(hold); // begins again with the last frame
        draw(Pattern::smooth);
        draw(Pattern::smooth);
        comparison.hold(Hold::none);
        draw(Pattern::bars);
        comparison.hold(hold == Hold::peak ? Hold::reference : Hold::peak);
        comparison.hold(hold);
        draw(Pattern::black);
        draw(Pattern::bars);
      }
}

TEST(Paint, FramesOfManyPixelsHaveThePixelsOfTheCpu) {
  for (const char* format : {"NV12", "P010_10LE"}) {
    Case c;
    c.format = format;
    // More pixels of a bar than 16 bits count, in either.
    c.width = small_frames ? 1281 : 3840;
    c.height = small_frames ? 721 : 2160;
    Comparison comparison(c);
    for (const Pattern pattern : {Pattern::noise, Pattern::bars})
      EXPECT_TRUE(comparison.draws_alike(pattern, 21));
  }
}

TEST(Paint, LogarithmsAreThoseOfTheLibraryToTheLastPlaces) {
  for (const double number :
       {1.0, 2.0, 10.0, 0.1, 1e-6, 3.7e-9, 0.999999, 1.000001, 1.41421356, 1.41421357, 123456789.0})
    EXPECT_NEAR(decimal_logarithm(number), std::log10(number),
                1e-15 * std::max(1.0, std::fabs(std::log10(number))));
}

} // namespace

int run(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  small_frames = argc > 1 && argv[1] == std::string("--small");
  gst_init(&argc, &argv);
  if (auto devices = list_cuda_devices(); !devices.ok()) {
    std::printf("skipped: %s\n", devices.error().message.c_str());
    return 77;
  }
  return RUN_ALL_TESTS();
}

} // namespace videohistogram::scope

int main(int argc, char** argv) {
  return videohistogram::scope::run(argc, argv);
}
