// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/sum_figures.h"

#include "tools/qc/crop.h"
#include "tools/qc/fields.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace videohistogram::tools {

namespace {

std::vector<uint64_t> to_lines(const gint64* values, size_t n) {
  return {values, values + n};
}

/// Windows of SSIM along one direction of a field: each has 2 blocks of 4 samples.
uint64_t windows_of(uint64_t samples) {
  return samples < 8 ? 0 : samples / 4 - 1;
}

} // namespace

FrameSums::FrameSums(GstVideoHistogram* histogram, const GstVideoInfo& info)
    : histogram_(histogram), info_(info) {}

FrameSums::Values FrameSums::read(const char* name) const {
  Values found;
  const gint place = gst_video_histogram_find_sum(histogram_, name);
  if (place < 0)
    return found;
  GstVideoHistogramSum* const sum =
      gst_video_histogram_get_sum(histogram_, static_cast<guint>(place));
  gsize n = 0;
  found.values = gst_video_histogram_sum_get_values(sum, &n);
  found.n = n;
  guint planes = 0;
  gst_video_histogram_sum_get_shape(sum, &planes, &found.rows, &found.columns);
  found.compared = gst_video_histogram_sum_get_n_compared(sum) > 0;
  gst_video_histogram_sum_unref(sum); // the histogram keeps its values
  return found;
}

std::optional<FieldSums> FrameSums::fields(bool& has_before) const {
  const Values idet = read("IDET");
  if (!idet.values)
    return {};
  has_before = idet.compared;
  FieldSums sums;
  for (size_t i = 0; i < idet.n; i++) { // eight of each plane
    std::array<uint64_t, 2>* const kinds[] = {&sums.after, &sums.before, &sums.combed, &sums.moved};
    (*kinds[i % 8 / 2])[i % 2] += static_cast<uint64_t>(idet.values[i]);
  }
  return sums;
}

pse::GridSums FrameSums::grid() const {
  const Values light = read("LIGHT"), colours = read("RGB");
  pse::GridSums grid;
  grid.columns = light.columns;
  grid.rows = light.rows;
  grid.width = static_cast<size_t>(GST_VIDEO_INFO_WIDTH(&info_));
  grid.height = static_cast<size_t>(GST_VIDEO_INFO_HEIGHT(&info_));
  grid.light = light.values;
  if (!colours.values)
    return grid;
  const size_t cells = grid.columns * grid.rows;
  grid.red = colours.values;
  grid.green = grid.red + cells;
  grid.blue = grid.green + cells;
  return grid;
}

std::optional<pse::IrisSums> FrameSums::iris() const {
  const Values iris = read("IRIS");
  if (!iris.values)
    return {};
  return pse::IrisSums{iris.values[0], iris.values[1], iris.values[2], iris.values[3]};
}

std::vector<Row> FrameSums::rows() const {
  constexpr double least_detail = 2; // codes of 8 bits
  const Values speckle = read("SPECKLE"), repeats = read("LINEREP"), activity = read("ACTIVITY");
  if (!speckle.values || !repeats.values || !activity.values)
    return {};
  const double width = GST_VIDEO_INFO_WIDTH(&info_);
  const double detail =
      least_detail * width * std::ldexp(1, GST_VIDEO_INFO_COMP_DEPTH(&info_, 0) - 8);
  std::vector<Row> rows(speckle.n);
  for (size_t y = 0; y < rows.size(); y++) {
    rows[y].speckle = static_cast<float>(static_cast<double>(speckle.values[y]) / width);
    rows[y].repeats = y >= 4 && static_cast<double>(repeats.values[y]) < width;
    rows[y].differs = y >= 4 && static_cast<double>(repeats.values[y]) >= 3 * width;
    rows[y].has_detail = static_cast<double>(activity.values[y]) >= detail;
  }
  return rows;
}

/// The sum of the rows, as a share of the pixels; NaN if there is none.
double FrameSums::share_of(const char* name) const {
  const Values rows = read(name);
  if (!rows.values)
    return NAN;
  const double pixels =
      static_cast<double>(GST_VIDEO_INFO_WIDTH(&info_)) * GST_VIDEO_INFO_HEIGHT(&info_);
  return static_cast<double>(std::accumulate(rows.values, rows.values + rows.n, gint64{0})) /
         pixels;
}

void FrameSums::compare_fields(FrameRecord& frame) const {
  const Values squares = read("MSEF"), similarity = read("SSIMF");
  if (!squares.values || !similarity.values)
    return;
  FieldPlane fields[3];
  for (size_t p = 0; p < squares.n; p++) {
    const auto component = static_cast<gint>(p);
    const auto width = static_cast<uint64_t>(GST_VIDEO_INFO_COMP_WIDTH(&info_, component));
    const auto rows = static_cast<uint64_t>(GST_VIDEO_INFO_COMP_HEIGHT(&info_, component)) / 2;
    fields[p] = {static_cast<uint64_t>(squares.values[p]), width * rows, similarity.values[p],
                 windows_of(width) * windows_of(rows)};
  }
  const FieldFigures figures = tools::compare_fields(fields, squares.n);
  auto& f = frame.figures;
  const auto depth = static_cast<unsigned>(GST_VIDEO_INFO_COMP_DEPTH(&info_, 0));
  for (size_t p = 0; p < 3; p++) {
    const double psnr = psnr_of(figures.mse[p], depth);
    f[figure::MSEFY + p] = figures.mse[p];
    f[figure::PSNRFY + p] = std::isfinite(psnr) ? psnr : NAN;
    f[figure::SSIMFY + p] = figures.ssim[p];
  }
  f[figure::SSIMFALL] = figures.ssim_all;
}

/// Sets the figures of neighbouring samples. A frame without differences inside of blocks has no
/// figure of blocks.
void FrameSums::compare_neighbours(FrameRecord& frame) const {
  auto& f = frame.figures;
  f[figure::SI] = gst_video_histogram_get_spatial_information(histogram_);
  guint phases[2];
  const double ratios[2] = {gst_video_histogram_get_horizontal_blockiness(histogram_, &phases[0]),
                            gst_video_histogram_get_vertical_blockiness(histogram_, &phases[1])};
  for (size_t i = 0; i < 2; i++)
    if (std::isfinite(ratios[i])) {
      f[figure::BLOCKH + 2 * i] = ratios[i];
      f[figure::BLOCKHX + 2 * i] = phases[i];
    }
}

void FrameSums::fill_in(FrameRecord& frame) const {
  auto& f = frame.figures;
  f[figure::SPECKLE] = share_of("SPECKLE");
  const Values repeats = read("LINEREP");
  if (repeats.values && repeats.n > 0) {
    const auto is_repeated = [&](gint64 sum) { return sum < GST_VIDEO_INFO_WIDTH(&info_); };
    const size_t first = std::min<size_t>(repeats.n, 4);
    f[figure::LINEREP] = static_cast<double>(std::count_if(
                             repeats.values + first, repeats.values + repeats.n, is_repeated)) /
                         static_cast<double>(repeats.n);
  }
  const Values rows = read("ROWS"), columns = read("COLUMNS");
  if (rows.values && columns.values && frame.number >= frames_without_crop) {
    const Crop crop =
        detect_crop(to_lines(rows.values, rows.n), to_lines(columns.values, columns.n),
                    static_cast<unsigned>(GST_VIDEO_INFO_COMP_DEPTH(&info_, 0)));
    const int64_t values[] = {crop.x1, crop.x2, crop.y1, crop.y2, crop.width, crop.height};
    std::transform(std::begin(values), std::end(values), f.begin() + figure::CROPX1,
                   [](int64_t value) { return static_cast<double>(value); });
  }
  compare_fields(frame);
  compare_neighbours(frame);
}

} // namespace videohistogram::tools
