// SPDX-License-Identifier: LGPL-2.1-or-later
// What the applications share: owners of GStreamer's objects, the command line, the pipeline, and
// what the user is told when something fails.
#pragma once

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <string>

/// Lets a unique_ptr end what it owns with the C function for it.
template <auto release>
struct Releaser {
  template <class T>
  void operator()(T* object) const {
    release(object);
  }
};
using ElementPtr = std::unique_ptr<GstElement, Releaser<gst_object_unref>>;
using BusPtr = std::unique_ptr<GstBus, Releaser<gst_object_unref>>;
using MessagePtr = std::unique_ptr<GstMessage, Releaser<gst_message_unref>>;
using SamplePtr = std::unique_ptr<GstSample, Releaser<gst_sample_unref>>;
using StructurePtr = std::unique_ptr<GstStructure, Releaser<gst_structure_free>>;
using HistogramPtr = std::unique_ptr<GstVideoHistogram, Releaser<gst_video_histogram_unref>>;
using ProjectionPtr =
    std::unique_ptr<GstVideoHistogramProjection, Releaser<gst_video_histogram_projection_unref>>;
using ErrorPtr = std::unique_ptr<GError, Releaser<g_error_free>>;
using TextPtr = std::unique_ptr<gchar, Releaser<g_free>>;

/// Exit statuses. A program that a signal ended returns 128 and the signal's number, as a shell
/// says.
enum Status { success = 0, failed = 1, misused = 2, damaged = 3 };

/// Ends the program with a sentence for its user.
struct Failure {
  std::string message;
  int status = failed;
};

/// The failure of a user who has called the program wrongly.
Failure misuse(const std::string& message);

/// Takes the options, those of GStreamer too, out of the arguments, and initialises GStreamer.
/// Prints help and exits by itself where that was asked for. Throws Failure.
void parse_command_line(int& argc, char**& argv, const char* usage, const char* summary,
                        const GOptionEntry* entries);

/// Moves the text of an option to where it belongs; nothing happens if none was given.
void take(gchar* text, std::string& to);

/// "film.webm" of "folder/film.webm".
std::string file_name(const std::string& path);

/// Throws Failure if the program would overwrite the file that it reads.
void check_output(const std::string& output, const std::string& input);

/// Sends what was printed to stdout on its way, so that a reader of a pipe gets whole lines at
/// once. Throws Failure if it cannot be written.
void flush_output();

/// From now on the first SIGINT or SIGTERM is only noted; a second one ends the program at once.
void note_signals();
/// The number of the signal that was noted; 0 if none was.
int signal_received();

/// "7.5 s"
std::string seconds(GstClockTime time);

/// Of a file or of what is a URI already. Throws Failure if the file is none.
std::string make_uri(const std::string& input);

/// The pipeline that a line for gst-launch describes. Throws Failure.
ElementPtr launch(const std::string& line);

/// Explains why a file cannot be decoded.
class DecodingProblems {
public:
  /// Of any message from the bus; remembers which decoders are missing.
  void note(GstMessage* message);
  /// A sentence for the user with the missing decoders and how to get them. `error` is from the
  /// bus; NULL if the stream ended without any video.
  Failure explain(const std::string& input, const GError* error) const;

private:
  std::string missing_;
};
