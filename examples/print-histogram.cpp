// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Follows a film or a picture, prints a table of statistics for every second of it, and draws the
// histogram of the whole into a PNG. Shows how an application embeds the element and reads its
// messages.
#include "application.h"
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

/// Throws Failure. Prints help and exits by itself where that was asked for.
Options parse_options(int argc, char** argv) {
  Options options;
  gchar *backend = nullptr, *channels = nullptr, *output = nullptr, *scale = nullptr;
  const GOptionEntry entries[] = {
      {"backend", 0, 0, G_OPTION_ARG_STRING, &backend, "Who counts: auto, cpu or cuda (auto)",
       "NAME"},
      {"bins", 0, 0, G_OPTION_ARG_INT, &options.bins, "Bins a channel, 2 to 256 (256)", "N"},
      {"channels", 0, 0, G_OPTION_ARG_STRING, &channels,
       "Channels to count, those of them that the film has (r+g+b+gray+luma)", "LIST"},
      {"every", 0, 0, G_OPTION_ARG_DOUBLE, &options.every,
       "Seconds of film that one table sums (1)", "SECONDS"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
       "The plot (the film's name with -histogram.png, in this folder)", "PNG"},
      {"scale", 0, 0, G_OPTION_ARG_STRING, &scale, "Scale of the plot: linear or log (linear)",
       "NAME"},
      {nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr}};
  parse_command_line(argc, argv, "FILE-OR-URI", "Prints the histogram of a film or a picture.",
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
    options.output = file_stem(options.input) + "-histogram.png";
  return options;
}

void print_header() {
  std::printf("%10s %7s  %-7s %8s %8s %5s %5s %7s %7s %7s\n", "time", "frames", "channel", "mean",
              "std-dev", "min", "max", "median", "low %", "high %");
}

/// One row a channel; low and high are the shares of the first and the last bin.
void print_rows(const std::string& when, guint64 frames, GstVideoHistogram* histogram) {
  const guint bins = gst_video_histogram_get_bins(histogram);
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
                100 * gst_video_histogram_get_fraction_above(histogram, c, bins - 2));
  }
}

/// "0:07.5"
std::string print_time(GstClockTime time) {
  if (!GST_CLOCK_TIME_IS_VALID(time))
    return "-";
  const guint64 tenths = gst_util_uint64_scale_round(time, 10, GST_SECOND);
  char text[48];
  std::snprintf(text, sizeof text, "%" G_GUINT64_FORMAT ":%02u.%u", tenths / 600,
                static_cast<guint>(tenths / 10 % 60), static_cast<guint>(tenths % 10));
  return text;
}

/// The line that tells how far we are, on a terminal only.
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
  explicit Run(const Options& options) : options_(options) {
    const std::string uri = make_uri(options.input);
    // Only video is decoded. The element would count Y, Cb and Cr as most films have them; to show
    // colours, videoconvert makes RGB of what is neither RGB nor gray. The element sums an interval
    // by itself, and the histogram in its message needs no second copy of the counts beside it.
    pipeline_ = launch(
        "uridecodebin name=source caps=video/x-raw(ANY) expose-all-streams=false ! videoconvert "
        "! video/x-raw,format={RGBA,RGBx,BGRA,BGRx,ARGB,xRGB,ABGR,xBGR,RGB,BGR,GRAY8} "
        "! videohistogram name=histogram attach-meta=false post-messages=true "
        "message-counts=false ! fakesink");

    element_.reset(gst_bin_get_by_name(GST_BIN(pipeline_.get()), "histogram"));
    const ElementPtr source(gst_bin_get_by_name(GST_BIN(pipeline_.get()), "source"));
    g_object_set(source.get(), "uri", uri.c_str(), nullptr);
    g_object_set(element_.get(), "bins", static_cast<guint>(options.bins), "interval",
                 static_cast<guint64>(std::llround(options.every * GST_SECOND)), nullptr);
    set_from_text("backend", options.backend);
    set_from_text("channels", options.channels);
  }

  /// Plays the film to its end.
  void play() {
    const BusPtr bus(gst_element_get_bus(pipeline_.get()));
    gst_element_set_state(pipeline_.get(), GST_STATE_PLAYING); // why it fails is on the bus
    for (bool playing = true; playing;) {
      const MessagePtr message(gst_bus_timed_pop(bus.get(), 100 * GST_MSECOND));
      if (message)
        playing = handle(message.get());
      progress_.show(pipeline_.get(), frames_);
    }
    progress_.clear();
    if (!total_)
      throw Failure{options_.input + " has no video that can be decoded" + missing_.advice()};

    GstStructure* stats = nullptr;
    g_object_get(element_.get(), "stats", &stats, nullptr);
    const StructurePtr owned(stats);
    counted_by_ = std::string(gst_structure_get_string(stats, "backend")) + ", " +
                  gst_structure_get_string(stats, "device");
  }

  void report() {
    GstVideoHistogram* total = total_.get();
    const std::string subtitle = std::to_string(frames_) +
                                 (frames_ == 1 ? " frame, " : " frames, ") +
                                 std::to_string(gst_video_histogram_get_width(total)) + "x" +
                                 std::to_string(gst_video_histogram_get_height(total)) + " " +
                                 gst_video_format_to_string(gst_video_histogram_get_format(total)) +
                                 ", counted by " + counted_by_;
    std::printf("\n");
    print_rows("all", frames_, total);
    std::printf("\n%s\n", subtitle.c_str());

    const std::string error =
        write_plot(total, file_name(options_.input), subtitle, options_.scale, options_.output);
    if (!error.empty())
      throw Failure{"cannot write " + options_.output + ": " + error};
    const TextPtr path(g_canonicalize_filename(options_.output.c_str(), nullptr));
    std::printf("%s\n", path.get());
  }

  ~Run() {
    if (pipeline_)
      gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
  }

private:
  void set_from_text(const char* property, const std::string& text) {
    GParamSpec* spec = g_object_class_find_property(G_OBJECT_GET_CLASS(element_.get()), property);
    GValue value = G_VALUE_INIT;
    g_value_init(&value, spec->value_type);
    const bool understood = gst_value_deserialize(&value, text.c_str());
    if (understood)
      g_object_set_property(G_OBJECT(element_.get()), property, &value);
    g_value_unset(&value);
    if (!understood)
      throw Failure{"--" + std::string(property) + "=" + text +
                    " is not understood; `gst-inspect-1.0 videohistogram` lists what there is"};
  }

  /// False at the end.
  bool handle(GstMessage* message) {
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_EOS:
      return false;
    case GST_MESSAGE_ERROR:
    case GST_MESSAGE_WARNING:
      handle_problem(message);
      break;
    case GST_MESSAGE_ELEMENT:
      if (gst_message_has_name(message, "videohistogram"))
        handle_histogram(gst_message_get_structure(message));
      else
        missing_.note(message);
      break;
    default:
      break;
    }
    return true;
  }

  void handle_histogram(const GstStructure* structure) {
    GstVideoHistogram* histogram = nullptr;
    guint64 stream_time = 0, frames = 0;
    if (!gst_structure_get(structure, "histogram", GST_TYPE_VIDEO_HISTOGRAM, &histogram,
                           "stream-time", G_TYPE_UINT64, &stream_time, "frames", G_TYPE_UINT64,
                           &frames, nullptr))
      throw Failure{"the element's message is not as this program knows it"};
    HistogramPtr part(histogram);
    progress_.clear();
    if (!total_)
      print_header();
    print_rows(print_time(stream_time), frames, part.get());
    frames_ += frames;
    if (!total_) {
      total_ = std::move(part);
      return;
    }
    GError* error = nullptr;
    total_.reset(gst_video_histogram_add(total_.get(), part.get(), &error));
    if (!total_)
      throw Failure{std::string("the film changes within: ") + ErrorPtr(error)->message};
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
    if (is_error)
      throw Failure{options_.input + ": " + error->message + missing_.advice()};
    // A sound track that cannot be decoded is none of our concern.
    if (!g_error_matches(error, GST_STREAM_ERROR, GST_STREAM_ERROR_CODEC_NOT_FOUND))
      std::fprintf(stderr, "Warning: %s\n", error->message);
  }

  const Options& options_;
  ElementPtr pipeline_, element_;
  Progress progress_;
  HistogramPtr total_;
  guint64 frames_ = 0;
  std::string counted_by_;
  MissingDecoders missing_;
};

} // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse_options(argc, argv);
    Run run(options);
    run.play();
    run.report();
  } catch (const Failure& failure) {
    std::fprintf(stderr, "print-histogram: %s\n", failure.message.c_str());
    return failure.status;
  }
  return 0;
}
