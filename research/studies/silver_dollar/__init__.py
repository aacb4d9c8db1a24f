"""The silver dollar game: what its two sources state, checked.

- ``truth``: the study, and what is true on a short strip; ``counting``: counts by tables and digits
- ``formulas``: the counts as the sources state them
- ``gaps``, ``carries``: what EulerSolve says of the game, and of its count
- ``pairs``, ``proof``, ``sums``: what the solution in Chinese says of the game, and of its count
- ``any_coins``: the criterion for any number of coins, by the heap theorem
- ``findings``: what this study finds
- ``agreements``: the solvers against the truth
- ``derivations``, ``strips_as_numbers``: lines of proofs
- ``theorem``: the criterion, for every strip
- ``pictures``, ``report``: what the report shows beside claims
"""

from research.studies.silver_dollar.truth import study

PARTS = (
    "any_coins",
    "gaps",
    "carries",
    "pairs",
    "proof",
    "sums",
    "findings",
    "agreements",
)  # that add their claims, in the order of the report

__all__ = ["PARTS", "study"]
