#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""make_pages.py --version V [--gir GIR --gi-docgen PROGRAM] OUTPUT: the documentation as HTML, with a search over all pages.

The chapters are README.md, docs/*.md and others of this source, the pages of elements come from the plugin that
GStreamer finds, and the reference of the library from the GIR.
"""
import argparse
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from string import Template
from xml.etree import ElementTree

import markdown
from element_pages import element_pages

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
CORE = "{http://www.gtk.org/introspection/core/1.0}"
C_NAME = "{http://www.gtk.org/introspection/c/1.0}"
GROUPS = {
    "Start": ("README.md", "docs/building.md", "docs/recipes.md", "docs/from-other-tools.md"),
    "Elements": ("docs/element.md", "docs/scopes.md", "docs/colours.md", "docs/light.md", "docs/sums.md", "docs/formats.md",
                 "element-videohistogram.md", "element-videoscope.md", "element-videoscopeoverlay.md"),
    "Archives": ("docs/archive.md", "docs/qc.md", "docs/faults.md"),
    "Programs": ("docs/library.md", "reference/index.html"),
    "Project": ("docs/a-frame.md", "docs/architecture.md", "docs/performance.md", "docs/gst-plugins-bad.md",
                "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md", "NEWS.md"),
}
# A block of code, a link or picture, or code within a line; what comes first counts.
LINK = re.compile(r"^```.*?^```$|(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)|`[^`\n]+`", re.MULTILINE | re.DOTALL)
PAGES = {Path(name).name: "index.html" if name == "README.md" else Path(name).stem.lower() + ".html"
         for names in GROUPS.values() for name in names if name.endswith(".md")}


def make_slugs():
    """A function that makes the names by which links lead to the headings of a page, as forges do: -1 for the second of a name."""
    seen = {}

    def slug(text, _separator):
        name = re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")
        seen[name] = seen.get(name, -1) + 1
        return f"{name}-{seen[name]}" if seen[name] else name

    return slug


def convert_links(text, folder, files):
    """Links to pages lead to their HTML, pictures to copies. Other files of the source are named without a link."""

    def convert(match):
        mark, label, target = match.groups()
        if target is None:
            return match.group(0)
        name, _, heading = target.partition("#")
        if ":" in target or not name:
            return match.group(0)
        path = (folder / name).resolve()
        if mark:
            files.add(path)
            return f"![{label}]({path.relative_to(SOURCE).as_posix().replace('docs/', '')})"
        inside = path.relative_to(SOURCE).as_posix()
        if path.name in PAGES and path.parent in (SOURCE, SOURCE / "docs"):
            return f"[{label}]({PAGES[path.name]}{'#' + heading if heading else ''})"
        return label if inside in label else f"{label} ({inside})"

    return LINK.sub(convert, text)


class Sections(HTMLParser):
    """The text of each section of a page, for the search."""

    def __init__(self, page, title):
        super().__init__()
        self.found, self.page, self.title = [[page, title, title, ""]], page, title
        self._in_heading = False

    def handle_starttag(self, tag, attributes):
        if tag in ("h2", "h3", "h4"):
            self.found.append([f"{self.page}#{dict(attributes).get('id', '')}", self.title, "", ""])
            self._in_heading = True

    def handle_endtag(self, tag):
        if tag in ("h2", "h3", "h4"):
            self._in_heading = False

    def handle_data(self, data):
        self.found[-1][2 if self._in_heading else 3] += data + ("" if self._in_heading else " ")


def convert_page(text):
    """Body and table of contents."""
    converter = markdown.Markdown(extensions=["tables", "fenced_code", "toc", "sane_lists"], extension_configs={
        "toc": {"slugify": make_slugs(), "toc_depth": "2-3"}})
    # Lists of this source begin without an empty line before them.
    text = re.sub(r"(?m)^((?![-|>#\s]|\d+\. ).+)\n(?=- )", r"\1\n\n", text)
    body = converter.convert(text)
    body = body.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")
    body = re.sub(r'<(h[234]) id="([^"]*)">(.*?)</\1>', r'<\1 id="\2">\3<a class="here" href="#\2" aria-label="Link to this heading">#</a></\1>', body)
    return body, converter.toc


def chapter_list(titles, current):
    parts = []
    for group, names in GROUPS.items():
        rows = []
        for name in names:
            page = name if name.endswith(".html") else PAGES[Path(name).name]
            if page in titles:
                here = ' aria-current="page"' if page == current else ""
                rows.append(f'<li><a href="{page}"{here}>{html.escape(titles[page])}</a></li>')
        parts.append(f"<h2>{group}</h2>\n<ul>\n" + "\n".join(rows) + "\n</ul>")
    return "\n".join(parts)


def linked_gir(gir):
    """The GIR with links of gi-docgen in place of names in gtk-doc's form."""
    tree = ElementTree.parse(gir)
    links = {}
    namespace = tree.getroot().find(CORE + "namespace")
    for node in namespace:
        name = node.get("name")
        kinds = {"record": "struct", "enumeration": "enum", "bitfield": "flags", "callback": "callback"}
        kind = kinds.get(node.tag.removeprefix(CORE))
        if kind and node.get("{http://www.gtk.org/introspection/glib/1.0}error-domain"):
            kind = "error"
        if kind:
            links["#" + node.get(C_NAME + "type")] = f"[{kind}@{name}]"
        if node.tag == CORE + "function" and not node.get("moved-to"):
            links[node.get(C_NAME + "identifier") + "()"] = f"[func@{name}]"
        for tag, prefix in (("method", "method"), ("constructor", "ctor"), ("function", "func")):
            for child in node.findall(CORE + tag):
                links[child.get(C_NAME + "identifier") + "()"] = f"[{prefix}@{name}.{child.get('name')}]"
    for doc in tree.iter(CORE + "doc"):
        doc.text = re.sub(r"#Gst\w+(?!\w|\.)|\bgst_\w+\(\)", lambda m: links.get(m.group(0), m.group(0)), doc.text or "")
    return tree


def make_reference(options, output):
    """The pages of gi-docgen. Returns what the search finds in them: [link, title, heading, text]."""
    with tempfile.TemporaryDirectory() as folder:
        gir = Path(folder) / Path(options.gir).name
        for prefix, uri in (("", CORE), ("c", C_NAME), ("glib", "{http://www.gtk.org/introspection/glib/1.0}")):
            ElementTree.register_namespace(prefix, uri[1:-1])
        linked_gir(options.gir).write(gir, encoding="unicode", xml_declaration=True)
        config = Path(folder) / "reference.toml"
        config.write_text((HERE / "reference.toml").read_text(encoding="utf-8").replace(
            "[library]\n", f'[library]\nversion = "{options.version}"\n', 1), encoding="utf-8")
        subprocess.run([options.gi_docgen, "generate", "--quiet", "--config", config, "--output-dir", output,
                        "--no-namespace-dir", "--fatal-warnings", gir], check=True)
    found = []
    for symbol in json.loads((output / "index.json").read_text(encoding="utf-8"))["symbols"]:
        owner, name = symbol.get("type_name", ""), symbol.get("name", "")
        prefix = {"method": "method", "ctor": "ctor", "type_func": "type_func", "function": "func", "record": "struct",
                  "enum": "enum", "bitfield": "flags", "domain": "error", "callback": "callback",
                  "constant": "const", "function_macro": "func"}.get(symbol["type"])
        page = f"{prefix}.{owner + '.' if owner else ''}{name}.html"
        if prefix and (output / page).exists():
            heading = symbol.get("ident") or symbol.get("ctype") or name
            found.append([f"reference/{page}", "Reference", heading, re.sub(r"<[^>]*>", "", symbol.get("summary", ""))])
    return found


def make_pages(options):
    output = Path(options.output)
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    texts, files, index = {}, set(), []
    for name in (name for names in GROUPS.values() for name in names if (SOURCE / name).suffix == ".md" and (SOURCE / name).exists()):
        texts[PAGES[Path(name).name]] = convert_links((SOURCE / name).read_text(encoding="utf-8"), (SOURCE / name).parent, files)
    for name, text in element_pages().items():
        texts[PAGES[name]] = convert_links(text, SOURCE / "docs", files)
    titles = {page: re.search(r"(?m)^# (.*)$", text).group(1).replace("`", "") for page, text in texts.items()}
    if options.gi_docgen:
        index += make_reference(options, output / "reference")
        titles["reference/index.html"] = "Reference of the library"
    template = Template((HERE / "template.html").read_text(encoding="utf-8"))
    for page, text in texts.items():
        body, contents = convert_page(text)
        (output / page).write_text(template.substitute(
            title=html.escape(titles[page]), version=options.version, body=body, contents=contents,
            chapters=chapter_list(titles, page)), encoding="utf-8")
        sections = Sections(page, titles[page])
        sections.feed(re.sub(r'<a class="here".*?</a>', "", body))
        index = index + [[link, title, " ".join(heading.split()), " ".join(text.split())] for link, title, heading, text in sections.found]
    (output / "search-index.js").write_text("const searchIndex = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n",
                                            encoding="utf-8")
    for path in files:
        target = output / path.relative_to(SOURCE).as_posix().replace("docs/", "")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for name in ("style.css", "search.js"):
        shutil.copy(HERE / name, output)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--gir")
    parser.add_argument("--gi-docgen")
    parser.add_argument("output")
    make_pages(parser.parse_args())
    sys.exit(0)
