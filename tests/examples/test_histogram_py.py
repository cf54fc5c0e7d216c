# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""examples/histogram.py, as a module and as a program."""
import csv
import io
import json
import signal
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

from common import FILM, FILM_FRAMES, FILM_HEIGHT, FILM_WIDTH, MEDIA, SOURCE
from common import count_film, count_picture, make_film, overwrite, run, run_until_signal, truncate
from PIL import Image

sys.path.insert(0, str(SOURCE / "examples"))
import histogram as module  # noqa: E402
from histogram import Gst, HistogramError, histogram  # noqa: E402

PICTURES = [MEDIA / "astronaut.png", MEDIA / "coffee.png"]
PROGRAM = SOURCE / "examples" / "histogram.py"


class Module(unittest.TestCase):
    def test_counts_of_a_picture_are_those_of_pillow(self):
        for picture in PICTURES:
            for bins in (256, 64, 7, 1):
                with self.subTest(picture=picture.name, bins=bins):
                    h = histogram(picture, bins)
                    counts = {name: list(h.counts[name]) for name in h.channels}
                    self.assertEqual(counts, count_picture(picture, bins))
                    self.assertEqual((h.frames, h.bins), (1, bins))
                    self.assertEqual((h.width, h.height), Image.open(picture).size)

    def test_luma_is_the_weighted_sum_of_each_pixel(self):
        expected = [0] * 256
        for r, g, b in Image.open(MEDIA / "coffee.png").convert("RGB").getdata():
            expected[(13933 * r + 46871 * g + 4732 * b + 32768) >> 16] += 1
        h = histogram(MEDIA / "coffee.png", channels="luma")
        self.assertEqual((h.channels, list(h.counts["LUMA"])), (["LUMA"], expected))

    def test_counts_of_a_film_are_the_sum_of_its_frames(self):
        h = histogram(FILM)
        self.assertEqual((h.frames, h.width, h.height), (FILM_FRAMES, FILM_WIDTH, FILM_HEIGHT))
        self.assertIsNone(h.damage)
        expected = count_film(FILM, h.format)
        for name in "RGB":
            self.assertEqual(list(h.counts[name]), expected[name])
            self.assertEqual(sum(h.counts[name]), FILM_FRAMES * FILM_WIDTH * FILM_HEIGHT)

    def test_counts_can_be_read_as_memory(self):
        counts = histogram(MEDIA / "coffee.png", 16).counts["R"]
        view = memoryview(counts)
        self.assertEqual((view.itemsize, view.shape), (8, (16,)))

    def test_frames_that_could_not_be_counted_are_damage(self):
        Gst.init(None)

        def sum_messages(*structures):
            pipeline = Gst.Pipeline.new(None)
            element = Gst.ElementFactory.make("identity", None)
            pipeline.add(element)
            pipeline.set_state(Gst.State.READY)
            self.addCleanup(pipeline.set_state, Gst.State.NULL)
            for structure in structures:
                element.post_message(Gst.Message.new_element(element, structure))
            pipeline.post_message(Gst.Message.new_eos(pipeline))
            return module._sum_until_end(pipeline, element)

        def failure():
            return Gst.Structure.from_string(
                "videohistogram, frames=(guint64)0, failed=(guint64)3, corrupted=(guint64)0, "
                "error-kind=device-lost, error=\"CUDA has failed\"")[0]

        with self.assertRaisesRegex(HistogramError, "no frame could be counted: CUDA has failed"):
            sum_messages(failure())
        counted = Gst.Structure.from_string(
            "videohistogram, frames=(guint64)2, failed=(guint64)1, corrupted=(guint64)0")[0]
        counted.set_value("histogram", histogram(MEDIA / "coffee.png", 16)._result)
        total, frames, damage = sum_messages(failure(), counted)
        self.assertEqual((frames, damage), (2, ["4 frames could not be counted"]))
        self.assertEqual(total.get_bins(0), 16)

    def test_errors_say_what_is_wrong(self):
        for arguments, text in [
            ((MEDIA / "nothing.png",), "there is no file"),
            ((MEDIA,), "there is no file"),
            ((MEDIA / "README.md",), "README.md: "),
            ((PICTURES[0], 0), "bins is 1 to 256"),
            ((PICTURES[0], 257), "bins is 1 to 256"),
            ((PICTURES[0], 256, "y"), "luma"),
            ((PICTURES[0], 256, "q"), "luma"),
            ((PICTURES[0], 256, "r", "abacus"), "auto, cpu, cuda, not abacus"),
        ]:
            with self.subTest(arguments=arguments), self.assertRaises(HistogramError) as caught:
                histogram(*arguments)
            self.assertIn(text, str(caught.exception))

    def test_channel_that_is_not_there_is_an_error(self):
        h = histogram(PICTURES[1], channels="B,r")
        self.assertEqual(h.mean("r"), h.mean("R"))
        for call in (h.mean, h.std_dev, lambda channel: h.percentile(channel, 50)):
            with self.assertRaisesRegex(HistogramError, "no channel X; there are R, B"):
                call("X")

    def test_frames_marked_as_corrupted_are_damage(self):
        def launch_and_mark(line, uri, launch=module._launch):
            def mark_every_other(_pad, info):
                buffer = info.get_buffer()
                if round(buffer.pts * 30000 / 1001 / Gst.SECOND) % 2:
                    buffer.set_flags(Gst.BufferFlags.CORRUPTED)
                return Gst.PadProbeReturn.OK

            pipeline = launch(line, uri)
            pipeline.get_by_name("histogram").get_static_pad("sink").add_probe(
                Gst.PadProbeType.BUFFER, mark_every_other)
            return pipeline

        with unittest.mock.patch.object(module, "_launch", launch_and_mark):
            h = histogram(FILM)
        self.assertEqual(h.damage, "the decoder marked 195 of 390 frames as corrupted")
        self.assertEqual(h.frames, FILM_FRAMES)

    def test_shorter_video_and_variable_rate_are_no_damage(self):
        with tempfile.TemporaryDirectory() as folder:
            for options in ({"sound": 4}, {"dropped": 0.5}):
                film = make_film(Path(folder) / "film.webm", **options)
                self.assertIsNone(histogram(film).damage, options)


class Program(unittest.TestCase):
    def run_program(self, *arguments):
        return run(sys.executable, PROGRAM, *arguments)

    def test_damaged_film_is_counted_and_said(self):
        with tempfile.TemporaryDirectory() as folder:
            film = Path(folder) / "film.webm"
            for make, place, counted, frames in [
                (truncate, (200_000,), "8.2 s", 247),
                (overwrite, (45_000, 55_000), "11.4 s", 342),
            ]:
                done = self.run_program(make(FILM, film, *place))
                self.assertEqual((done.returncode, done.stderr), (
                    3, f"histogram.py: {film}: counted {counted} of 13.0 s ({frames} frames): the "
                       "file is damaged or truncated\n"))
                self.assertIn(f"{frames} frames of 480x270", done.stdout)

    def test_sizes_that_change_are_several(self):
        with tempfile.TemporaryDirectory() as folder:
            pictures = Path(folder) / "pictures.mjpeg"
            pictures.write_bytes((MEDIA / "rocket.jpg").read_bytes() +
                                 (MEDIA / "hubble_deep_field.jpg").read_bytes())
            self.assertIn("2 frames of several sizes", self.run_program(pictures).stdout)

    def test_interrupt_is_one_line_and_a_status(self):
        self.assertEqual(
            run_until_signal(signal.SIGINT, None, sys.executable, PROGRAM, "fd://0"),
            ("", "histogram.py: interrupted\n", 130))

    def test_failed_write_is_one_line_and_a_status(self):
        for command, reason in [
            ('exec "$@" >/dev/full', "No space left on device"),
            ('{ "$@"; echo $? >&2; } | true', "Broken pipe"),
        ]:
            done = run("sh", "-c", command, "sh", sys.executable, PROGRAM, PICTURES[0])
            self.assertRegex(done.stderr,
                             rf"\Ahistogram.py: cannot write to stdout: {reason}\n(1\n)?\Z")
            self.assertEqual(done.returncode, 0 if "|" in command else 1)

    def test_csv_has_a_row_for_each_bin(self):
        done = self.run_program(PICTURES[0], "--bins", "8", "--print", "csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        expected = count_picture(PICTURES[0], 8)
        for name in "RGB":
            self.assertEqual([int(row[name]) for row in rows], expected[name])

    def test_json_has_the_counts(self):
        done = self.run_program(PICTURES[1], "--channels", "G,b", "--print", "json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        expected = count_picture(PICTURES[1])
        del expected["R"]
        self.assertEqual(json.loads(done.stdout)["counts"], expected)

    def test_table_has_a_row_for_each_channel(self):
        done = self.run_program(FILM)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith("390 frames of 480x270"), lines[0])
        self.assertEqual([line.split()[0] for line in lines[2:]], ["R", "G", "B"])

    def test_failure_is_one_line_and_a_status(self):
        done = self.run_program(MEDIA / "nothing.png")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Ahistogram.py: there is no file \S+\n\Z")
        done = self.run_program(PICTURES[0], "--backend=abacus")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("abacus", done.stderr.splitlines()[-1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
