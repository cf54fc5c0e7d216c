#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The CI files of GitLab and GitHub call .ci/run in images of both Debian releases, and nothing that is not there."""
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

try:
    import yaml
except ImportError:
    print("SKIP: no YAML parser (Debian: python3-yaml)")
    sys.exit(77)

SOURCE = Path(__file__).resolve().parent.parent.parent
if not (SOURCE / ".ci").is_dir():
    print("SKIP: a tarball has no files of CI")
    sys.exit(77)
IMAGES = ["debian:12", "debian:13"]
# What a bare image of Debian has, and what the files install.
PROGRAMS = {"apt-get", "git"}


def load(name):
    return yaml.safe_load((SOURCE / name).read_text(encoding="utf-8"))


class ContinuousIntegration(unittest.TestCase):
    def assert_commands(self, commands):
        self.assertEqual(commands[-1], ".ci/run")
        for command in commands:
            subprocess.run(["bash", "-n", "-c", command], check=True, timeout=60)
            words = shlex.split(command)
            self.assertTrue(words[0] in PROGRAMS or (SOURCE / words[0]).stat().st_mode & 0o111, command)
        installed = [shlex.split(command) for command in commands if command.startswith("apt-get install")]
        self.assertTrue(all("git" in words and "-y" in words for words in installed) and installed)

    def test_gitlab_runs_all_tests_in_both_debian_releases(self):
        jobs = load(".gitlab-ci.yml")
        self.assertEqual(list(jobs), ["tests"])
        job = jobs["tests"]
        self.assertEqual((job["image"], job["parallel"]["matrix"]), ("$IMAGE", [{"IMAGE": IMAGES}]))
        self.assert_commands(job["before_script"] + job["script"])

    def test_github_runs_all_tests_in_both_debian_releases(self):
        workflow = load(".github/workflows/ci.yml")
        self.assertEqual(workflow[True], ["push", "pull_request"])  # YAML 1.1 reads the key `on` as a boolean
        self.assertEqual(list(workflow["jobs"]), ["tests"])
        job = workflow["jobs"]["tests"]
        self.assertEqual((job["container"], job["strategy"]["matrix"]), ("${{ matrix.image }}", {"image": IMAGES}))
        self.assert_commands([step["run"] for step in job["steps"] if "run" in step])
        self.assertEqual([step["uses"] for step in job["steps"] if "uses" in step], ["actions/checkout@v4"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
