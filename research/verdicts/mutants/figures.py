"""The figures of mutants: on the terminal, kept beside the code, in reports.

Running all mutants of the built-in solvers takes hours; so the last figures of each solver are
kept in ``figures.json``, with a digest of the solver's files and of what they are compared with.
Figures that were counted on other code are shown as such.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from fast.inputs import ROOT, digest, file_name
from research.system.files import write_whole
from research.system.progress import waiting
from research.verdicts.mutants.running import FATES, Judged, Plan, plan_of, run_mutants

if TYPE_CHECKING:
    from research.claims.study import Study

FILE = Path(__file__).with_name("figures.json")
ALL = "all"
CODE = "octal:0.77"  # through which the heap solver is compared

Figures = dict[str, Any]  # {"study": "stone-game", "mutants": 900, "run": 200, "caught": 190, ...}

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


def count_mutants(target: str, number: int | None, *, quiet: bool = False) -> Figures:
    """Run mutants of a study, print what became of them, and return it as plain data.

    What was found until an interrupt is printed.
    """
    judged: list[Judged] = []
    plan = None
    try:
        with tempfile.TemporaryDirectory() as home, waiting("starting") as notify:
            plan = plan_of(target, Path(home))
            for one in run_mutants(plan, number, notify):
                judged.append(one)
    finally:
        if plan is not None and not quiet:
            print_judged(plan, judged)
    return figures_of(plan, judged)


def print_judged(plan: Plan, judged: Sequence[Judged]) -> None:
    """Print the figures, then every mutant that was not caught, the wrong ones first."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    total = len(plan.mutants)
    sample = "" if len(judged) == total else f", a sample of {len(judged)}"
    console.print(plan.target, style="bold")
    console.print(f"  {total} mutants{sample}: {in_words(Counter(one.fate for one in judged))}")
    for fate, heading in _HEADINGS.items():
        some = [one for one in judged if one.fate == fate]
        if some:
            console.print(f"  {heading}", style="bold red" if fate == "wrong" else None)
        for one in some:
            console.print(f"    {one.mutant}")
            if one.shown_by:
                console.print(f"      {one.shown_by}", style="dim")


def in_words(numbers: Counter[str]) -> str:
    """Write the counts as a sentence.

    >>> in_words(Counter({"caught": 37, "equivalent": 2, "hung": 1}))
    '37 caught, 1 hung, 2 survived with the same results, 0 survived and wrong'
    """
    refusing = f"{numbers['refuses']} survived and refuse more, " * bool(numbers["refuses"])
    return (
        f"{numbers['caught']} caught, {numbers['hung']} hung, {numbers['equivalent']} survived "
        f"with the same results, {refusing}{numbers['wrong']} survived and wrong"
    )


def figures_of(plan: Plan, judged: Sequence[Judged]) -> Figures:
    """Return the facts as plain data."""
    fates = Counter(one.fate for one in judged)
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
    facts: Figures = {"study": plan.target, "mutants": len(plan.mutants), "run": len(judged)}
    files = [file_name(path) for path in plan.files]
    return {
        **facts,
        **{fate: fates[fate] for fate in FATES},
        "files": files,
        "survivors": survivors,
    }


def digest_of(study: Study, files: Iterable[str]) -> str:
    """Return a digest of the solver's files, and of the one that says how it is compared."""
    agreements = study.file.with_name("agreements.py")
    read = [*(ROOT / file for file in files), agreements if agreements.is_file() else study.file]
    known = [(path.name, digest(path)) for path in read if path.is_file()]
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def keep(study: Study, found: Figures, path: Path = FILE) -> None:
    """Keep figures beside those of other solvers."""
    figures = {name: value for name, value in found.items() if name != "survivors"}
    kept = _kept(path) | {
        found["study"]: {**figures, "digest": digest_of(study, found["files"])},
    }
    write_whole(path, json.dumps([kept[name] for name in sorted(kept)], indent=1) + "\n")


def _kept(path: Path) -> dict[str, Figures]:
    read: Iterable[Figures] = json.loads(path.read_text("utf-8")) if path.is_file() else ()
    return {figures["study"]: figures for figures in read}


def _known(study: Study, target: str, path: Path) -> Figures | None:
    """Return the figures of a solver, if they were counted on this code."""
    found = _kept(path).get(target)
    if found is not None and found["digest"] == digest_of(study, found["files"]):
        return found
    return None


def section(study: Study, target: str, path: Path = FILE) -> str:
    """Return the report's section about a study's mutants; empty without a solver."""
    if study.answer is None:
        return ""
    command = f"`grundwork check {shlex.quote(target)} --mutants`"
    found = _known(study, target, path)
    if found is None:
        return f"## What the gate notices\n\nNot run on this code; {command} runs it."
    all_of_them = found["run"] == found["mutants"]
    several = "all of them" if all_of_them else f"a random sample of {found['run']}"
    cells = " | ".join(str(found[fate]) for fate in ("caught", "hung", *FATES[1:4]))
    lines = [
        f"Of {found['mutants']} wrong solvers, made by changing one operator, constant,",
        "comparison, condition, argument order or statement of its code,",
        f"{several} ran on what checking compares ({command}).",
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

    rows = []
    for name in sorted({*study_names(), CODE, *_kept(path)}):
        found = _known(load_study(name), name, path)
        if found is not None:
            rows.append([name, found["mutants"], found["run"], *(found[fate] for fate in FATES)])
        else:
            rows.append([name, "not run on this code"])
    return tabulate(rows, ["solver", "mutants", "run", *FATES])


if __name__ == "__main__":
    print(table())
