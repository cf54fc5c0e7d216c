// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/text_files.h"

#include "tools/command/failure.h"
#include "tools/input/identity.h"
#include "tools/record/frame.h"
#include "tools/store/rows.h"
#include "tools/text/escape.h"
#include "tools/text/json.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// A file that appears under its name when it is whole.
class NewFile {
public:
  explicit NewFile(std::string name)
      : name_(std::move(name)), file_(std::fopen(beside().c_str(), "wbe")) {
    if (!file_)
      fail();
  }
  ~NewFile() {
    if (file_) {
      std::fclose(file_);
      unlink(beside().c_str());
    }
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size())
      fail();
  }
  void finish() {
    if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0 ||
        std::rename(beside().c_str(), name_.c_str()) != 0)
      fail();
    std::fclose(file_);
    file_ = nullptr;
  }

private:
  std::string beside() const { return name_ + ".part"; }
  [[noreturn]] void fail() const {
    throw Failure{"cannot write " + escape_for_terminal(name_) + ": " + std::strerror(errno)};
  }

  const std::string name_;
  std::FILE* file_;
};

std::string csv_header() {
  std::string line = "frame,time,timecode,corrupted";
  for (const Column& column : frame_columns)
    line += std::string(",") + column.name;
  return line + "\n";
}

/// No text from the video is in a line: time codes are digits, colons and semicolons.
std::string csv_line(const FrameRecord& frame) {
  std::string line = std::to_string(frame.number) + ",";
  line += frame.time == no_time ? "" : std::to_string(frame.time);
  line += "," + frame.timecode + (frame.corrupted ? ",1" : ",0");
  for (double figure : frame.figures)
    line += "," + print_number(figure, "");
  return line + "\n";
}

std::string json_line(const FrameRecord& frame) {
  std::string line = "{\"frame\": " + std::to_string(frame.number) + ", \"time\": ";
  line += frame.time == no_time ? "null" : std::to_string(frame.time);
  line += ", \"timecode\": " + (frame.timecode.empty() ? "null" : quote_json(frame.timecode));
  line += std::string(", \"corrupted\": ") + (frame.corrupted ? "true" : "false");
  for (size_t i = 0; i < frame_columns.size(); i++)
    line += std::string(", \"") + frame_columns[i].name +
            "\": " + print_number(frame.figures[i], "null");
  return line + "}\n";
}

std::string json_value(const Value& value) {
  if (const auto* whole = std::get_if<int64_t>(&value))
    return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&value))
    return print_number(*real, "null");
  if (const auto* text = std::get_if<std::string>(&value))
    return quote_json(*text);
  return "null";
}

/// Such as {"kind": "black", "first_frame": 0}.
std::string json_object(const Row& row) {
  std::string text;
  for (const Field& field : row)
    text += (text.empty() ? "{\"" : ", \"") + std::string(field.name) +
            "\": " + json_value(field.value);
  return text + "}";
}

/// A JSON list with one line per element.
class JsonList {
public:
  void add(const Row& row) { text_ += (text_.empty() ? "\n  " : ",\n  ") + json_object(row); }
  std::string text() const { return "[" + text_ + "]"; }

private:
  std::string text_;
};

std::string describe(const std::string& path, const VideoRecord& video, const JsonList& findings,
                     const JsonList& shots) {
  std::string text = " \"path\": " + quote_json(path) + ",\n";
  for (const Field& field : describe_video(video)) {
    const std::string name = field.name;
    if (name != "size" && name != "modified" && name != "hash") // these are in the first line
      text += " \"" + name + "\": " + json_value(field.value) + ",\n";
  }
  JsonList sums;
  for (size_t column = 0; column < video.sums.size(); column++) {
    if (video.sums[column].frames > 0)
      sums.add(describe_sum(column, video.sums[column]));
  }
  return text + " \"sums\": " + sums.text() + ",\n \"findings\": " + findings.text() +
         ",\n \"shots\": " + shots.text() + "}\n";
}

} // namespace

TextFiles::TextFiles(const std::string& folder, const std::string& format,
                     const StoredSettings& settings)
    : folder_(folder), format_(format), settings_(settings) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder))
    throw misuse(escape_for_terminal(folder) + " is not a folder; --format needs one");
}

std::string TextFiles::file_for(const std::string& path, const std::string& suffix) const {
  constexpr size_t max_length = 100;
  std::string name = path.substr(path.rfind('/') + 1).substr(0, max_length);
  for (char& c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '.' || c == '_';
    if (!plain)
      c = '_';
  }
  if (name.front() == '.')
    name.front() = '_'; // no hidden file
  char number[24];
  std::snprintf(number, sizeof number, "-%016llx.",
                static_cast<unsigned long long>(video_id(path)));
  return folder_ + "/" + name + number + suffix;
}

/// The first line of the description of a video. Comparing this text tells whether the file on disk
/// is still that video, and whether the settings are the same.
std::string TextFiles::description_start(const Identity& identity) const {
  std::string text = "{\"size\": " + std::to_string(identity.size) +
                     ", \"modified\": " + std::to_string(identity.modified) +
                     ", \"hash\": " + quote_json(identity.hash);
  for (const auto& [name, value] : settings_)
    text += ", " + quote_json(name) + ": " + quote_json(value);
  return text + ",\n";
}

bool TextFiles::has(const std::string& path) {
  std::ifstream file(file_for(path, "json"), std::ios::binary);
  Identity identity;
  std::string line;
  if (!std::getline(file, line) || !std::filesystem::exists(file_for(path, format_)) ||
      !read_identity(path, identity))
    return false;
  return line + "\n" == description_start(identity);
}

/// JSON escapes quotation marks, so no text of a video can look like the start of a finding.
std::set<std::string> TextFiles::kinds_of_findings(const std::string& path) {
  std::ifstream file(file_for(path, "json"), std::ios::binary);
  const std::string start = "  {\"kind\": \"";
  std::set<std::string> kinds;
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, start.size(), start) == 0)
      kinds.insert(line.substr(start.size(), line.find('"', start.size()) - start.size()));
  }
  return kinds;
}

void TextFiles::store(const std::string& path, const VideoRecord& video, Spool& parts) {
  const std::string description = file_for(path, "json");
  unlink(description.c_str());
  JsonList findings, shots;
  if (video.outcome != Outcome::failed) {
    NewFile frames(file_for(path, format_));
    const bool csv = format_ == "csv";
    if (csv)
      frames.write(csv_header());
    parts.replay([&](MessageKind kind, MessageReader& content) {
      if (kind == MessageKind::frame) {
        const FrameRecord frame = content.frame();
        frames.write(csv ? csv_line(frame) : json_line(frame));
      } else if (kind == MessageKind::finding) {
        findings.add(describe_finding(content.finding()));
      } else {
        shots.add(describe_shot(content.shot()));
      }
    });
    frames.finish();
  } else {
    unlink(file_for(path, format_).c_str());
  }
  // A video that failed is described, too; without its frames it counts as not analysed.
  NewFile file(description);
  file.write(description_start(video.identity) + describe(path, video, findings, shots));
  file.finish();
}

} // namespace videohistogram::tools
