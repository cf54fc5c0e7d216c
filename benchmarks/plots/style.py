# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Style and helpers of all figures."""
import re
import sys
from dataclasses import dataclass

try:
    import matplotlib
except ImportError:
    sys.exit(f"{sys.executable} has no matplotlib (Debian: python3-matplotlib)")

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

TEXT, QUIET, GRID = "#222222", "#666666", "#e3e3e3"
OURS = "#d9480f"

plt.rcParams.update({
    "font.size": 10, "font.family": "DejaVu Sans", "text.color": TEXT, "axes.labelcolor": TEXT,
    "axes.edgecolor": "#999999", "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": GRID, "grid.linewidth": 0.8,
    "xtick.color": TEXT, "ytick.color": TEXT, "xtick.labelsize": 9.5, "ytick.labelsize": 9.5,
    "legend.frameon": False, "legend.fontsize": 9.5, "lines.solid_capstyle": "round",
    "svg.hashsalt": "videohistogram",  # equal figures give equal files
})


@dataclass(frozen=True)
class Look:
    label: str
    colour: str
    marker: str = "o"
    line: str = "-"
    width: float = 1.6


CONTENTS = ["random", "photo", "gradient", "values x32", "two-valued", "constant"]


def plain_number(value, _=None):
    return f"{value:g}" if value < 1000 else f"{value:,.0f}".replace(",", "\u202f")


def in_order(names, order):
    """The names sorted by `order`; names that are not in it come last."""
    return sorted(set(names), key=lambda name: (order.index(name) if name in order else len(order),
                                                name))


def plain_log(axis, subs=(1,)):
    axis.set_major_locator(LogLocator(subs=subs))
    axis.set_major_formatter(FuncFormatter(plain_number))
    axis.set_minor_locator(NullLocator())
    axis.set_minor_formatter(NullFormatter())


def spread(values, gap):
    """Positions in the order of `values` and as close to them as a distance of `gap` allows."""
    groups = []  # [sum of the first positions that members ask for, number of members]
    for i, value in enumerate(sorted(values)):
        groups.append([value - i * gap, 1])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] > groups[-1][0] / groups[-1][1]:
            total, members = groups.pop()
            groups[-1][0] += total
            groups[-1][1] += members
    bases = [total / members for total, members in groups for _ in range(members)]
    placed = [base + i * gap for i, base in enumerate(bases)]
    order = sorted(range(len(values)), key=lambda i: values[i])
    result = [0.0] * len(values)
    for i, place in zip(order, placed):
        result[i] = place
    return result


def label_ends(axes, ends, gap):
    """Labels lines at their right ends instead of in a legend. `ends`: (x, y, Look). The y axis is
    logarithmic. `gap`: minimum distance of labels as a share of the axis height."""
    to_axes = axes.transData + axes.transAxes.inverted()
    points = [to_axes.transform((x, y)) for x, y, _ in ends]
    for (x, y, look), (_, wanted), place in zip(
            ends, points, spread([point[1] for point in points], gap)):
        axes.annotate(look.label, (x, y), xytext=(1.035, place), textcoords=axes.transAxes,
                      va="center", fontsize=9.5, color=OURS if look.colour == OURS else TEXT,
                      fontweight="bold" if look.colour == OURS else "normal",
                      annotation_clip=False,
                      arrowprops={"arrowstyle": "-", "color": look.colour, "lw": 0.7, "shrinkA": 0,
                                  "shrinkB": 4, "relpos": (0, 0.5)})


def head(figure, title, subtitle):
    """Draws the title and, below it, the machine; positions in inches are equal in all figures."""
    height = figure.get_figheight()
    figure.text(0.012, 1 - 0.12 / height, title, fontsize=12, fontweight="bold", va="top")
    figure.text(0.012, 1 - 0.38 / height, subtitle, fontsize=9.5, color=QUIET, va="top")


def machine(result):
    name = result["device" if result["benchmark"] == "kernels" else "machine"]
    return re.sub(r"\((R|TM)\)", "", name).replace("  ", " ")


def target(result):
    """The CPU targets that bench_cpu was given; empty: the backend chose."""
    targets = {cell["target"] for cell in result.get("cells", []) if "target" in cell}
    return "-".join(sorted(targets - {"auto"}))


def provenance(result):
    return f"{result['date'][:10]}, {result['commit']}"
