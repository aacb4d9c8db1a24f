"""Fraenkel's Wythoff: from both piles one may take k and l with |k - l| < 2."""

from math import isqrt

from grundwork import Game, Study


class FraenkelsWythoff(Game):
    def start(self, size):
        return [(a, b) for b in range(size + 1) for a in range(b + 1)]

    def options(self, position):
        a, b = position
        for k in range(a + 1):
            for taken in range(b + 1):
                if (k or taken) and (k == 0 or taken == 0 or abs(k - taken) < 2):
                    yield tuple(sorted((a - k, b - taken)))


study = Study(
    "fraenkels-wythoff", FraenkelsWythoff(), source="Amer. Math. Monthly 89 (1982) 353-361"
)

study.p_positions(
    r"The P-positions are $(\lfloor n\sqrt2 \rfloor, \lfloor n\sqrt2 \rfloor + 2n)$.",
    believed=lambda pair: (
        pair[0] == isqrt((pair[1] - pair[0]) ** 2 // 2) and (pair[1] - pair[0]) % 2 == 0
    ),
    controls={"any difference": lambda pair: pair[0] == isqrt((pair[1] - pair[0]) ** 2 // 2)},
)
