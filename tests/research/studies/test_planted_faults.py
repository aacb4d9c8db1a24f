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
def test_nothing_is_proved_of_moves_and_pairs_that_are_not_the_sources(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for resting in ("play-ends", "criterion", "ordinary-criterion", "one-heap-changes"):
        assert "same-game-in-binary" in claim_of("silver-dollar", resting).rests_on
    changed, formula = WRONG_DEFINITIONS[wrong]
    definitions = tuple(
        (*rest[:3], formula) if rest[0] == changed else rest for rest in criterion.DEFINITIONS
    )
    monkeypatch.setattr(criterion, "DEFINITIONS", definitions)
    forget_strips()
    try:
        claim = claim_of("silver-dollar", "same-game-in-binary")
        assert check_claim(claim, SETTINGS).level == Level.REFUTED
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


def test_a_wrong_carry_is_refuted_by_the_first_column_that_it_gets_wrong() -> None:
    believed = (lambda q, bit: (q + bit) / 2, counts.ways)
    found = derive("", counts.carry_dp, believed)
    assert found.level == Level.REFUTED
    # With no one and no carry the sum stays 0; the bit 1 and a carry of 1/2 make it 1 + 2 · 1/2.
    assert str(found.counterexample) == "R=0, \\beta_b=1, p=1, s=0, v=0: found 0, believed 2"
