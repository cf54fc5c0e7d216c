// SPDX-License-Identifier: LGPL-2.1-or-later
#include "application.h"

#include <gst/pbutils/pbutils.h>

Failure misuse(const std::string& message) {
  return {message, 2};
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

std::string file_stem(const std::string& path) {
  const std::string name = file_name(path);
  return name.substr(0, name.rfind('.'));
}

std::string make_uri(const std::string& input) {
  if (gst_uri_is_valid(input.c_str()))
    return input;
  if (!g_file_test(input.c_str(), G_FILE_TEST_EXISTS))
    throw Failure{"there is no file " + input};
  if (g_file_test(input.c_str(), G_FILE_TEST_IS_DIR))
    throw Failure{input + " is a folder; give a film or a picture"};
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

void MissingDecoders::note(GstMessage* message) {
  if (gst_is_missing_plugin_message(message))
    names_ += std::string("\n  missing: ") +
              TextPtr(gst_missing_plugin_message_get_description(message)).get();
}

std::string MissingDecoders::advice() const {
  if (names_.empty())
    return "";
  return names_ + "\nOn Debian, gstreamer1.0-plugins-good, gstreamer1.0-plugins-bad and "
                  "gstreamer1.0-libav have most decoders.";
}
