"""The parts of a drawing in SVG: a frame on a white ground, texts, and arrows."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from research.system.layers import LETTER, Route
from research.system.pictures import GROUND, INK


def framed(
    parts: Iterable[str],
    name: str,
    width: float,
    height: float,
    *,
    margin: float,
    left: float = 0.0,
    alone: bool = True,
) -> str:
    """Set parts into a frame.

    Parameters
    ----------
    parts
        Elements of SVG, the upper left corner being 0, 0.
    name
        A title, also read by screen readers.
    width, height
        Of the parts.
    margin, left
        About them, and more to the left.
    alone
        Whether it stands alone, on a white ground; else on a page, where parts may be chosen.
    """
    wide, high = round(width + left + 2 * margin), round(height + 2 * margin)
    corner = f"{-margin - left:g}", f"{-margin:g}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(corner)} {wide} {high}" '
        f'width="{wide}" height="{high}" role="{"img" if alone else "group"}" '
        f'aria-label="{escape(name)}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
        f'font-size="12" fill="{INK}">'
    )
    ground = [
        f"<title>{escape(name)}</title>",
        f'<rect x="{corner[0]}" y="{corner[1]}" width="{wide}" height="{high}" fill="{GROUND}"/>',
    ]
    return "\n".join([head, *(ground if alone else []), *parts, "</svg>", ""])


def text(x: float, y: float, words: str, *, ink: str = INK, anchor: str = "middle") -> str:
    """Write a line, as wide as was reckoned with, whatever the font."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}" xml:space="preserve" '
        f'textLength="{LETTER * len(words):.1f}">{escape(words)}</text>'
    )


def arrow(route: Route, colour: str = INK, width: float = 1, dashes: str = "") -> str:
    """Draw the lines of an arrow, and its head."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    lines = "".join(
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'
        for line in route.lines
    )
    return f'{lines}<path class="head" d="{route.head}" fill="{colour}"/>'
