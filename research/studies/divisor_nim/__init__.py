"""Divisor nim: what its source states, checked."""

from research.studies.divisor_nim.truth import study

PARTS = ("claims", "agreements", "report")  # in this order

__all__ = ["PARTS", "study"]
