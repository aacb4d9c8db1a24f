"""What a theorem about one game consists of before it is proved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from research.logic.automaton import Automaton
from research.logic.formula import Formula
from research.logic.relations import Relation
from research.theorems.formula_games import FormulaGame

Criterion = Mapping[str, Automaton | Formula]  # by control state


@dataclass(frozen=True)
class KnownTheorem:
    """A criterion that is believed, with the formulas of the game that it speaks of.

    Attributes
    ----------
    formulas
        The game, twice.
    words
        The theorem in words.
    criterion
        The set of P-positions, by control state.
    system
        The numeration system.
    relations
        Predicates that the criterion uses.
    shown
        The control states to show; the others are needed for the proof only.
    wrong
        Wrong twins of the criterion, by what is wrong with them; each must be refuted.
    author
        The file whose words these are, where nothing else ties them to the criterion.
    """

    formulas: FormulaGame
    words: str
    criterion: Criterion
    system: str = "lsd_2"
    relations: Mapping[str, Relation | Automaton] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    wrong: Mapping[str, Callable[[], Criterion]] = field(default_factory=dict)
    author: str = ""

    @property
    def statement(self) -> str:
        """What is proved: the criterion, whatever an author's words are."""
        if not self.author:
            return self.words
        return (
            "the criterion below is the set of P-positions, for every size; in the words of "
            f"{self.author}: {self.words}"
        )
