"""The figures of mutants: on the terminal, kept beside the code, in reports.

Running all mutants of the built-in solvers takes hours; so the last figures of each solver are
kept in ``figures.json``, with a digest of all of Grundwork's code that judges and of the solver's
study. Figures that were counted on other code are shown as such.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from fast.inputs import digest
from research.system.files import write_whole
from research.verdicts.mutants.answering_code import solver_files
from research.verdicts.mutants.running import FATES, Judged

if TYPE_CHECKING:
    from research.claims.study import Study

FILE = Path(__file__).with_name("figures.json")
ALL = "all"
# A code through which all of fast/heap_*.py is compared.
CODE = "octal:0.77"

Figures = dict[str, Any]  # {"name": "stone-game", "digest": "...", "mutants": 900, "run": 200, ...}

_HEADINGS = {
    "wrong": "SURVIVED AND WRONG: the checks do not notice, and an answer is another",
    "hung": "hung",
    "refuses": "survived, refusing more",
    "equivalent": "survived with the same results",
}


def number_of(text: str) -> int | None:
    """Read how many mutants to run; None for all.

    Raises
    ------
    InputError
        If it is not a number of at least 1.
    """
    if text == ALL:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) == 0:
        raise InputError(f"--mutants={text}: expected a number of at least 1, or none for all")
    return int(text)


def processors() -> int:
    """Return how many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def counts(judged: Sequence[Judged]) -> dict[str, int]:
    """Return how many mutants met each fate."""
    found = Counter(one.fate for one in judged)
    return {fate: found[fate] for fate in FATES}


def as_data(target: str, judged: Sequence[Judged], total: int) -> dict[str, Any]:
    """Return the facts as plain data."""
    survivors = [
        {
            **{name: getattr(one.mutant, name) for name in ("file", "line", "source", "change")},
            "in": one.mutant.unit,
            "fate": one.fate,
            "shown by": one.shown_by,
        }
        for one in judged
        if one.fate != "caught"
    ]
    facts = {"study": target, "mutants": total, "run": len(judged)}
    return {**facts, **counts(judged), "survivors": survivors}


def print_judged(target: str, judged: Sequence[Judged], total: int) -> None:
    """Print the figures, then every mutant that was not caught, the wrong ones first."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    sample = "" if len(judged) == total else f", a sample of {len(judged)}"
    console.print(target, style="bold")
    console.print(f"  {total} mutants{sample}: {in_words(counts(judged))}")
    for fate, heading in _HEADINGS.items():
        some = [one for one in judged if one.fate == fate]
        if some:
            console.print(f"  {heading}", style="bold red" if fate == "wrong" else None)
        for one in some:
            console.print(f"    {one.mutant}")
            if one.shown_by:
                console.print(f"      {one.shown_by}", style="dim")


def in_words(numbers: dict[str, int]) -> str:
    """Write the counts as a sentence.

    >>> in_words({"caught": 37, "equivalent": 2, "refuses": 0, "wrong": 0, "hung": 1})
    '37 caught, 1 hung, 2 survived with the same results, 0 survived and wrong'
    """
    refusing = numbers["refuses"]
    return ", ".join(
        [
            f"{numbers['caught']} caught",
            f"{numbers['hung']} hung",
            f"{numbers['equivalent']} survived with the same results",
            *([f"{refusing} survived and refuse more"] if refusing else []),
            f"{numbers['wrong']} survived and wrong",
        ]
    )


def digest_of(study: Study) -> str:
    """Return a digest of the solver's files, and of the one that says how it is compared."""
    agreements = study.file.with_name("agreements.py")
    files = [*solver_files(study), agreements if agreements.is_file() else study.file]
    known = [(path.name, digest(path)) for path in files]
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def figures_of(study: Study, target: str, judged: Sequence[Judged], total: int) -> Figures:
    """Return the figures of a run."""
    known = {"name": target, "digest": digest_of(study), "mutants": total, "run": len(judged)}
    return {**known, **counts(judged)}


def write(found: Figures, path: Path = FILE) -> None:
    """Keep figures beside those of other solvers."""
    kept = _kept(path) | {found["name"]: found}
    write_whole(path, json.dumps([kept[name] for name in sorted(kept)], indent=1) + "\n")


def _kept(path: Path) -> dict[str, Figures]:
    read: Iterable[Figures] = json.loads(path.read_text("utf-8")) if path.is_file() else ()
    return {figures["name"]: figures for figures in read}


def section(study: Study, target: str, path: Path = FILE) -> str:
    """Return the report's section about a study's mutants; empty without a solver."""
    if study.answer is None:
        return ""
    command = f"`grundwork check {shlex.quote(target)} --mutants`"
    found = _kept(path).get(target)
    if found is None or found["digest"] != digest_of(study):
        return f"## What the gate notices\n\nNot run on this code; {command} runs it."
    all_of_them = found["run"] == found["mutants"]
    several = "all of them" if all_of_them else f"a random sample of {found['run']}"
    cells = " | ".join(str(found[fate]) for fate in ("caught", "hung", *FATES[1:4]))
    lines = [
        f"Of {found['mutants']} wrong solvers, made by changing one operator, constant,",
        f"comparison, argument order or statement of its code, {several} went through what",
        f"checking compares ({command}).",
        "",
        "| caught | hung | same results | refuse more | survived and wrong |",
        "| ---: | ---: | ---: | ---: | ---: |",
        f"| {cells} |",
    ]
    return "## What the gate notices\n\n" + "\n".join(lines)


def table(path: Path = FILE) -> str:
    """Return the figures of all solvers as a table, those of changed code as such."""
    from tabulate import tabulate

    from research.resolving.loading import load_study, study_names

    kept = _kept(path)
    rows = []
    for name in sorted({*study_names(), CODE, *kept}):
        found = kept.get(name, {})
        if found.get("digest") == digest_of(load_study(name)):
            rows.append([name, found["mutants"], found["run"], *(found[fate] for fate in FATES)])
        else:
            rows.append([name, "not run on this code"])
    return tabulate(rows, ["solver", "mutants", "run", *FATES])


if __name__ == "__main__":
    print(table())
