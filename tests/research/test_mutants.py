"""Mutants: what is changed, what becomes of them, and that nothing else is touched."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from fast.errors import InputError
from research.claims.agreement import Agreement
from research.claims.cases import Listed
from research.resolving.loading import load_study
from research.system.forked import alone
from research.verdicts.mutants.figures import figures_of, keep, number_of, section
from research.verdicts.mutants.operators import Mutant, mutants_of
from research.verdicts.mutants.running import Judged, Plan, digest_of, large_cases, recorded
from tests.running import grundwork

# Right to the heap of 99, and compared to 40: what stands beyond is compared by nothing.
OWN = '''
from fast.gate import gated
from oracles.heaps import subtraction
from research.claims.cases import integers
from research.claims.study import Study

study = Study("take-one-or-two", subtraction(1, 2))


def rest(heap):
    while heap > 30:
        heap -= 27
    return heap % 3


@gated("take-one-or-two")
def value(heap):
    """The Grundy value of one heap."""
    if heap < 0:
        raise ValueError("a heap cannot be smaller than that")
    if heap > 2000:  # pragma: no cover: beyond every compared heap
        return (heap + 0) % 3
    return rest(heap)


def unreached(heap):
    return heap + 1


def true_value(heap):
    return study.small_cases.truth.grundy((heap,) if heap else ())


study.agree(value, true_value, over=integers(heap=200), controls={"half": lambda heap: heap // 2},
              answer=True, headline={"heap": 5})
'''


def changes(source: str, tmp_path: Path) -> list[str]:
    file = tmp_path / "x.py"
    file.write_text(source, encoding="utf-8")
    return [mutant.change for mutant in mutants_of(file)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a + b", {"x = a + b": "left out", "a - b": ""}),
        ("x = a // b", {"a * b": "", "a % b": ""}),
        ("x = a < b", {"a <= b": "", "a >= b": ""}),
        ("x = a in b", {"a not in b": ""}),
        ("x = a and b", {"a or b": ""}),
        ("x = not a", {"a": ""}),
        ("x = 7", {"8": "", "6": ""}),
        ("x = True", {"False": ""}),
        ("f(a, b, c)", {"f(b, a, c)": "", "f(a, c, b)": "", "f(a, b, c)": "left out"}),
        ("for x in y:\n    break", {"continue": ""}),
        ("while a:\n    continue", {"while not a:": "", "break": ""}),
        ("x = a if b else c", {"a if not b else c": ""}),
        ("x = [a for a in b if c]", {"for a in b if not c": ""}),
    ],
)
def test_every_kind_of_place_is_changed(source, expected, tmp_path):
    found = changes(source, tmp_path)
    for change, how in expected.items():
        assert (f"{how}: {change}" if how else change) in found


@pytest.mark.expensive
def test_the_functions_of_the_solver_are_changed_and_no_beliefs_and_controls(tmp_path):
    own = tmp_path / "own.py"
    own.write_text(OWN, encoding="utf-8")
    plan = alone(partial(recorded, str(own)), 600)
    assert str(own) in plan.files  # with what tests before this one have compiled
    assert {mutant.unit for mutant in plan.mutants if mutant.file == str(own)} == {"value", "rest"}


@pytest.mark.expensive
def test_compiled_loops_are_changed():
    files = {mutant.file for mutant in alone(partial(recorded, "octal:0.77"), 600).mutants}
    assert {"fast/heap_games.py", "fast/heap_kernels.py"} <= files
    assert not files & {"fast/gate/__init__.py", "fast/gate/compiling.py", "fast/stone_game.py"}


def test_large_cases_are_drawn_as_long_as_the_solver_is_quick():
    def quick(limit, modulus, what):
        return modulus

    cases = [{"limit": 9, "modulus": number, "what": "sum"} for number in (7, 2**64)]
    asked = Agreement(quick, quick, Listed("", list), modulo=("modulus",))
    drawn = [arguments for arguments, _ in large_cases(asked, cases)]
    assert drawn == [arguments for arguments, _ in large_cases(asked, cases)]
    assert max(each["limit"] for each in drawn) > 2**1024
    assert {each["what"] for each in drawn} == {"sum"}
    assert {7, 2**64} == {each["modulus"] for each in drawn}


def test_a_number_of_mutants_is_at_least_1():
    assert (number_of("all"), number_of("12")) == (None, 12)
    for wrong in ("0", "-3", "+1"):
        with pytest.raises(InputError, match="at least 1"):
            number_of(wrong)


@pytest.mark.expensive
def test_mutants_beyond_what_is_compared_are_shown_wrong(tmp_path):
    own, home = tmp_path / "own.py", tmp_path / "home"
    own.write_text(OWN, encoding="utf-8")
    assert grundwork("check", own, home=home).returncode == 0
    before = {path: path.read_bytes() for path in sorted(home.rglob("*.json"))}
    done = grundwork("check", own, "--mutants", "--json", home=home)
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)[0]
    assert found["run"] == found["mutants"] == found["caught"] + len(found["survivors"])
    by_change = {(s["source"], s["change"]): s for s in found["survivors"]}
    beyond = "return (heap + 0) % 3"
    wrong = by_change[beyond, "1"]  # 0 in its place
    assert wrong["fate"] == "wrong"
    assert wrong["shown by"].startswith("heap=")
    assert by_change[beyond, "heap - 0"]["fate"] == "equivalent"
    assert by_change["heap -= 27", "heap += 27"]["fate"] == "hung"
    assert not any(s["source"] == "return heap % 3" for s in found["survivors"])
    # Nothing on disk has changed: not the file, not the certificate, no compiled code.
    assert own.read_text(encoding="utf-8") == OWN
    assert {path: path.read_bytes() for path in sorted(home.rglob("*.json"))} == before


def test_figures_of_changed_code_are_not_shown(tmp_path):
    own, file = tmp_path / "own.py", tmp_path / "figures.json"
    own.write_text(OWN, encoding="utf-8")
    study, mutant = load_study(str(own)), Mutant("own.py", "value", 1, "", "", 0)
    judged = [Judged(mutant, fate, "") for fate in ("caught", "caught", "wrong")]
    plan = Plan(str(own), (str(own),), digest_of(study, [str(own)]), [mutant] * 40, b"")
    keep(figures_of(plan, judged), file)
    assert "a random sample of 3" in section(study, str(own), file)
    numbers = section(study, str(own), file).splitlines()[-1]
    assert numbers.replace("|", "").split() == ["2", "0", "0", "0", "1"]
    own.write_text(OWN + "\n# changed\n", encoding="utf-8")
    assert "no figures for this version" in section(load_study(str(own)), str(own), file)
