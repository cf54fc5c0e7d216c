// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/sums/sums_work.h"

#include "cpu/kernels/sums/gradient_sums.h"
#include "cpu/kernels/sums/light_entries.h"
#include "cpu/kernels/sums/sums_functions.h"

#include <algorithm>
#include <utility>

namespace videohistogram::cpu {

namespace {

constexpr Quantity ycbcr[] = {Quantity::y, Quantity::cb, Quantity::cr};

/// Rows of a strip. Chroma of a strip begins at a row of blocks: at a multiple of 8 rows even where
/// 4 rows share one. The samples of a strip stay in the L2 cache, as far as strips are that short.
constexpr uint32_t least_strip = 32, largest_strip = 128, strip_bytes = 256 * 1024;
/// Rows above and below a strip that its sums need.
constexpr uint32_t rows_above = 4, rows_below = 8;

/// Numbers that a thread adds up for all of its strips.
struct Totals {
  int64_t msef[3] = {}, ssimf[3] = {};
  int64_t idet[3][n_idet_sums] = {};
  int64_t iris[n_iris_sums] = {};
  int64_t light[grid_rows][grid_columns] = {};
  int64_t rgb[3][grid_rows][grid_columns] = {};
  std::vector<int64_t> columns;
};

void add_values(const int64_t* from, size_t n, int64_t* to) {
  for (size_t i = 0; i < n; i++)
    to[i] += from[i];
}

/// Memory for a row of blocks.
class Blocks {
public:
  void reserve(size_t blocks) {
    room_ = blocks + 16;
    memory_.resize(std::max(memory_.size(), 4 * room_));
  }
  SsimBlockRow row() {
    double* const p = memory_.data();
    return {p, p + room_, p + 2 * room_, p + 3 * room_};
  }

private:
  size_t room_ = 0;
  std::vector<double> memory_;
};

uint32_t cell_row_of(uint32_t y, uint32_t height) {
  // The last cell that begins at or above y: (y + 1) * 36 > j * height.
  return static_cast<uint32_t>(((uint64_t{y} + 1) * grid_rows - 1) / height);
}

} // namespace

struct SumsWork::Thread {
  Totals totals;
  Strip now, before, chroma[2];
  ByteStrip low, high;
  Blocks blocks[2];
  std::vector<uint8_t> marks[4];
  std::vector<uint8_t> columns; ///< counters
  GradientSums gradients;
  std::unique_ptr<ValuesBuffers> colours[3]; ///< of the grid, of IRIS now and before
};

SumsWork::SumsWork() = default;
SumsWork::~SumsWork() = default;

void SumsWork::set_plan(const Plan& plan, const Target& target) {
  sums_ = plan.sums;
  if (sums_.empty())
    return;
  target_ = &target;
  depth_ = plan.format.depth;
  for (uint32_t c = 0; c < sums_.n_planes; c++)
    components_[c] =
        plan_component(plan.format, plan.format.is_ycbcr() ? ycbcr[c] : Quantity::gray);
  for (uint32_t i = 0; i <= grid_columns; i++)
    cell_columns_[i] = first_of_cell(i, grid_columns, plan.width);
  light_ = entries_of(sums_.spec.light, light_bytes_);
  light_of_colours_ = entries_of(sums_.spec.light_of_colours, colour_bytes_);
  if (sums_.has(Sum::iris))
    iris_ = light_of_iris(iris_bytes_);
  const uint64_t row_bytes = uint64_t{plan.width} * components_[0].sample_bytes();
  strip_rows_ = static_cast<uint32_t>(std::clamp<uint64_t>(
      strip_bytes / row_bytes / least_strip * least_strip, least_strip, largest_strip));
  if (!plan.format.is_ycbcr())
    return;
  Plan full = plan;
  full.colours.rgb = full.colours.full;
  const auto plan_colours = [&](bool is_bytes, uint32_t drop) {
    return make_values_plan(full, ValueSource::ycbcr,
                            {{Quantity::r, is_bytes, drop},
                             {Quantity::g, is_bytes, drop},
                             {Quantity::b, is_bytes, drop}},
                            target);
  };
  grid_colours_ = plan_colours(depth_ == 8, 0);
  iris_colours_ = plan_colours(true, colour_depth(depth_) - 8);
}

void SumsWork::begin(const FrameView& frame, Sums& to) {
  frame_ = frame;
  to_ = &to;
  to.values.assign(sums_.size, 0);
  to.has_before = frame.before && sums_.of_two_frames();
  if (has(Sum::rgb))
    grid_view_ = view_of(grid_colours_, frame_);
  if (has(Sum::iris)) {
    iris_view_ = view_of(iris_colours_, frame_);
    if (frame_.before)
      iris_before_ = view_of(iris_colours_, *frame_.before);
  }
  pieces_.clear();
  const SumSet of_pixels = sum_bit(Sum::brng) | sum_bit(Sum::rgb) | sum_bit(Sum::iris);
  const SumSet of_chroma = sum_bit(Sum::msef) | sum_bit(Sum::ssimf) | sum_bit(Sum::idet);
  for (uint32_t y = 0, end; y < frame.height; y = end) {
    end = static_cast<uint32_t>(std::min<uint64_t>(uint64_t{y} + strip_rows_, frame.height));
    for (uint32_t c = 0; c < sums_.n_planes; c++) {
      if ((sums_.spec.sums & (c == 0 ? ~of_pixels : of_chroma)) == 0)
        continue;
      const SamplePlane& info = frame.format->sample_planes[components_[c].sample_plane];
      pieces_.push_back({c, y >> info.y_sub, info.height_of(end)});
    }
    if (sums_.spec.sums & of_pixels)
      pieces_.push_back({pixels, y, end});
  }
  bytes_ = frame.pixel_bytes() * 8; // adding up takes longer than counting
}

void SumsWork::prepare_for(size_t threads) {
  while (threads_.size() < threads)
    threads_.push_back(std::make_unique<Thread>());
  const size_t room = size_t{frame_.width} + 2 * strip_room;
  for (size_t i = 0; i < threads; i++) {
    Thread& thread = *threads_[i];
    std::vector<int64_t> columns = std::move(thread.totals.columns);
    thread.totals = {};
    thread.totals.columns = std::move(columns);
    thread.totals.columns.assign(has(Sum::columns) ? frame_.width : 0, 0);
    thread.columns.assign(columns_bytes(frame_.width, components_[0].sample_bytes()), 0);
    thread.gradients.begin(sums_, *target_, frame_.width, frame_.height, depth_,
                           to_->values.data());
    for (std::vector<uint8_t>& marks : thread.marks)
      marks.resize(room);
    for (Blocks& blocks : thread.blocks)
      blocks.reserve(frame_.width / 4);
    const bool used[3] = {has(Sum::rgb), has(Sum::iris), has(Sum::iris)};
    for (uint32_t c = 0; c < 3; c++)
      if (used[c] && !thread.colours[c])
        thread.colours[c] = std::make_unique<ValuesBuffers>();
  }
  next_.store(0, std::memory_order_relaxed);
  joined_.store(0, std::memory_order_relaxed);
}

void SumsWork::run_share() {
  Thread& thread = *threads_[joined_.fetch_add(1, std::memory_order_relaxed)];
  bool any = false;
  for (size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < pieces_.size();) {
    any = true;
    add_strip(pieces_[i], thread);
  }
  if (!any)
    return;
  const Totals& totals = thread.totals;
  std::lock_guard lock(mutex_);
  const auto add = [&](Sum sum, const int64_t* from) {
    if (has(sum))
      add_values(from, sums_.place(sum).values(), values(sum));
  };
  add(Sum::columns, totals.columns.data());
  add(Sum::hstep, thread.gradients.columns());
  add(Sum::msef, totals.msef);
  add(Sum::ssimf, totals.ssimf);
  add(Sum::idet, totals.idet[0]);
  add(Sum::iris, totals.iris);
  add(Sum::light, totals.light[0]);
  add(Sum::rgb, totals.rgb[0][0]);
}

void SumsWork::add_strip(const Piece& piece, Thread& thread) const {
  if (piece.component == pixels) {
    if (has(Sum::brng))
      count_outside(piece, thread);
    if (has(Sum::rgb) || has(Sum::iris))
      add_colours(piece, thread);
    return;
  }
  const ComponentPlan& component = components_[piece.component];
  const uint32_t rows = frame_.sample_plane(component.sample_plane).height;
  const uint32_t first = piece.first < rows_above ? 0 : piece.first - rows_above;
  const auto end =
      static_cast<uint32_t>(std::min<uint64_t>(uint64_t{piece.end} + rows_below, rows));
  const StripView now = thread.now.read(component, frame_, *target_, first, end);
  if (piece.component == 0)
    add_luma(piece, now, thread);
  if (has(Sum::msef))
    add_fields(piece, now, thread);
  if (has(Sum::ssimf))
    add_windows(piece, now, thread);
  if (has(Sum::idet)) {
    StripView before;
    if (frame_.before)
      before = thread.before.read(component, *frame_.before, *target_, first, end);
    add_combs(piece, now, before, thread);
  }
}

void SumsWork::add_luma(const Piece& piece, const StripView& strip, Thread& thread) const {
  const RowFunctions& functions = depth_ > 8 ? target_->sums.words : target_->sums.bytes;
  const uint32_t width = frame_.width, sample_bytes = components_[0].sample_bytes();
  for (uint32_t y = piece.first; y < piece.end; y++) {
    const uint8_t* const row = strip.row(y);
    if (has(Sum::rows))
      values(Sum::rows)[y] = static_cast<int64_t>(functions.sum(row, width));
    if (has(Sum::columns))
      functions.add_columns(row, width, thread.columns.data());
    if (has(Sum::activity))
      values(Sum::activity)[y] =
          static_cast<int64_t>(functions.distance(row + sample_bytes, row, width - 1));
    if (has(Sum::vrep) && y >= 4)
      values(Sum::vrep)[y] = static_cast<int64_t>(functions.distance(row, strip.row(y - 4), width));
    if (has(Sum::light))
      add_light(y, row, thread);
  }
  if (has(Sum::columns)) {
    functions.take_columns(thread.columns.data(), width, thread.totals.columns.data());
    std::fill(thread.columns.begin(), thread.columns.end(), 0);
  }
  thread.gradients.add(strip, piece.first, piece.end);
  add_bytes(piece, strip, thread);
}

/// Adds the sums of neighbouring rows of bytes.
void SumsWork::add_bytes(const Piece& piece, const StripView& strip, Thread& thread) const {
  const uint32_t width = frame_.width;
  const auto end = static_cast<uint32_t>(
      std::min<uint64_t>(uint64_t{piece.end} + 2, frame_.height)); // rows that are needed
  if (depth_ == 8) {
    add_neighbours(piece, strip, Sum::tout, Sum::linerep, thread);
    if (!has(Sum::tout))
      add_neighbours(piece, strip, Sum::speckle, Sum::linerep, thread);
    else if (has(Sum::speckle))
      std::copy(values(Sum::tout) + piece.first, values(Sum::tout) + piece.end,
                values(Sum::speckle) + piece.first);
    return;
  }
  if (has(Sum::tout)) {
    const StripView low = thread.low.read(strip, *target_, width, end, 0, true);
    add_neighbours(piece, low, Sum::tout, Sum::tout, thread);
  }
  if (has(Sum::speckle) || has(Sum::linerep)) {
    const StripView high = thread.high.read(strip, *target_, width, end, depth_ - 8, false);
    add_neighbours(piece, high, Sum::speckle, Sum::linerep, thread);
  }
}

/// Adds one of TOUT and SPECKLE, and LINEREP if `repeats` is that.
void SumsWork::add_neighbours(const Piece& piece, const StripView& bytes, Sum outliers, Sum repeats,
                              Thread& thread) const {
  const uint32_t width = frame_.width, height = frame_.height;
  for (uint32_t y = piece.first; y < piece.end; y++) {
    if (repeats == Sum::linerep && has(repeats) && y >= 4)
      values(repeats)[y] = depth_ == 8 && has(Sum::vrep)
                               ? values(Sum::vrep)[y]
                               : static_cast<int64_t>(target_->sums.bytes.distance(
                                     bytes.row(y), bytes.row(y - 4), width));
    if (!has(outliers) || y == 0 || y + 1 >= height)
      continue;
    const bool far = y >= 2 && y + 2 < height;
    const uint8_t* const rows[5] = {far ? bytes.row(y - 2) : nullptr, bytes.row(y - 1),
                                    bytes.row(y), bytes.row(y + 1),
                                    far ? bytes.row(y + 2) : nullptr};
    values(outliers)[y] = static_cast<int64_t>(
        target_->sums.count_outliers(rows, far, width, thread.marks[0].data()));
  }
}

void SumsWork::add_light(uint32_t y, const uint8_t* row, Thread& thread) const {
  const RowFunctions& functions = depth_ > 8 ? target_->sums.words : target_->sums.bytes;
  int64_t* const cells = thread.totals.light[cell_row_of(y, frame_.height)];
  for (uint32_t i = 0; i < grid_columns; i++)
    cells[i] += static_cast<int64_t>(
        functions.look_up(row + size_t{cell_columns_[i]} * components_[0].sample_bytes(),
                          cell_columns_[i + 1] - cell_columns_[i], light_));
}

void SumsWork::add_fields(const Piece& piece, const StripView& strip, Thread& thread) const {
  const RowFunctions& functions = depth_ > 8 ? target_->sums.words : target_->sums.bytes;
  const SamplePlaneView view = frame_.sample_plane(components_[piece.component].sample_plane);
  for (uint32_t y = piece.first; y < piece.end && y + 1 < view.height; y += 2)
    thread.totals.msef[piece.component] +=
        static_cast<int64_t>(functions.squares(strip.row(y), strip.row(y + 1), view.width));
}

/// Adds the windows whose upper row of blocks begins in the strip.
void SumsWork::add_windows(const Piece& piece, const StripView& strip, Thread& thread) const {
  const RowFunctions& functions = depth_ > 8 ? target_->sums.words : target_->sums.bytes;
  const SamplePlaneView view = frame_.sample_plane(components_[piece.component].sample_plane);
  const SsimWindows windows = ssim_windows(view.width, view.height);
  const uint32_t first = piece.first / 8, end = std::min((piece.end + 7) / 8, windows.rows);
  const SsimConstants constants = ssim_constants(depth_);
  const auto add_blocks = [&](uint32_t block_row) {
    functions.blocks(strip.row(8 * block_row), strip.row(8 * block_row + 1), 2 * strip.stride,
                     windows.columns + 1, thread.blocks[block_row % 2].row());
  };
  if (first < end)
    add_blocks(first);
  for (uint32_t row = first; row < end; row++) {
    add_blocks(row + 1);
    thread.totals.ssimf[piece.component] += target_->sums.add_windows(
        thread.blocks[row % 2].row(), thread.blocks[(row + 1) % 2].row(), windows.columns,
        static_cast<double>(constants.c1), static_cast<double>(constants.c2));
  }
}

void SumsWork::add_combs(const Piece& piece, const StripView& now, const StripView& before,
                         Thread& thread) const {
  const RowFunctions& functions = depth_ > 8 ? target_->sums.words : target_->sums.bytes;
  const SamplePlaneView view = frame_.sample_plane(components_[piece.component].sample_plane);
  int64_t* const sums = thread.totals.idet[piece.component];
  for (uint32_t y = std::max(piece.first, 2u); y < piece.end && y + 2 < view.height; y++) {
    CombRows rows{};
    for (uint32_t i = 0; i < 3; i++) {
      rows.now[i] = now.row(y + i - 1);
      rows.before[i] = before.data ? before.row(y + i - 1) : nullptr;
    }
    const CombSums row = functions.combs(rows, view.width);
    const auto add = [&](IdetSum even, uint64_t sum) {
      sums[static_cast<uint32_t>(even) + y % 2] += static_cast<int64_t>(sum);
    };
    add(IdetSum::present_even, row.present);
    add(IdetSum::before_even, row.before);
    add(IdetSum::same_even, row.same);
    if (before.data)
      add(IdetSum::change_even, 2 * functions.distance(now.row(y), before.row(y), view.width));
  }
}

void SumsWork::count_outside(const Piece& piece, Thread& thread) const {
  const SumsFunctions& functions = target_->sums;
  const RowFunctions& of_rows = depth_ > 8 ? functions.words : functions.bytes;
  const uint32_t width = frame_.width, scale = depth_ - 8;
  const StripView y_strip =
      thread.now.read(components_[0], frame_, *target_, piece.first, piece.end);
  uint8_t *const marks = thread.marks[0].data(), *const of_cb = thread.marks[1].data(),
                 *const of_cr = thread.marks[2].data(), *const spread = thread.marks[3].data();
  std::fill_n(spread, width, uint8_t{0});
  StripView chroma[2];
  const SamplePlane* info = nullptr;
  for (uint32_t c = 1; c < sums_.n_planes; c++) {
    info = &frame_.format->sample_planes[components_[c].sample_plane];
    chroma[c - 1] =
        thread.chroma[c - 1].read(components_[c], frame_, *target_, piece.first >> info->y_sub,
                                  ((piece.end - 1) >> info->y_sub) + 1);
  }
  uint32_t marked = UINT32_MAX; // the row of chroma whose marks are spread
  for (uint32_t y = piece.first; y < piece.end; y++) {
    if (info && y >> info->y_sub != marked) {
      marked = y >> info->y_sub;
      const uint32_t n = info->width_of(width), low = 16u << scale, high = 240u << scale;
      of_rows.mark_outside(chroma[0].row(marked), n, low, high, of_cb);
      of_rows.mark_outside(chroma[1].row(marked), n, low, high, of_cr);
      if (info->x_sub == 1)
        functions.double_marks(of_cb, of_cr, n, spread);
      else
        for (uint32_t x = 0; x < width; x++)
          spread[x] = of_cb[x >> info->x_sub] | of_cr[x >> info->x_sub];
    }
    of_rows.mark_outside(y_strip.row(y), width, 16u << scale, 235u << scale, marks);
    values(Sum::brng)[y] = static_cast<int64_t>(functions.count_either(marks, spread, width));
  }
}

/// Adds the sums of R, G and B.
void SumsWork::add_colours(const Piece& piece, Thread& thread) const {
  const bool grid = has(Sum::rgb), iris = has(Sum::iris), two = iris && frame_.before;
  // The grid of samples of 8 bits takes the bytes that IRIS needs.
  const bool own = grid && !(iris && depth_ == 8);
  const ValuesPlan& plan = own ? grid_colours_ : iris_colours_;
  const ValuesView& view = own ? grid_view_ : iris_view_;
  std::optional<SegmentValues> values[3];
  if (own)
    values[0].emplace(grid_colours_, grid_view_, *thread.colours[0]);
  if (iris)
    values[1].emplace(iris_colours_, iris_view_, *thread.colours[1]);
  if (two)
    values[2].emplace(iris_colours_, iris_before_, *thread.colours[2]);
  const Rect strip{0, piece.first, frame_.width, piece.end - piece.first};
  for_each_segment(plan, view, strip, [&](const Rect& rect) {
    for (std::optional<SegmentValues>& of : values)
      if (of)
        of->begin_column();
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
      for (std::optional<SegmentValues>& of : values)
        if (of) {
          of->load(rect.x, y, rect.width);
          of->compute(rect.width, 0);
        }
      if (grid)
        add_cells({rect.x, y, rect.width, 1}, *thread.colours[own ? 0 : 1], thread);
      if (!iris)
        continue;
      IrisColours colours{};
      for (uint32_t c = 0; c < 3; c++) {
        colours.now[c] = thread.colours[1]->bytes[c];
        colours.before[c] = two ? thread.colours[2]->bytes[c] : nullptr;
      }
      target_->sums.add_iris(colours, rect.width, iris_, thread.totals.iris);
    }
  });
}

/// Adds the light of a stretch of a row to the cells of R, G and B.
void SumsWork::add_cells(const Rect& rect, const ValuesBuffers& colours, Thread& thread) const {
  const RowFunctions& functions = depth_ > 8 ? target_->sums.words : target_->sums.bytes;
  const uint32_t j = cell_row_of(rect.y, frame_.height), end = rect.x + rect.width;
  uint32_t i =
      static_cast<uint32_t>(std::upper_bound(cell_columns_.begin(), cell_columns_.end(), rect.x) -
                            cell_columns_.begin() - 1);
  for (uint32_t x = rect.x, next; x < end; x = next, i++) {
    next = std::min(cell_columns_[i + 1], end);
    for (uint32_t c = 0; c < 3; c++) {
      const uint8_t* const values =
          depth_ > 8 ? reinterpret_cast<const uint8_t*>(colours.words[c] + (x - rect.x))
                     : colours.bytes[c] + (x - rect.x);
      thread.totals.rgb[c][j][i] +=
          static_cast<int64_t>(functions.look_up(values, next - x, light_of_colours_));
    }
  }
}

} // namespace videohistogram::cpu
