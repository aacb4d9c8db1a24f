"""The stone game: what its source states, checked."""

from research.studies.stone_game.truth import study

PARTS = ("claims", "agreements", "report")  # in this order

__all__ = ["PARTS", "study"]
