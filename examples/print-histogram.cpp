// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Counts a video or an image, prints one table of statistics per second of video, and draws the
// histogram of the whole video into a PNG. Shows how an application embeds the element and reads
// its messages.
#include "application.h"
#include "completeness.h"
#include "plot.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace {

struct Options {
  std::string input;
  std::string backend = "auto";
  std::string channels = "r+g+b+gray+luma";
  std::string output;
  int bins = 256;
  double every = 1;
  PlotScale scale = PlotScale::linear;
};

/// Throws Failure. With --help the function prints the help and exits the process.
Options parse_options(int argc, char** argv) {
  Options options;
  gchar *backend = nullptr, *channels = nullptr, *output = nullptr, *scale = nullptr;
  const GOptionEntry entries[] = {
      {"backend", 0, 0, G_OPTION_ARG_STRING, &backend,
       "Backend that counts: auto, cpu or cuda (auto)", "NAME"},
      {"bins", 0, 0, G_OPTION_ARG_INT, &options.bins, "Bins per channel, 2 to 256 (256)", "N"},
      {"channels", 0, 0, G_OPTION_ARG_STRING, &channels,
       "Channels to count; those that the video lacks are left out (r+g+b+gray+luma)", "LIST"},
      {"every", 0, 0, G_OPTION_ARG_DOUBLE, &options.every,
       "Seconds of video that one table sums (1)", "SECONDS"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
       "File for the plot (FILE-histogram.png in the current folder)", "PNG"},
      {"scale", 0, 0, G_OPTION_ARG_STRING, &scale, "Scale of the plot: linear or log (linear)",
       "NAME"},
      {nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr}};
  parse_command_line(
      argc, argv, "FILE-OR-URI",
      "Prints the histogram of a video or an image. Ctrl-C stops and prints the sum so far.\n\n"
      "Exit status: 0 all was counted, 1 nothing could be counted or written, 2 wrong usage,\n"
      "3 the file is damaged or truncated, the result covers the rest, 130 Ctrl-C, 143 "
      "SIGTERM.",
      entries);
  std::string scale_name = "linear";
  take(backend, options.backend);
  take(channels, options.channels);
  take(output, options.output);
  take(scale, scale_name);

  if (argc != 2)
    throw misuse("give one file or URI; --help tells more");
  if (options.backend != "auto" && options.backend != "cpu" && options.backend != "cuda")
    throw misuse("--backend is auto, cpu or cuda, not " + options.backend);
  if (options.bins < 2 || options.bins > 256)
    throw misuse("--bins is a number from 2 to 256");
  if (!(options.every >= 0.001 && options.every <= 1e9))
    throw misuse("--every is a number of seconds, 0.001 or more");
  if (scale_name != "linear" && scale_name != "log")
    throw misuse("--scale is linear or log, not " + scale_name);
  options.scale = scale_name == "log" ? PlotScale::log : PlotScale::linear;

  options.input = argv[1];
  if (options.output.empty())
    options.output = file_name(options.input) + "-histogram.png";
  check_output(options.output, options.input);
  return options;
}

void print_header() {
  std::printf("%10s %7s  %-7s %8s %8s %5s %5s %7s %7s %7s\n", "time", "frames", "channel", "mean",
              "std-dev", "min", "max", "median", "low %", "high %");
}

/// Prints one row per channel; "low %" and "high %" are the shares of the first and the last bin.
void print_rows(const std::string& when, guint64 frames, GstVideoHistogram* histogram) {
  const guint n_channels = gst_video_histogram_get_n_channels(histogram);
  for (guint c = 0; c < n_channels; c++) {
    const std::string count = c == 0 ? std::to_string(frames) : "";
    std::printf("%10s %7s  %-7s %8.2f %8.2f %5u %5u %7u %7.2f %7.2f\n", c == 0 ? when.c_str() : "",
                count.c_str(), gst_video_histogram_get_channel_name(histogram, c),
                gst_video_histogram_get_mean(histogram, c),
                std::sqrt(gst_video_histogram_get_variance(histogram, c)),
                gst_video_histogram_get_min(histogram, c),
                gst_video_histogram_get_max(histogram, c),
                gst_video_histogram_get_median(histogram, c),
                100 * gst_video_histogram_get_fraction_at_or_below(histogram, c, 0),
                100 * gst_video_histogram_get_fraction_above(
                          histogram, c, gst_video_histogram_get_bins(histogram, c) - 2));
  }
}

/// A time in minutes and seconds, such as "0:07.5".
std::string print_time(GstClockTime time) {
  if (!GST_CLOCK_TIME_IS_VALID(time))
    return "-";
  const guint64 tenths = gst_util_uint64_scale_round(time, 10, GST_SECOND);
  char text[48];
  std::snprintf(text, sizeof text, "%" G_GUINT64_FORMAT ":%02u.%u", tenths / 600,
                static_cast<guint>(tenths / 10 % 60), static_cast<guint>(tenths % 10));
  return text;
}

std::string print_size(GstVideoHistogram* histogram) {
  const guint width = gst_video_histogram_get_width(histogram);
  // A sum of frames of different sizes has no size.
  if (width == 0)
    return "several sizes";
  return std::to_string(width) + "x" + std::to_string(gst_video_histogram_get_height(histogram));
}

/// The progress line on stderr; silent unless stderr is a terminal.
class Progress {
public:
  void show(GstElement* pipeline, guint64 frames) {
    gint64 position = 0, duration = 0;
    if (!terminal_ || !gst_element_query_position(pipeline, GST_FORMAT_TIME, &position))
      return;
    std::string text = print_time(static_cast<GstClockTime>(position));
    if (gst_element_query_duration(pipeline, GST_FORMAT_TIME, &duration) && duration > 0) {
      const std::string percent = std::to_string(100 * position / duration);
      text += " of " + print_time(static_cast<GstClockTime>(duration)) + " (" + percent + " %)";
    }
    std::fprintf(stderr, "\r\033[K%s, %s frames counted", text.c_str(),
                 std::to_string(frames).c_str());
  }
  void clear() {
    if (terminal_)
      std::fputs("\r\033[K", stderr);
  }

private:
  bool terminal_ = isatty(STDERR_FILENO);
};

class Run {
public:
  explicit Run(const Options& options) : options_(options), uri_(make_uri(options.input)) {
    // Only video is decoded. Most videos are Y'CbCr, of which the element would count Y, Cb and Cr.
    // To show colours, videoconvert converts all formats other than RGB and gray to RGB. The
    // element sums the frames of an interval. message-counts=false, because the message has the
    // histogram already.
    pipeline_ = launch(
        "uridecodebin name=source caps=video/x-raw(ANY) expose-all-streams=false ! videoconvert "
        "! video/x-raw,format={RGBA,RGBx,BGRA,BGRx,ARGB,xRGB,ABGR,xBGR,RGB,BGR,GRAY8} "
        "! videohistogram name=histogram attach-meta=false post-messages=true "
        "message-counts=false ! fakesink");

    element_.reset(gst_bin_get_by_name(GST_BIN(pipeline_.get()), "histogram"));
    const ElementPtr source(gst_bin_get_by_name(GST_BIN(pipeline_.get()), "source"));
    g_object_set(source.get(), "uri", uri_.c_str(), nullptr);
    g_object_set(element_.get(), "bins", static_cast<guint>(options.bins), "interval",
                 static_cast<guint64>(std::llround(options.every * GST_SECOND)), nullptr);
    gst_util_set_object_arg(G_OBJECT(element_.get()), "backend", options.backend.c_str());
    gst_util_set_object_arg(G_OBJECT(element_.get()), "channels", options.channels.c_str());
    completeness_.watch(element_.get());
  }

  /// Counts the video until its end, a signal or an error. Throws Failure if no frame was counted.
  void play() {
    const BusPtr bus(gst_element_get_bus(pipeline_.get()));
    gst_element_set_state(pipeline_.get(), GST_STATE_PLAYING); // errors come on the bus
    for (bool playing = true; playing && g_get_monotonic_time() < deadline_;) {
      if (signal_received() && !stopping_)
        stop();
      const MessagePtr message(gst_bus_timed_pop(bus.get(), 100 * GST_MSECOND));
      if (message)
        playing = handle(message.get());
      progress_.show(pipeline_.get(), frames_);
    }
    progress_.clear();
    if (!total_ && signal_received())
      throw Failure{"interrupted before a frame was counted", 128 + signal_received()};
    if (!total_ && failure_)
      throw Failure{std::string("no frame could be counted: ") + failure_->message};
    if (!total_)
      throw problems_.explain(options_.input, nullptr);

    GstStructure* stats = nullptr;
    g_object_get(element_.get(), "stats", &stats, nullptr);
    const StructurePtr owned(stats);
    counted_by_ = std::string(gst_structure_get_string(stats, "backend")) + ", " +
                  gst_structure_get_string(stats, "device");
    gint64 duration = 0;
    if (!gst_element_query_duration(pipeline_.get(), GST_FORMAT_TIME, &duration))
      duration = -1;
    gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
    judge(static_cast<GstClockTime>(duration));
  }

  /// Prints the sum and draws the plot. Returns the exit status.
  int report() {
    GstVideoHistogram* total = total_.get();
    const std::string subtitle =
        std::to_string(frames_) + (frames_ == 1 ? " frame, " : " frames, ") + print_size(total) +
        " " + gst_video_format_to_string(gst_video_histogram_get_format(total)) + ", counted by " +
        counted_by_;
    std::printf("\n");
    print_rows("all", frames_, total);
    std::printf("\n%s\n", subtitle.c_str());
    flush_output();

    const std::string error =
        write_plot(total, file_name(options_.input), subtitle, options_.scale, options_.output);
    if (!error.empty())
      throw Failure{"cannot write " + options_.output + ": " + error};
    const TextPtr path(g_canonicalize_filename(options_.output.c_str(), nullptr));
    std::printf("%s\n", path.get());
    flush_output();
    return status_;
  }

  ~Run() {
    if (pipeline_)
      gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
  }

private:
  /// Sends EOS, so that the element posts the sum of its last interval. The pipeline has 5 seconds
  /// to reach the end.
  void stop() {
    stopping_ = true;
    deadline_ = g_get_monotonic_time() + 5 * G_TIME_SPAN_SECOND;
    gst_element_send_event(pipeline_.get(), gst_event_new_eos());
  }

  /// Prints what is damaged or missing in the result.
  void judge(GstClockTime duration) {
    if (corrupted_ > 0)
      complain("the decoder marked " + std::to_string(corrupted_) + " of " +
               std::to_string(frames_) + " frames as corrupted");
    if (failed_ > 0)
      complain(std::to_string(failed_) + " frames could not be counted");
    if (signal_received()) {
      std::fprintf(stderr, "print-histogram: interrupted; the sum is that of %s frames\n",
                   std::to_string(frames_).c_str());
      status_ = 128 + signal_received();
      return;
    }
    const std::string missing = completeness_.missing(duration, uri_);
    if (!missing.empty())
      complain(missing);
  }

  void complain(const std::string& sentence) {
    std::fprintf(stderr, "print-histogram: %s: %s\n", options_.input.c_str(), sentence.c_str());
    status_ = damaged;
  }

  /// Whether the element has counted a frame, even if it has not posted the sum yet.
  bool has_counted() const {
    GstStructure* stats = nullptr;
    g_object_get(element_.get(), "stats", &stats, nullptr);
    const StructurePtr owned(stats);
    guint64 frames = 0;
    return gst_structure_get_uint64(stats, "frames", &frames) && frames > 0;
  }

  /// Handles a message of the bus. Returns false at the end of the stream.
  bool handle(GstMessage* message) {
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_EOS:
      return false;
    case GST_MESSAGE_ERROR:
    case GST_MESSAGE_WARNING:
      handle_problem(message);
      break;
    case GST_MESSAGE_ELEMENT:
      problems_.note(message);
      handle_histogram(message);
      break;
    default:
      break;
    }
    return true;
  }

  /// Adds the frames of the message that could not be counted.
  void note_failures(GstMessage* message) {
    GError* error = nullptr;
    guint64 failed = 0;
    if (gst_message_parse_video_histogram_failure(message, &error, nullptr, nullptr, nullptr))
      failure_.reset(error);
    if (gst_structure_get_uint64(gst_message_get_structure(message), "failed", &failed))
      failed_ += failed;
  }

  void handle_histogram(GstMessage* message) {
    if (GST_MESSAGE_SRC(message) == GST_OBJECT(element_.get()))
      note_failures(message);
    GstVideoHistogram* histogram = nullptr;
    GstClockTime running_time = GST_CLOCK_TIME_NONE;
    guint64 frames = 0, corrupted = 0;
    if (!gst_message_parse_video_histogram(message, &histogram, nullptr, &running_time, nullptr,
                                           &frames))
      return; // a message of another element
    HistogramPtr part(histogram);
    gst_structure_get_uint64(gst_message_get_structure(message), "corrupted", &corrupted);
    corrupted_ += corrupted;
    progress_.clear();
    if (!total_)
      print_header();
    print_rows(print_time(running_time), frames, part.get());
    flush_output();
    frames_ += frames;
    if (!total_) {
      total_ = std::move(part);
      return;
    }
    GError* error = nullptr;
    total_.reset(gst_video_histogram_add(total_.get(), part.get(), &error));
    if (!total_)
      throw Failure{std::string("the video changes within: ") + ErrorPtr(error)->message};
  }

  void handle_problem(GstMessage* message) {
    progress_.clear();
    GError* error = nullptr;
    const bool is_error = GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR;
    if (is_error)
      gst_message_parse_error(message, &error, nullptr);
    else
      gst_message_parse_warning(message, &error, nullptr);
    const ErrorPtr owned(error);
    if (is_error) {
      const bool own = GST_MESSAGE_SRC(message) == GST_OBJECT(element_.get());
      if (own || !(total_ || has_counted()))
        throw problems_.explain(options_.input, error);
      complain(error->message);
      if (!stopping_)
        stop();
      return;
    }
    // An audio track that cannot be decoded does not matter.
    if (!g_error_matches(error, GST_STREAM_ERROR, GST_STREAM_ERROR_CODEC_NOT_FOUND))
      std::fprintf(stderr, "Warning: %s\n", error->message);
  }

  const Options& options_;
  const std::string uri_;
  Completeness completeness_; // must outlive the pipeline
  ElementPtr pipeline_, element_;
  Progress progress_;
  HistogramPtr total_;
  guint64 frames_ = 0, corrupted_ = 0, failed_ = 0;
  ErrorPtr failure_; ///< why a frame could not be counted; null: all could
  std::string counted_by_;
  DecodingProblems problems_;
  bool stopping_ = false;
  gint64 deadline_ = G_MAXINT64; ///< monotonic time in us
  int status_ = success;
};

} // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse_options(argc, argv);
    note_signals();
    Run run(options);
    run.play();
    return run.report();
  } catch (const Failure& failure) {
    std::fprintf(stderr, "print-histogram: %s\n", failure.message.c_str());
    return failure.status;
  }
}
