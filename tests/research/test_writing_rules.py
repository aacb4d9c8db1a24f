"""Formulas written as rules: the new game is the old one, and is proved."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from fast.errors import InputError
from oracles.rules import Game
from oracles.solve import solve
from oracles.vectors import VectorGame, nim
from research.checks.evidence import Level
from research.proving.prove import Limits, prove_theorem
from research.proving.study_proofs import prove_study
from research.proving.writing_rules import rules_file
from research.theorems.encodings import Encoding
from research.theorems.formulas_by_hand import written_formulas
from research.theorems.one_game import theorems_of
from research.theorems.reading_off import formulas_read_off, game_formulas
from research.theorems.theorem import Theorem

SMALL = Limits(positions=1_000, arcs=20_000)


class Turns(Game[Any]):
    """Take from a heap in turns: one or two at first, then one; the last may not be taken."""

    def start(self, size: int) -> Any:
        return [((heap,), "first") for heap in range(1, size + 1)]

    def options(self, position: Any) -> Any:
        (heap,), turn = position
        if turn == "first":
            return [((heap - n,), "then") for n in (1, 2) if n < heap]
        return [((heap - 1,), "first")] if heap > 1 else []


TURNS = written_formulas(
    Turns(),
    coordinates={"a": "x", "b": "x"},
    moves=[
        "a -> b(x - n) for n where 1 <= n & n <= 2 & n < x",
        "b -> a(x - 1) where x > 1",
    ],
    valid={"a": "x >= 1", "b": "x >= 1"},
    read=lambda p: ("a" if p[1] == "first" else "b", p[0]),
    written=lambda state, values: (values, "first" if state == "a" else "then"),
)


class Wythoff(Game[tuple[int, int]]):
    def start(self, size: int) -> Any:
        return [(a, b) for b in range(size + 1) for a in range(b + 1)]

    def options(self, position: tuple[int, int]) -> Any:
        a, b = position
        found = [(a - n, b) for n in range(1, a + 1)] + [(a, b - n) for n in range(1, b + 1)]
        found += [(a - n, b - n) for n in range(1, a + 1)]
        return [tuple(sorted(option)) for option in found]


def read_off(game: Game[Any]) -> Encoding:
    found = formulas_read_off(game)
    assert isinstance(found, Encoding)
    return found


def written(encoding: Encoding, theorem: Theorem | None = None) -> ModuleType:
    module = ModuleType("written")
    module.__file__ = "written.py"
    exec(rules_file(encoding, "the-game", theorem), vars(module))
    return module


@pytest.mark.parametrize(
    "encoding",
    [
        game_formulas(nim(3)),
        game_formulas(nim(2, misere=True)),
        game_formulas(VectorGame([(1, 0), (0, 2), (2, -1)])),
        read_off(Wythoff()),
        TURNS,
    ],
    ids=["nim", "misere", "raising", "read off", "control states"],
)
def test_the_written_game_has_the_options_of_the_old_one(encoding: Encoding) -> None:
    new = written(encoding).game
    graph = solve(encoding.game, 7)
    assert len(graph.graph) > 7
    for position in graph.positions:
        assert set(new.options(position)) == set(graph.options(position)), position
        if not graph.options(position):
            assert new.final_outcome(position) == graph.outcome(position)


# By hand: b(1) and, as a(2), a(3), ... have b(1), b(3), b(4), ... to go to, all b but b(2).
BY_HAND = {"a": "x = 1", "b": "x >= 1 & x != 2"}


def test_the_theorem_is_proved_from_then_on() -> None:
    controls = {"all of a": {"a": "x >= 1", "b": "x = 1"}, "none": {"a": "x != x"}}
    theorem = Theorem(TURNS.game, "as by hand", BY_HAND, controls, by_hand=TURNS)
    before = prove_theorem(theorem, "turns", limits=SMALL, ask=False)
    assert before.has_theorem
    study = written(TURNS, theorem).study
    (after,) = theorems_of(study)
    assert after.controls.keys() == controls.keys()
    (found,) = prove_study(study, limits=SMALL, ask=False)
    assert (found.proved, found.statement) == (True, "as by hand")
    for wrong in after.controls.values():
        refuted = prove_theorem(after, "turns", wrong, limits=SMALL, ask=False)
        assert refuted.level == Level.REFUTED


@pytest.mark.parametrize("what", ["criterion", "control"])
def test_what_is_no_formula_is_left_out_of_the_file(what: str) -> None:
    from research.logic.digits import columns_divisible_by

    automaton: Any = columns_divisible_by(2, ["x1", "x2"])
    texts: tuple[Any, Any] = ("x1 = x2", {"no formula": automaton})
    if what == "criterion":
        texts = (automaton, {"a formula": "x1 < x2"})
    module = written(game_formulas(nim(2)), Theorem(nim(2), "equal", *texts))  # type: ignore[arg-type]
    if what == "criterion":
        assert not hasattr(module, "study")
        return
    (theorem,) = theorems_of(module.study)
    assert list(theorem.controls) == ["every position"]
    assert prove_theorem(theorem, "nim", ask=False).proved


def test_what_the_language_refuses_is_not_written() -> None:
    endless = written_formulas(
        Turns(), coordinates={"play": "x"}, moves=["play -> play(x + 1) where x >= 1"]
    )
    with pytest.raises(InputError, match="the language of moves refuses"):
        rules_file(endless, "endless")
