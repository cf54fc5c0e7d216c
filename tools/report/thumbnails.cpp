// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/thumbnails.h"

#include "tools/text/escape.h"
#include "tools/thumbnail/thumbnailer.h"

#include <glib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <poll.h>

namespace videohistogram::tools {

namespace {

/// The longest time for all images of a video, in multiples of the time for one.
constexpr int64_t video_limit = 6;

} // namespace

std::vector<std::string> Thumbnails::decode(const std::string& path,
                                            const std::vector<int64_t>& times) {
  std::vector<std::string> images(times.size());
  if (times.empty())
    return images;
  if (!process_)
    process_ = std::make_unique<WorkerProcess>(run_thumbnailer);
  const auto limit = static_cast<int64_t>(timeout_ * G_USEC_PER_SEC);
  const int64_t end = g_get_monotonic_time() + video_limit * limit;
  const auto deadline = [&] { return std::min(g_get_monotonic_time() + limit, end); };
  try {
    if (process_->send(MessageKind::thumbnails, pack(path, times))) {
      while (const std::optional<Message> message = receive(deadline())) {
        MessageReader content(message->content);
        const auto index = content.take<uint64_t>();
        if (index >= images.size())
          return images;
        content.read(images[index]);
      }
    }
  } catch (const ProtocolError&) {
  }
  process_.reset(); // it died, or is too slow; its destructor kills it
  return images;
}

std::optional<Message> Thumbnails::receive(int64_t deadline) {
  MessageBuffer& messages = process_->messages();
  for (;;) {
    if (std::optional<Message> message = messages.next())
      return message;
    const int64_t left = std::max<int64_t>(deadline - g_get_monotonic_time(), 0);
    pollfd ends[2] = {{process_->socket(), POLLIN, 0},
                      {process_->output().descriptor(), POLLIN, 0}};
    const int ready = poll(ends, 2, static_cast<int>(left / 1000));
    if (ready < 0 && errno == EINTR)
      continue;
    for (const std::string& line : process_->output().read_lines())
      std::fprintf(stderr, "images: %s\n", escape_for_terminal(line).c_str());
    if (ready <= 0 || (ends[0].revents != 0 && !messages.receive(process_->socket())))
      return {};
  }
}

} // namespace videohistogram::tools
