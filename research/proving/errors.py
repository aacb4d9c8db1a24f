"""Why a proof is not begun: there is no formula, or it is another game than the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from research.logic.errors import AutomataError

if TYPE_CHECKING:
    from research.checks.evidence import Counterexample


class NotOnSymbolsError(AutomataError):
    """A function is not read, or does something to a symbol that has no formula."""


class NotReadError(NotOnSymbolsError):
    """Something is not read, or cannot be run on symbols, at a line that is named."""


class RulesDisagreementError(ValueError):
    """Formula and rules are not the same game; the message names the position."""

    def __init__(self, difference: Counterexample) -> None:
        self.difference = difference
        super().__init__(f"the formula disagrees with the rules at {difference}")
