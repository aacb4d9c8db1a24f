"""Nim: take any number from one pile."""

from functools import reduce
from operator import xor

from oracles.vectors import nim
from research.claims.study import Study
from research.conjectures.statements import claim_holds

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
claim_holds(
    study,
    "Any two heaps make a P-position with exactly one third heap.",
    "Ax,y Ez ($P(x,y,z) & Aw ($P(x,y,w) => w = z))",
    controls={"which is not larger than both": "Ax,y Ez ($P(x,y,z) & z <= x & z <= y)"},
    name="one-third-heap",
)
