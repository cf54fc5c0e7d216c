# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figures of the results of bench_kernels: counting frames in device memory."""
import matplotlib.pyplot as plt
from matplotlib.patheffects import withStroke
from matplotlib.ticker import NullLocator

from plots.style import (CONTENTS, OURS, Look, head, in_order, label_ends, machine, plain_log,
                         provenance)

KERNELS = {
    "read": Look("reading alone", "#222222", "", "--", 1.4),
    "read, early": Look("reading alone, early", "#777777", "", "-.", 1.2),
    "ours": Look("ours", OURS, "o", "-", 2.6),
    "CUB": Look("CUB", "#6f8fab", "s"),
    "NPP": Look("NPP", "#8aa37f", "D"),
    "warp tables": Look("table per warp", "#a78fa3", "^", "-", 1.3),
    "shared + global": Look("shared table per block", "#b3a595", "v", "-", 1.3),
    "byte counters": Look("byte counters, 64 bins", "#bda66f", "<", ":", 1.3),
    "block partials": Look("block partials", "#9a9a9a", "P", "-", 1.3),
    "global table": Look("one global table", "#b0b0b0", "X", "-", 1.3),
}
FLOORS = {"read": "#c9c9c9", "read, early": "#a3a3a3"}  # as bars
SIZES = ["720p", "1080p", "4K", "8K"]


def kernel_cells(result, **wanted):
    """{counter: measured plain RGBA cells that match `wanted`}. Reading does not depend on bins."""
    cells = {}
    for cell in result["cells"]:
        if ("not_measured" not in cell and cell["format"] == "RGBA" and cell["alpha"] == "opaque"
                and cell["stride"] == 4 * cell["width"] and not cell["base_offset"]
                and not cell["regions"] and cell["size"] in SIZES and cell["stream_us"]
                and cell["width"] % 2 == 0  # a 4K cell has an odd width
                and cell["bins"] == (64 if cell["counter"] == "byte counters" else 256)
                and all(cell[key] == value for key, value in wanted.items())):
            cells.setdefault(cell["counter"], []).append(cell)
    return {name: cells[name] for name in in_order(cells, list(KERNELS))}


def look_of(counter):
    return KERNELS.get(counter, Look(counter, "#777777", "*"))


def kernel_subtitle(result):
    npp = f", NPP {result['npp']}" if result["npp"] else ""
    return (f"{machine(result)} · RGBA with opaque alpha, 256 bins · back to back in a stream · "
            f"CUB {result['cub']}{npp} · {provenance(result)}")


def draw_by_size(result):
    contents = [c for c in ("random", "photo") if kernel_cells(result, content=c)]
    figure, all_axes = plt.subplots(1, len(contents), figsize=(5.8 * len(contents), 5.0),
                                    sharey=True, squeeze=False)
    figure.subplots_adjust(left=0.07, right=0.845, top=0.83, bottom=0.13, wspace=0.58)
    panels = []
    for axes, content in zip(all_axes[0], contents):
        axes.set(xscale="log", yscale="log", xlabel="frame, MB")
        axes.set_title(content, loc="left", fontsize=10.5)
        plain_log(axes.yaxis)
        axes.yaxis.set_tick_params(labelleft=True)
        ends, ticks = [], {}
        for counter, cells in kernel_cells(result, content=content).items():
            look = look_of(counter)
            cells.sort(key=lambda cell: cell["bytes"])
            x, y = [c["bytes"] / 1e6 for c in cells], [c["stream_us"] for c in cells]
            ticks.update({cell["bytes"] / 1e6: cell["size"] for cell in cells})
            axes.plot(x, y, look.line, color=look.colour, marker=look.marker, markersize=5,
                      linewidth=look.width, zorder=5 if counter in ("ours", "read") else 3)
            ends.append((x[-1], y[-1], look))
        axes.set_xticks(list(ticks), [f"{size}\n{mb:.1f}" for mb, size in ticks.items()])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlim(min(ticks) / 1.2, max(ticks) * 1.12)
        panels.append((axes, ends))
    for axes, ends in panels:  # now that the limits of the y axis, which they share, are known
        label_ends(axes, ends, 0.052)
    all_axes[0][0].set_ylabel("µs per frame")
    head(figure, "Counting a frame in device memory", kernel_subtitle(result))
    return figure


def draw_by_content(result):
    sizes = [s for s in ("8K", "1080p") if kernel_cells(result, size=s)]
    drawn = ["read", "read, early", "ours", "CUB", "NPP", "warp tables", "shared + global"]
    figure, all_axes = plt.subplots(len(sizes), 1, figsize=(9.6, 0.9 + 2.75 * len(sizes)),
                                    squeeze=False)
    figure.subplots_adjust(left=0.075, right=0.985, top=1 - 1.12 / figure.get_figheight(),
                           bottom=0.055, hspace=0.27)
    for axes, size in zip(all_axes[:, 0], sizes):
        by_counter = {name: {cell["content"]: cell["stream_us"] for cell in cells}
                      for name, cells in kernel_cells(result, size=size).items() if name in drawn}
        contents = in_order({c for cells in by_counter.values() for c in cells}, CONTENTS)
        width = 0.84 / len(by_counter)
        for i, (name, cells) in enumerate(by_counter.items()):
            look = look_of(name)
            places = [c for c, content in enumerate(contents) if content in cells]
            heights = [cells[contents[c]] for c in places]
            bars = axes.bar([c + (i - (len(by_counter) - 1) / 2) * width for c in places], heights,
                            0.9 * width, label=look.label,
                            color=FLOORS.get(name, look.colour))
            if name == "ours":
                axes.bar_label(bars, [f"{height:.1f}" for height in heights], padding=2, fontsize=9,
                               color=OURS, fontweight="bold",
                               path_effects=[withStroke(linewidth=2.5, foreground="white")])
        axes.set_xticks(range(len(contents)), contents)
        axes.tick_params(axis="x", length=0)
        axes.grid(axis="x", visible=False)
        axes.set_ylabel("µs per frame")
        axes.set_title(size, loc="left", fontsize=10.5)
    handles, labels = all_axes[0][0].get_legend_handles_labels()
    height = figure.get_figheight()
    figure.legend(handles, labels, loc="upper left", bbox_to_anchor=(0.004, 1 - 0.58 / height),
                  ncol=len(labels), handlelength=1.1, columnspacing=1.5, borderaxespad=0)
    head(figure, "Counting a frame in device memory, by what is in it", kernel_subtitle(result))
    return figure
