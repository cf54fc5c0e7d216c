// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/element/format_order.h"

#include "core/format.h"

#include <initializer_list>

namespace videohistogram::scope {

namespace {

bool is_ycbcr(const GValue* format) {
  if (!G_VALUE_HOLDS_STRING(format))
    return false;
  const FormatInfo* const info = find_format(g_value_get_string(format));
  return info && info->is_ycbcr();
}

/// Appends a structure with those of its formats that are Y'CbCr, or with the others.
void append_formats(GstCaps* caps, const GstStructure* structure, const GstCapsFeatures* features,
                    bool ycbcr) {
  const GValue* const format = gst_structure_get_value(structure, "format");
  const bool is_list = format && GST_VALUE_HOLDS_LIST(format);
  g_auto(GValue) list = G_VALUE_INIT;
  if (is_list) {
    g_value_init(&list, GST_TYPE_LIST);
    for (guint i = 0; i < gst_value_list_get_size(format); i++)
      if (const GValue* one = gst_value_list_get_value(format, i); is_ycbcr(one) == ycbcr)
        gst_value_list_append_value(&list, one);
  }
  if (is_list ? gst_value_list_get_size(&list) > 0 : (format && is_ycbcr(format)) == ycbcr) {
    GstStructure* const copy = gst_structure_copy(structure);
    if (is_list)
      gst_structure_set_value(copy, "format", &list);
    gst_caps_append_structure_full(caps, copy, gst_caps_features_copy(features));
  }
}

} // namespace

GstCaps* put_ycbcr_first(GstCaps* caps) {
  if (gst_caps_is_any(caps) || gst_caps_is_empty(caps))
    return caps;
  GstCaps* const sorted = gst_caps_new_empty();
  const guint n = gst_caps_get_size(caps);
  for (guint begin = 0, end; begin < n; begin = end) {
    const GstCapsFeatures* const features = gst_caps_get_features(caps, begin);
    for (end = begin + 1; end < n; end++)
      if (!gst_caps_features_is_equal(features, gst_caps_get_features(caps, end)))
        break;
    for (const bool ycbcr : {true, false})
      for (guint i = begin; i < end; i++)
        append_formats(sorted, gst_caps_get_structure(caps, i), features, ycbcr);
  }
  gst_caps_unref(caps);
  return sorted;
}

} // namespace videohistogram::scope
