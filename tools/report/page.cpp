// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/page.h"

#include "tools/report/style.h"
#include "tools/text/escape.h"

#include <glib.h>

namespace videohistogram::tools {

std::string make_page(const std::string& title, const std::string& body) {
  return std::string(page_mark) +
         "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'unsafe-inline'; img-src data:\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n<title>" +
         escape_markup(title) + "</title>\n<style>" + page_style + "</style>\n</head>\n<body>\n" +
         body + "<footer>Made by gst-videohistogram-1.0 " VERSION ".</footer>\n</body>\n</html>\n";
}

std::string make_tile(const std::string& number, const std::string& name) {
  return "<div class=\"tile\"><b>" + escape_markup(number) + "</b><span>" + escape_markup(name) +
         "</span></div>\n";
}

std::string make_badge(const std::string& text, Tone tone) {
  constexpr const char* classes[] = {"good", "notice", "bad"};
  return std::string("<span class=\"badge ") + classes[static_cast<size_t>(tone)] + "\">" +
         escape_markup(text) + "</span>";
}

std::string make_fact(const std::string& name, const std::string& value) {
  if (value.empty())
    return "";
  return "<div><dt>" + escape_markup(name) + "</dt><dd>" + escape_markup(value) + "</dd></div>\n";
}

std::string finding_class(const std::string& kind) {
  constexpr const char* classes[][2] = {
      {"black", "black"},      {"frozen", "frozen"}, {"flashes", "flash"},
      {"corrupted", "damage"}, {"r103", "damage"},   {"not-counted", "damage"},
      {"lost", "damage"},      {"no-time", "time"},  {"time-backwards", "time"},
      {"gap", "damage"},
  };
  for (const auto& [known, name] : classes) {
    if (kind == known)
      return name;
  }
  return "other";
}

PageTable::PageTable(const std::vector<std::string>& names, const char* css)
    : html_(std::string("<div class=\"") + css + "\"><table><thead><tr>") {
  for (const std::string& name : names) {
    const char mark = marks_.emplace_back(name.front());
    html_ += mark == '>' ? "<th class=\"number\">" : "<th>";
    html_ += name.substr(mark == '>' || mark == '!' ? 1 : 0) + "</th>";
  }
  html_ += "</tr></thead>\n<tbody>\n";
}

void PageTable::add(const std::vector<std::string>& cells) {
  html_ += "<tr>";
  for (size_t i = 0; i < cells.size(); i++) {
    if (marks_[i] == '!')
      html_ += "<td class=\"kind\"><span class=\"dot " + finding_class(cells[i]) + "\"></span>";
    else
      html_ += marks_[i] == '>' ? "<td class=\"number\">" : "<td>";
    html_ += escape_markup(cells[i]) + "</td>";
  }
  html_ += "</tr>\n";
}

std::string make_image_source(const std::string& jpeg) {
  gchar* text = g_base64_encode(reinterpret_cast<const guchar*>(jpeg.data()), jpeg.size());
  const std::string source = std::string("data:image/jpeg;base64,") + text;
  g_free(text);
  return source;
}

} // namespace videohistogram::tools
