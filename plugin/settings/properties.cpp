// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/properties.h"

#include "plugin/properties/shared_properties.h"
#include "plugin/settings/channel_list.h"
#include "plugin/settings/figure_list.h"
#include "plugin/settings/flash_profile.h"
#include "plugin/settings/frame_caps.h"
#include "plugin/settings/property_lists.h"
#include "plugin/settings/table_lists.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <string>

namespace videohistogram {

// The values of core's enums equal those of the library's, with which properties are set.
static_assert(static_cast<gint>(Split::automatic) == GST_VIDEO_HISTOGRAM_SPLIT_AUTO &&
              static_cast<gint>(Split::rows) == GST_VIDEO_HISTOGRAM_SPLIT_ROWS &&
              static_cast<gint>(Split::frames) == GST_VIDEO_HISTOGRAM_SPLIT_FRAMES);
static_assert(static_cast<gint>(RangeLimits::r103) == GST_VIDEO_HISTOGRAM_RANGE_LIMITS_R103 &&
              static_cast<gint>(RangeLimits::legal) == GST_VIDEO_HISTOGRAM_RANGE_LIMITS_LEGAL);

/// The blurb of the property `channels`. It is never freed, as static strings of properties must
/// be.
static const gchar* describe_channels_property() {
  static const std::string text = [] {
    const QuantitySet set = all_quantities & ~all_differences;
    std::string names;
    for (uint32_t q = 0; set >> q != 0; q++)
      if (set >> q & 1)
        names += std::string(q == 0                ? ""
                             : set >> (q + 1) == 0 ? " and "
                                                   : ", ") +
                 quantity_name(static_cast<Quantity>(q));
    return "Channels to count if frames have them: some of " + names +
           ", joined by + or , in upper or lower case; empty: the stored ones";
  }();
  return text.c_str();
}

/// The blurb of the property `figures`, likewise.
static const gchar* describe_figures_property() {
  static const std::string text =
      "Sums of rows, neighbours, fields and cells of whole frames to add up as well: some of " +
      describe_figures(all_sums) + ", joined by + or ,; empty: none";
  return text.c_str();
}

/// The blurb of the property `flashes`, likewise.
static const gchar* describe_flashes_property() {
  static const std::string text =
      "Limits by which messages tell flashes that may cause seizures: " +
      pse::list_flash_profiles() + "; empty: flashes are not looked for";
  return text.c_str();
}

const SettingTable<Settings>& setting_table() {
  const SettingMaker<Settings> make;
  static const SettingTable<Settings> table = {
      make.of<&Settings::backend>(make_backend_property()),
      make.of<&Settings::devices>(make_devices_property()),
      make.choice<&Settings::split>(
          "split", "Split",
          "How several GPUs share frames from the host; auto: rows of large frames, small frames "
          "whole; read when the element starts",
          gst_video_histogram_split_get_type(), mutable_in_ready),
      make.number<&Settings::bins>(
          "bins", "Bins", "Bins per channel, at most one per sample value; 0: one per value", 0,
          65536),
      make.text<&Settings::channels>("channels", "Channels", describe_channels_property(),
                                     check_text<parse_channel_list>),
      make.of<&Settings::colorimetry>(make_colorimetry_property(), check_text<parse_colorimetry>),
      make.choice<&Settings::rgb_range>("rgb-range", "RGB range",
                                        "Codes of R, G and B that are computed from Y'CbCr frames",
                                        gst_video_histogram_rgb_range_get_type()),
      make.choice<&Settings::range_limits>(
          "range-limits", "Range limits",
          "Codes of R, G, B and Y that the channel RANGE does not mark",
          gst_video_histogram_range_limits_get_type()),
      make.text<&Settings::regions>(
          "regions", "Regions",
          "Rectangles to count in addition to the regions of interest of each buffer, in whole "
          "pixels, none negative, \"name:x,y,w,h;name:x,y,w,h\"",
          check_text<parse_region_list>),
      make.boolean<&Settings::regions_only>("regions-only", "Regions only",
                                            "Count only the regions, not the whole frame"),
      make.choice<&Settings::fields>(
          "fields", "Fields",
          "Count each field of interlaced frames as well, or only the frame; read when the element "
          "starts",
          gst_video_histogram_field_mode_get_type(), mutable_in_ready),
      make.text<&Settings::projections>(
          "projections", "Projections",
          "Tables of position x bin to count as well: channels at an angle in degrees or along a "
          "line, \"r+g+b@0;luma@line(x1,y1,x2,y2)\"",
          check_text<parse_projection_list>),
      make.text<&Settings::joint>("joint", "Joint histograms",
                                  "Tables of pairs of values of two channels to count as well, in "
                                  "the frame and in its regions, \"cb*cr;r*g\"",
                                  check_text<parse_joint_list>),
      make.number<&Settings::joint_bins>(
          "joint-bins", "Joint bins", "Bins per axis of a joint histogram, at most one per value",
          2, 1024),
      make.text<&Settings::figures>("figures", "Figures", describe_figures_property(),
                                    check_text<parse_figure_list>),
      make.text<&Settings::flashes>("flashes", "Flashes", describe_flashes_property(),
                                    check_text<parse_flash_profile>),
      make.boolean<&Settings::attach_meta>(
          "attach-meta", "Attach meta",
          "Attach the histogram to the buffer as GstVideoHistogramMeta"),
      make.boolean<&Settings::post_messages>("post-messages", "Post messages",
                                             "Post the histogram on the bus as an element message"),
      make.number<&Settings::interval>(
          "interval", "Interval",
          "Running time in ns that one message sums; 0: one message per frame", 0, G_MAXUINT64),
      make.boolean<&Settings::message, &MessageContent::counts>(
          "message-counts", "Message counts",
          "Include the counts in messages, not only the statistics"),
      make.boolean<&Settings::message, &MessageContent::projections>(
          "message-projections", "Message projections",
          "Include the projections in messages, which become large"),
      make.boolean<&Settings::message, &MessageContent::joints>(
          "message-joint", "Message joint histograms",
          "Include the joint histograms in messages, which become large"),
      make.text<&Settings::message_percentiles>(
          "message-percentiles", "Message percentiles",
          "Percentiles of each channel to include in messages, numbers from 0 to 100 such as "
          "\"1,50,99\"",
          [](const std::string& text) { return status_of(parse_percentile_list(text)); }),
      make.number<&Settings::max_in_flight>(
          "max-in-flight", "Max in flight",
          "Maximum number of frames in flight; 1: each is counted before it is pushed; 0: the "
          "element decides; read when the element starts",
          0, 64, mutable_in_ready),
      make.number<&Settings::max_memory>(
          "max-memory", "Max memory",
          "Maximum bytes of the frames in flight, on the host and on each GPU; the element first "
          "reduces the number of frames, then omits joint histograms and projections; 0: no bound; "
          "read when the element starts",
          0, G_MAXUINT64, mutable_in_ready),
  };
  return table;
}

} // namespace videohistogram
