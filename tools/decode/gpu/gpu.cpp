// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/gpu/gpu.h"

#include "tools/decode/gpu/nvdec.h"
#include "tools/decode/gpu/nvdec_elements.h"
#include "tools/read/gst_pointers.h"

namespace videohistogram::tools {

namespace {

/// Every GPU that decodes video decodes H.264.
constexpr const char* any_nvdec = "nvh264dec";

/// The type of GStreamer's contexts that have a CUDA context.
constexpr const char* cuda_context_type = "gst.cuda.context";

/// The context that the decoder made; null: none. Set once; owned until the end of the process.
GstContext* cuda_context = nullptr;

/// Keeps the first error and the first CUDA context of an element's messages.
void note(GstMessage* message, GError*& error) {
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR && !error)
    gst_message_parse_error(message, &error, nullptr);
  if (GST_MESSAGE_TYPE(message) != GST_MESSAGE_HAVE_CONTEXT || cuda_context)
    return;
  GstContext* context = nullptr;
  gst_message_parse_have_context(message, &context);
  if (gst_context_has_context_type(context, cuda_context_type))
    cuda_context = context;
  else
    gst_context_unref(context);
}

/// Makes the plugin register the decoders of this GPU. GStreamer's registry knows those of the
/// process that wrote it, which may have seen no GPU.
void register_decoders() {
  GstPlugin* known = gst_registry_find_plugin(gst_registry_get(), nvdec_plugin);
  if (!known)
    return;
  GstPlugin* loaded = gst_plugin_load(known);
  gst_object_unref(known);
  if (loaded)
    gst_object_unref(loaded);
}

/// The reason why an element does not reach a state; empty if it does, and the CUDA context that it
/// may have made is kept. Takes `element` back to GST_STATE_NULL.
std::string why_not_in(GstElement* element, GstState state) {
  const BusPtr bus(gst_bus_new());
  gst_element_set_bus(element, bus.get());
  const bool fails = gst_element_set_state(element, state) == GST_STATE_CHANGE_FAILURE;
  // A search for messages of one type discards those before it.
  GError* error = nullptr;
  while (const MessagePtr message{gst_bus_pop(bus.get())})
    note(message.get(), error);
  const ErrorPtr owned(error);
  gst_element_set_bus(element, nullptr);
  gst_element_set_state(element, GST_STATE_NULL);
  if (!fails)
    return "";
  return error ? error->message : std::string(GST_OBJECT_NAME(element)) + " does not start";
}

} // namespace

void share_cuda_context(GstElement* pipeline) {
  if (cuda_context)
    gst_element_set_context(pipeline, cuda_context);
}

size_t count_gpu_decoders() {
  return count_nvdecs(cuda_context);
}

std::string why_no_gpu() {
  register_decoders();
  const ElementPtr decoder(gst_element_factory_make(any_nvdec, any_nvdec));
  if (!decoder)
    return std::string("GStreamer has no element ") + any_nvdec +
           "; the plugin nvcodec or NVIDIA's driver is missing, or the GPU cannot decode";
  gst_object_ref_sink(decoder.get());
  const std::string problem = why_not_in(decoder.get(), GST_STATE_READY);
  if (!problem.empty())
    return problem;
  return why_gpu_does_not_count();
}

std::string why_gpu_does_not_count() {
  const ElementPtr histogram(gst_element_factory_make("videohistogram", nullptr));
  gst_object_ref_sink(histogram.get());
  gst_util_set_object_arg(G_OBJECT(histogram.get()), "backend", "cuda");
  share_cuda_context(histogram.get());
  return why_not_in(histogram.get(), GST_STATE_PAUSED);
}

} // namespace videohistogram::tools
