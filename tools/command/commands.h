// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The subcommands. Each takes the arguments after the program's name, its own name first, returns
// the exit status, and throws Failure.
#pragma once

namespace videohistogram::tools {

/// Analyses videos into a database.
int scan(int argc, char** argv);
/// Makes a folder of pages from a database.
int report(int argc, char** argv);
/// Prints videos of a database on a terminal.
int show(int argc, char** argv);
/// Prints the shots of videos.
int shots(int argc, char** argv);
/// Draws the scopes of one frame of a video.
int scope(int argc, char** argv);
/// Writes results of a database into text files.
int export_results(int argc, char** argv);
/// Merges databases.
int merge(int argc, char** argv);

} // namespace videohistogram::tools
