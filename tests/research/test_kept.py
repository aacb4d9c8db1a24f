"""What a cache kept of a solver's answers is no truth by which anything is exhausted."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.checks.evidence import Level, Settings
from research.resolving.loading import load_study
from research.verdicts.checking import check_study

pytestmark = pytest.mark.every_python

STUDY = """
from functools import cache
from grundwork import Study, integers, nim

study = Study("kept", nim(1), source="a test")

def solver(n):
    return n * n

def oracle(n):
    return sum([n] * n)

@cache
def kept(n):
    return {computed}(n)

study.agree(solver, oracle, over=integers(n=9), controls={{"one more": lambda n: n * n + 1}})
study.claim("squares", "The sum of $n$ numbers $n$ is $n^2$.", believed=lambda n: n**2,
            controls={{"cubes": lambda n: n**3}}).equals(kept, integers(n=9), by="the sum")
"""


def level_of(folder: Path, computed: str) -> Level:
    """The level of a claim whose truth a cache kept, of what computed it."""
    file = folder / "kept.py"
    file.write_text(STUDY.format(computed=computed), encoding="utf-8")
    study = load_study(str(file))
    kept = study.claims[0].checks[0].holds.__closure__  # what stands in the file, as it was loaded
    assert kept is not None
    for n in range(10):
        _cache_in(kept)(n)
    return check_study(study, Settings()).verdicts[0].level


def _cache_in(closure: tuple) -> object:
    return next(c.cell_contents for c in closure if hasattr(c.cell_contents, "cache_info"))


def test_what_a_solver_computed_and_a_cache_kept_is_tested(tmp_path: Path) -> None:
    assert level_of(tmp_path, computed="solver") == Level.TESTED


def test_what_another_way_computed_and_a_cache_kept_is_exhausted(tmp_path: Path) -> None:
    assert level_of(tmp_path, computed="oracle") == Level.EXHAUSTED


WITHIN_REACH = """
from array import array
from functools import cache
from grundwork import Study, integers, nim

study = Study("within_reach", nim(1), source="a test")

@cache
def solver(n):
    return n * n

study.agree(solver, lambda n: sum([n] * n), over=integers(n=9), controls={"one": lambda n: 1})
BYTES, ARRAY = bytes(map(solver, range(10))), array("q", map(solver, range(10)))

def never_asked(n):
    return solver(n) if n > 9 else sum([n] * n)

study.claim("squares", "The sum of $n$ numbers $n$ is $n^2$.", believed=BELIEVED,
            controls={"cubes": lambda n: n**3}).equals(COMPUTED, integers(n=9), by="the sum")
"""


@pytest.mark.parametrize(
    ("believed", "computed", "level"),
    [
        ("solver", "lambda n: solver(n) + 0", Level.TESTED),  # its cache is filled as n**2 is asked
        ("lambda n: n**2", "never_asked", Level.TESTED),
        ("lambda n: n**2", "lambda n: BYTES[n] + 0", Level.TESTED),
        ("lambda n: n**2", "lambda n: ARRAY[n] + 0", Level.TESTED),
        ("solver", "lambda n: sum([n] * n)", Level.EXHAUSTED),
    ],
)
def test_what_a_solver_within_reach_may_have_computed_is_tested(
    tmp_path: Path, believed: str, computed: str, level: Level
) -> None:
    file = tmp_path / "within_reach.py"
    file.write_text(WITHIN_REACH.replace("BELIEVED", believed).replace("COMPUTED", computed))
    assert check_study(load_study(str(file)), Settings()).verdicts[0].level == level
