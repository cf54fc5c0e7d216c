// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/probes.h"

#include "plugin/scope/draw/decimal.h"

#include <string>

namespace videohistogram::scope {

Expected<std::unique_ptr<Probes>> Probes::create(const Source& source,
                                                 const ProbeOptions& options) {
  const FormatInfo& format = *source.format;
  std::unique_ptr<Probes> probes(new Probes);
  probes->options_ = options;
  const QuantitySet stored = format.channels();
  const QuantitySet computed = countable(format, source.colours) & rgb_set & ~stored;
  PlanSpec spec;
  spec.colours = source.colours;
  spec.whole_frame = false;
  for (const Quantity quantity : select_quantities(format, stored | computed)) {
    // R, G and B are shown in the codes of the frame's samples, as scopes show them.
    const uint32_t bins = (computed & quantity_bit(quantity)) != 0
                              ? codes_of(format)
                              : format.values_of(quantity).bins_for(0);
    spec.tables.push_back({{quantity, bins}, {}});
  }
  for (const QuantitySet set : {stored, computed})
    for (const Quantity quantity : select_quantities(format, set))
      probes->channels_.push_back(quantity);
  if (Status status =
          compile_plan(format, source.width, source.height, spec).move_to(probes->plan_);
      !status.ok())
    return status.error();

  const auto add = [&](const Rect& rect) -> std::optional<size_t> {
    const Rect inside = clip(rect.x, rect.y, rect.width, rect.height, source.width, source.height);
    if (inside.width == 0 || inside.height == 0)
      return std::nullopt;
    probes->regions_.push_back(inside);
    return probes->regions_.size() - 1;
  };
  for (const Pin& pin : options.pins)
    probes->region_of_pin_.push_back(add({pin.x, pin.y, 1, 1}));
  if (options.box)
    probes->region_of_box_ = add(*options.box);
  probes->forget();
  return Expected<std::unique_ptr<Probes>>(std::move(probes));
}

uint32_t* Probes::counts() {
  counts_.resize(plan_->total_counts(regions_.size()));
  return counts_.data();
}

void Probes::forget() {
  pins_.assign(options_.pins.size(), {});
  box_.clear();
}

void Probes::read() {
  for (size_t i = 0; i < pins_.size(); i++)
    pins_[i] = region_of_pin_[i] ? values_in(*region_of_pin_[i]) : ProbedValues();
  box_ = region_of_box_ ? values_in(*region_of_box_) : ProbedValues();
}

/// The counts of the frame lie before those of regions.
ProbedValues Probes::values_in(size_t region) const {
  const uint32_t* const of_region = counts_.data() + (1 + region) * plan_->rectangle_counts();
  ProbedValues values;
  for (const Quantity channel : channels_) {
    const Histogram* histogram = plan_->histograms.data();
    while (histogram->quantity != channel)
      histogram++;
    uint32_t min = histogram->bins, max = 0;
    uint64_t samples = 0, sum = 0;
    for (uint32_t value = 0; value < histogram->bins; value++) {
      const uint64_t count = of_region[histogram->first + value];
      if (count == 0)
        continue;
      min = std::min(min, value);
      max = value;
      samples += count;
      sum += count * value;
    }
    if (samples > 0)
      values.push_back(
          {channel, min, max, static_cast<double>(sum) / static_cast<double>(samples)});
  }
  return values;
}

std::vector<StripText> Probes::texts_of(const std::vector<ProbedValues>& pins,
                                        const ProbedValues& box) const {
  std::vector<StripText> texts;
  using std::to_string;
  for (size_t i = 0; i < pins.size(); i++) {
    const Pin& pin = options_.pins[i];
    std::string values;
    for (const ProbedChannel& channel : pins[i])
      values += std::string(values.empty() ? "" : "  ") + quantity_name(channel.channel) + " " +
                to_string(channel.min);
    texts.push_back(
        {"pin " + to_string(pin.x) + "," + to_string(pin.y), values.empty() ? "-" : values});
  }
  if (options_.box) {
    const Rect& rect = *options_.box;
    texts.push_back({"probe " + to_string(rect.x) + "," + to_string(rect.y) + " " +
                         to_string(rect.width) + "x" + to_string(rect.height),
                     box.empty() ? "-" : "min, mean, max"});
    for (const ProbedChannel& channel : box)
      texts.push_back({quantity_name(channel.channel), to_string(channel.min) + "  " +
                                                           fixed_decimal(channel.mean, 1) + "  " +
                                                           to_string(channel.max)});
  }
  return texts;
}

std::vector<StripText> Probes::texts() const {
  return texts_of(pins_, box_);
}

std::vector<StripText> Probes::widest() const {
  ProbedValues widest;
  for (const Quantity channel : channels_) {
    const uint32_t eights = codes_of(plan_->format) > 1024  ? 88888
                            : codes_of(plan_->format) > 256 ? 8888
                                                            : 888;
    widest.push_back({channel, eights, eights, eights + 0.8});
  }
  return texts_of(std::vector<ProbedValues>(options_.pins.size(), widest), widest);
}

} // namespace videohistogram::scope
