// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/policy/policy.h"
#include "tools/store/results.h"

#include <string>
#include <vector>

namespace videohistogram::tools {

/// Judges videos of a database by those rules of a policy that have no verdict about them, but for
/// videos that failed or are not there, and removes verdicts by other rules. `file` is the
/// database's. Without rows per frame, rules about frames have a verdict only where the least and
/// the greatest value decide. Throws Failure.
void judge_stored(Results& results, const std::string& file, const std::vector<Rule>& rules,
                  const std::vector<std::string>& paths);

} // namespace videohistogram::tools
