// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Reads the frames and events that reach the end of a pipeline.
#pragma once

#include "tools/analysis/bar_counter.h"
#include "tools/analysis/figures.h"
#include "tools/analysis/flash_reader.h"
#include "tools/analysis/late_figures.h"
#include "tools/analysis/remade.h"
#include "tools/detect/detectors.h"
#include "tools/detect/missing_frames.h"
#include "tools/input/timecode_track.h"
#include "tools/record/declared.h"
#include "tools/record/listener.h"

#include <gst/video/video.h>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace videohistogram::tools {

/// Works on the streaming thread of the sink, which may be another one than that of the histogram.
class FrameReader {
public:
  FrameReader(const AnalysisSettings& settings, VideoListener& listener);
  /// Time codes of frames that have none of their own.
  void use_timecodes(std::optional<TimecodeTrack> timecodes) { timecodes_ = std::move(timecodes); }
  /// What a file says of the video. Call it before the first frame.
  void expect(const VideoFormat& format, const FrameState& state);
  /// What a file says from the frame with this offset on. Any thread may call it, before the frame.
  void change(uint64_t offset, const FrameState& state);
  /// What was counted beside the frame with this offset. Any thread may call it, before the frame.
  void add_part(uint64_t offset, FieldPtrs part);
  /// Reads the histograms of the frames that reach `sink`. Call watch() before the pipeline starts.
  /// This object must outlive the streaming thread, and the pipeline its elements.
  void watch(GstElement* sink);
  /// Reports what is left, and fills in the format and the numbers of frames. Call finish() only
  /// once the streaming thread has ended.
  void finish(VideoRecord& record);
  /// Reports why the video ends with the last frame, as a finding. Call it after finish().
  void report_end(const char* kind, const std::string& detail);
  /// Reports a finding about all frames. Call it after finish().
  void report_whole(const char* kind, const std::string& detail);
  /// How many frames could not be counted, and why the first one could not; empty: all could, or
  /// had nothing to count. Call it after finish().
  std::string describe_failures() const;
  /// The number of frames until now. Any thread may call it.
  uint64_t frames() const { return frames_; }
  /// The time at which the last frame ends, in ns; no_time: unknown. It is the stream time, or the
  /// time that the container gives the frame if that is later: the durations of some count from 0,
  /// and their stream times from the first frame. Call it after finish().
  int64_t end_time() const { return end_time_; }

private:
  static GstPadProbeReturn note(GstPad* pad, GstPadProbeInfo* info, gpointer self);
  void note_caps(const GstCaps* caps);
  void note_state(const FrameState& state);
  FieldPtrs take_part(GstBuffer* buffer);
  HistogramPtr remake(GstVideoHistogram* histogram, GstVideoHistogram* part, GError** error) const;
  void note_changes(GstBuffer* buffer);
  void note_change(const FrameRecord& frame);
  void note_declared_light(const GstCaps* caps);
  void note_tags(const GstTagList* tags);
  void report_format(GstPad* pad);
  void note_frame(GstPad* pad, GstBuffer* buffer);
  /// Finds lost frames of a live source, and how late its figures are.
  void note_live_frame(GstPad* pad, GstBuffer* buffer, const FrameRecord& frame);
  /// From the first frame to the end of the last one, in ns; 0 if their times are unknown.
  int64_t measure_duration() const;
  /// Returns an empty text, or the reason why the frame has no figures.
  std::string read_histogram(GstBuffer* buffer, FrameRecord& frame, Features& features,
                             LateFigures::Sums& sums);
  /// Fills in what follows from the sums of the samples as the file has them.
  void read_sums(GstVideoHistogram* histogram, FrameRecord& frame, Features& features,
                 LateFigures::Sums& sums);
  /// Takes a frame that is complete.
  void report_frame(const LateFigures::Frame& frame);
  /// Reports the fields of a frame. Returns false with `error` set if counts failed.
  bool read_fields(GstBuffer* buffer, uint64_t number, const FieldPtrs& part, GError** error);

  VideoListener& listener_;
  const bool counts_, live_, whole_, has_qc_;
  GstSegment segment_;
  GstVideoInfo info_; ///< of the frames that come
  CapsPtr caps_;      ///< of these
  guint depth_ = 0;   ///< of the samples in the high bits of wider ones; 0: none are
  VideoFormat format_;
  std::optional<TimecodeTrack> timecodes_;
  LightLevels light_;
  bool is_pq_ = false;
  std::atomic<uint64_t> frames_{0};
  uint64_t corrupted_ = 0, failed_ = 0;
  std::string failure_; ///< why the first frame of failed_ could not be counted
  bool is_file_ = false;
  FrameState state_; ///< of the first frame of a file
  std::string disagreement_;
  std::mutex mutex_;                                    ///< of what follows
  std::deque<std::pair<uint64_t, FrameState>> changes_; ///< by the offset of their first frame
  std::map<uint64_t, FieldPtrs> parts_;                 ///< by the offset of their frame
  int64_t first_time_ = no_time, last_time_ = no_time, end_time_ = no_time, delay_ = 0;
  LostFrames lost_; ///< of a live source
  TimeGaps gaps_;   ///< of a whole file
  FigureReader figures_;
  BarCounter bars_;
  FindingSpan uncounted_{"not-counted"}, changed_{"format-changed"},
      light_changed_{"light-changed"};
  std::string new_format_, new_light_; ///< of the next frame, if not those of the frames before
  FrameState last_state_;
  Detectors detectors_;
  FlashReader flashes_;
  LateFigures late_{[this](const LateFigures::Frame& frame) { report_frame(frame); }};
};

} // namespace videohistogram::tools
