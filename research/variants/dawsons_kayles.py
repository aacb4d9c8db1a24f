"""Dawson's Kayles: knock down two neighbouring pins of a row."""

from oracles.heaps import octal
from research.claims.study import Study
from research.proving.short_theorems import claim_first_difference, claim_period

study = Study(
    "dawsons-kayles",
    octal("0.07"),
    title="Dawson's Kayles",
    source="Winning Ways, 2nd ed., ch. 4",
)

study.sequence(
    "The Grundy values of rows of 1, 2, 3, ... pins are A002187.",
    terms=[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0],
    first=1,
    computed=lambda truth, pins: truth.grundy((pins,)),
    source="OEIS, A002187",
)
claim_period(
    study,
    "From 53 pins on, the values have period 34.",
    period=34,
    preperiod=53,
    source="R. K. Guy and C. A. B. Smith, Proc. Cambridge Philos. Soc. 52 (1956) 514-526",
)
claim_first_difference(
    study,
    "It is Dawson's chess (0.137) with one pin less, and differs from it first at one pin.",
    octal("0.137"),
    heap=1,
)
