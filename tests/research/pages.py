"""Pages of made-up studies and findings, and what stands on a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fast.gate import gated
from oracles.games.stone_game import StoneGame
from research.checks.evidence import Counterexample, Evidence, Kind, Level, Settings, Step
from research.claims.study import Study
from research.reporting.report import write_reports
from research.verdicts.findings import Findings, Verdict

SETTINGS = Settings()


def verdict(name: str, level: Level, statement: str = "It holds.", **more: Any) -> Verdict:
    """A verdict from one check."""
    kind = Kind.DERIVATION if level == Level.PROVED else Kind.EXHAUSTION
    steps = (Step("Given", r"\{a\}_{1} < b"), Step("So", "c")) if level == Level.PROVED else ()
    failure = Counterexample("n=3", "4", "5", least=True) if level == Level.REFUTED else None
    evidence = Evidence(level, kind, "n < 10", 10, failure, steps)
    return Verdict(name, statement, "a source", level, (evidence,), ("a twin",), **more)


ONE_OF_EACH = [
    verdict("proved-one", Level.PROVED),
    verdict("tested-one", Level.TESTED),
    verdict("refuted-one", Level.REFUTED, correction="$n + 1$ it is."),
    verdict("untested-one", Level.UNTESTED),
    verdict("exhausted-one", Level.EXHAUSTED, "Either $|x| < 1$ or a|b."),
]


@gated("toy")
def gated_answer(limit: int) -> int:
    """An answer behind a gate that nobody opens."""
    return 987_654 + limit


def toy(name: str = "toy", **more: Any) -> Study:
    """A study of the stone game under another name."""
    return Study(name, StoneGame(), about="A toy.", source="a source", **more)


def findings(study: str = "toy", *verdicts: Verdict, **more: Any) -> Findings:
    """Findings with given verdicts."""
    return Findings(study, more.pop("comparisons", ()), verdicts or tuple(ONE_OF_EACH), SETTINGS)


def page(tmp_path: Path, study: Study, found: Findings) -> str:
    """The text of a study's page."""
    write_reports([study], [found], tmp_path / "out")
    return (tmp_path / "out" / f"{study.name}.md").read_text(encoding="utf-8")


def rows_of(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, by GitHub's rule: a backslash keeps a bar."""
    lines = text.split(f"## {heading}\n", 1)[1].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([part.strip() for part in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def widths(text: str) -> list[int]:
    """How wide each table is at the least, in letters: no word is broken, but at a hyphen."""
    found = []
    for lines in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines.splitlines()]
        found.append(sum(max(map(longest_word, column)) + 1 for column in zip(*rows, strict=True)))
    return found


def longest_word(cell: str) -> int:
    """The length of a cell's longest word, of a link what is seen, of a formula nothing."""
    seen = re.sub(r"\$[^$]+\$", "", re.sub(r"\]\([^)]*\)", "]", cell))
    return max(map(len, re.split(r"[\s-]", seen)))


def table_in(text: str) -> list[list[str]]:
    """The first table of a text."""
    return rows_of("## top\n" + text, "top")
