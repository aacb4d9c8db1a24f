"""What checking found, on the terminal and as JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import groupby
from typing import IO, Any

from research.checks.evidence import Level, counted
from research.claims.agreement import ComparisonResult
from research.claims.solver_code import OTHER
from research.proving.proof_file import checked_by
from research.system.readable import wrapped
from research.verdicts.findings import Findings, Verdict

INDENT = 13  # of what follows a verdict
COLOURS = {  # of verdicts
    "refuted": "bold red",
    "untested": "yellow",
    "tested": "cyan",
    "exhausted": "blue",
    "proved": "bold green",
}


def print_findings(found: Sequence[Findings], file: IO[str] | None = None) -> None:
    """Print what checking gave, study by study, refuted claims first."""
    from rich.console import Console

    plain: dict[str, Any] = {
        "highlight": False,
        "markup": False,
        "soft_wrap": True,
        "force_jupyter": False,
    }
    console = Console(file=file, force_terminal=None if file is None else False, **plain)
    for number, findings in enumerate(found):
        console.print("\n" * (number > 0) + findings.study, style="bold")
        for _, alike in groupby(findings.comparisons, key=_on_what):
            _print_marked(console, *_compared(list(alike)))
        for fault in findings.faults:
            console.print(wrapped(f"NOT CONFIRMED  {fault}", 2, console.width), style="bold red")
        for excuse in findings.excused:
            _print_marked(console, "excused", excuse, style="dim")
        if not all(comparison.agrees for comparison in findings.comparisons):
            console.print("  No claim was checked, as an agreement does not hold.")
        for verdict in sorted(findings.verdicts, key=lambda v: not v.refuted):
            _print_verdict(console, verdict)
    _print_totals(console, found)


def _print_verdict(console: Any, verdict: Verdict) -> None:
    """Print a verdict with the claim's name and statement, and what the verdict rests on."""
    colour = "bold red" if verdict.missed_controls else COLOURS[str(verdict.level)]
    console.print(f"  {verdict.level!s:<11}", style=colour, end="")
    console.print(verdict.name, style="bold")
    console.print(wrapped(verdict.statement or "(no words)", INDENT, console.width))
    console.print(wrapped(in_short(verdict), INDENT, console.width), style="dim")
    for text in dict.fromkeys(each.proof_file for each in verdict.evidence if each.checked):
        console.print(wrapped(checked_by(text), INDENT, console.width), style="dim")
    if verdict.correction:
        console.print(wrapped(f"correct: {verdict.correction}", INDENT, console.width))


def _print_marked(console: Any, mark: str, text: str, style: str = "", colour: str = "") -> None:
    """Print a word in a column of its own, and beside it a text."""
    lines = wrapped(text, INDENT, console.width)[INDENT:]
    console.print(f"  {mark:<10} ", style=colour or style, end="")
    console.print(lines, style=style)


def findings_as_json(findings: Findings) -> dict[str, Any]:
    """Return findings as plain data, with the names of the levels."""
    data = dataclasses.asdict(findings) | {"sound": findings.sound}
    data["verdicts"] = [verdict.as_json() for verdict in findings.verdicts]
    return data


def _on_what(comparison: ComparisonResult) -> tuple[Any, ...]:
    """Return what comparisons share that hold on the same cases; nothing else is shared."""
    by_solver = comparison.truth == OTHER
    cases = comparison.domain, comparison.cases, comparison.whole_domain, by_solver
    return cases if comparison.agrees else (comparison.name, *cases)


def failure(comparison: ComparisonResult) -> tuple[str, str]:
    """Return in a word or two, and in full, why a comparison confirms nothing; empty if it does."""
    if comparison.disagreement is not None:
        return "DISAGREES", comparison.difference
    if comparison.missed_controls:
        return "CONTROL NOT CAUGHT", ", ".join(comparison.missed_controls)
    return ("TOO SHORT", comparison.short_of) if comparison.short_of else ("", "")


def _compared(alike: Sequence[ComparisonResult]) -> tuple[str, str, str, str]:
    """Return the mark of comparisons on the same cases, what was compared, and two styles."""
    comparison = alike[0]
    solver = ", ".join(each.name.partition(":")[2].rpartition("<locals>.")[2] for each in alike)
    mark, words = failure(comparison)
    if mark:
        return mark, f"{solver}: {words}", "bold red", "bold red"
    many = counted(comparison.cases, "case" if comparison.whole_domain else "distinct case")
    cases = "all " * (comparison.whole_domain and comparison.cases > 1) + many
    words = f"{solver}: {cases}{' each' * (len(alike) > 1)}: {comparison.domain}"
    words += f"; compared with {OTHER}" * (comparison.truth == OTHER)
    return "agrees", words, "", "green"


def in_short(verdict: Verdict) -> str:
    """Return in one line what a verdict rests on: its counterexample, or cases and domains.

    Controls that were not caught are named in place of the cases, and beside a counterexample.
    """
    found = "" if verdict.counterexample is None else str(verdict.counterexample)
    if verdict.missed_controls:
        missed = "CONTROL NOT CAUGHT: " + ", ".join(verdict.missed_controls)
        return f"{found}; {missed}" if found else missed
    if found:
        return found
    parts = [words for evidence in verdict.evidence if (words := evidence.in_short())]
    if verdict.supports:
        parts.append(f"rests on {verdict.supports}")
    return "; ".join(parts) or "no check"


def in_numbers(levels: Sequence[str]) -> str:
    """Say how many verdicts there are of each level, by the names of their levels.

    >>> in_numbers(["proved", "refuted", "proved"])
    '1 refuted, 2 proved'
    """
    return ", ".join(f"{levels.count(each)} {each}" for each in map(str, Level) if each in levels)


def _print_totals(console: Any, found: Sequence[Findings]) -> None:
    """Print how many claims have which verdict, and how many agreements hold; nothing for none."""
    verdicts = [verdict for findings in found for verdict in findings.verdicts]
    compared = [comparison for findings in found for comparison in findings.comparisons]
    parts = []
    if verdicts:
        controls = sum(len(verdict.controls) for verdict in verdicts)
        parts.append(
            f"{counted(len(verdicts), 'claim')}: {in_numbers([str(v.level) for v in verdicts])}"
        )
        missed = any(verdict.missed_controls for verdict in verdicts)
        parts.append(f"{counted(controls, 'control')} tried{', not all caught' * missed}")
    if compared:
        held = sum(comparison.agrees for comparison in compared)
        parts.append(f"{held} of {len(compared)} agreements hold")
    if faulty := sum(bool(findings.faults) for findings in found):
        parts.append(f"{faulty} stud{'y' if faulty == 1 else 'ies'} not confirmed")
    if parts:
        studies = f"{len(found)} studies, " * (len(found) > 1)
        console.print("\n" + wrapped(studies + "; ".join(parts), 0, console.width))
