# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Clips that the keys of QCTools are compared on, and what FFmpeg's filters print of them."""
import gzip
import subprocess
from dataclasses import dataclass
from xml.etree import ElementTree

# The chain of QCTools without blockdetect and blurdetect, with which FFmpeg compares fields of deep frames in 8 bits.
CHAIN = ("signalstats=stat=tout+vrep+brng,cropdetect=reset=1:round=1,idet=half_life=1,deflicker=bypass=1,entropy=mode=normal,"
         "entropy=mode=diff,split[a][b];[a]field=top[a1];[b]field=bottom,split[b1][b2];[a1][b1]psnr[c1];[c1][b2]ssim")
# The keys of pictures that QCTools reads, without lavfi.block and lavfi.blur.
KEYS = {f"lavfi.{key}" for key in (
    [f"signalstats.{p}{k}" for p in "YUV" for k in ("MIN", "LOW", "AVG", "HIGH", "MAX", "DIF", "BITDEPTH")]
    + [f"signalstats.{k}" for k in ("SATMIN", "SATLOW", "SATAVG", "SATHIGH", "SATMAX", "HUEMED", "HUEAVG", "TOUT", "VREP", "BRNG")]
    + [f"cropdetect.{k}" for k in ("x1", "x2", "y1", "y2", "w", "h")]
    + [f"idet.{a}.{b}" for a in ("single", "multiple") for b in ("tff", "bff", "progressive", "undetermined")]
    + [f"idet.repeated.{k}" for k in ("neither", "top", "bottom")] + ["deflicker.relative_change"]
    + [f"entropy.normalized_entropy.{m}.{p}" for m in ("normal", "diff") for p in "YUV"]
    + [f"psnr.{a}.{p}" for a in ("mse", "psnr") for p in "yuv"] + [f"ssim.{p}" for p in ("Y", "U", "V", "All")])}
PIXEL_FORMATS = {(8, "420"): "yuv420p", (8, "422"): "yuv422p", (8, "444"): "yuv444p", (10, "420"): "yuv420p10le",
                 (10, "422"): "yuv422p10le", (10, "444"): "yuv444p10le", (12, "420"): "yuv420p12le", (12, "422"): "yuv422p12le",
                 (12, "444"): "yuv444p12le"}


def frames_of(text):
    """Of each frame the keys and values that FFmpeg's filter metadata has printed."""
    frames = []
    for line in text.splitlines():
        if line.startswith("frame:"):
            frames.append({})
        else:
            key, value = line.split("=", 1)
            frames[-1][key] = value
    return frames


def read_reports(folder):
    """Of each path its frames, as keys and values, in the reports of QCTools of a folder."""
    reports = {}
    for report in folder.glob("*.xml.gz"):
        root = ElementTree.fromstring(gzip.decompress(report.read_bytes()))
        reports[root.find("format").get("filename")] = [{tag.get("key"): tag.get("value") for tag in frame.iter("tag")}
                                                        for frame in root.findall("frames/frame")]
    return reports


@dataclass
class Clip:
    """A source of libavfilter and filters after it; its frames are the first ones of this number."""
    name: str
    source: str
    frames: int
    depth: int = 8
    chroma: str = "420"
    filters: str = "null"
    width: int = 128
    height: int = 96

    def pixel_format(self):
        return PIXEL_FORMATS[self.depth, self.chroma]

    def chroma_size(self):
        return (self.width if self.chroma == "444" else (self.width + 1) // 2,
                (self.height + 1) // 2 if self.chroma == "420" else self.height)

    def raw(self):
        return ("-f", "rawvideo", "-pix_fmt", self.pixel_format())

    def make(self):
        """The frames as raw video."""
        separator = ":" if "=" in self.source else "="  # some sources round odd widths
        graph = (f"{self.source}{separator}s={self.width + self.width % 2}x{self.height}:r=25,format={self.pixel_format()},{self.filters},"
                 f"crop={self.width}:{self.height}:0:0:exact=1")
        done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", graph, "-frames:v", str(self.frames), *self.raw(), "-"],
                              stdout=subprocess.PIPE, check=True, timeout=60)
        return done.stdout

    def ffmpeg_keys(self, raw, *options):
        """Of each frame all keys that the filters print."""
        done = subprocess.run(["ffmpeg", *options, "-v", "error", *self.raw(), "-s", f"{self.width}x{self.height}", "-r", "25", "-i", "-",
                               "-filter_complex", CHAIN + ",metadata=print:file=-", "-f", "null", "-"],
                              input=raw, stdout=subprocess.PIPE, check=True, timeout=60)
        return frames_of(done.stdout.decode())


INTERLACED = "noise=alls=6:allf=t,tinterlace=interleave_"
CLIPS = [
    *(Clip(f"top first, {depth} bits, {chroma}", "testsrc2", 9, depth, chroma, INTERLACED + "top") for depth, chroma in PIXEL_FORMATS),
    Clip("bottom first", "testsrc2", 9, 8, "420", INTERLACED + "bottom"),
    Clip("bottom first, 10 bits", "testsrc2", 9, 10, "422", INTERLACED + "bottom"),
    Clip("telecine", "mandelbrot", 30, 8, "420", "telecine=pattern=23"),
    Clip("telecine, 10 bits", "testsrc2", 20, 10, "420", "telecine=pattern=23:first_field=bottom"),
    Clip("progressive", "mandelbrot", 12),
    Clip("progressive, 12 bits", "mandelbrot", 8, 12, "444"),
    Clip("black", "color=c=black", 6),
    Clip("black, 10 bits", "color=c=black", 6, 10, "422"),
    Clip("gray", "color=c=gray", 6, 12, "420"),
    Clip("noise", "testsrc2", 7, 8, "420", "noise=alls=100:allf=t"),
    Clip("noise, 12 bits", "testsrc2", 7, 12, "422", "noise=alls=100:allf=t"),
    Clip("letterbox", "testsrc2", 5, 8, "420", "drawbox=h=14:c=black:t=fill,drawbox=y=78:h=18:c=black:t=fill,drawbox=w=9:c=black:t=fill"),
    Clip("odd width", "testsrc2", 8, 8, "420", INTERLACED + "top", 129),
    Clip("odd width, 10 bits", "testsrc2", 8, 10, "422", INTERLACED + "bottom", 127),
    Clip("odd width, 4:4:4", "mandelbrot", 8, 8, "444", "null", 127, 98),
    *(Clip(f"{n} frames", "testsrc2", n, 8 if n % 2 else 10, "420", "noise=alls=20:allf=t") for n in range(1, 7)),
]
