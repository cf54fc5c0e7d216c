// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
//   test-backend --backends=NAME,NAME... [--small=NAME,NAME...] [GoogleTest's options]
//
// runs the tests that every backend has to pass over each of these, one test after the other. A
// backend that cannot run here is one skipped test; where none can, the exit status is 77, which is
// Meson's "skipped".
#include "core/backends/split_backend.h"
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"
#include "tests/backend/backend_test.h"
#include "tests/fake/fake_backend.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace videohistogram::test {

namespace {

std::unique_ptr<Backend> make_cpu() {
  return create_cpu_backend();
}

// More threads than cores, so that pieces are shared out wherever the tests run.
std::unique_ptr<Backend> make_cpu_on_7_threads() {
  return create_cpu_backend(7);
}

// Each target on one thread: how work is shared out does not depend on the target, and one of them
// is the best target, whose kernels the backends above run on several threads.
std::unique_ptr<Backend> make_generic_cpu() {
  return create_cpu_backend(1, cpu::find_target("generic"));
}

std::unique_ptr<Backend> make_avx2_cpu() {
  return create_cpu_backend(1, cpu::find_target("avx2"));
}

std::unique_ptr<Backend> make_avx512_cpu() {
  return create_cpu_backend(1, cpu::find_target("avx512"));
}

/// Time limit of devices that must not be taken for lost, even if counting a frame takes a minute:
/// under a sanitizer or an emulator.
FakeConfig patient_config() {
  FakeConfig config;
  config.time_limit = std::chrono::hours(1);
  return config;
}

std::unique_ptr<Backend> make_fake() {
  return create_fake_backend(patient_config());
}

std::unique_ptr<Backend> make_staging_fake() {
  FakeConfig config = patient_config();
  config.holds_frame = false;
  return create_fake_backend(config);
}

std::unique_ptr<Backend> make_cuda(const CudaConfig& config) {
  Expected<std::unique_ptr<Backend>> backend = create_cuda_backend(config);
  if (!backend.ok()) {
    std::fprintf(stderr, "no CUDA backend: %s (%s)\n", backend.error().message.c_str(),
                 backend.error().detail.c_str());
    std::abort();
  }
  return std::move(*backend);
}

std::unique_ptr<Backend> make_default_cuda() {
  return make_cuda({});
}

/// A staging block smaller than most frames, so that frames in ordinary memory go through the ring.
std::unique_ptr<Backend> make_cuda_with_a_ring() {
  CudaConfig config;
  config.max_staged_bytes = 16384;
  return make_cuda(config);
}

/// The CPU is the fallback as in the element, but no device fails here.
SplitMember make_member(int device, std::unique_ptr<Backend> backend) {
  return {device, std::make_unique<FallbackBackend>(
                      std::move(backend), std::make_shared<FallbackCpu>(create_cpu_backend()),
                      [](const Error& error) { ADD_FAILURE() << error.message; })};
}

constexpr uint32_t split_depth = 3;

template <Split split>
std::unique_ptr<Backend> make_split() {
  constexpr uint32_t devices = 3;
  std::vector<SplitMember> members;
  for (uint32_t i = 0; i < devices; i++) {
    FakeConfig config = patient_config();
    config.index = static_cast<int>(i);
    config.depth = devices * split_depth;
    config.bytes_per_ns = 1 + i; // bands become unequal
    config.holds_frame = i != 1;
    members.push_back(make_member(config.index, create_fake_backend(config)));
  }
  return std::make_unique<SplitBackend>(std::move(members), split, split_depth,
                                        devices * split_depth);
}

/// All GPUs of the machine; a single GPU is used twice.
template <Split split>
std::unique_ptr<Backend> make_cuda_split() {
  Expected<std::vector<CudaDeviceInfo>> there = list_cuda_devices();
  std::vector<int> devices;
  if (there.ok()) // else make_cuda() says why not
    for (const CudaDeviceInfo& device : *there)
      devices.push_back(device.index);
  devices.resize(std::max<size_t>(devices.size(), 2));
  const uint32_t whole_depth =
      std::min(static_cast<uint32_t>(devices.size()) * split_depth, max_cuda_depth);
  std::vector<SplitMember> members;
  for (int device : devices) {
    CudaConfig config;
    config.device = device;
    config.depth = whole_depth;
    config.measure_time = true;
    members.push_back(make_member(device, make_cuda(config)));
  }
  return std::make_unique<SplitBackend>(std::move(members), split, split_depth, whole_depth);
}

struct Kind {
  const char* name;
  std::unique_ptr<Backend> (*make)();
};

constexpr Kind kinds[] = {
    {"cpu", make_cpu},
    {"cpu-7-threads", make_cpu_on_7_threads},
    {"cpu-generic", make_generic_cpu},
    {"cpu-avx2", make_avx2_cpu},
    {"cpu-avx512", make_avx512_cpu},
    {"fake", make_fake},
    {"fake-staging", make_staging_fake},
    {"split-rows", make_split<Split::rows>},
    {"split-frames", make_split<Split::frames>},
    {"cuda", make_default_cuda},
    {"cuda-ring", make_cuda_with_a_ring},
    {"cuda-rows", make_cuda_split<Split::rows>},
    {"cuda-frames", make_cuda_split<Split::frames>},
};

const Kind* find_kind(const std::string& name) {
  const auto kind = std::find_if(std::begin(kinds), std::end(kinds),
                                 [&](const Kind& k) { return name == k.name; });
  return kind == std::end(kinds) ? nullptr : kind;
}

/// Why a backend cannot run here; empty if it can.
std::string why_not(const std::string& name) {
  if (name.rfind("cuda", 0) == 0) {
    const auto devices = list_cuda_devices();
    if (!devices.ok() && (devices.error().kind == ErrorKind::no_device ||
                          devices.error().kind == ErrorKind::device_unusable))
      return devices.error().message;
  }
  for (const std::string target_name : {"avx2", "avx512"})
    if (name == "cpu-" + target_name) {
      const cpu::Target* const target = cpu::find_target(target_name);
      if (!target || !target->supported())
        return "this " + std::string(target ? "CPU" : "build") + " has no target " + target_name;
    }
  return {};
}

/// A test that says why the tests of a backend are left out.
class SkippedBackend : public testing::Test {
public:
  explicit SkippedBackend(std::string why) : why_(std::move(why)) {}
  void TestBody() override { GTEST_SKIP() << why_; }

private:
  const std::string why_;
};

std::vector<std::string> chosen, small;

} // namespace

bool takes_large_frames(const std::string& name) {
  return std::find(small.begin(), small.end(), name) == small.end();
}

const std::vector<std::string>& chosen_backends() {
  return chosen;
}

std::unique_ptr<Backend> make_backend(const std::string& name) {
  return find_kind(name)->make();
}

std::string test_name_of(const testing::TestParamInfo<std::string>& backend) {
  std::string name = backend.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Backends, BackendTest, testing::ValuesIn(chosen_backends()), test_name_of);

namespace {

int usage(const char* program) {
  std::fprintf(stderr, "usage: %s --backends=NAME,NAME... [--small=NAME,NAME...], of", program);
  for (const Kind& kind : kinds)
    std::fprintf(stderr, " %s", kind.name);
  std::fprintf(stderr, "\n");
  return 2;
}

/// The names of an option; none if the argument is another one.
std::vector<std::string> names_of(const std::string& argument, const std::string& option) {
  std::vector<std::string> names;
  if (argument.rfind(option, 0) == 0) {
    std::istringstream text(argument.substr(option.size()));
    for (std::string name; std::getline(text, name, ',');)
      names.push_back(name);
  }
  return names;
}

int run(int argc, char** argv) {
  const std::vector<std::string> names = names_of(argc > 1 ? argv[1] : "", "--backends=");
  small = names_of(argc > 2 ? argv[2] : "", "--small=");
  if (names.empty())
    return usage(argv[0]);
  std::string why;
  for (const std::string& name : names) {
    if (!find_kind(name))
      return usage(argv[0]);
    why = why_not(name);
    if (why.empty())
      chosen.push_back(name);
    else
      testing::RegisterTest("Backends", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [why]() -> testing::Test* { return new SkippedBackend(why); });
  }
  if (chosen.empty()) {
    std::printf("skipped: %s\n", why.c_str());
    return 77;
  }
  testing::InitGoogleTest(&argc, argv); // makes the tests of the chosen backends
  return RUN_ALL_TESTS();
}

} // namespace

} // namespace videohistogram::test

int main(int argc, char** argv) {
  return videohistogram::test::run(argc, argv);
}
