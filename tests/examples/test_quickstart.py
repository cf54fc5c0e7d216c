# SPDX-License-Identifier: LGPL-2.1-or-later
"""examples/quickstart in this build folder, where nothing is left for it to install."""
import unittest

from common import BUILD, SOURCE, run
from PIL import Image


class Quickstart(unittest.TestCase):
    def test_ends_with_the_table_and_the_path_of_the_plot(self):
        missing = run(SOURCE / "scripts" / "install-packages", "--missing", "build", "python")
        self.assertEqual(missing.returncode, 0, missing.stderr)
        if missing.stdout or missing.stderr:
            self.skipTest(f"not a set-up Debian, lacking: {missing.stdout or missing.stderr}")
        plot = BUILD / "pedestrians-histogram.png"
        plot.unlink(missing_ok=True)
        done = run(SOURCE / "examples" / "quickstart", env={"BUILD_DIR": str(BUILD)}, cwd="/",
                   timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[-7], r"^ +all +80  R  ")
        self.assertEqual(lines[-1], str(plot))
        with Image.open(plot) as picture:
            self.assertEqual(picture.size, (1000, 560))


class InstallPackages(unittest.TestCase):
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
