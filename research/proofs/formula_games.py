"""Games whose rules are also written as formulas, and the check that both say the same.

The Kernel theorem (:mod:`research.automata.kernel`) speaks of formulas; the oracle of Python. A
proof about formulas is a proof about the game only as far as both are the same game. So they are
compared, position by position: Hypothesis draws small positions, the formula's options are
found by trying every value of the moves' parameters, and they must be exactly the options that
the rules give. How many positions were compared is part of the proof's record.

A position is read as a control state with a vector of natural numbers. One that cannot be read so
must be the end of play, lost for the player to move; a position with such an option is *won* in
the formulas' sense, as is a final position in which the player to move wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from research.automata.formula import (
    Comparison,
    Variable,
    disjunction,
    for_all,
    implies,
    text,
)
from research.automata.kernel import Position, Rules
from research.claims import Counterexample, Settings, show
from research.proofs.direct_evaluation import holds, value

if TYPE_CHECKING:
    from oracles.rules import Game

_LARGEST_ENTRY = {1: 250, 2: 30}  # of a coordinate in the positions that are compared
_LARGEST_ENTRY_ELSE = 12
POSITIONS_A_STATE = 40  # at least so many for each control state
STARTS = 2_000  # at most so many starting positions are read and written back


class RulesDisagreementError(ValueError):
    """Formula and rules are not the same game; the message names the position."""

    def __init__(self, difference: Counterexample) -> None:
        self.difference = difference
        super().__init__(f"the formula disagrees with the rules at {difference}")


@dataclass(frozen=True)
class FormulaGame:
    """A game, its rules as formulas, and how its positions are read as vectors.

    Attributes
    ----------
    game
        The rules in Python.
    rules
        The same rules as formulas.
    read
        From a position to its control state and coordinates; None for a final position that is
        lost for the player to move and has no coordinates.
    written
        From a control state and coordinates back to the position.
    origin
        Where the formula comes from, in words.
    start_size
        The starting positions of this size are read and written back.
    """

    game: Game[Any]
    rules: Rules
    read: Callable[[Any], Position | None]
    written: Callable[[Position], Any]
    origin: str
    start_size: int = 4


@dataclass(frozen=True)
class RulesAgreement:
    """On how many positions formula and rules gave the same options, and on which domain."""

    cases: int
    domain: str


def require_agreement(both: FormulaGame, settings: Settings) -> RulesAgreement:
    """Compare formula and rules on small positions.

    Parameters
    ----------
    both
        The game with its formulas.
    settings
        How many positions, and the seed that they are drawn with.

    Raises
    ------
    RulesDisagreementError
        With the position, shrunk by Hypothesis, and both sets of options.
    AutomataError
        If a move's parameters are not bounded by the coordinates, so that they cannot be tried.
    """
    from hypothesis import strategies

    from research.hunting import hunt

    require_bounded_parameters(both.rules)
    for position in islice(both.game.start(both.start_size), STARTS):
        read = both.read(position)
        if read is not None and both.written(read) != both.written(_read_again(both, read)):
            raise RulesDisagreementError(Counterexample(show(position)))
    largest = {
        state: _LARGEST_ENTRY.get(len(names), _LARGEST_ENTRY_ELSE)
        for state, names in both.rules.coordinates.items()
    }
    cases = strategies.one_of(
        *(
            strategies.tuples(*[strategies.integers(0, largest[state])] * len(names)).map(
                partial(Position, state)
            )
            for state, names in both.rules.coordinates.items()
        )
    )
    each = POSITIONS_A_STATE * len(both.rules.coordinates)
    settings = Settings(max(settings.examples, each), settings.seed)
    hunted = hunt(
        cases,
        lambda position: difference_at(both, position),
        settings,
        key=f"rules and formula/{type(both.game).__name__}",
    )
    if hunted.failure is not None:
        raise RulesDisagreementError(hunted.failure)
    bounds = " to ".join(str(bound) for bound in sorted({*largest.values()}))
    few = ", the fewer coordinates the larger" if len({*largest.values()}) > 1 else ""
    domain = f"positions with coordinates up to {bounds}{few}"
    return RulesAgreement(hunted.distinct, domain)


def _read_again(both: FormulaGame, position: Position) -> Position:
    return both.read(both.written(position)) or position


def require_bounded_parameters(rules: Rules) -> None:
    """Decide that no parameter of a move exceeds the largest coordinate.

    Raises
    ------
    AutomataError
        If one does: then not all of its values could be tried.
    """
    from research.automata.decide import decide
    from research.automata.errors import AutomataError

    for move in set(rules.moves):
        names = rules.coordinates[move.source]
        for parameter in move.parameters:
            bound = disjunction(
                *(Comparison("<=", Variable(parameter), Variable(name)) for name in names)
            )
            statement = for_all((*names, *move.parameters), implies(move.guard, bound))
            if not decide(statement, "lsd_2").truth:
                raise AutomataError(
                    f"move {move.source} -> {move.target}: the parameter {parameter!r} may exceed "
                    f"all of {', '.join(names)} in {text(move.guard)}; write the move so that it "
                    "does not"
                )


def options_by_formula(rules: Rules, position: Position) -> Iterator[Position]:
    """Yield the options of a position that the formulas give, by trying all parameters.

    Examples
    --------
    >>> from research.automata.vectors import ray_rules
    >>> [p.values for p in options_by_formula(ray_rules(1, [(2,)]), Position("play", (5,)))]
    [(3,), (1,)]
    """
    names = rules.coordinates[position.state]
    coordinates = dict(zip(names, position.values, strict=True))
    most = max(position.values, default=0)
    for move in rules.moves:
        if move.source != position.state:
            continue
        for tried in product(range(most + 1), repeat=len(move.parameters)):
            values = coordinates | dict(zip(move.parameters, tried, strict=True))
            if holds(move.guard, values):
                image = [value(term, values) for term in move.image]
                if None in image:
                    raise RulesDisagreementError(
                        Counterexample(show(position), "an option that does not exist", "none")
                    )
                yield Position(move.target, tuple(entry for entry in image if entry is not None))


def difference_at(both: FormulaGame, position: Position) -> Counterexample | None:
    """Return what differs at a position between formula and rules; None if nothing does."""
    rules, names = both.rules, both.rules.coordinates[position.state]
    coordinates = dict(zip(names, position.values, strict=True))
    if position.state in rules.valid and not holds(rules.valid[position.state], coordinates):
        return None
    written = both.written(position)
    won = position.state in rules.won and holds(rules.won[position.state], coordinates)
    options = list(both.game.options(written))
    ended = [option for option in options if both.read(option) is None]
    wins = bool(ended) or (not options and both.game.final_outcome(written) == "N")
    for option in ended:
        if list(both.game.options(option)) or both.game.final_outcome(option) != "P":
            return Counterexample(show(option), "not read as a vector", "play goes on")
    if won != wins:
        words = {True: "won without a further move", False: "not won yet"}
        return Counterexample(show(written), words[won], words[wins])
    by_rules = {option for option in options if both.read(option) is not None}
    by_formula = {both.written(option) for option in options_by_formula(rules, position)}
    if by_rules == by_formula:
        return None
    return Counterexample(
        show(written),
        f"options by the formula only {show(by_formula - by_rules)}",
        f"by the rules only {show(by_rules - by_formula)}",
    )
