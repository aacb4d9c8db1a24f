"""Nim: take any number from one pile."""

from functools import reduce
from operator import xor

from oracles.vectors import nim
from research.claims.study import Study
from research.proving.claiming import claim_theorem

study = Study("nim", nim(3), source="C. L. Bouton, Ann. of Math. 3 (1901) 35-39")

study.p_positions(
    "The P-positions are those whose nim sum is 0.",
    believed=lambda piles: reduce(xor, piles) == 0,
    controls={"sum even": lambda piles: sum(piles) % 2 == 0},
)
study.grundy_values(
    "The Grundy value is the nim sum of the piles.",
    believed=lambda piles: reduce(xor, piles),
    controls={"the sum": sum},
)
study.sums(
    r"$g(G + H) = g(G) \oplus g(H)$.",
    believed=xor,
    controls={"added": lambda g, h: g + h},
    source="R. Sprague, Tohoku Math. J. 41 (1935) 438-444; P. M. Grundy, Eureka 2 (1939) 6-8",
)
claim_theorem(
    study,
    "In nim with 3 heaps the player to move loses exactly if their nim sum is 0.",
    name="nim-sum-for-every-size",
    criterion="$nimsum(x1,x2,x3)",
    controls={"without the last heap": "x1 = x2"},
)
