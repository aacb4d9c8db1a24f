"""Greedy nim: take any number, always from a pile that is the largest."""

from grundwork import Study, VectorGame


def from_the_largest(piles, option):
    return piles.index(max(piles)) == next(i for i in range(4) if piles[i] != option[i])


UNITS = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
study = Study(
    "greedy-nim",
    VectorGame(UNITS, from_the_largest),
    about="Nim in which counters are taken from a largest pile only.",
    source="M. H. Albert and R. J. Nowakowski, Integers 4 (2004) G01",
)

study.p_positions(
    "The P-positions are those with an even number of largest piles.",
    believed=lambda piles: max(piles) == 0 or piles.count(max(piles)) % 2 == 0,
    controls={"odd": lambda piles: max(piles) == 0 or piles.count(max(piles)) % 2 == 1},
)
