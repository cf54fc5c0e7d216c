// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/video.h"

#include "core/format.h"
#include "tools/analysis/counted_tables.h"
#include "tools/analysis/file_source.h"
#include "tools/analysis/frame_reader.h"
#include "tools/analysis/frame_selection.h"
#include "tools/decode/add_element.h"
#include "tools/decode/decoder.h"
#include "tools/decode/decoder_errors.h"
#include "tools/decode/gpu/gpu.h"
#include "tools/decode/gpu/nvdec_elements.h"
#include "tools/decode/source.h"
#include "tools/decode/standstill.h"
#include "tools/input/address.h"
#include "tools/input/container.h"
#include "tools/input/identity.h"
#include "tools/input/timecode_track.h"
#include "tools/read/decoder_version.h"
#include "tools/read/gst_pointers.h"
#include "tools/text/format.h"
#include "tools/text/json.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace videohistogram::tools {

namespace {

/// Caps of the frames that are counted: Y'CbCr and gray without alpha, which RGB becomes as well.
/// Frames that stay in the GPU's memory have at most 10 bits: NVDEC makes samples of 16 bits of 12
/// bits, whose figures would be others than those of software decoders.
CapsPtr counted_caps(bool gpu) {
  std::string formats;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    if (!(*format)->is_rgb() && !(*format)->stores(Quantity::a) && !(gpu && (*format)->depth > 10))
      formats += (formats.empty() ? "" : ",") + std::string((*format)->name);
  const char* const memory = gpu ? "video/x-raw(memory:CUDAMemory)" : "video/x-raw";
  return CapsPtr(gst_caps_from_string((memory + (",format={" + formats + "}")).c_str()));
}

/// Frames that a GPU may decode before the figures of the first of them are read.
constexpr guint frames_ahead = 4;
/// Frames in flight in the element: those ahead, one that is read, one that is pushed, and one that
/// is submitted. With fewer, the memory of a frame's projections is used again before they are
/// read, and they must be copied to the host first.
constexpr guint max_in_flight = frames_ahead + 3;

/// Bytes of frames of a live source that may wait to be counted: a second and more of any video. A
/// device loses frames only if these do not suffice.
constexpr guint live_queue = 512 << 20;

/// After an error, frames that are still on their way are read until none has come for this time.
constexpr gint64 drain_limit = G_TIME_SPAN_SECOND;

/// The part of a file without frames at its end that is reported, in ns: sound often goes on for
/// less.
constexpr int64_t shortest_end = 500000000;

/// The time that a live source has to end at a stop request.
constexpr GstClockTime stop_limit = 20 * GST_SECOND;

std::atomic<bool> stopped{false};

/// Why the decoding of a video failed, from the messages of the bus.
class Problems {
public:
  void note_missing(const GstStructure* structure) {
    const gchar* name = gst_structure_get_string(structure, "name");
    if (name)
      missing_ += (missing_.empty() ? "" : ", ") + std::string(name);
  }
  void note_refused(const GstStructure* structure) {
    refused_ = gst_structure_get_string(structure, "name");
  }
  /// Why no frame came. `error` is NULL if the stream ended.
  std::string explain(const GError* error) const {
    if (!refused_.empty())
      return "not analysed, because GStreamer's " + refused_ + " does not end";
    const std::string missing = missing_.empty() ? "" : "no decoder installed: " + missing_;
    if (error && g_error_matches(error, GST_STREAM_ERROR, no_such_stream))
      return error->message + (missing.empty() ? "" : "; " + missing);
    if (!missing.empty())
      return missing;
    if (!error || g_error_matches(error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN))
      return "no video in this file";
    return error->message;
  }

private:
  std::string missing_, refused_;
};

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

/// The time that one video may take, with all attempts, without that for which the listener blocks.
class TimeLimit {
public:
  /// `seconds` 0: no limit. The listener must outlive this object and its copies.
  TimeLimit(double seconds, const VideoListener& listener)
      : seconds_(seconds), listener_(listener) {}

  int64_t blocked() const { return listener_.blocked(); }
  GstClockTime left() const {
    if (seconds_ <= 0)
      return GST_CLOCK_TIME_NONE;
    const gint64 used = g_get_monotonic_time() - started_ - listener_.blocked();
    const double left = seconds_ - static_cast<double>(used) / 1e6;
    return left > 0 ? static_cast<GstClockTime>(left * 1e9) : 0;
  }

private:
  const double seconds_;
  const VideoListener& listener_;
  const gint64 started_ = g_get_monotonic_time();
};

/// How an attempt to analyse a video ended.
enum class Ending {
  finished,
  given_up, ///< by a stop request
  uncertain ///< another attempt, with a repeatable decoder, gives the results that count
};

class Pipeline {
public:
  Pipeline(const std::string& path, const AnalysisSettings& settings, Processor processor,
           Seek seek, const TimeLimit& limit, VideoListener& listener)
      : path_(path), settings_(settings), limit_(limit), is_file_(!settings.live && !is_uri(path)),
        pipeline_(gst_pipeline_new(nullptr)), listener_(listener),
        selection_(settings, is_file_ ? Seek::no : seek), reader_(settings, listener) {
    GstElement* filter = add_element(pipeline_.get(), "capsfilter");
    GstElement* histogram = add_element(pipeline_.get(), "videohistogram");
    GstElement* sink = add_element(pipeline_.get(), "fakesink");

    g_object_set(histogram, "bins", 0u, nullptr);
    const std::string colours = colorimetry_text(statement_of(settings.colours));
    if (!is_file_ && colours != colorimetry_text({})) // the caps of a file have them
      g_object_set(histogram, "colorimetry", colours.c_str(), nullptr);
    g_object_set(sink, "sync", FALSE, "async", FALSE, "enable-last-sample", FALSE, nullptr);
    gst_element_link_many(filter, histogram, nullptr);
    const bool gpu = processor == Processor::gpu;
    gst_util_set_object_arg(G_OBJECT(histogram), "backend", gpu ? "cuda" : "cpu");
    const CapsPtr caps = counted_caps(gpu);
    g_object_set(filter, "caps", caps.get(), nullptr);
    if (gpu) {
      share_cuda_context(pipeline_.get());
      g_object_set(histogram, "max-in-flight", max_in_flight, nullptr);
    }
    GstElement* first = filter;
    if (gpu || settings.live) {
      // The queue's thread waits for counts while the decoder goes on.
      gst_element_link_many(histogram, add_queue(frames_ahead, 0), sink, nullptr);
    } else {
      gst_element_link(histogram, sink);
    }
    if (!gpu && !is_file_) {
      GstElement* convert = first = add_element(pipeline_.get(), "videoconvert");
      gst_util_set_object_arg(G_OBJECT(convert), "dither", "none");
      gst_element_link(convert, filter);
    }
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
    } else if (gpu) { // the CPU then decodes it
      source_.problem = "only the CPU decodes what is no file";
    } else {
      source_ = add_source(pipeline_.get(), path, settings, first);
    }
    if (is_file_)
      reader_.use_timecodes(read_timecode_track(path, settings.selection.stream));
    tables_.watch(histogram, processor);
    reader_.watch(sink);
  }

  /// Of GStreamer's decoders with FFmpeg, of which 0 means one per CPU of the machine.
  static void limit_threads(GstBin*, GstBin*, GstElement* element, Pipeline* self) {
    constexpr const char* property = "max-threads";
    gint threads = 0;
    if (!g_object_class_find_property(G_OBJECT_GET_CLASS(element), property))
      return;
    g_object_get(element, property, &threads, nullptr);
    if (threads == 0)
      g_object_set(element, property, self->settings_.decoder_threads, nullptr);
  }

  /// Plays to the end of the stream or to an error, and fills in all but the identity.
  Ending play(VideoRecord& record) {
    if (!source_.problem.empty()) {
      record.message = source_.problem;
      return Ending::finished;
    }
    record.message.clear(); // of an attempt before
    const BusPtr bus(gst_element_get_bus(pipeline_.get()));
    listener_.alive();
    gst_element_set_state(pipeline_.get(), GST_STATE_PLAYING); // errors come on the bus
    if (file_)
      file_->start();
    gint64 next_look = 0;
    Problems problems;
    ErrorPtr error;
    bool timed_out = false;
    for (bool playing = true; playing;) {
      listener_.alive();
      if (settings_.live && stopped)
        playing = end_source(error);
      const MessagePtr message(
          gst_bus_timed_pop(bus.get(), std::min(limit_.left(), Standstill::interval)));
      if (!message && stopped && !settings_.live)
        return Ending::given_up;
      if (message) {
        standstill_.note_message();
        playing = handle(message.get(), problems, error) && playing;
      }
      const gint64 now = g_get_monotonic_time();
      if (error) {
        playing = playing && is_draining();
      } else if (playing && (!message || now >= next_look)) {
        next_look = now + GST_TIME_AS_USECONDS(Standstill::interval);
        error = find_reason_to_stop(timed_out);
        playing = !error;
      }
    }
    int64_t declared = 0;
    bool is_ordered = true;
    if (file_) {
      is_ordered = end_file(error);
      declared = file_->declared_duration();
      const bool is_measured = !error && settings_.selection.is_whole() && declared == 0;
      record.format.duration = is_measured ? 0 : file_->estimated_duration();
      record.account = file_->account();
      if (!stopped && file_->is_uncertain())
        return Ending::uncertain;
    } else {
      gint64 duration = 0;
      if (gst_element_query_duration(pipeline_.get(), GST_FORMAT_TIME, &duration))
        record.format.duration = duration;
      declared = declares_duration(pipeline_.get()) ? duration : 0;
      gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
    }
    reader_.finish(record);
    const std::string truncation = describe_truncation(record.identity.size);
    if (!truncation.empty())
      reader_.report_end("truncated", truncation);
    if (record.frames == 0) {
      explain(record, problems, error.get(), timed_out);
      if (!truncation.empty())
        record.message += "; truncated: " + truncation;
    } else if (error) {
      record.outcome = Outcome::damaged;
      record.message = error->message;
      reader_.report_end(timed_out ? "timeout" : "damaged", record.message);
    } else if (!truncation.empty()) {
      record.outcome = Outcome::damaged;
      record.message = "truncated: " + truncation;
    } else if (!is_ordered) {
      record.outcome = Outcome::damaged; // of a GPU, so that the CPU decodes the video
      record.message = "the times of frames do not increase";
    } else if (const std::string failures = reader_.describe_failures(); !failures.empty()) {
      record.outcome = Outcome::damaged; // of a GPU, so that the CPU counts the video
      record.message = failures;
    } else {
      record.outcome = Outcome::complete;
      const std::string end = describe_early_end(declared);
      if (!end.empty())
        reader_.report_end("ends-early", end);
    }
    // After a seek, frames refer to others that were not decoded.
    const std::string errors = file_ ? file_->describe_errors() : errors_.describe();
    if (!errors.empty() && settings_.selection.start <= 0)
      reader_.report_whole("decoder-errors", errors);
    return Ending::finished;
  }

  ~Pipeline() {
    if (file_)
      file_->stop();
    gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
  }

private:
  /// Ends the pipeline of a file, and the thread that reads it. Returns false if the times of
  /// frames do not increase. Takes the reason why the file could not be read as an error.
  bool end_file(ErrorPtr& error) {
    const bool is_whole = !error && settings_.selection.is_whole();
    if (is_whole)
      file_->join();
    file_->stop();
    const bool is_ordered = stop_nvdec(pipeline_.get(), is_whole && !file_->error());
    file_->join();
    if (!error && file_->error())
      error.reset(g_error_new_literal(GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED,
                                      file_->error()->message.c_str()));
    return is_ordered;
  }

  /// Why no frame came. `error` is null if the stream ended.
  void explain(VideoRecord& record, const Problems& problems, const GError* error,
               bool timed_out) const {
    record.outcome = Outcome::failed;
    record.message = !error && file_      ? "no frame in it"
                     : timed_out || file_ ? error->message
                                          : problems.explain(error);
    if (!error && settings_.selection.start > 0)
      record.message = "no frame from " + print_exact(settings_.selection.start) + " seconds on";
    if (!file_ || timed_out)
      return;
    using Cause = ReadError::Cause;
    const std::optional<ReadError>& cause = file_->error();
    if (cause && cause->cause == Cause::no_video)
      record.outcome = Outcome::skipped;
    record.lasting =
        cause ? cause->cause != Cause::unreadable : !error && settings_.selection.start <= 0;
    record.declared.decoder = decoder_version();
  }

  /// A queue without limits but those that are not 0.
  GstElement* add_queue(guint buffers, guint bytes) {
    GstElement* queue = add_element(pipeline_.get(), "queue");
    g_object_set(queue, "max-size-buffers", buffers, "max-size-bytes", bytes, "max-size-time",
                 guint64{0}, nullptr);
    return queue;
  }

  /// Ends a live source; frames that it has sent are counted before the end of the stream comes.
  /// Returns false if that takes too long.
  bool end_source(ErrorPtr& error) {
    const gint64 now = g_get_monotonic_time();
    if (ending_ == 0) {
      ending_ = now;
      gst_element_send_event(pipeline_.get(), gst_event_new_eos());
    }
    if (now - ending_ <= static_cast<gint64>(GST_TIME_AS_USECONDS(stop_limit)))
      return true;
    if (!error)
      error.reset(g_error_new(GST_CORE_ERROR, GST_CORE_ERROR_FAILED, "the source did not end"));
    return false;
  }

  /// NULL as long as the pipeline may go on. Sets `timed_out` if time is the reason: another scan
  /// of the same video may have enough.
  ErrorPtr find_reason_to_stop(bool& timed_out) {
    std::string reason;
    const auto standstill = settings_.live
                                ? Standstill::Finding::none
                                : standstill_.look(limit_.blocked(), file_ ? file_->progress() : 0);
    if (standstill == Standstill::Finding::stopped)
      reason = "the decoder has stopped without a reason; the file may be damaged";
    else if (standstill == Standstill::Finding::hung)
      reason = "nothing was read or decoded for five minutes";
    else if (limit_.left() == 0)
      reason = "not finished within " + print_exact(settings_.timeout) + " seconds";
    timed_out = !reason.empty() && standstill != Standstill::Finding::stopped;
    return ErrorPtr(reason.empty() ? nullptr
                                   : g_error_new_literal(GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED,
                                                         reason.c_str()));
  }

  /// Whether frames that were sent before an error are still being counted.
  bool is_draining() {
    const gint64 now = g_get_monotonic_time();
    const std::pair progress(reader_.frames(), limit_.blocked());
    if (drained_ == 0 || progress != progress_)
      drained_ = now;
    progress_ = progress;
    const bool has_stream = reader_.frames() > 0 || gst_pad_is_linked(decoded_.get());
    return has_stream && now - drained_ < drain_limit && limit_.left() > 0;
  }

  /// Returns false at the end of the stream. Keeps the first error.
  bool handle(GstMessage* message, Problems& problems, ErrorPtr& error) {
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_EOS:
      return false;
    case GST_MESSAGE_ERROR:
      if (!error) {
        GError* parsed = nullptr;
        gst_message_parse_error(message, &parsed, nullptr);
        error.reset(parsed);
      }
      return true;
    case GST_MESSAGE_APPLICATION:
      if (gst_message_has_name(message, FrameSelection::seek_message))
        return selection_.seek();
      return true;
    case GST_MESSAGE_ELEMENT:
      if (gst_message_has_name(message, "missing-plugin"))
        problems.note_missing(gst_message_get_structure(message));
      else if (gst_message_has_name(message, refusal_message))
        problems.note_refused(gst_message_get_structure(message));
      return true;
    default:
      return true;
    }
  }

  /// Empty unless the frames of a whole file end well before the declared duration in ns, of which
  /// 0 means that there is none.
  std::string describe_early_end(int64_t declared) const {
    const int64_t end = reader_.end_time();
    if (settings_.live || !settings_.selection.is_whole() || end == no_time ||
        declared - end < shortest_end)
      return "";
    return "the frames end at " + format_real(static_cast<double>(end) / 1e9, 3) + " of " +
           format_real(static_cast<double>(declared) / 1e9, 3) + " seconds";
  }

  /// Empty unless the container declares more bytes than the file has.
  std::string describe_truncation(uint64_t size) const {
    const std::optional<uint64_t> declared = declared_size(path_);
    return declared && *declared > size ? "the file has " + std::to_string(size) + " of " +
                                              std::to_string(*declared) + " bytes"
                                        : "";
  }

  const std::string path_;
  const AnalysisSettings settings_;
  const TimeLimit limit_;
  const bool is_file_;
  ElementPtr pipeline_;
  VideoListener& listener_;
  Source source_;                         ///< of what is no file
  PadPtr decoded_;                        ///< receives the decoded video
  gint64 ending_ = 0;                     ///< when the live source was asked to end
  gint64 drained_ = 0;                    ///< when the last frame after an error came
  std::pair<uint64_t, int64_t> progress_; ///< then: frames, and how long the listener had blocked
  DecoderErrors errors_{pipeline_.get()};
  Standstill standstill_{pipeline_.get()};
  FrameSelection selection_;
  CountedTables tables_;
  FrameReader reader_; // its pads are gone once the pipeline is in state NULL
  std::optional<FileSource> file_;
};

/// Plays a video, and once more without seeking if no frame came: some demuxers seek to a wrong
/// place. What decoders make of damage differs from run to run, unless that is avoided at the cost
/// of speed: after an error the video is played anew so. Returns false if a stop request ended it.
bool play(const std::string& path, AnalysisSettings settings, Processor processor,
          VideoListener& listener, VideoRecord& record) {
  const TimeLimit limit(settings.timeout, listener);
  Seek seek = Seek::yes;
  for (;;) {
    switch (Pipeline(path, settings, processor, seek, limit, listener).play(record)) {
    case Ending::given_up:
      return false;
    case Ending::uncertain:
      listener.restart();
      settings.repeatable = true;
      continue;
    case Ending::finished:
      break;
    }
    if (record.frames > 0 || settings.selection.start <= 0 || limit.left() == 0 ||
        std::exchange(seek, Seek::no) == Seek::no)
      return true;
  }
}

/// A live source, or a URI: no file that has an identity.
std::optional<VideoRecord> analyse_stream(const std::string& source,
                                          const AnalysisSettings& settings, Processor processor,
                                          VideoListener& listener) {
  VideoRecord record;
  if (settings.live)
    record.identity.modified = g_get_real_time() * 1000;
  if (!play(source, settings, processor, listener, record))
    return {};
  return record;
}

} // namespace

std::optional<VideoRecord> analyse_video(const std::string& path, const AnalysisSettings& settings,
                                         Processor processor, VideoListener& listener) {
  if (settings.live || is_uri(path))
    return analyse_stream(path, settings, processor, listener);
  VideoRecord record;
  Identity after;
  if (!read_identity(path, record.identity)) {
    record.message = std::string("cannot be read: ") + std::strerror(errno);
    return record;
  }
  if (record.identity.size == 0) {
    record.message = "the file is empty";
    return record;
  }
  if (!play(path, settings, processor, listener, record))
    return {};
  if (!read_size_and_time(path, after) || after.size != record.identity.size ||
      after.modified != record.identity.modified) {
    VideoRecord changed; // what was found is of neither file
    changed.identity = record.identity;
    changed.message = "the file changed while it was read";
    return changed;
  }
  return record;
}

void stop_videos() {
  stopped = true;
}

std::string why_not_usable(Processor processor) {
  for (const char* name : {"filesrc", "decodebin", "videoconvert", "capsfilter", "queue",
                           "videohistogram", "fakesink"}) {
    GstElementFactory* factory = gst_element_factory_find(name);
    if (!factory)
      return std::string("GStreamer has no element ") + name +
             "; GST_PLUGIN_PATH may name the folder of libgstvideohistogram.so, and "
             "gst-inspect-1.0 "
             "lists what is installed";
    gst_object_unref(factory);
  }
  return processor == Processor::gpu ? why_no_gpu() : "";
}

} // namespace videohistogram::tools
