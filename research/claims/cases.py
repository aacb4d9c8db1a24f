"""Cases: on what a claim is checked and a solver compared, listed or drawn.

Cases that are listed are all tried, in that order; of those that are drawn, as many as settings
say. A case that is a dictionary is a call, by its arguments' names; any other is one argument.

``integers(0, 2**4000)`` of Hypothesis draws mostly small numbers, which shows more about small
cases than about the size that was asked for; :func:`of_every_size` draws what lies beyond the
oracle's reach. Moduli are listed once for every study: some of each kind that
:mod:`fast.gate.signature` tells apart. They show something only where they reduce, which is
above :data:`LARGEST_MODULUS`.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product
from math import prod
from typing import TYPE_CHECKING, Any, cast

from fast.gate.signature import ungated
from fast.lazy import LazyModule
from research.checks.check_types import Check, Exhaustion, Holds, RandomSearch, size_of_case
from research.checks.equality import PLAIN, show
from research.checks.evidence import TruthFrom, TruthSource, Words, in_words, require

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

st: Any = LazyModule("hypothesis.strategies")

Call = dict[str, Any]  # {"limit": 9, "what": "sum"}
Arguments = Mapping[str, Any]
PRIMES = (
    *(2, 3, 5, 7, 97, 1009, 65_537),
    *(10**9 + 7, 2**31 - 1, 2**32 - 5, 2**32 + 15),
    *(2**61 - 1, 2**64 - 59, 2**64 + 13, 2**89 - 1),
)
SETS_OF_PRIMES = (
    *((2, 3), (5, 2), (97, 1009), (2, 3, 5), (11, 7, 13)),
    *((2, 3, 5, 7), (11, 3, 7, 2, 5), (2, 3, 5, 7, 11, 13)),  # in any order
    *((97, 101, 103, 107), (10**9 + 7, 2, 998_244_353, 3)),
    *((2**61 - 1, 2**89 - 1, 2), (3, 2**61 - 1, 5, 2, 2**64 + 13)),
)
COMPOSITE = (4, 6, 12, 100, 30_030, 3_037_000_500, 2**32, 6**9, 2**63, 2**64, 6**30)
LARGEST_MODULUS = max(*PRIMES, *COMPOSITE, *map(prod, SETS_OF_PRIMES))
NO_NUMBERS = (-1, 2.0, "5", True, None)  # in place of a natural number


@dataclass(frozen=True)
class Listed:
    """Finitely many cases, every one of which is tried, in the order in which they are given.

    ``words`` says which they are, with their bound; a function where it is known only by then.

    >>> Listed("primes below 10", lambda: [2, 3, 5, 7]).words
    'primes below 10'
    """

    words: Words
    cases: Callable[[], Iterable[Any]]

    def __post_init__(self) -> None:
        require(callable(self.cases), f"{self.words}: cases", self.cases, "a function of nothing")

    def check(self, holds: Holds, source: TruthSource) -> Check:
        """Return the check that tries every case."""
        return Exhaustion(source, self.cases, holds)


@dataclass(frozen=True)
class Drawn:
    """Cases that are too many to be listed: ``strategy`` gives what draws one in Hypothesis."""

    words: Words
    strategy: Callable[[], SearchStrategy[Any]]

    def __post_init__(self) -> None:
        allowed = "a function of nothing that gives a strategy of Hypothesis"
        require(callable(self.strategy), f"{self.words}: strategy", self.strategy, allowed)

    def check(self, holds: Holds, source: TruthSource) -> Check:
        """Return the check that searches them; that solvers say what is true, its words say."""
        by_solvers = source.truth == TruthFrom.SOLVERS
        words = source.words() if by_solvers else in_words(self.words)
        return RandomSearch(words, self.strategy, holds)


Cases = Listed | Drawn


def integers(least: int = 0, /, **largest: int) -> Listed:
    """Every integer from ``least`` to a bound, named as in the source; of several, every call.

    Calls are listed by their largest integer, then by their sum.

    >>> integers(N=24).words, integers(1, n=3).words, list(integers(1, n=3).cases())
    ('N ≤ 24', '1 ≤ n ≤ 3', [1, 2, 3])
    >>> integers(1, n=2, k=1).cases()
    [{'n': 1, 'k': 1}, {'n': 2, 'k': 1}]
    """
    require(bool(largest), "integers", largest, "a name with its bound, as in integers(n=9)")
    for name, most in largest.items():
        require(type(most) is int and least <= most, name, most, f"an integer from {least} on")
    from_there = f"{least} ≤ " if least else ""
    words = ", ".join(f"{from_there}{name} ≤ {most}" for name, most in largest.items())
    ranges = {name: range(least, most + 1) for name, most in largest.items()}
    if len(ranges) == 1:
        return Listed(words, lambda: next(iter(ranges.values())))
    return Listed(words, lambda: sorted(every(**ranges), key=size_of_case))


def every(**values: Iterable[Any]) -> list[Call]:
    """Every call with one of the values for each argument.

    >>> every(limit=range(2), what=["sum"])
    [{'limit': 0, 'what': 'sum'}, {'limit': 1, 'what': 'sum'}]
    """
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def each_with(*parts: Iterable[Call]) -> list[Call]:
    """Every call with each of more arguments.

    >>> each_with(every(limit=[9]), [{}, {"modulus": 2}])
    [{'limit': 9}, {'limit': 9, 'modulus': 2}]
    """
    return [dict(chain(*(part.items() for part in chosen))) for chosen in product(*parts)]


class OneOf:
    """What a solver may answer: any of some values, or nothing where there are none.

    ``written`` writes an answer in the form that these have, such as its piles in order.

    >>> OneOf([(0, 1)]).allows((0, 1)), OneOf([(0, 1)]).allows(None), OneOf([]).allows(None)
    (True, False, True)
    """

    def __init__(self, values: Any, written: Callable[[Any], Any] = lambda value: value) -> None:
        self.values, self.written = values, written

    def allows(self, found: Any) -> bool:
        """Whether an answer is one of them; None says that there is none."""
        return not self.values if found is None else self.written(found) in self.values

    def __repr__(self) -> str:
        return f"one of {show(self.values)}" if self.values else "none"


@dataclass(eq=False)
class GraphOf:
    """What solvers and claims are compared with: an explicit graph, made when it is first asked.

    ``solved`` gives the truth to a size, such as ``study.truth``; ``written`` writes a position as
    the graph has it, where a solver takes it in other forms too.

    >>> from oracles.solve import solve
    >>> from oracles.vectors import nim
    >>> graph = GraphOf(lambda size: solve(nim(2), size), 4, lambda piles: tuple(sorted(piles)))
    >>> graph.is_p_position((3, 3)), graph.winning_options((4, 1))
    (True, one of [(1, 1)])
    """

    by = "the graph"
    solved: Callable[[int], Any]
    size: int
    written: Callable[[Any], Any] = lambda position: position

    @functools.cached_property
    def truth(self) -> Any:
        """All that is known of the positions."""
        return self.solved(self.size)

    def is_p_position(self, position: Any) -> bool:
        """Whether a position is a P-position."""
        return bool(self.truth.outcome(self.written(position)) == "P")

    def winning_options(self, position: Any) -> OneOf:
        """The options that win, any of which a solver may give."""
        return OneOf(self.truth.winning_options(self.written(position)), self.written)


def called(function: Callable[..., Any], case: Any, *before: Any) -> Any:
    """Call a function of a copy of a case: by names where it is a dictionary of them.

    What computes may sort a list in place; what is believed is asked of the same case all the same.
    """
    if isinstance(case, Mapping):
        return function(*before, **own_copies(case))
    return function(*before, *own_copies({"": case}).values())


def own_copies(arguments: Arguments) -> dict[str, Any]:
    """Return arguments that may be changed, and nobody sees it: what is noted is what was given."""
    return {
        name: value if _is_fixed(value) else copy.deepcopy(value)
        for name, value in arguments.items()
    }


def _is_fixed(value: object) -> bool:
    """Whether a value is one that nobody can change; most are, and are told quickly."""
    return type(value) in PLAIN or (isinstance(value, tuple) and PLAIN.issuperset(map(type, value)))


def in_some_order(listed: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Each of the positions with its entries in one of their orders, which take turns.

    >>> in_some_order([(0, 1), (0, 2), (1, 2)])
    [(0, 1), (2, 0), (1, 2)]
    """
    orders = (list(permutations(position)) for position in listed)
    return [each[turn % len(each)] for turn, each in enumerate(orders)]


def of_every_size(least: int, most: int) -> SearchStrategy[int]:
    """Natural numbers from ``least`` to ``most``, each number of digits about as likely.

    >>> from random import Random
    >>> from hypothesis import find
    >>> find(of_every_size(3, 10**100), lambda number: number > 15, random=Random(1))
    16
    """

    @functools.cache  # else each draw makes a strategy
    def of_length(bits: int) -> Any:
        low, high = max(least, (1 << bits) >> 1), min(most, (1 << bits) - 1)
        size = bits // 8 + 2  # a byte to spare, so that the remainder is even enough
        return st.binary(min_size=size, max_size=size).map(
            lambda drawn: low + int.from_bytes(drawn, "big") % (high - low + 1)
        )

    bits = st.integers(least.bit_length(), most.bit_length())
    return cast("SearchStrategy[int]", bits.flatmap(of_length))


def moduli(*, composite: bool = True) -> list[Call]:
    """Moduli of every kind: 1 and primes, with and without factors, products of primes with theirs.

    Composite ones without factors are left out for a solver that has to divide.
    """
    return [
        *({"modulus": 1} | more for more in ({}, {"factors": ()})),
        *({"modulus": prime} | more for prime in PRIMES for more in ({}, {"factors": (prime,)})),
        *({"modulus": prod(primes), "factors": primes} for primes in SETS_OF_PRIMES),
        *({"modulus": modulus} for modulus in COMPOSITE if composite),
    ]


def unfit(right: Call, **wrong: Iterable[Any]) -> list[Call]:
    """Calls to refuse: a right one with one argument wrong, or with a modulus that is none.

    In place of each integer stand all of :data:`NO_NUMBERS` besides.
    """
    factors: dict[int, list[Any]] = {
        30: [(), (2,), (2, 3), (2, 7), (5, 3), (3, 11), (2, 3, 7), (2, 3, 5, 7)],
        1: [(1,), (2,)],
        7: [(), (5,), (11,), (1, 7), (7, 7)],
        6: [6, (6,), (2, 5), (2.0, 3), (-2, -3), (1, 6), (1, 2, 3), ("2", 3)],
        12: [(2, 2, 3), (3, 4), (2, 3), (2, 6)],
        2**257 + 1: [(2**257 + 1,)],
    }
    numbers = {name: NO_NUMBERS for name, value in right.items() if isinstance(value, int)}
    moduli = {"modulus": (0, -7, 7.0, True, "7", 2**100_000), "factors": [(2, 3)]}
    single: list[Mapping[str, Iterable[Any]]] = [numbers, wrong, moduli]
    return [
        *(right | {name: value} for values in single for name in values for value in values[name]),
        *(right | {"modulus": m, "factors": each} for m in factors for each in factors[m]),
    ]


def reduced(exact: Callable[..., int]) -> Callable[..., int]:
    """Return the function with a modulus besides, and with factors, which it has no need of.

    >>> reduced(lambda n: n * n)(9, modulus=7, factors=(7,))
    4
    """

    @functools.wraps(exact)
    def value(
        *given: Any,
        modulus: int | None = None,
        factors: object = None,  # noqa: ARG001
        **named: Any,
    ) -> int:
        found = exact(*given, **named)
        return found if modulus is None else found % modulus

    return value


def with_another_modulus(fast: Callable[..., int]) -> Callable[..., Any]:
    """Return a control: the next modulus, or the last one before the longest; right if exact."""

    def control(modulus: int | None = None, factors: object = None, **more: Any) -> Any:  # noqa: ARG001
        other = modulus and modulus + (-1 if modulus > 2**999 else 1)
        return ungated(fast)(modulus=other, **more)

    return control
