"""What checking the four studies finds, and what the proofs of theirs rest on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest

from fast import binary_blackboard, divisor_nim, silver_dollar, stone_game
from fast.gate import NotConfirmedError
from oracles.games.silver_dollar import SilverDollar
from oracles.solve import solve
from research.checks.derivations import derive
from research.checks.evidence import Level, Settings
from research.claims.claim import Claim
from research.resolving.loading import load_study
from research.studies.binary_blackboard import claims as blackboard
from research.studies.binary_blackboard import derivations, truth
from research.verdicts.findings import Findings
from tests.contracts.levels import assert_no_level_is_mixed_up


def sum_by_the_rules(limit: int) -> int:
    """The stone game's sum: of the positions from which no move leads to one found before."""
    found: set[tuple[int, ...]] = set()
    for position in combinations_with_replacement(range(limit + 1), 3):
        options = (
            tuple(sorted(pile - n * (choice >> i & 1) for i, pile in enumerate(position)))
            for choice in range(1, 8)
            for n in range(1, position[2] + 1)
        )
        if not any(option[0] >= 0 and option in found for option in options):
            found.add(position)
    return sum(map(sum, found))


class Found(NamedTuple):
    """What a check finds: least counterexamples, what is proved, an answer that sources print."""

    refuted: dict[str, str]
    proved: set[str]
    answer: Callable[..., int]
    call: tuple[int, ...]
    value: int


OF_THE_LOSING_SETS = {  # so as strong as the theorem that ties these to the rules
    *("four-states-collapse", "odd-layers", "offset-recurrence", "number-and-sum-recurrences"),
    *("program", "closed-forms-of-offsets", "endpoint", "closed-form"),
}
FOUND = {
    "binary-blackboard": Found(
        {},
        {derivations.THEOREM, *OF_THE_LOSING_SETS, "sum-of-an-even-layer"},
        *(binary_blackboard.answer, (6,), 243),  # the source's worked example
    ),
    "divisor-nim": Found(
        # From a pile of 3 the one move is to 2, from 2 to 1, and from 1 there is none. So the
        # values of 1, 2, 3 are 0, 1, 0, and those reachable from 3 = 2^0·3 are {1}.
        {"reachable-values-exactly": "n=3: found {1}, believed {}"},
        {
            *("grundy-value-is-valuation", "losing-iff-nim-sum-zero", "winning-triples"),
            *("divisor-that-reaches-t", "no-move-preserves-the-valuation", "formula-of-c-k"),
        },
        *(divisor_nim.answer, (100,), 735494),  # Project Euler 509
    ),
    "silver-dollar": Found(
        {
            # Heaps (1, 1); the second is emptied. Only emptying the first, by pocketing, answers.
            "reply-to-a-decrease": (
                "squares=(0, 1, 3), silver=2, after=(0, 1, 2): found {0}, believed {1}"
            ),
        },
        {
            *("criterion-in-binary", "same-game-in-binary", "play-ends", "criterion"),
            *("ordinary-criterion-in-binary", "ordinary-criterion", "winning-count"),
            *("count-at-a-rank", "gap-vectors"),
            *("carry-dp-counts", "sums-over-K", "halving", "recurrence-of-D", "one-heap-changes"),
            *("special-move", "nonzero-has-a-reply"),
        },
        *(silver_dollar.answer, (100, 10), 1514704946113500),  # Project Euler 344
    ),
    "stone-game": Found(
        {
            "sum-to-10": f"found {sum_by_the_rules(10)}, believed 360",
        },
        {"theorem-1", "legality-and-differences"},
        *(stone_game.answer, (100,), 173895),  # Project Euler 260
    ),
}


@pytest.mark.expensive
@pytest.mark.end_to_end
@pytest.mark.parametrize("name", FOUND)
def test_what_checking_a_study_finds(name: str, checked: Callable[[str], Findings]) -> None:
    refuted, proved, answer, call, value = FOUND[name]
    with pytest.raises(NotConfirmedError, match=f"grundwork check {name}"):
        answer(*call)
    findings = checked(name)
    assert [c.name for c in findings.comparisons if not c.agrees] == []
    assert {v.name: v.missed_controls for v in findings.verdicts if v.missed_controls} == {}
    assert findings.sound
    assert all(c.cases >= 200 or c.whole_domain for c in findings.comparisons)
    assert_no_level_is_mixed_up(findings)
    assert {verdict.name for verdict in findings.refuted} == refuted.keys()
    for verdict in findings.refuted:
        assert verdict.counterexample is not None
        assert str(verdict.counterexample).startswith(refuted[verdict.name])
        assert verdict.correction
    levels = {verdict.name: verdict.level for verdict in findings.verdicts}
    assert {name for name, level in levels.items() if level == Level.PROVED} == proved
    assert Level.UNTESTED not in levels.values()
    headline = load_study(name).headline_from
    assert min(levels[each] for each in headline) >= Level.EXHAUSTED
    assert isinstance(claim_of(name, headline[-1]).believed, int)  # the number that is printed
    assert answer(*call) == value


def claim_of(study: str, name: str) -> Claim:
    return next(each for each in load_study(study).claims if each.name == name)


LATE = [  # wrong beyond all that is listed
    ("binary-blackboard", "offset-recurrence", "({}) & p < 1048576"),
    ("binary-blackboard", "offset-recurrence", "({}) & x < 1048576"),
    ("divisor-nim", "losing-iff-nim-sum-zero", "({}) & a < 40"),
    ("divisor-nim", "winning-triples", "({}) & i < 40"),
]


@pytest.mark.parametrize(("study", "name", "late"), LATE)
def test_what_is_compared_with_the_graph_is_what_is_decided(
    study: str, name: str, late: str
) -> None:
    claim = claim_of(study, name)
    wrong = late.format(claim.believed)
    levels = [check.run(claim, wrong, Settings()).level for check in claim.checks]
    assert levels == [Level.EXHAUSTED, Level.REFUTED]


def test_the_criterion_holds_of_sums_of_powers_of_four_and_powers_of_two() -> None:
    sums = {sum(4**i for i in range(6) if bits >> i & 1) - 1 for bits in range(2, 64)}
    powers = {2**i - 1 for i in range(1, 12)}
    member = derivations.predicates()["member"]
    assert {r for r in range(4**6 - 1) if member.accepts(r=r)} == sums | powers
    assert truth.layer(1, 4**6 - 1) == sorted(sums | powers)


def test_every_claim_that_is_proved_of_the_set_rests_on_its_tie_to_the_rules() -> None:
    below = {claim.name: claim.rests_on for claim in load_study("binary-blackboard").claims}

    def tied(name: object) -> bool:
        return name == derivations.THEOREM or any(map(tied, below.get(str(name), ())))

    assert all(map(tied, OF_THE_LOSING_SETS))


def test_parts_with_a_common_member_are_not_counted() -> None:
    parts = (blackboard.SURVIVING, blackboard.SHIFTED, blackboard.SHIFTED)
    count = partial(derivations.next_number_and_sum, parts)
    found = derive("m", count, lambda number, total, power: (2 * number, total + power))
    assert found.level == Level.REFUTED
    # The least 4^k for which a shifted copy is not empty is 4: its E_1 = {0, 3} leaves 4 + 0.
    assert str(found.counterexample) == "p=4, x=4"


def test_after_emptying_the_second_heap_only_pocketing_wins_by_lowering() -> None:
    # (0, 1, 2) with the third coin silver: no regular move; pocketing leaves a P-position.
    found = solve(SilverDollar(coins=2), 4)
    assert found.winning_options(((0, 1, 2), 2)) == [((1, 2), 1)]
    assert found.outcome(((0, 1, 3), 2)) == "P"
