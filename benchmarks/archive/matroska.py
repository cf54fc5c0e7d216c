# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Joins Matroska files of one video stream without encoding them anew.

The files must have the same codec, size and parameter sets, begin with a key frame and have no open group of pictures.
"""
import struct
from pathlib import Path

HEADER, SEGMENT, INFO, TRACKS, CLUSTER = 0x1A45DFA3, 0x18538067, 0x1549A966, 0x1654AE6B, 0x1F43B675
TIMESTAMP, SIMPLE_BLOCK, BLOCK_GROUP, BLOCK, DURATION, CHECKSUM, TRACK, NUMBER, PRIVATE, CODEC = (
    0xE7, 0xA3, 0xA0, 0xA1, 0x4489, 0xBF, 0xAE, 0xD7, 0x63A2, 0x86)


def elements(data, start=0, end=None):
    """The elements between two places: their identifier and content."""
    end = len(data) if end is None else end
    while start < end:
        length = 9 - data[start].bit_length()
        identifier = int.from_bytes(data[start:start + length], "big")
        start += length
        length = 9 - data[start].bit_length()
        size = int.from_bytes(data[start:start + length], "big") - (1 << 7 * length)
        start += length
        if size == (1 << 7 * length) - 1:
            raise ValueError("an element has no size; write the file where it can be sought in")
        yield identifier, data[start:start + size]
        start += size


def element(identifier, content):
    return identifier.to_bytes((identifier.bit_length() + 7) // 8, "big") + (len(content) | 1 << 56).to_bytes(8, "big") + content


def times_of(clusters):
    """The time in ms of each block."""
    for time, blocks in clusters:
        for kind, content in blocks:
            if kind == BLOCK_GROUP:
                content = next(inner for name, inner in elements(content) if name == BLOCK)
            yield time + int.from_bytes(content[1:3], "big", signed=True)


class Seed:
    """A file whose blocks can be repeated."""

    def __init__(self, path, rate=25):
        data = Path(path).read_bytes()
        parts = dict(elements(data))
        self.header = element(HEADER, parts[HEADER])
        self.clusters = []  # time in ms, blocks
        for name, content in elements(parts[SEGMENT]):
            if name == INFO:
                self.info = b"".join(element(n, c) for n, c in elements(content) if n not in (DURATION, CHECKSUM))
            elif name == TRACKS:
                self.tracks = content
            elif name == CLUSTER:
                inner = list(elements(content))
                time = int.from_bytes(next(c for n, c in inner if n == TIMESTAMP), "big")
                self.clusters.append((time, [(n, c) for n, c in inner if n in (SIMPLE_BLOCK, BLOCK_GROUP)]))
        tracks = [dict(elements(content)) for name, content in elements(self.tracks) if name == TRACK]
        if len(tracks) != 1:
            raise ValueError(f"{path} has {len(tracks)} streams")
        self.codec = tracks[0][CODEC].decode()
        self.parameters = tracks[0].get(PRIVATE, b"")
        times = list(times_of(self.clusters))
        self.frames, self.first = len(times), min(times)
        self.duration = self.frames * 1000 // rate

    def write(self, file, offset):
        """Writes the clusters with times from `offset` on, in ms."""
        for time, blocks in self.clusters:
            content = element(TIMESTAMP, (time - self.first + offset).to_bytes(8, "big"))
            file.write(element(CLUSTER, content + b"".join(element(name, block) for name, block in blocks)))


def join(seeds, path):
    """Writes seeds one behind another. Returns the number of frames."""
    first = seeds[0]
    for seed in seeds:
        if (seed.codec, seed.parameters) != (first.codec, first.parameters):
            raise ValueError("the parameter sets of seeds differ")
    with open(path, "wb") as file:
        file.write(first.header + SEGMENT.to_bytes(4, "big"))
        place = file.tell()
        file.write((1 << 56).to_bytes(8, "big"))
        duration = sum(seed.duration for seed in seeds)
        file.write(element(INFO, first.info + element(DURATION, struct.pack(">d", duration))) + element(TRACKS, first.tracks))
        offset = 0
        for seed in seeds:
            seed.write(file, offset)
            offset += seed.duration
        size = file.tell() - place - 8
        file.seek(place)
        file.write((size | 1 << 56).to_bytes(8, "big"))
    return sum(seed.frames for seed in seeds)
