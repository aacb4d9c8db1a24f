"""Kayles: knock down one pin of a row, or two neighbours."""

from oracles.heaps import octal
from research.claims.study import Study
from research.proving.short_theorems import claim_period

study = Study("kayles", octal("0.77"), source="Winning Ways, 2nd ed., ch. 4")

study.sequence(
    "The Grundy values of rows of 0, 1, 2, ... pins are A002186.",
    terms=[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8],
    computed=lambda truth, pins: truth.grundy((pins,) if pins else ()),
    source="OEIS, A002186",
)
claim_period(
    study,
    "From 71 pins on, the values have period 12.",
    period=12,
    preperiod=71,
    source="R. K. Guy and C. A. B. Smith, Proc. Cambridge Philos. Soc. 52 (1956) 514-526",
)
study.p_positions(
    "The first player wins on every nonempty row.",
    among=lambda rows: len(rows) <= 1,
    believed=lambda rows: not rows,
    controls={"or loses with four": lambda rows: sum(rows) in (0, 4)},
)
