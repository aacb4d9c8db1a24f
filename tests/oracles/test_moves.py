"""The language of moves by plain enumeration: restated games, and every error."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from oracles.errors import PositionError, RulesTextError, SearchLimitError
from oracles.moves import MoveGame
from oracles.solve import solve

HEAP = "position play(x)\n"
HOLE = "position play(x) where x != 3\n"
ONE_PILE = "move play -> play(x - n) for n where 1 <= n & n <= x"
NIM = """
    position play(x, y, z)
    unordered
    move play -> play(x - n, y, z) for n where 1 <= n & n <= x
"""


def test_a_won_position_has_no_options_and_is_won() -> None:
    text = HEAP + ONE_PILE + " & n <= 2\nwon play where x = 3 | x = 0"
    game = MoveGame(text)
    assert game.options(3) == [] == game.options(0)
    assert game.final_outcome(3) == game.final_outcome(0) == "N"
    # from 1 and 4 only to won positions or to 2, from which one moves to 1; the same from 7
    assert [x for x in range(9) if solve(game, 8).outcome(x) == "P"] == [1, 4, 7]
    assert game.names_winner_by_position()


def test_without_names_the_ascending_order_says_what_is_won() -> None:
    game = MoveGame("""
        position play(x, y)
        unordered
        move play -> play(x - 1, y) where x >= 1
        won play where x = 0
    """)
    assert game.options((1, 2)) == [(0, 2), (1, 1)]
    assert game.options((0, 2)) == []  # the smaller one is 0


def test_control_states_are_positions_of_different_kinds() -> None:
    text = """
        position play(x, y) where x <= y
        position over()
        move play -> play(x, y - 1) where x < y
        move play -> over() where x = y
        measure play: 1, y
        measure over: 0
    """
    game = MoveGame(text)
    assert list(game.start(1)) == [("play", 0, 0), ("play", 0, 1), ("play", 1, 1), ("over",)]
    assert game.options(("play", 1, 2)) == [("play", 1, 1)]
    assert game.options(("play", 1, 1)) == [("over",)]
    assert game.states == {"play": ("x", "y"), "over": ()}
    assert game.read(("play", 1, 2)) == ("play", (1, 2))
    assert game.written("over", ()) == ("over",)


class Sides(MoveGame):
    """Two states that are written in a way of their own."""

    def written(self, state: str, vector: tuple[int, ...]) -> object:
        return (vector, None) if state == "over" else (tuple(reversed(vector)), int(state[1:]))

    def state_of(self, position: Any) -> tuple[str, tuple[int, ...]]:
        vector, side = position
        return ("over", vector) if side is None else (f"s{side}", vector[::-1])


def test_a_position_is_read_as_a_subclass_writes_it() -> None:
    game = Sides("""
        position s0(x, y) where x < y
        position over(x)
        move s0 -> over(x)
        measure s0: 1, x
    """)
    assert game.is_plain()
    assert game.options(((5, 2), 0)) == [((2,), None)]
    assert game.read(((5, 2), 0)) == ("s0", (2, 5))
    for other in [(2, 5), ((2, 5), 0), ((5, 2), True), ((5, 2), 1), ((5, 2), "0"), ((2, 5), None)]:
        assert not game.contains(other)


@pytest.mark.parametrize(
    "other", [(1, 2, 0), (1, -2), ("play", 1, 2), (1, "2"), (2, 2), [1, 2], (1.0, 2), None]
)
def test_what_does_not_match_is_no_position(other: object) -> None:
    game = MoveGame("position play(x, y) where x < y")
    assert game.contains((1, 2))
    assert not game.contains(other)
    with pytest.raises(PositionError, match="is not a position"):
        game.options(other)
    assert not MoveGame(NIM).contains((2, 1, 3))


# Formulas


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x - y >= 0", False),  # no such number: x is 2, y is 5
        ("~ x - y >= 0", True),
        ("x - y != 7", False),
        ("x = 2 ^ y = 5", False),
        ("x = 3 <=> y = 4", True),
        ("(y - x) / 2 = 1", True),
        ("2*(x + y) - 3 = 11", True),
        ("$nimsum(x, y, 7)", True),
        ("$power(x) & ~$power(y) & ~$power(0) & $power(1)", True),
        ("T[y] = @0 & T[x] != T[y] & @1 = T[7]", True),
        ("T[x - y] = @0 | T[x - y] != @0", False),
        ("$power(x - y + 2) | $nimsum(x - y, 0, 0)", False),
        ("Em,n m <= x & n < m & m + n = 3", True),
        ("Am m <= y => (En n <= m & (m = 2*n | m = 2*n + 1))", True),
        ("Ex x <= y & x = 4", True),  # hides the other x
        ("~Em m <= y & m = 6", True),
    ],
)
def test_a_formula_holds_as_the_language_says(text: str, expected: bool) -> None:  # noqa: FBT001
    game = MoveGame(f"position play(x, y) where {text}")
    assert game.contains((2, 5)) is expected


# Errors


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no position is declared"),
        ("\n  position play(x)\n   x", "column 18 of 'position play.* x': expected an operator"),
        ("positions play(x)", "column 1 of 'positions .*': expected one of position, move"),
        ("position play(x, x)", "column 18 .*: the name 'x' is there twice"),
        ("position play(Axe)", "column 15 .*: expected a coordinate .a letter other than A and E"),
        ("position play(x)\nposition play(y)", "column 10 .*: position is said twice of 'play'"),
        ("position play(x) where x <= y", "'position .* <= y': unknown name 'y'; known here: x"),
        ("position play(x) where $prime(x)", r"unknown predicate \$prime of 1 terms; known are"),
        ("position play(x) where F[x] = @1", "unknown .*'F'.*; known are T"),
        ("position play(x) where T[x] = @2", "known are T, the Thue-Morse sequence, @0 and @1"),
        (HEAP + "move play -> plai(x)", "unknown control state 'plai'; declared are: play"),
        (HEAP + "move play -> play(x, 1)", "'play' with 2 terms; it has 1"),
        (HEAP + "move play -> play(0) for x where x <= 3", "the names .* must differ"),
        # bounds
        (HEAP + "move play -> play(n) for n", r"'move play -> play\(n\) for n': 'n' has no bound"),
        (HEAP + "move play -> play(n) for n where n < x & x = 1 | x = 2", "no bound"),
        (HEAP + "move play -> play(n) for n where n - 1 <= x", "'n' has no bound"),
        (HEAP + "move play -> play(n) for n where 0*n + 1 <= x & x < 2", "'n' has no bound"),
        (HEAP + "move play -> play(n) for n, m where n <= m & m <= x", "'n' has no bound"),
        (HEAP + "move play -> play(0) where Em m >= x", "'m' has no bound"),
        # options
        (HEAP + "move play -> play(x - 2) where x >= 1", r"from play\(1\): a coordinate would be"),
        (HEAP + "move play -> play(x - n) for n where n <= x", r"from play\(0\): play need not"),
        (HEAP + "move play -> play(x + 1) where x >= 200", "play need not end"),
        (HOLE + "move play -> play(x - 1) where x >= 1", "not a position: `where` is false of it"),
        (HEAP + "measure play: 9 - x\nmove play -> play(x + 1) where x < 20", "becomes None"),
        ("position p(x)\nposition q(x)\nmeasure q: 1, x\nmove p -> q(0)", "0 of level 1"),
    ],
)
def test_a_text_that_says_no_game_is_refused_and_its_statement_named(text: str, words: str) -> None:
    with pytest.raises(RulesTextError, match=words):
        MoveGame(text)


def test_what_shows_only_far_from_the_tried_positions_shows_when_it_is_asked_for() -> None:
    game = MoveGame(HEAP + "move play -> play(x + 1) where x = 5000")
    assert game.options(4999) == []
    with pytest.raises(RulesTextError, match=r"from play\(5000\): play need not end"):
        game.options(5000)


def test_more_values_than_anyone_waits_for_are_refused_at_once() -> None:
    text = HEAP + "move play -> play(x - n - m) for n, m where n + m <= x & 1 <= n"
    with pytest.raises(SearchLimitError, match="more than 5000000 values"):
        MoveGame(text).options(10**9)
    text = HEAP + "move play -> play(x - n) for n where n <= 9999999999 & ~(n > x) & n > 0"
    with pytest.raises(SearchLimitError, match="more than 5000000 values"):
        MoveGame(text)


# What is one thing with the text


class OwnStart(MoveGame):
    def start(self, size: int) -> Any:
        return [(size, size)]


class OwnOptions(OwnStart):
    def options(self, position: Any) -> Any:
        return super().options(position)[:-1]


def test_only_a_game_that_overrides_nothing_but_its_start_is_the_text() -> None:
    assert [kind(NIM).is_plain() for kind in (MoveGame, OwnStart, OwnOptions)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "contained"),
    [
        ("where c <= 1 & b <= c + 3", lambda a, b, c: c <= 1 and b <= c + 3),
        ("where 2 >= b & b < 2 | c = 0", lambda a, b, c: (b <= 2 and b < 2) or c == 0),
        ("where a - 1 <= 1 & 1 <= a", lambda a, b, c: 1 <= a <= 2),
    ],
)
def test_starts_are_the_positions_of_the_box_whatever_bounds_them(
    text: str, contained: Callable[..., bool]
) -> None:
    starts = MoveGame(f"position play(a, b, c) {text}").start(5)
    assert list(starts) == [v for v in product(range(6), repeat=3) if contained(*v)]
