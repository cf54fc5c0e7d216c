// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/address.h"

#include "tools/base/failure.h"
#include "tools/text/escape.h"

#include <glib.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace videohistogram::tools {

namespace {

namespace fs = std::filesystem;

/// Schemes of sources that are devices or files of this machine, or make frames themselves.
constexpr std::array<std::string_view, 13> device_schemes{
    "v4l2", "dvb",           "dv",        "hdv",      "dvd",       "testbin", "appsrc",
    "fd",   "imagesequence", "multifile", "pushfile", "splitfile", "splitmux"};

/// Throws Failure for what exists, but is no device.
void check_path(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_character_file(status))
    throw misuse(escape_for_terminal(path) +
                 " is no device; --live takes devices, URIs and descriptions of pipelines");
}

} // namespace

bool is_uri(std::string_view source) {
  const size_t colon = source.find("://");
  return colon != 0 && colon != std::string_view::npos && g_ascii_isalpha(source.front()) &&
         std::all_of(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return g_ascii_isalnum(c) || c == '+' || c == '.' || c == '-'; });
}

UriKind kind_of_uri(std::string_view uri) {
  std::string scheme(uri.substr(0, uri.find(':')));
  for (char& c : scheme)
    c = static_cast<char>(g_ascii_tolower(c));
  if (scheme == "file")
    return UriKind::file;
  const auto* end = device_schemes.end();
  return std::find(device_schemes.begin(), end, scheme) != end ? UriKind::device : UriKind::network;
}

void check_uri(const std::string& uri, bool live, bool allow_network) {
  const std::string shown = escape_for_terminal(uri);
  const UriKind kind = kind_of_uri(uri);
  if (kind == UriKind::file) // without --live it is a path
    throw misuse(shown + " is a file; scan it without --live");
  if (kind == UriKind::device && !live)
    throw misuse(shown + " is a live source; --live scans it");
  if (kind == UriKind::network && !allow_network)
    throw misuse("the scheme of " + shown +
                 " is none of local files or devices and may open a connection; "
                 "--allow-network permits that");
}

std::vector<std::string> find_live_sources(const std::vector<std::string>& arguments,
                                           bool allow_network) {
  std::vector<std::string> sources;
  for (const std::string& argument : arguments) {
    if (argument.empty())
      throw misuse("the name of a live source is empty");
    if (is_uri(argument))
      check_uri(argument, true, allow_network);
    else
      check_path(argument);
    if (std::find(sources.begin(), sources.end(), argument) != sources.end())
      throw misuse("the live source " + escape_for_terminal(argument) +
                   " is named twice; name it once");
    sources.push_back(argument);
  }
  return sources;
}

std::vector<std::string> name_recordings(const std::vector<std::string>& sources) {
  GDateTime* now = g_date_time_new_now_utc();
  gchar* time = g_date_time_format(now, "%Y-%m-%dT%H:%M:%S.%fZ");
  std::vector<std::string> names;
  for (const std::string& source : sources)
    names.push_back(source + " " + time);
  g_free(time);
  g_date_time_unref(now);
  return names;
}

} // namespace videohistogram::tools
