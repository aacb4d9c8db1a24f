"""The game of (s, t) = (2, 1): take from one pile, or k and m from both where k <= m < 2k + 1."""

from grundwork import MoveGame, Study

RULES = MoveGame("""
    position piles(x, y)
    move piles -> piles(x - k, y) for k where 1 <= k & k <= x
    move piles -> piles(x, y - k) for k where 1 <= k & k <= y
    move piles -> piles(x - k, y - m) for k, m
        where 1 <= k & k <= x & k <= m & m < 2*k + 1 & m <= y
    move piles -> piles(x - m, y - k) for k, m
        where 1 <= k & k <= y & k <= m & m < 2*k + 1 & m <= x
""")

study = Study("st-wythoff", RULES, source="A. S. Fraenkel, Ann. Combin. 2 (1998) 197-210")
