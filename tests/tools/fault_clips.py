# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Small videos with faults at frames that are known. Pictures are arrays of Y, of HEIGHT x WIDTH samples of 8 bits."""
import subprocess

import support

try:
    import numpy
except ImportError:
    numpy = None

WIDTH, HEIGHT = 160, 120
KINDS = ("bars", "cadence-broken", "chroma-phase", "clamped", "dropout", "false-10-bit", "field-order", "head-clog", "interlaced",
         "line-repeats", "short-freeze", "telecine")
# Moving pictures without a fault. The rows of the second one are not alike, as text has it.
SOURCES = ("mandelbrot=s=160x120:r=50", "testsrc2=s=160x120:r=50", "life=s=160x120:r=50:mold=10:ratio=0.2:seed=3,gblur=2",
           "cellauto=s=160x120:r=50:seed=5,gblur=3", "color=gray:s=160x120:r=50,format=yuv420p,geq=lum='128+60*sin(X/7+N/3)*cos(Y/11-N/5)':cb=128:cr=128")
FRAMES = 240  # of each source


class TestCase(support.GeneratedTestCase):
    sources = None

    def setUp(self):
        super().setUp()
        if numpy is None:
            self.skipTest("no numpy (Debian: python3-numpy)")
        if not TestCase.sources:
            TestCase.sources = make_sources()

    def write(self, name, luma, order="?", rate="25:1"):
        """A video of 4:2:0 without colours. `order` is p, t, b or ?: what it declares of its fields."""
        chroma = numpy.full(HEIGHT * WIDTH // 2, 128, numpy.uint8).tobytes()
        path = self.archive / name
        with open(path, "wb") as file:
            file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{rate} I{order} A1:1 C420jpeg\n".encode())
            for picture in luma:
                file.write(b"FRAME\n" + picture.tobytes() + chroma)
        return path

    def found(self, path):
        """The kinds of faults, with first and last frames."""
        rows = self.query("SELECT kind, first_frame, last_frame FROM findings JOIN videos ON id = video WHERE path = ? ORDER BY first_frame", str(path))
        return [row for row in rows if row[0] in KINDS]


def make_sources():
    """Y of the frames of all sources, by one process. The first two frames of `mandelbrot` are equal."""
    inputs = [argument for source in SOURCES for argument in ("-f", "lavfi", "-i", f"{source},format=yuv420p,format=gray")]
    graph = "".join(f"[{i}]" for i in range(len(SOURCES))) + f"vstack=inputs={len(SOURCES)}"
    done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *inputs, "-filter_complex", graph, "-frames:v", str(FRAMES + 1), "-pix_fmt", "gray",
                           "-f", "rawvideo", "-"], stdout=subprocess.PIPE, check=True, timeout=60)
    stacked = numpy.frombuffer(done.stdout, numpy.uint8).reshape(FRAMES + 1, len(SOURCES), HEIGHT, WIDTH)
    return [stacked[1:, i].copy() for i in range(len(SOURCES))]


def weave(luma, top_first=True):
    """A frame of two pictures: the first of them is the top field, or the bottom field."""
    return join_fields(luma[0::2][:len(luma) // 2], luma[1::2]) if top_first else join_fields(luma[1::2], luma[0::2][:len(luma) // 2])


def join_fields(tops, bottoms):
    """Frames that have the even rows of one picture, and the odd rows of another one."""
    frames = tops.copy()
    frames[:, 1::2] = bottoms[:, 1::2]
    return frames


def telecine(luma, phase=0, top_first=True):
    """2:3: of four pictures five frames. `phase`: the place of the first picture among the four. Returns the frames, and the numbers of
    those that repeat one field of the frame before."""
    fields = []
    for number in range(len(luma)):
        fields += [number] * (2 if (number + phase) % 2 == 0 else 3)
    fields = fields[phase // 2:]  # a frame may begin with the second field of a picture
    first, second = fields[0::2][:len(fields) // 2], fields[1::2]
    events = [i for i in range(1, len(second)) if (first[i] == first[i - 1]) != (second[i] == second[i - 1])]
    return join_fields(luma[first], luma[second]) if top_first else join_fields(luma[second], luma[first]), events


def shift_fields(luma, top_first=True):
    """Progressive pictures (PsF) whose fields are paired wrongly: the second field of each frame belongs to the next picture."""
    return join_fields(luma[:-1], luma[1:]) if top_first else join_fields(luma[1:], luma[:-1])
