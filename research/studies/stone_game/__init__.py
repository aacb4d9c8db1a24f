"""The stone game: what its source states, checked.

- ``truth``: the study, and the P-positions on the graph, by marking, by the source's tables
- ``claims``: what the source says, and what this study finds
- ``agreements``: the solvers against the truth
- ``report``: what the report shows beside claims
"""

from research.studies.stone_game.truth import study

PARTS = ("claims", "agreements", "report")  # that add to the study, in the order of the report

__all__ = ["PARTS", "study"]
