"""What the command shows: tables on standard output, progress on standard error."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from research.checking import Findings, Notify, Verdict


def studies_table(rows: Sequence[dict[str, Any]]) -> str:
    """Write the list of studies as a table."""
    from tabulate import tabulate

    shown = [
        [row["study"], ", ".join(row["parameters"]), row["claims"], row["confirmed"].split(":")[0]]
        for row in rows
    ]
    return tabulate(
        shown,
        ["study", "parameters of its answer", "claims", "confirmed"],
        maxcolwidths=[None, 40, None, None],
    )


def print_findings(found: Sequence[Findings]) -> None:
    """Print what checking gave, study by study, refuted claims first."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    for findings in found:
        console.print(f"\n{findings.study}", style="bold")
        for comparison in findings.comparisons:
            domain = "the whole domain" if comparison.whole_domain else "distinct cases"
            if comparison.disagreement is not None:
                console.print(f"  DISAGREES  {comparison.name}: {comparison.disagreement}")
            elif comparison.missed_controls:
                missed = ", ".join(comparison.missed_controls)
                console.print(f"  CONTROL NOT CAUGHT  {comparison.name}: {missed}")
            else:
                console.print(
                    f"  agrees on {comparison.cases} {domain}  {comparison.name.split(':')[-1]}"
                )
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2))
        for column in ("claim", "verdict", "evidence"):
            table.add_column(column, overflow="fold")
        for verdict in sorted(findings.verdicts, key=lambda verdict: verdict.level != 0):
            table.add_row(verdict.name, str(verdict.level), _short(verdict))
        if findings.verdicts:
            console.print(table)
    _print_totals(console, found)


def findings_as_json(findings: Findings) -> dict[str, Any]:
    """Return findings as plain data, with the names of the levels."""
    data = dataclasses.asdict(findings) | {"sound": findings.sound}
    for verdict in data["verdicts"]:
        verdict["level"] = str(verdict["level"])
        for evidence in verdict["evidence"]:
            evidence["level"] = str(evidence["level"])
    return data


@contextmanager
def progress() -> Iterator[Notify]:
    """Show on standard error what is being done, where that is a terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("starting") as status:
        yield status.update


def _short(verdict: Verdict) -> str:
    if verdict.missed_controls:
        return "CONTROL NOT CAUGHT: " + ", ".join(verdict.missed_controls)
    if verdict.counterexample is not None:
        return str(verdict.counterexample)
    parts = []
    for evidence in verdict.evidence:
        if evidence.method == "search" and evidence.cases == 0:
            continue  # nothing was searched
        if evidence.method in ("exhaustion", "search"):
            parts.append(f"{evidence.cases} cases: {evidence.domain}")
        else:
            parts.append(evidence.domain if evidence.method == "computation" else evidence.method)
    return "; ".join(parts)


def _print_totals(console: Any, found: Sequence[Findings]) -> None:
    verdicts = [verdict for findings in found for verdict in findings.verdicts]
    levels = [str(verdict.level) for verdict in verdicts]
    totals = ", ".join(
        f"{levels.count(level)} {level}"
        for level in ("refuted", "untested", "tested", "exhausted", "proved")
        if level in levels
    )
    controls = sum(len(verdict.controls) for verdict in verdicts)
    if verdicts:
        console.print(f"\n{len(verdicts)} claims: {totals}; {controls} controls tried")
