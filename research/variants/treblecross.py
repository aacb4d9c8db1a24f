"""Treblecross: put a cross on an empty cell; the player who completes three in a row has won."""

from fast.heap_games import grundy_values
from oracles.strips import StripGame, empty_strip
from research.claims.study import Study

study = Study(
    "treblecross",
    StripGame([(".", "X")], empty_strip, over=["XXX"]),
    source="Winning Ways, 2nd ed., ch. 4",
)

study.p_positions(
    "An empty strip of n ≥ 3 cells has the value of a heap of n + 2 in the octal game 0.007.",
    among=lambda strip: len(strip) >= 3 and "X" not in strip,
    believed=lambda strip: grundy_values("0.007", len(strip) + 2)[-1] == 0,
    controls={"a heap of n": lambda strip: grundy_values("0.007", len(strip))[-1] == 0},
)
