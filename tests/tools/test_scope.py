#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""gst-videohistogram-1.0 scope: which frame is drawn, in which size, and what is refused."""
import os
import shutil
import struct
import subprocess
import zlib

import support

VIDEO = support.SMALL_MP4


def size_of(png):
    data = png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR", png
    return struct.unpack(">II", data[16:24])


def gray_png(width, height):
    """An image of 8 bits per pixel."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes(range(width)) for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Scope(support.TestCase):
    def setUp(self):
        super().setUp()
        self.image = self.folder / "frame.png"

    def draw(self, *arguments, status=0):
        return self.command("scope", *arguments, "-o", self.image, status=status)

    def launch(self, element, size, video=VIDEO):
        """Makes images of all frames by a pipeline."""
        self.skip_if_gst_launch_cannot_load_the_plugin()
        subprocess.run(["gst-launch-1.0", "-q", "filesrc", f"location={video}", "!", "decodebin", "!", *element, "!", *size,
                        "videoconvert", "!", "pngenc", "!", "multifilesink", f"location={self.folder}/%05d.png"],
                       check=True, timeout=120)

    def run_ffmpeg(self, *arguments):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg (Debian: ffmpeg)")
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *arguments], check=True, timeout=60)

    def launched(self, frame):
        """The image of the frame of this number."""
        return (self.folder / f"{frame:05}.png").read_bytes()

    def test_the_frame_at_the_time_is_drawn(self):
        self.launch(["videoscope"], ["video/x-raw,width=320,height=180", "!"])
        for seconds, frame in (("0", 0), ("0.04", 1), ("2.01", 50), ("2.039", 50), ("4.76", 119), ("4.799", 119)):
            with self.subTest(seconds=seconds):
                said = self.draw(VIDEO, "--at", seconds, "--width", "320", "--height", "180")[0]
                self.assertEqual(said, f"{self.image}: the frame at {frame / support.SMALL_RATE:.3f} s\n")
                self.assertEqual(size_of(self.image), (320, 180))
                self.assertEqual(self.image.read_bytes(), self.launched(frame))

    def test_the_frame_at_the_time_is_that_of_a_variable_rate_too(self):
        """In Matroska whose clock begins at 1.5 s: each frame is shown longer than the one before."""
        video = self.folder / "variable.mkv"
        chain = "geq=lum='20+20*N+X/4':cb=128:cr=128,setpts='N*(N+1)/2/25/TB'"
        self.run_ffmpeg("-f", "lavfi", "-i", "color=gray:s=64x48:r=25:d=0.4", "-vf", chain, "-fps_mode", "vfr", "-pix_fmt", "yuv420p",
                        "-c:v", "libx264", "-bf", "2", "-g", "4", "-output_ts_offset", "1.5", video)
        printed = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0", video],
                                 stdout=subprocess.PIPE, check=True, timeout=60, universal_newlines=True).stdout.split()
        times = [round((float(line.strip(",")) - 1.5) * 1000) for line in printed]  # in ms
        self.assertEqual(times, [20 * n * (n + 1) for n in range(10)])
        self.launch(["videoscope"], ["video/x-raw,width=320,height=180", "!"], video)
        self.assertEqual(len({self.launched(frame) for frame in range(10)}), 10)
        for frame, at in ((0, 39), (1, 40), (4, 599), (6, 1119), (8, 1600), (9, 1800)):
            with self.subTest(frame=frame, at=at):
                said = self.draw(video, "--at", f"{at / 1000}", "--width", "320", "--height", "180")[0]
                self.assertEqual(said, f"{self.image}: the frame at {times[frame] / 1000:.3f} s\n")
                self.assertEqual(self.image.read_bytes(), self.launched(frame))

    def test_a_pipe_is_written_and_not_replaced(self):
        options = [VIDEO, "--width", "64", "--height", "64"]
        self.draw(*options)
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        self.command("scope", *options, "-o", pipe)
        self.assertTrue(pipe.is_fifo())
        self.assertEqual(os.read(reader, 1 << 20), self.image.read_bytes())

    def test_the_default_is_1080p_of_the_first_frame(self):
        said = self.draw(VIDEO)[0]
        self.assertEqual(said, f"{self.image}: the frame at 0.000 s\n")
        self.assertEqual(size_of(self.image), (1920, 1080))

    def test_scopes_over_the_frame_have_its_size(self):
        self.draw(VIDEO, "--over-video", "--at", "2", "-p", "scopes=waveform  opacity=0.5 units=ire")
        self.assertEqual(size_of(self.image), (support.SMALL_WIDTH, support.SMALL_HEIGHT))
        self.launch(["videoscopeoverlay", "scopes=waveform", "opacity=0.5", "units=ire"], [])
        self.assertEqual(self.image.read_bytes(), self.launched(50))

    def test_images_have_scopes_too(self):
        self.draw(support.MEDIA / "astronaut.png", "--width", "320", "--height", "240")
        self.assertEqual(size_of(self.image), (320, 240))

    def test_rgb_images_have_cb_and_cr(self):
        for properties in (["scopes=VectorScope"], ["scopes=arrowhead"], ["scopes=histogram+parade", "parade-mode=ycbcr"]):
            with self.subTest(properties=properties):
                self.draw(support.MEDIA / "astronaut.png", "-p", " ".join(properties))
                rgb = self.image.read_bytes()
                self.launch(["videoconvert", "dither=none", "!", "video/x-raw,format=Y444", "!", "videoscope", *properties],
                            ["video/x-raw,width=1920,height=1080", "!"], support.MEDIA / "astronaut.png")
                self.assertEqual(rgb, self.launched(0))

    def test_rgb_images_stay_rgb_without_cb_and_cr(self):
        # The decoder of GStreamer declares sRGB, which the file does not.
        self.draw(support.MEDIA / "astronaut.png", "-p", "scopes=histogram+waveform+parade colorimetry=sRGB")
        rgb = self.image.read_bytes()
        self.launch(["videoscope", "scopes=histogram+waveform+parade", "colorimetry=sRGB"], ["video/x-raw,width=1920,height=1080", "!"],
                    support.MEDIA / "astronaut.png")
        self.assertEqual(rgb, self.launched(0))

    def test_warnings_are_printed(self):
        gray = self.folder / "gray.png"
        gray.write_bytes(gray_png(64, 48))
        warned = self.draw(gray)[1]
        self.assertRegex(warned, "gray.png: GRAY8 frames have no Cb and Cr")
        self.assertEqual(warned.count("\n"), 1)
        self.assertEqual(self.draw(gray, "-p", "scopes=histogram")[1], "")

    def test_wrong_usage_is_refused(self):
        for arguments, said in (([], "name one video"), ([VIDEO, VIDEO], "name one video"), ([VIDEO, "--at", "-1"], "--at is a time"),
                                ([VIDEO, "--width", "0"], "1 to 16384"), ([VIDEO, "--height", "20000"], "1 to 16384"),
                                ([VIDEO, "--over-video", "--width", "100"], "leave out --width and --height"),
                                ([VIDEO, "--over-video", "--height", "1080"], "leave out --width and --height"),
                                ([VIDEO, "-p", "scopes"], "NAME=VALUE"), ([VIDEO, "-p", "size=3"], "has no property size"),
                                ([VIDEO, "-p", "stats=3"], "has no property stats"),
                                ([VIDEO, "-p", "units=miles"], "units cannot be miles"),
                                ([VIDEO, "-p", "intensity=-3"], "intensity cannot be -3")):
            with self.subTest(arguments=arguments):
                self.assertIn(said, self.draw(*arguments, status=2)[1])
                self.assertFalse(self.image.exists())
        for name in ("frame.jpg", "frame.jpeg", "png.tiff"):
            said = self.command("scope", VIDEO, "-o", self.folder / name, status=2)[1]
            self.assertIn("images are PNG files; name one that ends in .png", said)
            self.assertFalse((self.folder / name).exists())
        self.command("scope", VIDEO, "-o", self.folder / "FRAME.PNG")
        self.assertEqual(size_of(self.folder / "FRAME.PNG"), (1920, 1080))
        self.assertIn("-o FILE", self.command("scope", VIDEO, status=2)[1])

    def test_an_image_is_not_replaced_by_its_scopes(self):
        image = self.folder / "image.png"
        shutil.copy(support.MEDIA / "astronaut.png", image)
        link = self.folder / "link.png"
        link.symlink_to(image)
        for output in (image, link):
            self.assertIn("would replace the video", self.command("scope", image, "-o", output, status=2)[1])
        self.assertEqual(image.read_bytes(), (support.MEDIA / "astronaut.png").read_bytes())

    def test_what_cannot_be_read_fails(self):
        text = self.folder / "text.mp4"
        text.write_text("no video")
        for arguments, said in (([self.folder / "none.mp4"], "No such file"), ([text], "text.mp4: "),
                                ([VIDEO, "--at", "100"], "no frame at that time"),
                                ([VIDEO, "-p", "scopes=waves"], "waves")):
            with self.subTest(arguments=arguments):
                self.assertIn(said, self.draw(*arguments, status=3)[1])
                self.assertFalse(self.image.exists())


if __name__ == "__main__":
    support.main()
