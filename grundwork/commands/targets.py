"""What several commands take: the studies that they are about, and options of the same words."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import realpath
from typing import TYPE_CHECKING, Annotated

from grundwork.command_line import Argument, Option

if TYPE_CHECKING:
    from research.claims.study import Study

Targets = Annotated[
    list[str] | None,
    Argument(
        metavar="GAME",
        help="A study's name, FILE.py or a code; the built-in studies if none is named.",
    ),
]
Target = Annotated[
    str,
    Argument(
        metavar="GAME",
        help="A study's name, a file, or a code: octal:0.77, hexadecimal:0.8f, subtraction:1,3,4, "
        "vectors:(0,1)(1,0).",
    ),
]
Size = Annotated[int | None, Option(help="The size to look at, 0 or more.")]
Variants = Annotated[
    bool, Option("--variants", help="Add the games from the literature in research/variants.")
]
AsJson = Annotated[bool, Option("--json", help="The same facts as JSON.")]


def load_studies(targets: list[str] | None, *, variants: bool) -> list[Study]:
    """Return the studies that were named, else the built-in ones; with the variants if asked."""
    from research.resolving.loading import load_study, study_names, variant_names

    once = {realpath(n) if n.endswith(".py") else n: n for n in targets or study_names()}
    names = list(once.values())
    more = [name for name in variant_names() if name not in names] if variants else []
    return [load_study(name) for name in (*names, *more)]


def with_parameters(words: Sequence[str]) -> list[str]:
    """Return the words of a command with the parameters of a member joined to its file.

    What follows the file of a census are many values, and what follows that of an answer is what
    it answers.

    >>> with_parameters(["check", "take.py", "m=3", "k=1"])
    ['check', 'take.py m=3 k=1']
    """
    from research.resolving.parameters import joined

    command = next((word for word in words if not word.startswith("-")), "")
    return list(words) if command in {"answer", "census"} else joined(words)
