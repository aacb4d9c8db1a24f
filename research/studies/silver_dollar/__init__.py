"""The silver dollar game: what its two sources state, checked.

- ``truth``: the study, and what is true on a short strip; ``counting``: counts by tables and digits
- ``formulas``: the counts as the sources state them
- ``gaps``, ``carries``: what EulerSolve says of the game, and of its count
- ``pairs``, ``proof``, ``sums``: what the solution in Chinese says of the game, and of its count
- ``any_coins``: the criterion for any number of coins, by the heap theorem
- ``findings``: what this study finds
- ``agreements``: the solvers against the truth
- ``derivations``, ``strips_as_numbers``: lines of proofs
- ``theorem``: the criterion, for every strip; ``pictures``
"""

from research.studies.silver_dollar.truth import study

# Importing these adds their claims, in the order of the report.
from research.studies.silver_dollar import any_coins  # isort: skip
from research.studies.silver_dollar import gaps, carries  # isort: skip
from research.studies.silver_dollar import pairs, proof, sums  # isort: skip
from research.studies.silver_dollar import findings, agreements  # isort: skip

__all__ = [
    "agreements",
    "any_coins",
    "carries",
    "findings",
    "gaps",
    "pairs",
    "proof",
    "study",
    "sums",
]
