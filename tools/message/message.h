// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The bytes of messages between the supervisor and a worker, and of parts of videos that wait to be
// stored. Records are sent field by field, whole numbers and enumerations in 8 bytes each. Both
// sides are the same program on the same machine, so numbers have its byte order.
#pragma once

#include "tools/record/fields.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace videohistogram::tools {

/// The kinds of messages with their content. Requests go to the worker, all others to the
/// supervisor.
enum class MessageKind : uint8_t {
  analyse = 1, ///< request: job, path, AnalysisSettings
  ready,       ///< text: empty, or why the worker can analyse nothing; the GPU's decoders or 0
  frame,       ///< job, FrameRecord
  finding,     ///< job, Finding
  begun,       ///< job, Finding: it goes on
  shot,        ///< job, Shot
  counts,      ///< job, FrameCounts
  field,       ///< job, FieldRecord
  format,      ///< job, VideoFormat: before the first frame
  finished,    ///< job, VideoRecord, its delay, its sums: the last message of a job
  unsuitable,  ///< job, text: the last message of a job that another processor has to do, and why
  restarted,   ///< job: all that came of it is void
  retiring,    ///< nothing: the worker shall get no more jobs; it finishes those in hand
  stop,        ///< request: live sources end and are finished, other videos are given up
  alive,       ///< job: every 10 seconds from the start of its pipeline on, while that answers
  given_up,    ///< job: the last message of a video that a stop request ended
  verdict,     ///< no message, but a part of a video that waits to be stored: RuleVerdict
  thumbnails,  ///< request: path, number of times, stream times in ns
  thumbnail ///< the index of a time, an image or nothing; at the end the number of times, nothing
};

/// An exception: bytes that are no message of this program.
struct ProtocolError {};

template <class T>
constexpr bool is_whole = std::is_integral_v<T> || std::is_enum_v<T>;

/// Appends values to bytes.
class MessageWriter {
public:
  template <class T>
  void add(const T& value) {
    if constexpr (is_record<T>)
      each_field(value, [this](const char*, const auto& field) { add(field); });
    else if constexpr (is_maybe<T>)
      add(value.value);
    else if constexpr (is_whole<T>)
      add_bytes(static_cast<uint64_t>(value));
    else
      add_bytes(double{value});
  }
  void add(const std::string& text) {
    add(text.size());
    bytes_ += text;
  }
  void add(const Bytes& data) { add(data.bytes); }
  template <class T>
  void add(const std::optional<T>& value) {
    add(value.has_value());
    if (value)
      add(*value);
  }
  template <class T>
  void add(const std::vector<T>& values) {
    add(values.size());
    for (const T& value : values)
      add(value);
  }
  template <class T, size_t size>
  void add(const std::array<T, size>& values) {
    for (const T& value : values)
      add(value);
  }
  const std::string& bytes() const { return bytes_; }

private:
  template <class T>
  void add_bytes(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }

  std::string bytes_;
};

/// The content of a message that consists of these values.
template <class... Values>
std::string pack(const Values&... values) {
  MessageWriter writer;
  (writer.add(values), ...);
  return writer.bytes();
}

/// Takes values out of bytes in the order in which they were packed. Throws ProtocolError at the
/// end of the bytes, and for the number of an enumeration that has no such value.
class MessageReader {
public:
  /// The bytes must outlive the reader.
  explicit MessageReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T take() {
    T value{};
    read(value);
    return value;
  }
  template <class T>
  void read(T& value) {
    if constexpr (is_record<T>) {
      each_field(value, [this](const char*, auto&& field) { read(field); });
    } else if constexpr (is_maybe<T>) {
      read(value.value);
    } else if constexpr (is_whole<T>) {
      const auto number = take_bytes<uint64_t>();
      if (std::is_enum_v<T> && number >= stored_names<T>.size())
        throw ProtocolError{};
      value = static_cast<T>(number);
    } else {
      value = take_bytes<double>();
    }
  }
  void read(std::string& text) {
    const auto size = take<uint64_t>();
    if (size > bytes_.size())
      throw ProtocolError{};
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }
  void read(Bytes& data) { read(data.bytes); }
  template <class T>
  void read(std::optional<T>& value) {
    if (take<bool>())
      read(value.emplace());
  }
  template <class T>
  void read(std::vector<T>& values) {
    for (auto left = take<uint64_t>(); left > 0; left--)
      values.push_back(take<T>());
  }
  template <class T, size_t size>
  void read(std::array<T, size>& values) {
    for (T& value : values)
      read(value);
  }

private:
  template <class T>
  T take_bytes() {
    T value;
    if (bytes_.size() < sizeof value)
      throw ProtocolError{};
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view bytes_;
};

} // namespace videohistogram::tools
