# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The plugin opens the module of the GPU backend from the folder beside the one that it is in, only to count, and
counts on the CPU without it. The module of these tests has an emulated GPU."""

import os
import re
import shutil
import unittest

import support

MODULE = "gst-videohistogram-1.0/libvideohistogram-cuda.so"
PACKAGE = "gstreamer1.0-videohistogram-cuda"


def pipeline(backend):
    return ["gst-launch-1.0", "-m", "videotestsrc", "num-buffers=2", "pattern=snow", "!",
            "video/x-raw,format=RGBA,width=512,height=512", "!", "videohistogram", f"backend={backend}",
            "post-messages=true", "!", "fakesink"]


def counts_in(output):
    return re.findall(r"counts=\(uint\)(<.*?> >)", output)


class Module(support.TestCase):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.directory, "lib/gstreamer-1.0")
        os.makedirs(self.folder)
        shutil.copy(support.PLUGIN, self.folder)

    def place(self, module):
        path = os.path.join(self.directory, "lib", MODULE)
        os.makedirs(os.path.dirname(path))
        shutil.copy(module, path)

    def environment(self, folder=None, system_plugins=True, **extra):
        env = support.environment(self.directory, system_plugins, GST_DEBUG="videohistogram:4", **extra)
        env["GST_PLUGIN_PATH_1_0"] = folder or self.folder
        env["LD_LIBRARY_PATH"] = os.path.dirname(support.LIBRARY)
        return env

    def assert_counts(self, backend, where, **environment):
        done = self.succeeds(pipeline(backend), self.environment(**environment))
        self.assertIn(f"counting on {where}", done.stderr)
        self.assertEqual(len(counts_in(done.stdout)), 2, done.stdout)
        return done

    @unittest.skipUnless(support.EMULATED_CUDA_MODULE, "no headers of CUDA 11.3 or later")
    def test_with_the_module_the_gpu_counts_as_the_cpu_does(self):
        on_cpu = self.assert_counts("cpu", "cpu")
        self.place(support.EMULATED_CUDA_MODULE)
        for backend in ("auto", "cuda"):
            on_gpu = self.assert_counts(backend, "cuda, Emulated GPU (device 0)")
            self.assertEqual(counts_in(on_gpu.stdout), counts_in(on_cpu.stdout))

    @unittest.skipUnless(support.EMULATED_CUDA_MODULE, "no headers of CUDA 11.3 or later")
    def test_a_plugin_that_is_a_symbolic_link_finds_the_module_of_its_file(self):
        self.place(support.EMULATED_CUDA_MODULE)
        links = os.path.join(self.directory, "links")
        os.mkdir(links)
        name = os.path.basename(support.PLUGIN)
        os.symlink(os.path.join(self.folder, name), os.path.join(links, name))
        self.assert_counts("auto", "cuda, Emulated GPU (device 0)", folder=links)

    @unittest.skipUnless(support.EMULATED_CUDA_MODULE, "no headers of CUDA 11.3 or later")
    def test_the_module_is_no_plugin_and_nothing_is_blacklisted(self):
        self.place(support.EMULATED_CUDA_MODULE)
        env = self.environment(system_plugins=False)
        done = self.succeeds(["gst-inspect-1.0", "-b"], env)
        self.assertIn("Total count: 0 blacklisted files", done.stdout)
        self.assertIn("videohistogram", self.succeeds(["gst-inspect-1.0"], env).stdout)

    @unittest.skipUnless(support.EMULATED_CUDA_MODULE, "no headers of CUDA 11.3 or later")
    def test_only_an_element_that_may_count_on_a_gpu_opens_the_module(self):
        self.place(support.EMULATED_CUDA_MODULE)
        opened = os.path.join(self.directory, "lib", MODULE)
        for command, opens in ((["gst-inspect-1.0", "videohistogram"], False), (pipeline("cpu"), False),
                               (pipeline("auto"), True)):
            env = self.environment(LD_DEBUG="files")
            done = self.succeeds(command, env)
            self.assertIn("libgstvideohistogram.so", done.stderr)
            self.assertEqual(opened in done.stderr, opens, command)

    def test_without_the_module_auto_counts_on_the_cpu_and_says_how_to_get_it(self):
        done = self.assert_counts("auto", "cpu", CUDA_VISIBLE_DEVICES="")
        self.assertRegex(done.stderr, f"counting on the CPU: .*package {PACKAGE}")
        self.assertNotRegex(done.stdout + done.stderr, r"(?i)\bwarning:")

    def test_without_the_module_cuda_by_name_is_an_error_that_says_how_to_get_it(self):
        done = support.run(pipeline("cuda"), self.environment())
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, f"ERROR: from element .*videohistogram0: .*package {PACKAGE}")

    def test_with_a_module_that_does_not_fit_auto_counts_on_the_cpu_and_warns(self):
        self.place(support.LIBRARY)
        done = self.assert_counts("auto", "cpu")
        self.assertRegex(done.stdout + done.stderr,
                         f"WARNING: from element .*videohistogram0: .*{MODULE} is not the GPU backend of this release")


if __name__ == "__main__":
    support.main()
