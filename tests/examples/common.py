# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tests of the examples share: where things are, and a reference by Pillow."""
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from PIL import Image
except ImportError:
    print("SKIP: Pillow is the reference and is missing; install python3-pil")
    sys.exit(77)

SOURCE = Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"])
BUILD = Path(os.environ["VIDEOHISTOGRAM_BUILD_ROOT"])
MEDIA = SOURCE / "tests" / "media"
FILM = MEDIA / "pedestrians.webm"
FILM_FRAMES, FILM_WIDTH, FILM_HEIGHT = 80, 768, 576


def run(*command, env=None, cwd=SOURCE, timeout=120):
    """Runs a command without a terminal; stdout and stderr apart, as text."""
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, check=False)


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
