"""What is promised of the command from the shell, start-up included.

What takes minutes begins with an empty home, and counts the seconds of the clock.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import Promise, Timed

SCRIPT = "import sys; sys.argv[0] = 'grundwork'; from grundwork.entrance import main; main()"


def _run(*words: str) -> int:
    done = subprocess.run([sys.executable, "-c", SCRIPT, *words], check=False, capture_output=True)
    return done.returncode


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
        home = os.environ | {"GRUNDWORK_HOME": str(folder / "home")}
        begun = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *words(folder)],
            check=False,
            capture_output=True,
            env=home,
        )
        return Timed(time.perf_counter() - begun, done.returncode)


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
        "grundwork explore octal:0.77",
        lambda: _run("explore", "octal:0.77"),
        expected=0,
        at_most_seconds=3,
    ),
    _long("grundwork check of the four studies", 25, lambda _: ["check", *STUDIES]),
    _long(
        "grundwork report, the README's main job",
        25,
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
