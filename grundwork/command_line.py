"""What commands take: each parameter of a function is annotated with what help says of it.

The parser is argparse's. ``Annotated[int, Option(help="...")] = 200`` is an option ``--name`` with
a value, ``Annotated[bool, Option(help="...")] = False`` one without (``--no-name`` where the
default is ``True``), ``Annotated[str, Argument(...)]`` a word in its place, or all that are left
for ``list[str] | None``.
"""

from __future__ import annotations

import argparse
import inspect
import shlex
import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os.path import realpath
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NoReturn,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from fast.errors import InputError

if TYPE_CHECKING:
    from research.claims.study import Study


@dataclass(frozen=True)
class Argument:
    """A word in its place."""

    metavar: str = ""
    help: str = ""


@dataclass(frozen=True)
class Option:
    """A word that begins with two dashes; its name is the parameter's unless given."""

    name: str = ""
    metavar: str = ""
    help: str = ""


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


class Exit(Exception):  # noqa: N818  # it is no error
    """Ends a command that has said all, with a status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line like any other."""

    def error(self, message: str) -> NoReturn:
        """Raise :class:`InputError` in place of printing the usage."""
        raise InputError(f"{message}; see {self.prog} --help")


def parser_of(
    function: Callable[..., None], name: str, examples: Sequence[str] = ()
) -> argparse.ArgumentParser:
    """Return the parser of one command."""
    lines = [f"  grundwork {name} {line}".rstrip() for line in examples]
    parser = Parser(
        prog=f"grundwork {name}",
        description=inspect.getdoc(function),
        epilog="\n".join(["examples:", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    hints = get_type_hints(function, include_extras=True)
    for each in inspect.signature(function).parameters.values():
        kind, told = get_args(hints[each.name])[:2]
        _add(parser, each, kind, told)
    return parser


def _add(
    parser: argparse.ArgumentParser, each: inspect.Parameter, kind: Any, told: Argument | Option
) -> None:
    """Add one parameter."""
    kinds = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    plain = next(one for one in kinds if one is not type(None))
    shown: dict[str, Any] = {"help": told.help.replace("%", "%%")}
    if told.metavar:
        shown["metavar"] = told.metavar
    if isinstance(told, Argument):
        many = get_origin(plain) is list
        parser.add_argument(each.name, nargs="*" if many else None, type=str, **shown)
        return
    name = told.name or f"--{each.name.replace('_', '-')}"
    if plain is bool:
        name = f"--no-{each.name}" if each.default else name
        how = "store_false" if each.default else "store_true"
        parser.add_argument(name, dest=each.name, action=how, **shown)
        return
    required = each.default is inspect.Parameter.empty
    shown.setdefault("metavar", {int: "N", float: "X"}.get(plain, "TEXT"))
    default = None if required else each.default
    if default not in (None, ""):
        shown["help"] += f" (default: {f'{default:g}' if plain is float else default})"
    parser.add_argument(
        name, dest=each.name, type=plain, required=required, default=default, **shown
    )


def load_studies(targets: list[str] | None, *, variants: bool) -> list[Study]:
    """Return the studies that were named, else the built-in ones; with the variants if asked."""
    from research.resolving.loading import load_study, study_names, variant_names

    once = {realpath(n) if n.endswith(".py") else n: n for n in targets or study_names()}
    names = list(once.values())
    more = [name for name in variant_names() if name not in names] if variants else []
    return [load_study(name) for name in (*names, *more)]


def say_next(purpose: str, *words: str) -> None:
    """Name the next useful command and its purpose; nothing is said into a pipe or a file."""
    if sys.stderr.isatty() and sys.stdout.isatty():
        sys.stdout.flush()
        print(f"\nnext, {purpose}: grundwork {shlex.join(words)}", file=sys.stderr)
