#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Counts the histogram of an image or of a whole video.

    from histogram import histogram
    h = histogram("video.webm", bins=64)
    h.counts["G"]           # array('Q') of 64 counts, which numpy.asarray() wraps without a copy
    h.frames, h.mean("G")
    h.damage                # None, or a sentence about the damage

or, as a program:

    histogram.py video.webm --bins 16
    histogram.py image.png --print csv

Exit status: 0 all was counted, 1 nothing could be counted or written, 2 wrong usage, 3 the file is
damaged or truncated and the result covers the rest, 130 Ctrl-C.

Needs python3-gi, GStreamer's introspection data, and gst-videohistogram: installed, or in the
environment that `meson devenv -C build` gives.
"""
import argparse
import csv
import json
import math
import os
import sys
import time
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

# Only video is decoded. Most videos are Y'CbCr, of which the element would count Y, Cb and Cr; here
# videoconvert converts all formats other than RGB and gray to RGB. An endless interval gives one
# message with the sum of all frames. message-counts=false, because the message has the histogram.
PIPELINE = (
    "uridecodebin name=source caps=video/x-raw(ANY) expose-all-streams=false ! videoconvert "
    "! video/x-raw,format={{RGBA,RGBx,BGRA,BGRx,ARGB,xRGB,ABGR,xBGR,RGB,BGR,GRAY8}} "
    "! videohistogram name=histogram backend={backend} bins={bins} attach-meta=false "
    "post-messages=true message-counts=false interval=18446744073709551615 ! fakesink"
)
SOUND_PIPELINE = "uridecodebin name=source caps=audio/x-raw expose-all-streams=false ! fakesink"
CHANNELS = "r+g+b+gray"
BACKENDS = ("auto", "cpu", "cuda")
DAMAGED = 3  # exit status
ENDS = Gst.MessageType.EOS | Gst.MessageType.ERROR


class HistogramError(Exception):
    """The file cannot be read or counted; the text says why and what to do."""


class Histogram:
    """The counts of all frames of an image or video.

    format, width, height -- of the frames as counted, such as "RGBx", 480, 270; width and height
                             are 0 if the frames had several sizes
    frames                -- the number of frames
    damage                -- a sentence about the damage of the file; None if none was found
    bins                  -- bins per channel; a sample of 8 bits is in bin (value * bins) >> 8
    channels              -- names of the channels, such as ["R", "G", "B"]
    counts                -- name -> array('Q') of `bins` counts
    """

    def __init__(self, result, frames, damage):
        self.format = GstVideo.VideoFormat.to_string(result.get_format())
        self.width = result.get_width()
        self.height = result.get_height()
        self.frames = frames
        self.damage = damage
        self.bins = result.get_bins(0)  # the element gives all channels the same number
        self.channels = [result.get_channel_name(c) for c in range(result.get_n_channels())]
        self.counts = {
            name: array("Q", result.get_counts(c)) for c, name in enumerate(self.channels)
        }
        self._result = result

    def mean(self, channel):
        """The mean in bins; with 256 bins this is the mean sample value. This method and those
        below raise HistogramError if there is no such channel."""
        return self._result.get_mean(self._index(channel))

    def std_dev(self, channel):
        return math.sqrt(self._result.get_variance(self._index(channel)))

    def percentile(self, channel, percent):
        """The lowest bin at or below which at least `percent` of the samples lie."""
        return self._result.get_percentile(self._index(channel), percent)

    def _index(self, channel):
        names = [name.lower() for name in self.channels]
        if channel.lower() not in names:
            raise HistogramError(f"no channel {channel}; there are {', '.join(self.channels)}")
        return names.index(channel.lower())


def histogram(path, bins=256, channels=CHANNELS, backend="auto"):
    """Counts an image or all frames of a video.

    path     -- a file, or a URI
    bins     -- bins per channel, 1 to 256
    channels -- channels in the syntax of the element's property, such as "luma+r" or "R,G"; those
                that the frames lack are left out. Default: all colours, without alpha
    backend  -- "auto", "cpu" or "cuda"

    Returns a Histogram, whose `damage` is None if the whole file was counted. Raises
    HistogramError. Blocks until the video is read. Any thread may call this function.
    """
    if not 1 <= bins <= 256:
        raise HistogramError(f"bins is 1 to 256, not {bins}")
    if backend not in BACKENDS:
        raise HistogramError(f"backend is {', '.join(BACKENDS)}, not {backend}")
    Gst.init(None)
    uri = _uri(path)
    pipeline = _launch(PIPELINE.format(backend=backend, bins=bins), uri)
    element = pipeline.get_by_name("histogram")
    Gst.util_set_object_arg(element, "channels", channels)
    times = _FrameTimes(element)

    pipeline.set_state(Gst.State.PLAYING)  # if it fails, the reason is on the bus
    try:
        total, frames, damage = _sum_until_end(pipeline, element)
        known, duration = pipeline.query_duration(Gst.Format.TIME)
    except HistogramError as error:
        raise HistogramError(f"{path}: {error}") from error
    finally:
        pipeline.set_state(Gst.State.NULL)
    if known:
        damage.append(times.missing(duration, uri))
    return Histogram(total, frames, "; ".join(filter(None, damage)) or None)


def _uri(path):
    path = os.fspath(path)
    if Gst.uri_is_valid(path):
        return path
    if not os.path.isfile(path):
        raise HistogramError(f"there is no file {path}")
    return Gst.filename_to_uri(path)


def _launch(line, uri):
    try:
        pipeline = Gst.parse_launch(line)
    except GLib.Error as error:
        raise HistogramError(
            f"{error.message}; `gst-inspect-1.0 videohistogram` lists what there is, in the shell "
            "of `meson devenv -C build` also before it is installed"
        ) from error
    pipeline.get_by_name("source").set_property("uri", uri)
    return pipeline


def _sum_until_end(pipeline, element):
    """Sums the messages: usually one, more if the size or format of the frames changes.

    Returns the sum, the number of frames, and a list of sentences about damage.
    """
    bus = pipeline.get_bus()
    total, frames, corrupted, failed, missing, damage = None, 0, 0, 0, [], []
    failure = None
    deadline = math.inf
    while time.monotonic() < deadline:
        # With a timeout, so that Ctrl-C is handled.
        message = bus.timed_pop_filtered(Gst.SECOND // 5, ENDS | Gst.MessageType.ELEMENT)
        if message is None:
            continue
        if message.type == Gst.MessageType.EOS:
            break
        if message.type == Gst.MessageType.ERROR:
            error = message.parse_error()[0]
            if message.src == element or not element.get_property("stats").get_value("frames"):
                raise HistogramError(_explain(error, missing))
            # The element posts the sum of the frames before the error at EOS, which may never come:
            # send EOS.
            damage.append(error.message)
            if deadline == math.inf:
                deadline = time.monotonic() + 5
                pipeline.send_event(Gst.Event.new_eos())
            continue
        if GstPbutils.is_missing_plugin_message(message):
            caps = message.get_structure().get_value("detail")
            # Missing audio decoders do not matter.
            if not isinstance(caps, Gst.Caps) or not caps.to_string().startswith("audio/"):
                text = GstPbutils.missing_plugin_message_get_description(message)
                missing.append("missing: " + text)
        if message.src == element and message.has_name("videohistogram"):
            failed += message.get_structure().get_uint64("failed")[1]
        of_failure, error, *_ = GstVideoHistogram.message_parse_video_histogram_failure(message)
        if of_failure:
            failure = error
        ok, part, _, _, _, count = GstVideoHistogram.message_parse_video_histogram(message)
        if not ok:
            continue
        try:
            total = total.add(part) if total else part
        except GLib.Error as error:
            raise HistogramError(f"the video changes within: {error.message}") from error
        frames += count
        corrupted += message.get_structure().get_uint64("corrupted")[1]
    if total is None and failure:
        raise HistogramError(f"no frame could be counted: {failure.message}")
    if total is None:
        raise HistogramError(_explain(None, missing))
    if failed:
        damage.append(f"{failed} frames could not be counted")
    if corrupted:
        damage.append(f"the decoder marked {corrupted} of {frames} frames as corrupted")
    return total, frames, damage


def _explain(error, missing):
    """The reason why there is no video. `error` is from the bus; None if there was no error."""
    # decodebin reports a missing plug-in also if the file has no stream of the wanted kind.
    no_plugin = error and error.matches(Gst.CoreError.quark(), Gst.CoreError.MISSING_PLUGIN)
    if not missing and (no_plugin or not error):
        return "has no video"
    return "; ".join([error.message if error else "the video cannot be decoded"] + missing)


class _FrameTimes:
    """Detects that a part of a file was not counted. Demuxers skip damaged parts and stop at the
    end of a truncated file without an error. Only the times of the frames tell.

    completeness.cpp has the same rules in C++. All times are running times in ns.
    """

    def __init__(self, element):
        self._segment = Gst.Segment()
        self._segment.init(Gst.Format.TIME)
        self._frames = self._late = self._early = 0
        self._end = self._gaps = self._longest_gap = self._longest = 0
        self._timed = True
        kinds = Gst.PadProbeType.BUFFER | Gst.PadProbeType.EVENT_DOWNSTREAM
        element.get_static_pad("src").add_probe(kinds, self._note)

    def _note(self, _pad, info):
        """Pad probe, called in the streaming thread."""
        if info.type & Gst.PadProbeType.BUFFER:
            buffer = info.get_buffer()
            self._note_frame(
                self._segment.to_running_time(Gst.Format.TIME, buffer.pts), buffer.duration)
        elif info.get_event().type == Gst.EventType.SEGMENT:
            info.get_event().copy_segment(self._segment)
        return Gst.PadProbeReturn.OK

    def _note_frame(self, start, duration):
        if Gst.CLOCK_TIME_NONE in (start, duration):
            self._timed = False
            return
        # Containers round times by less than half a frame.
        if self._frames and start > self._end + duration // 2:
            self._late += 1
            self._gaps += start - self._end
            self._longest_gap = max(self._longest_gap, start - self._end)
        elif self._frames and start + duration // 2 < self._end:
            self._early += 1
        self._frames += 1
        self._end = max(self._end, start + duration)
        self._longest = max(self._longest, duration)

    def missing(self, duration, uri):
        """A sentence if more than 1.5 frames are missing, else None. Call after the last frame."""
        # Some decoders, such as those of GIF, set times that do not advance.
        if not self._timed or not self._frames or self._early * 10 > self._frames:
            return None
        # Gaps after more than a tenth of the frames mean a variable frame rate. Durations then mean
        # nothing, and the last frame may be shown for as long as the longest gap.
        variable = self._late * 10 > self._frames
        missing = 0 if variable else self._gaps
        tolerance = self._longest * 3 // 2 + (self._longest_gap if variable else 0)
        # Audio that is longer than the video is no damage.
        if self._end + tolerance < duration and _end_of_sound(uri) + tolerance < duration:
            missing += duration - self._end
        if missing <= tolerance:
            return None
        counted = max(duration - missing, 0)
        return (f"counted {counted / Gst.SECOND:.1f} s of {duration / Gst.SECOND:.1f} s "
                f"({self._frames} frames): the file is damaged or truncated")


def _end_of_sound(uri):
    """The end of the first audio track, in ns; 0 if no audio track can be decoded."""
    pipeline = _launch(SOUND_PIPELINE, uri)
    pipeline.set_state(Gst.State.PLAYING)
    try:
        while not pipeline.get_bus().timed_pop_filtered(Gst.SECOND // 5, ENDS):
            pass
        return max(pipeline.query_position(Gst.Format.TIME)[1], 0)
    finally:
        pipeline.set_state(Gst.State.NULL)


def _print_table(h):
    size = f"{h.width}x{h.height}" if h.width else "several sizes"
    print(f"{h.frames} frames of {size} {h.format}, {h.bins} bins")
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
    """Returns the exit status; raises HistogramError, OSError or KeyboardInterrupt."""
    printers = {"table": _print_table, "csv": _print_csv, "json": _print_json}
    parser = argparse.ArgumentParser(
        description="Prints the histogram of an image or of a whole video.")
    parser.add_argument("path", metavar="FILE-OR-URI")
    parser.add_argument("--bins", type=int, default=256, help="bins per channel, 1 to 256 (256)")
    parser.add_argument("--channels", default=CHANNELS, metavar="LIST",
                        help=f"channels; those that the frames lack are left out ({CHANNELS})")
    parser.add_argument("--backend", default="auto", choices=BACKENDS,
                        help="backend that counts (auto)")
    parser.add_argument("--print", choices=printers, default="table", dest="form",
                        help="what to print (table)")
    arguments = parser.parse_args()
    result = histogram(arguments.path, arguments.bins, arguments.channels, arguments.backend)
    printers[arguments.form](result)
    sys.stdout.flush()
    if result.damage:
        print(f"histogram.py: {arguments.path}: {result.damage}", file=sys.stderr)
    return DAMAGED if result.damage else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except HistogramError as failure:
        sys.exit(f"histogram.py: {failure}")
    except KeyboardInterrupt:
        print("histogram.py: interrupted", file=sys.stderr)
        sys.exit(130)
    except OSError as failure:
        # Python flushes stdout again at exit, which would fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(f"histogram.py: cannot write to stdout: {failure.strerror}")
