"""Theorems from rules: proved where one applies, refuted where wrong, else an honest bound."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from oracles.games.stone_game import StoneGame
from oracles.heaps import heap_game, octal
from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.checks.evidence import Level
from research.conjectures.prove import prove_rules
from research.proving import formula_model
from research.proving.claiming import Theorem, prove_theorem
from research.proving.formula_model import context_of
from research.proving.results import Limits, RulesDisagreementError
from research.proving.rules_equal_formula import game_formulas
from research.resolving.loading import load_study, study_names, variant_names

pytestmark = pytest.mark.expensive

SMALL = Limits(positions=3_000, arcs=60_000, heaps=2_000)


def theorems_of(name: str) -> list[Theorem]:
    """Return the theorems that a study claims."""
    return [claim.theorem for claim in load_study(name).claims if claim.theorem is not None]


CLAIMED = [name for name in (*study_names(), *variant_names()) if theorems_of(name)]


WYTHOFF = """
    position play(a, b)
    move play -> play(a - n, b) for n where 1 <= n & n <= a
    move play -> play(a - n, b - n) for n where 1 <= n & n <= a & n <= b
    unordered
"""


class Wythoff(Game[tuple[int, int]]):
    """Wythoff's game as a class, so that its formula must be read off."""

    def start(self, size: int) -> Any:
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position: tuple[int, int]) -> Any:
        a, b = position
        yield from ((a - n, b) for n in range(1, a + 1))
        yield from ((a, b - n) for n in range(1, b + 1))
        yield from ((a - n, b - n) for n in range(1, min(a, b) + 1))


@pytest.mark.parametrize("name", CLAIMED)
def test_the_criterion_is_proved_and_every_wrong_one_refuted_by_the_oracle(name: str) -> None:
    (theorem,) = theorems_of(name)
    found = prove_theorem(theorem, name, limits=SMALL)
    assert found.proved
    assert theorem.controls
    for words, wrong in theorem.controls.items():
        refuted = prove_theorem(theorem, name, wrong, limits=SMALL)
        assert refuted.level == Level.REFUTED, words
        assert refuted.counterexample is not None
        assert {refuted.counterexample.found, refuted.counterexample.believed} == {"P", "N"}, words


VECTORS = VectorGame([(1, 0), (0, 1), (1, 1)])


@pytest.mark.parametrize(
    ("game", "system", "formula"),
    [
        (VECTORS, "lsd_fib", ""),
        (MoveGame(WYTHOFF), "lsd_fib", ""),
        (Wythoff(), "lsd_fib", ""),
        (nim(2), "lsd_2", "x1 = x2"),
        (nim(3), "lsd_2", "$nimsum(x1, x2, x3)"),
    ],
)
def test_a_theorem_is_found_from_the_rules_alone(
    game: Game[Any], system: str, formula: str
) -> None:
    found = prove_rules(game)
    assert (found.level, found.system) == (Level.PROVED, system)
    assert formula in found.formulas.get("P", "")
    assert all(p.made_on > 0 and p.tested_on > 0 for p in found.conjectures)
    if game is VECTORS:  # the automaton found from values is the one of Wythoff's theorem
        published = prove_theorem(theorems_of("wythoff")[0], "wythoff")
        assert found.automata["play"] == published.automata["play"]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (StoneGame(), "no automaton that fits"),  # not known to be automatic
        (heap_game("code:4!."), "no theorem applies"),  # Grundy's game: no period is known
    ],
)
def test_a_game_without_known_structure_is_not_proved(game: Game[Any], words: str) -> None:
    found = prove_rules(game, limits=SMALL)
    assert (found.level, found.method) == (Level.EXHAUSTED, "exhaustion")
    assert words in found.reason
    assert found.cases > 0


class Steps(Game[tuple[int, int]]):
    """A heap may not become smaller than the one before it, so positions keep their order."""

    def start(self, size: int) -> Any:
        return [(a, b) for b in range(size + 1) for a in range(b + 1)]

    def options(self, steps: tuple[int, int]) -> Any:
        for i, top in enumerate(steps):
            for new in range(steps[i - 1] if i else 0, top):
                yield (new, steps[1]) if i == 0 else (steps[0], new)


def test_a_theorem_speaks_of_the_order_that_positions_have() -> None:
    assert list(Steps().options((1, 0))) == [(0, 0)]  # so it would be N, were it a position
    found = prove_rules(Steps(), "steps")
    assert found.statement.endswith("x1 = x2. For all natural numbers in ascending order.")


def test_fewer_positions_are_compared_where_many_values_are_tried(monkeypatch: Any) -> None:
    whole = context_of("wythoff", game_formulas(Wythoff()), SMALL)
    monkeypatch.setattr(formula_model, "MOST_TRIED", 2_000)
    found = context_of("wythoff", game_formulas(Wythoff()), SMALL)
    assert 0 < len(found.seen) < len(whole.seen)


def test_formula_and_rules_are_compared_on_every_position_of_the_graph() -> None:
    model = game_formulas(Wythoff())
    found = context_of("wythoff", model, SMALL)
    assert found.cases == len(found.seen) >= 200
    rules = replace(model.rules, moves=model.rules.moves[1:])  # the control
    with pytest.raises(RulesDisagreementError, match=r"at 1,0: .* \{\}, .*\{\(0, 0\)\}"):
        context_of("wythoff", replace(model, rules=rules), SMALL)


def test_a_state_limit_that_is_too_small_leaves_an_honest_bound() -> None:
    limits = Limits(positions=3_000, arcs=60_000, states=3)
    found = prove_rules(VECTORS, limits=limits)
    assert found.level == Level.EXHAUSTED
    assert "more than 3 states" in found.reason


def test_a_conclusion_is_the_same_for_machines_and_for_people() -> None:
    found = prove_rules(nim(2), "nim")
    facts = json.loads(json.dumps(found.as_json()))
    assert facts["level"] == "proved"
    assert facts["automata"]["play"]["states"] == found.automata["play"].states
    assert found.statement in found.as_text()
    assert found.statement in found._repr_markdown_()


def test_the_window_of_a_period_is_computed_by_two_algorithms() -> None:
    found = prove_rules(octal("0.45"))  # its period 20 shows late: the theorem needs 1037 values
    (said,) = [line for line in found.rests_on if "Grundy values" in line]
    assert said.startswith("The Grundy values of the heaps 0 to 1036")
    assert "those of the heaps 0 to 400 are also computed from the rules by definition" in said
    assert said.endswith("those to 1036 by two algorithms, 'sparse' and 'rows'.")
