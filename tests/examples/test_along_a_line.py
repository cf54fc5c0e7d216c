# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""examples/along-a-line: its CSV against the definition in whole numbers, its picture, its errors."""
import csv
import math
import tempfile
import unittest
from pathlib import Path

from common import BUILD, FILM, MEDIA, overwrite, run, truncate
from PIL import Image, ImageChops

PROGRAM = BUILD / "examples" / "along-a-line"
ONE = 1 << 30
MAGENTA = (255, 0, 255)


def rounded_root(over, under):
    """The square root of a fraction as the nearest whole number."""
    return (math.isqrt(4 * over // under) + 1) // 2


def sine_and_cosine(line):
    """2^30 times those of the angle that turns the line upright, exactly rounded."""
    dx, dy = line[2] - line[0], line[3] - line[1]
    square = dx * dx + dy * dy
    return [rounded_root(ONE * ONE * part * part, square) * (1 if part > 0 else -1)
            for part in (dx, dy)]


class Reference:
    """The definition: where the pixels of a picture are, seen along a line."""

    def __init__(self, size, line):
        self.width, self.height = size
        self.s, self.c = sine_and_cosine(line)
        length = self.width * abs(self.c) + self.height * abs(self.s)
        self.positions = -(-length // ONE) + 1
        self.residue = 0
        residue = (self.v(line[0], line[1]) - ONE) % (2 * ONE)
        self.residue = residue if residue <= ONE else residue - 2 * ONE
        self.line = self.position(line[0], line[1])
        self.rows = [self.row(y) for y in range(self.height)]

    def v(self, x, y):
        return ((2 * x + 1 - self.width) * self.c - (2 * y + 1 - self.height) * self.s +
                self.positions * ONE - self.residue)

    def position(self, x, y):
        return self.v(x, y) // (2 * ONE)

    def row(self, y):
        """The positions of a row of pixels."""
        first = self.v(0, y)
        return [(first + 2 * x * self.c) // (2 * ONE) for x in range(self.width)]

    def matrix(self, picture, channel, bins):
        counts = [[0] * bins for _ in range(self.positions)]
        wr, wg, wb = {"r": (65536, 0, 0), "g": (0, 65536, 0), "b": (0, 0, 65536),
                      "luma": (13933, 46871, 4732)}[channel]
        values = [(wr * r + wg * g + wb * b + 32768) >> 16 for r, g, b in picture.getdata()]
        for y, row in enumerate(self.rows):
            for position, value in zip(row, values[y * self.width:(y + 1) * self.width]):
                counts[position][value * bins >> 8] += 1
        return counts

    def pixels(self):
        """How many each position has."""
        counts = [0] * self.positions
        for row in self.rows:
            for position in row:
                counts[position] += 1
        return counts

    def pixels_of_line(self):
        return [(x, y) for y, row in enumerate(self.rows) for x, position in enumerate(row)
                if position == self.line]


class AlongALine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.csv, self.plot = self.folder / "counts.csv", self.folder / "plot.png"

    def run_program(self, *arguments, **options):
        return run(PROGRAM, "--csv", self.csv, "--output", self.plot, *arguments, **options)

    def check(self, done, picture, line, channel="luma", bins=256):
        """Checks the printed text and the written files of an RGB picture."""
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with Image.open(picture) as opened:
            rgb = opened.convert("RGB")
        reference = Reference(rgb.size, line)
        expected = reference.matrix(rgb, channel, bins)
        with open(self.csv, encoding="ascii", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["position"] + [f"bin{b}" for b in range(bins)])
        self.assertEqual(len(rows), 1 + reference.positions)
        for position, row in enumerate(expected):
            self.assertEqual(rows[1 + position], [str(number) for number in [position, *row]])

        counts = expected[reference.line]
        values = [b for b, count in enumerate(counts) for _ in range(count)]
        angle = math.degrees(math.atan2(line[2] - line[0], line[3] - line[1])) % 360
        self.assertEqual(done.stdout.splitlines(), [
            f"position {reference.line} of {reference.positions}, at {angle:.2f} degrees",
            f"{channel.upper()} of {len(values)} pixels: mean {sum(values) / len(values):.2f}, "
            f"min {values[0]}, median {values[(len(values) - 1) // 2]}, max {values[-1]}",
            str(self.csv), str(self.plot)])
        self.check_plot(rgb.size, reference.pixels_of_line())

    def check_plot(self, size, marked):
        """The picture lies in the middle above the plot, and the pixels of the line are painted."""
        with Image.open(self.plot) as picture:
            self.assertEqual(picture.format, "PNG")
            plot = picture.convert("RGB")
        scale = min(900 / size[0], 744 / size[1])
        self.assertEqual(plot.size, (1000, 560 + round(scale * size[1]) + 24))
        left = round((1000 - scale * size[0]) / 2)
        for x, y in marked:
            place = int(left + scale * (x + 0.5)), int(24 + scale * (y + 0.5))
            self.assertEqual(plot.getpixel(place), MAGENTA, (x, y))
        red, green, blue = plot.split()
        magenta = ImageChops.darker(ImageChops.darker(red, blue), ImageChops.invert(green))
        painted = magenta.histogram()[255]
        side = max(scale, 1.5) + 1
        self.assertLess(painted, len(marked) * side * side)

    def resized(self, name, size):
        """A picture whose reference takes little time."""
        path = self.folder / name
        Image.open(MEDIA / name).convert("RGB").resize(size).save(path)
        return path

    def test_picture_is_counted_as_defined(self):
        picture = self.resized("astronaut.png", (172, 171))
        for line in [(7, 167, 160, 3), (0, 0, 170, 170), (33, 2, 33, 133), (171, 3, 0, 3),
                     (100, 67, 99, 6)]:
            with self.subTest(line=line):
                self.check(self.run_program(picture, *line), picture, line)

    def test_channel_and_bins_are_chosen(self):
        picture = self.resized("coffee.png", (150, 100))
        line = (149, 99, 1, 2)
        for channel, bins in [("r", 32), ("g", 256), ("b", 2), ("LUMA", 7)]:
            with self.subTest(channel=channel):
                done = self.run_program(picture, *line, f"--channel={channel}", f"--bins={bins}")
                self.check(done, picture, line, channel.lower(), bins)

    def test_small_picture_is_enlarged(self):
        small = self.resized("coffee.png", (31, 17))
        self.check(self.run_program(small, 2, 16, 30, 1), small, (2, 16, 30, 1))

    def test_jpeg_and_ppm_are_pictures_too(self):
        ppm = self.folder / "rocket.ppm"
        Image.open(MEDIA / "rocket.jpg").convert("RGB").save(ppm)
        line = (600, 1, 10, 426)
        self.check(self.run_program(ppm, *line), ppm, line)
        # Decoders of JPEG differ in their rounding, so only what does not depend on that.
        done = self.run_program(MEDIA / "rocket.jpg", *line)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        reference = Reference((640, 427), line)
        self.check_csv_sums(reference)
        self.check_plot((640, 427), reference.pixels_of_line())

    def check_csv_sums(self, reference):
        """As many counts at each position as it has pixels."""
        with open(self.csv, encoding="ascii", newline="") as file:
            rows = list(csv.reader(file))[1:]
        self.assertEqual([sum(map(int, row[1:])) for row in rows], reference.pixels())

    def test_film_is_seen_at_its_beginning_or_at_a_time(self):
        line = (0, 10, 440, 269)
        reference = Reference((480, 270), line)
        files = []
        for arguments in [[], ["--at=0"], ["--at=4"]]:
            done = self.run_program(FILM, *line, *arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.check_csv_sums(reference)
            files.append(self.csv.read_bytes())
        self.assertTrue(files[0] == files[1])
        self.assertTrue(files[0] != files[2])

    def test_files_are_named_after_the_picture(self):
        done = run(PROGRAM, MEDIA / "coffee.png", 1, 2, 3, 4, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[-2:], [str(self.folder / "coffee.png-line.csv"),
                                                         str(self.folder / "coffee.png-line.png")])
        self.assertTrue((self.folder / "coffee.png-line.csv").exists())
        self.assertTrue((self.folder / "coffee.png-line.png").exists())

    def test_files_never_replace_the_input(self):
        picture = self.folder / "coffee.png"
        picture.write_bytes((MEDIA / "coffee.png").read_bytes())
        for option in ("--output", "--csv"):
            done = self.run_program(picture, 1, 2, 3, 4, f"{option}={picture}")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"the output {picture} is the input", done.stderr)
        self.assertEqual(picture.read_bytes(), (MEDIA / "coffee.png").read_bytes())

    def test_full_disk_is_an_error(self):
        done = run("sh", "-c", 'exec "$@" >/dev/full', "sh", PROGRAM, MEDIA / "coffee.png", 1, 2, 3,
                   4, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "along-a-line: cannot write to stdout: No space left on device\n"))

    def test_frame_that_a_damaged_film_lacks_is_said(self):
        truncated = truncate(FILM, self.folder / "truncated.webm", 200_000)
        done = self.run_program(truncated, 1, 2, 3, 4, "--at=11")
        self.assertEqual((done.returncode, done.stderr), (
            3, f"along-a-line: {truncated} has no frame at 11.0 s of 13.0 s: the file is damaged or "
               "truncated\n"))
        holed = overwrite(FILM, self.folder / "damaged.webm", 45_000, 55_000)
        done = self.run_program(holed, 1, 2, 3, 4, "--at=4")
        self.assertEqual((done.returncode, done.stderr), (
            3, f"along-a-line: {holed}: there is no frame at 4.0 s, the next is at 5.0 s: the file is "
               "damaged\n"))
        self.assertTrue(done.stdout.endswith(f"{self.plot}\n"))
        self.assertEqual(self.run_program(holed, 1, 2, 3, 4, "--at=2").returncode, 0)

    def test_errors_have_a_message_and_a_status(self):
        picture = MEDIA / "coffee.png"
        for arguments, status, text in [
            ([], 2, "x1 y1 x2 y2"),
            ([picture, 1, 2, 3], 2, "x1 y1 x2 y2"),
            ([picture, 1, 2, 3, 4, 5], 2, "x1 y1 x2 y2"),
            ([picture, 1, 2, 3, "four"], 2, "not four"),
            ([picture, 1, 2, 3, 1.5], 2, "not 1.5"),
            ([picture, 1, 2, 3, 99999999999], 2, "not 99999999999"),
            ([picture, 1, 2, 3, 4, "--bins=1"], 2, "2 to 256"),
            ([picture, 1, 2, 3, 4, "--at=-1"], 2, "--at"),
            ([picture, 1, 2, 3, 4, "--channel=r,g"], 2, "r, g, b or luma, not r,g"),
            ([picture, 1, 2, 3, 4, "--channel=a"], 1, "luma"),
            ([picture, 1, 2, 3, 4, "--output=/nowhere/plot.png"], 1, "/nowhere/plot.png"),
            ([picture, 1, 2, 3, 4, "--csv=/nowhere/counts.csv"], 1, "/nowhere/counts.csv"),
            ([picture, 1, 2, 1, 2], 1, "coffee.png: "),
            ([picture, 1, 2, 600, 2], 1, "600"),
            ([FILM, 1, 2, 3, 4, "--at=400"], 1, "no frame at 400.0 s, it ends at 13.0 s"),
            (["/nowhere/film.webm", 1, 2, 3, 4], 1, "there is no file /nowhere/film.webm"),
            ([MEDIA / "README.md", 1, 2, 3, 4], 1, "README.md: "),
        ]:
            with self.subTest(arguments=arguments):
                done = self.run_program(*arguments)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertRegex(done.stderr, r"\Aalong-a-line: [^\n]+\n\Z")
                self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
