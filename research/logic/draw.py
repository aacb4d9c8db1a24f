"""Small automata as SVG pictures, the same bytes for the same automaton.

An arrow leads into the start; accepting states have a double ring. A rejecting sink and the
arrows into it are left out. Letters are written as the digits of the tracks in their order, as
``01`` for x = 0, y = 1; a star is any digit, ``0-4`` one of several. Where that is shorter, those
are said that are not among the letters of an arrow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.transitions import digits_of_letter
from research.system.graph_drawing import graph_picture, statement

LARGEST_DRAWN = 20
_WIDE = 16  # letters of a line of a label, if a single pattern is not longer
_MOST_PATTERNS = 16

Digits = tuple[int, ...]
Pattern = tuple[tuple[int, ...], ...]  # the digits that each track may have


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
    >>> picture.count("<ellipse"), picture == svg(evaluate("Ek x = 2*k", "msd_2"), "even numbers")
    (3, True)
    """
    if automaton.states > LARGEST_DRAWN:
        raise AutomataError(
            f"automaton: {automaton.states} states; at most {LARGEST_DRAWN} can be drawn"
        )
    shown = [state for state in range(automaton.states) if not _is_dead(automaton, state)]
    drawn = ['start [style=invis, width=0.01, height=0.01, label=""]', "start -> 0"] * (0 in shown)
    for source in shown:
        rings = 1 + bool(automaton.accepting[source])
        drawn.append(statement(source, label=source, shape="circle", margin=0, peripheries=rings))
        for target in shown:
            if lines := _label(automaton, source, target):
                label = "\n".join(f" {line} " for line in lines)
                drawn.append(statement(source, target, label=label))
    return graph_picture(drawn, title or ", ".join(automaton.tracks))


def _is_dead(automaton: Automaton, state: int) -> bool:
    return not automaton.accepting[state] and bool((automaton.table[state] == state).all())


def _label(automaton: Automaton, source: int, target: int) -> tuple[str, ...]:
    """Return the lines that say which letters lead from a state to another; none if none does."""
    inside, outside = set[Digits](), set[Digits]()
    for letter in range(automaton.letters):
        leads = automaton.table[source, automaton.letter_class[letter]] == target
        digits = digits_of_letter(letter, automaton.digits, len(automaton.tracks))
        (inside if leads else outside).add(digits)
    if not inside:
        return ()
    said = [_written(pattern, automaton.digits) for pattern in _cover(inside)]
    others = [_written(pattern, automaton.digits) for pattern in _cover(outside)]
    if others and len(", ".join(others)) + len("not ") < len(", ".join(said)):
        said = [f"not {others[0]}", *others[1:]]
    if len(said) > _MOST_PATTERNS:
        said = [*said[: _MOST_PATTERNS - 1], f"{len(said) - _MOST_PATTERNS + 1} more"]
    return tuple(_wrapped(said))


def _cover(letters: Collection[Digits]) -> list[Pattern]:
    """Write a set of letters as few patterns, no letter in two of them.

    >>> [_written(pattern, 2) for pattern in _cover({(1, 0, 0, 0), (1, 0, 1, 0), (1, 1, 0, 0)})]
    ['1010', '1*00']
    >>> [_written(pattern, 10) for pattern in _cover({(digit,) for digit in range(5)})]
    ['0-4']
    """
    patterns: list[Pattern] = [tuple((digit,) for digit in letter) for letter in sorted(letters)]
    for track in range(len(next(iter(letters), ()))):
        # those that differ in this track alone
        alike: dict[tuple[Pattern, Pattern], set[int]] = {}
        for pattern in patterns:
            rest = pattern[:track], pattern[track + 1 :]
            alike.setdefault(rest, set()).update(pattern[track])
        patterns = [(*a, tuple(sorted(here)), *b) for (a, b), here in alike.items()]
    return sorted(patterns)


def _written(pattern: Pattern, digits: int) -> str:
    """Write a pattern: a digit, a star or a range for each track."""
    parts = []
    for place in pattern:
        first, last = place[0], place[-1]
        if len(place) == digits:
            parts.append("*")
        elif len(place) == 1:
            parts.append(str(first))
        else:
            run = place == tuple(range(first, last + 1)) and len(place) > 2
            alone = len(pattern) == 1
            several = f"{first}-{last}" if run else (", " if alone else "").join(map(str, place))
            parts.append(several if alone else f"[{several}]")
    return "".join(parts)


def _wrapped(said: Sequence[str]) -> Iterator[str]:
    """Yield lines that are not long, with a comma after each of ``said`` but the last."""
    line = ""
    for number, word in enumerate(said):
        text = word + ("," if number < len(said) - 1 else "")
        if line and len(line) + 1 + len(text) > _WIDE:
            yield line
            line = text
        else:
            line = f"{line} {text}".lstrip()
    yield line
