// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backends/split_backend.h"
#include "core/colour.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <memory>
#include <string>

namespace videohistogram {

/// Choice of the CPU or of GPUs that count the frames of an element. Read when the element starts.
struct BackendSettings {
  GstVideoHistogramBackend backend = GST_VIDEO_HISTOGRAM_BACKEND_AUTO;
  std::string devices = "0"; ///< see parse_device_list()
  Split split = Split::automatic;
  guint max_in_flight = 0;
  GstVideoHistogramFieldMode fields = GST_VIDEO_HISTOGRAM_FIELD_MODE_TOGETHER;

  /// Jobs in flight per frame in flight.
  uint32_t jobs_per_frame() const { return fields == GST_VIDEO_HISTOGRAM_FIELD_MODE_APART ? 2 : 1; }
};

/// The tables that messages contain.
struct MessageContent {
  bool counts = true; ///< of histograms
  bool projections = false;
  bool joints = false;
};

/// The properties of `videohistogram` as the application has set them. Texts are parsed where they
/// are used.
struct Settings : BackendSettings {
  // Read when the element starts.
  guint64 max_memory = guint64{512} << 20; ///< bytes on the host and on each GPU; 0: no bound

  // Input to a FramePlan, which is made again when one of them changes.
  guint bins = 256;        ///< per channel; 0: one per sample value
  std::string channels;    ///< a channel list; empty: the channels that the format stores
  std::string colorimetry; ///< see parse_colorimetry()
  /// Of R, G and B that are computed from Y'CbCr frames; see ColourSpec::narrow_rgb.
  GstVideoHistogramRgbRange rgb_range = GST_VIDEO_HISTOGRAM_RGB_RANGE_FULL;
  RangeLimits range_limits = RangeLimits::r103;
  bool regions_only = false;
  std::string projections; ///< see parse_projection_list()
  std::string joint;       ///< see parse_joint_list()
  guint joint_bins = 256;  ///< per axis of a joint histogram
  std::string figures;     ///< see parse_figure_list()
  std::string flashes;     ///< see parse_flash_profile()

  // Read for every frame.
  std::string regions; ///< see parse_region_list()
  bool attach_meta = true;
  bool post_messages = false;
  GstClockTime interval = 0;
  MessageContent message;
  std::string message_percentiles; ///< see parse_percentile_list()
};

/// An immutable snapshot of the settings. Setting a property makes a new snapshot, so that frames
/// share one without copying it.
using SharedSettings = std::shared_ptr<const Settings>;

} // namespace videohistogram
