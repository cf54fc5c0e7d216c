// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/properties.h"

#include "plugin/settings/channel_list.h"
#include "plugin/settings/frame_caps.h"
#include "plugin/settings/joint_list.h"
#include "plugin/settings/percentile_list.h"
#include "plugin/settings/projection_list.h"
#include "plugin/settings/region_list.h"
#include "plugin/settings/shared_properties.h"

#include <gst/gst.h>
#include <gst/videohistogram/videohistogram.h>

#include <string>

namespace videohistogram {

// The values of the settings' enums equal those of the library's.
static_assert(static_cast<gint>(BackendChoice::automatic) == GST_VIDEO_HISTOGRAM_BACKEND_AUTO &&
              static_cast<gint>(BackendChoice::cpu) == GST_VIDEO_HISTOGRAM_BACKEND_CPU &&
              static_cast<gint>(BackendChoice::cuda) == GST_VIDEO_HISTOGRAM_BACKEND_CUDA);
static_assert(static_cast<gint>(Split::automatic) == GST_VIDEO_HISTOGRAM_SPLIT_AUTO &&
              static_cast<gint>(Split::rows) == GST_VIDEO_HISTOGRAM_SPLIT_ROWS &&
              static_cast<gint>(Split::frames) == GST_VIDEO_HISTOGRAM_SPLIT_FRAMES);

static_assert(static_cast<gint>(RgbRange::full) == GST_VIDEO_HISTOGRAM_RGB_RANGE_FULL &&
              static_cast<gint>(RgbRange::narrow) == GST_VIDEO_HISTOGRAM_RGB_RANGE_NARROW);
static_assert(static_cast<gint>(RangeLimits::r103) == GST_VIDEO_HISTOGRAM_RANGE_LIMITS_R103 &&
              static_cast<gint>(RangeLimits::legal) == GST_VIDEO_HISTOGRAM_RANGE_LIMITS_LEGAL);

static std::string string_of(const GValue* value) {
  const gchar* string = g_value_get_string(value);
  return string ? string : "";
}

/// The blurb of the property `channels`, valid for ever.
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

template <class T>
static Status status_of(const Expected<T>& parsed) {
  return parsed.ok() ? Status() : Status(parsed.error());
}

Status check_setting(guint id, const GValue* value) {
  switch (id) {
  case PROP_CHANNELS:
    return status_of(parse_channel_list(string_of(value)));
  case PROP_COLORIMETRY:
    return status_of(parse_colorimetry(string_of(value)));
  case PROP_REGIONS:
    return status_of(parse_region_list(string_of(value)));
  case PROP_PROJECTIONS:
    return status_of(parse_projection_list(string_of(value)));
  case PROP_JOINT:
    return status_of(parse_joint_list(string_of(value)));
  case PROP_MESSAGE_PERCENTILES:
    return status_of(parse_percentile_list(string_of(value)));
  default:
    return {};
  }
}

bool set_setting(Settings& settings, guint id, const GValue* value) {
  switch (id) {
  case PROP_BACKEND:
    settings.backend = static_cast<BackendChoice>(g_value_get_enum(value));
    break;
  case PROP_DEVICES:
    settings.devices = string_of(value);
    break;
  case PROP_SPLIT:
    settings.split = static_cast<Split>(g_value_get_enum(value));
    break;
  case PROP_BINS:
    settings.bins = g_value_get_uint(value);
    break;
  case PROP_CHANNELS:
    settings.channels = string_of(value);
    break;
  case PROP_COLORIMETRY:
    settings.colorimetry = string_of(value);
    break;
  case PROP_RGB_RANGE:
    settings.rgb_range = static_cast<RgbRange>(g_value_get_enum(value));
    break;
  case PROP_RANGE_LIMITS:
    settings.range_limits = static_cast<RangeLimits>(g_value_get_enum(value));
    break;
  case PROP_REGIONS:
    settings.regions = string_of(value);
    break;
  case PROP_REGIONS_ONLY:
    settings.regions_only = g_value_get_boolean(value);
    break;
  case PROP_PROJECTIONS:
    settings.projections = string_of(value);
    break;
  case PROP_JOINT:
    settings.joint = string_of(value);
    break;
  case PROP_JOINT_BINS:
    settings.joint_bins = g_value_get_uint(value);
    break;
  case PROP_ATTACH_META:
    settings.attach_meta = g_value_get_boolean(value);
    break;
  case PROP_POST_MESSAGES:
    settings.post_messages = g_value_get_boolean(value);
    break;
  case PROP_INTERVAL:
    settings.interval = g_value_get_uint64(value);
    break;
  case PROP_MESSAGE_COUNTS:
    settings.message_counts = g_value_get_boolean(value);
    break;
  case PROP_MESSAGE_PROJECTIONS:
    settings.message_projections = g_value_get_boolean(value);
    break;
  case PROP_MESSAGE_JOINT:
    settings.message_joint = g_value_get_boolean(value);
    break;
  case PROP_MESSAGE_PERCENTILES:
    settings.message_percentiles = string_of(value);
    break;
  case PROP_MAX_IN_FLIGHT:
    settings.max_in_flight = g_value_get_uint(value);
    break;
  case PROP_MAX_MEMORY:
    settings.max_memory = g_value_get_uint64(value);
    break;
  default:
    return false;
  }
  return true;
}

bool get_setting(const Settings& settings, guint id, GValue* value) {
  switch (id) {
  case PROP_BACKEND:
    g_value_set_enum(value, static_cast<gint>(settings.backend));
    break;
  case PROP_DEVICES:
    g_value_set_string(value, settings.devices.c_str());
    break;
  case PROP_SPLIT:
    g_value_set_enum(value, static_cast<gint>(settings.split));
    break;
  case PROP_BINS:
    g_value_set_uint(value, settings.bins);
    break;
  case PROP_CHANNELS:
    g_value_set_string(value, settings.channels.c_str());
    break;
  case PROP_COLORIMETRY:
    g_value_set_string(value, settings.colorimetry.c_str());
    break;
  case PROP_RGB_RANGE:
    g_value_set_enum(value, static_cast<gint>(settings.rgb_range));
    break;
  case PROP_RANGE_LIMITS:
    g_value_set_enum(value, static_cast<gint>(settings.range_limits));
    break;
  case PROP_REGIONS:
    g_value_set_string(value, settings.regions.c_str());
    break;
  case PROP_REGIONS_ONLY:
    g_value_set_boolean(value, settings.regions_only);
    break;
  case PROP_PROJECTIONS:
    g_value_set_string(value, settings.projections.c_str());
    break;
  case PROP_JOINT:
    g_value_set_string(value, settings.joint.c_str());
    break;
  case PROP_JOINT_BINS:
    g_value_set_uint(value, settings.joint_bins);
    break;
  case PROP_ATTACH_META:
    g_value_set_boolean(value, settings.attach_meta);
    break;
  case PROP_POST_MESSAGES:
    g_value_set_boolean(value, settings.post_messages);
    break;
  case PROP_INTERVAL:
    g_value_set_uint64(value, settings.interval);
    break;
  case PROP_MESSAGE_COUNTS:
    g_value_set_boolean(value, settings.message_counts);
    break;
  case PROP_MESSAGE_PROJECTIONS:
    g_value_set_boolean(value, settings.message_projections);
    break;
  case PROP_MESSAGE_JOINT:
    g_value_set_boolean(value, settings.message_joint);
    break;
  case PROP_MESSAGE_PERCENTILES:
    g_value_set_string(value, settings.message_percentiles.c_str());
    break;
  case PROP_MAX_IN_FLIGHT:
    g_value_set_uint(value, settings.max_in_flight);
    break;
  case PROP_MAX_MEMORY:
    g_value_set_uint64(value, settings.max_memory);
    break;
  default:
    return false;
  }
  return true;
}

void install_properties(GObjectClass* object_class) {
  constexpr auto rw = static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  constexpr auto ready = static_cast<GParamFlags>(rw | GST_PARAM_MUTABLE_READY);
  constexpr auto playing = static_cast<GParamFlags>(rw | GST_PARAM_MUTABLE_PLAYING);
  constexpr auto read = static_cast<GParamFlags>(G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  const Settings defaults;

  g_object_class_install_property(object_class, PROP_BACKEND, make_backend_property());
  g_object_class_install_property(object_class, PROP_DEVICES, make_devices_property());
  g_object_class_install_property(
      object_class, PROP_SPLIT,
      g_param_spec_enum("split", "Split",
                        "How several GPUs share frames from the host; auto: rows of large "
                        "frames, small frames whole; read when the element starts",
                        gst_video_histogram_split_get_type(), static_cast<gint>(defaults.split),
                        ready));
  g_object_class_install_property(
      object_class, PROP_BINS,
      g_param_spec_uint("bins", "Bins",
                        "Bins per channel, at most one per sample value; 0: one per value", 0,
                        65536, defaults.bins, playing));
  g_object_class_install_property(object_class, PROP_CHANNELS,
                                  g_param_spec_string("channels", "Channels",
                                                      describe_channels_property(),
                                                      defaults.channels.c_str(), playing));
  g_object_class_install_property(object_class, PROP_COLORIMETRY, make_colorimetry_property());
  g_object_class_install_property(
      object_class, PROP_RGB_RANGE,
      g_param_spec_enum("rgb-range", "RGB range",
                        "Codes of R, G and B that are computed from Y'CbCr frames",
                        gst_video_histogram_rgb_range_get_type(),
                        static_cast<gint>(defaults.rgb_range), playing));
  g_object_class_install_property(
      object_class, PROP_RANGE_LIMITS,
      g_param_spec_enum("range-limits", "Range limits",
                        "Codes of R, G, B and Y that the channel RANGE does not mark",
                        gst_video_histogram_range_limits_get_type(),
                        static_cast<gint>(defaults.range_limits), playing));
  g_object_class_install_property(
      object_class, PROP_REGIONS,
      g_param_spec_string("regions", "Regions",
                          "Rectangles to count in addition to the regions of interest of each "
                          "buffer, in whole pixels, none negative, "
                          "\"name:x,y,w,h;name:x,y,w,h\"",
                          defaults.regions.c_str(), playing));
  g_object_class_install_property(
      object_class, PROP_REGIONS_ONLY,
      g_param_spec_boolean("regions-only", "Regions only",
                           "Count only the regions, not the whole frame", defaults.regions_only,
                           playing));
  g_object_class_install_property(
      object_class, PROP_PROJECTIONS,
      g_param_spec_string("projections", "Projections",
                          "Tables of position x bin to count as well: channels at an angle in "
                          "degrees or along a line, \"r+g+b@0;luma@line(x1,y1,x2,y2)\"",
                          defaults.projections.c_str(), playing));
  g_object_class_install_property(
      object_class, PROP_JOINT,
      g_param_spec_string(
          "joint", "Joint histograms",
          "Tables of pairs of values of two channels to count as well, in the frame "
          "and in its regions, \"cb*cr;r*g\"",
          defaults.joint.c_str(), playing));
  g_object_class_install_property(
      object_class, PROP_JOINT_BINS,
      g_param_spec_uint("joint-bins", "Joint bins",
                        "Bins per axis of a joint histogram, at most one per value", 2, 1024,
                        defaults.joint_bins, playing));
  g_object_class_install_property(
      object_class, PROP_ATTACH_META,
      g_param_spec_boolean("attach-meta", "Attach meta",
                           "Attach the histogram to the buffer as GstVideoHistogramMeta",
                           defaults.attach_meta, playing));
  g_object_class_install_property(
      object_class, PROP_POST_MESSAGES,
      g_param_spec_boolean("post-messages", "Post messages",
                           "Post the histogram on the bus as an element message",
                           defaults.post_messages, playing));
  g_object_class_install_property(
      object_class, PROP_INTERVAL,
      g_param_spec_uint64("interval", "Interval",
                          "Running time in ns that one message sums; 0: one message per frame", 0,
                          G_MAXUINT64, defaults.interval, playing));
  g_object_class_install_property(
      object_class, PROP_MESSAGE_COUNTS,
      g_param_spec_boolean("message-counts", "Message counts",
                           "Include the counts in messages, not only the statistics",
                           defaults.message_counts, playing));
  g_object_class_install_property(
      object_class, PROP_MESSAGE_PROJECTIONS,
      g_param_spec_boolean("message-projections", "Message projections",
                           "Include the projections in messages, which become large",
                           defaults.message_projections, playing));
  g_object_class_install_property(
      object_class, PROP_MESSAGE_JOINT,
      g_param_spec_boolean("message-joint", "Message joint histograms",
                           "Include the joint histograms in messages, which become large",
                           defaults.message_joint, playing));
  g_object_class_install_property(
      object_class, PROP_MESSAGE_PERCENTILES,
      g_param_spec_string("message-percentiles", "Message percentiles",
                          "Percentiles of each channel to include in messages, numbers from 0 to "
                          "100 such as \"1,50,99\"",
                          defaults.message_percentiles.c_str(), playing));
  g_object_class_install_property(
      object_class, PROP_MAX_IN_FLIGHT,
      g_param_spec_uint("max-in-flight", "Max in flight",
                        "Maximum number of frames in flight; 1: each is counted before it is "
                        "pushed; 0: the element decides; read when the element starts",
                        0, 64, defaults.max_in_flight, ready));
  g_object_class_install_property(
      object_class, PROP_MAX_MEMORY,
      g_param_spec_uint64(
          "max-memory", "Max memory",
          "Maximum bytes of the frames in flight, on the host and on each GPU; the element first "
          "reduces the number of frames, then omits joint histograms and projections; 0: no bound; "
          "read when the "
          "element starts",
          0, G_MAXUINT64, defaults.max_memory, ready));
  g_object_class_install_property(object_class, PROP_ACTIVE_BACKEND,
                                  make_active_backend_property());
  g_object_class_install_property(
      object_class, PROP_STATS,
      g_param_spec_boxed("stats", "Statistics",
                         "Counters and times of frames since the element started",
                         GST_TYPE_STRUCTURE, read));
}

} // namespace videohistogram
