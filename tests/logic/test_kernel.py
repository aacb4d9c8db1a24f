"""Criteria proved for every size, and wrong ones refuted at a smallest position."""

from __future__ import annotations

import pytest

from oracles.errors import RulesError
from oracles.moves.formulas import DefinableGame, Move
from research.logic.decide import evaluate
from research.logic.errors import AutomataError
from research.logic.formula import Variable, parse, parse_term
from research.logic.formula_rules import vector_rules
from research.logic.kernel import Place, prove_kernel
from research.logic.synthesis import synthesised


def units(dimension):
    return [tuple(int(i == j) for j in range(dimension)) for i in range(dimension)]


@pytest.mark.parametrize("heaps", [2, 3, 4])
@pytest.mark.parametrize("system", ["lsd_2", "msd_2", "lsd_4"])
def test_nim_is_won_by_the_nim_sum(games, heaps, system):
    criterion = games.xor_is_zero([f"x{i}" for i in range(1, heaps + 1)])
    assert prove_kernel(vector_rules(heaps, units(heaps)), {"play": criterion}, system).proved


def test_wythoff_from_values_to_proof_in_zeckendorf(games):
    data = games.p_positions(60, 2, games.wythoff_options)
    rules = vector_rules(2, [(1, 0), (0, 1), (1, 1)])
    for system in ("msd_fib", "lsd_fib"):
        found = synthesised(data, system, ["x1", "x2"])
        proof = prove_kernel(rules, {"play": found.automaton}, system)
        assert proof.proved, [str(check) for check in proof.failures]


@pytest.mark.parametrize(
    ("taken", "period", "rest"),
    [((1, 2, 3), 4, {0}), ((1, 3, 4), 7, {0, 2}), ((2, 5), 7, {0, 1, 4})],
)
def test_subtraction_games(games, taken, period, rest):
    def options(position):
        return ((position[0] - t,) for t in taken if t <= position[0])

    data = games.p_positions(200, 1, options)
    # The period is read off the definition's values, and then proved.
    assert {x % period for x in range(200) if data[x]} == rest
    moves = tuple(
        Move("play", "play", (), parse(f"x1 >= {t}").formula, (parse_term(f"x1 - {t}"),))
        for t in taken
    )
    rules = DefinableGame({"play": ("x1",)}, moves, {"play": Variable("x1")})
    for system in ("lsd_2", "msd_10"):
        criterion = parse(" | ".join(f"(Ek x1 = {period}*k + {r})" for r in sorted(rest))).formula
        assert prove_kernel(rules, {"play": criterion}, system).proved
    wrong = parse(f"Ek x1 = {period + 1}*k").formula
    assert not prove_kernel(rules, {"play": wrong}).proved


def test_misere_nim_with_one_heap_declares_its_end_won():
    rules = vector_rules(1, [(1,)])
    misere = DefinableGame(
        rules.coordinates, rules.moves, rules.measure, won={"play": parse("x1=0").formula}
    )
    assert prove_kernel(misere, {"play": parse("x1 = 1").formula}).proved
    proof = prove_kernel(misere, {"play": parse("x1 = 0").formula})
    assert [check.role for check in proof.failures] == ["not won"]


def test_options_that_are_no_positions_are_refuted():
    move = Move("play", "play", ("n",), parse("n >= 1").formula, (parse_term("x1 - n"),))
    rules = DefinableGame({"play": ("x1",)}, (move,), {"play": Variable("x1")})
    proof = prove_kernel(rules, {"play": parse("x1 = 0").formula})
    assert {c.role for c in proof.failures} == {"options are positions", "decreases"}
    assert Place("play", (0,)) in map(proof.position, proof.failures)


def test_an_option_outside_the_positions_is_refuted():
    # Even heaps are positions, and three may be taken.
    guard, even = parse("x1 >= 3").formula, parse("Ek x1 = 2*k").formula
    move = Move("play", "play", (), guard, (parse_term("x1 - 3"),))
    rules = DefinableGame(
        {"play": ("x1",)}, (move,), {"play": Variable("x1")}, valid={"play": even}
    )
    proof = prove_kernel(rules, {"play": even})
    leaves = [check for check in proof.failures if check.role == "options are positions"]
    assert [proof.position(check) for check in leaves] == [Place("play", (4,))]


def test_wrong_input_is_refused_by_name():
    with pytest.raises(AutomataError, match="expected 2 entries"):
        vector_rules(2, [(1,)])
    rules = vector_rules(1, [(1,)])
    with pytest.raises(AutomataError, match="x9"):
        prove_kernel(rules, {"play": parse("x9 = 0").formula})
    with pytest.raises(AutomataError, match="criterion: control state 'game': expected one of"):
        prove_kernel(rules, {"play": parse("x1 = 0").formula, "game": parse("x1 = 0").formula})
    taken = Move("play", "play", ("x1",), parse("x1 = x1").formula, (Variable("x1"),))
    with pytest.raises(RulesError, match="must differ"):
        DefinableGame({"play": ("x1",)}, (taken,), {"play": Variable("x1")})
    with pytest.raises(AutomataError, match="P_play"):
        prove_kernel(rules, {}, relations={"P_play": evaluate("x1 = 0", "lsd_2")})
