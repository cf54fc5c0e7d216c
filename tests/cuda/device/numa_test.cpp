// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/numa.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace videohistogram::cuda {

namespace {

using Numbers = std::vector<int>;

/// A folder with the files of a machine's /sys.
class Numa : public testing::Test {
protected:
  Numa() {
    std::string name = (std::filesystem::temp_directory_path() / "numa-XXXXXX").string();
    EXPECT_TRUE(mkdtemp(name.data()));
    sys_ = name;
  }
  ~Numa() override { std::filesystem::remove_all(sys_); }

  void write(const std::string& path, const std::string& text) {
    const std::filesystem::path file = sys_ + "/" + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  void make_two_nodes() {
    write("devices/system/node/online", "0-1\n");
    write("devices/system/node/node0/cpulist", "0-3,8-11\n");
    write("devices/system/node/node1/cpulist", "4-7,12-15\n");
    write("bus/pci/devices/0000:3b:00.0/numa_node", "0\n");
    write("bus/pci/devices/0000:d8:00.0/numa_node", "1\n");
    write("bus/pci/devices/0000:af:00.0/numa_node", "-1\n");
  }

  std::string sys_;
};

TEST_F(Numa, lists_of_numbers_and_ranges_are_read) {
  EXPECT_EQ(parse_number_list("0"), Numbers({0}));
  EXPECT_EQ(parse_number_list("0-3"), Numbers({0, 1, 2, 3}));
  EXPECT_EQ(parse_number_list("0-1,8,10-11"), Numbers({0, 1, 8, 10, 11}));
  EXPECT_EQ(parse_number_list("5-5"), Numbers({5}));
}

TEST_F(Numa, what_is_no_list_has_no_numbers) {
  for (const char* text : {"", " ", "-1", "a", "0-", "0,", ",1", "3-1", "0 1", "0-1x", "1-2-3",
                           "99999999999", "0-99999999"})
    EXPECT_EQ(parse_number_list(text), Numbers()) << '"' << text << '"';
}

TEST_F(Numa, the_node_of_a_device_has_its_cpus) {
  make_two_nodes();
  const NumaNode first = find_numa_node("0000:3b:00.0", sys_);
  EXPECT_EQ(first.index, 0);
  EXPECT_EQ(first.cpus, Numbers({0, 1, 2, 3, 8, 9, 10, 11}));
  const NumaNode second = find_numa_node("0000:d8:00.0", sys_);
  EXPECT_EQ(second.index, 1);
  EXPECT_EQ(second.cpus, Numbers({4, 5, 6, 7, 12, 13, 14, 15}));
}

TEST_F(Numa, a_device_without_a_node_is_near_none) {
  make_two_nodes();
  EXPECT_EQ(find_numa_node("0000:af:00.0", sys_).index, -1);
  EXPECT_EQ(find_numa_node("0000:00:00.0", sys_).index, -1);
  write("bus/pci/devices/0000:3b:00.0/numa_node", "2\n"); // not online
  EXPECT_EQ(find_numa_node("0000:3b:00.0", sys_).index, -1);
}

TEST_F(Numa, a_machine_of_one_node_or_without_sys_has_none) {
  EXPECT_EQ(find_numa_node("0000:3b:00.0", sys_).index, -1);
  make_two_nodes();
  write("devices/system/node/online", "0\n");
  EXPECT_EQ(find_numa_node("0000:3b:00.0", sys_).index, -1);
}

TEST_F(Numa, only_cpus_that_the_process_may_use_are_usable) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  NumaNode all;
  Numbers expected;
  for (int cpu = 0; cpu < CPU_SETSIZE + 8; cpu++) {
    all.cpus.push_back(cpu);
    if (cpu < CPU_SETSIZE && CPU_ISSET(cpu, &allowed))
      expected.push_back(cpu);
  }
  EXPECT_EQ(usable_cpus(all), expected);
  EXPECT_EQ(usable_cpus({}), Numbers());
}

TEST_F(Numa, a_thread_stays_on_its_cpus) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  int last = -1;
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
    last = CPU_ISSET(cpu, &allowed) ? cpu : last;
  std::thread([last] {
    set_thread_affinity({last});
    cpu_set_t set;
    ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    EXPECT_EQ(CPU_COUNT(&set), 1);
    EXPECT_TRUE(CPU_ISSET(last, &set));
    set_thread_affinity({});
    ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    EXPECT_EQ(CPU_COUNT(&set), 1);
  }).join();
}

TEST_F(Numa, memory_can_be_had_whatever_the_node) {
  for (int node : {-1, 0, 1, 1023, 1024, 1 << 20}) {
    const NumaMemoryScope near({node, {}});
    std::vector<char> bytes(1 << 22, 1);
    EXPECT_EQ(bytes.back(), 1);
  }
}

} // namespace

} // namespace videohistogram::cuda
