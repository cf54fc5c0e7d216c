// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/frame_counters.h"

#include "plugin/element/array.h"

namespace videohistogram {

void FrameCounters::reset() {
  videohistogram::reset({&frames, &counted, &fell_back, &failed, &failed_tables, &skipped_gap,
                         &skipped_invalid, &skipped_unplanned, &corrupted, &regions_ignored,
                         &copied_by_writer, &copied_in_row, &streaming_time, &cpu_time,
                         &first_counted, &last_counted});
}

void FrameCounters::count_one() {
  const guint64 now = StopWatch::now(CLOCK_MONOTONIC);
  if (counted.fetch_add(1, std::memory_order_relaxed) == 0)
    first_counted.store(now, std::memory_order_relaxed);
  last_counted.store(now, std::memory_order_relaxed);
}

double FrameCounters::frames_per_second() const {
  const guint64 n = counted.load(std::memory_order_relaxed);
  const guint64 first = first_counted.load(std::memory_order_relaxed);
  const guint64 last = last_counted.load(std::memory_order_relaxed);
  return n > 1 && last > first
             ? static_cast<double>(n - 1) * GST_SECOND / static_cast<double>(last - first)
             : 0.0;
}

GstStructure* FrameCounters::make_stats(const RunStats& run) const {
  const Backend* const backend = run.backend;
  const guint64 all = counted; // other threads may count further frames meanwhile
  guint64 on_cpu = 0;
  TransferStats transfers;
  if (backend) {
    on_cpu = run.on_gpus ? fell_back.load() : all;
    transfers = backend->transfers();
  }
  GstStructure* const stats = gst_structure_new_empty("videohistogram-stats");
  append(stats, {{"frames", frames},
                 {"counted", all},
                 {"counted-cpu", on_cpu},
                 {"counted-cuda", all > on_cpu ? all - on_cpu : 0},
                 {"failed", failed},
                 {"failed-tables", failed_tables},
                 {"skipped-gap", skipped_gap},
                 {"skipped-invalid", skipped_invalid},
                 {"skipped-unplanned", skipped_unplanned},
                 {"corrupted", corrupted},
                 {"regions-ignored", regions_ignored},
                 {"bytes-uploaded", transfers.bytes_uploaded},
                 {"bytes-staged", transfers.bytes_staged},
                 {"zero-copy-frames", transfers.zero_copy_frames},
                 {"copied-by-writer", copied_by_writer},
                 {"pinned-frames", transfers.pinned_frames},
                 {"staged-frames", transfers.staged_frames}});
  gst_structure_set(stats, "frames-per-second", G_TYPE_DOUBLE, frames_per_second(), nullptr);
  append(stats, {{"streaming-time", streaming_time}, {"cpu-time", cpu_time}});
  run.append_to(stats);
  Array devices;
  if (backend)
    for (const DeviceStats& device : backend->device_stats())
      devices.append_taking(
          gst_structure_new("device", "index", G_TYPE_INT, device.index, "name", G_TYPE_STRING,
                            device.name.c_str(), "frames", G_TYPE_UINT64, guint64{device.frames},
                            "bytes", G_TYPE_UINT64, guint64{device.bytes}, "busy-time",
                            G_TYPE_UINT64, guint64(device.busy.count()), nullptr));
  devices.field(stats, "devices");
  return stats;
}

} // namespace videohistogram
