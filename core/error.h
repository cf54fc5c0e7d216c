// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace videohistogram {

/// The kind of an error, which decides what a caller can do next.
enum class ErrorKind {
  invalid_argument, ///< the frame or the request cannot be counted; others can
  transient,        ///< out of memory or a busy device: count on the CPU, retry the device later
  no_device,        ///< the device does not exist, or there is no driver
  device_unusable,  ///< the device's driver is too old, or this build has no code for the device
  device_lost,      ///< the device failed: make no further call to it in this process
  bug,              ///< this code or a library that it uses broke its contract
};

/// The name of a kind, for logs: "transient", "no-device", ...
inline const char* error_kind_name(ErrorKind kind) {
  constexpr const char* names[] = {"invalid-argument", "transient",   "no-device",
                                   "device-unusable",  "device-lost", "bug"};
  return names[static_cast<size_t>(kind)];
}

/// An error and its kind. `message` tells the user what to do; `detail` tells a developer where the
/// error happened and may be empty.
struct Error {
  ErrorKind kind;
  std::string message;
  std::string detail = {};
};

/// An invalid_argument error.
inline Error refusal(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

/// Success, or an Error. Thread-safety: a value, like an int.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}
  Status(ErrorKind kind, std::string message, std::string detail = {})
      : error_(Error{kind, std::move(message), std::move(detail)}) {}

  bool ok() const { return !error_; }
  /// Valid only if !ok().
  const Error& error() const { return *error_; }

private:
  std::optional<Error> error_;
};

/// A value, or the Error that says why there is none.
template <class T>
class [[nodiscard]] Expected {
public:
  Expected(T value) : value_(std::move(value)) {}
  Expected(Error error) : error_(std::move(error)) {}

  bool ok() const { return value_.has_value(); }
  /// Valid only if ok().
  T& operator*() { return *value_; }
  T* operator->() { return &*value_; }
  /// Valid only if !ok().
  const Error& error() const { return *error_; }

  /// Moves the value to `place`. Without a value, leaves `place` unchanged and returns the error.
  Status move_to(T& place) {
    if (!ok())
      return *error_;
    place = std::move(*value_);
    return {};
  }

private:
  std::optional<T> value_;
  std::optional<Error> error_;
};

} // namespace videohistogram
