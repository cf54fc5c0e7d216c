// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/video.h"

#include <string>

namespace videohistogram::tools {

/// The verdict about a video by one rule of a policy.
struct RuleVerdict {
  std::string policy; ///< the section of the file; may be empty
  std::string rule;   ///< as the file has it, with single blanks
  Verdict verdict = Verdict::none;
  std::string detail; ///< the reason, in words

  bool operator==(const RuleVerdict& other) const {
    return policy == other.policy && rule == other.rule && verdict == other.verdict &&
           detail == other.detail;
  }

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("policy", self.policy);
    visit("rule", self.rule);
    visit("verdict", self.verdict);
    visit("detail", self.detail);
  }
};

} // namespace videohistogram::tools
