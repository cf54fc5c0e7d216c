# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""benchmarks/archive/qctools_keys: the classes of videos, with a command whose database, and an ffmpeg whose output, is changed."""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"]) / "benchmarks/archive/qctools_keys"
BUILD = Path(os.environ["VIDEOHISTOGRAM_BUILD_ROOT"])
COMMAND = BUILD / "tools/gst-videohistogram-1.0"
if not COMMAND.exists():
    print("SKIP: the command gst-videohistogram-1.0 is not built")
    sys.exit(77)
if not shutil.which("ffmpeg") or not shutil.which("git"):
    print("SKIP: no ffmpeg or no git (Debian: ffmpeg git)")
    sys.exit(77)

# The command, and after a scan statements of SQL on its database.
PROGRAM = """#!{python}
import sqlite3, subprocess, sys
status = subprocess.run([{command!r}, *sys.argv[1:]]).returncode
if sys.argv[1] == "scan":
    with sqlite3.connect(sys.argv[sys.argv.index("-o") + 1]) as connection:
        connection.executescript({statements!r})
sys.exit(status)
"""
# ffmpeg, of another version, whose output is edited where its arguments have a pattern.
FFMPEG = """#!/bin/sh
case "$*" in
-version) ffmpeg -version | sed 's/ version / version {name}-/' ;;
{pattern}) ffmpeg "$@" | sed '{edit}' ;;
*) exec ffmpeg "$@" ;;
esac
"""
FRAMES = 10
VIDEOS = {"whole.mkv": ("64x48", "yuv420p"), "rgb.mkv": ("64x48", "bgr0"), "odd.mkv": ("64x47", "yuv444p"), "half.mkv": ("64x46", "yuv420p")}


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, **options)


class QcToolsKeys(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.folder = Path(directory.name)
        clone = cls.folder / "clones/owner/name"
        clone.mkdir(parents=True)
        for name, (size, pixels) in VIDEOS.items():
            run("ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s={size}:r=25,format={pixels}", "-frames:v", str(FRAMES), "-c:v",
                "ffv1", clone / name, check=True)
        (clone / "none.mkv").write_text("no video", encoding="ascii")
        git = ["git", "-C", clone, "-c", "user.name=Test", "-c", "user.email=test@example.org"]
        run(*git, "init", "-q", check=True)
        run(*git, "add", ".", check=True)
        run(*git, "commit", "-q", "-m", "videos", check=True)
        commit = run(*git, "rev-parse", "HEAD", check=True).stdout.strip()
        cls.list = cls.folder / "list.tsv"
        contents = {path.name: path.read_bytes() for path in clone.glob("*.mkv")}
        cls.list.write_text("owner/without clone\t0\ta.mkv\t0\t0\n" + "".join(
            f"owner/name\t{commit}\t{name}\t{hashlib.sha256(content).hexdigest()}\t{len(content)}\n" for name, content in contents.items()),
                            encoding="utf-8")

    def program(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return path

    def compare(self, statements="", only="whole", status=0, ffmpeg=()):
        """The results of each video by the last ffmpeg, and what was printed."""
        (self.folder / "clones/cache/qctools-keys.db").unlink(missing_ok=True)
        command = self.program("command", PROGRAM.format(python=sys.executable, command=str(COMMAND), statements=statements))
        programs = [part for number, (pattern, edit) in enumerate(ffmpeg) for part in
                    ("--ffmpeg", self.program(f"ffmpeg{number}", FFMPEG.format(name=hashlib.sha256(f"{pattern}{edit}".encode()).hexdigest(),
                                                                               pattern=pattern, edit=edit)))]
        done = run(sys.executable, SCRIPT, command, self.folder / "clones", "--list", self.list, "--only", only, "--json",
                   self.folder / "results.json", *programs, env={
                       **os.environ, "GST_PLUGIN_PATH_1_0": str(BUILD / "plugin"), "GST_REGISTRY_1_0": str(self.folder / "registry.bin")})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        results = list(json.loads((self.folder / "results.json").read_text(encoding="utf-8")).values())[-1]
        return {result["video"].split("/")[2]: result for result in results}, done.stdout

    def test_videos_that_ffmpeg_refuses_or_converts_are_told_apart(self):
        videos, _ = self.compare(only="whole|rgb|odd|none")
        self.assertEqual({name: video["class"] for name, video in videos.items()},
                         {"whole.mkv": "equal", "rgb.mkv": "converted", "odd.mkv": "refused", "none.mkv": "none"})
        self.assertEqual([run["equal"] for run in videos["whole.mkv"]["runs"]], [FRAMES] * 3)
        self.assertTrue(videos["rgb.mkv"]["reason"].startswith("bgr0 to yuv444p"), videos["rgb.mkv"]["reason"])

    def test_each_difference_is_found(self):
        for statement, name, said in (("UPDATE frames SET TOUT = TOUT + 1 WHERE frame = 3", "different", "frame 3: lavfi.signalstats.TOUT "),
                                      ("UPDATE frames SET CROPW = NULL WHERE frame = 4", "different", "frame 4: lavfi.cropdetect.w "),
                                      ("UPDATE frames SET SSIMFU = SSIMFU - 0.00001 WHERE frame = 5", "different", "frame 5: lavfi.ssim.U "),
                                      ("DELETE FROM frames WHERE frame = 9", "frames", "10 and 10 and 10 by FFmpeg, 9 by the scan"),
                                      ("UPDATE frames SET SSIMFU = SSIMFU - 0.0000005", "equal", "| equal | 1 | 10 | 10 | 10 | 10 |")):
            with self.subTest(statement=statement):
                videos, printed = self.compare(statement, status=0 if name == "equal" else 1)
                self.assertEqual(videos["whole.mkv"]["class"], name)
                self.assertIn(said, printed)

    def test_rows_beyond_the_planes_of_u_and_v_explain_their_differences_alone(self):
        for statement, name in (("UPDATE frames SET MSEFU = MSEFU + 1, SSIMFALL = 0.5", "beyond"),
                                ("UPDATE frames SET MSEFY = MSEFY + 1", "different")):
            with self.subTest(statement=statement):
                videos, _ = self.compare(statement, only="half", status=int(name == "different"))
                self.assertEqual(videos["half.mkv"]["class"], name)

    def test_other_sums_of_ssim_and_other_decoders_are_told_from_other_figures(self):
        # Of the second ffmpeg alone the run `file` has a file with a name as input.
        ssim, tout = (f"s/{key}=.*/{key}=0.5/" for key in ("ssim.Y", "TOUT"))
        same = ("none", "")
        for programs, name in (([("*-map*metadata*", ssim)], "ssim"), ([same, ("*-map*metadata*", tout)], "decoder"),
                               ([("*-map*metadata*", tout)], "different"), ([same, ("*metadata*", tout)], "different"),
                               ([same, ("*-cpuflags*", ssim)], "different")):
            with self.subTest(programs=programs):
                videos, _ = self.compare(ffmpeg=programs, status=int(name == "different"))
                self.assertEqual(videos["whole.mkv"]["class"], name)


if __name__ == "__main__":
    unittest.main()
