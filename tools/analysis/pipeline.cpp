// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/pipeline.h"

#include "core/format.h"
#include "tools/decode/add_element.h"
#include "tools/input/address.h"
#include "tools/input/timecode_track.h"
#include "tools/read/gpu/gpu.h"
#include "tools/text/json.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// Caps of the frames that are counted: Y'CbCr and gray without alpha, which RGB becomes as well.
/// Samples lie one by one, since LineShares reads them.
/// Frames that stay in the GPU's memory have at most 10 bits: NVDEC makes samples of 16 bits of 12
/// bits, whose figures would be others than those of software decoders.
CapsPtr counted_caps(bool gpu) {
  std::string formats;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    if ((*format)->packing == Packing::none && !(*format)->is_rgb() &&
        !(*format)->stores(Quantity::a) && !(gpu && (*format)->depth > 10))
      formats += (formats.empty() ? "" : ",") + std::string((*format)->name);
  const char* const memory = gpu ? "video/x-raw(memory:CUDAMemory)" : "video/x-raw";
  return CapsPtr(gst_caps_from_string((memory + (",format={" + formats + "}")).c_str()));
}

/// Frames that a GPU may decode before the figures of the first of them are read.
constexpr guint gpu_frames_ahead = 4;
/// Frames in flight in the element: those ahead, one that is read, one that is pushed, and one that
/// is submitted. With fewer, the memory of a frame's projections is used again before they are
/// read, and they must be copied to the host first.
constexpr guint max_in_flight = gpu_frames_ahead + 3;

/// Bytes of frames of a live source that may wait to be counted: a second and more of any video. A
/// device loses frames only if these do not suffice.
constexpr guint live_queue = 512 << 20;

/// After an error, frames that are still on their way are read until none has come for this time.
constexpr gint64 drain_limit = G_TIME_SPAN_SECOND;

/// The time that a live source has to end at a stop request.
constexpr GstClockTime stop_limit = 20 * GST_SECOND;

/// Whether a demuxer of the pipeline reads the duration in the header of the container. Others
/// estimate it by what they find.
bool declares_duration(GstElement* pipeline) {
  for (const char* demuxer :
       {"asfdemux", "avidemux", "flvdemux", "matroskademux", "mxfdemux", "qtdemux"}) {
    GstIterator* const elements =
        gst_bin_iterate_all_by_element_factory_name(GST_BIN(pipeline), demuxer);
    GValue item = G_VALUE_INIT;
    const bool found = gst_iterator_next(elements, &item) == GST_ITERATOR_OK;
    if (found)
      g_value_unset(&item);
    gst_iterator_free(elements);
    if (found)
      return true;
  }
  return false;
}

} // namespace

Pipeline::Pipeline(const std::string& path, const AnalysisSettings& settings, Processor processor,
                   Seek seek, const TimeLimit& limit, const std::atomic<bool>& stopped,
                   VideoListener& listener)
    : path_(path), settings_(settings), limit_(limit), is_file_(!settings.live && !is_uri(path)),
      stopped_(stopped), pipeline_(gst_pipeline_new(nullptr)), listener_(listener),
      selection_(settings, is_file_ ? Seek::no : seek), reader_(settings, listener) {
  const bool gpu = processor == Processor::gpu;
  if (!is_file_) // what a GPU refuses, the CPU decodes
    source_.problem = gpu ? "only the CPU decodes what is no file" : why_no_source(path);
  if (!source_.problem.empty())
    return;
  GstElement* first = add_elements(processor);
  decoded_.reset(gst_element_get_static_pad(first, "sink"));
  standstill_.watch(decoded_.get());
  selection_.watch(first);
  if (settings.live) {
    GstElement* queue = add_queue(0, live_queue);
    gst_element_link(queue, first);
    first = queue;
    decoded_.reset(gst_element_get_static_pad(first, "sink"));
  }
  if (settings.decoder_threads > 0)
    g_signal_connect(pipeline_.get(), "deep-element-added", G_CALLBACK(limit_threads), this);
  if (is_file_) {
    file_.emplace(pipeline_.get(), first, path, settings, processor, seek, reader_);
    reader_.use_timecodes(read_timecode_track(path, settings.selection.stream));
  } else {
    source_ = add_source(pipeline_.get(), path, settings, first);
  }
}

/// Adds what counts decoded frames and reads the counts. Returns the element that takes the frames.
GstElement* Pipeline::add_elements(Processor processor) {
  GstElement* const filter = add_element(pipeline_.get(), "capsfilter");
  GstElement* const histogram = add_element(pipeline_.get(), "videohistogram");
  GstElement* const sink = add_element(pipeline_.get(), "fakesink");
  g_object_set(histogram, "bins", 0u, nullptr);
  if (settings_.fields)
    gst_util_set_object_arg(G_OBJECT(histogram), "fields", "apart");
  const std::string colours = colorimetry_text(statement_of(settings_.colours));
  if (!is_file_ && colours != colorimetry_text({})) // the caps of a file have them
    g_object_set(histogram, "colorimetry", colours.c_str(), nullptr);
  g_object_set(sink, "sync", FALSE, "async", FALSE, "enable-last-sample", FALSE, nullptr);
  gst_element_link(filter, histogram);
  const bool gpu = processor == Processor::gpu;
  gst_util_set_object_arg(G_OBJECT(histogram), "backend", gpu ? "cuda" : "cpu");
  const CapsPtr caps = counted_caps(gpu);
  g_object_set(filter, "caps", caps.get(), nullptr);
  if (gpu) {
    share_cuda_context(pipeline_.get());
    g_object_set(histogram, "max-in-flight", max_in_flight, nullptr);
  }
  if (gpu || settings_.live) {
    // The queue's thread waits for counts while the decoder goes on.
    gst_element_link_many(histogram, add_queue(gpu_frames_ahead, 0), sink, nullptr);
  } else {
    gst_element_link(histogram, sink);
  }
  tables_.watch(histogram, processor, settings_);
  reader_.watch(sink);
  if (gpu || is_file_)
    return filter;
  GstElement* const convert = add_element(pipeline_.get(), "videoconvert");
  gst_util_set_object_arg(G_OBJECT(convert), "dither", "none");
  gst_element_link(convert, filter);
  return convert;
}

/// A queue without limits but those that are not 0.
GstElement* Pipeline::add_queue(guint buffers, guint bytes) {
  GstElement* queue = add_element(pipeline_.get(), "queue");
  g_object_set(queue, "max-size-buffers", buffers, "max-size-bytes", bytes, "max-size-time",
               guint64{0}, nullptr);
  return queue;
}

/// Of GStreamer's decoders with FFmpeg, of which 0 means one per CPU of the machine.
void Pipeline::limit_threads(GstBin*, GstBin*, GstElement* element, Pipeline* self) {
  constexpr const char* property = "max-threads";
  gint threads = 0;
  if (!g_object_class_find_property(G_OBJECT_GET_CLASS(element), property))
    return;
  g_object_get(element, property, &threads, nullptr);
  if (threads == 0)
    g_object_set(element, property, self->settings_.decoder_threads, nullptr);
}

Pipeline::~Pipeline() {
  if (file_)
    file_->stop();
  gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
}

Ending Pipeline::play(VideoRecord& record) {
  if (!source_.problem.empty()) {
    record.message = source_.problem;
    return Ending::finished;
  }
  record.message.clear();                                    // of an attempt before
  gst_element_set_state(pipeline_.get(), GST_STATE_PLAYING); // errors come on the bus
  if (file_)
    file_->start();
  if (!wait_for_end())
    return Ending::given_up;
  if (file_)
    end_file(record);
  else
    end_source(record);
  if (!stopped_ && file_ && file_->is_uncertain())
    return Ending::uncertain;
  reader_.finish(record);
  tell_outcome(path_, settings_, file_ ? &*file_ : nullptr, end_, reader_, record);
  return Ending::finished;
}

/// Waits for the end of the stream, or until an error or a limit has ended it. Returns false at a
/// stop request for what is no live source.
bool Pipeline::wait_for_end() {
  const BusPtr bus(gst_element_get_bus(pipeline_.get()));
  gint64 next_look = 0;
  for (bool playing = true; playing;) {
    listener_.alive();
    if (settings_.live && stopped_)
      playing = end_live_source();
    const MessagePtr message(
        gst_bus_timed_pop(bus.get(), std::min(limit_.left(), Standstill::interval)));
    if (!message && stopped_ && !settings_.live)
      return false;
    if (message) {
      standstill_.note_message();
      playing = handle(message.get()) && playing;
    }
    const gint64 now = g_get_monotonic_time();
    if (end_.error) {
      playing = playing && is_draining();
    } else if (playing && (!message || now >= next_look)) {
      next_look = now + GST_TIME_AS_USECONDS(Standstill::interval);
      end_.error = find_reason_to_stop();
      playing = !end_.error;
    }
  }
  return true;
}

/// Returns false at the end of the stream. Keeps the first error.
bool Pipeline::handle(GstMessage* message) {
  switch (GST_MESSAGE_TYPE(message)) {
  case GST_MESSAGE_EOS:
    return false;
  case GST_MESSAGE_ERROR:
    if (!end_.error) {
      GError* parsed = nullptr;
      gst_message_parse_error(message, &parsed, nullptr);
      end_.error.reset(parsed);
    }
    return true;
  case GST_MESSAGE_APPLICATION:
    if (gst_message_has_name(message, FrameSelection::seek_message))
      return selection_.seek();
    return true;
  case GST_MESSAGE_ELEMENT:
    end_.problems.note(message);
    return true;
  default:
    return true;
  }
}

/// Ends a live source; frames that it has sent are counted before the end of the stream comes.
/// Returns false if that takes too long.
bool Pipeline::end_live_source() {
  const gint64 now = g_get_monotonic_time();
  if (ending_ == 0) {
    ending_ = now;
    gst_element_send_event(pipeline_.get(), gst_event_new_eos());
  }
  if (now - ending_ <= static_cast<gint64>(GST_TIME_AS_USECONDS(stop_limit)))
    return true;
  if (!end_.error)
    end_.error.reset(g_error_new(GST_CORE_ERROR, GST_CORE_ERROR_FAILED, "the source did not end"));
  return false;
}

/// NULL as long as the pipeline may go on.
ErrorPtr Pipeline::find_reason_to_stop() {
  std::string reason;
  const auto standstill = settings_.live
                              ? Standstill::Finding::none
                              : standstill_.look(limit_.blocked(), file_ ? file_->progress() : 0);
  if (standstill == Standstill::Finding::stopped)
    reason = "the decoder has stopped without a reason; the video may be damaged";
  else if (standstill == Standstill::Finding::hung)
    reason = "nothing was read or decoded for five minutes";
  else if (limit_.left() == 0)
    reason = "not finished within " + print_exact(settings_.timeout) + " seconds";
  end_.timed_out = !reason.empty() && standstill != Standstill::Finding::stopped;
  return ErrorPtr(reason.empty() ? nullptr
                                 : g_error_new_literal(GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED,
                                                       reason.c_str()));
}

/// Whether frames that were sent before an error are still being counted.
bool Pipeline::is_draining() {
  const gint64 now = g_get_monotonic_time();
  const std::pair progress(reader_.frames(), limit_.blocked());
  if (drained_ == 0 || progress != progress_)
    drained_ = now;
  progress_ = progress;
  const bool has_stream = reader_.frames() > 0 || gst_pad_is_linked(decoded_.get());
  return has_stream && now - drained_ < drain_limit && limit_.left() > 0;
}

/// Ends the pipeline of a file, and the thread that reads it. Takes the reason why the file could
/// not be read as an error.
void Pipeline::end_file(VideoRecord& record) {
  const bool is_whole = !end_.error && settings_.selection.is_whole();
  if (is_whole)
    file_->join();
  file_->stop();
  gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
  file_->join();
  if (!end_.error && file_->error())
    end_.error.reset(g_error_new_literal(GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED,
                                         file_->error()->message.c_str()));
  end_.declared = file_->declared_duration();
  const bool is_measured = !end_.error && settings_.selection.is_whole() && end_.declared == 0;
  record.format.duration = is_measured ? 0 : file_->estimated_duration();
  record.account = file_->account();
  end_.decoder_errors = file_->describe_errors();
}

/// Ends the pipeline of what is no file.
void Pipeline::end_source(VideoRecord& record) {
  gint64 duration = 0;
  if (gst_element_query_duration(pipeline_.get(), GST_FORMAT_TIME, &duration))
    record.format.duration = duration;
  end_.declared = declares_duration(pipeline_.get()) ? duration : 0;
  gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
  end_.decoder_errors = errors_.describe();
}

} // namespace videohistogram::tools
