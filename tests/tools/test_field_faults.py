#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Interlaced, telecined and segmented (PsF) videos, at frames that are known."""
import subprocess

import fault_clips
import support
from fault_clips import numpy

FIELDS = ("interlaced", "field-order", "telecine", "cadence-broken")
ORDERS = {True: "t", False: "b"}


class Clips(fault_clips.TestCase):
    def check(self, expected, edge=0):
        """Scans all videos, and compares what is found. `edge`: frames at both ends of a passage that may be missing, since the frame
        before or after them is of another kind."""
        self.scan(self.archive)
        for path, truth in expected.items():
            with self.subTest(path=path.name):
                found = [row for row in self.found(path) if row[0] in FIELDS]
                self.assertEqual([row[0] for row in found], [row[0] for row in truth])
                for (kind, first, last), row in zip(found, truth):
                    self.assertTrue(row[1] <= first <= row[1] + edge and row[2] - edge <= last <= row[2], (kind, first, last, row))

    def natural(self):
        """The sources whose rows are alike, as those of camera pictures."""
        return [(i, luma) for i, luma in enumerate(self.sources) if "testsrc" not in fault_clips.SOURCES[i]]


def expected_of(top_first, order, first, last):
    """What is found of interlaced pictures with this order, which declare another one or none."""
    if order in "?p":
        return [("interlaced", first, last)]
    return [("field-order", first, last)] if order != ORDERS[top_first] else []


class Interlaced(Clips):
    def test_interlaced_pictures_are_found_unless_they_are_declared(self):
        expected = {}
        for number, luma in self.natural():
            for top_first in (True, False):
                woven = fault_clips.weave(luma[:160], top_first)
                for order in "?ptb":
                    expected[self.write(f"{number}-{top_first}-{order}.y4m", woven, order)] = expected_of(top_first, order, 1, 79)
        self.check(expected, edge=2)

    def test_parts_that_are_interlaced_have_their_frames(self):
        expected = {}
        for number, luma in self.natural():
            for top_first in (True, False):
                first = 30 + 3 * number
                mixed = numpy.concatenate([luma[0:2 * first:2],
                                           fault_clips.weave(luma[2 * first:2 * first + 120], top_first), luma[2 * first + 120::2]])
                for order in "?tb":
                    expected[self.write(f"{number}-{top_first}-{order}.y4m", mixed, order)] = expected_of(top_first, order, first, first + 59)
        self.check(expected, edge=2)

    def test_the_caps_of_live_sources_declare_fields(self):
        raw = self.folder / "woven.raw"
        chroma = bytes([128]) * (fault_clips.HEIGHT * fault_clips.WIDTH // 2)
        raw.write_bytes(b"".join(picture.tobytes() + chroma for picture in fault_clips.weave(self.sources[0][:160])))
        parse = f"filesrc location={raw} ! rawvideoparse format=i420 width={fault_clips.WIDTH} height={fault_clips.HEIGHT} framerate=25/1"
        interleaved = " ! capssetter caps=video/x-raw,interlace-mode=interleaved"
        for declared, found in ((",field-order=top-field-first", []), (",field-order=bottom-field-first", ["field-order"]), (None, ["interlaced"])):
            database = self.folder / f"{declared}.db"
            self.scan("--live", parse if declared is None else parse + interleaved + declared, output=database)
            kinds = [kind for kind, in self.query("SELECT kind FROM findings", database=database) if kind in FIELDS]
            self.assertEqual(kinds, found, declared)

    def test_containers_declare_fields_as_well(self):
        raw = self.folder / "woven.y4m"
        self.write("woven.y4m", fault_clips.weave(self.sources[0][:160])).rename(raw)
        # In QuickTime and Matroska, tt and tb differ in how the rows are stored, and the top field is shown first. FFmpeg 7 writes tb for both.
        expected, outputs = {}, []
        for container, codec in {"mkv": ["ffv1"], "mov": ["v210", "-pix_fmt", "yuv422p10"]}.items():
            for order in ("tt", "bb", "tb", "bt"):
                path = self.archive / f"{order}.{container}"
                expected[path] = [] if order[0] == "t" else [("field-order", 1, 79)]
                outputs += ["-vf", f"setfield={order[0]}ff", "-field_order", order, "-c:v", *codec, path]
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", raw, *outputs], check=True, timeout=60)
        self.check(expected, edge=2)
        stored = self.query("SELECT path, field_order FROM videos")
        self.assertEqual(dict(stored), {str(path): path.stem[0] * 2 for path in expected})

    def test_mxf_may_store_the_top_field_first_and_show_the_bottom_field_first(self):
        raw = self.folder / "woven.y4m"
        self.write("woven.y4m", fault_clips.weave(self.sources[0][:160])).rename(raw)
        # Of 576 rows FFmpeg's MXF says that the top field is stored first, whichever is shown first.
        size, outputs = "scale=720:120,split=4[a][b][c][d];[a][b][c][d]vstack=inputs=4,pad=720:576", []
        for order in "tb":
            outputs += ["-vf", f"{size},setfield={order}ff", "-c:v", "mpeg2video", "-pix_fmt", "yuv422p", "-q:v", "1", "-g", "1", "-flags", "+ildct",
                        self.archive / f"{order}.mxf"]
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", raw, *outputs], check=True, timeout=60)
        self.scan(self.archive)
        stored = self.query("SELECT path, field_order FROM videos ORDER BY path DESC")
        self.assertEqual(stored, [(str(self.archive / "t.mxf"), "tt"), (str(self.archive / "b.mxf"), "tb")])
        kinds = [[kind for kind, *_ in self.found(path) if kind in FIELDS] for path, _ in stored]
        self.assertEqual(kinds, [[], ["field-order"]])


class Segmented(Clips):
    def test_progressive_pictures_in_two_fields_have_no_fault(self):
        expected = {self.write(f"{number}-{order}.y4m", luma[:160:2], order): [] for number, luma in enumerate(self.sources) for order in "?ptb"}
        self.check(expected)
        types = self.query("SELECT path, IDETTYPE, count(*) FROM frames JOIN videos ON id = video GROUP BY path, IDETTYPE")
        for path in expected:
            if any(path.name.startswith(str(number)) for number, _ in self.natural()):
                self.assertLessEqual({kind for name, kind, _ in types if name == str(path)}, {2, 3}, path)

    def test_fields_of_two_pictures_in_a_frame_are_found(self):
        expected = {}
        for number, luma in self.natural():
            pictures = luma[:162:2]
            for top_first in (True, False):
                shifted = fault_clips.shift_fields(pictures, top_first)
                for order in "?ptb":
                    expected[self.write(f"{number}-{top_first}-{order}.y4m", shifted, order)] = expected_of(top_first, order, 1, 79)
        self.check(expected)


class Telecine(Clips):
    RATE = "30000:1001"

    def test_telecine_is_found_from_the_first_repeated_field_to_the_last_one(self):
        expected = {}
        for number, luma in enumerate(self.sources):
            for phase in range(4):
                for top_first in (True, False):
                    frames, events = fault_clips.telecine(luma[:70], phase, top_first)
                    expected[self.write(f"{number}-{phase}-{top_first}.y4m", frames, ORDERS[top_first], self.RATE)] = [("telecine", events[0], events[-1])]
        self.check(expected)

    def test_parts_with_telecine_have_their_frames(self):
        expected = {}
        for number, luma in enumerate(self.sources):
            first = 20 + 7 * number
            frames, events = fault_clips.telecine(luma[first:first + 70], number % 4)
            mixed = numpy.concatenate([luma[:first], frames, luma[first + 70:first + 120]])
            expected[self.write(f"{number}.y4m", mixed, "p", self.RATE)] = [("telecine", first + events[0], first + events[-1])]
        self.check(expected)

    def test_a_cadence_is_broken_where_a_field_is_repeated_at_another_frame(self):
        expected = {}
        for number, luma in enumerate(self.sources):
            for missing in range(1, 5):
                frames, events = fault_clips.telecine(luma[:120], missing % 4)
                cut = 60 + 3 * missing + number
                broken = numpy.concatenate([frames[:cut], frames[cut + missing:]])
                after = [event - missing for event in events if event > cut + missing]
                expected[self.write(f"{number}-{missing}.y4m", broken, "t", self.RATE)] = [
                    ("telecine", events[0], after[-1]), ("cadence-broken", after[0], after[0])]
        self.check(expected)


if __name__ == "__main__":
    support.main()
