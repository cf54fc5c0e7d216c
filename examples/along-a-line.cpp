// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Makes a projection of an image, or of one frame of a video, with the angle of a line. Prints the
// position of the line, writes the counts of all positions as CSV, and draws a PNG of the image,
// the line and the histogram of the line's pixels. Shows how an application reads the histogram of
// a buffer.
#include "application.h"
#include "plot.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

struct Options {
  std::string input;
  guint64 x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  std::string channel = "luma";
  std::string csv, output;
  int bins = 256;
  double at = 0;

  std::string projection() const {
    return channel + "@line(" + std::to_string(x1) + "," + std::to_string(y1) + "," +
           std::to_string(x2) + "," + std::to_string(y2) + ")";
  }
};

guint64 parse_coordinate(const char* text) {
  guint64 value = 0;
  if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT32, &value, nullptr))
    throw misuse(std::string("a coordinate is a whole number of pixels from 0, not ") + text);
  return value;
}

/// Throws Failure. With --help the function prints the help and exits the process.
Options parse_options(int argc, char** argv) {
  Options options;
  gchar *channel = nullptr, *csv = nullptr, *output = nullptr;
  const GOptionEntry entries[] = {
      {"at", 0, 0, G_OPTION_ARG_DOUBLE, &options.at, "Time of the frame in a video, in seconds (0)",
       "SECONDS"},
      {"bins", 0, 0, G_OPTION_ARG_INT, &options.bins, "Bins per position, 2 to 256 (256)", "N"},
      {"channel", 0, 0, G_OPTION_ARG_STRING, &channel,
       "The channel to count: r, g, b or luma (luma)", "NAME"},
      {"csv", 0, 0, G_OPTION_ARG_FILENAME, &csv,
       "File for the counts (PICTURE-line.csv in the current folder)", "CSV"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
       "File for the plot (PICTURE-line.png in the current folder)", "PNG"},
      {nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr}};
  parse_command_line(
      argc, argv, "PICTURE x1 y1 x2 y2",
      "Counts the pixels on a line through two pixels of an image, and on each line "
      "parallel to it.\n\n"
      "Exit status: 0 success, 1 nothing could be counted or written, 2 wrong usage,\n"
      "3 the frame is damaged or is not the one at the time given.",
      entries);
  take(channel, options.channel);
  take(csv, options.csv);
  take(output, options.output);

  if (argc != 6)
    throw misuse("give a picture or a video and two of its pixels, x1 y1 x2 y2; --help tells more");
  if (options.channel.find_first_of(",+") != std::string::npos)
    throw misuse("--channel is one of r, g, b or luma, not " + options.channel);
  if (options.bins < 2 || options.bins > 256)
    throw misuse("--bins is a number from 2 to 256");
  if (!(options.at >= 0 && options.at <= 1e9))
    throw misuse("--at is a number of seconds from 0");
  options.input = argv[1];
  options.x1 = parse_coordinate(argv[2]);
  options.y1 = parse_coordinate(argv[3]);
  options.x2 = parse_coordinate(argv[4]);
  options.y2 = parse_coordinate(argv[5]);

  const std::string start = file_name(options.input) + "-line";
  if (options.csv.empty())
    options.csv = start + ".csv";
  if (options.output.empty())
    options.output = start + ".png";
  check_output(options.csv, options.input);
  check_output(options.output, options.input);
  return options;
}

/// A frame with its histogram, from a pipeline that is paused at the frame.
class Frame {
public:
  explicit Frame(const Options& options) : options_(options) {
    // The line is drawn into the image as shown, so the element gets RGB, which cairo draws too. To
    // count only Y of a video, no conversion would be needed.
    const std::string description =
        "uridecodebin name=source caps=video/x-raw(ANY) expose-all-streams=false ! videoconvert "
        "! video/x-raw,format=" +
        std::string(G_BYTE_ORDER == G_LITTLE_ENDIAN ? "BGRx" : "xRGB") +
        " ! videohistogram name=histogram bins=" + std::to_string(options.bins) +
        " ! fakesink name=sink";
    pipeline_ = launch(description);
    const ElementPtr element(gst_bin_get_by_name(GST_BIN(pipeline_.get()), "histogram"));
    gst_util_set_object_arg(G_OBJECT(element.get()), "channels", options.channel.c_str());
    gst_util_set_object_arg(G_OBJECT(element.get()), "projections", options.projection().c_str());
    const ElementPtr source(gst_bin_get_by_name(GST_BIN(pipeline_.get()), "source"));
    g_object_set(source.get(), "uri", make_uri(options.input).c_str(), nullptr);
  }

  ~Frame() {
    if (mapped_)
      gst_video_frame_unmap(&frame_);
    if (pipeline_)
      gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Seeks to the frame and waits until the frame is counted. Throws Failure.
  void load() {
    gst_element_set_state(pipeline_.get(), GST_STATE_PAUSED); // errors come on the bus
    wait_for_frame();
    if (options_.at > 0) {
      if (!gst_element_seek_simple(
              pipeline_.get(), GST_FORMAT_TIME,
              static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE),
              static_cast<gint64>(wanted_time())))
        throw Failure{"there is no other time to go to in " + options_.input};
      wait_for_frame();
    }
    const ElementPtr sink(gst_bin_get_by_name(GST_BIN(pipeline_.get()), "sink"));
    GstSample* sample = nullptr;
    g_object_get(sink.get(), "last-sample", &sample, nullptr);
    sample_.reset(sample);
    if (!sample || ends_before_wanted_time())
      throw no_frame();
    map();
  }

  /// A message for the user if the frame is damaged or not the wanted one, else empty.
  std::string damage() const {
    const GstBuffer* buffer = gst_sample_get_buffer(sample_.get());
    if (GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_CORRUPTED))
      return "the decoder marked the frame as corrupted";
    // An accurate seek leads to the frame that is shown at that time. In videos of variable rate
    // the durations of frames are too short, so only a frame more than a second later means a loss.
    const GstClockTime shown = shown_time();
    if (options_.at == 0 || !GST_CLOCK_TIME_IS_VALID(shown) || shown <= wanted_time() + GST_SECOND)
      return "";
    return "there is no frame at " + seconds(wanted_time()) + ", the next is at " + seconds(shown) +
           ": the file is damaged";
  }

  /// The histogram, complete and owned by the frame.
  GstVideoHistogram* histogram() const {
    return gst_buffer_get_video_histogram_meta(gst_sample_get_buffer(sample_.get()))->histogram;
  }

  /// The only projection of the histogram; its matrix has been read.
  ProjectionPtr projection() const {
    return ProjectionPtr(gst_video_histogram_get_projection(histogram(), 0));
  }

  PlotPicture picture() const {
    return {static_cast<const unsigned char*>(GST_VIDEO_FRAME_PLANE_DATA(&frame_, 0)),
            GST_VIDEO_FRAME_WIDTH(&frame_),
            GST_VIDEO_FRAME_HEIGHT(&frame_),
            GST_VIDEO_FRAME_PLANE_STRIDE(&frame_, 0),
            {}};
  }

private:
  void wait_for_frame() {
    const BusPtr bus(gst_element_get_bus(pipeline_.get()));
    DecodingProblems problems;
    for (;;) {
      const MessagePtr message(gst_bus_timed_pop_filtered(
          bus.get(), GST_CLOCK_TIME_NONE,
          static_cast<GstMessageType>(GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_ERROR | GST_MESSAGE_EOS |
                                      GST_MESSAGE_WARNING | GST_MESSAGE_ELEMENT)));
      GError* error = nullptr;
      switch (GST_MESSAGE_TYPE(message.get())) {
      case GST_MESSAGE_ERROR:
        gst_message_parse_error(message.get(), &error, nullptr);
        throw problems.explain(options_.input, ErrorPtr(error).get());
      case GST_MESSAGE_WARNING:
        // For a line that does not fit the frame the element warns and leaves out the projection.
        gst_message_parse_warning(message.get(), &error, nullptr);
        if (const ErrorPtr warning(error);
            g_error_matches(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS))
          throw Failure{options_.input + ": " + error->message};
        break;
      case GST_MESSAGE_ELEMENT:
        problems.note(message.get());
        break;
      default:
        return;
      }
    }
  }

  /// The stream time of the frame.
  GstClockTime shown_time() const {
    return gst_segment_to_stream_time(gst_sample_get_segment(sample_.get()), GST_FORMAT_TIME,
                                      GST_BUFFER_PTS(gst_sample_get_buffer(sample_.get())));
  }

  /// matroskademux moves a time after the end of the video to the end. The last frame can be longer
  /// than the video by the rounding of its duration, and is then shown.
  bool ends_before_wanted_time() const {
    const GstClockTime shown = shown_time();
    const GstClockTime length = GST_BUFFER_DURATION(gst_sample_get_buffer(sample_.get()));
    gint64 duration = 0;
    return options_.at > 0 && GST_CLOCK_TIME_IS_VALID(shown) && GST_CLOCK_TIME_IS_VALID(length) &&
           shown + length <= wanted_time() &&
           gst_element_query_duration(pipeline_.get(), GST_FORMAT_TIME, &duration) &&
           wanted_time() >= static_cast<GstClockTime>(duration);
  }

  Failure no_frame() const {
    gint64 duration = 0;
    const std::string what = options_.input + " has no frame at " + seconds(wanted_time());
    if (!gst_element_query_duration(pipeline_.get(), GST_FORMAT_TIME, &duration))
      return {what};
    if (wanted_time() >= static_cast<GstClockTime>(duration))
      return {what + ", it ends at " + seconds(duration)};
    return {what + " of " + seconds(duration) + ": the file is damaged or truncated", damaged};
  }

  GstClockTime wanted_time() const {
    return static_cast<GstClockTime>(std::llround(options_.at * GST_SECOND));
  }

  void map() {
    GstVideoInfo info;
    if (!gst_video_info_from_caps(&info, gst_sample_get_caps(sample_.get())))
      throw Failure{options_.input + " is no picture"};
    mapped_ =
        gst_video_frame_map(&frame_, &info, gst_sample_get_buffer(sample_.get()), GST_MAP_READ);
    if (!mapped_ || !gst_buffer_get_video_histogram_meta(gst_sample_get_buffer(sample_.get())))
      throw Failure{options_.input + " cannot be read"};
    GError* error = nullptr;
    if (!gst_video_histogram_projection_wait(projection().get(), GST_CLOCK_TIME_NONE, &error))
      throw Failure{ErrorPtr(error)->message};
  }

  const Options& options_;
  ElementPtr pipeline_;
  SamplePtr sample_;
  GstVideoFrame frame_;
  bool mapped_ = false;
};

/// The counts of the line as a histogram, for the library's statistics.
HistogramPtr line_histogram(GstVideoHistogram* histogram, GstVideoHistogramProjection* projection,
                            guint line) {
  gsize bins = 0;
  const guint32* counts =
      gst_video_histogram_projection_get_position_counts(projection, line, &bins);
  const std::vector<guint64> wide(counts, counts + bins);
  const GstVideoHistogramChannelInfo channel = {
      gst_video_histogram_projection_get_channel(projection), static_cast<guint>(bins),
      gst_video_histogram_projection_get_depth(projection),
      gst_video_histogram_projection_get_n_values(projection)};
  GError* error = nullptr;
  HistogramPtr made(gst_video_histogram_new(
      gst_video_histogram_get_format(histogram), gst_video_histogram_get_width(histogram),
      gst_video_histogram_get_height(histogram), nullptr, &channel, 1, wide.data(), bins, &error));
  if (!made)
    throw Failure{ErrorPtr(error)->message};
  return made;
}

void mark_position(GstVideoHistogramProjection* projection, guint line, PlotPicture& picture) {
  for (int y = 0; y < picture.height; y++)
    for (int x = 0; x < picture.width; x++) {
      guint position = 0;
      if (gst_video_histogram_projection_get_position(projection, static_cast<guint>(x),
                                                      static_cast<guint>(y), &position) &&
          position == line)
        picture.marked.push_back({x, y});
    }
}

/// Writes all counts: a header line `position,bin0,bin1,...`, then one line per position.
void write_csv(GstVideoHistogramProjection* projection, const std::string& path) {
  const guint bins = gst_video_histogram_projection_get_bins(projection);
  const guint positions = gst_video_histogram_projection_get_positions(projection);
  const guint32* counts = gst_video_histogram_projection_get_counts(projection, nullptr);
  std::string text = "position";
  for (guint b = 0; b < bins; b++)
    text += ",bin" + std::to_string(b);
  for (guint p = 0; p < positions; p++) {
    text += "\n" + std::to_string(p);
    for (guint b = 0; b < bins; b++)
      text += "," + std::to_string(*counts++);
  }
  text += "\n";
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    throw Failure{"cannot write " + path + ": " + g_strerror(errno)};
}

void report(const Frame& frame, const Options& options) {
  const ProjectionPtr projection = frame.projection();
  const auto line = static_cast<guint>(gst_video_histogram_projection_get_line(projection.get()));
  const HistogramPtr of_line = line_histogram(frame.histogram(), projection.get(), line);
  PlotPicture picture = frame.picture();
  mark_position(projection.get(), line, picture);

  char where[128], what[128];
  std::snprintf(where, sizeof where, "position %u of %u, at %.2f degrees", line,
                gst_video_histogram_projection_get_positions(projection.get()),
                gst_video_histogram_projection_get_angle(projection.get()));
  std::snprintf(what, sizeof what, "%s of %zu pixels: mean %.2f, min %u, median %u, max %u",
                gst_video_histogram_get_channel_name(of_line.get(), 0), picture.marked.size(),
                gst_video_histogram_get_mean(of_line.get(), 0),
                gst_video_histogram_get_min(of_line.get(), 0),
                gst_video_histogram_get_median(of_line.get(), 0),
                gst_video_histogram_get_max(of_line.get(), 0));
  std::printf("%s\n%s\n", where, what);
  flush_output();

  write_csv(projection.get(), options.csv);
  const std::string title = file_name(options.input) + " from " + std::to_string(options.x1) +
                            ", " + std::to_string(options.y1) + " to " +
                            std::to_string(options.x2) + ", " + std::to_string(options.y2);
  const std::string failure =
      write_plot(of_line.get(), title, where, PlotScale::linear, options.output, &picture);
  if (!failure.empty())
    throw Failure{"cannot write " + options.output + ": " + failure};
  for (const std::string& path : {options.csv, options.output})
    std::printf("%s\n", TextPtr(g_canonicalize_filename(path.c_str(), nullptr)).get());
  flush_output();
}

} // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse_options(argc, argv);
    Frame frame(options);
    frame.load();
    report(frame, options);
    const std::string damage = frame.damage();
    if (!damage.empty())
      throw Failure{options.input + ": " + damage, damaged};
  } catch (const Failure& failure) {
    std::fprintf(stderr, "along-a-line: %s\n", failure.message.c_str());
    return failure.status;
  }
  return success;
}
