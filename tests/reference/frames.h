// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "tests/reference/request.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace videohistogram::reference {

/// Fills every byte of a test frame that is no pixel. No content but noise has a sample of such
/// bytes, so a backend that counts padding shows up in this value's bin.
constexpr uint8_t canary = 0xC7;

/// Formats that the core does not list, ended by a nullptr: values of other depths, anywhere in
/// their samples. Layout::format takes their names too.
const FormatInfo* const* made_up_formats();

/// The formats of the core whose frames need no unpacking, ended by a nullptr. Those of
/// tests/reference/packed.h are the others.
const FormatInfo* const* plain_formats();

/// A format of the core or a made-up one. Aborts if there is none of that name.
const FormatInfo& format_named(const char* name);

/// How a frame lies in its memory. The memory ends with the last pixel, so that a sanitizer sees
/// any read beyond it.
struct Layout {
  std::string format = "RGBA";
  uint32_t width = 1;
  uint32_t height = 1;
  size_t padding = 0;     ///< bytes from the end of a row to the start of the next in memory
  bool bottom_up = false; ///< each plane's last row comes first in memory; strides are negative
  size_t offset = 0;      ///< bytes before the first pixel of each plane
};

enum class Content {
  black,         ///< every byte 0
  white,         ///< every byte 255
  constant,      ///< one pixel value with a different number in every sample
  two_valued,    ///< each pixel is one of two values, in no order
  hot_pixel,     ///< black but for one white pixel somewhere
  horizontal,    ///< values rise along a row, from another start in every sample of the pixel
  vertical,      ///< values rise from row to row
  channel_alone, ///< the sample of byte (seed modulo the pixel's bytes) rises, the others are 0
  values_x32,    ///< multiples of 32 in no order
  runs,          ///< stretches of 1 to 100 equal pixels; the last of 4 samples is mostly full
  noise,         ///< every byte random
};

/// All contents, for tests that go through them.
constexpr Content all_contents[] = {
    Content::black,      Content::white,      Content::constant, Content::two_valued,
    Content::hot_pixel,  Content::horizontal, Content::vertical, Content::channel_alone,
    Content::values_x32, Content::runs,       Content::noise,
};
const char* content_name(Content content);

/// A frame that owns its bytes. Its planes follow each other. Thread-safety: a value.
class Frame {
public:
  Frame() = default;
  explicit Frame(const Layout& layout);

  /// Borrowed from this frame; good until it is destroyed or assigned to.
  FrameView view() const;
  const Layout& layout() const { return layout_; }
  /// A pixel of a plane: of the last one of its sample planes, so that YUY2 has half as many as Y
  /// samples.
  uint8_t* pixel(uint32_t x, uint32_t y, uint32_t plane = 0);
  /// A row of a plane, or of the tiles of a plane.
  uint8_t* row(uint32_t y, uint32_t plane);
  const SamplePlane& sample_plane(uint32_t plane = 0) const;
  uint32_t pixel_bytes(uint32_t plane = 0) const { return sample_plane(plane).pixel_bytes; }

private:
  Layout layout_;
  const FormatInfo* format_ = nullptr;
  std::vector<uint8_t> bytes_;
  std::array<size_t, max_planes> offsets_{}; ///< of the top row
  std::array<ptrdiff_t, max_planes> strides_{};
};

/// A frame with that content. The same seed gives the same frame.
Frame make_frame(const Layout& layout, Content content, uint32_t seed = 1);

/// A request for all channels of the format, with LUMA where there is one.
Request request_all(const FrameView& frame, uint32_t bins = 256);

/// A frame and a request of any size up to about `max_side` squared, layout, content, channels,
/// bins, weights and regions.
struct RandomCase {
  Frame frame;
  Request request;
  std::string description; ///< for a test's message
};
/// `deep`: with samples of 16 bits too.
RandomCase random_case(std::mt19937& random, uint32_t max_side, bool deep = true);

} // namespace videohistogram::reference
