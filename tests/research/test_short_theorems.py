"""Short claims that only a theorem can check, on values of the literature.

Periods: R. K. Guy and C. A. B. Smith, Proc. Cambridge Philos. Soc. 52 (1956), table; Winning Ways,
vol. 1, chapter 4. Counts and pairs: restated here.
"""

from __future__ import annotations

from typing import Any

import pytest

from fast.heap_games import grundy_values
from grundwork import Study
from oracles.heaps import HeapGame, heap_game, octal, subtraction
from oracles.vectors import VectorGame, nim
from research.checks.evidence import ClaimError, Level
from research.conjectures.conjecturing import conjectures_of
from research.conjectures.statements import claim_holds
from research.proving.results import Limits
from research.proving.short_theorems import claim_heap_values, claim_period
from tests.research.test_proved_claims import study_of, verdict


@pytest.mark.parametrize(
    ("game", "preperiod", "period"),
    [(octal("0.77"), 71, 12), (octal("0.137"), 52, 34), (subtraction(1, 3, 4), 0, 7)],
)
def test_a_period_of_the_literature_is_proved_and_another_refuted(game, preperiod, period):
    study = study_of(game)
    right = verdict(claim_period(study, "It is.", period=period, preperiod=preperiod), study)
    assert (right.level, right.missed_controls) == (Level.PROVED, ())
    for more in ({"period": 2 * period}, {"preperiod": preperiod + 1}):  # longer, or later
        believed = {"period": period, "preperiod": preperiod} | more
        found = verdict(claim_period(study, "It is.", name=f"not-{[*more]}", **believed), study)
        assert found.level == Level.REFUTED
        assert f"found preperiod {preperiod}, period {period}" in str(found.counterexample)


def test_a_period_that_no_theorem_covers_is_exhausted_to_a_bound():
    study = study_of(heap_game("code:0.7!"))
    found = verdict(claim_period(study, "It is.", period=2), study)
    assert found.level == Level.EXHAUSTED
    assert "the heaps 0 to 2000; not proved: " in found.evidence[-1].domain
    assert not found.missed_controls


def test_values_of_single_heaps_are_proved_by_the_period():
    study = study_of(subtraction(1, 2))
    residues, controls = lambda heap: heap % 3, {"n": lambda n: n}
    claim = claim_heap_values(study, "It is.", believed=residues, controls=controls)
    found = verdict(claim, study)
    assert [each.level for each in found.evidence] == [Level.EXHAUSTED, Level.PROVED]


def test_games_whose_first_500_heaps_have_the_same_values_are_told_apart():
    """0.161 and 0.36 differ at heap 519, by the fast kernel, which shares nothing with oracles."""
    known = grundy_values("0.36", 2000).tolist()
    assert known[:519] == grundy_values("0.161", 518).tolist()
    study, controls = study_of(octal("0.161")), {"n": lambda n: n}
    claim = claim_heap_values(study, "As 0.36.", believed=known.__getitem__, controls=controls)
    found = verdict(claim, study)
    assert found.level == Level.REFUTED
    assert str(found.counterexample).startswith("519: ")


WYTHOFF = VectorGame([(1, 0), (0, 1), (1, 1)])


def test_a_statement_about_p_positions_is_decided():
    study = study_of(WYTHOFF)
    right = claim_holds(
        study,
        "Each difference occurs once.",
        "An Ex,y $P(x,y) & y = x + n & (Av,w ($P(v,w) & w = v + n) => v = x)",
        controls={"each sum does": "An Ex,y $P(x,y) & x + y = n"},
    )
    found = verdict(right, study)
    assert (found.level, found.missed_controls) == (Level.PROVED, ())
    no = {"no": "Ex,y $P(x,y) & x = y + 1 & x > 3"}
    wrong = claim_holds(study, "Equal.", "Ax,y $P(x,y) => x = y", name="b", controls=no)
    assert str(verdict(wrong, study).counterexample) == "x = 1, y = 2: found false, believed true"


def test_without_a_formula_of_the_rules_no_statement_is_decided():
    study = study_of(VectorGame([(1, 0), (0, 1)], guard=lambda p, o: str(p) != ""))
    controls = {"each is even": "Ax Ey $P(x,2*y)"}
    found = verdict(claim_holds(study, "It is.", "Ax Ey $P(x,y)", controls=controls), study)
    assert found.level == Level.UNTESTED
    assert "str has no formula" in found.evidence[0].by


def test_what_is_no_heap_game_has_no_period_and_a_formula_must_be_one():
    pile = study_of(nim(2))
    with pytest.raises(ClaimError, match="expected a heap game"):
        claim_period(pile, "It is.", period=3)
    claim = claim_holds(pile, "It is.", "Ax $Q(x)", controls={"no": "Ax $P(x,x+1)"})
    with pytest.raises(ClaimError, match="claim 'statement'"):
        verdict(claim, pile)


class Fewer(HeapGame):
    """Two moves are left of each heap's."""

    def replacements(self, heap: int) -> Any:
        return super().replacements(heap)[:2]


@pytest.mark.parametrize(
    ("form", "more"),
    [
        ("heap_values", {"believed": abs, "controls": {"0": bool}}),
        ("period", {"period": 3}),
    ],
)
def test_claims_of_single_heaps_are_refused_where_the_rule_is_not_the_game(form, more):
    game = Fewer(lambda heap: [(less,) for less in range(heap)])
    with pytest.raises(ClaimError, match="a heap game whose options are those of its rule"):
        getattr(Study("own", game), form)("It is.", **more)
    kinds = {each.kind for each in conjectures_of(game, Limits(positions=500, arcs=5_000))}
    assert "period" not in kinds
