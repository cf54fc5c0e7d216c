// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The parts of a video that is not finished.
#pragma once

#include "tools/message/message.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// Keeps frames and findings until the video ends, so that the database gets each video in one
/// transaction. A small video stays in memory; others go to a file without a name, which vanishes
/// with the process.
class Spool {
public:
  /// `folder` is where the file lies, if one is needed.
  explicit Spool(std::string folder) : folder_(std::move(folder)) {}

  /// Throws Failure if the disk is full.
  void append(MessageKind kind, std::string_view content);
  /// Calls `use` with each part in order. Throws Failure.
  void replay(const std::function<void(MessageKind, MessageReader&)>& use);
  /// Forgets all parts.
  void clear();

private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void flush();

  std::string folder_, memory_;
  std::unique_ptr<std::FILE, Closer> file_;
};

} // namespace videohistogram::tools
