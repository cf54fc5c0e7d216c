// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/inputs.h"

#include "tools/base/failure.h"
#include "tools/input/address.h"
#include "tools/input/identity.h"
#include "tools/record/sequence.h"
#include "tools/text/escape.h"

#include <glib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <glob.h>
#include <iostream>
#include <sstream>
#include <string_view>
#include <unordered_set>

namespace videohistogram::tools {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 49> suffixes{
    "3gp", "3g2",  "264",  "265", "apng", "asf",   "av1",  "avi",  "cmfv", "dv",
    "f4v", "flv",  "gif",  "gxf", "h264", "h265",  "hevc", "ivf",  "m1v",  "m2ts",
    "m2t", "m2v",  "m4s",  "m4v", "mj2",  "mjpeg", "mjpg", "mk3d", "mkv",  "mov",
    "mp4", "mpeg", "mpg",  "mpv", "mts",  "mxf",   "obu",  "ogg",  "ogm",  "ogv",
    "qt",  "rm",   "rmvb", "ts",  "vc1",  "vob",   "webm", "wmv",  "y4m"};

/// In lower case; empty: none.
std::string suffix_of(const std::string& name) {
  const size_t dot = name.rfind('.');
  std::string suffix = dot == std::string::npos ? "" : name.substr(dot + 1);
  for (char& c : suffix)
    c = static_cast<char>(g_ascii_tolower(c));
  return suffix;
}

std::string cannot_read(const std::string& path, const std::string& reason) {
  return "cannot read " + escape_for_terminal(path) + ": " + reason;
}

/// What an argument names is not there, or is no video.
struct Unusable {
  std::string message;
};

/// Collects paths and URIs, each once. A folder that cannot be read is a problem, and leaves the
/// others.
class Collection {
public:
  explicit Collection(bool allow_network) : allow_network_(allow_network) {}

  /// Throws Unusable, and Failure for a URI that is not permitted.
  void add_argument(const std::string& argument) {
    std::error_code error;
    if (is_uri(argument) && !is_file_uri(argument) &&
        !fs::exists(fs::symlink_status(argument, error))) {
      check_uri(argument, false, allow_network_);
      add(argument);
      return;
    }
    const std::string path = to_path(argument);
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status)) {
      add_existing(path, status);
      return;
    }
    if (status.type() != fs::file_type::not_found)
      throw Unusable{cannot_read(path, error.message())};
    if (path.find_first_of("*?[") == std::string::npos)
      throw Unusable{"there is no file " + escape_for_terminal(path)};
    add_pattern(path);
  }

  /// Throws Failure.
  void add_sequence(const std::string& pattern, const std::string& rate) {
    gchar* canonical = g_canonicalize_filename(pattern.c_str(), nullptr);
    const Sequence sequence = {rate, canonical};
    g_free(canonical);
    Identity identity;
    if (!read_size_and_time(sequence.path(), identity))
      throw misuse("there is no image " + escape_for_terminal(image_of(pattern, 1)));
    add(sequence.path());
  }

  void add_problem(std::string problem) { found_.problems.push_back(std::move(problem)); }

  Inputs take() { return std::move(found_); }

private:
  /// Schemes are case-insensitive.
  static bool is_file_uri(const std::string& argument) {
    constexpr std::string_view scheme = "file:";
    return g_ascii_strncasecmp(argument.c_str(), scheme.data(), scheme.size()) == 0;
  }

  static std::string to_path(const std::string& argument) {
    if (!is_file_uri(argument))
      return argument;
    gchar* host = nullptr;
    gchar* path = g_filename_from_uri(argument.c_str(), &host, nullptr);
    const bool is_local = !host || *host == '\0' || g_ascii_strcasecmp(host, "localhost") == 0;
    const std::string copy = path ? path : "";
    g_free(path);
    g_free(host);
    if (copy.empty())
      throw Unusable{"not the URI of a file: " + escape_for_terminal(argument)};
    if (!is_local)
      throw Unusable{escape_for_terminal(argument) +
                     " is a file of another host; only files of this one are read"};
    return copy;
  }

  void add_existing(const std::string& path, const fs::file_status& status) {
    if (fs::is_directory(status))
      add_folder(path);
    else if (fs::is_regular_file(status))
      add_file(path);
    else
      throw Unusable{escape_for_terminal(path) + " is neither a file nor a folder"};
  }

  void add_pattern(const std::string& pattern) {
    glob_t found{};
    const int result = glob(pattern.c_str(), 0, nullptr, &found);
    std::vector<std::string> paths;
    for (size_t i = 0; result == 0 && i < found.gl_pathc; i++)
      paths.emplace_back(found.gl_pathv[i]);
    globfree(&found);
    if (paths.empty())
      throw Unusable{"no file matches " + escape_for_terminal(pattern)};
    for (const std::string& path : paths) {
      std::error_code gone;
      const fs::file_status status = fs::status(path, gone);
      // A pattern may match a FIFO or a device, which nobody named.
      if (fs::is_directory(status) || fs::is_regular_file(status))
        add_existing(path, status);
    }
  }

  void add_folder(const std::string& folder) {
    std::vector<std::string> files, folders;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      std::error_code unknown;
      const fs::file_status status = entry->symlink_status(unknown);
      if (status.type() == fs::file_type::none) // of a file that is gone it is not_found
        add_problem(cannot_read(entry->path().string(), unknown.message()));
      else if (fs::is_directory(status))
        folders.push_back(entry->path().string());
      else if (fs::is_regular_file(status))
        add_if_video(entry->path(), files);
    }
    if (error)
      add_problem(cannot_read(folder, error.message()));
    std::sort(files.begin(), files.end());
    std::sort(folders.begin(), folders.end());
    for (const std::string& file : files)
      add_file(file);
    for (const std::string& below : folders)
      add_folder(below);
  }

  void add_if_video(const fs::path& file, std::vector<std::string>& files) {
    const std::string suffix = suffix_of(file.filename().string());
    if (std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end())
      files.push_back(file.string());
    else
      found_.left_out[suffix]++;
  }

  void add_file(const std::string& file) {
    gchar* canonical = g_canonicalize_filename(file.c_str(), nullptr);
    std::string path = canonical;
    g_free(canonical);
    add(std::move(path));
  }

  void add(std::string path) {
    if (seen_.insert(path).second)
      found_.videos.push_back(std::move(path));
  }

  const bool allow_network_;
  Inputs found_;
  std::unordered_set<std::string> seen_;
};

void add_list(const InputOptions& options, Collection& collection) {
  std::ifstream file;
  if (options.list != "-") {
    file.open(options.list, std::ios::binary);
    if (!file)
      throw misuse(cannot_read(options.list, std::strerror(errno)));
  }
  std::istream& list = options.list == "-" ? std::cin : file;
  for (std::string entry; std::getline(list, entry, options.zeros ? '\0' : '\n');) {
    if (entry.empty())
      continue;
    if (entry.find('\0') != std::string::npos)
      throw misuse(cannot_read(options.list, "its names end with zero bytes; use --null"));
    try {
      collection.add_argument(entry);
    } catch (const Unusable& unusable) { // files come and go since the list was made
      collection.add_problem(unusable.message);
    }
  }
  if (list.bad())
    throw misuse(cannot_read(options.list, std::strerror(errno)));
}

} // namespace

Inputs find_inputs(const InputOptions& options) {
  Collection collection(options.allow_network);
  try {
    for (const std::string& argument : options.arguments)
      collection.add_argument(argument);
  } catch (const Unusable& unusable) {
    throw misuse(unusable.message);
  }
  if (!options.sequence.empty())
    collection.add_sequence(options.sequence, options.rate);
  if (!options.list.empty())
    add_list(options, collection);
  return collection.take();
}

} // namespace videohistogram::tools
