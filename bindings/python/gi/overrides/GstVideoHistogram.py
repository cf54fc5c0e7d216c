# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What Python adds to the library: counts as numpy arrays without a copy, channels by their names, text.

PyGObject imports this module with `from gi.repository import GstVideoHistogram`. An array keeps the counts alive that
it shows, so that nothing has to be freed or closed: see _Numbers. numpy is imported with the first array.
"""
from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any, Iterator

import gi
from gi.module import get_introspection_module
from gi.overrides import override
from gi.repository import GObject

if TYPE_CHECKING:
    import numpy
    from gi.repository import Gst, GstVideo
    from numpy.typing import NDArray

GstVideoHistogram = get_introspection_module("GstVideoHistogram")
__all__ = []


def _exported(thing):
    __all__.append(thing.__name__)
    return thing


def _exported_class(cls):
    # A meta is a plain struct, without a GType that PyGObject would have to know.
    return _exported(override(cls) if cls.__gtype__ != GObject.TYPE_NONE else cls)


# A function of C, since PyGObject copies the data of GLib.Bytes. It is that of the GLib that PyGObject uses.
_address_of_bytes = ctypes.CDLL(gi._gi.__file__).g_bytes_get_data
_address_of_bytes.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
_address_of_bytes.restype = ctypes.c_void_p


def _pointer(boxed):
    """The pointer of C that a boxed object holds: the first field of PyGBoxed in pygobject.h, after the header."""
    return ctypes.c_void_p.from_address(id(boxed) + object.__basicsize__).value


class _Numbers:
    """The base of an array: constant numbers in the memory of the library. The bytes hold a reference to the histogram,
    which is freed after the last array and the last Python object that refer to it."""

    def __init__(self, numbers, type_of_numbers, shape):
        self._bytes = numbers
        address = _address_of_bytes(_pointer(numbers), None)
        read_only = True
        self.__array_interface__ = {"version": 3, "data": (address, read_only), "shape": shape,
                                    "typestr": type_of_numbers}


def _array(table, get_bytes, type_of_numbers, shape):
    """A read-only array of what get_bytes() returns. If that is None, the table's wait() raises the reason."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError("Arrays of counts need numpy (Debian: python3-numpy); "
                          "get_counts() and get_values() return lists without it") from error
    numbers = get_bytes()
    if numbers is None:
        # wait() raises the reason. If there is none, the counts have come since, and stay.
        table.wait(0)
        numbers = get_bytes()
    if numbers is None:
        raise RuntimeError(f"{table!r} has no numbers, and wait() tells no reason")
    return numpy.asarray(_Numbers(numbers, type_of_numbers, shape))


def _text(boxed):
    """What the library prints of a value, without waiting for it."""
    text = GObject.Value(str)
    GObject.Value(type(boxed), boxed).transform(text)
    return text.get_string()


@_exported_class
class VideoHistogram(GstVideoHistogram.VideoHistogram):
    """A mapping of the names of channels to their counts. All methods that take the index of a channel take its name
    as well."""

    def _index(self, channel: int | str) -> int:
        if isinstance(channel, str):
            index = self.find_channel(channel)
            if index < 0:
                raise KeyError(f"no channel {channel}; there are {', '.join(self)}")
            return index
        if not 0 <= channel < len(self):
            raise IndexError(f"no channel {channel}; there are {len(self)}")
        return channel

    def counts(self, channel: int | str) -> NDArray[numpy.uint64]:
        """The counts of a channel, one per bin, as a read-only array without a copy. Waits for them; raises GLib.Error
        if there are none."""
        index = self._index(channel)
        return _array(self, lambda: self.get_counts_bytes(index), "=u8", (self.get_bins(index),))

    def __getitem__(self, channel: int | str) -> NDArray[numpy.uint64]:
        return self.counts(channel)

    def __len__(self) -> int:
        return self.get_n_channels()

    def __bool__(self) -> bool:
        # `if histogram:` asks whether there is one, as with Gio.Settings and other objects that have a length.
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, channel: object) -> bool:
        return isinstance(channel, str) and self.find_channel(channel) >= 0

    def keys(self) -> list[str]:
        """The names of the channels."""
        return [self.get_channel_name(c) for c in range(len(self))]

    def items(self) -> list[tuple[str, NDArray[numpy.uint64]]]:
        """The names of the channels, each with its counts."""
        return [(name, self.counts(c)) for c, name in enumerate(self)]

    @property
    def projections(self) -> list[VideoHistogramProjection]:
        return [self.get_projection(i) for i in range(self.get_n_projections())]

    @property
    def joints(self) -> list[VideoHistogramJoint]:
        return [self.get_joint(i) for i in range(self.get_n_joints())]

    @property
    def sums(self) -> dict[str, VideoHistogramSum]:
        """The sums by their names."""
        each = [self.get_sum(i) for i in range(self.get_n_sums())]
        return {one.get_name(): one for one in each}

    def __repr__(self) -> str:
        return f"<GstVideoHistogram.VideoHistogram {_text(self)}>"


def _by_name(method, position):
    """The method with the name of a channel allowed at that position of its arguments, and as `channel=`."""

    @functools.wraps(method, assigned=("__name__", "__doc__"))
    def call(self, *arguments, **named):
        if len(arguments) > position:
            arguments = list(arguments)
            arguments[position] = self._index(arguments[position])
        if "channel" in named:
            named["channel"] = self._index(named["channel"])
        return method(self, *arguments, **named)

    return call


for _method in VideoHistogram.__info__.get_methods():
    _arguments = [argument.get_name() for argument in _method.get_arguments()]
    if "channel" in _arguments:
        _name = _method.get_name()
        setattr(VideoHistogram, _name, _by_name(getattr(GstVideoHistogram.VideoHistogram, _name),
                                                _arguments.index("channel")))


@_exported_class
class VideoHistogramProjection(GstVideoHistogram.VideoHistogramProjection):
    """Adds the matrix as an array."""

    def counts(self) -> NDArray[numpy.uint32]:
        """The matrix, positions x bins, as a read-only array without a copy. Waits for it; raises GLib.Error if there
        is none."""
        return _array(self, self.get_counts_bytes, "=u4", (self.get_positions(), self.get_bins()))

    def __repr__(self) -> str:
        return (f"<GstVideoHistogram.VideoHistogramProjection {self.get_channel()} at {self.get_angle():g} degrees: "
                f"{self.get_positions()} positions of {self.get_bins()} bins>")


@_exported_class
class VideoHistogramJoint(GstVideoHistogram.VideoHistogramJoint):
    """Adds the matrix as an array."""

    def _axes(self, get):
        return tuple(get(axis) for axis in (GstVideoHistogram.VideoHistogramAxis.X,
                                            GstVideoHistogram.VideoHistogramAxis.Y))

    def counts(self) -> NDArray[numpy.uint64]:
        """The matrix, bins of x x bins of y, as a read-only array without a copy. Waits for it; raises GLib.Error if
        there is none."""
        return _array(self, self.get_counts_bytes, "=u8", self._axes(self.get_bins))

    def __repr__(self) -> str:
        channels, bins = self._axes(self.get_channel), self._axes(self.get_bins)
        return f"<GstVideoHistogram.VideoHistogramJoint {channels[0]} x {channels[1]}: {bins[0]} x {bins[1]} bins>"


@_exported_class
class VideoHistogramSum(GstVideoHistogram.VideoHistogramSum):
    """Adds the values as an array."""

    def values(self) -> NDArray[numpy.int64]:
        """The values, planes x rows x columns, as a read-only array without a copy. Waits for them; raises GLib.Error
        if there are none."""
        return _array(self, self.get_values_bytes, "=i8", tuple(self.get_shape()))

    def __repr__(self) -> str:
        shape = " x ".join(str(length) for length in self.get_shape())
        return f"<GstVideoHistogram.VideoHistogramSum {self.get_name()}: {shape}, {self.get_unit()}>"


@_exported_class
class VideoHistogramMeta(GstVideoHistogram.VideoHistogramMeta):
    """A meta that keeps its buffer alive, and whose histogram may be kept longer."""

    _buffer: Gst.Buffer | None = None

    @property
    def histogram(self) -> VideoHistogram:
        # Reading the field itself takes no reference.
        return self.get_histogram()

    def __repr__(self) -> str:
        roi = self.roi
        return (f"<GstVideoHistogram.VideoHistogramMeta id {self.id}, {self.get_roi_type() or 'no type'}, "
                f"{roi.w}x{roi.h} at {roi.x},{roi.y}: {_text(self.histogram)}>")


@_exported_class
class VideoHistogramChannelInfo(GstVideoHistogram.VideoHistogramChannelInfo):
    """Adds text."""

    def __repr__(self) -> str:
        return (f"<GstVideoHistogram.VideoHistogramChannelInfo {self.name}: {self.bins} bins, "
                f"{self.n_values or 2 ** self.depth} values of {self.depth} bits>")


def _keeping(buffer, meta):
    if meta is not None:
        meta._buffer = buffer
    return meta


@_exported
def buffer_add_video_histogram_meta(buffer: Gst.Buffer, id: int, parent_id: int, roi_type: str | None,
                                    roi: GstVideo.VideoRectangle | None,
                                    histogram: VideoHistogram) -> VideoHistogramMeta | None:
    return _keeping(buffer, GstVideoHistogram.buffer_add_video_histogram_meta(buffer, id, parent_id, roi_type, roi,
                                                                              histogram))


@_exported
def buffer_get_video_histogram_meta(buffer: Gst.Buffer) -> VideoHistogramMeta | None:
    return _keeping(buffer, GstVideoHistogram.buffer_get_video_histogram_meta(buffer))


@_exported
def buffer_get_video_histogram_meta_id(buffer: Gst.Buffer, id: int) -> VideoHistogramMeta | None:
    return _keeping(buffer, GstVideoHistogram.buffer_get_video_histogram_meta_id(buffer, id))


@_exported
def buffer_get_video_histogram_meta_field(buffer: Gst.Buffer, id: int, field: Any) -> VideoHistogramMeta | None:
    return _keeping(buffer, GstVideoHistogram.buffer_get_video_histogram_meta_field(buffer, id, field))


@_exported
def buffer_get_video_histogram_metas(buffer: Gst.Buffer) -> list[VideoHistogramMeta]:
    return list(metas(buffer))


@_exported
def metas(buffer: Gst.Buffer) -> Iterator[VideoHistogramMeta]:
    """The histogram metas of a buffer: those of the frame and of its regions, from every element."""
    for meta in GstVideoHistogram.buffer_get_video_histogram_metas(buffer):
        yield _keeping(buffer, meta)
