"""Small automata as SVG pictures, the same bytes for the same automaton.

States stand on a circle in their order, the start at the left with an arrow; accepting states have
a double ring. A rejecting sink and the arrows into it are left out. Letters are written as the
digits of the tracks in their order, as ``01`` for x = 0, y = 1.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin
from xml.sax.saxutils import escape

from research.logic.alphabet import digits_of_letter
from research.logic.automaton import Automaton
from research.logic.errors import AutomataError

LARGEST_DRAWN = 20
_RING = 18
_MOST_LETTERS = 6


def svg(automaton: Automaton, title: str = "") -> str:
    """Return the picture of an automaton with at most ``LARGEST_DRAWN`` states.

    Parameters
    ----------
    automaton
        The automaton.
    title
        A title for the picture, also read by screen readers.

    Raises
    ------
    AutomataError
        If it has more states than that.

    Examples
    --------
    >>> from research.logic.decide import evaluate
    >>> picture = svg(evaluate("Ek x = 2*k", "msd_2"), "even numbers")
    >>> picture.count("<circle"), picture == svg(evaluate("Ek x = 2*k", "msd_2"), "even numbers")
    (3, True)
    """
    if automaton.states > LARGEST_DRAWN:
        raise AutomataError(
            f"automaton: {automaton.states} states; at most {LARGEST_DRAWN} can be drawn"
        )
    shown = [state for state in range(automaton.states) if not _is_dead(automaton, state)]
    places = _places(shown)
    size = round(2 * (_radius(len(shown)) + 80))
    name = escape(title or ", ".join(automaton.tracks))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" '
        f'height="{size}" role="img" aria-label="{name}" font-family="sans-serif" font-size="11">',
        f"<title>{name}</title>",
    ]
    for source in shown:
        for target in shown:
            label = _label(automaton, source, target)
            if label:
                parts.append(_arrow(places, source, target, label, size / 2))
    if shown and shown[0] == 0:
        x, y = places[0]
        tip, tail = (x - _RING, y), (x - 48, y)
        parts.append(_line(f"M{tail[0]:.0f} {y:.0f}L{tip[0]:.0f} {y:.0f}", tip, tail))
    for state in shown:
        x, y = places[state]
        parts.append(_circle(x, y, _RING))
        if automaton.accepting[state]:
            parts.append(_circle(x, y, _RING - 4))
        parts.append(f'<text x="{x:.0f}" y="{y + 4:.0f}" text-anchor="middle">{state}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _is_dead(automaton: Automaton, state: int) -> bool:
    return not automaton.accepting[state] and bool((automaton.table[state] == state).all())


def _radius(count: int) -> float:
    return max(60.0, 26.0 * count)


def _places(shown: list[int]) -> dict[int, tuple[float, float]]:
    radius = _radius(len(shown))
    middle = radius + 80
    return {
        state: (
            middle + radius * cos(pi + 2 * pi * place / len(shown)),
            middle + radius * sin(pi + 2 * pi * place / len(shown)),
        )
        for place, state in enumerate(shown)
    }


def _label(automaton: Automaton, source: int, target: int) -> str:
    letters = [
        letter
        for letter in range(automaton.letters)
        if automaton.table[source, automaton.letter_class[letter]] == target
    ]
    words = [
        "".join(map(str, digits_of_letter(letter, automaton.digits, len(automaton.tracks))))
        for letter in letters[:_MOST_LETTERS]
    ]
    if not words:
        return ""
    more = f" +{len(letters) - _MOST_LETTERS}" if len(letters) > _MOST_LETTERS else ""
    return ", ".join(words) + more


def _line(path: str, tip: tuple[float, float], came_from: tuple[float, float]) -> str:
    """Return a line with an arrowhead at ``tip``, pointing away from ``came_from``."""
    angle = atan2(tip[1] - came_from[1], tip[0] - came_from[0])
    corners = [(tip[0] - 9 * cos(angle + t), tip[1] - 9 * sin(angle + t)) for t in (0.35, -0.35)]
    head = "M{:.0f} {:.0f}L{:.0f} {:.0f}L{:.0f} {:.0f}z".format(*tip, *corners[0], *corners[1])
    return f'<path d="{path}" fill="none" stroke="black"/><path d="{head}"/>'


def _circle(x: float, y: float, radius: int) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius}" fill="white" stroke="black"/>'


def _arrow(
    places: dict[int, tuple[float, float]], source: int, target: int, label: str, middle: float
) -> str:
    """Return an arrow that bends to its left, so that opposite arrows do not meet."""
    (x0, y0), (x1, y1) = places[source], places[target]
    if source == target:
        out = atan2(y0 - middle, x0 - middle)
        ends = [(x0 + _RING * cos(out + t), y0 + _RING * sin(out + t)) for t in (-0.5, 0.5)]
        bends = [(x0 + 62 * cos(out + t), y0 + 62 * sin(out + t)) for t in (-0.45, 0.45)]
        path = "M{:.0f} {:.0f}C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}".format(
            *ends[0], *bends[0], *bends[1], *ends[1]
        )
        at, tip, came_from = (x0 + 54 * cos(out), y0 + 54 * sin(out)), ends[1], bends[1]
    else:
        bend = 0.16
        came_from = ((x0 + x1) / 2 + bend * (y1 - y0), (y0 + y1) / 2 - bend * (x1 - x0))
        cx, cy = came_from
        leaving, arriving = atan2(cy - y0, cx - x0), atan2(cy - y1, cx - x1)
        tip = (x1 + _RING * cos(arriving), y1 + _RING * sin(arriving))
        path = (
            f"M{x0 + _RING * cos(leaving):.0f} {y0 + _RING * sin(leaving):.0f}"
            f"Q{cx:.0f} {cy:.0f} {tip[0]:.0f} {tip[1]:.0f}"
        )
        at = ((x0 + x1 + 2 * cx) / 4, (y0 + y1 + 2 * cy) / 4)
    return _line(path, tip, came_from) + _text(at, label)


def _text(at: tuple[float, float], label: str) -> str:
    """Return the label on a white ground, so that lines do not run through it."""
    place = f'x="{at[0]:.0f}" y="{at[1] + 4:.0f}" text-anchor="middle"'
    shown = escape(label)
    return (
        f'<text {place} stroke="white" stroke-width="5">{shown}</text><text {place}>{shown}</text>'
    )
