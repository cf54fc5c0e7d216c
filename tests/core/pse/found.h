// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/pse/spans.h"

#include <set>
#include <string>
#include <vector>

namespace videohistogram::pse {

/// Keeps what is found.
class Found : public PassageListener {
public:
  void passage(const Passage& passage) override { passages.push_back(passage); }

  /// The kinds by name, each once, with blanks between.
  std::string kinds() const {
    std::set<std::string> names;
    for (const Passage& passage : passages)
      names.insert(passage.kind);
    std::string list;
    for (const std::string& name : names)
      list += (list.empty() ? "" : " ") + name;
    return list;
  }

  std::vector<Passage> passages;
};

} // namespace videohistogram::pse
