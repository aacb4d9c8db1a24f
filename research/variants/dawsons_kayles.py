"""Dawson's Kayles: knock down two neighbouring pins of a row."""

from functools import cache

from oracles.heaps import heap_values, octal
from research.claims.cases import Listed
from research.claims.study import Study
from research.proving.short_theorems import claim_period

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


@cache
def values() -> list[list[int]]:
    """The values of rows here and in Dawson's chess."""
    return [heap_values(octal(code), 202) for code in ("0.07", "0.137")]


study.claim(
    "dawsons-chess",
    "A row of $n + 1$ pins has the value of a row of $n$ in Dawson's chess (0.137).",
    believed=1,
    controls={"rows of as many pins": 0, "two pins more": 2},
).holds(
    lambda more, pins: values()[0][pins + more] == values()[1][pins],
    Listed("the rows of 0 to 200 pins of Dawson's chess", lambda: range(201)),
    by="the mex of the values of the options, row by row",
)
