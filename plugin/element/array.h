// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

namespace videohistogram {

/// A GST_TYPE_ARRAY under construction; field() moves it into a structure.
class Array {
public:
  /// Memory for `expected` items is allocated at once.
  explicit Array(gsize expected = 0) {
    gst_value_array_init(&value_, static_cast<guint>(expected));
  }
  ~Array() {
    if (G_IS_VALUE(&value_))
      g_value_unset(&value_);
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  template <class Set, class T>
  void append(GType type, Set set, T v) {
    GValue item = G_VALUE_INIT;
    g_value_init(&item, type);
    set(&item, v);
    gst_value_array_append_and_take_value(&value_, &item);
  }
  void append(guint v) { append(G_TYPE_UINT, g_value_set_uint, v); }
  void append(guint64 v) { append(G_TYPE_UINT64, g_value_set_uint64, v); }
  void append(gdouble v) { append(G_TYPE_DOUBLE, g_value_set_double, v); }
  void append(const gchar* v) { append(G_TYPE_STRING, g_value_set_string, v); }
  void append(Array& v) { gst_value_array_append_and_take_value(&value_, &v.value_); }
  void append_taking(GstStructure* v) { append(GST_TYPE_STRUCTURE, g_value_take_boxed, v); }

  /// Appends counts, of 32 bits for one frame and of 64 bits for a sum of frames.
  template <class Count>
  void append_counts(const Count* counts, gsize n, bool summed) {
    if (summed)
      append_all(G_TYPE_UINT64, g_value_set_uint64, counts, n);
    else
      append_all(G_TYPE_UINT, g_value_set_uint, counts, n);
  }

  void field(GstStructure* structure, const gchar* name) {
    gst_structure_take_value(structure, name, &value_);
  }

private:
  /// Items are copies of one value, since g_value_init() for each would take most of the time.
  /// Values of numbers own nothing.
  template <class Item, class Number>
  void append_all(GType type, void (*set)(GValue*, Item), const Number* numbers, gsize n) {
    GValue zero = G_VALUE_INIT;
    g_value_init(&zero, type);
    for (gsize i = 0; i < n; i++) {
      GValue item = zero;
      set(&item, static_cast<Item>(numbers[i]));
      gst_value_array_append_and_take_value(&value_, &item);
    }
  }

  GValue value_ = G_VALUE_INIT;
};

} // namespace videohistogram
