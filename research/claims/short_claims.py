"""Short claims: one line for what a study says of its positions, values, counts and sums.

Each method adds a claim with its checks. The harness decides what is exhausted: every position
to the largest size that keeps within a budget (:mod:`research.checks.domains`), the smallest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from oracles.errors import PositionError, explain
from oracles.growing import Budget
from oracles.quantities import QUANTITIES, Quantity
from oracles.rules import PartizanGame, Rules
from research.checks.domains import (
    AlongSizes,
    Among,
    HoldsAt,
    SmallCases,
    SmallPositions,
    with_sums,
)
from research.checks.equality import Equation, equal, same_value
from research.checks.evidence import ClaimError, require, truth_source
from research.claims.cases import Listed
from research.claims.claim import Claim, names_checked


class ShortClaims:
    """The short claims of a study; see :class:`research.claims.study.Study`.

    All of them take, besides what each of them says:

    ``statement``, ``controls``
        What is claimed, in words and LaTeX; and what is wrong in place of ``believed``, by what is
        wrong with it.
    ``name``
        The claim's name; after its kind unless given.
    ``size``
        Claim it to this size alone, and exhaust to it instead of as far as the budget allows.
    ``among``
        Which positions the claim speaks of, as a function; all unless given.
    ``source``, ``correction``, ``gating``, ``rests_on``, ``kind``
        As of :meth:`research.claims.study.Study.claim`.
    """

    # The size and the number of positions that a check asks for in place of its budget.
    bounds: tuple[int | None, int | None] | None = None

    if TYPE_CHECKING:
        name: str
        game: Rules[Any]
        claims: list[Claim]

        def claim(self, *given: Any, **named: Any) -> Claim: ...  # noqa: D102

    @cached_property
    def small_to(self) -> Callable[[int | None], SmallCases]:
        """All positions to a size; as far as the budget allows where that is None."""
        return cache(partial(SmallCases, with_sums(self.game)))

    @cached_property
    def _least(self) -> Callable[[], SmallCases | None]:
        return cache(lambda: None if self.bounds else SmallCases.first(with_sums(self.game)))

    def _tried(self, size: int | None, whole: Rules[Any] | None = None) -> SmallCases:
        """All positions to the size of a claim, within what a check asks for."""
        largest, limit = self.bounds or (None, None)
        size = min((each for each in (size, largest) if each is not None), default=None)
        game = with_sums(self.game) if whole is None else whole
        if limit is not None:
            return SmallCases(game, budget=Budget(limit, 10 * limit), largest=size)
        return self.small_to(size) if whole is None else SmallCases(game, size)

    @property
    def small_cases(self) -> SmallCases:
        """All positions as far as the budget allows, smallest first, and the truth on them."""
        return self.small_to(None)

    def p_positions(self, statement: str, **claimed: Any) -> Claim:
        """Claim which positions are the P-positions; see :meth:`values_of`."""
        return self.values_of("P-position", statement, **claimed)

    def outcomes(self, statement: str, **claimed: Any) -> Claim:
        """Claim the outcome of every position, a letter; for partizan and loopy games."""
        return self.values_of("outcome", statement, **claimed)

    def grundy_values(self, statement: str, **claimed: Any) -> Claim:
        """Claim the Grundy value of every position."""
        return self.values_of("Grundy value", statement, **claimed)

    @names_checked
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
        """Claim a quantity of :mod:`oracles.quantities`, which ``believed`` gives of a position."""
        row = quantity_of(self.game, quantity)

        def holds(believed: Callable[[Any], Any], position: Any, truth: Any) -> Equation:
            said = believed(position)
            require(row.kind.fits(said), f"{quantity} believed", said, row.kind.words)
            return equal(row.value(truth, position), row.kind.read(said))

        claim = self._claim(quantity, statement, believed, controls, about)
        claim.quantity, claim.among, claim.size = quantity, among, size
        few = self._least if size is None else lambda: None
        claim.checks.append(SmallPositions(cache(partial(self._tried, size)), holds, among, few))
        return claim

    @names_checked
    def value_table(
        self, statement: str, table: Mapping[Any, Any], *, case: str = "position", **about: Any
    ) -> Claim:
        """Claim the values of single positions under normal play, as a source lists them.

        Each is found by search (:func:`oracles.values.positions.values_of`), so positions may be
        larger than those of the explicit graph.

        Parameters
        ----------
        table
            The value of each position, as a Value or what it is made of, such as ``"{2|-1/2}"``.
        case
            What a position is called.
        """
        from oracles.values.positions import values_of
        from oracles.values.value import Value

        def believed(position: Any) -> Value:
            return Value(table[position])

        controls = {"each larger by 1": lambda position: believed(position) + 1}
        claim = self._claim("value table", statement, believed, controls, about)
        found = cache(lambda: dict(zip(table, values_of(self.game, table), strict=True)))
        cases = Listed(f"each {case} of the table", lambda: table)
        return claim.equals(lambda position: found()[position], cases, by="search from the rules")

    @names_checked
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

        ``holds`` is called with what is believed, a position and the truth about it; it returns a
        boolean, or ``equal(found, believed)``, which lets a counterexample show both.
        """
        claim = self._claim("positions", statement, believed, controls, about)
        claim.checks.append(SmallPositions(cache(partial(self._tried, size)), holds, among))
        return claim

    @names_checked
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
            truth does not give, as they ask about a position beyond it or as half the size gives
            another value, are not tried, and the claim is *tested* then.
        controls
            Wrong lists; unless given, one in which the last computed term is another one.
        """
        number = len(terms)
        indices = range(first, first + number)
        small = cache(self._tried)
        found = cache(lambda: _terms_of(small, size, computed, indices))
        wrong: Mapping[str, Any] = {"another last term": partial(_with_another_term, terms)}
        claim = self._claim("sequence", statement, terms, controls or wrong, about)
        source = truth_source(lambda: _numbered(first, len(found()), number))

        def holds(believed: Any, n: int) -> Equation:
            listed = believed(len(found())) if callable(believed) else believed
            return equal(found()[n - first], listed[n - first])

        cases = lambda: indices[: len(found())]  # noqa: E731
        claim.checks.append(AlongSizes(source, cases, holds, partial(small, size), number))
        return claim

    @names_checked
    def sums(
        self,
        statement: str,
        *,
        believed: Callable[..., Any],
        controls: Mapping[str, Callable[..., Any]],
        others: Sequence[Any] = (),
        size: int | None = None,
        **about: Any,
    ) -> Claim:
        """Claim how the value of a disjunctive sum follows from those of its parts.

        If all games are impartial these are Grundy values, else values. ``believed`` gives it from
        that of each part, as ``lambda g, h: g ^ h`` or ``lambda g, h: g + h`` do. ``others`` are
        the games of the other parts; the study's own game once more unless given.
        """
        from oracles.sums import DisjunctiveSum, PartizanSum

        games: list[Any] = [with_sums(game) for game in (self.game, *(others or [self.game]))]
        partizan = any(isinstance(game, PartizanGame) for game in games)
        value = quantity_of(self.game, "value" if partizan else "Grundy value").value
        sum_of = PartizanSum if partizan else DisjunctiveSum
        whole = cache(lambda: self._tried(size, sum_of(*games)))
        parts = cache(lambda: [SmallCases(game, whole().size).truth for game in games])

        def holds(believed: Callable[..., Any], position: Any, truth: Any) -> Equation:
            own: Any = zip(parts(), position, strict=True)
            values = [value(part, p) for part, p in own]
            return equal(value(truth, position), believed(*values))

        claim = self._claim("sums", statement, believed, controls, about)
        claim.checks.append(SmallPositions(whole, holds))
        return claim

    def _claim(
        self,
        kind: str,
        statement: str,
        believed: Any,
        controls: Mapping[str, Any],
        about: dict[str, Any],
    ) -> Claim:
        """Add a claim, which is named after its kind; with a number from the second of it on."""
        right = controls and isinstance(controls, Mapping)
        allowed = 'wrong beliefs by what is wrong with them, as {"off by one": ...}'
        require(right, f"claim {statement!r}: controls", controls, allowed)
        stem = kind.lower().replace(" ", "-") + ("" if kind.endswith("s") else "s")
        taken = {claim.name for claim in self.claims}
        free = [stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))]
        name = about.pop("name", "") or next(name for name in free if name not in taken)
        return self.claim(name, statement, believed=believed, controls=controls, **about)


def quantity_of(game: Rules[Any], name: str) -> Quantity:
    """Return a quantity by its name; a ClaimError has all names, or why the game has it not."""
    require(name in QUANTITIES, "quantity", name, f"one of {', '.join(map(repr, QUANTITIES))}")
    if why := QUANTITIES[name].why_not(game):
        raise ClaimError(f"quantity={name!r}: {why}")
    return QUANTITIES[name]


def _terms_of(
    small: Callable[[int | None], SmallCases],
    size: int | None,
    computed: Callable[[Any, int], Any],
    indices: Iterable[int],
) -> list[Any]:
    """Compute terms up to the first beyond the cases to a size.

    What asks of a position beyond the cases is refused. What goes through all positions is not: so
    where the cases to half the size give a term too, it counts only if they give the same.
    """
    cases = small(size)
    smaller, terms = small(cases.size // 2).truth, list[Any]()
    with suppress(PositionError, IndexError):  # beyond the cases, or a list of them
        for index in indices:
            try:
                term = computed(cases.truth, index)
            except TypeError as error:
                raise ClaimError(f"computed fails on {index}: {explain(error)}") from error
            try:
                if not same_value(computed(smaller, index), term):
                    break
            except PositionError:
                pass
            except Exception:  # such as the least of no positions
                break
            terms.append(term)
    return terms


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
        return f"{words}, all that are given"
    return f"{words}, {number} of {given} terms, as larger sizes are needed for the others"
