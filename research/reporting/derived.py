"""The section of a report with derivations, as short as their ideas.

A line of a derivation is a line of the page, unless its formula is long. Lines of one kind are
shown as :mod:`research.reporting.alike` chooses, lines that stood on the page before are named by
where they stood, and a statement that nobody reads to its end is cut. What was verified is said in
numbers of all lines, shown or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from research.checks.evidence import Evidence, Step, StepKind, verified
from research.reporting.alike import FEWEST, Between, shown
from research.reporting.markdown import anchor, block, folded, formula, plain, prose
from research.verdicts.findings import Findings, Verdict

LONGEST_IN_LINE = 56  # signs of a formula that stands in a line with words
LONGEST_STATEMENT = 700  # signs of a statement that is shown whole
KINDS = {
    StepKind.DEFINITION: "*Definition.* ",
    StepKind.ARGUMENT: "*Argument, not verified.* ",
}

Seen = dict[Step, Verdict]  # where a line stands on the page already
_UNSEEN = re.compile(r"\\(?:left|right|displaystyle|frac|text)\b|[{}^_\s]")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_DEFINED = re.compile(r"^(\$\w+\([^)]*\))(?=:)")  # a relation, which begins no formula
_LONG_CODE = re.compile(rf"`([^`]{{{LONGEST_STATEMENT}}})([^`]+)`")


def derivations(findings: Findings) -> str:
    """Return the derivations of proved claims, step by step."""
    files = iter(drawings(findings))
    seen: Seen = {}
    parts = [
        _theorem(verdict, evidence, files)
        if evidence.is_theorem
        else _derivation(verdict, evidence, seen)
        for verdict in findings.verdicts
        for evidence in verdict.evidence
        if evidence.steps
    ]
    if not parts:
        return ""
    number = "1 derivation" if len(parts) == 1 else f"{len(parts)} derivations"
    body = "\n\n".join(parts)
    if " …` (" in body:
        body = f"Long statements are cut; `grundwork check --json` has them whole.\n\n{body}"
    return folded("Derivations", f"{number}, line by line.", body)


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


def derived(verdict: Verdict) -> str:
    """Return the heading of a claim's derivation."""
    return f"{verdict.name}, derived"


def _theorem(verdict: Verdict, evidence: Evidence, files: Iterator[str]) -> str:
    """Return a proof by automata: the theorem, its record line by line, and the automata."""
    theorem, *record = evidence.steps
    said = (_DEFINED.sub(r"`\1`", step.words) for step in record)
    listed = "\n".join(f"- {prose(_cut(words))}" for words in said)
    shown = [
        f"![{prose(title)}]({file})\n\n{prose(title)}. Letters are the digits of the coordinates "
        "in their order; a sink that rejects is left out."
        for (title, _), file in zip(evidence.drawings, files, strict=False)
    ]
    stated = [] if theorem.words.strip() == verdict.statement.strip() else [prose(theorem.words)]
    return "\n\n".join(
        [
            f"### {plain(derived(verdict))}",
            f"> {prose(verdict.statement)}",
            f"{prose(evidence.method)}; {evidence.cases} {evidence.counted}.",
            *stated,
            listed,
            *shown,
        ]
    )


def _derivation(verdict: Verdict, evidence: Evidence, seen: Seen) -> str:
    """Return one derivation; lines in a row with the same words share them."""
    said = f"{prose(evidence.method)}; {_lines_in_words(evidence.steps)}."
    supports = "; ".join(prose(str(support)) for support in verdict.rests_on)
    items = [item for part in _parts(evidence.steps, seen) for item in part]
    for step in evidence.steps:
        seen.setdefault(step, verdict)
    return "\n\n".join(
        [
            f"### {plain(derived(verdict))}",
            f"> {prose(verdict.statement)}",
            f"{said} It rests on {supports}." if supports else said,
            _listed(items),
        ]
    )


def _parts(steps: Sequence[Step], seen: Seen) -> Iterator[Iterator[str]]:
    """Yield the items of lines that stood in another derivation, and of those that did not."""
    for (where, _), group in groupby(steps, key=lambda step: _stood(step, seen)):
        lines = list(group)
        if where and len(lines) >= FEWEST:
            yield iter([f"{_link(seen[lines[0]])}: {_lines_in_words(lines)}."])
        else:
            yield _items(lines)


def _stood(step: Step, seen: Seen) -> tuple[str, bool]:
    """Return the claim in whose derivation a line stood; an argument is always said again."""
    before = seen.get(step) if step.kind != StepKind.ARGUMENT else None
    return (before.name if before else ""), before is None


def _link(verdict: Verdict) -> str:
    return f"As in [{plain(derived(verdict))}](#{anchor(derived(verdict))})"


def _items(steps: Sequence[Step]) -> Iterator[str]:
    """Yield what is shown of lines: an item each, with a formula on its own if it is long."""
    for words, group in groupby(shown(steps), key=_in_words):
        lines = [line for line in group if isinstance(line, Step)]
        formulas = [line.formula for line in lines if line.formula]
        statements = [_cut(f"`{line.statement}`") for line in lines if line.statement]
        if any(map(_is_long, formulas)):
            yield "\n\n".join([f"{words}:", *map(block, formulas), *statements])
        elif formulas or statements:
            yield f"{words}: " + "; ".join([*(f"${formula(f)}$" for f in formulas), *statements])
        else:
            yield f"{words}."


def _in_words(line: Step | Between) -> str:
    """Return the words of a line, or those for lines that are not shown."""
    if isinstance(line, Between):
        return f"*Likewise* {_lines_in_words(line.steps, ' more')}"
    return KINDS.get(line.kind, "") + prose(line.words).rstrip(":.")


def _cut(words: str) -> str:
    """Cut what is too long of the statements in words, and say how long they are."""
    return _LONG_CODE.sub(lambda cut: f"`{cut[1]} …` ({len(cut[1] + cut[2])} signs)", words)


def _listed(items: Sequence[str]) -> str:
    """Write items as a list, which is interrupted by formulas on lines of their own."""
    text = ""
    for item in items:
        text += f"- {item}\n" + "\n" * ("\n" in item)
    return text.rstrip("\n")


def _is_long(latex: str) -> bool:
    """Whether a formula is too long, as it is seen, for a line with words."""
    seen = _COMMAND.sub("x", _UNSEEN.sub("", latex))
    return len(seen) > LONGEST_IN_LINE


def _lines_in_words(steps: Sequence[Step], more: str = "") -> str:
    """Say how many lines were verified, by what, and how many were not."""
    words = []
    if many := len(verified(steps)):
        by = sorted({step.by for step in steps if step.by})
        lines = f"{many}{more} {'line' if many == 1 else 'lines'} verified"
        words.append(f"{lines} by {' and '.join(by)}" if by else lines)
    kinds = [step.kind for step in steps]
    for kind, rest in (
        (StepKind.DEFINITION, ""),
        (StepKind.ARGUMENT, " that nothing verifies"),
    ):
        if number := kinds.count(kind):
            words.append(f"{number} {kind}{'' if number == 1 else 's'}{rest}")
    return ", ".join(words)
