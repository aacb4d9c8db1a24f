"""The markdown reports: one page for each study, and an index of the pages in a folder.

A page is made from a study and from what checking it found, and from nothing else: no date,
timing, version or path, so the same tree gives the same bytes. A full answer is asked for
through the gate; without a valid certificate the page says that it is not confirmed and shows no
number.

The first line of a page is a comment with what the index says of it. The index lists exactly the
pages that lie in its folder, so reporting one study leaves the others in the index.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fast.gate import NotConfirmedError
from research.checks.evidence import ClaimError
from research.claims.answers import give_answer, headline_of, how_far
from research.claims.error_location import blamed_on
from research.claims.study import Study
from research.reporting.compared import agreements, controls
from research.reporting.derived import derivations, drawings
from research.reporting.markdown import anchor, code, commands, plain, prose, table
from research.reporting.parts import (
    STRICTLY,
    WORDS,
    claims,
    main_results,
    refuted,
    remarks,
    results,
)
from research.system.files import OutputError, write_all
from research.verdicts.findings import Findings

INDEX = "README.md"
KNOWN = 2  # main results of a game that the index tells
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_SUMMARY = re.compile(r"<!-- grundwork: (\{.*\}) -->")


@dataclass(frozen=True)
class Look:
    """What looking into a game shows beside its claims, as markdown.

    Attributes
    ----------
    shown, proposed
        Sections on the game, and on what is proposed of it.
    files
        Their pictures, by file name.
    """

    shown: str = ""
    proposed: str = ""
    files: Mapping[str, str] = field(default_factory=dict)


def write_reports(
    studies: Sequence[Study],
    found: Sequence[Findings],
    out: Path,
    looks: Mapping[str, Look] | None = None,
) -> list[Path]:
    """Write the page and the pictures of each study, and the index of the folder.

    Parameters
    ----------
    studies
        What to report; names must differ, as files are named by them.
    found
        What checking each of them gave, in the same order.
    out
        The folder; it is made if need be.
    looks
        What to show of games beside their claims, by name.

    Returns
    -------
    list of Path
        The files written: the index first, then each page and its pictures.

    Raises
    ------
    OutputError
        If the folder cannot be written. Then no file has changed.
    ClaimError
        If a study's name cannot name a file, or two studies have the same one.
    """
    texts: dict[str, str] = {}
    for study, findings in zip(studies, found, strict=True):
        if not _NAME.fullmatch(study.name) or study.name.lower() == "readme":
            raise ClaimError(
                f"study name={study.name!r}: expected letters, digits and dashes, not 'readme'"
            )
        if f"{study.name}.md" in texts:
            raise ClaimError(f"study name={study.name!r}: two studies have this name")
        texts |= _report(study, findings, (looks or {}).get(study.name, Look()))
    summaries = _summaries_in(out) | {
        name: summary for name, text in texts.items() if (summary := _summary_of(text))
    }
    return write_all(out, {INDEX: index(summaries), **texts})


def index(summaries: dict[str, dict[str, Any]]) -> str:
    """Return the text of the index of some pages, given what each page's first line says."""
    rows = []
    wrong: list[list[str]] = []
    strict: list[list[str]] = []
    for name, summary in sorted(summaries.items()):
        known = "; ".join(f"*{level}*: {words.rstrip('.')}" for level, words in summary["known"])
        value = f"**{summary['answer']}**" if summary["answer"] else "not confirmed"
        answer = f"{code(summary['question'])}: {value}" if summary["question"] else ""
        rows.append([f"[{plain(summary['title'])}]({name})", known, answer])
        title = plain(summary["title"])
        wrong += [
            [f"[{title}]({name}#{anchor(claim)})", claim, statement, *rest]
            for claim, statement, *rest in summary["refuted"]
        ]
        strict += [
            [f"[{title}]({name}#{anchor(STRICTLY)})", *rest] for rest in summary.get("strict", [])
        ]
    parts = [
        "# Reports",
        "What is known of each game, and how. Every page says what was claimed and by whom, and "
        "every full answer was computed only after its solver agreed with an exhaustive oracle.",
        WORDS,
        table(["game", "what is known", "full answer"], rows),
    ]
    if wrong:
        parts += [
            "## Refuted claims",
            table(["game", "claim", "statement", "found", "correction"], wrong),
        ]
    if strict:
        parts += [
            f"## {STRICTLY}",
            "Refuted only as the words are read strictly, in a way that is hardly meant.",
            table(["game", "claim", "statement", "read with", "correction"], strict),
        ]
    again = commands([_again([summary["target"] for _, summary in sorted(summaries.items())])])
    parts += ["These pages are generated; to write them again:", again]
    return "\n\n".join(parts) + "\n"


def _again(targets: Sequence[str]) -> str:
    """Return the command that writes pages again; their files lie in the folder it is run in."""
    from research.resolving.loading import study_names

    whole = set(targets) == set(study_names())
    return "grundwork report" if whole else f"grundwork report {shlex.join(targets)}"


def _report(study: Study, findings: Findings, look: Look) -> dict[str, str]:
    """Return the text of a study's page and of its pictures, by file name."""
    figures, pictures = _pictures(study)
    answer, shown = _answer(study)
    summary = {
        "title": study.title,
        "target": _target(study),
        "known": [[str(v.level), v.statement] for v in results(findings)[:KNOWN]],
        "question": _question(study),
        "answer": answer,
        "refuted": [
            [v.name, v.statement, code(str(v.counterexample)), v.correction]
            for v in findings.refuted
            if not v.strict_reading
        ],
        "strict": [
            [v.name, v.statement, v.strict_reading, v.correction]
            for v in findings.refuted
            if v.strict_reading
        ],
    }
    first = json.dumps(summary, ensure_ascii=False).replace(">", "\\u003e")
    sections = [
        f"<!-- grundwork: {first} -->",
        f"# {plain(study.title)}",
        prose(study.about),
        f"Source: {prose(study.citation)}" if study.citation else "",
        main_results(findings),
        pictures,
        look.shown,
        shown,
        refuted(findings),
        _small_graph(study, figures),
        claims(findings, _documents(study)),
        derivations(findings),
        agreements(study, findings, _target(study)),
        controls(findings),
        _mutants(study),
        look.proposed,
        remarks(study),
        _reproduce(study, findings),
    ]
    text = "\n\n".join(section for section in sections if section) + "\n"
    return {f"{study.name}.md": text, **figures, **look.files, **drawings(findings)}


def _answer(study: Study) -> tuple[str, str]:
    """Return the headline answer, empty if it is not confirmed, and the section about it."""
    if study.answer is None:
        return "", ""
    start = f"## Full answer\n\nFor {code(_question(study))}"
    sys.set_int_max_str_digits(0)
    try:
        with blamed_on(study):
            value = str(give_answer(study, headline_of(study)))
    except NotConfirmedError:
        return "", (
            f"{start}: **not confirmed**. The solver has no valid certificate, so no answer is "
            f"shown. To confirm it:\n\n{commands([_check_command(study)])}"
        )
    return value, (
        f"{start}: **{value}**\n\nGiven through the gate: the solver holds a certificate that all "
        f"the agreements below hold. It was {how_far(study, study.headline)}.\n\n"
        f"{commands([_answer_command(study)])}"
    )


def _pictures(study: Study) -> tuple[dict[str, str], str]:
    """Return the SVG of each picture by file name, and the section that shows them."""
    figures: dict[str, str] = {}
    shown = []
    for picture in study.pictures:
        name = f"{study.name}/{picture.name}.svg"
        try:
            figures[name] = _drawn(study, picture.name, picture.draw)
        except NotConfirmedError:
            shown.append(
                f"The picture *{picture.name}* is not drawn: it shows what a solver gives, and "
                "that solver is not confirmed."
            )
        else:
            words = f"{plain(study.title)}: {picture.name.replace('-', ' ')}"
            shown.append(f"![{words}]({name})\n\n{prose(picture.caption)}")
    heading = "## Pictures" if len(shown) > 1 else "## Picture"
    return figures, "\n\n".join([heading, *shown]) if shown else ""


def _small_graph(study: Study, figures: dict[str, str]) -> str:
    """Draw the study's small game graph into ``figures``; return the section that shows it."""
    from oracles.rules import PartizanGame
    from research.system.pictures import draw_graph, small_truth  # matplotlib is slow to import

    if isinstance(study.game, PartizanGame):
        return ""
    size, truth = small_truth(study.game, study.drawn_size)
    if not len(truth.graph):
        return ""
    name = f"{study.name}/small-graph.svg"
    figures[name] = _drawn(study, "small-graph", lambda: draw_graph(truth, study.label))
    final_wins = any(truth.outcome(p) == "N" and not truth.options(p) for p in truth.positions)
    return (
        f"## A small game graph\n\n![{plain(study.title)}: a small game graph]({name})\n\n"
        f"All {len(truth.graph)} positions at size {size}, with an arrow from each to each of its "
        f"options, {truth.graph.number_of_edges()} in all. P-positions are blue and round, "
        "N-positions yellow and square. A position stands as high as the number of moves that "
        "play from it can still take. Bold arrows are winning options: every N-position "
        f"{'that is not final ' if final_wins else ''}has one, no P-position has any."
    )


def _drawn(study: Study, name: str, draw: Callable[[], Any]) -> str:
    """Return the SVG of a picture; an error in drawing it is said with its name."""
    from research.system.pictures import svg  # matplotlib is slow to import

    try:
        return svg(draw)
    except NotConfirmedError:
        raise
    except Exception as error:
        raise ClaimError(
            f"picture {name!r} of {study.name}: {type(error).__name__}: {error}"
        ) from error


def _reproduce(study: Study, findings: Findings) -> str:
    """Return the section with the commands that give each part of the page again."""
    settings, target = findings.settings, _target(study)
    how = f" --examples {settings.examples} --seed {settings.seed}"
    rows = [
        [
            "verdicts, agreements and the certificate",
            code(_check_command(study) + how),
        ],
        ["the full answer", code(_answer_command(study))] if study.answer is not None else [],
        ["this page", code(_again([target]))],
    ]
    return "## How to get this again\n\n" + table(["what", "command"], [row for row in rows if row])


def _question(study: Study) -> str:
    """Write the headline instance as arguments of the command."""
    if study.answer is None:
        return ""
    values = {
        name: ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
        for name, value in study.headline.items()
    }
    return " ".join(f"{name}={value}" for name, value in values.items())


def _check_command(study: Study) -> str:
    return shlex.join(["grundwork", "check", _target(study)])


def _answer_command(study: Study) -> str:
    return f"grundwork answer {shlex.quote(_target(study))} {_question(study)}".strip()


def _mutants(study: Study) -> str:
    """Return the section about mutants of the solver."""
    from research.verdicts.mutants.figures import section

    return section(study, getattr(study.answer, "target", "") or _target(study))


def _documents(study: Study) -> list[str]:
    """Return the documents that several claims are of, in the order of their first ones."""
    named = [claim.source.document for claim in study.claims]
    return [name for name in dict.fromkeys(named) if named.count(name) > 1]


def _target(study: Study) -> str:
    """Name a study as on the command line: a researcher's own file by its file name."""
    return study.word_without_folders or study.name


def _summary_of(text: str) -> dict[str, Any] | None:
    """Read the first line of a page; None for any other text."""
    found = _SUMMARY.match(text.partition("\n")[0])
    if not found:
        return None
    try:
        summary = json.loads(found[1])
    except ValueError:
        return None
    fields = {"title", "target", "known", "question", "answer", "refuted"}
    return summary if fields <= summary.keys() else None


def _summaries_in(out: Path) -> dict[str, dict[str, Any]]:
    """Read the first lines of the pages that lie in a folder."""
    summaries = {}
    try:
        for page in sorted(out.glob("*.md")):
            summary = _summary_of(page.read_text(encoding="utf-8"))
            if summary is not None:
                summaries[page.name] = summary
    except (OSError, UnicodeDecodeError) as error:
        raise OutputError(f"out={str(out)!r}: cannot be read ({error})") from error
    return summaries
