// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What a Scope counts for the strip below the scopes and for the log of gamut, and draws in the
// strip.
#include "core/scope_guard.h"
#include "plugin/scope/scope.h"

namespace videohistogram::scope {

/// Pins and probe are of whole frames, whatever the scopes show.
Status Scope::plan_probes(const ProbeOptions& options) {
  probes_.reset();
  if (!options.any())
    return {};
  return Probes::create(source_, options).move_to(probes_);
}

/// Counts pins and probe as regions of the whole frame.
Status Scope::count_probes(GstBuffer* buffer) {
  const ScopeGuard release([&] {
    job_->release();
    frame_.reset();
  });
  const SharedPlan& plan = probes_->plan();
  Status status = run_.submit(buffer, [&](MemoryKind memory) {
    Status mapped = frame_.map(buffer, caps_.info, plan->format, memory);
    return mapped.ok() ? run_.backend().submit(*job_, frame_.view(), plan, probes_->regions())
                       : mapped;
  });
  if (status.ok())
    status = job_->wait(probes_->counts());
  if (status.ok())
    probes_->read();
  return status;
}

/// Begins the numbers of a frame.
void Scope::begin_numbers(GstBuffer* buffer, GstClockTime stream_time) {
  const gint frames = GST_VIDEO_INFO_FPS_N(&caps_.info);
  const gint seconds = GST_VIDEO_INFO_FPS_D(&caps_.info);
  numbers_.begin(buffer, stream_time,
                 frames > 0 ? gst_util_uint64_scale_int(GST_SECOND, seconds, frames) : 0);
}

/// Forgets the numbers of frames that the present picture does not measure.
void Scope::forget_numbers() {
  if (!picture_->numbers().has_light())
    numbers_.forget_light();
  if (!picture_->numbers().has_range())
    numbers_.forget_share();
  if (!settings_->picture.gamut_log)
    log_.end();
}

/// Takes the numbers of the last frame, which was counted.
void Scope::note_counts() {
  const Numbers& numbers = picture_->numbers();
  if (const std::optional<LightLevels> light = numbers.light_of(tables_))
    numbers_.add(*light);
  const std::optional<RangeShare> share = numbers.outside_of(tables_);
  if (share)
    numbers_.add(*share);
  if (settings_->picture.gamut_log)
    log_.add(numbers_.place(), share);
}

/// The last frame was not counted: it has no values, and ends an error of gamut.
void Scope::note_no_counts() {
  if (probes_)
    probes_->forget();
  log_.end();
}

/// Draws the numbers, and the values of pins and probe, of the last frame.
Status Scope::draw_strip(const PixelRows& out) const {
  if (picture_->strip().height() == 0)
    return {};
  std::vector<StripText> texts =
      picture_->numbers().texts(numbers_.stamp(), has_tables_ ? &tables_ : nullptr);
  if (probes_) {
    const std::vector<StripText> of_probes = probes_->texts();
    texts.insert(texts.end(), of_probes.begin(), of_probes.end());
  }
  return picture_->strip().draw(texts, out, fonts_.get());
}

} // namespace videohistogram::scope
