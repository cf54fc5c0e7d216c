/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Preloaded: a library that knows no version of what the plugin needs of it. */

const void* gst_video_histogram_get_producer(unsigned version);

const void* gst_video_histogram_get_producer(unsigned version) {
  (void)version;
  return 0;
}
