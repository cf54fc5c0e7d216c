// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "application.h"

#include <gst/pbutils/pbutils.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>

namespace {

volatile std::sig_atomic_t noted_signal = 0;

void note_signal(int number) {
  noted_signal = number;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

} // namespace

Failure misuse(const std::string& message) {
  return {message, misused};
}

void parse_command_line(int& argc, char**& argv, const char* usage, const char* summary,
                        const GOptionEntry* entries) {
  GOptionContext* context = g_option_context_new(usage);
  g_option_context_set_summary(context, summary);
  g_option_context_add_main_entries(context, entries, nullptr);
  g_option_context_add_group(context, gst_init_get_option_group());
  GError* error = nullptr;
  const bool parsed = g_option_context_parse(context, &argc, &argv, &error);
  g_option_context_free(context);
  if (!parsed)
    throw misuse(ErrorPtr(error)->message);
}

void take(gchar* text, std::string& to) {
  if (text)
    to = TextPtr(text).get();
}

std::string file_name(const std::string& path) {
  return TextPtr(g_path_get_basename(path.c_str())).get();
}

void check_output(const std::string& output, const std::string& input) {
  const TextPtr path(gst_uri_has_protocol(input.c_str(), "file")
                         ? g_filename_from_uri(input.c_str(), nullptr, nullptr)
                         : g_strdup(input.c_str()));
  std::error_code none_there;
  if (path && std::filesystem::equivalent(path.get(), output, none_there))
    throw misuse("the output " + output + " is the input; name another file");
}

void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    throw Failure{std::string("cannot write to stdout: ") + g_strerror(errno)};
}

void note_signals() {
  for (const int number : {SIGINT, SIGTERM})
    if (std::signal(number, note_signal) == SIG_IGN)
      std::signal(number, SIG_IGN); // shells start background programs with signals ignored
}

int signal_received() {
  return noted_signal;
}

std::string seconds(GstClockTime time) {
  char text[48];
  g_snprintf(text, sizeof text, "%.1f s", static_cast<double>(time) / GST_SECOND);
  return text;
}

std::string make_uri(const std::string& input) {
  if (gst_uri_is_valid(input.c_str()))
    return input;
  if (!g_file_test(input.c_str(), G_FILE_TEST_EXISTS))
    throw Failure{"there is no file " + input};
  if (g_file_test(input.c_str(), G_FILE_TEST_IS_DIR))
    throw Failure{input + " is a folder; give a video or a picture"};
  GError* error = nullptr;
  const TextPtr uri(gst_filename_to_uri(input.c_str(), &error));
  if (!uri)
    throw Failure{ErrorPtr(error)->message};
  return uri.get();
}

ElementPtr launch(const std::string& line) {
  GError* error = nullptr;
  ElementPtr pipeline(gst_parse_launch(line.c_str(), &error));
  const ErrorPtr owned(error);
  if (error && g_error_matches(error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_ELEMENT))
    throw Failure{std::string(error->message) +
                  "; start me with `meson devenv -C build`, or name the folder of "
                  "libgstvideohistogram.so in GST_PLUGIN_PATH"};
  if (error)
    throw Failure{error->message};
  return pipeline;
}

void DecodingProblems::note(GstMessage* message) {
  if (!gst_is_missing_plugin_message(message))
    return;
  // Missing audio decoders do not matter.
  GstCaps* caps = nullptr;
  if (gst_structure_get(gst_message_get_structure(message), "detail", GST_TYPE_CAPS, &caps,
                        nullptr)) {
    const bool sound =
        g_str_has_prefix(gst_structure_get_name(gst_caps_get_structure(caps, 0)), "audio/");
    gst_caps_unref(caps);
    if (sound)
      return;
  }
  missing_ += std::string("\n  missing: ") +
              TextPtr(gst_missing_plugin_message_get_description(message)).get();
}

Failure DecodingProblems::explain(const std::string& input, const GError* error) const {
  if (!missing_.empty())
    return {input + ": " + (error ? error->message : "the video cannot be decoded") + missing_ +
            "\nOn Debian, gstreamer1.0-plugins-good, gstreamer1.0-plugins-bad and "
            "gstreamer1.0-libav have most decoders."};
  // decodebin reports a missing plug-in also if the file has no stream of the wanted kind.
  if (!error || g_error_matches(error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN))
    return {input + " has no video"};
  return {input + ": " + error->message};
}
