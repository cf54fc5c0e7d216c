#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Damaged files: what is said of them, and which of them another scan reads again."""
import os
import shutil
import struct
import subprocess

import support

SOURCE = ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2"]


class TestCase(support.GeneratedTestCase):
    def encode(self, name, *options, source=()):
        path = self.archive / name
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *(source or SOURCE), *options, path], check=True, timeout=60)
        return path

    def video(self, path, columns):
        row, = self.query(f"SELECT {columns} FROM videos WHERE path = ?", str(path))
        return row

    def found_in(self, path, kind):
        return self.query("SELECT first_frame, last_frame, detail FROM findings JOIN videos ON id = video WHERE path = ? AND kind = ? "
                          "ORDER BY first_frame", str(path), kind)


class Storage(TestCase):
    def setUp(self):
        super().setUp()
        library = os.environ.get("VIDEOHISTOGRAM_BAD_SECTOR")
        if not library or os.environ.get("VIDEOHISTOGRAM_SANITIZED"):
            self.skipTest("no library with a bad sector, or a sanitizer, which has to be loaded first")
        self.bad = {**os.environ, "LD_PRELOAD": shutil.copy(library, self.folder)}  # which has no names with spaces

    def test_a_video_that_the_storage_gives_in_part_is_tried_again(self):
        """Of the first and last MiB, which are read before the video, the storage gives all."""
        video = self.encode("bad-sector.mkv", "-pix_fmt", "yuv420p", "-c:v", "rawvideo")
        for options, output in (([], self.database), (["--format", "csv"], self.folder / "texts")):
            said = self.scan(self.archive, *options, output=output, env=self.bad)
            self.assertIn("bad-sector.mkv: damaged: cannot be read to the end: Input/output error\n", said)
            self.assertIn("50 frames by CPU\n", self.scan(self.archive, *options, "-v", output=output))
            self.assertEqual(self.scan(self.archive, *options, "-v", output=output), "")
        self.assertEqual(self.video(video, "outcome, frames"), ("complete", 50))

    def test_frames_before_a_bad_sector_are_stored(self):
        video = self.encode("bad-sector.mkv", "-pix_fmt", "yuv420p", "-c:v", "rawvideo")
        self.scan(video, env=self.bad)
        frames, = self.video(video, "frames")
        self.assertTrue(20 < frames < 26, frames)
        self.assertEqual(self.found_in(video, "damaged"), [(frames - 1, frames - 1, "cannot be read to the end: Input/output error")])
        self.assertEqual(self.found_in(video, "truncated"), [])

    def test_a_video_of_which_the_storage_gives_no_frame_is_tried_again(self):
        null = bytes([0x47, 0x1F, 0xFF, 0x10]) + bytes(184)  # packets of MPEG-TS, around those of the video
        video = self.encode("bad-sector.ts", "-c:v", "mpeg2video")
        video.write_bytes(12000 * null + video.read_bytes())
        for _ in range(2):
            self.assertRegex(self.scan(video, status=3, env=self.bad), r"failed: cannot be read( to the end)?: Input/output error\n\Z")
        self.scan(video)
        self.assertEqual(self.video(video, "outcome, frames"), ("complete", 50))

    def test_what_was_read_before_a_bad_sector_counts(self):
        null = bytes([0x47, 0x1F, 0xFF, 0x10]) + bytes(184)
        video = self.encode("bad-sector.ts", "-c:v", "mpeg2video")
        video.write_bytes(6000 * null + video.read_bytes() + 6000 * null)
        for _ in range(2):  # probing has met the error before the first packet
            self.scan(video, env=self.bad)
            outcome, frames = self.video(video, "outcome, frames")
            self.assertEqual(outcome, "damaged")
            self.assertTrue(0 < frames < 50, frames)
        self.scan(video)
        self.assertEqual(self.video(video, "outcome, frames"), ("complete", 50))


class Truncation(TestCase):
    def test_matroska_that_ends_within_its_headers_has_failed_for_good(self):
        data = self.encode("whole.mkv", "-c:v", "ffv1").read_bytes()
        (self.archive / "whole.mkv").unlink()
        names = []
        for size in range(100, data.index(b"\x1f\x43\xb6\x75"), 60):  # up to the first cluster
            names.append(f"{size}.mkv")
            (self.archive / names[-1]).write_bytes(data[:size])
        self.assertGreater(len(names), 5)
        said = self.scan(self.archive, status=3)
        for name in names:
            self.assertIn(f"{name}: failed: ", said)
            self.assertIn(f"; truncated: the file has {name[:-4]} of {len(data)} bytes", self.video(self.archive / name, "message")[0])
        self.assertNotIn("Input/output error", said)
        self.assertEqual(self.scan(self.archive, "-v", status=3), f"{len(names)} videos failed before and would fail again: not read\n")

    def test_a_cut_file_of_realmedia_is_damaged_and_not_read_again(self):
        """Its demuxer reports invalid data of a packet that is longer than the rest of the file."""
        data = self.encode("a.rm", "-c:v", "rv10", "-b:v", "1M").read_bytes()
        (self.archive / "a.rm").unlink()
        packet = data.index(b"DATA") + 18
        for _ in range(20):
            packet += struct.unpack_from(">H", data, packet + 2)[0]
        for size in range(1, 25):
            (self.archive / f"{size}.rm").write_bytes(data[:packet + size])
        self.scan(self.archive)
        rows = self.query("SELECT path, frames, message FROM videos WHERE outcome = 'damaged'")
        message = "its container cannot be read to the end: the file ends too early"
        for path, frames, said in rows:
            if "invalid data" not in said.lower():
                self.assertEqual(said, f"truncated: {message}")
                self.assertEqual(self.found_in(path, "truncated"), [(frames - 1, frames - 1, message)])
                self.assertEqual(self.found_in(path, "damaged"), [])
        self.assertGreater(len(rows), 8)
        # The header of a packet has 12 bytes, and that of its part of a frame 7 more.
        cut = {path for path, in self.query("SELECT path FROM findings JOIN videos ON id = video WHERE kind = 'truncated'")}
        self.assertLessEqual({str(self.archive / f"{size}.rm") for size in range(13, 19)}, cut)
        self.assertEqual(self.scan(self.archive, "-v"), "")

    def test_a_video_that_failed_has_status_3_each_time_until_it_is_gone(self):
        self.copy(support.SMALL, "good.webm")
        bad = self.archive / "bad.mp4"
        bad.write_bytes(support.BROKEN)
        self.assertIn("bad.mp4: failed: ", self.scan(self.archive, status=3))
        for options in ([], ["--fail-on", "corrupted"]):
            self.assertEqual(self.scan(self.archive, *options, status=3), "1 video failed before and would fail again: not read\n")
        self.scan(self.archive / "good.webm")
        bad.unlink()
        self.assertEqual(self.scan(self.archive), "")


class Content(TestCase):
    def ivf(self, path):
        """The frames of an IVF file, each with its header."""
        data, place, frames = path.read_bytes(), 32, []
        while place < len(data):
            end = place + 12 + struct.unpack_from("<I", data, place)[0]
            frames.append((data[place + 4:place + 12], data[place + 12:end]))
            place = end
        return data[:32], frames

    def write_ivf(self, path, header, frames):
        path.write_bytes(header + b"".join(struct.pack("<I", len(data)) + time + data for time, data in frames))

    def test_frames_that_vp8_decodes_in_part_are_told(self):
        """The decoder says nothing of a frame whose end is missing; of one whose header is wrong it does."""
        whole = self.encode("whole.ivf", "-c:v", "libvpx", "-pix_fmt", "yuv420p", "-b:v", "1M", "-g", "5", "-threads", "1")
        header, frames = self.ivf(whole)
        short = [(time, data[:len(data) // 2] if number in (7, 22) else data) for number, (time, data) in enumerate(frames)]
        self.write_ivf(self.archive / "short.ivf", header, short)
        refused = [(time, data[:20] if number == 19 else data) for number, (time, data) in enumerate(frames)]
        self.write_ivf(self.archive / "refused.ivf", header, refused)
        self.scan(self.archive)
        account = "outcome, packets, decoded, concealed, corrupted"
        self.assertEqual(self.video(whole, account), ("complete", 50, 50, 0, 0))
        self.assertEqual(self.found_in(whole, "decoder-errors"), [])
        self.assertEqual(self.video(self.archive / "short.ivf", account), ("complete", 50, 50, 2, 2))
        self.assertEqual([row[:2] for row in self.found_in(self.archive / "short.ivf", "corrupted")], [(7, 7), (22, 22)])
        self.assertEqual(self.found_in(self.archive / "short.ivf", "decoder-errors"),
                         [(0, 49, "2 messages, such as: a frame that is decoded in part")])
        self.assertEqual(self.video(self.archive / "refused.ivf", account), ("complete", 50, 49, 0, 0))
        self.assertEqual(self.found_in(self.archive / "refused.ivf", "decoder-errors"),
                         [(0, 48, "1 message, such as: Header size larger than data provided")])

    def test_a_part_of_a_damaged_video_has_the_rows_of_the_whole(self):
        """However many videos are decoded at once. A key frame is between the start and the damage."""
        whole = self.encode("0.ivf", "-c:v", "libvpx", "-pix_fmt", "yuv420p", "-b:v", "1M", "-g", "5", "-threads", "1")
        header, frames = self.ivf(whole)
        for name in range(1, 5):
            self.write_ivf(self.archive / f"{name}.ivf", header, [(time, data[:len(data) * name // 6] if number in (17, 27, 38) else data)
                                                                  for number, (time, data) in enumerate(frames)])
        self.scan(self.archive)
        columns = "YMIN, YAVG, YMAX, UAVG, VAVG, SATAVG, YENTROPY, frames.corrupted"
        rows = self.query(f"SELECT path, {columns} FROM frames JOIN videos ON id = video WHERE time >= 400000000 ORDER BY path, frame")
        self.assertEqual(self.query("SELECT sum(corrupted) FROM videos"), [(12,)])
        for jobs in ("1", "7"):
            database = self.folder / f"{jobs}.db"
            self.scan(self.archive, "--start", "0.4", "--jobs", jobs, output=database)
            self.assertEqual(self.query(f"SELECT path, {columns} FROM frames JOIN videos ON id = video ORDER BY path, frame", database=database), rows)

    def test_a_packet_that_the_end_of_the_file_cuts_is_told(self):
        """The decoder of VP8 says nothing of a frame without its last bytes."""
        data = self.encode("whole.avi", "-c:v", "libvpx", "-pix_fmt", "yuv420p", "-b:v", "1M", "-threads", "1").read_bytes()
        packet = data.index(b"movi") + 4
        for _ in range(20):
            packet += 8 + (struct.unpack_from("<I", data, packet + 4)[0] + 1) // 2 * 2
        (self.archive / "cut.avi").write_bytes(data[:packet - 4])
        (self.archive / "between.avi").write_bytes(data[:packet])
        self.scan(self.archive)
        for name, frames, errors in (("whole.avi", 50, []), ("between.avi", 20, []), ("cut.avi", 20, [
                (0, 19, "1 message, such as: a packet that is damaged or not whole, as the container shows")])):
            self.assertEqual(self.video(self.archive / name, "frames"), (frames,))
            self.assertEqual(self.found_in(self.archive / name, "decoder-errors"), errors)

    def test_a_time_that_cannot_be_is_none(self):
        """Times of 73 years and more are as if the file stated none: that of the frame before and the rate give one. Times of 18 years and
        more after the first frame are none."""
        whole = self.encode("whole.ivf", "-c:v", "libvpx", "-pix_fmt", "yuv420p", "-threads", "1")
        header, frames = self.ivf(whole)
        unit = 40000000
        for name, wrong in (("a.ivf", 1 << 60), ("b.ivf", -(1 << 60)), ("c.ivf", (1 << 63) // unit - 1), ("d.ivf", -(1 << 63) // unit + 1),
                            ("later.ivf", (1 << 60) // unit), ("earlier.ivf", -(1 << 60) // unit)):
            self.write_ivf(self.archive / name, header, [(struct.pack("<q", wrong) if number == 20 else time, data)
                                                         for number, (time, data) in enumerate(frames)])
        self.scan(self.archive)
        for path, in self.query("SELECT path FROM videos"):
            times = [time for time, in self.query("SELECT time FROM frames JOIN videos ON id = video WHERE path = ? ORDER BY frame", path)]
            expected = [number * unit for number in range(50)]
            if path.endswith("er.ivf"):
                expected[20] = None
            self.assertEqual(times, expected, path)
            self.assertEqual([row[:2] for row in self.found_in(path, "no-time")], [(20, 20)] if None in expected else [])

    def ogg_page(self, serial, number, packet):
        """A page of Ogg with one packet of less than 65,025 bytes."""
        lengths = bytes([255] * (len(packet) // 255) + [len(packet) % 255])
        page = b"OggS\0\0" + struct.pack("<qIIIB", -1, serial, number, 0, len(lengths)) + lengths + packet
        remainder = 0
        for byte in page:
            remainder = remainder << 8 & 0xFFFFFFFF ^ self.CRC[remainder >> 24 ^ byte]
        return page[:22] + struct.pack("<I", remainder) + page[26:]

    CRC = []
    for value in range(256):
        value <<= 24
        for _ in range(8):
            value = value << 1 ^ (0x104C11DB7 if value & 1 << 31 else 0)
        CRC.append(value)

    def test_headers_of_a_chained_ogg_file_have_a_bounded_size(self):
        """A header of Theora that comes again and again, and never the last one: what exceeds 256 KiB goes to the decoder."""
        video = self.encode("a.ogv", "-c:v", "libtheora", "-frames:v", "10")
        data = video.read_bytes()
        serial, number = struct.unpack("<II", data[data.rindex(b"OggS") + 14:][:8])
        header, pages = b"\x81theora" + bytes(60000), 20
        video.write_bytes(data + b"".join(self.ogg_page(serial, number + 1 + i, header) for i in range(pages)))
        self.scan(video)
        kept = 4 * 0xFFFF // len(header) + 1
        self.assertEqual(self.video(video, "outcome, frames, packets"), ("complete", 10, 10 + pages - kept))
        self.assertEqual(self.found_in(video, "decoder-errors"),
                         [(0, 9, f"{pages - kept} messages, such as: Header packet passed to frame decoder, skipping")])


if __name__ == "__main__":
    support.main()
