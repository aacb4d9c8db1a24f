"""The sections of a report on what was compared: solvers with the oracle, and wrong claims.

A row of a table is what was compared on the same cases in the same way, so that it is said once.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from research.claims.agreement import ComparisonResult
from research.claims.study import Study
from research.reporting.markdown import code, commands, folded, table
from research.verdicts.findings import Findings, Verdict


def agreements(study: Study, findings: Findings, target: str) -> str:
    """Return the section on what was compared with the oracle."""
    if not findings.comparisons:
        return ""
    failed = [each for each in findings.comparisons if not each.holds]
    parts = [f"**{code(_brief(each.name))} {_failure(each)}**" for each in failed]
    parts += [f"**Not confirmed: {code(fault)}**" for fault in findings.faults]
    rows = []
    for comparison, agreement in zip(findings.comparisons, study.agreements, strict=True):
        many = len(agreement.controls)
        caught = f"{many - len(comparison.missed_controls)} of {many}"
        if comparison.disagreement is not None:
            caught = "**disagrees**; not tried"
        controls = ": ".join([caught, ", ".join(agreement.controls)])
        cases = "all " * comparison.whole_domain + str(comparison.cases)
        oracle = code(_brief(comparison.oracle))
        rows.append((code(_brief(comparison.name)), (oracle, comparison.domain, cases, controls)))
    header = ["solver", "compared with", "domain", "distinct cases", "controls caught"]
    parts.append(table(header, _together(rows)))
    if findings.excused:
        parts.append("Branches of the solvers that were not compared, and why:")
        parts.append("\n".join(f"- {code(excuse)}" for excuse in findings.excused))
    parts.append(commands([f"grundwork check {shlex.quote(target)}"]))
    body = "\n\n".join(parts)
    if failed or findings.faults:
        return f"## Agreements\n\n{body}"
    total = sum(comparison.cases for comparison in findings.comparisons)
    number = len(findings.comparisons)
    plural = "" if number == 1 else "s"
    agree = f"{number} comparison{plural} of solvers with oracles, on {total} cases: all agree."
    return folded("Agreements", agree, body)


def _together(rows: Iterable[tuple[str, Sequence[str]]]) -> list[list[str]]:
    """Return rows of which those that differ in their name alone are one."""
    names: dict[Sequence[str], list[str]] = {}
    for name, row in rows:
        names.setdefault(row, []).append(name)
    return [[", ".join(each), *row] for row, each in names.items()]


def _failure(comparison: ComparisonResult) -> str:
    """Say why a comparison confirms nothing."""
    if comparison.disagreement is not None:
        return f"disagrees with the oracle: {code(comparison.difference)}"
    if comparison.short_of:
        return f"was not compared far enough: {comparison.short_of}"
    return f"was compared by a check that missed: {', '.join(comparison.missed_controls)}"


def _brief(name: str) -> str:
    """Shorten a function's name: its file without folders, and not what it was given."""
    file, colon, function = name.partition("[")[0].partition(":")
    return f"{PurePosixPath(file).name}{colon}{function}"


def controls(findings: Findings) -> str:
    """Return the section that names the controls of each claim, and says which were caught."""
    if not findings.verdicts:
        return ""
    rows = _together((verdict.name, _tried(verdict)) for verdict in findings.verdicts)
    body = (
        "Each claim was also put to its checks with what is believed replaced by something wrong. "
        "A check that does not refute these could not fail.\n\n"
        + table(["claim", "controls refuted", "what is wrong in them"], rows)
    )
    if any(verdict.missed_controls for verdict in findings.verdicts):
        return f"## Controls\n\n{body}"
    number = sum(len(verdict.controls) for verdict in findings.verdicts)
    wrong = "1 wrong claim" if number == 1 else f"{number} wrong claims, each"
    return folded("Controls", f"{wrong} refuted by the same checks.", body)


def _tried(verdict: Verdict) -> tuple[str, str]:
    """Say how many controls of a claim were refuted, and what is wrong in them."""
    words = ", ".join(verdict.controls)
    if not verdict.evidence:
        return "not tried", words
    if verdict.missed_controls:
        words += f"; **missed: {', '.join(verdict.missed_controls)}**"
    caught = len(set(verdict.controls) - set(verdict.missed_controls))
    return f"{caught} of {len(verdict.controls)}", words
