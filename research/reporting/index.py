"""The index of the reports in a folder, made from the first line of each page.

That line is a comment with what the index says of the page. The index lists exactly the pages that
lie in its folder, so reporting one study leaves the others in the index.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from research.checks.evidence import Level
from research.claims.study import Study
from research.reporting.markdown import anchor, code, commands, plain, table
from research.reporting.parts import STRICTLY, STRICTLY_IN_WORDS, WORDS, results
from research.system.files import OutputError
from research.verdicts.findings import Findings

NAME = "README.md"
KNOWN = 1  # main result of a game that the index tells
_SUMMARY = re.compile(r"<!-- grundwork: (\{.*\}) -->\n")
Summary = dict[str, Any]


def first_line(study: Study, findings: Findings, target: str, question: str, answer: str) -> str:
    """Return the first line of a page: what the index says of it."""
    summary = {
        "title": study.title,
        "target": target,
        "known": [[str(v.level), v.statement] for v in results(findings)[:KNOWN]],
        "levels": [str(v.level) for v in findings.verdicts] or ["untested"] * len(study.claims),
        "question": question,
        "answer": answer,
        "refuted": [
            [v.name, v.statement, v.strict_reading or code(str(v.counterexample)), v.correction]
            for v in sorted(findings.refuted, key=lambda v: bool(v.strict_reading))
        ],
        "strict": sum(bool(v.strict_reading) for v in findings.refuted),
    }
    text = json.dumps(summary, ensure_ascii=False).replace(">", "\\u003e")
    return f"<!-- grundwork: {text} -->"


def index(summaries: Mapping[str, Summary]) -> str:
    """Return the text of the index of some pages, given what each page's first line says."""
    from research.resolving.loading import study_names

    rows: list[list[str]] = []
    wrong: list[list[str]] = []
    strict: list[list[str]] = []
    for name, summary in sorted(summaries.items()):
        title = plain(summary["title"])
        known = "; ".join(f"*{level}*: {words.rstrip('.')}" for level, words in summary["known"])
        value = f"**{summary['answer']}**" if summary["answer"] else "not confirmed"
        answer = f"{code(summary['question'])}: {value}" if summary["question"] else ""
        rows.append([f"[{title}]({name})", known, answer])
        errors = len(summary["refuted"]) - summary["strict"]
        for number, (claim, *rest) in enumerate(summary["refuted"]):
            heading = claim if number < errors else STRICTLY
            row = [f"[{title}]({name}#{anchor(heading)})", claim, *rest]
            (wrong if number < errors else strict).append(row)
    targets = [summary["target"] for _, summary in sorted(summaries.items())]
    header = ["game", "claim", "statement"]
    parts = [
        "# Reports",
        _abstract(list(summaries.values()), len(wrong), len(strict)),
        WORDS,
        table(["game", "what is known", "full answer"], rows),
    ]
    if wrong:
        parts += ["## Refuted claims", table([*header, "found", "correction"], wrong)]
    if strict:
        parts += [f"## {STRICTLY}", STRICTLY_IN_WORDS]
        parts.append(table([*header, "read with", "correction"], strict))
    if set(targets) <= set(study_names()):
        parts.append(how_to_cite("Reports", "grundwork-reports"))
    parts += ["These pages are generated; to write them again:", commands([again(targets)])]
    return "\n\n".join(parts) + "\n"


def _abstract(summaries: Sequence[Summary], wrong: int, strict: int) -> str:
    """Return the paragraph that says what the pages hold."""
    levels = [level for summary in summaries for level in summary["levels"]]
    held = ", ".join(
        f"{levels.count(str(level))} {level}"
        for level in reversed(Level)
        if level > Level.REFUTED and str(level) in levels
    )
    games = "1 game" if len(summaries) == 1 else f"{len(summaries)} games"
    claims = "1 claim" if len(levels) == 1 else f"{len(levels)} claims"
    refuted = f", {wrong} refuted" * bool(wrong)
    refuted += f", {strict} refuted only on a strict reading" * bool(strict)
    return (
        f"**Abstract.** {games}, {claims}: {held or 'none holds'}{refuted}. Every page "
        "says who claims what, and how it was checked. A full answer is shown only if its solver "
        "agrees with an exhaustive oracle."
    )


def how_to_cite(title: str, key: str) -> str:
    """Return the section that says how to cite a page."""
    entry = [
        f"@misc{{{key},",
        "  author = {{The Grundwork contributors}},",
        f"  title = {{{title}}},",
        f"  howpublished = {{Report of Grundwork {version('grundwork')}}},",
        "}",
    ]
    words = "A result is cited by its label, which stays when its number changes."
    return "## How to cite\n\n" + words + "\n\n```bibtex\n" + "\n".join(entry) + "\n```"


def again(targets: Sequence[str]) -> str:
    """Return the command that writes pages again; their files lie in the folder it is run in."""
    from research.resolving.loading import study_names

    whole = set(targets) == set(study_names())
    return "grundwork report" if whole else f"grundwork report {shlex.join(targets)}"


def summaries_in(out: Path, texts: Mapping[str, str]) -> dict[str, Summary]:
    """Read the first lines of pages, of those that lie in a folder and of new ones, by names."""
    try:
        there = {page.name: page.read_text(encoding="utf-8") for page in sorted(out.glob("*.md"))}
    except (OSError, UnicodeDecodeError) as error:
        raise OutputError(f"out={str(out)!r}: cannot be read ({error})") from error
    lines = {name: _SUMMARY.match(text) for name, text in (there | dict(texts)).items()}
    return {name: json.loads(found[1]) for name, found in lines.items() if found}
