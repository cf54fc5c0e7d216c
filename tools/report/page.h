// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Parts from which every page of a report is made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// How every page begins. A folder whose index.html begins so is a report.
constexpr const char* page_mark = "<!DOCTYPE html>\n<!-- gst-videohistogram-1.0 report -->\n";

/// A whole page around `body`, which is HTML; `title` is any bytes. The page loads nothing: styles
/// and `script` are in it, and a policy forbids addresses and any other script. `data` is what the
/// script reads, in JSON with all markup escaped.
std::string make_page(const std::string& title, const std::string& body,
                      const std::string& script = "", const std::string& data = "");

/// A box with a large number and what it is.
std::string make_tile(const std::string& number, const std::string& name);

/// A coloured mark such as "failed"; `tone` chooses the colour.
enum class Tone { good, notice, bad };
std::string make_badge(const std::string& text, Tone tone);

/// The link to the index.
std::string make_back_link();

/// A row of a list of facts; nothing if `value` is empty. Both are any bytes.
std::string make_fact(const std::string& name, const std::string& value);

/// The colour of a kind of finding, as a class of the style sheet.
std::string finding_class(const std::string& kind);

/// A table in HTML. Cells are any bytes.
class PageTable {
public:
  /// The name of a column of numbers begins with >, that of a column of kinds of findings with !,
  /// that of a column of verdicts with ?. `css` is the class of the style sheet.
  explicit PageTable(const std::vector<std::string>& names, const char* css = "wide");
  /// `page`, if not empty, is the address of a link in the first cell.
  void add(const std::vector<std::string>& cells, const std::string& page = "");
  std::string html() const { return html_ + "</tbody></table></div>"; }

private:
  std::vector<char> marks_; ///< of each column
  std::string html_;
};

/// "JPEG" as the source of an <img>.
std::string make_image_source(const std::string& jpeg);

} // namespace videohistogram::tools
