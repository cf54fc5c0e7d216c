#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""check_symbols.py NM LIBRARY HEADER...: the library exports what its headers declare, no more and
no less."""

import pathlib
import re
import subprocess
import sys

DECLARATION = re.compile(r"GST_VIDEO_HISTOGRAM_API\s[^;(]*?\b(\w+)\s*\(")


def main():
    nm, library, *headers = sys.argv[1:]
    declared = {name for header in headers
                for name in DECLARATION.findall(pathlib.Path(header).read_text())}
    listing = subprocess.run([nm, "-D", "--defined-only", library], check=True,
                             capture_output=True, text=True).stdout
    exported = {line.split()[-1] for line in listing.splitlines()}
    for name in sorted(exported - declared):
        print(f"exported, but in no header: {name}")
    for name in sorted(declared - exported):
        print(f"in a header, but not exported: {name}")
    print(f"{len(exported)} symbols exported, {len(declared)} declared")
    return 0 if declared and exported == declared else 1


if __name__ == "__main__":
    sys.exit(main())
