// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The results in text files, two per video, and the settings of their folder.
#pragma once

#include "tools/store/result_store.h"

#include <string>

namespace videohistogram::tools {

/// Makes a folder if there is none. Throws Failure.
void make_folder(const std::string& folder);

/// NAME.csv or NAME.jsonl has one line per frame, NAME.qctools.xml.gz one element; NAME.csv.json,
/// NAME.jsonl.json or NAME.qctools.json has the video and the findings, and exists only if the
/// frames of that format are complete. NAME is the plain characters of the video's name and its
/// number. settings.json has the settings that all files of the folder share. Each file is written
/// under a temporary name and renamed.
class TextFiles : public ResultStore {
public:
  /// Makes the folder if there is none. `format` is "csv", "jsonl" or "qctools". Throws Failure,
  /// also for a folder with results of other settings.
  TextFiles(const std::string& folder, const std::string& format, const StoredSettings& settings);

  std::optional<Outcome> known(const std::string& path, const std::string& decoder) override;
  std::set<std::string> kinds_of_findings(const std::string& path) override;
  void store(const std::string& path, const VideoRecord& video, Spool& parts) override;
  bool extend(const std::string&, const VideoRecord&, Spool&, Wait) override { return false; }
  const std::string& folder() const override { return folder_; }

private:
  void claim_folder() const;
  std::string file_for(const std::string& path, const std::string& suffix) const;
  /// The file that has the video and the findings.
  std::string description_of(const std::string& path) const {
    return file_for(path, format_ + ".json");
  }
  std::string frame_suffix() const;
  std::string description_start(const Identity& identity) const;

  const std::string folder_, format_;
  StoredSettings settings_;
};

} // namespace videohistogram::tools
