"""Moore's nim: take any numbers from one or from two of four piles."""

from itertools import combinations, product

from oracles.rules import Game
from research.proofs.study_claims import add_claims
from research.study import Study


class MooresNim(Game):
    def start(self, size):
        return [tuple(sorted(piles)) for piles in product(range(size + 1), repeat=4)]

    def options(self, position):
        for two in combinations(range(4), 2):
            for left in product(*(range(position[i] + 1) for i in two)):
                piles = list(position)
                for i, rest in zip(two, left, strict=True):
                    piles[i] = rest
                if sum(piles) < sum(position):
                    yield tuple(sorted(piles))


def digit_sums(piles, modulus):
    return [sum(pile >> bit & 1 for pile in piles) % modulus for bit in range(max(piles) + 1)]


study = Study("moores-nim", MooresNim(), source="E. H. Moore, Ann. of Math. 11 (1910) 93-94")

study.p_positions(
    "P-positions: written in base 2, each column's sum is divisible by 3.",
    believed=lambda piles: not any(digit_sums(piles, 3)),
    controls={"by 2, as in nim": lambda piles: not any(digit_sums(piles, 2))},
)
add_claims(study)
