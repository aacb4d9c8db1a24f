"""Games whose rules are also there as formulas.

The Kernel theorem (:mod:`research.logic.kernel`) speaks of formulas. They are made from the rules
themselves (:mod:`research.theorems.rules_equal_formula`), and compared with them all the same
(:mod:`research.theorems.comparing`). A position is read as a control state with a vector of natural
numbers. A position in which the player to move has won, or wins where play ends, is *won*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from research.checks.evidence import Counterexample
from research.logic.formula_rules import FormulaRules
from research.logic.kernel import Place
from research.theorems.direct_evaluation import images, predicate
from research.theorems.errors import RulesDisagreementError

if TYPE_CHECKING:
    from oracles.rules import Game


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
    rules: FormulaRules
    read: Callable[[Any], Place]
    written: Callable[[Place], Any]
    origin: str
    # What comparing them came to, by seed and limits; see research.theorems.comparing.
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

    def __init__(self, rules: FormulaRules) -> None:
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
                        Counterexample(
                            f"{position.state}({', '.join(map(str, position.values))})",
                            "an option with a coordinate below 0",
                            "none",
                        )
                    )
                yield target, image
