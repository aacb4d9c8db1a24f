"""Theorems about one game, as they are stated before they are proved.

A theorem says which positions are the P-positions: its *criterion*, a formula or an automaton for
each control state. It is stated where the game is, and stating it costs nothing: texts are parsed
and automata made only when it is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from research.logic.errors import AutomataError

if TYPE_CHECKING:
    from oracles.rules import Game
    from research.logic.automaton import Automaton
    from research.logic.formula import Formula
    from research.logic.numeration import Relation
    from research.proving.formula_model import FormulaModel

    Part = Automaton | Formula
    Criterion = Mapping[str, Part]  # by control state
    Written = str | Mapping[str, str | Part] | Callable[[], "str | Part | Mapping[str, str | Part]"]
    Relations = Mapping[str, Relation | Automaton]


@dataclass(frozen=True)
class Theorem:
    """A criterion that is believed, and the game that it speaks of.

    A criterion is written as a text in the syntax of ``prove``, as an automaton, or as a mapping
    from control states to either; or as a function that gives one of these when it is needed.

    Attributes
    ----------
    game
        The rules.
    words
        The theorem in words.
    criterion
        The set of P-positions.
    controls
        Wrong criteria by what is wrong with them; each must be refuted.
    system
        The numeration system.
    relations
        Gives the predicates that the criterion uses.
    """

    game: Game[Any]
    words: str
    criterion: Written
    controls: Mapping[str, Written] = field(default_factory=dict)
    system: str = "lsd_2"
    relations: Callable[[], Relations] = dict

    @cached_property
    def formulas(self) -> FormulaModel:
        """The game with its formulas; AutomataError if it has none."""
        from research.proving.rules_equal_formula import formulas_of_theorem

        return formulas_of_theorem(self.game)

    def parsed(self, written: Written) -> Criterion:
        """Return a criterion as formulas and automata by control state.

        Raises
        ------
        AutomataError
            If a text does not parse, names another numeration system, or leaves open to which
            control state it belongs.
        """
        given: Any = written() if callable(written) else written
        if not isinstance(given, Mapping):
            states = list(self.formulas.rules.coordinates)
            if len(states) != 1:
                raise AutomataError(
                    f"criterion {given!r}: the game has the control states {', '.join(states)}; "
                    "give a criterion for each"
                )
            given = {states[0]: given}
        return {state: self._parsed(part) for state, part in given.items()}

    def _parsed(self, part: str | Part) -> Part:
        from research.logic.formula import parse

        if not isinstance(part, str):
            return part
        statement = parse(part)
        if statement.system not in (None, self.system):
            raise AutomataError(
                f"criterion {part!r}: it names {statement.system!r}, and system={self.system!r}"
            )
        return statement.formula
