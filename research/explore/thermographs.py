"""Pictures of thermographs, as the literature draws them: Left to the left, temperature upwards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from oracles.values.thermography import thermograph
from oracles.values.value import Value
from research.system.pictures import BLUE, GREY, INK, VERMILION

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

_IN_A_ROW = 3
_SIDE = 2.4  # inches
_TITLE = 26  # characters


def draw_thermographs(values: Sequence[Value]) -> Figure:
    """Draw the thermographs of values beside each other, each with its stops, mean and temperature.

    The horizontal axis shows numbers, the greater the further to the left. The Left wall is solid
    and the Right wall dashed; above the temperature both are the mast.
    """
    from matplotlib.figure import Figure

    across = min(len(values), _IN_A_ROW)
    down = -(-len(values) // across)
    drawn = Figure(figsize=(_SIDE * max(across, 1.5), _SIDE * down), layout="constrained")
    for number, value in enumerate(values, 1):
        _draw(drawn.add_subplot(down, across, number), value)
    return drawn


def _draw(ax: Axes, value: Value) -> None:
    found = thermograph(value.form)
    top = max(found.temperature, Fraction(0)) + 1
    numbers = [x for wall in (found.left, found.right) for _, x in wall.points]
    margin = max((max(numbers) - min(numbers)) / 12, Fraction(1, 4))
    for wall, colour, line in ((found.left, BLUE, "-"), (found.right, VERMILION, "--")):
        times, places = zip(*wall.points, strict=True)
        ax.plot(list(map(float, places)), list(map(float, times)), line, color=colour, linewidth=2)
    mast = float(found.mean), float(found.temperature)
    end = mast[0], float(top) - 0.1
    ax.annotate("", end, mast, arrowprops={"arrowstyle": "->", "color": INK})
    ax.axhline(0, color=GREY, linewidth=0.8, zorder=0)
    ax.set_xlim(float(max(numbers) + margin), float(min(numbers) - margin))
    ax.set_ylim(-1, float(top))
    stops = [found.mean, found.left.at(0), found.right.at(0)]
    _label(ax.xaxis, stops, (max(numbers) - min(numbers) + 2 * margin) / 6)
    _label(ax.yaxis, [found.temperature, Fraction(0), Fraction(-1)], (top + 1) / 12)
    text = str(value)
    ax.set_title(text if len(text) <= _TITLE else f"{text[: _TITLE - 1]}…", fontsize=12)


def _label(axis: Axis, numbers: Sequence[Fraction], apart: Fraction) -> None:
    """Label numbers on an axis; those come first that are kept where two would stand too near."""
    kept: list[Fraction] = []
    for number in numbers:
        if all(abs(number - other) >= apart for other in kept):
            kept.append(number)
    axis.set_ticks([float(number) for number in kept], [str(number) for number in kept])
