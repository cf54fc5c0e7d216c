# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Metadata of HDR, as their standards define them, put into files that ffmpeg has made without them."""
import re
import struct


def bits(*fields):
    """Bytes of pairs of a value and its number of bits; values without a number are ue(v) of H.265. Zeros fill the last byte."""
    text = ""
    for value, *length in fields:
        text += f"{value:0{length[0]}b}" if length else f"{value + 1:b}".zfill(2 * (value + 1).bit_length() - 1)
    text += "0" * (-len(text) % 8)
    return bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8))


def display(red, green, blue, white, greatest, least):
    """The mastering display of H.265 and of the box mdcv. Places are in 1/50000, light in 1/10000 cd/m2."""
    return struct.pack(">8H2I", *green, *blue, *red, *white, greatest, least)


def light_level(max_cll, max_fall):
    """The same in H.265, the box clli and AV1."""
    return struct.pack(">2H", max_cll, max_fall)


def dolby_vision(profile):
    """The configuration record of one layer with its metadata in the bitstream."""
    return bytes([1, 0]) + bits((profile, 7), (1, 6), (1, 1), (0, 1), (1, 1), (1, 4)) + bytes(19)


# MP4 and QuickTime

def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


def add_boxes(data, *boxes):
    """Adds boxes to the description of the only track of a file whose index comes last."""
    place, parents = 0, []
    for kind in (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd", b""):
        while not data[place + 4:place + 8].startswith(kind):
            place += struct.unpack_from(">I", data, place)[0]
        parents.append(place)
        place += 16 if kind == b"stsd" else 8
    end = parents[-1] + struct.unpack_from(">I", data, parents[-1])[0]
    added = b"".join(boxes)
    changed = bytearray(data[:end] + added + data[end:])
    for parent in parents:
        struct.pack_into(">I", changed, parent, struct.unpack_from(">I", data, parent)[0] + len(added))
    return bytes(changed)


# H.265 as a stream of bytes

def nal(kind, payload):
    return b"\0\0\0\1" + bytes([kind << 1, 1]) + re.sub(rb"\x00\x00(?=[\x00-\x03])", b"\0\0\3", payload)


def sei(kind, payload):
    return nal(39, bytes([kind, len(payload)]) + payload + b"\x80")


def user_data(provider, payload):
    """The message of a provider of the United States in the terms of ITU-T T.35."""
    return sei(4, struct.pack(">BH", 0xB5, provider) + payload)


def dynamic_metadata():
    """SMPTE ST 2094-40 of one window, known as HDR10+."""
    return user_data(0x3C, struct.pack(">HB", 1, 4) + bits(
        (1, 8), (1, 2), (400, 27), (0, 1), (10000, 17), (20000, 17), (30000, 17), (5000, 17),  # the greatest R, G, B, and their average
        (1, 4), (50, 7), (1000, 17), (10, 10), (0, 1), (0, 1), (0, 1)))


def crc(data):
    """CRC-32 as in MPEG-2."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (value >> 31) * 0x04C11DB7) & 0xFFFFFFFF
    return struct.pack(">I", value)


def reshaping():
    """Metadata of Dolby Vision that leave the samples as they are."""
    fields = [(2, 6), (18, 11), (1, 4), (0, 4), (1, 1), (0, 1), (0, 2), (23,), (1, 2), (0, 1),
              (2,), (2,), (4,), (0, 1), (0, 3), (0, 1), (1, 1), (0, 1), (0, 1), (0,), (0,), (0,)]
    fields += 3 * [(0,), (0, 10), (1023, 10)] + [(0,), (0,)]
    fields += 3 * [(0,), (0,), (0, 1), (0,), (0, 23), (2,), (0, 23)]  # a polynomial of degree 1: 0 + 1 x
    data = bits(*fields)
    return nal(62, b"\x19" + data + crc(data) + b"\x80")


def slices(data):
    """Where the slices begin; each is a picture."""
    return [found.start() for found in re.finditer(rb"\x00?\x00\x00\x01[\x00-\x3f]", data)]


def insert_before_pictures(data, *nals):
    for place in reversed(slices(data)):
        data = data[:place] + b"".join(nals) + data[place:]
    return data


def insert_after_pictures(data, *nals):
    """Nothing may lie between the pictures of the file."""
    for place in reversed([*slices(data)[1:], len(data)]):
        data = data[:place] + b"".join(nals) + data[place:]
    return data


# AV1 in IVF

def metadata_obu(kind, payload):
    """Of less than 126 bytes."""
    return bytes([5 << 3 | 2, 2 + len(payload), kind]) + payload + b"\x80"


def av1_light_level(max_cll, max_fall):
    return metadata_obu(1, light_level(max_cll, max_fall))


def av1_display(red, green, blue, white, greatest, least):
    """Places are in 1/65536, the greatest light in 1/256 cd/m2 and the least in 1/16384."""
    return metadata_obu(2, struct.pack(">8H2I", *red, *green, *blue, *white, greatest, least))


def add_obus(data, *obus):
    """Adds OBUs after each sequence header, which comes second after a temporal delimiter."""
    changed, place = data[:32], 32
    while place < len(data):
        size, time = struct.unpack_from("<IQ", data, place)
        unit = data[place + 12:place + 12 + size]
        if unit[2] == 1 << 3 | 2:
            end = 4 + unit[3]
            unit = unit[:end] + b"".join(obus) + unit[end:]
        changed += struct.pack("<IQ", len(unit), time) + unit
        place += 12 + size
    return changed
