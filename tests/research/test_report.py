"""Reports say what the findings say, and show no answer that is not confirmed."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

from fast.gate.inputs import ROOT
from oracles.heaps import HeapGame
from oracles.vectors import VectorGame
from research.checks.evidence import Counterexample, Evidence, Kind, Level
from research.claims.agreement import Agreement, ComparisonResult
from research.claims.cases import integers
from research.claims.study import SmallValues, Study
from research.reporting import index
from research.reporting.terminal import print_findings
from research.resolving.loading import load_study
from research.verdicts.findings import Findings, Verdict
from tests.research.pages import (
    ONE_OF_EACH,
    SETTINGS,
    everything,
    findings,
    gated_answer,
    page,
    rows_of,
    table_in,
    toy,
    verdict,
)

# Verdicts.

LIMITS = integers(limit=9)


def test_results_come_first_numbered_the_strongest_above_and_details_are_folded(
    tmp_path: Path,
) -> None:
    found = findings("toy", *ONE_OF_EACH, verdict("a-step", Level.PROVED, kind="step"))
    text = page(tmp_path, toy(answer=gated_answer, headline={"limit": 3}), found)
    assert re.findall(r"^## (.*)$", text, re.M) == [
        *("The game", "Results", "Full answer", "Refuted claims"),
        *("A small game graph", "Claims", "Proofs"),
        *("Sources", "How to reproduce this page"),  # no figures of mutants are kept
    ]
    assert re.findall(r"^<a id=\"(.*)\"></a>\*\*(.*)\*\* \(`.*`\)\. (.*)$", text, re.M) == [
        ("proved-one", "Theorem 1", "It holds."),
        ("exhausted-one", "Observation 2", r"Either $\vert x\vert \lt 1$ or a|b."),
        ("tested-one", "Observation 3", "It holds."),
    ]
    assert "([proof](#proved-one-proof))" in text
    assert "Proved: It holds ([proved-one](#proved-one))." in text.split("## Results")[0]
    for heading in ("Claims", "Proofs"):
        section = text[text.index(f"## {heading}\n") :].partition("\n## ")[0]
        assert re.fullmatch(
            rf"## {heading}\n\n<details>\n<summary>[^<]+</summary>\n\n.*\n\n</details>\n?",
            section,
            re.DOTALL,
        )


def test_a_remark_in_brackets_is_set_apart_from_a_theorem(tmp_path: Path) -> None:
    stated = verdict("sum", Level.EXHAUSTED, "$[z^2] A = 3$ for all $n$. [The page has 4.]")
    text = page(tmp_path, toy(), findings("toy", stated))
    assert "(`sum`). $[z^2] A = 3$ for all $n$.\n\n*Remark.* The page has 4.\n" in text


def test_a_title_and_a_statement_with_signs_of_markup_are_shown_as_written(tmp_path: Path) -> None:
    claim = verdict("less", Level.TESTED, "All a<b and a|b, 2*x*y.")
    study = toy(title="Take <n> | 2*n_1*m")
    text = page(tmp_path, study, findings("toy", claim))
    assert "\n# Take &lt;n&gt; &#124; 2&#42;n&#95;1&#42;m\n" in text
    assert rows_of(text, "Claims")[2][1] == r"All a\<b and a\|b, 2\*x\*y."


def test_the_abstract_names_what_is_refuted_and_symbols_sources_and_small_values_have_a_place(
    tmp_path: Path,
) -> None:
    values = SmallValues("squares", "Squares.", ("n", "n^2"), lambda: [(n, n * n) for n in (1, 2)])
    study = toy(abstract="A toy.", notation={"n": "a number"}, small_values=[values])
    text = page(tmp_path, study, findings())
    assert "**Abstract.** A toy." in text
    assert "Refuted: 1 of 5 claims, [refuted-one](#refuted-one)." in text
    assert text.index("svg") < text.index("## Small values")  # pictures before tables
    assert rows_of(text, "The game")[2:] == [["$n$", "a number"]]
    assert rows_of(text, "Small values")[2:] == [["1", "1"], ["2", "4"]]
    csv = (tmp_path / "out" / "toy" / "squares.csv").read_text(encoding="utf-8")
    assert csv == "n,n^2\n1,1\n2,4\n"
    assert "## Sources\n\n1. a source\n" in text


def test_a_page_of_a_game_that_comes_with_grundwork_says_how_to_cite_it(tmp_path: Path) -> None:
    text = page(tmp_path, load_study("kayles"), findings("kayles"))
    assert "@misc{grundwork-kayles,\n  author = {{The Grundwork contributors}}," in text
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"date-released: {index.YEAR}-" in cited
    assert f"  year = {{{index.YEAR}}},\n" in text
    assert "How to cite" not in page(tmp_path, toy(), findings())  # a researcher's own page is hers


def test_a_refuted_main_claim_is_in_the_abstract_and_in_what_is_known(tmp_path: Path) -> None:
    text = page(tmp_path, toy(), findings("toy", verdict("own", Level.REFUTED, "All lose.")))
    assert "**Abstract.** Refuted: 1 of 1 claim, [own](#own)." in text
    known = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert table_in(known)[2][1] == "*refuted*: All lose"


def test_a_page_gives_the_rules_of_the_file_of_the_class_and_of_the_text(tmp_path: Path) -> None:
    text = page(tmp_path, load_study("fibonacci-nim"), findings("fibonacci-nim"))
    section = text[text.index("## The game") : text.index("## Results")]
    assert "take at most twice what was taken last" in section
    assert "A position is the pile and how many may be taken." in section
    assert "\nmove play -> play(h - n, 2*n) for n where" in section
    text = page(tmp_path, load_study("cram"), findings("cram"))
    assert "yield position - {(r, c), other}" in text.partition("## Results")[0]


def test_rules_of_a_form_and_a_function_are_given_as_they_are_written(tmp_path: Path) -> None:
    def take_one(heap: int) -> list[tuple[int, ...]]:
        return [(heap - 1,)] if heap else []

    games = {"`VectorGame([(1, 1)])`": VectorGame([(1, 1)]), "def take_one": HeapGame(take_one)}
    for written, game in games.items():
        study = Study("own", game, source="an idea of mine")
        text = page(tmp_path, study, findings("own"))
        assert written in text.partition("## The game")[2].partition("## ")[0]


def test_refuted_claims_have_counterexample_and_correction(tmp_path: Path) -> None:
    text = page(tmp_path, toy(), findings())
    assert text.index("## Refuted claims") < text.index("## Claims")
    section = text[text.index("## Refuted claims") : text.index("## Claims")]
    for words in ("### refuted-one", "`n=3`", "Found: `4`", "Believed: `5`", "the least", "it is."):
        assert words in section
    assert "proved-one" not in section
    assert "refuted-one" in rows_of(text, "Claims")[2][0]


def test_claims_come_by_kind_results_first_and_of_each_kind_refuted_ones(tmp_path: Path) -> None:
    mixed = (
        verdict("found", Level.TESTED, kind="finding"),
        verdict("ten", Level.EXHAUSTED, kind="number"),
        verdict("lemma", Level.PROVED, kind="step"),
        verdict("false-lemma", Level.REFUTED, kind="step"),
        verdict("theorem", Level.EXHAUSTED),
        verdict("false-theorem", Level.REFUTED, missed_controls=("a twin",)),
    )
    text = page(tmp_path, toy(), findings("toy", *mixed))
    section = text[text.index("## Claims") :].partition("\n## ")[0]
    assert re.findall(r"^### (.*)|^\| \[?([a-z-]+)(?!.*evidence and bound)", section, re.M) == [
        ("Main claims", ""), ("", "false-theorem"), ("", "theorem"),
        ("Lemmas", ""), ("", "false-lemma"), ("", "lemma"),
        ("Numbers", ""), ("", "ten"),
        ("Findings of this study", ""), ("", "found"),
    ]  # fmt: skip
    assert "6 claims: 2 refuted, 1 tested, 2 exhausted, 1 proved." in section
    refuted = text[text.index("## Refuted claims") : text.index("## Claims")]
    assert refuted.index("### false-theorem") < refuted.index("### false-lemma")
    assert "of the claims (controls): **not refuted: false-theorem: a twin**." in section
    assert "<details>" not in section  # which would hide it


def test_the_last_line_says_whether_all_controls_were_caught() -> None:
    for missed, end in (
        ((), "1 control tried\n"),
        (("a twin",), "1 control tried, not all caught\n"),
    ):
        shown = io.StringIO()
        one = Verdict("one", "", "", Level.PROVED, (), ("a twin",), missed)
        print_findings([findings("toy", one)], shown)
        assert shown.getvalue().endswith(end)


def test_several_checks_of_one_claim_keep_their_own_levels(tmp_path: Path) -> None:
    pieces = (
        Evidence(Level.EXHAUSTED, Kind.EXHAUSTION, "n ≤ 10", 11),
        Evidence(Level.TESTED, Kind.SEARCH, "n ≤ 1000", 200),
    )
    both = Verdict("both", "It holds.", "a source", Level.EXHAUSTED, pieces, ("a twin",))
    text = page(tmp_path, toy(), findings("toy", both))
    assert "1 deliberately false version of the claims (controls): each was refuted." in text
    row = rows_of(text, "Claims")[2]
    assert row[2:4] == [
        "exhausted",
        "exhausted: n ≤ 10: all 11 cases; tested: n ≤ 1000: 200 cases drawn",
    ]


def test_the_index_says_what_is_known_of_each_game(tmp_path: Path) -> None:
    page(tmp_path, toy(), findings())
    index = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    header, _, row = table_in(index)[:3]
    assert header == ["game", "what is known", "full answer"]
    assert row[0] == "[Toy](toy.md)"
    assert row[1] == "*proved*: It holds; *refuted*: It holds"


# Answers.


def test_an_unconfirmed_study_shows_no_answer(tmp_path: Path) -> None:
    study = toy(answer=gated_answer, headline={"limit": 10})
    text = page(tmp_path, study, findings())
    assert "not confirmed" in text
    assert "grundwork check" in text
    index = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "not confirmed" in index
    number = str(gated_answer.ungated(10))
    assert not any(number.encode() in content for content in everything(tmp_path / "out").values())


def test_a_disagreement_is_shown_and_claims_are_said_to_be_unchecked(tmp_path: Path) -> None:
    agreement = Agreement(gated_answer, gated_answer.ungated, LIMITS)
    comparison = ComparisonResult(
        "f.py:f",
        "limit ≤ 9",
        3,
        whole_domain=False,
        disagreement=Counterexample("n=2", "4", "5"),
    )
    found = Findings("toy", (comparison,), (), SETTINGS)
    study = toy(agreements=[agreement])
    study.p_positions("It holds.", believed=bool, controls={"a twin": all})
    text = page(tmp_path, study, found)
    assert "n=2: the solver gives 4, the oracle 5" in text
    assert "the claims were not checked" in text
    index = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "1 game, 1 claim: 1 untested." in index
    held = replace(comparison, disagreement=None)
    text = page(tmp_path, toy(agreements=[agreement]), Findings("toy", (held,), (), SETTINGS))
    assert "No claims are made" in text


def test_a_comparison_has_a_row_with_its_controls(
    tmp_path: Path,
) -> None:
    def compared(solver: str, failure: Counterexample | None = None) -> ComparisonResult:
        name, truth = f"/home/me/toy.py:{solver}", "oracles/toy.py:truth"
        return ComparisonResult(
            name, "n ≤ 9", 10, whole_domain=True, disagreement=failure, truth=truth
        )

    pairs = [compared("f"), compared("h", Counterexample("n=2", "4", "5"))]
    agreement = Agreement(abs, abs, LIMITS, controls={"a twin": abs})
    found = Findings("toy", tuple(pairs), tuple(ONE_OF_EACH), SETTINGS)
    rows = rows_of(page(tmp_path, toy(agreements=[agreement] * 2), found), "Agreements")[2:]
    oracle, cases = "`toy.py:truth`", "all 10"
    assert rows == [
        ["`toy.py:f`", oracle, "n ≤ 9", cases, "1 of 1: a twin"],
        ["`toy.py:h`", oracle, "n ≤ 9", cases, "**disagrees**; not tried: a twin"],
    ]
