"""What a text is tried on when a game is made of it: small positions, and a few large ones.

Every option must exist, be a position and decrease. On the positions that are tried here a mistake
shows at once; on all others, when their options are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, islice, product
from random import Random

from oracles.moves.boxes import Vector
from oracles.moves.enumerating import enumeration
from oracles.moves.python import Tries

_POSITIONS = 2_500  # of all control states together, at most about
_VALUES_TRIED = 200_000  # of parameters, in all options together
_LARGE = (17, 64, 255)


@lru_cache(256)
def require_sound(text: str) -> None:
    """Ask for the options of small and of some large positions.

    Raises
    ------
    RulesTextError
        If an option does not exist, is no position or does not decrease.
    """
    rules = enumeration(text)
    each = max(40, _POSITIONS // len(rules.text.states))
    left = _VALUES_TRIED
    for name, state in rules.text.states.items():
        for given in _vectors(len(state.coordinates), each):
            if left < 0:
                return
            vector = tuple(sorted(given)) if rules.text.unordered else given
            tries = Tries()
            if rules.holds(name, vector, tries):
                left -= len(rules.options(name, vector, tries))
            left -= 1 + tries.most - tries.left


def _vectors(dimension: int, number: int) -> Iterator[Vector]:
    """Yield about ``number`` vectors: a box, then large ones, in order and not."""
    if not dimension:
        yield ()
        return
    largest = 1
    while (largest + 2) ** dimension <= number // 2:
        largest += 1
    yield from islice(product(range(largest + 1), repeat=dimension), number // 2)
    random = Random(dimension)
    for round_ in range(number // 8):
        top = (3, 9, *_LARGE)[round_ % 5]
        vector = [random.randint(0, top) if random.random() < 0.6 else 0 for _ in range(dimension)]
        yield tuple(vector)
        yield tuple(sorted(vector))
        yield tuple(sorted(vector, reverse=True))
        yield tuple(accumulate(entry % (top // dimension + 2) + 1 for entry in vector))
