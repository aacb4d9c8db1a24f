"""The silver dollar game: what its two sources state, checked.

- ``strip``: what is true on a short strip, in the words of both sources
- ``agreements``: the study, the oracle in the solvers' signatures, solver against oracle
- ``cases``, ``enumerating``: what they are compared on, and counts without the solver's algebra
- ``limits``: that the solvers refuse just above their limits on work
- ``formulas_000``, ``game_000``, ``counts_000``: what the first source states and claims
- ``heaps_001``, ``game_001``, ``proof_001``, ``counts_001``: the second, which is in Chinese
- ``beyond``: local checks at full size, both counts compared, the answer
- ``decided``, ``strips_as_numbers``: gaps, pairs and moves, decided for every strip
- ``theorem``: the criterion, proved for every strip
- ``derivations``: columns, carries and generating functions, derived

Sources: 000_d369330adcb5c61a.txt and 001_7be4931def4a5fff.txt.
"""

from research.proving.claiming import claim_made_theorem
from research.studies.silver_dollar import (
    counts_000,
    counts_001,
    game_000,
    game_001,
    limits,
    proof_001,
)
from research.studies.silver_dollar.agreements import study
from research.studies.silver_dollar.theorem import theorem

limits.add_agreements(study)
for part in (game_000, counts_000, game_001, proof_001, counts_001):
    part.add_claims(study)

# Importing it adds its claims, after those of the sources.
from research.studies.silver_dollar import beyond  # noqa: E402  # isort: skip

claim_made_theorem(
    study,
    "criterion-for-every-strip",
    "With 2 to 7 coins and the silver dollar on any rank, the criterion holds on strips of every "
    "length.",
    theorem,
    source="000_d369330adcb5c61a.txt, How the Pocket Rule Changes the Losing Positions",
    coins=7,
)

__all__ = ["beyond", "study"]
