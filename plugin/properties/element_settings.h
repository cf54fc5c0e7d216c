// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/properties/setting_table.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace videohistogram {

/// The settings of one element, a struct `S`. A property that gets another value makes a new
/// snapshot, so that frames share one without copying it. An equal value changes nothing: what is
/// made from the settings is kept, also if a control binding sets a property before each frame.
/// Thread-safety: any thread.
template <class S>
class ElementSettings {
public:
  using Snapshot = std::shared_ptr<const S>;

  /// `table`: the properties; borrowed.
  explicit ElementSettings(const SettingTable<S>& table) : table_(table) {}

  Snapshot get() const {
    std::lock_guard lock(mutex_);
    return snapshot_;
  }
  /// As get(), for each frame: takes the lock only if a property was set since the last call.
  /// Streaming thread only.
  const Snapshot& for_next_frame() {
    const uint64_t version = version_.load(std::memory_order_acquire);
    if (version != frame_version_) {
      frame_snapshot_ = get();
      frame_version_ = version;
    }
    return frame_snapshot_;
  }

  /// Checks that the text of a property can be parsed. OK for other properties.
  Status check(guint id, const GValue* value) const {
    const Setting<S>* const setting = find(id);
    if (!setting || !setting->check)
      return {};
    std::string text;
    store_value(text, value);
    return setting->check(text);
  }
  /// Stores the value of a property without check(). False if no setting has this id.
  bool set(guint id, const GValue* value) {
    const Setting<S>* const setting = find(id);
    if (!setting)
      return false;
    std::lock_guard lock(mutex_);
    auto changed = std::make_shared<S>(*snapshot_);
    setting->set(*changed, value);
    if (!is_equal(*setting, *snapshot_, *changed))
      replace(std::move(changed));
    return true;
  }
  /// Replaces all settings by what `change` makes of them, or returns its error.
  template <class Change>
  Status update(const Change& change) {
    std::lock_guard lock(mutex_);
    auto changed = std::make_shared<S>();
    if (Status status = change(*snapshot_).move_to(*changed); !status.ok())
      return status;
    if (!std::all_of(table_.begin(), table_.end(), [&](const Setting<S>& setting) {
          return is_equal(setting, *snapshot_, *changed);
        }))
      replace(std::move(changed));
    return {};
  }
  /// Reads the value of a property. False if no setting has this id.
  bool get(guint id, GValue* value) const {
    const Setting<S>* const setting = find(id);
    if (setting)
      setting->get(*get(), value);
    return setting != nullptr;
  }

private:
  const Setting<S>* find(guint id) const {
    return id >= 1 && id <= table_.size() ? &table_[id - 1] : nullptr;
  }

  /// Whether a property has the same value in both.
  static bool is_equal(const Setting<S>& setting, const S& one, const S& other) {
    GValue a = G_VALUE_INIT, b = G_VALUE_INIT;
    g_value_init(&a, G_PARAM_SPEC_VALUE_TYPE(setting.spec));
    g_value_init(&b, G_PARAM_SPEC_VALUE_TYPE(setting.spec));
    setting.get(one, &a);
    setting.get(other, &b);
    const bool equal = g_param_values_cmp(setting.spec, &a, &b) == 0;
    g_value_unset(&a);
    g_value_unset(&b);
    return equal;
  }
  /// Called with mutex_ held.
  void replace(Snapshot changed) {
    snapshot_ = std::move(changed);
    version_.fetch_add(1, std::memory_order_release);
  }

  const SettingTable<S>& table_;
  mutable std::mutex mutex_;
  Snapshot snapshot_ = std::make_shared<const S>(); ///< with mutex_ held
  std::atomic<uint64_t> version_{1};                ///< of snapshot_; written with mutex_ held
  Snapshot frame_snapshot_;                         ///< streaming thread only
  uint64_t frame_version_ = 0; ///< of frame_snapshot_, or an older one; 0: none yet
};

} // namespace videohistogram
