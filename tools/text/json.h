// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers and strings in text files.
#pragma once

#include <string>
#include <string_view>

namespace videohistogram::tools {

/// The digits that FFmpeg prints: six significant ones, with a point in every locale. `none` stands
/// for NaN.
std::string print_number(double value, const char* none);

/// The fewest digits from which the same number is read again.
std::string print_exact(double value);

/// A string of JSON. Bytes that are not UTF-8 are replaced, and what HTML or JavaScript would read
/// as markup is escaped, so that a page can embed the text.
std::string quote_json(std::string_view bytes);

} // namespace videohistogram::tools
