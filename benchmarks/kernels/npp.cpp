// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// NPP's HistogramEven, loaded at run time. Its interface is declared here as in NPP 12.1 and newer,
// so that the benchmark builds without NPP.
#include "counter.h"

#include <dlfcn.h>

namespace videohistogram::benchmark {

namespace {

struct NppiSize {
  int width, height;
};

struct NppStreamContext {
  cudaStream_t stream;
  int device;
  int multiprocessors;
  int threads_per_multiprocessor, threads_per_block;
  size_t shared_per_block;
  int capability_major, capability_minor;
  unsigned stream_flags;
  int reserved;
};
static_assert(sizeof(NppStreamContext) == 48);

struct NppLibraryVersion {
  int major, minor, build;
};

// A size is a size_t in NPP 13 and was an int before: a size_t set to 0 first works with both.
using SizeC1 = int (*)(NppiSize, int levels, size_t* bytes, NppStreamContext);
using SizeCn = int (*)(NppiSize, int* levels, size_t* bytes, NppStreamContext);
using EvenC1 = int (*)(const uint8_t*, int stride, NppiSize, int* counts, int levels, int lower,
                       int upper, uint8_t* temporary, NppStreamContext);
using EvenCn = int (*)(const uint8_t*, int stride, NppiSize, int** counts, int* levels, int* lower,
                       int* upper, uint8_t* temporary, NppStreamContext);

struct Functions {
  SizeC1 size_c1;
  SizeCn size_c3, size_c4;
  EvenC1 even_c1;
  EvenCn even_c3, even_c4;
};

template <typename Function>
bool find(void* library, const std::string& name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name.c_str()));
  return function;
}

bool find_all(void* library, Functions& f) {
  const std::string size = "nppiHistogramEvenGetBufferSize_8u_", even = "nppiHistogramEven_8u_";
  return find(library, size + "C1R_Ctx", f.size_c1) && find(library, size + "C3R_Ctx", f.size_c3) &&
         find(library, size + "C4R_Ctx", f.size_c4) && find(library, even + "C1R_Ctx", f.even_c1) &&
         find(library, even + "C3R_Ctx", f.even_c3) && find(library, even + "C4R_Ctx", f.even_c4);
}

class Npp final : public Counter {
public:
  explicit Npp(const std::string& why_not) : why_not_(why_not) {}
  Npp(const Device& device, const Functions& functions) : functions_(functions) {
    context_.multiprocessors = device.multiprocessors;
    context_.threads_per_multiprocessor = device.threads_per_multiprocessor;
    context_.threads_per_block = device.threads_per_block;
    context_.shared_per_block = device.shared_per_block;
    context_.capability_major = device.capability / 10;
    context_.capability_minor = device.capability % 10;
    context_.stream_flags = cudaStreamNonBlocking;
  }

  std::string name() const override { return "NPP"; }

  bool has(const Cell& cell) const override {
    return cell.plain() && cell.sample_bytes == 1 && !cell.is_yuv();
  }
  std::string why_not(const Cell& cell) const override {
    if (256 % cell.bins != 0)
      return "its bins all have the same whole width";
    return why_not_;
  }

  void prepare(const Cell& cell) override {
    channels_ = static_cast<int>(cell.channels);
    bins_ = static_cast<int>(cell.bins);
    size_ = {static_cast<int>(cell.width), static_cast<int>(cell.height)};
    stride_ = static_cast<int>(cell.stride());
    counts_ = Buffer<int>::device(static_cast<size_t>(channels_) * table_distance);
    for (int c = 0; c < channels_; c++) {
      tables_[c] = counts_.data() + c * table_distance;
      levels_[c] = bins_ + 1;
    }
    size_t bytes = 0;
    const int status = channels_ == 4   ? functions_.size_c4(size_, levels_, &bytes, context_)
                       : channels_ == 3 ? functions_.size_c3(size_, levels_, &bytes, context_)
                                        : functions_.size_c1(size_, levels_[0], &bytes, context_);
    check(status == 0 ? cudaSuccess : cudaErrorUnknown, "asking NPP for its temporary storage");
    temporary_ = Buffer<uint8_t>::device(bytes);
  }

  /// NPP zeroes its counters itself.
  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    context_.stream = stream;
    int lower[4] = {0, 0, 0, 0}, upper[4] = {256, 256, 256, 256};
    const int status =
        channels_ == 4   ? functions_.even_c4(frame, stride_, size_, tables_, levels_, lower, upper,
                                              temporary_.data(), context_)
        : channels_ == 3 ? functions_.even_c3(frame, stride_, size_, tables_, levels_, lower, upper,
                                              temporary_.data(), context_)
                         : functions_.even_c1(frame, stride_, size_, tables_[0], levels_[0],
                                              lower[0], upper[0], temporary_.data(), context_);
    return status == 0 ? cudaSuccess : cudaErrorUnknown;
  }

  std::vector<uint32_t> counts() override {
    const std::vector<uint32_t> tables = read_counts(counts_);
    std::vector<uint32_t> counts;
    counts.reserve(static_cast<size_t>(channels_ * bins_));
    for (int c = 0; c < channels_; c++) {
      const auto table = tables.begin() + c * table_distance;
      counts.insert(counts.end(), table, table + bins_);
    }
    return counts;
  }

private:
  // Tables have room after them in case NPP writes past the last bin.
  static constexpr int table_distance = 512;

  const std::string why_not_; ///< why NPP cannot be used
  const Functions functions_{};
  NppStreamContext context_{};
  int channels_ = 0, bins_ = 0, stride_ = 0;
  NppiSize size_{};
  int* tables_[4] = {};
  int levels_[4] = {};
  Buffer<int> counts_; ///< in device memory
  Buffer<uint8_t> temporary_;
};

} // namespace

std::unique_ptr<Counter> make_npp(const Device& device, std::string& version) {
  for (const char* name : {"libnppist.so.13", "libnppist.so.12", "libnppist.so.11"}) {
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      continue;
    Functions functions;
    const NppLibraryVersion* (*library_version)() = nullptr;
    if (find_all(library, functions) && find(library, "nppGetLibVersion", library_version)) {
      const NppLibraryVersion* const v = library_version();
      version = std::to_string(v->major) + "." + std::to_string(v->minor) + "." +
                std::to_string(v->build);
      return std::make_unique<Npp>(device, functions);
    }
    return std::make_unique<Npp>(std::string(name) + " is older than NPP 12.1");
  }
  return std::make_unique<Npp>("NPP is not installed (no libnppist.so.13, 12 or 11)");
}

} // namespace videohistogram::benchmark
