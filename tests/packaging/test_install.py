# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""`meson install` puts everything where the ecosystem looks, and a program builds against that."""

import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

import support

BUILD = os.environ["VIDEOHISTOGRAM_BUILD"]
MESON = shlex.split(os.environ["VIDEOHISTOGRAM_MESON"])
COMPILER = shlex.split(os.environ["VIDEOHISTOGRAM_CC"])
HAS_TOOLS = os.environ.get("VIDEOHISTOGRAM_HAS_TOOLS") == "1"
HAS_PYTHON = os.environ.get("VIDEOHISTOGRAM_HAS_PYTHON") == "1"
PYTHON_GI = os.environ.get("VIDEOHISTOGRAM_PYTHON_GI", "")
HAS_INTROSPECTION = os.environ.get("VIDEOHISTOGRAM_HAS_INTROSPECTION") == "1"
FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(FOLDER))
PROGRAM = os.path.join(FOLDER, "uses_histogram.c")


class Install(support.TestCase):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.destination = os.path.join(folder.name, "root")
        done = subprocess.run(
            MESON + ["install", "-C", BUILD, "--no-rebuild", "--destdir", cls.destination],
            env=support.environment(folder.name), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=120, check=False, universal_newlines=True)
        assert done.returncode == 0, done.stdout
        options = subprocess.run(MESON + ["introspect", BUILD, "--buildoptions"], stdout=subprocess.PIPE, timeout=120, check=True).stdout
        cls.options = {option["name"]: option["value"] for option in json.loads(options)}

    def installed(self, name, parent):
        """The one installed file of that name, which lies in a folder that ends in `parent`."""
        found = glob.glob(os.path.join(self.destination, "**", name), recursive=True)
        self.assertEqual(len(found), 1, "%s: %s" % (name, found))
        self.assertTrue(os.path.dirname(found[0]).endswith(parent), found)
        return found[0]

    def test_files_are_where_the_ecosystem_looks(self):
        self.installed("libgstvideohistogram.so", "/gstreamer-1.0")
        for header in ("videohistogram.h", "gstvideohistogram.h", "gstvideohistogrammeta.h",
                       "gstvideohistogramstatistics.h",
                       "gstvideohistogram-prelude.h", "gstvideohistogramenums.h",
                       "gstvideohistogram-enumtypes.h", "gstvideohistogramprojection.h",
                       "gstvideohistogrammessage.h"):
            self.installed(header, "/include/gstreamer-1.0/gst/videohistogram")
        self.installed("gstvideohistogram-1.0.pc", "/pkgconfig")
        library = self.installed("libgstvideohistogram-1.0.so", "")
        self.assertEqual(os.path.dirname(self.installed("libgstvideohistogram-1.0.so.0", "")),
                         os.path.dirname(library))

    @unittest.skipUnless(HAS_TOOLS, "this build has no command")
    def test_the_installed_command_runs(self):
        command = self.installed("bin/gst-videohistogram-1.0", "/bin")
        env = support.environment(self.directory)
        env.pop("LD_LIBRARY_PATH", None)  # it finds its library by itself
        self.installed("gst-videohistogram-1.0.1", "/share/man/man1")
        for shell, name, usual in (("bash", "gst-videohistogram-1.0", "/share/bash-completion/completions"),
                                   ("zsh", "_gst-videohistogram-1.0", "/share/zsh/site-functions"),
                                   ("fish", "gst-videohistogram-1.0.fish", "/share/fish/vendor_completions.d")):
            folder = self.options[shell + "-completions"].rstrip("/") or usual
            self.installed(os.path.join(os.path.basename(folder), name), folder)
        self.assertRegex(self.succeeds([command, "--version"], env).stdout, r"^gst-videohistogram-1\.0 \d+\.\d+\.\d+$")

    def test_private_headers_stay_at_home(self):
        for name in ("*private*", "*internal*"):
            self.assertEqual(
                glob.glob(os.path.join(self.destination, "**", name), recursive=True), [])

    @unittest.skipUnless(HAS_INTROSPECTION, "this build has no introspection data")
    def test_introspection_data_is_where_other_languages_look(self):
        self.installed("GstVideoHistogram-1.0.gir", "/share/gir-1.0")
        self.installed("GstVideoHistogram-1.0.typelib", "/girepository-1.0")

    @unittest.skipUnless(HAS_PYTHON, "this build has no Python overrides")
    def test_python_finds_the_overrides_and_their_types(self):
        overrides = self.installed("gi/overrides/GstVideoHistogram.py", "/gi/overrides")
        stubs = self.installed("GstVideoHistogram.pyi", "/gi-stubs/repository")
        modules = os.path.dirname(os.path.dirname(os.path.dirname(overrides)))
        self.assertEqual(os.path.dirname(os.path.dirname(os.path.dirname(stubs))), modules)
        folder = modules[len(self.destination):]
        known = self.succeeds([PYTHON_GI, "-c", "import sys, sysconfig; print(*sys.path, *map(sysconfig.get_path, "
                               "('purelib', 'platlib')), sep='\\n')"], os.environ).stdout.splitlines()
        self.assertIn(os.path.basename(folder), {os.path.basename(path) for path in known})
        env = support.environment(self.directory, system_plugins=True, PYTHONPATH=modules)
        env["LD_LIBRARY_PATH"] = os.path.dirname(self.installed("libgstvideohistogram-1.0.so", ""))
        env["GI_TYPELIB_PATH"] = os.path.dirname(self.installed("GstVideoHistogram-1.0.typelib", ""))
        printed = self.succeeds([PYTHON_GI, "-c", "import gi, sys; gi.require_version('GstVideoHistogram', '1.0'); "
                                 "from gi.repository import GstVideoHistogram; "
                                 "print(sys.modules['gi.overrides.GstVideoHistogram'].__file__)"], env).stdout
        self.assertEqual(printed.strip(), overrides)

    @unittest.skipUnless(HAS_INTROSPECTION, "this build has no introspection data")
    def test_all_that_is_public_says_since_when(self):
        core = "{http://www.gtk.org/introspection/core/1.0}"
        kinds = {core + kind for kind in (
            "function", "method", "constructor", "record", "enumeration", "bitfield", "constant",
            "callback", "function-macro", "class", "union", "alias")}
        tree = ElementTree.parse(self.installed("GstVideoHistogram-1.0.gir", "/share/gir-1.0"))
        public = [node for node in tree.iter() if node.tag in kinds]
        self.assertGreater(len(public), 60)
        self.assertEqual([node.get("name") for node in public if not node.get("version")], [])
        # A function that moved into a type is documented there.
        self.assertEqual([node.get("name") for node in public if node.find(core + "doc") is None
                          and not node.get("moved-to")], [])

    def pkg_config_file(self):
        """A copy of the .pc file whose prefix is the destination."""
        installed = self.installed("gstvideohistogram-1.0.pc", "/pkgconfig")
        with open(installed) as file:
            lines = file.read().splitlines()
        self.assertTrue(lines[0].startswith("prefix=/"), lines)
        lines[0] = "prefix=" + self.destination + lines[0][len("prefix="):]
        copy = os.path.join(self.directory, "pc")
        os.mkdir(copy)
        with open(os.path.join(copy, os.path.basename(installed)), "w") as file:
            file.write("\n".join(lines) + "\n")
        return copy

    def test_a_program_compiles_links_and_runs_against_it(self):
        if not shutil.which("pkg-config"):
            self.skipTest("no pkg-config (Debian: pkgconf)")
        env = support.environment(self.directory)
        env["PKG_CONFIG_PATH"] = self.pkg_config_file()
        flags = self.succeeds(["pkg-config", "--cflags", "--libs", "gstvideohistogram-1.0"], env)
        program = os.path.join(self.directory, "uses_histogram")
        self.succeeds(
            COMPILER + ["-Wall", "-Wextra", "-Werror", "-o", program, PROGRAM] +
            shlex.split(flags.stdout), env)

        self.assert_counts(program)

    def assert_counts(self, program):
        env = support.environment(self.directory, system_plugins=True)
        env["GST_PLUGIN_PATH_1_0"] = os.path.dirname(
            self.installed("libgstvideohistogram.so", "/gstreamer-1.0"))
        env["LD_LIBRARY_PATH"] = os.path.dirname(self.installed("libgstvideohistogram-1.0.so", ""))
        printed = self.succeeds([program], env).stdout
        self.assertEqual(printed.splitlines(), ["R 144", "G 144", "B 144", "A 144"])

    def build_as_documented(self, row, file, text, configure, build):
        """Builds the program in a project that finds the library by the code in this row of docs/library.md."""
        with open(os.path.join(SOURCE, "docs", "library.md"), encoding="utf-8") as page:
            line = next(line for line in page if line.startswith("| %s |" % row))
        project = os.path.join(self.directory, row)
        os.mkdir(project)
        shutil.copy(PROGRAM, project)
        with open(os.path.join(project, file), "w", encoding="utf-8") as written:
            written.write(text % tuple(re.findall("`(.*?)`", line)))
        env = support.environment(self.directory)
        env["PKG_CONFIG_PATH"] = self.pkg_config_file()
        env["CC"] = shlex.join(COMPILER)
        for command in configure, build:
            self.succeeds(command + [os.path.join(project, "build")], env)
        self.assert_counts(os.path.join(project, "build", "counts"))

    def test_a_program_is_built_by_meson_as_documented(self):
        self.build_as_documented("Meson", "meson.build", "project('counts', 'c')\nexecutable('counts', 'uses_histogram.c', dependencies: %s)\n",
                                 MESON + ["setup", os.path.join(self.directory, "Meson")], MESON + ["compile", "-C"])

    @unittest.skipUnless(shutil.which("cmake"), "no cmake (Debian: cmake)")
    def test_a_program_is_built_by_cmake_as_documented(self):
        self.build_as_documented("CMake", "CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(counts C)\n%s\n%s\n"
                                 "add_executable(counts uses_histogram.c)\ntarget_link_libraries(counts %s)\n",
                                 ["cmake", "-S", os.path.join(self.directory, "CMake"), "-B"], ["cmake", "--build"])


    def test_the_plugin_finds_its_library_by_itself(self):
        env = support.environment(self.directory, system_plugins=True)
        env["GST_PLUGIN_PATH_1_0"] = os.path.dirname(
            self.installed("libgstvideohistogram.so", "/gstreamer-1.0"))
        env.pop("LD_LIBRARY_PATH", None)
        self.succeeds(["gst-inspect-1.0", "videohistogram"], env)


class DevelopmentEnvironment(support.TestCase):

    def in_devenv(self, *command):
        env = {name: value for name, value in os.environ.items()
               if not name.startswith(("GST_", "GI_TYPELIB")) and name != "LD_LIBRARY_PATH"}
        return subprocess.run(MESON + ["devenv", "-C", BUILD] + list(command), env=env,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              universal_newlines=True)

    def test_it_finds_the_plugin(self):
        done = self.in_devenv("gst-inspect-1.0", "videohistogram")
        self.assertEqual(done.returncode, 0, done.stdout)
        found = re.search(r"Filename +(.*)", done.stdout)[1]
        self.assertEqual(os.path.realpath(found), os.path.realpath(support.PLUGIN))

    def test_no_file_of_the_build_folder_is_blacklisted(self):
        done = self.in_devenv("gst-inspect-1.0", "-b")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("Blacklisted files:", done.stdout)
        self.assertNotIn("videohistogram", done.stdout)

    def test_its_registry_is_its_own(self):
        done = self.in_devenv("sh", "-c", "echo registry=$GST_REGISTRY_1_0")
        self.assertIn("registry=" + os.path.join(BUILD, ""), done.stdout)

    @unittest.skipUnless(HAS_INTROSPECTION, "this build has no introspection data")
    def test_it_finds_the_typelib(self):
        python = os.environ.get("VIDEOHISTOGRAM_PYTHON_GI", "")
        if not python:
            self.skipTest("no python3 with gi (Debian: python3-gi)")
        done = self.in_devenv(
            python, "-c", "import gi; gi.require_version('GstVideoHistogram', '1.0'); "
            "from gi.repository import GstVideoHistogram; "
            "print('meta', GstVideoHistogram.VideoHistogramMeta.__name__)")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("meta VideoHistogramMeta", done.stdout)

    @unittest.skipUnless(HAS_PYTHON, "this build has no Python overrides")
    def test_it_finds_the_overrides(self):
        done = self.in_devenv(PYTHON_GI, "-c", "import gi; gi.require_version('GstVideoHistogram', '1.0'); "
                              "from gi.repository import GstVideoHistogram; print('has', GstVideoHistogram.metas.__name__)")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("has metas", done.stdout)


if __name__ == "__main__":
    support.main()
