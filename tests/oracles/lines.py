"""A line of play, replayed by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from oracles.rules import Outcome, PartizanGame, Player, Rules

OTHER: dict[Player, Player] = {"Left": "Right", "Right": "Left"}
TURNED: dict[Outcome, Outcome] = {"P": "N", "N": "P", "D": "D"}


def replayed(game: Rules[Any], line: Sequence[Any], player: Player = "Left") -> Outcome:
    """How a line of play ends for the player who begins it."""
    rules: Any = game
    is_partizan = isinstance(game, PartizanGame)

    def options(position: Any) -> list[Any]:
        of_player = f"{player.lower()}_options" if is_partizan else "options"
        return list(getattr(rules, of_player)(position))

    for before, after in pairwise(line):
        assert after in options(before)
        player = OTHER[player]
    assert not options(line[-1])
    ending: Outcome = rules.final_outcome(*[line[-1], player][: 1 + is_partizan])
    return ending if len(line) % 2 else TURNED[ending]
