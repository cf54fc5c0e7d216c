#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The histogram of a picture or of a whole film.

    from histogram import histogram
    h = histogram("film.webm", bins=64)
    h.counts["G"]           # array('Q') of 64 counts; numpy.asarray() takes it without a copy
    h.frames, h.mean("G")

or, as a program:

    histogram.py film.webm --bins 16
    histogram.py picture.png --print csv

Needs python3-gi, GStreamer's introspection data, and gst-videohistogram: installed, or in the
environment that `meson devenv -C build` gives.
"""
import argparse
import csv
import json
import math
import os
import re
import sys
from array import array

try:
    import gi

    gi.require_version("Gst", "1.0")
    gi.require_version("GstPbutils", "1.0")
    gi.require_version("GstVideoHistogram", "1.0")
    from gi.repository import GLib, Gst, GstPbutils, GstVideo, GstVideoHistogram
except (ImportError, ValueError) as error:
    raise ImportError(
        f"{error}; for /usr/bin/python3 `scripts/install-packages python` installs what Python "
        "needs of Debian, and `meson devenv -C build` finds gst-videohistogram before it is installed"
    ) from error

# Only video is decoded. The element would count Y, Cb and Cr as most films have them; here
# videoconvert makes RGB of what is neither RGB nor gray. An interval without an end gives one
# message, the sum of all frames. Its counts are in the histogram that it holds and need not be there
# twice.
PIPELINE = (
    "uridecodebin name=source caps=video/x-raw(ANY) expose-all-streams=false ! videoconvert "
    "! video/x-raw,format={{RGBA,RGBx,BGRA,BGRx,ARGB,xRGB,ABGR,xBGR,RGB,BGR,GRAY8}} "
    "! videohistogram backend={backend} bins={bins} channels={channels} attach-meta=false "
    "post-messages=true message-counts=false interval=18446744073709551615 ! fakesink"
)
COLOURS = ["R", "G", "B", "GRAY"]


class HistogramError(Exception):
    """The file cannot be read or counted; the text says why and what to do."""


class Histogram:
    """The counts of all frames of a picture or film.

    format, width, height -- of the frames as they were counted: "RGBx", 768, 576
    frames                -- how many there were
    bins                  -- bins a channel; a sample of 8 bits is in bin (value * bins) >> 8
    channels              -- their names, ["R", "G", "B"]
    counts                -- name -> array('Q') of `bins` counts
    """

    def __init__(self, result, frames):
        self.format = GstVideo.VideoFormat.to_string(result.get_format())
        self.width = result.get_width()
        self.height = result.get_height()
        self.frames = frames
        self.bins = result.get_bins()
        self.channels = [result.get_channel_name(c) for c in range(result.get_n_channels())]
        self.counts = {
            name: array("Q", result.get_counts(c)) for c, name in enumerate(self.channels)
        }
        self._result = result

    def mean(self, channel):
        """In bins; with 256 bins that is in sample values."""
        return self._result.get_mean(self._result.find_channel(channel))

    def std_dev(self, channel):
        return math.sqrt(self._result.get_variance(self._result.find_channel(channel)))

    def percentile(self, channel, percent):
        """The lowest bin at or below which at least `percent` of the samples lie."""
        return self._result.get_percentile(self._result.find_channel(channel), percent)


def histogram(path, bins=256, channels=None, backend="auto"):
    """Counts a picture or all frames of a film.

    path     -- a file, or a URI
    bins     -- bins a channel, 1 to 256
    channels -- names such as ["R", "G", "B", "LUMA"], those of them that the frames have; None: all
                colours, without alpha
    backend  -- "auto", "cpu" or "cuda"

    Returns a Histogram. Raises HistogramError. Blocks until the film is read; any thread may call.
    """
    if not 1 <= bins <= 256:
        raise HistogramError(f"bins is 1 to 256, not {bins}")
    names = "+".join(channels or COLOURS).lower()
    if not re.fullmatch(r"\w+", backend) or not re.fullmatch(r"\w+(\+\w+)*", names):
        raise HistogramError(f"backend={backend}, channels={names}: these are no names")
    Gst.init(None)
    try:
        pipeline = Gst.parse_launch(PIPELINE.format(backend=backend, bins=bins, channels=names))
    except GLib.Error as error:
        raise HistogramError(
            f"{error.message}; `gst-inspect-1.0 videohistogram` lists what there is, in the shell "
            "of `meson devenv -C build` also before it is installed"
        ) from error
    pipeline.get_by_name("source").set_property("uri", _uri(path))

    pipeline.set_state(Gst.State.PLAYING)  # if it fails, the reason is on the bus
    try:
        total, frames = _sum_until_end(pipeline.get_bus())
    except HistogramError as error:
        raise HistogramError(f"{path}: {error}") from error
    finally:
        pipeline.set_state(Gst.State.NULL)
    return Histogram(total, frames)


def _uri(path):
    path = os.fspath(path)
    if Gst.uri_is_valid(path):
        return path
    if not os.path.isfile(path):
        raise HistogramError(f"there is no file {path}")
    return Gst.filename_to_uri(path)


def _sum_until_end(bus):
    """One message is the rule; frames that change their size or format within make more."""
    total, frames, missing = None, 0, []
    kinds = Gst.MessageType.EOS | Gst.MessageType.ERROR | Gst.MessageType.ELEMENT
    while True:
        # Not without an end, so that Ctrl-C gets through.
        message = bus.timed_pop_filtered(Gst.SECOND // 5, kinds)
        if message is None:
            continue
        if message.type == Gst.MessageType.ERROR:
            raise HistogramError("; ".join([message.parse_error()[0].message] + missing))
        if message.type == Gst.MessageType.EOS:
            break
        structure = message.get_structure()
        if structure.has_name("videohistogram"):
            # A reference of our own: what get_value() gives lives only as long as the message.
            part = structure.get_value("histogram").copy()
            try:
                total = total.add(part) if total else part
            except GLib.Error as error:
                raise HistogramError(f"the film changes within: {error.message}") from error
            frames += structure.get_value("frames")
        elif GstPbutils.is_missing_plugin_message(message):
            missing.append("missing: " + GstPbutils.missing_plugin_message_get_description(message))
    if total is None:
        raise HistogramError("; ".join(["no video that can be decoded"] + missing))
    return total, frames


def _print_table(h):
    print(f"{h.frames} frames of {h.width}x{h.height} {h.format}, {h.bins} bins")
    print(f"{'channel':<8}{'mean':>9}{'std-dev':>9}{'5 %':>7}{'median':>8}{'95 %':>7}")
    for name in h.channels:
        low, median, high = (h.percentile(name, percent) for percent in (5, 50, 95))
        print(f"{name:<8}{h.mean(name):9.2f}{h.std_dev(name):9.2f}{low:7}{median:8}{high:7}")


def _print_csv(h):
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["bin"] + h.channels)
    writer.writerows(zip(range(h.bins), *(h.counts[name] for name in h.channels)))


def _print_json(h):
    counts = {name: list(h.counts[name]) for name in h.channels}
    keys = ("format", "width", "height", "frames", "bins")
    print(json.dumps({**{key: getattr(h, key) for key in keys}, "counts": counts}))


def main():
    printers = {"table": _print_table, "csv": _print_csv, "json": _print_json}
    parser = argparse.ArgumentParser(description="The histogram of a picture or of a whole film.")
    parser.add_argument("path", metavar="FILE-OR-URI")
    parser.add_argument("--bins", type=int, default=256, help="bins a channel, 1 to 256 (256)")
    parser.add_argument("--channels", type=lambda text: text.split(","), metavar="R,G,...,LUMA",
                        help="those of them that the frames have (all colours)")
    parser.add_argument("--backend", default="auto", help="auto, cpu or cuda (auto)")
    parser.add_argument("--print", choices=printers, default="table", dest="form",
                        help="what to print (table)")
    arguments = parser.parse_args()
    try:
        result = histogram(arguments.path, arguments.bins, arguments.channels, arguments.backend)
    except HistogramError as error:
        sys.exit(f"histogram.py: {error}")
    printers[arguments.form](result)


if __name__ == "__main__":
    main()
