"""One position, not all of them: its outcome, and its Grundy value, by search.

The search looks at positions below the one that is asked about, each by its canonical form, once.

- Where Grundy values are asked for, or the rules declare components whose values are added, it
  takes them by definition: the value of a component is the mex of the values of its options, and
  that of a sum the nim sum of the values of its components (Sprague 1935, Grundy 1939).
- Else it finds outcomes, of whole positions: a position is an N-position as soon as one option is
  found to be a P-position, a draw if none is and one is a draw, and else a P-position.

Before an answer is given the explicit graph of small sizes is solved. On it what is declared must
be right (:mod:`oracles.declarations`), and the search must find what the graph says. Beyond it,
what is declared is checked at the position that is asked about, and at the first 64 and every 64th
of those that are opened, each with one option, a sum if there is one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import chain
from operator import xor
from random import Random
from typing import TYPE_CHECKING, Any

from oracles.declarations import check_declared, small_graph, why_no_sums
from oracles.errors import DisagreementError, RulesError, SearchLimitError, brief
from oracles.grundy import mex
from oracles.limits import showing
from oracles.partizan import PlayerToMoveGame
from oracles.rule_contracts import (
    POSITION_LIMIT,
    check_limits,
    final_outcome_of,
    in_words,
    options_of,
    require_position,
)
from oracles.rules import (
    Game,
    PartizanGame,
    PartizanOutcome,
    Player,
    Rules,
    outcome_of,
    players_of,
)
from oracles.truth import OF_TURNS, Truth

if TYPE_CHECKING:
    from oracles.values.value import Value

_CHECKED = 64  # positions that are checked, and every so manieth after them
_REMEMBERED = 100_000  # positions as the rules write them, with the parts of each

Parts = tuple[Hashable, ...]  # canonical forms of components, or one of the position


@dataclass(frozen=True)
class SolvedPosition:
    """What a search found of one position.

    In a partizan game positions are counted once with each player to move.
    """

    position: Any
    outcome: PartizanOutcome
    grundy: int | None  # where it was asked for
    opened: int  # positions of which the options were looked at; those that are the same once
    compared: int  # positions of the explicit graph on which the search was compared with it
    size: int  # the largest size of these
    checked: int  # positions of the search at which canonical forms and components were checked
    value: Value | None = None  # where it was asked for
    winning: Mapping[Player, Any] = field(default_factory=dict)  # by the mover, an option that wins


def solve_position(
    game: Rules[Any], position: Any, *, grundy: bool = False, limit: int = POSITION_LIMIT
) -> SolvedPosition:
    """Find the outcome of one position, of any size, by search, and its Grundy value if asked.

    What the rules declare of symmetry and components makes the search smaller; ``limit`` is the
    largest number of positions whose options it may look at.

    Raises
    ------
    RulesError
        If the game is loopy; if a Grundy value is asked for that is not one of normal play; if
        what is declared is wrong, as far as that is checked.
    PositionError
        If it is no position of the game.
    SearchLimitError
        If the limit is passed, or not even size 0 can be compared.
    DisagreementError
        If the search finds something else than the explicit graph says.

    Notes
    -----
    For a Grundy value the options of all positions below are looked at, of connected ones alone if
    components are declared; for an outcome mostly of far fewer.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> solved = solve_position(octal("0.77"), (9, 10, 12), grundy=True)
    >>> solved.outcome, solved.grundy, solved.opened, solved.compared, solved.size
    ('N', 2, 12, 1575, 23)
    """
    search, compared, size = _compared_search(game, grundy=grundy, limit=limit)
    asked = {player: (position, player) if player else position for player in players_of(game)}
    for each in asked.values():
        search.ask(each)
    turns = [search.outcome(each) for each in asked.values()]
    outcome = turns[0] if len(turns) == 1 else OF_TURNS["".join(turns)]
    found = {player: search.winning_option(each) for player, each in asked.items()}
    winning = {player: option for player, option in found.items() if option is not None}
    value = search.find(position) if grundy else None
    counts = search.opened, compared, size, len(search.checked)
    return SolvedPosition(position, outcome, value, *counts, winning=winning)


def grundy_by_components(
    game: Game[Any], positions: Iterable[Any], *, limit: int = POSITION_LIMIT
) -> list[int]:
    """Return the Grundy values of positions, found by one search, from components if declared.

    Parameters and errors are those of :func:`solve_position`. A row of 2 000 pins comes to 2 000
    connected rows, and to more positions than could be listed.

    >>> from oracles.heaps import octal
    >>> grundy_by_components(octal("0.137"), [(200,), (34, 68)])  # Dawson's chess
    [5, 8]
    """
    search, *_ = _compared_search(game, grundy=True, limit=limit)
    return [search.ask(position) for position in positions]


def require_searchable(game: Rules[Any], *, grundy: bool = False) -> None:
    """Refuse a game in which the search would give no answer, or a wrong one."""
    if game.loopy:
        raise RulesError(
            f"{brief(game)} is declared loopy: a search that goes to the end of play finds no "
            "draws; use explore, play or solve, on the explicit graph"
        )
    if grundy and (why := why_no_sums(game)):
        raise RulesError(
            f"{brief(game)} {why}: Grundy values are of impartial games under normal play; ask "
            "for the outcome alone"
        )


class Search:
    """Finds Grundy values (``by_values``) or outcomes of positions, and keeps them.

    >>> from oracles.heaps import octal
    >>> search = Search(octal("0.77", misere=True))
    >>> [search.outcome((n,)) for n in range(1, 6)]
    ['P', 'N', 'N', 'P', 'N']
    """

    def __init__(
        self, game: Rules[Any], *, grundy: bool = False, limit: int = POSITION_LIMIT
    ) -> None:
        self.game: Game[Any] = PlayerToMoveGame(game) if isinstance(game, PartizanGame) else game  # type: ignore[assignment]
        self.limit, self.opened = limit, 0
        self.in_components = overrides(game, "components") and not why_no_sums(game)
        self.by_values = grundy or self.in_components
        self.checked: set[Hashable] = set()  # where what is declared was checked
        self.parts = lru_cache(_REMEMBERED)(self._parts)
        self._known: dict[Hashable, Any] = {}  # value or outcome of each part
        self._held = 0  # options that wait, of positions that are open
        self._chance = Random(0)  # the same each time

    def outcome(self, position: Hashable) -> Any:
        """Return the outcome of a position; errors as of :meth:`find`."""
        found = self.find(position)
        return found if not self.by_values else "N" if found else "P"

    def winning_option(self, position: Hashable) -> Any:
        """Return the first option that is known to be a P-position; None if there is none."""
        for option in options_of(self.game, position):
            known = all(part in self._known for part in self.parts(option))
            if known and self.outcome(option) == "P":
                return option[0] if isinstance(self.game, PlayerToMoveGame) else option  # type: ignore[index]
        return None

    def find(self, position: Hashable) -> Any:
        """Return the Grundy value of a position, or its outcome.

        :class:`RulesError` if the rules do not keep what they promise, :class:`SearchLimitError` if
        the limit is passed.
        """
        for part in self.parts(position):
            waiting = {part: self._steps(part)} if part not in self._known else {}
            while waiting:  # a stack, for play may be deeper than calls can be
                form, steps = waiting.popitem()
                below = next(steps, self)
                if below is not self:
                    waiting[form] = steps
                    if below in waiting:
                        raise RulesError(
                            f"play may never end from {brief(below)}, which comes back in the game "
                            f"{brief(self.game)}; mend options, components or canonical, or "
                            "declare the game loopy: loopy = True"
                        )
                    waiting[below] = self._steps(below)
        return self._found(self.parts(position))

    def ask(self, position: Hashable) -> Any:
        """Check what is declared of a position, and :meth:`find` what it is."""
        require_position(self.game, position)
        with showing(lambda: f"{self.opened} positions opened"):
            self.check(position)
            return self.find(position)

    def declares_symmetry(self) -> bool:
        """Whether the rules declare which positions are the same by symmetry."""
        if isinstance(self.game, PlayerToMoveGame):
            rules = self.game.game
            own = type(rules).negative is not PartizanGame.negative
            return own or overrides(rules, "canonical")
        return overrides(self.game, "canonical")

    def check(self, *positions: Hashable) -> None:
        """Check what is declared of positions and their components, unless that was done."""
        if self.in_components or self.declares_symmetry():
            new = [position for position in positions if position not in self.checked]
            check_declared(self.game, new, in_components=self.in_components)
            self.checked.update(new)

    def _parts(self, position: Hashable) -> Parts:
        given = self.game.components(position) if self.in_components else (position,)
        return tuple(map(self.game.canonical, given))

    def _found(self, parts: Parts) -> Any:
        """Return the value or the outcome of a sum whose parts are known."""
        known = [self._known[part] for part in parts]
        return reduce(xor, known, 0) if self.by_values else known[0]

    def _steps(self, form: Hashable) -> Iterator[Hashable]:
        """Find what is true of a part; give the parts that have to be known first."""
        sums, known = self._options(form), self._known
        self._held += len(sums)
        if self.by_values:
            for part in chain.from_iterable(sums):
                if part not in known:
                    yield part
            known[form] = mex(map(self._found, sums))
        elif not sums:
            known[form] = final_outcome_of(self.game, form)
        else:
            options = [option for (option,) in sums]
            if all(known.get(option) != "P" for option in options):
                for option in options:
                    if option not in known:
                        yield option
                    if known[option] == "P":
                        break
            known[form] = outcome_of(known[option] for option in options if option in known)
        self._held -= len(sums)

    def _options(self, form: Hashable, player: Player = "") -> list[Parts]:
        """Return the options of a part, each once; of a player where Left and Right have own."""
        self.opened += 1
        waiting = max(self.limit, POSITION_LIMIT)
        for number, most in ((self.opened, self.limit), (self._held, waiting)):
            if number > most:
                raise SearchLimitError(
                    f"more than {most} positions: the search in {brief(self.game)} is too "
                    "large; ask about a smaller position, raise the limit, or declare symmetry "
                    "or components"
                )
        given = options_of(self.game, form, player)
        if self.opened <= _CHECKED or self.opened % _CHECKED == 0:
            sums = [option for option in given if len(self.parts(option)) > 1]
            self.check(form, *map(self._chance.choice, [sums or given] if given else []))
        with in_words(lambda: f"components or canonical form of an option of {brief(form)}"):
            return list(dict.fromkeys(map(self.parts, given)))


def overrides(game: Rules[Any], method: str) -> bool:
    """Whether a game has a method of its own in place of that of all rules."""
    return getattr(getattr(game, method), "__func__", None) is not getattr(Rules, method)


def _compared_search(game: Rules[Any], *, grundy: bool, limit: int) -> tuple[Search, int, int]:
    """Return a new search, after another one was compared with the explicit graph, and how far."""
    require_searchable(game, grundy=grundy)
    check_limits(limit=limit)
    search = Search(game, grundy=grundy)
    rules = search.game
    graph, size = small_graph(rules)
    check_declared(rules, graph, in_components=search.in_components)
    truth = Truth(rules, graph)
    for position, true in (truth.grundy_values if search.by_values else truth.outcomes).items():
        if (found := search.find(position)) != true:
            raise DisagreementError(
                f"{brief(position)} is {found} by the search and {true} on the explicit graph: "
                "nothing that the search finds is believed"
            )
    return Search(game, grundy=grundy, limit=limit), len(graph), size
