#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Packages of all kinds name the maintainer, the homepage and the version of packaging/project and meson.build, and Debian's symbols are those
that the library exports."""
import fnmatch
import json
import os
import re
import shlex
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

import support

SOURCE = Path(__file__).resolve().parent.parent.parent
MESON = shlex.split(os.environ["VIDEOHISTOGRAM_MESON"])
BUILD = Path(os.environ["VIDEOHISTOGRAM_BUILD"])
TEMPLATES = [SOURCE / "packaging" / name for name in ("debian/control.in", "debian/changelog.in", "debian-cuda/control.in",
                                                      "debian-cuda/changelog.in", "rpm/gst-videohistogram.spec.in", "metainfo.xml.in")]


def project():
    lines = (SOURCE / "packaging/project").read_text(encoding="utf-8").splitlines()
    return dict(re.fullmatch(r"(\w+) = (.*)", line).groups() for line in lines if line and not line.startswith("#"))


class Project(support.TestCase):
    def test_all_contacts_come_from_one_file(self):
        values = project()
        self.assertEqual(set(values), {"maintainer", "email", "homepage", "bugs", "id", "released"})
        for template in TEMPLATES:
            text = template.read_text(encoding="utf-8")
            self.assertIn("@maintainer@", text, template)
            for name, value in values.items():
                self.assertNotIn(value, re.sub("SPDX-.*", "", text), f"{template}: {name}")

    def test_debians_source_is_complete_and_has_no_template_left(self):
        with tempfile.TemporaryDirectory() as folder:
            version = re.search(r"version: '(.*?)'", (SOURCE / "meson.build").read_text(encoding="utf-8"))[1]
            tarball = os.path.join(folder, f"gst-videohistogram-{version}.tar.xz")
            with tarfile.open(tarball, "w") as archive:
                for name in ("packaging", "LICENSES", "REUSE.toml", "meson.build"):
                    archive.add(SOURCE / name, f"gst-videohistogram-{version}/{name}")
            # The tree of an interrupted run is in the way of no later one; other folders stay.
            for left in ("unpacked/of-somebody", f"gst-videohistogram-{version}/debian"):
                (Path(folder) / left).mkdir(parents=True)
            done = self.succeeds([sys.executable, str(SOURCE / "scripts/debian-source"), tarball, folder], dict(os.environ))
            self.assertTrue((Path(folder) / "unpacked/of-somebody").is_dir())
            self.assertEqual(len(list(Path(folder).iterdir())), 6, "the tarball, two more of it, two trees, and what was there")
            trees = done.stdout.split()
            self.assertEqual([os.path.basename(tree) for tree in trees],
                             [f"gst-videohistogram-{version}", f"gst-videohistogram-cuda-{version}"])
            values = project()
            for tree in trees:
                debian = Path(tree) / "debian"
                files = [path for path in debian.rglob("*") if path.is_file()]
                self.assertEqual([path for path in files if path.suffix == ".in" or re.search(r"@\w+@", path.read_text(encoding="utf-8"))], [])
                control = (debian / "control").read_text(encoding="utf-8")
                self.assertIn(f"Maintainer: {values['maintainer']} <{values['email']}>\n", control)
                self.assertIn(f"Homepage: {values['homepage']}\n", control)
                self.assertRegex((debian / "changelog").read_text(encoding="utf-8"), rf"^[\w-]+ \({re.escape(version)}-1\)")
                copyright = (debian / "copyright").read_text(encoding="utf-8")
                self.assertEqual(set(re.findall(r"^License: (\S+)$", copyright, re.MULTILINE)) - {"and"},
                                 {"LGPL-2.1+", "CC0-1.0", "CC-BY-3.0", "NASA-Media", "Public-Domain"})
                for licence in ("NASA-Media", "CC-BY-3.0", "Public-Domain", "CC0-1.0"):  # a paragraph with the text of each
                    self.assertRegex(copyright, rf"(?m)^License: {licence}\n .")

    def test_tarballs_have_all_that_the_repository_tracks_but_its_own_affairs(self):
        if not shutil.which("git") or support.run(["git", "-C", str(SOURCE), "rev-parse"], dict(os.environ)).returncode:
            self.skipTest("not a checkout of git")
        done = support.run([*MESON, "dist", "-C", str(BUILD), "--no-tests", "--allow-dirty", "--formats", "gztar"], dict(os.environ))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with tarfile.open(next((BUILD / "meson-dist").glob("*.tar.gz"))) as archive:
            packed = {member.name.partition("/")[2] for member in archive if not member.isdir()}
        tracked = set(self.succeeds(["git", "-C", str(SOURCE), "ls-tree", "-r", "--name-only", "HEAD"], dict(os.environ)).stdout.splitlines())
        own = {name for name in tracked if name.startswith((".ci/", ".github/")) or name in (".gitattributes", ".gitignore", ".gitlab-ci.yml")}
        self.assertGreater(len(own), 3)
        self.assertEqual(packed, tracked - own)

    def test_images_are_made_without_what_git_ignores(self):
        if not (SOURCE / ".gitignore").exists():
            self.skipTest("not a checkout of git")
        patterns, ignored = ([line for line in (SOURCE / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
                             for name in (".dockerignore", ".gitignore"))
        # A pattern of git without a leading slash holds in all folders.
        self.assertEqual(patterns, [".git"] + [line.strip("/") if line.startswith("/") else "**/" + line.strip("/") for line in ignored])

    def test_the_image_has_what_the_command_and_the_plugin_need(self):
        stage = re.search(r"(?s)AS cpu\n(.*?)ENTRYPOINT", (SOURCE / "packaging/Containerfile").read_text(encoding="utf-8"))[1]
        packages = re.search(r"--no-install-recommends ((?:[\w.-]+[ \\\n]+)+)", stage)[1].replace("\\", " ").split()
        control = (SOURCE / "packaging/debian/control.in").read_text(encoding="utf-8")
        tools = control[control.index("Package: gst-videohistogram-tools"):].partition("Description")[0]
        elements = set(re.findall(r"gstreamer1\.0-plugins-\w+", tools))
        self.assertEqual(elements, {name for name in packages if name.startswith("gstreamer1.0-")})
        if not shutil.which("readelf"):
            self.skipTest("no readelf (Debian: binutils)")
        # The libraries of GStreamer and GLib come with the elements, those of the compiler with every image.
        others = re.compile(r"lib(gst|gobject|glib|stdc|m\.|gcc|c\.|asan|tsan|ubsan)|ld-")
        checked = 0
        for file in (BUILD / "tools/gst-videohistogram-1.0", BUILD / "plugin/libgstvideohistogram.so"):
            if not file.exists():
                continue
            dynamic = self.succeeds(["readelf", "--wide", "--dynamic", str(file)], dict(os.environ)).stdout
            for name in re.findall(r"\(NEEDED\).*\[(.*)\.so[.\d]*\]", dynamic):
                if not others.match(name + "."):
                    # Of another release of Debian the number may be another one.
                    package = "zlib1g" if name == "libz" else re.escape(name) + r"-?\d+"
                    self.assertTrue(any(re.fullmatch(package, one) for one in packages), name)
                    checked += 1
        if not checked:
            self.skipTest("built without the command and scopes")

    def test_debians_symbols_are_those_of_the_library(self):
        listed = set((SOURCE / "tests/packaging/library.symbols").read_text(encoding="utf-8").split())
        debian = (SOURCE / "packaging/debian/libgstvideohistogram-1.0-0.symbols").read_text(encoding="utf-8")
        self.assertEqual(set(re.findall(r"^ (\w+)@Base \d", debian, re.MULTILINE)), listed,
                         "a new symbol gets a line with the version that is to be released")

    def test_the_metadata_is_valid(self):
        file = next(BUILD.glob("packaging/*.metainfo.xml"))
        self.assertEqual(file.name, project()["id"] + ".metainfo.xml")
        if not shutil.which("appstreamcli"):
            self.skipTest("no appstreamcli (Debian: appstream)")
        self.succeeds(["appstreamcli", "validate", "--no-net", str(file)], dict(os.environ))

    def test_the_spec_of_rpm_is_valid(self):
        if not shutil.which("rpmspec"):
            self.skipTest("no rpmspec (Debian: rpm)")
        for with_cuda in ((), ("--with", "cuda")):
            printed = self.succeeds(["rpmspec", "-q", *with_cuda, "--define", "_topdir /nonexistent", "--qf", "%{name} %{url}\\n",
                                     str(BUILD / "packaging/gst-videohistogram.spec")], dict(os.environ)).stdout
            names = {line.split()[0] for line in printed.splitlines()} - {"gst-videohistogram-debuginfo", "gst-videohistogram-debugsource"}
            self.assertEqual(names, {"gst-videohistogram", "gstreamer1-videohistogram", "libgstvideohistogram", "libgstvideohistogram-devel",
                                     "python3-gst-videohistogram"} |
                             ({"gstreamer1-videohistogram-cuda"} if with_cuda else set()))
            self.assertIn(project()["homepage"], printed)

    def test_each_file_that_is_installed_is_in_one_package_of_rpm(self):
        if not shutil.which("rpmspec"):
            self.skipTest("no rpmspec (Debian: rpm)")

        def introspect(what):
            return json.loads(self.succeeds([*MESON, "introspect", what, str(BUILD)], dict(os.environ)).stdout)

        options = {option["name"]: option["value"] for option in introspect("--buildoptions")}
        installed = list(introspect("--installed").values())
        folders = {f"_{name}": f"{options['prefix']}/{options[name]}" for name in ("bindir", "datadir", "includedir", "libdir", "mandir")}
        for path in installed:
            if path.endswith("/gi/overrides/GstVideoHistogram.py"):
                folders["python3_sitelib"] = str(Path(path).parents[2])
        spec = self.succeeds(["rpmspec", "-P", "--with", "cuda", *(word for item in folders.items() for word in ("--define", " ".join(item))),
                              str(BUILD / "packaging/gst-videohistogram.spec")], dict(os.environ)).stdout
        listed = re.findall(r"^/.*", spec.partition("\n%files")[2], re.MULTILINE)
        for path in installed:
            self.assertEqual(len([name for name in listed if fnmatch.fnmatch(path, name) or path.startswith(name + "/")]), 1, path)


if __name__ == "__main__":
    support.main()
