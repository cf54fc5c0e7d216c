// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which GPUs a scan uses, by device files, the environment and the option --devices.
#include "tools/process/gpus.h"

#include "tools/base/failure.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace videohistogram::tools;

namespace {

using Ids = std::vector<std::string>;

/// A folder such as /dev that has some files.
class Devices {
public:
  explicit Devices(const std::vector<std::string>& names) {
    char name[] = "/tmp/devices-XXXXXX";
    folder = mkdtemp(name);
    for (const std::string& file : names)
      std::ofstream(folder + "/" + file).put('\n');
  }
  ~Devices() { std::filesystem::remove_all(folder); }

  std::string folder;
};

Ids ids(const std::vector<Gpu>& gpus) {
  Ids ids;
  for (const Gpu& gpu : gpus)
    ids.push_back(gpu.id);
  return ids;
}

const std::vector<std::string> two_gpus = {"nvidia0", "nvidia1",        "nvidiactl", "nvidia-uvm",
                                           "null",    "nvidia-modeset", "nvidia"};

} // namespace

TEST(FindGpus, CountsTheDeviceFilesOfGpus) {
  EXPECT_EQ(ids(find_gpus(nullptr, Devices(two_gpus).folder)), (Ids{"0", "1"}));
  EXPECT_EQ(ids(find_gpus(nullptr, Devices({"nvidiactl", "null"}).folder)), Ids{});
  EXPECT_EQ(ids(find_gpus(nullptr, "/nonexistent")), Ids{});
}

TEST(FindGpus, NumbersTheGpusOfAContainerFromZero) {
  EXPECT_EQ(ids(find_gpus(nullptr, Devices({"nvidia5", "nvidia7"}).folder)), (Ids{"0", "1"}));
}

TEST(FindGpus, ReadsTheVariableAsCudaDoes) {
  const Devices devices(two_gpus);
  const std::pair<const char*, Ids> cases[] = {{"1", {"1"}},
                                               {"1,0", {"1", "0"}},
                                               {" 1 , 0 ", {"1", "0"}},
                                               {"", {}},
                                               {"-1", {}},
                                               {"0,-1,1", {"0"}},
                                               {"NoDevFiles", {}},
                                               {"GPU-8932f937,MIG-5", {"GPU-8932f937", "MIG-5"}},
                                               {"0,0", {"0"}}};
  for (const auto& [visible, expected] : cases)
    EXPECT_EQ(ids(find_gpus(visible, devices.folder)), expected) << visible;
}

TEST(FindGpus, FindsNoneWithoutDeviceFiles) {
  EXPECT_EQ(ids(find_gpus("0,1", Devices({"null"}).folder)), Ids{});
}

TEST(ParseGpus, TakesAllNoneOrNumbers) {
  const Devices devices(two_gpus);
  EXPECT_EQ(ids(parse_gpus("all", nullptr, devices.folder)), (Ids{"0", "1"}));
  EXPECT_EQ(ids(parse_gpus("none", nullptr, devices.folder)), Ids{});
  EXPECT_EQ(ids(parse_gpus("1", nullptr, devices.folder)), Ids{"1"});
  EXPECT_EQ(ids(parse_gpus("1,0,1", nullptr, devices.folder)), (Ids{"1", "0"}));
}

TEST(ParseGpus, NumbersCountWhatTheVariableShows) {
  const Devices devices(two_gpus);
  const std::vector<Gpu> gpus = parse_gpus("1", "7,GPU-ab", devices.folder);
  ASSERT_EQ(gpus.size(), 1u);
  EXPECT_EQ(gpus[0].id, "GPU-ab");
  EXPECT_EQ(gpus[0].name, "GPU 1");
  EXPECT_THROW(parse_gpus("2", "7,GPU-ab", devices.folder), Failure);
}

TEST(ParseGpus, ANumberMayExceedTheDeviceFiles) {
  EXPECT_EQ(ids(parse_gpus("3", nullptr, Devices({"null"}).folder)), Ids{"3"});
}

TEST(ParseGpus, RefusesAnythingElse) {
  for (const char* list :
       {"", "every", "0,", ",0", "-1", "0;1", "1.5", "1024", "99999999999999999999"})
    EXPECT_THROW(parse_gpus(list, nullptr, "/dev"), Failure) << list;
}
