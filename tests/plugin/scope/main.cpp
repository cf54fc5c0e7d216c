// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs the tests of elements of scopes. What a file needs beyond the elements is set up by its
// fixture.
#include "plugin/element/gstvideohistogramelement.h"
#include "plugin/scope/element/gstvideoscope.h"
#include "plugin/scope/element/gstvideoscopeoverlay.h"

#include <gst/gst.h>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  gst_init(&argc, &argv);
  GST_ELEMENT_REGISTER(videohistogram, nullptr);
  GST_ELEMENT_REGISTER(videoscope, nullptr);
  GST_ELEMENT_REGISTER(videoscopeoverlay, nullptr);
  return RUN_ALL_TESTS();
}
