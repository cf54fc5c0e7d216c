#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Faults of tapes and transfers at frames that are known, made by numpy and ffmpeg."""
import subprocess

import support

try:
    import numpy
except ImportError:
    numpy = None

WIDTH, HEIGHT = 160, 120
KINDS = ("bars", "cadence-broken", "chroma-phase", "clamped", "dropout", "false-10-bit", "field-order", "head-clog", "interlaced",
         "line-repeats", "short-freeze", "telecine")
# Moving pictures without a fault.
SOURCES = ("mandelbrot=s=160x120:r=50", "testsrc2=s=160x120:r=50", "life=s=160x120:r=50:mold=10:ratio=0.2:seed=3,gblur=2",
           "cellauto=s=160x120:r=50:seed=5,gblur=3", "color=gray:s=160x120:r=50,format=yuv420p,geq=lum='128+60*sin(X/7+N/3)*cos(Y/11-N/5)':cb=128:cr=128")


class Made(support.GeneratedTestCase):
    def setUp(self):
        super().setUp()
        if numpy is None:
            self.skipTest("no numpy (Debian: python3-numpy)")

    def luma(self, source, frames, filters="null"):
        """Y of the frames of a source, in 8 bits."""
        done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"{source},format=yuv420p,{filters}", "-frames:v", str(frames),
                               "-vf", "format=gray", "-f", "rawvideo", "-"], stdout=subprocess.PIPE, check=True, timeout=60)
        return numpy.frombuffer(done.stdout, numpy.uint8).reshape(-1, HEIGHT, WIDTH).copy()

    def write(self, name, luma, *options, rate="25"):
        """A video of 4:2:0 without colours."""
        chroma = numpy.full((len(luma), HEIGHT * WIDTH // 2), 128, numpy.uint8)
        raw = numpy.concatenate([luma.reshape(len(luma), -1), chroma], axis=1).tobytes()
        path = self.archive / name
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}", "-r", rate, "-i", "-",
                        *options, "-c:v", "ffv1", path], input=raw, check=True, timeout=60)
        return path

    def found(self, path):
        """The kinds of faults, with first and last frames."""
        rows = self.query("SELECT kind, first_frame, last_frame FROM findings JOIN videos ON id = video WHERE path = ? ORDER BY first_frame", str(path))
        return [row for row in rows if row[0] in KINDS]


def weave(luma, top_first=True):
    """A frame of two pictures: the first of them is the top field, or the bottom field."""
    first, second = (0, 1) if top_first else (1, 0)
    woven = luma[0::2].copy()[:len(luma) // 2]
    woven[:, first::2] = luma[0::2][:len(woven), first::2]
    woven[:, second::2] = luma[1::2][:len(woven), second::2]
    return woven


def telecine(luma, phase=0):
    """2:3, top field first: of four pictures five frames."""
    fields = []
    for number, picture in enumerate(luma):
        fields += [picture] * (2 if (number + phase) % 2 == 0 else 3)
    frames = []
    for top, bottom in zip(fields[0::2], fields[1::2]):
        frame = top.copy()
        frame[1::2] = bottom[1::2]
        frames.append(frame)
    return numpy.array(frames)


class Fields(Made):
    def test_interlaced_pictures_are_found_unless_they_are_declared(self):
        paths = {}
        for number, source in enumerate(SOURCES):
            luma = self.luma(source, 160)
            paths[self.write(f"{number}-progressive.mkv", luma[0::2])] = None
            if "testsrc" in source:  # its rows are not alike
                continue
            for top in (True, False):
                woven = weave(luma, top)
                for declared in ("", "progressive", "tff", "bff"):
                    options = {"": (), "progressive": ("-field_order", "progressive"), "tff": ("-vf", "setfield=tff", "-field_order", "tt"),
                               "bff": ("-vf", "setfield=bff", "-field_order", "bb")}[declared]
                    paths[self.write(f"{number}-{top}-{declared}.mkv", woven, *options)] = (top, declared)
        self.scan(self.archive)
        for path, truth in paths.items():
            kinds = [kind for kind, _, _ in self.found(path) if kind in ("interlaced", "field-order", "telecine")]
            expected = []
            if truth and truth[1] in ("", "progressive"):
                expected = ["interlaced"]
            elif truth and (truth[1] == "tff") != truth[0]:
                expected = ["field-order"]
            self.assertEqual(kinds, expected, path)

    def test_telecine_is_found_and_where_its_cadence_is_broken(self):
        paths = {}
        for number, source in enumerate(SOURCES):
            luma = self.luma(source, 160)
            whole = telecine(luma)
            paths[self.write(f"{number}.mkv", whole, rate="30000/1001")] = (len(whole), [])
            for cut in (81, 103, 122):
                broken = numpy.concatenate([whole[:cut], whole[cut + 1 + cut % 2:]])
                paths[self.write(f"{number}-{cut}.mkv", broken, rate="30000/1001")] = (len(broken), [cut])
        self.scan(self.archive)
        for path, (frames, breaks) in paths.items():
            found = self.found(path)
            spans = [(first, last) for kind, first, last in found if kind == "telecine"]
            self.assertEqual(len(spans), 1, (path, found))
            self.assertLess(spans[0][0], 8, path)
            self.assertGreater(spans[0][1], frames - 8, path)
            places = [first for kind, first, _ in found if kind == "cadence-broken"]
            self.assertEqual(len(places), len(breaks), (path, found))
            for place, cut in zip(places, breaks):
                self.assertTrue(cut <= place <= cut + 6, (path, place, cut))
            self.assertEqual([kind for kind, _, _ in found if kind in ("interlaced", "field-order")], [], path)


class Tapes(Made):
    def test_faults_are_found_at_their_frames(self):
        random = numpy.random.default_rng(1)
        paths = {}
        for number, source in enumerate(SOURCES):
            clean = self.luma(source, 240)[0::2]
            paths[self.write(f"{number}-clean.mkv", clean)] = []
            for variant in range(5):
                first = 30 + 13 * variant
                luma = clean.copy()
                last = first + 2 + 3 * variant
                if "testsrc" not in source:  # its edges differ as much as noise
                    luma[first:last + 1, variant % 2::2] = random.integers(16, 236, (last - first + 1, HEIGHT // 2, WIDTH))
                    paths[self.write(f"{number}-clog-{variant}.mkv", luma)] = [("head-clog", first, last)]

                luma = clean.copy()
                for row in random.choice(numpy.arange(6, 100, 8), 1 + variant, replace=False):
                    left, length = int(random.integers(0, 60)), 90
                    luma[first, row, left:left + length] = 235 if luma[first, row - 2:row + 3].mean() < 128 else 16
                paths[self.write(f"{number}-dropout-{variant}.mkv", luma)] = [("dropout", first, first)]

                luma = clean.copy()
                luma[first:first + 2 + variant] = luma[first - 1]
                paths[self.write(f"{number}-freeze-{variant}.mkv", luma)] = [("short-freeze", first - 1, first + 1 + variant)]
        self.scan(self.archive)
        for path, expected in paths.items():
            found = [row for row in self.found(path) if row[0] in ("head-clog", "dropout", "short-freeze", "line-repeats")]
            self.assertEqual(found, expected, path)

    def test_repeated_lines_are_found_where_rows_have_detail(self):
        random = numpy.random.default_rng(2)
        texture = random.integers(60, 190, (HEIGHT + 200, WIDTH + 200)).astype(numpy.uint8)
        paths = {}
        for variant in range(20):
            luma = numpy.array([texture[i % 50:i % 50 + HEIGHT, i:i + WIDTH] for i in range(100)])
            first, row, rows = 20 + 3 * variant, 20 + 3 * variant, 2 + variant % 5
            for i in range(rows):
                luma[first, row + i] = luma[first, row + i - 4]
            paths[self.write(f"{variant}.mkv", luma)] = [("line-repeats", first, first)]
            flat = numpy.full_like(luma, 90)
            flat[:, :, variant * 5:variant * 5 + 20] = 150  # rows are equal by nature
            paths[self.write(f"{variant}-flat.mkv", flat)] = []
        self.scan(self.archive)
        for path, expected in paths.items():
            self.assertEqual([row for row in self.found(path) if row[0] in ("line-repeats", "dropout")], expected, path)


class Levels(support.GeneratedTestCase):
    found = Made.found

    def kinds(self, path):
        return [kind for kind, _, _ in self.found(path)]

    def test_bars_are_found_and_left_out_of_other_findings(self):
        names = ("smptebars", "smptehdbars", "pal75bars", "pal100bars")
        paths = self.make_all({f"{name}.mkv": ["life=s=SIZE:r=25:mold=10:ratio=0.2:seed=3,gblur=2,trim=duration=1", f"{name}=s=SIZE:d=2", "mandelbrot=s=SIZE,trim=duration=1"] for name in names})
        paths += self.make_all({"none.mkv": ["mandelbrot=s=SIZE,trim=duration=2", "rgbtestsrc=s=SIZE:d=2"]})
        self.scan(self.archive)
        for path in paths[:-1]:
            self.assertEqual([row for row in self.found(path) if row[0] == "bars"], [("bars", 25, 74)], path)
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
