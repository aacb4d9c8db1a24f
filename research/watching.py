"""Watching a check for solver code that runs where the truth is computed.

What is believed may well be a solver. But where a solver runs outside of what is believed, it
took part in the other side, and a claim that a solver has checked is *tested* at most. So a check
that would give *exhausted* is watched: every function of ``fast/`` and every solver in an
agreement of the study counts, calls of what is believed do not.

Only what runs is seen. What a solver computed earlier and a cache kept is not; the tests run
every such check of the built-in studies with nothing kept.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from types import BuiltinFunctionType, CodeType, FunctionType, MethodDescriptorType, MethodType
from typing import TYPE_CHECKING, Any

from research.grounds import SOLVERS

if TYPE_CHECKING:
    from types import FrameType

    from research.claims import Claim, Evidence

GATE = ("certificates", "confirmed", "kinds", "loaded", "reaching", "thresholds", "watching")
NO_SOLVERS = {f"fast.{name}" for name in (*GATE, "errors")}  # they compute no answer
FUNCTIONS = (
    FunctionType,
    BuiltinFunctionType,
    MethodType,
    MethodDescriptorType,
    functools.partial,
    functools._lru_cache_wrapper,  # noqa: SLF001  # it has no public name
)


def watched(claim: Claim, believed: Any, run: Callable[[Any], Evidence]) -> Evidence:
    """Run a check of a claim, and lower what it gives if solvers took part in the truth.

    Parameters
    ----------
    claim
        The claim. Only what it believes itself is watched: for a wrong twin it does not matter.
    believed
        What the check is to take for true.
    run
        The check.
    """
    from research.claims import Level

    if believed is not claim.believed:
        return run(believed)
    with SolverWatch(claim.solvers()) as watch:
        evidence = run(watch.of(believed))
    if evidence.level != Level.EXHAUSTED or not watch.seen:
        return evidence
    public = sorted(name for name in watch.seen if name[0] not in "_<")
    domain = f"{evidence.domain}; with the solvers' {', '.join(public or sorted(watch.seen))}"
    return replace(evidence, level=Level.TESTED, domain=domain, truth=SOLVERS)


@dataclass
class SolverWatch:
    """Notes which solvers run while it is entered, except within what is believed.

    Attributes
    ----------
    solvers
        Solvers outside ``fast/``.
    seen
        The names of those that ran.
    """

    solvers: Iterable[Callable[..., Any]] = ()
    seen: set[str] = field(default_factory=set)
    _believing: int = 0
    _before: Any = None

    def __enter__(self) -> SolverWatch:
        self._loaded = _modules()
        code = [each for function in self.solvers for each in _code_of(function)]
        code += [each for name in self._loaded for each in _code_in(sys.modules[name])]
        self._known = {id(each): each.co_name for each in code}
        self._before = sys.getprofile()
        sys.setprofile(self._noted)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)
        self.seen |= {name.removeprefix("fast.") for name in _modules() - self._loaded}

    def of(self, believed: Any) -> Any:
        """Return what is believed, calls of which are not watched."""
        if hasattr(believed, "ungated"):
            wrapped = self._unwatched(believed)
            wrapped.ungated = self._unwatched(believed.ungated)
            return wrapped
        return self._unwatched(believed) if isinstance(believed, FUNCTIONS) else believed

    def _unwatched(self, function: Any) -> Any:
        @functools.wraps(function)
        def believing(*arguments: Any, **named: Any) -> Any:
            self._believing += 1
            try:
                return function(*arguments, **named)
            finally:
                self._believing -= 1

        return believing

    def _noted(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and not self._believing:
            name = self._known.get(id(frame.f_code))
            if name is not None:
                self.seen.add(name)


def _modules() -> set[str]:
    """Return the names of the modules of solvers that are loaded."""
    return {name for name in sys.modules if name.startswith("fast.")} - NO_SOLVERS


def _code_in(module: Any) -> Iterator[CodeType]:
    for value in vars(module).values():
        members = vars(value).values() if isinstance(value, type) else [value]
        for member in members:
            if getattr(member, "__module__", None) == module.__name__ or hasattr(member, "ungated"):
                # A decorator of another module runs the same code for whatever it decorates.
                yield from (c for c in _code_of(member) if c.co_filename == module.__file__)


def _code_of(function: Any) -> Iterator[CodeType]:
    """Yield the code of a function behind gates, caches and partials, and of those inside it."""
    for name in ("ungated", "__wrapped__", "func", "__func__", "fget", "py_func"):
        inner = getattr(function, name, None)
        if callable(inner) and inner is not function:
            yield from _code_of(inner)
    code = getattr(function, "__code__", None)
    if isinstance(code, CodeType):
        yield from _nested(code)


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)
