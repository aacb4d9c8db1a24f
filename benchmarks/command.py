"""What is promised of the command from the shell, start-up included, in seconds of the processor.

Bounds are half as much again as what is aimed at on a quiet machine with two processors. What is
checked is checked with an empty home.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import Promise, Timed, processor_seconds

SCRIPT = "import sys; sys.argv[0] = 'grundwork'; from grundwork.entrance import main; main()"
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}  # as where it is installed


def _run(*words: str) -> int:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *words],
            check=False,
            capture_output=True,
            env=os.environ | COMPILED | {"GRUNDWORK_HOME": home},
        )
    return done.returncode


def _check(believed: str) -> int:
    """Check the tutorial's file with a belief."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "twin_piles.py")
        file.write_text(TUTORIAL.format(believed))
        return _run("check", str(file))


TUTORIAL = textwrap.dedent("""
    from grundwork import Game, Study


    class TwinPiles(Game):
        def start(self, size):
            return [(a, b) for a in range(size + 1) for b in range(a, size + 1)]

        def options(self, position):
            a, b = position
            moves = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]
            return [tuple(sorted((a - i, b - j))) for i, j in moves if i <= a and j <= b]


    study = Study("twin-piles", TwinPiles(), source="an idea of mine")
    study.p_positions(
        "The P-positions.",
        believed=lambda position: {} % 3 == 0,
        controls={{"equal piles": lambda position: position[0] == position[1]}},
    )
""")

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
    Promise("grundwork --help", lambda: _run("--help"), expected=0, at_most_seconds=0.5),
    Promise("grundwork list", lambda: _run("list"), expected=0, at_most_seconds=0.5),
    Promise(
        "grundwork check of one refuted claim",
        lambda: _check("(position[0] - position[1])"),
        expected=0,
        at_most_seconds=1.8,
    ),
    Promise(
        "grundwork check of the tutorial's proved claim",
        lambda: _check("sum(position)"),
        expected=0,
        at_most_seconds=2.7,
    ),
    Promise(
        "grundwork check kayles", lambda: _run("check", "kayles"), expected=0, at_most_seconds=3
    ),
    Promise(
        "grundwork prove octal:0.77",
        lambda: _run("prove", "octal:0.77"),
        expected=0,
        at_most_seconds=1.4,
    ),
    Promise(
        "grundwork explore octal:0.77",
        lambda: _run("explore", "octal:0.77"),
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
