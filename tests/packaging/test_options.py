# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each build option alone, with all others enabled or disabled by auto_features. Only configured."""
import json
import os
import re
import shlex
import shutil
import tempfile
import unittest
from pathlib import Path

import support

SOURCE = Path(__file__).resolve().parent.parent.parent
MESON = shlex.split(os.environ["VIDEOHISTOGRAM_MESON"])
# The line of the summary that says whether a part is built. Tests have none.
SUMMARY = {"plugin": "plugin", "examples": "print-histogram, along-a-line", "introspection": "introspection",
           "scopes": "scopes", "tools": "gst-videohistogram-1.0", "tests": None}
OPTIONS = [*SUMMARY, "cuda", "benchmarks"]


class Options(support.TestCase):

    @classmethod
    def setUpClass(cls):
        done = support.run([str(SOURCE / "scripts/install-packages"), "--missing", "build", "archives", "python", "test"], os.environ)
        if done.stdout or done.stderr:
            raise unittest.SkipTest("not a set-up Debian, lacking: " + (done.stdout or done.stderr))
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.build = os.path.join(folder.name, "build")

    def configure(self, auto_features, **options):
        """The exit status of Meson, the parts that would be built, and what Meson prints. A folder serves all tests."""
        values = {"auto_features": auto_features, **dict.fromkeys(OPTIONS, "auto"), **options}
        command = [*MESON, "setup", self.build, str(SOURCE), *(f"-D{name}={value}" for name, value in values.items())]
        exists = os.path.exists(os.path.join(self.build, "build.ninja"))
        done = support.run(command + ["--reconfigure"] * exists, os.environ)
        built = {part for part, line in SUMMARY.items()
                 if line and re.search(rf"^ +{re.escape(line)} *: yes", done.stdout, re.MULTILINE)}
        return done.returncode, built, done.stdout + done.stderr

    def check(self, parts, auto_features, **options):
        with self.subTest(auto_features=auto_features, **options):
            status, built, said = self.configure(auto_features, **options)
            self.assertEqual((status, built), (0, parts), said)
        return said

    def test_all_enabled_leaves_out_what_is_disabled_and_what_needs_it(self):
        # Neither nvcc nor the peers of the benchmarks are part of a set-up Debian.
        less = {"cuda": "disabled", "benchmarks": "disabled"}
        no_tests = {"tests": "disabled"}  # to configure them takes longest
        parts = {part for part, line in SUMMARY.items() if line}
        self.check(parts, "enabled", **less)
        for option, line in SUMMARY.items():
            said = self.check(set() if option == "plugin" else parts - {option}, "enabled", **less, **{**no_tests, option: "disabled"})
            if line:
                self.assertRegex(said, rf"(?m)^ +{re.escape(line)} *: no \(disabled\)")

    def test_all_disabled_builds_what_is_enabled_and_what_it_needs(self):
        self.check(set(), "disabled")
        for option, line in SUMMARY.items():
            self.check({option, "plugin"} if line else set(), "disabled", **{option: "enabled"})

    def test_an_enabled_part_without_the_disabled_part_that_it_needs_is_refused(self):
        for option in ("scopes", "tools", "introspection", "examples"):
            status, _, said = self.configure("auto", plugin="disabled", cuda="disabled", **{option: "enabled"})
            self.assertNotEqual(status, 0, said)
            # Meson 1.12 says "disabled" of an enabled feature.
            self.assertRegex(said, f"Feature {option} cannot be (enabled|disabled): it needs the plugin")

    @unittest.skipUnless(shutil.which("nvcc"), "no nvcc")
    def test_the_gpu_backend_alone_installs_nothing_but_its_module(self):
        status, built, said = self.configure("disabled", cuda="enabled")
        self.assertEqual((status, built), (0, set()), said)
        self.assertEqual([os.path.basename(path) for path in self.installed()], ["libvideohistogram-cuda.so"])

    @unittest.skipUnless(shutil.which("nvcc"), "no nvcc")
    def test_an_nvcc_that_makes_wrong_code_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            old = Path(folder, "nvcc")
            old.write_text(f"""#!/bin/sh
[ "$1" = --version ] && exec echo "nvcc: NVIDIA (R) Cuda compiler driver, release 11.8, V11.8.89"
exec {shutil.which("nvcc")} "$@"
""", encoding="utf-8")
            old.chmod(0o755)
            said = {}
            for value, expected in (("auto", 0), ("enabled", 1)):
                done = support.run([*MESON, "setup", os.path.join(folder, value), str(SOURCE), f"-Dcuda={value}",
                                    *(f"-D{name}=disabled" for name in ("benchmarks", "examples", "introspection", "scopes", "tests", "tools"))],
                                   {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
                said[value] = done.stdout + done.stderr
                self.assertEqual(done.returncode, expected, said[value])
        reason = "nvcc 11.8.89 makes wrong code: install CUDA 12.0 or later"
        self.assertRegex(said["auto"], rf"(?m)^ +cuda *: no \({re.escape(reason)}\)$")
        self.assertRegex(said["enabled"], "ERROR: .*" + re.escape(reason))

    def installed(self):
        """The paths of what the folder that was configured last would install."""
        return list(json.loads(support.run([*MESON, "introspect", "--installed", self.build], os.environ).stdout).values())

    def test_completions_go_where_options_say(self):
        for folder, expected in (("", "/usr/local/share/zsh/site-functions"), ("/usr/share/zsh/vendor-completions",) * 2):
            said = self.configure("disabled", tools="enabled", **{"zsh-completions": folder})[2]
            paths = [path for path in self.installed() if os.path.basename(path) == "_gst-videohistogram-1.0"]
            self.assertEqual(paths, [expected + "/_gst-videohistogram-1.0"], said)

    def test_the_summary_tells_what_is_not_found_and_how_to_get_it(self):
        lacking = {"scopes": "pango not found: install libpango1.0-dev",
                   "examples": "cairo not found: install libcairo2-dev libgstreamer-plugins-base1.0-dev",
                   "introspection": "GObject-Introspection not found: install gobject-introspection libgirepository1.0-dev",
                   "tools": "its libraries not found: scripts/install-packages archives"}
        said = self.configured_without(("pangocairo", "cairo.pc", "gobject-introspection", "libav", "libsw"))
        self.assertRegex(said, r"(?m)^ +plugin *: yes$")
        for part, reason in lacking.items():
            self.assertRegex(said, rf"(?m)^ +{re.escape(SUMMARY[part])} *: no \({re.escape(reason)}\)$")
        self.assertRegex(self.configured_without(("gstreamer-base-1.0",)),
                         r"(?m)^ +plugin *: no \(GStreamer not found: install libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev\)$")

    def configured_without(self, packages):
        """What Meson prints where pkg-config does not know the packages whose files begin with these words."""
        paths = support.run(["pkg-config", "--variable", "pc_path", "pkg-config"], os.environ).stdout.strip().split(":")
        with tempfile.TemporaryDirectory() as folder:
            for path in (path for path in reversed(paths) if os.path.isdir(path)):
                for name in os.listdir(path):
                    link = os.path.join(folder, name)
                    if not name.startswith(packages):
                        if os.path.lexists(link):
                            os.unlink(link)
                        os.symlink(os.path.join(path, name), link)
            done = support.run([*MESON, "setup", os.path.join(folder, "build"), str(SOURCE), "-Dcuda=disabled", "-Dbenchmarks=disabled",
                                "-Dtests=disabled"], {**os.environ, "PKG_CONFIG_LIBDIR": folder, "PKG_CONFIG_PATH": ""})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout


if __name__ == "__main__":
    support.main()
