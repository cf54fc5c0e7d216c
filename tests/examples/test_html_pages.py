# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The documentation as HTML: it can be made, links and pictures lead somewhere, the search finds, and pages fit their windows."""
import json
import os
import re
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from common import BUILD, SOURCE, run

sys.path.append(str(SOURCE / "tests" / "tools"))
from browser import Browser

sys.path.append(str(SOURCE / "docs" / "pages"))
try:
    from make_pages import GROUPS
except ImportError as error:
    print(f"SKIP: {error} (Debian: gi-docgen)")
    sys.exit(77)

GI_DOCGEN = os.environ.get("VIDEOHISTOGRAM_GI_DOCGEN", "")
ELEMENTS = ("videohistogram", "videoscope", "videoscopeoverlay")


class Page(HTMLParser):
    """What a page links to, and the places in it to which links lead."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.places |= {attributes.get(name) for name in ("id", "name")}
        self.links += [attributes[name] for name in ("href", "src") if attributes.get(name)]


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.output = Path(folder.name) / "pages"
        reference = ("--gir", BUILD / "plugin/lib/GstVideoHistogram-1.0.gir", "--gi-docgen", GI_DOCGEN) if GI_DOCGEN else ()
        done = run(sys.executable, SOURCE / "docs/pages/make_pages.py", "--version", "9.8.7", *reference, cls.output)
        assert done.returncode == 0, done.stdout + done.stderr
        cls.pages = {path: Page(path.read_text(encoding="utf-8")) for path in cls.output.rglob("*.html")}

    def test_every_chapter_of_docs_has_a_page(self):
        listed = {name for names in GROUPS.values() for name in names}
        self.assertEqual({f"docs/{path.name}" for path in (SOURCE / "docs").glob("*.md")} - listed, set())
        for name in listed - {"reference/index.html"}:
            page = self.output / ("index.html" if name == "README.md" else Path(name).stem.lower() + ".html")
            self.assertIn(page, self.pages, name)

    def test_links_and_pictures_lead_somewhere(self):
        checked = 0
        for path, page in self.pages.items():
            for link in page.links:
                target, _, place = unquote(link).partition("#")
                if re.match(r"[a-z]+:", target) or link.startswith("//"):
                    continue
                file = (path.parent / target.partition("?")[0]).resolve() if target else path
                self.assertTrue(file.exists(), f"{path.name}: {link}")
                if place and file.suffix == ".html":
                    self.assertIn(place, self.pages[file].places, f"{path.name}: {link}")
                checked += 1
        self.assertGreater(checked, 1000)

    def test_elements_have_all_their_properties(self):
        for element in ELEMENTS:
            printed = run("gst-inspect-1.0", element).stdout.partition("Element Properties:")[2]
            properties = set(re.findall(r"^  ([a-z-]+) +: ", printed, re.MULTILINE)) - {"name", "parent"}
            self.assertGreater(len(properties), 10)
            text = (self.output / f"element-{element}.html").read_text(encoding="utf-8")
            self.assertEqual(set(re.findall(r"<tr>\n<td><code>([a-z-]+)</code></td>", text)), properties)

    def test_the_index_of_the_search_has_every_page_and_function(self):
        text = (self.output / "search-index.js").read_text(encoding="utf-8")
        index = json.loads(text.removeprefix("const searchIndex = ").rstrip(";\n"))
        found = {link.partition("#")[0] for link, *_ in index}
        self.assertEqual({str(path.relative_to(self.output)) for path in self.pages} - found
                         - {str(path.relative_to(self.output)) for path in self.pages if path.parent != self.output}, set())
        for link, *_ in index:
            self.assertTrue((self.output / link.partition("#")[0]).exists(), link)
        if GI_DOCGEN:
            self.assertIn("gst_video_histogram_get_mean", {heading for _, _, heading, _ in index})

    @unittest.skipUnless(GI_DOCGEN, "no gi-docgen (Debian: gi-docgen)")
    def test_functions_are_linked_in_the_reference(self):
        text = (self.output / "reference/method.VideoHistogram.get_counts.html").read_text(encoding="utf-8")
        self.assertIn('href="method.VideoHistogram.wait.html"', text)


class InABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        Pages.setUpClass.__func__(cls)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def value(self, expression):
        return self.browser.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)["result"].get("value")

    def show(self, name, width=1400, height=900, scheme="light"):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.browser.call("Page.navigate", url=(self.output / name).as_uri())
        self.value("new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))")

    def test_no_page_is_wider_than_its_window(self):
        names = [path.name for path in self.pages if path.parent == self.output]
        for name in names:
            for width in (390, 1400):
                self.show(name, width)
                self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width, f"{name}, {width} pixels")

    def test_text_can_be_read_in_the_light_and_in_the_dark(self):
        for scheme in ("light", "dark"):
            self.show("element.html", scheme=scheme)
            text, paper = (
                [int(n) for n in re.findall(r"\d+", self.value(f"getComputedStyle(document.body).{name}"))[:3]]
                for name in ("color", "backgroundColor"))
            self.assertGreater(abs(luminance(text) - luminance(paper)), 0.6, scheme)
            self.assertEqual(luminance(paper) < 0.1, scheme == "dark")

    def test_the_search_finds_sections_and_functions(self):
        self.show("index.html")
        search = ("(query => { const box = document.getElementById('query'); box.value = query;"
                  " box.dispatchEvent(new Event('input'));"
                  " return [...document.querySelectorAll('#results a')].map(a => a.getAttribute('href')); })")
        self.assertIn("scopes.html#overload", self.value(search + "('overload scopes')"))
        self.assertEqual(self.value(search + "('zxqv')"), [])
        if GI_DOCGEN:
            self.assertIn("reference/method.VideoHistogram.get_mean.html",
                          self.value(search + "('gst_video_histogram_get_mean')")[0])

    def test_chapters_fold_on_a_phone(self):
        self.show("index.html", 390)
        self.assertFalse(self.value("document.getElementById('chapters').open"))
        self.show("index.html", 1400)
        self.assertTrue(self.value("document.getElementById('chapters').open"))


def luminance(colour):
    def linear(code):
        return code / 255 / 12.92 if code <= 10 else ((code / 255 + 0.055) / 1.055) ** 2.4

    return sum(weight * linear(code) for weight, code in zip((0.2126, 0.7152, 0.0722), colour))


if __name__ == "__main__":
    unittest.main(verbosity=2)
