# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shared by the tests of the command gst-videohistogram-1.0."""
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from unittest_main import main  # noqa: E402, F401

# A shell's background jobs ignore Ctrl-C, and so would every command that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
COMMAND = os.environ["VIDEOHISTOGRAM_COMMAND"]
MEDIA = Path(os.environ["VIDEOHISTOGRAM_MEDIA"])
# A part of the film at 192x108, for tests that do not depend on the size of a frame: a scan takes a fraction of the time.
SMALL = Path(os.environ["VIDEOHISTOGRAM_SMALL_VIDEOS"]) / "small-telescope.webm"
SMALL_MP4 = SMALL.with_suffix(".mp4")
SMALL_WIDTH, SMALL_HEIGHT, SMALL_FRAMES, SMALL_RATE = 192, 108, 120, 25
# A file of a container whose header cannot be read: its video fails.
BROKEN = b"\0\0\0\x18ftypisom\0\0\2\0isomiso2\0\0\0\x10mdat" + b"noise" * 3
SIZE = "160x90"  # of videos that a test makes
FILMS = {"telescope.mp4": 390, "telescope.webm": 390}
# Names that a shell, a terminal, a spreadsheet, a database or a page could obey.
HOSTILE = [b"<script>alert(1)<!--.webm", b"=cmd().webm", b"'; DROP TABLE videos; --\".webm", b"a\nb.webm",
           b"\x1b[31mred\x07.webm", b"in\xff\xfevalid.webm", b"-o.webm", b"%s %n.webm", "ä\u202eb\u009b1m.webm".encode()]


def dump(database):
    """The content of a database as SQL. Opening it rolls an interrupted transaction back."""
    with sqlite3.connect(database) as connection:
        connection.text_factory = lambda raw: raw.decode("utf-8")
        return "\n".join(connection.iterdump())


class TestCase(unittest.TestCase):
    """A test with a folder of its own, and scans into a database there."""

    def skip_if_gst_launch_cannot_load_the_plugin(self):
        if os.environ.get("VIDEOHISTOGRAM_SANITIZED"):
            self.skipTest("the plugin has a sanitizer's runtime, gst-launch-1.0 has none")

    def german(self):
        """The environment of a process in a locale whose numbers have a comma."""
        locales = self.folder / "locales"
        locales.mkdir(exist_ok=True)
        # Numbers need no other characters than these, and a locale in UTF-8 takes four times as long to make.
        if not shutil.which("localedef") or subprocess.run(["localedef", "-i", "de_DE", "-f", "ISO-8859-1", locales / "de_DE"], check=False,
                                                           stderr=subprocess.DEVNULL).returncode:
            self.skipTest("no localedef or no source of de_DE (Debian: locales)")
        environment = {name: value for name, value in os.environ.items() if name != "LC_ALL"}
        environment.update(LOCPATH=str(locales), LC_NUMERIC="de_DE")
        point = subprocess.run(["locale", "decimal_point"], env=environment, stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout
        self.assertEqual(point, ",\n")
        return environment

    def terminal(self):
        """A new terminal: descriptors of its other end and of itself. Skips the test where the system has none to give."""
        try:
            return os.openpty()
        except OSError as error:
            self.skipTest(f"no terminal: {error.strerror} (is /dev/pts mounted?)")

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name)
        self.database = self.folder / "results.db"
        self.archive = self.folder / "archive"
        self.archive.mkdir()

    def scan(self, *arguments, status=0, output=None, **options):
        """Runs a scan to its end. Returns what it wrote to stderr. `status` None: 0 or 3."""
        done = subprocess.run([COMMAND, "scan", "-o", output or self.database, *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False, **options)
        said = done.stderr.decode("utf-8")
        self.assertIn(done.returncode, (0, 3) if status is None else (status,), said)
        self.assertEqual(done.stdout, b"")
        return said

    def command(self, *arguments, status=0, **options):
        """Runs a subcommand to its end. Returns what it wrote to stdout and stderr, as text."""
        done = subprocess.run([COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False,
                              **options)
        said = done.stderr.decode("utf-8")
        self.assertEqual(done.returncode, status, said)
        return done.stdout.decode("utf-8"), said

    def finding_kinds(self):
        """All kinds of findings, as the command lists them for somebody who named none of them."""
        said = self.command("scan", "--fail-on=x", "-o", self.folder / "x.db", "x", status=2)[1]
        kinds = re.search(r"kinds of findings: (.*);", said).group(1).split(", ")
        self.assertGreater(len(kinds), 9)
        return kinds

    def query(self, text, *parameters, database=None):
        connection = sqlite3.connect(database or self.database)
        self.addCleanup(connection.close)
        return connection.execute(text, parameters).fetchall()

    def copy(self, name, to, folder=None):
        """Copies a test video into the archive; `to` may be bytes."""
        target = os.path.join(os.fsencode(folder or self.archive), os.fsencode(to))
        shutil.copy(MEDIA / name, target)
        return target

    def long_video(self, name, times, video=SMALL):
        """A video repeated without encoding; skips the test without ffmpeg."""
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        target = self.archive / name
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-stream_loop", str(times - 1), "-i",
                        video, "-c", "copy", target], check=True, timeout=60)
        return target


class GeneratedTestCase(TestCase):
    """A test that makes its videos with ffmpeg; skipped without it."""
    def setUp(self):
        super().setUp()
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")

    def make(self, name, *parts, rate=25, options=()):
        """A lossless video of sources of libavfilter, one after another."""
        return self.make_all({name: parts}, rate, {name: options} if options else None)[0]

    def make_all(self, videos, rate=25, options=None, rates=None):
        """Several such videos, by one process, since half of the time of ffmpeg is its start. `options`, `rates`: of each name."""
        inputs, chains, outputs = [], [], []
        for name, parts in videos.items():
            first = len(inputs)
            inputs += parts
            labels = "".join(f"[p{i}]" for i in range(first, len(inputs)))
            chains += [f"[{i}]format=yuv420p,setsar=1,fps={(rates or {}).get(name, rate)}[p{i}]" for i in range(first, len(inputs))]
            chains.append(f"{labels}concat=n={len(parts)}:v=1:a=0[v{first}]")
            # Uncompressed samples take the least time to write and to decode.
            encoding = ("-c:v", "ffv1", *options[name]) if name in (options or {}) else ("-c:v", "rawvideo")
            outputs += ["-map", f"[v{first}]", *encoding, self.archive / name]
        sources = [argument for part in inputs for argument in ("-f", "lavfi", "-i", part.replace("SIZE", SIZE))]
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *sources, "-filter_complex", ";".join(chains), *outputs], check=True, timeout=60)
        return [self.archive / name for name in videos]

    def ffmpeg(self, path, chain):
        """What a filter prints."""
        done = subprocess.run(["ffmpeg", "-nostdin", "-hide_banner", "-i", path, "-vf", chain, "-f", "null", "-"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, timeout=120, universal_newlines=True)
        return done.stdout

    def ffmpeg_of_all(self, paths, chain):
        """What the filters of a chain print of each video, by one process. Not for filters that print without their number in the
        graph, such as blackdetect: they may go before the filter metadata."""
        sources = [argument for path in paths for argument in ("-i", path)]
        graph = ";".join(f"[{i}:v]{chain}[v{i}]" for i in range(len(paths)))
        outputs = [argument for i in range(len(paths)) for argument in ("-map", f"[v{i}]", "-f", "null", "-")]
        done = subprocess.run(["ffmpeg", "-nostdin", "-hide_banner", *sources, "-filter_complex", graph, *outputs],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, timeout=120, universal_newlines=True)
        # A line, after what there may be of progress: [Parsed_metadata_3 @ 0x55d2c1e4a940] text
        printed = {path: [] for path in paths}
        for number, text in re.findall(r"\[Parsed_\w+_(\d+) @ \w+\] ([^\r\n]*)", done.stdout):
            printed[paths[int(number) // len(chain.split(","))]].append(text)
        return {path: "\n".join(lines) for path, lines in printed.items()}

    def findings(self, kind, path=None):
        """Frames and times in seconds."""
        rows = self.query("SELECT first_frame, last_frame, start_time / 1e9, end_time / 1e9 FROM findings JOIN videos ON id = video "
                          "WHERE kind = ? AND path = ifnull(?, path) ORDER BY first_frame", kind, path and str(path))
        return [(first, last, round(start, 3), round(end, 3)) for first, last, start, end in rows]

    def times(self, kind, path=None):
        return [row[2:] for row in self.findings(kind, path)]
