"""``grundwork new``: a variant file to be changed: rules, a claim, a control, and a fast solver.

The file runs as it is. There is a template for each form that rules take.
"""

from __future__ import annotations

import keyword
import re
import shlex
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from fast.errors import InputError, require_choice
from grundwork.command_line import Argument, Option
from oracles.errors import MOST_LETTERS, brief
from research.system.files import write_whole

FILE = '''\
"""TITLE: ABOUT"""

IMPORTS

RULESSTUDY


@gated("NAME")  # answers only once confirmed: grundwork check STEM.py
def FAST(position):
    """QUICKLY"""
    return VALUE


study.agree(  # compares it with every position of the explicit graph
    FAST,
    "QUANTITY",
    controls={"CONTROL": lambda position: REFUTED},
    answer=True,
    headline={"position": HEADLINE},  # what grundwork answer STEM.py asks
)
study.CLAIM(
    "STATEMENT",
    believed=FAST.ungated,
    # A control is wrong in place of what is believed: the check must refute it.
    controls={"CONTROL": lambda position: REFUTED},
)
'''
LONGEST_LINE = 100
_NAME = re.compile(r"[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")


@dataclass(frozen=True)
class Form:
    """What a template holds for one form of rules."""

    about: str
    imports: tuple[str, ...]
    rules: str
    game: str
    value: str
    control: str
    refuted: str
    headline: str
    statement: str
    libraries: str = ""
    fast: str = "is_p_position"
    quickly: str = "Whether the player who has just moved wins."
    quantity: str = "P-position"
    claim: str = "p_positions"


PILES = Form(
    about="take one counter from one of two piles, or one from both.",
    imports=("MoveGame",),
    rules="""\
PILES = MoveGame(\"""
    position play(a, b)
    move play -> play(a - i, b - j) for i, j
        where i <= a & j <= b & i <= 1 & j <= 1 & 1 <= i + j
\""")

""",
    game="PILES",
    value="position[0] % 2 == position[1] % 2 == 0",
    control="equal piles",
    refuted="position[0] == position[1]",
    headline="(10**9, 4)",
    statement="The P-positions are those with two even piles.",
)
FORMS = {
    "heap": Form(
        about="take 1, 3 or 4 counters from a heap.",
        imports=("subtraction",),
        rules="",
        game="subtraction(1, 3, 4)",
        value="[0, 1, 0, 1, 2, 3, 2][sum(position) % 7]  # a position is (5,), or () when empty",
        control="period 6",
        refuted="[0, 1, 0, 1, 2, 3][sum(position) % 6]",
        headline="(10**9,)",
        statement="The Grundy values of single heaps repeat 0, 1, 0, 1, 2, 3, 2.",
        fast="grundy_value",
        quickly="Give the Grundy value of a heap.",
        quantity="Grundy value",
        claim="grundy_values",
    ),
    "vector": Form(
        about="take from one of two piles, or the same number from both.",
        imports=("VectorGame",),
        libraries="from math import isqrt\n\n",
        rules="",
        game="VectorGame([(1, 0), (0, 1), (1, 1)])",
        value="position[0] == ((n := position[1] - position[0]) + isqrt(5 * n * n)) // 2",
        control="equal piles",
        refuted="position[0] == position[1]",
        headline="(6, 10)",
        statement="The P-positions are (k, k + n) with k = n times the golden ratio, rounded down.",
    ),
    "moves": PILES,
    "strip": Form(
        about="take one coin from a row, or three neighbours.",
        imports=("StripGame",),
        rules="",
        game='StripGame([("o", "."), ("ooo", "...")], lambda size: ["o" * size])',
        value='position.count("o") % 2 == 0',
        control="no coins",
        refuted='"o" not in position',
        headline='"oo.oo"',
        statement="The P-positions are those with an even number of coins.",
    ),
    "graph": Form(
        about="a number is lowered by a proper divisor of it.",
        imports=("DigraphGame",),
        libraries="import networkx as nx\n\n",
        rules=("ARCS = [(n, n - d) for n in range(2, 301) for d in range(1, n) if n % d == 0]\n\n"),
        game="DigraphGame(nx.DiGraph(ARCS))",
        value="position % 2 == 1",
        control="multiples of 3",
        refuted="position % 3 == 0",
        headline="10**9",
        statement="The P-positions are the odd numbers.",
    ),
    "anything": replace(
        PILES,
        imports=("Game",),
        rules="""\
class CLASS(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position):
        a, b = position
        return [(c, d) for c in (a, a - 1) for d in (b, b - 1) if min(c, d) >= 0 and c + d < a + b]

""",
        game="CLASS()",
    ),
}


def new(
    name: Annotated[str, Argument(metavar="NAME", help="Such as twin-piles.")],
    form: Annotated[
        str,
        Option(help="The form of the rules: heap, vector, moves, strip, graph or anything."),
    ] = "heap",
) -> None:
    """Write a variant file that runs at once, to begin with."""
    path = write_new(name, form, Path())
    print(f"{path}: run it with: grundwork check {shlex.quote(str(path))}")


def write_new(name: str, form: str, folder: Path) -> Path:
    """Write a new variant file into ``folder`` and return its path.

    Parameters
    ----------
    name
        The study's name; with underscores in place of dashes it names the file.
    form
        One of ``heap``, ``vector``, ``moves``, ``strip``, ``graph`` and ``anything``.
    folder
        Where to write.

    Raises
    ------
    InputError
        If the name is taken or makes no file name that Python can import, the form is not one
        of these, or there is such a file already.
    """
    require_choice("--form", form, tuple(FORMS))
    stem = name.replace("-", "_")
    sound = _NAME.fullmatch(name) and "--" not in name and len(stem) <= MOST_LETTERS
    if not sound or keyword.iskeyword(stem):
        raise InputError(
            f"name={brief(name)}: expected letters, digits and single dashes, a "
            "letter first and no word of Python's own, as in twin-piles"
        )
    path = folder / f"{stem}.py"
    if path.exists() or path.is_symlink():
        raise InputError(f"name={name!r}: there is a file {path} already; it is left as it is")
    _refuse_taken(name, stem)
    write_whole(path, new_text(name, form))
    return path


def new_text(name: str, form: str) -> str:
    """Return the text of a new variant file.

    >>> len(new_text("twin-piles", "anything").splitlines()) <= 40
    True
    """
    chosen = FORMS[form]
    stem = name.replace("-", "_")
    imported = sorted([*chosen.imports, "Study", "gated"], key=lambda each: (each.islower(), each))
    words = {
        "IMPORTS": f"{chosen.libraries}from grundwork import {', '.join(imported)}",
        "STUDY": _made_study(name.replace("_", "-"), chosen.game),
        **{field.upper(): words for field, words in vars(chosen).items() if field != "imports"},
        "TITLE": name.replace("-", " ").replace("_", " ").capitalize(),
        "CLASS": "".join(part.capitalize() for part in stem.split("_")),
        "STEM": stem,
        "NAME": name.replace("_", "-"),
    }
    text = FILE
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def _made_study(name: str, game: str) -> str:
    line = f'study = Study("{name}", {game}, source="my own conjecture")'
    if len(line) < LONGEST_LINE:
        return line
    return (
        line.replace("(", "(\n    ", 1).replace(f", {game}, ", f",\n    {game},\n    ")[:-1]
        + ",\n)"
    )


def _refuse_taken(name: str, stem: str) -> None:
    from research.resolving.loading import study_names, variant_names

    if name.replace("_", "-") in (*study_names(), *variant_names()):
        raise InputError(f"name={name!r}: there is a study of this name; take another")
    if find_spec(stem) is not None:
        raise InputError(f"name={name!r}: {stem}.py would shadow the module {stem}; take another")
