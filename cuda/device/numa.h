// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>
#include <vector>

namespace videohistogram::cuda {

/// A part of a machine's memory, and the CPUs that are near it.
struct NumaNode {
  int index = -1; ///< -1: not known, or the machine has only one
  std::vector<int> cpus;
};

/// The numbers in a list such as "0-3,8,10-11"; none if the text is no such list.
std::vector<int> parse_number_list(const std::string& text);

/// The node that a PCI device ("0000:3b:00.0") is near. Unknown where Linux does not say, and on a
/// machine of one node. `sys` is another folder in tests. Thread-safety: any thread.
NumaNode find_numa_node(const std::string& pci_device, const std::string& sys = "/sys");

/// Those of a node's CPUs that this process may run on.
std::vector<int> usable_cpus(const NumaNode& node);

/// Lets the calling thread run on these CPUs only; on all if there are none, or if the system does
/// not allow it.
void set_thread_affinity(const std::vector<int>& cpus);

/// As long as it lives, the calling thread gets memory of a node, if that has some. Does nothing
/// for an unknown node, and where the system does not allow it.
/// Thread-safety: lives and dies on one thread.
class NumaMemoryScope {
public:
  explicit NumaMemoryScope(const NumaNode& node);
  ~NumaMemoryScope();
  NumaMemoryScope(const NumaMemoryScope&) = delete;
  NumaMemoryScope& operator=(const NumaMemoryScope&) = delete;

private:
  static constexpr unsigned long max_nodes = 1024; ///< that Linux can be built for
  static constexpr unsigned long word_bits = 8 * sizeof(unsigned long);

  bool changed_ = false;
  int policy_ = 0; ///< of before
  unsigned long nodes_[max_nodes / word_bits] = {};
};

} // namespace videohistogram::cuda
