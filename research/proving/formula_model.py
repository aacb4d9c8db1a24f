"""Games whose rules are also there as formulas, and formulas at numbers.

The Kernel theorem (:mod:`research.logic.kernel`) speaks of formulas. They are made from the rules
themselves (:mod:`research.proving.rules_equal_formula`), and compared with them all the same
(:mod:`research.proving.comparing`). A position is read as a control state with a vector of natural
numbers. A position in which the player to move has won, or wins where play ends, is *won*.

To compare them, a formula is evaluated at numbers by its definition
(:mod:`oracles.moves.expressions`): no automata, only Python integers. A quantified variable, and a
parameter of a move, is tried up to a bound that can be seen: ``n <= x`` or the like, among the
parts of a conjunction. A formula is written as a Python expression once, and then evaluated at many
positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

from oracles.errors import RulesError, RulesTextError
from oracles.moves.bounds import bounds
from oracles.moves.definable import DefinableGame, Move
from oracles.moves.expressions import NUMBERS, compiled, scope
from oracles.moves.formulas import Word
from research.checks.evidence import Counterexample
from research.logic.errors import AutomataError
from research.logic.formula import Formula, conjunction, free_variables, operands, text
from research.logic.kernel import Place
from research.proving.errors import RulesDisagreementError

if TYPE_CHECKING:
    from oracles.rules import Game

Image = tuple[Any, ...]  # a value is None where its term has none


@dataclass(frozen=True)
class FormulaModel:
    """A game, its rules as formulas, and how its positions are read as vectors.

    Attributes
    ----------
    game
        The rules.
    rules
        The same rules as formulas.
    read
        From a position to its control state and coordinates.
    written
        From a control state and coordinates back to the position.
    origin
        Where the formula comes from, in words.
    """

    game: Game[Any]
    rules: DefinableGame
    read: Callable[[Any], Place]
    written: Callable[[Place], Any]
    origin: str
    # What comparing them came to, by limits; see research.proving.comparing.
    compared: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    # The largest graphs, by the limits; see there.
    graphs: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def formulas(self) -> RulesAtNumbers:
        """The formulas, to be asked at numbers."""
        return RulesAtNumbers(self.rules)


class RulesAtNumbers:
    """Rules that are formulas, evaluated at the numbers of one position after the other.

    Each formula is written as a Python function when it is first asked.

    Parameters
    ----------
    rules
        The rules.
    """

    def __init__(self, rules: DefinableGame) -> None:
        self._rules = rules
        self._valid = cache(lambda state: self._condition(rules.valid, state))
        self._won = cache(lambda state: self._condition(rules.won, state))
        self._moves = cache(self._moves_from)

    def _condition(self, given: Mapping[str, Any], state: str) -> Callable[..., bool] | None:
        if state not in given:
            return None
        return predicate(given[state], self._rules.coordinates[state])

    def _moves_from(self, state: str) -> list[tuple[str, Callable[..., Iterator[Any]]]]:
        names = self._rules.coordinates[state]
        return [(m.target, images(m, names)) for m in self._rules.moves if m.source == state]

    def is_valid(self, position: Place) -> bool:
        """Return whether a vector is a position by the formulas."""
        valid = self._valid(position.state)
        return valid is None or valid(*position.values)

    def is_won(self, position: Place) -> bool:
        """Return whether the player to move has won by the formulas."""
        won = self._won(position.state)
        return won is not None and won(*position.values)

    def options(self, position: Place) -> Iterator[tuple[str, tuple[int, ...]] | None]:
        """Yield the options of a position that the formulas give, by trying all parameters.

        An option is a control state and the values of its coordinates. Between them None is
        yielded for parameters that give no option, so that the work can be counted. A won position
        has no options.

        Raises
        ------
        RulesDisagreementError
            If an option has a coordinate that does not exist.

        Examples
        --------
        >>> from research.logic.formula_rules import vector_rules
        >>> [o for o in RulesAtNumbers(vector_rules(1, [(2,)])).options(Place("play", (5,))) if o]
        [('play', (3,)), ('play', (1,))]
        """
        if self.is_won(position):
            return
        for target, tried in self._moves(position.state):
            for image in tried(*position.values):
                if image is None:
                    yield None
                    continue
                if None in image:
                    raise RulesDisagreementError(
                        Counterexample(str(position), "an option with a coordinate below 0", "none")
                    )
                yield target, image


@lru_cache(maxsize=4096)
def predicate(formula: Formula, names: tuple[str, ...]) -> Callable[..., bool]:
    """Return a formula as a function of the values of its variables, in the order of ``names``.

    Raises
    ------
    AutomataError
        If a quantified variable has no bound, or a predicate or sequence is not known here.
    """
    known = scope(names)
    return _function(known, lambda: NUMBERS.formula(formula, known), lambda: repr(text(formula)))


@lru_cache(maxsize=4096)
def images(move: Move, names: tuple[str, ...]) -> Callable[..., Iterator[Image | None]]:
    """Return a move as a function of the coordinates ``names``.

    What the guard asks of the position alone is asked once. Then it tries the values of the
    parameters one after the other, and gives for each the image where the guard holds, else None;
    so the work can be counted by who asks. Errors as of :func:`predicate`.
    """
    known, inner = scope(names), scope([*names, *move.parameters])
    parts = operands(move.guard, "&")
    of_position = [each for each in parts if not free_variables(each) & {*move.parameters}]
    of_move = conjunction(*(each for each in parts if each not in of_position))

    def written() -> str:
        loops = NUMBERS.loops(move.parameters, bounds(move.parameters, of_move, names), inner)
        image = "".join(f"{NUMBERS.term_or_nothing(term, inner)}, " for term in move.image)
        where = f"for _ in ((0,) if {NUMBERS.formula(conjunction(*of_position), known)} else ())"
        return f"((({image}) if {NUMBERS.formula(of_move, inner)} else None) {where} {loops})"

    return _function(known, written, lambda: f"move {move.source} -> {move.target}")


def _function(
    known: dict[str, str], write: Callable[[], str], where: Callable[[], str]
) -> Callable[..., Any]:
    """Return the function that a Python expression of some variables gives."""
    try:
        made = compiled(["tries", *known.values()], write(), Word("", "", 1, 1, ""))
    except RulesError as error:
        said = error.problem if isinstance(error, RulesTextError) else str(error)
        raise AutomataError(f"{where()}: {said}") from None
    return partial(made, _to)


def _to(last: int) -> range:
    """Return the values from 0 to the last, as many as there are."""
    return range(last + 1)
