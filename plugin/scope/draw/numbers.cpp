// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/numbers.h"

#include "core/drawing/curve.h"
#include "plugin/scope/draw/decimal.h"
#include "plugin/scope/draw/panels/panel.h"

#include <algorithm>
#include <numeric>

namespace videohistogram::scope {

namespace {

constexpr const char* unknown = "-";

uint64_t sum_of(const CountedTables::CodeCounts& codes) {
  return std::accumulate(codes.counts, codes.counts + codes.n, uint64_t{0});
}

size_t index_of(const Plan& plan, Quantity quantity) {
  size_t index = 0;
  while (plan.histograms[index].quantity != quantity)
    index++;
  return index;
}

std::string with_three_digits(double nits) {
  return fixed_decimal(nits, nits < 10 ? 2 : nits < 100 ? 1 : 0);
}

std::string text_of(const std::optional<RangeShare>& outside) {
  if (!outside)
    return unknown;
  const double percent = 100 * outside->share();
  // Rounding makes nothing of some pixels, and all of most.
  if (outside->outside > 0 && percent < 0.01)
    return "<0.01 %";
  if (outside->outside < outside->pixels && percent > 99.99)
    return ">99.99 %";
  return fixed_decimal(percent, 2) + " %";
}

std::string text_of(const std::optional<PeakShare>& peak) {
  if (!peak)
    return unknown;
  const bool timed = peak->share.outside > 0 && !peak->time.value.empty();
  return text_of(peak->share) +
         (timed ? ", " + peak->time.label + " " + peak->time.value : std::string());
}

/// The light of each value of MAXRGB: docs/light.md.
std::vector<double> light_of_values(const Source& source, uint32_t depth) {
  const uint32_t n = 1u << depth;
  const double m = n / 256.0;
  const bool limited = source.format->is_rgb() && !source.colours.full_range;
  const double black = limited ? 16 * m : 0, white = limited ? 235 * m : n - 1.0;
  std::vector<double> nits;
  for (uint32_t value = 0; value < n; value++)
    nits.push_back(light_of_signal(source.colours.transfer, (value - black) / (white - black)));
  return nits;
}

} // namespace

Numbers::Numbers(const Source& source, const PictureOptions& options, TableList& tables)
    : source_(source), wanted_(options.numbers), percents_(options.percents), units_(options.units),
      luma_(luma_of(tables)) {
  axis_ = axis_of(source, luma_);
  light_ =
      wanted_.light && source.colours.transfer != Transfer::sdr && tables.has(Quantity::maxrgb);
  // Frames in full range have no limits.
  range_ = (wanted_.r103 || options.gamut_log) && !source.colours.full_range &&
           tables.has(Quantity::range);
  if (light_)
    tables.count(Quantity::maxrgb);
  if (range_)
    tables.count(Quantity::range);
  if (wanted_.percentiles)
    tables.count(luma_);
}

void Numbers::prepare(const Plan& plan) {
  if (wanted_.percentiles)
    luma_index_ = index_of(plan, luma_);
  if (range_)
    range_index_ = index_of(plan, Quantity::range);
  if (light_) {
    light_index_ = index_of(plan, Quantity::maxrgb);
    nits_ = light_of_values(source_, plan.histograms[light_index_].depth);
  }
}

std::optional<LightLevels> Numbers::light_of(const CountedTables& tables) const {
  if (!light_)
    return std::nullopt;
  const CountedTables::CodeCounts codes = tables.histogram(light_index_);
  LightLevels light = {0, 0};
  for (uint32_t value = 0; value < codes.n; value++)
    if (codes.counts[value] > 0) {
      light.peak = nits_[value];
      light.average += codes.counts[value] * nits_[value];
    }
  const uint64_t samples = sum_of(codes);
  if (samples == 0)
    return std::nullopt;
  light.average /= static_cast<double>(samples);
  return light;
}

std::optional<RangeShare> Numbers::outside_of(const CountedTables& tables) const {
  if (!range_)
    return std::nullopt;
  return range_share(tables.histogram(range_index_).counts);
}

std::string Numbers::percentiles(const CountedTables* tables) const {
  if (!tables || percents_.empty())
    return unknown;
  const CountedTables::CodeCounts codes = tables->histogram(luma_index_);
  const auto samples = static_cast<double>(sum_of(codes));
  std::string text;
  for (const double percent : percents_) {
    uint32_t value = 0;
    for (uint64_t sum = codes.counts[0];
         value + 1 < codes.n && is_below_percentile(sum, percent / 100, samples);)
      sum += codes.counts[++value];
    text += (text.empty() ? "P" : "  P") + short_decimal(percent) + " " +
            number_of(axis_, source_.colours.transfer, units_, value);
  }
  return text + unit_suffix(axis_, source_.colours.transfer, units_);
}

/// In HLG the light is an upper bound, that of neutral pixels on a display of 1000 nits.
StripText Numbers::levels(const char* label, std::optional<double> nits) const {
  if (!light_ || !nits)
    return {label, unknown};
  return {label, (source_.colours.transfer == Transfer::hlg ? "\u2264 " : "") +
                     with_three_digits(*nits) + " nits"};
}

std::vector<StripText> Numbers::texts(const FrameStamp& stamp, const CountedTables* tables) const {
  std::vector<StripText> texts;
  if (wanted_.frame)
    texts.push_back({"frame", std::to_string(stamp.number)});
  if (wanted_.timecode)
    texts.push_back({stamp.time.label, stamp.time.value.empty() ? unknown : stamp.time.value});
  if (wanted_.light) {
    const bool known = stamp.light.has_value();
    texts.push_back(levels("MaxCLL", known ? std::optional(stamp.light->peak) : std::nullopt));
    texts.push_back(levels("MaxFALL", known ? std::optional(stamp.light->average) : std::nullopt));
  }
  if (wanted_.r103) {
    texts.push_back({"outside R 103", text_of(tables ? outside_of(*tables) : std::nullopt)});
    texts.push_back({"peak", text_of(stamp.peak)});
  }
  if (wanted_.percentiles)
    texts.push_back({quantity_name(luma_), percentiles(tables)});
  return texts;
}

std::vector<StripText> Numbers::widest() const {
  FrameStamp stamp;
  stamp.number = 8888888;
  stamp.time = {"time", "88:88:88.888"};
  stamp.light = LightLevels{10000, 10000};
  std::vector<StripText> texts = this->texts(stamp, nullptr);
  for (StripText& text : texts) {
    if (text.label == "outside R 103" && range_)
      text.value = ">88.88 %";
    if (text.label == "peak" && range_)
      text.value = ">88.88 %, " + stamp.time.label + " " + stamp.time.value;
  }
  if (!wanted_.percentiles || percents_.empty())
    return texts;
  const std::string highest =
      number_of(axis_, source_.colours.transfer, units_, axis_.n_values() - 1);
  std::string all;
  for (const double percent : percents_)
    all += (all.empty() ? "P" : "  P") + short_decimal(percent) + " " +
           std::string(std::max<size_t>(highest.size(), 4), '8');
  texts.back().value = all + unit_suffix(axis_, source_.colours.transfer, units_);
  return texts;
}

} // namespace videohistogram::scope
