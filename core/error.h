// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace videohistogram {

/// What kind of thing went wrong, and so what a caller can do about it.
enum class ErrorKind {
  invalid_argument, ///< the frame or the request cannot be counted; another one can
  transient,        ///< out of memory or a busy device: count on the CPU now, try again later
  no_device,        ///< there is no such device, or no driver at all
  device_unusable,  ///< there is one, but its driver is too old or it has no code for it
  device_lost,      ///< no further call to the device may be made in this process
  bug,              ///< a promise of this code or of a library under it was broken
};

/// The name of a kind, for logs: "transient", "no-device", ...
const char* error_kind_name(ErrorKind kind);

/// An error that keeps its kind. `message` tells the user what to do; `detail` tells a developer
/// where it happened and may be empty.
struct Error {
  ErrorKind kind;
  std::string message;
  std::string detail = {};
};

/// Of what a caller has given.
inline Error refusal(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

/// Success, or an Error. Thread-safety: a value; share it like an int.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}
  Status(ErrorKind kind, std::string message, std::string detail = {})
      : error_(Error{kind, std::move(message), std::move(detail)}) {}

  bool ok() const { return !error_; }
  /// Only when !ok().
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
  /// Only when ok().
  T& operator*() { return *value_; }
  T* operator->() { return &*value_; }
  /// Only when !ok().
  const Error& error() const { return *error_; }

  /// Moves the value to `place`. Without one that stays as it is, and this is the error.
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
