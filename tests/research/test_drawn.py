"""Positions are drawn: as boards, strips and bars, where they are looked at on a terminal."""

from __future__ import annotations

import pytest

from oracles.errors import RulesError
from oracles.vectors import nim
from research.explore.explored import explored_at
from research.explore.facts import counting, small_case
from research.explore.play import start_match
from research.explore.reading import position_named
from research.explore.solved import lines_of, solve_text
from research.resolving.loading import load_study
from research.system.drawn import drawn, in_a_line
from research.variants.cram import Cram, board
from tests.research.test_play import transcript


@pytest.mark.parametrize(
    ("name", "position", "rows"),
    [
        ("amazons", (frozenset({(0, 1), (1, 1)}), frozenset({(0, 0)}), frozenset()), ["L.", "#."]),
        ("chomp", (3, 1), [".  ", "X.."]),
        ("coins-on-a-strip", (0, 2, 3, 5), ["o.oo.o"]),
        ("cram", frozenset({(1, 0), (1, 1), (0, 2)}), ["##.", "..#"]),
        ("cutcake", ((1, 2), (2, 1)), ["   .", ".. ."]),
        ("fission", "...|.x.", ["...", ".x."]),
        ("hackenbush", (("l", (("g", ()), ("r", ()))), ("r", ())), ["gr.", "l-r", "==="]),
        ("nimble", (1, 1, 3), [".2.1"]),
        ("northcott", (4, (0, 2), (1, 2)), ["W.B.", ".WB."]),
        ("silver-dollar", ((1, 4), 1), [".o..$"]),
        ("silver-dollar", ((), None), ["."]),
        ("turning-turtles", frozenset({1, 3}), ["HTH"]),
        ("kayles", (3, 4), None),
    ],
)
def test_a_position_is_drawn_as_the_game_is_played(
    name: str, position: object, rows: list[str] | None
) -> None:
    assert drawn(load_study(name).game, position) == (rows and "\n".join(rows))


def test_rules_that_fail_to_draw_are_named_with_the_position() -> None:
    class Failing(type(nim(2))):  # type: ignore[misc]
        def drawn(self, position: object) -> str:
            raise IndexError("row")

    with pytest.raises(RulesError, match=r"drawn\(\(1, 2\)\) of .*IndexError: row"):
        drawn(Failing([(1, 0), (0, 1)]), (1, 2))


def test_what_is_too_large_is_written_only() -> None:
    assert drawn(Cram(), frozenset({(0, 10**9)})) is None
    assert drawn(load_study("chomp").game, (41,)) is None


def test_explore_draws_a_start_with_a_winning_option() -> None:
    said = str([counting(explored_at(Cram(), 6)), small_case(explored_at(Cram(), 4))])
    assert "\n\n. . .      . # .\n. . .  ->  . # .\nA start and a winning option." in said
    assert "{0," not in said
    for_two = repr(counting(explored_at(load_study("domineering").game, 4)))  # R: Right wins
    assert for_two.endswith(". . . .  ->  . . . .\nA start and a winning option for Right.")


def test_solve_draws_the_position_with_a_winning_option() -> None:
    game = load_study("domineering").game
    solved = solve_text(game, "2x2", grundy=False, limit=1_000)
    said = "\n".join(lines_of(game, solved))
    assert "a winning option for Left: .|." in said
    assert "\n. .      . #\n. .  ->  . #\n" in said
    assert "\n. .      . .\n. .  ->  # #\n" in said


def test_play_draws_the_position_and_numbers_the_boards_of_options() -> None:
    said = transcript(start_match(Cram(), position="..|.#"), "1")
    assert "Position ..|.#; you move. Your options:\n\n. .\n. #\n\n" in said
    assert "  1. # .    2. # #\n     # #       . #\n" in said
    assert "#.: play has ended." in said


def test_what_has_no_short_form_is_drawn_in_a_line() -> None:
    game = load_study("hackenbush").game
    branched, cake = (("l", (("g", ()), ("r", ()))),), ((1, 3),)
    assert in_a_line(game, branched) == "gr|l-|=="
    assert in_a_line(load_study("cutcake").game, cake) == "..."


def test_a_drawn_board_may_be_typed() -> None:
    assert position_named("..|..", Cram(), [board(1, 2)]) == board(2, 2)
