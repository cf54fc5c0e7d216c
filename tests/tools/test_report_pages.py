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
