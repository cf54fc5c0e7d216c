#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Converts an 8-bit RGB PNG to a C++ source, so that the benchmark needs no file and no decoder.

    png_to_cpp.py PICTURE.png OUTPUT.cpp
"""
import struct
import sys
import zlib


def decode(data):
    """Returns width, height and RGB rows without padding."""
    if data[:8] != b'\x89PNG\r\n\x1a\n':
        sys.exit('not a PNG file')
    packed, at = b'', 8
    while at < len(data):
        length, kind = struct.unpack_from('>I4s', data, at)
        body = data[at + 8:at + 8 + length]
        if kind == b'IHDR':
            width, height, depth, colour, _, _, interlaced = struct.unpack('>IIBBBBB', body)
            if (depth, colour, interlaced) != (8, 2, 0):
                sys.exit('not an 8-bit RGB picture without interlacing')
        elif kind == b'IDAT':
            packed += body
        at += length + 12
    lines, stride = zlib.decompress(packed), 3 * width
    pixels, above = bytearray(), bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        how, row = lines[start], bytearray(lines[start + 1:start + 1 + stride])
        for i in range(stride):
            left = row[i - 3] if i >= 3 else 0
            up = above[i]
            corner = above[i - 3] if i >= 3 else 0
            if how == 1:
                guess = left
            elif how == 2:
                guess = up
            elif how == 3:
                guess = (left + up) // 2
            elif how == 4:
                to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                guess = (left if to_left <= to_up and to_left <= to_corner
                         else up if to_up <= to_corner else corner)
            else:
                guess = 0
            row[i] = (row[i] + guess) & 255
        pixels += row
        above = row
    return width, height, bytes(pixels)


def main():
    with open(sys.argv[1], 'rb') as file:
        width, height, pixels = decode(file.read())
    with open(sys.argv[2], 'w') as out:
        out.write('#include "benchmarks/kernels/contents.h"\n'
                  'namespace videohistogram::benchmark {\n'
                  f'const unsigned picture_width = {width}, picture_height = {height};\n'
                  'const unsigned char picture_rgb[] = {\n')
        for at in range(0, len(pixels), 32):
            out.write(','.join(map(str, pixels[at:at + 32])) + ',\n')
        out.write('};\n}\n')


main()
