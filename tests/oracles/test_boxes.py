"""Where play starts in the language of moves: the box of a size, and what a smaller one has not."""

from itertools import islice, product

import pytest

from oracles.moves import MoveGame
from oracles.rules import later_starts

NIM = """
    position play(x, y)
    move play -> play(x - n, y) for n where 1 <= n & n <= x
    move play -> play(x, y - n) for n where 1 <= n & n <= y
"""


@pytest.mark.parametrize("unordered", ["", "unordered"])
def test_later_starts_are_those_that_a_smaller_size_has_not(unordered):
    game = MoveGame(f"""
        position play(a, b)
        move play -> play(a - 1, b) where 1 <= a
        move play -> play(a, b - 1) where 1 <= b
        {unordered}
    """)
    for after, size in ((-1, 3), (0, 1), (2, 5), (4, 4)):
        before = [] if after < 0 else list(game.start(after))
        expected = [position for position in game.start(size) if position not in before]
        assert list(later_starts(game, after, size)) == expected


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
    for after, size in ((-1, 4), (0, 1), (2, 5)):
        box = product(range(size + 1), repeat=3)
        expected = [v for v in box if max(v) > after and contained(*v)]
        assert list(later_starts(game, after, size)) == expected


def test_starts_of_a_size_cost_what_is_new_and_within_the_bounds_that_the_rules_name():
    game = MoveGame("""
        position play(x, p) where p <= 1
        move play -> play(x - 1, p) where 1 <= x
    """)
    size = 1_000_000
    assert list(later_starts(game, size - 1, size)) == [(size, 0), (size, 1)]
    assert list(islice(game.start(size), 3)) == [(0, 0), (0, 1), (1, 0)]


def test_a_start_of_ones_own_is_asked_for_all():
    class Own(MoveGame):
        def start(self, size):
            return [(size, size)]

    assert list(later_starts(Own(NIM), 4, 3)) == [(3, 3)]
