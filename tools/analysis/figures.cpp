// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/figures.h"

#include "tools/analysis/levels.h"
#include "tools/analysis/line_shares.h"
#include "tools/qc/entropy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace videohistogram::tools {

namespace {

/// A channel of a histogram; every figure of one that the histogram lacks is NaN.
class ChannelView {
public:
  ChannelView(GstVideoHistogram* histogram, const char* name, const char* substitute = nullptr)
      : histogram_(histogram), channel_(gst_video_histogram_find_channel(histogram, name)) {
    if (channel_ < 0 && substitute)
      channel_ = gst_video_histogram_find_channel(histogram, substitute);
    if (channel_ >= 0)
      counts_ = gst_video_histogram_get_counts(histogram, index(), &bins_);
  }

  bool exists() const { return counts_ != nullptr; }
  guint index() const { return static_cast<guint>(channel_); }
  gsize bins() const { return bins_; }
  guint64 count(gsize bin) const { return counts_[bin]; }
  const guint64* counts() const { return counts_; }
  guint depth() const { return exists() ? gst_video_histogram_get_depth(histogram_, index()) : 8; }
  guint64 samples() const {
    return exists() ? gst_video_histogram_get_samples(histogram_, index()) : 0;
  }
  /// The sum of all values.
  guint64 sum() const {
    guint64 total = 0;
    for (gsize bin = 0; bin < bins_; bin++)
      total += counts_[bin] * bin;
    return total;
  }
  /// The factor from values of this depth to values of 8 bits.
  double scale() const { return std::ldexp(1, 8 - static_cast<int>(depth())); }
  /// What a function of the library says of the channel.
  template <class Function, class... Arguments>
  double read(Function function, Arguments... arguments) const {
    return exists() ? function(histogram_, index(), arguments...) : NAN;
  }

private:
  GstVideoHistogram* histogram_;
  gint channel_;
  const guint64* counts_ = nullptr;
  gsize bins_ = 0;
};

double zero_if_none(double difference) {
  return std::isnan(difference) ? 0 : difference;
}

using Figures = std::array<double, figure::count>;

/// Fills in the light of a frame in PQ or HLG.
void read_light(GstVideoHistogram* histogram, Figures& f) {
  const auto percentile = [&](double percent) {
    return gst_video_histogram_get_percentile_light(histogram, percent, 0);
  };
  f[figure::LIGHTPEAK] = gst_video_histogram_get_peak_light(histogram, 0);
  f[figure::LIGHTAVG] = gst_video_histogram_get_average_light(histogram, 0);
  f[figure::LIGHTP1] = percentile(1);
  f[figure::LIGHTP50] = percentile(50);
  f[figure::LIGHTP99] = percentile(99);
  f[figure::LIGHTP9998] = percentile(99.98);
}

/// Fills in one channel of the features.
void read_channel(const ChannelView& channel, size_t place, Features& features) {
  if (channel.samples() == 0) {
    features.histogram.set_neutral(place);
    return;
  }
  const auto samples = static_cast<double>(channel.samples());
  const double scale = channel.scale();
  const gsize bins_per_bin = std::max<gsize>(channel.bins() / ColourHistogram::bins, 1);
  for (gsize bin = 0; bin < channel.bins(); bin++)
    features.histogram.at(place, bin / bins_per_bin) +=
        static_cast<float>(static_cast<double>(channel.count(bin)) / samples);
  features.mean[place] = static_cast<double>(channel.sum()) / samples * scale;
  features.variance[place] = channel.read(gst_video_histogram_get_variance) * scale * scale;
}

/// The mean squared difference of all samples of a channel, with values of 8 bits.
double mean_squared_difference(const ChannelView& difference) {
  if (difference.samples() == 0)
    return 0;
  const double mean =
      static_cast<double>(difference.sum()) / static_cast<double>(difference.samples());
  const double variance = difference.read(gst_video_histogram_get_variance);
  return (variance + mean * mean) * difference.scale() * difference.scale();
}

/// The mean of the absolute differences of all samples, as a share of the range of values.
double mean_difference(std::initializer_list<const ChannelView*> differences) {
  guint64 sum = 0, samples = 0;
  double range = 1;
  for (const ChannelView* difference : differences) {
    sum += difference->sum();
    samples += difference->samples();
    if (difference->exists())
      range = std::ldexp(1, static_cast<int>(difference->depth()));
  }
  return samples == 0 ? NAN : static_cast<double>(sum) / static_cast<double>(samples) / range;
}

/// Fills in how the limits of the legal range are used.
void read_limits(const ChannelView& y, const ChannelView& cb, const ChannelView& cr,
                 Features& features) {
  const ChannelView* const channels[] = {&y, &cb, &cb, &cr, &cr}; // in the order of Limit
  for (size_t i = 0; i < n_limits; i++) {
    const ChannelView& channel = *channels[i];
    if (channel.exists())
      features.limits[i] = look_at_limit(channel.counts(), channel.depth(), channel.samples(),
                                         static_cast<Limit>(i));
  }
}

/// The entropies of FFmpeg's filter of this name, of Y, Cb and Cr.
void read_qc(const ChannelView& y, const ChannelView& cb, const ChannelView& cr, Figures& f) {
  const ChannelView* const channels[] = {&y, &cb, &cr};
  for (size_t c = 0; c < 3; c++) {
    const ChannelView& channel = *channels[c];
    if (!channel.exists())
      continue;
    const NormalizedEntropy entropy =
        measure_entropy(channel.counts(), channel.depth(), channel.samples());
    f[figure::YENTNORM + c] = entropy.normal;
    f[figure::YENTDIFF + c] = entropy.diff;
  }
}

/// Fills in the figures that follow from one histogram, which is complete.
void read_figures(GstVideoHistogram* histogram, const GstVideoHistogramSignalStats& s,
                  const DetectionSettings& settings, Figures& f) {
  const ChannelView y(histogram, "Y", "GRAY"), cb(histogram, "Cb"), cr(histogram, "Cr");
  const ChannelView range(histogram, "RANGE");
  // Sets successive figures from `first` on.
  const auto set = [&](figure::Place first, std::initializer_list<double> values) {
    std::copy(values.begin(), values.end(), f.begin() + first);
  };
  set(figure::YMIN, {s.y_min, s.y_low, s.y_average, s.y_high, s.y_max});
  set(figure::UMIN, {s.u_min, s.u_low, s.u_average, s.u_high, s.u_max});
  set(figure::VMIN, {s.v_min, s.v_low, s.v_average, s.v_high, s.v_max});
  set(figure::SATMIN, {s.sat_min, s.sat_low, s.sat_average, s.sat_high, s.sat_max});
  set(figure::HUEMED, {s.hue_median, s.hue_average});
  set(figure::YBITDEPTH, {s.y_bit_depth, s.u_bit_depth, s.v_bit_depth});
  set(figure::TOUT, {s.tout, s.vrep, s.brng});
  f[figure::YP1] = y.read(gst_video_histogram_get_percentile, 1.0);
  f[figure::YP99] = y.read(gst_video_histogram_get_percentile, 99.0);
  f[figure::YDEV] = std::sqrt(y.read(gst_video_histogram_get_variance));
  f[figure::YENTROPY] = y.read(gst_video_histogram_get_entropy);
  f[figure::YOUT] = y.read(gst_video_histogram_get_fraction_outside_legal);
  f[figure::UOUT] = cb.read(gst_video_histogram_get_fraction_outside_legal);
  f[figure::VOUT] = cr.read(gst_video_histogram_get_fraction_outside_legal);
  f[figure::R103OUT] = range.read(gst_video_histogram_get_fraction_above, 0u);
  f[figure::BLACK] = y.read(gst_video_histogram_get_fraction_at_or_below,
                            black_value(histogram, y.depth(), settings.black_pixel));
  if (is_hdr(histogram))
    read_light(histogram, f);
}

} // namespace

/// The score of FFmpeg's filter scdet. `difference` is NaN for a frame that has none.
double FigureReader::scene_score(double difference) {
  if (std::isnan(difference))
    return 0;
  const double change = std::abs(difference - mafd_);
  mafd_ = difference;
  // scdet clips in single precision.
  return std::clamp(static_cast<float>(std::min(difference, change)), 0.0f, 100.0f);
}

/// Fills in the active picture.
void FigureReader::note_active_picture(const GstVideoInfo& info, FrameRecord& frame) {
  active_.add(frame.number, lines_);
  const Rectangle active = active_.rectangle();
  if (active.empty())
    return;
  auto& figures = frame.figures;
  figures[figure::ACTIVEX] = active.x;
  figures[figure::ACTIVEY] = active.y;
  figures[figure::ACTIVEW] = active.width;
  figures[figure::ACTIVEH] = active.height;
  // Bars have no light: all light of the frame is in the active picture.
  const double pixels =
      static_cast<double>(GST_VIDEO_INFO_WIDTH(&info)) * GST_VIDEO_INFO_HEIGHT(&info);
  figures[figure::ACTIVELIGHT] =
      figures[figure::LIGHTAVG] * pixels / (static_cast<double>(active.width) * active.height);
}

bool FigureReader::read(GstVideoHistogram* histogram, GstBuffer* buffer, const GstVideoInfo& info,
                        FrameRecord& frame, Features& features, GError** error) {
  GstVideoHistogramSignalStats s;
  if (!gst_video_histogram_get_signalstats(histogram, &s, error))
    return false;
  const Rectangle unread =
      active_.unread_part(frame.number, static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&info)),
                          static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&info)));
  if (!read_lines(buffer, info, settings_.black_bar, unread, lines_, error))
    return false;
  const ChannelView y(histogram, "Y", "GRAY"), cb(histogram, "Cb"), cr(histogram, "Cr");
  const ChannelView y_difference(histogram, "DIFF-Y", "DIFF-GRAY"),
      cb_difference(histogram, "DIFF-Cb"), cr_difference(histogram, "DIFF-Cr");

  features.counted = true;
  read_channel(y, 0, features);
  read_channel(cb, 1, features);
  read_channel(cr, 2, features);
  const double scale = y.scale();
  features.difference = {zero_if_none(s.y_difference) * scale, zero_if_none(s.u_difference) * scale,
                         zero_if_none(s.v_difference) * scale};
  features.squared_difference = {mean_squared_difference(y_difference),
                                 mean_squared_difference(cb_difference),
                                 mean_squared_difference(cr_difference)};
  features.sum = y.sum();
  features.samples = y.samples();
  features.depth = y.depth();
  if (!is_full_range(histogram) && y.exists())
    read_limits(y, cb, cr, features);
  if (y.exists() && features.depth > 8)
    features.is_shallow = is_of_8_bits(y.counts(), features.depth, features.values);

  if (const ChannelView range(histogram, "RANGE"); range.exists())
    features.range = range_share(range.counts());

  // The order of operations is that of scdet, so that the last digit is the same.
  double scd = NAN;
  if (y_difference.samples() > 0)
    scd = static_cast<double>(y_difference.sum()) * 100. /
          static_cast<double>(y_difference.samples()) / std::ldexp(1, static_cast<int>(y.depth()));
  const double score = scene_score(scd);

  auto& f = frame.figures;
  read_figures(histogram, s, settings_, f);
  f[figure::YDIF] = zero_if_none(s.y_difference);
  f[figure::UDIF] = cb.exists() ? zero_if_none(s.u_difference) : NAN;
  f[figure::VDIF] = cr.exists() ? zero_if_none(s.v_difference) : NAN;
  f[figure::SCDMAFD] = mafd_;
  f[figure::SCDSCORE] = score;
  f[figure::DIF] = mean_difference({&y_difference, &cb_difference, &cr_difference});
  f[figure::HISTDIF] = previous_ ? distance(*previous_, features.histogram) : NAN;
  if (has_qc_) {
    read_qc(y, cb, cr, f);
    f[figure::TI] = gst_video_histogram_get_temporal_information(histogram, last_average_);
    last_average_ = s.y_average;
  }
  note_active_picture(info, frame);
  previous_ = features.histogram;
  return true;
}

bool FigureReader::read(GstVideoHistogram* histogram, FieldRecord& field, GError** error) const {
  field.figures.fill(NAN);
  GstVideoHistogramSignalStats s;
  if (!gst_video_histogram_get_signalstats(histogram, &s, error))
    return false;
  read_figures(histogram, s, settings_, field.figures);
  return true;
}

} // namespace videohistogram::tools
