// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Chooses what the element videohistogram counts in each frame of a video.
#pragma once

#include "tools/record/settings.h"

#include <gst/gst.h>

namespace videohistogram::tools {

/// Sets the channels and the projections of a histogram element by the caps of its frames, on the
/// streaming thread of the element.
class CountedTables {
public:
  /// Call watch() before the pipeline starts. This object must outlive the streaming thread, and
  /// the element the object.
  void watch(GstElement* histogram, Processor processor, const AnalysisSettings& settings);

private:
  static GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  void note_caps(const GstCaps* caps);

  GstElement* histogram_ = nullptr;
  Processor processor_ = Processor::cpu;
  std::string sums_, sums_of_colours_; ///< as the element takes them
};

} // namespace videohistogram::tools
