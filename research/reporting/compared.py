"""The sections of a report on what was compared: solvers with the truth, and wrong claims.

A row of a table is what was compared on the same cases in the same way, so that it is said once.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType

from research.claims.agreement import Agreement, ComparisonResult
from research.claims.study import Study
from research.reporting.markdown import code, commands, folded, table
from research.verdicts.findings import Findings, Verdict

Pair = tuple[ComparisonResult, Agreement]
Row = tuple[str, str, bool, str]  # oracle, domain, whether it is whole, and controls


def agreements(study: Study, findings: Findings, target: str) -> str:
    """Return the section on what was compared with the oracle."""
    if not findings.comparisons:
        return ""
    failed = [each for each in findings.comparisons if not each.holds]
    sections = [f"**{code(_brief(each.name))} {_failure(each)}**" for each in failed]
    sections += [f"**Not confirmed: {code(fault)}**" for fault in findings.faults]
    sections += _compared(list(zip(findings.comparisons, study.agreements, strict=True)))
    if findings.excused:
        sections.append("Branches of the solvers that were not compared, and why:")
        sections.append("\n".join(f"- {code(excuse)}" for excuse in findings.excused))
    sections.append(commands([f"grundwork check {shlex.quote(target)}"]))
    body = "\n\n".join(sections)
    if failed or findings.faults:
        return f"## Agreements\n\n{body}"
    cases = sum(comparison.cases for comparison in findings.comparisons)
    number = len(findings.comparisons)
    plural = "" if number == 1 else "s"
    agree = f"{number} comparison{plural} of solvers with the truth, on {cases} cases: all agree."
    return folded("Agreements", agree, body)


def _failure(comparison: ComparisonResult) -> str:
    """Say why a comparison confirms nothing."""
    if comparison.disagreement is not None:
        return f"disagrees with the oracle: {code(str(comparison.disagreement))}"
    if comparison.short_of:
        return f"was not compared far enough: {comparison.short_of}"
    return f"was compared by a check that missed: {', '.join(comparison.missed_controls)}"


def _compared(pairs: Sequence[Pair]) -> list[str]:
    """Return the table, and where the files lie that it names."""
    folders = _folders(name for each, _ in pairs for name in (each.name, each.oracle))
    rows: dict[Row, list[ComparisonResult]] = {}
    for comparison, agreement in pairs:
        rows.setdefault(_row(comparison, agreement), []).append(comparison)
    lines = [
        [_solvers(alike, folders), code(_brief(oracle, folders)), domain, _cases(alike), caught]
        for (oracle, domain, _, caught), alike in rows.items()
    ]
    header = ["solver", "compared with", "domain", "distinct cases", "controls caught"]
    shown = table(header, lines)
    return [f"Files: {', '.join(map(code, folders.values()))}.", shown] if folders else [shown]


def _solvers(alike: Sequence[ComparisonResult], folders: Mapping[str, str]) -> str:
    """Name solvers, and the file that some in a row lie in once."""
    names, before = [], ""
    for each in alike:
        file, _, function = _brief(each.name, folders).partition(":")
        names.append(code(function if file == before and function else f"{file}:{function}"))
        before = file
    return ", ".join(names)


def _cases(alike: Sequence[ComparisonResult]) -> str:
    """Say how many cases there were for each, in the order of the solvers unless all have as many.

    All of a row are compared on their whole domains, or none.
    """
    numbers = [str(each.cases) for each in alike]
    if len(set(numbers)) == 1:
        numbers = [numbers[0] + " each" * (len(numbers) > 1)]
    return "all " * alike[0].whole_domain + ", ".join(numbers)


def _row(comparison: ComparisonResult, agreement: Agreement) -> Row:
    """Return what comparisons in a row of the table share."""
    many = len(agreement.controls)
    caught = f"{many - len(comparison.missed_controls)} of {many}"
    if comparison.disagreement is not None:
        caught = "**disagrees**; not tried"
    words = ": ".join([caught, ", ".join(agreement.controls)])
    return comparison.oracle, comparison.domain, comparison.whole_domain, words


def _folders(names: Iterable[str]) -> dict[str, str]:
    """Return the files of Grundwork that functions lie in, by a name that only one of them has."""
    files = sorted({file for name in names if "/" in (file := _file(name))})
    last = [PurePosixPath(file).name for file in files]
    return {
        name: file
        for name, file in zip(last, files, strict=True)
        if last.count(name) == 1 and not PurePosixPath(file).is_absolute()
    }


def _file(name: str) -> str:
    return name.partition("[")[0].partition(":")[0]  # without what a function was given


def _brief(name: str, folders: Mapping[str, str] = MappingProxyType({})) -> str:
    """Shorten a function's name: without the folders of a file outside, or of a file listed."""
    file, colon, function = name.partition("[")[0].partition(":")
    last = PurePosixPath(file).name
    if PurePosixPath(file).is_absolute() or folders.get(last) == file:
        file = last
    return f"{file}{colon}{function}"


def controls(findings: Findings) -> str:
    """Return the section that names the controls of each claim, and says which were caught."""
    if not findings.verdicts:
        return ""
    missed = any(verdict.missed_controls for verdict in findings.verdicts)
    tried = all(verdict.evidence for verdict in findings.verdicts)
    listed = _caught(findings.verdicts) if tried and not missed else _tried(findings.verdicts)
    body = (
        "Each claim was also put to its checks with what is believed replaced by something wrong. "
        f"A check that does not refute these could not fail.\n\n{listed}"
    )
    if missed:
        return f"## Controls\n\n{body}"
    number = sum(len(verdict.controls) for verdict in findings.verdicts)
    wrong = "1 wrong claim" if number == 1 else f"{number} wrong claims, each"
    return folded("Controls", f"{wrong} refuted by the same checks.", body)


def _caught(verdicts: Sequence[Verdict]) -> str:
    """Return the table where every control was caught: claims with the same ones share a row."""
    rows: dict[str, list[str]] = {}
    for verdict in verdicts:
        rows.setdefault(", ".join(verdict.controls), []).append(verdict.name)
    header = ["claim", "what is wrong in its controls"]
    return table(header, [[", ".join(names), words] for words, names in rows.items()])


def _tried(verdicts: Sequence[Verdict]) -> str:
    """Return the table where some control was missed, or not tried: a row for each claim."""
    rows = []
    for verdict in verdicts:
        caught = len(set(verdict.controls) - set(verdict.missed_controls))
        said = f"{caught} of {len(verdict.controls)}" if verdict.evidence else "not tried"
        words = ", ".join(verdict.controls)
        if verdict.missed_controls:
            words += f"; **missed: {', '.join(verdict.missed_controls)}**"
        rows.append([verdict.name, said, words])
    return table(["claim", "controls refuted", "what is wrong with them"], rows)
