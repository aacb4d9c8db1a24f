"""An oracle that asks the solver which it should judge is found out."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from oracles.rules import Game
from research.checks.evidence import ClaimError, Settings
from research.claims.agreement import Agreement, compare

pytestmark = pytest.mark.every_python

LATE = 150
OTHER = "another algorithm of the solver"


def total(limit: int, *, way: str = "formula") -> int:
    """The sum of the numbers to a limit."""
    return _by_formula(limit) if way == "formula" else _by_adding(limit)


def _by_formula(limit: int) -> int:
    return limit * (limit + 1) // 2


def _by_adding(limit: int) -> int:
    return sum(range(limit + 1))


@functools.cache
def kept(limit: int) -> int:
    """The same, kept for later."""
    return total(limit)


def independent(limit: int) -> int:
    """The same, by itself."""
    return sum(range(limit + 1))


def agreement(
    oracle: Callable[..., Any], fast: Callable[..., Any] = total, game: Any = None
) -> Agreement:
    """The agreement with an oracle that its author calls the graph."""
    cases = [{"limit": n} for n in range(300)]
    return Agreement(
        *(fast, oracle, "limits", lambda: st.sampled_from(cases), lambda: cases),
        truth="the graph",
        game=game,
    )


@pytest.mark.parametrize(
    "oracle",
    [
        total,
        functools.partial(total),
        kept,
        lambda limit: total(limit) if limit > LATE else independent(limit),
    ],
)
def test_an_oracle_that_calls_what_it_should_judge_is_refused(oracle: Callable[..., Any]) -> None:
    with pytest.raises(ClaimError, match="its oracle calls what it should judge, total"):
        compare(agreement(oracle), Settings())


@pytest.mark.parametrize(
    ("oracle", "truth"),
    [
        (lambda limit: total(limit, way="adding"), OTHER),
        (_by_formula, OTHER),
        (independent, "the graph"),
    ],
)
def test_an_oracle_that_calls_other_code_of_the_solver_is_named_by_that(
    oracle: Callable[..., Any], truth: str
) -> None:
    found = compare(agreement(oracle), Settings())
    assert found.holds
    assert found.truth == truth


def takes(heap: int) -> list[int]:
    """The rules, which the game and a solver read."""
    return [heap - n for n in (1, 2) if n <= heap]


class Take(Game[int]):
    """Take one or two."""

    def start(self, size: int) -> range:
        return range(size + 1)

    def options(self, position: int) -> list[int]:
        return takes(position)


@functools.cache
def wins(limit: int) -> bool:
    """Whether the player to move wins."""
    return not all(wins(option) for option in takes(limit))


def test_rules_that_the_solver_reads_too_are_no_part_of_it() -> None:
    game = Take()

    def won(limit: int) -> bool:
        found: list[bool] = []
        for heap in range(limit + 1):
            found.append(any(not found[option] for option in game.options(heap)))
        return found[limit]

    assert compare(agreement(won, wins, game), Settings()).truth == "the graph"
