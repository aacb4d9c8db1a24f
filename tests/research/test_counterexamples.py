"""A criterion is refuted at the least position, and only where the oracle says otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.solve import solve
from oracles.vectors import VectorGame, nim
from research.checks.evidence import Level
from research.logic.formula import parse
from research.logic.kernel import prove_kernel
from research.proving.claiming import Theorem, prove_theorem
from research.proving.formula_model import FormulaModel, predicate
from research.proving.results import Limits
from research.proving.rules_equal_formula import game_formulas

SMALL = Limits(positions=600, arcs=8_000)
TWO_STATES = MoveGame("""
    position early(x, y)
    position late(z)
    move early -> early(x - n, y) for n where 1 <= n & n <= x
    move early -> late(x + y) where y >= 1
    move late -> late(z - n) for n where 1 <= n & n <= 2 & n <= z
    measure early: 1, x
""")
SINGLE = "play"


class Backwards(Game[int]):
    """Larger heaps first: what size a position is reached from is not how large it is."""

    def start(self, size: int) -> Any:
        return [max(0, 12 - size)]

    def options(self, position: int) -> Any:
        return [position - n for n in (1, 2) if n <= position]


GAMES: dict[str, tuple[Any, list[dict[str, str]]]] = {
    "nim": (
        game_formulas(nim(2)),
        [{SINGLE: f"x1 = x2 + {k} | x2 = x1 + {k} | x1 + x2 = {2 * k}"} for k in range(1, 4)]
        + [{SINGLE: f"x1 = x2 & x1 != {k}"} for k in (0, 1, 5, 9)]
        + [{SINGLE: f"x1 = x2 | (x1 = {k} & x2 = {k + 1})"} for k in (2, 6)],
    ),
    "wythoff": (
        game_formulas(VectorGame([(1, 0), (0, 1), (1, 1)])),
        [{SINGLE: "x1 = x2"}, {SINGLE: "0 = 1"}, {SINGLE: "0 = 0"}, {SINGLE: "x1 = 2*x2"}],
    ),
    "two states": (
        game_formulas(TWO_STATES),
        [
            {"late": "Ek z = 3*k", "early": e}
            for e in ("0 = 1", "x = 0", "x = 0 & y = 0", "x = 0 & ~(Ek y = 3*k)", "y = 7")
        ],
    ),
    "backwards": (
        game_formulas(Backwards()),
        [{SINGLE: "x1 = 0"}, {SINGLE: "(Ek x1 = 3*k) & x1 != 3"}, {SINGLE: "Ek x1 = 3*k + 1"}],
    ),
}


def least(model: FormulaModel, criterion: dict[str, str]) -> Any:
    """The least position that differs, by brute force: size after size, on a graph of its own."""
    believed = {
        state: predicate(parse(criterion.get(state, "0 = 1")).formula, names)
        for state, names in model.rules.coordinates.items()
    }
    states = list(model.rules.coordinates)
    for size in range(40):
        truth = solve(model.game, size)
        wrong = []
        for position in truth.positions:
            read = model.read(position)
            assert read is not None
            if (truth.outcome(position) == "P") != believed[read.state](*read.values):
                wrong.append((sum(read.values), states.index(read.state), read.values, position))
        if wrong:
            return min(wrong)[-1]
    return None


@pytest.mark.parametrize("name", GAMES)
def test_the_counterexample_is_the_least_by_brute_force(name: str) -> None:
    model, criteria = GAMES[name]
    for criterion in criteria:
        theorem = Theorem(model.game, "wrong", criterion)
        found = prove_theorem(theorem, name, limits=SMALL)
        wanted = least(model, criterion)
        if wanted is None:
            assert found.proved, criterion
            continue
        assert found.level == Level.REFUTED, criterion
        assert found.counterexample is not None
        assert (found.counterexample.case, found.counterexample.least) == (str(wanted), True)


def test_beyond_the_graph_a_counterexample_is_not_called_the_least() -> None:
    model, _ = GAMES["nim"]
    theorem = Theorem(model.game, "wrong", "x1 = x2 & x1 != 150")
    found = prove_theorem(theorem, "nim", limits=SMALL)
    assert found.level == Level.REFUTED
    assert found.counterexample is not None
    assert not found.counterexample.least
    assert "though on the" in found.statement


class Sixes(Game[int]):
    """A pile of half dozens, of which one or two are taken."""

    def start(self, size: int) -> list[int]:
        return [6 * size]

    def options(self, position: int) -> list[int]:
        return [position - taken for taken in (6, 12) if taken <= position]


def test_a_number_to_which_play_never_comes_is_not_called_a_position() -> None:
    found = prove_theorem(Theorem(Sixes(), "right there", "Ek x1 = 18*k"), "sixes", limits=SMALL)
    assert found.level == Level.UNTESTED
    assert found.reason.startswith("play(1) is not in P and has no option in P; play(1) is not ")
    assert found.reason.endswith("and may not be a position of the game")


@pytest.mark.expensive
def test_a_condition_on_the_rules_that_fails_leaves_the_criterion_untested() -> None:
    def found(valid: str) -> Any:
        game = MoveGame(f"""
            position play(x, y) where {valid}
            move play -> play(x - n, y) for n where 1 <= n & n <= x
            move play -> play(x, y - n) for n where 1 <= n & n <= y
            measure play: x + y
        """)
        return prove_theorem(Theorem(game, "right", "x = y"), "pairs", limits=SMALL)

    assert found("x + y <= 1000000").proved
    failing = found("x != 700")
    assert (failing.level, failing.counterexample) == (Level.UNTESTED, None)
    assert "an option leaves the positions" in failing.reason
    assert failing.as_text().startswith("Untested: ")


@pytest.mark.parametrize(
    ("x", "y", "n", "k"), [("x_1", "x", "x_1_1", "x_2"), ("n", "p00", "result000", "T")]
)
def test_adversarial_names_change_nothing(x: str, y: str, n: str, k: str) -> None:
    game = MoveGame(f"""
        position a({x}, {y}) where E{k} {k} <= {x} & {x} = {k}
        position b({y}, {x})
        move a -> b({y}, {x} - {n}) for {n} where 1 <= {n} & {n} <= {x}
        move b -> a({x}, {y} - {n}) for {n} where 1 <= {n} & {n} <= {y}
        won b where E{k} {k} <= {y} & 2*{k} = {y} & {x} = 1
    """)
    model = game_formulas(game)
    assert isinstance(model, FormulaModel)
    truth = solve(game, 9)
    for position in list(truth.positions)[::7]:
        read = model.read(position)
        assert read is not None
        given = {model.read(option) for option in game.options(position)}
        if game.final_outcome(position) == "N" and not given:
            continue  # won
        told = set(model.options(read))
        assert told == given
    wrong = prove_kernel(model.rules, {"a": parse(f"{x} = {y}").formula})
    assert not wrong.proved
    assert not {"options are positions", "decreases"} & {c.role for c in wrong.failures}
