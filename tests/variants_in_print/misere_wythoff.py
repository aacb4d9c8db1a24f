"""Misère Wythoff: Wythoff's game in which who takes the last counter loses."""

from math import isqrt

from grundwork import Study, VectorGame

study = Study(
    "misere-wythoff",
    VectorGame([(1, 0), (0, 1), (1, 1)], misere=True),
    about="Take from one of two piles, or the same from both; who takes the last loses.",
    source="Winning Ways, 2nd ed., ch. 13",
)


def normal(piles):
    n = piles[1] - piles[0]
    return piles[0] == (n + isqrt(5 * n * n)) // 2


study.p_positions(
    "The P-positions are those of normal play, but (0, 1), (2, 2) for (0, 0), (1, 2).",
    believed=lambda piles: piles in ((0, 1), (2, 2)) or (normal(piles) and piles[1] > 2),
    controls={"of normal play": normal},
)
