// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/text_files.h"

#include "tools/base/failure.h"
#include "tools/input/address.h"
#include "tools/input/identity.h"
#include "tools/record/values.h"
#include "tools/store/frame_file.h"
#include "tools/store/new_file.h"
#include "tools/text/escape.h"
#include "tools/text/json.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace videohistogram::tools {

namespace {

/// A JSON list with one line per element.
class JsonList {
public:
  template <class Record>
  void add(const Record& record) {
    text_ += (text_.empty() ? "\n  " : ",\n  ") + json_object(record);
  }
  std::string text() const { return "[" + text_ + "]"; }

private:
  std::string text_;
};

std::string describe(const std::string& path, const VideoRecord& video, const JsonList& findings,
                     const JsonList& shots) {
  std::string text = " \"path\": " + quote_json(path) + ",\n";
  each_field(video, [&](const std::string& name, const auto& field) {
    if (name != "size" && name != "modified" && name != "hash") // these are in the first line
      text += " \"" + name + "\": " + json_value(to_value(field)) + ",\n";
  });
  JsonList sums;
  for (const NamedSum& sum : list_sums(video))
    sums.add(sum);
  return text + " \"sums\": " + sums.text() + ",\n \"findings\": " + findings.text() +
         ",\n \"shots\": " + shots.text() + "}\n";
}

} // namespace

TextFiles::TextFiles(const std::string& folder, const std::string& format,
                     const StoredSettings& settings)
    : folder_(folder), format_(format), settings_(settings) {
  std::sort(settings_.begin(), settings_.end()); // as databases list them
  make_folder(folder);
  claim_folder();
}

void make_folder(const std::string& folder) {
  std::error_code error, unknown;
  std::filesystem::create_directories(folder, error);
  const auto status = std::filesystem::status(folder, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status))
    throw misuse(escape_for_terminal(folder) + " is not a folder; text files need one");
  if (error || unknown)
    throw misuse("cannot make the folder " + escape_for_terminal(folder) + ": " +
                 (error ? error : unknown).message());
}

/// Results with different settings never share a folder, whatever their format is.
void TextFiles::claim_folder() const {
  const std::string name = folder_ + "/settings.json";
  const auto line = [](const auto& setting) {
    return quote_json(setting.first) + ": " + quote_json(setting.second);
  };
  std::string expected = "{";
  for (const auto& setting : settings_)
    expected += (&setting == &settings_.front() ? "\n " : ",\n ") + line(setting);
  expected += "\n}\n";
  if (!std::filesystem::exists(name)) {
    NewFile file(name);
    file.write(expected);
    file.finish(NewFile::Present::kept); // another scan may have written it meanwhile
  }
  std::ifstream file(name, std::ios::binary);
  const std::string present{std::istreambuf_iterator<char>(file), {}};
  if (present == expected)
    return;
  const auto differs = [&](const auto& setting) {
    return present.find("\n " + line(setting)) == std::string::npos;
  };
  const auto setting = std::find_if(settings_.begin(), settings_.end(), differs);
  throw misuse(
      escape_for_terminal(folder_) + " has results with " +
      (setting == settings_.end() ? "further settings" : "another setting " + setting->first) +
      "; name another folder");
}

std::string TextFiles::frame_suffix() const {
  return format_ == "qctools" ? "qctools.xml.gz" : format_;
}

std::string TextFiles::file_for(const std::string& path, const std::string& suffix) const {
  return folder_ + "/" + plain_name(path, video_id(path)) + "." + suffix;
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

std::optional<Outcome> TextFiles::known(const std::string& path, const std::string& decoder) {
  std::ifstream file(description_of(path), std::ios::binary);
  Identity identity; // stays empty for a URI
  std::string line;
  if (!std::getline(file, line) || (!is_uri(path) && !read_identity(path, identity)) ||
      line + "\n" != description_start(identity))
    return {};
  // JSON escapes quotation marks, so no text of a video can look like another field.
  std::set<std::string> fields;
  while (std::getline(file, line) && line.rfind(" \"", 0) == 0)
    fields.insert(line.substr(1));
  const auto is = [&](const char* name, const std::string& value) {
    return fields.count("\"" + std::string(name) + "\": " + value + ",") > 0;
  };
  std::optional<Outcome> outcome;
  for (size_t i = 0; i < stored_names<Outcome>.size(); i++)
    if (is("outcome", quote_json(stored_names<Outcome>[i])))
      outcome = static_cast<Outcome>(i);
  if (!outcome)
    return {};
  if (*outcome != Outcome::complete && !is("lasting", "true"))
    return {};
  if (!has_frames(*outcome))
    return is("decoder", quote_json(decoder)) ? outcome : std::nullopt;
  // Nothing shows whether the video of a URI changed.
  const bool is_valid = std::filesystem::exists(file_for(path, frame_suffix())) &&
                        (!is_uri(path) || outcome == Outcome::complete);
  return is_valid ? outcome : std::nullopt;
}

/// JSON escapes quotation marks, so no text of a video can look like the start of a finding.
std::set<std::string> TextFiles::kinds_of_findings(const std::string& path) {
  std::ifstream file(description_of(path), std::ios::binary);
  const std::string start = "  {\"kind\": \"";
  std::set<std::string> kinds;
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, start.size(), start) == 0)
      kinds.insert(line.substr(start.size(), line.find('"', start.size()) - start.size()));
  }
  return kinds;
}

void TextFiles::store(const std::string& path, const VideoRecord& video, Spool& parts) {
  const std::string description = description_of(path);
  unlink(description.c_str());
  JsonList findings, shots;
  if (has_frames(video.outcome)) {
    std::vector<Finding> found;
    FrameFile frames(file_for(path, frame_suffix()), format_, path, video);
    parts.replay([&](MessageKind kind, MessageReader& content) {
      if (kind == MessageKind::frame) {
        frames.write(content.take<FrameRecord>());
      } else if (kind == MessageKind::finding) {
        found.push_back(content.take<Finding>());
      } else {
        shots.add(content.take<Shot>());
      }
    });
    frames.finish();
    std::sort(found.begin(), found.end(), [](const Finding& a, const Finding& b) {
      return std::tie(a.first, a.kind) < std::tie(b.first, b.kind);
    });
    for (const Finding& finding : found)
      findings.add(finding);
  } else {
    unlink(file_for(path, frame_suffix()).c_str());
  }
  // A video without frames is described, too.
  NewFile file(description);
  file.write(description_start(video.identity) + describe(path, video, findings, shots));
  file.finish();
}

} // namespace videohistogram::tools
