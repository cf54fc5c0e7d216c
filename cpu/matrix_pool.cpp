// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/matrix_pool.h"

#include <algorithm>
#include <new>
#include <utility>

namespace videohistogram::cpu {

namespace {

/// Whether a matrix is used for counters of `bytes` bytes: they fit, and fill about a quarter of it
/// or more.
bool suits(const HostMatrix& matrix, size_t bytes) {
  return matrix.capacity() >= bytes && matrix.capacity() / 4 <= bytes;
}

} // namespace

Status HostMatrix::read(uint32_t* counts) {
  if (width_ == CounterWidth::narrow)
    std::copy_n(narrow(), size_, counts);
  else
    std::copy_n(wide(), size_, counts);
  return {};
}

void MatrixPool::keep(size_t matrices) {
  std::lock_guard lock(free_list_->mutex);
  if (matrices <= free_list_->max_spare)
    return;
  free_list_->spare.reserve(matrices); // giving a matrix back then cannot fail
  free_list_->max_spare = matrices;
}

void MatrixPool::drop() {
  // Matrices that are still held are given back to the old list, and freed there.
  {
    std::lock_guard lock(free_list_->mutex);
    free_list_->spare.clear();
    free_list_->max_spare = 0;
  }
  free_list_ = std::make_shared<FreeList>();
}

std::shared_ptr<HostMatrix> MatrixPool::take(size_t counters, CounterWidth width) try {
  const size_t bytes = counters * static_cast<size_t>(width) / 8;
  std::unique_ptr<HostMatrix> matrix;
  {
    std::lock_guard lock(free_list_->mutex);
    auto& spare = free_list_->spare;
    // The smallest one that suits, so that a frame of large and small matrices finds all of them.
    auto best = spare.end();
    for (auto i = spare.begin(); i != spare.end(); i++)
      if (suits(**i, bytes) && (best == spare.end() || (*i)->capacity() < (*best)->capacity()))
        best = i;
    if (best != spare.end()) {
      matrix = std::move(*best);
      spare.erase(best);
    }
  }
  if (!matrix)
    matrix = std::make_unique<HostMatrix>(bytes);
  matrix->resize(counters, width);
  return {matrix.release(), [free_list = free_list_](HostMatrix* used) {
            std::unique_ptr<HostMatrix> owned(used);
            std::lock_guard lock(free_list->mutex);
            if (free_list->spare.size() < free_list->max_spare)
              free_list->spare.push_back(std::move(owned));
          }};
} catch (const std::bad_alloc&) {
  return nullptr;
}

} // namespace videohistogram::cpu
