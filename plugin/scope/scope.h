// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "plugin/counting/backends.h"
#include "plugin/counting/failure_notice.h"
#include "plugin/counting/mapped_frame.h"
#include "plugin/cuda/cuda_memory.h"
#include "plugin/scope/draw/picture.h"
#include "plugin/scope/draw/reading.h"
#include "plugin/scope/frame_painter.h"
#include "plugin/scope/settings/scope_settings.h"
#include "plugin/settings/frame_caps.h"

#include <gst/gst.h>
#include <gst/video/video.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// Counters of frames and of time since the element started. Thread-safety: any thread.
struct ScopeCounters {
  std::atomic<guint64> frames{0};          ///< buffers received
  std::atomic<guint64> counted{0};         ///< frames whose tables are complete
  std::atomic<guint64> from_meta{0};       ///< of these, frames whose tables were on the buffer
  std::atomic<guint64> drawn{0};           ///< pictures with traces
  std::atomic<guint64> dropped{0};         ///< pictures that were late and not drawn
  std::atomic<guint64> skipped_gap{0};     ///< frames with the GAP flag; not counted
  std::atomic<guint64> skipped_invalid{0}; ///< buffers without the frame that the caps promise
  std::atomic<guint64> failed{0};          ///< frames whose count failed
  std::atomic<guint64> count_time{0};      ///< ns that the streaming thread spent on counting
  std::atomic<guint64> draw_time{0};       ///< ns that the streaming thread spent on drawing
};

/// The state of one element from start to stop: counts buffers, draws pictures.
/// Thread-safety: stats(), active_backend(), plots() and set_context() from any thread, the rest
/// from the streaming thread; start() and stop() while no buffer streams.
class Scope {
public:
  explicit Scope(GstElement* element);
  ~Scope();

  /// Chooses and creates the backend. The error message says what the user can do.
  Status start(const ScopeSettings& settings);
  void stop();
  bool running() const { return running_.load(std::memory_order_acquire); }

  /// The caps of the frames that follow.
  void set_frames(const FrameCaps& frames);
  /// The format and the size of the pictures that follow. Call before a frame is counted.
  void set_pictures(const GstVideoInfo& pictures);
  bool has_caps() const { return has_caps_; }
  /// Whether no buffer was counted since the start. Only then is there time, with a live source, to
  /// use memory in advance: new caps in the stream come with a frame.
  bool is_before_first_frame() const { return counters_.frames == 0; }
  /// Makes the picture of these caps and settings now, so that the first frame does not wait for
  /// it. An error is left to the first frame, as no frame may follow.
  void prepare(const SharedScopeSettings& settings);
  /// Has frames in a GPU's memory drawn over by the GPU that counts them. `painter` outlives the
  /// frames; null: none.
  void set_painter(FramePainter* painter) { painter_ = painter; }

  /// Matrix and range, and transfer function, of the frames. Call after count().
  const ColourSpec& colours() const { return source_.colours; }
  Transfer transfer() const { return source_.transfer; }

  /// Counts a frame, whose counts draw() then draws; without counts if the frame cannot be counted.
  /// invalid_argument if no frame of these caps and settings can be drawn.
  Status count(GstBuffer* buffer, const SharedScopeSettings& settings);
  /// Holds traces from the next draw() on, see Trace::hold(). `request`: a number that differs from
  /// that of the last call if the application asked again.
  void hold(Hold hold, guint request);
  /// Whether the last frame was counted. Without a painter, or if the painter left the frame to the
  /// host, draw() draws its counts.
  bool has_counts() const { return has_tables_; }
  /// Draws the counts of the last frame. Call only after count() of this frame.
  Status draw(GstBuffer* picture);
  /// Leaves out the picture of the last frame, because it would come too late. Its traces still
  /// raise the peak.
  Status drop();

  Backend& backend() { return *backend_; }
  void set_context(GstContext* context, const ScopeSettings& settings);
  bool answer_context(GstQuery* query) { return cuda_context_.answer(query); }

  /// The plots of the present picture; null: there is none. Thread-safety: any thread.
  SharedPlotMap plots() const;

  /// "cpu", "cuda", or nullptr while stopped.
  const char* active_backend() const;
  /// A new structure for the `stats` property; the caller owns it.
  GstStructure* stats() const;
  guint64 drawn() const { return counters_.drawn; }
  guint64 dropped() const { return counters_.dropped; }

private:
  void load_fonts();
  void rehearse();
  Status plan(const SharedScopeSettings& settings);
  void find_warnings(const FormatInfo& format, const std::vector<ScopeKind>& scopes);
  void post_warnings();
  Status count_tables(GstBuffer* buffer);
  Status map_and_submit(GstBuffer* buffer, const SharedPlan& plan);
  Status submit_on_device(GstBuffer* buffer, const SharedPlan& plan);
  void end_painting(FramePainter::End end);
  void take_over_traces();
  void skip_invalid(const Error& error);
  void note_failure(const Error& error);
  void post_warning(const Error& error);

  GstElement* element_;
  SharedCudaContext cuda_context_;
  std::atomic<bool> running_{false};
  FailureNotice failures_;
  ScopeCounters counters_;

  /// Held to write the members up to plots_, and to read them outside the streaming thread.
  mutable std::mutex backend_mutex_;
  std::unique_ptr<Backend> backend_;
  std::string choice_reason_;          ///< why start() chose this backend
  GstStructure* last_stats_ = nullptr; ///< stats of the last run; owned; null while running
  SharedPlotMap plots_;                ///< of picture_

  std::unique_ptr<Job> job_; ///< destroyed before the backend
  MappedFrame frame_;
  FramePainter* painter_ = nullptr; ///< null: none
  bool painting_ = false;           ///< the painter has begun the present frame

  std::unique_ptr<const Fonts> fonts_; ///< null: not started yet
  unsigned cores_ = 1;                 ///< that the process may use
  bool has_caps_ = false;
  FrameCaps caps_;
  GstVideoInfo pictures_;
  SharedScopeSettings settings_;     ///< of picture_
  FrameColours frame_colours_;       ///< likewise
  Source source_;                    ///< likewise
  std::unique_ptr<Picture> picture_; ///< null: made for the next frame
  CountedTables tables_;
  Hold hold_ = Hold::none;
  guint hold_request_ = 0;
  bool has_tables_ = false; ///< the last frame was counted
  bool painted_ = false;    ///< and drawn over by the device, which keeps its tables
  /// What drew the last picture with traces: it has the traces that are held.
  enum class DrawnBy { nobody, host, device } drawn_by_ = DrawnBy::nobody;
  std::vector<std::string> warnings_;        ///< of picture_
  std::vector<std::string> posted_warnings_; ///< for the present caps
  bool in_invalid_episode_ = false;
  bool logged_download_ = false;
};

} // namespace videohistogram::scope
