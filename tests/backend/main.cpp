// SPDX-License-Identifier: LGPL-2.1-or-later
//
//   test-backend --backend=NAME [GoogleTest's options]
//
// runs the tests that every backend has to pass over one of them. Exits with 77, which is Meson's
// "skipped", where that backend has no device.
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"
#include "histogram/split_backend.h"
#include "tests/backend/backend_test.h"
#include "tests/fake/fake_backend.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace videohistogram::test {

namespace {

std::unique_ptr<Backend> make_cpu() {
  return create_cpu_backend();
}

std::unique_ptr<Backend> make_cpu_on_1_thread() {
  return create_cpu_backend(1);
}

// More threads than cores, so that pieces are shared out wherever the tests run.
std::unique_ptr<Backend> make_cpu_on_7_threads() {
  return create_cpu_backend(7);
}

std::unique_ptr<Backend> make_generic_cpu() {
  return create_cpu_backend(0, cpu::find_target("generic"));
}

std::unique_ptr<Backend> make_avx512_cpu() {
  return create_cpu_backend(0, cpu::find_target("avx512"));
}

std::unique_ptr<Backend> make_fake() {
  return create_fake_backend();
}

std::unique_ptr<Backend> make_staging_fake() {
  FakeConfig config;
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

/// Frames in ordinary memory go through less than they have, if they are not very small.
std::unique_ptr<Backend> make_cuda_with_a_ring() {
  CudaConfig config;
  config.most_staged_bytes = 16384;
  return make_cuda(config);
}

/// The CPU is there as it is in the element, but nobody fails here.
SplitMember make_member(int device, std::unique_ptr<Backend> backend) {
  return {device, std::make_unique<FallbackBackend>(
                      std::move(backend), std::make_shared<StandIn>(create_cpu_backend()),
                      [](const Error& error) { ADD_FAILURE() << error.message; })};
}

constexpr uint32_t split_depth = 3;

template <Split split>
std::unique_ptr<Backend> make_split() {
  constexpr uint32_t devices = 3;
  std::vector<SplitMember> members;
  for (uint32_t i = 0; i < devices; i++) {
    FakeConfig config;
    config.index = static_cast<int>(i);
    config.depth = devices * split_depth;
    config.bytes_per_ns = 1 + i; // so that bands become unequal
    config.holds_frame = i != 1;
    members.push_back(make_member(config.index, create_fake_backend(config)));
  }
  return std::make_unique<SplitBackend>(std::move(members), split, split_depth,
                                        devices * split_depth);
}

/// All GPUs of the machine; the only one twice.
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
    {"cpu-1-thread", make_cpu_on_1_thread},
    {"cpu-7-threads", make_cpu_on_7_threads},
    {"cpu-generic", make_generic_cpu},
    {"cpu-avx512", make_avx512_cpu},
    {"fake", make_fake},
    {"fake-staging", make_staging_fake},
    {"split-rows", make_split<Split::rows>},
    {"split-frames", make_split<Split::frames>},
    {"split-channels", make_split<Split::channels>},
    {"cuda", make_default_cuda},
    {"cuda-ring", make_cuda_with_a_ring},
    {"cuda-rows", make_cuda_split<Split::rows>},
    {"cuda-frames", make_cuda_split<Split::frames>},
    {"cuda-channels", make_cuda_split<Split::channels>},
};

const Kind* chosen = nullptr;

} // namespace

std::unique_ptr<Backend> make_backend() {
  return chosen->make();
}

} // namespace videohistogram::test

int main(int argc, char** argv) {
  using namespace videohistogram;
  testing::InitGoogleTest(&argc, argv);
  constexpr char option[] = "--backend=";
  for (int i = 1; i < argc; i++)
    for (const test::Kind& kind : test::kinds)
      if (std::strncmp(argv[i], option, std::strlen(option)) == 0 &&
          std::strcmp(argv[i] + std::strlen(option), kind.name) == 0)
        test::chosen = &kind;
  if (!test::chosen) {
    std::fprintf(stderr, "usage: %s --backend=NAME, one of", argv[0]);
    for (const test::Kind& kind : test::kinds)
      std::fprintf(stderr, " %s", kind.name);
    std::fprintf(stderr, "\n");
    return 2;
  }

  if (std::strncmp(test::chosen->name, "cuda", 4) == 0) {
    const auto devices = list_cuda_devices();
    if (!devices.ok() && (devices.error().kind == ErrorKind::no_device ||
                          devices.error().kind == ErrorKind::device_unusable)) {
      std::printf("skipped: %s\n", devices.error().message.c_str());
      return 77;
    }
  }
  if (std::strcmp(test::chosen->name, "cpu-avx512") == 0) {
    const cpu::Target* const target = cpu::find_target("avx512");
    if (!target || !target->supported()) {
      std::printf("skipped: this %s has no target avx512\n", target ? "CPU" : "build");
      return 77;
    }
  }
  return RUN_ALL_TESTS();
}
