# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The Rust crate declares a function of the name of each function of the library: bindings/rust/generate ran after the last one was added.
Arguments, types and constants are not compared here: scripts/test-rust, which needs Debian 13, generates the crate anew and builds it."""
import re
import unittest
from pathlib import Path

import support

SOURCE = Path(__file__).resolve().parent.parent.parent


class Rust(support.TestCase):
    def test_the_crate_declares_the_name_of_each_function_of_the_library(self):
        exported = set((SOURCE / "tests/packaging/library.symbols").read_text(encoding="utf-8").split())
        declared = set(re.findall(r"pub fn (\w+)\(", (SOURCE / "bindings/rust/sys/src/lib.rs").read_text(encoding="utf-8")))
        # The interface between plugin and library is not public.
        self.assertEqual(declared, exported - {"gst_video_histogram_get_producer"})


if __name__ == "__main__":
    support.main()
