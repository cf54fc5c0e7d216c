# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figures of the results of bench_experiment and compare_octave: from system memory to counts."""
from dataclasses import dataclass, field

import matplotlib.pyplot as plt
from matplotlib.lines import Line2D

from plots.style import OURS, Look, head, machine, plain_log, provenance

MEMORIES = {"pageable": "ordinary memory", "pinned": "pinned memory"}
QUICKER = 1.05  # a speed-up that counts as faster
GPU_COLOURS = {1: OURS, 2: "#1971c2", 4: "#2f9e44"}
SPLITS = {"": ("o", "-", 3.0), "rows": ("o", "-", 2.2), "frames": ("D", "--", 1.0),
          "channels": ("X", ":", 1.4)}
LIBRARIES = {"CUB": Look("CUB behind a copy", "#6f8fab", "s", "-", 1.2),
             "NPP": Look("NPP behind a copy", "#8aa37f", "D", "-", 1.2)}


@dataclass
class Series:
    """One way to count on one machine. Times are medians, in ms."""
    where: str
    look: Look
    counter: str
    gpus: int = 0
    split: str = ""
    times: dict = field(default_factory=dict)  # memory: {(width, height): ms}


def describe(result):
    """The name of the machine with its GPUs, CPU and cores."""
    names = result.get("devices") or []
    gpus = " + ".join(f"{names.count(name)} x {name}" for name in dict.fromkeys(names))
    return f"{gpus + ', ' if gpus else ''}{machine(result)}, {result['cores']} cores"


def look_of(point, has_gpus):
    counter, threads, gpus = point["counter"], point.get("threads"), point.get("gpus")
    if counter == "cpu":  # several machines have CPU results; lines tell them apart
        line = "-" if has_gpus else "--"
        return (Look("1 thread", "#c9a227", "^", line) if threads == 1 else
                Look(f"{threads} threads", "#866118", "v", line))
    if counter == "cuda":
        split = point.get("split", "")
        marker, line, width = SPLITS[split]
        return Look(f"{gpus} GPU{'s, ' + split if split else ''}",
                    GPU_COLOURS.get(gpus, "#7048e8"), marker, line, width)
    return LIBRARIES[counter]


def series_of(results):
    """The series of all machines, in the order of measurement."""
    found = {}
    for result in results:
        where = describe(result)
        for point in result["points"]:
            if result["benchmark"] == "octave":
                if (point["counter"], point["content"], point["format"], point["bins"]) != (
                        "octave", "photo", "RGBA", 256) or "median_us" not in point:
                    continue
                look = Look(f"Octave {result['octave']}", "#5c7a99", "s")
            else:
                look = look_of(point, bool(result["devices"]))
            series = found.setdefault((where, look.label), Series(
                where, look, point["counter"], point.get("gpus") or 0, point.get("split", "")))
            series.times.setdefault(point.get("memory", "pageable"), {})[
                point["width"], point["height"]] = point["median_us"] / 1e3
    return list(found.values())


def megapixels(size):
    return size[0] * size[1] / 1e6


def draw(results):
    all_series = series_of(results)
    memories = [m for m in MEMORIES if any(m in series.times for series in all_series)]
    legend_width = 3.4
    width, height = 4.6 * len(memories) + legend_width, 6.2
    figure, all_axes = plt.subplots(1, len(memories), figsize=(width, height), sharey=True,
                                    squeeze=False)
    figure.subplots_adjust(left=0.8 / width, right=1 - legend_width / width, top=1 - 1.0 / height,
                           bottom=0.55 / height, wspace=0.08)
    for axes, memory in zip(all_axes[0], memories):
        axes.set(xscale="log", yscale="log", xlabel="image, megapixels")
        axes.set_title(f"From {MEMORIES[memory]}", loc="left", fontsize=10.5)
        for series in all_series:
            points = sorted((megapixels(size), ms)
                            for size, ms in series.times.get(memory, {}).items())
            if points:
                look = series.look
                axes.plot(*zip(*points), look.line, color=look.colour, marker=look.marker,
                          markersize=4.5, linewidth=look.width, label=look.label)
        plain_log(axes.xaxis)
        plain_log(axes.yaxis)
    all_axes[0][0].set_ylabel("ms, from system memory to counts (median)")

    handles = []
    for where in dict.fromkeys(series.where for series in all_series):
        handles.append(Line2D([], [], linestyle="", label=where.replace(", ", "\n", 1)))
        handles += [Line2D([], [], color=s.look.colour, marker=s.look.marker, markersize=4.5,
                           linestyle=s.look.line, linewidth=s.look.width, label=s.look.label)
                    for s in all_series if s.where == where]
    legend = figure.legend(handles=handles, loc="upper left", labelspacing=0.55, handlelength=2.8,
                           borderaxespad=0,
                           bbox_to_anchor=(1 - (legend_width - 0.1) / width, 1 - 0.7 / height))
    for handle, text in zip(handles, legend.get_texts()):
        if handle.get_linestyle() == "None":
            text.set_fontweight("bold")
            text.set_position((-2.8 * text.get_fontsize(), 0))
    head(figure, "Counting an image", "RGBA, a photo, 256 bins, one image at a time · " + " · ".join(
        dict.fromkeys(f"{provenance(result)}" for result in results)))
    return figure


def pays_from(series, other, memory):
    """The size from which on `series` is always faster by more than the noise; None: no size."""
    sizes = sorted(set(series.times.get(memory, {})) & set(other.times.get(memory, {})),
                   key=megapixels, reverse=True)
    first = None
    for size in sizes:
        if series.times[memory][size] * QUICKER > other.times[memory][size]:
            break
        first = size
    return first


def payments(all_series, memory):
    """Markdown lines that say from which size on each number of GPUs is faster."""
    lines = []
    for series in all_series:
        if series.counter != "cuda":
            continue
        of_machine = [s for s in all_series if s.where == series.where]
        fewer = [s for s in of_machine if s.counter == "cuda" and s.gpus < series.gpus
                 and s.split in ("", "rows")]
        others = fewer[-1:] if fewer else [s for s in of_machine if s.counter != "cuda"]
        for other in others:
            size = pays_from(series, other, memory)
            lines.append(f"- {series.look.label}, against {other.look.label}: " + (
                f"from {megapixels(size):.1f} megapixels on" if size else "at no size"))
    return lines


def tables(results):
    """All drawn points as Markdown tables."""
    all_series = series_of(results)
    text = ["Milliseconds from system memory to the counts, medians: RGBA, a photo, 256 bins, one "
            "image at a time.", ""]
    for memory, name in MEMORIES.items():
        columns = [s for s in all_series if memory in s.times]
        if not columns:
            continue
        machines = list(dict.fromkeys(s.where for s in columns))
        sizes = sorted({size for s in columns for size in s.times[memory]}, key=megapixels)
        text += [f"From {name}:", "", *(f"{i + 1}. {where}" for i, where in enumerate(machines)),
                 "", "| megapixels | " + " | ".join(
                     f"{s.look.label} ({machines.index(s.where) + 1})" for s in columns) + " |",
                 "|---|" + "---|" * len(columns)]
        for size in sizes:
            cells = (s.times[memory].get(size) for s in columns)
            text.append(f"| {megapixels(size):.1f} | " + " | ".join(
                "" if ms is None else f"{ms:.3f}" if ms < 10 else f"{ms:.1f}" for ms in cells)
                + " |")
        paying = payments(columns, memory)
        if paying:
            text += ["", f"At least {QUICKER} times as fast:", "", *paying]
        text.append("")
    return "\n".join(text)
