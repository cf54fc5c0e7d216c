# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The images of docs/scopes.md are those that the scopes draw: docs/scopes/make-images draws them anew, and
they are compared with the files. Versions of fonts and decoders may change single pixels: blocks of pixels
are compared by their mean colours, and a few blocks may differ."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

block = 6  # pixels, each way
tolerance = 8  # of a block's mean, of 255
share_of_blocks = 0.01  # that may differ: half of a line across a plot

root = pathlib.Path(os.environ["VIDEOHISTOGRAM_SOURCE_ROOT"])
images = root / "docs/scopes"
elements = ["decodebin", "qtdemux", "matroskademux", "h264parse", "avdec_h264", "rawvideoparse", "capssetter", "pngenc", "pngdec",
            "videorate", "videoscale"]


def skip(why):
    print("SKIP:", why)
    sys.exit(77)


def decode(path):
    """The width, the height and the pixels, 3 bytes each, of a PNG file."""
    header = path.read_bytes()[16:24]
    width, height = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")
    with tempfile.NamedTemporaryFile() as raw:
        subprocess.run(["gst-launch-1.0", "-q", "filesrc", f"location={path}", "!", "pngdec", "!", "videoconvert",
                        "!", "video/x-raw,format=RGB", "!", "filesink", f"location={raw.name}"], check=True)
        data = pathlib.Path(raw.name).read_bytes()
    stride = len(data) // height
    return width, height, [data[y * stride:y * stride + 3 * width] for y in range(height)]


def means(width, height, rows):
    """The mean of each component of each block."""
    for y in range(0, height, block):
        for x in range(0, width, block):
            part = [row[3 * x:3 * min(x + block, width)] for row in rows[y:y + block]]
            n = sum(len(row) for row in part) // 3
            yield [sum(sum(row[c::3]) for row in part) / n for c in range(3)]


def share_that_differs(a, b):
    pairs = list(zip(means(*a), means(*b)))
    return sum(any(abs(p - q) > tolerance for p, q in zip(x, y)) for x, y in pairs) / len(pairs)


def main():
    for tool, package in {"gst-launch-1.0": "gstreamer1.0-tools", "gst-inspect-1.0": "gstreamer1.0-tools", "fc-list": "fontconfig",
                          "bash": "bash"}.items():
        if not shutil.which(tool):
            skip(f"no {tool} (Debian: {package})")
    if "DejaVu Sans" not in subprocess.run(["fc-list"], capture_output=True, text=True).stdout:
        skip("no font DejaVu Sans (Debian: fonts-dejavu-core)")
    for element in elements:
        if subprocess.run(["gst-inspect-1.0", "--exists", element]).returncode:
            skip(f"no element {element} (Debian: gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav)")

    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["bash", str(images / "make-images"), folder], check=True)
        drawn = {path.name: path for path in pathlib.Path(folder).glob("*.png")}
        kept = {path.name: path for path in images.glob("*.png")}
        if drawn.keys() != kept.keys():
            print("make-images draws", sorted(drawn), "and docs/scopes has", sorted(kept))
            failures += 1
        for name in sorted(drawn.keys() & kept.keys()):
            a, b = decode(drawn[name]), decode(kept[name])
            if a[:2] != b[:2]:
                print(f"{name}: {a[0]}x{a[1]}, and {b[0]}x{b[1]} in docs/scopes")
                failures += 1
                continue
            share = share_that_differs(a, b)
            print(f"{name}: {100 * share:.2f} % of the blocks differ")
            if share > share_of_blocks:
                print(f"{name} is not what the scopes draw: run docs/scopes/make-images, and look at the image")
                failures += 1
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
