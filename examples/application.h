// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Code that the example programs share: owning pointers, the command line, launching pipelines, and
// error texts for the user.
#pragma once

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <string>

/// A deleter for unique_ptr that calls a C function.
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

/// Exit statuses. A program that a signal ended returns 128 plus the signal's number, as shells do.
enum Status { success = 0, failed = 1, misused = 2, damaged = 3 };

/// An exception that ends the program with a message for the user.
struct Failure {
  std::string message;
  int status = failed;
};

/// A Failure for wrong usage of the command line.
Failure misuse(const std::string& message);

/// Removes the program's and GStreamer's options from the arguments and initialises GStreamer. With
/// --help the function prints the help and exits the process. Throws Failure.
void parse_command_line(int& argc, char**& argv, const char* usage, const char* summary,
                        const GOptionEntry* entries);

/// Copies the text of an option to `to` and frees it. Does nothing if `text` is NULL.
void take(gchar* text, std::string& to);

/// The last part of a path: "video.webm" for "folder/video.webm".
std::string file_name(const std::string& path);

/// Throws Failure if `output` and `input` are the same file.
void check_output(const std::string& output, const std::string& input);

/// Flushes stdout, so that the reader of a pipe gets complete lines without delay. Throws Failure
/// if stdout cannot be written.
void flush_output();

/// Installs handlers: the first SIGINT or SIGTERM is only recorded; a second one ends the program.
void note_signals();
/// The number of the recorded signal; 0 if there was none.
int signal_received();

/// A time as text, such as "7.5 s".
std::string seconds(GstClockTime time);

/// The URI of a file; a URI is returned unchanged. Throws Failure if there is no such file.
std::string make_uri(const std::string& input);

/// Makes the pipeline that a description in gst-launch syntax describes. Throws Failure.
ElementPtr launch(const std::string& line);

/// Explains why a file cannot be decoded.
class DecodingProblems {
public:
  /// Records the missing decoder if `message` names one. Any message of the bus may be passed.
  void note(GstMessage* message);
  /// The message for the user: the missing decoders and the packages that have them. `error` is the
  /// error from the bus; NULL if the stream ended without any video.
  Failure explain(const std::string& input, const GError* error) const;

private:
  std::string missing_;
};
