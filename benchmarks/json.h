// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

// Helpers for reports in JSON that record where their figures come from.

namespace videohistogram::benchmark {

/// `text` as a JSON string.
inline std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      json += '\\';
    json += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return json + "\"";
}

inline std::string number(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

/// The NVIDIA kernel driver's version line; empty: there is no driver.
inline std::string driver_line() {
  std::ifstream version("/proc/driver/nvidia/version");
  std::string line;
  std::getline(version, line);
  return line;
}

/// The CPU's name, such as "AMD EPYC"; "unknown" if the system does not tell.
inline std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
}

/// Average number of runnable processes in the last minute, this one included; "null": unknown.
inline std::string load_average() {
  std::ifstream info("/proc/loadavg");
  std::string minute;
  return info >> minute ? minute : "null";
}

/// The current time as "2026-01-31T23:59:59Z".
inline std::string utc_now() {
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return date;
}

/// Returns false, with a message on stderr, if the file cannot be written.
inline bool write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (file.flush())
    return true;
  std::perror(path.c_str());
  return false;
}

} // namespace videohistogram::benchmark
