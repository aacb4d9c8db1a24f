"""Mutants: what is changed, what becomes of them, and that nothing else is touched."""

from __future__ import annotations

import ast
import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from research.verdicts.mutants.answering import (
    Unit,
    answering_units,
    called_units,
    mutants_of_study,
    reached_units,
    solver_files,
    units_of,
)
from research.verdicts.mutants.forked_runs import Judged, sampled
from research.verdicts.mutants.judging_cases import (
    LONGEST_BITS,
    Recorded,
    large_arguments,
    large_outcome,
)
from research.verdicts.mutants.reasons import (
    Reason,
    reasons,
    unexplained,
    without_a_line,
    without_a_survivor,
)
from research.verdicts.mutants.sample import number_of

from fast.errors import InputError
from grundwork.commands.mutants import with_number
from research.resolving.loading import load_study
from research.verdicts.mutants.figures import LANGUAGE, Figures, digest_of, files_of, section, write
from research.verdicts.mutants.operators import Mutant, mutants_of, mutated

ROOT = Path(__file__).parents[2]
COMMAND = (
    sys.executable,
    "-c",
    "import sys; sys.argv[0] = 'grundwork'; from grundwork.entrance import main; main()",
)

# Right to the heap of 99, and compared to 40: what stands beyond is compared by nothing.
OWN = '''
from fast.gate import gated
from oracles.heaps import subtraction
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
    if heap > 2000:  # not compared: beyond every compared heap
        return (heap + 0) % 3
    return rest(heap)


def unreached(heap):
    return heap + 1


def true_value(heap):
    return study.small_cases.truth.grundy((heap,) if heap else ())


study.agree(value, true_value, over="sizes", controls={"half": lambda heap: heap // 2},
              answer=True, headline={"heap": 5})
'''


def changes(source: str) -> list[str]:
    tree = ast.parse(source)
    return [m.change for m in mutants_of(source, tree, "x.py", [("x", tree.body[0])])]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a + b", {"x = a + b": "left out", "a - b": "", "a * b": "", "a >> b": ""}),
        ("x = a < b", {"a <= b": "", "a > b": "", "a == b": ""}),
        ("x = a in b", {"a not in b": ""}),
        ("x = a and b", {"a or b": ""}),
        ("x = not a", {"a": ""}),
        ("x = -a", {"a": "", "~a": ""}),
        ("x = 7", {"8": "", "6": ""}),
        ("x = True", {"False": ""}),
        ("f(a, b, c)", {"f(b, a, c)": "", "f(a, c, b)": "", "f(a, b, c)": "left out"}),
        ("for x in y:\n    break", {"for x in []:": "", "continue": ""}),
        ("while a:\n    continue", {"while not a:": "", "break": ""}),
        ("x = a if b else c", {"a if not b else c": ""}),
        ("x = [a for a in b if c]", {"for a in b if not c": ""}),
        ("try:\n    f()\nexcept E:\n    g()", {"except StopAsyncIteration:": ""}),
    ],
)
def test_every_kind_of_place_is_changed(source, expected):
    found = changes(source)
    for change, how in expected.items():
        assert (f"{how}: {change}" if how else change) in found


@pytest.mark.parametrize("source", ["x: int", "'words'", "raise E(1 + 2)", "import a", "x = 'a'"])
def test_what_says_something_in_words_is_left_alone(source):
    assert {change.partition(":")[0] for change in changes(source)} <= {"left out"}


def test_a_mutant_differs_from_the_source_in_its_place_alone():
    source = Path(ROOT / "fast" / "modular.py").read_text(encoding="utf-8")
    tree = ast.parse(source)
    whole = ast.unparse(tree).splitlines()
    for mutant in list(mutants_of(source, tree, "x", [("x", n) for n in tree.body]))[::37]:
        written = ast.unparse(mutated(source, mutant)).splitlines()
        assert written != whole
        assert sum(line not in whole for line in written) <= 1, mutant


def test_the_answering_code_is_what_an_answer_can_reach(tmp_path):
    own = tmp_path / "own.py"
    own.write_text(OWN, encoding="utf-8")
    study = load_study(str(own))
    assert solver_files(study) == [own]
    names = {unit.name for unit in answering_units(study)}
    assert {"value", "rest"} <= names
    assert "unreached" not in names
    files = {mutant.file for mutant in mutants_of_study(load_study("octal:0.77"))}
    heap_files = {f"fast/heap_{name}.py" for name in ("codes", "games", "kernels")}
    assert heap_files <= files
    assert not files & {"fast/gate.py", "fast/compiling.py", "fast/stone_game.py"}


def test_what_a_function_cannot_reach_is_not_reached_from_it():
    study = load_study("stone-game")
    units = units_of(study)
    answer = next(a.plain for a in study.agreements if a.plain.__name__ == "answer")
    contains = {"contains", "_table_limit"}
    assert {"answer", "packed", "use", "tables"} <= names(reached_units([answer], units))
    assert not contains & names(reached_units([answer], units))
    # Kernels do not show when they are called, so those that a caller names count.
    called = called_units([(answer.__code__.co_filename, answer.__code__.co_firstlineno)], units)
    assert {"answer", "packed", "tables", "KEY_TYPE"} <= names(called)
    assert not (contains | {"criterion"}) & names(called)


def names(units: list[Unit]) -> set[str]:
    return {unit.name for unit in units}


def test_of_several_right_options_none_is_asked_for_beyond_the_oracle():
    study = load_study("binary-blackboard")
    by_name = {agreement.plain.__name__: n for n, agreement in enumerate(study.agreements)}
    recorded = [Recorded([]) for _ in study.agreements]
    for agreement, record in zip(study.agreements, recorded, strict=True):
        if agreement.plain.__name__ in ("winning_option", "oscar_loses"):
            least = agreement.whole()[0]
            record.cases.append((least, agreement.oracle(**least)))

    def beyond(name, **arguments):
        return large_outcome(study, recorded, by_name[name], arguments)

    one_of_two = beyond("winning_option", position=(1126, 1, "Oscar"))
    assert (one_of_two.value, one_of_two.refused, one_of_two.error) == (None, False, "")
    assert beyond("winning_option", position=(3, 0, "Oscar")).refused
    assert beyond("oscar_loses", number=2**200 - 1).value is True


def test_moduli_and_factors_are_drawn_with_large_arguments_and_some_are_refused():
    study = load_study("silver-dollar")
    case = {"squares": 9, "coins": 2, "modulus": 6, "factors": (2, 3)}
    fits, refused = set(), []
    for _, arguments, outcome in large_arguments(study, answers_only(study, case)):
        product = math.prod(arguments["factors"])
        if outcome.refused and outcome.error == "ModulusError":
            refused.append((arguments["modulus"], product))
        elif not outcome.error:
            assert product == arguments["modulus"]
            fits.add(len(arguments["factors"]))
    assert fits >= {2, 3, 4, 5, 6}
    assert any(product < modulus and modulus % product == 0 for modulus, product in refused)
    assert any(product > modulus and product % modulus == 0 for modulus, product in refused)
    assert any(product % modulus and modulus % product for modulus, product in refused)


def test_integers_are_drawn_as_long_as_the_solver_takes_them():
    study = load_study("divisor-nim")
    case = {"limit": 9, "heaps": 2, "modulus": 7}
    cases = answers_only(study, case, algorithm="transform")
    drawn = [found for found in large_arguments(study, cases) if not found[2].error]
    assert max(arguments["limit"] for _, arguments, _ in drawn) > 2**1024
    assert {2**61 - 1, 2**64} <= {arguments["modulus"] for _, arguments, _ in drawn}
    assert LONGEST_BITS > 100_000  # the longest exponent that the blackboard takes


def answers_only(study, case, **fixed):
    """Give one case to the first agreement that is about the answer, and none to any other."""
    first = next(
        n
        for n, a in enumerate(study.agreements)
        if a.plain.__name__ == "answer" and fixed.items() <= a.fixed.items()
    )
    cases = [(case, None)]
    return [Recorded(cases if n == first else []) for n in range(len(study.agreements))]


def test_a_sample_is_always_the_same_and_keeps_the_order():
    mutants = [Mutant("x.py", "x", line, "", "", line, 0) for line in range(500)]
    first = sampled(mutants, 40, "a")
    assert first == sampled(mutants, 40, "a") == sorted(first, key=lambda mutant: mutant.line)
    assert len(set(first)) == 40
    assert set(first) < set(sampled(mutants, 80, "a"))
    assert first != sampled(mutants, 40, "b")
    assert sampled(mutants, None, "a") == mutants


def test_a_sample_stays_where_other_code_changed():
    mutants = [Mutant("x.py", "x", line, f"a = {line}", "", line, 0) for line in range(500)]
    first = sampled(mutants, 40, "a")
    kept = {mutant.line for mutant in sampled([m for m in mutants if m.line % 10], 40, "a")}
    assert {mutant.line for mutant in first if mutant.line % 10} <= kept


def test_the_option_takes_a_number_or_none():
    assert with_number(["check", "x", "--mutants"]) == ["check", "x", "--mutants", "all"]
    assert with_number(["check", "--mutants", "7", "x"]) == ["check", "--mutants", "7", "x"]
    assert (number_of("all"), number_of("12")) == (None, 12)
    for wrong in ("0", "-3", "+1"):
        with pytest.raises(InputError, match="at least 1"):
            number_of(wrong)


def check(file: Path, *words: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "check", str(file), *words],
        capture_output=True,
        text=True,
        env=os.environ | {"GRUNDWORK_HOME": str(home), "PYTHONPATH": str(ROOT)},
        check=False,
    )


@pytest.mark.expensive
def test_mutants_beyond_what_is_compared_are_shown_wrong(tmp_path):
    own, home = tmp_path / "own.py", tmp_path / "home"
    own.write_text(OWN, encoding="utf-8")
    assert check(own, home=home).returncode == 0
    before = {path: path.read_bytes() for path in sorted(home.rglob("*.json"))}
    done = check(own, "--mutants", "--json", home=home)
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


@pytest.mark.expensive
def test_an_interrupt_ends_every_mutant_at_once(tmp_path):
    own = tmp_path / "own.py"
    own.write_text(OWN, encoding="utf-8")
    with subprocess.Popen(
        [*COMMAND, "check", str(own), "--mutants"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"GRUNDWORK_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        text=True,
        start_new_session=True,
    ) as process:
        while len(_in_session(process.pid)) < 3:  # the one that waits, the one that works, a mutant
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in said
    assert _in_session(process.pid) == []


def _in_session(session: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.expensive
@pytest.mark.parametrize("target", ["divisor-nim", "octal:0.77"])
def test_no_mutant_of_a_small_sample_survives_and_is_wrong(target, tmp_path):
    done = check(Path(target), "--mutants", "10", "--json", home=tmp_path)
    found = json.loads(done.stdout)[0]
    assert (found["run"], found["wrong"]) == (10, 0), found
    assert found["caught"] > 0


def test_figures_of_changed_code_are_not_shown(tmp_path):
    own, file = tmp_path / "own.py", tmp_path / "figures.json"
    own.write_text(OWN, encoding="utf-8")
    study = load_study(str(own))
    write([Figures("own.py", digest_of(study), 40, 40, 30, 1, 8, 0, 1, 2)], file)
    assert "| 30 | 1 | 8 | 0 | 1 |" in section(study, "own.py", file)
    own.write_text(OWN + "\n# changed\n", encoding="utf-8")
    assert "Not run on this code" in section(load_study(str(own)), "own.py", file)


def test_figures_are_of_the_files_that_say_what_is_compared():
    for name in ("stone-game", "divisor-nim", "binary-blackboard", "silver-dollar"):
        study = load_study(name)
        assert study.file.with_name("agreements.py") in files_of(study)
        assert {LANGUAGE / "cases.py", LANGUAGE / "agreeing.py"} <= files_of(study)


def test_a_reason_is_for_something_that_stands_and_survives():
    mutant = Mutant("fast/errors.py", "f", 1, "if value < least:", "value <= least", 0, 0)
    left = Judged(mutant, "equivalent", "")
    fits = Reason("fast/errors.py", "if value < least:", "why")
    other = Reason("fast/errors.py", "if value < least:", "why", change="value > least")
    assert unexplained([left], [other]) == [left]
    assert unexplained([left], [fits, other]) == []
    assert without_a_survivor([left], [fits, other]) == [other]
    assert without_a_line([Reason("fast/errors.py", "no such line", "why")])


def test_every_written_reason_is_for_a_line_that_stands():
    assert without_a_line(reasons()) == []
