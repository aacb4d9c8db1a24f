"""What check proves of a claim by itself, and what it does not say."""

import pytest

from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.vectors import VectorGame, nim
from research.checks.evidence import Level, Settings
from research.claims.study import Study
from research.conjectures.p_positions import prove_formulas
from research.logic.errors import AutomataError
from research.logic.formula_rules import with_heap
from research.proving.believed import Prover
from research.proving.rules_equal_formula import game_formulas
from research.verdicts.checking import check_claim

TO_THREE = """
    position play(x)
    move play -> play(x - n) for n where 1 <= n & n <= 3 & n <= x
"""
THREE = MoveGame(TO_THREE)
THREE_MISERE = MoveGame(f"{TO_THREE}    misere")


class TwinPiles(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(a, size + 1)]

    def options(self, position):
        a, b = position
        moves = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]
        return [tuple(sorted((a - i, b - j))) for i, j in moves if i <= a and j <= b]


def study_of(game):
    return Study("a-game", game, source="a test")


def verdict(claim, study):
    return check_claim(claim, Settings(examples=20), Prover(study))


def test_a_proof_shows_the_formula_that_was_read_or_else_the_function():
    for piles, believed, shown in (
        (2, lambda p: p[0] == p[1], "P: `play: x1 <= x2 & x1 = x2`"),
        (3, lambda p: p[0] ^ p[1] == p[2], "`lambda p: p[0] ^ p[1] == p[2]`"),
    ):
        study = study_of(nim(piles))
        wrong = {"even": lambda p: sum(p) % 2 == 0}
        found = verdict(study.p_positions("It is.", believed=believed, controls=wrong), study)
        assert any(shown in step.words for step in found.evidence[-1].steps)


@pytest.mark.parametrize(
    ("game", "quantity", "believed", "wrong"),
    [
        (TwinPiles(), "P-position", lambda p: sum(p) % 3 == 0, lambda p: p[0] == p[1]),
        (nim(3), "P-position", lambda p: p[0] ^ p[1] == p[2], lambda p: sum(p) % 2 == 0),
        (nim(3), "Grundy value", lambda p: p[0] ^ p[1] ^ p[2], sum),
        (nim(2), "outcome", lambda p: "P" if p[0] == p[1] else "N", lambda p: "N"),
        pytest.param(
            THREE, "Grundy value", lambda x: x % 4, lambda x: x % 3, marks=pytest.mark.expensive
        ),
        pytest.param(
            THREE_MISERE,
            "P-position",
            lambda x: x % 4 == 1,
            lambda x: x % 4 == 0,
            marks=pytest.mark.expensive,
        ),
    ],
)
def test_a_short_claim_is_proved(game, quantity, believed, wrong):
    study = study_of(game)
    claim = study.values_of(quantity, "It is.", believed=believed, controls={"wrong": wrong})
    found = verdict(claim, study)
    assert found.level == Level.PROVED
    assert not found.missed_controls
    assert any("run on symbols" in step.words for step in found.evidence[-1].steps)


class Flat(MoveGame):
    """Nim with two piles, the second of which is never larger than 2."""

    def start(self, size):
        return [(a, min(2, size)) for a in range(size + 1)]


def test_a_belief_is_not_refuted_at_a_position_that_the_game_does_not_have():
    def to_two(piles):
        return piles[0] == piles[1] and piles[0] <= 2

    text = """
        position play(a, b)
        move play -> play(a - i, b) for i where 1 <= i & i <= a
        move play -> play(a, b - i) for i where 1 <= i & i <= b
    """
    for game, level in ((Flat(text), Level.EXHAUSTED), (MoveGame(text), Level.REFUTED)):
        study = study_of(game)
        wrong = {"the end": lambda p: p == (0, 0)}
        found = verdict(study.p_positions("To two.", believed=to_two, controls=wrong), study)
        assert found.level == level


@pytest.mark.expensive
@pytest.mark.parametrize(
    ("quantity", "believed", "said"),
    [
        ("Grundy value", lambda x: x % 4 if x < 10**6 else 0, "does not confirm"),
        ("outcome", lambda x: "P" if x % 4 == 0 or x == 3 * 10**8 + 1 else "N", "has an option in"),
    ],
)
def test_what_is_wrong_far_away_is_not_proved(quantity, believed, said):
    study = study_of(THREE)
    wrong = {"wrong": lambda x: x % 3 if quantity == "Grundy value" else "P"}
    claim = study.values_of(quantity, "It is.", believed=believed, controls=wrong)
    found = verdict(claim, study)
    assert (found.level, found.evidence[-1].level) == (Level.EXHAUSTED, Level.UNTESTED)
    assert said in found.evidence[-1].by
    assert found.evidence[-1].in_short().startswith("not proved: ")


@pytest.mark.parametrize(
    ("quantity", "believed", "among", "level", "said"),
    [
        ("P-position", lambda p: p[0] == p[1], lambda p: p[0] == p[1], Level.PROVED, ""),
        ("Grundy value", lambda p: p[0] ^ p[1], lambda p: p[1] == 0, Level.PROVED, ""),
        ("P-position", lambda p: p[0] == 0, lambda p: p[1] == 0, Level.EXHAUSTED,
         "right also at the positions that among= leaves out; it is wrong at 0,1"),
        ("Grundy value", sum, lambda p: p[0] == 0, Level.EXHAUSTED, "; it is wrong at 1,1"),
        ("P-position", lambda p: str(p[0]) == str(p[1]), None, Level.EXHAUSTED,
         "not proved: test_proved_claims.py, line "),
    ],
)  # fmt: skip
def test_a_claim_of_some_positions_is_proved_if_it_is_right_of_all(
    quantity, believed, among, level, said
):
    study = study_of(nim(2))
    controls = {"never": lambda p: p[0] > 0 if quantity == "P-position" else 9}
    claim = study.values_of(quantity, "It is.", believed=believed, among=among, controls=controls)
    found = verdict(claim, study)
    assert found.level == level
    assert said in found.evidence[-1].by


@pytest.mark.expensive
@pytest.mark.parametrize(
    ("game", "believed", "among", "level"),
    [
        (nim(2), lambda p: p[1] == 0, lambda p: p[0] == 0, Level.PROVED),
        (nim(2), lambda p: p[1] == 0, lambda p: p[0] == 0 or p[1] == 10**6, Level.EXHAUSTED),
        (nim(2), lambda p: p[1] == 0, lambda p: p[0] == 0 or p[0] == 10**6, Level.EXHAUSTED),
        (VectorGame([(1, 0), (0, 1), (1, 1)]), lambda p: p[1] == 2, lambda p: p[0] == 1,
         Level.PROVED),
        (VectorGame([(1, 0), (0, 1), (1, 1)]), lambda p: p[1] == 2,
         lambda p: p[0] == 1 or p == (17711, 28657), Level.EXHAUSTED),
        (nim(2), lambda p: p[1] == 0, lambda p: str(p[0]) == "0", Level.EXHAUSTED),
    ],
)  # fmt: skip
def test_a_claim_of_some_positions_follows_from_the_theorem_of_the_rules(
    game, believed, among, level
):
    study = study_of(game)
    controls = {"always": lambda p: True, "never": lambda p: False}
    claim = study.p_positions("It is.", believed=believed, among=among, controls=controls, size=12)
    found = check_claim(claim, Settings(examples=20), Prover(study, from_rules=prove_formulas))
    assert found.level == level
    if level == Level.PROVED:
        steps = [step.words for step in found.evidence[-1].steps]
        assert any(words.startswith("The theorem of all P-positions") for words in steps)


@pytest.mark.expensive
def test_a_belief_that_is_not_read_is_compared_with_the_theorem_of_the_rules():
    study, wrong = study_of(nim(2)), {"never": lambda p: False}
    claim = study.p_positions("Equal.", believed=lambda p: str(p[0]) == str(p[1]), controls=wrong)
    found = check_claim(claim, Settings(examples=20), Prover(study, from_rules=prove_formulas))
    assert found.level == Level.EXHAUSTED
    assert "; it agrees on " in found.evidence[-1].by
    assert "proved for positions of every size: " in found.evidence[-1].by


def test_positions_that_are_won_without_a_move_have_no_grundy_value():
    with pytest.raises(AutomataError, match="no Grundy value"):
        with_heap(game_formulas(nim(2, misere=True)).rules, "g")


def test_a_proof_is_tried_to_a_count_of_transitions_and_not_of_seconds(monkeypatch):
    study = study_of(nim(4))
    claim = study.p_positions(
        "The nim sum is 0.",
        believed=lambda p: p[0] ^ p[1] ^ p[2] ^ p[3] == 0,
        controls={"equal": lambda p: p[0] == p[1]},
        size=3,
    )
    found = check_claim(claim, Settings(examples=20, proofs=False), Prover(study))
    assert [str(each.kind) for each in found.evidence] == ["exhaustion"]
    monkeypatch.setattr("research.proving.believed.MOST_TRANSITIONS", 5000)
    late = verdict(claim, study)
    assert late.level == Level.EXHAUSTED
    assert late.evidence[-1].by.endswith("more than 5000 transitions of automata would be made")
