"""What rules declare, held to the definitions at some of the positions that a search comes to.

Before a search is believed, canonical forms and parts are compared with the moves at all positions
of an explicit graph that is small (:mod:`oracles.declared`). Beyond it, what is asked about is
checked, and the first 64 positions that are opened and every 64th, each with one option, and with
one that is a sum.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence
from random import Random
from typing import Any

from oracles.declared import parts_of
from oracles.parts import PartsChecker
from oracles.promises import is_asked_again
from oracles.rules import Game
from oracles.symmetry import check_symmetry


class SampledChecks:
    """Chooses positions, and holds them to the definitions.

    Parameters
    ----------
    game
        The rules.
    known
        Positions that were compared already, which do not count.
    parts
        Whether to check parts too.
    """

    def __init__(
        self, game: Game[Any], known: Container[Hashable] = (), *, parts: bool = True
    ) -> None:
        self.game, self.known, self.parts = game, known, parts
        self._checked: set[Hashable] = set()
        self._met = 0
        self._chance = Random(0)  # the same each time

    @property
    def checked(self) -> int:
        """At how many different positions, beyond those that were compared already."""
        return len(self._checked)

    def is_next(self) -> bool:
        """Count one more position, and say whether it is one to check."""
        self._met += 1
        return is_asked_again(self._met)

    def hold(self, position: Hashable, options: Sequence[Hashable]) -> None:
        """Check a position, one of its options, and one that is a sum of several parts.

        Raises
        ------
        RulesError
            If canonical forms or parts are not what they should be.
        """
        sums = [o for o in options if self.parts and len(parts_of(self.game, o)) > 1]
        self.hold_all(position, *(self._chance.choice(some) for some in (options, sums) if some))

    def hold_all(self, *positions: Hashable) -> None:
        """Check positions and their parts, unless that was done; errors as of ``hold``."""
        new = [p for p in positions if p not in self.known and p not in self._checked]
        check_symmetry(self.game, new)
        if self.parts:
            check_symmetry(self.game, [part for p in new for part in self.game.parts(p)])
            checker = PartsChecker(self.game, {})
            for position in new:
                checker.check(position)
        self._checked.update(new)
