"""Why a proof is not begun: formula and rules are not the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from research.checks.evidence import Counterexample


class RulesDisagreementError(ValueError):
    """Formula and rules are not the same game; the message names the position."""

    def __init__(self, difference: Counterexample) -> None:
        self.difference = difference
        super().__init__(f"the formula disagrees with the rules at {difference}")
