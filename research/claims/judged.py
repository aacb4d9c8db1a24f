"""Whether an oracle calls the solver that it should judge.

What the truth of an agreement is, its author says in words; whether solver code runs where it is
computed, is looked at here. An oracle that calls the compared function with the same choices judges
nothing and is refused. Where it calls other code of the solver, another algorithm or a part of it,
that is what the function was compared with, and the author's words are put aside.

The solver is what the compared function can call (:mod:`fast.reaching`) and every file of ``fast/``
that it enters; not its rules, which oracle and solver may both read. Caches that could hold what
the solver computed are emptied before. Looked at are all calls of an oracle that names solver code;
of any other the first 20, then every 100th, and each that is twice as large as these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from fast.confirmed import home
from fast.kinds import is_choice, largest_integers, path_of
from fast.loaded import fingerprint
from fast.making import is_written_here, made_since, named_since
from fast.reaching import Reach, reach
from fast.watching import (
    FOLDER_READ,
    MADE_READ,
    ROOT,
    opened_by,
    told_of_doing,
    traces_of,
)
from research.checks.equality import show
from research.checks.evidence import ClaimError
from research.code.dependencies import is_kept, is_machinery
from research.code.profiling import Noted, profiled
from research.code.solver_code import own_code, solver_code, tables_from

if TYPE_CHECKING:
    from types import FrameType

CACHED = "__pycache__"  # which Python makes
FIRST, EVERY = 20, 100
MOST_NAMES = 3


class WatchedOracle:
    """The oracle of an agreement, which notes what code of the solver runs as it answers.

    Parameters
    ----------
    name, plain, oracle, fixed, lowered
        As of :class:`research.claims.agreement.Agreement`.
    """

    def __init__(
        self,
        name: str,
        plain: Callable[..., Any],
        oracle: Callable[..., Any],
        fixed: Mapping[str, Any],
        lowered: Mapping[str, Any],
    ) -> None:
        self._name, self._plain, self._oracle = name, plain, oracle
        self._fixed, self._lowered = fixed, lowered
        found = reach(plain)
        self._solver = solver_code(plain)
        self._entries = {id(code) for code in own_code(plain)}
        self._prints = {fingerprint(code): key for key, code in self._solver.items()}
        self._kinds: dict[int, tuple[CodeType, int | None]] = {}  # the code is kept with its id
        self._of_no_matter: set[int] = set()
        self._noting = self._noting_calls()
        self._files = {code.co_filename for code in self._solver.values()}
        self._calls = self._largest = 0
        self._refused: ClaimError | None = None
        self._case: Mapping[str, Any] = {}
        self._others: set[str] = set()
        self._lost = False
        asked = reach(oracle)
        _empty_caches(self._solver, found, asked)
        self._names_it = not self._solver.keys().isdisjoint(asked.functions)
        self._kernels = _kernels(asked, self._solver)
        self._tables = tables_from(self._solver, [oracle])
        files = {Path(code.co_filename).resolve() for code, _ in asked.functions.values()}
        # What checks opens files on behalf of others too; what it opens for this oracle is noted.
        self._readers = {file for file in files if not is_machinery(file)}
        self._read: set[Path] = set()
        self._listed: set[str] = set()

    def __call__(self, **arguments: Any) -> Any:
        """Ask the oracle."""
        if self._refused is not None:  # Hypothesis asks the same case once more
            raise self._refused
        self._calls += 1
        size = max(largest_integers(arguments).values(), default=0)
        larger = size > 2 * self._largest
        if self._calls > FIRST and self._calls % EVERY and not (self._names_it or larger):
            return self._oracle(**arguments)
        self._largest = max(size, self._largest)
        self._case = {**arguments, **self._fixed}
        told_of_doing.append(self._note_doing)
        try:
            with profiled(self._noting) as hold:
                answer = self._oracle(**arguments)
        finally:
            told_of_doing.remove(self._note_doing)
        self._lost |= hold.lost
        if self._refused is not None:  # in another thread
            raise self._refused
        return answer

    def truth(self, words: str) -> str:
        """Return what the truth is: the author's words, unless solver code took part in it."""
        if self._others:
            return f"another algorithm of the solver ({_some(self._others)})"
        if self._lost:
            return "code that was not watched, as another profiler was set"
        if self._tables:  # whatever made them, the solver ran then
            return f"{_some(set(self._tables))}, made as the file was loaded, with the solver"
        made = self._made()
        if made:
            return f"what was read from {_some(made)}, which was written as the check ran"
        return words

    def _made(self) -> set[str]:
        """Return the names of what the oracle read, or found in a folder, that was made here.

        Of files of Python only those that were made since the study was: others were there.
        """
        opened = self._read.union(*map(opened_by, self._readers))
        listed = self._listed.union(*(traces_of(reader).listed for reader in self._readers))
        solver = {code.co_filename for code in self._solver.values()}
        written = {file for file in opened if file.suffix != ".py" and is_written_here(str(file))}
        written |= made_since(solver, opened)
        entries = named_since(solver, listed) if listed else set()
        made = {path for path in written | entries if path.name != CACHED and not is_kept(path)}
        return {path.name for path in made - {home().resolve()}}

    def _note_doing(self, _: FrameType, done: str, what: object) -> None:
        if done == MADE_READ:
            self._read.add(Path(str(what)))
        elif done == FOLDER_READ:
            self._listed.add(str(what))

    def _noting_calls(self) -> Noted:
        """Return what is called with every event, so it does as little as it can of most."""
        of_no_matter, identity = self._of_no_matter, id

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call" and identity(frame.f_code) not in of_no_matter:
                self._noted(frame)

        return note

    def _noted(self, frame: FrameType) -> None:
        key = self._kind_of(frame.f_code)
        if key is None:
            self._of_no_matter.add(id(frame.f_code))
        elif key in self._entries:
            self._require_another(frame)
        elif frame.f_back is None or self._kind_of(frame.f_back.f_code) is None:
            self._others.add(_in_words(frame))

    def _kind_of(self, code: CodeType) -> int | None:
        """Return which code of the solver it is, as that may be loaded twice; None for other."""
        known = self._kinds.get(id(code))
        if known is not None:
            return known[1]
        key: int | None = None
        if id(code) in self._solver:
            key = id(code)
        elif code.co_filename in self._files and code.co_name != "<module>":
            key = self._prints.get(fingerprint(code))
            if key is None and Path(code.co_filename).is_relative_to(ROOT / "fast"):
                key = id(code)
        if id(code) in self._kernels:
            self._others |= self._kernels[id(code)]
        self._kinds[id(code)] = code, key
        return key

    def _require_another(self, frame: FrameType) -> None:
        asked = path_of(self._plain, _arguments_of(frame))
        if asked == path_of(self._plain, self._case) and not self._lowered:
            self._refused = ClaimError(
                f"{self._name}: its oracle calls what it should judge, "
                f"{frame.f_code.co_name}; compare with the rules, or with another algorithm"
            )
            raise self._refused
        self._others.add(_in_words(frame))


def _empty_caches(solver: Mapping[int, CodeType], *reaches: Reach) -> None:
    """Empty caches of functions that can call the solver: their calls would not be seen."""
    for found in reaches:
        for _, _, value in found.bound:
            clear = getattr(value, "cache_clear", None)
            if callable(clear) and not solver.keys().isdisjoint(reach(value).functions):
                clear()


def _kernels(oracle: Reach, solver: Mapping[int, CodeType]) -> dict[int, set[str]]:
    """Name, by the code that may call them, kernels of the solver: their calls cannot be seen."""
    found: dict[int, set[str]] = {}
    for code, plain in oracle.functions.values():
        if id(code) in solver:
            continue
        spaces = [plain.__globals__]
        spaces += [vars(m) for m in plain.__globals__.values() if isinstance(m, ModuleType)]
        for name in code.co_names:
            for space in spaces:
                kernel = getattr(space.get(name), "py_func", None)
                if kernel is not None and id(kernel.__code__) in solver:
                    found.setdefault(id(code), set()).add(name)
    return found


def _arguments_of(frame: FrameType) -> dict[str, Any]:
    code, held = frame.f_code, frame.f_locals
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {name: held[name] for name in names if name in held}


def _in_words(frame: FrameType) -> str:
    """Name a function that was called, with what it was told to do."""
    chosen = {name: v for name, v in _arguments_of(frame).items() if is_choice(v)}
    name = frame.f_code.co_name
    return f"{name} with {show(chosen)}" if chosen else name


def _some(names: set[str]) -> str:
    shown = sorted(names)
    return ", ".join(shown[:MOST_NAMES]) + (" and others" if len(shown) > MOST_NAMES else "")
