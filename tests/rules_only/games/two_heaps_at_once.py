"""Moore's nim: take from one or two of four heaps."""

from itertools import combinations, combinations_with_replacement, product

from grundwork import Game, Study


class MooresNim(Game):
    def start(self, size):
        return combinations_with_replacement(range(size + 1), 4)

    def options(self, position):
        found = set()
        for i, j in combinations(range(4), 2):
            rest = [position[k] for k in range(4) if k not in (i, j)]
            for a, b in product(range(position[i] + 1), range(position[j] + 1)):
                found.add(tuple(sorted([a, b, *rest])))
        return found - {position}


study = Study(
    "two-heaps-at-once", MooresNim(), source="E. H. Moore, Annals of Math. 11 (1910) 93-94"
)
