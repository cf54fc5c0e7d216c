// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/text_files.h"

#include "tools/command/failure.h"
#include "tools/input/identity.h"
#include "tools/record/frame.h"
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

/// How the description of a video begins that was analysed to its end. Comparing this text tells
/// whether the file on disk is still that video.
std::string description_start(const Identity& identity) {
  std::string text = "{\"size\": " + std::to_string(identity.size) +
                     ", \"modified\": " + std::to_string(identity.modified) +
                     ", \"hash\": " + quote_json(identity.hash);
  for (const auto& [name, value] : result_settings)
    text += std::string(", ") + quote_json(name) + ": " + quote_json(value);
  return text + ",\n";
}

std::string describe(const std::string& path, const VideoRecord& video,
                     const std::string& findings) {
  const VideoFormat& format = video.format;
  std::string text = description_start(video.identity);
  const auto add = [&](const char* name, const std::string& value) {
    text += std::string(" \"") + name + "\": " + value + ",\n";
  };
  add("path", quote_json(path));
  add("outcome", quote_json(outcome_name(video.outcome)));
  add("message", quote_json(video.message));
  add("width", std::to_string(format.width));
  add("height", std::to_string(format.height));
  add("format", quote_json(format.format));
  add("rate_numerator", std::to_string(format.rate_numerator));
  add("rate_denominator", std::to_string(format.rate_denominator));
  add("colorimetry", quote_json(format.colorimetry));
  add("codec", quote_json(format.codec));
  add("container", quote_json(format.container));
  add("duration", std::to_string(format.duration));
  add("frames", std::to_string(video.frames));
  add("corrupted", std::to_string(video.corrupted));
  return text + " \"findings\": [" + findings + "]}\n";
}

} // namespace

TextFiles::TextFiles(const std::string& folder, const std::string& format)
    : folder_(folder), format_(format) {
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

bool TextFiles::has(const std::string& path) {
  std::ifstream file(file_for(path, "json"), std::ios::binary);
  Identity identity;
  std::string line;
  if (!std::getline(file, line) || !std::filesystem::exists(file_for(path, format_)) ||
      !read_identity(path, identity))
    return false;
  return line + "\n" == description_start(identity);
}

void TextFiles::store(const std::string& path, const VideoRecord& video, Spool& parts) {
  const std::string description = file_for(path, "json");
  unlink(description.c_str());
  std::string findings;
  if (video.outcome != Outcome::failed) {
    NewFile frames(file_for(path, format_));
    const bool csv = format_ == "csv";
    if (csv)
      frames.write(csv_header());
    parts.replay([&](MessageKind kind, MessageReader& content) {
      if (kind == MessageKind::frame) {
        const FrameRecord frame = content.frame();
        frames.write(csv ? csv_line(frame) : json_line(frame));
        return;
      }
      const Finding finding = content.finding();
      findings += (findings.empty() ? "\n  {\"kind\": " : ",\n  {\"kind\": ") +
                  quote_json(finding.kind) + ", \"first_frame\": " + std::to_string(finding.first) +
                  ", \"last_frame\": " + std::to_string(finding.last) +
                  ", \"detail\": " + quote_json(finding.detail) + "}";
    });
    frames.finish();
  } else {
    unlink(file_for(path, format_).c_str());
  }
  // A video that failed is described, too; without its frames it counts as not analysed.
  NewFile file(description);
  file.write(describe(path, video, findings));
  file.finish();
}

} // namespace videohistogram::tools
