"""How pictures look, and how they become SVG.

Every picture has a white ground, text at a size that stays legible when the picture is shown at
80 % of a page's width, and colours that colour-blind readers can tell apart (M. Okabe and
K. Ito, *Color universal design*, 2008); what a colour says, a shape, a label or a place says too.

A picture's SVG depends on what it shows and on nothing else: no date, no random ids. Text stays
text, so it can be searched and read aloud.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, VERMILION = "#0072B2", "#E69F00", "#D55E00"
INK, GREY, PALE, GROUND = "#222222", "#B0B0B0", "#F1F1F1", "#FFFFFF"
# Of each outcome: the colour, the ink on it where it is not the usual one, and its name.
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
    "legend.frameon": False,
    "path.simplify": False,
}
_TAG = re.compile(r"<[^!?>][^>]*>")
_LONG_NUMBER = re.compile(r"(?<=\.)([0-9]{2})[0-9]+")


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
            drawn.savefig(file, format="svg", metadata=nothing)
            drawn = file.getvalue()
    text = _TAG.sub(lambda tag: _LONG_NUMBER.sub(r"\1", tag[0]), drawn)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def axes(
    width: float, height: float, *, margins: tuple[float, float, float, float]
) -> tuple[Figure, Axes]:
    """Return a new figure, and axes that fill it but for margins: left, bottom, right, top."""
    from matplotlib.figure import Figure  # outside matplotlib's global state

    left, bottom, right, top = margins
    across, down = (width - left - right) / width, (height - bottom - top) / height
    figure = Figure(figsize=(width, height))
    return figure, figure.add_axes((left / width, bottom / height, across, down))
