"""Divisor nim: what its source states, checked.

- ``truth``: the study, and what the graphs and nim sums say
- ``claims``: what the source says, and what this study finds; ``derivations`` proves it
- ``agreements``: the solvers against the truth
- ``report``: what the report shows beside claims
"""

from research.studies.divisor_nim.truth import study

PARTS = ("claims", "agreements", "report")  # that add to the study, in this order

__all__ = ["PARTS", "study"]
