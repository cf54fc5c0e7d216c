// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Text from outside (names of files, tags, messages of decoders) in the forms that outputs need.
// Byte strings may hold anything: control characters, escape sequences, invalid UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// One line that a terminal shows as it is: control characters, also those of two bytes, characters
/// that change the direction of text, bytes that are not UTF-8, and U+FFFE and U+FFFF become \xNN,
/// a newline becomes \n, and a backslash becomes two.
std::string escape_for_terminal(std::string_view bytes);

/// The same line as text or an attribute of HTML, SVG and XML.
std::string escape_markup(std::string_view bytes);

/// The same line as a quoted cell of CSV. A cell that a spreadsheet would calculate begins with '.
std::string quote_csv(std::string_view bytes);

/// The name of a file about a video: the plain characters of the name of the video, `_` for others,
/// and its number.
std::string plain_name(const std::string& path, int64_t number);

/// Valid UTF-8: every byte that belongs to no character becomes U+FFFD. Other bytes stay.
std::string to_utf8(std::string_view bytes);

/// The length of the UTF-8 character at the start of `bytes`; 0 if there is none.
size_t utf8_length(std::string_view bytes);

} // namespace videohistogram::tools
