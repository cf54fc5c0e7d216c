// SPDX-License-Identifier: LGPL-2.1-or-later
//
//   test-backend --backend=NAME [GoogleTest's options]
//
// runs the tests that every backend has to pass over one of them. Exits with 77, which is Meson's
// "skipped", where that backend has no device.
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"
#include "tests/backend/backend_test.h"
#include "tests/fake/fake_backend.h"

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

std::unique_ptr<Backend> make_cuda() {
  Expected<std::unique_ptr<Backend>> backend = create_cuda_backend({});
  if (!backend.ok()) {
    std::fprintf(stderr, "no CUDA backend: %s (%s)\n", backend.error().message.c_str(),
                 backend.error().detail.c_str());
    std::abort();
  }
  return std::move(*backend);
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
    {"cuda", make_cuda},
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

  if (std::strcmp(test::chosen->name, "cuda") == 0) {
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
