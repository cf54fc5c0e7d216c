# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pictures of WIDTH x HEIGHT pixels from a random generator, as the bytes of a PPM file."""
import math

WIDTH, HEIGHT = 1120, 640


def ppm(rows):
    return b"P6 %d %d 255\n" % (WIDTH, HEIGHT) + b"".join(rows)


def clip(value):
    return max(0, min(255, int(value)))


def leaves(rng):
    """Discs that cover each other, with areas as objects have in photographs: many small ones, few large ones. Each has a colour
    and stripes of its own."""
    rows = [bytearray(3 * WIDTH) for _ in range(HEIGHT)]
    for _ in range(4000):
        radius = min(8 / math.sqrt(1 - rng.random() * 0.999), 220)
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)
        light, depth, period = rng.gauss(110, 50), rng.uniform(0, 40), rng.uniform(1, 15)
        colour = [light + rng.gauss(0, 25) for _ in range(3)]
        stripes = bytes(clip(value + depth * math.sin(column / period)) for column in range(2 * int(radius) + 2) for value in colour)
        for row in range(max(0, math.ceil(y - radius)), min(HEIGHT, math.ceil(y + radius))):
            half = math.sqrt(radius * radius - (row - y) ** 2)
            left = int(x - radius)
            first, last = max(0, int(x - half)), min(WIDTH, int(x + half))
            if first < last:
                rows[row][3 * first:3 * last] = stripes[3 * (first - left):3 * (last - left)]
    return ppm(rows)


def landscape(rng):
    """Fractal heights, from midpoints, in the colours of a map."""
    size = 1 << 11
    heights = [[0.0] * (WIDTH + 1) for _ in range(HEIGHT + 1)]
    corners = {}

    def noise(x, y, cell):
        """The random value of a point of the grid with cells of this size."""
        key = (x // cell, y // cell, cell)
        if key not in corners:
            corners[key] = rng.gauss(0, 1)
        return corners[key]
    cell = size // 8
    while cell >= 2:
        weight = (4 * cell / size) ** rng.uniform(0.7, 0.9)
        for y in range(HEIGHT + 1):
            v, row = (y % cell) / cell, heights[y]
            top = y - y % cell
            for left in range(0, WIDTH + 1, cell):
                a = noise(left, top, cell) * (1 - v) + noise(left, top + cell, cell) * v
                b = noise(left + cell, top, cell) * (1 - v) + noise(left + cell, top + cell, cell) * v
                for x in range(left, min(left + cell, WIDTH + 1)):
                    row[x] += weight * (a + (b - a) * (x - left) / cell)
        cell //= 2
    stops = [[rng.randrange(20, 236) for _ in range(3)] for _ in range(6)]
    rows = []
    for y in range(HEIGHT):
        row = bytearray()
        for x in range(WIDTH):
            place = max(0.0, min(4.999, 2.5 + 2.2 * heights[y][x]))
            shade = 400 * (heights[y + 1][x + 1] - heights[y][x])
            stop, share = int(place), place % 1
            row += bytes(clip(a + (b - a) * share + shade) for a, b in zip(stops[stop], stops[stop + 1]))
        rows.append(row)
    return ppm(rows)
