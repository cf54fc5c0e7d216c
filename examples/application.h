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
using ErrorPtr = std::unique_ptr<GError, Releaser<g_error_free>>;
using TextPtr = std::unique_ptr<gchar, Releaser<g_free>>;

/// Ends the program with a sentence for its user.
struct Failure {
  std::string message;
  int status = 1; ///< of the program
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
/// "film" of that.
std::string file_stem(const std::string& path);

/// Of a file or of what is a URI already. Throws Failure if the file is none.
std::string make_uri(const std::string& input);

/// The pipeline that a line for gst-launch describes. Throws Failure.
ElementPtr launch(const std::string& line);

/// The decoders that GStreamer lacked for a film.
class MissingDecoders {
public:
  /// Of any message from the bus.
  void note(GstMessage* message);
  /// To stand behind an error: which they are and how to get them; empty if there were none.
  std::string advice() const;

private:
  std::string names_;
};
