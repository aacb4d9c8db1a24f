"""A study is checked, proved and explored where it is written; what was typed confirms nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from fast.gate.certificate import certificate_path
from grundwork import Study, data_frame, explore, load_study, nim, solve
from grundwork.shown import study_as_markdown, truth_as_markdown
from research.checks.evidence import Level
from research.verdicts.checking import NO_FILE
from tests.running import ROOT, python

RULES = """
from grundwork import Game, Study, gated, load_study

class Take(Game):
    "Take one or two counters."
    def start(self, size):
        return range(size + 1)
    def options(self, heap):
        return [heap - taken for taken in (1, 2) if taken <= heap]

study = Study("take", Take())
"""
CLAIM = """
study.p_positions(
    "Multiples of {0} lose.",
    believed=lambda heap: heap % {0} == 0,
    controls={{"only the empty heap": lambda heap: heap == 0}},
    size=30,
)
"""
SOLVER = """
@gated("take")
def loses(heap):
    return heap % 3 == 0

study.agree(
    loses, "P-position", controls={"even": lambda heap: heap % 2 == 0}, size=300, answer=True
)
"""
FAILING = """
class Halves(Game):
    def start(self, size):
        return range(size + 1)
    def options(self, heap):
        return [heap // (heap - 3)]

broken = Study("halves", Halves())
"""


def typed(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What Python does with a program that is piped into it."""
    return python("-", typed=text, folder=folder)


def file(text: str, folder: Path) -> Path:
    """A file of a researcher's, where each test has its own."""
    path = folder / "take.py"
    path.write_text(text)
    return path


# Asking.


@pytest.mark.every_python
def test_what_is_piped_into_python_is_checked_and_explored_and_not_proved(tmp_path: Path) -> None:
    asked = "print(study.check()); print(study.prove()); print(study.explore(6))"
    done = typed(RULES + CLAIM.format(2) + asked, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    refuted = "  refuted    p-positions", "Multiples of 2 lose.", "2: found False, believed True\n"
    assert f"\n{' ' * 13}".join(refuted) in done.stdout
    why = "Not proved: <stdin>, line 8: the source of options is missing."  # it is read as text
    assert why in " ".join(done.stdout.split())
    assert "\n   P · · P · · P\n" in done.stdout
    assert not (tmp_path / "grundwork-home" / "certificates").exists()


@pytest.mark.parametrize("name", ["kayles", "octal:0.77"])
def test_a_study_that_is_loaded_can_be_asked_too(name: str) -> None:
    (proof,) = load_study(name).prove()
    assert proof.proof.period == 12
    assert proof.again == f"grundwork prove {name}"


def test_a_file_is_asked_as_the_command_asks_it(tmp_path: Path) -> None:
    study = load_study(str(file(RULES + CLAIM.format(3) + SOLVER, tmp_path)))
    checked = study.check(examples=20, proofs=False)
    assert checked.sound
    assert [*checked] == ["p-positions"]
    assert checked["p-positions"].level == Level.EXHAUSTED
    assert study.answer is not None
    assert study.answer(3 * 10**9)


def test_what_is_claimed_of_a_loaded_study_is_not_put_into_the_other_one() -> None:
    first = load_study("kayles")
    first.numbers("two", "two is {value}", {(): 2}, lambda: 2, over="nothing", by="hand")
    assert len(load_study("kayles").claims) == len(first.claims) - 1


def test_another_seed_and_a_study_without_claims_are_told(tmp_path: Path) -> None:
    study = load_study(str(file(RULES + SOLVER, tmp_path)))
    assert "seed=1: only a check with the default seed" in str(study.check(seed=1))
    assert "nothing is claimed" in str(Study("two-heaps", nim(2)).check())


# What has no file.


def test_a_solver_that_was_typed_is_compared_and_opens_no_gate(tmp_path: Path) -> None:
    asked = "print(study.check().findings.faults)\nloses(3)"
    done = typed(RULES + SOLVER + asked, tmp_path)
    assert done.stdout == f"({NO_FILE!r},)\n"
    assert done.stderr.splitlines()[-1] == (
        "fast.errors.NotConfirmedError: take is not confirmed: loses was typed and has no "
        "file; write it into one and run: grundwork check FILE.py"
    )


def test_what_was_typed_leaves_what_is_known_of_a_file_of_that_name(tmp_path: Path) -> None:
    load_study(str(file(RULES + SOLVER, tmp_path))).check()
    before = certificate_path("take").read_bytes()
    done = typed(RULES + CLAIM.format(2) + "print(study.check().sound)", tmp_path)
    assert (done.stdout, done.stderr) == ("True\n", "")
    assert certificate_path("take").read_bytes() == before


def test_a_typed_claim_of_a_files_study_is_not_kept_as_the_files(tmp_path: Path) -> None:
    file(RULES, tmp_path)
    load = "\nfrom grundwork import load_study\nstudy = load_study('take.py')\n"
    ask = "\nprint([str(v.level) for v in study.check(proofs=False).values()], study.has_file)\n"
    done = typed(load + CLAIM.format(3) + ask, tmp_path)
    assert (done.stdout, done.stderr) == ("['exhausted'] False\n", "")
    assert not certificate_path("take").exists()
    file(RULES + CLAIM.format(3), tmp_path)  # the same claim, written: what is known is kept
    assert typed(load + ask, tmp_path).stdout == "['exhausted'] True\n"
    assert certificate_path("take").exists()


# Errors.


@pytest.mark.every_python
def test_an_error_in_typed_rules_is_a_line_after_the_authors_own_lines(tmp_path: Path) -> None:
    done = typed(RULES + FAILING + "broken.explore()", tmp_path)
    lines = done.stderr.splitlines()
    assert lines[-1] == (
        "oracles.errors.RulesError: options of 3: ZeroDivisionError: integer division or modulo "
        "by zero"
    )
    ours = [line for line in lines if str(ROOT) in line]
    assert len(ours) == 1, "the frame that raises it, and none below it"
    assert any(line.endswith(", in options") for line in lines)


def test_an_error_in_a_files_rules_begins_with_the_file_and_the_line(tmp_path: Path) -> None:
    file(RULES.replace("heap - taken", "heap // (heap - 3)"), tmp_path)
    ask = "from grundwork import load_study\nload_study('take.py').explore()"
    last = typed(ask, tmp_path).stderr.splitlines()[-1]
    assert last.startswith("research.claims.study.VariantError: take.py:9: options of")


# What is shown.

CELLS = f"""
import io, sys
from contextlib import redirect_stdout
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
shell.run_cell({RULES + CLAIM.format(3) + FAILING!r})
def shown(text):
    found = shell.run_cell(text + ";").result
    return {{kind.partition("/")[2] for kind in shell.display_formatter.format(found)[0]}}
for text in ("study", "study.check(examples=20)", "study.prove()", "study.explore(9)",
             "study.truth(9)",
             "study.explore(9).pictures['p-positions'].figure()"):
    print("shown:", text, sorted(shown(text)))
error = io.StringIO()
with redirect_stdout(error):
    shell.run_cell("broken.check()\\nbroken.explore()")
print("shown:", "grundwork/study.py" in error.getvalue(), "(heap - 3)" in error.getvalue())
print("shown:", error.getvalue().splitlines()[-1])
"""


@pytest.mark.expensive
def test_ipython_shows_each_richly_and_of_an_error_none_of_our_lines(tmp_path: Path) -> None:
    pytest.importorskip("IPython")
    done = typed(CELLS, tmp_path)
    shown = [line for line in done.stdout.splitlines() if line.startswith("shown: ")]
    assert [line.removeprefix("shown: ") for line in shown] == [
        "study ['markdown', 'plain']",
        "study.check(examples=20) ['markdown', 'plain']",
        "study.prove() ['html', 'plain']",
        "study.explore(9) ['html', 'plain']",
        "study.truth(9) ['html', 'plain']",
        "study.explore(9).pictures['p-positions'].figure() ['plain', 'svg+xml']",
        "False True",
        "RulesError: options of 3: ZeroDivisionError: integer division or modulo by zero",
    ], done.stdout + done.stderr


def test_a_table_of_verdicts_has_the_refuted_first_and_formulas_as_they_are() -> None:
    study = Study("two-heaps", nim(2))
    for claim in ("$a_1 = a_2$", "$a_1 < a_2$"):
        study.p_positions(
            claim,
            believed=lambda piles, equal="=" in claim: (piles[0] == piles[1]) == equal,
            controls={"one is empty": lambda piles: 0 in piles},
            size=5,
        )
    rows = study.check(examples=5, proofs=False)._repr_markdown_().splitlines()[4:]
    assert [row.split(" | ")[0] for row in rows] == ["| **refuted**", "| **exhausted**"]
    assert "$a_1 \\lt a_2$" in rows[0]


def test_a_proof_is_shown_with_its_automaton() -> None:
    shown = Study("two-heaps", nim(2)).prove()._repr_html_()
    assert "<strong>Proved</strong>" in shown
    assert shown.count('<img src="data:image/svg+xml;base64,') == 1


def test_a_notebook_draws_positions_where_the_game_has_a_drawing() -> None:
    picture = "](data:image/svg+xml;base64,"
    study = load_study("domineering")
    assert study_as_markdown(study).count(picture) == 1
    rows = truth_as_markdown(solve(study.game, 4)).splitlines()[4:16]
    assert all(picture in row for row in rows)
    assert picture not in truth_as_markdown(solve(nim(2), 3))


def test_a_data_frame_has_a_row_for_each_position_claim_or_row() -> None:
    pytest.importorskip("pandas")
    truth = solve(nim(2), 3)
    frame = data_frame(truth)
    assert frame["position"].tolist() == list(truth.positions)
    assert frame["Grundy value"].tolist() == [a ^ b for a, b in truth.positions]
    games = load_study("domineering").game
    partizan = data_frame(solve(games, 2))
    assert {"outcome", "Left wins by", "Right wins by"} < {*partizan.columns}
    growth = data_frame(explore(nim(2), size=3).section("Growth"))
    assert growth["positions"].tolist() == [1, 3, 6, 10]
