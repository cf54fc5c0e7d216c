// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/gpu/nvdec_elements.h"

#include "tools/read/gst_pointers.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <vector>

namespace videohistogram::tools {

namespace {

/// The type of elements whose streams NVIDIA's parser reads: it begins anew after the end of a
/// stream. Those with GStreamer's parsers, all from version 1.24 on, forget what came before only
/// when they free the decoder.
constexpr const char* type_that_begins_anew = "GstNvDec";

struct KeptElement {
  ElementPtr element; ///< without a parent, ready for the next stream
  CapsPtr key;        ///< of the streams that its decoder is right for
};

/// Elements of this process that no pipeline has, the oldest first.
class KeptElements {
public:
  void put(KeptElement kept) {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_back(std::move(kept));
  }

  /// The element for this key; null: none. The process then has one more than it decodes streams
  /// at once, so `surplus` is the oldest one, if there is any.
  ElementPtr take(const GstCaps* key, ElementPtr& surplus) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto found = std::find_if(kept_.begin(), kept_.end(), [&](const KeptElement& kept) {
      return key && gst_caps_is_equal(kept.key.get(), key);
    });
    const bool is_kept = found != kept_.end();
    if (!is_kept)
      found = kept_.begin();
    if (found == kept_.end())
      return nullptr;
    ElementPtr element = std::move(found->element);
    kept_.erase(found);
    if (is_kept)
      return element;
    surplus = std::move(element);
    return nullptr;
  }

private:
  std::mutex mutex_;
  std::vector<KeptElement> kept_;
};

/// Never destroyed: CUDA may be gone before.
KeptElements& kept_elements() {
  static auto* const kept = new KeptElements;
  return *kept;
}

/// Elements of GStreamer 1.22 whose frames were seen to have the times of others from a frame on
/// that is not shown, and those to take instead. Of these too a video goes to the CPU if its times
/// do not increase.
constexpr const char* confusing[][2] = {{"nvvp8dec", "nvvp8sldec"}, {"nvvp9dec", "nvvp9sldec"}};

bool has_better(const gchar* name) {
  for (const auto& [worse, better] : confusing) {
    GstPluginFeature* const feature = std::strcmp(name, worse) == 0
                                          ? gst_registry_lookup_feature(gst_registry_get(), better)
                                          : nullptr;
    if (feature) {
      gst_object_unref(feature);
      return true;
    }
  }
  return false;
}

bool is_nvdec(GstElementFactory* factory) {
  auto* const feature = GST_PLUGIN_FEATURE(factory);
  const gchar* plugin = gst_plugin_feature_get_plugin_name(feature);
  return plugin && std::strcmp(plugin, nvdec_plugin) == 0 &&
         !has_better(gst_plugin_feature_get_name(feature));
}

using FactoryPtr = std::unique_ptr<GstElementFactory, Releaser<gst_object_unref>>;

/// The first factory in the order of ranks that is true for `matches`; null: none.
template <class Predicate>
FactoryPtr find_factory(Predicate matches) {
  GList* const factories =
      gst_element_factory_list_get_elements(GST_ELEMENT_FACTORY_TYPE_DECODER, GST_RANK_MARGINAL);
  FactoryPtr found;
  for (GList* entry = factories; entry && !found; entry = entry->next) {
    auto* const factory = GST_ELEMENT_FACTORY(entry->data);
    if (is_nvdec(factory) && matches(factory))
      found.reset(GST_ELEMENT_FACTORY(gst_object_ref(factory)));
  }
  gst_plugin_feature_list_free(factories);
  return found;
}

FactoryPtr find_factory_for(const GstCaps* caps) {
  return find_factory([caps](GstElementFactory* factory) {
    return gst_element_factory_can_sink_all_caps(factory, caps);
  });
}

/// Whether the times of an element's frames increase. If they once did not, GStreamer's base class
/// takes those of all later frames for wrong, and makes up others.
struct TimeOrder {
  static constexpr const char* name = "time-order"; ///< as data of the element
  GstClockTime last = GST_CLOCK_TIME_NONE;
  std::atomic<bool> is_kept{true};
};

GstPadProbeReturn check_order(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto* const order = static_cast<TimeOrder*>(data);
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
    const GstClockTime next = GST_BUFFER_PTS(GST_PAD_PROBE_INFO_BUFFER(info));
    if (next != GST_CLOCK_TIME_NONE && order->last != GST_CLOCK_TIME_NONE && next <= order->last)
      order->is_kept = false;
    order->last = next;
  } else if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_SEGMENT) {
    order->last = GST_CLOCK_TIME_NONE;
  }
  return GST_PAD_PROBE_OK;
}

void watch_times(GstElement* element) {
  auto* const order = new TimeOrder;
  g_object_set_data_full(G_OBJECT(element), TimeOrder::name, order,
                         [](gpointer data) { delete static_cast<TimeOrder*>(data); });
  const PadPtr source(gst_element_get_static_pad(element, "src"));
  gst_pad_add_probe(
      source.get(),
      static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM),
      check_order, order, nullptr);
}

bool has_ordered_times(GstElement* element) {
  const auto* const order =
      static_cast<TimeOrder*>(g_object_get_data(G_OBJECT(element), TimeOrder::name));
  return order->is_kept;
}

ElementPtr find_element(GstElement* pipeline) {
  ElementPtr found;
  GST_OBJECT_LOCK(pipeline);
  for (GList* child = GST_BIN_CHILDREN(pipeline); child && !found; child = child->next) {
    if (g_object_get_data(G_OBJECT(child->data), TimeOrder::name))
      found.reset(GST_ELEMENT(gst_object_ref(child->data)));
  }
  GST_OBJECT_UNLOCK(pipeline);
  return found;
}

/// The key of an element, as data of it: what its decoder depends on. Caps alone do not tell the
/// coded size, crop and number of reference frames; the header of the stream does.
constexpr const char* key_name = "key";

/// NULL without a header: such an element is not kept.
CapsPtr make_key(const GstCaps* caps, GstBuffer* header) {
  if (!header)
    return nullptr;
  CapsPtr key(gst_caps_copy(caps));
  gst_caps_set_simple(key.get(), "codec_data", GST_TYPE_BUFFER, header, nullptr);
  return key;
}

/// The key that an element had from the beginning of its stream to the end; null: none.
CapsPtr lasting_key(GstElement* element) {
  auto* const key = static_cast<GstCaps*>(g_object_get_data(G_OBJECT(element), key_name));
  const PadPtr sink(gst_element_get_static_pad(element, "sink"));
  const CapsPtr caps(gst_pad_get_current_caps(sink.get()));
  if (!key || !caps)
    return nullptr;
  const GValue* const header =
      gst_structure_get_value(gst_caps_get_structure(key, 0), "codec_data");
  const CapsPtr last = make_key(caps.get(), gst_value_get_buffer(header));
  return CapsPtr(gst_caps_is_equal(key, last.get()) ? gst_caps_ref(key) : nullptr);
}

bool begins_anew(GstElement* element) {
  const GType type = g_type_from_name(type_that_begins_anew);
  return type && g_type_is_a(G_OBJECT_TYPE(element), type);
}

/// Takes a pipeline to GST_STATE_NULL, but not its decoder, which it has no more after that.
void stop_without(GstElement* element, GstElement* pipeline) {
  gst_element_set_locked_state(element, TRUE);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_bin_remove(GST_BIN(pipeline), element);
  gst_element_set_locked_state(element, FALSE);
}

/// Makes an element ready for another stream.
void forget_stream(GstElement* element) {
  const PadPtr sink(gst_element_get_static_pad(element, "sink"));
  gst_pad_send_event(sink.get(), gst_event_new_flush_start());
  gst_pad_send_event(sink.get(), gst_event_new_flush_stop(TRUE));
}

} // namespace

bool nvdec_takes(const GstCaps* caps) {
  return find_factory_for(caps) != nullptr;
}

GstCaps* nvdec_caps(GstCaps* caps) {
  GstCaps* taken = nullptr;
  find_factory([&](GstElementFactory* factory) {
    for (const GList* entry = gst_element_factory_get_static_pad_templates(factory);
         entry && !taken; entry = entry->next) {
      auto* const pad = static_cast<GstStaticPadTemplate*>(entry->data);
      const CapsPtr all(gst_static_pad_template_get_caps(pad));
      if (pad->direction == GST_PAD_SINK && gst_caps_can_intersect(caps, all.get()))
        taken = gst_caps_intersect(caps, all.get());
    }
    return taken != nullptr;
  });
  return taken;
}

GstElement* add_nvdec(GstElement* pipeline, const GstCaps* caps, GstBuffer* header) {
  CapsPtr key = make_key(caps, header);
  ElementPtr surplus, element = kept_elements().take(key.get(), surplus);
  if (surplus)
    gst_element_set_state(surplus.get(), GST_STATE_NULL);
  if (!element) {
    const FactoryPtr factory = find_factory_for(caps);
    element.reset(factory ? gst_element_factory_create(factory.get(), nullptr) : nullptr);
    if (!element)
      return nullptr;
    gst_object_ref_sink(element.get());
    watch_times(element.get());
    if (key)
      g_object_set_data_full(G_OBJECT(element.get()), key_name, key.release(),
                             [](gpointer data) { gst_caps_unref(static_cast<GstCaps*>(data)); });
  }
  gst_bin_add(GST_BIN(pipeline), element.get());
  return element.get();
}

bool stop_nvdec(GstElement* pipeline, bool keep) {
  ElementPtr element = find_element(pipeline);
  const bool is_ordered = !element || has_ordered_times(element.get());
  CapsPtr key = keep && is_ordered && element && begins_anew(element.get())
                    ? lasting_key(element.get())
                    : nullptr;
  if (!key) {
    gst_element_set_state(pipeline, GST_STATE_NULL);
    return is_ordered;
  }
  stop_without(element.get(), pipeline);
  forget_stream(element.get());
  kept_elements().put({std::move(element), std::move(key)});
  return true;
}

} // namespace videohistogram::tools
