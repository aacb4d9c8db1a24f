"""Divisor nim: what its source states, checked.

- ``agreements``: the study, the oracle in the solvers' signatures, solver against oracle
- ``far``: exact numbers of many heaps, moduli below them, large limits
- ``limits``: that the solvers refuse just above their limits on work
- ``grundy``: claims about moves, Grundy values and the lemmas that give them
- ``counting``: claims about the counts of losing and winning triples, the program, the numbers
- ``beyond``: the solvers beyond the reach of the graphs, and the closed product
- ``derivations``: what sympy derives

Source: 002_24a47db72139cfb1.txt.
"""

from research.studies.divisor_nim.agreements import study

# Importing these adds their claims, in the order of the report.
from research.studies.divisor_nim import far, limits, grundy, counting, beyond  # isort: skip

__all__ = ["beyond", "counting", "far", "grundy", "limits", "study"]
