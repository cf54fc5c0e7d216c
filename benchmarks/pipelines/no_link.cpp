// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Replaces link.cpp and links.cpp in a build without CUDA. Callers do not call the functions that
// abort, since why_no_gpu() says that there is no GPU.
#include "link.h"
#include "links.h"

#include <cstdlib>

namespace videohistogram::benchmark {

std::string why_no_gpu() {
  return "built without CUDA";
}

bool is_pinned(const void*) {
  return false;
}

unsigned gpu_count() {
  return 0;
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

void open_gpus(unsigned) {
  std::abort();
}

double shared_copy_rate(const std::vector<const uint8_t*>&, size_t, int, unsigned, Sharing) {
  std::abort();
}

double single_copy_us(const std::vector<const uint8_t*>&, size_t, int, unsigned) {
  std::abort();
}

} // namespace videohistogram::benchmark
