// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Verdicts as JUnit XML, which systems for continuous integration show as tests.
#pragma once

#include "tools/record/rule_verdict.h"

#include <string>
#include <vector>

namespace videohistogram::tools {

/// Writes NAME.junit.xml into an existing folder, with NAME as TextFiles has it: a test suite with
/// a test per rule. Rules that do not apply are skipped tests; a video that failed is a test with
/// an error, one that was skipped a skipped test. Throws Failure.
void write_junit_file(const std::string& folder, const std::string& path, const VideoRecord& video,
                      const std::vector<RuleVerdict>& verdicts);

} // namespace videohistogram::tools
