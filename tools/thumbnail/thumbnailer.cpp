// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/thumbnail/thumbnailer.h"

#include "tools/message/channel.h"
#include "tools/process/worker.h"
#include "tools/thumbnail/frame_grabber.h"

#include <gst/gst.h>

#include <unistd.h>
#include <vector>

namespace videohistogram::tools {

namespace {

/// Ends the process if nobody wants the image.
void send_image(uint64_t index, const std::string& image) {
  std::string bytes;
  append_message(bytes, MessageKind::thumbnail, pack(index, image));
  if (!send_all(worker_socket, bytes))
    _exit(0);
}

void serve(MessageReader request) {
  const auto path = request.take<std::string>();
  const auto times = request.take<std::vector<int64_t>>();
  FrameGrabber grabber(path);
  for (size_t i = 0; i < times.size(); i++) {
    send_image(i, grabber.grab(times[i]));
  }
  send_image(times.size(), "");
}

} // namespace

void run_thumbnailer() {
  gst_init(nullptr, nullptr);
  MessageBuffer requests;
  while (requests.receive(worker_socket)) {
    while (const std::optional<Message> request = requests.next())
      serve(MessageReader(request->content));
  }
  _exit(0);
}

} // namespace videohistogram::tools
