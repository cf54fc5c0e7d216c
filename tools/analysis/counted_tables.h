// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Chooses what the element videohistogram counts in each frame of a video.
#pragma once

#include "tools/record/settings.h"

#include <gst/gst.h>

#include <cstdint>

namespace videohistogram::tools {

/// The active picture is measured on the frames whose number is a multiple of this one.
constexpr uint64_t edge_interval = 25;

/// Sets the channels and the projections of a histogram element by the caps and the number of each
/// frame, on the streaming thread of the element.
class CountedTables {
public:
  /// Call watch() before the pipeline starts. This object must outlive the streaming thread, and
  /// the element the object.
  void watch(GstElement* histogram, Processor processor);

private:
  static GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  void note_caps(const GstCaps* caps);
  void note_frame();

  GstElement* histogram_ = nullptr;
  Processor processor_ = Processor::cpu;
  const char* edges_ = "";       ///< the projections that show the active picture
  const char* projections_ = ""; ///< the present value of the property
  uint64_t frames_ = 0;
};

} // namespace videohistogram::tools
