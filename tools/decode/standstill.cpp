// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/standstill.h"

#include "tools/read/gst_pointers.h"

namespace videohistogram::tools {

namespace {

/// Looks in succession that have to find that no task runs. At the start and between two steps of a
/// pipeline none runs for a moment.
constexpr int least_idle = 5 * GST_SECOND / Standstill::interval;

/// Looks in succession without progress. Storage may take minutes to bring a file from tape.
constexpr int least_same = 300 * GST_SECOND / Standstill::interval;

} // namespace

void Standstill::watch(GstPad* pad) {
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, note_buffer, this, nullptr);
}

void Standstill::watch_source(GstBin*, GstBin*, GstElement* element, Standstill* self) {
  if (!GST_OBJECT_FLAG_IS_SET(element, GST_ELEMENT_FLAG_SOURCE) || GST_IS_BIN(element))
    return;
  const PadPtr pad(gst_element_get_static_pad(element, "src"));
  if (pad)
    self->watch(pad.get());
}

GstPadProbeReturn Standstill::note_buffer(GstPad*, GstPadProbeInfo*, gpointer self) {
  static_cast<Standstill*>(self)->buffers_++;
  return GST_PAD_PROBE_OK;
}

Standstill::Finding Standstill::look(int64_t waiting, uint64_t progress) {
  const std::pair now(buffers_ + progress, waiting);
  same_looks_ = now == progress_ ? same_looks_ + 1 : 0;
  progress_ = now;
  idle_looks_ = has_running_task() ? 0 : idle_looks_ + 1;
  if (idle_looks_ >= least_idle)
    return Finding::stopped;
  return same_looks_ >= least_same ? Finding::hung : Finding::none;
}

/// Whether any thread of the pipeline is there to move data.
bool Standstill::has_running_task() const {
  bool runs = false;
  const auto look_at_pad = [](GstElement*, GstPad* pad, gpointer runs) -> gboolean {
    *static_cast<bool*>(runs) |= gst_pad_get_task_state(pad) == GST_TASK_STARTED;
    return TRUE;
  };
  GstIterator* const elements = gst_bin_iterate_recurse(GST_BIN(pipeline_));
  GValue item = G_VALUE_INIT;
  GstIteratorResult result;
  while (!runs && (result = gst_iterator_next(elements, &item)) != GST_ITERATOR_DONE) {
    if (result != GST_ITERATOR_OK) {
      runs = true; // elements come and go
      break;
    }
    gst_element_foreach_pad(GST_ELEMENT(g_value_get_object(&item)), look_at_pad, &runs);
    g_value_reset(&item);
  }
  g_value_unset(&item);
  gst_iterator_free(elements);
  return runs;
}

} // namespace videohistogram::tools
