"""The silver dollar game: what its two sources state, checked.

- ``truth``: the study, and what is true on a short strip; ``counting``: counts by tables and digits
- ``formulas``: the counts as the sources state them
- ``derivations``: a strip as a number, and statements about it decided
- ``any_coins``: the criterion and the number of won configurations, for every strip
- ``theorem``: the criterion for few coins, by another proof
- ``gaps``, ``carries``: what EulerSolve says of the game, and of its count
- ``proof``, ``sums``: what the solution in Chinese says of the game, and of its count
- ``findings``: what this study finds
- ``agreements``: the solvers against the truth
- ``pictures``, ``report``: what the report shows beside claims
"""

from research.studies.silver_dollar.truth import study

PARTS = (
    "any_coins",
    "theorem",
    "gaps",
    "carries",
    "proof",
    "sums",
    "findings",
    "agreements",
)  # that add their claims, in the order of the report

__all__ = ["PARTS", "study"]
