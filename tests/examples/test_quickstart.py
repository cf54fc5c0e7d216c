# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""examples/quickstart in this build folder, where nothing is left for it to install, and for which
GPUs a build folder of its own gets kernels."""
import functools
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from common import BUILD, SOURCE, run
from PIL import Image


@functools.lru_cache()
def missing_packages():
    """What quickstart would install."""
    return run(SOURCE / "scripts" / "install-packages", "--missing", "build", "python")


def skip_unless_set_up(test):
    missing = missing_packages()
    test.assertEqual(missing.returncode, 0, missing.stderr)
    if missing.stdout or missing.stderr:
        test.skipTest(f"not a set-up Debian, lacking: {missing.stdout or missing.stderr}")


class Quickstart(unittest.TestCase):
    def test_ends_with_the_table_and_the_path_of_the_plot(self):
        skip_unless_set_up(self)
        plot = BUILD / "telescope-histogram.png"
        plot.unlink(missing_ok=True)
        done = run(SOURCE / "examples" / "quickstart", env={"BUILD_DIR": str(BUILD)}, cwd="/",
                   timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[-7], r"^ +all +390  R  ")
        self.assertEqual(lines[-1], str(plot))
        with Image.open(plot) as picture:
            self.assertEqual(picture.size, (1000, 560))


class BuildFolder(unittest.TestCase):
    """Arguments that quickstart gives Meson, by a meson that prints them and fails."""

    def setUp(self):
        skip_unless_set_up(self)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        meson = self.folder / "meson"
        meson.write_text('#!/bin/sh\necho "$@"\nexit 1\n', encoding="utf-8")
        meson.chmod(0o755)

    def first_call(self, build):
        done = run(SOURCE / "examples" / "quickstart",
                   env={"BUILD_DIR": str(build), "PATH": f"{self.folder}:{os.environ['PATH']}"})
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stdout.strip()

    def test_a_new_one_is_for_the_gpus_in_this_machine(self):
        build = self.folder / "build"
        self.assertEqual(self.first_call(build), f"setup {build} -Dgpu_archs=native")

    def test_one_that_is_there_keeps_its_options(self):
        build = self.folder / "build"
        build.mkdir()
        (build / "build.ninja").touch()
        self.assertTrue(self.first_call(build).startswith(f"compile -C {build} "))


FAKE_DRIVER = """
static const int capabilities[] = {CAPABILITIES};
int cuInit(unsigned flags) { return 0; }
int cuDeviceGetCount(int *count) {
  *count = sizeof capabilities / sizeof *capabilities;
  return 0;
}
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 75 ? capabilities[device] / 10 : capabilities[device] % 10;
  return attribute != 75 && attribute != 76;
}
"""


@unittest.skipUnless(shutil.which("cc"), "no C compiler")
class Architectures(unittest.TestCase):
    """Over a driver with any GPUs."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.build = Path(folder.name) / "build"  # one, since its options are set for each test

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def gpus(self, *capabilities):
        """The environment of a machine with these GPUs."""
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", self.folder / "libcuda.so.1",
             "-DCAPABILITIES=" + ",".join(map(str, capabilities))],
            input=FAKE_DRIVER, text=True, check=True)
        return {"LD_LIBRARY_PATH": str(self.folder)}

    def cuda_of(self, env, *options):
        """The line on the CUDA backend in a build folder's summary."""
        done = run("meson", "setup", self.build, SOURCE, "-Dplugin=disabled", "-Dbenchmarks=disabled",
                   *options, *["--reconfigure"] * self.build.exists(), env=env)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return next(line.split(":", 1)[1].strip() for line in done.stdout.splitlines()
                    if line.split(":")[0].strip() == "cuda")

    def test_are_those_of_all_gpus_each_once(self):
        done = run(SOURCE / "scripts" / "gpu-archs", env=self.gpus(90, 86, 120, 90))
        self.assertEqual((done.stdout, done.stderr), ("86\n90\n120\n", ""))

    def test_are_none_without_a_gpu(self):
        done = run(SOURCE / "scripts" / "gpu-archs", env=self.gpus())
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    @unittest.skipUnless(shutil.which("nvcc"), "no nvcc")
    def test_without_a_gpu_kernels_are_compiled_only_for_tests(self):
        env = self.gpus()
        self.assertEqual(self.cuda_of(env, "-Dgpu_archs=native", "-Dtests=disabled"),
                         "no (gpu_archs=native and no GPU here)")
        self.assertRegex(self.cuda_of(env, "-Dtests=enabled"), r"^yes \(nvcc \S+, sm_\d+\)$")

    @unittest.skipUnless(shutil.which("nvcc"), "no nvcc")
    def test_native_kernels_are_for_the_gpus_that_are_there(self):
        # The second one is newer than any toolkit; the driver compiles the PTX for it.
        self.assertRegex(self.cuda_of(self.gpus(80, 990), "-Dgpu_archs=native", "-Dtests=disabled"),
                         r"^yes \(nvcc \S+, sm_80\)$")


# Commands of a Debian on which nothing is installed.
APT = {
    "dpkg-query": "exit 1",
    "apt-cache": """[ $# -gt 1 ] || exec echo ' 500 http://localhost sid/main amd64 Packages'
for name; do
  case $name in policy) ;; mandoc) printf '%s:\n  Candidate: (none)\n' $name ;; zsh) ;; *) printf '%s:\n  Candidate: 1.0\n' $name ;; esac
done""",
    "apt-get": 'echo "$@" >>"$APT_LOG"',
    "sudo": 'while [ "$1" = -n ]; do shift; done; exec "$@"',
}


class InstallPackages(unittest.TestCase):
    def packages(self, *sets):
        """The packages of sets, and what apt-get was called with to install them."""
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            for name, script in APT.items():
                command = Path(folder) / name
                command.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
                command.chmod(0o755)
            env = {"PATH": f"{folder}:{os.environ['PATH']}", "APT_LOG": str(log)}
            missing = run(SOURCE / "scripts/install-packages", "--missing", *sets, env=env)
            self.assertEqual((missing.returncode, missing.stderr), (0, ""))
            self.assertFalse(log.exists())
            done = run(SOURCE / "scripts/install-packages", *sets, env=env)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return missing.stdout.split(), log.read_text(encoding="utf-8").splitlines()

    def test_packages_that_only_some_tests_need_may_be_unknown(self):
        missing, calls = self.packages("all-tests")
        self.assertEqual(calls[0], "update")
        self.assertEqual(calls[1:], ["install -y --no-install-recommends " + " ".join(missing)])
        self.assertEqual(len(set(missing)), len(missing))
        self.assertTrue({"g++", "python3-gi", "libgtest-dev", "fish", "octave"} <= set(missing), missing)
        self.assertFalse({"mandoc", "zsh"} & set(missing), missing)

    def test_reasons_of_skipped_tests_name_packages_of_a_set(self):
        known = set(self.packages("all-tests")[0]) | {"mandoc", "zsh"}
        own = set(re.findall(r"^Package: (.*)$", (SOURCE / "packaging/debian/control.in").read_text(encoding="utf-8"), re.MULTILINE))
        given = known | own | {"bash", "binutils", "gcc"}  # come with each Debian, or with g++
        named = set()
        for path in [*SOURCE.glob("tests/**/*"), SOURCE / "scripts/check-format"]:
            if path.suffix in (".py", ".cpp", ".c", ".h", ".build", "") and path.is_file():
                for packages in re.findall(r"\(Debian: ([a-z0-9+. -]+)\)", path.read_text(encoding="utf-8", errors="replace")):
                    named |= set(packages.split())
        self.assertGreater(len(named), 20)
        self.assertEqual(named - given, set())

    def test_unknown_set_is_refused(self):
        done = run(SOURCE / "scripts" / "install-packages", "everything")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("usage:", done.stderr)

    def test_without_apt_it_lists_what_to_install(self):
        # A PATH without apt-get and dpkg-query, as on another system.
        done = run("/bin/bash", SOURCE / "scripts" / "install-packages", "build",
                   env={"PATH": "/nowhere"})
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("libgstreamer1.0-dev", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
