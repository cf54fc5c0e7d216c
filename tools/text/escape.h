// SPDX-License-Identifier: LGPL-2.1-or-later
// Text from outside (names of files, tags, messages of decoders) in the forms that outputs need.
// Byte strings may hold anything: control characters, escape sequences, invalid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace videohistogram::tools {

/// One line that a terminal shows as it is: control characters, also those of two bytes, and bytes
/// that are not UTF-8 become \xNN, a newline becomes \n, and a backslash becomes two.
std::string escape_for_terminal(std::string_view bytes);

/// Valid UTF-8: every byte that belongs to no character becomes U+FFFD. Other bytes stay.
std::string to_utf8(std::string_view bytes);

/// The length of the UTF-8 character at the start of `bytes`; 0 if there is none.
size_t utf8_length(std::string_view bytes);

} // namespace videohistogram::tools
