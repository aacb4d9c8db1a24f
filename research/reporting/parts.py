"""The parts of a report that show findings: claims, agreements, derivations and controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import PurePosixPath

from research.checks.evidence import Evidence, Level, StepKind, verified
from research.claims.study import Study
from research.reporting.markdown import (
    anchor,
    block,
    code,
    commands,
    folded,
    opened,
    plain,
    prose,
    table,
)
from research.verdicts.findings import Findings, Verdict

LEVELS = tuple(map(str, Level))
HEADINGS = {  # of the claims of each kind
    "result": "Results",
    "step": "Steps on the way to them",
    "number": "Numbers",
    "finding": "Findings of this study",
}

# What the verdicts mean, in two lines.
WORDS = """**refuted**: a counterexample was found; **untested**: no check has decided it;
**tested**: it held in all of a stated number of cases, or confirmed solvers computed it;
**exhausted**: it held in every case to a stated bound, truth from the rules;
**proved**: it was derived for all values, every line verified, or by a theorem.""".replace(
    "\n", " "
).replace("computed it; ", "computed it;\n")


SHOWN_RESULTS = 3


def counted(findings: Findings) -> dict[str, int]:
    """Count the verdicts of each level, leaving out those that do not occur."""
    levels = [str(verdict.level) for verdict in findings.verdicts]
    return {level: levels.count(level) for level in LEVELS if level in levels}


def results(findings: Findings) -> list[Verdict]:
    """Return the verdicts of the main results that hold, the strongest first."""
    found = [v for v in findings.by_kind.get("result", ()) if v.level > Level.UNTESTED]
    return sorted(
        (verdict for verdict in found if not verdict.refuted),
        key=lambda verdict: verdict.level,
        reverse=True,
    )


def main_results(findings: Findings) -> str:
    """Return the section on the main results: each with its verdict, and why it is believed.

    The strongest are shown, and the others folded, so that picture and answer are near.
    """
    chosen = [_result(verdict) for verdict in results(findings)]
    if not chosen:
        return ""
    shown, more = chosen[:SHOWN_RESULTS], chosen[SHOWN_RESULTS:]
    parts = ["## Main results", "\n".join(shown)]
    if more:
        words = f"{len(more)} more result{'s' if len(more) > 1 else ''}"
        parts.append(opened(words, "\n".join(more)))
    return "\n\n".join(parts)


def _result(verdict: Verdict) -> str:
    derived = any(evidence.steps for evidence in verdict.evidence)
    more = f" ([how](#{anchor(_derived(verdict))}))" if derived else ""
    return (
        f"- **{str(verdict.level).capitalize()}**: {prose(_in_a_line(verdict.statement))}\n"
        f"  - {prose(_in_a_line(_all_evidence(verdict)))}{more}. "
        f"Source: {prose(_in_a_line(verdict.source))}"
    )


def _in_a_line(text: str) -> str:
    return " ".join(text.split())


STRICTLY = "Strict readings"


def refuted(findings: Findings) -> str:
    """Return the section on refuted claims: errors, then those that fail only read strictly."""
    errors = [verdict for verdict in findings.refuted if not verdict.strict_reading]
    strict = [verdict for verdict in findings.refuted if verdict.strict_reading]
    if not findings.refuted:
        return ""
    parts = ["## Refuted claims", *map(_refutation, errors)]
    if strict:
        words = "Refuted only as the words are read strictly, in a way that is hardly meant."
        rows = [
            [plain(v.name), v.statement, v.strict_reading, _case(v), v.correction, v.source]
            for v in strict
        ]
        header = ["claim", "statement", "read with", "counterexample", "correct", "source"]
        parts += [f"### {STRICTLY}", words, table(header, rows)]
    return "\n\n".join(parts)


def _case(verdict: Verdict) -> str:
    return code(str(verdict.counterexample)) if verdict.counterexample is not None else ""


def _refutation(verdict: Verdict) -> str:
    counterexample = verdict.counterexample
    facts = [f"Source: {prose(verdict.source)}"]
    if counterexample is not None:
        if counterexample.case:
            least = " (the least: every smaller case holds)" if counterexample.least else ""
            facts.append(f"Counterexample: {code(counterexample.case)}{least}")
        if counterexample.found:
            facts.append(f"Found: {code(counterexample.found)}")
            facts.append(f"Believed: {code(counterexample.believed)}")
    facts += [
        f"How: {prose(evidence.in_full())}"
        for evidence in verdict.evidence
        if evidence.level == Level.REFUTED
    ]
    if verdict.correction:
        facts.append(f"Correct, and passing the same checks: {prose(verdict.correction)}")
    facts_listed = "\n".join(f"- {fact}" for fact in facts)
    return f"### {plain(verdict.name)}\n\n> {prose(verdict.statement)}\n\n{facts_listed}"


def claims(findings: Findings) -> str:
    """Return the section with every claim and its verdict: a table for each kind, results first."""
    if not findings.verdicts:
        reason = (
            "An agreement or a control does not hold, so the claims were not checked."
            if not all(comparison.holds for comparison in findings.comparisons)
            else "No claims are made."
        )
        return f"## Claims\n\n{reason}"
    groups = findings.by_kind
    tables = [
        f"### {HEADINGS[kind]}\n\n{_table(group)}" if len(groups) > 1 else _table(group)
        for kind, group in groups.items()
    ]
    counts = ", ".join(f"{number} {level}" for level, number in counted(findings).items())
    number = len(findings.verdicts)
    claims = "1 claim" if number == 1 else f"{number} claims"
    return folded("Claims", f"{claims}: {counts}.", "\n\n".join(tables))


def _table(verdicts: Sequence[Verdict]) -> str:
    """Write a line for each verdict."""
    rows = [
        [
            _link(verdict),
            verdict.statement,
            f"**{verdict.level}**" if verdict.refuted else str(verdict.level),
            _all_evidence(verdict),
            verdict.source,
        ]
        for verdict in verdicts
    ]
    return table(["claim", "statement", "verdict", "evidence and bound", "source"], rows)


def _link(verdict: Verdict) -> str:
    """Write a claim's name, with a link to where the page has more about it."""
    if verdict.refuted:
        heading = STRICTLY if verdict.strict_reading else verdict.name
        return f"[{plain(verdict.name)}](#{anchor(heading)})"
    if any(evidence.steps for evidence in verdict.evidence):
        return f"[{plain(verdict.name)}](#{anchor(_derived(verdict))})"
    return plain(verdict.name)


def _all_evidence(verdict: Verdict) -> str:
    """Say what each check gave; with its own level where there are several."""
    words = [evidence.in_full() for evidence in verdict.evidence]
    if len(words) > 1:
        levels = [evidence.level for evidence in verdict.evidence]
        words = [f"{level}: {each}" for level, each in zip(levels, words, strict=True)]
    if verdict.rests_on:
        words.append("rests on " + ", ".join(map(str, verdict.rests_on)))
    return "; ".join(words) or "no check"


def agreements(study: Study, findings: Findings, target: str) -> str:
    """Return the section on what was compared with the oracle."""
    if not findings.comparisons:
        return ""
    rows = []
    for comparison, agreement in zip(findings.comparisons, study.agreements, strict=True):
        disagrees = comparison.disagreement is not None
        controls = list(agreement.controls)
        caught = f"{len(controls) - len(comparison.missed_controls)} of {len(controls)}"
        rows.append(
            [
                _function(comparison.name),
                _function(comparison.oracle),
                comparison.domain,
                str(comparison.cases),
                "yes" if comparison.whole_domain else "no",
                "**no**" if disagrees else "yes",
                ": ".join(["not tried" if disagrees else caught, ", ".join(controls)]),
            ]
        )
    header = [
        "solver",
        "compared with",
        "domain",
        "distinct cases",
        "whole domain",
        "agree",
        "controls caught",
    ]
    failed = [c for c in findings.comparisons if not c.holds]
    sections = []
    for comparison in failed:
        if comparison.disagreement is not None:
            why = f"disagrees with the oracle: {code(str(comparison.disagreement))}"
        elif comparison.short_of:
            why = f"was not compared far enough: {comparison.short_of}"
        else:
            why = f"was compared by a check that missed: {', '.join(comparison.missed_controls)}"
        sections.append(f"**{_function(comparison.name)} {why}**")
    sections += [f"**Not confirmed: {code(fault)}**" for fault in findings.faults]
    sections.append(table(header, rows))
    if findings.excused:
        sections.append("Branches of the solvers that were not compared, and why:")
        sections.append("\n".join(f"- {code(excuse)}" for excuse in findings.excused))
    sections.append(commands([f"grundwork check {target}"]))
    body = "\n\n".join(sections)
    if failed or findings.faults:
        return f"## Agreements\n\n{body}"
    cases = sum(comparison.cases for comparison in findings.comparisons)
    number = len(findings.comparisons)
    plural = "" if number == 1 else "s"
    agree = f"{number} comparison{plural} of solvers with the truth, on {cases} cases: all agree."
    return folded("Agreements", agree, body)


def _function(name: str) -> str:
    """Shorten a function's name: the folders of a file outside Grundwork are left out."""
    file, colon, function = name.partition("[")[0].partition(":")  # without what it was given
    if PurePosixPath(file).is_absolute():
        file = PurePosixPath(file).name
    return code(f"{file}{colon}{function}")


def derivations(findings: Findings) -> str:
    """Return the derivations of proved claims, step by step."""
    files = iter(drawings(findings))
    parts = [
        _theorem(verdict, evidence, files)
        if evidence.is_theorem
        else _derivation(verdict, evidence)
        for verdict in findings.verdicts
        for evidence in verdict.evidence
        if evidence.steps
    ]
    if not parts:
        return ""
    number = "1 derivation" if len(parts) == 1 else f"{len(parts)} derivations"
    return folded("Derivations", f"{number}, line by line.", "\n\n".join(parts))


def drawings(findings: Findings) -> dict[str, str]:
    """Return the pictures of the automata that proofs found, in their order, by file name."""
    found = {}
    for verdict in findings.verdicts:
        pictures = [
            picture
            for evidence in verdict.evidence
            if evidence.is_theorem and evidence.steps
            for _, picture in evidence.drawings
        ]
        for number, picture in enumerate(pictures, 1):
            found[f"{findings.study}/automaton-{anchor(verdict.name)}-{number}.svg"] = picture
    return found


def _how(evidence: Evidence) -> str:
    """Say by what the verdict is given, and that a theorem of a formula is not what gives it."""
    if evidence.theorem:
        return f"*{evidence.level}* on {prose(evidence.domain)}; beyond, of the formula alone:"
    return f"{prose(evidence.method)}; {evidence.cases} {evidence.counted}."


def _derived(verdict: Verdict) -> str:
    return f"{verdict.name}, derived"


def _theorem(verdict: Verdict, evidence: Evidence, files: Iterator[str]) -> str:
    """Return a proof by automata: the theorem, its record line by line, and the automata."""
    theorem, *record = evidence.steps
    listed = "\n".join(f"- {prose(step.words)}" for step in record)
    shown = [
        f"![{prose(title)}]({file})\n\n{prose(title)}. Letters are the digits of the coordinates "
        "in their order; a sink that rejects is left out."
        for (title, _), file in zip(evidence.drawings, files, strict=False)
    ]
    return "\n\n".join(
        [
            f"### {plain(_derived(verdict))}",
            f"> {prose(verdict.statement)}",
            _how(evidence),
            prose(theorem.words),
            listed,
            *shown,
        ]
    )


def _derivation(verdict: Verdict, evidence: Evidence) -> str:
    """Return one derivation; lines in a row with the same words share them."""
    parts = [
        f"### {plain(_derived(verdict))}",
        f"> {prose(verdict.statement)}",
        f"{prose(evidence.method)}; {_lines_in_words(evidence)}.",
        _supports(verdict),
    ]
    for (words, kind), steps in groupby(evidence.steps, key=lambda step: (step.words, step.kind)):
        shown = list(steps)
        formulas = [block(step.formula) for step in shown if step.formula]
        statements = [f"`{step.statement}`" for step in shown if step.statement]
        said = KINDS.get(kind, "") + prose(words).rstrip(":.")
        parts += [said + (":" if formulas or statements else "."), *formulas, *statements]
    return "\n\n".join(part for part in parts if part)


KINDS = {
    StepKind.DEFINITION: "*Definition.* ",
    StepKind.ARGUMENT: "*Argument, not verified.* ",
}


def _lines_in_words(evidence: Evidence) -> str:
    """Say how many lines were verified, by what, and how many were not."""
    by = sorted({step.by for step in evidence.steps if step.by})
    many = len(verified(evidence.steps))
    words = f"{many} {'line' if many == 1 else 'lines'} verified by {' and '.join(by)}"
    kinds = [step.kind for step in evidence.steps]
    for kind, rest in (
        (StepKind.DEFINITION, ""),
        (StepKind.ARGUMENT, " that nothing verifies"),
    ):
        number = kinds.count(kind)
        if number:
            words += f", {number} {kind}{'' if number == 1 else 's'}{rest}"
    return words


def _supports(verdict: Verdict) -> str:
    """Say what a claim rests on beyond its own lines."""
    if not verdict.rests_on:
        return ""
    listed = "\n".join(f"- {prose(str(support))}" for support in verdict.rests_on)
    return f"It rests on\n\n{listed}"


def remarks(study: Study) -> str:
    """Return the section on what the sources say that states nothing to check."""
    if not study.remarks:
        return ""
    rows = [[remark.words, str(remark.source)] for remark in study.remarks]
    words = "What the sources say that states nothing that could fail, and is no claim."
    return folded("Remarks", words, table(["remark", "source"], rows))


def controls(findings: Findings) -> str:
    """Return the section that names the controls of each claim, and says which were caught."""
    if not findings.verdicts:
        return ""
    rows = []
    for verdict in findings.verdicts:
        if not verdict.evidence:
            rows.append([verdict.name, "not tried", ", ".join(verdict.controls)])
            continue
        caught = [name for name in verdict.controls if name not in verdict.missed_controls]
        words = ", ".join(verdict.controls)
        if verdict.missed_controls:
            words += f"; **missed: {', '.join(verdict.missed_controls)}**"
        rows.append([verdict.name, f"{len(caught)} of {len(verdict.controls)}", words])
    words = (
        "Each claim was also put to its checks with what is believed replaced by something wrong. "
        "A check that does not refute these could not fail.\n\n"
    )
    body = words + table(["claim", "controls refuted", "what is wrong with them"], rows)
    missed = sum(len(verdict.missed_controls) for verdict in findings.verdicts)
    if missed:
        return f"## Controls\n\n{body}"
    number = sum(len(verdict.controls) for verdict in findings.verdicts)
    wrong = "1 wrong claim" if number == 1 else f"{number} wrong claims, each"
    return folded("Controls", f"{wrong} refuted by the same checks.", body)
