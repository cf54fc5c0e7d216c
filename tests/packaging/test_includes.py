#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The folders that each folder may include, and the names in docs/architecture.md. Includes point down: plugin, then
the backends, then the core. Tools stand on the public library, the table of formats and the rules of flashes, and their folders on each other in the order
of TOOLS. In tools only the folders of GSTREAMER and the worker know GStreamer, because the supervisor must not."""
import re
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)
SUFFIXES = {".h", ".c", ".cpp", ".cu", ".cuh"}

GLIB = r"(gst/|glib)"
CUDA = r"(cuda(_runtime|_runtime_api)?\.h|gst/cuda/|cuda/(?!cuda_backend\.h)|cub/|device_launch_parameters\.h)"
LIBRARY = "plugin/lib/"
BELOW_LIBRARY = r"core/(?!format\.h|pse/|range_errors\.h)|cpu/|cuda|plugin/|gst/videohistogram/.*-(private|internal)\.h"
DRAWING = "plugin/scope/draw/"
# Per folder, the includes that are not allowed there.
FORBIDDEN = {
    "core": rf"({GLIB}|cuda|cpu/|plugin/)",
    "cpu": rf"({GLIB}|cuda|plugin/)",
    "cuda": rf"({GLIB}|cpu/|plugin/)",
    "cuda/module/": rf"({GLIB}|cpu/|plugin/|cuda/(?!cuda_backend\.h|module/)|cuda(_runtime|_runtime_api)?\.h)",
    LIBRARY: r"(core/(?!light_curves\.h)|cpu/|cuda|plugin/)",
    DRAWING: rf"({GLIB}|cuda|cpu/|plugin/(?!scope/draw/))",
    DRAWING + "kernels/": rf"({GLIB}|cuda|cpu/|cairo|pango|plugin/(?!scope/draw/kernels/))",
    DRAWING + "paint/": rf"({GLIB}|cuda|cpu/|cairo|pango|plugin/(?!scope/draw/(kernels/|paint/|tables\.h)))",
    "plugin": rf"({CUDA}|cpu/(?!cpu_backend\.h))",
    "tools": rf"(gst/|{BELOW_LIBRARY}|tools/(analysis|decode|read)/)",
}
# The folders of tools, from the lowest to the highest, and the lower ones that each may include.
TOOLS = {
    "text": (),
    "base": (),
    "record": ("text",),
    "message": ("record",),
    "input": ("base", "record", "text"),
    "qc": (),
    "detect": ("qc", "record", "text"),
    "read": ("record", "text"),
    "decode": ("input", "read", "record"),
    "analysis": ("decode", "detect", "input", "qc", "read", "record", "text"),
    "scope": ("base", "decode", "read", "text"),
    "policy": ("base", "record", "text"),
    "store": ("base", "input", "message", "qc", "record", "text"),
    "process": ("base", "message", "record", "text"),
    "thumbnail": ("decode", "message", "process", "read"),
    "report": ("base", "process", "record", "store", "text", "thumbnail"),
    "command": ("base", "detect", "input", "policy", "process", "read", "record", "report", "scope", "store", "text"),
}
GSTREAMER = ("analysis", "decode", "read", "scope", "thumbnail")
# Of three folders that know GStreamer, others may include these headers, which do not.
WITHOUT_GSTREAMER = r"tools/read/(?!(colour_names|decoder_version)\.h)|tools/scope/(?!scope_image\.h)|tools/thumbnail/(?!thumbnailer\.h)"
for name, lower in TOOLS.items():
    above = rf"{BELOW_LIBRARY}|tools/(?!({'|'.join((name, *lower))})/)"
    FORBIDDEN[f"tools/{name}"] = above if name in GSTREAMER else rf"(gst/|{above}|{WITHOUT_GSTREAMER})"
# The only file that leads from processes to the analysis.
EXCEPTIONS = {"tools/process/worker.cpp"}


def includes_of(text):
    return INCLUDE.findall(text)


def folder_of(path):
    """The longest name in FORBIDDEN that the path begins with; None if there is none."""
    name = path.as_posix()
    return max((f for f in FORBIDDEN if name.startswith(f.rstrip("/") + "/")), key=len, default=None)


def upward(path, text):
    """Includes of this file that are not allowed."""
    folder = folder_of(path)
    if folder is None or path.as_posix() in EXCEPTIONS:
        return []
    return [name for name in includes_of(text) if re.match(FORBIDDEN[folder], name)]


def sources():
    for folder in ("core", "cpu", "cuda", "plugin", "tools"):
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path.relative_to(SOURCE), path.read_text(encoding="utf-8")


class Includes(unittest.TestCase):
    def test_no_file_includes_upward(self):
        seen = set()
        for path, text in sources():
            seen.add(folder_of(path))
            self.assertEqual(upward(path, text), [], path)
        self.assertEqual(seen, set(FORBIDDEN))

    def test_folders_of_tools_include_lower_ones_alone_and_all_that_are_listed(self):
        for place, (folder, lower) in enumerate(TOOLS.items()):
            self.assertLessEqual(set(lower), set(list(TOOLS)[:place]), folder)
        used = {folder: set() for folder in TOOLS}
        for path, text in sources():
            if path.parts[0] == "tools" and len(path.parts) > 2 and path.as_posix() not in EXCEPTIONS:
                folder = path.parts[1]
                used[folder] |= {name.split("/")[1] for name in includes_of(text) if name.startswith("tools/")} - {folder}
        self.assertEqual(used, {folder: set(lower) for folder, lower in TOOLS.items()})

    def test_only_the_reader_of_the_command_includes_ffmpegs_libraries(self):
        found = {path.parent.as_posix() for path, text in sources() if any(name.startswith(("libav", "libsw")) for name in includes_of(text))}
        self.assertEqual(found, {"tools/read", "tools/read/gpu"})

    def test_core_has_no_word_of_cuda(self):
        for path, text in sources():
            if path.parts[0] == "core":
                self.assertNotIn("cuda", text.lower(), path)

    def test_an_include_that_points_up_is_found(self):
        for path, name in (("core/frame.h", "glib.h"), ("core/frame.h", "cuda/slot.h"),
                           ("core/frame.h", "cuda_runtime_api.h"),
                           ("cpu/kernels/plane/count.cpp", "cuda/cuda_backend.h"),
                           ("cpu/kernels/plane/count.cpp", "gst/gst.h"), ("cuda/slot.h", "plugin/settings/settings.h"),
                           ("cuda/slot.h", "cpu/kernels/plane/count.h"), ("plugin/element/analyzer.h", "cuda/slot.h"),
                           ("plugin/element/analyzer.h", "cuda.h"), ("plugin/cuda/cuda_memory.cpp", "gst/cuda/gstcudamemory.h"), ("plugin/element/analyzer.h", "cpu/kernels/plane/count.h"),
                           ("plugin/lib/gst/videohistogram/wide.h", "core/frame.h"),
                           ("tools/store/results.h", "gst/gst.h"), ("tools/analysis/video.cpp", "core/frame.h"),
                           ("tools/analysis/video.cpp", "gst/videohistogram/gstvideohistogram-private.h"),
                           ("tools/process/supervisor.cpp", "tools/analysis/video.h"),
                           ("tools/process/supervisor.cpp", "tools/decode/decoder.h"),
                           ("tools/decode/decoder.cpp", "tools/analysis/video.h"),
                           ("tools/record/frame.h", "tools/store/results.h"),
                           ("tools/store/results.h", "tools/process/channel.h"),
                           ("tools/input/inputs.h", "tools/command/arguments.h"),
                           ("tools/report/page.h", "tools/thumbnail/frame_grabber.h"),
                           ("plugin/scope/draw/painter.h", "plugin/scope/scope.h"),
                           ("plugin/scope/draw/paint/trace.h", "plugin/scope/draw/panels/panel.h"),
                           ("plugin/scope/draw/painter.h", "gst/gst.h")):
            with self.subTest(path=path, name=name):
                self.assertEqual(upward(Path(path), f'#include "{name}"\n'), [name])

    def test_an_include_that_points_down_is_none(self):
        for path, name in (("cuda/slot.h", "core/frame.h"), ("cuda/slot.h", "cuda_runtime_api.h"),
                           ("plugin/counting/backends.h", "cuda/cuda_backend.h"),
                           ("plugin/counting/backends.cpp", "cpu/cpu_backend.h"),
                           ("plugin/element/analyzer.h", "gst/gst.h"), ("cpu/kernels/plane/count.cpp", "immintrin.h"),
                           ("tools/analysis/video.h", "gst/videohistogram/videohistogram.h"),
                           ("tools/store/results.h", "tools/record/video.h")):
            with self.subTest(path=path, name=name):
                self.assertEqual(upward(Path(path), f"#include <{name}>\n"), [])


class Architecture(unittest.TestCase):
    def test_the_table_of_folders_names_all_of_them_and_no_others(self):
        page = (SOURCE / "docs/architecture.md").read_text(encoding="utf-8")
        table = page.split("## Folders\n")[1].split("\n## ")[0]
        rows = {}  # folder to the cell that describes it
        for cells in re.findall(r"^\| (\[.*?) \| (.*?) \|", table, re.MULTILINE):
            for shown, target in re.findall(r"\[([\w/]+)/\]\(\.\./([\w/]+)\)", cells[0]):
                self.assertEqual(shown, target)
                self.assertNotIn(shown, rows)
                rows[shown] = cells[1]
        folders = {path.parent.as_posix() for path, _ in sources()}
        for folder in folders - set(rows):
            parent = max((row for row in rows if folder.startswith(row + "/")), key=len)
            self.assertIn(f"`{folder[len(parent) + 1:]}`", rows[parent], folder)
        for folder, lower in TOOLS.items():
            cell = re.search(rf"^\| \[tools/{folder}/\].*\| (.*?) \|$", table, re.MULTILINE)[1]
            self.assertEqual(tuple(re.findall(r"`tools/(\w+)/`", cell)), lower, folder)
        for folder in rows:
            self.assertTrue(any(f"{name}/".startswith(folder + "/") for name in folders), folder)

    def test_types_on_the_way_of_a_frame_are_in_the_files_named(self):
        page = (SOURCE / "docs/architecture.md").read_text(encoding="utf-8")
        way = page.split("## The way of a frame\n")[1].split("\n## ")[0]
        self.assert_types_are_in_files(way, (6, 7))

    def test_types_on_the_way_through_a_scope_are_in_the_files_named(self):
        page = (SOURCE / "docs/architecture.md").read_text(encoding="utf-8")
        way = page.split("## The way of a frame through a scope")[1].split("\n## ")[0]
        self.assert_types_are_in_files(way, (7,))

    def test_types_on_the_way_of_scopes_on_a_gpu_are_in_the_files_named(self):
        page = (SOURCE / "docs/architecture.md").read_text(encoding="utf-8")
        way = page.split("## The way of scopes over a frame in a GPU's memory\n")[1].split("\n## ")[0]
        self.assert_types_are_in_files(way, (5,))

    def assert_types_are_in_files(self, section, numbers):
        rows = re.findall(r"^\| `(\w+)` \| ([\w/.]+) \|", section, re.MULTILINE)
        self.assertIn(len(rows), numbers)
        for name, file in rows:
            text = (SOURCE / file).read_text(encoding="utf-8")
            self.assertRegex(text, rf"\b{name}(::|,)|class {name}\b", file)


if __name__ == "__main__":
    unittest.main(verbosity=2)
