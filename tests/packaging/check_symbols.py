#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""check_symbols.py NM FILE LIST [HEADER...]: a shared object exports what the list says, no more
and no less; so do its headers, if any are given."""

import pathlib
import re
import subprocess
import sys

DECLARATION = re.compile(r"GST_VIDEO_HISTOGRAM_API\s[^;(]*?\b(\w+)\s*\(")


def main():
    nm, path, listed, *headers = sys.argv[1:]
    # Weak and unique symbols, too: these are what C++ exports unasked.
    output = subprocess.run([nm, "-D", "--defined-only", path], check=True, capture_output=True,
                            text=True).stdout
    listing = pathlib.Path(listed)
    expected = set(listing.read_text().split())
    others = {"exported": {line.split()[-1] for line in output.splitlines()}}
    if headers:
        others["declared in a header"] = {name for header in headers for name in
                                          DECLARATION.findall(pathlib.Path(header).read_text())}
    for what, names in others.items():
        for name in sorted(names - expected):
            print(f"{what}, but not in {listing.name}: {name}")
        for name in sorted(expected - names):
            print(f"in {listing.name}, but not {what}: {name}")
        print(f"{len(names)} symbols {what}, {len(expected)} listed")
    return 0 if expected and all(names == expected for names in others.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
