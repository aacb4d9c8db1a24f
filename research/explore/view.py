"""What the stages of an exploration look at, and what they leave for those after them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oracles.rules import Rules
    from research.claims.study import Study
    from research.explore.explored import Explored
    from research.explore.oeis import Sequence
    from research.proving.periods import NoProof, PeriodProof


class View:
    """A game at a size.

    Attributes
    ----------
    study
        The game, with its name.
    explored
        The truth at the size.
    oeis
        A file to name the sequences by.
    sequences
        Integer sequences that the finished stages found, by what they are.
    period
        What was proved of the period of a heap game's values; None before that or without.
    interrupted
        What was being done when the user interrupted it; else empty.
    """

    explored: Explored

    def __init__(self, study: Study, oeis: Path | None = None) -> None:
        self.study = study
        self.oeis = oeis
        self.sequences: dict[str, Sequence] = {}
        self.period: PeriodProof | NoProof | None = None
        self.interrupted = ""

    @property
    def game(self) -> Rules[Any]:
        """The rules."""
        return self.study.game
