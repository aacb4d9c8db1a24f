"""Features of positions of any form, and P-positions told by them.

A feature is an integer that a position has. The library has some for strings, tuples of numbers of
any length, sets of numbers or squares, and tuples of these; of vectors, which have fits of their
own (:mod:`.fitting`), none. A study names more by ``features=``. One feature is computed: the nim
sum of the Grundy values of a set's members, each alone, which is the value of a set of heads in a
coin-turning game (*Winning Ways*, 2nd ed., ch. 14). A number is a set as well, of the places of its
ones in base 2.

What separates P-positions from the others among the first half of the positions, by size, is a
formula of at most three features that :mod:`.fitting` finds; it is tested on the other half.

**Chance.** A choice among 2^b formulas explains nothing that has fewer bits. That k of n positions
are P-positions has log2 of n over k, where positions with the same features count once. The
positions that a formula is made on must have more than it, and those that it is tested on, too. A
formula of more than one condition must not have many more than the values of its own features.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations, groupby, islice
from math import comb, log2
from operator import itemgetter, methodcaller, xor
from typing import TYPE_CHECKING, Any

from fast.lazy import np
from oracles.declarations import why_no_sums
from oracles.errors import brief
from research.checks.evidence import require
from research.conjectures.conjecture import Conjecture
from research.conjectures.fitting import separating
from research.logic.decide import evaluate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from research.checks.domains import SmallCases

    Flags = NDArray[np.bool_]

Features = Mapping[str, Callable[[Any], int]]

LARGEST = 2**31  # number that a feature may give
MOST_FEATURES = 3  # of a formula
MOST_TRIED = 3  # formulas of the same features
BITS = 2  # of a letter of a formula, after which few fit
ONE_CONDITION = 12  # bits, at most
MARGIN = 10  # bits
MOST_SHOWN = 8  # values of members

OF_NUMBERS: Features = {
    "the nim sum": lambda numbers: reduce(xor, numbers, 0),
    "the sum": sum,
    "the largest number": lambda numbers: max(numbers, default=0),
    "the number of odd numbers": lambda numbers: sum(number % 2 for number in numbers),
}
OF_SQUARES: Features = {
    "the number of rows with oddly many squares": lambda squares: _odd(r for r, _ in squares),
    "the number of columns with oddly many squares": lambda squares: _odd(c for _, c in squares),
    "the number of black squares": lambda squares: sum((r + c) % 2 for r, c in squares),
}


def _odd(things: Iterable[Any]) -> int:
    """Return how many different things occur an odd number of times."""
    return sum(number % 2 for number in Counter(things).values())


def library(positions: Sequence[Any]) -> Features:
    """Return the features of all positions of the form that some have; of other forms none.

    >>> list(library(["", "ab", "ba"]))
    ['the length', 'the number of runs', "the number of 'a'", "the number of 'b'"]
    >>> [feature((3, 3, 1)) for feature in library([(), (3, 3, 1)]).values()]
    [3, 2, 1, 7, 3, 3]
    """
    if _are(positions, int):
        return {"the number": int}
    if not any(_are(positions, kind) for kind in (str, tuple, frozenset)):
        return {}
    entries = set(chain(*positions))
    found: dict[str, Callable[[Any], int]] = {}
    if _are(positions, str):
        found = {"the length": len, "the number of runs": lambda word: len([*groupby(word)])}
        found |= {f"the number of {a!r}": methodcaller("count", a) for a in sorted(entries)}
    elif _are(positions, frozenset):
        found = {"the number of members": len}
        if _are(entries, int):
            found |= OF_NUMBERS
        elif _are(entries, tuple) and _are(chain(*entries), int) and {*map(len, entries)} == {2}:
            found |= OF_SQUARES
    elif _are(entries, int):
        found = {"the length": len, "the number of different entries": lambda p: len({*p})}
        found |= OF_NUMBERS
    elif _as_long(positions):
        for place, part in enumerate(zip(*positions, strict=True)):
            for name, feature in library(part).items():
                found[f"{name} in part {place + 1}"] = _of_part(place, feature)
    return found


def _are(things: Iterable[Any], kind: type) -> bool:
    """Whether there are things, and all of a kind."""
    return set(map(type, things)) == {kind}


def _of_part(place: int, feature: Callable[[Any], int]) -> Callable[[Any], int]:
    return lambda position: feature(position[place])


def _as_long(positions: Iterable[tuple[Any, ...]]) -> bool:
    return len(set(map(len, positions))) == 1


def _of_members(seen: SmallCases) -> Features:
    """Return the nim sum of the values of members, if all are known, with the first in its name."""
    positions, number = seen.positions, _are(seen.positions, int)
    if not (number or _are(positions, frozenset)) or why_no_sums(seen.game):
        return {}
    sets = {p: _places(p) if number else list(p) for p in positions}
    alone = {members[0]: seen.truth.grundy(p) for p, members in sets.items() if len(members) == 1}
    if not all(alone.keys() >= {*members} for members in sets.values()):
        return {}
    values = ", ".join(map(str, islice(alone.values(), MOST_SHOWN)))
    some = ", ".join(map(str, islice(alone, MOST_SHOWN)))
    what = "digits one at places" if number else "members"
    name = f"the nim sum of the values {values}, ... of the {what} {some}, ..."
    return {name: lambda p: reduce(xor, (alone[member] for member in sets[p]), 0)}


def _places(number: int) -> list[int]:
    return [place for place in range(number.bit_length()) if number >> place & 1]


def conjecture_features(seen: SmallCases, more: Features) -> list[Conjecture]:
    """Conjecture what features say of P-positions: the shortest that is found, if any.

    Parameters
    ----------
    seen
        The positions.
    more
        Features that the author names, by what they are, which come first.

    Raises
    ------
    ClaimError
        If one of these gives no integer.

    Examples
    --------
    >>> from research.checks.domains import SmallCases
    >>> from research.variants.turning_turtles import study
    >>> print(*conjecture_features(SmallCases(study.game, 10), {}))
    features: a position is a P-position exactly if the nim sum = 0 [made on 512 values, tested \
on 512 others: passed]
    """
    positions = seen.positions
    vectors = _are(positions, int) or (
        _are(positions, tuple) and _as_long(positions) and _are(chain(*positions), int)
    )
    known = dict(more)
    if not vectors:
        known |= library(positions)
    known |= _of_members(seen)
    values = [[_value(name, known[name], position) for name in known] for position in positions]
    lost = np.array([seen.truth.outcomes[position] == "P" for position in positions])
    half = len(positions) // 2
    apart = np.arange(len(positions))[:, None] if vectors else np.array(values)
    first = np.unique(apart, axis=0, return_index=True)[1] if known else np.arange(0)
    halves = lost[first[first < half]], lost[first[first >= half]]
    enough = min(map(_information, halves)) - MARGIN
    words = _told_by([*known], np.array(values), lost, half, enough) if enough > 0 else ""
    statement = f"a position is a P-position exactly if {words}"
    return [Conjecture("features", statement, half, len(positions) - half)] if words else []


def _value(name: str, feature: Callable[[Any], int], position: Any) -> int:
    """Return the value of a feature, or refuse it."""
    value: Any = feature(position)
    right = isinstance(value, int) and 0 <= value < LARGEST
    require(right, f"features: {name!r} of {brief(position)}", value, "an integer from 0 to 2^31")
    return int(value)


def _information(members: Flags) -> float:
    """Return how many bits say which are members, if their number is known."""
    return log2(comb(len(members), int(members.sum())))


def _told_by(names: Sequence[str], values: Any, members: Flags, half: int, enough: float) -> str:
    """Return in words the shortest formula of features that holds of the members; "" if none.

    Values have a row a position. The formula is made on the first half, tested on all, and has
    fewer bits than are enough.
    """
    telling = list[set[int]]()  # features that tell the outcome
    for number in range(1, MOST_FEATURES + 1):
        found = list[tuple[float, str]]()
        for some in combinations(range(len(names)), number):
            if any(fewer < {*some} for fewer in telling):
                continue
            vectors, first, same = np.unique(
                values[:, some], axis=0, return_index=True, return_inverse=True
            )
            told = members[first]
            if (told[same.ravel()] == members).all():
                telling.append({*some})
                left = min(enough - number * log2(len(names)), ONE_CONDITION + _information(told))
                chosen = [f"x{place + 1}" for place in some]
                found += _fits(chosen, vectors, told, first < half, left)
        if found:
            shortest = min(found, key=itemgetter(0))[1]
            return re.sub(r"\bx(\d+)\b", lambda x: names[int(x[1]) - 1], shortest)
    return ""


def _fits(
    names: Sequence[str], vectors: Any, members: Flags, made: Flags, enough: float
) -> Iterator[tuple[float, str]]:
    """Yield formulas made on some vectors that hold on all, after their numbers of bits."""
    for said in islice(separating(names, vectors[made], members[made]), MOST_TRIED):
        bits = BITS * len(re.findall(r"[A-Za-z]\w*|\d|[^\w\s()]", said.formula))
        if bits <= enough:
            automaton = evaluate(said.formula, "lsd_2")
            each = (dict(zip(names, vector, strict=True)) for vector in vectors.tolist())
            if all(automaton.accepts(**of) == is_ for of, is_ in zip(each, members, strict=True)):
                yield bits, said.words
