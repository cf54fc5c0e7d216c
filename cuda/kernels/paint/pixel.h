// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The pixels of a picture, in the colours of frames, and their blending. Kernels and the emulated
// device of the tests run these functions.
#pragma once

#include "core/drawing/backing.h"
#include "core/drawing/painting.h"
#include "cuda/kernels/paint/histogram.h"

namespace videohistogram::cuda {

/// A pixel of the picture, its bytes A, R, G, B in memory order.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t picture_pixel(const PaintMemory& memory, bool held,
                                                         uint32_t x, uint32_t y) {
  const Scene& scene = memory.scene();
  uint32_t pixel = memory.in_fixed<uint32_t>(scene.background)[size_t{y} * scene.width + x];
  const ScenePlot* const plots = memory.in_fixed<ScenePlot>(scene.plots);
  for (uint32_t p = 0; p < scene.n_plots; p++) {
    const ScenePlot& plot = plots[p];
    const uint32_t column = x - plot.x, row = y - plot.y; // wrap around outside
    if (column >= plot.width || row >= plot.height)
      continue;
    const SceneTrace* const traces = memory.in_fixed<SceneTrace>(scene.traces) + plot.first_trace;
    for (uint32_t i = 0; i < plot.n_traces; i++) {
      pixel = add_trace(memory, traces[i], held, column, row, pixel);
      if (traces[i].has_extents)
        pixel = add_extents(memory, traces[i], plot.height, column, row, pixel);
    }
    const SceneDots* const dots = memory.in_fixed<SceneDots>(scene.dots) + plot.first_dots;
    for (uint32_t i = 0; i < plot.n_dots; i++)
      pixel = add_dots(memory, dots[i], column, row, pixel);
    if (plot.n_curves > 0)
      pixel = add_histogram(memory, plot, held, column, row, pixel);
  }
  return pixel;
}

/// A component of a pixel in the colours of the frame. `component`: 1 to 3; alpha is opaque.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t colour_of(const PaintMemory& memory, uint32_t pixel,
                                                     uint32_t component) {
  const Scene& scene = memory.scene();
  if (!scene.converts)
    return pixel >> 8 * component & 255;
  const int32_t* const parts = memory.in_fixed<int32_t>(scene.parts) + (component - 1);
  int32_t sum = 0;
  for (uint32_t of = 0; of < 3; of++)
    sum += parts[(of * 256 + (pixel >> 8 * (of + 1) & 255)) * 3];
  sum >>= PictureColours::shift;
  return static_cast<uint32_t>(sum < 0 ? 0 : sum > 255 ? 255 : sum);
}

/// A sample in memory as gst_video_blend() unpacks it: of 8 bits, or of 16.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t read_sample(const PaintTarget& target,
                                                       const uint8_t* sample) {
  if (target.sample_bytes == 1)
    return sample[0];
  uint32_t value = sample[0] | static_cast<uint32_t>(sample[1]) << 8;
  value = value << (16 - target.depth - target.shift) & 0xffff;
  return value | value >> target.depth; // by 16: 0
}

VIDEOHISTOGRAM_HOST_DEVICE inline void write_sample(const PaintTarget& target, uint8_t* sample,
                                                    uint32_t value) {
  if (target.sample_bytes == 2) {
    value = value >> (16 - target.depth) << target.shift;
    sample[1] = static_cast<uint8_t>(value >> 8);
  }
  sample[0] = static_cast<uint8_t>(value);
}

/// How a pixel of a picture is blended over one of a frame, in integers of 8 or of 16 bits as
/// gst_video_blend() computes them.
struct PixelBlend {
  uint32_t max;    ///< of a sample
  uint32_t source; ///< alpha of the picture
  uint32_t below;  ///< alpha of the frame
  uint32_t alpha;  ///< of the result

  VIDEOHISTOGRAM_HOST_DEVICE PixelBlend(uint32_t max_sample, uint32_t source_alpha,
                                        uint32_t alpha_below)
      : max(max_sample), source(source_alpha), below(alpha_below),
        alpha(source_alpha + alpha_below * (max_sample - source_alpha) / max_sample) {}

  VIDEOHISTOGRAM_HOST_DEVICE uint32_t operator()(uint32_t of_picture, uint32_t of_frame) const {
    const uint64_t under = max == 255 ? of_frame * below * (max - source) / max
                                      : uint64_t{of_frame} * below * (max - source) / max;
    const uint64_t both = uint64_t{of_picture} * source + under;
    const uint64_t divisor = alpha > 0 ? alpha : 1;
    const uint64_t blended = both < 0x80000000 && divisor < 0x10000
                                 ? static_cast<uint32_t>(both) / static_cast<uint32_t>(divisor)
                                 : both / divisor;
    return static_cast<uint32_t>(blended < max ? blended : max);
  }
};

/// The alpha of a pixel of the picture, as gst_video_blend() computes it.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t source_alpha(const PaintTarget& target, uint32_t alpha) {
  return target.sample_bytes == 1 ? alpha * target.alpha / 255 : alpha * target.alpha / 65535 << 8;
}

/// The largest component of a pixel.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t light_in(uint32_t pixel) {
  const uint32_t r = pixel >> 8 & 255, g = pixel >> 16 & 255, b = pixel >> 24;
  const uint32_t rg = r > g ? r : g;
  return rg > b ? rg : b;
}

/// A pixel of the opaque picture as one of this alpha. The byte of alpha is left out.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t pixel_over(uint32_t pixel, uint32_t alpha) {
  return component_over(pixel >> 8 & 255, alpha) << 8 |
         component_over(pixel >> 16 & 255, alpha) << 16 | component_over(pixel >> 24, alpha) << 24;
}

/// The pixels of a picture that share a chroma sample. They also share their alpha, which is the
/// largest that one of them needs.
struct PictureCell {
  uint32_t pixels[max_cell_pixels]; ///< row by row, 1 << x_sub each
  uint32_t alpha;
  SharedChroma chroma[2];

  VIDEOHISTOGRAM_HOST_DEVICE PictureCell(const PaintParameters& parameters, uint32_t x,
                                         uint32_t y) {
    const PaintMemory& memory = parameters.memory;
    const PaintTarget& target = parameters.target;
    const Scene& scene = memory.scene();
    const uint32_t n = 1u << (target.x_sub + target.y_sub);
    uint32_t most = 0;
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t column = x + (i & ((1u << target.x_sub) - 1)), row = y + (i >> target.x_sub);
      if (column >= scene.width || row >= scene.height)
        continue;
      pixels[i] = picture_pixel(memory, parameters.hold.shown, column, row);
      const uint32_t light = light_in(pixels[i]);
      most = light > most ? light : most;
    }
    alpha = alpha_over(target.backing, most);
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t column = x + (i & ((1u << target.x_sub) - 1)), row = y + (i >> target.x_sub);
      if (column >= scene.width || row >= scene.height)
        continue;
      const uint32_t light = light_in(pixels[i]);
      pixels[i] = pixel_over(pixels[i], alpha);
      for (uint32_t c = 0; c < 2 && n > 1; c++)
        chroma[c].add(colour_of(memory, pixels[i], 2 + c), light);
    }
  }
};

/// Draws and blends the pixels of a chroma sample, the first one at x, y of the picture.
VIDEOHISTOGRAM_HOST_DEVICE inline void blend_cell(const PaintParameters& parameters, uint32_t x,
                                                  uint32_t y) {
  const PaintMemory& memory = parameters.memory;
  const PaintTarget& target = parameters.target;
  const Scene& scene = memory.scene();
  const uint32_t max = target.sample_bytes == 1 ? 255 : 65535;
  const PictureCell cell(parameters, x, y);
  const uint32_t source = source_alpha(target, cell.alpha);
  const uint32_t picture_shift = target.sample_bytes == 1 ? 0 : 8;
  for (uint32_t down = 0; down < 1u << target.y_sub && y + down < scene.height; down++)
    for (uint32_t right = 0; right < 1u << target.x_sub && x + right < scene.width; right++) {
      const uint32_t pixel = cell.pixels[(down << target.x_sub) + right];
      PixelBlend blend(max, source, max);
      for (uint32_t c = 0; c < target.n_components; c++) {
        const PaintComponent& component = target.components[c];
        if ((right & ((1u << component.x_sub) - 1)) != 0 ||
            (down & ((1u << component.y_sub) - 1)) != 0)
          continue;
        uint8_t* const sample =
            component.first +
            static_cast<ptrdiff_t>((y + down) >> component.y_sub) * component.stride +
            size_t{(x + right) >> component.x_sub} * component.step;
        uint32_t value = read_sample(target, sample);
        if (component.source == 0) {
          value = component.is_padding ? max : value;
          blend = PixelBlend(max, source, value);
          value = source > 0 ? blend.alpha : value;
        } else if (source > 0) {
          const bool shared = component.x_sub + component.y_sub > 0;
          const uint32_t of_picture = shared ? cell.chroma[component.source - 2].mean()
                                             : colour_of(memory, pixel, component.source);
          value = blend(of_picture << picture_shift, value);
        }
        write_sample(target, sample, value);
      }
    }
}

} // namespace videohistogram::cuda
