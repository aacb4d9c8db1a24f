"""What code of a solver runs: files, functions and lines, seen by coverage.py.

Some calls of the oracle are run under coverage, and the solver on the same cases. An oracle that
runs all that the solver runs is refused: it is what it should judge. Where both run a function of
the solver, the function was compared with another algorithm of the solver, and the author's words
for the truth are put aside. The rules are no solver: what runs when they are asked for options is
left out. Looked at are the first cases, and each that is twice as large as these.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.gate.inputs import ROOT, is_installed, is_ours
from fast.gate.signature import largest_integers
from research.checks.domains import SmallCases
from research.checks.evidence import ClaimError
from research.claims.cases import own_copies

if TYPE_CHECKING:
    from coverage import Coverage

Run = dict[tuple[str, str], set[int]]  # by file and qualified name of a function, lines that ran
FIRST = 5
SMALL = 3  # the size to which the rules are asked for options
OTHER = "another algorithm of the solver"
# On one line, as a reason is needed to excuse one.
EXCUSE = r"# *pragma: *no cover\b[^\w\n]*(\w.*)"


def solver_files() -> list[str]:
    """Return the files in which a solver may lie: those of ``fast/``, and project modules."""
    ours = (path for path in (ROOT / "fast").glob("*.py") if path.stem not in ("errors", "lazy"))
    found = set(map(str, ours))
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.endswith(".py") and not is_installed(file):
            found |= set() if is_ours(file) else {file}
    return sorted(found)


def covering(files: Collection[str]) -> Coverage:
    """Return a coverage of some files, by branches, that reads and keeps no file of its own."""
    import coverage

    cover = coverage.Coverage(
        branch=True,
        include=sorted(files) or [os.devnull],
        data_file=None,
        config_file=False,
        messages=False,
    )
    cover.set_option("run:disable_warnings", ["no-data-collected"])
    cover.set_option("report:exclude_lines", [EXCUSE])
    cover.set_option("report:partial_branches", ["(?!)"])
    return cover


def functions_run(cover: Coverage) -> Run:
    """Return the functions of the covered files that have run, each with its lines."""
    found: Run = {}
    data = cover.get_data()
    for file in data.measured_files():
        owners = owners_of(file)
        for line in owners.keys() & set(data.lines(file) or ()):
            found.setdefault((file, owners[line]), set()).add(line)
    return found


@functools.lru_cache(maxsize=256)
def owners_of(file: str) -> Mapping[int, str]:
    """Return the innermost function to whose body each line of a file belongs."""
    from coverage.regions import code_regions

    regions = code_regions(Path(file).read_text(encoding="utf-8"))
    return {line: each.name for each in regions if each.kind == "function" for line in each.lines}


class CoveredOracle:
    """The oracle of an agreement, which notes what code of the solver runs as it answers."""

    def __init__(self, agreement: Any) -> None:
        self._agreement, self._files = agreement, solver_files()
        self._cover = covering(self._files)
        self._looked_at: list[Mapping[str, Any]] = []
        self._largest = 0

    def __call__(self, **arguments: Any) -> Any:
        """Ask the oracle."""
        size = max(largest_integers(arguments, self._agreement.modulo).values(), default=0)
        if len(self._looked_at) >= FIRST and size <= 2 * self._largest:
            return self._agreement.oracle(**arguments)
        self._largest = max(size, self._largest)
        self._looked_at.append(own_copies(arguments))
        self._forget()
        with self._cover.collect():
            return self._agreement.oracle(**arguments)

    def truth(self) -> str:
        """Return what the truth is: the author's words, unless solver code takes part in it.

        Raises
        ------
        ClaimError
            If the oracle runs all that the function runs which it should judge.
        """
        agreement, asked = self._agreement, functions_run(self._cover)
        if not asked:
            return str(agreement.truth)
        own = inspect.unwrap(agreement.plain)
        calls = ({**call, **agreement.fixed} for call in self._looked_at)
        solved = self._run_by(*(partial(own, **own_copies(call)) for call in calls))
        name = getattr(own, "__qualname__", "").replace("<locals>.", "")
        called = any(function == name for _, function in asked.keys() & solved.keys())
        if called and all(lines <= asked.get(each, set()) for each, lines in solved.items()):
            raise ClaimError(
                f"{agreement.name}: its oracle calls what it should judge, {name}; "
                "compare with the rules, or with another algorithm"
            )
        of_rules = self._run_by(partial(SmallCases, agreement.game, SMALL))
        both = (asked.keys() & solved.keys()) - of_rules.keys()
        return OTHER if both else str(agreement.truth)

    def _run_by(self, *calls: Callable[[], Any]) -> Run:
        """Return the functions that run as calls are made."""
        cover = covering(self._files)
        with cover.collect():
            for call in calls:
                self._forget()
                with suppress(Exception):  # such as a refusal
                    call()
        return functions_run(cover)

    def _forget(self) -> None:
        """Empty what ``functools`` keeps in the solver's module, so that its code runs."""
        name = getattr(self._agreement.plain, "__module__", None) or ""
        module = sys.modules.get(name)
        if getattr(module, "__file__", None) in self._files:  # no module that adapts a solver
            for value in vars(module).values():
                if getattr(value, "__module__", "") == name:
                    getattr(value, "cache_clear", lambda: None)()
