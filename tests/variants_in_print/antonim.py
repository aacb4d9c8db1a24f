"""Antonim: nim in which no two piles may be equal, unless they are empty."""

from grundwork import Study, VectorGame


def unequal(_, option):
    piles = [pile for pile in option if pile]
    return len(set(piles)) == len(piles)


class Antonim(VectorGame):
    def start(self, size):
        return [piles for piles in super().start(size) if unequal(None, piles)]


study = Study(
    "antonim",
    Antonim([(1, 0, 0), (0, 1, 0), (0, 0, 1)], unequal),
    source="Winning Ways, 2nd ed., ch. 15",
)

study.p_positions(
    r"$(a, b, c)$ is a P-position just if $(a+1) \oplus (b+1) \oplus (c+1) = 0$; one may be 0.",
    among=lambda piles: piles.count(0) <= 1,
    believed=lambda piles: (piles[0] + 1) ^ (piles[1] + 1) ^ (piles[2] + 1) == 0,
    controls={"as in nim": lambda piles: piles[0] ^ piles[1] ^ piles[2] == 0},
)
