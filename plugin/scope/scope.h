// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "plugin/counting/counters.h"
#include "plugin/counting/failure_notice.h"
#include "plugin/counting/mapped_frame.h"
#include "plugin/counting/run.h"
#include "plugin/scope/draw/picture.h"
#include "plugin/scope/draw/probes.h"
#include "plugin/scope/draw/reading.h"
#include "plugin/scope/frame_numbers.h"
#include "plugin/scope/gamut_log.h"
#include "plugin/scope/overlay/device_overlay.h"
#include "plugin/scope/settings/scope_settings.h"
#include "plugin/scope/shown_region.h"
#include "plugin/settings/frame_caps.h"

#include <gst/gst.h>
#include <gst/video/video.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// Counters of frames and of time since the element started. Thread-safety: any thread.
struct ScopeCounters {
  Counter frames{0};          ///< buffers received
  Counter counted{0};         ///< frames whose tables are complete
  Counter from_meta{0};       ///< of these, frames whose tables were on the buffer
  Counter drawn{0};           ///< pictures with traces
  Counter dropped{0};         ///< frames that were late and not drawn
  Counter skipped_gap{0};     ///< frames with the GAP flag; not counted
  Counter skipped_invalid{0}; ///< buffers without the frame that the caps promise
  Counter failed{0};          ///< frames whose count failed
  Counter count_time{0};      ///< ns that the streaming thread spent on counting
  Counter draw_time{0};       ///< ns that the streaming thread spent on drawing
};

/// The state of one element from start to stop: counts buffers, draws pictures.
/// Thread-safety: plots() from any thread; run() as Run says; the rest from the streaming thread;
/// start() and stop() while no buffer streams.
class Scope {
public:
  explicit Scope(GstElement* element);
  ~Scope() { stop(); }

  /// Chooses and creates the backend. The error message says what the user can do.
  Status start(const ScopeSettings& settings);
  void stop();
  Run& run() { return run_; }

  /// The caps of the frames that follow.
  void set_frames(const FrameCaps& frames);
  /// The format and the size of the pictures that follow. Call before a frame is counted.
  void set_pictures(const GstVideoInfo& pictures);
  bool has_caps() const { return caps_.caps != nullptr; }
  /// Whether no buffer was counted since the start. Only then does a live source leave time to
  /// write to new memory in advance: new caps later in the stream come with a frame.
  bool is_before_first_frame() const { return counters_.frames == 0; }
  /// Makes the picture of these caps and settings now, so that the first frame does not wait for
  /// it. An error is left to the first frame, as no frame may follow.
  void prepare(const SharedScopeSettings& settings);
  /// Sets what decides how GPUs draw over frames in their memory while they count them. `painter`
  /// outlives the frames; null: GPUs do not draw.
  void set_painter(DeviceOverlay* painter) { painter_ = painter; }

  /// Describes whole frames, whatever the scopes show. Call after count().
  const Source& source() const { return source_; }
  /// The fonts of pictures; null before the first start.
  const Fonts* fonts() const { return fonts_.get(); }
  /// Whether the picture shows anything. Call after count().
  bool has_scopes() const {
    return picture_ && (!picture_->drawing()->panels.empty() || picture_->strip().height() > 0);
  }

  /// The next frame is the first of those whose numbers, light and shares are told.
  void restart_numbers() {
    numbers_.restart();
    log_.end();
  }
  /// Posts the error of gamut that the last frame belongs to, before the stream ends.
  void end_log() { log_.end(); }
  /// Counts a frame, whose counts draw() then draws; without counts if the frame cannot be counted.
  /// `stream_time`: GST_CLOCK_TIME_NONE: the frame has none.
  /// invalid_argument if no frame of these caps and settings can be drawn.
  Status count(GstBuffer* buffer, const SharedScopeSettings& settings, GstClockTime stream_time);
  /// The values of pins and probe in the last frame; null: the settings have none.
  const Probes* probes() const { return probes_.get(); }
  /// Holds traces from the next draw() on, see Painter::hold(). Without effect if the number of the
  /// request is that of the last call. The scope sets `is_first` by itself.
  void hold(const HoldRequest& request);
  /// Whether the last frame was counted; without scopes, whether it could be. Without a painter, or
  /// if the painter left the frame to the host, draw() draws its counts.
  bool has_counts() const { return has_tables_; }
  /// Draws the counts of the last frame. Call only after count() of this frame.
  Status draw(GstBuffer* picture);
  /// Whether frames are to be counted, too, whose pictures come too late.
  bool needs_every_frame() const;
  /// Leaves out a frame that is not counted, because its picture would come too late.
  void skip();
  /// Leaves out the picture of the last frame, which was counted. Its traces still raise the peak.
  Status drop();

  /// The plots of the present picture; null: there is none. Thread-safety: any thread.
  SharedPlotMap plots() const;

  guint64 drawn() const { return counters_.drawn; }
  guint64 dropped() const { return counters_.dropped; }

private:
  void load_fonts();
  void rehearse();
  Status plan(const SharedScopeSettings& settings, GstBuffer* buffer);
  Status plan_probes(const ProbeOptions& options);
  void publish_plots();
  GstVideoInfo mapped_info() const;
  /// The part of frame_ that is counted.
  FrameView counted_view() const {
    return region_.is_part ? part_of(frame_.view(), region_.rect) : frame_.view();
  }
  void begin_numbers(GstBuffer* buffer, GstClockTime stream_time);
  void forget_numbers();
  void note_counts();
  void note_no_counts();
  bool needs_counts() const {
    return has_scopes() || picture_->numbers().has_range(); // that of the log
  }
  void find_warnings(const FormatInfo& format, const PictureOptions& options);
  void post_warnings();
  Status count_tables(GstBuffer* buffer);
  Status count_probes(GstBuffer* buffer);
  Status draw_strip(const PixelRows& out) const;
  Status map_and_submit(GstBuffer* buffer, const SharedPlan& plan);
  Status submit(const SharedPlan& plan);
  Status submit_on_device(GstBuffer* buffer, MemoryKind memory, const SharedPlan& plan);
  bool has_peaks() const;
  void end_painting(DeviceOverlay::End end);
  void take_over_traces();
  GstStructure* make_stats(const RunStats& run) const;

  GstElement* element_;
  ScopeCounters counters_;
  Run run_;
  FailureNotice failures_; ///< frames that were not counted
  FailureNotice invalid_;  ///< buffers without the frame that the caps promise

  mutable std::mutex plots_mutex_;
  SharedPlotMap plots_; ///< of picture_; with plots_mutex_ held

  std::unique_ptr<Job> job_; ///< destroyed before the backend
  MappedFrame frame_;
  DeviceOverlay* painter_ = nullptr; ///< null: none
  bool painting_ = false;            ///< the painter has begun the present frame

  std::unique_ptr<const Fonts> fonts_; ///< null: not started yet
  unsigned cores_ = 1;                 ///< that the process may use
  FrameCaps caps_;
  GstVideoInfo pictures_;
  SharedScopeSettings settings_;     ///< of picture_
  FrameColours frame_colours_;       ///< likewise
  Source source_;                    ///< likewise; of whole frames
  ShownRegion region_;               ///< of the last frame
  std::unique_ptr<Picture> picture_; ///< null: made for the next frame
  std::unique_ptr<Probes> probes_;   ///< of picture_; null: there are none
  FrameNumbers numbers_;
  GamutLog log_;
  CountedTables tables_;
  HoldRequest hold_;        ///< the last one
  bool has_tables_ = false; ///< the last frame was counted, or there is nothing to count
  bool submitted_ = false;  ///< to the backend, the last frame that was mapped
  bool painted_ = false;    ///< the device drew over the last frame, and keeps its tables
  /// The painter of the last picture with traces, which has the held traces.
  enum class DrawnBy { nobody, host, device } drawn_by_ = DrawnBy::nobody;
  std::vector<std::string> warnings_;        ///< of picture_
  std::vector<std::string> posted_warnings_; ///< for the present caps
};

} // namespace videohistogram::scope
