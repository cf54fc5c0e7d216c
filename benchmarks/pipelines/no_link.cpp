// SPDX-License-Identifier: LGPL-2.1-or-later
// Stands in for link.cpp in a build without CUDA; nothing but the first is ever called.
#include "link.h"

#include <cstdlib>

namespace videohistogram::benchmark {

std::string why_no_gpu() {
  return "built without CUDA";
}

bool is_pinned(const void*) {
  return false;
}

uint8_t* allocate_pinned(size_t) {
  std::abort();
}

void free_pinned(void*) {
  std::abort();
}

size_t gpu_bytes_in_use() {
  std::abort();
}

double copy_rate(const std::vector<const uint8_t*>&, size_t, int) {
  std::abort();
}

double staging_rate(const std::vector<const uint8_t*>&, size_t, int, const StagingShape&) {
  std::abort();
}

StagingShape best_staging(const std::vector<const uint8_t*>&, size_t, int, std::string&) {
  std::abort();
}

} // namespace videohistogram::benchmark
