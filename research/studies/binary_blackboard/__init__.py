"""The binary blackboard: what its source states, checked.

- ``agreements``: the study, the oracle in the solvers' signatures, solver against oracle
- ``far``: the sum at exponents of any size, with which moduli
- ``minimax``: claims about the four states of the game and its two losing sets
- ``layers``: claims about the layers in base 4 and the sets of offsets
- ``sums``: claims about the sum, the program, its cost, the numbers
- ``beyond``: a criterion for every number, and the solvers at full size
- ``rows``: the losing sets beyond the graph, from the minimax recurrence on bits
- ``limits``: that the solvers refuse just above their limits on work
- ``automata``: the losing numbers as an automaton that can be read
- ``theorem``: the losing sets, proved for every number
- ``losing``: the losing numbers as the theorem has them, with their numbers and sums
- ``derivations``: what is decided of them and derived

Source: 003_ba7b94ce0150d325.txt.
"""

from research.proving.claiming import claim_made_theorem
from research.studies.binary_blackboard.agreements import study
from research.studies.binary_blackboard.theorem import theorem

# Importing these adds their claims, in the order of the report.
from research.studies.binary_blackboard import limits, minimax, layers, sums, beyond  # isort: skip

claim_made_theorem(
    study,
    "losing-sets-for-every-number",
    "For every $r$ and $q$, $r$ is in $L_q$ exactly if $q$ is the parity of the ones of $r$ and "
    "$r + 1$ is a power of two or a sum of distinct powers of four.",
    theorem,
    source="003_ba7b94ce0150d325.txt, Step 3, where the pattern is read off tables",
)

__all__ = ["beyond", "layers", "limits", "minimax", "study", "sums"]
