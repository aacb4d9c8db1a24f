"""Watching what runs while a check computes the truth: code of solvers, questions to a graph.

What is believed may well be a solver. But where a solver runs outside of what is believed, it
took part in the other side, and a claim that a solver has checked is *tested* at most. So a check
that would give *exhausted* is watched: every function of ``fast/`` and every solver in an
agreement of the study counts, calls of what is believed do not.

A check whose ground is the explicit graph is *exhausted* only if, outside of what is believed,
the rules were asked for options, a graph was built, or one that was built was read. Other rules
than the study's count only if they do more than look up what is written down. If all that was read
is what a cache kept of a graph, the cache is emptied and the check runs once more.

Nor is a check *exhausted* for which code of a researcher's opened a file, as what is read back was
written down before, had work done where no call is seen (:mod:`research.code.outside`), or took
the watch itself off.

What a solver computed earlier, and a cache or a table kept, runs no code of it. So a check is not
*exhausted* either where the code that it asks could call a solver, as far as the code says
(:mod:`fast.reaching`), or reads a table that one may have made as the file was loaded.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodDescriptorType, MethodType
from typing import TYPE_CHECKING, Any

import oracles
from fast.kinds import ungated
from fast.reaching import codes_in, plain_functions, reach
from fast.watching import NETWORK_ASKED, PROCESS_RAN, ROOT, told_of_doing
from oracles.rules import Rules
from research.checks.check import Claimed
from research.checks.compared_values import is_written_down
from research.checks.evidence import Evidence, Level, TruthFrom
from research.code.dependencies import GATE
from research.code.outside import by_researcher, still_running
from research.code.profiling import CAN_PAUSE, Called, Noted, profiled
from research.code.solver_code import methods_of_rules, own_code, solver_code, tables_from

if TYPE_CHECKING:
    from types import FrameType

NO_SOLVERS = {f"fast.{path.stem}" for path in GATE}  # they compute no answer
OPTIONS = {"options", "left_options", "right_options"}  # of rules, whoever wrote them
GRAPH_MODULES = (
    *("digraphs", "genus", "graph", "grundy", "ordering", "outcomes", "partizan", "promises"),
    *("reached", "solve", "truth"),
)
LARGER_MODULES = (
    *("compact", "compact_truth", "interned", "on_rows", "packing", "replacing", "row_rules"),
    *("vector_table", "witnesses"),
)


def _files(names: Iterable[str]) -> set[str]:
    return {str(Path(path, f"{name}.py")) for path in oracles.__path__ for name in names}


def _folder_of(package: str, folder: str) -> str:
    """Return a folder of an installed package, which is not imported for it."""
    found = find_spec(package)
    return str(Path((found and found.origin) or package).parent / folder) + os.sep


LARGER_FILES = _files(LARGER_MODULES)
GRAPH_FILES = _files(GRAPH_MODULES) | LARGER_FILES
LARGER = ", on a compact graph or table, held to the explicit graph in part"
NO_GRAPH = {"mex"}  # of those files: as good without a graph
# That a study can be checked, proved and looked into is no part of what one of its claims asks.
FACE = (str(ROOT / "grundwork" / "study.py"),)
NETWORKX = _folder_of("networkx", "classes")
NOT_ASKED = "by its author's word: no graph was built or read while it was compared"
BEGIN = {PROCESS_RAN, NETWORK_ASKED}
DONE = "by its author's word: {} while it was compared"
PROFILER = "another profiler was set"
FUNCTIONS = (
    FunctionType,
    BuiltinFunctionType,
    MethodType,
    MethodDescriptorType,
    functools.partial,
    functools._lru_cache_wrapper,  # noqa: SLF001  # it has no public name
)


def watched(
    check: object, claim: Claimed, believed: Any, run: Callable[[Any], Evidence]
) -> Evidence:
    """Run a check of a claim, and lower what it gives if solvers took part in the truth.

    Parameters
    ----------
    check
        The check, which holds the functions that it asks.
    claim
        The claim. Only what it believes itself is watched: for a control it does not matter.
    believed
        What the check is to take for true.
    run
        Runs the check.
    """
    if believed is not claim.believed:
        return run(believed)
    watch, evidence = _seen(claim, believed, run)
    if watch.larger and evidence.truth == TruthFrom.GRAPH:
        evidence = replace(evidence, where=LARGER)
    if watch.done:
        said = DONE.format(", ".join(sorted(watch.done)))
        evidence = lowered(evidence, TruthFrom.AUTHOR, f"{evidence.bound}; {said}")
    if not watch.seen and evidence.level == Level.EXHAUSTED:
        asked = [value for value in vars(check).values() if callable(value)]
        solvers = {key for solver in claim.solvers() for key in solver_code(solver)}
        watch.seen |= watch.within_reach(asked) | set(tables_from(solvers, asked))
    if not watch.seen:  # no solver
        return evidence
    public = sorted(name for name in watch.seen if name[0] not in "_<")
    named = ", ".join(public or sorted(watch.seen))
    return lowered(evidence, TruthFrom.SOLVERS, f"{evidence.domain}; with the solvers' {named}")


def _seen(
    claim: Claimed, believed: Any, run: Callable[[Any], Evidence]
) -> tuple[CheckWatch, Evidence]:
    """Run a check under a watch, again with empty caches where these kept what a graph gave."""
    from research.checks.kept import Reads

    kept, watch = Reads(), CheckWatch(claim.solvers(), claim.game)
    while True:
        with watch:
            evidence = run(watch.of(believed))
        if evidence.level != Level.EXHAUSTED or evidence.truth != TruthFrom.GRAPH or watch.graph:
            break
        if watch.unsure and not watch.in_full:
            kept, watch.in_full = Reads(), True  # what the first run has kept, the second may read
            continue
        if not kept.forget():
            evidence = lowered(evidence, TruthFrom.AUTHOR, f"{evidence.bound}; {NOT_ASKED}")
            break
    return watch, evidence


def lowered(evidence: Evidence, truth: TruthFrom, bound: str) -> Evidence:
    """Return what was exhausted as *tested*, with another truth; anything else as it is."""
    if evidence.level != Level.EXHAUSTED:
        return evidence
    return replace(evidence, level=Level.TESTED, bound=bound, truth=truth, where="")


@dataclass
class CheckWatch:
    """Notes what runs while it is entered, except within what is believed.

    What it saw against a check in one run counts in each later one, which may read what that run
    has kept. What it saw for a check, a graph, is of the last run alone.

    Attributes
    ----------
    solvers
        Solvers outside ``fast/``.
    game
        The rules of the study.
    seen
        The names of those that ran.
    graph
        Whether rules were asked for options, or a graph was built, solved or read.
    larger
        Whether it was one of the larger ways to solve a game.
    done
        What was done that makes the truth its author's word, as reading a file does.
    unsure
        Whether something called ``options`` ran that may be of rules: it was not seen whose.
    in_full
        Whether each call is looked at as it is made, which shows whose it is and takes long.
    """

    solvers: Iterable[Callable[..., Any]] = ()
    game: Any = None
    seen: set[str] = field(default_factory=set)
    graph: bool = False
    larger: bool = False
    done: set[str] = field(default_factory=set)
    unsure: bool = False
    in_full: bool = False
    _believing: threading.local = field(default_factory=threading.local)

    def __enter__(self) -> CheckWatch:
        self.graph = self.unsure = False
        self._loaded = _modules()
        self._number = len(sys.modules)
        self._began = False  # something that may outlive the call of what is believed
        self._known: dict[int, str] = {}
        self._twins: dict[int, CodeType] = {}
        self._in_file: dict[str, list[CodeType]] = {}  # of solvers
        self._tables: dict[int, CodeType] = {}  # options that are only looked up
        self._know(each for solver in self.solvers for each in solver_code(solver).values())
        self._of_no_matter: dict[int, CodeType] = {}  # with the code, so that its number stays
        self._learn(self._loaded)
        self._called = None if self.in_full or not CAN_PAUSE else Called()
        self._profile = profiled(self._noting_calls(), self._called)
        told_of_doing.append(self._note_doing)
        self.done |= still_running()
        self._hold = self._profile.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._profile.__exit__(None, None, None)
        told_of_doing.remove(self._note_doing)
        self.done |= {PROFILER} if self._hold.lost else set()
        for code in self._called.codes() if self._called is not None else ():
            self._note(code, None)
        self.seen |= {name.removeprefix("fast.") for name in self._loaded_since()}

    def within_reach(self, functions: Iterable[Callable[..., Any]]) -> set[str]:
        """Return the names of the solvers, and of their parts, that functions can call."""
        modules = len(sys.modules)
        reached = (code for each in functions for code in _reached(each, modules))
        return {name for name in map(self._solver_in, reached) if name is not None}

    def of(self, believed: Any) -> Any:
        """Return what is believed, calls of which are not watched."""
        if ungated(believed) is not believed:
            wrapped = self._unwatched(believed)
            wrapped.ungated = self._unwatched(believed.ungated)
            return wrapped
        calls = isinstance(believed, FUNCTIONS) or (own_code(believed) and callable(believed))
        return self._unwatched(believed) if calls and not isinstance(believed, type) else believed

    def _unwatched(self, function: Any) -> Any:
        @functools.wraps(function)
        def believing(*arguments: Any, **named: Any) -> Any:
            before = self._believes()
            if not before and len(sys.modules) != self._number:
                self.seen |= {name.removeprefix("fast.") for name in self._loaded_since()}
            self._believing.now = True
            paused = self._called if self._called is not None and self._called.pause() else None
            try:
                return function(*arguments, **named)
            finally:
                self._believing.now = before
                if paused is not None:
                    paused.go_on()
                if len(sys.modules) != self._number and (fresh := self._loaded_since()):
                    self._learn(fresh)
                if self._began and not before:
                    self.done |= still_running()
                    self._began = False

        return believing

    def _loaded_since(self) -> set[str]:
        """Return the modules of solvers that were loaded since this was last asked."""
        if len(sys.modules) == self._number:
            return set()
        self._number = len(sys.modules)
        fresh = _modules() - self._loaded
        self._loaded |= fresh
        return fresh

    def _learn(self, names: Iterable[str]) -> None:
        """Know the code of modules when it runs."""
        for name in names:
            self._know(_code_in(sys.modules[name]))
        self._of_no_matter.clear()

    def _know(self, codes: Iterable[CodeType]) -> None:
        for code in codes:
            self._known[id(code)] = code.co_name
            self._in_file.setdefault(code.co_filename, []).append(code)

    def _solver_in(self, code: CodeType) -> str | None:
        """Return the name of the solver that code is of; it may have been loaded twice."""
        name = self._known.get(id(code))
        if name is None and any(_alike(code, c) for c in self._in_file.get(code.co_filename, ())):
            name = self._known[id(code)] = code.co_name
            self._twins[id(code)] = code
        return name

    def _believes(self) -> bool:
        """Whether what is believed runs, in this thread."""
        return bool(getattr(self._believing, "now", False))

    def _noting_calls(self) -> Noted:
        """Return what is called with every event, so it does as little as it can of most."""
        of_no_matter, identity = self._of_no_matter, id

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call" and identity(frame.f_code) not in of_no_matter:
                code = frame.f_code
                if not (self._solver_in(code) or _may_ask_a_graph(code)):
                    of_no_matter[id(code)] = code
                elif not self._believes():
                    self._note(code, frame)

        return note

    def _note(self, code: CodeType, frame: FrameType | None) -> None:
        """Note code that ran, and not within what is believed; its frame where it is at hand."""
        name = self._solver_in(code)
        if name is not None:
            self.seen.add(name)
        elif _may_ask_a_graph(code):
            self.larger = self.larger or code.co_filename in LARGER_FILES
            if self.graph or code.co_name not in OPTIONS or code.co_filename in GRAPH_FILES:
                self.graph = True
            else:
                self.graph = self._asks_rules(code, frame)
                self.unsure = self.unsure or (frame is None and not self.graph)

    def _asks_rules(self, code: CodeType, frame: FrameType | None) -> bool:
        """Whether a function called ``options`` is one of rules, and not of a mere table."""
        if frame is not None and not isinstance(frame.f_locals.get(code.co_varnames[0]), Rules):
            return False
        if id(code) not in self._tables:
            methods = methods_of_rules(code, OPTIONS)
            if not methods:  # another function may stand before it
                return frame is not None
            own = [f for name in OPTIONS for f in plain_functions(getattr(self.game, name, None))]
            if any(code is each.__code__ for each in own) or not all(map(is_written_down, methods)):
                return True
            self._tables[id(code)] = code
        return False

    def _note_doing(self, frame: FrameType, done: str, _: object) -> None:
        if self._believes():
            self._began = self._began or done in BEGIN
        elif by_researcher(frame, done):
            self.done.add(done)


@functools.lru_cache(maxsize=256)
def _reached(function: Callable[..., Any], _: int) -> list[CodeType]:  # more when more is imported
    return [code for code, _ in reach(function, apart=FACE).functions.values()]


def _alike(one: CodeType, other: CodeType) -> bool:
    """Whether code of one file is the same but for its name, and for code within it."""
    return one.co_firstlineno == other.co_firstlineno and _written(one) == _written(other)


def _written(code: CodeType) -> tuple[Any, ...]:
    constants = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_code, code.co_names, code.co_freevars, constants


def _may_ask_a_graph(code: CodeType) -> bool:
    """Whether a function builds or reads a graph, or asks for options if it is one of rules."""
    if code.co_filename in GRAPH_FILES:
        return code.co_name not in NO_GRAPH
    of_rules = code.co_name in OPTIONS and code.co_argcount > 0
    return of_rules or code.co_filename.startswith(NETWORKX)


def _modules() -> set[str]:
    """Return the names of the modules of solvers that are loaded."""
    return {name for name in sys.modules if name.startswith("fast.")} - NO_SOLVERS


def _code_in(module: Any) -> Iterator[CodeType]:
    for value in vars(module).values():
        members = vars(value).values() if isinstance(value, type) else [value]
        for member in members:
            own = getattr(member, "__module__", None) == module.__name__
            if own or ungated(member) is not member:
                # A decorator of another module runs the same code for whatever it decorates.
                yield from (c for c in _code_of(member) if c.co_filename == module.__file__)


def _code_of(function: Any) -> Iterator[CodeType]:
    """Yield the code of a function behind gates, caches and partials, and of those inside it."""
    for code in own_code(function):
        yield from codes_in(code)
