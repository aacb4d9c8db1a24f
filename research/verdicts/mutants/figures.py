"""How much the gate noticed when all mutants, or a sample, were last run.

The figures are kept in ``figures.json``, which ``python -m research.verdicts.mutants`` writes, and
stand in the reports. They are of the code that they were counted on: with them is a digest of the
solver's files and of the files that say what is compared, and where that is another now, no
figures are shown.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.inputs import ROOT, digests, file_name
from fast.signature import ungated
from research.claims import cases
from research.code.dependencies import Modules
from research.system.files import write_whole
from research.verdicts.mutants.answering import solver_files
from research.verdicts.mutants.forked_runs import FATES, Judged
from research.verdicts.mutants.reasons import Reason, unexplained
from research.verdicts.mutants.reporting import counts

if TYPE_CHECKING:
    from research.claims.study import Study

LANGUAGE = Path(cases.__file__).resolve().parent
FILE = Path(__file__).with_name("figures.json")

# A code through which all of fast/heap_*.py is compared, and the parts of the solver.
CODE = "octal:0.77"
PARTS = {
    "plain": ("double_loop", "mark_single_moves", "mark_pairs", "_Work.plain", "_run_plain"),
    "sparse": (
        *("sparse_loop", "places_ahead", "mark_ahead", "mark_some", "candidates", "still_missing"),
        *("sparse_words_loop", "least", "add_ahead", "of_some", "after_all_pairs"),
        *("mark_all_until_found", "_run_sparse", "_likely", "_walsh_hadamard"),
        "choose_sparse_space",
    ),
    "rows": ("rows_loop", "fill_rows", "translated", "_run_rows"),
    "cofinite": ("cofinite_loop", "_run_cofinite"),
}


@dataclass(frozen=True)
class Figures:
    """What became of the mutants of one solver, or of a part of it.

    Attributes
    ----------
    name
        The study, the code, or the heap algorithm.
    digest
        Of the code that was run.
    mutants, run
        How many there are, and how many of them were run.
    caught, hung, equivalent, refuses, wrong
        What became of these.
    unexplained
        How many survivors that were not shown wrong have no written reason.
    """

    name: str
    digest: str
    mutants: int
    run: int
    caught: int
    hung: int
    equivalent: int
    refuses: int
    wrong: int
    unexplained: int


def digest_of(study: Study) -> str:
    """Return a digest of a study's solver and of the files that say what is compared."""
    text = json.dumps(digests(sorted(map(file_name, files_of(study)))), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def files_of(study: Study) -> set[Path]:
    """Return the files of a study's solver, and those that say what is compared.

    These are what the study's agreements import of its own folder, and the language in which they
    are written.
    """
    files = {*solver_files(study), *_saying_what_is_compared(study)}
    for agreement in study.agreements:
        given = (agreement.fast, agreement.oracle, agreement.arguments, agreement.whole)
        files |= {_file(function) for function in given if function}
    return files


def _saying_what_is_compared(study: Study) -> set[Path]:
    own = study.file.with_name("agreements.py")
    waiting = [own if study.file.name == "__init__.py" and own.is_file() else study.file]
    found: set[Path] = set()
    modules = Modules()
    while waiting:
        path = waiting.pop()
        found.add(path)
        near = {p for p in modules.written_imports(path, ROOT) if p.name != "__init__.py"}
        waiting += [p for p in near - found if p.parent in (own.parent, LANGUAGE)]
    return found


def _file(function: Callable[..., Any]) -> Path:
    plain: Any = ungated(function)
    while isinstance(plain, functools.partial) or hasattr(plain, "__wrapped__"):
        plain = plain.func if isinstance(plain, functools.partial) else plain.__wrapped__
    return Path(plain.__code__.co_filename).resolve()


def figures_of(
    study: Study, target: str, judged: Sequence[Judged], total: int, known: Sequence[Reason]
) -> list[Figures]:
    """Return the figures of a run; of the heap solver those of each algorithm besides."""
    digest = digest_of(study)

    def figures(name: str, some: Sequence[Judged], of: int) -> Figures:
        left = len(unexplained(some, known))
        return Figures(name, digest, of, len(some), **counts(some), unexplained=left)

    found = [figures(target, judged, total)]
    for part, units in PARTS.items() if target == CODE else ():
        some = [one for one in judged if one.mutant.unit.endswith(units)]
        found.append(figures(f"{target} {part}", some, 0))
    return found


def write(found: Iterable[Figures], path: Path = FILE) -> None:
    """Keep figures beside those of other solvers."""
    kept = {one.name: one for one in (*_kept(path), *found)}
    text = json.dumps([asdict(kept[name]) for name in sorted(kept)], indent=1)
    write_whole(path, text + "\n")


def kept_figures(study: Study, target: str, path: Path = FILE) -> Figures | None:
    """Return the figures of a study, if they were counted on the code as it is."""
    of_it = {one.name: one for one in _kept(path)}.get(target)
    return of_it if of_it is not None and of_it.digest == digest_of(study) else None


def _kept(path: Path) -> list[Figures]:
    if not path.is_file():
        return []
    return [Figures(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]


def section(study: Study, target: str, path: Path = FILE) -> str:
    """Return the report's section about a study's mutants; empty without a solver."""
    if study.answer is None:
        return ""
    command = f"`grundwork check {target} --mutants`"
    found = kept_figures(study, target, path)
    if found is None:
        return f"## What the gate notices\n\nNot run on this code; {command} runs it."
    several = "all of them" if found.run == found.mutants else f"a random sample of {found.run}"
    lines = [
        f"Of {found.mutants} wrong solvers, made by changing one operator, constant,",
        f"comparison, argument order or statement of its code, {several} went through what",
        f"checking compares ({command}).",
        "",
        "| caught | hung | same results | refuse more | survived and wrong |",
        "| ---: | ---: | ---: | ---: | ---: |",
        f"| {found.caught} | {found.hung} | {found.equivalent} | {found.refuses} | {found.wrong} |",
    ]
    return "## What the gate notices\n\n" + "\n".join(lines)


def table(path: Path = FILE) -> str:
    """Return the figures that are kept as a table, those of changed code as such."""
    from tabulate import tabulate

    from research.resolving.loading import load_study

    kept = _kept(path)
    now = {target: digest_of(load_study(target)) for target in {o.name.split()[0] for o in kept}}
    rows = [
        [one.name, one.mutants or "", *_cells(one)]
        if one.digest == now[one.name.split()[0]]
        else [one.name, "not run on this code"]
        for one in kept
    ]
    return tabulate(rows, ["solver", "mutants", "run", *FATES])


def _cells(one: Figures) -> list[int]:
    numbers = asdict(one)
    return [one.run, *(numbers[fate] for fate in FATES)]


if __name__ == "__main__":
    print(table())
