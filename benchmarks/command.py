"""What is promised of the command from the shell, start-up included, in seconds of the processor.

Bounds are half as much again as what is aimed at on a quiet machine with two processors. What is
checked is checked with an empty home.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import Promise, Timed, processor_seconds

SCRIPT = "import sys; sys.argv[0] = 'grundwork'; from grundwork.entrance import main; main()"
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}  # as where it is installed


def run(*words: str) -> int:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *words],
            check=False,
            capture_output=True,
            env=os.environ | COMPILED | {"GRUNDWORK_HOME": home},
        )
    return done.returncode


def pages_file(page: str, *parts: int) -> str:
    """Return the ``twin_piles.py`` of a page, as a reader of these parts has it."""
    text = Path(__file__).parents[1].joinpath(page).read_text("utf-8")
    blocks = re.findall(r'```python title="twin_piles.py.*?"\n(.*?)```', text, re.DOTALL)
    rules = blocks[0].partition("study.p_positions")[0]
    claims = [blocks[0].removeprefix(rules), *blocks[1:]]
    return "\n".join([rules, *(claims[part] for part in parts)])


def run_file(word: str, page: str, *parts: int) -> int:
    """Run a command on the file of a page."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "twin_piles.py")
        file.write_text(pages_file(page, *parts))
        return run(word, str(file))


README, TUTORIAL = "README.md", "docs/tutorial.md"

# Two piles: take up to m from one, or k from both. Of 200 members some are refuted, some proved.
FAMILY = """
from grundwork import MoveGame, Study

def study(m: int, k: int) -> Study:
    game = MoveGame(f'''
        position play(a, b)
        move play -> play(a - i, b) for i where 1 <= i & i <= a & i <= {m}
        move play -> play(a, b - i) for i where 1 <= i & i <= b & i <= {m}
        move play -> play(a - {k}, b - {k}) where {k} <= a & {k} <= b
        unordered
    ''')
    study = Study("family", game, source="a benchmark")
    study.p_positions(
        "A position loses exactly if m + 1 divides the difference of its piles.",
        believed=lambda piles: (piles[0] - piles[1]) % (m + 1) == 0,
        controls={"equal piles": lambda piles: piles[0] == piles[1]},
    )
    return study
"""
STUDIES = ("binary-blackboard", "divisor-nim", "silver-dollar", "stone-game")


def _in_an_empty_home(words: Callable[[Path], list[str]]) -> Timed:
    """Run once with nothing kept, in a folder that the words may use."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "family.py").write_text(FAMILY)
        home = os.environ | COMPILED | {"GRUNDWORK_HOME": str(folder / "home")}
        begun = processor_seconds()
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *words(folder)],
            check=False,
            capture_output=True,
            env=home,
        )
        return Timed(processor_seconds() - begun, done.returncode)


def _long(what: str, seconds: float, words: Callable[[Path], list[str]]) -> Promise:
    return Promise(
        f"{what}, nothing kept",
        lambda: _in_an_empty_home(words),
        expected=0,
        at_most_seconds=seconds,
        long=True,
    )


def _census(word: list[str], *more: str) -> Callable[[Path], list[str]]:
    """Return the words of a census; {} stands for the folder."""

    def words(folder: Path) -> list[str]:
        store = str(folder / "store.duckdb")
        return ["census", *(w.format(folder) for w in word), "--store", store, *more]

    return words


PROMISES = [
    Promise("grundwork --help", lambda: run("--help"), expected=0, at_most_seconds=0.5),
    Promise("grundwork list", lambda: run("list"), expected=0, at_most_seconds=0.5),
    Promise(
        "grundwork check of the tutorial's refuted claim",
        lambda: run_file("check", TUTORIAL, 0),
        expected=0,
        at_most_seconds=1.8,
    ),
    Promise(
        "grundwork check of the tutorial's proved claim",
        lambda: run_file("check", TUTORIAL, 1),
        expected=0,
        at_most_seconds=2.7,
    ),
    Promise(
        "grundwork check kayles", lambda: run("check", "kayles"), expected=0, at_most_seconds=3
    ),
    Promise(  # at most half as much again as kayles
        "grundwork check of the README's file",
        lambda: run_file("check", README, 0),
        expected=0,
        at_most_seconds=4.5,
    ),
    Promise(
        "grundwork explore of the README's file",
        lambda: run_file("explore", README, 0),
        expected=0,
        at_most_seconds=3.5,
    ),
    Promise(
        "grundwork prove octal:0.77",
        lambda: run("prove", "octal:0.77"),
        expected=0,
        at_most_seconds=1.4,
    ),
    Promise(
        "grundwork explore octal:0.77",
        lambda: run("explore", "octal:0.77"),
        expected=0,
        at_most_seconds=3,
    ),
    _long("grundwork check of the four studies", 150, lambda _: ["check", *STUDIES]),
    _long(
        "grundwork report, the README's main job",
        180,
        lambda folder: ["report", "--out", str(folder / "reports")],
    ),
    _long(
        "census of octal:0.??? to heap 10 000, proofs included",
        180,
        _census(["octal:0.???"], "--to", "10000"),
    ),
    _long(
        "census of 200 members of a family in a file, proofs included",
        600,
        _census(["{}/family.py", "m=1..20", "k=1..10"]),
    ),
]
