"""The section of a report with proofs, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from research.checks.evidence import CHECKED, Evidence, Kind, Step, StepKind, counted, verified
from research.proving.proof_file import SUFFIX
from research.reporting.markdown import anchor, folded, formula, plain, prose
from research.verdicts.findings import Findings, Verdict

NOTATION = """In statements, `Ax` and `Ex` mean for all and for some natural number x; `^` between \
two statements, that exactly one of them holds; `$power(x)`, that x is a power of the base of the \
digits, two in `lsd_2`; `$power_of_two(x)`, that x is a power of two; `$nimsum(x,y,z)`, that z is \
the nim sum of x and y; `T[x] = @0`, that x has an even number of ones in binary."""

LETTERS = """The label of an arrow has a digit of each coordinate, in their order. A state from \
which nothing is accepted is counted but not drawn, so its number is missing."""
_DEFINED = re.compile(r"^(\$\w+\([^)]*\))(?=:)")  # a relation, which begins no formula


def derivations(findings: Findings, files: dict[str, str]) -> str:
    """Return the proofs of claims, line by line; pictures of their automata go into ``files``."""
    proved = [verdict for verdict in findings.verdicts if has_steps(verdict)]
    if not proved:
        return ""
    body = "\n\n".join(_proof(verdict, findings.study, files) for verdict in proved)
    if "`" in body:  # a statement in the syntax of the decision procedure
        body = f"{NOTATION}\n\n{body}"
    return folded("Proofs", f"{counted(len(proved), 'proof')}, line by line.", body)


def has_steps(verdict: Verdict) -> bool:
    """Whether the page has a proof of a claim, which says what it rests on."""
    return any(evidence.steps for evidence in verdict.evidence)


def derived(verdict: Verdict) -> str:
    """Return the heading of a claim's proof."""
    return f"{verdict.name}, proof"


def _proof(verdict: Verdict, study: str, files: dict[str, str]) -> str:
    """Return what was derived of a claim, and the pictures of the automata that were found."""
    parts = [f"### {plain(derived(verdict))}", f"> {prose(verdict.statement)}"]
    shown = [evidence for evidence in verdict.evidence if evidence.steps]
    for evidence in shown:
        parts += (_theorem if evidence.kind == Kind.THEOREM else _derivation)(verdict, evidence)
    proofs = [evidence.proof_file for evidence in shown if evidence.checked]
    for number, text in enumerate(proofs, 1):
        own = f"{study}/{anchor(verdict.name)}{f'-{number}' if number > 1 else ''}{SUFFIX}"
        file = next((known for known, other in files.items() if other == text), own)
        files[file] = text  # two claims may have one proof
        parts.append(
            f"[Proof file]({file}), {CHECKED}; check it again with `grundwork verify {file}`."
        )
    drawings = (drawing for evidence in shown for drawing in evidence.drawings)
    for number, (title, picture) in enumerate(drawings, 1):
        file = f"{study}/automaton-{anchor(verdict.name)}-{number}.svg"
        files[file] = picture
        parts += [f"![{prose(title)}]({file})", f"{prose(title)}. {LETTERS}"]
    return "\n\n".join(parts)


def _derivation(verdict: Verdict, evidence: Evidence) -> Iterator[str]:
    """Yield how many lines were verified, what they rest on, and the lines."""
    said = f"Method: {prose(evidence.method)}; {_lines_in_words(evidence.steps)}."
    if verdict.supports:
        said += f" It rests on {prose(verdict.supports)}."
    yield said
    yield "\n".join(map(_item, evidence.steps))


def _theorem(verdict: Verdict, evidence: Evidence) -> Iterator[str]:
    """Yield how many statements were decided, the theorem unless it is the claim, the record."""
    theorem, *record = (step.words for step in evidence.steps)
    yield f"Method: {prose(evidence.method)}; {evidence.cases} {evidence.counted}."
    if theorem.strip() != verdict.statement.strip():
        yield prose(theorem)
    lines = (_DEFINED.sub(r"`\1`", words) for words in record)
    yield "\n".join(f"- {prose(line)}" for line in lines)


def _item(step: Step) -> str:
    """Return a line of a derivation, with its formula and the statement that was decided."""
    title = "*Definition.* " if step.kind == StepKind.DEFINITION else ""
    words = [prose(step.words).rstrip(":.")] * bool(step.words)
    said = [f"${formula(step.formula)}$"] * bool(step.formula)
    said += [f"`{step.statement}`"] * bool(step.statement)
    return f"- {title}{': '.join([*words, '; '.join(said)])}" if said else f"- {title}{words[0]}."


def _lines_in_words(steps: Sequence[Step]) -> str:
    """Say how many lines were verified, by what, and how many are definitions."""
    words = []
    if many := len(verified(steps)):
        by = sorted({step.by.partition(":")[0] for step in steps if step.by})
        lines = f"{counted(many, 'line')} verified"
        words.append(f"{lines} by {' and '.join(by)}" if by else lines)
    if number := [step.kind for step in steps].count(StepKind.DEFINITION):
        words.append(counted(number, "definition"))
    return ", ".join(words)
