#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pages of a report in a browser: search, filters, order, values under the pointer, colours, narrow screens."""
import json
import re
import sqlite3

import support
from browser import Browser

FRAMES = 30001
NAMES = ["b2.mkv", "b10.mkv", "a.mkv", "Ünicode.mov", "c.mkv"]


class ReportPages(support.TestCase):
    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"
        self.browser = Browser()
        self.addCleanup(self.browser.close)

    def insert(self, statement, *rows):
        with sqlite3.connect(self.database) as connection:
            connection.executemany(statement, rows)
        connection.close()

    def report(self):
        self.command("report", self.database, "-o", self.site, "--thumbnails", "0")

    def make_archive(self):
        """Videos of different lengths; c.mkv failed, a.mkv is damaged, b2.mkv and Ünicode.mov have findings."""
        for name in NAMES:
            self.copy("rocket.jpg", name)
        self.scan(self.archive)
        numbers = {path.rsplit("/", 1)[1]: video for video, path in self.query("SELECT id, path FROM videos")}
        self.insert("DELETE FROM findings", ())
        self.insert("UPDATE videos SET r103 = 'pass'", ())
        self.insert("UPDATE videos SET outcome = 'failed', message = 'none', frames = 0 WHERE id = ?", (numbers["c.mkv"],))
        self.insert("UPDATE videos SET outcome = 'damaged', message = 'cut' WHERE id = ?", (numbers["a.mkv"],))
        self.insert("UPDATE videos SET frames = ? WHERE id = ?", (12, numbers["b2.mkv"]), (5, numbers["b10.mkv"]), (1000, numbers["Ünicode.mov"]))
        self.insert("INSERT INTO findings VALUES(?, ?, ?, ?, ?, ?, ?)",
                    (numbers["b2.mkv"], "black", 0, 1, 0, 1, ""), (numbers["b2.mkv"], "frozen", 0, 9, 0, 1, ""),
                    (numbers["Ünicode.mov"], "black", 3, 3, 0, 1, ""), (numbers["Ünicode.mov"], "<b>kind", 3, 3, 0, 1, ""))
        self.report()

    def choose(self, **values):
        """Sets fields of the index, as a user does, and returns the names of the videos that it lists."""
        for name, value in values.items():
            self.browser.run(f"""(() => {{
                const field = document.getElementById('tools').elements['{name}'];
                field[field.type === 'checkbox' ? 'checked' : 'value'] = {json.dumps(value)};
                field.dispatchEvent(new Event('input', {{bubbles: true}}));
            }})()""")
        return self.browser.run("[...document.querySelectorAll('#found tbody a')].map(link => link.textContent)")

    def check_no_problem(self):
        self.assertEqual(self.browser.problems(), [])

    def test_an_index_searches_filters_and_sorts(self):
        self.make_archive()
        self.browser.open(self.site / "index.html")
        static = self.browser.run("[...document.querySelectorAll('#list .name a')].map(link => link.textContent)")
        self.assertEqual(static, ["a.mkv", "b2.mkv", "Ünicode.mov", "b10.mkv", "c.mkv"])
        # The search is in the names of folders as well, whose letters are random here.
        self.assertEqual(self.choose(search=".MKV"), ["a.mkv", "b2.mkv", "b10.mkv", "c.mkv"])
        self.assertEqual(self.choose(search="ünicode. .MOV"), ["Ünicode.mov"])
        self.assertEqual(self.browser.run("[document.getElementById('list').hidden, document.getElementById('count').textContent]"),
                         [True, "1 video"])
        self.assertEqual(self.choose(search="nothing."), [])
        self.assertEqual(self.choose(search="", sort="name"), ["a.mkv", "b2.mkv", "b10.mkv", "c.mkv", "Ünicode.mov"])
        self.assertEqual(self.choose(sort="frames", reverse=True)[:3], ["Ünicode.mov", "b2.mkv", "b10.mkv"])
        states = self.browser.run("[...document.querySelectorAll('#tools [name=state] option')].map(option => option.textContent)")
        self.assertEqual(states, ["all", "Damaged", "With findings", "Without findings", "Failed"])
        self.assertEqual(self.choose(state="4"), ["c.mkv"])
        kinds = self.browser.run("[...document.querySelectorAll('#tools [name=kind] option')].map(option => option.textContent)")
        self.assertEqual(sorted(kinds), ["<b>kind", "all", "black", "frozen"])
        self.assertEqual(self.choose(state="", reverse=False, sort="name", kind=str(kinds.index("black") - 1)), ["b2.mkv", "Ünicode.mov"])
        self.choose(kind="", sort="")
        self.assertFalse(self.browser.run("document.getElementById('list').hidden"))
        self.browser.run("document.querySelector('#list .name a').click()")
        self.check_no_problem()

    def test_a_kind_of_finding_links_to_its_videos(self):
        self.make_archive()
        self.browser.open(self.site / "index.html")
        links = self.browser.run("[...document.querySelectorAll('td.kind a')].map(link => [link.textContent, link.getAttribute('href')])")
        self.assertEqual(sorted(links), [["black", "findings-black.html"], ["frozen", "findings-frozen.html"]])
        self.browser.open(self.site / "findings-black.html")
        rows = self.browser.run("[...document.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.innerText.split('\\n')[0]))")
        self.assertEqual(sorted(rows), [["b2.mkv", "1", "2"], ["Ünicode.mov", "1", "1"]])
        for page in self.browser.run("[...document.querySelectorAll('tbody a')].map(link => link.getAttribute('href'))"):
            self.assertTrue((self.site / page).exists())
        self.check_no_problem()

    def make_large_archive(self):
        """450 videos, of which all but one exist only in the database. Returns their names as the index lists them: damaged ones first,
        of these and of the others those with findings first, and then by the bytes of their paths. No two have as many frames."""
        self.copy(support.SMALL, "0.webm")
        self.scan(self.archive)
        self.insert("DELETE FROM findings", ())
        self.insert("UPDATE videos SET r103 = 'pass'", ())
        columns = [name for _, name, *_ in self.query("PRAGMA table_info(videos)")]
        first = dict(zip(columns, *self.query("SELECT * FROM videos")))
        videos = []
        for number in range(1, 450):
            path = f"{self.archive}/{number}.webm"
            videos.append({**first, "id": number, "path": path, "path_bytes": path.encode(), "frames": 1000 + number * 37 % 450,
                           "outcome": "damaged" if number % 9 == 0 else "complete"})
        self.insert(f"INSERT INTO videos VALUES({', '.join('?' * len(columns))})", *(tuple(video.values()) for video in videos))
        self.insert("INSERT INTO findings VALUES(?, 'black', 0, 1, 0, 1, '')", *((number,) for number in range(7, 450, 7)))
        self.report()

        def place(number):
            return number == 0 or number % 9 > 0, number == 0 or number % 7 > 0, f"{number}.webm"
        return [name for _, _, name in sorted(map(place, range(450)))]

    def test_an_index_of_450_videos_finds_and_sorts_all_of_them(self):
        names = self.make_large_archive()
        self.browser.open(self.site / "index.html")
        by_number = [f"{number}.webm" for number in range(450)]
        self.assertEqual(self.choose(sort="name"), by_number[:50])
        count = "[document.getElementById('count').textContent, document.getElementById('more').hidden]"
        self.assertEqual(self.browser.run(count), ["450 videos", False])
        self.browser.run("document.getElementById('more').click()")
        self.assertEqual(self.choose(), by_number)
        self.assertEqual(self.browser.run(count), ["450 videos", True])
        frames = dict(self.query("SELECT path, frames FROM videos"))
        by_frames = sorted(by_number, key=lambda name: -frames[f"{self.archive}/{name}"])
        self.choose(sort="frames", reverse=True)
        self.browser.run("document.getElementById('more').click()")
        self.assertEqual(self.choose(), by_frames)
        self.choose(sort="", reverse=True)
        self.browser.run("document.getElementById('more').click()")
        self.assertEqual(self.choose(), names[::-1])
        for name in (names[0], names[199], names[200], names[399], names[400], names[449]):
            self.assertEqual(self.choose(reverse=False, search="/" + name), [name])
        self.choose(search="", kind="0")
        self.browser.run("document.getElementById('more').click()")
        self.assertEqual(sorted(self.choose()), sorted(f"{number}.webm" for number in range(7, 450, 7)))
        self.check_no_problem()

    def test_without_scripts_an_index_of_450_videos_lists_all_and_their_pages_have_charts_and_data(self):
        names = self.make_large_archive()
        self.browser.forbid_scripts()
        listed, addresses = [], []
        for number, length in ((1, 200), (2, 200), (3, 50)):
            page = f"index-{number}.html" if number > 1 else "index.html"
            self.assertTrue(number == 1 or page in addresses)  # the page before links to it
            self.browser.open(self.site / page)
            self.assertEqual(self.browser.run("[document.title, document.querySelector('#tools, #found')?.checkVisibility()]"),
                             [f"Videos of an archive, page {number} of 3", False if number == 1 else None])
            links = self.browser.run("[...document.querySelectorAll('#list .name a')].filter(link => link.checkVisibility())"
                                     ".map(link => [link.textContent, link.getAttribute('href')])")
            self.assertEqual(len(links), length)
            listed += links
            addresses = self.browser.run("[...document.querySelectorAll('nav a')].filter(link => link.checkVisibility())"
                                         ".map(link => link.getAttribute('href'))")
        self.assertEqual([name for name, _ in listed], names)
        for name, address in listed:
            self.assertIn(f"<title>{name}</title>", (self.site / address).read_text(encoding="utf-8"))
        self.check_video_without_scripts(dict(listed)["0.webm"])

    def check_video_without_scripts(self, page):
        self.browser.resize(1000, 800)
        self.browser.open(self.site / page)
        self.assertEqual(self.browser.run("document.querySelectorAll('.readout').length"), 0)  # what the script would make
        charts = self.browser.run("""[...document.querySelectorAll('figure[data-figures]')].map(figure => {
            const curve = figure.querySelector('.curve'), box = curve.getBoundingClientRect();
            return [figure.dataset.figures.split(' '), figure.checkVisibility() && box.width > 500, curve.getAttribute('d')];
        })""")
        self.assertGreater(len(charts), 10)
        self.assertEqual([figures for figures, visible, _ in charts if not visible], [])
        path = next(path for figures, _, path in charts if "YAVG" in figures)
        self.assertEqual([float(y) for y in path.replace("M", "").split()[1::2]],
                         [round(100 * (1 - value / 255), 1) for value, in self.query("SELECT YAVG FROM frames ORDER BY frame")])
        facts = self.browser.run("[...document.querySelectorAll('dl div')].filter(fact => fact.checkVisibility())"
                                 ".map(fact => fact.innerText)")
        self.assertIn(f"Frames\n{support.SMALL_FRAMES}", facts)
        # Tables are opened by a click.
        table = "[...document.querySelectorAll('details')].find(details => details.textContent.includes('Minimum'))"
        self.browser.run(table + ".scrollIntoView({block: 'center'})")
        x, y = self.browser.run(f"(() => {{ const box = {table}.querySelector('summary').getBoundingClientRect(); "
                                "return [box.x + 9, box.y + 9]; })()")
        rows = f"[...{table}.querySelectorAll('tbody tr')].filter(row => row.checkVisibility()).map(row => row.cells[0].innerText)"
        self.assertEqual(self.browser.run(rows), [])
        self.browser.click(x, y)
        self.assertEqual(sorted(self.browser.run(rows)), sorted(name for name, in self.query("SELECT figure FROM sums WHERE frames > 0")))
        self.check_no_problem()

    def make_long_video(self):
        """A video of 30,001 frames, whose YAVG is the number of the frame modulo 251, without time from frame 29,970 on."""
        self.copy("rocket.jpg", "a.webm")
        self.scan(self.archive)
        video, = self.query("SELECT id FROM videos")[0]
        self.insert("UPDATE videos SET frames = ?", (FRAMES,))
        self.insert("DELETE FROM frames WHERE video = ?", (video,))
        self.insert("INSERT INTO frames(video, frame, time, corrupted, YMIN, YLOW, YAVG, YHIGH, YMAX, YBITDEPTH, R103OUT) "
                    "VALUES(?, ?, ?, 0, 16, 20, ?, 200, 235, 8, ?)",
                    *((video, n, n * 40000000 if n < 29970 else None, n % 251 + 0.25, 0.5 if n == 15000 else 0) for n in range(FRAMES)))
        self.report()
        self.browser.resize(1000, 800)
        self.browser.open(next(path for path in self.site.iterdir() if path.name.startswith("a.webm")))

    def readouts(self):
        return self.browser.run("[...document.querySelectorAll('.readout')].map(readout => readout.textContent)")

    def test_a_pointer_tells_frames_time_and_values(self):
        self.make_long_video()
        plot = "[...document.querySelectorAll('.chart')].find(figure => figure.dataset.figures?.includes('YAVG')).querySelector('.plot')"
        self.browser.run(plot + ".scrollIntoView({block: 'center'})")
        left, top, width, height = self.browser.run(f"(() => {{ const box = {plot}.getBoundingClientRect(); "
                                                    "return [box.left, box.top, box.width, box.height]; })()")
        self.assertEqual(set(self.readouts()), {""})
        for share in (0.25, 0.5, 0.999):
            x = round(left + width * share)
            self.browser.point(x, top + height / 2)
            frame = int((x - left) / width * FRAMES)
            text = next(text for text in self.readouts() if "YAVG" in text)
            # 2,000 points, so 1,000 spans of frames.
            span = frame * 1000 // FRAMES
            members = [n for n in range(max(0, frame - 40), min(FRAMES, frame + 40)) if n * 1000 // FRAMES == span]
            values = [n % 251 + 0.25 for n in members]
            self.assertIn(f"frames {members[0]:,} to {members[-1]:,} · ", text)
            self.assertIn(f" · YAVG {min(values):g} to {max(values):g} · ", text)
            self.assertIn("YMIN 16 · YLOW 20 · ", text)
            times = re.findall(r"\d+:\d\d\.\d", text)
            if members[0] >= 29970:
                self.assertEqual(times, [])
            else:
                tenths = round(members[0] * 0.4)
                self.assertEqual(times, [f"{tenths // 600}:{tenths % 600 // 10:02}.{tenths % 10}"])
        self.browser.point(left + width / 2, 1)
        self.assertEqual(set(self.readouts()), {""})
        self.check_no_problem()

    def test_keys_move_from_span_to_span(self):
        self.make_long_video()
        self.browser.run("document.querySelector('.plot').focus()")
        for key, first in (("End", 29971), ("ArrowLeft", 29941), ("Home", 0), ("ArrowRight", 31)):
            self.browser.press(key)
            self.assertTrue(self.readouts()[0].startswith(f"frames {first:,} to "), (key, self.readouts()[0]))
        self.assertEqual(self.browser.run("document.querySelector('.lanes').firstElementChild.className"), "readout")
        percent = next(text for text in self.readouts() if "R103OUT" in text)
        self.assertTrue(percent.endswith("R103OUT 0 %"), percent)

    def test_pages_follow_the_browsers_colours(self):
        self.make_archive()
        for scheme, dark in (("light", False), ("dark", True)):
            self.browser.prefer(scheme)
            self.browser.open(self.site / "index.html")
            for element in ("document.body", "document.querySelector('input')"):
                colour = self.browser.run(f"getComputedStyle({element}).backgroundColor")
                red = int(re.search(r"\d+", colour).group())
                self.assertEqual(red < 100, dark, (scheme, element, colour))

    def test_pages_fit_a_phone(self):
        self.make_archive()
        self.browser.resize(360, 740, mobile=True)
        for path in self.site.iterdir():
            self.browser.open(path)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 360, path.name)
        self.browser.open(self.site / "index.html")
        self.assertEqual(len(self.choose(sort="name")), len(NAMES))
        # The table of matches has no columns there, which would be too narrow for names.
        self.assertEqual(self.browser.run("(() => { const found = document.getElementById('found'); return found.scrollWidth - found.clientWidth; })()"), 0)
        self.assertGreater(self.browser.run("document.querySelector('#found td').clientWidth"), 300)
        self.assertEqual(self.browser.run("[...document.querySelectorAll('#found tr')].at(-1).querySelector('td + td').dataset.name"), "State")
        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 360)

    def test_no_other_script_runs(self):
        self.make_archive()
        index = self.site / "index.html"
        index.write_text(index.read_text(encoding="utf-8").replace("</body>", "<script>window.foreign = 1</script></body>"), encoding="utf-8")
        self.browser.open(index)
        self.assertIsNone(self.browser.run("window.foreign"))
        self.assertFalse(self.browser.run("document.getElementById('tools').hidden"))


if __name__ == "__main__":
    support.main()
