// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Lets only some frames of a stream pass.
#pragma once

#include "tools/read/gst_pointers.h"
#include "tools/record/settings.h"

#include <gst/gst.h>

#include <cstdint>

namespace videohistogram::tools {

/// Whether frames before the start are skipped by seeking, where that is possible.
enum class Seek { no, yes };

/// Works at the sink pad of an element after the decoder. Frames before the start are decoded from
/// the key frame before it, if the file can be sought in, and dropped. The duration counts from the
/// start, or from the first frame of the stream if that is later.
class FrameSelection {
public:
  FrameSelection(const AnalysisSettings& settings, Seek seek);
  FrameSelection(const FrameSelection&) = delete;
  FrameSelection& operator=(const FrameSelection&) = delete;

  /// Call watch() before the pipeline starts. This object must outlive the streaming thread, and
  /// the element the object. With a start, the first frame waits for seek(), which an application
  /// message of the element with the name seek_message asks for.
  void watch(GstElement* element);
  /// Returns false if the video ends before the start: some demuxers never return from such a seek.
  bool seek();

  static constexpr const char* seek_message = "seek";

private:
  static GstPadProbeReturn wait_for_seek(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  static GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  GstPadProbeReturn note_frame(const GstBuffer* buffer);
  guint64 time_of(const GstBuffer* buffer) const;
  void note_first(guint64 time);

  const Selection selection_;
  const Seek seek_;
  const int64_t start_; ///< stream time in ns, as is stop_
  int64_t stop_;        ///< known with the first frame that has a time
  bool has_first_ = false;
  PadPtr pad_;
  gulong block_ = 0;
  bool asked_ = false;
  GstSegment segment_;
  uint64_t frames_ = 0; ///< between start and stop
};

} // namespace videohistogram::tools
