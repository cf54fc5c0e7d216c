// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/junit_files.h"

#include "tools/input/identity.h"
#include "tools/store/new_file.h"
#include "tools/text/escape.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

std::string escaped_attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + escape_markup(value) + "\"";
}

std::string make_test(const std::string& group, const std::string& name, const char* result,
                      const std::string& message) {
  std::string text =
      "    <testcase" + escaped_attribute("classname", group) + escaped_attribute("name", name);
  if (!result)
    return text + "/>\n";
  // Some programs show the attribute, and others the text.
  return text + "><" + result + escaped_attribute("message", message) +
         (std::string_view(result) == "skipped" ? "" : escaped_attribute("type", "policy")) + ">" +
         escape_markup(message) + "</" + result + "></testcase>\n";
}

const char* result_of(Verdict verdict) {
  return verdict == Verdict::pass ? nullptr : verdict == Verdict::fail ? "failure" : "skipped";
}

} // namespace

void write_junit_file(const std::string& folder, const std::string& path, const VideoRecord& video,
                      const std::vector<RuleVerdict>& verdicts) {
  const bool failed = video.outcome == Outcome::failed, skipped = video.outcome == Outcome::skipped;
  std::string tests;
  if (failed || skipped)
    tests = make_test("analysis", "frames", failed ? "error" : "skipped", video.message);
  for (const RuleVerdict& verdict : verdicts)
    tests += make_test(verdict.policy.empty() ? "policy" : verdict.policy, verdict.rule,
                       result_of(verdict.verdict), verdict.detail);
  const auto count = [&](Verdict wanted, bool more = false) {
    return std::to_string(
        more + std::count_if(verdicts.begin(), verdicts.end(), [&](const RuleVerdict& verdict) {
          return verdict.verdict == wanted;
        }));
  };
  const std::string counts =
      escaped_attribute("tests", std::to_string(verdicts.size() + failed + skipped)) +
      escaped_attribute("failures", count(Verdict::fail)) +
      escaped_attribute("errors", failed ? "1" : "0") +
      escaped_attribute("skipped", count(Verdict::none, skipped));
  NewFile file(folder + "/" + plain_name(path, video_id(path)) + ".junit.xml");
  file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts +
             ">\n  <testsuite" + escaped_attribute("name", path) + counts + ">\n" + tests +
             "  </testsuite>\n</testsuites>\n");
  file.finish();
}

} // namespace videohistogram::tools
