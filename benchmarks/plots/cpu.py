# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figures of the results of bench_cpu: counting frames with the CPU."""
import matplotlib.pyplot as plt

from plots.style import CONTENTS, OURS, Look, head, in_order, machine, plain_log, provenance, target

# Look, marker size, and offset from the middle of a row, so that markers do not hide each other.
CPU = {
    "ours": (Look("ours", OURS), 8, 0.24),
    "calchist": (Look("OpenCV calcHist", "#6f8fab", "s"), 6, 0),
    "plain": (Look("plain loop", "#8aa37f", "D"), 6, -0.24),
    "floor": (Look("reading alone", "#222222", "|"), 20, 0),
}


def draw_by_content(result, size="1080p"):
    formats = [f for f in ("RGBA", "GRAY8")
               if any(c["format"] == f and c["size"] == size for c in result["cells"])]
    most = max(len({c["content"] for c in result["cells"] if c["format"] == f}) for f in formats)
    figure, all_axes = plt.subplots(1, len(formats), figsize=(9.6, 2.0 + 0.66 * most), sharex=True,
                                    sharey=True, squeeze=False)
    height = figure.get_figheight()
    figure.subplots_adjust(left=0.1, right=0.985, top=1 - 1.4 / height, bottom=0.55 / height,
                           wspace=0.08)
    handles = {}
    for axes, pixel_format in zip(all_axes[0], formats):
        cells = {c["content"]: c for c in result["cells"]
                 if c["format"] == pixel_format and c["size"] == size}
        contents = in_order(cells, CONTENTS)[::-1]
        axes.set(xscale="log", xlabel="GB/s")
        axes.set_title(pixel_format, loc="left", fontsize=10.5)
        axes.set_yticks(range(len(contents)), contents)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(-0.6, len(contents) - 0.4)
        for row, content in enumerate(contents):
            for name, (look, size_of_marker, shift) in CPU.items():
                # Rings for all threads leave a dot of the same value visible.
                for key, threads, face, larger in (
                        (f"{name}_gbs", "1 thread", look.colour, 0),
                        (f"{name}_all_threads_gbs", "all threads", "none", 5)):
                    if cells[content].get(key):
                        handles[f"{look.label}, {threads}"], = axes.plot(
                            cells[content][key], row + shift, linestyle="", marker=look.marker,
                            color=look.colour, markersize=size_of_marker + larger,
                            markerfacecolor=face,
                            markeredgewidth=1.6 if larger or look.marker == "|" else 0,
                            zorder=5 if name == "ours" else 3)
        plain_log(axes.xaxis, subs=(1, 2, 5))
    figure.legend(handles.values(), handles, loc="upper left", ncol=-(-len(handles) // 2),
                  bbox_to_anchor=(0.004, 1 - 0.6 / height), borderaxespad=0, handlelength=1.0)
    head(figure, f"Counting a {size} frame on the CPU, by what is in it",
         f"{machine(result)}, {target(result) or 'best'} instructions, {result['cores']} cores · "
         f"256 bins · OpenCV {result['opencv']} · "
         f"{provenance(result)}")
    return figure
