"""Small formulas that separate two sets of vectors, found by trying atoms.

Looked for are, the plainest first: an atom, two, a conjunction of at most four of which none can be
left out, an atom with few exceptions, and a conjunction for each of two cases that an atom tells
apart; of sets in which the order of coordinates says nothing, also of coordinates in ascending
order. What fits the vectors is a proposal: that it is an automaton, or closed under the moves, is
decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from fast.lazy import np
from research.conjectures.atoms import (
    MOST_TERMS,
    Recognised,
    atoms,
    listed,
    residue_table,
    residues,
)
from research.logic.formula import parse, text
from research.proving.formula_model import in_every_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]

MOST_ATOMS = 4  # of a conjunction
DIVISORS = (4, 13)  # first to the smaller, then to the larger
MOST_PAIRED = 200  # atoms of which each two are tried, those that exclude most
MOST_OF_A_KIND = 3  # conjunctions of one atom, and of two
MOST_SPLITS = 120  # atoms by which cases are told apart, the shortest
MOST_EXCEPTIONS = 4
COST_OF_REST = 7
MOST_VECTORS = 4_000
NEARLY = 0.9  # as much


class _Candidates(NamedTuple):
    """Atoms that hold inside, and which vectors outside each excludes."""

    atoms: list[Callable[[], Recognised]]
    excludes: Flags
    costs: Any


class _Vectors:
    """All atoms on some vectors: where each holds, and each residue."""

    def __init__(self, names: Sequence[str], vectors: Any, largest: int, numeration: str) -> None:
        self.names, self.vectors = names, vectors
        columns = list(vectors.T.astype(np.int64))
        made = list(atoms(names, columns, numeration))
        self.atoms = [atom for atom, _ in made]
        self.holds = np.array([holds for _, holds in made])
        self.costs = np.array([_cost(atom) for atom in self.atoms])
        self.residues = list(residues(len(names), largest))
        self.divisors = np.array([each.divisor for each in self.residues])
        self.of_residues = np.array([_cost(each.atom(names, [0])) for each in self.residues])
        sums = [np.array(each.weights) @ columns % each.divisor for each in self.residues]
        self.rests = np.array(sums, np.int8)

    def candidates(self, inside: Flags, outside: Flags) -> _Candidates:
        """Return the atoms that hold inside and exclude something, the plainest first."""
        always = np.flatnonzero(self.holds[:, inside].all(1))
        every = np.arange(len(self.residues))[:, None]
        allowed = np.zeros((len(self.residues), DIVISORS[-1]), np.bool_)
        allowed[every, self.rests[:, inside]] = True
        some = np.flatnonzero(2 * allowed.sum(1) <= self.divisors)
        excludes = np.concatenate([
            ~self.holds[np.ix_(always, np.flatnonzero(outside))],
            ~allowed[some[:, None], self.rests[np.ix_(some, np.flatnonzero(outside))]],
        ])  # fmt: skip
        made = [lambda at=at: self.atoms[at] for at in always.tolist()]
        made += [lambda at=at: self._residue(at, allowed[at]) for at in some.tolist()]
        periodic = self.of_residues[some] + COST_OF_REST * allowed[some].sum(1)
        costs = np.concatenate([self.costs[always], periodic])
        order = np.argsort(costs, kind="stable")
        order = order[excludes[order].any(1)]
        return _Candidates([made[at] for at in order], excludes[order], costs[order])

    def _residue(self, at: int, allowed: Flags) -> Recognised:
        return self.residues[at].atom(self.names, np.flatnonzero(allowed).tolist())

    def one_residue(self, inside: Flags) -> Iterator[Recognised]:
        """Yield that a sum is congruent to one number, if that is exactly so inside."""
        if inside.any():
            rest = self.rests[:, inside][:, :1]
            same = (self.rests == rest) == inside
            for at in np.flatnonzero(same.all(1))[:1].tolist():
                yield _joined([self._residue(at, np.arange(DIVISORS[-1]) == rest[at])])

    def conjunctions(self, inside: Flags, outside: Flags) -> Iterator[Recognised]:
        """Yield conjunctions of one atom, of two, and of as many as it takes."""
        if not inside.any() or not outside.any():
            yield Recognised("0 = 0", "always") if inside.any() else Recognised("0 = 1", "never")
            return
        found = self.candidates(inside, outside)
        if not found.excludes.any(0).all():
            return
        for at in np.flatnonzero(found.excludes.all(1))[:MOST_OF_A_KIND]:
            yield _joined([found.atoms[at]()])
        for pair in islice(_pairs(found), MOST_OF_A_KIND):
            yield _joined([found.atoms[at]() for at in pair])
        if (greedy := _greedy(found)) is not None:
            yield _joined([found.atoms[at]() for at in greedy])

    def conjunction(self, inside: Flags, outside: Flags) -> Recognised | None:
        """Return a conjunction that is found quickly."""
        if not inside.any() or not outside.any():
            return next(self.conjunctions(inside, outside))
        found = self.candidates(inside, outside)
        greedy = _greedy(found) if found.excludes.any(0).all() else None
        return None if greedy is None else _joined([found.atoms[at]() for at in greedy])

    def excepting(self, members: Flags) -> Iterator[Recognised]:
        """Yield atoms that hold of the members but for a few small vectors."""
        differ = self.holds != members
        for at in np.argsort(self.costs + 1000 * differ.sum(1), kind="stable")[:MOST_OF_A_KIND]:
            if 0 < differ[at].sum() <= MOST_EXCEPTIONS:
                yield with_exceptions(
                    self.names,
                    self.atoms[at],
                    self.vectors[differ[at] & members].tolist(),
                    self.vectors[differ[at] & ~members].tolist(),
                )

    def by_cases(self, members: Flags) -> list[Recognised]:
        """Return the plainest that are a conjunction for each of two cases."""
        found = list[Recognised]()
        for split, case in zip(self.atoms[:MOST_SPLITS], self.holds, strict=False):
            if not (members & case).any() or not (members & ~case).any():
                continue
            one = self.conjunction(members & case, ~members & case)
            rest = None if one is None else self.conjunction(members & ~case, ~members & ~case)
            if one is not None and rest is not None:
                apart = self.conjunction(members & ~case, ~members | case)
                found.append(_of_two_cases(split, one, rest, apart))
        return sorted(found, key=_cost)[:MOST_OF_A_KIND]


def _cost(said: Recognised) -> int:
    """Return how long it is in words, where numbers and inequalities count more."""
    numbers = sum(map(str.isdigit, said.words))
    return len(said.words) + 4 * numbers + 2 * sum(map(said.words.count, ("<", ">", " or ")))


def _of_two_cases(
    split: Recognised, one: Recognised, rest: Recognised, apart: Recognised | None
) -> Recognised:
    """Return what holds of one case, or of the rest, or of some apart from the case."""
    here = f"({split.formula}) & {one.formula}"
    if one.words == "always":
        return Recognised(f"({here}) | ({rest.formula})", f"{split.words}, or {rest.words}")
    if apart is not None and _cost(apart) <= _cost(rest):
        words = f"{split.words} and {one.words}, or {apart.words}"
        return Recognised(f"({here}) | ({apart.formula})", words)
    words = f"{one.words} where {split.words}, and {rest.words} elsewhere"
    return Recognised(f"({here}) | (~({split.formula}) & {rest.formula})", words)


def _joined(chosen: list[Recognised]) -> Recognised:
    """Return the conjunction; what is said alike of several is said once."""
    together = dict[str, list[str]]()
    for atom in chosen:
        match = re.fullmatch(r"(\w+(?: mod \d+)?) is (.*)", atom.words)
        subject, said = match.groups() if match else (atom.words, atom.words)
        together.setdefault(said, []).append(subject)
    words = [
        f"{listed(some, 'and')} are {said}"
        if some[1:]
        else some[0]
        if some[0] == said
        else f"{some[0]} is {said}"
        for said, some in together.items()
    ]
    return Recognised(" & ".join(f"({atom.formula})" for atom in chosen), " and ".join(words))


def _pairs(found: _Candidates) -> list[tuple[int, int]]:
    """Return the pairs that exclude everything, neither of them alone, the plainest first."""
    missed = ~found.excludes
    some = np.argsort(missed.sum(1), kind="stable")[:MOST_PAIRED]
    some = np.sort(some[missed[some].any(1)])
    by = missed[some].astype(np.float32)
    good = np.argwhere(np.triu(by @ by.T == 0, 1))
    total = found.costs[some[good]].sum(1)
    return [tuple(some[good[at]].tolist()) for at in np.argsort(total, kind="stable")]


def _greedy(found: _Candidates) -> list[int] | None:
    """Return atoms that exclude everything, each most of what is left, and none superfluous."""
    left, chosen = np.ones(found.excludes.shape[1], np.bool_), list[int]()
    while left.any():
        number = found.excludes[:, left].sum(1)
        most = number.max(initial=0)
        if not most or len(chosen) == MOST_ATOMS:
            return None
        chosen.append(int(np.argmax(number >= NEARLY * most)))
        left &= ~found.excludes[chosen[-1]]
    for at in sorted(chosen, key=lambda at: -found.costs[at]):
        rest = [other for other in chosen if other != at]
        if rest and found.excludes[rest].any(0).all():
            chosen = rest
    return chosen


def with_exceptions(
    names: Sequence[str], said: Recognised, more: Sequence[Any], less: Sequence[Any]
) -> Recognised:
    """Return what holds as is said but for some vectors that belong to it, and some that do not.

    >>> with_exceptions(["x"], Recognised("Ek x = 2*k", "x mod 2 is 0"), [[1]], [[0], [4]])
    Recognised(formula='((Ek x = 2*k) & ~(x = 0 | x = 4)) | x = 1', words='x mod 2 is 0, with the \
exceptions of 0 and 4, or x is 1')
    """
    if not said.formula:
        formula = ""
    else:
        formula = f"({said.formula}){f' & ~({_any(names, less)})' if less else ''}"
        formula = f"({formula}) | {_any(names, more)}" if more else formula
    words = said.words
    if less:
        words += f", with the exception{'s' * (len(less) > 1)} of {_places(less, 'and')}"
    if more:
        subject = names[0] if len(names) == 1 else f"({', '.join(names)})"
        words += f", or {subject} is {_places(more, 'or')}"
    return Recognised(formula, words)


def _any(names: Sequence[str], vectors: Sequence[Any]) -> str:
    """Return the formula that the coordinates are one of some vectors."""
    each = [" & ".join(map("{} = {}".format, names, vector)) for vector in vectors]
    return " | ".join(each if len(names) == 1 else [f"({part})" for part in each])


def _places(vectors: Sequence[Any], last: str) -> str:
    said = [str(v[0]) if len(v) == 1 else f"({', '.join(map(str, v))})" for v in vectors]
    return listed(said, last)


def separating(
    names: Sequence[str], vectors: Any, members: Any, numeration: str = ""
) -> Iterator[Recognised]:
    """Yield formulas that hold of the members among some vectors, and of no others.

    Parameters
    ----------
    names
        Of the coordinates.
    vectors
        An array, a vector a row.
    members
        Whether each is a member.
    numeration
        The system in which formulas may speak of digits.

    Examples
    --------
    >>> import numpy as np
    >>> box = np.argwhere(np.ones((9, 9)))
    >>> said = separating(["x", "y"], box, (box[:, 0] % 2 == 1) & (box[:, 1] % 2 == 1))
    >>> next(said).words
    'x and y are odd'
    >>> next(separating(["x", "y"], box, (box[:, 0] - box[:, 1]) % 6 == 0)).words
    '(x - y) mod 6 is 0'
    >>> next(separating(["x", "y"], box, box.max(1) == 2 * box.min(1) + 1)).words
    'with x <= y in ascending order: 2*x + 1 = y'
    """
    vectors, members = _some(np.asarray(vectors), np.asarray(members, np.bool_))
    rising = (np.diff(vectors, axis=1) >= 0).all(1)
    in_order = len(names) <= MOST_TERMS and is_symmetric(vectors, members)
    wide = _Vectors(names, vectors, DIVISORS[-1], numeration)
    yield from wide.one_residue(members)
    for largest in DIVISORS:
        plain = wide if largest == DIVISORS[-1] else _Vectors(names, vectors, largest, numeration)
        found = list(plain.conjunctions(members, ~members))
        if in_order:
            ordered = _Vectors(names, vectors[rising], largest, numeration)
            inside = members[rising]
            of_order = ordered.conjunctions(inside, ~inside)
            found += [_in_every_order(names, each) for each in of_order]
        yield from sorted(found, key=_cost)
        if largest == DIVISORS[-1]:
            yield from residue_table(names, vectors, members)
            return
        more = [*plain.excepting(members), *plain.by_cases(members)]
        if in_order:
            cases = [*ordered.excepting(inside), *ordered.by_cases(inside)]
            more += [_in_every_order(names, each) for each in cases]
        yield from sorted(more, key=_cost)


def is_symmetric(vectors: Any, members: Flags) -> bool:
    """Whether there are several coordinates, and their order says nothing."""
    pairs = zip(map(tuple, vectors.tolist()), members.tolist(), strict=True)
    known = dict(pairs)
    return vectors.shape[1] > 1 and all(
        known.get(order, member) == member
        for vector, member in known.items()
        for order in permutations(vector)
    )


def _in_every_order(names: Sequence[str], found: Recognised) -> Recognised:
    every = in_every_order({"": tuple(names)}, {"": parse(found.formula).formula})
    words = f"with {' <= '.join(names)} in ascending order: {found.words}"
    return Recognised(text(every[""]), words)


def _some(vectors: Any, members: Flags) -> tuple[Any, Flags]:
    """Keep so many vectors: the members and others with the least sums, and some spread out."""
    if len(vectors) <= MOST_VECTORS:
        return vectors, members
    order = np.argsort(vectors.sum(1), kind="stable")
    kept = np.zeros(len(vectors), np.bool_)
    for kind in (members, ~members):
        of_kind = order[kind[order]]
        kept[of_kind[: MOST_VECTORS // 4]] = True
        kept[of_kind[:: max(1, 4 * len(of_kind) // MOST_VECTORS)]] = True
    return vectors[kept], members[kept]
