#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Where scripts/ make their chroots and what they remove there, with a debootstrap that only tells its arguments."""
import os
from pathlib import Path

import support

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
DEBOOTSTRAP = '#!/bin/sh\necho "debootstrap $*"\nexit 9\n'


class Scripts(support.TestCase):
    def setUp(self):
        super().setUp()
        self.work = Path(self.directory).resolve() / "work"
        programs = Path(self.directory).resolve() / "programs"
        self.work.mkdir()
        programs.mkdir()
        (programs / "debootstrap").write_text(DEBOOTSTRAP, encoding="utf-8")
        (programs / "debootstrap").chmod(0o755)
        self.env = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}

    def run_script(self, name, *arguments):
        """Runs a script in the folder `work`."""
        return support.run(["env", "--chdir", str(self.work), str(SCRIPTS / name), *arguments], self.env)

    def test_folders_are_those_of_the_caller(self):
        for command, chroot in ((["test-packages", "trixie", "packages"], "packages/trixie/base"),
                                (["test-debian", "trixie", "debian"], "debian"),
                                (["test-architectures", "--chroot", "architectures"], "architectures")):
            done = self.run_script(*command)
            self.assertEqual((done.returncode, done.stdout.split()[-1]), (9, str(self.work / chroot)), done.stderr)

    def test_packages_of_each_release_have_a_folder(self):
        for release in ("bookworm", "trixie"):
            self.assertEqual(self.run_script("test-packages", release, "packages").returncode, 9)
            (self.work / "packages" / release / "packages/kept").touch()
        self.assertEqual(sorted(str(path.relative_to(self.work)) for path in self.work.rglob("kept")),
                         ["packages/bookworm/packages/kept", "packages/trixie/packages/kept"])

    def test_a_folder_with_other_files_is_refused(self):
        other = self.work / "trixie" / "source" / "of-somebody"
        other.parent.mkdir(parents=True)
        other.touch()
        done = self.run_script("test-packages", "trixie", ".")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"{self.work} has files that this script did not make", done.stderr)
        self.assertEqual([path for path in self.work.rglob("*") if path.is_file()], [other])

    def test_an_interrupted_chroot_is_made_anew(self):
        self.assertEqual(self.run_script("test-packages", "trixie", ".").returncode, 9)
        half = self.work / "trixie/base/half"
        half.mkdir(parents=True)
        self.assertEqual(self.run_script("test-packages", "trixie", ".").returncode, 9)
        self.assertFalse(half.exists())

    def test_usage(self):
        for arguments in ([], ["trixie"], ["sid", "folder"], ["trixie", "folder", "other"]):
            done = self.run_script("test-packages", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("scripts/test-packages [--cuda] [--check] bookworm|trixie FOLDER", done.stderr)
            self.assertFalse((self.work / "folder").exists())


if __name__ == "__main__":
    support.main()
