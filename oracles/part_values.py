"""Grundy values by parts: of the connected parts alone, each met once.

A row of 2 000 pins comes to 2 000 connected rows, and to more positions than could be listed. The
value of a connected part is the mex over its options, each of which has the nim sum of the values
of its own parts; so only parts are explored, in their canonical forms, and only their values kept.

No value is given before the game was held to the definition on its explicit graph, as far as that
is small (:mod:`oracles.declared`): symmetry, parts and every value. Beyond it, some of the parts
that are explored are checked (:mod:`oracles.sampled`), and all sums that are asked about.

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section IV.1; E. R. Berlekamp,
J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd ed., ch. 4.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from operator import xor
from typing import Any

from oracles.declared import Compared, options_of, parts_of, small_graph
from oracles.errors import OracleError, RulesError, SearchLimitError, brief
from oracles.graph import GameGraph, Progress
from oracles.grundy import grundy_by_induction, mex
from oracles.limits import Watch
from oracles.ordering import backward_order
from oracles.parts import check_parts, require_sums, require_value
from oracles.promises import POSITION_LIMIT, check_limits, in_parts, require_position
from oracles.rules import Game, Rules
from oracles.sampled import SampledChecks
from oracles.symmetry import check_symmetry

ARC_LIMIT = 100_000_000  # they are looked at and not kept
_SHOWN = 8  # parts of a cycle in a message
_REPORT_EVERY = 64


class PartValues:
    """Grundy values of a game that declares its parts.

    Parameters and errors as of :func:`grundy_by_parts`.

    Attributes
    ----------
    compared
        How far symmetry, parts and values were compared with the explicit graph.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        limit: int = POSITION_LIMIT,
        arc_limit: int = ARC_LIMIT,
        progress: Progress | None = None,
    ) -> None:
        require_sums(game)
        self.game = game
        self._search = _Search(game, limit, arc_limit, progress)
        with Watch(lambda: f"{brief(game)}, compared with its explicit graph"):
            graph, self.compared = self._compare()
        self._checks = SampledChecks(game, frozenset(graph))
        self._search.on_value = self._explored

    def _compare(self) -> tuple[GameGraph, Compared]:
        """Hold the game to its explicit graph; return it, and how far that was."""
        graph, compared = small_graph(self.game)
        check_symmetry(self.game, graph)
        check_parts(self.game, graph)
        explicit = grundy_by_induction(graph, backward_order(graph))
        for position in graph:
            require_value(position, self._search.value(position), explicit[position])
        return graph, compared

    def __len__(self) -> int:
        """Return how many connected parts have their values."""
        return len(self._search.values)

    @property
    def checked(self) -> int:
        """At how many different positions beyond the explicit graph the parts were checked."""
        return self._checks.checked

    def __repr__(self) -> str:
        beyond = f", and at {self.checked} beyond" if self.checked else ""
        return f"<PartValues of {brief(self.game)}: {len(self)} parts; {self.compared}{beyond}>"

    def grundy(self, position: Hashable) -> int:
        """Return the Grundy value of any position of the game, exploring what is not yet known.

        Raises
        ------
        PositionError
            If it is no position of the game.
        RulesError, SearchLimitError
            As of :func:`grundy_by_parts`.
        """
        require_position(self.game, position)
        self._checks.require_right()
        value = self._search.value(position)
        if position not in self._search.values:
            self._checks.hold_once(position)
        return value

    def _explored(self, part: Hashable) -> None:
        """Check some of the parts that are explored."""
        if self._checks.is_next():
            self._checks.hold(part, options_of(self.game, part))


def grundy_by_parts(
    game: Game[Any],
    positions: Iterable[Hashable] = (),
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
) -> PartValues:
    """Return Grundy values of positions, computed from their connected parts alone.

    Parameters
    ----------
    game
        The rules, with ``parts``, and with ``canonical`` where there are symmetries.
    positions
        What to explore at once; whatever else is asked is explored then.
    limit, arc_limit
        The largest numbers of connected parts and of moves from these that are looked at, in all.
    progress
        Called now and then with the number of parts so far.

    Raises
    ------
    RulesError
        If parts or canonical forms are not what they should be, as far as that is checked, or play
        need not end; at misère play, loopy games and those that name the winner by the final
        position.
    SearchLimitError
        If there are more parts or moves than the limits.

    Notes
    -----
    Time proportional to the moves from the connected parts, at most twice each; memory to the
    number of parts.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> values = grundy_by_parts(octal("0.137"), [(200,)])  # Dawson's chess
    >>> len(values), str(values.compared)
    (199, 'compared on 1995 positions, of sizes to 32')
    >>> values.grundy((200,)), values.grundy((34, 68))
    (5, 8)
    """
    if not isinstance(positions, Iterable):
        raise RulesError(f"positions={brief(positions)}: expected a list of positions")
    values = PartValues(game, limit=limit, arc_limit=arc_limit, progress=progress)
    with Watch(lambda: f"Grundy values of {brief(game)} by parts"):
        for position in positions:
            values.grundy(position)
    return values


class _Search:
    """Explores connected parts; keeps the values of those whose parts below are all known."""

    def __init__(
        self, game: Game[Any], limit: int, arc_limit: int, progress: Progress | None
    ) -> None:
        check_limits(limit=limit, arc_limit=arc_limit)
        self.game, self.limit, self.arc_limit, self.progress = game, limit, arc_limit, progress
        self.values: dict[Hashable, int] = {}
        self.moves = 0
        self.on_value: Callable[[Hashable], None] | None = None
        self._symmetric = type(game).canonical is not Rules.canonical
        self._at: Hashable = None

    def value(self, position: Hashable) -> int:
        """Return the value of a position: the nim sum of those of its parts."""
        if position in self.values:
            return self.values[position]
        self._at = position
        with Watch(self._doing, moved=self._moved, shown=self._how_far):
            parts = parts_of(self.game, position)
            self._explore([part for part in parts if part not in self.values])
        return reduce(xor, (self.values[part] for part in parts), 0)

    def _explore(self, waiting: list[Hashable]) -> None:
        """Give values to all parts that are waiting, and to all that these lead to.

        The last is looked at first. It waits again under the parts that are missing for its value,
        and is then open: whoever comes back to an open part has found a cycle.
        """
        values = self.values
        opened: dict[Hashable, None] = {}
        while waiting:
            part = waiting[-1]
            if part in values:
                waiting.pop()
                continue
            found, missing = self._look(part)
            if not missing:
                opened.pop(part, None)
                waiting.pop()
                self._finish(part, mex(found))
                continue
            self._require_an_end(opened, part, missing)
            opened[part] = None
            waiting += missing
            if len(values) + len(opened) > self.limit:
                raise self._too_many(self.limit, "connected parts")

    def _look(self, part: Hashable) -> tuple[set[int], dict[Hashable, None]]:
        """Return the values of a part's options, if no value is missing, and the parts without."""
        self._at = part
        values, parts_of_option = self.values, self.game.parts
        canonical = self.game.canonical if self._symmetric else None
        found: set[int] = set()
        missing: dict[Hashable, None] = {}
        try:
            for given in in_parts(self.game.options(part)):
                self.moves += len(given)
                if self.moves > self.arc_limit:
                    break
                for option in dict.fromkeys(given):
                    value = 0
                    for each in parts_of_option(option):
                        form = each if canonical is None else canonical(each)
                        if form in values:
                            value ^= values[form]
                        else:
                            missing[form] = None
                    found.add(value)
        except (MemoryError, SearchLimitError):
            raise
        except Exception as error:  # whatever the user's rules raise
            said = (
                str(error) if isinstance(error, OracleError) else f"{type(error).__name__}: {error}"
            )
            raise RulesError(f"{self._doing()}: {said}") from error
        if self.moves > self.arc_limit:
            raise self._too_many(self.arc_limit, "moves")
        return found, missing

    def _finish(self, part: Hashable, value: int) -> None:
        if self.on_value is not None:
            self.on_value(part)
        self.values[part] = value
        number = len(self.values)
        if self.progress is not None and number % _REPORT_EVERY == 0:
            self.progress(number)
        if number > self.limit:
            raise self._too_many(self.limit, "connected parts")

    def _require_an_end(
        self, opened: dict[Hashable, None], part: Hashable, missing: Iterable[Hashable]
    ) -> None:
        """Raise :class:`RulesError` if a part is missing for its own value."""
        again = next((each for each in missing if each == part or each in opened), None)
        if part in opened:
            raise RulesError(
                f"options of {brief(part)} differ when asked twice; let them, and parts, depend on "
                "the position alone"
            )
        if again is not None:
            path = [*opened, part]
            cycle = path[path.index(again) :]
            shown = " -> ".join(brief(p) for p in [*cycle[:_SHOWN], again][: _SHOWN + 1])
            more = f" (the first of {len(cycle)} parts)" if len(cycle) > _SHOWN else ""
            raise RulesError(
                f"play may never end from {brief(again)}, which comes back as a part: {shown}{more}"
                "; mend options, parts or canonical"
            )

    def _too_many(self, limit: int, things: str) -> SearchLimitError:
        return SearchLimitError(
            f"more than {limit} {things}: {brief(self.game)} is too large from where it was asked; "
            "ask about smaller positions or raise the limit"
        )

    def _doing(self) -> str:
        return f"options and parts of {brief(self._at)} in {brief(self.game)}"

    def _moved(self) -> int:
        return self.moves + len(self.values)

    def _how_far(self) -> str:
        return f"{len(self.values)} parts, {self.moves} moves"
