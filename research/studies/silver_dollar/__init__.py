"""The silver dollar game: what its two sources state, checked."""

from research.studies.silver_dollar.truth import study

PARTS = ("criterion", "counts", "sums", "proof", "agreements", "report")  # in this order

__all__ = ["PARTS", "study"]
