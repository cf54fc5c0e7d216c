// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/shard_record.h"

#include <algorithm>
#include <iterator>

namespace videohistogram::tools {

void ShardRecord::add(Database& database, Use use) {
  Content& content = contents_.emplace_back(Content{use, read_shards(database), {}});
  Statement select(database, "SELECT id FROM videos ORDER BY id");
  while (select.step())
    select.read(content.videos.emplace_back());
}

/// Whether parts of a scan in `count` parts have videos of their own.
bool ShardRecord::counts(int64_t count) const {
  const auto is_part = [&](const Content& content) { return content.shards.count(count) > 0; };
  const auto is_other = [&](const Content& content) {
    return content.shards.empty() || (content.use == Use::output && !is_part(content));
  };
  const auto is_elsewhere = [&](int64_t video) {
    return std::any_of(contents_.begin(), contents_.end(), [&](const Content& content) {
      return is_other(content) &&
             std::binary_search(content.videos.begin(), content.videos.end(), video);
    });
  };
  // Without another database, shards without videos count as well.
  return std::none_of(contents_.begin(), contents_.end(), is_other) ||
         std::any_of(contents_.begin(), contents_.end(), [&](const Content& content) {
           return is_part(content) &&
                  !std::all_of(content.videos.begin(), content.videos.end(), is_elsewhere);
         });
}

Shards ShardRecord::shards() const {
  Shards all;
  for (const Content& content : contents_) {
    for (const auto& [count, numbers] : content.shards)
      all[count].insert(numbers.begin(), numbers.end());
  }
  for (auto scan = all.begin(); scan != all.end();)
    scan = counts(scan->first) ? std::next(scan) : all.erase(scan);
  return all;
}

} // namespace videohistogram::tools
