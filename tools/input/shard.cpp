// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/shard.h"

#include "tools/base/failure.h"
#include "tools/input/identity.h"
#include "tools/text/escape.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace videohistogram::tools {

namespace {

constexpr uint32_t max_count = 1000000;

std::optional<uint32_t> parse_number(std::string_view text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return {};
  return number;
}

/// The number in a variable, or `otherwise` if there is none. Throws Failure.
uint32_t variable(const char* name, std::optional<uint32_t> otherwise, const char* cure) {
  const char* text = std::getenv(name);
  const std::optional<uint32_t> number = text ? parse_number(text) : otherwise;
  if (!number)
    throw misuse(std::string(name) + " is " +
                 (text ? "not a number: " + escape_for_terminal(text) : "not set") + "; " + cure);
  return *number;
}

constexpr const char* name_it = "name the shard with --shard I/N, all videos with --shard 1/1";

Shard slurm_shard() {
  const uint32_t task = variable("SLURM_ARRAY_TASK_ID", {}, name_it);
  const uint32_t count = variable("SLURM_ARRAY_TASK_COUNT", {}, name_it);
  const uint32_t first = variable("SLURM_ARRAY_TASK_MIN", 0, name_it);
  const uint32_t step = variable("SLURM_ARRAY_TASK_STEP", 1, name_it);
  const uint32_t index = task < first || step == 0 ? count : (task - first) / step;
  if (index >= count || count > max_count || task != first + index * step)
    throw misuse("the tasks of this Slurm array are not numbered evenly; "
                 "use an array such as 1-8, or " +
                 std::string(name_it));
  return {index + 1, count, "SLURM_ARRAY_TASK_ID"};
}

Shard kubernetes_shard() {
  const uint32_t index = variable("JOB_COMPLETION_INDEX", {}, name_it);
  const uint32_t count =
      variable("JOB_COMPLETIONS", {}, "set it to the Job's spec.completions, or use --shard I/N");
  if (index >= count || count > max_count)
    throw misuse("JOB_COMPLETION_INDEX is not below JOB_COMPLETIONS; set the latter to the Job's "
                 "spec.completions");
  return {index + 1, count, "JOB_COMPLETION_INDEX"};
}

} // namespace

Shard parse_shard(const std::string& text) {
  const size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const std::optional<uint32_t> index = parse_number(std::string_view(text).substr(0, slash));
    const std::optional<uint32_t> count = parse_number(std::string_view(text).substr(slash + 1));
    if (index && count && *index >= 1 && *index <= *count && *count <= max_count)
      return {*index, *count, ""};
  }
  throw misuse("--shard is I/N with I from 1 to N, such as 2/8, not " + escape_for_terminal(text));
}

Shard shard_of_environment() {
  if (std::getenv("SLURM_ARRAY_TASK_ID"))
    return slurm_shard();
  if (std::getenv("JOB_COMPLETION_INDEX"))
    return kubernetes_shard();
  return {};
}

bool shard_has(const Shard& shard, const std::string& path) {
  return static_cast<uint64_t>(video_id(path)) % shard.count == shard.index - 1;
}

std::string shard_file(const std::string& output, const Shard& shard) {
  if (shard.count == 1)
    return output;
  const std::string count = std::to_string(shard.count);
  std::string index = std::to_string(shard.index);
  index.insert(0, count.size() - index.size(), '0'); // names sort like the shards
  size_t end = output.rfind('.');
  const size_t name = output.rfind('/') + 1; // 0 without a slash
  if (end == std::string::npos || end <= name)
    end = output.size();
  return output.substr(0, end) + "-" + index + "-of-" + count + output.substr(end);
}

} // namespace videohistogram::tools
