"""Staircase nim: move counters from one of four steps to the next lower one, or to the floor."""

from oracles.moves import MoveGame
from research.claims.study import Study

# A position is the counters on each step, the lowest first.
STAIRCASE = MoveGame("""
    position play(s1, s2, s3, s4)
    move play -> play(s1 - n, s2, s3, s4) for n where 1 <= n & n <= s1
    move play -> play(s1 + n, s2 - n, s3, s4) for n where 1 <= n & n <= s2
    move play -> play(s1, s2 + n, s3 - n, s4) for n where 1 <= n & n <= s3
    move play -> play(s1, s2, s3 + n, s4 - n) for n where 1 <= n & n <= s4
    measure play: s1 + 2*s2 + 3*s3 + 4*s4
""")

study = Study("staircase-nim", STAIRCASE, source="T. S. Ferguson, Game Theory, part I, section 2.6")

study.p_positions(
    "The outcome is that of nim with the odd steps.",
    believed=lambda steps: steps[0] ^ steps[2] == 0,
    controls={"with the even steps": lambda steps: steps[1] ^ steps[3] == 0},
)
