"""Games whose rules are also there as formulas.

The Kernel theorem (:mod:`research.logic.kernel`) speaks of formulas. For a game that is written
in the language of moves, or is its vectors, the formulas are made from the very text or vectors
from which the oracle enumerates its options: rules and formula are one thing
(:mod:`research.theorems.one_thing`). For rules in Python they are two, which are compared
(:mod:`research.theorems.comparing`), and what is proved is proved of the formula.

A position is read as a control state with a vector of natural numbers. One that cannot be read so
must be the end of play, lost for the player to move; a position with such an option is *won* in
the formulas' sense, as is a final position in which the player to move wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from research.checks.evidence import Counterexample
from research.logic.kernel import FormulaRules, Place
from research.theorems.direct_evaluation import images, predicate

if TYPE_CHECKING:
    from oracles.rules import Game


class RulesDisagreementError(ValueError):
    """Formula and rules are not the same game; the message names the position."""

    def __init__(self, difference: Counterexample) -> None:
        self.difference = difference
        super().__init__(f"the formula disagrees with the rules at {difference}")


@dataclass(frozen=True)
class Encoding:
    """A game, its rules as formulas, and how its positions are read as vectors.

    Attributes
    ----------
    game
        The rules.
    rules
        The same rules as formulas.
    read
        From a position to its control state and coordinates; None for a final position that is
        lost for the player to move and has no coordinates.
    written
        From a control state and coordinates back to the position.
    origin
        Where the formula comes from, in words.
    """

    game: Game[Any]
    rules: FormulaRules
    read: Callable[[Any], Place | None]
    written: Callable[[Place], Any]
    origin: str
    # What comparing them came to, by seed and limits; see research.theorems.comparing.
    compared: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)


def is_valid(rules: FormulaRules, position: Place) -> bool:
    """Return whether a vector is a position by the formulas."""
    return position.state not in rules.valid or _holds(rules, rules.valid[position.state], position)


def is_won(rules: FormulaRules, position: Place) -> bool:
    """Return whether the player to move has won by the formulas."""
    return position.state in rules.won and _holds(rules, rules.won[position.state], position)


def _holds(rules: FormulaRules, formula: Any, position: Place) -> bool:
    return predicate(formula, rules.coordinates[position.state])(*position.values)


def options_by_formula(
    rules: FormulaRules, position: Place
) -> Iterator[tuple[str, tuple[int, ...]] | None]:
    """Yield the options of a position that the formulas give, by trying all parameters.

    An option is a control state and the values of its coordinates. Between them None is yielded for
    parameters that give no option, so that the work can be counted. A won position has no options.

    Raises
    ------
    RulesDisagreementError
        If an option has a coordinate that does not exist.

    Examples
    --------
    >>> from research.logic.vector_rules import ray_rules
    >>> [o for o in options_by_formula(ray_rules(1, [(2,)]), Place("play", (5,))) if o]
    [('play', (3,)), ('play', (1,))]
    """
    if is_won(rules, position):
        return
    names = rules.coordinates[position.state]
    for move in rules.moves:
        if move.source != position.state:
            continue
        target = move.target
        for image in images(move, names)(*position.values):
            if image is not None and None in image:
                raise RulesDisagreementError(
                    Counterexample(
                        f"{position.state}({', '.join(map(str, position.values))})",
                        "an option with a coordinate below 0",
                        "none",
                    )
                )
            yield None if image is None else (target, image)
