"""A theorem is claimed and proved as one of the game that it is about."""

from __future__ import annotations

from typing import Any

import pytest

from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.vectors import nim
from research.checks.evidence import ClaimError, Level, Settings
from research.claims.study import Study
from research.conjectures.prove import prove_rules, prove_study
from research.logic.decide import evaluate
from research.proving.claiming import Theorem, claim_theorem, prove_by, prove_theorem
from research.proving.nim_reduction import Heaps, prove_nim_reduction
from research.proving.results import NIM_REDUCTION, Limits
from research.reporting.terminal import in_short
from research.verdicts.checking import check_claim

SETTINGS = Settings(examples=50)
TAKE = MoveGame("""
    position play(x) where x <= 60
    move play -> play(x - n) for n where 1 <= n & n <= 2 & n <= x
""")
RIGHT: Any = {"criterion": "Ek x = 3*k", "controls": {"all": "x >= 0"}}


def claimed(**more: Any) -> Any:
    study = Study("threes", TAKE, source="a test")
    claim_theorem(study, "multiples of 3", name="c", **RIGHT | more)
    return study


def test_a_theorem_is_proved_and_its_words_are_those_of_the_file() -> None:
    assert check_claim(claimed().claims[0], SETTINGS).level == Level.PROVED
    (found,) = prove_study(claimed(), author="a.py")
    assert found.proved
    assert "the criterion below is the set of P-positions" in found.statement
    assert "in the words of a.py: multiples of 3" in found.statement


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"criterion": "Ek x = "}, "claim 'c': column 7 .*: expected a term"),
        ({"controls": {"all": "x >= y"}}, "claim 'c': .*'y'"),
        ({"criterion": {"pla": "Ek x = 3*k"}}, "claim 'c': .*'pla': expected one of .'play'."),
        ({"controls": {"all": {"play": "x >= 0", "end": "x = 0"}}}, "claim 'c': .*state 'end'"),
    ],
)
def test_a_text_that_makes_no_sense_is_put_down_to_its_claim(wrong: Any, said: str) -> None:
    with pytest.raises(ClaimError, match=said):
        check_claim(claimed(**wrong).claims[0], SETTINGS)


class OneHeap(MoveGame):
    def __init__(self) -> None:
        super().__init__("position play(x)\nmove play -> play(x - n) for n where 1 <= n & n <= x")


@pytest.mark.expensive
def test_a_theorem_of_another_game_names_it() -> None:
    study = Study("threes", TAKE, source="a test")
    heap, no = Heaps("h = 1 & e < x"), Heaps("0 = 1")
    claim = study.claim("c", "s", believed=heap, controls={"no heap": no})
    decide = lambda of, heaps: prove_nim_reduction(of.model.rules, heaps)  # noqa: E731
    prove_by(NIM_REDUCTION, claim, study, decide, game=OneHeap())
    proved = check_claim(study.claims[0], SETTINGS)
    assert proved.level == Level.PROVED
    assert in_short(proved).endswith(" of OneHeap")


LIMITS = Limits(positions=300, arcs=10_000)
LARGEST = MoveGame("""
    position play(small, middle, large)
    move play -> play(small, middle, large - n)
      for n where 1 <= n & n <= large & small <= large & middle <= large
    unordered
""")


class Rightmost(Game[Any]):
    """Three coins on a strip, of which only the rightmost moves, to any empty square before it."""

    def start(self, size: int) -> Any:
        return [(a, b, c) for c in range(size + 1) for b in range(c) for a in range(b)]

    def contains(self, position: Any) -> bool:
        first, second, last = position
        return bool(first < second < last)

    def options(self, position: Any) -> Any:
        first, second, last = position
        squares = (n for n in range(last) if n not in (first, second))
        return [tuple(sorted((first, second, n))) for n in squares]


def proved_of(game: Any, criterion: Any) -> Any:
    return prove_theorem(Theorem(game, "It is.", criterion), "a game", limits=LIMITS)


HEAPS = "(middle = large & small < large) | large = 0"
COINS = "last = second + 1 & (Ek last = 2*k)"


@pytest.mark.parametrize(
    ("game", "right", "wrong"),
    [
        (LARGEST, HEAPS, "(middle = large & small <= large) | large = 0"),
        (LARGEST, lambda: evaluate(HEAPS, "lsd_2"), lambda: evaluate("middle = large", "lsd_2")),
        (Rightmost(), COINS, "last = second + 1 & (Ek last = 2*k + 1)"),
        (nim(2), "x2 <= x1", "x1 <= x2"),
    ],
)
def test_a_criterion_speaks_of_positions_as_the_rules_write_them(
    game: Any, right: Any, wrong: Any
) -> None:
    assert proved_of(game, right).proved
    assert proved_of(game, wrong).level == Level.REFUTED


TWO_STATES = MoveGame("""
    position play(x, y) where x <= y
    position last(n)
    move play -> play(x - n, y) for n where 1 <= n & n <= x
    move play -> last(y) where x = 0
    measure play: 1, x
""")
IN_TWO_STATES = "all natural x, y with x <= y in state play; all natural n in state last"
OF_COINS = "all natural first, second, last with first < second & second < last"


@pytest.mark.parametrize(
    ("game", "criterion", "domain"),
    [
        (TAKE, RIGHT["criterion"], "all natural x with x <= 60"),
        (TWO_STATES, {"play": "x = 1", "last": "n >= 0"}, IN_TWO_STATES),
        (Rightmost(), COINS, OF_COINS),
    ],
)
def test_a_theorem_states_of_which_positions_it_is(game: Any, criterion: Any, domain: str) -> None:
    found = proved_of(game, criterion)
    assert found.proved
    assert found.as_json()["domain"] == domain
    assert f"Method: kernel theorem by automata, on {domain}." in found.as_text()


def test_what_is_found_and_what_is_checked_state_it_too() -> None:
    found = prove_rules(TAKE, "a game", limits=LIMITS)
    assert found.statement.endswith(" For all natural x with x <= 60.")
    proved = check_claim(claimed().claims[0], SETTINGS)
    assert in_short(proved) == "kernel theorem by automata, for all natural x with x <= 60"


class Outside(Game[int]):
    """Take one or two from a heap of less than 5000; larger heaps, without a move, start too."""

    def start(self, size: int) -> Any:
        return range(size + 1)

    def contains(self, heap: int) -> bool:
        return heap < 5000

    def options(self, heap: int) -> Any:
        return [heap - n for n in (1, 2) if n <= heap < 5000]


class Inside(Outside):
    def start(self, size: int) -> Any:
        return [heap for heap in range(size + 1) if heap < 5000]


class Unread(Outside):
    def start(self, size: int) -> Any:
        return range(min(size + 1, 5000))  # on one path all 5000 heaps


class OwnStart(MoveGame):
    def start(self, size: int) -> Any:
        return range(min(size + 1, 61))


def test_where_play_starts_outside_of_the_positions_nothing_is_proved() -> None:
    found = prove_rules(Outside(), "a game", limits=LIMITS)
    assert not found.proved
    assert found.reason == "start(5000) gives a position that contains does not accept"


@pytest.mark.parametrize("game", [Inside(), Unread(), OwnStart(TAKE.text)])
def test_how_far_play_was_seen_to_start_inside_is_said_where_it_is_not_decided(game: Any) -> None:
    found = prove_rules(game, "a game", limits=LIMITS)
    assert found.proved
    assert " with " in found.domain
    said = "Starting positions were seen to lie in the domain only to size " in str(found.rests_on)
    assert said == (not isinstance(game, Inside))
