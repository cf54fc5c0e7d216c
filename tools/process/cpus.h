// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The CPUs that a scan may use.
#pragma once

#include <string>

namespace videohistogram::tools {

/// The number of CPUs that this process may use, at least 1: those of its affinity mask, but no
/// more than the quotas of its control groups, such as the limit of a container, rounded up. Files
/// are those below `root`. Thread-safety: any thread.
int usable_cpus(const std::string& root = "");

} // namespace videohistogram::tools
