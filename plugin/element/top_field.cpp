// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/top_field.h"

#include "core/field_rows.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

#include <algorithm>
#include <functional>

namespace videohistogram {

namespace {

/// log2 of the vertical subsampling of the chroma.
uint32_t chroma_y_sub(const FormatInfo& format) {
  uint32_t y_sub = 0;
  for (uint32_t i = 0; i < format.n_sample_planes; i++)
    y_sub = std::max<uint32_t>(y_sub, format.sample_planes[i].y_sub);
  return y_sub;
}

/// Whether a quantity has one value per chroma sample, and chroma has fewer rows than the frame.
bool has_chroma_rows(const FormatInfo& format, const Histogram& histogram) {
  return histogram.domain != Domain::pixel &&
         format.sample_planes[sample_plane_of(format, histogram.quantity)].y_sub > 0;
}

/// Rows from `first` to before `end`.
Rect with_rows(const Rect& rect, uint32_t first, uint32_t end) {
  return first == end ? Rect() : Rect{rect.x, first, rect.width, end - first};
}

} // namespace

Status TopField::submit(Backend& backend, const FramePart& frame, const SharedPlan& plan,
                        bool at_once) {
  if (plan_ != plan)
    plan_ = plan;
  part_.view = frame.view.top_field();
  place_regions(frame.rects);
  if (Status status = place_partial(backend); !status.ok())
    return status;
  part_.expect_counts(*plan);
  rest_.resize(plan->rectangle_counts());
  Status status = backend.submit(*part_.job, part_.view, plan, part_.rects);
  if (status.ok() && at_once)
    status = part_.collect();
  submitted_ = status.ok();
  return status;
}

/// Places the regions of the frame in the field. In 4:2:0, a region has the chroma rows of the
/// frame from y / 2 on. They need not be those of its rows in the field: where y is 2, row 2 is in
/// the top field, and its chroma row there, row 0 of the frame, is not in the region; a region that
/// consists of row 1 has that chroma row and no row of the top field.
void TopField::place_regions(const std::vector<Rect>& regions) {
  const uint32_t y_sub = chroma_y_sub(plan_->format);
  part_.rects.clear();
  partial_.clear();
  partial_rects_.clear();
  for (const Rect& region : regions) {
    const uint32_t first = top_rows(region.y), end = top_rows(region.y + region.height);
    const uint32_t first_of_chroma = top_rows(region.y >> y_sub) << y_sub;
    const uint32_t all = std::clamp(first_of_chroma, first, end); // from here on in all channels
    if (all > first)
      add_partial(with_rows(region, first, all), false);
    else if (first == end && region.height > 0 && y_sub > 0 &&
             top_rows(((region.y + region.height - 1) >> y_sub) + 1) << y_sub > first_of_chroma)
      add_partial(with_rows(region, first_of_chroma, first_of_chroma + 1), true);
    part_.rects.push_back(with_rows(region, all, end));
  }
}

/// Adds rows of the next region.
void TopField::add_partial(const Rect& rows, bool of_chroma) {
  partial_.push_back({part_.rects.size(), of_chroma});
  partial_rects_.push_back(rows);
}

/// The job counts these rows after the regions. If it cannot take as many rectangles, they are
/// counted and waited for before.
Status TopField::place_partial(Backend& backend) {
  partial_counts_.clear();
  if (part_.rects.size() + partial_rects_.size() <= max_regions) {
    part_.rects.insert(part_.rects.end(), partial_rects_.begin(), partial_rects_.end());
    return {};
  }
  partial_counts_.resize(plan_->total_counts(partial_.size()));
  Status status = backend.submit(*part_.job, part_.view, plan_, partial_rects_);
  if (status.ok())
    status = part_.job->wait(partial_counts_.data());
  part_.job->release();
  return status;
}

Status TopField::wait() {
  if (!submitted_)
    return {};
  const Status status = part_.wait();
  const uint32_t* const rows = partial_counts_.empty()
                                   ? part_.counts_of(1 + part_.rects.size() - partial_.size())
                                   : partial_counts_.data() + plan_->rectangle_counts();
  for (size_t i = 0; i < partial_.size() && status.ok(); i++) {
    const uint32_t* const from = rows + i * plan_->rectangle_counts();
    uint32_t* const to = part_.counts_of(partial_[i].region + 1);
    for (const Histogram& histogram : plan_->histograms)
      if (has_chroma_rows(plan_->format, histogram) == partial_[i].of_chroma)
        std::transform(from + histogram.first, from + histogram.first + histogram.bins,
                       to + histogram.first, to + histogram.first, std::plus<>());
  }
  return status;
}

void TopField::complete(const FieldHistograms& field, const FramePart& frame) {
  if (field.histogram)
    complete(field.histogram, field.field, frame, 0);
  for (size_t i = 0; i < field.regions.size(); i++)
    complete(field.regions[i].histogram, field.field, frame, i + 1);
}

/// The frame's counts begin with those of the field's channels; differences follow.
void TopField::complete(GstVideoHistogram* histogram, GstVideoHistogramField field,
                        const FramePart& frame, size_t rectangle) {
  const uint32_t* counts = part_.counts_of(rectangle);
  if (field == GST_VIDEO_HISTOGRAM_FIELD_BOTTOM) {
    std::transform(counts, counts + rest_.size(), frame.counts_of(rectangle), rest_.begin(),
                   [](uint32_t of_top, uint32_t of_frame) { return of_frame - of_top; });
    counts = rest_.data();
  }
  gst_video_histogram_producer()->complete(histogram, counts);
}

} // namespace videohistogram
