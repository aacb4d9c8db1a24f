"""Misère Kayles: Kayles in which the player who takes the last pin loses."""

from oracles.heaps import octal
from research.claims.study import Study

study = Study(
    "misere-kayles",
    octal("0.77", misere=True),
    title="Misère Kayles",
    source="W. L. Sibert and J. H. Conway, Internat. J. Game Theory 20 (1992) 237-246",
)

study.p_positions(
    "Single rows: the player who begins loses just with 1, 4, 9, 12 and 20 pins.",
    among=lambda rows: len(rows) == 1,
    believed=lambda rows: rows[0] in (1, 4, 9, 12, 20),
    controls={"20 left out": lambda rows: rows[0] in (1, 4, 9, 12)},
)
