"""The parts of a report that show findings: from the abstract to agreements and remarks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from research.checks.evidence import Level, counted
from research.claims.study import Study
from research.reporting.derived import derived, has_steps
from research.reporting.markdown import anchor, code, folded, in_a_line, plain, prose, table
from research.reporting.terminal import failure, in_numbers
from research.system.board_svg import counterexample_svg
from research.verdicts.findings import Findings, Verdict

HEADINGS = {  # of the claims of each kind
    "result": "Main claims",
    "step": "Lemmas",
    "number": "Numbers",
    "finding": "Findings of this study",
}

# What the verdicts mean, in two lines.
WORDS = """**refuted**: a counterexample was found; **untested**: no check has decided it; \
**tested**: it held in all of a stated number of cases, or confirmed solvers computed it;
**exhausted**: it held in every case to a stated bound, truth from the rules; **proved**: it was \
derived for all values, every line verified, or by a theorem."""

_REMARK = re.compile(r"(.*[.:;$)”])\s+\[([^\[\]]+)\]", re.DOTALL)


def results(findings: Findings) -> list[Verdict]:
    """Return the verdicts of the main results that hold, the strongest first.

    A claim of which a check refutes no control stands among the claims alone, with that warning.
    """
    known = findings.by_kind.get("result", ())
    found = [v for v in known if v.level > Level.UNTESTED and not v.missed_controls]
    return sorted((v for v in found if not v.refuted), key=lambda v: v.level, reverse=True)


def known(findings: Findings) -> list[Verdict]:
    """Return what is known in short: the strongest main result, and main claims that are wrong."""
    main = findings.by_kind.get("result", ())
    return [*results(findings)[:1], *(verdict for verdict in main if verdict.refuted)]


def abstract(study: Study, findings: Findings, answer: str) -> str:
    """Return the paragraph that says what is known of the game, and how."""
    said = [prose(study.abstract)] if study.abstract else []
    proved = [v for v in results(findings) if v.level == Level.PROVED]
    if proved:
        names = [f"[{plain(verdict.name)}](#{verdict.name})" for verdict in proved]
        if not study.abstract:
            told = (prose(in_a_line(apart(v.statement)[0])).rstrip(".") for v in proved)
            names = [f"{words} ({name})" for words, name in zip(told, names, strict=True)]
        said.append(f"Proved: {', '.join(names)}.")
    if answer:
        said.append(answer)
    if wrong := [_link(v) for v in findings.refuted]:
        many = counted(len(findings.verdicts), "claim")
        said.append(f"Refuted: {len(wrong)} of {many}, {', '.join(wrong)}.")
    return f"**Abstract.** {' '.join(said)}" if said else ""


def main_results(findings: Findings, documents: Sequence[str]) -> str:
    """Return the section with the main results, numbered, with the evidence for each.

    What is proved is a theorem, what holds to a stated bound an observation. The name of the claim
    is the label that stays when numbers change.
    """
    chosen = [_result(number, v, documents) for number, v in enumerate(results(findings), 1)]
    return "\n\n".join(["## Results", *chosen]) if chosen else ""


def _result(number: int, verdict: Verdict, documents: Sequence[str]) -> str:
    """Write a main result: what it says, the evidence, and what it rests on."""
    title = "Theorem" if verdict.level == Level.PROVED else "Observation"
    statement, remark = apart(verdict.statement)
    proof = f" ([proof](#{anchor(derived(verdict))}))" if has_steps(verdict) else ""
    said: list[str] = []
    for evidence in sorted(verdict.evidence, key=lambda each: each.level, reverse=True):
        words = prose(in_a_line(evidence.in_full()))
        if evidence.level > Level.UNTESTED:
            words = f"{evidence.level}: {words}"
        said.append(f"{words[:1].upper()}{words[1:]}{proof * (not said)}.")
    if verdict.supports:
        said.append(f"It rests on {prose(verdict.supports)}.")
    said.append(f"Source: {prose(in_a_line(_numbered(verdict.source, documents)))}.")
    parts = [
        f'<a id="{verdict.name}"></a>**{title} {number}** ({code(verdict.name)}). '
        f"{prose(in_a_line(statement))}",
        f"*Remark.* {prose(in_a_line(remark))}" if remark else "",
        " ".join(said),
    ]
    return "\n\n".join(part for part in parts if part)


def apart(statement: str) -> tuple[str, str]:
    """Return a statement, and the remark in square brackets that ends it.

    >>> apart("“$S(10) = 213$.” [The page has 360.]")
    ('“$S(10) = 213$.”', 'The page has 360.')
    """
    found = _REMARK.fullmatch(statement.strip())
    return (found[1], found[2]) if found else (statement, "")


def refuted(study: Study, findings: Findings, files: dict[str, str]) -> str:
    """Return the section on refuted claims; counterexamples that are drawn go into ``files``."""
    parts = ["## Refuted claims"]
    for verdict in findings.refuted:
        parts.append(_refutation(verdict))
        case = verdict.counterexample.case if verdict.counterexample else ""
        if picture := counterexample_svg(study.game, case):
            name = f"{study.name}/counterexample-{verdict.name}.svg"
            files[name] = picture
            parts.append(f"![The counterexample]({name})")
    return "\n\n".join(parts) if findings.refuted else ""


def _refutation(verdict: Verdict) -> str:
    """Write a refuted claim: its statement, the counterexample, and what is right instead."""
    facts, failed = [f"Source: {prose(verdict.source)}"], verdict.counterexample
    if failed is not None and failed.case:
        least = " (the least: every smaller case holds)" if failed.least else ""
        facts.append(f"Counterexample: {code(failed.position)}{least}")
    if failed is not None and failed.found:
        facts += [f"Found: {code(failed.found)}", f"Believed: {code(failed.believed)}"]
    facts += [
        f"Check: {prose(evidence.in_full())}"
        for evidence in verdict.evidence
        if evidence.level == Level.REFUTED
    ]
    if verdict.correction:
        facts.append(f"Correction, which passes the same checks: {prose(verdict.correction)}")
    listed = "\n".join(f"- {fact}" for fact in facts)
    return f"### {plain(verdict.name)}\n\n> {prose(verdict.statement)}\n\n{listed}"


def claims(findings: Findings, documents: Sequence[str] = ()) -> str:
    """Return the section with every claim and its verdict: a table for each kind, results first."""
    if not findings.verdicts:
        reason = (
            "An agreement or a control does not hold, so the claims were not checked."
            if not all(comparison.agrees for comparison in findings.comparisons)
            else "No claims are made."
        )
        return f"## Claims\n\n{reason}"
    groups = findings.by_kind
    tables = [
        f"### {HEADINGS[kind]}\n\n" * (len(groups) > 1) + _table(group, documents)
        for kind, group in groups.items()
    ]
    levels = [str(verdict.level) for verdict in findings.verdicts]
    summary = f"{counted(len(levels), 'claim')}: {in_numbers(levels)}."
    body = "\n\n".join([*tables, *_controls(findings)])
    if any(verdict.missed_controls for verdict in findings.verdicts):  # which no fold may hide
        return f"## Claims\n\n{summary}\n\n{body}"
    return folded("Claims", summary, body)


def _table(verdicts: Sequence[Verdict], documents: Sequence[str]) -> str:
    """Write a line for each verdict."""
    rows = [
        [
            _link(verdict),
            verdict.statement,
            f"**{verdict.level}**" if verdict.refuted else str(verdict.level),
            _all_evidence(verdict, rests=not has_steps(verdict)),
            _numbered(verdict.source, documents),
        ]
        for verdict in verdicts
    ]
    return table(["claim", "statement", "verdict", "evidence and bound", "source"], rows)


def _numbered(source: str, documents: Sequence[str]) -> str:
    """Return a source, with the number of its document in place of the document's name."""
    for number, document in enumerate(documents, 1):
        if source == document or source.startswith(f"{document}, "):
            return f"[{number}] {source[len(document) + 2 :]}".strip()
    return source


def _link(verdict: Verdict) -> str:
    """Write a claim's name, with a link to where the page has more about it."""
    if verdict.refuted:
        return f"[{plain(verdict.name)}](#{anchor(verdict.name)})"
    if has_steps(verdict):
        return f"[{plain(verdict.name)}](#{anchor(derived(verdict))})"
    return plain(verdict.name)


def _all_evidence(verdict: Verdict, *, rests: bool = True) -> str:
    """Say what each check gave; with its own level where there are several."""
    words = [evidence.in_full() for evidence in verdict.evidence]
    if len(words) > 1:
        levels = [evidence.level for evidence in verdict.evidence]
        words = [
            each if level == Level.UNTESTED else f"{level}: {each}"
            for level, each in zip(levels, words, strict=True)
        ]
    if rests and verdict.supports:
        words.append(f"rests on {verdict.supports}")
    return "; ".join(words) or "no check"


def agreements(study: Study, findings: Findings) -> str:
    """Return the section on what was compared with the oracle."""
    if not findings.comparisons:
        return ""
    failed = [each for each in findings.comparisons if not each.agrees]
    parts = [
        f"**{code(_without_folders(each.name))}: {mark.lower()}: {code(words)}**"
        for each in failed
        for mark, words in [failure(each)]
    ]
    parts += [f"**Not confirmed: {code(fault)}**" for fault in findings.faults]
    rows = []
    for comparison, agreement in zip(findings.comparisons, study.agreements, strict=True):
        many = len(agreement.controls)
        caught = f"{many - len(comparison.missed_controls)} of {many}"
        if comparison.disagreement is not None:
            caught = "**disagrees**; not tried"
        controls = ": ".join([caught, ", ".join(agreement.controls)])
        cases = "all " * comparison.whole_domain + str(comparison.cases)
        truth = comparison.truth
        oracle = code(_without_folders(truth)) if ".py:" in truth else plain(truth)
        rows.append(
            [code(_without_folders(comparison.name)), oracle, comparison.domain, cases, controls]
        )
    header = ["solver", "compared with", "domain", "distinct cases", "controls caught"]
    parts.append(table(header, rows))
    if findings.excused:
        parts.append("Branches of the solvers that were not compared, and why:")
        parts.append("\n".join(f"- {code(excuse)}" for excuse in findings.excused))
    body = "\n\n".join(parts)
    if failed or findings.faults:
        return f"## Agreements\n\n{body}"
    total = sum(comparison.cases for comparison in findings.comparisons)
    compared = counted(len(findings.comparisons), "comparison")
    agree = f"{compared} of solvers with oracles, on {total} cases: all agree."
    return folded("Agreements", agree, body)


def _without_folders(name: str) -> str:
    """Shorten a function's name: its file without folders, and not what it was given."""
    file, colon, function = name.partition("[")[0].partition(":")
    return f"{PurePosixPath(file).name}{colon}{function}"


def _controls(findings: Findings) -> list[str]:
    """Say how many controls there were, and which of them no check refuted; nothing of none."""
    number = sum(len(verdict.controls) for verdict in findings.verdicts if verdict.evidence)
    missed = [f"{v.name}: {each}" for v in findings.verdicts for each in v.missed_controls]
    refuted = f"**not refuted: {'; '.join(missed)}**" if missed else "each was refuted"
    false = f"{counted(number, 'deliberately false version')} of the claims (controls)"
    return [f"The checks were also run on {false}: {refuted}."] if number else []


def remarks(study: Study) -> str:
    """Return the section on what the sources say that is no claim."""
    if not study.remarks:
        return ""
    rows = [[words, str(source)] for words, source in study.remarks]
    words = "Statements of the sources that are not checked as claims."
    return folded("Remarks", words, table(["remark", "source"], rows))
