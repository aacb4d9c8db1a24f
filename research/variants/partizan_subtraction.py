"""Partizan subtraction: take 1 or 2 from a heap as Left, 1 or 3 as Right."""

from functools import partial

from oracles.partizan_subtraction import PartizanSubtraction
from research.claims.claim import OURS
from research.claims.study import Study
from research.proving.outcome_periods import decide_outcome_period
from research.proving.results import PERIODICITY

GAME = PartizanSubtraction((1, 2), (1, 3))
study = Study(
    "partizan-subtraction",
    GAME,
    source="A. S. Fraenkel and A. Kotzig, Internat. J. Game Theory 16 (1987) 145-154",
)

study.outcomes(
    "The outcomes of the heaps 0, 1, 2, ... are P, N, L, N, and from 4 on Left wins.",
    believed=lambda heap: "PNLN"[heap] if heap < 4 else "L",
    controls={"from 2 on": lambda heap: "PN"[heap] if heap < 2 else "L"},
    source="E. Duchêne and others, arXiv:2101.01595",
)
study.claim(
    "period",
    "The outcomes have preperiod 4 and period 1, for heaps of every size.",
    believed=(4, 1),
    controls={"preperiod 3": (3, 1), "period 2": (4, 2)},
    source=OURS,
).decide(PERIODICITY, partial(decide_outcome_period, GAME))
