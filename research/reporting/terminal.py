"""What checking found, on the terminal and as JSON."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Sequence
from typing import IO, Any

from research.checks.evidence import Level
from research.claims.agreement import ComparisonResult
from research.verdicts.findings import Findings, Verdict


def print_findings(found: Sequence[Findings], file: IO[str] | None = None) -> None:
    """Print what checking gave, study by study, refuted claims first."""
    from rich.console import Console

    console = Console(
        file=file,
        force_terminal=None if file is None else False,
        highlight=False,
        markup=False,
        soft_wrap=True,
        force_jupyter=False,
    )
    for number, findings in enumerate(found):
        console.print("\n" * (number > 0) + findings.study, style="bold")
        for comparison in findings.comparisons:
            console.print(_indented(_compared(comparison), 2, console.width))
        for fault in findings.faults:
            console.print(_indented(f"NOT CONFIRMED  {fault}", 2, console.width), style="bold red")
        for excuse in findings.excused:
            console.print(_indented(f"excused    {excuse}", 2, console.width))
        for verdict in sorted(findings.verdicts, key=lambda verdict: not verdict.refuted):
            style = "bold red" if verdict.refuted or verdict.missed_controls else None
            console.print(f"  {verdict.level!s:<11}{verdict.name}", style=style)
            console.print(_indented(in_short(verdict), 13, console.width), style="dim")
    _print_totals(console, found)


def _indented(text: str, by: int, width: int) -> str:
    """Wrap a text to the terminal's width, every line moved in."""
    return textwrap.fill(text, width, initial_indent=" " * by, subsequent_indent=" " * by)


def findings_as_json(findings: Findings) -> dict[str, Any]:
    """Return findings as plain data, with the names of the levels."""
    data = dataclasses.asdict(findings) | {"sound": findings.sound}
    data["verdicts"] = [verdict.as_json() for verdict in findings.verdicts]
    return data


def _compared(comparison: ComparisonResult) -> str:
    solver = comparison.name.partition(":")[2].rpartition("<locals>.")[2]
    if comparison.disagreement is not None:
        return f"DISAGREES  {solver}: {comparison.disagreement}"
    if comparison.missed_controls:
        return f"CONTROL NOT CAUGHT  {solver}: {', '.join(comparison.missed_controls)}"
    if comparison.short_of:
        return f"TOO SHORT  {solver}: {comparison.short_of}"
    whole = comparison.whole_domain
    cases = f"all {comparison.cases} cases" if whole else f"{comparison.cases} distinct cases"
    return f"agrees     {solver}: {cases}"


def in_short(verdict: Verdict) -> str:
    """Return in one line what a verdict rests on: its counterexample, or cases and domains."""
    if verdict.missed_controls:
        return "CONTROL NOT CAUGHT: " + ", ".join(verdict.missed_controls)
    if verdict.counterexample is not None:
        return str(verdict.counterexample)
    parts = [words for evidence in verdict.evidence if (words := evidence.in_short())]
    if verdict.rests_on:
        parts.append("rests on " + ", ".join(map(str, verdict.rests_on)))
    return "; ".join(parts) or "no check"


def _print_totals(console: Any, found: Sequence[Findings]) -> None:
    verdicts = [verdict for findings in found for verdict in findings.verdicts]
    levels = [verdict.level for verdict in verdicts]
    totals = ", ".join(f"{levels.count(level)} {level}" for level in Level if level in levels)
    controls = sum(len(verdict.controls) for verdict in verdicts)
    if verdicts:
        claims, tried = _number(len(verdicts), "claim"), _number(controls, "control")
        summary = f"{claims}: {totals}; {tried} tried"
        console.print("\n" + _indented(summary, 0, console.width))


def _number(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
