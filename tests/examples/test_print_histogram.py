# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""examples/print-histogram: its table against Pillow, its plot, its errors."""
import os
import signal
import tempfile
import unittest
from pathlib import Path

from common import BUILD, FILM, FILM_FRAMES, MEDIA
from common import count_film, count_picture, make_film, overwrite, run, run_until_signal
from common import statistics, truncate
from PIL import Image

PROGRAM = BUILD / "examples" / "print-histogram"


def read_tables(text):
    """[(time, frames, {channel: numbers as printed})]"""
    tables = []
    for line in text.splitlines():
        words = line.split()
        if len(words) == 10 and words[0] != "time":
            tables.append((words.pop(0), int(words.pop(0)), {}))
        if len(words) == 8:
            tables[-1][2][words[0]] = words[1:]
    return tables


def printed(counts):
    """The numbers of a row as the program should print them."""
    mean, std_dev, low, high, median, first, last = statistics(counts)
    return [f"{mean:.2f}", f"{std_dev:.2f}", str(low), str(high), str(median), f"{first:.2f}",
            f"{last:.2f}"]


class PrintHistogram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.plot = self.folder / "plot.png"

    def run_program(self, *arguments, **options):
        return run(PROGRAM, "--output", self.plot, *arguments, **options)

    def assert_plot(self, path):
        with Image.open(path) as picture:
            self.assertEqual((picture.format, picture.size), ("PNG", (1000, 560)))
            pixels = picture.convert("RGB").getcolors(1000 * 560)
        self.assertGreater(len(pixels), 20, "an empty plot")

    def test_film_gives_a_table_a_second_and_one_of_all(self):
        done = self.run_program(FILM)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        tables = read_tables(done.stdout)
        self.assertEqual([(time, frames) for time, frames, _ in tables],
                         [(f"0:{s:02}.0", 30) for s in range(13)] + [("all", FILM_FRAMES)])
        summary, path = done.stdout.splitlines()[-2:]
        self.assertRegex(summary, r"^390 frames, 480x270 \w+, counted by (cpu|cuda), .+$")
        self.assertEqual(path, str(self.plot))
        self.assert_plot(self.plot)

        expected = count_film(FILM, summary.split()[3].rstrip(","))
        for name in "RGB":
            self.assertEqual(tables[-1][2][name], printed(expected[name]))
        self.assertIn("LUMA", tables[-1][2])

    def test_picture_is_a_film_of_one_frame(self):
        for scale in ("linear", "log"):
            done = self.run_program(MEDIA / "astronaut.png", "--scale", scale, "--bins=32")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            table = read_tables(done.stdout)[-1]
            self.assertEqual(table[:2], ("all", 1))
            for name, counts in count_picture(MEDIA / "astronaut.png", 32).items():
                self.assertEqual(table[2][name], printed(counts))
            self.assert_plot(self.plot)

    def test_every_sets_the_length_of_a_table(self):
        done = self.run_program(FILM, "--every=2.5", "--channels=g")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        tables = read_tables(done.stdout)
        self.assertEqual([(time, frames) for time, frames, _ in tables],
                         [("0:00.0", 75), ("0:02.5", 75), ("0:05.0", 75), ("0:07.5", 75), ("0:10.0", 75), ("0:12.5", 15), ("all", 390)])
        self.assertEqual([list(channels) for _, _, channels in tables], [["G"]] * 7)

    def test_channels_have_the_spelling_of_the_element(self):
        for text in ("luma+r", "R,LUMA"):
            done = self.run_program(MEDIA / "coffee.png", f"--channels={text}")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(list(read_tables(done.stdout)[-1][2]), ["R", "LUMA"])

    def test_plot_is_named_after_the_whole_name_of_the_file(self):
        for name in ("rocket.jpg", "coffee.png"):
            done = run(PROGRAM, MEDIA / name, cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            plot = self.folder / (name + "-histogram.png")
            self.assertEqual(done.stdout.splitlines()[-1], str(plot))
            self.assert_plot(plot)

    def test_plot_never_replaces_the_input(self):
        picture = self.folder / "coffee.png"
        picture.write_bytes((MEDIA / "coffee.png").read_bytes())
        for name in (picture, picture.as_uri()):
            done = run(PROGRAM, name, "-o", "coffee.png", cwd=self.folder)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("the output coffee.png is the input", done.stderr)
        self.assertEqual(picture.read_bytes(), (MEDIA / "coffee.png").read_bytes())

    def test_sizes_that_change_are_several(self):
        pictures = self.folder / "pictures.mjpeg"
        pictures.write_bytes((MEDIA / "rocket.jpg").read_bytes() +
                             (MEDIA / "hubble_deep_field.jpg").read_bytes())
        done = self.run_program(pictures)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout.splitlines()[-2], r"^2 frames, several sizes \w+, counted by")

    def check_damaged(self, film, counted, frames):
        done = self.run_program(film)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, f"print-histogram: {film}: counted {counted} of 13.0 s "
                                      f"({frames} frames): the file is damaged or truncated\n")
        self.assertEqual(read_tables(done.stdout)[-1][:2], ("all", frames))
        self.assert_plot(self.plot)

    def test_truncated_film_is_counted_and_said(self):
        self.check_damaged(truncate(FILM, self.folder / "f.webm", 200_000), "8.2 s", 247)

    def test_film_damaged_in_the_middle_is_counted_and_said(self):
        self.check_damaged(overwrite(FILM, self.folder / "f.webm", 45_000, 55_000), "11.4 s", 342)

    def test_shorter_video_and_variable_rate_are_no_damage(self):
        long_sound = make_film(self.folder / "sound.webm", sound=4)
        for film in (long_sound, make_film(self.folder / "variable.webm", dropped=0.5)):
            with self.subTest(film=film.name):
                done = self.run_program(film)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = self.run_program(truncate(long_sound, self.folder / "truncated.webm", 10_000))
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"counted 0\.\d s of 4\.0 s")

    def test_signal_ends_in_order_with_what_was_counted(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            out, err, code = run_until_signal(number, "0:03.0", PROGRAM, "-o", self.plot, "fd://0")
            self.assertEqual(code, status, err)
            *parts, total = read_tables(out)
            self.assertGreaterEqual(len(parts), 4)
            self.assertEqual(total[:2], ("all", sum(frames for _, frames, _ in parts)))
            self.assertEqual(
                err, f"print-histogram: interrupted; the sum is that of {total[1]} frames\n")
            self.assertTrue(out.endswith(f"{self.plot}\n"))
            self.assert_plot(self.plot)
            self.plot.unlink()

    def test_full_disk_is_an_error(self):
        done = run("sh", "-c", 'exec "$@" >/dev/full', "sh", PROGRAM, "-o", self.plot,
                   MEDIA / "coffee.png")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "print-histogram: cannot write to stdout: No space left on device\n"))

    def test_file_with_sound_alone_has_no_video(self):
        sound = self.folder / "sound.ogg"
        made = run("gst-launch-1.0", "-q", "audiotestsrc", "num-buffers=10", "!", "vorbisenc", "!",
                   "oggmux", "!", "filesink", f"location={sound}")
        self.assertEqual(made.returncode, 0, made.stderr)
        for env in ({}, {"GST_PLUGIN_FEATURE_RANK": "vorbisdec:NONE,avdec_vorbis:NONE"}):
            done = self.run_program(sound, env=env)
            self.assertEqual((done.returncode, done.stdout, done.stderr),
                             (1, "", f"print-histogram: {sound} has no video\n"))

    def test_gray_frames_have_one_channel(self):
        gray = self.folder / "gray.png"
        Image.open(MEDIA / "coffee.png").convert("L").save(gray)
        done = self.run_program(gray)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        counts = Image.open(gray).histogram()
        self.assertEqual(read_tables(done.stdout)[-1][2], {"GRAY": printed(counts)})

    def test_sound_is_left_alone(self):
        film = self.folder / "sound.webm"
        made = run("gst-launch-1.0", "-q", "webmmux", "name=mux", "!", "filesink",
                   f"location={film}", "videotestsrc", "num-buffers=30", "!",
                   "video/x-raw,width=160,height=120,framerate=30/1", "!", "vp8enc", "!", "mux.",
                   "audiotestsrc", "num-buffers=43", "!", "audioconvert", "!", "vorbisenc", "!",
                   "mux.")
        self.assertEqual(made.returncode, 0, made.stderr)
        no_decoder = {"GST_PLUGIN_FEATURE_RANK": "vorbisdec:NONE,avdec_vorbis:NONE"}
        for env in ({}, no_decoder):
            done = self.run_program(film, env=env)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(read_tables(done.stdout)[-1][:2], ("all", 30))

    def test_missing_decoder_is_named(self):
        done = self.run_program(FILM, env={"GST_PLUGIN_FEATURE_RANK": "vp8dec:NONE,avdec_vp8:NONE"})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "missing: .*VP8.* decoder")
        self.assertIn("gstreamer1.0-libav", done.stderr)

    def test_missing_element_is_explained(self):
        # The plugin of this build stands for an installed one, which tests must not find.
        folders = f"{os.environ['VIDEOHISTOGRAM_SYSTEM_PLUGINS']}:{BUILD}/plugin"
        for number, installed in enumerate(({}, {"GST_PLUGIN_SYSTEM_PATH_1_0": folders})):
            done = self.run_program(FILM, env={"GST_PLUGIN_PATH_1_0": os.environ["VIDEOHISTOGRAM_NO_PLUGIN"],
                                               "GST_REGISTRY_1_0": str(self.folder / f"registry{number}"), **installed})
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn('no element "videohistogram"', done.stderr)
            self.assertIn("meson devenv", done.stderr)

    def test_errors_have_a_message_and_a_status(self):
        for arguments, status, text in [
            ([], 2, "give one file or URI"),
            ([FILM, FILM], 2, "give one file or URI"),
            ([FILM, "--backend=abacus"], 2, "auto, cpu or cuda"),
            ([FILM, "--bins=1"], 2, "2 to 256"),
            ([FILM, "--bins=many"], 2, "many"),
            ([FILM, "--every=0"], 2, "--every"),
            ([FILM, "--scale=round"], 2, "linear or log"),
            ([FILM, "--channels=y"], 1, "luma"),
            ([FILM, "--channels=q"], 1, "luma"),
            ([FILM, "--output=/nowhere/plot.png"], 1, "cannot write /nowhere/plot.png"),
            (["/nowhere/film.webm"], 1, "there is no file /nowhere/film.webm"),
            ([MEDIA], 1, "is a folder"),
            ([MEDIA / "README.md"], 1, "README.md: "),
            (["file:///nowhere/film.webm"], 1, "film.webm: "),
        ]:
            with self.subTest(arguments=arguments):
                done = self.run_program(*arguments)
                self.assertEqual(done.returncode, status)
                self.assertRegex(done.stderr, r"\Aprint-histogram: [^\n]+\n\Z")
                self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
