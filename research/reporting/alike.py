"""Lines of one kind, so that a derivation is as long as its idea.

Two lines are of one kind if the same thing verified them and they read alike but for the names
and the numbers in them. What a derivation does again and again in lines of one kind is shown by
its first and its last line, and by how many lie between. What is a definition or an argument
that nothing verified is no line of this sort: it is always shown.

All lines were verified when they were written; here is only chosen which are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from research.checks.evidence import Step, StepKind

ALIKE = 0.75  # of the signs of a text, in order, are those of another
FEWEST = 2  # lines that are worth a line in their place

_FORMULA = re.compile(r"\$[^$]+\$|`[^`]+`")
_WORD = re.compile(r"\$|\w+|[^\w\s]")
_SIGN = re.compile(r"\\[A-Za-z]+|\\.|\$?[A-Za-z]+\d*|\d+|\S")
_KEPT = re.compile(r"\\|\$[a-z]|[A-Za-z]{3}")  # a command, a relation, a word


class Between(NamedTuple):
    """Lines that are not shown, as others of their kinds are."""

    steps: tuple[Step, ...]


def shown(steps: Sequence[Step]) -> Iterator[Step | Between]:
    """Yield the lines of a derivation that are shown, and what stands between them.

    Of lines in a row of one kind the first and the last are shown; of lines that repeat the
    kinds of as many lines before them, too.

    Examples
    --------
    >>> verified = StepKind.VERIFIED
    >>> lines = [Step(f"for $m = {m}$", f"{m} + 1 = {m + 1}", verified) for m in range(2, 9)]
    >>> [len(line.steps) if isinstance(line, Between) else line.formula for line in shown(lines)]
    ['2 + 1 = 3', 5, '8 + 1 = 9']
    """
    place = 0
    while place < len(steps):
        period, times = _repeated(steps, place)
        if times == 1:
            yield steps[place]
            place += 1
        elif period == 1:
            yield from _ends(steps[place : place + times])
            place += times
        else:
            yield from shown(steps[place : place + period])
            for start in range(place + period, place + times * period, period):
                yield from _ends(steps[start : start + period])
            place += times * period


def _ends(steps: Sequence[Step]) -> Iterator[Step | Between]:
    """Yield the first and the last line, and definitions; the others between them."""
    between: list[Step] = []
    for number, step in enumerate(steps):
        if step.kind == StepKind.VERIFIED and 0 < number < len(steps) - 1:
            between.append(step)
            continue
        yield from _folded(between)
        between = []
        yield step


def _folded(steps: Sequence[Step]) -> Iterator[Step | Between]:
    yield from [Between(tuple(steps))] if len(steps) >= FEWEST else steps


def _repeated(steps: Sequence[Step], place: int) -> tuple[int, int]:
    """Return how long the lines are that are repeated from a place on, and how many times.

    Of several lengths the one that leaves most lines unshown; 1 and 1 if nothing is repeated.
    """
    best, spared = (1, 1), 0
    for period in range(1, (len(steps) - place) // 2 + 1):
        times = 1
        while _blocks_alike(steps, place, place + times * period, period):
            times += 1
        spares = times - 2 if period == 1 else (times - 1) * (period - 2)
        if spares >= FEWEST and spares > spared:
            best, spared = (period, times), spares
    return best


def _blocks_alike(steps: Sequence[Step], one: int, other: int, length: int) -> bool:
    return other + length <= len(steps) and all(
        of_one_kind(steps[one + k], steps[other + k]) for k in range(length)
    )


def of_one_kind(one: Step, other: Step) -> bool:
    """Whether two lines are verified by the same thing and read alike but for names and numbers.

    >>> one = Step("with $m = 2$", "1 + 1 = 2", StepKind.VERIFIED)
    >>> of_one_kind(one, Step("with $m = 3$", "1 + 2 = 3", StepKind.VERIFIED))
    True
    >>> of_one_kind(one, Step("so", "1 + 2 = 3", StepKind.VERIFIED))
    False
    """
    if (one.kind, one.by) != (other.kind, other.by) or one.kind == StepKind.ARGUMENT:
        return False
    return all(
        _alike(form(getattr(one, part)), form(getattr(other, part)))
        for part, form in (
            ("words", _of_words),
            ("formula", _of_formula),
            ("statement", _of_formula),
        )
    )


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    if bool(one) != bool(other):
        return False
    return one == other or SequenceMatcher(None, one, other, autojunk=False).ratio() >= ALIKE


def _of_words(text: str) -> list[str]:
    """Return the words, a formula among them being one sign whatever it says."""
    return _WORD.findall(_FORMULA.sub("$", text))


def _of_formula(text: str) -> list[str]:
    """Return the signs of a formula, all names being one, and all numbers."""
    signs = _SIGN.findall(text)
    return [
        s if _KEPT.match(s) else "x" if s[0].isalpha() else "0" if s[0].isdigit() else s
        for s in signs
    ]
