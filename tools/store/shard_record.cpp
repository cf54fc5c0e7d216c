// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/shard_record.h"

#include <algorithm>
#include <iterator>

namespace videohistogram::tools {

ShardRecord::Content ShardRecord::read(Database& database) {
  Content content;
  content.shards = read_shards(database);
  Statement select(database, "SELECT id FROM videos ORDER BY id");
  while (select.step())
    select.read(content.videos.emplace_back());
  return content;
}

void ShardRecord::add_output(Database& database) {
  output_ = read(database);
}

void ShardRecord::add_input(Database& database) {
  Content content = read(database);
  (content.shards.empty() ? whole_ : parts_).push_back(std::move(content));
}

/// Whether parts of a scan in `count` parts have videos of their own.
bool ShardRecord::counts(int64_t count) const {
  const bool output_is_part = output_ && output_->shards.count(count) > 0;
  std::vector<const Content*> others;
  for (const Content& content : whole_)
    others.push_back(&content);
  if (output_ && !output_is_part)
    others.push_back(&*output_);
  if (others.empty())
    return true; // also shards without videos
  const auto is_elsewhere = [&](int64_t video) {
    return std::any_of(others.begin(), others.end(), [&](const Content* other) {
      return std::binary_search(other->videos.begin(), other->videos.end(), video);
    });
  };
  const auto has_own = [&](const Content& part) {
    return part.shards.count(count) > 0 &&
           !std::all_of(part.videos.begin(), part.videos.end(), is_elsewhere);
  };
  return (output_is_part && has_own(*output_)) ||
         std::any_of(parts_.begin(), parts_.end(), has_own);
}

Shards ShardRecord::shards() const {
  Shards all = output_ ? output_->shards : Shards();
  for (const Content& part : parts_) {
    for (const auto& [count, numbers] : part.shards)
      all[count].insert(numbers.begin(), numbers.end());
  }
  for (auto scan = all.begin(); scan != all.end();)
    scan = counts(scan->first) ? std::next(scan) : all.erase(scan);
  return all;
}

} // namespace videohistogram::tools
