"""What is true of a game, on all positions of its graph.

:class:`Truth` gives each quantity as it is defined (:mod:`oracles.explicit`):

- *outcome*: N if some option is a P-position, P if every option is an N-position, and a draw (D)
  otherwise; final positions have the outcome that the rules give them.
- *remoteness*: the number of moves play still takes when the winner hurries and the loser
  delays: 0 at a final position; in an N-position one more than the least remoteness of the
  P-positions among the options; in a P-position one more than the greatest among the options.
- *suspense*: the number of moves when the winner delays and the loser hurries: greatest and
  least change places.
- *value*: the canonical form; where every run of moves ends, under normal play.
- Grundy values, finite and loopy: :mod:`oracles.grundy`; misère values and genus:
  :mod:`oracles.genus`. These and suspense are of impartial games.

In a partizan game these outcomes and remotenesses are those of *turns*: of a position with the
player to move, whose options are the positions to which this player can move, with the other player
to move (:class:`oracles.partizan.PlayerToMoveGame`). The outcome of a position says who wins if
Left begins, and who wins if Right begins. A letter stands for five of the nine pairs:

======= =================================
L       Left wins, whoever begins
R       Right wins, whoever begins
N       the player who begins wins
P       the player who does not begin wins
D       a draw, whoever begins
======= =================================

The other four are written as pairs, Left's beginning first: L/D, D/L, R/D and D/R. In R/D Right
wins if Left begins, and it is a draw if Right begins.

Outcomes and remotenesses are found by *retrograde analysis*, wherever play may lead: from the final
positions backwards, an N-position is found as soon as one of its options is known to be a
P-position, and a P-position as soon as all its options are known to be N-positions. Since
positions are taken up in the order of their remoteness, the first P-position found is the
nearest and the last N-position the farthest. What is never reached is a draw: neither player
can force an end that suits. A draw has no remoteness.

Values are computed in arrays (:mod:`oracles.kernels`). Tests compare every quantity with its
definition, on every form of rules. At run time there are *spot checks*: at some 200 positions
spread over the whole, or at all if there are no more, outcomes and Grundy values are compared with
those that the values of their options give. (In loopy games outcomes alone.)

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, sections I.1 and IV.1; E. R.
Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical Plays*, 2nd ed., ch. 9
(remoteness, suspense) and 12 (loopy games); C. A. B. Smith, "Graphs and composite games",
J. Combinatorial Theory 1 (1966) 51-81.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from functools import cached_property
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles import kernels
from oracles.errors import DisagreementError, PositionError, RulesError, brief
from oracles.genus import Genus, cut
from oracles.graph import GameGraph
from oracles.grundy import GrundyValue, Infinite, mex
from oracles.index import Index, Values
from oracles.kernels import Numbers
from oracles.limits import showing
from oracles.quantities import QUANTITIES
from oracles.rule_contracts import final_outcome_of
from oracles.rules import OPPONENT, Outcome, PartizanOutcome, Player, Rules, outcome_of
from oracles.values.value import Value

SPOTS, OPTIONS = 200, 250_000  # positions that are compared, and the options of all of them

# Outcomes with Left to move and with Right to move -> outcome of a partizan position.
OF_TURNS: dict[str, PartizanOutcome] = {
    "NN": "N", "PP": "P", "NP": "L", "PN": "R", "DD": "D",
    "ND": "L/D", "DP": "D/L", "PD": "R/D", "DN": "D/R",
}  # fmt: skip
Outcomes = Mapping[Hashable, PartizanOutcome]
Lengths = Mapping[Hashable, "int | None"]

_letter = kernels.OUTCOMES.__getitem__


class Truth:
    """What is true of a game on all positions of its graph.

    The graph is from :func:`oracles.graph.build_from`; the rules say how play ends. Each quantity
    is computed for all positions when it is first asked for, in time proportional to the number of
    arcs (for loopy Grundy values and genera times the number of values, which is small). Values of
    all positions are read-only mappings. Positions that the graph does not hold raise
    :class:`~oracles.errors.PositionError`; quantities that the game does not have raise
    :class:`~oracles.errors.RulesError`. Of a partizan game most are asked for with the player to
    move, one of the ``players``.

    >>> from oracles.games.stone_game import StoneGame
    >>> from oracles.graph import build_from
    >>> truth = Truth(StoneGame(), build_from(StoneGame(), [(1, 3, 3)]))
    >>> truth.outcome((1, 3, 3)), truth.winning_options((0, 0, 3)), truth.grundy((0, 0, 3))
    ('P', [(0, 0, 0)], 3)

    >>> from oracles.strips import PartizanStripGame
    >>> toads = PartizanStripGame(
    ...     left=[("T.", ".T"), ("TF.", ".FT")],
    ...     right=[(".F", "F."), (".TF", "FT.")],
    ...     starts=lambda size: ["T" + "." * size + "F"],
    ... )
    >>> truth = Truth(toads, build_from(toads, toads.start(2)))
    >>> truth.outcome("T..F"), truth.outcome("T.F."), truth.outcome(".TF.")
    ('P', 'L', 'P')
    >>> truth.winning_options("T.F.", "Left"), truth.remoteness("T.F.", "Left")
    (['.TF.'], 3)
    """

    def __init__(self, game: Rules[Any], graph: GameGraph) -> None:
        self.game, self.graph, self.players = game, graph, graph.players
        self._values: dict[int, Value] = {}  # of a partizan game, by the numbers of positions

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {brief(self.game)}: {len(self.graph)} positions>"

    @property
    def positions(self) -> Collection[Any]:
        """All positions, in the order of the graph."""
        return self.graph.options_of.keys()

    @property
    def p_positions(self) -> list[Any]:
        """All P-positions, in the order of the graph."""
        lost = self._outcomes.reshape(-1, len(self.players)) == kernels.P
        return self.graph.index.positions(np.flatnonzero(lost.all(axis=1)))

    def options(self, position: Hashable) -> list[Any]:
        """Options of ``position``, whoever moves, each once."""
        return list(self.graph.options_of[self._known(position)])

    def moves(self, player: Player, position: Hashable) -> list[Any]:
        """Options of one of the ``players``, each once, in the order of the rules."""
        return self.graph.options_at(self._turn(position, player))

    def outcome(self, position: Hashable, player: Player | None = None) -> PartizanOutcome:
        """Outcome of ``position`` under the game's own ending; of its turn if ``player`` is given.

        P, N, or D for a draw; in a partizan game, unless a player is given, also L, R, or a pair.
        """
        if player is None:
            return self.outcomes[self._known(position)]
        outcome: Outcome = _letter(self._outcomes[self._turn(position, player)])
        return outcome

    def winner(self, position: Hashable, player: Player) -> Player | None:
        """Who wins a partizan game when ``player`` is to move; None for a draw."""
        outcome = self.outcome(position, player)
        return {"N": player, "P": OPPONENT[player]}.get(outcome)

    def winning_options(self, position: Hashable, player: Player | None = None) -> list[Any]:
        """Options of the player to move from which that player wins, in the order of the rules."""
        options, other = self.graph.options_at(self._turn(position, player)), OPPONENT[player or ""]
        return [option for option in options if self.outcome(option, other) == "P"]

    def remoteness(self, position: Hashable, player: Player | None = None) -> int | None:
        """Remoteness of ``position``, a number of moves; None for a draw."""
        return _length(self._lengths[self._turn(position, player)])

    def suspense(self, position: Hashable) -> int | None:
        """Suspense of ``position``, a number of moves; only where play must end."""
        return self.suspenses[self._known(position)]

    def grundy(self, position: Hashable) -> GrundyValue:
        """Grundy value of ``position``: a natural number, or ∞ in a loopy game."""
        return self.grundy_values[self._known(position)]

    def misere_outcome(self, position: Hashable) -> PartizanOutcome:
        """Outcome of ``position`` if the player who cannot move wins."""
        return self.misere_outcomes[self._known(position)]

    def genus(self, position: Hashable) -> Genus:
        """Genus of ``position``; only where play must end."""
        return self.genera[self._known(position)]

    def value(self, position: Hashable) -> Value:
        """Value of ``position`` under normal play; only where every run of moves ends.

        Of an impartial game it is a nimber. In a partizan game the values of the positions below
        are found first, each once.
        """
        self._require("value")
        if len(self.players) == 1:
            return Value.nimber(int(self.grundy(position)))  # type: ignore[arg-type]
        known, number = self._values, self._number(position)
        with showing(lambda: f"{len(known)} values"):
            self._find_value(number)
        return known[number]

    def _find_value(self, number: int) -> None:
        """Find the value of a position, by its number, and of all positions below it."""
        first, options, known = self.graph.first, self.graph.options, self._values
        waiting, opened = [number], set[int]()
        while waiting:
            v = waiting[-1]
            turns = pairwise(first[2 * v : 2 * v + 3].tolist()) if v not in known else ()
            sides = [options[begin:end].tolist() for begin, end in turns]
            new = [option for side in sides for option in side if option not in known]
            if not new:
                if sides:
                    known[v] = Value.of(*(map(known.__getitem__, side) for side in sides))
                waiting.pop()
            elif v in opened:
                position = brief(self.graph.index.positions(np.array([v]))[0])
                raise RulesError(
                    f"{brief(self.game)}: moves may come back to {position} if a player moves "
                    "twice in a row; values are defined where every run of moves ends"
                )
            opened.add(v)
            waiting += new

    @cached_property
    def outcomes(self) -> Outcomes:
        """Outcome of every position."""
        found = self._outcomes
        if len(self.players) == 1:
            return self._by_number(found, _letter)
        of = lambda v: OF_TURNS[_letter(found[2 * v]) + _letter(found[2 * v + 1])]  # noqa: E731
        return Values(self.graph.index, of)

    @cached_property
    def suspenses(self) -> Lengths:
        """Suspense of every position."""
        self._require("suspense")
        return self._by_number(kernels.suspenses(*self._backward, self._found[0]), _length)

    @cached_property
    def grundy_values(self) -> Mapping[Hashable, GrundyValue]:
        """Grundy value of every position, under normal play."""
        self._require("Grundy value")
        if self.has_cycle:
            return self._loopy_values()
        return self._by_number(self._compared("grundy_values", self._finite_values(), int), int)

    @cached_property
    def misere_outcomes(self) -> Outcomes:
        """Outcome of every position under misère play."""
        self._require("misère P-position")
        return self._by_number(self._retrograde("N")[0], _letter)

    @cached_property
    def genera(self) -> Mapping[Hashable, Genus]:
        """Genus of every position."""
        self._require("genus")
        misere = [np.full(len(self.graph), -1, np.int32)]
        while len(misere) < 4 or (misere[-1] != misere[-3]).any():
            misere.append(kernels.misere_values(*self._backward, misere[-1]))
        normal = self._finite_values()
        return Values(
            self.graph.index,
            lambda v: Genus(int(normal[v]), cut([int(values[v]) for values in misere[1:]])),
        )

    def _by_number(self, found: NDArray[Any], value: Callable[[Any], Any]) -> Values[Any]:
        return Values(self.graph.index, lambda v: value(found[v]))

    def _finite_values(self) -> Numbers:
        values: Numbers = kernels.grundy_values(*self._backward)
        return values

    def _loopy_values(self) -> Mapping[Hashable, GrundyValue]:
        graph = self.graph
        finite, value = np.full(len(graph), -1, np.int32), 0
        arcs = (graph.first, graph.options, *graph.predecessors)
        while kernels.give_loopy_value(value, finite, *arcs):
            value += 1

        def loopy(v: int) -> GrundyValue:
            if finite[v] >= 0:
                return int(finite[v])
            known = finite[graph.options[graph.first[v] : graph.first[v + 1]]]
            return Infinite(frozenset(known[known >= 0].tolist()))

        return Values(graph.index, loopy)

    @cached_property
    def _outcomes(self) -> NDArray[np.int8]:
        """The outcome of every turn."""
        return self._compared("outcomes", self._found[0], _letter)

    @property
    def _lengths(self) -> Numbers:
        """The remoteness of every turn."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[NDArray[np.int8], Numbers]:
        """Outcomes and remotenesses of all turns."""
        if self.game.names_winner_by_position():
            return self._retrograde(None)
        return self._retrograde("N" if self.game.misere else "P")

    def _retrograde(self, ending: Outcome | None) -> tuple[NDArray[np.int8], Numbers]:
        """Return outcomes and remotenesses of all turns.

        ``ending`` is the outcome of final ones; None if the rules say it of each.
        """
        graph, known = self.graph, 0
        _ = self._backward  # which says what goes round
        final = np.flatnonzero(np.diff(graph.first) == 0)
        outcomes = np.full(len(graph.first) - 1, kernels.OUTCOMES.index(ending or "D"), np.int8)
        for known, turn in enumerate(() if ending else graph.turns(final)):
            outcome = final_outcome_of(self.game, *turn)
            outcomes[final[known]] = kernels.OUTCOMES.index(outcome)
        found, lengths = kernels.retrograde(graph.first, *graph.predecessors, outcomes)
        return found, lengths

    @property
    def _backward(self) -> tuple[Numbers, Any, Numbers]:
        """What induction goes by: the order, and the options, of an impartial game."""
        if not self.game.loopy:
            self.graph.require_an_end()
        return self.graph.backward_order, self.graph.first, self.graph.options

    @property
    def has_cycle(self) -> bool:
        """Whether some position can come back."""
        return len(self._backward[0]) < len(self.graph)

    def _compared(
        self, quantity: str, found: NDArray[Any], value: Callable[[Any], Any]
    ) -> NDArray[Any]:
        """Return what was found of all turns, compared with what the options of some give."""
        room = OPTIONS
        for position, player in product(spread(self.graph.index), self.players):
            turn, other = self._turn(position, player), OPPONENT[player]
            options = self.graph.options_at(turn)
            room -= len(options)
            if room < 0:
                break
            values = [value(found[self._turn(option, other)]) for option in options]
            true: Any = outcome_of(values) if quantity == "outcomes" else mex(values)
            if options and value(found[turn]) != true:
                raise DisagreementError(
                    f"{brief(self.game)}: in the {quantity}, {brief(position)} has {brief(true)} "
                    f"by its options, and {brief(value(found[turn]))} in arrays; take a smaller "
                    "size, and report this with the rules"
                )
        return found

    def _require(self, quantity: str) -> None:
        """Raise an error unless the game has the ``quantity``."""
        if why := QUANTITIES[quantity].why_not(self.game, self):
            raise RulesError(f"{brief(self.game)}: {why}")

    def _known(self, position: Hashable) -> Hashable:
        self._number(position)
        return position

    def _number(self, position: Hashable) -> int:
        number = self.graph.index.number(position)
        if number < 0:
            raise PositionError(
                f"position={brief(position)}: not among the {len(self.graph)} positions of this "
                "graph; ask about a smaller one or build a larger graph"
            )
        return number

    def _turn(self, position: Hashable, player: Player | None) -> int:
        """Return the number of a turn; in an impartial game the player may be left out."""
        number, many = self._number(position), len(self.players)
        if player not in (self.players if many > 1 else ("", None)):
            allowed = "'Left' or 'Right'" if many > 1 else "none, as the game is impartial"
            raise PositionError(f"player={player!r}: expected {allowed}")
        return many * number + (player == "Right")


def _length(length: np.int32) -> int | None:
    return int(length) if length >= 0 else None


def spread(index: Index) -> list[Any]:
    """Return positions spread over all, in random order."""
    chosen = np.unique(np.linspace(0, index.end - 1, min(index.end, SPOTS)).astype(np.int64))
    Random(0).shuffle(chosen)  # type: ignore[arg-type]
    return index.positions(chosen)
