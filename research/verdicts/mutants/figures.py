"""The figures of mutants: on the terminal, kept beside the code, in reports.

Running all mutants of the built-in solvers takes hours; so the last figures of each solver are
kept in ``figures.json``, with a digest of the solver's files and of what they are compared with.
``python -m research.verdicts.mutants.figures [N | all] [STUDY ...]`` counts them anew, on a sample
of 100 mutants of each solver unless said otherwise; its exit status is 1 if a mutant survived and
is wrong. Figures that were counted on other code are not shown.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabulate import tabulate

from fast.errors import InputError
from research.claims.study import Study
from research.resolving.loading import study_names
from research.system.files import write_whole
from research.system.progress import waiting
from research.verdicts.mutants.running import FATES, Judged, Plan, digest_of, plan_of, run_mutants

FILE = Path(__file__).with_name("figures.json")
CODE = "octal:0.77"  # through which the heap solver is compared

Figures = dict[str, Any]  # {"study": "stone-game", "mutants": 900, "run": 200, "caught": 190, ...}


def number_of(text: str) -> int | None:
    """Read how many mutants to run; None for all."""
    if text == "all":
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
            _print(figures_of(plan, judged))
    return figures_of(plan, judged)


def _print(found: Figures) -> None:
    """Print the figures, then every mutant that was not caught, the wrong ones first."""
    print(f"{found['study']}: {found['mutants']} mutants, {found['run']} run")
    print("  " + ", ".join(f"{found[fate]} {fate}" for fate in FATES))
    for one in sorted(found["survivors"], key=lambda one: FATES[::-1].index(one["fate"])):
        place = f"{one['file']}:{one['line']} {one['in']}"
        print(f"  {one['fate']}: {place}: {one['source']}  ->  {one['change']}")
        if one["shown by"]:
            print(f"    {one['shown by']}")


def figures_of(plan: Plan, judged: Sequence[Judged]) -> Figures:
    """Return what became of mutants as plain data, each that was not caught by itself."""
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
    return {
        "study": plan.target,
        "mutants": len(plan.mutants),
        "run": len(judged),
        **{fate: fates[fate] for fate in FATES},
        "files": list(plan.files),
        "digest": plan.digest,
        "survivors": survivors,
    }


def keep(found: Figures, path: Path = FILE) -> None:
    """Keep figures beside those of other solvers."""
    kept = _kept(path)
    kept[found["study"]] = {name: value for name, value in found.items() if name != "survivors"}
    write_whole(path, json.dumps([kept[name] for name in sorted(kept)], indent=1) + "\n")


def _kept(path: Path) -> dict[str, Figures]:
    read = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return {figures["study"]: figures for figures in read}


def section(study: Study, target: str, path: Path = FILE) -> str:
    """Return the report's section about a study's mutants; empty if no figures are kept."""
    found = _kept(path).get(target)
    if study.answer is None or found is None:
        return ""
    command = f"`grundwork check {shlex.quote(target)} --mutants`"
    if found["digest"] != digest_of(study, found["files"]):
        words = f"There are no figures for this version of the code; {command} makes them."
        return f"## How many wrong solvers the comparisons notice\n\n{words}"
    all_of_them = found["run"] == found["mutants"]
    several = "all of them" if all_of_them else f"a random sample of {found['run']}"
    headings = ["caught", "hung", "same results", "refuse more", "survived and wrong"]
    row = [found[fate] for fate in ("caught", "hung", *FATES[1:4])]
    return (
        "## How many wrong solvers the comparisons notice\n\n"
        f"Of {found['mutants']} wrong solvers, made by changing one operator, constant,\n"
        "comparison, condition, argument order or statement of its code,\n"
        f"{several} made the calls that the check compares ({command}).\n\n"
        + tabulate([row], headings, tablefmt="pipe")
    )


def _count_again(words: Sequence[str]) -> int:
    """Count the figures of built-in solvers, or of those that are named, and keep them."""
    wrong = 0
    for target in words[1:] or [*study_names(), CODE]:
        found = count_mutants(target, number_of(words[0]))
        keep(found)
        wrong += found["wrong"]
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(_count_again(sys.argv[1:] or ["100"]))
