// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <glib-object.h>

/// The enum types of the element's properties. Their values are those of
/// videohistogram::BackendChoice and videohistogram::Split.
GType gst_video_histogram_backend_get_type();
GType gst_video_histogram_split_get_type();
