"""Staircase nim: move counters from a step of four to the one below; the floor ends them."""

from itertools import product

from oracles.rules import Game
from research.proofs.study_claims import add_claims
from research.study import Study


class StaircaseNim(Game):
    """A position is the counters on each step, the lowest first."""

    def start(self, size):
        return product(range(size + 1), repeat=4)

    def options(self, position):
        for step, counters in enumerate(position):
            for moved in range(1, counters + 1):
                steps = list(position)
                steps[step] -= moved
                if step:
                    steps[step - 1] += moved
                yield tuple(steps)


study = Study(
    "staircase-nim", StaircaseNim(), source="T. S. Ferguson, Game Theory, part I, section 2.6"
)

study.p_positions(
    "It is nim with the odd steps.",
    believed=lambda steps: steps[0] ^ steps[2] == 0,
    controls={"with the even steps": lambda steps: steps[1] ^ steps[3] == 0},
)
add_claims(study)
