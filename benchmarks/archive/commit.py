# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The commit that results name."""
import subprocess
from pathlib import Path


def read_commit(folder=Path(__file__).parent):
    """The short hash of the commit in the work tree of `folder`; "" without git, and outside of a work tree, as in a tarball."""
    try:
        done = subprocess.run(["git", "-C", folder, "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              check=False, universal_newlines=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
