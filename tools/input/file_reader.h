// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// Reads numbers at places of a file. Numbers beyond its end do not exist.
class FileReader {
public:
  explicit FileReader(const std::string& path) : file_(std::fopen(path.c_str(), "rbe")) {}

  template <size_t size>
  std::optional<std::array<uint8_t, size>> bytes(uint64_t place) {
    std::array<uint8_t, size> bytes{};
    if (!file_ || place > INT64_MAX || fseeko(file_.get(), static_cast<off_t>(place), SEEK_SET) ||
        std::fread(bytes.data(), 1, size, file_.get()) != size)
      return {};
    return bytes;
  }
  /// The most significant byte comes first.
  template <size_t size>
  std::optional<uint64_t> number(uint64_t place) {
    const auto read = bytes<size>(place);
    if (!read)
      return {};
    uint64_t value = 0;
    for (uint8_t byte : *read)
      value = value << 8 | byte;
    return value;
  }

private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Closer> file_;
};

/// The number whose bytes are these characters.
constexpr uint64_t name_of(std::string_view name) {
  uint64_t value = 0;
  for (char c : name)
    value = value << 8 | static_cast<uint8_t>(c);
  return value;
}

} // namespace videohistogram::tools
