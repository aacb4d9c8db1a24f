"""The binary blackboard: what its source states, checked.

- ``truth``: the study, and the losing numbers on the graph and on rows of bits
- ``theorem``: the losing sets, proved for every number
- ``claims``: what the source says; ``findings``: what this study finds beside it
- ``derivations``: the sums over the layers, derived
- ``agreements``: the solvers against the truth
- ``report``: what the report shows beside claims
"""

from research.studies.binary_blackboard.truth import study

PARTS = ("claims", "findings", "agreements", "report")  # that add to the study, in this order

__all__ = ["PARTS", "study"]
