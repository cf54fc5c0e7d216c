# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The Rust crate declares a function of the name of each function of the library, and calls or names each of them in its own interface:
bindings/rust/generate ran after the last one was added. Arguments, types and constants are not compared here: scripts/test-rust, which needs
Debian 13, generates the crate anew, builds it and runs its tests."""
import re
import unittest
from pathlib import Path

import support

SOURCE = Path(__file__).resolve().parent.parent.parent


# Not public, or in Rust done by values, by `buffer.iter_meta::<VideoHistogramMeta>()`, and by registering the meta at its first use.
WITHOUT_WRAPPER = {
    "gst_video_histogram_get_producer", "gst_buffer_get_video_histogram_metas", "gst_video_histogram_meta_get_info",
    *(f"gst_video_histogram_channel_info_{name}" for name in ("copy", "free", "get_type", "new")),
    *(f"gst_video_histogram_signal_stats_{name}" for name in ("copy", "free", "get_type"))}


class Rust(support.TestCase):
    def test_the_crate_declares_the_name_of_each_function_of_the_library(self):
        exported = set((SOURCE / "tests/packaging/library.symbols").read_text(encoding="utf-8").split())
        declared = set(re.findall(r"pub fn (\w+)\(", (SOURCE / "bindings/rust/sys/src/lib.rs").read_text(encoding="utf-8")))
        # The interface between plugin and library is not public.
        self.assertEqual(declared, exported - {"gst_video_histogram_get_producer"})

    def test_the_interface_has_each_function_of_the_library(self):
        exported = set((SOURCE / "tests/packaging/library.symbols").read_text(encoding="utf-8").split())
        named = set()
        for path in (SOURCE / "bindings/rust/src").rglob("*.rs"):
            named |= set(re.findall(r"\bgst_\w+", path.read_text(encoding="utf-8")))
        self.assertEqual(exported - named, WITHOUT_WRAPPER)


if __name__ == "__main__":
    support.main()
