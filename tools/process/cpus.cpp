// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/cpus.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sched.h>
#include <sstream>

namespace videohistogram::tools {

namespace {

constexpr double no_quota = std::numeric_limits<double>::infinity();

/// CPUs that one group of version 2 may use: "400000 100000" is time per period, "max" none.
double quota_of(const std::string& group) {
  double time = 0, period = 0;
  return std::ifstream(group + "/cpu.max") >> time >> period && period > 0 ? time / period
                                                                           : no_quota;
}

/// Like quota_of(), for version 1, where a negative time means no quota.
double quota_of_version_1(const std::string& group) {
  double time = 0, period = 0;
  const bool is_set = std::ifstream(group + "/cpu.cfs_quota_us") >> time && time > 0 &&
                      std::ifstream(group + "/cpu.cfs_period_us") >> period && period > 0;
  return is_set ? time / period : no_quota;
}

/// The least quota of a group and those around it. In a container the names may be those of the
/// host; then the innermost group that is there is the container's.
double least_quota(const std::string& hierarchy, std::string group,
                   double (*quota)(const std::string&)) {
  double least = quota(hierarchy);
  for (; group.size() > 1; group.erase(group.rfind('/')))
    least = std::min(least, quota(hierarchy + group));
  return least;
}

/// The least quota of the groups of this process. See cgroups(7): a line of /proc/self/cgroup is
/// "number:controllers:group", for version 2 without controllers.
double cpu_quota(const std::string& root) {
  std::ifstream groups(root + "/proc/self/cgroup");
  double least = no_quota;
  for (std::string line; std::getline(groups, line);) {
    std::istringstream fields(line);
    std::string number, controllers, group;
    std::getline(fields, number, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, group);
    if (group.empty() || group.front() != '/')
      continue;
    if (controllers.empty())
      least = std::min(least, least_quota(root + "/sys/fs/cgroup", group, quota_of));
    else if (("," + controllers + ",").find(",cpu,") != std::string::npos)
      least = std::min(least, least_quota(root + "/sys/fs/cgroup/cpu", group, quota_of_version_1));
  }
  return least;
}

} // namespace

int usable_cpus(const std::string& root) {
  cpu_set_t mask;
  const int cpus = sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 1;
  return static_cast<int>(std::clamp(std::ceil(cpu_quota(root)), 1.0, double(std::max(cpus, 1))));
}

} // namespace videohistogram::tools
