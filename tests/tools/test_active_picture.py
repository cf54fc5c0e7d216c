#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The active picture: videos with bars of known sizes, dark scenes, titles; light over the active picture."""
import re
import subprocess

import support

BRIGHT = "testsrc2=s={}:d={}"
FULL = (0, 0, 160, 90)
LETTERBOX, LETTERBOXED = "testsrc2=s=160x60:d={},pad=160:90:0:14", (0, 14, 160, 60)
# A light of 24x16 pixels in a dark frame, whose other samples are 21 or 22.
LAMP = "color=0x060606:s=160x90:d={},drawbox=60:30:24:16:white:fill"
DARK = "color=0x070707:s=160x90:d={}"
TITLE = "color=black:s=160x90:d=2,drawbox=60:40:4:12:white:fill,drawbox=80:44:20:4:white:fill,drawbox=112:40:4:12:white:fill"
NOISY = "testsrc2=s=160x60:d=1,format=yuv420p,pad=160:90:0:14,noise=c0s=8:c0f=u:all_seed=1"  # bars of 16 to 20


class ActivePicture(support.GeneratedTestCase):
    def active(self, path=None):
        """Runs of frames with the same active picture: the first frame, and the rectangle or None."""
        runs = []
        for frame, *rectangle in self.query("SELECT frame, ACTIVEX, ACTIVEY, ACTIVEW, ACTIVEH FROM frames JOIN videos ON id = video "
                                            "WHERE path = ifnull(?, path) ORDER BY frame", path and str(path)):
            value = None if rectangle[0] is None else tuple(rectangle)
            if not runs or runs[-1][1] != value:
                runs.append((frame, value))
        return runs

    def whole(self, path=None):
        """The active picture of a video."""
        return self.query("SELECT active_x, active_y, active_width, active_height FROM videos WHERE path = ifnull(?, path)", path and str(path))[0]

    # What a video is made of; runs of its frames with the same active picture; that of the video.
    VIDEOS = {
        "a_letterboxed_video": ([LETTERBOX.format(3)], [(0, LETTERBOXED)], LETTERBOXED),
        "a_pillarboxed_video": (["testsrc2=s=120x90:d=1,pad=160:90:20:0"], [(0, (20, 0, 120, 90))], (20, 0, 120, 90)),
        "bars_on_all_sides_may_be_uneven": (["testsrc2=s=100x40:d=1,pad=160:90:10:30"], [(0, (10, 30, 100, 40))], (10, 30, 100, 40)),
        "a_full_frame": ([BRIGHT.format("160x90", 2)], [(0, FULL)], FULL),
        "a_black_video_has_none": (["color=black:s=160x90:d=2"], [(0, None)], (None,) * 4),
        "titles_on_black_are_no_picture": ([TITLE, LETTERBOX.format(2)], [(0, None), (50, LETTERBOXED)], LETTERBOXED),
        "dark_scenes_do_not_shrink_a_full_frame": ([BRIGHT.format("160x90", 1), LAMP.format(6), DARK.format(6)], [(0, FULL)], FULL),
        "dark_scenes_do_not_shrink_a_letterboxed_picture": ([LETTERBOX.format(1), LAMP.format(6), DARK.format(2)], [(0, LETTERBOXED)], LETTERBOXED),
        "a_fade_does_not_shrink_the_picture": ([BRIGHT.format("160x90", 8) + ",fade=out:0:200"], [(0, FULL)], FULL),
        "a_picture_that_grows_is_measured_with_the_next_measurement": (
            [LETTERBOX.format(2), BRIGHT.format("160x90", 2)], [(0, LETTERBOXED), (50, FULL)], FULL),
        "a_picture_that_shrinks_is_measured_three_times": ([BRIGHT.format("160x90", 2), LETTERBOX.format(6)], [(0, FULL), (100, LETTERBOXED)], FULL),
        "noise_in_bars_is_not_content": ([NOISY], [(0, LETTERBOXED)], LETTERBOXED),
    }

    def test_what_videos_show(self):
        # One process makes them and one scans them: most of the time of either is its start.
        self.make_all({f"{name}.mkv": parts for name, (parts, _, _) in self.VIDEOS.items()})
        self.scan(self.archive)
        for name, (_, expected, whole) in self.VIDEOS.items():
            with self.subTest(name):
                video = self.archive / f"{name}.mkv"
                self.assertEqual(self.active(video), expected)
                self.assertEqual(self.whole(video), whole)

    def test_the_reference_agrees(self):
        cases = [("160x60", "160:90:0:14"), ("112x90", "160:90:24:0"), ("100x50", "160:90:30:20"), ("160x90", "160:90:0:0")]
        picture = f"movie={support.MEDIA / 'coffee.png'},loop=loop=74:size=1,setpts=N/25/TB"  # no side of it is black
        videos = self.make_all({f"{number}.mkv": [f"{picture},scale={size.replace('x', ':')},pad={pad}"]
                                for number, (size, pad) in enumerate(cases)})
        self.scan(*videos)
        for video, said in self.ffmpeg_of_all(videos, "cropdetect=limit=24:round=2:skip=0:reset=0").items():
            width, height, x, y = map(int, re.findall(r"crop=(\d+):(\d+):(\d+):(\d+)", said)[-1])
            self.assertEqual(self.whole(video), (x, y, width, height))

    def test_samples_of_other_depths_and_ranges(self):
        cases = {"ten.mkv": ["-pix_fmt", "yuv420p10le"], "twelve.mkv": ["-pix_fmt", "yuv422p12le"], "gray.mkv": ["-pix_fmt", "gray"], "gray16.mkv": ["-pix_fmt", "gray16le"],
                 "full.mkv": ["-color_range", "pc"], "rgb.mkv": ["-pix_fmt", "bgr0"]}
        full_range = {"full.mkv": ",scale=in_range=tv:out_range=pc"}
        videos = self.make_all({name: [LETTERBOX.format(1) + full_range.get(name, "")] for name in cases}, options=cases)
        self.scan(*videos)
        for video in videos:
            with self.subTest(name=video.name):
                self.assertEqual(self.active(video), [(0, LETTERBOXED)])

    def test_frames_of_16_bits_have_the_picture_of_the_same_frames_in_8_bits(self):
        # Counts of 16 bits take long.
        video = self.make("video.mkv", LETTERBOX.format(1), BRIGHT.format("160x90", 1), LAMP.format(0.2))
        self.scan(video)
        expected = self.active(video)
        self.assertEqual(expected, [(0, LETTERBOXED), (25, FULL)])
        self.database = self.folder / "deep.db"
        self.scan("--live", f"filesrc location={video} ! decodebin ! videoconvert ! video/x-raw,format=P016_LE")
        self.assertEqual(self.query("SELECT format FROM videos"), [("P016_LE",)])
        self.assertEqual(self.active(), expected)

    def test_figures_between_measurements_are_those_of_every_frame(self):
        video = self.make("video.mkv", BRIGHT.format("160x90", 3))
        self.scan(video)
        still = self.query("SELECT count(*) FROM frames WHERE frame > 0 AND (DIF IS NULL OR YDIF = 0 OR SCDMAFD = 0)")
        self.assertEqual(still, [(0,)])

    def test_the_light_of_bars_is_nothing(self):
        video = self.archive / "pq.mkv"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", LETTERBOX.format(2), "-vf",
                        "format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc", "-c:v", "ffv1", video],
                       check=True, timeout=60)
        self.scan(video)
        rows = self.query("SELECT LIGHTAVG, ACTIVELIGHT FROM frames")
        self.assertEqual(len(rows), 50)
        for light, active in rows:
            self.assertGreater(light, 0)
            self.assertAlmostEqual(active, light * 160 * 90 / (160 * 60), places=9)
        highest = max(active for _, active in rows)
        self.assertEqual(self.query("SELECT active_max_fall FROM videos"), [(highest,)])


if __name__ == "__main__":
    support.main()
