# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""benchmarks/compare_octave: Octave and the backends count the same images to the same numbers."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"])
BUILD = Path(os.environ["VIDEOHISTOGRAM_BUILD_ROOT"])

if not shutil.which("octave-cli") and not shutil.which("octave"):
    print("SKIP: no Octave (Debian: octave)")
    sys.exit(77)
if not os.access(BUILD / "benchmarks/count_file", os.X_OK):
    print("SKIP: built without the benchmarks")
    sys.exit(77)


def has_pil():
    try:
        import PIL  # noqa: F401
    except ImportError:
        return False
    return True


class CompareOctave(unittest.TestCase):
    def compare(self, *arguments, build=BUILD):
        """The finished script, and the file that it wrote, if any."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "result.json"
            done = subprocess.run(
                [sys.executable, SOURCE / "benchmarks/compare_octave", "--build", build,
                 "--json", file, "--rounds", "1", "--repetitions", "1", *arguments],
                capture_output=True, text=True)
            return done, json.loads(file.read_text()) if file.exists() else None

    def assert_agrees(self, points, *arguments):
        done, result = self.compare(*arguments)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("All counts agree.", done.stdout)
        counted = [p for p in result["points"] if p["counter"] == "octave"]
        self.assertEqual(len(counted), points)
        self.assertEqual(len([p for p in result["points"] if p["counter"] == "cpu"
                              and p["threads"] == 1]), points)
        for point in result["points"]:
            self.assertGreater(point["best_us"], 0)

    def test_odd_sizes_of_four_channels_agree(self):
        self.assert_agrees(3, "--contents", "random", "--sizes", "1x1,17x3,63x5")

    def test_an_image_of_more_than_one_block_agrees(self):
        self.assert_agrees(1, "--contents", "random", "--sizes", "600x441", "--format", "GRAY8")

    def test_bins_that_do_not_divide_256_agree(self):
        self.assert_agrees(1, "--contents", "random", "--sizes", "65x9", "--bins", "7")
        self.assert_agrees(1, "--contents", "random", "--sizes", "65x9", "--bins", "255",
                           "--format", "GRAY8")
        self.assert_agrees(1, "--contents", "random", "--sizes", "65x9", "--bins", "1")

    @unittest.skipUnless(has_pil(), "no Pillow to read the photo with (Debian: python3-pil)")
    def test_photos_agree(self):
        self.assert_agrees(2, "--contents", "photo", "--sizes", "64x33,520x513")

    def test_a_wrong_count_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "benchmarks/count_file"
            program.parent.mkdir()
            program.write_text(
                f"#!{sys.executable}\n"
                "import json, subprocess, sys\n"
                f"program = {str(BUILD / 'benchmarks/count_file')!r}\n"
                "done = subprocess.run([program, *sys.argv[1:]], capture_output=True, text=True)\n"
                "if done.returncode == 0:\n"
                "    result = json.loads(done.stdout)\n"
                "    result['counts'][3] += 1\n"
                "    print(json.dumps(result))\n"
                "sys.exit(done.returncode)\n")
            program.chmod(0o755)
            done, result = self.compare("--contents", "random", "--sizes", "8x8",
                                        build=Path(folder))
        self.assertEqual(done.returncode, 1)
        self.assertIn("octave differs from cpu", done.stderr)
        self.assertIsNone(result)


if __name__ == "__main__":
    unittest.main(verbosity=2)
