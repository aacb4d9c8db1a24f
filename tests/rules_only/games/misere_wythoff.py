"""Wythoff's game, where the player who takes the last counter loses."""

from grundwork import Study, VectorGame

study = Study(
    "misere-wythoff",
    VectorGame([(1, 0), (0, 1), (1, 1)], misere=True),
    about="Take from one of two piles, or the same number from both.",
    source="Winning Ways, 2nd ed., ch. 13",
)
