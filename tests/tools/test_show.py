#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What show and shots print: tables for a terminal, CSV, edit decision lists."""
import csv
import fcntl
import io
import os
import re
import sqlite3
import struct
import subprocess
import termios
import unicodedata
from fractions import Fraction

import support


def drop_frame(frame, nominal):
    """The time code, counted minute by minute: the specification."""
    number, drop = 0, nominal // 15
    minutes = 0
    rest = frame
    while True:  # minute by minute
        length = nominal * 60 - (drop if minutes % 10 else 0)
        if rest < length:
            break
        rest -= length
        minutes += 1
    number = rest + (drop if minutes % 10 else 0)
    return "%02d:%02d:%02d;%02d" % (minutes // 60 % 24, minutes % 60, number // nominal, number % nominal)


class Show(support.TestCase):
    def setUp(self):
        super().setUp()
        self.copy(support.SMALL, "a.webm")
        self.scan(self.archive)

    def change(self, statement, *rows):
        connection = sqlite3.connect(self.database)
        with connection:
            connection.executemany(statement, rows or [()])
        connection.close()

    def set_shots(self, first_frames, last, rate=(support.SMALL_RATE, 1)):
        """Shots of the video that begin at these frames; the second is gradual."""
        video, = self.query("SELECT id FROM videos")[0]
        ends = [*(first - 1 for first in first_frames[1:]), last]
        self.change("DELETE FROM shots")
        step = Fraction(10 ** 9 * rate[1], rate[0])
        self.change("UPDATE videos SET rate_numerator = ?, rate_denominator = ?", rate)
        self.change("INSERT INTO shots VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    *((video, n, first, end, int(first * step), int((end + (end != last)) * step), "gradual" if n == 1 else "cut" if n else "start", *((first, first + 8) if n == 1 else (None, None)))
                      for n, (first, end) in enumerate(zip(first_frames, ends))))

    def test_the_list_shows_all_videos_and_their_sum(self):
        (self.archive / "noise.webm").write_bytes(support.BROKEN)
        self.scan(self.archive, status=3)
        lines = self.command("show", self.database)[0].splitlines()
        self.assertEqual(lines[0].split(), ["Outcome", "R", "103", "Length", "Size", "Frames", "Shots", "Findings", "Video"])
        self.assertTrue(lines[1].startswith("failed ") and lines[1].endswith(str(self.archive / "noise.webm")))
        self.assertRegex(lines[2], rf"^complete +\w* +0:04\.8  192x108 +120 +\d+ +\d+  {re.escape(str(self.archive))}/a\.webm$")
        self.assertEqual(lines[-1], "2 videos, 0:04.8, 120 frames, 1 failed")

    def test_what_cannot_be_printed_is_no_success(self):
        for command in ("show", "shots"):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([support.COMMAND, command, self.database], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
            self.assertEqual(done.returncode, 3)
            self.assertIn(b"No space left on device", done.stderr)

    def test_a_video_is_described(self):
        self.set_shots([0, 30], 119)
        said = self.command("show", self.database, "a.webm")[0]
        for text in (str(self.archive / "a.webm"), "outcome: complete", "length: 0:04.8, 120 frames, frames per second: 25", "gradual, to frame 38"):
            self.assertIn(text, said)
        self.assertIn("has no video", self.command("show", self.database, "b.webm", status=2)[1])

    def test_names_are_escaped_and_the_last_column_fits_the_terminal(self):
        for name in support.HOSTILE + ["漢字" * 40 + ".webm", "e\u0301" * 60 + ".webm"]:
            self.copy("rocket.jpg", name)
        self.scan(self.archive)
        self.change("UPDATE findings SET detail = char(27) || '[2J'")
        self.assertIn("not below 12 characters", self.command("show", "--help")[0])
        for width in (40, 60, 80, 90):
            controller, terminal = self.terminal()
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
            with subprocess.Popen([support.COMMAND, "show", self.database], stdout=terminal, env=dict(os.environ, NO_COLOR="1")) as process:
                os.close(terminal)
                said = b""
                while True:
                    try:
                        part = os.read(controller, 65536)
                    except OSError:
                        break
                    said += part
            os.close(controller)
            self.assertEqual(process.returncode, 0)
            lines = said.decode("utf-8").replace("\r\n", "\n").splitlines()
            self.assertEqual(len(lines), 3 + 3 + len(support.HOSTILE))
            for line in lines:
                self.assertFalse([c for c in line if unicodedata.category(c) in ("Cc", "Cf")], line)
                columns = sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
                if width >= 80:
                    self.assertLessEqual(columns, width, line)
                elif line in lines[1:-2]:
                    self.assertLessEqual(columns, lines[0].index("Video") + 12, line)
        for command in ("show", "shots"):
            said = self.command(command, self.database)[0]
            self.assertFalse([c for c in said if c != "\n" and unicodedata.category(c) in ("Cc", "Cf")])

    def test_shots_as_csv_are_the_rows_of_the_table(self):
        os.rename(self.archive / "a.webm", os.path.join(os.fsencode(self.archive), b'=cmd(),"x"\n.webm'))
        self.database.unlink()
        self.scan(self.archive)
        self.set_shots([0, 50, 100], 119)
        rows = list(csv.DictReader(io.StringIO(self.command("shots", self.database)[0])))
        self.assertEqual([list(row.values())[1:] for row in rows],
                         [["0", "0", "49", "0", "2000000000", "start", "", ""], ["1", "50", "99", "2000000000", "4000000000", "gradual", "50", "58"],
                          ["2", "100", "119", "4000000000", "4760000000", "cut", "", ""]])
        self.assertEqual({row["path"] for row in rows}, {f'{self.archive}/=cmd(),"x"\\n.webm'})
        # A path that a spreadsheet would calculate.
        self.change("UPDATE videos SET path_bytes = CAST('=cmd()' AS BLOB)")
        self.assertIn("\n\"'=cmd()\",0,", self.command("shots", self.database)[0])

    def test_no_name_can_add_a_line_to_an_edl(self):
        for name in support.HOSTILE:
            self.copy("rocket.jpg", name)
        self.scan(self.archive)
        self.change("UPDATE videos SET rate_numerator = 25, rate_denominator = 1")
        for path, in self.query("SELECT path_bytes FROM videos WHERE frames = 1"):
            text = self.command("shots", self.database, path, "--format", "edl")[0]
            lines = text.splitlines()
            self.assertTrue(lines[0].startswith("TITLE: ") and all(line.isprintable() for line in lines), text)
            self.assertEqual([line[:17] for line in lines[1:] if line], ["FCM: NON-DROP FRA", "001  AX       V  ", "* FROM CLIP NAME:"])

    def edl(self):
        """The time codes of the events, and the whole list."""
        text = self.command("shots", self.database, "--format", "edl")[0]
        events = re.findall(r"^(\d{3})  AX       V     C        (\S{11}) (\S{11}) (\S{11}) (\S{11})$", text, re.MULTILINE)
        for event in events:
            self.assertEqual(event[1:3], event[3:5])
        for before, after in zip(events, events[1:]):
            self.assertEqual(before[2], after[1])
        return [event[1] for event in events] + [events[-1][2]], text

    def test_an_edl_has_time_codes_of_each_rate(self):
        frames = [0, 1, 29, 30, 1799, 1800, 1801, 3597, 3598, 3599, 17981, 17982, 19781, 107891, 107892, 215783, 215784, 2589407, 2589408]
        for rate, nominal in (((30000, 1001), 30), ((60000, 1001), 60)):
            self.set_shots(frames, 2600000 - 1, rate)
            codes, text = self.edl()
            self.assertEqual(codes, [drop_frame(frame, nominal) for frame in [*frames, 2600000]])
            self.assertIn("TITLE: a.webm\nFCM: DROP FRAME\n", text)
        for rate, nominal in (((24000, 1001), 24), ((25, 1), 25), ((30, 1), 30), ((50, 1), 50)):
            self.set_shots(frames, 2600000 - 1, rate)
            codes, text = self.edl()
            self.assertEqual(codes, ["%02d:%02d:%02d:%02d" % (f // nominal // 3600 % 24, f // nominal // 60 % 60, f // nominal % 60, f % nominal)
                                     for f in [*frames, 2600000]])
            self.assertIn("FCM: NON-DROP FRAME\n", text)
        self.assertIn("* FROM CLIP NAME: a.webm\n* GRADUAL TRANSITION OF 9 FRAMES\n", text)

    def test_an_edl_begins_with_the_time_code_of_the_video(self):
        self.set_shots([0, 30], 79, (30000, 1001))
        for timecode, first, second, last in (("00:59:59;29", "00:59:59;29", "01:00:00;29", "01:00:02;19"),
                                              ("10:00:59;28", "10:00:59;28", "10:01:01;00", "10:01:02;20"),
                                              ("10:00:59:28", "10:00:59:28", "10:01:00:28", "10:01:02:18"),
                                              ("10:01:00;00", "00:00:00;00", "00:00:01;00", "00:00:02;20"),  # there is no such frame
                                              ("nonsense", "00:00:00;00", "00:00:01;00", "00:00:02;20")):
            self.change("UPDATE videos SET timecode = ?", (timecode,))
            self.assertEqual(self.edl()[0], [first, second, last], timecode)

    def test_what_an_edl_cannot_say_is_refused(self):
        for rate in ((0, 1), (120, 1)):
            self.change("UPDATE videos SET rate_numerator = ?, rate_denominator = ?", rate)
            self.assertIn("--format csv", self.command("shots", self.database, "--format", "edl", status=2)[1])
        self.change("UPDATE videos SET rate_numerator = 25")
        self.change("UPDATE shots SET start_time = NULL")
        self.assertIn("shots without times", self.command("shots", self.database, "--format", "edl", status=2)[1])
        self.copy("rocket.jpg", "b.webm")
        self.scan(self.archive)
        self.assertIn("name it", self.command("shots", self.database, "--format", "edl", status=2)[1])
        self.assertIn("csv or edl", self.command("shots", self.database, "--format", "xml", status=2)[1])
        self.assertIn("name a database", self.command("shots", status=2)[1])
        self.assertIn("name a database", self.command("show", status=2)[1])


if __name__ == "__main__":
    support.main()
