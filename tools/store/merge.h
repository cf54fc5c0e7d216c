// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Merges databases of results.
#pragma once

#include "tools/store/database.h"

#include <string>

namespace videohistogram::tools {

/// Copies all videos of one database into another, with all rows as they are. Both must have passed
/// check_results(). Throws Failure if their settings or tables differ; the message names `with`,
/// the file from which `to` got them.
///
/// If both have a video, one of its results stays: a complete one rather than a damaged one, that
/// rather than a failure, and among equals that of the file modified last. So the result depends
/// neither on the order of databases nor on how often one is merged. Call it within a transaction
/// on `to`.
void merge_results(Database& from, Database& to, const std::string& with);

} // namespace videohistogram::tools
