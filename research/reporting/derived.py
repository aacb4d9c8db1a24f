"""The section of a report with derivations, line by line.

A line of a derivation is a line of the page. Of a derivation with many verified lines the first
ones and the last one are shown, with the number of those between; definitions are always shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from research.checks.evidence import Evidence, Kind, Step, StepKind, verified
from research.reporting.markdown import anchor, block, folded, formula, plain, prose
from research.verdicts.findings import Findings, Verdict

MOST_LINES = 12  # verified lines of a derivation that are shown
LONGEST_IN_LINE = 56  # signs of a formula that stands in a line with words

NOTATION = """In statements, `Ax` and `Ex` mean for all and for some natural number x; `^` between \
two statements, that exactly one of them holds; `$power(x)`, that x is a power of the base of the \
digits, two in `lsd_2`; `$power_of_two(x)`, that x is a power of two; `$nimsum(x,y,z)`, that z is \
the nim sum of x and y; `T[x] = @0`, that x has an even number of ones in binary."""

_UNSEEN = re.compile(r"\\(?:left|right|displaystyle|frac|text)\b|[{}^_\s]")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_DEFINED = re.compile(r"^(\$\w+\([^)]*\))(?=:)")  # a relation, which begins no formula


def derivations(findings: Findings) -> str:
    """Return the derivations of proved claims, step by step."""
    files = iter(drawings(findings))
    parts = [
        _derivation(verdict, evidence, files)
        for verdict in findings.verdicts
        for evidence in verdict.evidence
        if evidence.steps
    ]
    if not parts:
        return ""
    number = "1 proof" if len(parts) == 1 else f"{len(parts)} proofs"
    shown = [e for verdict in findings.verdicts for e in verdict.evidence if e.steps]
    if any(e.kind == Kind.THEOREM or any(step.statement for step in e.steps) for e in shown):
        parts.insert(0, NOTATION)
    return folded("Proofs", f"{number}, line by line.", "\n\n".join(parts))


def drawings(findings: Findings) -> dict[str, str]:
    """Return the pictures of the automata that proofs found, in their order, by file name."""
    found = {}
    for verdict in findings.verdicts:
        shown = (e.drawings for e in verdict.evidence if e.kind == Kind.THEOREM and e.steps)
        for number, (_, picture) in enumerate((pair for pairs in shown for pair in pairs), 1):
            found[f"{findings.study}/automaton-{anchor(verdict.name)}-{number}.svg"] = picture
    return found


def derived(verdict: Verdict) -> str:
    """Return the heading of a claim's proof."""
    return f"{verdict.name}, proof"


def _derivation(verdict: Verdict, evidence: Evidence, files: Iterator[str]) -> str:
    """Return a derivation; or a proof by automata with its record, and its pictures from files."""
    parts = [f"### {plain(derived(verdict))}", f"> {prose(verdict.statement)}"]
    if evidence.kind != Kind.THEOREM:
        said = f"{prose(evidence.method)}; {_lines_in_words(evidence.steps)}."
        if supports := "; ".join(prose(str(support)) for support in verdict.rests_on):
            said += f" It rests on {supports}."
        return "\n\n".join([*parts, said, _listed(_items(evidence.steps))])
    theorem, *record = (step.words for step in evidence.steps)
    parts.append(f"{prose(evidence.method)}; {evidence.cases} {evidence.counted}.")
    if theorem.strip() != verdict.statement.strip():
        parts.append(prose(theorem))
    lines = (_DEFINED.sub(r"`\1`", words) for words in record)
    parts.append("\n".join(f"- {prose(line)}" for line in lines))
    parts += [
        f"![{prose(title)}]({file})\n\n{prose(title)}. Letters are the digits of the coordinates "
        "in their order; a sink that rejects is left out."
        for (title, _), file in zip(evidence.drawings, files, strict=False)
    ]
    return "\n\n".join(parts)


def _items(steps: Sequence[Step]) -> Iterator[str]:
    """Yield an item for each line that is shown, and one for those between."""
    between = [id(step) for step in verified(steps)][MOST_LINES - 1 : -1]
    for hidden, group in groupby(steps, key=lambda step: id(step) in between):
        lines = list(group)
        if hidden and len(lines) > 1:
            yield f"*And* {_lines_in_words(lines, ' more')}."
        else:
            yield from map(_item, lines)


def _item(step: Step) -> str:
    """Return a line, with its formula on a line of its own if it is long."""
    words = "*Definition.* " * (step.kind == StepKind.DEFINITION) + prose(step.words).rstrip(":.")
    statement = [f"`{step.statement}`"] if step.statement else []
    seen = _COMMAND.sub("x", _UNSEEN.sub("", step.formula))  # of the formula
    if len(seen) > LONGEST_IN_LINE:
        return "\n\n".join([f"{words}:", block(step.formula), *statement])
    said = [f"${formula(step.formula)}$"] * bool(step.formula) + statement
    return f"{words}: {'; '.join(said)}" if said else f"{words}."


def _listed(items: Iterable[str]) -> str:
    """Write items as a list, which is interrupted by formulas on lines of their own."""
    return "".join(f"- {item}\n" + "\n" * ("\n" in item) for item in items).rstrip("\n")


def _lines_in_words(steps: Sequence[Step], more: str = "") -> str:
    """Say how many lines were verified, by what, and how many are definitions."""
    words = []
    if many := len(verified(steps)):
        by = sorted({step.by.partition(":")[0] for step in steps if step.by})
        lines = f"{many}{more} {'line' if many == 1 else 'lines'} verified"
        words.append(f"{lines} by {' and '.join(by)}" if by else lines)
    if number := [step.kind for step in steps].count(StepKind.DEFINITION):
        words.append(f"{number} definition{'' if number == 1 else 's'}")
    return ", ".join(words)
