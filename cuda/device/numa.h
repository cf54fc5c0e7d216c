// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>
#include <vector>

namespace videohistogram::cuda {

/// A NUMA node: a part of the host's memory, and the CPUs near it.
struct NumaNode {
  int index = -1; ///< -1: unknown, or the only node of the machine
  std::vector<int> cpus;
};

/// Returns the numbers in a list such as "0-3,8,10-11"; none if the text is not such a list.
std::vector<int> parse_number_list(const std::string& text);

/// Returns the node near a PCI device ("0000:3b:00.0"); unknown if Linux does not say, and on a
/// machine with one node. Tests set `sys` to another folder. Thread-safety: any thread.
NumaNode find_numa_node(const std::string& pci_device, const std::string& sys = "/sys");

/// Returns the CPUs of a node that this process may run on.
std::vector<int> usable_cpus(const NumaNode& node);

/// Restricts the calling thread to these CPUs. No effect if there are none or the system refuses.
void set_thread_affinity(const std::vector<int>& cpus);

/// The calling thread prefers memory of one node for the lifetime of the scope. Does nothing for an
/// unknown node, or if the system does not allow it.
/// Thread-safety: created and destroyed on the same thread.
class NumaMemoryScope {
public:
  explicit NumaMemoryScope(const NumaNode& node);
  ~NumaMemoryScope();
  NumaMemoryScope(const NumaMemoryScope&) = delete;
  NumaMemoryScope& operator=(const NumaMemoryScope&) = delete;

private:
  static constexpr unsigned long max_nodes = 1024; ///< maximum number of nodes in Linux
  static constexpr unsigned long word_bits = 8 * sizeof(unsigned long);

  bool changed_ = false;
  int policy_ = 0; ///< the previous policy
  unsigned long nodes_[max_nodes / word_bits] = {};
};

} // namespace videohistogram::cuda
