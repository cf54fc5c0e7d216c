// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Prints keys of FFmpeg's filters of raw planar video on stdin, a line "number key=value" per key.
#include "tests/tools/qc/naive_sums.h"
#include "tools/qc/crop.h"
#include "tools/qc/deflicker.h"
#include "tools/qc/entropy.h"
#include "tools/qc/ffmpeg_text.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>

using namespace videohistogram::tools;

namespace {

unsigned depth;

bool read_plane(Plane& plane) {
  const size_t bytes = depth > 8 ? 2 : 1, samples = plane.width * plane.height;
  std::vector<unsigned char> data(samples * bytes);
  if (std::fread(data.data(), 1, data.size(), stdin) != data.size())
    return false;
  plane.samples.resize(samples);
  for (size_t i = 0; i < samples; i++)
    plane.samples[i] = bytes == 1 ? data[i] : data[2 * i] + 256 * data[2 * i + 1];
  return true;
}

void print(size_t frame, const std::string& key, const std::string& value) {
  std::cout << frame << " lavfi." << key << "=" << value << "\n";
}

void print_frame(size_t number, const Frame& frame) {
  if (number >= frames_without_crop) {
    const Crop crop = detect_crop(frame[0].rows(), frame[0].columns(), depth);
    for (const auto& [key, value] :
         {std::pair("x1", crop.x1), std::pair("x2", crop.x2), std::pair("y1", crop.y1),
          std::pair("y2", crop.y2), std::pair("w", crop.width), std::pair("h", crop.height)})
      print(number, std::string("cropdetect.") + key, std::to_string(value));
  }
  FieldPlane fields[3];
  for (size_t p = 0; p < 3; p++) {
    const std::string name(1, "YUV"[p]);
    const NormalizedEntropy entropy =
        measure_entropy(frame[p].counts(depth).data(), depth, frame[p].samples.size());
    print(number, "entropy.normalized_entropy.normal." + name, print_fixed(entropy.normal));
    print(number, "entropy.normalized_entropy.diff." + name, print_fixed(entropy.diff));
    fields[p] = sum_fields(frame[p], depth);
  }
  const FieldFigures figures = compare_fields(fields, 3);
  for (size_t p = 0; p < 3; p++) {
    const std::string small(1, "yuv"[p]);
    print(number, "psnr.mse." + small, print_float(figures.mse[p]));
    print(number, "psnr.psnr." + small, print_float(psnr_of(figures.mse[p], depth)));
    print(number, std::string("ssim.") + "YUV"[p], print_float(figures.ssim[p]));
  }
  print(number, "ssim.All", print_float(figures.ssim_all));
}

class FieldKeys {
public:
  void print_next(const std::optional<FieldVerdict>& verdict) {
    constexpr const char* repeated[] = {"neither", "top", "bottom"};
    constexpr const char* types[] = {"tff", "bff", "progressive", "undetermined"};
    if (!verdict)
      return;
    counts_.add(verdict->single, verdict->multiple, verdict->repeated);
    const auto print_kind = [&](const std::string& key, const char* value) {
      print(number_, "idet." + key + ".current_frame", value);
    };
    print_kind("repeated", repeated[static_cast<size_t>(verdict->repeated)]);
    print_kind("single", types[static_cast<size_t>(verdict->single)]);
    print_kind("multiple", types[static_cast<size_t>(verdict->multiple)]);
    for (const auto& [key, value] : counts_.list())
      print(number_, "idet." + key, value);
    number_++;
  }

private:
  FieldCounts counts_;
  size_t number_ = 0;
};

} // namespace

/// Width, height, depth, and the width and height of chroma.
int main(int, char** argv) {
  const auto argument = [&](int i) { return std::strtoul(argv[i], nullptr, 10); };
  const Plane luma{argument(1), argument(2), {}}, chroma{argument(4), argument(5), {}};
  depth = static_cast<unsigned>(argument(3));
  Frame before, frame{luma, chroma, chroma};
  FieldTypes types;
  FieldKeys keys;
  Flicker flicker;
  size_t number = 0, flickers = 0;
  const auto print_flicker = [&](std::optional<double> change) {
    if (change)
      print(flickers++, "deflicker.relative_change", print_float(*change));
    return change.has_value();
  };
  while (read_plane(frame[0]) && read_plane(frame[1]) && read_plane(frame[2])) {
    print_frame(number, frame);
    keys.print_next(types.add(sum_idet(number > 0 ? &before : nullptr, frame)));
    print_flicker(flicker.add(frame[0].sum(), frame[0].samples.size()));
    before = frame;
    number++;
  }
  keys.print_next(types.finish());
  while (print_flicker(flicker.finish()))
    ;
}
