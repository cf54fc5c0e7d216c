# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shared by the packaging tests: running programs over the plugin in the build, and nothing else.

Every command gets a registry of its own, so that the plugin is really loaded, and by default no
other plugin is seen.
"""

import os
import subprocess
import sys
import tempfile
import unittest

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from unittest_main import main  # noqa: E402, F401

PLUGIN = os.environ.get("VIDEOHISTOGRAM_PLUGIN", "")
LIBRARY = os.environ.get("VIDEOHISTOGRAM_LIBRARY", "")
CUDA_MODULE = os.environ.get("VIDEOHISTOGRAM_CUDA_MODULE", "")
EMULATED_CUDA_MODULE = os.environ.get("VIDEOHISTOGRAM_EMULATED_CUDA_MODULE", "")
HAS_CUDA = os.environ.get("VIDEOHISTOGRAM_HAS_CUDA") == "1"
HAS_SCOPES = os.environ.get("VIDEOHISTOGRAM_HAS_SCOPES") == "1"


def environment(directory, system_plugins=False, **extra):
    """The environment of a command; `directory` is where its registry goes."""
    env = dict(os.environ)
    env.update(
        GST_REGISTRY_1_0=os.path.join(directory, "registry.bin"),
        GST_PLUGIN_PATH_1_0=os.path.dirname(PLUGIN),
        GST_DEBUG_NO_COLOR="1",
        LC_ALL="C",
        **extra,
    )
    for name in ("GST_PLUGIN_PATH", "GST_REGISTRY", "GST_TRACERS"):
        env.pop(name, None)
    if not system_plugins:
        env["GST_PLUGIN_SYSTEM_PATH_1_0"] = ""
    return env


def run(command, env, timeout=120):
    """The finished process of `command`, its output as text."""
    return subprocess.run(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout,
        universal_newlines=True, errors="replace")


class TestCase(unittest.TestCase):
    """A test with a folder of its own, and a failure message that shows what a command said."""

    def setUp(self):
        self._directory = tempfile.TemporaryDirectory()
        self.addCleanup(self._directory.cleanup)
        self.directory = self._directory.name

    def succeeds(self, command, env, timeout=120):
        done = run(command, env, timeout)
        self.assertEqual(
            done.returncode, 0,
            "%s\nexited with %d\n%s\n%s" % (" ".join(command), done.returncode,
                                            done.stdout[-4000:], done.stderr[-4000:]))
        return done
