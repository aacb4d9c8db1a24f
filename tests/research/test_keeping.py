"""A solver takes no part in a truth, wherever it or what it computed is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from research.checks.evidence import Settings
from research.resolving.loading import load_study
from research.verdicts.checking import check_study

pytestmark = pytest.mark.every_python

FILE = """
import array, collections, contextlib, copy, functools, itertools, operator, types, weakref
from dataclasses import dataclass
from fast.gate import gated
from oracles.rules import Game
from research.claims.cases import integers
from research.claims.study import Study

class Take(Game[int]):
    "Take one or two."
    def start(self, size):
        return range(size + 1)
    def options(self, position):
        return [position - n for n in (1, 2) if n <= position]

def inner(heap):
    return heap % 3 == 0 and heap != 15

@functools.cache
def solver(heap):
    return inner(heap)

def by_rules(heap):
    return all(not by_rules(option) for option in study.game.options(heap))

study = Study("keeping", Take())
study.agree(solver, by_rules, by="the graph", over=integers(heap=8))
KEPT
study.numbers("claim", "16 is no P", {(): False}, controls={"other": True},
  computed=lambda: bool(study.game.options(16)) and bool(TRUTH), over="heaps to 16")
"""


def level(folder: Path, kept: str, truth: str) -> str:
    """The level of a claim that is computed by ``truth``, of which ``kept`` stands in its file."""
    path = folder / "keeping.py"
    path.write_text(FILE.replace("KEPT", kept).replace("TRUTH", truth))
    (verdict,) = check_study(load_study(str(path)), Settings()).verdicts
    return str(verdict.level)


SLOTS = """
@dataclass(slots=True)
class Kept:
    solver: object
kept = Kept(solver)
"""
SOLVERS = {
    "a deque": ("kept = collections.deque([solver])", "kept[0](16)"),
    "an iterator": ("kept = itertools.repeat(solver)", "next(kept)(16)"),
    "an iterator of a list": ("kept = iter([solver] * 9)", "next(kept)(16)"),
    "a chain": ("kept = itertools.chain([solver] * 9)", "next(kept)(16)"),
    "a cycle": ("kept = itertools.cycle([solver])", "next(kept)(16)"),
    "a map": ("kept = map(solver, itertools.repeat(16))", "next(kept)"),
    "a zip": ("kept = zip([solver] * 9)", "next(kept)[0](16)"),
    "a generator": ("kept = (each for each in [solver] * 9)", "next(kept)(16)"),
    "the name of a method": (
        "kept = operator.methodcaller('__call__', 16)\nof = types.SimpleNamespace(it=solver)",
        "kept(of.it)",
    ),
    "a part of a method": (
        "class Kept:\n    ask = functools.partialmethod(lambda self, f, n: f(n), solver)\n"
        "kept = Kept()",
        "kept.ask(16)",
    ),
    "a view": ("kept = collections.OrderedDict(a=solver).values()", "list(kept)[0](16)"),
    "a proxy of a table": ("kept = types.MappingProxyType({0: solver})", "kept[0](16)"),
    "a reference": ("kept = weakref.ref(solver)", "kept()(16)"),
    "a proxy": ("kept = weakref.proxy(solver)", "kept(16)"),
    "a table of references": (
        "kept = weakref.WeakValueDictionary({0: solver})",
        "kept[0](16)",
    ),
    "a chain of tables": ("kept = collections.ChainMap({}, {0: solver})", "kept[0](16)"),
    "a table of its own": ("kept = collections.UserDict({0: solver})", "kept[0](16)"),
    "slots": (SLOTS, "kept.solver(16)"),
    "a lambda's default": ("kept = lambda n, f=lambda n: solver(n): f(n)", "kept(16)"),
    "a default of a table": ("kept = collections.defaultdict(lambda: solver)", "kept[0](16)"),
    "an attribute of a function": (
        "def kept(n): return kept.by(n)\nkept.by = solver",
        "kept(16)",
    ),
    "an attribute of the study": ("vars(study)['by'] = solver", "study.by(16)"),
    "a method of a table": ("kept = {16: solver}.get", "kept(16)(16)"),
    "an array of objects": (
        "import numpy\nkept = numpy.array([solver, solver], dtype=object)",
        "kept[0](16)",
    ),
    "a stack": (
        "kept = contextlib.ExitStack()\nkept.callback(solver, 16)",
        "kept._exit_callbacks[0][1].__wrapped__(16)",
    ),
}


@pytest.mark.parametrize(("kept", "truth"), SOLVERS.values(), ids=SOLVERS)
def test_a_solver_is_found_wherever_it_is_kept(tmp_path: Path, kept: str, truth: str) -> None:
    warm = "solver(16)"  # the cache answers, and no code of the solver runs
    assert level(tmp_path, f"{kept}\n{warm}", truth) == "tested"
