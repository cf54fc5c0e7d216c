// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Sources that are no files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace videohistogram::tools {

/// Whether a source is a URI such as http://host/a.mp4. Paths of results begin with a slash.
bool is_uri(std::string_view source);

/// The kinds of sources that URIs name. All schemes are those of a network, but a few that are
/// known.
enum class UriKind { file, device, network };
UriKind kind_of_uri(std::string_view uri);

/// Throws Failure if the URI is one of a network and `allow_network` is false, or if only --live
/// reads it and `live` is false.
void check_uri(const std::string& uri, bool live, bool allow_network);

/// The live sources that arguments name: devices, URIs, and descriptions of pipelines. Throws
/// Failure, also for a source that is named twice.
std::vector<std::string> find_live_sources(const std::vector<std::string>& arguments,
                                           bool allow_network);

/// The names of recordings that begin now: a source and the time, so that a source can be recorded
/// again into the same place.
std::vector<std::string> name_recordings(const std::vector<std::string>& sources);

} // namespace videohistogram::tools
