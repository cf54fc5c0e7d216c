#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Light levels of videos in PQ, against the EOTF of SMPTE ST 2084."""
import math
import subprocess

import support


def nits(code, bits):
    """The light of a code of full range."""
    root = (code / ((1 << bits) - 1)) ** (32 / 2523)
    return 10000 * (max(root - 107 / 128, 0) / (2413 / 128 - 2392 / 128 * root)) ** (16384 / 2610)


class Light(support.GeneratedTestCase):
    def setUp(self):
        super().setUp()
        encoders = subprocess.run(["ffmpeg", "-v", "error", "-encoders"], stdout=subprocess.PIPE, check=True, timeout=60).stdout
        if b"libx265" not in encoders:
            self.skipTest("ffmpeg has no encoder libx265")

    def make_pq(self, name, levels, transfer="smpte2084", light="1000,400"):
        """Gray frames, one per value of Y of 10 bits."""
        target = self.archive / name
        frames = b"".join(b"".join(value.to_bytes(2, "little") * n for value, n in ((level, 64 * 36), (512, 32 * 18 * 2)))
                          for level in levels)
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "64x36", "-i", "-",
                        "-c:v", "libx265", "-x265-params", f"lossless=1:log-level=none:colorprim=bt2020:transfer={transfer}:"
                        f"colormatrix=bt2020nc:range=limited:max-cll={light}:master-display="
                        "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
                        target], input=frames, check=True, timeout=60)
        return target

    def test_peak_average_and_content_light_level_of_gray_frames(self):
        levels = [64, 300, 940, 500]
        self.scan(self.make_pq("pq.mkv", levels))
        # Y of limited range as R, G and B of 12 bits in full range, as docs/colours.md defines them.
        expected = [nits(round((level - 64) / 876 * 4095), 12) for level in levels]
        rows = self.query("SELECT LIGHTPEAK, LIGHTAVG, LIGHTP1, LIGHTP9998 FROM frames ORDER BY frame")
        self.assertEqual(len(rows), len(levels))
        for row, light in zip(rows, expected):
            for figure in row:
                self.assertAlmostEqual(figure, light, delta=0.005 * light + 1e-9)
        [(cll, fall, declared_cll, declared_fall, display)] = self.query(
            "SELECT max_cll, max_fall, declared_max_cll, declared_max_fall, mastering_display FROM videos")
        self.assertAlmostEqual(cll, 10000, delta=50)
        self.assertAlmostEqual(fall, 10000, delta=50)
        self.assertEqual((declared_cll, declared_fall), (1000, 400))
        self.assertIn("34000", display)

    def test_declared_light_of_zero_is_unknown_and_of_several_the_greatest_counts(self):
        unknown = self.make_pq("unknown.hevc", [300], light="0,0")
        parts = [self.make_pq(f"{light}.hevc", [300, 400], light=light) for light in ("600,300", "1000,200")]
        whole = self.archive / "whole.hevc"
        whole.write_bytes(b"".join(part.read_bytes() for part in parts))
        self.scan(self.archive)
        declared = dict((path, values) for path, *values in self.query("SELECT path, declared_max_cll, declared_max_fall FROM videos"))
        self.assertEqual(declared[str(unknown)], [None, None])
        self.assertEqual(declared[str(parts[0])], [600, 300])
        self.assertEqual(declared[str(whole)], [1000, 300])
        self.assertEqual(self.query("SELECT path, first_frame FROM findings JOIN videos ON id = video WHERE kind = 'light-changed'"), [(str(whole), 2)])

    def test_video_in_hlg_has_bounds_and_no_content_light_level(self):
        self.scan(self.make_pq("hlg.mkv", [940], "arib-std-b67"))
        self.assertEqual(self.query("SELECT max_cll, max_fall FROM videos"), [(None, None)])
        [(peak,)] = self.query("SELECT LIGHTPEAK FROM frames")
        self.assertAlmostEqual(peak, 1000, delta=5)

    def test_flashes_above_160_nits_count_by_their_contrast(self):
        """In PQ and HLG from 1/17 on, where neither state is dark; in SDR they do not count."""
        def hlg_nits(value):
            light = value ** 2 / 3 if value <= 0.5 else (math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
            return 1000 * light ** 1.2

        for transfer, light in (("smpte2084", lambda value: nits(value * 4095, 12)), ("arib-std-b67", hlg_nits), ("bt2020-10", None)):
            levels = [(light or hlg_nits)((code - 64) / 876) for code in range(64, 941)]
            dark = next(i for i, level in enumerate(levels) if level >= 200)
            least = next(i for i in range(dark, 877) if (levels[i] - levels[dark]) * 17 >= levels[i] + levels[dark])
            for bright, kinds in ((least - 2, []), (least + 2, ["flashes"] if light else [])):
                path = self.make_pq(f"{transfer}-{bright}.mkv", [64 + (bright if i // 3 % 2 else dark) for i in range(75)], transfer)
                self.scan(path)
                found = self.query("SELECT kind FROM findings JOIN videos ON id = video WHERE path = ? AND kind LIKE '%flashes%'", str(path))
                self.assertEqual([kind for kind, in found], kinds, path)

    def test_video_in_sdr_has_no_light(self):
        self.scan(support.SMALL)
        self.assertEqual(self.query("SELECT count(LIGHTPEAK) FROM frames"), [(0,)])
        self.assertEqual(self.query("SELECT max_cll, declared_max_cll, mastering_display FROM videos"), [(None, None, "")])


if __name__ == "__main__":
    support.main()
