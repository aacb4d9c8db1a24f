"""Pairs of two complementary sequences, as the P-positions of Wythoff's game.

The pairs are a(n), b(n) = s a(n) + t n, where a(0) = 0 and a(n) is the least number in none of the
earlier pairs. A set of pairs (x, y) with x <= y is this one if the following holds, which is
decided: for each n there is a pair with y = s x + t n, and there is no other pair; if m <= n then x
of the m-th is at most x of the n-th; x tells y; each positive number is in exactly one pair, as x
or as y. For a number below a(n) is an earlier a(i), or it is a b(i), and a(i) <= b(i) < a(n). If s
= 1, then a(n) = floor(n alpha) and b(n) = floor(n (alpha + t)); :func:`root_of_pairs` gives alpha.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from research.conjectures.atoms import Recognised
from research.conjectures.fitting import MOST_EXCEPTIONS, is_symmetric, with_exceptions
from research.logic.automaton import Automaton
from research.logic.decide import decided
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import parse
from research.logic.numeration import Relation

LEAST_PAIRS = 6
FACTORS = range(1, 5)

Pair = tuple[int, int]


@dataclass(frozen=True)
class ComplementaryPairs:
    """The pairs a(n), s a(n) + t n, with few exceptions.

    Attributes
    ----------
    factor, step
        s and t.
    more, less
        Which pairs are in the set beside these, and which are not.
    symmetric
        Whether the set has each pair in both orders; otherwise x <= y.
    """

    factor: int
    step: int
    more: Sequence[Pair]
    less: Sequence[Pair]
    symmetric: bool

    def in_words(self, names: Sequence[str]) -> Recognised:
        """Return what a vector of the set is."""
        times = f"{self.step} n" if self.step > 1 else "n"
        first, second = "a(n)", f"{self.factor} a(n) + {times}"
        where = "a(n) is the least number in none of the earlier pairs"
        if self.factor == 1:
            first, second = "floor(n alpha)", f"floor(n alpha) + {times}"
            where = f"alpha = {root_of_pairs(self.step)}"
        order = f", with {' <= '.join(names)} in ascending order," if self.symmetric else ""
        words = f"({', '.join(names)}){order} is ({first}, {second}) for some n, where {where}"
        return with_exceptions(names, Recognised("", words), self.more, self.less)

    def is_accepted(self, automaton: Automaton, names: Sequence[str], evaluator: Evaluator) -> bool:
        """Decide that an automaton accepts the set and nothing else."""
        lower = "x <= y & $W(x,y)"
        for x, y in self.more:
            lower = f"({lower}) & ~(x = {x} & y = {y})"
        for x, y in self.less:
            lower = f"({lower}) | (x = {x} & y = {y})"
        s, t = self.factor, self.step
        named = {"W": Relation(tuple(names), automaton), "L": Relation.of("x, y", lower)}
        evaluator = Evaluator(evaluator.numeration, named, evaluator.limit)
        statements = [
            "Ax,y $W(x,y) <=> $W(y,x)" if self.symmetric else "Ax,y $W(x,y) => x <= y",
            f"An Ex $L(x, {s}*x + {t}*n)",
            f"Ax,y $L(x,y) => (En y = {s}*x + {t}*n)",
            f"Ax,y,u,v ($L(x,y) & $L(u,v) & y + {s}*u <= v + {s}*x) => x <= u",
            "Ax,y,v ($L(x,y) & $L(x,v)) => y = v",
            "Ax x >= 1 => ((Ey $L(x,y)) ^ (Ey $L(y,x)))",
        ]
        try:
            return all(decided(evaluator, parse(each)).truth for each in statements)
        except AutomataError:  # too many states
            return False


def pairs_among(vectors: Any, members: Any) -> ComplementaryPairs | None:
    """Return the complementary pairs that some vectors suggest.

    Parameters
    ----------
    vectors
        An array, a vector with two coordinates a row: all below a bound.
    members
        Whether each is a member.

    Examples
    --------
    >>> import numpy as np
    >>> from math import isqrt
    >>> table = np.zeros((60, 60), bool)
    >>> for n in range(18):
    ...     table[isqrt(2 * n * n), isqrt(2 * n * n) + 2 * n] = True
    >>> found = pairs_among(np.argwhere(np.ones((60, 60))), table.ravel())
    >>> found.in_words(["x", "y"]).words
    '(x, y) is (floor(n alpha), floor(n alpha) + 2 n) for some n, where alpha = sqrt(2)'
    """
    found = sorted((x, y) for x, y in vectors[members].tolist() if x <= y)
    known, bound = set(map(tuple, vectors.tolist())), int(vectors.max(initial=0)) + 1
    for factor in FACTORS if len(found) >= LEAST_PAIRS else ():
        (x, y), (u, v) = found[len(found) // 2 :][:2]
        step = (v - y) - factor * (u - x)
        if step >= 1:
            expected = known.intersection(_below(bound, factor, step))
            more, less = sorted(set(found) - expected), sorted(expected - set(found))
            if len(more) + len(less) <= MOST_EXCEPTIONS:
                both = is_symmetric(vectors, members)
                return ComplementaryPairs(factor, step, more, less, both)
    return None


def _below(bound: int, factor: int, step: int) -> set[Pair]:
    """Return the pairs whose numbers are below a bound."""
    pairs, met, x = {(0, 0)}, {0}, 0
    while True:
        while x in met:
            x += 1
        y = factor * x + step * len(pairs)
        if y >= bound:
            return pairs
        pairs.add((x, y))
        met |= {x, y}


def root_of_pairs(difference: int) -> str:
    """Return in words the positive root alpha of alpha^2 + (t - 2) alpha - t = 0.

    Then 1/alpha + 1/(alpha + t) = 1, so the multiples rounded down are complementary (Beatty 1926;
    Fraenkel 1982, doi:10.1080/00029890.1982.11995454).

    >>> root_of_pairs(1), root_of_pairs(2)
    ('(1 + sqrt(5))/2', 'sqrt(2)')
    """
    half, odd = divmod(difference, 2)
    if odd:
        return f"({2 - difference} + sqrt({difference**2 + 4}))/2"
    root = f"sqrt({half * half + 1})"
    return root if half == 1 else f"{root} - {half - 1}"
