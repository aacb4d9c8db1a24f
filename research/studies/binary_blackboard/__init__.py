"""The binary blackboard: what its source states, checked."""

from research.studies.binary_blackboard.truth import study

PARTS = ("claims", "findings", "agreements", "report")  # in this order

__all__ = ["PARTS", "study"]
