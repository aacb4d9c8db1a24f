"""What is written: the folder of the reports, proofs by automata, and the command."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from checker.verify import main
from fast.gate.certificate import certificate_path
from grundwork.command_line import run_command
from grundwork.commands.report import default_folder
from oracles.vectors import nim
from research.checks.evidence import Counterexample, Evidence, Kind, Level, Step
from research.claims.study import Study
from research.conjectures.prove import prove_rules
from research.explore.exploration import explored_for_report
from research.logic.decide import evaluate
from research.proving.claiming import claim_theorem
from research.reporting.parts import HEADINGS
from research.reporting.report import write_reports
from research.resolving.loading import load_study
from research.system.files import OutputError
from research.verdicts.checking import check_study
from research.verdicts.findings import Findings, Verdict, kept_findings
from tests.research.pages import SETTINGS, everything, findings, page, rows_of, toy, widths

# A researcher's own file.

OWN = Path(__file__).parent.parent / "variants_in_print"


@pytest.mark.expensive
@pytest.mark.parametrize("name", ["mark", "misere_wythoff", "guiles"])
def test_an_own_game_is_shown_with_its_p_positions_values_and_proposals(
    tmp_path: Path, name: str
) -> None:
    study = load_study(str(OWN / f"{name}.py"))
    found = Findings(study.name, (), (), SETTINGS)
    look = explored_for_report(study)
    write_reports([study], [found], tmp_path, {study.name: look})
    text = (tmp_path / f"{study.name}.md").read_text(encoding="utf-8")
    (values,) = re.findall("^## (Grundy values|Outcomes and remoteness)$", text, re.M)
    assert len(rows_of(text, values)) > 3
    if name == "mark":  # its P-positions are known to be no period: Fraenkel 2012
        assert "automaton" in [row[0] for row in rows_of(text, "Conjectures")[2:]]
    pictures = set(re.findall(r"\(([\w/.-]+\.svg)\)", text))
    own = {f"{study.name}/explored-{what}.svg" for what in ("p-positions", "values")}
    assert own & pictures
    assert pictures == set(everything(tmp_path)) - {"README.md", f"{study.name}.md"}
    for file in (f"{study.name}.md", "README.md"):
        assert f"grundwork report {name}.py" in (tmp_path / file).read_text(encoding="utf-8")
    assert str(OWN) not in text


@pytest.mark.parametrize(("case", "shown"), [("frozenset({(0, 0), (0, 1)})", 2), ("n=3", 1)])
def test_the_start_and_a_counterexample_are_drawn(tmp_path: Path, case: str, shown: int) -> None:
    study = load_study("cram")
    evidence = Evidence(Level.REFUTED, Kind.EXHAUSTION, "all", 1, Counterexample(case, "4", "5"))
    wrong = Verdict("wrong", "It holds.", "a source", Level.REFUTED, (evidence,), ())
    found = Findings(study.name, (), (wrong,), SETTINGS)
    write_reports([study], [found], tmp_path)
    text = (tmp_path / "cram.md").read_text(encoding="utf-8")
    drawn = re.findall(r"^!\[.*\]\((cram/(?:start|count)[\w-]*\.svg)\)$", text, re.M)
    assert drawn == ["cram/start.svg", "cram/counterexample-wrong.svg"][:shown]
    if shown == 2:
        assert (tmp_path / drawn[1]).read_text(encoding="utf-8").count("<rect") == 2


def test_pages_are_written_again_by_the_names_of_their_studies(tmp_path: Path) -> None:
    studies = [load_study(name) for name in ("kayles", "octal:0.07")]
    write_reports(studies, [Findings(each.name, (), (), SETTINGS) for each in studies], tmp_path)
    index = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "```sh\ngrundwork report kayles octal:0.07\n```" in index


# Files.


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
        "- The Kernel theorem",
        "- Check again with `grundwork prove piles`",
        "(piles/automaton-nim-sum-1.svg)",
        "[Proof file](piles/nim-sum.proof.json), checked by the independent checker; check it "
        "again with `grundwork verify piles/nim-sum.proof.json`.",
    ):
        assert part in shown, part
    assert main([str(tmp_path / "out" / "piles" / "nim-sum.proof.json")]) == 0
    picture = (tmp_path / "out" / "piles" / "automaton-nim-sum-1.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(picture)
    assert "000, 011, 101," in picture  # the digits with an even sum
    assert kept is not None
    write_reports([study], [kept], tmp_path / "again")
    assert everything(tmp_path / "again") == everything(tmp_path / "out")


def test_automata_are_drawn_once_and_only_while_they_are_small() -> None:
    # Divisibility by an odd number needs a state for each rest.
    small, large = (evaluate(f"Ek x = {number}*k", "lsd_2") for number in (19, 21))
    assert (small.states, large.states) == (19, 21)
    automata = {"a": small, "b": large, "c": evaluate("~(Ak x != 19*k)", "lsd_2")}
    proved = prove_rules(nim(2))
    found = replace(proved, proof=replace(proved.proof, criterion=automata)).drawings()
    assert [title for title, _ in found] == ["Automaton of a, c: 19 states in lsd_2"]


def test_a_theorem_is_stated_once_and_its_signs_are_explained_before_them(
    tmp_path: Path,
) -> None:
    record = tuple(Step(words) for words in ("It is so.", "$coin(s, p): `$power(p)`"))
    evidence = Evidence(Level.PROVED, Kind.THEOREM, "", 3, None, record, "a theorem")
    theorem = Verdict("coins", "It is so.", "a source", Level.PROVED, (evidence,), ("a twin",))
    proof = page(tmp_path, toy(), findings("toy", theorem)).partition("## Proofs")[2]
    assert proof.count("It is so.") == 1
    assert "\n- `$coin(s, p)`: `$power(p)`\n" in proof
    assert proof.index("`$power(x)`, that x is a power") < proof.index("- `$coin(s, p)`")


# The command.


def test_an_output_folder_that_cannot_be_written_is_found_before_checking(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(OutputError):  # running makes this one line and status 2
        run_command(["report", "stone-game", "--out", str(tmp_path / "out")])
    assert not certificate_path("stone-game").exists()


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
    assert len(compared) == len(study.agreements)
    assert all(wide <= 110 for wide in widths(text))  # of letters, on a page of 1000 pixels
    assert "**167542057**" in text  # Project Euler, problem 260
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
