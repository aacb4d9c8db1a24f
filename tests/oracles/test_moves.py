"""The language of moves by plain enumeration: restated games, and every error."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from oracles.errors import PositionError, RulesTextError, SearchLimitError
from oracles.graph import build
from oracles.moves import MoveGame
from oracles.solve import solve
from tests.oracles.readings import holds, value

HEAP = "position play(x)\n"
HOLE = "position play(x) where x != 3\n"
ONE_PILE = "move play -> play(x - n) for n where 1 <= n & n <= x"
WYTHOFF = """
    position play(x, y)
    move play -> play(x - n, y) for n where 1 <= n & n <= x
    move play -> play(x, y - n) for n where 1 <= n & n <= y
    move play -> play(x - n, y - n) for n where 1 <= n & n <= x & n <= y
"""
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


@pytest.mark.parametrize(
    ("template", "position"),
    [
        ("(x, y)", (5, 7)),
        ("((y, x), 'play')", ((7, 5), "play")),
        ("(None, (x,), -3, (), y)", (None, (5,), -3, (), 7)),
        ('("it\'s", x, y)', ("it's", 5, 7)),
    ],
)
def test_a_position_is_written_by_its_template_and_read_back(
    template: str, position: object
) -> None:
    game = MoveGame(f"position play(x, y) as {template}")
    assert game.written("play", (5, 7)) == position
    assert game.read(position) == ("play", (5, 7))


@pytest.mark.parametrize(
    "other",
    [(1, 2), ((1, 2), 1, 0), ((1, -2), 1), ((1, 2), "1"), ((1, 2), 2), [(1, 2), 1]],
)
def test_what_does_not_match_is_no_position(other: object) -> None:
    assert not MoveGame("position play(x, y) where x < y").contains((2, 2))
    assert not MoveGame(NIM).contains((2, 1, 3))
    game = MoveGame("position play(x, y) as ((x, y), 1)")
    assert game.contains(((1, 2), 1))
    assert not game.contains(other)
    with pytest.raises(PositionError, match="is no position"):
        game.options(other)


def test_of_many_states_each_position_is_read_as_the_one_that_it_is_written_like() -> None:
    game = MoveGame("""
        position none() as None
        position a(x, y) as ((x, 0), y)
        position b(y) as (("b", 1), y)
        position c(y, x) as ((x, 1), y)
        position d(x) as ((x,), -1)
        position lone(x) as x
    """)
    atoms = [0, 1, 2, -1, True, None, "b", 1.0]
    rows = [(), *product(atoms), *product(atoms, repeat=2)]
    pairs = list(product([0, 1, 2], repeat=2))
    are: dict[str, Any] = {repr(None): ("none", ())}
    are |= {repr(((x, 0), y)): ("a", (x, y)) for x, y in pairs}
    are |= {repr(((x, 1), y)): ("c", (y, x)) for x, y in pairs}
    for n in (0, 1, 2):
        are |= {repr((("b", 1), n)): ("b", (n,)), repr(((n,), -1)): ("d", (n,))}
        are |= {repr(n): ("lone", (n,))}
    positions = filter(game.contains, [*atoms, *rows, *product([*atoms, *rows], atoms)])
    assert {repr(position): game.read(position) for position in positions} == are


# Formulas


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x - y >= 0", False),  # no such number: x is 2, y is 5
        ("~ x - y >= 0", True),
        ("x - y != 7", False),
        ("x = 2 | x = 3 & x = 4", False),  # one level, to the left
        ("x = 2 | (x = 3 & x = 4)", True),
        ("x = 3 & x = 4 | x = 2", True),
        ("x = 2 ^ y = 5", False),
        ("x = 3 => y = 4 => x = 9", False),  # (a => b) => c
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
    assert holds(text, x=2, y=5) is expected


def test_a_difference_below_zero_does_not_exist() -> None:
    assert value("x - y", x=2, y=5) is None
    assert value("2 * (x - y + 9)", x=2, y=5) is None
    assert value("x - y + 9", x=5, y=2) == 12
    assert value("(7 * x - 1) / 3", x=2) == 4


# Errors


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "no position is declared"),
        ("\n  position play(x)\n   x", 3, 2, "expected an operator or the end, found 'x'"),
        ("positions play(x)", 1, 1, "a statement begins with one of position, move"),
        ("position play(x, x)", 1, 18, "'x' is there twice"),
        ("position play(Axe)", 1, 15, "a coordinate (a letter other than A and E"),
        ("position play(x)\nposition play(y)", 2, 10, "is declared twice"),
        ("position play(x) where x ~ 3", 1, 26, "expected a comparison"),
        ("position play(x) where x <= y", 1, 29, "unknown name 'y'; known here: x"),
        ("position play(x) where $prime(x)", 1, 24, "unknown '$prime'; known predicates are"),
        ("position play(x) where F[x] = @1", 1, 24, "unknown 'F'; known is T"),
        ("position play(x) where T[x] = @2", 1, 31, "unknown '@2'; known are @0 and @1"),
        ("position play(x) where x * x = 1", 1, 28, "cannot be multiplied"),
        (HEAP + "move play -> plai(x)", 2, 14, "unknown control state 'plai'; declared are: play"),
        (HEAP + "move play -> play(x, 1)", 2, 14, "with 2 terms; it has 1"),
        (HEAP + "move play -> play(0) for x where x <= 3", 2, 26, "named like a coordinate"),
        (HEAP + "move play -> play(0) for n, n where n < x", 2, 29, "'n' is there twice"),
        ("position play(x, y) as (y, 1)", 1, 10, "the coordinate 'x' is missing"),
        ("position p(x) as x\nposition q(y)", 2, 10, "a template with `as`, or none"),
        ("position p(x) as (x, 1)\nposition q(y) as (0, y)", 2, 10, "may be written alike"),
        ("unordered\nposition p(x) as (x, 1)", 2, 10, "`as` and unordered"),
        # bounds
        (HEAP + "move play -> play(n) for n", 2, 26, "'n' has no bound"),
        (HEAP + "move play -> play(n) for n where n < x & x = 1 | x = 2", 2, 26, "no bound"),
        (HEAP + "move play -> play(n) for n where n - 1 <= x", 2, 26, "'n' has no bound"),
        (HEAP + "move play -> play(n) for n, m where n <= m & m <= x", 2, 26, "'n' has no bound"),
        (HEAP + "move play -> play(0) where Em m >= x", 2, 29, "'m' has no bound"),
        # options
        (HEAP + "move play -> play(x - 2) where x >= 1", 2, 6, "at play(1): a coordinate of the"),
        (HEAP + "move play -> play(x - n) for n where n <= x", 2, 6, "at play(0), n = 0: play"),
        (HEAP + "move play -> play(x + 1) where x >= 200", 2, 6, "play need not end"),
        (HOLE + "move play -> play(x - 1) where x >= 1", 2, 6, "`where` is"),
        (HEAP + "measure play: 9 - x\nmove play -> play(x + 1) where x < 20", 3, 6, "not exist"),
        ("position p(x)\nposition q(x)\nmeasure q: 1, x\nmove p -> q(0)", 4, 6, "to level 1, 0"),
        ("position play(x, y) where x <= y\nunordered", 1, 10, "not the same for every order"),
        ("position play(x, y)\nunordered\nwon play where x < y", 1, 10, "won of 'play' is not"),
    ],
)
def test_a_text_that_says_no_game_is_refused_at_its_place(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(RulesTextError) as caught:
        MoveGame(text)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert words in error.problem
    pointer = str(error).split("\n")[-1]
    assert pointer == " " * (min(column, 61) + 1) + "^"


def test_what_shows_only_far_from_the_tried_positions_shows_when_it_is_asked_for() -> None:
    game = MoveGame(HEAP + "move play -> play(x + 1) where x = 5000")
    assert game.options(4999) == []
    with pytest.raises(RulesTextError, match=r"at play\(5000\): play need not end"):
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


class OwnEnd(MoveGame):
    def final_outcome(self, position: Any) -> Any:
        return "N"


class Loopy(MoveGame):
    loopy = True


def test_only_a_game_that_overrides_nothing_but_its_start_is_the_text() -> None:
    assert MoveGame(WYTHOFF).is_plain()
    assert OwnStart(WYTHOFF).is_plain()
    assert not any(kind(WYTHOFF).is_plain() for kind in (OwnOptions, OwnEnd, Loopy))


def test_positions_are_counted_only_where_the_count_is_exact() -> None:
    for text in (WYTHOFF, NIM, HEAP + ONE_PILE):
        game = MoveGame(text)
        assert game.number_of_positions(6) == len(build(game, 6))
    assert OwnStart(WYTHOFF).number_of_positions(6) is None
    assert MoveGame(HOLE).number_of_positions(6) is None
    grows = "position play(x, y)\nmove play -> play(x + y, y - 1) where y >= 1\nmeasure play: y"
    assert MoveGame(grows).number_of_positions(6) is None
