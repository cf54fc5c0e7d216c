// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <memory>

namespace videohistogram {

/// The kinds of memory in which the pixels of a frame lie.
enum class MemoryKind {
  host,   ///< the CPU reads it
  device, ///< a device reads it, at addresses that are valid in one of its contexts
};

/// Where the pixels of a frame lie. Also stands for the context of a device in which they lie.
/// Memory of the host has a kind alone. Thread-safety: as for an int; copies share the owner.
struct MemoryPlace {
  MemoryKind kind = MemoryKind::host;
  int device = -1; ///< index of the device, see DeviceStats::index
  /// Keeps the context alive. null: the context lives as long as the process.
  std::shared_ptr<const void> owner;
  void* handle = nullptr; ///< the device's context handle
  /// The queue of the context that writes the pixels: a reader waits for the work in it. null: the
  /// pixels are complete.
  void* stream = nullptr;

  bool on_host() const { return kind == MemoryKind::host; }
  /// Whether an address in one place is valid in the other.
  bool shares_addresses(const MemoryPlace& other) const {
    return kind == other.kind && handle == other.handle;
  }
};

} // namespace videohistogram
