"""What became of a study's mutants, for the terminal and for machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from research.verdicts.mutants.forked_runs import FATES, Judged
from research.verdicts.mutants.reasons import reasons, unexplained


def counts(judged: Sequence[Judged]) -> dict[str, int]:
    """Return how many mutants met each fate."""
    found = Counter(one.fate for one in judged)
    return {fate: found[fate] for fate in FATES}


def as_data(target: str, judged: Sequence[Judged], total: int) -> dict[str, Any]:
    """Return the facts as plain data."""
    return {
        "study": target,
        "mutants": total,
        "run": len(judged),
        **counts(judged),
        "survivors": [
            {
                "file": one.mutant.file,
                "line": one.mutant.line,
                "in": one.mutant.unit,
                "source": one.mutant.source,
                "change": one.mutant.change,
                "fate": one.fate,
                "shown by": one.shown_by,
            }
            for one in judged
            if one.fate != "caught"
        ],
    }


def print_judged(target: str, judged: Sequence[Judged], total: int) -> None:
    """Print the figures, then every mutant that was not caught, the wrong ones first."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    sample = "" if len(judged) == total else f", a sample of {len(judged)}"
    console.print(target, style="bold")
    console.print(f"  {total} mutants{sample}: {in_words(counts(judged))}")
    for fate, heading in _HEADINGS.items():
        _print_list(console, heading, [one for one in judged if one.fate == fate])
    known = reasons()
    survivors = unexplained(judged, known)
    explained = sum(one.fate in ("equivalent", "refuses") for one in judged) - len(survivors)
    if explained:
        console.print(f"  survivors explained in mutants/reasons.toml: {explained}")
    _print_list(console, "survived, not shown wrong", survivors)


_HEADINGS = {
    "wrong": "SURVIVED AND WRONG: the checks do not notice, and an answer is another",
    "hung": "hung",
}


def _print_list(console: Any, heading: str, judged: Sequence[Judged]) -> None:
    if not judged:
        return
    console.print(f"  {heading}", style="bold red" if judged[0].fate == "wrong" else None)
    for one in judged:
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
