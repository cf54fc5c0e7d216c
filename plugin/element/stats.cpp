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

GstStructure* make_stats_structure(const FrameCounters& counters, const Backend* backend,
                                   bool on_gpus, const std::string& reason) {
  const guint64 counted = counters.counted.load(std::memory_order_relaxed);
  guint64 on_cpu = 0;
  TransferStats transfers;
  if (backend) {
    on_cpu = on_gpus ? counters.fell_back.load(std::memory_order_relaxed) : counted;
    transfers = backend->transfers();
  }
  const auto load = [](const std::atomic<guint64>& counter) {
    return counter.load(std::memory_order_relaxed);
  };
  GstStructure* const stats = gst_structure_new(
      "videohistogram-stats", "frames", G_TYPE_UINT64, load(counters.frames), "counted",
      G_TYPE_UINT64, counted, "counted-cpu", G_TYPE_UINT64, on_cpu, "counted-cuda", G_TYPE_UINT64,
      counted > on_cpu ? counted - on_cpu : guint64{0}, "failed", G_TYPE_UINT64,
      load(counters.failed), "failed-tables", G_TYPE_UINT64, load(counters.failed_tables),
      "skipped-gap", G_TYPE_UINT64, load(counters.skipped_gap), "skipped-invalid", G_TYPE_UINT64,
      load(counters.skipped_invalid), "skipped-unplanned", G_TYPE_UINT64,
      load(counters.skipped_unplanned), "corrupted", G_TYPE_UINT64, load(counters.corrupted),
      "regions-ignored", G_TYPE_UINT64, load(counters.regions_ignored), "bytes-uploaded",
      G_TYPE_UINT64, guint64{transfers.bytes_uploaded}, "bytes-staged", G_TYPE_UINT64,
      guint64{transfers.bytes_staged}, "zero-copy-frames", G_TYPE_UINT64,
      guint64{transfers.zero_copy_frames}, "copied-by-writer", G_TYPE_UINT64,
      load(counters.copied_by_writer), "pinned-frames", G_TYPE_UINT64,
      guint64{transfers.pinned_frames}, "staged-frames", G_TYPE_UINT64,
      guint64{transfers.staged_frames}, "frames-per-second", G_TYPE_DOUBLE,
      counters.frames_per_second(), "streaming-time", G_TYPE_UINT64, load(counters.streaming_time),
      "cpu-time", G_TYPE_UINT64, load(counters.cpu_time), "backend", G_TYPE_STRING,
      backend ? backend->name() : "none", "device", G_TYPE_STRING,
      backend ? backend->device().c_str() : "none", "reason", G_TYPE_STRING, reason.c_str(),
      nullptr);
  GValue devices = G_VALUE_INIT;
  gst_value_array_init(&devices, 0);
  if (backend)
    for (const DeviceStats& device : backend->device_stats())
      append_device(&devices, device);
  gst_structure_take_value(stats, "devices", &devices);
  return stats;
}

} // namespace videohistogram
