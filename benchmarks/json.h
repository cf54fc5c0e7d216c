// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>

// What every report needs to write JSON that says where its figures come from.

namespace videohistogram::benchmark {

/// A JSON string.
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

/// The NVIDIA kernel driver's own words; empty: there is none.
inline std::string driver_line() {
  std::ifstream version("/proc/driver/nvidia/version");
  std::string line;
  std::getline(version, line);
  return line;
}

/// "AMD EPYC"; "unknown" where the system does not say.
inline std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
}

/// Runnable processes of the last minute, those of the benchmark included; "null": not known.
inline std::string load_average() {
  std::ifstream info("/proc/loadavg");
  std::string minute;
  return info >> minute ? minute : "null";
}

/// "2026-01-31T23:59:59Z"
inline std::string utc_now() {
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return date;
}

/// False, with a message on stderr, if the file cannot be written.
inline bool write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (file.flush())
    return true;
  std::perror(path.c_str());
  return false;
}

} // namespace videohistogram::benchmark
