// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/matrix_pool.h"

#include <algorithm>
#include <new>
#include <utility>

namespace videohistogram::cpu {

namespace {

/// The maximum number of spare matrices. Matrices are read soon, one or two frames later.
constexpr size_t max_spare = 2;

} // namespace

Status HostMatrix::read(uint32_t* counts) {
  std::copy_n(counts_.get(), size_, counts);
  return {};
}

std::shared_ptr<HostMatrix> MatrixPool::take(size_t counters) try {
  std::unique_ptr<HostMatrix> matrix;
  {
    std::lock_guard lock(free_list_->mutex);
    free_list_->spare.reserve(max_spare); // the deleter below then cannot fail
    if (!free_list_->spare.empty()) {
      matrix = std::move(free_list_->spare.back());
      free_list_->spare.pop_back();
    }
  }
  // A spare matrix is used if it is large enough, but not more than about four times too large.
  if (!matrix || matrix->capacity() < counters || matrix->capacity() / 4 > counters)
    matrix = std::make_unique<HostMatrix>(counters);
  matrix->resize(counters);
  return {matrix.release(), [free_list = free_list_](HostMatrix* used) {
            std::unique_ptr<HostMatrix> owned(used);
            std::lock_guard lock(free_list->mutex);
            if (free_list->spare.size() < max_spare)
              free_list->spare.push_back(std::move(owned));
          }};
} catch (const std::bad_alloc&) {
  return nullptr;
}

} // namespace videohistogram::cpu
