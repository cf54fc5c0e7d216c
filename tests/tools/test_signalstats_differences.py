#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files of which FFmpeg's signalstats prints other numbers than a scan, because it is given other samples than the file has. Each
kind is shown with FFmpeg's own filters: without the conversion, or on parts whose sums it can hold, they tell the scan's numbers.
benchmarks/archive/corpus-known.tsv names real files of these kinds."""
import re
import subprocess

import support

Y_KEYS = ["YMIN", "YLOW", "YAVG", "YHIGH", "YMAX", "YDIF"]
CHROMA_KEYS = [channel + key[1:] for channel in "UV" for key in Y_KEYS]
COLOUR_KEYS = ["SATMIN", "SATLOW", "SATAVG", "SATHIGH", "SATMAX", "HUEMED", "HUEAVG"]
SOURCE = "testsrc2=s=64x48:r=25:d=0.2,noise=alls=40:allf=t:all_seed=1"


class Differences(support.GeneratedTestCase):
    def encode(self, name, pixel_format, *options, source=SOURCE):
        path = self.archive / name
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", pixel_format, *options, path], check=True,
                       timeout=60)
        self.scan(path)
        return path

    def scanned(self, path, keys):
        rows = self.query(f"SELECT {', '.join(keys)} FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", str(path))
        self.assertTrue(rows)
        return [[None if value is None else f"{value:g}" for value in row] for row in rows]

    def printed(self, path, keys, chain="null", options=()):
        """What signalstats prints after a chain of filters."""
        text = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-threads", "1", *options, "-i", path, "-filter_complex",
                               f"{chain},signalstats,metadata=mode=print:file=-", "-f", "null", "-"], stdout=subprocess.PIPE, check=True, timeout=60,
                              universal_newlines=True).stdout
        frames = [dict(re.findall(r"lavfi\.signalstats\.(\w+)=(.*)", frame)) for frame in text.split("frame:")[1:]]
        return [[frame[key] for key in keys] for frame in frames]

    def test_9_bits_with_alpha_are_told_in_9_bits(self):
        """FFmpeg converts them to 16, since signalstats takes no alpha of 9 bits. Its count without alpha is the scan's."""
        path = self.encode("alpha.mkv", "yuva420p9le", "-c:v", "ffv1")
        keys = Y_KEYS + CHROMA_KEYS + COLOUR_KEYS
        self.assertEqual(self.scanned(path, keys), self.printed(path, keys, "alphaextract,nullsink;[0]format=yuv420p9le"))
        self.assertLess(float(self.scanned(path, ["YMAX"])[0][0]), 512)

    def test_chroma_of_4_1_0_is_that_of_its_planes(self):
        """FFmpeg converts it to 4:2:0, which interpolates. Of each plane as a picture of its own it tells the scan's numbers."""
        path = self.encode("quarter.mkv", "yuv410p", "-c:v", "ffv1")
        for channel in "YUV":
            keys = [channel + key[1:] for key in Y_KEYS]
            self.assertEqual(self.scanned(path, keys), self.printed(path, Y_KEYS, f"extractplanes={channel.lower()}"), channel)
        self.assertNotEqual(self.scanned(path, CHROMA_KEYS), self.printed(path, CHROMA_KEYS))

    def test_pictures_are_cropped_to_the_pixel(self):
        """FFmpeg's decoders leave columns at the left that the file crops, for aligned memory, unless told otherwise."""
        path = self.encode("cropped.mp4", "yuv420p", "-c:v", "libx264", "-qp", "0", "-bsf:v", "h264_metadata=crop_left=6:crop_top=4")
        keys = Y_KEYS + CHROMA_KEYS
        self.assertEqual(self.scanned(path, keys), self.printed(path, keys, options=["-flags", "unaligned"]))
        self.assertEqual(self.query("SELECT width, height FROM videos WHERE path = ?", str(path)), [(58, 44)])

    def test_gray_has_the_levels_of_its_samples_and_no_chroma(self):
        """FFmpeg converts gray to Y'CbCr, above 8 bits also to another depth or range. As the Y plane of a picture it has the scan's levels."""
        for gray, colour in (("gray", "yuv444p"), ("gray10le", "yuv444p10le"), ("gray12le", "yuv444p12le"), ("gray16le", "yuv444p16le")):
            path = self.encode(f"{gray}.nut", gray, "-c:v", "rawvideo", "-strict", "-1")
            as_luma = f"split=3[a][b][c];[a][b][c]mergeplanes=0x001020:{colour}"
            self.assertEqual(self.scanned(path, Y_KEYS), self.printed(path, Y_KEYS, as_luma), gray)
            stated = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", path], stdout=subprocess.PIPE,
                                    check=True, timeout=60, universal_newlines=True).stdout.strip()
            self.assertEqual(stated, gray)
            self.assertEqual({value for row in self.scanned(path, CHROMA_KEYS + COLOUR_KEYS) for value in row}, {None})

    def test_means_of_large_flat_pictures_of_16_bits_are_those_of_their_parts(self):
        """FFmpeg 5.1 multiplies the count of a value with it in 32 bits. Of parts that these can hold it tells means whose mean is the scan's."""
        columns, rows = 2, 3
        path = self.encode("large.mkv", "yuv444p16le", "-c:v", "ffv1", source="color=0xb0b0b0:s=640x480:r=25:d=0.08,drawbox=w=100:h=100:color=red:t=fill")
        keys = [channel + key for channel in "YUV" for key in ("MIN", "AVG", "MAX")]
        parts = [self.printed(path, keys, f"crop=320:160:{320 * column}:{160 * row}") for column in range(columns) for row in range(rows)]
        for number, scanned in enumerate(self.scanned(path, keys)):
            for index, key in enumerate(keys):
                of_parts = [float(part[number][index]) for part in parts]
                whole = {"MIN": min, "MAX": max, "AVG": lambda values: sum(values) / len(values)}[key[1:]](of_parts)
                # Means are printed in six digits.
                self.assertAlmostEqual(float(scanned[index]), whole, delta=0.6 if key[1:] == "AVG" else 0, msg=f"{key} of frame {number}")


if __name__ == "__main__":
    support.main()
