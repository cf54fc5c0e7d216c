// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/gpu/gpu.h"

#include "tools/read/gpu/cuda.h"
#include "tools/read/gpu/cuda_device.h"
#include "tools/read/gst_pointers.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// Set once by why_no_gpu().
GstCudaContext* process_context = nullptr;

/// The reason why an element does not reach a state; empty if it does. Takes `element` back to
/// GST_STATE_NULL.
std::string why_not_in(GstElement* element, GstState state) {
  const BusPtr bus(gst_bus_new());
  gst_element_set_bus(element, bus.get());
  const bool fails = gst_element_set_state(element, state) == GST_STATE_CHANGE_FAILURE;
  const MessagePtr message(gst_bus_pop_filtered(bus.get(), GST_MESSAGE_ERROR));
  GError* error = nullptr;
  if (message)
    gst_message_parse_error(message.get(), &error, nullptr);
  const ErrorPtr owned(error);
  gst_element_set_bus(element, nullptr);
  gst_element_set_state(element, GST_STATE_NULL);
  if (!fails)
    return "";
  return error ? error->message : std::string(GST_OBJECT_NAME(element)) + " does not start";
}

} // namespace

GpuDecoders& gpu_decoders() {
  // Never destroyed: CUDA may be gone before.
  static auto* const decoders = new GpuDecoders([] { return make_cuda_device(process_context); },
                                                std::max<size_t>(count_gpu_decoders(), 1));
  return *decoders;
}

GstCudaContext* gpu_context() {
  return process_context;
}

void share_cuda_context(GstElement* element) {
  if (!process_context)
    return;
  GstContext* const context = cuda().share_context(process_context);
  gst_element_set_context(element, context);
  gst_context_unref(context);
}

size_t count_gpu_decoders() {
  return process_context ? count_nvdecs(process_context) : 0;
}

std::string why_no_gpu() {
  const std::string problem = why_gpu_does_not_decode();
  return problem.empty() ? why_gpu_does_not_count() : problem;
}

std::string why_gpu_does_not_decode() {
  AVCodecParameters any_h264{}; // which every GPU decodes that decodes video
  any_h264.codec_id = AV_CODEC_ID_H264;
  if (!GpuDecoders::find(any_h264))
    return "FFmpeg's libavcodec is built without decoders for NVIDIA GPUs";
  std::string problem;
  const Cuda* const cuda = cuda_functions(problem);
  if (!cuda)
    return problem;
  if (!cuda->load_driver())
    return "GStreamer's library libgstcuda cannot use NVIDIA's driver";
  cuda->begin_memory();
  process_context = cuda->new_context(0);
  return process_context ? "" : "CUDA does not start on this GPU";
}

std::string why_gpu_does_not_count() {
  const ElementPtr histogram(gst_element_factory_make("videohistogram", nullptr));
  gst_object_ref_sink(histogram.get());
  gst_util_set_object_arg(G_OBJECT(histogram.get()), "backend", "cuda");
  share_cuda_context(histogram.get());
  return why_not_in(histogram.get(), GST_STATE_PAUSED);
}

} // namespace videohistogram::tools
