// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Owning pointers to GStreamer's objects.
#pragma once

#include <gst/gst.h>

#include <memory>

namespace videohistogram::tools {

/// A deleter for unique_ptr that calls a C function.
template <auto release>
struct Releaser {
  template <class T>
  void operator()(T* object) const {
    release(object);
  }
};
/// Caps, messages, buffers and samples, whose functions have no address that files share.
struct MiniObjectReleaser {
  template <class T>
  void operator()(T* object) const {
    gst_mini_object_unref(GST_MINI_OBJECT_CAST(object));
  }
};
using ElementPtr = std::unique_ptr<GstElement, Releaser<gst_object_unref>>;
using PadPtr = std::unique_ptr<GstPad, Releaser<gst_object_unref>>;
using BusPtr = std::unique_ptr<GstBus, Releaser<gst_object_unref>>;
using CapsPtr = std::unique_ptr<GstCaps, MiniObjectReleaser>;
using MessagePtr = std::unique_ptr<GstMessage, MiniObjectReleaser>;
using BufferPtr = std::unique_ptr<GstBuffer, MiniObjectReleaser>;
using SamplePtr = std::unique_ptr<GstSample, MiniObjectReleaser>;
using ErrorPtr = std::unique_ptr<GError, Releaser<g_error_free>>;
using TextPtr = std::unique_ptr<gchar, Releaser<g_free>>;

} // namespace videohistogram::tools
