// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/plugin/scope/draw/drawn.h"

#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace videohistogram::scope {

/// A picture of several frames, one after the other.
class Sequence {
public:
  Sequence(const PictureOptions& options, uint32_t width, uint32_t height)
      : without_(size_t{width} * height), stride_(static_cast<ptrdiff_t>(4 * width)) {
    Source source;
    source.format = find_format("Y444");
    source.width = 64;
    source.height = 48;
    source.colours.narrow_rgb = true;
    auto made = Picture::create(source, options, width, height, {});
    if (!made.ok())
      std::abort(); // impossible with these sizes
    picture_ = std::move(*made);
    job_ = backend_->make_job();
    picture_->draw(nullptr, {reinterpret_cast<uint8_t*>(without_.data()), stride_});
  }
  Picture& picture() { return *picture_; }

  std::vector<uint32_t> draw(const Frame& frame, unsigned threads = 1) {
    EXPECT_TRUE(backend_->submit(*job_, frame.view(), picture_->plan(), {}).ok());
    EXPECT_TRUE(job_->wait(tables_.histograms_of(picture_->plan())).ok());
    EXPECT_TRUE(tables_.read(picture_->plan(), *job_).ok());
    job_->release();
    std::vector<uint32_t> pixels(without_.size());
    picture_->draw(&tables_, {reinterpret_cast<uint8_t*>(pixels.data()), stride_}, threads);
    tables_.release();
    return pixels;
  }
  /// Whether each pixel has light.
  std::vector<bool> lit(const std::vector<uint32_t>& pixels) const {
    std::vector<bool> is(pixels.size());
    for (size_t i = 0; i < pixels.size(); i++)
      is[i] = pixels[i] != without_[i];
    return is;
  }

private:
  std::unique_ptr<Backend> backend_ = create_cpu_backend(1);
  std::unique_ptr<Job> job_;
  std::unique_ptr<Picture> picture_;
  CountedTables tables_;
  std::vector<uint32_t> without_;
  ptrdiff_t stride_;
};

} // namespace videohistogram::scope
