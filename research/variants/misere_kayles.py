"""Misère Kayles: Kayles in which the player who takes the last pin loses."""

from oracles.heaps import octal
from research.claims.study import Study
from research.proving.misere_results import claim_misere_quotient

study = Study(
    "misere-kayles",
    octal("0.77", misere=True),
    title="Misère Kayles",
    source="W. L. Sibert and J. H. Conway, Internat. J. Game Theory 20 (1992) 237-246",
)

study.p_positions(
    "On a single row the first player loses exactly with 1, 4, 9, 12 and 20 pins.",
    among=lambda rows: len(rows) == 1,
    believed=lambda rows: rows[0] in (1, 4, 9, 12, 20),
    controls={"20 left out": lambda rows: rows[0] in (1, 4, 9, 12)},
)
claim_misere_quotient(
    study,
    "The misère quotient has 40 elements, 9 of them in its P-portion, and period 12 from 71 on.",
    order=40,
    p_portion=9,
    period=12,
    preperiod=71,
    source="T. E. Plambeck and A. N. Siegel, J. Combin. Theory Ser. A 115 (2008) 593-622",
)
