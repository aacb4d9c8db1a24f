"""From a function to its line of words: each parameter is annotated with what help says of it.

The parser is argparse's. ``Annotated[int, Option(help="...")] = 200`` is an option ``--name`` with
a value, ``Annotated[bool, Option(help="...")] = False`` one without (``--no-name`` where the
default is ``True``), ``Annotated[str, Argument(...)]`` a word in its place, or all that are left
for ``list[str] | None``.
"""

from __future__ import annotations

import argparse
import inspect
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Union, get_args, get_origin, get_type_hints

from fast.errors import InputError


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


def run(
    function: Callable[..., None], name: str, words: Sequence[str], examples: Sequence[str] = ()
) -> None:
    """Call the function of a command with what its words say."""
    try:
        given = parser_of(function, name, examples).parse_intermixed_args(list(words))
    except SystemExit as ended:  # after its help
        raise Exit(int(ended.code or 0)) from None
    function(**vars(given))


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
    if not required and each.default is not None:
        shown["help"] += (
            f" (default: {each.default:g})"
            if plain is float
            else (f" (default: {each.default})" if each.default != "" else "")
        )
    default = None if required else each.default
    parser.add_argument(
        name, dest=each.name, type=plain, required=required, default=default, **shown
    )
