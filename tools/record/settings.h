// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Settings on which results depend.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace videohistogram::tools {

/// The processor that decodes a video and counts its frames. Results do not depend on it.
enum class Processor { cpu, gpu };

/// Thresholds of the detectors. Shares and differences are from 0 to 1, durations in seconds.
struct DetectionSettings {
  /// Black as FFmpeg's blackdetect finds it: pixel_black_th, picture_black_ratio_th, d.
  double black_pixel = 0.10, black_picture = 0.98, black_duration = 2;
  /// Frozen as FFmpeg's freezedetect finds it: noise, d.
  double frozen_noise = 0.001, frozen_duration = 2;
  /// The share of the range of Y above black up to which a sample belongs to a bar: 24 in 8 bits
  /// and limited range, as FFmpeg's cropdetect has it.
  double black_bar = 0.04;
};

/// Colours that take the place of those that a video states, by FFmpeg's names; the range is "full"
/// or "limited". Empty: as it states.
struct ColourOverrides {
  std::string range, matrix, transfer, primaries;
};

/// The frames of a video that are analysed.
struct Selection {
  double start = 0;    ///< stream time in seconds of the first frame
  double duration = 0; ///< in seconds; 0: to the end
  int every = 1;       ///< each n-th frame, the first one included
  int stream = 1;      ///< the n-th video stream, from 1

  bool is_whole() const { return start <= 0 && duration <= 0 && every == 1; }
};

/// All that a worker has to know beside the path of a video.
struct AnalysisSettings {
  DetectionSettings detection;
  Selection selection;
  ColourOverrides colours;
  /// Of "signalstats", "qc" and "pse" those that are recorded, in this order, with commas between.
  std::string figures = "signalstats,qc,pse";
  std::string flashes = "bt1702"; ///< the profile of pse::FlashProfile that flashes are found by
  bool counts = false;            ///< histograms of frames are results as well
  bool fields = false;     ///< figures of the fields of interlaced frames are results as well
  bool per_frame = true;   ///< figures of frames are results, not only their sums
  int decoder_threads = 0; ///< per decoder on the CPU, where it can be set; 0: the decoder chooses
  double timeout = 0;      ///< seconds per video; 0: none. Complete results do not depend on it
  bool live = false;       ///< sources are live, and read until a stop request
  /// Set by a worker itself: decoders make the same of damage in each run, and take longer.
  bool repeatable = false;
  bool allow_network = false; ///< sources may open network connections

  bool has_qc() const { return figures.find("qc") != std::string::npos; }
  bool has_flashes() const { return figures.find("pse") != std::string::npos; }

  /// The settings on which results depend, by their names in databases and files.
  template <class Self, class Visit>
  static void list_result_settings(Self& self, Visit&& visit) {
    visit("black-pixel", self.detection.black_pixel);
    visit("black-picture", self.detection.black_picture);
    visit("black-duration", self.detection.black_duration);
    visit("black-bar", self.detection.black_bar);
    visit("frozen-noise", self.detection.frozen_noise);
    visit("frozen-duration", self.detection.frozen_duration);
    visit("start", self.selection.start);
    visit("duration", self.selection.duration);
    visit("every", self.selection.every);
    visit("stream", self.selection.stream);
    visit("range", self.colours.range);
    visit("matrix", self.colours.matrix);
    visit("transfer", self.colours.transfer);
    visit("primaries", self.colours.primaries);
    visit("figures", self.figures);
    visit("flashes", self.flashes);
    visit("counts", self.counts);
    visit("per-frame", self.per_frame);
    visit("fields", self.fields);
  }
  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    list_result_settings(self, visit);
    visit("decoder-threads", self.decoder_threads);
    visit("timeout", self.timeout);
    visit("live", self.live);
    visit("allow-network", self.allow_network);
  }
};

/// Names and values of the settings on which results depend, as databases and files store them.
/// Results with different ones never share a place. The first is the version of the definitions of
/// all columns.
std::vector<std::pair<std::string, std::string>> list_settings(const AnalysisSettings& settings);

} // namespace videohistogram::tools
