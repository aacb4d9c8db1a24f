"""The pytest plugin collects what a variant file claims, and stays out of the way otherwise."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from importlib.metadata import entry_points

import pytest

from tests.running import ROOT
from tests.texts import LINE

pytest_plugins = ["pytester"]

RIGHT = "lambda n: n % 3 == 0"
VARIANT = f"""
from oracles.rules import Game
from research.claims.study import Study
{LINE}
study = Study("line", Line(), source="a test")
study.p_positions(
    "They are $3n$.", believed={{believed}}, {{size}}controls={{{{"even": lambda n: n % 2 == 0}}}},
)
study.numbers("four", "2 + 2", {{{{(): 4}}}}, lambda: sum([2, 2]), over="2 + 2", by="hand")
study.agree({{fast}}, "P-position", controls={{{{"even": lambda n: n % 2 == 0}}}}, size=300)

def test_of_its_own():
    assert study.name == "line"
"""
LEFT_OUT = ("-p", "no:xdist", "-p", "no:nbval")  # which is slow to load
Run = Callable[..., pytest.RunResult]


def variant(believed: str = RIGHT, fast: str = RIGHT, size: str = "size=300, ") -> str:
    """A file; with a size, cases are listed to it."""
    return VARIANT.format(believed=believed, fast=fast, size=size)


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest in a folder of its own, with the plugin as an installed one would be."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    installed = {entry.name for entry in entry_points(group="pytest11")}
    plugin = [] if "grundwork" in installed else ["-p", "grundwork.pytest_plugin"]
    return lambda *words: pytester.runpytest_subprocess(*plugin, *LEFT_OUT, *words)


@pytest.mark.every_python
def test_claims_controls_and_agreements_are_tests(pytester: pytest.Pytester, run: Run) -> None:
    pytester.makepyfile(line=variant(size=""))
    result = run("line.py", "-v")
    result.assert_outcomes(passed=6)
    result.stdout.fnmatch_lines_random(
        [
            "*test_of_its_own PASSED*",
            "*claim[[]p-positions, every case: They are $3n$.[]] PASSED*",
            "*controls[[]p-positions: They are $3n$.[]] PASSED*",
            "*claim[[]four, computed: 2 + 2[]] PASSED*",
            "*agreement[[]*lambda*[]] PASSED*",
        ]
    )


@pytest.mark.every_python
def test_a_failure_says_what_is_claimed_and_how_to_repeat_it_and_nothing_of_ours(
    pytester: pytest.Pytester, run: Run
) -> None:
    pytester.makepyfile(**{"games/line": variant("lambda n: n % 3 == 0 and n < 100", size="")})
    result = run("games/line.py", "-k", "case")
    result.assert_outcomes(failed=1, deselected=5)
    again = "pytest 'games/line.py::claim[p-positions, every case: They are $3n$.]'"
    assert "  claimed: They are $3n$.\n" in result.stdout.str()
    assert f"  again: {again}\n  or: grundwork check games/line.py\n" in result.stdout.str()
    result.stdout.fnmatch_lines(["p-positions is refuted: 102: found True, believed False"])
    for ours in ("pytest_plugin", "Falsifying", "research", "Traceback"):
        assert ours not in result.stdout.str()
    command = shlex.split(again)[1:]
    run(*command).assert_outcomes(failed=1)


def test_a_files_own_tests_have_the_truth(pytester: pytest.Pytester, run: Run) -> None:
    own = """
from hypothesis import given, strategies as st

@given(st.integers(1, 20))
def test_moves(position):
    assert all(1 <= position - option <= 2 for option in study.game.options(position))

def test_truth(truth):
    assert truth(20).outcome(18) == "P"
"""
    pytester.makepyfile(line=f"{variant()}\n{own}")
    run("line.py::test_moves", "line.py::test_truth").assert_outcomes(passed=2)
    pytester.makepyfile(line=f"{variant()}\n{own}\nstudy = None")
    result = run("line.py::test_truth")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["fixture truth: expected a file with one Study; it has no study"])


@pytest.mark.parametrize(
    ("text", "failed", "said"),
    [
        (
            variant(believed="lambda n: n % 2 == 0", fast="lambda n: n == 0"),
            2,
            ["*disagrees: n=3: the solver gives False, the oracle True", "*is refuted: 2: found*"],
        ),
        (
            variant().replace('{"even": lambda n: n % 2 == 0}', f'{{"even": {RIGHT}}}', 1),
            1,
            ["*p-positions: controls not caught: even*"],
        ),
    ],
    ids=["a disagreement", "a control that is not caught"],
)
def test_what_is_wrong_fails(
    text: str, failed: int, said: list[str], pytester: pytest.Pytester, run: Run
) -> None:
    pytester.makepyfile(line=text)
    result = run("line.py")
    result.assert_outcomes(failed=failed, passed=6 - failed)
    result.stdout.fnmatch_lines_random(said)


def test_a_claim_with_a_correction_is_an_expected_failure(
    pytester: pytest.Pytester, run: Run
) -> None:
    corrected = f"controls={{'even': lambda n: n % 2 == 0}}, correction=('right', {RIGHT}),"
    text = variant(believed="lambda n: n == 0").replace(
        'controls={"even": lambda n: n % 2 == 0},', corrected, 1
    )
    pytester.makepyfile(line=text)
    run("line.py").assert_outcomes(xfailed=1, passed=4)


def test_a_file_that_was_not_named_is_left_alone(pytester: pytest.Pytester, run: Run) -> None:
    pytester.makepyfile(line=variant(), test_other="def test_other():\n    assert True\n")
    run().assert_outcomes(passed=1)
    run(".").assert_outcomes(passed=1)


def test_a_study_that_is_imported_is_a_files_own_but_not_a_test_files(
    pytester: pytest.Pytester, run: Run
) -> None:
    pytester.makepyfile(
        line=variant(),
        test_it="from line import study\n# Study(\ndef test_it():\n    assert study\n",
    )
    run("test_it.py").assert_outcomes(passed=1)
    pytester.makepyfile(again="from line import study\n")
    run("again.py").assert_outcomes(passed=5)
