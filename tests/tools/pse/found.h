// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/listener.h"

#include <set>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Keeps what is found.
class Found : public VideoListener {
public:
  void format(const VideoFormat&) override {}
  void frame(const FrameRecord&) override {}
  void finding(const Finding& finding) override { findings.push_back(finding); }
  void shot(const Shot&) override {}
  void counts(const FrameCounts&) override {}
  void field(const FieldRecord&) override {}

  /// The kinds by name, each once, with blanks between.
  std::string kinds() const {
    std::set<std::string> names;
    for (const Finding& finding : findings)
      names.insert(finding.kind);
    std::string list;
    for (const std::string& name : names)
      list += (list.empty() ? "" : " ") + name;
    return list;
  }

  std::vector<Finding> findings;
};

} // namespace videohistogram::tools
