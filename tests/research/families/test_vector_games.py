"""What is known of a vector game: its values, and an automaton where one is proved."""

from __future__ import annotations

from itertools import count, islice

import pytest

from fast.errors import InputError
from oracles.vectors import VectorGame, nim
from research.families.record import MOST_TERMS
from research.families.vector_games import record_of_vectors
from research.logic.formula import parse
from research.logic.formula_rules import vector_rules
from research.logic.kernel import prove_kernel
from research.proving.errors import RulesDisagreementError


def grundy(vectors, size):
    """Grundy values by definition."""
    values = {}
    for position in ((a, b) for a in range(size + 1) for b in range(size + 1)):
        options = set()
        for v in vectors:
            for n in count(1):
                option = (position[0] - n * v[0], position[1] - n * v[1])
                if min(option) < 0:
                    break
                options.add(values[option])
        values[position] = min(set(range(len(options) + 1)) - options)
    return values


@pytest.mark.parametrize(
    "vectors",
    [
        [(1, 0), (0, 1)],
        [(1, 0), (0, 1), (1, 1)],
        [(0, 1), (2, 0)],
        [(0, 2), (1, 1), (1, 2)],
        [(2, 2)],
    ],
)
def test_values_and_p_positions_are_those_of_the_definition(vectors):
    known = record_of_vectors(VectorGame(vectors), to=40)
    values = grundy(vectors, 40)
    totals = sorted((p for p in values if sum(p) <= 12), key=by_total)
    assert list(known.first_terms) == [values[p] for p in islice(totals, 64)]
    zero = sorted((p for p in values if not values[p]), key=by_total)
    assert known.p_positions == len(zero)
    assert [*known.first_p_positions] == [f"({a},{b})" for a, b in zero[:12]]


def test_wythoffs_game_has_its_automaton_and_nim_its_formula():
    wythoff = record_of_vectors(VectorGame([(1, 0), (0, 1), (1, 1)]), to=63)
    assert wythoff.theorem == "kernel theorem by automata"
    assert "Zeckendorf" in wythoff.sentence  # Silber 1976: the representations tell P from N
    assert "x1 = x2" in record_of_vectors(nim(2), to=63).sentence


def test_where_nothing_is_proved_the_bound_is_said():
    known = record_of_vectors(VectorGame([(0, 2), (1, 2), (2, 1)]), to=63)
    assert not known.theorem
    assert known.states is None
    assert "every position with piles to 63 is known" in known.sentence
    assert "nothing is proved beyond" in known.sentence


def test_what_a_catalogue_says_besides_is_known():
    vectors = [(1, 0), (0, 1), (1, 1)]
    wythoff, nim_known = (record_of_vectors(game, to=63) for game in (VectorGame(vectors), nim(2)))
    assert (wythoff.numeration, wythoff.formula) == ("Zeckendorf", "")
    assert (nim_known.numeration, nim_known.formula) == ("base 2", "x1 = x2")
    same = record_of_vectors(VectorGame([(0, 1), (0, 2), (1, 0)]), to=63)  # n from one pile, too
    assert same.digest == nim_known.digest != wythoff.digest
    reason = record_of_vectors(VectorGame([(0, 2), (1, 2), (2, 1)]), to=63).reason
    assert reason.startswith("no automaton was proposed")


def by_total(position):
    return sum(position), position


def test_an_automaton_that_the_table_contradicts_is_not_believed(monkeypatch):
    proof = prove_kernel(vector_rules(2, [(1, 0), (0, 1)]), {"play": parse("x1 = x2").formula})
    monkeypatch.setattr("research.conjectures.p_positions.proved_from", lambda *_: proof)
    with pytest.raises(RulesDisagreementError):  # Wythoff's game is not nim
        record_of_vectors(VectorGame([(1, 0), (0, 1), (1, 1)]), to=63)


def test_other_games_are_refused():
    guarded = VectorGame([(1, 0), (0, 1)], lambda position, option: True)
    for game in (guarded, VectorGame([(1, -1), (0, 1)])):
        with pytest.raises(InputError, match="its vectors do not say all"):
            record_of_vectors(game, to=20)


def test_three_piles_have_their_terms_in_the_order_of_totals():
    known = record_of_vectors(nim(3), to=20)
    assert known.first_terms[:10] == (0, 1, 1, 1, 2, 0, 2, 0, 0, 2)
    assert len(known.first_terms) == MOST_TERMS
