#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The share of a picture that flashes, against a computation by numpy that knows nothing of pans."""
import subprocess

import fault_clips
import support
from fault_clips import HEIGHT, WIDTH, numpy

COLUMNS, ROWS, RATE = 64, 36, 25


def light_of_cells(luma):
    """The mean light of each cell of each frame, in cd/m2: BT.1886 with a white of 200."""
    codes = numpy.clip((numpy.arange(256) - 16) / 219, 0, 1)
    light = numpy.rint(200000 * codes ** 2.4).astype(numpy.int64)[luma]
    x, y = ([i * size // n for i in range(n + 1)] for size, n in ((WIDTH, COLUMNS), (HEIGHT, ROWS)))
    areas = numpy.outer(numpy.diff(y), numpy.diff(x))
    return numpy.add.reduceat(numpy.add.reduceat(light, y[:-1], 1), x[:-1], 2) / (1000 * areas), areas


def flashing_areas(luma):
    """Of each frame the share of the picture with more than six changes of at least 20 cd/m2, from below 160, in the last second."""
    lights, areas = light_of_cells(luma)
    low, high, direction = lights[0].copy(), lights[0].copy(), numpy.zeros((ROWS, COLUMNS), int)
    changed, shares = [], []
    for light in lights:
        low, high = numpy.minimum(low, light), numpy.maximum(high, light)
        up = (direction <= 0) & (low < 160) & (light - low >= 20)
        down = (direction >= 0) & (light < 160) & (high - light >= 20)
        direction = numpy.where(up, 1, numpy.where(down, -1, direction))
        low, high = (numpy.where(up | down, light, extreme) for extreme in (low, high))
        changed.append(up | down)
        flashing = numpy.sum(changed[-RATE:], 0) > 6
        shares.append(float((flashing * areas).sum() / (WIDTH * HEIGHT)))
    return shares


class Areas(fault_clips.TestCase):
    def areas(self, path):
        return [area for area, in self.query("SELECT FLASHAREA FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(path))]

    def kinds(self, path):
        return {kind for kind, in self.query("SELECT kind FROM findings JOIN videos ON id = video WHERE path = ? AND kind LIKE '%flashes%'", str(path))}

    def test_patterns_of_black_and_white_that_drift_flash_where_numpy_says_so(self):
        """Their details are about as large as a cell, so that nothing tells how far they moved."""
        done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"sierpinski=s={WIDTH}x{HEIGHT}:r=25:seed=5", "-frames:v", "75",
                               "-pix_fmt", "gray", "-f", "rawvideo", "-"], stdout=subprocess.PIPE, check=True, timeout=60)
        luma = numpy.frombuffer(done.stdout, numpy.uint8).reshape(-1, HEIGHT, WIDTH)
        path = self.write("sierpinski.y4m", luma)
        self.scan(path)
        expected = flashing_areas(luma)
        self.assertEqual(self.areas(path), expected)
        self.assertGreater(max(expected), 0.25)
        self.assertIn("flashes", self.kinds(path))

    def test_pans_over_a_picture_do_not_flash_although_the_light_of_each_cell_changes(self):
        random = numpy.random.default_rng(7)
        paths = {}  # the frames, and the share of the cells with parts that were outside of the frame before
        for number, (x, y) in enumerate(((5, 0), (-7, 0), (11, 3), (0, 6), (-4, -5))):  # samples per frame
            scene = numpy.zeros((HEIGHT + 75 * abs(y), WIDTH + 75 * abs(x)), numpy.uint8)
            rows, columns = numpy.ogrid[:scene.shape[0], :scene.shape[1]]
            for radius in random.integers(5, 16, scene.size // 300):  # discs that cover each other
                row, column = random.integers(0, scene.shape[0]), random.integers(0, scene.shape[1])
                top, left = max(row - radius, 0), max(column - radius, 0)
                inside = (rows[top:row + radius] - row) ** 2 + (columns[:, left:column + radius] - column) ** 2 < radius ** 2
                scene[top:row + radius, left:column + radius][inside] = random.integers(16, 200)
            places = [(i * y if y >= 0 else (i - 74) * y, i * x if x >= 0 else (i - 74) * x) for i in range(75)]
            luma = numpy.array([scene[top:top + HEIGHT, left:left + WIDTH] for top, left in places])
            paths[self.write(f"{number}.y4m", luma)] = (luma, 1 - (1 - (abs(x) + 3) / WIDTH) * (1 - (abs(y) + 4) / HEIGHT))
        self.scan(self.archive)
        for path, (luma, entering) in paths.items():
            self.assertGreater(max(flashing_areas(luma)), 0.25, path)
            self.assertLess(max(self.areas(path)), entering, path)
            self.assertEqual(self.kinds(path), set(), path)

    def test_edges_in_matroska_are_exempt_from_360_ms_on(self):
        """Its times are milliseconds, and the frames have no rate. Edges go on for 8 s."""
        for apart, kinds in ((359, {"flashes-extended"}), (360, set()), (361, set())):
            frames = b"".join(bytes([luma]) * (WIDTH * HEIGHT) for _ in range(8000 // apart + 1) for luma in (235, 16))
            path = self.archive / f"{apart}.mkv"
            subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{WIDTH}x{HEIGHT}", "-r", "1000", "-i", "-",
                            "-vf", f"setpts='round((floor(N/2)*{apart}+mod(N\\,2)*{apart // 2})/1000/TB)',format=yuv420p", "-fps_mode", "passthrough",
                            "-c:v", "ffv1", path], input=frames, check=True, timeout=60)
            self.scan(path)
            times = [time // 10 ** 6 for time, in self.query("SELECT time FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(path))]
            self.assertEqual(times[:4], [0, apart // 2, apart, apart + apart // 2])
            self.assertEqual(self.kinds(path), kinds, path)


if __name__ == "__main__":
    support.main()
