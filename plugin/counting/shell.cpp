// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/shell.h"

#include "plugin/settings/drm_format.h"

#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT category_

namespace videohistogram {

/// The code that tells an application what it can do about an error at start.
static GstResourceError resource_error(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::no_device:
    return GST_RESOURCE_ERROR_NOT_FOUND;
  case ErrorKind::invalid_argument:
    return GST_RESOURCE_ERROR_SETTINGS;
  case ErrorKind::transient: // may succeed later, or with `backend=auto`
    return GST_RESOURCE_ERROR_BUSY;
  default:
    return GST_RESOURCE_ERROR_FAILED;
  }
}

void Shell::post(const Error& error, GQuark domain, gint code) const {
  GST_WARNING_OBJECT(element_, "%s: %s", error.message.c_str(), error.detail.c_str());
  gst_element_message_full(element_, GST_MESSAGE_ERROR, domain, code,
                           g_strdup(error.message.c_str()), g_strdup(error.detail.c_str()),
                           __FILE__, GST_FUNCTION, __LINE__);
}

void Shell::post_error(const Error& error) const {
  post(error, GST_RESOURCE_ERROR, resource_error(error.kind));
}

GstFlowReturn Shell::flow_after(const Status& status) {
  if (status.ok()) {
    last_reason_.clear();
    return GST_FLOW_OK;
  }
  const Error& error = status.error();
  const bool is_new = is_news(error);
  if (error.kind == ErrorKind::invalid_argument) {
    if (is_new)
      post(error, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT);
    return GST_FLOW_NOT_NEGOTIATED;
  }
  if (is_new)
    post(error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT);
  return GST_FLOW_ERROR;
}

void Shell::explain_refusal(GstQuery* query) {
  gboolean accepted = FALSE;
  GstCaps* caps = nullptr;
  gst_query_parse_accept_caps_result(query, &accepted);
  gst_query_parse_accept_caps(query, &caps);
  const char* const format = accepted ? nullptr : drm_format_of(caps);
  if (!format || explained_.exchange(true))
    return;
  GST_ELEMENT_WARNING(element_, STREAM, FORMAT,
                      ("DMABuf frames of drm-format %s are not accepted: only those of linear rows "
                       "(modifier 0) and of a format that is counted can be read. Put an element "
                       "before this one that makes such frames, such as vapostproc ! video/x-raw",
                       format),
                      (nullptr));
}

bool Shell::offer_pool(GstQuery* query, const Held& held) const {
  if (!run_.running())
    return false;
  bool offered = false;
  const Status status = guard([&]() -> Status {
    offered = extend_allocation(query, run_.backend(), held);
    return {};
  });
  if (!status.ok())
    GST_INFO_OBJECT(element_, "no pool is offered: %s", status.error().detail.c_str());
  return offered;
}

bool Shell::propose_allocation(GstQuery* query, const Held& held) const {
  const bool answered =
      gst_pad_peer_query(GST_BASE_TRANSFORM_SRC_PAD(GST_BASE_TRANSFORM(element_)), query);
  refuse_crops(query);
  return offer_pool(query, held) || answered;
}

void Shell::warn_about_text(const Error& error, GParamSpec* pspec) const {
  GST_ELEMENT_WARNING(element_, RESOURCE, SETTINGS,
                      ("%s. The property %s stays as it was", error.message.c_str(), pspec->name),
                      (nullptr));
}

void add_pads(GstElementClass* element_class, GstCaps* sink, GstCaps* src) {
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, sink));
  gst_element_class_add_pad_template(element_class,
                                     gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, src));
  gst_caps_unref(sink);
  gst_caps_unref(src);
}

} // namespace videohistogram
