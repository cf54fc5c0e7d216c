// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element_types.h"

#include "histogram/format.h"
#include "plugin/settings.h"

using videohistogram::BackendChoice;
using videohistogram::Channel;
using videohistogram::channel_bit;
using videohistogram::Split;

GType gst_video_histogram_backend_get_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(BackendChoice::automatic), "A GPU if there is a usable one, else the CPU",
       "auto"},
      {static_cast<gint>(BackendChoice::cpu), "The CPU", "cpu"},
      {static_cast<gint>(BackendChoice::cuda), "An NVIDIA GPU", "cuda"},
      {0, nullptr, nullptr}};
  static const GType type = g_enum_register_static("GstVideoHistogramBackend", values);
  return type;
}

GType gst_video_histogram_split_get_type() {
  static const GEnumValue values[] = {
      {static_cast<gint>(Split::automatic), "Rows of large frames, small frames whole", "auto"},
      {static_cast<gint>(Split::rows), "Each a band of every frame, all at once", "rows"},
      {static_cast<gint>(Split::frames), "Whole frames in turn", "frames"},
      {static_cast<gint>(Split::channels), "Each every frame, and some of its channels",
       "channels"},
      {0, nullptr, nullptr}};
  static const GType type = g_enum_register_static("GstVideoHistogramSplit", values);
  return type;
}

GType gst_video_histogram_channels_get_type() {
  static const GFlagsValue values[] = {
      {channel_bit(Channel::r), "Red", "r"},
      {channel_bit(Channel::g), "Green", "g"},
      {channel_bit(Channel::b), "Blue", "b"},
      {channel_bit(Channel::a), "Alpha", "a"},
      {channel_bit(Channel::y), "Y of a YUV format", "y"},
      {channel_bit(Channel::cb), "Cb of a YUV format", "cb"},
      {channel_bit(Channel::cr), "Cr of a YUV format", "cr"},
      {channel_bit(Channel::gray), "Gray", "gray"},
      {channel_bit(Channel::luma), "Luma computed from RGB", "luma"},
      {0, nullptr, nullptr}};
  static const GType type = g_flags_register_static("GstVideoHistogramChannels", values);
  return type;
}
