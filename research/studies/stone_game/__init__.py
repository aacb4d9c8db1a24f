"""The stone game: what its source states, checked.

- ``agreements``: the study, the oracle in the solvers' signatures, solver against oracle
- ``limits``: the ends of the ranges that the solvers take
- ``positions``: claims about positions and moves
- ``algorithm``: claims about the source's algorithm, its tables, its proof and its cost
- ``numbers``: the sums, and the solvers beyond the reach of the graph
- ``derivations``: what sympy derives

Source: 004_de23a664e416c5f6.txt.
"""

from research.studies.stone_game.agreements import study

# Importing these adds their claims, in the order of the report.
from research.studies.stone_game import limits, positions, algorithm, numbers  # isort: skip

__all__ = ["algorithm", "limits", "numbers", "positions", "study"]
