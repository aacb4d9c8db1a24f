"""Playing against the oracle: it never errs, and says of every move what it was worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from fast.errors import InputError
from oracles.errors import PositionError
from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.heaps import octal
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.explore.play import READER, Match, play, start_match
from research.resolving.loading import load_study
from tests.research.test_explore import LOOP, TOADS


def answers(*given: str) -> Callable[[str], str]:
    supply = iter(given)

    def ask(_: str) -> str:
        try:
            return next(supply)
        except StopIteration:
            raise EOFError from None

    return ask


def transcript(match: Match, *given: str) -> str:
    said: list[str] = []
    play(match, answers(*given), said.append)
    return "\n".join(said)


def results(match: Match) -> Iterable[str]:
    """The endings of all games that a reader can play against the oracle."""
    ended = match.ended()
    if ended:
        yield ended
        return
    moves = match.options() if match.turn == READER else [match.oracle_option()]
    for option in moves:
        following = Match(match.truth, match.position, match.turn, match.side, match.seen.copy())
        following.move(option)
        yield from results(following)


@pytest.mark.parametrize(
    ("game", "position"),
    [
        (nim(3), "1,2,3"),
        (octal("0.77"), "2,5,7"),
        (VectorGame([(1, 0), (0, 1), (1, 1)]), "3,5"),
        (nim(2, misere=True), "3,3"),
    ],
)
def test_the_oracle_wins_every_game_from_a_p_position(game: Game[Any], position: str) -> None:
    match = start_match(game, position=position)
    if match.truth.outcome(match.position) != "P":
        match.turn = "the oracle"  # it may as well begin and win
    assert set(results(match)) <= {
        "You cannot move: the oracle has won.",
        "The oracle cannot move: the oracle has won.",
    }


def test_the_oracle_wins_as_either_player_of_a_partizan_game() -> None:
    for side in ("Left", "Right"):  # T.F is an N-position: the oracle begins and wins
        match = start_match(TOADS, position="TT.FF", first="oracle", side=side)
        assert set(results(match)) == {"You cannot move: the oracle has won."}


def test_the_oracle_never_loses_a_draw() -> None:
    match = start_match(LOOP, position="a")
    assert {result.split(":")[-1].strip() for result in results(match)} <= {
        "a draw.",
        "the oracle has won.",
    }
    assert "a draw." in transcript(start_match(LOOP, position="a"), "1", "1", "1", "1", "1")


@pytest.mark.parametrize(
    ("game", "position", "move", "said"),
    [
        (nim(2), "1,3", "1,1", "A winning move."),
        (nim(2), "3,1", "0,3", "A mistake: the oracle can win now. Winning would have been 1,1."),
        (nim(2), "2,2", "1", "No move wins here."),
        # from b: to a keeps the draw; to c is an N-position for the oracle
        (LOOP, "b", "c", "A mistake: it was a draw, by a; now the oracle can win."),
        (LOOP, "b", "a", "That keeps the draw; no move wins."),
        # one remains, the flag is 0: writing 1 makes the number of ones odd, and Oscar has won
        (BinaryBlackboard(), '(1, 0, "Oscar")', "1", "you have won."),
    ],
)
def test_of_every_move_it_is_said_what_it_was_worth(
    game: Game[Any], position: str, move: str, said: str
) -> None:
    assert said in transcript(start_match(game, position=position), move)


def test_a_move_of_a_partizan_game_is_said_to_cost_what_it_costs_in_a_hot_sum() -> None:
    # Domineering on 2 × 3 is {2|-1/2}, of mean 3/4 and temperature 5/4. An end column leaves the
    # 2 × 2 board of ±1, which is frozen at 5/4: Left has paid 5/4, has 0, and gave up 3/4.
    match = start_match(load_study("domineering").game, position="2x3")
    said = {
        "{0,0 0,2 1,0 1,2}": "is 2: in a sum at temperature 5/4 this costs nothing.",
        "{0,1 0,2 1,1 1,2}": "is +-1: in a sum at temperature 5/4 this costs 2.",
    }
    for answer, cost in said.items():
        assert f"The value was {{2|-1/2}} and {cost}" in transcript(replace(match), answer)
    # 2 × 4 is {2|0||0}, or -_2; the second column leaves {2|0}: a threat, which Right answers to 0.
    threat = transcript(start_match(load_study("domineering").game, position="2x4"), "1")
    assert "was -_2 and is {2|0}: in a sum at temperature 0 this costs nothing." in threat
    right = start_match(load_study("domineering").game, position="1x3", side="Right")
    assert "was -1 and is 0: in a sum at temperature 0 this costs 1." in transcript(right, "1")


def test_wrong_answers_are_asked_again_and_hints_are_given() -> None:
    said = transcript(start_match(nim(2), position="1,3"), "0", "99", "", "5,5", "h", "q")
    assert said.count("is not one of them: type a number (1-4), h or q.") == 4
    assert "Winning: 1,1." in said
    assert "Stopped at 1,3, you to move: you could have won." in said
    assert "Stopped at 1,3, you to move" in transcript(start_match(nim(2), position="1,3"))


def test_the_start_is_one_that_the_reader_can_win() -> None:
    for first in ("me", "oracle"):
        match = start_match(octal("0.77"), size=9, first=first)
        wanted = "N" if first == "me" else "P"
        positions = [match.truth.outcome((heap,)) for heap in range(1, 10)]
        assert match.truth.outcome(match.position) == (wanted if wanted in positions else "N")


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        (nim(2), {"first": "you"}, "first='you': expected me or oracle"),
        (TOADS, {"side": "Up"}, "side='Up': expected Left or Right"),
        (nim(2), {"size": 5, "position": "1,2,3"}, "position"),
        (nim(2), {"side": "Left"}, "both players have the same moves"),
        (nim(2), {"size": 0}, "no starting position has options"),
    ],
)
def test_words_that_make_no_sense_are_refused(game: Any, given: dict[str, Any], said: str) -> None:
    with pytest.raises((InputError, PositionError), match=said):
        start_match(game, **given)
