"""The markdown reports: one page for each study, with its pictures and its table of small values.

A page is made from a study and from what checking it found, and from nothing else: no date,
timing or path, so the same tree gives the same bytes. A full answer is asked for through the gate;
without a valid certificate the page says that it is not confirmed and shows no number.
"""

from __future__ import annotations

import csv
import inspect
import io
import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import Any

from fast.errors import InputError, NotConfirmedError
from fast.gate.inputs import ROOT
from oracles.codes import TakeAndBreak
from oracles.growing import EachSize
from oracles.heaps import HeapGame
from oracles.moves import MoveGame
from oracles.rules import PartizanGame, Rules
from research.checks.evidence import require
from research.claims.answers import ConfirmedAnswer
from research.claims.study import Study, errors_located_in
from research.reporting import index, parts
from research.reporting.derived import derivations
from research.reporting.markdown import code, commands, plain, prose, table
from research.system.board_svg import start_svg
from research.system.drawn import in_a_line
from research.system.files import write_all
from research.system.game_graph import graph_svg, small_truth
from research.system.pictures import svg
from research.verdicts.findings import Findings

_ADDRESS = re.compile(r" at 0x\w+")  # in memory, another in each run


def write_reports(
    studies: Sequence[Study],
    found: Sequence[Findings],
    out: Path,
    games: Mapping[str, tuple[str, Mapping[str, str]]] | None = None,
) -> list[Path]:
    """Write the page and the pictures of each study, and the index of the folder.

    ``found`` is what checking each of the studies gave; ``games`` has, by the study's name,
    sections on the game itself as markdown, and their pictures by file name. The folder is made if
    need be. The files that were written are returned, the index first.

    Raises
    ------
    OutputError
        If the folder cannot be written. Then no file has changed.
    """
    texts: dict[str, str] = {}
    for study, findings in zip(studies, found, strict=True):
        texts |= _report(study, findings, *(games or {}).get(study.name, ("", {})))
    return write_all(out, {index.NAME: index.index(out, texts), **texts})


def require_own_pages(studies: Sequence[Study], out: Path) -> None:
    """Raise ``InputError`` if a page would be written over that of another study of its name."""
    pages: dict[str, str] = {}
    for study in studies:
        page, target = out / f"{study.name}.md", _target(study)
        other = pages.get(page.name) or index.target_of(page)
        if page.name in pages or other not in ("", target):
            raise InputError(
                f"study={study.name!r}: {other} and {target} both have this name, and their report "
                f"would be {page}; rename one study, or give another folder by --out"
            )
        pages[page.name] = target


def _target(study: Study) -> str:
    """Return what a page calls a study: a researcher's own by its file name."""
    return study.word_without_folders or study.name


def _report(
    study: Study, findings: Findings, game: str, files: Mapping[str, str]
) -> dict[str, str]:
    """Return the text of a study's page and of the files that it shows, by file name."""
    from research.verdicts.mutants.figures import section as mutants_section

    files = dict(files)
    answer, sentence, compared = _answer(study, findings)
    documents, question = list(study.documents()), _question(study)
    target = _target(study)
    ours = study.file.is_relative_to(ROOT / "research")
    sections = [
        index.first_line(study, findings, target, question, answer),
        f"# {plain(study.title)}",
        parts.abstract(study, findings, sentence),
        _game(study, files),
        parts.main_results(findings, documents),
        f"## Full answer\n\n{sentence} {compared}" if sentence else "",
        _pictures(study, files),
        game,
        parts.refuted(study, findings, files),
        _small_graph(study, files),
        _small_values(study, files),
        parts.claims(findings, documents),
        derivations(findings, files),
        parts.agreements(study, findings),
        mutants_section(study, getattr(study.answer, "target", "") or target),
        parts.remarks(study),
        _sources(study),
        index.how_to_cite(study.title, f"grundwork-{study.name}") if ours else "",
        _again(shlex.quote(target), question),
    ]
    text = "\n\n".join(section for section in sections if section) + "\n"
    return {f"{study.name}.md": text, **files}


def _game(study: Study, files: dict[str, str]) -> str:
    """Return the section with the rules, a start if it is drawn, and what the symbols mean."""
    words = prose(study.about) if study.about != repr(study.game) else ""
    said = ["## The game", words]
    if start := start_svg(study.game):
        files[f"{study.name}/start.svg"] = start
        said.append(f"![A start]({study.name}/start.svg)")
    said.append(_rules(study.game))
    if symbols := [[f"${symbol}$", words] for symbol, words in study.notation.items()]:
        said.append(table(["symbol", "meaning"], symbols))
    return "\n\n".join(part for part in said if part)


def _rules(game: Rules[Any]) -> str:
    """Return the rules as written; those of a game of the oracle are told by words alone."""
    if isinstance(game, MoveGame):
        return f"```text\n{game.text.strip()}\n```"
    if isinstance(game, HeapGame) and isinstance(game.rule, TakeAndBreak):
        return f"As written: the code {code(game.rule.code)}{', misère play' * game.misere}."
    own: Callable[..., object] = type(game)
    if isinstance(game, HeapGame) and inspect.isfunction(game.rule):
        own = game.rule
    if own.__module__.startswith("oracles.games."):
        return ""
    if own.__module__.startswith("oracles."):
        return f"As written: {code(_ADDRESS.sub('', repr(game)))}."
    try:
        source = dedent(inspect.getsource(own)).strip()
    except (OSError, TypeError):  # rules made at a prompt
        return ""
    block = f"```python\n{source}\n```"
    return f"<details>\n<summary>The rules as written.</summary>\n\n{block}\n\n</details>"


def _answer(study: Study, findings: Findings) -> tuple[str, str, str]:
    """Return the headline answer, empty if it is not confirmed, and two sentences.

    They are one with the answer, and one that says how far it was compared, or why it was not.
    """
    if study.answer is None:
        return "", "", ""
    sys.set_int_max_str_digits(0)
    question, confirmed = code(_question(study)), ConfirmedAnswer(study)
    try:
        answer = confirmed(confirmed.arguments([]))
    except NotConfirmedError:
        why = "The solver has no valid certificate; the check below gives it one."
        why = f"Not confirmed: {code(findings.faults[0])}." if findings.faults else why
        return "", f"For {question} the answer is **not confirmed**, and is not shown.", why
    levels = {verdict.name: verdict.level for verdict in findings.verdicts}
    for name in study.headline_from:
        require(name in levels, "headline_from", name, f"claims of {study.name}")
    known = [f"{name} ({levels[name]})" for name in study.headline_from]
    behind = f" It follows from {' and '.join(known)}." * bool(known)
    compared = f"The solver passed all comparisons below: {answer.words}."
    value = str(answer.value)
    return value, f"For {question} the answer is **{value}**.{behind}", compared


def _small_values(study: Study, files: dict[str, str]) -> str:
    """Write the tables of small values into ``files`` as CSV; return the section with them."""
    shown = []
    for values in study.small_values:
        rows = [[str(entry) for entry in row] for row in values.rows()]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([values.header, *rows])
        name = f"{study.name}/{values.name}.csv"
        files[name] = text.getvalue()
        header = [f"${symbol}$" for symbol in values.header]
        shown.append(f"{prose(values.caption)} As [CSV]({name}).\n\n{table(header, rows)}")
    return "\n\n".join(["## Small values", *shown]) if shown else ""


def _sources(study: Study) -> str:
    """Return the section that names the documents, by the numbers that the page gives them."""
    documents = enumerate(study.documents().values(), 1)
    listed = [f"{number}. {prose(each.cited or str(each))}" for number, each in documents]
    return "## Sources\n\n" + "\n".join(listed) if listed else ""


def _pictures(study: Study, files: dict[str, str]) -> str:
    """Draw the study's pictures into ``files``; return the section that shows them."""
    shown = []
    for picture in study.pictures:
        name = f"{study.name}/{picture.name}.svg"
        try:
            with errors_located_in(study.file):
                files[name] = svg(picture.draw)
        except NotConfirmedError:
            shown.append(
                f"The picture *{picture.name}* is not drawn: it shows what a solver gives, and "
                "that solver is not confirmed."
            )
        else:
            words = f"{plain(study.title)}: {picture.name.replace('-', ' ')}"
            shown.append(f"![{words}]({name})\n\n{prose(picture.caption)}")
    heading = "## Pictures" if len(shown) > 1 else "## Picture"
    return "\n\n".join([heading, *shown]) if shown else ""


def _small_graph(study: Study, files: dict[str, str]) -> str:
    """Draw the study's small game graph into ``files``; return the section that shows it."""
    if isinstance(study.game, PartizanGame):
        return ""
    size, truth = small_truth(EachSize(study.game))
    if not len(truth.graph):
        return ""
    name = f"{study.name}/small-graph.svg"
    files[name] = svg(lambda: graph_svg(truth, partial(in_a_line, study.game)))
    final_wins = any(truth.outcome(p) == "N" and not truth.options(p) for p in truth.positions)
    return (
        f"## A small game graph\n\n![{plain(study.title)}: a small game graph]({name})\n\n"
        f"All {len(truth.graph)} positions at size {size}. Each of the "
        f"{truth.graph.number_of_edges()} arrows goes from a position to one of its options. "
        "P-positions are blue and round, N-positions yellow and square. Height: length of the "
        "longest play. Bold arrows are winning options: every N-position "
        f"{'that is not final ' if final_wins else ''}has one, no P-position has any."
    )


def _question(study: Study) -> str:
    """Write the headline instance as arguments of the command, a list without brackets."""
    given = study.headline.items() if study.answer else ()
    return " ".join(f"{name}={str(value).strip('()[],').replace(' ', '')}" for name, value in given)


def _again(target: str, question: str) -> str:
    """Return the section with the commands that give the page again."""
    answer = [f"grundwork answer {target} {question}"] * bool(question)
    lines = [f"grundwork check {target}", *answer, f"grundwork report {target}"]
    return f"## How to reproduce this page\n\n{commands(lines)}"
