// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The process that decodes thumbnails, so that a broken video cannot harm a report.
#pragma once

namespace videohistogram::tools {

/// Serves requests of worker_socket, one after another, until the other side is gone, then ends the
/// process.
void run_thumbnailer();

} // namespace videohistogram::tools
