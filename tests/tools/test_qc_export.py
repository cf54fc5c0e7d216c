#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figures of QCTools that a scan records, against the strings of the machine's ffmpeg."""
import re
import subprocess

import qc_clips
import support

try:
    import numpy
except ImportError:
    numpy = None


def ssim(a, b, depth):
    """The structural similarity of two planes in windows of 8x8 samples, every four samples, as FFmpeg's filter defines it."""
    largest = 2 ** depth - 1
    c1, c2 = int(0.01 ** 2 * largest ** 2 * 64 + 0.5), int(0.03 ** 2 * largest ** 2 * 64 * 63 + 0.5)

    def windows(values):
        rows, columns = values.shape[0] // 4, values.shape[1] // 4
        blocks = values[:4 * rows, :4 * columns].reshape(rows, 4, columns, 4).sum((1, 3))
        return (blocks[:-1, :-1] + blocks[:-1, 1:] + blocks[1:, :-1] + blocks[1:, 1:]).astype(float)

    of_a, of_b, squares, products = windows(a), windows(b), windows(a * a + b * b), windows(a * b)
    variances, covariance = squares * 64 - of_a ** 2 - of_b ** 2, products * 64 - of_a * of_b
    return ((2 * of_a * of_b + c1) * (2 * covariance + c2) / ((of_a ** 2 + of_b ** 2 + c1) * (variances + c2))).mean()


class Scans(support.GeneratedTestCase):
    def encode(self, clip, raw):
        """A video without loss, whose name tells the clip."""
        path = self.archive / (re.sub(r"[^\w]+", "-", clip.name) + ".mkv")
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *clip.raw(), "-s", f"{clip.width}x{clip.height}", "-r", "25", "-i", "-",
                        "-c:v", "ffv1", path], input=raw, check=True, timeout=60)
        return path

    def reports(self, *arguments):
        """Of each path its frames, as keys and values."""
        self.scan(self.archive, *arguments)
        self.command("export", self.database, "--format", "qctools", "-o", self.folder / "q")
        return qc_clips.read_reports(self.folder / "q")


class QcTools(Scans):
    def test_every_string_is_that_of_ffmpeg(self):
        raw = {clip.name: clip.make() for clip in qc_clips.CLIPS}
        paths = {clip.name: str(self.encode(clip, raw[clip.name])) for clip in qc_clips.CLIPS}
        reports = self.reports()
        compared = set()
        for clip in qc_clips.CLIPS:
            with self.subTest(clip=clip.name):
                ours, theirs = reports[paths[clip.name]], clip.ffmpeg_keys(raw[clip.name])
                self.assertEqual(len(ours), clip.frames)
                for number, (mine, keys) in enumerate(zip(ours, theirs)):
                    expected = {key: value for key, value in keys.items() if key in qc_clips.KEYS}
                    mine = {key: value for key, value in mine.items() if "lavfi.scd." not in key}
                    compared.update(expected)
                    for key in [key for key in expected if "ssim" in key]:
                        self.assertLess(abs(float(mine.pop(key)) - float(expected.pop(key))), 2e-6, (number, key))
                    different = {key: (mine.get(key), expected.get(key)) for key in {*mine, *expected} if mine.get(key) != expected.get(key)}
                    self.assertEqual(different, {}, number)
        self.assertEqual(compared, qc_clips.KEYS)


class Columns(Scans):
    def test_fields_of_odd_heights_have_the_pairs_of_rows_that_exist(self):
        if numpy is None:
            self.skipTest("no numpy (Debian: python3-numpy)")
        for name, depth, subsampling, height in (("odd", 8, "444", 45), ("odd half", 8, "420", 46), ("odd 422", 8, "422", 45), ("deep", 10, "422", 47),
                                                 ("odd half deep", 10, "420", 46)):
            clip = qc_clips.Clip(name, "testsrc2", 3, depth, subsampling, "noise=alls=9:allf=t", 64, height)
            raw = clip.make()
            path = self.encode(clip, raw)
            self.scan(path)
            samples = numpy.frombuffer(raw, "<u2" if depth > 8 else numpy.uint8).reshape(clip.frames, -1).astype(numpy.int64)
            rows = self.query("SELECT MSEFY, MSEFU, MSEFV, PSNRFY, PSNRFU, PSNRFV, SSIMFY, SSIMFU, SSIMFV FROM frames JOIN videos ON id = video "
                              "WHERE path = ? ORDER BY frame", str(path))
            self.assertEqual(len(rows), clip.frames)
            width, chroma_height = clip.chroma_size()
            for row, data in zip(rows, samples):
                luma, chroma = data[:64 * height], data[64 * height:]
                for i, plane in enumerate((luma.reshape(-1, 64), *chroma.reshape(2, chroma_height, width))):
                    pairs = plane.shape[0] // 2
                    top, bottom = plane[0:2 * pairs:2], plane[1:2 * pairs:2]
                    mse = ((top - bottom) ** 2).sum() / top.size
                    self.assertEqual(row[i], mse, (name, i))
                    self.assertAlmostEqual(row[3 + i], 10 * numpy.log10((2 ** depth - 1) ** 2 / mse), 9, (name, i))
                    self.assertAlmostEqual(row[6 + i], ssim(top, bottom, depth), 9, (name, i))

    def test_speckle_and_linerep_of_deep_samples_are_those_of_their_upper_bits(self):
        deep = qc_clips.Clip("deep", "testsrc2", 4, 10, "420", "noise=alls=60:allf=t")
        raw = deep.make()
        self.encode(deep, raw)
        narrow = subprocess.run(["ffmpeg", "-v", "error", *deep.raw(), "-s", "128x96", "-i", "-", "-vf", "lutyuv=y=floor(val/4)*4,format=yuv420p10le",
                                 "-f", "rawvideo", "-"], input=raw, stdout=subprocess.PIPE, check=True).stdout
        # 8 bits of the 10, without the rounding of a conversion
        shallow = qc_clips.Clip("shallow", "testsrc2", 4)
        eight = bytes((narrow[i] + 256 * narrow[i + 1]) >> 2 for i in range(0, len(narrow), 2))
        self.encode(shallow, eight)
        self.scan(self.archive)
        rows = self.query("SELECT path, SPECKLE, LINEREP, TOUT, VREP FROM frames JOIN videos ON id = video ORDER BY path, frame")
        of_deep, of_shallow = rows[:4], rows[4:]
        self.assertEqual([row[1:3] for row in of_deep], [row[3:] for row in of_shallow])
        self.assertEqual([row[1:3] for row in of_shallow], [row[3:] for row in of_shallow])
        self.assertGreater(of_deep[0][1], 0)

    def test_columns_that_are_not_asked_for_are_null(self):
        self.encode(qc_clips.Clip("a", "testsrc2", 3), qc_clips.Clip("a", "testsrc2", 3).make())
        for figures, filled in (("signalstats", ""), ("signalstats,qc", "TOUT IDETTYPE CROPX1 TI FLICKER SI BLOCKH BLOCKVY"),
                                ("pse,signalstats", "FLASHCOUNT REDCOUNT FLASHAREA"), ("qc,pse,signalstats", "TOUT IDETTYPE CROPX1 TI FLICKER SI BLOCKH BLOCKVY FLASHCOUNT REDCOUNT FLASHAREA")):
            with self.subTest(figures=figures):
                database = self.folder / f"{figures}.db"
                self.scan(self.archive, "--figures", figures, output=database)
                for column in ("TOUT", "IDETTYPE", "CROPX1", "TI", "FLICKER", "SI", "BLOCKH", "BLOCKVY", "FLASHCOUNT", "REDCOUNT", "FLASHAREA"):
                    self.assertEqual(self.query(f"SELECT {column} IS NULL FROM frames WHERE frame = 2", database=database), [(int(column not in filled.split()),)], column)
                self.assertEqual(self.query("SELECT value FROM settings WHERE name = 'figures'", database=database),
                                 [(",".join(name for name in ("signalstats", "qc", "pse") if name in figures),)])
                self.assertIn("another setting figures", self.scan(self.archive, "--figures", "signalstats" if figures != "signalstats" else "signalstats,qc",
                                                                   output=database, status=2))
        for wrong in ("qc", "", "signalstats,blur", "pse,qc"):
            self.assertIn("--figures", self.scan(self.archive, f"--figures={wrong}", output=self.folder / "w.db", status=2))

    def test_figures_that_are_not_finite_are_null(self):
        clip = qc_clips.Clip("zero", "color=c=black", 6, filters="lutyuv=y=0")
        self.encode(clip, clip.make())
        self.scan(self.archive)
        self.assertEqual(self.query("SELECT DISTINCT MSEFY, PSNRFY, SSIMFY, FLICKER FROM frames"), [(0, None, 1, None)])

    def test_ti_is_the_deviation_of_the_change(self):
        if numpy is None:
            self.skipTest("no numpy (Debian: python3-numpy)")
        clip = qc_clips.Clip("ti", "mandelbrot", 4)
        raw = clip.make()
        self.encode(clip, raw)
        self.scan(self.archive)
        luma = [frame[:128 * 96] for frame in numpy.frombuffer(raw, numpy.uint8).reshape(clip.frames, -1).astype(float)]
        found = [ti for ti, in self.query("SELECT TI FROM frames ORDER BY frame")]
        self.assertIsNone(found[0])
        for ti, before, after in zip(found[1:], luma, luma[1:]):
            self.assertAlmostEqual(ti, (after - before).std(), 9)

    def keys_of_siti(self, clip, raw):
        """SI and TI of each frame, by FFmpeg. Frames of full range are compared as they are."""
        done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *clip.raw(), "-s", f"{clip.width}x{clip.height}", "-i", "-",
                               "-vf", "setparams=range=pc,siti,metadata=print:file=-", "-f", "null", "-"], input=raw, stdout=subprocess.PIPE, check=True)
        return list(zip(*([float(value) for value in re.findall(rf"lavfi.siti.{key}=(.*)", done.stdout.decode())] for key in ("si", "ti"))))

    def test_si_and_blocks_are_those_of_the_samples(self):
        if numpy is None:
            self.skipTest("no numpy (Debian: python3-numpy)")
        clips = [qc_clips.Clip("plain", "mandelbrot", 4), qc_clips.Clip("noise", "testsrc2", 4, 8, "420", "noise=alls=40:allf=t", 131, 98),
                 qc_clips.Clip("10 bits", "testsrc2", 4, 10, "422", "noise=alls=9:allf=t"), qc_clips.Clip("12 bits", "mandelbrot", 4, 12, "444"),
                 qc_clips.Clip("blocks", "mandelbrot", 4, 8, "420", "scale=22:17,scale=176:136:flags=neighbor,crop=128:96:2:4,noise=alls=2:allf=t"),
                 qc_clips.Clip("flat", "color=c=gray", 4)]
        for clip in clips:
            raw = clip.make()
            path = self.encode(clip, raw)
            self.scan(path)
            rows = self.query("SELECT SI, BLOCKH, BLOCKHX, BLOCKV, BLOCKVY, TI FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(path))
            frames = numpy.frombuffer(raw, numpy.uint8 if clip.depth == 8 else numpy.uint16).reshape(clip.frames, -1)
            siti = self.keys_of_siti(clip, raw)
            self.assertEqual(len(rows), clip.frames)
            for number, (si, *blocks, ti) in enumerate(rows):
                with self.subTest(clip=clip.name, frame=number):
                    p = frames[number][:clip.width * clip.height].reshape(clip.height, clip.width).astype(float)
                    a, b, c = p[:-2], p[1:-1], p[2:]
                    gx = (a + 2 * b + c)[:, 2:] - (a + 2 * b + c)[:, :-2]
                    gy = (c - a)[:, :-2] + 2 * (c - a)[:, 1:-1] + (c - a)[:, 2:]
                    # Magnitudes are rounded down to 2^-8 of a code of 8 bits.
                    self.assertAlmostEqual(si, numpy.hypot(gx, gy).std(), delta=2 ** (clip.depth - 16))
                    if clip.depth <= 10:  # siti takes no deeper samples
                        self.assertAlmostEqual(si, siti[number][0], delta=0.006 + 2 ** (clip.depth - 16))
                        self.assertTrue(number == 0 or abs(ti - siti[number][1]) < 0.006, (ti, siti[number]))
                    for axis, (ratio, place) in ((1, blocks[:2]), (0, blocks[2:])):
                        steps = abs(numpy.diff(p, axis=axis)).sum(axis=1 - axis)  # step i is that from line i to line i + 1
                        ratios = [steps[(first - 1) % 8::8].mean() / numpy.delete(steps, range((first - 1) % 8, len(steps), 8)).mean() if steps.any() else None
                                  for first in range(8)]
                        if clip.name == "flat":
                            self.assertEqual((ratio, place), (None, None))
                            continue
                        self.assertAlmostEqual(ratio, max(ratios), 12)
                        self.assertEqual(place, ratios.index(max(ratios)))
                        if clip.name == "blocks":
                            self.assertEqual(place, (4, 6)[axis])
                            self.assertGreater(ratio, 3)
                        elif clip.name in ("plain", "noise"):
                            self.assertLess(ratio, 1.5)


if __name__ == "__main__":
    support.main()
