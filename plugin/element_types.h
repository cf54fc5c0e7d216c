// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <glib-object.h>

/// The enum and flags types of the element's properties. Their values are those of
/// videohistogram::BackendChoice and bits of videohistogram::ChannelSet.
GType gst_video_histogram_backend_get_type();
GType gst_video_histogram_split_get_type();
GType gst_video_histogram_channels_get_type();
