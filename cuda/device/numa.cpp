// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/numa.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>

namespace videohistogram::cuda {

namespace {

// Numbers from this one on are invalid: Linux has no more CPUs or nodes.
constexpr int max_numbers = 8192;

// MPOL_PREFERRED of libnuma's header, which only comes with that library.
constexpr int policy_preferred = 1;

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// Reads a number at `text` and moves `text` after it; -1 if there is none.
int take_number(const char*& text, const char* end) {
  int number = -1;
  const auto [rest, error] = std::from_chars(text, end, number);
  if (error != std::errc() || number < 0 || number >= max_numbers)
    return -1;
  text = rest;
  return number;
}

} // namespace

std::vector<int> parse_number_list(const std::string& text) {
  std::vector<int> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    const int first = take_number(at, end);
    int last = first;
    if (first >= 0 && at < end && *at == '-')
      last = take_number(++at, end);
    if (first < 0 || last < first)
      return {};
    for (int n = first; n <= last; n++)
      numbers.push_back(n);
    if (at == end)
      return numbers;
    if (*at++ != ',')
      return {};
  }
}

NumaNode find_numa_node(const std::string& pci_device, const std::string& sys) {
  const std::vector<int> online =
      parse_number_list(first_line(sys + "/devices/system/node/online"));
  const std::vector<int> node =
      parse_number_list(first_line(sys + "/bus/pci/devices/" + pci_device + "/numa_node"));
  if (online.size() < 2 || node.size() != 1 ||
      std::find(online.begin(), online.end(), node[0]) == online.end())
    return {};
  return {node[0], parse_number_list(first_line(sys + "/devices/system/node/node" +
                                                std::to_string(node[0]) + "/cpulist"))};
}

std::vector<int> usable_cpus(const NumaNode& node) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(getpid(), sizeof allowed, &allowed) != 0)
    return {};
  std::vector<int> cpus;
  for (const int cpu : node.cpus)
    if (cpu < CPU_SETSIZE && CPU_ISSET(cpu, &allowed))
      cpus.push_back(cpu);
  return cpus;
}

void set_thread_affinity(const std::vector<int>& cpus) {
  if (cpus.empty())
    return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus)
    CPU_SET(cpu, &set);
  (void)sched_setaffinity(0, sizeof set, &set);
}

NumaMemoryScope::NumaMemoryScope(const NumaNode& node) {
  if (node.index < 0 || static_cast<unsigned long>(node.index) >= max_nodes ||
      syscall(SYS_get_mempolicy, &policy_, nodes_, max_nodes, nullptr, 0ul) != 0)
    return;
  unsigned long wanted[max_nodes / word_bits] = {};
  wanted[node.index / word_bits] |= 1ul << node.index % word_bits;
  changed_ = syscall(SYS_set_mempolicy, policy_preferred, wanted, max_nodes) == 0;
}

NumaMemoryScope::~NumaMemoryScope() {
  if (changed_)
    (void)syscall(SYS_set_mempolicy, policy_, nodes_, max_nodes);
}

} // namespace videohistogram::cuda
