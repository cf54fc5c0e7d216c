#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pages of a report."""
import base64
import contextlib
import html.parser
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time

import support

VOID = {"meta", "img", "path", "line", "rect", "input"}


class Page(html.parser.HTMLParser):
    """Tags, attributes and texts of a page whose elements are all closed in order."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.open = [], "", []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID or tag == "rect":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.open)

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += data

    def all(self, tag, name):
        return [attributes[name] for found, attributes in self.tags if found == tag and name in attributes]


class Report(support.TestCase):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"

    def report(self, *arguments, **options):
        return self.command("report", self.database, "-o", self.site, *arguments, **options)

    def pages(self):
        return {path.name: Page(path.read_text(encoding="utf-8")) for path in self.site.iterdir()}

    def page(self, start):
        return next(page for name, page in self.pages().items() if name.startswith(start))

    def insert(self, statement, *rows):
        with sqlite3.connect(self.database) as connection:
            connection.executemany(statement, rows)
        connection.close()

    def add_shots(self):
        """Three shots and two findings in each video that has as many frames as the small one."""
        for video, in self.query("SELECT id FROM videos WHERE frames = ?", support.SMALL_FRAMES):
            self.insert("INSERT OR REPLACE INTO shots VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", (video, 0, 0, 49, 0, 2 * 10**9, "start", None, None),
                        (video, 1, 50, 99, 2 * 10**9, 4 * 10**9, "cut", None, None), (video, 2, 100, 119, 4 * 10**9, 476 * 10**7, "gradual", 100, 105))
            self.insert("INSERT OR REPLACE INTO findings VALUES(?, ?, ?, ?, ?, ?, ?)", (video, "black", 25, 49, 10**9, 2 * 10**9, "<i>x"),
                        (video, "<b>kind", 50, 50, None, None, "\x1b[1m"))

    def test_any_name_is_text_in_pages_and_harmless_in_names_of_files(self):
        names = support.HOSTILE + [b"x" * 250 + b".webm"]
        for name in names:
            self.copy("rocket.jpg", name)
        self.copy(support.SMALL, b"\"><img src=x onerror=alert(1)>.webm")
        (self.archive / "<b>noise.webm").write_bytes(b"noise" * 1000)
        self.scan(self.archive)
        self.add_shots()
        self.assertEqual(self.report(), ("", ""))
        pages = self.pages()
        self.assertEqual(len(pages), 2 * (len(names) + 2) + 2)  # and the index, and the videos with black
        text = pages["index.html"].text
        for shown in ("<script>alert(1)<!--.webm", "=cmd().webm", "'; DROP TABLE videos; --\".webm", r"a\nb.webm", r"\x1b[31mred\x07.webm",
                      r"in\xff\xfevalid.webm", "-o.webm", "%s %n.webm", r"ä\xe2\x80\xaeb\xc2\x9b1m.webm", "x" * 250,
                      "\"><img src=x onerror=alert(1)>.webm", "<b>noise.webm", "<b>kind"):
            self.assertIn(shown, text)
        for name, page in pages.items():
            self.assertRegex(name, r"\A(index|findings-black|(delivery-)?[A-Za-z0-9_][A-Za-z0-9._]*-[0-9a-f]{16})\.html\Z")
            allowed = {"html", "head", "meta", "title", "style", "body", "main", "nav", "footer", "p", "a", "h1", "h2", "h3", "bdi", "span", "b",
                       "i", "div", "dl", "dt", "dd", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "figure",
                       "figcaption", "svg", "desc", "path", "line", "rect", "img", "form", "label", "input", "select", "option", "button",
                       "script"}
            self.assertEqual({tag for tag, _ in page.tags} - allowed, set())
            self.assertFalse([c for c in page.text if c != "\n" and not c.isprintable()])
            for _, attributes in page.tags:
                self.assertFalse([attribute for attribute in attributes if attribute.startswith("on")])
            for address in page.all("a", "href"):
                self.assertIn(address, pages)
            for source in page.all("img", "src"):
                self.assertTrue(source.startswith("data:image/jpeg;base64,"))
            self.assertIn("default-src 'none'", page.all("meta", "content")[0])
            scripts = [attributes for tag, attributes in page.tags if tag == "script"]
            self.assertIn(scripts, ([], [{"type": "application/json", "id": "data"}, {}]))

    def test_shots_have_images_if_the_file_is_unchanged(self):
        self.copy(support.SMALL, "a.webm")
        self.copy(support.SMALL, "b.webm")
        self.copy(support.SMALL, "c.webm")
        self.scan(self.archive)
        self.add_shots()
        os.utime(self.archive / "b.webm", (0, 0))
        (self.archive / "c.webm").unlink()
        self.report()
        images = self.page("a.webm").all("img", "src")
        self.assertEqual(len(set(images)), 3)
        for image in images:
            jpeg = base64.b64decode(image.split(",")[1], validate=True)
            self.assertEqual((jpeg[:2], jpeg[-2:]), (b"\xff\xd8", b"\xff\xd9"))
            self.assertLess(len(jpeg), 40000)
        for name in ("b.webm", "c.webm"):
            page = self.page(name)
            self.assertEqual(page.all("img", "src"), [])
            self.assertIn("No images", page.text)
            self.assertIn("Shot 3, gradual transition, frames 100 to 105", page.text)
            self.assertIn("YAVG", page.text)
        before = {path.name: path.read_bytes() for path in self.site.iterdir()}
        self.report()
        self.assertEqual({path.name: path.read_bytes() for path in self.site.iterdir()}, before)
        self.report("--thumbnails", "1")
        self.assertEqual(len(self.page("a.webm").all("img", "src")), 1)
        self.report("--thumbnails", "0")
        self.assertEqual(self.page("a.webm").all("img", "src"), [])

    @staticmethod
    def read(path):
        try:
            with open(path, encoding="ascii") as file:
                return file.read()
        except OSError:
            return ""

    @staticmethod
    def kill(pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def test_a_process_that_hangs_is_killed_and_costs_the_images_of_one_video(self):
        for number in range(4):
            self.copy("telescope.webm", f"{number}.webm")
        self.scan(self.archive)
        self.add_shots()
        process = subprocess.Popen([support.COMMAND, "report", self.database, "-o", self.site, "--timeout", "5"], stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        child, deadline = None, time.monotonic() + 30
        while child is None and time.monotonic() < deadline:
            child = next(map(int, self.read(f"/proc/{process.pid}/task/{process.pid}/children").split()), None)
        os.kill(child, signal.SIGSTOP)
        self.addCleanup(self.kill, child)
        self.assertEqual(process.wait(timeout=30), 0)
        self.assertFalse(os.path.exists(f"/proc/{child}"))
        images = sorted(len(page.all("img", "src")) for name, page in self.pages().items() if name.startswith(tuple("0123")))
        self.assertLess(images[0], 3)
        self.assertEqual(images[1:], [3] * 3)

    def test_a_page_prints_with_all_its_images_and_rows(self):
        browser = shutil.which("chromium") or shutil.which("google-chrome")
        if not browser:
            self.skipTest("no chromium (Debian: chromium)")
        self.copy(support.SMALL, "a.webm")
        self.scan(self.archive)
        self.add_shots()
        paper = self.folder / "page.pdf"

        def pages(findings):
            self.insert("DELETE FROM findings", ())
            video, = self.query("SELECT id FROM videos")[0]
            self.insert("INSERT INTO findings VALUES(?, 'r103', ?, ?, ?, ?, 'x')", *((video, n, n, n, n) for n in range(findings)))
            self.report()
            page = next(path for path in self.site.iterdir() if path.name.startswith("a.webm"))
            done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder / 'profile'}",
                                   f"--print-to-pdf={paper}", page.as_uri()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=60)
            if done.returncode or not paper.exists():
                self.skipTest("chromium does not start here")
            data = paper.read_bytes()
            self.assertGreaterEqual(len(re.findall(rb"/Subtype ?/Image", data)), 3)
            return len(re.findall(rb"/Type ?/Page\b", data))

        few, many = pages(1), pages(79)
        charts = len(self.page("a.webm").all("figure", "data-figures"))
        self.assertGreater(charts, 10)
        self.assertTrue(1 <= few <= 1 + charts / 5, (few, charts))  # a sheet has room for six
        self.assertTrue(few + 1 <= many <= few + 4, (few, many))

    def test_a_timeline_keeps_every_peak_in_2000_points(self):
        self.copy("rocket.jpg", "a.webm")
        self.scan(self.archive)
        video, = self.query("SELECT id FROM videos")[0]
        frames = 30001
        self.insert("UPDATE videos SET frames = ?", (frames,))
        self.insert("DELETE FROM frames WHERE video = ?", (video,))
        peaks = {777, 15000, 15001, 30000}
        self.insert("INSERT INTO frames(video, frame, time, corrupted, YMIN, YLOW, YAVG, YHIGH, YMAX, YBITDEPTH, YDIF) "
                    "VALUES(?, ?, ?, 0, 16, 20, 100, 200, 235, 8, ?)",
                    *((video, n, n * 40000000, 200 if n in peaks else 0) for n in range(frames)))
        self.report()
        svg = next(path.read_text(encoding="utf-8") for path in self.site.iterdir() if path.name.startswith("a.webm"))
        chart = svg.split("<h3>Difference to the frame before")[1].split("</figure>")[0]
        points = re.search(r'class="curve" d="M([^"]*)"', chart).group(1).split()
        self.assertTrue(1000 < len(points) // 2 <= 2000, len(points))
        tops = [float(x) for x, y in zip(points[::2], points[1::2]) if float(y) == 0]
        expected = sorted({round((n + 0.5) / frames * 1000, 1) for n in peaks if n != 15001})
        for place in expected:
            self.assertTrue(any(abs(place - top) < 0.15 for top in tops), (place, tops))
        self.assertIn("18:00", Page(svg).text)
        self.assertLess(len(svg), 400000)

    def test_only_a_report_is_replaced(self):
        self.copy("rocket.jpg", "a.webm")
        self.scan(self.archive)
        self.report()
        self.report()
        (self.folder / "empty").mkdir()
        self.command("report", self.database, "-o", self.folder / "empty/")
        self.assertTrue((self.folder / "empty/index.html").exists())
        (self.site / "mine.html").write_text("<!DOCTYPE html>")
        self.assertIn("other things", self.report(status=2)[1])
        (self.site / "mine.html").unlink()
        (self.site / "notes.txt").write_text("mine")
        self.assertIn("other things", self.report(status=2)[1])
        self.assertEqual((self.site / "notes.txt").read_text(), "mine")
        self.assertIn("other things", self.command("report", self.database, "-o", self.database, status=2)[1])
        self.assertIn("other things", self.command("report", self.database, "-o", self.archive, status=2)[1])
        self.assertFalse(list(self.folder.glob("*.part-*")))

    def test_an_empty_database_has_a_page(self):
        empty = self.folder / "none"
        empty.mkdir()
        self.copy("rocket.jpg", "a.webm")
        for shard in ("1/2", "2/2"):
            self.command("scan", self.archive, "--shard", shard, "-o", self.database)
        for path in self.folder.glob("results-*.db"):
            self.database = path
            if self.query("SELECT count(*) FROM videos") == [(0,)]:
                self.report()
        self.assertEqual(list(self.pages()), ["index.html"])

    def test_wrong_usage_says_what_to_do(self):
        for arguments, words in (([], "name one database"), (["nothing.db", "-o", "x"], "nothing.db"), ([__file__, "-o", "x"], "not a database"),
                                 ([self.database], "-o FOLDER"), ([self.database, "-o", "x", "--thumbnails", "-1"], "--thumbnails"),
                                 ([self.database, "-o", "x", "--timeout", "0"], "--timeout")):
            self.assertIn(words, self.command("report", *arguments, status=2, cwd=self.folder)[1])
        self.assertFalse((self.folder / "x").exists())


if __name__ == "__main__":
    support.main()
