// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Why the decoding of a source that is no file failed.
#pragma once

#include <gst/gst.h>

#include <string>

namespace videohistogram::tools {

/// Collects what messages of the bus say of elements.
class Problems {
public:
  /// Takes a message of the kind GST_MESSAGE_ELEMENT.
  void note(GstMessage* message);
  /// Why no frame came. `error` is NULL if the stream ended.
  std::string explain(const GError* error) const;

private:
  std::string missing_, refused_;
};

} // namespace videohistogram::tools
