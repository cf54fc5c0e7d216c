// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What all fuzz targets share. A target is one function, which libFuzzer or replay.cpp calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace videohistogram::fuzz {

/// The bytes of an input, read from the front. After the last byte, all numbers are 0.
class Input {
public:
  Input(const uint8_t* data, size_t size)
      : bytes_(reinterpret_cast<const char*>(data), data ? size : 0) {}

  template <typename Number>
  Number number() {
    Number number{};
    const size_t size = bytes_.size() < sizeof number ? bytes_.size() : sizeof number;
    if (size > 0)
      std::memcpy(&number, bytes_.data(), size);
    bytes_.remove_prefix(size);
    return number;
  }
  /// From 0 to `limit` - 1, with `limit` up to 65536.
  uint32_t below(uint32_t limit) {
    return (limit <= 256 ? number<uint8_t>() : number<uint16_t>()) % limit;
  }
  bool flag() { return below(2) == 1; }
  /// The text up to the next newline or NUL, which is read too.
  std::string line() {
    const size_t end = bytes_.find_first_of(std::string_view("\n", 2));
    std::string text(bytes_.substr(0, end));
    bytes_.remove_prefix(end == bytes_.npos ? bytes_.size() : end + 1);
    return text;
  }
  /// All bytes that have not been read.
  std::string_view rest() const { return bytes_; }

private:
  std::string_view bytes_;
};

/// Ends the process if the condition does not hold, so that the input is kept.
inline void require(bool condition, const char* text) {
  if (condition)
    return;
  std::fprintf(stderr, "this does not hold: %s\n", text);
  std::abort();
}

} // namespace videohistogram::fuzz

#define REQUIRE(condition) videohistogram::fuzz::require(condition, #condition)
