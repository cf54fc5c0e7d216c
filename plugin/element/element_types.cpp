// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/element_types.h"

#include "plugin/settings/settings.h"

using videohistogram::BackendChoice;
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
      {0, nullptr, nullptr}};
  static const GType type = g_enum_register_static("GstVideoHistogramSplit", values);
  return type;
}
