#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shots of videos whose transitions are known."""
import json

import support

PICTURES = [f"movie={support.MEDIA / name},scale=512:-2,crop=320:180,scale=SIZE,loop=loop=99:size=1,setpts=N/25/TB"
            for name in ("astronaut.png", "coffee.png", "rocket.jpg")]


class Shots(support.GeneratedTestCase):
    def shots(self, path):
        return self.query("SELECT first_frame, last_frame, transition, transition_first, transition_last FROM shots "
                          "JOIN videos ON id = video WHERE path = ? ORDER BY shot", str(path))

    def fade(self, picture, kind, first, frames, to="black"):
        return f"{picture},fade={kind}:{first}:{frames}:color={to}"

    def test_cuts_are_between_the_last_and_the_first_frame(self):
        video = self.make("cuts.mkv", *(f"{picture},trim=duration=2" for picture in PICTURES))
        self.scan(video)
        self.assertEqual(self.shots(video), [(0, 49, "start", None, None), (50, 99, "cut", None, None), (100, 149, "cut", None, None)])

    def test_up_to_five_other_frames_between_two_shots_are_a_cut_and_inside_of_a_shot_none(self):
        others = {"black": "color=black:s=SIZE", "white": "color=white:s=SIZE", "foreign": PICTURES[2]}
        first, second = (f"{picture},trim=end_frame=40" for picture in PICTURES[:2])
        between, inside = {}, {}
        for name, source in others.items():
            for length in range(1, 6):
                other = f"{source},trim=end_frame={length}"
                between[f"{name}-{length}.mkv"] = [first, other, second]
                inside[f"{name}-{length}-inside.mkv"] = [first, other, first]
        self.make_all({**between, **inside})
        self.scan(self.archive)
        for name in between:
            shots = self.shots(self.archive / name)
            self.assertEqual({shot[2] for shot in shots}, {"start", "cut"}, name)
            cuts = {shot[0] for shot in shots[1:]}
            # Frames of a picture may be a shot of their own, or the end of the one before.
            length = int(name.split("-")[1].removesuffix(".mkv"))
            self.assertLessEqual(cuts, {40, 40 + length} if name.startswith("foreign") else {40}, name)
        for name in inside:
            self.assertEqual([shot[2] for shot in self.shots(self.archive / name)], ["start"], name)

    def test_a_cut_to_another_size_is_a_cut(self):
        parts = {"first.h264": [f"{PICTURES[0]},trim=end_frame=25"], "second.h264": [f"{PICTURES[1]},trim=end_frame=25,scale=320:144"]}
        self.make_all(parts, options={name: ("-c:v", "libx264", "-pix_fmt", "yuv420p") for name in parts})
        joined = self.archive / "joined.h264"
        joined.write_bytes(b"".join((self.archive / name).read_bytes() for name in parts))
        self.scan(joined)
        self.assertEqual([(shot[0], shot[2]) for shot in self.shots(joined)], [(0, "start"), (25, "cut")])

    def test_a_dissolve_is_the_span_of_its_frames(self):
        def share(length):  # from frame 30 on
            return f"clip((T*25-29)/{length + 1}\\,0\\,1)"
        self.make_all({f"{length}.mkv": [f"{PICTURES[0]},format=yuv420p[a];{PICTURES[1]},format=yuv420p[b];"
                                         f"[a][b]blend=all_expr='A+(B-A)*{share(length)}'"] for length in (5, 12, 25, 50)})
        self.scan(self.archive)
        for length in (5, 12, 25, 50):
            shots = self.shots(self.archive / f"{length}.mkv")
            self.assertEqual([shot[2] for shot in shots], ["start", "gradual"], length)
            _, last, _, first_mixed, last_mixed = shots[1]
            self.assertEqual((shots[0][1] + 1, last), (first_mixed, 99))
            self.assertLessEqual(abs(first_mixed - 30), 2, length)
            self.assertLessEqual(abs(last_mixed - 29 - length), 2, length)

    def test_fades_through_black_and_white_are_one_transition(self):
        videos = self.make_all({f"{colour}.mkv": [self.fade(PICTURES[0], "out", 80, 20, colour), self.fade(PICTURES[1], "in", 0, 20, colour)]
                                for colour in ("black", "white")})
        self.scan(self.archive)
        for video in videos:
            shots = self.shots(video)
            self.assertEqual([shot[2] for shot in shots], ["start", "gradual"])
            self.assertLessEqual(abs(shots[1][3] - 81), 2)
            self.assertLessEqual(abs(shots[1][4] - 118), 2)

    def test_flashes_pans_and_noise_are_no_transition(self):
        pan = f"movie={support.MEDIA / 'coffee.png'},loop=loop=99:size=1,setpts=N/25/TB,crop=320:180:x=2*n:y=100,scale=SIZE"
        videos = self.make_all({"flash.mkv": [f"{PICTURES[0]},lutyuv=y='min(val+110,255)':enable='between(n,40,41)'"], "pan.mkv": [pan],
                                "noise.mkv": [f"{PICTURES[2]},noise=alls=30:allf=t"], "black.mkv": ["color=black:s=SIZE:d=2"]})
        self.scan(self.archive)
        for video in videos:
            self.assertEqual([shot[2] for shot in self.shots(video)], ["start"], video)

    def test_shots_follow_each_other_without_a_gap(self):
        video = self.make("all.mkv", PICTURES[0], self.fade(PICTURES[1], "in", 0, 20), "testsrc2=s=SIZE:d=2", "color=gray:s=SIZE:d=4", PICTURES[2])
        self.scan(video, support.SMALL)
        for path in (video, support.SMALL):
            shots, next_frame = self.shots(path), 0
            for first, last, _, _, _ in shots:
                self.assertEqual(first, next_frame)
                next_frame = last + 1
            # Times are those of the frames; a video ends with the time of its last frame.
            times = dict(self.query("SELECT frame, time FROM frames JOIN videos ON id = video WHERE path = ?", str(path)))
            self.assertEqual(self.query("SELECT start_time, end_time FROM shots JOIN videos ON id = video WHERE path = ? ORDER BY shot", str(path)),
                             [(times[shot[0]], times[min(shot[1] + 1, max(times))]) for shot in shots])
            self.assertEqual(self.query("SELECT frames FROM videos WHERE path = ?", str(path)), [(next_frame,)])

    def test_text_files_have_the_shots(self):
        video = self.make("cuts.mkv", PICTURES[0], PICTURES[1])
        self.scan("--format", "jsonl", video, output=self.folder / "texts")
        [description] = (self.folder / "texts").glob("*.jsonl.json")
        self.assertEqual([(shot["first_frame"], shot["transition"]) for shot in json.loads(description.read_text())["shots"]],
                         [(0, "start"), (100, "cut")])


if __name__ == "__main__":
    support.main()
