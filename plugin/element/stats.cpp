// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/stats.h"

namespace videohistogram {

namespace {

void append_device(GValue* devices, const DeviceStats& device) {
  GValue value = G_VALUE_INIT;
  g_value_init(&value, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&value,
                     gst_structure_new("device", "index", G_TYPE_INT, device.index, "name",
                                       G_TYPE_STRING, device.name.c_str(), "frames", G_TYPE_UINT64,
                                       guint64{device.frames}, "bytes", G_TYPE_UINT64,
                                       guint64{device.bytes}, "busy-time", G_TYPE_UINT64,
                                       guint64(device.busy.count()), nullptr));
  gst_value_array_append_and_take_value(devices, &value);
}

} // namespace

GstStructure* make_stats_structure(const FrameCounters& counters, const RunStats& run) {
  const Backend* const backend = run.backend;
  const guint64 counted = counters.counted;
  guint64 on_cpu = 0;
  TransferStats transfers;
  if (backend) {
    on_cpu = run.on_gpus ? counters.fell_back.load() : counted;
    transfers = backend->transfers();
  }
  GstStructure* const stats = gst_structure_new_empty("videohistogram-stats");
  append(stats, {{"frames", counters.frames},
                 {"counted", counted},
                 {"counted-cpu", on_cpu},
                 {"counted-cuda", counted > on_cpu ? counted - on_cpu : 0},
                 {"failed", counters.failed},
                 {"failed-tables", counters.failed_tables},
                 {"skipped-gap", counters.skipped_gap},
                 {"skipped-invalid", counters.skipped_invalid},
                 {"skipped-unplanned", counters.skipped_unplanned},
                 {"corrupted", counters.corrupted},
                 {"regions-ignored", counters.regions_ignored},
                 {"bytes-uploaded", transfers.bytes_uploaded},
                 {"bytes-staged", transfers.bytes_staged},
                 {"zero-copy-frames", transfers.zero_copy_frames},
                 {"copied-by-writer", counters.copied_by_writer},
                 {"pinned-frames", transfers.pinned_frames},
                 {"staged-frames", transfers.staged_frames}});
  gst_structure_set(stats, "frames-per-second", G_TYPE_DOUBLE, counters.frames_per_second(),
                    nullptr);
  append(stats, {{"streaming-time", counters.streaming_time}, {"cpu-time", counters.cpu_time}});
  run.append_to(stats);
  GValue devices = G_VALUE_INIT;
  gst_value_array_init(&devices, 0);
  if (backend)
    for (const DeviceStats& device : backend->device_stats())
      append_device(&devices, device);
  gst_structure_take_value(stats, "devices", &devices);
  return stats;
}

} // namespace videohistogram
