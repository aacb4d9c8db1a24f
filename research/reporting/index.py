"""The index of the reports in a folder, made from the first line of each page.

That line is a comment with what the index says of the page. The index lists exactly the pages that
lie in its folder, so reporting one study leaves the others in the index.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from research.checks.evidence import counted
from research.claims.study import Study
from research.reporting.markdown import anchor, code, commands, plain, table
from research.reporting.parts import WORDS, apart, known
from research.reporting.terminal import in_numbers
from research.resolving.loading import study_names
from research.verdicts.findings import Findings

NAME = "README.md"
YEAR = "2026"  # of this version, as in CITATION.cff
_SUMMARY = re.compile(r"<!-- grundwork: (\{.*\}) -->\n")


def first_line(study: Study, findings: Findings, target: str, question: str, answer: str) -> str:
    """Return the first line of a page: what the index says of it."""
    value = f"**{answer}**" if answer else "not confirmed"
    summary = {
        "title": study.title,
        "target": target,
        "known": [[str(v.level), apart(v.statement)[0]] for v in known(findings)],
        "levels": [str(v.level) for v in findings.verdicts] or ["untested"] * len(study.claims),
        "answer": f"{code(question)}: {value}" if question else "",
        "refuted": [
            [v.name, v.statement, code(str(v.counterexample)), v.correction]
            for v in findings.refuted
        ],
    }
    text = json.dumps(summary, ensure_ascii=False).replace(">", "\\u003e")
    return f"<!-- grundwork: {text} -->"


def target_of(page: Path) -> str:
    """Return which study a page is about, as the command takes it; empty where no page is."""
    found = page.is_file() and _SUMMARY.match(page.read_text("utf-8", "replace"))
    return str(json.loads(found[1])["target"]) if found else ""


def index(out: Path, texts: Mapping[str, str]) -> str:
    """Return the index of the pages that lie in a folder and of new ones, given by their names."""
    there = {page.name: page.read_text("utf-8", "replace") for page in out.glob("*.md")}
    pages = {name: _SUMMARY.match(text) for name, text in sorted((there | dict(texts)).items())}
    rows: list[list[str]] = []
    wrong: list[list[str]] = []
    levels: list[str] = []
    targets: list[str] = []
    for name, summary in ((name, json.loads(found[1])) for name, found in pages.items() if found):
        title = plain(summary["title"])
        said = [f"*{level}*: {words.rstrip('.')}" for level, words in summary["known"]]
        rows.append([f"[{title}]({name})", "; ".join(said), summary["answer"]])
        wrong += [[f"[{title}]({name}#{anchor(row[0])})", *row] for row in summary["refuted"]]
        levels += summary["levels"]
        targets.append(summary["target"])
    parts = [
        "# Reports",
        f"**Abstract.** {counted(len(rows), 'game')}, {counted(len(levels), 'claim')}: "
        f"{in_numbers(levels) or 'none holds'}. Every page says who claims what, and how it was "
        "checked. A full answer is shown only if its solver agrees with an exhaustive oracle.",
        WORDS,
        table(["game", "what is known", "full answer"], rows),
    ]
    if wrong:
        header = ["game", "claim", "statement", "found", "correction"]
        parts += ["## Refuted claims", table(header, wrong)]
    if set(targets) <= set(study_names()):
        parts.append(how_to_cite("Reports", "grundwork-reports"))
    again = commands([f"grundwork report {shlex.join(targets)}"])
    return "\n\n".join([*parts, "These pages are generated; to write them again:", again]) + "\n"


def how_to_cite(title: str, key: str) -> str:
    """Return the section that says how to cite a page."""
    entry = [
        f"@misc{{{key},",
        "  author = {{The Grundwork contributors}},",
        f"  title = {{{title}}},",
        f"  howpublished = {{Report made with Grundwork {version('grundwork')}}},",
        f"  year = {{{YEAR}}},",
        "}",
    ]
    words = "A result is cited by its label, which stays when its number changes."
    return "## How to cite\n\n" + words + "\n\n```bibtex\n" + "\n".join(entry) + "\n```"
