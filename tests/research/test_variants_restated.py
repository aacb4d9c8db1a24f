"""Games of the literature in the language of moves have the graphs of their rules in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import pytest

from oracles.graph import build
from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.solve import solve
from research.variants.bachets_game import BACHET
from research.variants.coins_on_a_strip import STRIP
from research.variants.fibonacci_nim import FIBONACCI
from research.variants.moores_nim import MOORE
from research.variants.staircase_nim import STAIRCASE
from research.variants.twenty_one import TWENTY_ONE
from research.variants.white_knight import KNIGHT


@dataclass(frozen=True)
class InPython(Game[Any]):
    given: tuple[Any, ...]
    moves: Callable[[Any], Any]
    misere: bool = False

    def start(self, size: int) -> Any:
        return self.given

    def options(self, position: Any) -> Any:
        return self.moves(position)


def staircase(position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for step, counters in enumerate(position):
        for moved in range(1, counters + 1):
            steps = list(position)
            steps[step] -= moved
            if step:
                steps[step - 1] += moved
            yield tuple(steps)


def coins(position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for coin, square in enumerate(position):
        least = position[coin - 1] + 1 if coin else 0
        for new in range(least, square):
            yield (*position[:coin], new, *position[coin + 1 :])


def fibonacci(position: tuple[int, int]) -> list[tuple[int, int]]:
    pile, most = position
    return [(pile - take, 2 * take) for take in range(1, min(pile, most) + 1)]


def moore(position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for two in combinations(range(4), 2):
        for left in product(*(range(position[i] + 1) for i in two)):
            piles = list(position)
            for i, rest in zip(two, left, strict=True):
                piles[i] = rest
            if sum(piles) < sum(position):
                yield tuple(sorted(piles))


def knight(position: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = position
    moves = [(x - 2, y - 1), (x - 2, y + 1), (x - 1, y - 2), (x + 1, y - 2)]
    return [(a, b) for a, b in moves if a >= 0 and b >= 0]


def up_to_three(said: int) -> list[int]:
    return [said - n for n in (1, 2, 3) if n <= said]


RESTATED: dict[str, tuple[MoveGame, int, list[Any], Any]] = {
    "staircase-nim": (STAIRCASE, 2, list(product(range(3), repeat=4)), staircase),
    "coins-on-a-strip": (STRIP, 5, list(combinations(range(9), 4)), coins),
    "fibonacci-nim": (FIBONACCI, 25, [(pile, pile - 1) for pile in range(1, 26)], fibonacci),
    "moores-nim": (
        MOORE,
        4,
        [tuple(sorted(piles)) for piles in product(range(5), repeat=4)],
        moore,
    ),
    "white-knight": (KNIGHT, 12, list(product(range(13), repeat=2)), knight),
    "bachets-game": (BACHET, 30, list(range(31)), up_to_three),
    "twenty-one": (TWENTY_ONE, 30, list(range(31)), up_to_three),
}


@pytest.mark.parametrize("name", RESTATED)
def test_the_text_has_the_graph_of_the_rules_restated_in_python(name: str) -> None:
    game, size, start, options = RESTATED[name]
    text, python = build(game, size), build(InPython(tuple(start), options), 0)
    assert {p: set(text.options_of[p]) for p in text} == {
        p: set(python.options_of[p]) for p in python
    }


def test_twenty_one_ends_as_misere_play_does() -> None:
    text = solve(TWENTY_ONE, 30)
    assert text.outcomes == solve(InPython(tuple(range(31)), up_to_three, misere=True), 0).outcomes


@pytest.mark.parametrize("name", RESTATED)
def test_rules_and_formula_are_one_thing(name: str) -> None:
    assert RESTATED[name][0].is_plain()


def test_a_text_with_a_rule_changed_has_another_graph() -> None:
    game, size, start, options = RESTATED["white-knight"]
    wrong = MoveGame(game.text.replace("x >= 2 & y >= 1", "x >= 2 & y >= 2"))
    text, python = build(wrong, size), build(InPython(tuple(start), options), 0)
    assert any(set(text.options_of[p]) != set(python.options_of[p]) for p in start)
