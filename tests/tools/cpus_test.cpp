// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How many CPUs a scan uses, by the files of control groups.
#include "tools/process/cpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <utility>
#include <vector>

using namespace videohistogram::tools;

namespace {

/// Without quotas.
int all_cpus() {
  cpu_set_t mask;
  EXPECT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
  return CPU_COUNT(&mask);
}

/// What a process in these files' groups may use.
int cpus_with(const std::vector<std::pair<std::string, std::string>>& files) {
  char name[] = "/tmp/cpus-XXXXXX";
  const std::filesystem::path root = mkdtemp(name);
  for (const auto& [path, text] : files) {
    create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
  const int cpus = usable_cpus(root);
  std::filesystem::remove_all(root);
  return cpus;
}

const std::pair<std::string, std::string> container{"proc/self/cgroup", "0::/\n"};
const std::pair<std::string, std::string> pod{"proc/self/cgroup",
                                              "1:name=systemd:/\n0::/pods/one/main\n"};
const std::pair<std::string, std::string> version_1{"proc/self/cgroup",
                                                    "5:cpuset:/pod\n4:cpuacct,cpu:/pod\n"};

} // namespace

TEST(Cpus, AreThoseOfTheAffinityMaskWithoutQuota) {
  EXPECT_EQ(usable_cpus("/nowhere"), all_cpus());
  EXPECT_EQ(cpus_with({container}), all_cpus());
  EXPECT_EQ(cpus_with({container, {"sys/fs/cgroup/cpu.max", "max 100000\n"}}), all_cpus());
  EXPECT_EQ(cpus_with({container, {"sys/fs/cgroup/cpu.max", "damaged"}}), all_cpus());
  EXPECT_EQ(cpus_with({version_1,
                       {"sys/fs/cgroup/cpu/pod/cpu.cfs_quota_us", "-1\n"},
                       {"sys/fs/cgroup/cpu/pod/cpu.cfs_period_us", "100000\n"}}),
            all_cpus());
}

TEST(Cpus, AreNotMoreThanTheQuotaRoundedUp) {
  EXPECT_EQ(cpus_with({container, {"sys/fs/cgroup/cpu.max", "100000 100000\n"}}), 1);
  EXPECT_EQ(cpus_with({container, {"sys/fs/cgroup/cpu.max", "20000 100000\n"}}), 1);
  EXPECT_EQ(cpus_with({container, {"sys/fs/cgroup/cpu.max", "150000 100000\n"}}),
            std::min(2, all_cpus()));
  EXPECT_EQ(cpus_with({container, {"sys/fs/cgroup/cpu.max", "99900000 100000\n"}}),
            std::min(999, all_cpus()));
  EXPECT_EQ(cpus_with({version_1,
                       {"sys/fs/cgroup/cpu/pod/cpu.cfs_quota_us", "50000\n"},
                       {"sys/fs/cgroup/cpu/pod/cpu.cfs_period_us", "50000\n"}}),
            1);
}

TEST(Cpus, AreThoseOfAContainerThatSeesTheNamesOfItsHost) {
  EXPECT_EQ(cpus_with({pod, {"sys/fs/cgroup/cpu.max", "10000 10000\n"}}), 1);
  EXPECT_EQ(cpus_with({version_1,
                       {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n"},
                       {"sys/fs/cgroup/cpu/cpu.cfs_period_us", "50000\n"}}),
            1);
}

TEST(Cpus, AreThoseOfVersion1BesideAnEmptyVersion2) {
  EXPECT_EQ(cpus_with({{"proc/self/cgroup", "4:cpu:/pod\n0::/\n"},
                       {"sys/fs/cgroup/cpu/pod/cpu.cfs_quota_us", "50000\n"},
                       {"sys/fs/cgroup/cpu/pod/cpu.cfs_period_us", "50000\n"}}),
            1);
}

TEST(Cpus, AreThoseOfTheTightestGroup) {
  const std::pair<std::string, std::string> tight{"sys/fs/cgroup/pods/cpu.max", "10000 10000\n"};
  EXPECT_EQ(cpus_with({pod, tight}), 1);
  EXPECT_EQ(cpus_with({pod, tight, {"sys/fs/cgroup/pods/one/main/cpu.max", "max 10000\n"}}), 1);
  EXPECT_EQ(cpus_with({pod, {"sys/fs/cgroup/pods/two/cpu.max", "10000 10000\n"}}), all_cpus());
}
