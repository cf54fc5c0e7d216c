// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "counting.h"

namespace videohistogram::benchmark {

Measurement measure_read(const Cell& cell, const Frames& frames, Reader& reader, Timer& timer) {
  Measurement m;
  m.counter = "read";
  for (bool early : {false, true})
    for (const Reader::Shape& shape : reader.shapes(early)) {
      const Enqueue enqueue = [&](int i, cudaStream_t stream) {
        return reader.enqueue(shape, frames.at(i), cell.bytes(), false, stream);
      };
      const Times times = timer.all(enqueue, frames.count(), timer.alone(enqueue, 2));
      for (const TimeOf time : {&Times::alone_us, &Times::stream_us, &Times::graph_us})
        if (m.times.*time == 0 || times.*time < m.times.*time)
          m.times.*time = times.*time;
    }
  return m;
}

std::string compare(const std::vector<uint32_t>& counts, const std::vector<uint32_t>& expected) {
  if (counts.size() != expected.size())
    return "delivered " + std::to_string(counts.size()) + " counts";
  for (size_t i = 0; i < counts.size(); i++)
    if (counts[i] != expected[i])
      return "count " + std::to_string(i) + " is " + std::to_string(counts[i]) + ", not " +
             std::to_string(expected[i]);
  return "";
}

Measurement measure_counts(const std::string& counter, const Enqueue& enqueue,
                           const std::function<std::string()>& what_is_wrong, const Frames& frames,
                           Timer& timer) {
  Measurement m;
  m.counter = counter;
  const auto is_right = [&] {
    check(cudaDeviceSynchronize(), "counting a frame");
    m.why_not = what_is_wrong();
    m.wrong = !m.why_not.empty();
    return !m.wrong;
  };
  check(enqueue(0, timer.stream()), "counting a frame");
  if (!is_right())
    return m;
  const Times times = timer.all(enqueue, frames.count(), timer.alone(enqueue, 2));
  if (is_right()) // checks the counts after many launches, too
    m.times = times;
  return m;
}

} // namespace videohistogram::benchmark
