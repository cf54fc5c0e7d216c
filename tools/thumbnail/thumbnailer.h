// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The process that decodes thumbnails, so that a broken video cannot harm a report.
#pragma once

namespace videohistogram::tools {

/// The name of the hidden subcommand. Its socket is worker_socket.
constexpr const char* thumbnailer_command = "--thumbnailer";

/// Serves requests, one after another, until the other side is gone, then ends the process.
[[noreturn]] void run_thumbnailer();

} // namespace videohistogram::tools
