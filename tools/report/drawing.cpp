// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/drawing.h"

namespace videohistogram::tools {

std::string coordinate(double value) {
  return format_real(value, 1);
}

double x_of(const Timeline& timeline, double frame) {
  return (frame + 0.5) * drawing_width / static_cast<double>(timeline.frames());
}

std::string draw_ticks(const Timeline& timeline) {
  if (timeline.first_time() == no_time || timeline.last_time() <= timeline.first_time())
    return "";
  constexpr int64_t millisecond = 1000000, second = 1000 * millisecond;
  constexpr double max_ticks = 10;
  const auto length = static_cast<double>(timeline.last_time() - timeline.first_time());
  int64_t step = 24 * 3600 * second;
  for (int64_t milliseconds : {100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000,
                               300000, 600000, 900000, 1800000, 3600000, 7200000, 14400000}) {
    if (length / static_cast<double>(milliseconds * millisecond) <= max_ticks) {
      step = milliseconds * millisecond;
      break;
    }
  }
  std::string html = "<ol class=\"ticks\">";
  double last = -1;
  for (int64_t time = timeline.first_time(); time <= timeline.last_time(); time += step) {
    const double place = timeline.frame_at(time) / static_cast<double>(timeline.frames());
    if (place > 0.97) // the text would leave the page
      break;
    if (place - last < 0.05) // texts would touch where frames take long, or are missing
      continue;
    last = place;
    const int64_t shown = time - timeline.first_time();
    html += "<li style=\"left:" + format_real(100 * place, 2) + "%\">" +
            (step < second ? format_time(shown) : format_seconds(shown / second)) + "</li>";
  }
  return html + "</ol>\n";
}

} // namespace videohistogram::tools
