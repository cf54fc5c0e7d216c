#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Faults of tapes and transfers at frames that are known, made by numpy and ffmpeg."""
import subprocess

import fault_clips
import support
from fault_clips import numpy

HEIGHT, WIDTH = fault_clips.HEIGHT, fault_clips.WIDTH


class Tapes(fault_clips.TestCase):
    def check(self, expected, kinds):
        self.scan(self.archive)
        for path, truth in expected.items():
            with self.subTest(path=path.name):
                self.assertEqual([row for row in self.found(path) if row[0] in kinds], truth)

    def check_variants(self, make):
        """Five variants of each source with a fault, and the sources without one. `make` changes the frames from `first` on, and returns
        what is found; nothing: the source cannot have this fault."""
        random = numpy.random.default_rng(1)
        expected = {}
        for number, source in enumerate(self.sources):
            clean = source[0::2]
            expected[self.write(f"{number}-clean.y4m", clean)] = []
            for variant in range(5):
                luma = clean.copy()
                truth = make(random, number, luma, 30 + 13 * variant, variant)
                if truth:
                    expected[self.write(f"{number}-{variant}.y4m", luma)] = [truth]
        self.check(expected, ("head-clog", "dropout", "short-freeze", "line-repeats"))

    def test_clogged_heads_are_found_at_their_frames(self):
        def make(random, number, luma, first, variant):
            if "testsrc" in fault_clips.SOURCES[number]:  # its edges differ as much as noise
                return None
            last = first + 2 + 3 * variant
            luma[first:last + 1, variant % 2::2] = random.integers(16, 236, (last - first + 1, HEIGHT // 2, WIDTH))
            return "head-clog", first, last
        self.check_variants(make)

    def test_dropouts_are_found_at_their_frames(self):
        def make(random, _, luma, first, variant):
            for row in random.choice(numpy.arange(6, 100, 8), 1 + variant, replace=False):
                left, length = int(random.integers(0, 60)), 90
                luma[first, row, left:left + length] = 235 if luma[first, row - 2:row + 3].mean() < 128 else 16
            return "dropout", first, first
        self.check_variants(make)

    def test_short_freezes_are_found_at_their_frames(self):
        def make(_, __, luma, first, variant):
            luma[first:first + 2 + variant] = luma[first - 1]
            return "short-freeze", first - 1, first + 1 + variant
        self.check_variants(make)

    def test_pictures_that_slow_down_and_turn_back_are_not_frozen(self):
        """They stand still for some frames, as zooms by whole samples do, which lose nothing."""
        random = numpy.random.default_rng(5)
        scene = random.integers(16, 236, (HEIGHT + 8, 3 * WIDTH + 8)).astype(float)
        for axis in (0, 1):  # smooth over seven samples
            scene = numpy.lib.stride_tricks.sliding_window_view(scene, 7, axis).mean(-1)
        scene = numpy.rint(128 + 4 * (scene - 128)).clip(16, 235).astype(numpy.uint8)
        expected = {}
        for still in (2, 3, 5):
            speeds = [2] * 40 + [1] * 4 + [0] * still
            turning = numpy.array([scene[:HEIGHT, x:x + WIDTH] for x in numpy.cumsum([1] + speeds + [-1] * 4 + [-2] * 40)])
            expected[self.write(f"turns-{still}.y4m", turning)] = []
            passing = numpy.cumsum([1] + [2] * 40 + [0] * still + [2 * still + 2] + [2] * 40)
            frozen = numpy.array([scene[:HEIGHT, x:x + WIDTH] for x in passing])
            expected[self.write(f"frozen-{still}.y4m", frozen)] = [("short-freeze", 40, 40 + still)]
        self.check(expected, ("short-freeze",))

    def test_rows_at_the_edge_of_a_letterbox_are_no_dropouts(self):
        expected = {}
        for number, source in enumerate(self.sources):
            luma, bar = source[0::2].copy(), 20 + number
            luma[:, :bar] = luma[:, -bar:] = 16
            luma[10, bar - 2:bar, :8] = luma[10, -bar:2 - bar, :8] = 40  # as a codec leaves it in the bar: the picture seems to begin there
            for row in (bar, bar + 1, HEIGHT - bar - 2, HEIGHT - bar - 1):  # as the last row of a title that rolls under the bar
                luma[20 + row % 7, row, 10:140] = 235
            expected[self.write(f"{number}.y4m", luma)] = []
            luma[40, bar + 4, 10:140] = 235 if luma[40, bar + 4].mean() < 128 else 16
            expected[self.write(f"{number}-dropout.y4m", luma)] = [("dropout", 40, 40)]
        self.check(expected, ("dropout",))

    def test_rows_in_which_tape_machines_switch_heads_have_no_faults(self):
        """They are the last 12. Dropouts need four rows of the picture beside them."""
        random = numpy.random.default_rng(7)
        texture = random.integers(60, 190, (HEIGHT + 200, WIDTH + 200)).astype(numpy.uint8)
        moving = numpy.array([texture[i % 50:i % 50 + HEIGHT, i:i + WIDTH] for i in range(100)])
        expected = {}
        for row in (102, 103, 104, 107, 108, 112, 116):
            luma = self.sources[4][0::2].copy()
            luma[40, row, 10:140] = 235 if luma[40, row].mean() < 128 else 16
            expected[self.write(f"{row}-dropout.y4m", luma)] = [("dropout", 40, 40)] if row <= 103 else []
        for row in (90, 108, 110, 112):
            luma = moving.copy()
            for i in range(6):
                luma[40, row + i] = luma[40, row + i - 4]
            expected[self.write(f"{row}-repeats.y4m", luma)] = [("line-repeats", 40, 40)] if row == 90 else []
        self.check(expected, ("dropout", "line-repeats"))

    def test_clogged_heads_are_found_in_interlaced_video(self):
        random = numpy.random.default_rng(3)
        expected = {}
        for number, source in enumerate(self.sources):
            if "testsrc" in fault_clips.SOURCES[number]:
                continue
            for variant in range(5):
                luma = fault_clips.weave(source[:160], variant % 2 == 0)
                first, frames = 20 + 7 * variant, 2 + 4 * variant
                luma[first:first + frames, variant % 2::2] = random.integers(16, 236, (frames, HEIGHT // 2, WIDTH))
                expected[self.write(f"{number}-{variant}.y4m", luma, "t" if variant % 2 == 0 else "b")] = [("head-clog", first, first + frames - 1)]
        self.check(expected, ("head-clog", "dropout", "line-repeats", "interlaced", "field-order", "telecine"))

    def test_repeated_lines_are_found_where_rows_have_detail(self):
        random = numpy.random.default_rng(2)
        texture = random.integers(60, 190, (HEIGHT + 200, WIDTH + 200)).astype(numpy.uint8)
        expected = {}
        for variant in range(20):
            luma = numpy.array([texture[i % 50:i % 50 + HEIGHT, i:i + WIDTH] for i in range(100)])
            first, row, rows = 20 + 3 * variant, 20 + 3 * variant, 2 + variant % 5
            for i in range(rows):
                luma[first, row + i] = luma[first, row + i - 4]
            expected[self.write(f"{variant}.y4m", luma)] = [("line-repeats", first, first)]
            flat = numpy.full_like(luma, 90)
            flat[:, :, variant * 5:variant * 5 + 20] = 150  # rows are equal by nature
            expected[self.write(f"{variant}-flat.y4m", flat)] = []
            stripes = numpy.tile(texture[0, :WIDTH], (100, HEIGHT, 1))  # upright ones: rows are nearly equal by nature
            stripes += (numpy.arange(HEIGHT) // 4 % 2).astype(numpy.uint8)[:, None]
            stripes[first, row:row + rows] = stripes[first, row - 4:row - 4 + rows]
            expected[self.write(f"{variant}-stripes.y4m", stripes)] = []
        self.check(expected, ("line-repeats", "dropout"))


class Levels(support.GeneratedTestCase):
    found = fault_clips.TestCase.found

    def kinds(self, path):
        return [kind for kind, _, _ in self.found(path)]

    def test_bars_are_found_and_left_out_of_other_findings(self):
        names = ("smptebars", "smptehdbars", "pal75bars", "pal100bars")
        paths = self.make_all({f"{name}.mkv": ["life=s=SIZE:r=25:mold=10:ratio=0.2:seed=3,gblur=2,trim=duration=1", f"{name}=s=SIZE:d=2", "mandelbrot=s=SIZE,trim=duration=1"] for name in names})
        paths += self.make_all({"none.mkv": ["mandelbrot=s=SIZE,trim=duration=2", "rgbtestsrc=s=SIZE:d=2"]})
        self.scan(self.archive)
        for path in paths[:-1]:
            self.assertEqual(self.found(path), [("bars", 25, 74)], path)  # and nothing else
        self.assertNotIn("bars", self.kinds(paths[-1]))

    def test_clamped_levels_are_those_that_crowd_at_a_limit_and_never_pass_it(self):
        def ramp(slope, end):
            return f"color=gray:s=SIZE:d=2,format=yuv420p,geq=lum='clip(20+X*{slope}+random(1)*20\\,16\\,{end})':cb=128:cr=128"
        clamped, passing, plain = self.make_all({"clamped.mkv": [ramp(2, 235)], "free.mkv": [ramp(2, 250)], "plain.mkv": [ramp(1.2, 235)]})
        self.scan(self.archive)
        self.assertIn("clamped", self.kinds(clamped))
        self.assertNotIn("clamped", self.kinds(passing))
        self.assertNotIn("clamped", self.kinds(plain))
        self.assertTrue(self.query("SELECT detail FROM findings WHERE kind = 'clamped'")[0][0].startswith("Y at the upper limit"))

    def test_chroma_and_deep_samples_are_clamped_at_limits_of_their_own(self):
        """Of 10 bits within two codes. Other samples are ramps without a crowd."""
        high, low = "clip(100+X*3+random(1)*20,16,{})", "clip(160-X*3-random(1)*20,{},240)"  # of 80 columns
        deep = "clip(80+X*8+random(1)*80,64,{})"
        cases = {
            "cb-high": (8, {"cb": high.format(240)}, "Cb at the upper limit"), "cb-passes": (8, {"cb": high.format(246)}, None),
            "cr-low": (8, {"cr": low.format(16)}, "Cr at the lower limit"), "cr-passes": (8, {"cr": low.format(10)}, None),
            "deep": (10, {"lum": deep.format(940)}, "Y at the upper limit"), "deep-938": (10, {"lum": deep.format(938)}, "Y at the upper limit"),
            "deep-934": (10, {"lum": deep.format(934)}, None), "deep-passes": (10, {"lum": deep.format(960)}, None)}
        for name, (depth, samples, _) in cases.items():
            samples = {"lum": f"(40+X)*{1 << depth - 8}", "cb": f"(100+X/2)*{1 << depth - 8}", "cr": f"(100+X/2)*{1 << depth - 8}", **samples}
            values = ":".join(f"{plane}='" + value.replace(",", "\\,") + "'" for plane, value in samples.items())
            subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                            f"color=gray:s={support.SIZE}:d=2:r=25,format=yuv420p{'10le' if depth > 8 else ''},geq={values}", "-c:v", "ffv1",
                            self.archive / f"{name}.mkv"], check=True, timeout=60)
        self.scan(self.archive)
        for name, (_, _, detail) in cases.items():
            found = self.query("SELECT detail FROM findings JOIN videos ON id = video WHERE path = ? AND kind = 'clamped'", str(self.archive / f"{name}.mkv"))
            self.assertEqual([said.startswith(detail or "nothing") for said, in found], [True] if detail else [], (name, found))

    def test_chroma_out_of_phase_is_found_and_short_gaps_are_bridged(self):
        wild = "enable='between(n\\,20\\,24)+between(n\\,30\\,33)'"
        filters = f",geq=lum='p(X,Y)':cb='if(mod(X\\,8)\\,20\\,235)':cr='if(mod(X\\,8)\\,235\\,20)':{wild}"
        bad, good = self.make_all({"bad.mkv": ["testsrc2=s=SIZE:d=2,format=yuv420p" + filters], "good.mkv": ["testsrc2=s=SIZE:d=2"]})
        self.scan(self.archive)
        self.assertEqual([row for row in self.found(bad) if row[0] == "chroma-phase"], [("chroma-phase", 20, 33)])
        self.assertEqual([row for row in self.found(good) if row[0] == "chroma-phase"], [])

    def test_false_10_bit_is_found_by_the_values_that_occur(self):
        shapes = {"true.mkv": "val+mod(X+Y,4)", "shifted.mkv": "floor(val/4)*4", "offset.mkv": "floor(val/4)*4+2",
                  "repeated.mkv": "floor(val/4)*4+floor(val/256)"}
        for name, luma in shapes.items():
            luma = luma.replace("val", "(100+X*4+N)").replace(",", "\\,")
            filters = f"format=yuv420p10le,geq=lum='{luma}':cb='p(X,Y)':cr='p(X,Y)'"
            subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s={support.SIZE}:d=1:r=25,{filters}", "-c:v", "ffv1",
                            self.archive / name], check=True, timeout=60)
        self.scan(self.archive)
        for name in shapes:
            self.assertEqual("false-10-bit" in self.kinds(self.archive / name), name != "true.mkv", name)


if __name__ == "__main__":
    support.main()
