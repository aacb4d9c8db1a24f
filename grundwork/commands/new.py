"""``grundwork new``: a variant file to be changed: rules, a claim, a control, and a fast solver.

The file runs as it is. In ``grundwork/templates`` there is one for each form that rules take; they
are of a game ``twin-piles``.
"""

from __future__ import annotations

import keyword
import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from fast.errors import InputError, require_choice
from grundwork.command_line import Argument, Option
from oracles.errors import MOST_LETTERS, brief
from research.system.files import write_whole

FORMS = ("heap", "vector", "moves", "strip", "graph", "partizan", "anything")
TEMPLATES = Path(__file__).parent.parent / "templates"
_NAME = re.compile(r"[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?")


def new(
    name: Annotated[str, Argument(metavar="NAME", help="The study's name, such as twin-piles.")],
    form: Annotated[
        str,
        Option(
            metavar="FORM",
            help="Take the form heap (of counters), vector (piles), moves (a text of moves), "
            "strip (a row of cells), graph (a list of arcs), partizan (Left and Right), or "
            "anything (moves in Python).",
        ),
    ] = "heap",
) -> None:
    """Write a file for a game of your own, which runs at once."""
    path = write_new(name, form, Path())
    print(f"{path}: run it with: grundwork check {shlex.quote(str(path))}")


def write_new(name: str, form: str, folder: Path) -> Path:
    """Write a new variant file into ``folder`` and return its path.

    Parameters
    ----------
    name
        The study's name; with underscores in place of dashes it names the file.
    form
        One of ``FORMS``.
    folder
        Where to write.

    Raises
    ------
    InputError
        If the name is taken or makes no file name that Python can import, the form is not one
        of these, or there is such a file already.
    """
    require_choice("--form", form, FORMS)
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
    from research.resolving.loading import study_names, variant_names

    if name.replace("_", "-") in (*study_names(), *variant_names()):
        raise InputError(f"name={name!r}: there is a study of this name; take another")
    if find_spec(stem) is not None:
        raise InputError(f"name={name!r}: {stem}.py would shadow the module {stem}; take another")
    write_whole(path, new_text(name, form))
    return path


def new_text(name: str, form: str) -> str:
    """Return the text of a new variant file.

    >>> len(new_text("twin-piles", "anything").splitlines()) <= 40
    True
    """
    words = re.split("[-_]", name)
    text = (TEMPLATES / f"{form}.txt").read_text(encoding="utf-8")
    for ours, theirs in (
        ("twin-piles", "-".join(words)),
        ("twin_piles", "_".join(words)),
        ("Twin piles", " ".join(words).capitalize()),
        ("TwinPiles", "".join(word.capitalize() for word in words)),
    ):
        text = text.replace(ours, theirs)
    return text
