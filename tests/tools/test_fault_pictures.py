#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pictures of docs/faults.md are those that docs/faults/make-pictures draws, pixel by pixel, and the faults in them are found."""
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import support

try:
    import numpy
except ImportError:
    numpy = None

DOCS = Path(os.environ["VIDEOHISTOGRAM_DOCS"])
FOUND = {"head_clog": "head-clog 30 to 41", "dropout": "dropout 30 to 30, dropout 39 to 39",
         "line_repeats": "line-repeats 30 to 30, line-repeats 41 to 41", "interlaced": "interlaced 21 to 79", "telecine": "telecine 2 to 79",
         "chroma_phase": "chroma-phase 30 to 41", "too_bright": "no finding", "clamped": "clamped 14 to 64", "blank": "no finding",
         "out_of_focus": "no finding", "blocks": "no finding", "short_freeze": "short-freeze 29 to 35", "flicker": "no finding",
         "flashes": "flashes 15 to 60", "red_flashes": "red-flashes 15 to 60", "letterbox": "no finding"}


def pixels(path):
    """Size and samples of a PNG file that the script wrote."""
    data = path.read_bytes()
    length = int.from_bytes(data[33:37], "big")
    return data[16:24], zlib.decompress(data[41:41 + length])


class Pictures(support.GeneratedTestCase):
    def test_pictures_are_those_that_the_script_draws(self):
        if numpy is None:
            self.skipTest("no numpy (Debian: python3-numpy)")
        done = subprocess.run([sys.executable, DOCS / "faults/make-pictures", support.COMMAND, self.folder], stdout=subprocess.PIPE, check=True,
                              timeout=100, universal_newlines=True)
        self.assertEqual(dict(line.split(": ") for line in done.stdout.splitlines()), FOUND)
        for name in FOUND:
            self.assertEqual(pixels(self.folder / f"{name}.png"), pixels(DOCS / f"faults/{name}.png"), name)

    def test_the_page_shows_each_picture(self):
        shown = re.findall(r"\(faults/(\w+)\.png\)", (DOCS / "faults.md").read_text(encoding="utf-8"))
        self.assertEqual(sorted(shown), sorted(FOUND))
        self.assertEqual(sorted(path.stem for path in (DOCS / "faults").glob("*.png")), sorted(FOUND))


if __name__ == "__main__":
    support.main()
