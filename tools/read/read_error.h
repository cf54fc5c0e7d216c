// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>

namespace videohistogram::tools {

/// An exception: why a file gives no frame, or no more of them.
struct ReadError {
  enum class Cause {
    no_video,   ///< nothing to read: the file has no video
    unsuitable, ///< the file as it is cannot be decoded: encrypted, no such stream
    no_decoder, ///< the libraries that are installed have none; others of this version may
    cut_off,    ///< the file ends before the data of its container do
    unreadable, ///< another attempt may succeed: the storage gives no data
  };

  Cause cause;
  std::string message;
};

} // namespace videohistogram::tools
