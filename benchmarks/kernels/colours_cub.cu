// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Colours by a conversion to packed RGB in device memory, which CUB's DeviceHistogram counts.
#include "colours.h"

#include <cub/device/device_histogram.cuh>
#include <cub/version.cuh>

#include <dlfcn.h>

namespace videohistogram::benchmark {

namespace {

#if CUB_MAJOR_VERSION >= 3
template <class T, size_t Size>
using Array = cuda::std::array<T, Size>;
#else
template <class T, size_t Size>
using Array = T[Size];
#endif

/// Row i is y * Y + cb[i] * Cb + cr[i] * Cr + constant[i], and its colour the sum >> shift.
struct Conversion {
  int y, cb[3], cr[3], constant[3], shift, last;
};

Conversion conversion_of(const ColourTransform& t) {
  Conversion c{};
  c.y = t.rows[0].y;
  c.shift = static_cast<int>(t.shift);
  c.last = t.last();
  for (int i = 0; i < 3; i++) {
    c.cb[i] = t.rows[i].cb;
    c.cr[i] = t.rows[i].cr;
    c.constant[i] = (1 << (t.shift - 1)) - c.y * t.y_zero - (c.cb[i] + c.cr[i]) * t.c_zero;
  }
  return c;
}

struct alignas(4) Pixel8 {
  uint8_t v[4];
};
struct alignas(8) Pixel16 {
  uint16_t v[4];
};

/// Two pixels of two rows per thread: R, G, B and the largest of them. Sample: two bytes or words
/// per load, whose values begin at `sample_shift`.
template <class Pair, class Pixel>
__global__ void convert(const Pair* luma, const Pair* chroma, uint32_t width, uint32_t height,
                        uint32_t sample_shift, Conversion c, Pixel* rgb) {
  const uint32_t x = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (x >= width / 2)
    return;
  const Pair pair = chroma[size_t{row} * (width / 2) + x];
  const int cb = pair.x >> sample_shift, cr = pair.y >> sample_shift;
  for (uint32_t r = 0; r < 2; r++) {
    const size_t at = size_t{2 * row + r} * (width / 2) + x;
    const int ys[2] = {luma[at].x >> sample_shift, luma[at].y >> sample_shift};
    for (uint32_t i = 0; i < 2; i++) {
      Pixel pixel;
      int most = 0;
      for (int k = 0; k < 3; k++) {
        const int sum = c.y * ys[i] + c.cb[k] * cb + c.cr[k] * cr + c.constant[k];
        const int value = min(max(sum >> c.shift, 0), c.last);
        pixel.v[k] = value;
        most = max(most, value);
      }
      pixel.v[3] = most;
      rgb[2 * at + i] = pixel;
    }
  }
}

constexpr QuantitySet rgb_and_maximum = rgb_set | quantity_bit(Quantity::maxrgb);

/// CUB's histograms of packed pixels of `Channels` samples, of which the first `Active` count.
class Histograms {
public:
  template <int Channels, int Active, class Sample>
  cudaError_t count(const Sample* pixels, cudaStream_t stream) {
    return call<Channels, Active>(temporary_.data(), temporary_bytes_, pixels, stream);
  }

  template <int Channels, int Active, class Sample>
  void prepare(uint32_t pixels, int values, int bins) {
    pixels_ = static_cast<int>(pixels);
    values_ = values;
    bins_ = bins;
    counts_ = Buffer<int>::device(static_cast<size_t>(Active * bins));
    temporary_bytes_ = 0;
    const cudaError_t code = call<Channels, Active>(nullptr, temporary_bytes_,
                                                    static_cast<const Sample*>(nullptr), nullptr);
    check(code, "asking CUB for its temporary storage");
    temporary_ = Buffer<uint8_t>::device(temporary_bytes_);
  }

  std::vector<uint32_t> counts() const { return read_counts(counts_); }

private:
  template <int Channels, int Active, class Sample>
  cudaError_t call(void* temporary, size_t& bytes, const Sample* samples, cudaStream_t stream) {
    Array<int*, Active> tables;
    Array<int, Active> levels, lower, upper;
    for (int c = 0; c < Active; c++) {
      tables[c] = counts_.data() + c * bins_;
      levels[c] = bins_ + 1;
      lower[c] = 0;
      upper[c] = values_;
    }
    return cub::DeviceHistogram::MultiHistogramEven<Channels, Active>(
        temporary, bytes, samples, tables, levels, lower, upper, pixels_, stream);
  }

  int pixels_ = 0, values_ = 0, bins_ = 0;
  Buffer<int> counts_;
  Buffer<uint8_t> temporary_;
  size_t temporary_bytes_ = 0;
};

class ConversionAndCub final : public ColourCounter {
public:
  std::string name() const override { return "convert, CUB"; }
  bool can_count(const ColourCell& cell) const override {
    return cell.quantities == rgb_and_maximum;
  }

  void prepare(const ColourCell& cell) override {
    frame_ = cell.frame;
    deep_ = frame_.sample_bytes == 2;
    conversion_ = conversion_of(cell.plan()->colours.rgb);
    const uint32_t pixels = frame_.width * frame_.height;
    rgb_ = Buffer<Pixel16>::device(pixels);
    const int values = conversion_.last + 1, bins = static_cast<int>(cell.bins);
    if (deep_)
      histograms_.prepare<4, 4, uint16_t>(pixels, values, bins);
    else
      histograms_.prepare<4, 4, uint8_t>(pixels, values, bins);
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    const uint8_t* const chroma =
        frame + size_t{frame_.width} * frame_.height * frame_.sample_bytes;
    const dim3 blocks((frame_.width / 2 + 255) / 256, frame_.height / 2);
    if (deep_) {
      convert<<<blocks, 256, 0, stream>>>(reinterpret_cast<const ushort2*>(frame),
                                          reinterpret_cast<const ushort2*>(chroma), frame_.width,
                                          frame_.height, 6, conversion_, rgb_.data());
      return histograms_.count<4, 4>(reinterpret_cast<const uint16_t*>(rgb_.data()), stream);
    }
    auto* const rgb = reinterpret_cast<Pixel8*>(rgb_.data());
    convert<<<blocks, 256, 0, stream>>>(reinterpret_cast<const uchar2*>(frame),
                                        reinterpret_cast<const uchar2*>(chroma), frame_.width,
                                        frame_.height, 0, conversion_, rgb);
    return histograms_.count<4, 4>(reinterpret_cast<const uint8_t*>(rgb), stream);
  }

  std::vector<uint32_t> counts() override { return histograms_.counts(); }

private:
  Cell frame_{};
  bool deep_ = false;
  Conversion conversion_{};
  Buffer<Pixel16> rgb_;
  Histograms histograms_;
};

// NPP's interface, as in NPP 12.1 and newer, so that the benchmark builds without NPP.
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
using NppConvert = int (*)(const uint8_t* const[2], int stride, uint8_t*, int rgb_stride, NppiSize,
                           NppStreamContext);

/// NPP's conversion of NV12 to RGB by BT.709, then CUB. NPP has no deeper NV12.
class NppAndCub final : public ColourCounter {
public:
  explicit NppAndCub(const Device& device) {
    context_.multiprocessors = device.multiprocessors;
    context_.threads_per_multiprocessor = device.threads_per_multiprocessor;
    context_.threads_per_block = device.threads_per_block;
    context_.shared_per_block = device.shared_per_block;
    context_.capability_major = device.capability / 10;
    context_.capability_minor = device.capability % 10;
    context_.stream_flags = cudaStreamNonBlocking;
    for (const char* library : {"libnppicc.so.13", "libnppicc.so.12"})
      if (void* const handle = convert_ ? nullptr : dlopen(library, RTLD_NOW | RTLD_LOCAL))
        convert_ =
            reinterpret_cast<NppConvert>(dlsym(handle, "nppiNV12ToRGB_709HDTV_8u_P2C3R_Ctx"));
  }

  std::string name() const override { return "NPP, CUB"; }
  bool can_count(const ColourCell& cell) const override {
    return cell.quantities == rgb_set && cell.frame.sample_bytes == 1;
  }
  std::string why_not() const override {
    return convert_ ? "" : "NPP 12 or 13 is not installed (no libnppicc)";
  }
  bool exact() const override { return false; }

  void prepare(const ColourCell& cell) override {
    frame_ = cell.frame;
    const uint32_t pixels = frame_.width * frame_.height;
    rgb_ = Buffer<uint8_t>::device(size_t{3} * pixels);
    histograms_.prepare<3, 3, uint8_t>(pixels, 256, static_cast<int>(cell.bins));
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    context_.stream = stream;
    const uint8_t* const planes[2] = {frame, frame + size_t{frame_.width} * frame_.height};
    const int width = static_cast<int>(frame_.width), height = static_cast<int>(frame_.height);
    if (convert_(planes, width, rgb_.data(), 3 * width, {width, height}, context_) != 0)
      return cudaErrorUnknown;
    return histograms_.count<3, 3>(static_cast<const uint8_t*>(rgb_.data()), stream);
  }

  std::vector<uint32_t> counts() override { return histograms_.counts(); }

private:
  NppConvert convert_ = nullptr;
  NppStreamContext context_{};
  Cell frame_{};
  Buffer<uint8_t> rgb_;
  Histograms histograms_;
};

} // namespace

std::unique_ptr<ColourCounter> make_conversion_and_cub() {
  return std::make_unique<ConversionAndCub>();
}

std::unique_ptr<ColourCounter> make_npp_and_cub(const Device& device) {
  return std::make_unique<NppAndCub>(device);
}

} // namespace videohistogram::benchmark
