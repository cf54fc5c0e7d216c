// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Detects that a part of a file was not counted. Demuxers skip damaged parts and stop at the end of
// a truncated file without an error. Only the times of the frames tell.
#pragma once

#include <gst/gst.h>

#include <string>

class Completeness {
public:
  /// Records the times of all frames that leave the element. Call watch() before the element
  /// starts. This object must outlive the streaming thread.
  void watch(GstElement* element);

  /// A message for the user if more than one and a half frames of `duration` are missing, else
  /// empty. Call missing() only after the last frame. The function may decode the audio of the file
  /// at `uri`.
  std::string missing(GstClockTime duration, const std::string& uri) const;

private:
  static GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  void note_frame(const GstBuffer* frame);

  // The streaming thread writes these members while frames flow. All times are running times in ns,
  // so edit lists and streams that do not begin at 0 need no special case.
  GstSegment segment_;
  guint64 frames_ = 0;
  guint64 late_ = 0;             ///< frames that start after the previous end, with a gap
  guint64 early_ = 0;            ///< frames that start before the previous end
  GstClockTime end_ = 0;         ///< latest end of a frame
  GstClockTime gaps_ = 0;        ///< sum of the times between frames
  GstClockTime longest_gap_ = 0; ///< longest time between two frames
  GstClockTime longest_ = 0;     ///< longest duration of a frame
  bool timed_ = true;            ///< all frames have times
};
