// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The videos that the arguments of a command name.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace videohistogram::tools {

struct InputOptions {
  std::vector<std::string> arguments; ///< files, folders, patterns of the shell, file: URIs
  std::string sequence, rate;         ///< a pattern of names of images, and frames per second
  std::string list;                   ///< a file with more of them; "-" for stdin; empty for none
  bool zeros = false;         ///< entries of the list end with a zero byte, not with a newline
  bool allow_network = false; ///< URIs of a network are inputs as well
};

struct Inputs {
  std::vector<std::string> videos;
  /// What could not be looked at: folders that cannot be read, entries of the list that are gone.
  /// Lines for the user.
  std::vector<std::string> problems;
  std::map<std::string, size_t> left_out; ///< numbers of files in folders, by their suffix
};

/// Absolute paths and URIs without doubles, in the order of the arguments; files of a folder are
/// sorted.
///
/// A folder stands for all files in it and below that have a suffix of videos. Symbolic links in a
/// folder are not followed, and FIFOs, devices and sockets are skipped. A file that an argument
/// names directly may be a link, and may have any suffix. Throws Failure if an argument names
/// nothing, or the list cannot be read.
Inputs find_inputs(const InputOptions& options);

} // namespace videohistogram::tools
