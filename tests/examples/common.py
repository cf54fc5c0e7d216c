# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shared by the tests of the examples: paths, and a reference by Pillow."""
import math
import os
import shlex
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

try:
    from PIL import Image
except ImportError:
    print("SKIP: no Pillow, which is the reference (Debian: python3-pil)")
    sys.exit(77)

SOURCE = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"])
BUILD = Path(os.environ["VIDEOHISTOGRAM_BUILD_ROOT"])
MEDIA = SOURCE / "tests" / "media"
FILM = MEDIA / "telescope.webm"
FILM_FRAMES, FILM_WIDTH, FILM_HEIGHT = 390, 480, 270


def run(*command, env=None, cwd=SOURCE, timeout=120):
    """Runs a command without a terminal; stdout and stderr apart, as text."""
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, check=False)


def run_until_signal(number, row, *command):
    """Feeds a program the first half of FILM as the URI fd://0, which does not end, and sends it a
    signal once it has read that and printed a line that begins with `row` (None: any number).

    Returns stdout, stderr and the exit status.
    """
    with subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        limit = threading.Timer(60, program.kill)
        limit.start()
        # More than a pipe holds: when it is written the program is counting.
        film = FILM.read_bytes()
        program.stdin.write(film[:len(film) // 2])
        program.stdin.flush()
        head = []
        while row is not None and not (head and head[-1].lstrip().startswith(row)):
            head.append(program.stdout.readline().decode())
            assert head[-1], f"no row {row}: {program.stderr.read().decode()}"
        program.send_signal(number)
        out, err = "".join(head) + program.stdout.read().decode(), program.stderr.read().decode()
        status = program.wait()
        limit.cancel()
        return out, err, status


def truncate(source, target, size):
    target.write_bytes(source.read_bytes()[:size])
    return target


def overwrite(source, target, start, end):
    """A copy with zeros from byte `start` to before `end`."""
    data = bytearray(source.read_bytes())
    data[start:end] = bytes(end - start)
    target.write_bytes(data)
    return target


def make_film(path, *, seconds=2, sound=0, dropped=0):
    """A WebM of 30 frames per second, of which a share is dropped as in videos of variable rate, with
    `sound` seconds of sound."""
    streams = [f"videotestsrc num-buffers={30 * seconds}",
               "video/x-raw,width=64,height=48,framerate=30/1",
               f"identity drop-probability={dropped}", "vp8enc deadline=1", "webmmux name=mux",
               f"filesink location={path}"]
    if sound:
        streams[-1] += f" audiotestsrc samplesperbuffer=4410 num-buffers={10 * sound}"
        streams += ["audio/x-raw,rate=44100", "vorbisenc", "mux."]
    made = run("gst-launch-1.0", "-q", *shlex.split(" ! ".join(streams)))
    assert made.returncode == 0, made.stderr
    return path


def count_picture(path, bins=256):
    """name -> counts of an RGB picture, counted by Pillow. Bins as the project defines them."""
    values = Image.open(path).convert("RGB").histogram()
    return {name: fold(values[256 * c:256 * c + 256], bins) for c, name in enumerate("RGB")}


def fold(values, bins):
    counts = [0] * bins
    for value, count in enumerate(values):
        counts[value * bins >> 8] += count
    return counts


def count_film(path, pixel_format):
    """name -> 256 counts of all frames as `pixel_format`, such as xBGR: GStreamer decodes and
    converts, Pillow counts."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "frames"
        done = run("gst-launch-1.0", "-q", "filesrc", f"location={path}", "!", "decodebin", "!",
                   "videoconvert", "!", f"video/x-raw,format={pixel_format}", "!", "filesink",
                   f"location={raw}")
        assert done.returncode == 0, done.stderr
        data = raw.read_bytes()
    names = pixel_format.upper()
    mode = {3: "RGB", 4: "RGBX"}[len(names)]  # to Pillow they are planes without a meaning
    size = (FILM_WIDTH, len(data) // len(names) // FILM_WIDTH)
    values = Image.frombuffer(mode, size, data, "raw", mode, 0, 1).histogram()
    return {name: values[256 * c:256 * c + 256] for c, name in enumerate(names) if name != "X"}


def statistics(counts):
    """mean, std-dev, min, max, median, share of the first and of the last bin in percent"""
    samples = sum(counts)
    mean = sum(b * n for b, n in enumerate(counts)) / samples
    variance = sum(n * (b - mean) ** 2 for b, n in enumerate(counts)) / samples
    present = [b for b, n in enumerate(counts) if n]
    below = median = 0
    for b, n in enumerate(counts):
        below += n
        if 2 * below >= samples:
            median = b
            break
    return (mean, math.sqrt(variance), present[0], present[-1], median,
            100 * counts[0] / samples, 100 * counts[-1] / samples)
