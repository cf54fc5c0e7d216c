# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The plugin loads cleanly everywhere, without touching CUDA, and counts on the CPU where there is
no GPU."""

import os
import re
import shlex
import tempfile
import unittest

import support

STRICT = {"G_DEBUG": "fatal-criticals"}
NO_GPU = {"CUDA_VISIBLE_DEVICES": ""}
COMPILER = shlex.split(os.environ["VIDEOHISTOGRAM_CC"])
META_FACTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "meta_factory.c")
OTHER_LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "other_library.c")
PIPELINE = [
    "gst-launch-1.0", "-m", "videotestsrc", "num-buffers=2", "!",
    "video/x-raw,format=RGBA,width=64,height=48", "!", "videohistogram", "post-messages=true",
    "message-counts=false", "!", "fakesink"
]


class Loading(support.TestCase):

    def test_the_element_is_inspected_without_a_critical(self):
        env = support.environment(self.directory, **STRICT)
        done = self.succeeds(["gst-inspect-1.0", "videohistogram"], env)
        self.assertIn("Filter/Analyzer/Video", done.stdout)
        self.assertNotIn("CRITICAL", done.stderr)
        self.assertNotIn("WARNING", done.stderr)
        for name in ("backend", "devices", "bins", "channels", "attach-meta", "post-messages",
                     "interval", "message-counts", "max-in-flight", "max-memory",
                     "active-backend", "stats"):
            self.assertRegex(done.stdout, r"(?m)^  %s +:" % re.escape(name))

    @unittest.skipUnless(support.HAS_SCOPES, "this build has no scopes")
    def test_the_elements_of_scopes_are_inspected_without_a_critical(self):
        env = support.environment(self.directory, **STRICT)
        for element, properties in (("videoscope", ()),
                                    ("videoscopeoverlay", ("x", "y", "width", "height", "opacity", "marks", "zebra-range",
                                                            "gamut-limits", "peaking-threshold", "marks-split", "marks-legend"))):
            done = self.succeeds(["gst-inspect-1.0", element], env)
            self.assertIn("Filter/Analyzer/", done.stdout)
            self.assertNotIn("CRITICAL", done.stderr)
            self.assertNotIn("WARNING", done.stderr)
            for name in ("scopes", "histogram-mode", "histogram-scale", "percentiles",
                         "waveform-mode", "waveform-color", "waveform-direction", "waveform-filter", "parade-mode", "targets",
                         "skin-tone", "iq-axes", "vectorscope-gain", "intensity", "trace-color", "units", "colorimetry",
                         "backend", "devices", "active-backend", "stats",
                         "hold", "show-region", "numbers", "pins", "probe", "gamut-log", "reading") + properties:
                self.assertRegex(done.stdout, r"(?m)^  %s +: \S" % re.escape(name))

    def test_the_plugin_file_is_inspected_without_a_critical(self):
        env = support.environment(self.directory, **STRICT)
        done = self.succeeds(["gst-inspect-1.0", support.PLUGIN], env)
        self.assertIn("videohistogram", done.stdout)
        self.assertIn("LGPL", done.stdout)
        self.assertNotIn("CRITICAL", done.stderr)
        for line, variable in (("Binary package", "NAME"), ("Origin URL", "ORIGIN")):
            value = os.environ["VIDEOHISTOGRAM_PACKAGE_" + variable]
            self.assertRegex(done.stdout, r"(?m)^  %s +%s$" % (line, re.escape(value)))

    def test_enum_values_are_described(self):
        env = support.environment(self.directory, **STRICT)
        values = re.compile(r"(?m)^ +\((-?\d+)\): ([\w-]+) +- (.*)$")
        checked = 0
        for element in ("videohistogram", "videoscope", "videoscopeoverlay"):
            if element == "videohistogram" or support.HAS_SCOPES:
                for _, nick, description in values.findall(self.succeeds(["gst-inspect-1.0", element], env).stdout):
                    self.assertNotRegex(description, "^GST_", nick)
                    self.assertRegex(description, r"[a-z]{2}", nick)
                    checked += 1
        self.assertGreater(checked, 10)

    def test_qos_says_that_it_has_no_effect(self):
        done = self.succeeds(["gst-inspect-1.0", "videohistogram"], support.environment(self.directory))
        self.assertRegex(done.stdout, r"(?m)^  qos +: No effect")

    def test_the_type_of_the_element_is_told_from_that_of_the_histogram(self):
        done = self.succeeds(["gst-inspect-1.0", "videohistogram"], support.environment(self.directory))
        self.assertRegex(done.stdout, r"\+----GstVideoHistogramElement\n")

    def test_where_gstreamer_can_the_meta_is_registered_for_receivers(self):
        library = os.path.join(self.directory, "meta_factory.so")
        env = support.environment(self.directory)
        flags = shlex.split(self.succeeds(["pkg-config", "--cflags", "--libs", "gstreamer-1.0"], env).stdout)
        self.succeeds(COMPILER + ["-shared", "-fPIC", "-o", library, META_FACTORY] + flags, env)
        done = self.succeeds(["gst-inspect-1.0", support.PLUGIN], {**env, "LD_PRELOAD": library})
        self.assertIn("the plugin videohistogram registers GstVideoHistogramMeta", done.stderr)

    def test_with_a_library_of_another_release_the_plugin_says_so_and_does_not_load(self):
        library = os.path.join(self.directory, "other.so")
        self.succeeds(COMPILER + ["-shared", "-fPIC", "-o", library, OTHER_LIBRARY],
                      support.environment(self.directory))
        env = support.environment(self.directory, LD_PRELOAD=library, GST_DEBUG="1")
        done = support.run(["gst-inspect-1.0", support.PLUGIN], env)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn("install both from one release", done.stderr)

    def test_without_a_gpu_the_plugin_is_not_blacklisted(self):
        env = support.environment(self.directory, **NO_GPU)
        done = self.succeeds(["gst-inspect-1.0", "-b"], env)
        self.assertNotRegex(done.stdout, r"libgstvideohistogram\.so")
        self.assertIn("videohistogram", self.succeeds(["gst-inspect-1.0"], env).stdout)

    def test_loading_the_plugin_makes_no_cuda_call(self):
        # The runtime is linked statically and opens libcuda.so.1 at the first call.
        env = support.environment(self.directory, LD_DEBUG="libs")
        done = self.succeeds(["gst-inspect-1.0", "videohistogram"], env)
        self.assertIn("find library=", done.stderr)
        self.assertNotIn("libcuda", done.stderr)


class Counting(support.TestCase):
    """Beside the plugins of the system, which are listed once for all tests."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.registry = directory.name
        done = support.run(["gst-inspect-1.0", "fakesink"], cls.environment())
        assert done.returncode == 0, done.stderr

    @classmethod
    def environment(cls, **extra):
        return support.environment(cls.registry, system_plugins=True, **extra)

    def test_without_a_gpu_auto_counts_on_the_cpu_and_does_not_warn(self):
        env = self.environment(GST_DEBUG="videohistogram:4", **NO_GPU)
        done = self.succeeds(PIPELINE, env)
        self.assertIn("counting on cpu", done.stderr)
        self.assertEqual(done.stdout.count("): videohistogram, "), 2, done.stdout)
        self.assertNotRegex(done.stdout + done.stderr, r"(?i)\bwarning:")

    def test_without_a_gpu_cuda_by_name_is_an_error_that_says_so(self):
        env = self.environment(**NO_GPU)
        pipeline = list(PIPELINE)
        pipeline.insert(pipeline.index("post-messages=true"), "backend=cuda")
        done = support.run(pipeline, env)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"ERROR: from element .*videohistogram\w*0: .*(GPU|CUDA)")

    @unittest.skipUnless(support.HAS_CUDA, "this build has no CUDA backend")
    def test_counting_does_make_one(self):
        # Proof that test_loading_the_plugin_makes_no_cuda_call can fail. The registry is there: other
        # plugins open libcuda when they are loaded for it.
        done = self.succeeds(PIPELINE, self.environment(LD_DEBUG="libs"))
        self.assertIn("find library=libcuda", done.stderr)


if __name__ == "__main__":
    support.main()
