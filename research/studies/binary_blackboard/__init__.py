"""The binary blackboard: what its source states, checked.

- ``truth``: the study, and the losing numbers on the graph, on rows of bits, by the criterion
- ``theorem``: the losing sets, proved for every number
- ``losing_sets``, ``offsets``, ``sums``: what the source says, section by section
- ``derivations``: what is decided of the losing sets for every number, and derived
- ``findings``: closed forms, the solvers at full size
- ``agreements``: the solvers against the truth
- ``pictures``, ``report``: what the report shows beside claims
"""

from research.studies.binary_blackboard.truth import study

PARTS = (
    "losing_sets",
    "offsets",
    "sums",
    "findings",
    "agreements",
)  # that add their claims, in the order of the report

__all__ = ["PARTS", "study"]
