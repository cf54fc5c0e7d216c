// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <utility>

namespace videohistogram {

/// Calls `action` at the end of a scope, unless dismissed.
template <class Action>
class ScopeGuard {
public:
  explicit ScopeGuard(Action action) : action_(std::move(action)) {}
  ~ScopeGuard() {
    if (armed_)
      action_();
  }
  ScopeGuard(const ScopeGuard&) = delete;
  ScopeGuard& operator=(const ScopeGuard&) = delete;
  void dismiss() { armed_ = false; }

private:
  Action action_;
  bool armed_ = true;
};

} // namespace videohistogram
