// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/scope/device/frames.h"

#include "cuda/device/completion.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>
#include <utility>

namespace videohistogram::scope {

namespace {

MemoryPlace context_of_device() {
  Expected<MemoryPlace> context = cuda::primary_context(0);
  EXPECT_TRUE(context.ok());
  return *context;
}

/// Copies through pinned memory, and waits.
void copy(uint8_t* device, std::vector<uint8_t>& host, cudaMemcpyKind kind) {
  Expected<cuda::PinnedBlock> pinned = cuda::PinnedBlock::allocate(host.size());
  cuda::Stream stream;
  cuda::Completion completion(std::chrono::seconds(20), false);
  ASSERT_TRUE(pinned.ok() && cuda::Stream::create().move_to(stream).ok() &&
              completion.create_events().ok() && completion.begin({}, stream.get()).ok());
  const bool up = kind == cudaMemcpyHostToDevice;
  if (up)
    std::memcpy(pinned->data(), host.data(), host.size());
  EXPECT_EQ(cudaMemcpyAsync(up ? device : pinned->data(), up ? pinned->data() : device, host.size(),
                            kind, stream.get()),
            cudaSuccess);
  EXPECT_TRUE(completion.end(stream.get()).ok() && completion.wait().ok());
  if (!up)
    std::memcpy(host.data(), pinned->data(), host.size());
}

} // namespace

HostFrame::HostFrame(const FrameLayout& frame_layout) : layout(frame_layout) {
  size_t end = layout.first;
  for (uint32_t p = 0; p < layout.format->n_planes; p++) {
    offsets.push_back(end);
    strides.push_back(layout.format->row_bytes(p, layout.width) + layout.padding);
    end += strides.back() * layout.format->rows(p, layout.height);
  }
  bytes.resize(end);
}

FrameView HostFrame::view_of(const uint8_t* copy) const {
  FrameView view;
  view.format = layout.format;
  view.width = layout.width;
  view.height = layout.height;
  for (uint32_t p = 0; p < layout.format->n_planes; p++)
    view.planes[p] = {copy, bytes.size(), offsets[p], static_cast<ptrdiff_t>(strides[p])};
  return view;
}

void fill(HostFrame& frame, Pattern pattern, uint32_t seed) {
  std::mt19937 random(seed);
  for (size_t i = 0; i < frame.bytes.size(); i += sizeof(uint32_t)) {
    const auto bytes = static_cast<uint32_t>(random());
    std::memcpy(&frame.bytes[i], &bytes, std::min(sizeof bytes, frame.bytes.size() - i));
  }
  if (pattern == Pattern::noise)
    return;
  const FormatInfo& format = *frame.layout.format;
  for (uint32_t p = 0; p < format.n_planes; p++)
    for (uint32_t y = 0; y < format.rows(p, frame.layout.height); y++) {
      uint8_t* const row = &frame.bytes[frame.offsets[p] + y * frame.strides[p]];
      const size_t n = format.row_bytes(p, frame.layout.width);
      for (size_t x = 0; x < n; x++) {
        const size_t part = 6 * x / n;
        if (pattern == Pattern::bars)
          row[x] = static_cast<uint8_t>(40 + 31 * part + 61 * (p + x % 4) + seed % 7);
        else if (pattern == Pattern::smooth)
          row[x] = static_cast<uint8_t>(255 * x / n + random() % 8 + seed);
        else
          row[x] = 16;
      }
    }
}

DeviceBytes::DeviceBytes(const std::vector<uint8_t>& bytes)
    : context_(context_of_device()), size_(bytes.size()) {
  const cuda::ContextScope scope(context_);
  EXPECT_TRUE(cuda::DeviceBlock::allocate(size_).move_to(block_).ok());
  write(bytes);
}

DeviceBytes::~DeviceBytes() {
  const cuda::ContextScope scope(context_);
  block_.reset();
}

void DeviceBytes::write(const std::vector<uint8_t>& bytes) {
  const cuda::ContextScope scope(context_);
  std::vector<uint8_t> copied = bytes;
  copy(block_.data(), copied, cudaMemcpyHostToDevice);
}

std::vector<uint8_t> DeviceBytes::read() const {
  const cuda::ContextScope scope(context_);
  std::vector<uint8_t> bytes(size_);
  copy(block_.data(), bytes, cudaMemcpyDeviceToHost);
  return bytes;
}

FrameView DeviceBytes::view(const HostFrame& frame) const {
  FrameView view = frame.view_of(block_.data());
  view.place = context_;
  return view;
}

testing::AssertionResult equal_frames(const HostFrame& expected, const std::vector<uint8_t>& got) {
  if (expected.bytes == got)
    return testing::AssertionSuccess();
  testing::AssertionResult result = testing::AssertionFailure();
  size_t shown = 0, differing = 0;
  for (size_t i = 0; i < expected.bytes.size(); i++) {
    if (expected.bytes[i] == got[i])
      continue;
    differing++;
    if (shown++ >= 5)
      continue;
    size_t plane = expected.offsets.size();
    while (plane > 0 && expected.offsets[plane - 1] > i)
      plane--;
    if (plane == 0) {
      result << "byte " << i << " before the planes";
    } else {
      const size_t within = i - expected.offsets[plane - 1], stride = expected.strides[plane - 1];
      result << "plane " << plane - 1 << ", row " << within / stride << ", byte "
             << within % stride;
    }
    result << ": expected " << int{expected.bytes[i]} << ", got " << int{got[i]} << "\n";
  }
  return result << differing << " bytes differ";
}

} // namespace videohistogram::scope
