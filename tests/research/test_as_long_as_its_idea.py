"""A derivation is shown as long as its idea, and every line of it is counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles.games.stone_game import StoneGame
from research.checks.evidence import (
    Counterexample,
    Evidence,
    Kind,
    Level,
    Settings,
    Step,
    StepKind,
    Verifier,
)
from research.claims.agreement import Agreement, ComparisonResult
from research.claims.study import Study
from research.reporting.alike import Between, shown
from research.reporting.compared import agreements, controls
from research.reporting.derived import LONGEST_STATEMENT, derivations
from research.verdicts.findings import Findings, Verdict


def line(words: str, formula: str = "", **more: Any) -> Step:
    """A line that sympy verified."""
    return Step(words, formula, StepKind.VERIFIED, Verifier.SYMPY, **more)


def decided(words: str, statement: str) -> Step:
    """A line that was decided."""
    return Step(words, "", StepKind.VERIFIED, Verifier.DECISION, statement)


def defined(words: str) -> Step:
    """A definition."""
    return Step(words, "", StepKind.DEFINITION)


def proved(name: str, *steps: Step) -> Verdict:
    """A claim with a derivation."""
    evidence = Evidence(Level.PROVED, Kind.DERIVATION, "", len(steps), None, steps, "by a method")
    return Verdict(name, "It holds.", "a source", Level.PROVED, (evidence,), ("a twin",))


def lines_shown(*verdicts: Verdict) -> list[str]:
    """The items of the derivations, as a report has them."""
    text = derivations(Findings("toy", (), verdicts, Settings()))
    return re.findall(r"^- (.*)$", text, re.MULTILINE)


SUBSTITUTIONS = [line(f"For $m = {m}$", f"{m} \\cdot {m + 1} = {m * m + m}") for m in range(2, 41)]


def test_many_substitutions_of_one_kind_are_the_first_the_last_and_a_number() -> None:
    assert lines_shown(proved("squares", *SUBSTITUTIONS)) == [
        r"For $m = 2$: $2 \cdot 3 = 6$",
        "*Likewise* 37 more lines verified by sympy.",
        r"For $m = 40$: $40 \cdot 41 = 1640$",
    ]


def test_the_number_of_verified_lines_is_that_of_all_shown_or_not() -> None:
    text = derivations(Findings("toy", (), (proved("squares", *SUBSTITUTIONS),), Settings()))
    assert "by a method; 39 lines verified by sympy." in text


def test_lines_with_the_same_words_and_other_formulas_are_all_shown() -> None:
    formulas = ["a + b = c", "\\binom{n}{k} > 0", "f(x) \\text{ odd}", "2^{k} - 1 = \\sum_i 2^i"]
    (item,) = lines_shown(proved("chain", *(line("So", formula) for formula in formulas)))
    assert item.count("$; $") == len(formulas) - 1


def test_lines_that_another_thing_verified_are_of_another_kind() -> None:
    first, *_, last = SUBSTITUTIONS
    other = Step(first.words, first.formula, StepKind.VERIFIED, Verifier.DECISION)
    assert len(list(shown([first, other, last, other, first]))) == 5


@pytest.mark.parametrize("kind", [StepKind.DEFINITION, StepKind.ARGUMENT])
def test_definitions_and_arguments_are_never_left_out(kind: StepKind) -> None:
    steps = [Step(f"Let $m$ be ${m}$", "", kind) for m in range(9)]
    assert list(shown(steps)) == steps


def test_lines_that_repeat_the_kinds_of_those_before_are_shown_by_definition_and_end() -> None:
    def case(r: int) -> list[Step]:
        return [
            defined(f"Let the remainder be ${r}$."),
            line("The quotient is", f"n - {r} = 2 q"),
            line("which is not negative", f"q + {r} \\text{{ nonnegative}}"),
            decided("and one more is above", f"An n < n + {r + 1}"),
            line("so that the number is", f"c = q + {r}"),
        ]

    assert [
        len(each.steps) if isinstance(each, Between) else each.words
        for each in shown([*case(0), *case(1)])
    ] == [*(step.words for step in case(0)), case(1)[0].words, 3, case(1)[-1].words]


def test_lines_that_stood_before_are_named_by_where_they_stood() -> None:
    common = [defined("A strip is a number."), line("It has a gap", "g = x")]
    first = proved("first", *common, line("so", "a < b"))
    second = proved("second", *common, line("hence", "c < d"))
    assert lines_shown(first, second)[3:] == [
        "As in [first, derived](#first-derived): 1 line verified by sympy, 1 definition.",
        r"hence: $c \lt d$",
    ]


def test_an_argument_that_nothing_verifies_is_said_in_each_derivation() -> None:
    argument = Step("It is clear.", "", StepKind.ARGUMENT)
    verdicts = [proved(name, argument, argument) for name in ("first", "second")]
    assert lines_shown(*verdicts).count("*Argument, not verified.* It is clear.") == 2


def test_a_long_statement_is_cut_and_its_length_said() -> None:
    statement = "Ax " + " & ".join(f"x < {n}" for n in range(200))
    (item,) = lines_shown(proved("long", decided("Then", statement)))
    assert item == f"Then: `{statement[:LONGEST_STATEMENT]} …` ({len(statement)} signs)"


def test_a_theorem_is_stated_once_and_its_relations_are_no_formulas() -> None:
    record = [Step("It holds."), Step("$coin(s, p): `$power(p) & p <= s`"), Step("Rests on that.")]
    evidence = Evidence(Level.PROVED, Kind.THEOREM, "", 3, None, tuple(record), "a theorem")
    theorem = Verdict("coins", "It holds.", "a source", Level.PROVED, (evidence,), ("a twin",))
    text = derivations(Findings("toy", (), (theorem,), Settings()))
    assert text.count("It holds.") == 1
    assert "\n- `$coin(s, p)`: `$power(p) & p <= s`\n" in text


steps = st.builds(
    Step,
    st.sampled_from(["For $m$", "so", "With $a$ of $b$", "and the next one is"]),
    st.sampled_from(["", "a = b", "c + d = e", "\\binom{n}{k} > 0"]),
    st.sampled_from(StepKind),
    st.sampled_from([None, *Verifier]),
)


@given(st.lists(steps, max_size=24))
def test_no_line_is_lost_and_only_verified_ones_are_not_shown(lines: list[Step]) -> None:
    told = list(shown(lines))
    between = [each.steps for each in told if isinstance(each, Between)]
    assert [
        step for each in told for step in (each.steps if isinstance(each, Between) else (each,))
    ] == lines
    assert all(step.kind == StepKind.VERIFIED for each in between for step in each)
    assert all(len(each) > 1 for each in between)


# What was compared.


def comparison(solver: str, domain: str, cases: int, **more: Any) -> ComparisonResult:
    """A comparison with an oracle of the stone game."""
    oracle = "research/studies/stone_game/truth.py:truth"
    return ComparisonResult(solver, oracle, domain, cases, whole_domain=True, **more)


def compared(*pairs: tuple[ComparisonResult, dict[str, Any]]) -> str:
    """The section on comparisons, each with what its agreement says."""
    made = [
        Agreement(abs, abs, each.domain, dict, controls={"a twin": abs}, **more)
        for each, more in pairs
    ]
    study = Study("toy", StoneGame(), source="a source", agreements=made)
    return agreements(study, Findings("toy", tuple(p[0] for p in pairs), (), Settings()), "toy")


def rows(text: str) -> list[list[str]]:
    """The rows of a table without its header."""
    lines = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    return [each.split(" | ") for each in lines[1:]]


def test_what_is_compared_alike_is_one_row_with_each_number_of_cases() -> None:
    text = compared(
        (comparison("fast/stone_game.py:answer with algorithm=a", "n ≤ 9", 10), {}),
        (comparison("fast/stone_game.py:answer", "n ≤ 9", 10), {}),
        (comparison("fast/modular.py:power", "n ≤ 12", 3), {}),
        (comparison("fast/stone_game.py:criterion", "n ≤ 12", 4), {}),
    )
    assert rows(text) == [
        [
            "`stone_game.py:answer with algorithm=a`, `answer`",
            *("`truth.py:truth`", "n ≤ 9", "all 10 each", "1 of 1: a twin"),
        ],
        [
            "`modular.py:power`, `stone_game.py:criterion`",
            *("`truth.py:truth`", "n ≤ 12", "all 3, 4", "1 of 1: a twin"),
        ],
    ]
    assert "Files: `fast/modular.py`, `fast/stone_game.py`, `research/studies/stone" in text
    assert "4 comparisons of solvers with the truth, on 27 cases: all agree." in text


def test_what_disagrees_has_a_row_of_its_own() -> None:
    failure = Counterexample("n=2", "4", "5")
    text = compared(
        (comparison("fast/stone_game.py:answer", "n ≤ 9", 10), {}),
        (comparison("fast/stone_game.py:other", "n ≤ 9", 10, disagreement=failure), {}),
    )
    assert [row[-1] for row in rows(text)] == ["1 of 1: a twin", "**disagrees**; not tried: a twin"]
    assert "<details>" not in text


def test_claims_with_the_same_controls_share_a_row_while_all_are_caught() -> None:
    both = [proved(name, line("so", "a = b")) for name in ("one", "two")]
    found: Callable[..., str] = lambda *v: controls(Findings("toy", (), v, Settings()))  # noqa: E731
    assert rows(found(*both)) == [["one, two", "a twin"]]
    missed = Verdict("loose", "", "", Level.TESTED, both[0].evidence, ("a twin",), ("a twin",))
    assert len(rows(found(*both, missed))) == 3
