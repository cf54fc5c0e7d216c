#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Keys of QCTools, by sums that a test takes sample by sample, against the strings of the machine's ffmpeg."""
import os
import subprocess

import qc_clips
import support

PRINT_KEYS = os.environ["VIDEOHISTOGRAM_PRINT_KEYS"]


class Keys(support.GeneratedTestCase):
    def printed(self, clip, raw):
        """Of each frame its keys."""
        done = subprocess.run([PRINT_KEYS, *map(str, (clip.width, clip.height, clip.depth, *clip.chroma_size()))], input=raw,
                              stdout=subprocess.PIPE, check=True, timeout=120)
        frames = {}
        for line in done.stdout.decode().splitlines():
            number, text = line.split(" ", 1)
            key, value = text.split("=")
            frames.setdefault(int(number), {})[key] = value
        return [frames[i] for i in range(len(frames))]

    def test_every_string_is_that_of_ffmpeg(self):
        compared = set()
        for clip in qc_clips.CLIPS:
            with self.subTest(clip=clip.name):
                raw = clip.make()
                ours, theirs = self.printed(clip, raw), clip.ffmpeg_keys(raw)
                self.assertEqual(len(ours), len(theirs))
                for number, (mine, keys) in enumerate(zip(ours, theirs)):
                    expected = {key: value for key, value in keys.items() if key in qc_clips.KEYS and "signalstats" not in key}
                    compared.update(expected)
                    for key in [key for key in expected if "ssim" in key]:
                        self.assertLess(abs(float(mine.pop(key)) - float(expected.pop(key))), 2e-6, (number, key))
                    for key in [key for key in mine if "current_frame" in key]:
                        expected[key] = keys[key]
                    different = {key: (mine.get(key), expected.get(key)) for key in {*mine, *expected} if mine.get(key) != expected.get(key)}
                    self.assertEqual(different, {}, number)
        self.assertEqual(compared, {key for key in qc_clips.KEYS if "signalstats" not in key})

    def test_ssim_of_rows_of_any_number_of_windows_is_that_of_ffmpeg_without_assembly(self):
        """FFmpeg's code for SSE4 has other sums where a row has 1, 5, 9 ... windows."""
        for width in (112, 116, 120, 124):
            clip = qc_clips.Clip("width", "testsrc2", 2, 8, "444", "noise=alls=30:allf=t", width)
            raw = clip.make()
            for mine, keys in zip(self.printed(clip, raw), clip.ffmpeg_keys(raw, "-cpuflags", "0")):
                for plane in ("Y", "U", "V", "All"):
                    self.assertLess(abs(float(mine["lavfi.ssim." + plane]) - float(keys["lavfi.ssim." + plane])), 2e-6, (width, plane))


if __name__ == "__main__":
    support.main()
