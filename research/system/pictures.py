"""How pictures look, and how they become SVG.

A picture has no ground of its own. It is at most 7.5 inches wide, which a page shows at full size,
so its text stays at 9 points or more. Its colours can be told apart by colour-blind readers
(M. Okabe and K. Ito, *Color universal design*, 2008); what a colour says, a shape, a label or a
place says too. For a reader who prefers dark pages, ink and greys change; other colours stay.

A picture's SVG depends on what it shows and on nothing else: no date, no random ids, no bitmap.
Text stays text, so it can be searched and read aloud.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable
    from matplotlib.figure import Figure

WIDEST = 7.5  # inches
BLUE, ORANGE, VERMILION = "#0072B2", "#E69F00", "#D55E00"
INK, GREY, PALE, GROUND = "#222222", "#B0B0B0", "#F1F1F1", "#FFFFFF"
ON_COLOUR = "#1A1A1A"  # ink on a pale colour, in light and dark alike
_PALER = {INK: "#E3E3E3", GREY: "#6E7681", PALE: "#2A303A"}
# Of each outcome: the colour, the ink on it where it is not dark, and its name.
FILL: Mapping[str, str] = {
    "L": "#8CC5E8", "R": VERMILION, "P": BLUE, "N": "#FBE3B0", "D": "#BDBDBD",
    "L/D": "#009E73", "D/L": "#F0E442", "R/D": ORANGE, "D/R": "#CC79A7",
}  # fmt: skip
INK_ON: Mapping[str, str] = {"P": GROUND, "R": GROUND}
NAMES: Mapping[str, str] = {
    "L": "Left wins", "R": "Right wins", "P": "P-position", "N": "N-position", "D": "draw",
    "L/D": "L/D", "D/L": "D/L", "R/D": "R/D", "D/R": "D/R",
}  # fmt: skip

_STYLE = {
    "svg.hashsalt": "grundwork",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 12,
    **dict.fromkeys(("axes.edgecolor", "axes.labelcolor", "text.color"), INK),
    **dict.fromkeys(("xtick.color", "ytick.color"), INK),
    "axes.spines.top": False,
    "axes.spines.right": False,
    **dict.fromkeys(("figure.facecolor", "axes.facecolor"), "none"),
    "legend.frameon": False,
    "path.simplify": False,
}
_RULES = "".join(
    f'[{what}="{light}" i], [style*="{what}: {light}" i] {{ {what}: {dark} !important }}\n'
    for light, dark in _PALER.items()
    for what in ("fill", "stroke")
)
_ALONE = ":root { color-scheme: light dark }"  # the ground of a file that is opened alone
_DARK = f"@media (prefers-color-scheme: dark) {{\n{_ALONE}\n{_RULES}}}\n"
_CSS = f"<style>\n[id^=cells] {{ shape-rendering: crispEdges }}\n{_DARK}</style>"
_TAG = re.compile(r"<[^!?>][^>]*>")
_LONG_NUMBER = re.compile(r"(?<=\.)([0-9]{2})[0-9]+")
_RECTANGLE = re.compile(r"M (\S+) (\S+) \nL (\S+) \2 \nL \3 (\S+) \nL \1 \4 \n(?:L \1 \2 \n)?z\n")


@contextmanager
def styled() -> Iterator[None]:
    """Draw in Grundwork's style within the context, whatever the user's own is."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def svg(draw: Callable[[], Figure | str]) -> str:
    """Draw a picture in Grundwork's style and return it as SVG, the same text every time.

    Parameters
    ----------
    draw
        Returns a matplotlib figure, or SVG.
    """
    with styled():
        drawn = draw()
        if not isinstance(drawn, str):
            file = io.StringIO()
            nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
            drawn.savefig(file, format="svg", metadata=nothing, bbox_inches="tight")
            drawn = finished(file.getvalue())
    text = _TAG.sub(lambda tag: _LONG_NUMBER.sub(r"\1", tag[0]), drawn)
    text = _RECTANGLE.sub(r"M\1 \2H\3V\4H\1z\n", text)  # there may be thousands
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def finished(svg_text: str) -> str:
    """Add the style that all pictures have in common to an SVG.

    A program that knows no ``@media`` (librsvg, LaTeX) shows the light picture.
    """
    end = svg_text.index(">", svg_text.index("<svg ")) + 1
    return f"{svg_text[:end]}\n{_CSS}{svg_text[end:]}"


def on_white(svg_text: str) -> str:
    """Return a picture for a page whose colours are not known, as a notebook's: light, on white."""
    return svg_text.replace(_DARK, "").replace("<svg ", '<svg style="background: white" ', 1)


def axes(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a new figure, and axes of this size in inches; what is written stands around them."""
    from matplotlib.figure import Figure  # outside matplotlib's global state

    figure = Figure(figsize=(width, height))
    return figure, figure.add_axes((0, 0, 1, 1))


def ordered(least: int, greatest: int) -> ScalarMappable:
    """Return a scale of colours for integers, dark to pale, visible on light and dark ground."""
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap, Normalize

    number = min(greatest - least + 1, 48)  # matplotlib draws a bar of 50 colours as a bitmap
    colours = [colormaps["viridis"](0.2 + 0.75 * n / max(1, number - 1)) for n in range(number)]
    return ScalarMappable(Normalize(least - 0.5, greatest + 0.5), ListedColormap(colours))


def colour_bar(ax: Axes, scale: ScalarMappable, label: str, **options: Any) -> None:
    """Draw the colours of a scale beside a picture, with some of their integers."""
    from matplotlib.ticker import MaxNLocator

    place = ax.inset_axes((1.02, 0, 0.03, 1))
    place.set_gid("cells-bar")
    integers = MaxNLocator(integer=True)
    ax.figure.colorbar(scale, cax=place, label=label, ticks=integers, **options)


def fill_cells(ax: Axes, cells: Mapping[tuple[int, int], Any]) -> None:
    """Fill the unit squares about (column, row) with colours of matplotlib: one path for each.

    Neighbours of one colour in a row are one rectangle.
    """
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

    paths: dict[Any, list[Path]] = {}
    square = Path.unit_rectangle()
    for (x, y), colour in sorted(cells.items()):
        if cells.get((x - 1, y)) != colour:
            last = next(end for end in count(x) if cells.get((end + 1, y)) != colour)
            place = Affine2D().scale(last - x + 1, 1).translate(x - 0.5, y - 0.5)
            paths.setdefault(colour, []).append(square.transformed(place))
    for number, (colour, found) in enumerate(paths.items()):
        path = Path.make_compound_path(*found)
        ax.add_patch(PathPatch(path, facecolor=colour, linewidth=0, gid=f"cells-{number}"))
