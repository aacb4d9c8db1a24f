"""Quantities: what a claim can say of a position, of all positions to a size, and of a sum.

What can be claimed of a position, and what the believed function returns for it:

=================== =====================================================================
quantity            value
=================== =====================================================================
P-position          True or False
outcome             "P", "N" or "D" (a draw); of a partizan game "N", "P", "L", "R" or "D"
Grundy value        an integer; ``Infinite`` in a loopy game
misère P-position   True or False, if the player who cannot move wins
genus               text, such as "0^120"; "0^12020" is the same genus
remoteness          an integer; None for a draw
suspense            an integer
winning options     a set of positions
=================== =====================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from research.checks.domains import SmallCases
from research.checks.equality import Equation, equal, same_value
from research.checks.evidence import ClaimError
from research.checks.positional import Quantity

if TYPE_CHECKING:
    from research.checks.domains import AnyGame

FIRST = 1 / 40  # of the budget: the least positions, which are tried before the others

QUANTITIES: dict[str, Quantity] = {
    "P-position": lambda truth, position: truth.outcome(position) == "P",
    "outcome": lambda truth, position: truth.outcome(position),
    "Grundy value": lambda truth, position: truth.grundy(position),
    "misère P-position": lambda truth, position: truth.misere_outcome(position) == "P",
    "genus": lambda truth, position: str(truth.genus(position)),
    "remoteness": lambda truth, position: truth.remoteness(position),
    "suspense": lambda truth, position: truth.suspense(position),
    "winning options": lambda truth, position: set(truth.winning_options(position)),
}


def _genus(text: str) -> str:
    from oracles.genus import Genus  # networkx is slow to import

    return str(Genus.parse(text))


READ: dict[str, Callable[[Any], Any]] = {  # how a value is written, where there are several ways
    "genus": _genus,
    "winning options": set,
}


def compared_quantity(name: str, found: Any, believed: Any) -> Equation:
    """State that a quantity is what is believed, in whichever way that is written.

    >>> bool(compared_quantity("genus", "1^031", "1^03131"))
    True
    """
    read = READ.get(name)
    return equal(found, believed if read is None else read(believed))


def quantity_named(name: str) -> Quantity:
    """Return the quantity of that name.

    Raises
    ------
    ClaimError
        If there is none; the message has all names.
    """
    if name not in QUANTITIES:
        known = ", ".join(map(repr, QUANTITIES))
        raise ClaimError(f"quantity={name!r}: expected one of {known}")
    return QUANTITIES[name]


class SolvedSum:
    """The parts of a sum and the sum itself, each solved."""

    def __init__(
        self,
        game: AnyGame,
        others: Sequence[Any],
        compound: Callable[..., Any] | None,
        size: int | None,
    ) -> None:
        from oracles.compounds import DisjunctiveSum, PartizanSum
        from oracles.rules import PartizanGame

        games = [game, *(others or [game])]
        kind = PartizanSum if isinstance(game, PartizanGame) else DisjunctiveSum
        self.whole = SmallCases((compound or kind)(*games), size)
        alone = {id(each): SmallCases(each, self.whole.size).truth for each in games}
        self.truths = [alone[id(each)] for each in games]


def counts_of(small: SmallCases, of: str, among: Callable[[Any], bool] | None) -> list[int]:
    """How many positions to each size have an outcome, as far as every size was taken up."""
    totals: list[int] = []
    total = 0
    for layer in small.layers:
        if layer.size - layer.after > 1:
            break
        totals += [total] * (layer.size - len(totals))  # sizes that add nothing
        total += sum(
            small.truth.outcome(p) == of and (among is None or among(p)) for p in layer.positions
        )
        totals.append(total)
    return totals


class StudyCases:
    """The small cases of a game, to the size that the budget allows and to others, each kept."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._known: dict[int | None, SmallCases] = {}

    def to(self, size: int | None) -> SmallCases:
        """All positions to a size; as far as the budget allows where that is None."""
        if size not in self._known:
            self._known[size] = SmallCases(self._game, size)
        return self._known[size]

    @cached_property
    def first(self) -> SmallCases | None:
        """The least positions; None where even the least size has more."""
        from oracles.errors import SearchLimitError

        try:
            return SmallCases(self._game, times=FIRST)
        except SearchLimitError:
            return None

    def terms(
        self, size: int | None, computed: Callable[[Any, int], Any], first: int, number: int
    ) -> list[Any]:
        """Compute so many terms to a size, or to twice that if it gives fewer."""
        from oracles.errors import SearchLimitError

        small = self.to(size)
        found = _terms(small, self.to(small.size // 2), computed, first, number)
        if len(found) == number:
            return found
        try:
            return _terms(self.to(2 * small.size), small, computed, first, number)
        except SearchLimitError:
            return found


def _terms(
    cases: SmallCases,
    smaller: SmallCases,
    computed: Callable[[Any, int], Any],
    first: int,
    most: int,
) -> list[Any]:
    """Compute terms from the index ``first`` on, up to the first that is beyond the cases.

    What asks of a position beyond them is refused. What goes through all positions is not: so where
    smaller cases give a term too, it counts only if they give the same.
    """
    from oracles.errors import PositionError

    terms: list[Any] = []
    for index in range(first, first + most):
        try:
            term = computed(cases.truth, index)
        except (PositionError, IndexError):  # beyond them, or a list of them
            break
        try:
            if not same_value(computed(smaller.truth, index), term):
                break
        except PositionError:
            pass
        except Exception:  # such as the least of no positions
            break
        terms.append(term)
    return terms
