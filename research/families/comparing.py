"""Members with equal sequences of values, and pairs that a table calls equal.

Two members have the same sequence *as far as was compared*: they have the same first terms, and
where periods are proved, preperiod, period and saltus agree as well, and where all values to one
bound have digests, these. Two sequences *differ* only with a witness: a term that both have, two
proved periods, which are the least, or two digests to one bound. Of neither can be
said that they do where terms are of different things, as values of heaps and numbers of
P-positions, or of positions in an order that changes with the size.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from fast.errors import InputError
from research.families.known import Known
from research.families.looks import HEAPS, POSITIONS_IN_ORDER, Look
from research.families.published.reading import key_of
from research.families.wildcards import codes

_PROVED = "proved"


@dataclass(frozen=True)
class Comparison:
    """Two members that a table calls equal.

    Attributes
    ----------
    called
        What the table calls both.
    first, second
        The members.
    agree_on
        How many first terms were compared and agree.
    values
        The two values at the place where they differ first, which is ``agree_on``; None if they do
        not.
    otherwise
        How they differ, where they agree on all that was compared.
    of
        What the terms are, where that is not the values of heaps.
    incomparable
        Why no term of one can be compared with one of the other; empty if one can.
    """

    called: str
    first: str
    second: str
    agree_on: int
    values: tuple[int, int] | None = None
    otherwise: str = ""
    of: str = ""
    incomparable: str = ""

    @property
    def differ(self) -> bool:
        """Whether they were found to differ."""
        return self.values is not None or bool(self.otherwise)

    @property
    def verdict(self) -> str:
        """What was found, in a word or two of Markdown."""
        alike = "cannot be compared" if self.incomparable else "agree"
        return "**differ**" if self.differ else alike

    def __str__(self) -> str:
        both = f"{self.first} and {self.second}, both called {self.called!r},"
        if self.incomparable:
            return f"{both} cannot be compared: {self.incomparable}"
        of = f" of the {self.of}" if self.of else ""
        if self.values is not None:
            one, other = self.values
            return f"{both} differ first at term {self.agree_on}{of}: {one} and {other}"
        if self.otherwise:
            return f"{both} agree on {self.agree_on} terms, and differ: {self.otherwise}"
        return f"{both} agree on the {self.agree_on} terms{of} that were compared"


def groups(looks: Mapping[str, Look]) -> dict[str, str]:
    """Return for each member with values the first member that has the same sequence.

    Parameters
    ----------
    looks
        What was found of each member, in the order of the family.

    Examples
    --------
    >>> from research.families.looks import look_at
    >>> codes = ["subtraction:1", "subtraction:1,3", "subtraction:1,2"]
    >>> groups({code: look_at(code, 100) for code in codes})["subtraction:1,3"]
    'subtraction:1'
    """
    first: dict[object, str] = {}
    witnesses = _witnesses(looks)
    found = {}
    for member, look in looks.items():
        if terms := look.known.first_terms:
            place, has = (_kind(look), terms), _beyond(look.known)
            # Where there are several, nothing says which one is that of a member that has none.
            told = [(of, has.get(of)) for of, each in witnesses[place].items() if len(each) > 1]
            found[member] = first.setdefault((place, *told), member)
    return found


def same_to(one: Known, other: Known) -> int | None:
    """Return the last term to which two of one group are known to be the same; None if all are.

    >>> from research.families.looks import look_at
    >>> codes = ["subtraction:1", "subtraction:1,3"]
    >>> same_to(*(look_at(code, 100).known for code in codes))
    >>> codes = ["octal:0.6", "octal:0.60"]
    >>> same_to(*(look_at(code, 100).known for code in codes))
    100
    """
    if one is other:
        return None
    last = min(len(one.first_terms), len(other.first_terms)) - 1
    if one.digested and (one.digest, one.digested) == (other.digest, other.digested):
        last = one.digested - 1
    law, others = _beyond(one).get(_PROVED), _beyond(other).get(_PROVED)
    if law is not None and law == others and last + 1 >= (one.preperiod or 0) + (one.period or 0):
        return None
    return last


def told_apart(looks: Mapping[str, Look]) -> int:
    """Return how many members there are at least of which any two differ, each with a witness.

    Examples
    --------
    >>> from research.families.looks import look_at
    >>> codes = ["subtraction:1", "subtraction:1,3", "subtraction:1,2"]
    >>> told_apart({code: look_at(code, 100) for code in codes})
    2
    """
    number: Counter[object] = Counter()
    by_kind: dict[object, list[tuple[int, ...]]] = {}
    witnesses = _witnesses(looks)
    for kind, terms in witnesses:
        by_kind.setdefault(kind, []).append(terms)
    for kind, sequences in by_kind.items():
        in_order = sorted(sequences)  # what begins another one stands before such a one
        for terms, following in zip_longest(in_order, in_order[1:], fillvalue=()):
            if following[: len(terms)] != terms:
                number[kind] += max([1, *map(len, witnesses[kind, terms].values())])
    return max(number.values(), default=0)


def _witnesses(
    looks: Mapping[str, Look],
) -> dict[tuple[object, tuple[int, ...]], dict[object, set[object]]]:
    """Return for all first terms, by what they are, what is known of members beyond them."""
    found: dict[tuple[object, tuple[int, ...]], dict[object, set[object]]] = {}
    for look in looks.values():
        if terms := look.known.first_terms:
            place = found.setdefault((_kind(look), terms), {})
            for of, each in _beyond(look.known).items():
                place.setdefault(of, set()).add(each)
    return found


def _kind(look: Look) -> object:
    """Return what terms have in common that can be compared."""
    in_order = look.terms == POSITIONS_IN_ORDER
    return look.terms, look.known.bound if in_order else None


def _beyond(known: Known) -> dict[object, object]:
    """Return how a sequence goes on where that is proved, and the digest of it by its bound."""
    found: dict[object, object] = {}
    if known.theorem and known.period:
        found[_PROVED] = known.preperiod, known.period, known.saltus
    if known.digest:
        found[known.bound, known.digested] = known.digest
    return found


def called_equal(path: Path) -> dict[str, list[str]]:
    """Read a table: a member and a word a line, divided by the last comma.

    Members with the same word are called equal. A line ``member,called`` at the beginning is a
    heading.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    found: dict[str, list[str]] = {}
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"equal={str(path)!r}: not a file of its own; give a table of lines")
        with path.open(encoding="utf-8", newline="") as file:
            for number, row in enumerate(csv.reader(file), 1):
                if not row or (number == 1 and row == ["member", "called"]):
                    continue
                if len(row) < 2:
                    raise InputError(
                        f"equal={str(path)!r}, line {number}: expected a member, a comma and a "
                        "word that equal members share"
                    )
                found.setdefault(row[-1].strip(), []).append(",".join(row[:-1]).strip())
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"equal={str(path)!r}: cannot be read ({error})") from error
    return found


def compared(
    looks: Mapping[str, Look], called: Mapping[str, Sequence[str]]
) -> tuple[list[Comparison], list[str]]:
    """Compare each member of a table with the first that it calls equal to it.

    Returns
    -------
    tuple of list of Comparison and list of str
        The comparisons; and the members that were compared with none: they are not in the family,
        have no values, or are the only one of their word that has.
    """
    found, left = [], []
    names = {_key(name): name for name in looks}
    for word, members in called.items():
        known: dict[str, str] = {}
        for each in dict.fromkeys(members):
            name = each if each in looks else names.get(_key(each), "")
            if not name or name in known or not looks[name].known.first_terms:
                left.append(each)
            else:
                known[name] = each
        first, *others = known or [""]
        found += [_compared(word, first, each, looks) for each in others]
        left += [each for each in known.values() if not others]
    return found, left


def _key(member: str) -> object:
    """Return what all ways to write the same code have in common, or the name of a member."""
    try:
        (code,) = codes(member) or [""]  # more than one is a family
        return key_of(code)
    except ValueError:  # of a code that is none, too
        return " ".join(member.split())


def _compared(called: str, first: str, second: str, looks: Mapping[str, Look]) -> Comparison:
    one, other = looks[first], looks[second]
    if _kind(one) != _kind(other):
        return Comparison(called, first, second, 0, incomparable=_why_not(one, other))
    of = "" if one.terms == HEAPS else one.terms
    pairs = list(zip(one.known.first_terms, other.known.first_terms, strict=False))
    place = next((n for n, (a, b) in enumerate(pairs) if a != b), None)
    if place is not None:
        return Comparison(called, first, second, place, pairs[place], of=of)
    return Comparison(
        called, first, second, len(pairs), None, _otherwise(one.known, other.known), of
    )


def _otherwise(one: Known, other: Known) -> str:
    """Say how two differ that agree on the first terms; nothing if they do not."""
    has, others = _beyond(one), _beyond(other)
    for of in (_PROVED, (one.bound, one.digested)):
        if of in has and of in others and has[of] != others[of]:
            if of != _PROVED:
                return f"beyond them, as their digests to {one.bound} do"
            ends = ((each.preperiod, each.period, each.saltus) for each in (one, other))
            return " and ".join(f"preperiod {n0}, period {p}, saltus {s}" for n0, p, s in ends)
    return ""


def _why_not(one: Look, other: Look) -> str:
    if one.terms != other.terms:
        return f"{one.terms}; and {other.terms}"
    sizes = f"{one.known.bound} and {other.known.bound}"
    return f"{one.terms}, to size {sizes}; give --to N, and both are to the same"
