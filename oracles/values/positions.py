"""The value of one position, of any size, by search.

The value of a position is that of its components added, and the value of a component is found from
the values of its options, Left's and Right's. Components with the same canonical form are looked at
once, and of a component and its negative one is. What the rules declare is checked before it is
used, as :mod:`oracles.search` does it: components and canonical forms for the moves of Left and
those of Right, negatives on positions with the player to move. On the explicit graph of
small sizes the search must find the values that :meth:`oracles.truth.Truth.value` finds by the
definition, and each must give the outcome that play has.

References: J. H. Conway, *On Numbers and Games*, 2nd ed., ch. 10; A. N. Siegel, *Combinatorial Game
Theory*, AMS 2013, sections II.1 and II.2.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import chain, product
from operator import add
from typing import Any

from oracles.declarations import check_declared, small_graph
from oracles.errors import DisagreementError, RulesError, brief
from oracles.quantities import QUANTITIES
from oracles.rule_contracts import check_game, check_limits, in_words, options_of
from oracles.rules import PLAYERS, PartizanGame, Player, Rules
from oracles.search import (
    Parts,
    Search,
    SolvedPosition,
    overrides,
    require_searchable,
    solve_position,
)
from oracles.truth import Truth
from oracles.values.value import Value

VALUE_LIMIT = 200_000  # positions with the player to move, whose options are looked at


def value_of(game: Rules[Any], position: Any, *, limit: int = VALUE_LIMIT) -> Value:
    """Return the value of a position under normal play; of an impartial game it is a nimber.

    Parameters and errors are those of :func:`solve_by_value`.

    >>> from oracles.strips import PartizanStripGame
    >>> toads_and_frogs = PartizanStripGame(
    ...     left=[("T.", ".T"), ("TF.", ".FT")],
    ...     right=[(".F", "F."), (".TF", "FT.")],
    ...     starts=lambda size: ["T" + "." * size + "F"],
    ... )
    >>> str(value_of(toads_and_frogs, "TFT.TFF")), str(value_of(toads_and_frogs, "TFTFT.F"))
    ('^', '*')
    """
    return solve_by_value(game, position, limit=limit).value  # type: ignore[return-value]


def solve_by_value(game: Rules[Any], position: Any, *, limit: int = VALUE_LIMIT) -> SolvedPosition:
    """Find the value of one position by search, and with it the outcome.

    ``limit`` is the largest number of positions whose options it may look at; in a partizan game
    they are counted once with each player to move.

    Raises
    ------
    RulesError
        If the game has no values: if it is loopy, played as misère play, or names the winner by the
        final position; if what is declared is wrong, as far as that is checked.
    PositionError
        If it is no position of the game.
    SearchLimitError
        If the limit is passed, or not even size 0 can be compared.
    DisagreementError
        If the search finds another value than the explicit graph gives, or another outcome.
    """
    _require_values(game, limit)
    if not isinstance(game, PartizanGame):
        solved = solve_position(game, position, grundy=True, limit=limit)
        return replace(solved, value=Value.nimber(solved.grundy or 0))
    search, compared, size = _compared_search(game, limit)
    value = search.ask(position)
    counts = search.opened, compared, size, len(search.checked)
    winning: dict[Player, Any] = {}
    for player in PLAYERS:
        for option in options_of(game, position, player):
            if search.find(option).outcome in ("P", player[0]):
                winning.setdefault(player, option)
    return SolvedPosition(position, value.outcome, None, *counts, value, winning)


def values_of(
    game: Rules[Any], positions: Iterable[Any], *, limit: int = VALUE_LIMIT
) -> list[Value]:
    """Return the values of several positions, of a partizan game by one search.

    Parameters and errors are those of :func:`solve_by_value`.
    """
    if not isinstance(game, PartizanGame):
        return [value_of(game, position, limit=limit) for position in positions]
    _require_values(game, limit)
    search, *_ = _compared_search(game, limit)
    return [search.ask(position) for position in positions]


def _require_values(game: Rules[Any], limit: int) -> None:
    check_game(game)
    require_searchable(game)
    check_limits(limit=limit)
    if why := QUANTITIES["value"].why_not(game):
        raise RulesError(f"{brief(game)}: {why}")


def _compared_search(game: PartizanGame[Any], limit: int) -> tuple[ValueSearch, int, int]:
    """Return a new search, after another one was compared with the explicit graph, and how far."""
    graph, size = small_graph(game)
    search, truth = ValueSearch(game), Truth(game, graph)
    search.check(*graph)
    for position in graph:
        found, true, outcome = search.find(position), truth.value(position), truth.outcome(position)
        if found != true or true.outcome != outcome:
            raise DisagreementError(
                f"{brief(position)} has the value {found} by the search, and on the explicit graph "
                f"{true} and the outcome {outcome}: nothing that the search finds is believed"
            )
    return ValueSearch(game, limit=limit), len(graph), size


class ValueSearch(Search):
    """Finds values of positions of a partizan game, and keeps them.

    >>> from oracles.strips import PartizanStripGame
    >>> either = PartizanStripGame([("L", ".")], [("R", ".")], lambda size: ["L" * size])
    >>> search = ValueSearch(either)
    >>> str(search.find("LLRLL")), search.opened
    ('3', 64)
    """

    def __init__(self, game: PartizanGame[Any], *, limit: int = VALUE_LIMIT) -> None:
        super().__init__(game, limit=limit)
        self.declares = self.declares_symmetry() or overrides(game, "components")
        self.in_turn, self.game = self.game, game  # type: ignore[assignment]
        self.in_components = True

    def check(self, *positions: Hashable) -> None:
        """Check what is declared of positions, unless that was done."""
        if not self.declares:
            return
        new = [position for position in positions if position not in self.checked]
        for player in PLAYERS:
            check_declared(self.game, new, in_components=True, player=player)
        check_declared(self.in_turn, product(new, PLAYERS))
        self.checked.update(new)

    def _found(self, parts: Parts) -> Value:
        """Return the value of a sum whose parts are known."""
        return reduce(add, map(self._known.__getitem__, parts)) if parts else Value(0)

    def _steps(self, form: Hashable) -> Iterator[Hashable]:
        """Find the value of a part; give the parts that have to be known first."""
        known = self._known
        with in_words(lambda: f"negative({brief(form)}) of {brief(self.game)}"):
            negative = self.game.negative(form)  # type: ignore[attr-defined]
            parts = () if negative is None else self.parts(negative)
        if negative is not None and all(part in known for part in parts):
            known[form] = -self._found(parts)
            return
        sides = [self._options(form, player) for player in PLAYERS]
        held = sum(map(len, sides))
        self._held += held
        for part in chain.from_iterable(chain(*sides)):
            if part not in known:
                yield part
        known[form] = Value.of(*(map(self._found, options) for options in sides))
        self._held -= held
