// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Functions of a library that other code of the process may have loaded.
#pragma once

#include <atomic>
#include <dlfcn.h>
#include <type_traits>

namespace videohistogram {

/// Finds functions of a library by their names.
class LoadedSymbols {
public:
  explicit LoadedSymbols(void* handle) : handle_(handle) {}
  /// Sets a pointer to the function of that name; null if the library lacks it.
  template <class Function>
  void operator()(Function& function, const char* name) const {
    function = reinterpret_cast<std::remove_reference_t<Function>>(dlsym(handle_, name));
  }

private:
  void* handle_;
};

/// The functions of the library `file`, looked up once: null while the process has not loaded it,
/// or if it lacks one that is needed. `Functions` has look_up(const LoadedSymbols&), which returns
/// whether all that are needed are there. `is_likely`: a cheap check that is false while the
/// library cannot be loaded. The result is never freed, like the library. Thread-safety: any
/// thread.
template <class Functions>
const Functions* find_loaded(
    const char* file, bool (*is_likely)() = [] { return true; }) {
  static std::atomic<const Functions*> found{nullptr};
  if (const Functions* known = found.load(std::memory_order_acquire))
    return known;
  void* const handle = is_likely() ? dlopen(file, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
  if (!handle)
    return nullptr;
  auto* const functions = new Functions;
  const Functions* expected = nullptr;
  if (!functions->look_up(LoadedSymbols(handle)) ||
      !found.compare_exchange_strong(expected, functions, std::memory_order_acq_rel)) {
    delete functions;
    return expected;
  }
  return functions;
}

} // namespace videohistogram
