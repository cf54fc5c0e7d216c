// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/page.h"

#include "tools/report/style.h"
#include "tools/text/escape.h"

#include <glib.h>

namespace videohistogram::tools {

namespace {

/// The source of a script of a page, for its policy: a hash in base64.
std::string hash_source(const std::string& script) {
  GChecksum* const checksum = g_checksum_new(G_CHECKSUM_SHA256);
  g_checksum_update(checksum, reinterpret_cast<const guchar*>(script.data()),
                    static_cast<gssize>(script.size()));
  guint8 digest[32];
  gsize size = sizeof digest;
  g_checksum_get_digest(checksum, digest, &size);
  g_checksum_free(checksum);
  gchar* const text = g_base64_encode(digest, size);
  const std::string source = std::string("'sha256-") + text + "'";
  g_free(text);
  return source;
}

} // namespace

std::string make_page(const std::string& title, const std::string& body, const std::string& script,
                      const std::string& data) {
  const std::string policy = script.empty() ? "" : "; script-src " + hash_source(script);
  const std::string scripts = script.empty()
                                  ? ""
                                  : "<script type=\"application/json\" id=\"data\">" + data +
                                        "</script>\n<script>" + script + "</script>\n";
  return std::string(page_mark) +
         "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'unsafe-inline'; img-src data:" +
         policy +
         "\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n<title>" +
         escape_markup(title) + "</title>\n<style>" + page_style + "</style>\n</head>\n<body>\n" +
         body + "<footer>Made by gst-videohistogram-1.0 " VERSION ".</footer>\n" + scripts +
         "</body>\n</html>\n";
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

std::string make_back_link() {
  return "<p class=\"back\"><a href=\"index.html\">← All videos</a></p>\n";
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
    html_ += name.substr(mark == '>' || mark == '!' || mark == '?' ? 1 : 0) + "</th>";
  }
  html_ += "</tr></thead>\n<tbody>\n";
}

void PageTable::add(const std::vector<std::string>& cells, const std::string& page) {
  html_ += "<tr>";
  for (size_t i = 0; i < cells.size(); i++) {
    if (marks_[i] == '!')
      html_ += "<td class=\"kind\"><span class=\"dot " + finding_class(cells[i]) + "\"></span>";
    else if (marks_[i] == '?')
      html_ += std::string("<td class=\"") +
               (cells[i] == "fail"   ? "bad"
                : cells[i] == "pass" ? "good"
                                     : "quiet") +
               "\">";
    else
      html_ += marks_[i] == '>' ? "<td class=\"number\">" : "<td>";
    const bool linked = i == 0 && !page.empty();
    html_ += linked ? "<a href=\"" + page + "\">" + escape_markup(cells[i]) + "</a></td>"
                    : escape_markup(cells[i]) + "</td>";
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
