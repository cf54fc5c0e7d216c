// SPDX-License-Identifier: LGPL-2.1-or-later
// The subcommand `scan`: analyses videos into a database.
#pragma once

namespace videohistogram::tools {

/// Takes the arguments behind the program's name, `scan` first. Returns the exit status. Throws
/// Failure.
int scan(int argc, char** argv);

} // namespace videohistogram::tools
