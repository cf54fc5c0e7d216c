// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// Reads numbers at places of a file. Numbers beyond its end do not exist. It keeps a block of the
/// file, so that numbers that follow one another are read at once.
class FileReader {
public:
  explicit FileReader(const std::string& path) : file_(std::fopen(path.c_str(), "rbe")) {
    if (file_)
      std::setvbuf(file_.get(), nullptr, _IONBF, 0);
  }

  template <size_t size>
  std::optional<std::array<uint8_t, size>> bytes(uint64_t place) {
    static_assert(size <= longest);
    const uint64_t block = place / block_size * block_size;
    if (block != block_place_ && !read_block(block))
      return {};
    const size_t offset = place - block;
    if (offset + size > available_)
      return {};
    std::array<uint8_t, size> bytes{};
    std::copy_n(block_.begin() + static_cast<ptrdiff_t>(offset), size, bytes.begin());
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
  static constexpr size_t block_size = 4096, longest = 16;

  /// A block has some bytes more than its size, for a number that lies across two.
  bool read_block(uint64_t place) {
    block_place_ = UINT64_MAX;
    if (!file_ || place > INT64_MAX - block_size ||
        fseeko(file_.get(), static_cast<off_t>(place), SEEK_SET))
      return false;
    available_ = std::fread(block_.data(), 1, block_.size(), file_.get());
    block_place_ = place;
    return true;
  }

  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Closer> file_;
  std::array<uint8_t, block_size + longest> block_{};
  uint64_t block_place_ = UINT64_MAX;
  size_t available_ = 0;
};

/// The number whose bytes are these characters.
constexpr uint64_t name_of(std::string_view name) {
  uint64_t value = 0;
  for (char c : name)
    value = value << 8 | static_cast<uint8_t>(c);
  return value;
}

} // namespace videohistogram::tools
