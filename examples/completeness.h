// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether all of a file was counted. A demuxer ends a truncated file, and skips damaged parts of
// one, without an error; the times of the frames are the only sign.
#pragma once

#include <gst/gst.h>

#include <string>

class Completeness {
public:
  /// Notes the times of all frames that leave the element. To be called before it starts; this
  /// object must outlive the streaming thread.
  void watch(GstElement* element);

  /// A sentence for the user if more than a frame and a half of `duration` is missing, else empty.
  /// To be called once no frame flows any more. May read the sound of the file at `uri`.
  std::string missing(GstClockTime duration, const std::string& uri) const;

private:
  static GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  void note_frame(const GstBuffer* frame);

  // Of the streaming thread while frames flow. All times are running times in ns, so that edit
  // lists and streams that do not begin at 0 need no care.
  GstSegment segment_;
  guint64 frames_ = 0;
  guint64 late_ = 0;             ///< frames that came after the end of the frame before
  guint64 early_ = 0;            ///< frames that came before it
  GstClockTime end_ = 0;         ///< of the frame that ends last
  GstClockTime gaps_ = 0;        ///< the time between frames, summed
  GstClockTime longest_gap_ = 0; ///< between two frames
  GstClockTime longest_ = 0;     ///< duration of a frame
  bool timed_ = true;            ///< all frames have times
};
