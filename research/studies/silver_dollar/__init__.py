"""The silver dollar game: what its two sources state, checked.

- ``truth``: the study, and what is true on a short strip
- ``criterion``: who wins, proved for every strip and any number of coins
- ``counts``, ``sums``: how many configurations win, as each source counts them; ``formulas``
- ``proof``: what the solution in Chinese says of the game, line by line
- ``strips``: a strip as a number, and statements about it decided
- ``agreements``: the solvers against the truth, and at full size
- ``report``: what the report shows beside claims
"""

from research.studies.silver_dollar.truth import study

PARTS = ("criterion", "counts", "sums", "proof", "agreements", "report")  # that add to the study

__all__ = ["PARTS", "study"]
