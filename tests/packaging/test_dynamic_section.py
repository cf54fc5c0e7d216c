# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plugin and library load on a machine without a driver and without a CUDA toolkit."""

import re
import shutil
import unittest

import support


class DynamicSection(support.TestCase):

    def setUp(self):
        super().setUp()
        if not shutil.which("readelf"):
            self.skipTest("no readelf (Debian: binutils)")

    def needed(self, path):
        output = self.succeeds(["readelf", "-d", "-W", path], support.environment("")).stdout
        names = re.findall(r"\(NEEDED\)\s+Shared library: \[([^\]]+)\]", output)
        self.assertTrue(names, output)
        return names

    def assert_no_cuda(self, names):
        for name in names:
            self.assertNotRegex(name.lower(), r"cuda|cudart|nvidia|nvrtc|cupti", names)

    def test_the_plugin_needs_nothing_of_cuda(self):
        names = self.needed(support.PLUGIN)
        self.assertTrue(any(name.startswith("libgstbase-1.0") for name in names), names)
        self.assert_no_cuda(names)

    def test_the_library_needs_nothing_of_cuda(self):
        names = self.needed(support.LIBRARY)
        self.assertTrue(any(name.startswith("libgstvideo-1.0") for name in names), names)
        self.assert_no_cuda(names)

    @unittest.skipUnless(support.CUDA_MODULE, "this build has no CUDA backend")
    def test_the_module_of_the_gpu_backend_needs_nothing_of_cuda(self):
        names = self.needed(support.CUDA_MODULE)
        self.assertIn("libc.so.6", names)
        self.assert_no_cuda(names)

    @unittest.skipUnless(support.CUDA_MODULE, "this build has no CUDA backend")
    def test_only_the_module_has_code_for_gpus(self):
        for path, has in ((support.CUDA_MODULE, True), (support.PLUGIN, False), (support.LIBRARY, False)):
            sections = self.succeeds(["readelf", "-S", "-W", path], support.environment("")).stdout
            self.assertIn(".text", sections)
            self.assertEqual(".nv_fatbin" in sections, has, path)

    def test_neither_needs_ffmpegs_libraries(self):
        for path in (support.PLUGIN, support.LIBRARY):
            self.assertEqual([name for name in self.needed(path) if name.startswith(("libav", "libsw"))], [], path)

    def test_the_plugin_finds_the_library_by_its_soname(self):
        self.assertIn("libgstvideohistogram-1.0.so.0", self.needed(support.PLUGIN))


if __name__ == "__main__":
    support.main()
