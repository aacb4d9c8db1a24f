"""Claims of the silver dollar are refuted when what they speak of is defined wrongly."""

from __future__ import annotations

from typing import Any

import pytest

from research.checks.derivations import derive
from research.checks.evidence import Level, Settings
from research.claims.claim import Claim
from research.resolving.loading import load_study
from research.studies.decided import automaton
from research.studies.silver_dollar import counts, criterion
from research.verdicts.checking import check_claim

SETTINGS = Settings(examples=20)


def claim_of(study: str, name: str) -> Claim:
    return next(claim for claim in load_study(study).claims if claim.name == name)


WRONG_DEFINITIONS = {
    "coins jump": ("moved", "$coin(s,p) & $power(q) & q < p & ~$coin(s,q) & t = s - p + q"),
    "coins move right": ("moved", "$coin(s,p) & $power(q) & p < q & $free(s,2*p,2*q) & "
                                  "t = s - p + q"),
    "pairs from the left": ("right", "$coin(s,b) & (Eu,v $nimsum(u,v,s) & u < b & $above(s,b,v) "
                                     "& T[u] = @1)"),
    "pairs of coins far apart": ("pair", "$right(s,b) & $coin(s,a) & a < b"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_DEFINITIONS)
@pytest.mark.parametrize("name", ["one-heap-changes", "same-game-in-binary"])
def test_nothing_is_proved_of_moves_and_pairs_that_are_not_the_sources(
    name: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, formula = WRONG_DEFINITIONS[wrong]
    definitions = tuple(
        (*rest[:3], formula) if rest[0] == changed else rest for rest in criterion.DEFINITIONS
    )
    monkeypatch.setattr(criterion, "DEFINITIONS", definitions)
    forget_strips()
    try:
        assert check_claim(claim_of("silver-dollar", name), SETTINGS).level == Level.REFUTED
    finally:
        monkeypatch.undo()
        forget_strips()


def forget_strips() -> None:
    criterion.relations.cache_clear()
    automaton.cache_clear()


WRONG_LINES: dict[str, tuple[Any, Any]] = {
    "a gap with its left coin": (
        criterion.heaps_are_gaps, criterion.CRITERION._replace(gap=lambda a, b: b - a)
    ),
    "the other gaps": (criterion.heaps_are_gaps, criterion.OTHER_GAPS),
    "coins that move twice as far": (criterion.same_game, (None, "s - p + 2*q")),
    "the first gap as it is": (counts.at_a_rank, lambda n, m: n - m),
    "a rank too many": (counts.all_ranks, lambda m, first, later: m * first + 0 * later),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_LINES)
def test_the_lines_of_the_criterion_and_of_the_count_refute_what_is_wrong(wrong: str) -> None:
    derivation, believed = WRONG_LINES[wrong]
    assert derive("", derivation, believed).level == Level.REFUTED


def test_a_wrong_carry_is_refuted_by_the_first_number_that_it_gets_wrong() -> None:
    found = derive("", counts.carry_step, lambda q, bit: (q + bit) / 2)
    assert found.level == Level.REFUTED
    # A single one in a column: 1 = 2*0 + 1 leaves carry 0, not 1.
    assert str(found.counterexample) == "q=1, r=0, t=0, b=1"
