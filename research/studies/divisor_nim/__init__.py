"""Divisor nim: what its source states, checked.

- ``truth``: the study, and what the graphs, nim sums and two short counts say
- ``claims``: what the source says, section by section; ``derivations`` has the lines of its proofs
- ``findings``: what this study finds beyond the source
- ``agreements``: the solvers against the truth
- ``pictures``, ``report``: what the report shows beside claims
"""

from research.studies.divisor_nim.truth import study

PARTS = ("claims", "findings", "agreements")  # that add their claims, in the order of the report

__all__ = ["PARTS", "study"]
