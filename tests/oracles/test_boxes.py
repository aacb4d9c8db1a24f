"""Where play starts in the language of moves: the box of a size."""

from itertools import product

import pytest

from oracles.moves import MoveGame


@pytest.mark.parametrize(
    ("text", "contained"),
    [
        ("where c <= 1 & b <= c + 3", lambda a, b, c: c <= 1 and b <= c + 3),
        ("where 2 >= b & b < 2 | c = 0", lambda a, b, c: (b <= 2 and b < 2) or c == 0),
        ("where 2*a + b < 5 & ~(c <= 0)", lambda a, b, c: 2 * a + b < 5 and c > 0),
        ("where a - 1 <= 1 & 1 <= a", lambda a, b, c: 1 <= a <= 2),
    ],
)
def test_starts_are_the_positions_of_the_box_whatever_bounds_them(text, contained):
    game = MoveGame(f"position play(a, b, c) {text}")
    for size in (0, 1, 5):
        expected = [v for v in product(range(size + 1), repeat=3) if contained(*v)]
        assert list(game.start(size)) == expected
