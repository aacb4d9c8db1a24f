"""The stone game: what its source states, checked.

- ``truth``: the study, and the P-positions on the graph, by marking, by the source's tables
- ``insights``, ``algorithm``: what the source says; ``derivations`` has the lines of its proofs
- ``findings``: what this study finds beyond the graph
- ``agreements``: the solvers against the truth
- ``pictures``, ``report``: what the report shows beside claims
"""

from research.studies.stone_game.truth import study

PARTS = (
    "insights",
    "algorithm",
    "findings",
    "agreements",
)  # that add their claims, in the order of the report

__all__ = ["PARTS", "study"]
