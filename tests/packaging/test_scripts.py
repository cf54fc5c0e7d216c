#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Where scripts/ make their chroots and what they remove there, with a debootstrap that only tells its arguments; which steps of a
release-check run, with scripts that only count their calls."""
import contextlib
import fcntl
import json
import os
import shutil
from pathlib import Path

import support

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"
# Notes its call. ../meanwhile is what somebody else does while it runs.
STEP = """#!/bin/sh
echo "$*${REBUILD+ REBUILD}${CUDA_ARCHS+ CUDA_ARCHS}" >>../calls
[ ! -e ../meanwhile ] || sh ../meanwhile
echo "of $* in $PWD, not in $PWD-2"
case "$*" in *trixie*) [ ! -e ../broken ] ;; esac
"""
DEBOOTSTRAP = '#!/bin/sh\necho "debootstrap $*"\nexit 9\n'


@contextlib.contextmanager
def locked(folder):
    """As another run holds the folder."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


class Scripts(support.TestCase):
    def setUp(self):
        super().setUp()
        self.work = Path(self.directory).resolve() / "work"
        self.programs = Path(self.directory).resolve() / "programs"
        self.work.mkdir()
        self.programs.mkdir()
        (self.programs / "debootstrap").write_text(DEBOOTSTRAP, encoding="utf-8")
        (self.programs / "debootstrap").chmod(0o755)
        self.env = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}"}

    def run_script(self, name, *arguments):
        """Runs a script in the folder `work`."""
        return support.run(["env", "--chdir", str(self.work), str(SCRIPTS / name), *arguments], self.env)

    def test_folders_are_those_of_the_caller(self):
        for command, chroot in ((["test-packages", "trixie", "packages"], "packages/trixie/base"),
                                (["test-debian", "trixie", "debian"], "debian"),
                                (["test-architectures", "--chroot", "architectures"], "architectures")):
            done = self.run_script(*command)
            self.assertEqual((done.returncode, done.stdout.split()[-1]), (9, f"{self.work / chroot}.partial"), done.stderr)

    def test_packages_of_each_release_have_a_folder(self):
        releases = ["bookworm", "sid", "trixie"]
        for release in releases:
            self.assertEqual(self.run_script("test-packages", release, "packages").returncode, 9)
            (self.work / "packages" / release / "packages/kept").touch()
        self.assertEqual(sorted(str(path.relative_to(self.work)) for path in self.work.rglob("kept")),
                         [f"packages/{release}/packages/kept" for release in releases])

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
        half = self.work / "trixie/base.partial/half"
        half.mkdir()
        self.assertEqual(self.run_script("test-packages", "trixie", ".").returncode, 9)
        self.assertFalse(half.exists())

    def test_a_chroot_is_there_once_it_is_complete(self):
        (self.programs / "debootstrap").write_text('#!/bin/sh\necho made\nmkdir "$3/etc"\n', encoding="utf-8")
        for _ in range(2):  # the second run finds it
            done = self.run_script("make-chroot", "trixie", "chroot")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sorted(path.name for path in self.work.iterdir()), ["chroot"])
            self.assertTrue((self.work / "chroot/etc").is_dir())
        self.assertEqual(done.stdout, "")

    def test_a_chroot_does_not_replace_other_files(self):
        (self.work / "chroot").mkdir()
        (self.work / "chroot/of-somebody").touch()
        done = self.run_script("make-chroot", "trixie", "chroot")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("has files that this script did not make", done.stderr)

    def test_a_second_run_in_the_same_folder_is_refused(self):
        for command, held in ((["test-packages", "trixie", "packages"], "packages"), (["make-chroot", "trixie", "chroot"], "chroot.partial")):
            self.assertEqual(self.run_script(*command).returncode, 9)
            with locked(self.work / held):
                done = self.run_script(*command)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn("another run ", done.stderr)
            self.assertEqual(self.run_script(*command).returncode, 9)

    def test_usage(self):
        for arguments in ([], ["trixie"], ["buster", "folder"], ["trixie", "folder", "other"]):
            done = self.run_script("test-packages", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("scripts/test-packages [--cuda] [--check] bookworm|trixie|sid FOLDER", done.stderr)
            self.assertFalse((self.work / "folder").exists())


class ReleaseCheck(support.TestCase):
    """In a repository with the script and others that note their calls; one fails while there is a file that says so."""
    RESULT = "benchmarks/results/release-check.json"
    STEPS = ["packages-bookworm", "packages-trixie", "packages-sid", "architecture-s390x", "architecture-arm64", "architecture-armhf"]

    def setUp(self):
        super().setUp()
        if not shutil.which("git"):
            self.skipTest("no git")
        # Nothing of the caller's git, such as hooks, signatures, or the repository of a hook that runs the tests.
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.env |= {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
        self.source, self.folder = Path(self.directory) / "source", Path(self.directory) / "folder"
        for name in ("scripts", "benchmarks/results"):
            (self.source / name).mkdir(parents=True)
        shutil.copy(SCRIPTS / "release-check", self.source / "scripts")
        for name in ("test-packages", "test-architectures"):
            script = self.source / "scripts" / name
            script.write_text(STEP, encoding="utf-8")
            script.chmod(0o755)
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        return self.succeeds(["git", "-C", str(self.source), "-c", "user.name=t", "-c", "user.email=t@example.org", *words], self.env).stdout.strip()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "commit")
        return self.git("rev-parse", "HEAD")

    def check(self, *arguments, status=0, **variables):
        """Runs the script. Returns the calls of the other ones."""
        calls = Path(self.directory) / "calls"
        calls.unlink(missing_ok=True)
        done = support.run([str(self.source / "scripts/release-check"), *arguments], {**self.env, **variables})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.said = done.stdout + done.stderr
        return calls.read_text(encoding="utf-8").splitlines() if calls.exists() else []

    def result(self):
        return json.loads((self.source / self.RESULT).read_text(encoding="utf-8"))

    def test_a_step_that_passed_does_not_run_again_for_the_same_commit(self):
        commit, broken = self.git("rev-parse", "HEAD"), Path(self.directory) / "broken"
        broken.touch()
        self.assertEqual(len(self.check(str(self.folder), status=1)), 6)
        result = self.result()
        self.assertEqual(list(result["steps"]), self.STEPS)
        self.assertEqual({step["commit"] for step in result["steps"].values()}, {commit})
        self.assertEqual({name: step["passed"] for name, step in result["steps"].items()}, {name: "trixie" not in name for name in self.STEPS})
        last = {name: step.get("last_line") for name, step in result["steps"].items()}
        self.assertEqual(last["packages-bookworm"], f"of --check bookworm FOLDER/packages in SOURCE, not in {self.source.resolve()}-2")
        self.assertIsNone(last["packages-trixie"])
        broken.unlink()
        self.commit()  # the result
        self.assertEqual(self.check(str(self.folder)), [f"--check trixie {self.folder}/packages"])
        self.assertTrue(all(step["passed"] for step in self.result()["steps"].values()))
        self.assertEqual(self.check(str(self.folder)), [])
        # Packages of the GPU backend have results of their own.
        self.assertEqual(self.check("--cuda", str(self.folder), "packages-cuda-trixie"), [f"--cuda --check trixie {self.folder}/packages"])
        self.assertEqual(list(self.result()["steps"]), [*self.STEPS, "packages-cuda-trixie"])
        self.assertEqual(self.check(str(self.folder)) + self.check("--cuda", str(self.folder), "packages-cuda-trixie"), [])

    def test_a_folder_in_the_source_is_the_longer_path(self):
        (self.source / ".gitignore").write_text("/build\n", encoding="utf-8")
        self.commit()
        self.check(str(self.source / "build"), "architecture-armhf")
        self.assertTrue(self.result()["steps"]["architecture-armhf"]["last_line"].startswith("of --chroot FOLDER/architectures armhf in SOURCE,"))

    def test_a_step_is_not_recorded_if_something_else_was_tested(self):
        meanwhile = Path(self.directory) / "meanwhile"
        for what in ("touch of-commit; git add -A; git -c user.name=t -c user.email=t@example.org commit -q -m other", "touch other"):
            meanwhile.write_text(what, encoding="utf-8")
            with self.subTest(what):
                self.assertEqual(len(self.check(str(self.folder), status=1)), 1)
                self.assertIn("packages-bookworm: not recorded", self.said)
                self.assertFalse((self.source / self.RESULT).exists())

    def test_a_second_run_in_the_same_folder_is_refused(self):
        self.check(str(self.folder), "architecture-armhf")
        with locked(self.folder):
            self.assertEqual(self.check(str(self.folder), status=1), [])
            self.assertIn(f"another run uses {self.folder}", self.said)
        self.assertEqual(len(self.check(str(self.folder))), 5)

    def test_variables_do_not_weaken_a_step(self):
        self.assertEqual(self.check(str(self.folder), "packages-trixie", REBUILD="no", CUDA_ARCHS="90"), [f"--check trixie {self.folder}/packages"])

    def test_a_result_of_another_commit_does_not_count(self):
        first = self.git("rev-parse", "HEAD")
        self.check(str(self.folder))
        (self.source / "other").touch()
        second = self.commit()
        self.assertEqual(self.check(str(self.folder), "architecture-armhf"), [f"--chroot {self.folder}/architectures armhf"])
        commits = {name: step["commit"] for name, step in self.result()["steps"].items()}
        self.assertEqual(commits, {**dict.fromkeys(self.STEPS, first), "architecture-armhf": second})
        self.assertEqual(len(self.check(str(self.folder))), 5)

    def test_what_is_refused(self):
        self.assertEqual(self.check(status=2), [])
        self.assertEqual(self.check(str(self.folder), "packages-buster", status=2), [])
        self.assertIn("no step packages-buster", self.said)
        self.folder.mkdir()
        (self.folder / "of-somebody").touch()
        self.assertEqual(self.check(str(self.folder), status=2), [])
        self.assertIn("has files that this script did not make", self.said)
        (self.folder / "of-somebody").unlink()
        (self.source / "other").touch()
        self.assertEqual(self.check(str(self.folder), status=2), [])
        self.assertIn("the working tree has changes", self.said)
        self.assertFalse((self.source / self.RESULT).exists())


if __name__ == "__main__":
    support.main()
