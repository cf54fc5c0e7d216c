// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "plugin/counting/counters.h"
#include "plugin/scope/overlay/blender.h"
#include "plugin/scope/overlay/current_marks.h"
#include "plugin/scope/overlay/device_overlay.h"
#include "plugin/scope/overlay/placement.h"
#include "plugin/scope/scope.h"

#include <gst/video/video.h>

#include <memory>
#include <optional>
#include <string>

namespace videohistogram::scope {

/// Counters of frames since the element started. Thread-safety: any thread.
struct OverlayCounters {
  Counter attached{0}; ///< frames whose picture downstream blends
  Counter blended{0};  ///< frames that the picture was blended into
  Counter marked{0};   ///< frames with marks
  Counter copied{0};   ///< frames that were written and had to be copied, as others may read them
};

/// Marks frames, and puts the pictures of a Scope over them: attached as a
/// GstVideoOverlayComposition, or blended. Marks and pictures over frames in a GPU's memory are
/// drawn by the GPU that counts the frames, or else by the host. Thread-safety: counters() from any
/// thread, the rest from the streaming thread.
class Overlay {
public:
  explicit Overlay(Scope& scope) : scope_(scope) { scope_.set_painter(&device_); }
  ~Overlay() { stop(); }

  void start();
  void stop();

  /// The caps of the frames that follow. `attach`: downstream blends compositions, in a window of
  /// that size.
  void set_frames(const GstVideoInfo& frames, bool attach);
  void set_window(const PixelSize& window) { window_ = window; }

  /// Decides where the picture of the next frame lies. Call before the frame is counted.
  Placement place(const OverlaySettings& settings);

  /// A buffer that draw() may write to, for a frame that was counted: the frame itself, which stays
  /// the caller's, or a new buffer.
  GstBuffer* writable(GstBuffer* frame);
  /// Draws the picture of the frame that was counted last over it. Call with the result of
  /// writable().
  Status draw(GstBuffer* frame);

  /// The text of a WARNING about marks that frames cannot have: see CurrentMarks.
  std::optional<std::string> take_warning() { return marks_.take_warning(); }

  const OverlayCounters& counters() const { return counters_; }

private:
  Status draw_picture(GstBuffer* frame);
  Expected<BufferReference> new_picture();
  void attach(GstBuffer* picture, GstBuffer* frame) const;
  void release_pool();

  Scope& scope_;
  CurrentMarks marks_;
  DeviceOverlay device_{marks_};
  OverlayCounters counters_;
  GstVideoInfo frames_;
  bool attach_ = false;
  PixelSize window_; ///< see attached_placement()
  Opacity opacity_;
  std::optional<Placement> placement_; ///< none: decided for the next frame
  GstVideoInfo pictures_;
  std::unique_ptr<Blender> blender_; ///< null: made for the next frame
  Source blended_;                   ///< the source of the last picture that was blended
  GstBufferPool* pool_ = nullptr;    ///< of pictures_; null: made for the next frame
};

} // namespace videohistogram::scope
