// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/frame_reader.h"

#include "core/format.h"
#include "tools/analysis/frame_counts.h"
#include "tools/analysis/sum_figures.h"
#include "tools/decode/decoder.h"
#include "tools/read/declared_colours.h"
#include "tools/read/gst_pointers.h"
#include "tools/read/pixel_formats.h"
#include "tools/record/colour_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace videohistogram::tools {

namespace {

/// The name of the planar format with the same samples. GPUs and software decoders order samples in
/// different ways; the results are the same.
std::string planar_name(const GstVideoInfo& info) {
  const FormatInfo* const format = find_format(GST_VIDEO_INFO_NAME(&info));
  return format && format->canonical ? format->canonical : GST_VIDEO_INFO_NAME(&info);
}

std::string describe(const DeclaredLight& light) {
  const auto number = [](const std::optional<uint32_t>& nits) {
    return nits ? std::to_string(*nits) : "unknown";
  };
  return "MaxCLL " + number(light.max_cll) + ", MaxFALL " + number(light.max_fall) +
         (light.mastering_display.empty() ? "" : ", mastering display " + light.mastering_display);
}

} // namespace

FrameReader::FrameReader(const AnalysisSettings& settings, VideoListener& listener)
    : listener_(listener), counts_(settings.counts), live_(settings.live),
      whole_(settings.selection.is_whole()), has_qc_(settings.has_qc()),
      lost_(settings.selection.every), figures_(settings.detection, settings.has_qc()),
      detectors_(settings.detection, listener), flashes_(settings, listener) {
  gst_segment_init(&segment_, GST_FORMAT_TIME);
  gst_video_info_init(&info_);
}

void FrameReader::expect(const VideoFormat& format, const FrameState& state) {
  format_ = format;
  state_ = last_state_ = state;
  is_file_ = true;
  detectors_.expect_fields(state.video.field_order);
  disagreement_ = state.disagreement;
  light_.declared_max_cll = state.light.max_cll;
  light_.declared_max_fall = state.light.max_fall;
  light_.mastering_display = state.light.mastering_display;
}

void FrameReader::change(uint64_t offset, const FrameState& state) {
  const std::lock_guard<std::mutex> lock(mutex_);
  changes_.emplace_back(offset, state);
}

void FrameReader::watch(GstElement* sink) {
  const PadPtr pad(gst_element_get_static_pad(sink, "sink"));
  gst_pad_add_probe(
      pad.get(),
      static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM),
      note, this, nullptr);
}

GstPadProbeReturn FrameReader::note(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
  auto* self = static_cast<FrameReader*>(data);
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
    self->note_frame(pad, GST_PAD_PROBE_INFO_BUFFER(info));
    return GST_PAD_PROBE_OK;
  }
  GstEvent* event = GST_PAD_PROBE_INFO_EVENT(info);
  if (GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT) {
    gst_event_copy_segment(event, &self->segment_);
  } else if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    if (self->format_.codec.empty())
      self->format_.codec = describe_codec(pad);
    self->note_caps(caps);
  } else if (GST_EVENT_TYPE(event) == GST_EVENT_TAG) {
    GstTagList* tags = nullptr;
    gst_event_parse_tag(event, &tags);
    self->note_tags(tags);
  }
  return GST_PAD_PROBE_OK;
}

void FrameReader::note_caps(const GstCaps* caps) {
  GstVideoInfo info;
  if (!gst_video_info_from_caps(&info, caps))
    return;
  info_ = info;
  caps_.reset(gst_caps_copy(caps));
  gint depth = 0;
  gst_structure_get_int(gst_caps_get_structure(caps, 0), sample_depth_field, &depth);
  depth_ = static_cast<guint>(depth);
  const auto width = static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info));
  const auto height = static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&info));
  const std::string name = planar_name(info);
  GstVideoColorimetry colours;
  gst_video_histogram_colorimetry_from_caps(caps, nullptr, &colours, nullptr);
  is_pq_ = colours.transfer == GST_VIDEO_TRANSFER_SMPTE2084;
  if (frames_ > 0) {
    // The videos' format stays that of the first frame.
    if (width != format_.width || height != format_.height || name != format_.format)
      new_format_ = std::to_string(width) + "x" + std::to_string(height) + " " + name;
    return;
  }
  format_.width = width;
  format_.height = height;
  format_.format = name;
  format_.depth = depth_ > 0 ? depth_ : GST_VIDEO_INFO_COMP_DEPTH(&info, 0);
  format_.rate_numerator = GST_VIDEO_INFO_FPS_N(&info);
  format_.rate_denominator = GST_VIDEO_INFO_FPS_D(&info);
  if (is_file_) {
    complete_colours(state_.video, colours);
  } else {
    note_declared_light(caps);
    const GstVideoFieldOrder order = GST_VIDEO_INFO_FIELD_ORDER(&info);
    if (GST_VIDEO_INFO_INTERLACE_MODE(&info) == GST_VIDEO_INTERLACE_MODE_INTERLEAVED)
      detectors_.expect_fields(order == GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST      ? "tt"
                               : order == GST_VIDEO_FIELD_ORDER_BOTTOM_FIELD_FIRST ? "bb"
                                                                                   : "");
  }
  const TextPtr colorimetry(gst_video_colorimetry_to_string(&colours));
  format_.colorimetry = colorimetry ? colorimetry.get() : "";
}

void FrameReader::add_part(uint64_t offset, FieldPtrs part) {
  const std::lock_guard<std::mutex> lock(mutex_);
  parts_.emplace(offset, std::move(part));
}

/// Takes what was said of frames up to this one.
void FrameReader::note_changes(GstBuffer* buffer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  while (GST_BUFFER_OFFSET_IS_VALID(buffer) && !changes_.empty() &&
         changes_.front().first <= GST_BUFFER_OFFSET(buffer)) {
    note_state(changes_.front().second);
    changes_.pop_front();
  }
}

void FrameReader::note_state(const FrameState& state) {
  const auto add = [](std::string& text, const std::string& part) {
    text += (text.empty() ? "" : ", ") + part;
  };
  const DeclaredVideo &video = state.video, &before = last_state_.video;
  if (!(video.colours == before.colours))
    add(new_format_, video.colours == DeclaredColours() ? "no declared colours"
                                                        : describe_colours(video.colours));
  if (video.aspect_numerator != before.aspect_numerator ||
      video.aspect_denominator != before.aspect_denominator)
    add(new_format_, "pixel aspect " + std::to_string(video.aspect_numerator) + ":" +
                         std::to_string(video.aspect_denominator));
  const DeclaredLight& light = state.light;
  if (!(light == last_state_.light))
    new_light_ = describe(light);
  light_.declared_max_cll = std::max(light_.declared_max_cll, light.max_cll);
  light_.declared_max_fall = std::max(light_.declared_max_fall, light.max_fall);
  if (disagreement_.empty())
    disagreement_ = state.disagreement;
  last_state_ = state;
}

/// Each change is a finding of its own.
void FrameReader::note_change(const FrameRecord& frame) {
  changed_.add(frame, false, "", listener_);
  if (!new_format_.empty())
    changed_.add(frame, true, std::exchange(new_format_, ""), listener_);
  light_changed_.add(frame, false, "", listener_);
  if (!new_light_.empty())
    light_changed_.add(frame, true, std::exchange(new_light_, ""), listener_);
}

void FrameReader::note_declared_light(const GstCaps* caps) {
  GstVideoContentLightLevel level;
  if (gst_video_content_light_level_from_caps(&level, caps)) {
    light_.declared_max_cll = level.max_content_light_level;
    light_.declared_max_fall = level.max_frame_average_light_level;
  }
  const gchar* display =
      gst_structure_get_string(gst_caps_get_structure(caps, 0), "mastering-display-info");
  light_.mastering_display = display ? display : "";
}

void FrameReader::note_tags(const GstTagList* tags) {
  const auto read = [&](const char* tag, std::string& to) {
    gchar* text = nullptr;
    if (to.empty() && gst_tag_list_get_string(tags, tag, &text))
      to = TextPtr(text).get();
  };
  read(GST_TAG_VIDEO_CODEC, format_.codec);
  read(GST_TAG_CONTAINER_FORMAT, format_.container);
}

void FrameReader::note_live_frame(GstPad* pad, GstBuffer* buffer, const FrameRecord& frame) {
  const double rate = format_.rate_numerator;
  lost_.add(frame, rate > 0 ? 1e9 * format_.rate_denominator / rate : 0, listener_);
  const ElementPtr sink(gst_pad_get_parent_element(pad));
  const GstClockTime now = gst_element_get_current_running_time(sink.get());
  const GstClockTime then =
      gst_segment_to_running_time(&segment_, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
  if (GST_CLOCK_TIME_IS_VALID(now) && GST_CLOCK_TIME_IS_VALID(then) && now > then)
    delay_ = std::max(delay_, static_cast<int64_t>(now - then));
}

void FrameReader::report_format(GstPad* pad) {
  VideoFormat format = format_;
  gint64 duration = 0;
  if (format.duration == 0 && gst_pad_peer_query_duration(pad, GST_FORMAT_TIME, &duration) &&
      duration > 0)
    format.duration = duration;
  listener_.format(format);
}

void FrameReader::note_frame(GstPad* pad, GstBuffer* buffer) {
  FrameRecord frame;
  note_changes(buffer);
  frame.number = frames_;
  frames_++;

  if (GST_BUFFER_PTS_IS_VALID(buffer)) // the stream time, which may be negative
    frame.time = static_cast<int64_t>(GST_BUFFER_PTS(buffer) - segment_.start + segment_.time);
  if (first_time_ == no_time)
    first_time_ = frame.time;
  last_time_ = frame.time;
  if (frame.time != no_time)
    end_time_ =
        std::max(frame.time, is_file_ ? frame.time + state_.video.stream_start
                                      : static_cast<int64_t>(GST_BUFFER_PTS(buffer))) +
        (GST_BUFFER_DURATION_IS_VALID(buffer) ? static_cast<int64_t>(GST_BUFFER_DURATION(buffer))
                                              : frame_duration(format_));
  frame.corrupted = GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_CORRUPTED);
  if (frame.corrupted)
    corrupted_++;
  const GstVideoTimeCodeMeta* timecode = gst_buffer_get_video_time_code_meta(buffer);
  if (timecode) {
    const TextPtr text(gst_video_time_code_to_string(&timecode->tc));
    frame.timecode = text ? text.get() : "";
  } else if (timecodes_ && frame.time != no_time) {
    frame.timecode = timecodes_->at(state_.video.stream_start + frame.time);
  }
  if (frame.number == 0) {
    format_.timecode = frame.timecode;
    report_format(pad);
  }

  Features features;
  LateFigures::Sums sums;
  const std::string problem = read_histogram(buffer, frame, features, sums);
  if (is_pq_) {
    light_.max_cll = std::fmax(light_.max_cll, frame.figures[figure::LIGHTPEAK]);
    light_.max_fall = std::fmax(light_.max_fall, frame.figures[figure::LIGHTAVG]);
    light_.active_max_fall = std::fmax(light_.active_max_fall, frame.figures[figure::ACTIVELIGHT]);
  }
  uncounted_.add(frame, !features.counted, problem, listener_);
  note_change(frame);
  late_.add({frame, features}, sums);
  if (live_)
    note_live_frame(pad, buffer, frame);
  else if (whole_)
    gaps_.add(frame, frame_duration(format_));
}

void FrameReader::report_frame(const LateFigures::Frame& frame) {
  detectors_.add(frame.record, frame.features);
  listener_.frame(frame.record);
}

FieldPtrs FrameReader::take_part(GstBuffer* buffer) {
  FieldPtrs part;
  const std::lock_guard<std::mutex> lock(mutex_);
  while (!parts_.empty() && parts_.begin()->first <= GST_BUFFER_OFFSET(buffer)) {
    part = std::move(parts_.begin()->second);
    parts_.erase(parts_.begin());
  }
  return part;
}

/// The histogram of the samples as the file has them. `part` may be null.
HistogramPtr FrameReader::remake(GstVideoHistogram* histogram, GstVideoHistogram* part,
                                 GError** error) const {
  if (part)
    return merge(histogram, part, error);
  return depth_ > 0 ? narrow(histogram, depth_, error)
                    : HistogramPtr(gst_video_histogram_ref(histogram));
}

std::string FrameReader::read_histogram(GstBuffer* buffer, FrameRecord& frame, Features& features,
                                        LateFigures::Sums& sums) {
  const GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta(buffer);
  frame.figures.fill(NAN);
  if (!meta)
    return "no histogram";
  GError* error = nullptr;
  const FieldPtrs part = take_part(buffer);
  const HistogramPtr histogram =
      remake(meta->histogram, part[GST_VIDEO_HISTOGRAM_FIELD_NONE].get(), &error);
  if (histogram && figures_.read(histogram.get(), buffer, info_, frame, features, &error) &&
      read_fields(buffer, frame.number, part, &error)) {
    if (has_qc_) {
      sums.sum = features.sum;
      sums.samples = features.samples;
    }
    // Sums of samples in another place or depth are those of other samples.
    if (histogram.get() == meta->histogram) {
      read_sums(meta->histogram, frame, features, sums);
      bars_.read(meta->histogram, buffer, caps_.get(), frame);
    }
    if (counts_)
      listener_.counts(read_counts(histogram.get(), frame.number));
    return "";
  }
  const ErrorPtr owned(error);
  if (failed_++ == 0)
    failure_ = error->message;
  return error->message;
}

void FrameReader::read_sums(GstVideoHistogram* histogram, FrameRecord& frame, Features& features,
                            LateFigures::Sums& sums) {
  const FrameSums read(histogram, info_);
  if (has_qc_) {
    read.fill_in(frame);
    sums.fields = read.fields(sums.has_before);
    features.rows = read.rows();
  }
  flashes_.add(frame, read, histogram, format_);
}

bool FrameReader::read_fields(GstBuffer* buffer, uint64_t number, const FieldPtrs& part,
                              GError** error) {
  const bool top_first =
      GST_VIDEO_INFO_FIELD_ORDER(&info_) == GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST ||
      GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_TFF);
  for (const Field field : {Field::top, Field::bottom}) {
    const auto of =
        field == Field::top ? GST_VIDEO_HISTOGRAM_FIELD_TOP : GST_VIDEO_HISTOGRAM_FIELD_BOTTOM;
    const GstVideoHistogramMeta* const meta =
        gst_buffer_get_video_histogram_meta_field(buffer, GST_VIDEO_HISTOGRAM_META_FRAME_ID, of);
    if (!meta)
      continue;
    FieldRecord record;
    record.number = number;
    record.field = field;
    record.first = (field == Field::top) == top_first;
    record.repeated = record.first && GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_RFF);
    const HistogramPtr histogram = remake(meta->histogram, part[of].get(), error);
    if (!histogram || !figures_.read(histogram.get(), record, error))
      return false;
    listener_.field(record);
  }
  return true;
}

std::string FrameReader::describe_failures() const {
  return failed_ == 0 ? ""
                      : std::to_string(failed_) + " of " + std::to_string(frames_) +
                            " frames could not be counted: " + failure_;
}

int64_t FrameReader::measure_duration() const {
  if (first_time_ == no_time || last_time_ == no_time)
    return 0;
  return std::max<int64_t>(last_time_ - first_time_ + frame_duration(format_), 0);
}

void FrameReader::report_end(const char* kind, const std::string& detail) {
  if (frames_ > 0)
    listener_.finding({kind, frames_ - 1, frames_ - 1, last_time_, last_time_, detail});
}

void FrameReader::report_whole(const char* kind, const std::string& detail) {
  if (frames_ > 0)
    listener_.finding({kind, 0, frames_ - 1, first_time_, last_time_, detail});
}

void FrameReader::finish(VideoRecord& record) {
  uncounted_.finish(listener_);
  changed_.finish(listener_);
  light_changed_.finish(listener_);
  if (!disagreement_.empty())
    report_whole("colours-disagree", disagreement_);
  gaps_.finish(listener_);
  late_.finish();
  flashes_.finish();
  detectors_.finish(record);
  const int64_t declared = record.format.duration;
  record.format = format_;
  record.format.duration = declared > 0 ? declared : measure_duration();
  record.frames = frames_;
  record.corrupted = corrupted_;
  record.light = light_;
  record.declared = state_.video;
  if (live_)
    record.lost = lost_.number();
  record.delay = delay_;
}

} // namespace videohistogram::tools
