"""Short claims: one line for what a study says of its positions, values, counts and sums.

Each method adds a claim with its checks. The harness decides what is exhausted: every position
to the largest size that keeps within a budget (:mod:`research.checks.domains`), the smallest first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from research.checks.check_types import Holds
from research.checks.domains import (
    ARCS,
    POSITIONS,
    AlongSizes,
    Among,
    HoldsAt,
    SmallCases,
    SmallPositions,
)
from research.checks.equality import Equation, equal
from research.checks.evidence import require, truth_source
from research.claims.cases import Listed
from research.claims.claim import Claim
from research.claims.quantities import compared_quantity, counts_of, quantity_named, terms_of

if TYPE_CHECKING:
    from research.checks.domains import AnyGame


LAST_TERM = "another last term"
FIRST = 40  # how many times fewer are the least positions, which are tried before the others


class ShortClaims:
    """The short claims of a study; see :class:`research.claims.study.Study`.

    All of them take, besides what each of them says:

    ``name``
        The claim's name; after its kind unless given.
    ``size``
        Exhaust to this size, instead of as far as the budget allows.
    ``among``
        Which positions the claim speaks of, as a function; all unless given.
    ``source``, ``correction``, ``gating``, ``rests_on``, ``kind``
        As of :meth:`research.claims.study.Study.claim`.
    """

    if TYPE_CHECKING:
        name: str
        game: AnyGame
        claims: list[Claim]

        def claim(self, *given: Any, **named: Any) -> Claim: ...  # noqa: D102

    @cached_property
    def _small(self) -> Callable[[int | None], SmallCases]:
        """All positions to a size; as far as the budget allows where that is None."""
        return cache(partial(SmallCases, self.game))

    @cached_property
    def _least(self) -> SmallCases | None:
        """The least positions; None where even the least size has more."""
        from oracles.errors import SearchLimitError

        try:
            return SmallCases(self.game, positions=POSITIONS // FIRST, arcs=ARCS // FIRST)
        except SearchLimitError:
            return None

    @property
    def small_cases(self) -> SmallCases:
        """All positions as far as the budget allows, smallest first, and the truth on them."""
        return self._small(None)

    def p_positions(self, statement: str, **claimed: Any) -> Claim:
        """Claim which positions are the P-positions; see :meth:`values_of`."""
        return self.values_of("P-position", statement, **claimed)

    def outcomes(self, statement: str, **claimed: Any) -> Claim:
        """Claim the outcome of every position, a letter; for partizan and loopy games."""
        return self.values_of("outcome", statement, **claimed)

    def grundy_values(self, statement: str, **claimed: Any) -> Claim:
        """Claim the Grundy value of every position."""
        return self.values_of("Grundy value", statement, **claimed)

    def values_of(
        self,
        quantity: str,
        statement: str,
        *,
        believed: Callable[[Any], Any],
        controls: Mapping[str, Callable[[Any], Any]],
        size: int | None = None,
        among: Among | None = None,
        **about: Any,
    ) -> Claim:
        """Claim a quantity of every position.

        Parameters
        ----------
        quantity
            Any of the table of :mod:`research.claims.quantities`.
        statement
            What is claimed, in words and LaTeX.
        believed
            Gives the quantity of a position.
        controls
            What is wrong in place of ``believed``, by what is wrong with them.
        """
        value = quantity_named(quantity)

        def holds(believed: Callable[[Any], Any], position: Any, truth: Any) -> Any:
            return compared_quantity(quantity, value(truth, position), believed(position))

        claim = self._claim(quantity, statement, believed, controls, about)
        claim.quantity, claim.among = quantity, among
        few = (lambda: self._least) if size is None else (lambda: None)
        claim.checks.append(SmallPositions(partial(self._small, size), holds, among, few))
        return claim

    def every_position(
        self,
        statement: str,
        holds: HoldsAt,
        *,
        believed: Any,
        controls: Mapping[str, Any],
        size: int | None = None,
        among: Among | None = None,
        **about: Any,
    ) -> Claim:
        """Claim that something holds at every position.

        Parameters
        ----------
        holds
            Called with what is believed, a position and the truth about it; returns a boolean,
            or ``equal(found, believed)``, which lets a counterexample show both.
        """
        claim = self._claim("positions", statement, believed, controls, about)
        claim.checks.append(SmallPositions(partial(self._small, size), holds, among))
        return claim

    def count(
        self,
        statement: str,
        *,
        believed: Callable[[int], int],
        controls: Mapping[str, Callable[[int], int]],
        of: str = "P",
        size: int | None = None,
        among: Among | None = None,
        **about: Any,
    ) -> Claim:
        """Claim how many positions to each size have the outcome ``of``, P unless given.

        A position is counted from its size on: the least s such that ``start(s)`` leads to it.
        """
        claim = self._claim("count", statement, believed, controls, about)
        counts = cache(lambda: counts_of(self._small(size), of, among))
        sizes = Listed(lambda: f"every size to {len(counts()) - 1}", lambda: range(len(counts())))
        self._along(claim, sizes, lambda believed, n: equal(counts()[n], believed(n)), size)
        return claim

    def sequence(
        self,
        statement: str,
        *,
        terms: Sequence[Any],
        computed: Callable[[Any, int], Any],
        first: int = 0,
        controls: Mapping[str, Sequence[Any]] | None = None,
        size: int | None = None,
        **about: Any,
    ) -> Claim:
        """Claim the terms of a sequence, as a table or the OEIS lists them.

        Parameters
        ----------
        terms
            The terms from ``first`` on.
        computed
            Computes a term: called with the truth on the small cases and the index. Terms that the
            truth does not give are not tried, and the claim is *tested* then: those that ask about
            a position beyond it, and those that half the size gives another value.
        controls
            Wrong lists; unless given, one in which the last computed term is another one.
        """
        number = len(terms)
        indices = range(first, first + number)
        found = cache(lambda: terms_of(self._small, size, computed, indices))
        last: Mapping[str, Any] = {LAST_TERM: partial(_with_another_term, terms)}
        claim = self._claim("sequence", statement, terms, controls or last, about)
        words = lambda: _numbered(first, len(found()), number)  # noqa: E731
        cases = Listed(words, lambda: indices[: len(found())])

        def holds(believed: Any, n: int) -> Equation:
            listed = believed(len(found())) if callable(believed) else believed
            return equal(found()[n - first], listed[n - first])

        self._along(claim, cases, holds, size, number)
        return claim

    def sums(
        self,
        statement: str,
        *,
        believed: Callable[..., Any],
        controls: Mapping[str, Callable[..., Any]],
        quantity: str = "Grundy value",
        others: Sequence[Any] = (),
        size: int | None = None,
        among: Among | None = None,
        **about: Any,
    ) -> Claim:
        """Claim how a quantity of a sum follows from those of its parts.

        Parameters
        ----------
        believed
            The quantity of the sum, from that of each part: ``lambda g, h: g ^ h``.
        quantity
            Any of the table above.
        others
            The games of the other parts; the study's own game once more unless given. The
            disjunctive sum (:mod:`oracles.sums`) is played on its explicit graph.
        """
        value = quantity_named(quantity)
        games = [self.game, *(others or [self.game])]
        whole = cache(lambda: SmallCases(_sum_of(self.game)(*games), size))
        same = [next(i for i, g in enumerate(games) if g is game) for game in games]
        part = cache(lambda place: SmallCases(games[place], whole().size).truth)

        def holds(believed: Callable[..., Any], position: Any, truth: Any) -> Any:
            of_parts = [value(part(i), p) for i, p in zip(same, position, strict=True)]
            return compared_quantity(quantity, value(truth, position), believed(*of_parts))

        claim = self._claim("sums", statement, believed, controls, about)
        claim.checks.append(SmallPositions(whole, holds, among))
        return claim

    def _along(
        self, claim: Claim, cases: Listed, holds: Holds, size: int | None, given: int = 0
    ) -> None:
        source, small = truth_source(cases.words), partial(self._small, size)
        claim.checks.append(AlongSizes(source, cases.cases, holds, small, given))

    def _claim(
        self,
        kind: str,
        statement: str,
        believed: Any,
        controls: Mapping[str, Any],
        about: dict[str, Any],
    ) -> Claim:
        """Add a claim, which is named after its kind; with a number from the second of it on."""
        require(controls, f"claim {statement!r}: controls", controls, "at least one wrong belief")
        stem = kind.lower().replace(" ", "-") + ("" if kind.endswith("s") else "s")
        taken = {claim.name for claim in self.claims}
        free = [stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))]
        name = about.pop("name", "") or next(name for name in free if name not in taken)
        return self.claim(name, statement, believed=believed, controls=controls, **about)


def _sum_of(game: AnyGame) -> Callable[..., Any]:
    from oracles.rules import PartizanGame
    from oracles.sums import DisjunctiveSum, PartizanSum

    return PartizanSum if isinstance(game, PartizanGame) else DisjunctiveSum


def _with_another_term(terms: Sequence[Any], computed: int) -> list[Any]:
    """Return a wrong list: of the terms that are computed the last is another one.

    >>> _with_another_term([0, 2, 7, 9], 3), _with_another_term(["P", "N"], 2)
    ([0, 2, 8, 9], ['P', 'P'])
    """
    last = terms[computed - 1]
    others = [last + 1] if isinstance(last, int) else [*(t for t in terms if t != last), None]
    return [*terms[: computed - 1], *others[:1], *terms[computed:]]


def _numbered(first: int, number: int, given: int) -> str:
    words = f"terms {first} to {first + number - 1}" if number else "no terms"
    if number == given:
        return f"{words} of {given} given"
    return f"{words}, {number} of {given} terms, as larger sizes are needed for the others"
