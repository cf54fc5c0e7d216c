# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""No test can load an installed version of the plugin, or change the registry of the user."""
import json
import os
import shlex
import subprocess

import support

BUILD = os.environ["VIDEOHISTOGRAM_BUILD"]
MESON = shlex.split(os.environ["VIDEOHISTOGRAM_MESON"])
FOLDERS = {os.path.join(BUILD, "plugin"), os.path.join(BUILD, "tests/no_plugin")}


class Environments(support.TestCase):

    @classmethod
    def setUpClass(cls):
        printed = subprocess.run(MESON + ["introspect", "--tests", BUILD], stdout=subprocess.PIPE, check=True, timeout=60)
        cls.tests = {test["name"]: test for test in json.loads(printed.stdout) if os.path.basename(test["cmd"][0]) != "sh"}

    def test_each_test_of_gstreamer_has_one_of_two_plugins(self):
        suites = ("element", "examples", "library", "python", "tools")
        without_gstreamer = {"source format", "element-device-headers", "tools-supervisor", "tools-transitions"}
        checked = 0
        for name, test in self.tests.items():
            suite = test["suite"][0].split(":")[-1]
            names = [variable for variable in test["env"] if variable.startswith(("GST_PLUGIN", "GST_REGISTRY"))]
            if names or (suite in suites and name not in without_gstreamer):
                self.assertIn(test["env"].get("GST_PLUGIN_PATH_1_0"), FOLDERS, name)
                self.assertTrue(test["env"].get("GST_REGISTRY_1_0", "").startswith(BUILD + os.sep), name)
                checked += 1
        self.assertGreater(checked, 20)

    def test_the_plugin_of_a_test_without_one_is_there_before_the_test(self):
        without = [test for test in self.tests.values() if test["env"].get("GST_PLUGIN_PATH_1_0", "").endswith("no_plugin")]
        self.assertGreater(len(without), 10)
        for test in without:
            self.assertTrue([target for target in test["depends"] if "@@videohistogram@" in target], test["name"])


if __name__ == "__main__":
    support.main()
