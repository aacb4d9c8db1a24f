"""Reports say what the findings say, and show no answer that is not confirmed."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from fast.certificate import certificate_path
from fast.gate import gated, is_confirmed
from grundwork.commands.report import default_folder
from grundwork.running import run_command
from oracles.games.stone_game import StoneGame
from oracles.vectors import nim
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
from research.claims.study import SmallValues, Study
from research.conjectures.prove import prove_rules
from research.explore.reported import look_into
from research.logic.decide import evaluate
from research.proving.claiming import claim_theorem
from research.reporting.derived import LONGEST_STATEMENT
from research.reporting.markdown import block, formula, prose, table
from research.reporting.parts import HEADINGS
from research.reporting.report import write_reports
from research.reporting.terminal import in_numbers
from research.resolving.loading import load_study, study_names
from research.system.files import OutputError, require_writable, write_all
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings, Verdict, kept_findings

SETTINGS = Settings()


def verdict(name: str, level: Level, statement: str = "It holds.", **more: Any) -> Verdict:
    """A verdict from one check."""
    kind = Kind.DERIVATION if level == Level.PROVED else Kind.EXHAUSTION
    steps = (Step("Given", r"\{a\}_{1} < b"), Step("So", "c")) if level == Level.PROVED else ()
    failure = Counterexample("n=3", "4", "5", least=True) if level == Level.REFUTED else None
    evidence = Evidence(level, kind, "n < 10", 10, failure, steps)
    return Verdict(name, statement, "a source", level, (evidence,), ("a twin",), **more)


ONE_OF_EACH = [
    verdict("proved-one", Level.PROVED),
    verdict("tested-one", Level.TESTED),
    verdict("refuted-one", Level.REFUTED, correction="$n + 1$ it is."),
    verdict("untested-one", Level.UNTESTED),
    verdict("exhausted-one", Level.EXHAUSTED, "Either $|x| < 1$ or a|b."),
]


@gated("toy")
def gated_answer(limit: int) -> int:
    """An answer behind a gate that nobody opens."""
    return 987_654 + limit


def toy(name: str = "toy", **more: Any) -> Study:
    """A study of the stone game under another name."""
    return Study(name, StoneGame(), about="A toy.", source="a source", **more)


def findings(study: str = "toy", *verdicts: Verdict, **more: Any) -> Findings:
    """Findings with given verdicts."""
    return Findings(study, more.pop("comparisons", ()), verdicts or tuple(ONE_OF_EACH), SETTINGS)


def page(tmp_path: Path, study: Study, found: Findings) -> str:
    """The text of a study's page."""
    write_reports([study], [found], tmp_path / "out")
    return (tmp_path / "out" / f"{study.name}.md").read_text(encoding="utf-8")


def rows_of(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, by GitHub's rule: a backslash keeps a bar."""
    lines = text.split(f"## {heading}\n", 1)[1].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([part.strip() for part in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


# Verdicts.


def test_results_come_first_numbered_the_strongest_above_and_details_are_folded(
    tmp_path: Path,
) -> None:
    found = findings("toy", *ONE_OF_EACH, verdict("a-step", Level.PROVED, kind="step"))
    text = page(tmp_path, toy(answer=gated_answer, headline={"limit": 3}), found)
    assert re.findall(r"^## (.*)$", text, re.M) == [
        *("Results", "Full answer", "Refuted claims", "A small game graph", "Claims", "Proofs"),
        *("Controls", "What the gate notices", "Sources", "How to get this again"),
    ]
    assert re.findall(r"^<a id=\"(.*)\"></a>\*\*(.*)\*\* \(`.*`\)\. (.*)$", text, re.M) == [
        ("proved-one", "Theorem 1", "It holds."),
        ("exhausted-one", "Observation 2", r"Either $\vert x\vert \lt 1$ or a|b."),
        ("tested-one", "Observation 3", "It holds."),
    ]
    assert "([proof](#proved-one-proof))" in text
    assert "Proved for every size: [proved-one](#proved-one)." in text.split("## Results")[0]
    for heading in ("Claims", "Proofs", "Controls"):
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


def test_the_abstract_names_what_is_refuted_and_symbols_sources_and_small_values_have_a_place(
    tmp_path: Path,
) -> None:
    values = SmallValues("squares", "Squares.", ("n", "n^2"), lambda: [(n, n * n) for n in (1, 2)])
    study = toy(abstract="A toy.", notation={"n": "a number"}, small_values=[values])
    text = page(tmp_path, study, findings())
    assert "**Abstract.** A toy." in text
    assert "Refuted: 1 of 5 claims from the sources, [refuted-one](#refuted-one)." in text
    assert rows_of(text, "The game")[2:] == [["$n$", "a number"]]
    assert rows_of(text, "Small values")[2:] == [["1", "1"], ["2", "4"]]
    csv = (tmp_path / "out" / "toy" / "squares.csv").read_text(encoding="utf-8")
    assert csv == "n,n^2\n1,1\n2,4\n"
    assert "## Sources\n\n1. a source\n" in text
    assert "How to cite" not in text  # a researcher's own page is hers


def test_a_page_of_a_game_that_comes_with_grundwork_says_how_to_cite_it(tmp_path: Path) -> None:
    study = load_study("kayles")
    assert "@misc{grundwork-kayles," in page(tmp_path, study, findings("kayles"))


def test_of_many_verified_lines_the_first_and_the_last_are_shown_with_the_number_between(
    tmp_path: Path,
) -> None:
    lines = [Step(f"case {n}", f"{n}", StepKind.VERIFIED, Verifier.SYMPY) for n in range(20)]
    lines.insert(15, Step("so nobody said", kind=StepKind.ARGUMENT))
    evidence = Evidence(Level.PROVED, Kind.DERIVATION, "", 1, None, tuple(lines))
    claim = Verdict("long", "It holds.", "a source", Level.PROVED, (evidence,), ("a twin",))
    section = page(tmp_path, toy(), findings("toy", claim)).partition("## Proofs")[2]
    items = re.findall("^- (.*)$", section.partition("\n## ")[0], re.MULTILINE)
    assert items[10:] == [
        "case 10: $10$",
        "*And* 4 more lines verified by sympy.",
        "*Argument, not verified.* so nobody said.",
        "*And* 4 more lines verified by sympy.",
        "case 19: $19$",
    ]


def test_refuted_claims_have_counterexample_and_correction(tmp_path: Path) -> None:
    text = page(tmp_path, toy(), findings())
    assert text.index("## Refuted claims") < text.index("## Claims")
    section = text[text.index("## Refuted claims") : text.index("## Claims")]
    for words in ("### refuted-one", "`n=3`", "Found: `4`", "Believed: `5`", "the least", "it is."):
        assert words in section
    assert "proved-one" not in section
    assert "refuted-one" in rows_of(text, "Claims")[2][0]


def test_strict_readings_come_after_the_errors_in_one_table(tmp_path: Path) -> None:
    more: dict[str, Any] = {"strict_reading": "$m = 1$", "correction": "For $m > 1$."}
    strict = [verdict(name, Level.REFUTED, "For all $m$.", **more) for name in ("one", "two")]
    text = page(tmp_path, toy(), findings("toy", *strict, *ONE_OF_EACH))
    section = text[text.index("## Refuted claims") :].partition("\n## ")[0]
    assert re.findall("^### (.*)$", section, re.M) == ["refuted-one", "Strict readings"]
    rows = rows_of(text, "Strict readings")
    assert [row[0] for row in rows[2:]] == ["one", "two"]
    case = "`n=3: found 4, believed 5`"
    assert rows[2][2:] == ["$m = 1$", case, r"For $m \gt 1$.", "a source"]
    assert "[one](#strict-readings)" in text
    assert "7 claims: 1 refuted, 2 only on a strict reading, 1 untested," in text
    assert in_numbers(strict) == "2 refuted only on a strict reading"
    index = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert [row[1] for row in rows_of(index, "Refuted claims")[2:]] == ["refuted-one"]
    assert [row[1] for row in rows_of(index, "Strict readings")[2:]] == ["one", "two"]


def test_claims_come_by_kind_results_first_and_of_each_kind_refuted_ones(tmp_path: Path) -> None:
    mixed = (
        verdict("found", Level.TESTED, kind="finding"),
        verdict("ten", Level.EXHAUSTED, kind="number"),
        verdict("lemma", Level.PROVED, kind="step"),
        verdict("false-lemma", Level.REFUTED, kind="step"),
        verdict("theorem", Level.EXHAUSTED),
        verdict("false-theorem", Level.REFUTED),
    )
    text = page(tmp_path, toy(), findings("toy", *mixed))
    section = text[text.index("## Claims") :].partition("\n## ")[0]
    assert re.findall(r"^### (.*)|^\| \[?([a-z-]+)(?!.*evidence and bound)", section, re.M) == [
        ("Main claims", ""), ("", "false-theorem"), ("", "theorem"),
        ("Steps on the way to them", ""), ("", "false-lemma"), ("", "lemma"),
        ("Numbers", ""), ("", "ten"),
        ("Findings of this study", ""), ("", "found"),
    ]  # fmt: skip
    assert "6 claims: 2 refuted, 1 tested, 2 exhausted, 1 proved." in section
    refuted = text[text.index("## Refuted claims") : text.index("## Claims")]
    assert refuted.index("### false-theorem") < refuted.index("### false-lemma")


def test_several_checks_of_one_claim_keep_their_own_levels(tmp_path: Path) -> None:
    pieces = (
        Evidence(Level.EXHAUSTED, Kind.EXHAUSTION, "n ≤ 10", 11),
        Evidence(Level.TESTED, Kind.SEARCH, "n ≤ 1000", 200),
    )
    both = Verdict("both", "It holds.", "a source", Level.EXHAUSTED, pieces, ("a twin",))
    row = rows_of(page(tmp_path, toy(), findings("toy", both)), "Claims")[2]
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
    assert row[1].startswith("*proved*: It holds; *exhausted*: Either ")
    assert "refuted-one" not in row[1]


def widths(text: str) -> list[int]:
    """How wide each table is at the least, in letters: no word is broken, but at a hyphen."""
    found = []
    for lines in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines.splitlines()]
        found.append(sum(max(map(longest_word, column)) + 1 for column in zip(*rows, strict=True)))
    return found


def longest_word(cell: str) -> int:
    """The length of a cell's longest word, of a link what is seen, of a formula nothing."""
    seen = re.sub(r"\$[^$]+\$", "", re.sub(r"\]\([^)]*\)", "]", cell))
    return max(map(len, re.split(r"[\s-]", seen)))


def table_in(text: str) -> list[list[str]]:
    """The first table of a text."""
    return rows_of("## top\n" + text, "top")


def test_missed_controls_are_said(tmp_path: Path) -> None:
    missed = verdict("loose", Level.TESTED, missed_controls=("a twin",))
    row = rows_of(page(tmp_path, toy(), findings("toy", missed)), "Controls")[2]
    assert row == ["loose", "0 of 1", "a twin; **missed: a twin**"]


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
    agreement = Agreement(gated_answer, gated_answer.ungated, "limit ≤ 9", dict)
    comparison = ComparisonResult(
        "f.py:f",
        "g.py:g",
        "limit ≤ 9",
        3,
        whole_domain=False,
        disagreement=Counterexample("n=2", "4", "5"),
    )
    found = Findings("toy", (comparison,), (), SETTINGS)
    text = page(tmp_path, toy(agreements=[agreement]), found)
    assert "n=2: found 4, believed 5" in text
    assert "the claims were not checked" in text
    held = replace(comparison, disagreement=None)
    text = page(tmp_path, toy(agreements=[agreement]), Findings("toy", (held,), (), SETTINGS))
    assert "No claims are made" in text


def test_a_solver_outside_grundwork_is_named_without_its_folder(tmp_path: Path) -> None:
    agreement = Agreement(gated_answer, gated_answer.ungated, "limit ≤ 9", dict)
    solver, oracle = "/home/me/toy.py:f", "/home/me/toy.py:g"
    comparison = ComparisonResult(solver, oracle, "n ≤ 9", 10, whole_domain=True)
    found = Findings("toy", (comparison,), tuple(ONE_OF_EACH), SETTINGS)
    text = page(tmp_path, toy(agreements=[agreement]), found)
    assert "`toy.py:f`" in text
    assert "/home" not in text


def test_comparisons_on_the_same_cases_share_a_row_and_one_that_disagrees_has_its_own(
    tmp_path: Path,
) -> None:
    def compared(solver: str, failure: Counterexample | None = None) -> ComparisonResult:
        name, oracle = f"fast/toy.py:{solver}", "oracles/toy.py:truth"
        return ComparisonResult(name, oracle, "n ≤ 9", 10, whole_domain=True, disagreement=failure)

    pairs = [compared("f"), compared("g"), compared("h", Counterexample("n=2", "4", "5"))]
    agreement = Agreement(abs, abs, "n ≤ 9", dict, controls={"a twin": abs})
    found = Findings("toy", tuple(pairs), tuple(ONE_OF_EACH), SETTINGS)
    rows = rows_of(page(tmp_path, toy(agreements=[agreement] * 3), found), "Agreements")[2:]
    oracle, cases = "`toy.py:truth`", "all 10"
    assert rows == [
        ["`toy.py:f`, `toy.py:g`", oracle, "n ≤ 9", cases, "1 of 1: a twin"],
        ["`toy.py:h`", oracle, "n ≤ 9", cases, "**disagrees**; not tried: a twin"],
    ]


# A researcher's own file.

OWN = Path(__file__).parent.parent / "variants_in_print"


@pytest.mark.expensive
@pytest.mark.parametrize("name", ["mark", "misere_wythoff", "guiles"])
def test_an_own_game_is_shown_with_its_p_positions_values_and_proposals(
    tmp_path: Path, name: str
) -> None:
    study = load_study(str(OWN / f"{name}.py"))
    found = Findings(study.name, (), (), SETTINGS)
    look = look_into(study)
    write_reports([study], [found], tmp_path, {study.name: look})
    text = (tmp_path / f"{study.name}.md").read_text(encoding="utf-8")
    (values,) = re.findall("^## (Grundy values|Outcomes and remoteness)$", text, re.M)
    assert len(rows_of(text, values)) > 3
    if name == "mark":  # its P-positions are known to be no period: Fraenkel 2012
        assert "automaton" in [row[0] for row in rows_of(text, "Conjectures")[2:]]
    pictures = set(re.findall(r"\(([\w/.-]+\.svg)\)", text))
    assert f"{study.name}/explored-p-positions.svg" in pictures
    assert pictures == set(everything(tmp_path)) - {"README.md", f"{study.name}.md"}
    for file in (f"{study.name}.md", "README.md"):
        assert f"grundwork report {name}.py" in (tmp_path / file).read_text(encoding="utf-8")
    assert str(OWN) not in text


def test_pages_are_written_again_by_the_names_of_their_studies(tmp_path: Path) -> None:
    def again(*names: str) -> str:
        studies = [load_study(name) for name in names]
        found = [Findings(study.name, (), (), SETTINGS) for study in studies]
        write_reports(studies, found, tmp_path / "-".join(names))
        index = (tmp_path / "-".join(names) / "README.md").read_text(encoding="utf-8")
        return index.split("```sh\n")[1].split("\n```")[0]

    assert again("kayles", "octal:0.07") == "grundwork report kayles octal:0.07"
    assert again(*study_names()) == "grundwork report"


# Files.


def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_reports([toy()], [findings()], tmp_path / name)
    first = everything(tmp_path / "one")
    assert set(first) == {"README.md", "toy.md", "toy/small-graph.svg"}
    assert first == everything(tmp_path / "two")
    write_reports([toy()], [findings()], tmp_path / "two")
    assert first == everything(tmp_path / "two")


def test_reporting_one_study_keeps_the_others_in_the_index(tmp_path: Path) -> None:
    both = [toy(), toy("toy-two")], [findings(), findings("toy-two")]
    write_reports(*both, tmp_path)
    index = (tmp_path / "README.md").read_bytes()
    write_reports([toy("toy-two")], [findings("toy-two")], tmp_path)
    assert (tmp_path / "README.md").read_bytes() == index
    (tmp_path / "toy.md").unlink()
    write_reports([toy("toy-two")], [findings("toy-two")], tmp_path)
    assert b"(toy.md)" not in (tmp_path / "README.md").read_bytes()


def test_a_page_written_by_hand_is_not_taken_for_a_report(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("<!-- grundwork: {cut short")
    write_reports([toy()], [findings()], tmp_path)
    assert "notes" not in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_a_folder_that_is_a_file_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(OutputError, match=r"out='.*out': cannot be written"):
        write_reports([toy()], [findings()], tmp_path / "out")
    assert (tmp_path / "out").read_text() == "in the way"


def test_when_one_file_cannot_be_written_none_changes(tmp_path: Path) -> None:
    (tmp_path / "b.md").mkdir()
    (tmp_path / "a.md").write_text("old")
    with pytest.raises(OutputError, match=r"b\.md is no regular file"):
        write_all(tmp_path, {"a.md": "new", "sub/c.md": "new", "b.md": "new"})
    assert everything(tmp_path) == {"a.md": b"old"}
    assert not (tmp_path / "sub").exists()


def test_asking_whether_a_folder_can_be_written_leaves_no_trace(tmp_path: Path) -> None:
    require_writable(tmp_path / "a" / "b")
    require_writable(tmp_path)
    assert not list(tmp_path.iterdir())
    (tmp_path / "a").write_text("in the way")
    with pytest.raises(OutputError, match="cannot be written"):
        require_writable(tmp_path / "a" / "b")


def test_when_writing_stops_halfway_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: Any, **more: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(OutputError, match="No space left on device"):
        write_all(tmp_path / "out", {"a.md": "new"})
    assert not (tmp_path / "out").exists()


# Theorems by automata.


def test_a_proof_by_automata_is_shown_with_its_drawing_and_again_the_same(tmp_path: Path) -> None:
    file = tmp_path / "piles.py"
    file.write_text("")
    study = Study("piles", nim(3), source="Bouton 1901", word="piles", file=file)
    claim_theorem(
        study,
        "In nim with 3 heaps the player to move loses exactly if their nim sum is 0.",
        name="nim-sum",
        criterion="$nimsum(x1,x2,x3)",
        controls={"without the last heap": "x1 = x2"},
    )
    found = check_study(study, SETTINGS)
    kept = kept_findings(study, SETTINGS)  # before this file, the study's, reads what is written
    text = page(tmp_path, study, found)
    shown = text.partition("### nim-sum, proof")[2].partition("\n## ")[0]
    # in words, as formulas, with its size, what it rests on, and how to check it again
    for part in (
        "the player to move loses exactly if their nim sum is 0",
        "- P",
        "- Automaton of play: 2 states in lsd_2",  # the even sums of digits, and a sink
        "- Rests on the Kernel theorem",
        "- Check again with `grundwork prove piles`",
        "(piles/automaton-nim-sum-1.svg)",
    ):
        assert part in shown, part
    assert "MONA" not in text
    picture = (tmp_path / "out" / "piles" / "automaton-nim-sum-1.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(picture)
    assert "x1+x2+x3 even" in picture  # the digits 000, 110, 101, 011
    assert kept is not None
    write_reports([study], [kept], tmp_path / "again")
    assert everything(tmp_path / "again") == everything(tmp_path / "out")


def test_automata_are_drawn_once_and_only_while_they_are_small() -> None:
    # Divisibility by an odd number needs a state for each rest.
    small, large = (evaluate(f"Ek x = {number}*k", "lsd_2") for number in (19, 21))
    assert (small.states, large.states) == (19, 21)
    automata = {"a": small, "b": large, "c": evaluate("~(Ak x != 19*k)", "lsd_2")}
    found = replace(prove_rules(nim(2)), automata=automata).evidence()
    assert [title for title, _ in found.drawings] == ["Automaton of a, c: 19 states in lsd_2"]


def test_a_theorem_is_stated_once_and_a_long_statement_of_its_record_is_cut(
    tmp_path: Path,
) -> None:
    long = " & ".join(f"x < {n}" for n in range(200))
    record = tuple(Step(words) for words in ("It is so.", "$coin(s, p): `$power(p)`", f"`{long}`"))
    evidence = Evidence(Level.PROVED, Kind.THEOREM, "", 3, None, record, "a theorem")
    theorem = Verdict("coins", "It is so.", "a source", Level.PROVED, (evidence,), ("a twin",))
    proof = page(tmp_path, toy(), findings("toy", theorem)).partition("## Proofs")[2]
    assert proof.count("It is so.") == 1
    assert "\n- `$coin(s, p)`: `$power(p)`\n" in proof
    assert f"\n- `{long[:LONGEST_STATEMENT]} …` ({len(long)} signs)\n" in proof


# Markdown.


def test_formulas_are_balanced_and_safe_from_markdown(tmp_path: Path) -> None:
    text = page(tmp_path, toy(), findings())
    assert "\n- Given: $\\lbrace a\\rbrace _ {1} \\lt b$\n- So: $c$\n" in text
    long = " + ".join(["\\{a\\}_{1}"] * 20)
    evidence = Evidence(Level.PROVED, Kind.DERIVATION, "", 1, None, (Step("Given", long),))
    summed = Verdict("sum", "It holds.", "a source", Level.PROVED, (evidence,), ("a twin",))
    text = page(tmp_path, toy(), findings("toy", summed))
    assert all("$$" not in line or line == "$$" for line in text.splitlines())
    (found,) = re.findall(r"^\$\$\n(.*?)\n\$\$$", text, re.DOTALL | re.MULTILINE)
    assert found == " + ".join([r"\lbrace a\rbrace _ {1}"] * 20)


def test_a_bar_does_not_split_a_cell(tmp_path: Path) -> None:
    rows = rows_of(page(tmp_path, toy(), findings()), "Claims")
    assert {len(row) for row in rows} == {5}
    row = next(row for row in rows if row[0] == "exhausted-one")
    assert row[1] == r"Either $\vert x\vert \lt 1$ or a\|b."


def test_numbers_in_tables_stay_as_written() -> None:
    assert "| 1000 | 1e3 | 0010 |" in table(["a", "b", "c"], [["1000", "1e3", "0010"]])


@pytest.mark.parametrize(
    ("latex", "safe"),
    [
        (r"\{x\}", r"\lbrace x\rbrace"),
        (r"\begin{cases} a \\ b \end{cases}", r"\begin{cases} a \cr b \end{cases}"),
        (r"\left[a\right](b)", r"\left[a\right] (b)"),
        (r"x_{1} + y_2", r"x_{1} + y_2"),
        (r"\sum_{i}_{j}", r"\sum_{i}_ {j}"),
    ],
)
def test_latex_is_written_in_words_that_markdown_keeps(latex: str, safe: str) -> None:
    assert formula(latex) == safe


def test_code_keeps_its_dollars_and_bars() -> None:
    assert prose("`$a<b$` and $a<b$") == r"`$a<b$` and $a\lt b$"


@pytest.mark.parametrize(
    "latex",
    [
        r"\{a\}_{1} + \{b\}_{2} < c_3",
        r"\left(a\right)_{k} * \left(b\right)_{k} * |x|",
        r"\begin{cases} [a](b) & x<b \\ y>c \end{cases}",
        r"\sum_{i=1}^{n} a_{i}\,b_{i}\!",
    ],
)
def test_markdown_hands_formulas_on_unchanged(latex: str) -> None:
    """GitHub looks for formulas in what markdown leaves; so nothing may be changed by it."""
    from markdown_it import MarkdownIt

    assert formula(latex) in handed_on(f"${formula(latex)}$")
    assert latex not in handed_on(f"${latex}$")  # so the test can fail
    in_table = MarkdownIt().enable("table").render(table(["a"], [[f"${latex}$"]]))
    assert f'<td style="text-align:left">${formula(latex)}$</td>' in html.unescape(in_table)


@pytest.mark.parametrize("latex", ["- x + y = z", "==", "1. x", "+ x", "# x"])
def test_a_block_is_not_taken_for_a_list_or_a_heading(latex: str) -> None:
    assert f"<p>{block(latex)}</p>" in handed_on(block(latex))
    assert f"<p>$$\n{latex}\n$$</p>" not in handed_on(f"$$\n{latex}\n$$")  # so it can fail


def handed_on(markdown: str) -> str:
    """What is left of a text when it has been read as markdown."""
    from markdown_it import MarkdownIt

    return html.unescape(MarkdownIt().render(markdown))


# The command.


def test_an_output_folder_that_cannot_be_written_is_found_before_checking(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(OutputError):  # running makes this one line and status 2
        run_command(["report", "stone-game", "--out", str(tmp_path / "out")])
    assert not is_confirmed("stone-game")


def test_reports_of_built_in_studies_go_to_the_checkout_from_anywhere_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root / "tests")
    assert default_folder(None).resolve() == root / "reports"
    assert default_folder(["stone-game"]).resolve() == root / "reports"
    assert default_folder(["mine.py"]).resolve() == root / "tests" / "reports"
    monkeypatch.chdir(tmp_path)
    assert default_folder(None).resolve() == tmp_path / "reports"


@pytest.mark.expensive
@pytest.mark.end_to_end
def test_the_report_of_the_stone_game_says_what_was_found(
    tmp_path: Path, checked: Callable[[str], Findings]
) -> None:
    study = load_study("stone-game")
    found = checked("stone-game")
    text = page(tmp_path, study, found)
    rows = [row for kind in HEADINGS.values() for row in rows_of(text, kind)[2:]]
    said = {re.sub(r"[\[\]]|\(.*\)", "", row[0]): row[2].strip("*") for row in rows}
    assert said == {v.name: str(v.level) for v in found.verdicts}
    compared = rows_of(text, "Agreements")[2:]
    assert sum(row[0].count("`, `") + 1 for row in compared) == len(study.agreements)
    assert all(wide <= 110 for wide in widths(text))  # of letters, on a page of 1000 pixels
    assert "**167542057**" in text  # Project Euler, problem 260
    left = handed_on(text)
    assert all(
        f"$$\n{b}\n$$" in left for b in re.findall(r"^\$\$\n(.*)\n\$\$$", text, re.MULTILINE)
    )
    # From findings that were kept, and in another process' order of sets, nothing differs.
    kept = kept_findings(study, SETTINGS)
    assert kept is not None
    write_reports([study], [kept], tmp_path / "again")
    assert everything(tmp_path / "out") == everything(tmp_path / "again")
    # Without a certificate neither the answer nor the picture of the solver's list is shown.
    certificate_path("stone-game").unlink()
    write_reports([study], [kept], tmp_path / "closed")
    closed = everything(tmp_path / "closed")
    assert "stone-game/p-positions.svg" not in closed
    assert b"is not drawn" in closed["stone-game.md"]
    assert b"not confirmed" in closed["stone-game.md"]
    assert "**167542057**" not in closed["stone-game.md"].decode()
