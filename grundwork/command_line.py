"""The command line: what each command takes, and running one.

Each parameter of a command's function is annotated with what help says of it; the parser is
argparse's. ``Annotated[int, Option(help="...")] = 200`` is an option ``--name`` with
a value, ``Annotated[bool, Option(help="...")] = False`` one without (``--no-name`` where the
default is ``True``), ``Annotated[str, Argument(...)]`` a word in its place, or all that are left
for ``list[str] | None``.

What a command raises becomes one line and an exit status. Results go to standard output, progress
and messages to standard error. Exit status: 0 done (a refuted claim is a finding, not a failure); 1
where an agreement or a control fails, where what is run does not come to its end, and with
``--strict`` where a claim is refuted; 2 for wrong input; 3 for an answer that is not confirmed; 130
where it is interrupted.
"""

from __future__ import annotations

import argparse
import gc
import inspect
import io
import json
import os
import re
import shlex
import shutil
import signal
import sys
import textwrap
import traceback
import types
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from os.path import realpath
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NoReturn,
    TextIO,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from fast.errors import InputError
from oracles.errors import did_you_mean, explain
from oracles.limits import GIGABYTE, limit_memory, memory_limit

if TYPE_CHECKING:
    from research.claims.study import Study

# Graphs and syntax trees are many objects without a cycle; looked through after each 700 new ones,
# as Python does, they take a tenth of the time of a check.
COLLECTED_AFTER = 50_000
ABOUT = "Property-based verification and research harness for combinatorial games."
EXAMPLES: dict[str, list[str]] = {
    "list": ["", "--variants", "stone-game --json"],
    "check": ["stone-game", "kayles chomp", "mine.py --strict", "mine.py -k period"],
    "answer": ["stone-game limit=100", "divisor-nim limit=100 heaps=4 --json"],
    "report": ["", "mine.py --out reports"],
    "new": ["twin-piles", "coins --form strip"],
    "explore": ["kayles", "mine.py --size 12", "wythoff --html wythoff.html"],
    "play": ["nim", "mine.py --size 5"],
    "solve": ["kayles --position 9,10,12 --grundy", "nim --size 60 --store nim"],
    "export": ["kayles --what values --format bfile", "mine.py --what graph --format dot"],
    "prove": ["wythoff", "octal:0.77 --misere", "mine.py --export proof", "mine.py m=2..6"],
    "verify": ["proof/wythoff.proof.json", "reports/stone-game/*.proof.json"],
    "census": ["'octal:0.???' --csv octal.csv", "mine.py m=2..12 k=1,3 --to 20"],
}


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
        help="A study's name, FILE.py, or a code: octal:0.77, hexadecimal:0.8f, "
        "subtraction:1,3,4, vectors:(0,1)(1,0), partizan-subtraction:{1,2}|{1,3}.",
    ),
]
Size = Annotated[
    int | None,
    Option(help="Examine what is reachable from the starts of size N (default: a quick N)."),
]
Variants = Annotated[
    bool, Option("--variants", help="Add the games from the literature in research/variants.")
]
Misere = Annotated[bool, Option("--misere", help="Let the player who cannot move win.")]
AsJson = Annotated[bool, Option("--json", help="Print the same facts as JSON.")]


class Exit(Exception):  # noqa: N818  # it is no error
    """Ends a command that has said all, with a status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.exit_status = status


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line like any other."""

    def error(self, message: str) -> NoReturn:
        """Raise :class:`InputError` in place of printing the usage."""
        _, _, unknown = message.partition("unrecognized arguments: ")
        meant = did_you_mean(unknown.partition("=")[0].split(" ")[0], self._option_string_actions)
        raise InputError(message + (meant or f"; see {self.prog} --help"))


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Lines of help that end at spaces."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return in_lines(text, width)


def parser_of(
    function: Callable[..., None], name: str, examples: Sequence[str] = ()
) -> argparse.ArgumentParser:
    """Return the parser of one command."""
    lines = [f"  grundwork {name} {line}".rstrip() for line in examples]
    parser = CommandParser(
        prog=f"grundwork {name}",
        description=inspect.getdoc(function),
        epilog="\n".join(["examples:", *lines]),
        formatter_class=_Formatter,
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
        if get_origin(plain) is list:
            shown["nargs"] = "+" if each.default is inspect.Parameter.empty else "*"
        parser.add_argument(each.name, type=str, **shown)
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
        said = f" (default: {f'{default:g}' if plain is float else default})."
        shown["help"] = shown["help"].removesuffix(".") + said
    parser.add_argument(
        name,
        dest=each.name,
        type=_path if plain is Path else plain,
        required=required,
        default=default,
        **shown,
    )


def _path(text: str) -> Path:
    """Return the path of a file or a folder, which nothing does not name."""
    if not text:
        raise argparse.ArgumentTypeError("'': expected the name of a file or a folder")
    return Path(text)


def load_studies(targets: list[str] | None, *, variants: bool) -> list[Study]:
    """Return the studies that were named, else the built-in ones; with the variants if asked."""
    from research.resolving.loading import load_study, study_names, variant_names

    once = {realpath(n) if n.endswith(".py") else n: n for n in targets or study_names()}
    names = list(once.values())
    more = [name for name in variant_names() if name not in names] if variants else []
    return [load_study(name) for name in (*names, *more)]


_output: list[TextIO] = []  # standard output, where with --json there are facts alone
_descriptors: list[int] = []  # where descriptor 1 led before it was kept free for facts


def print_facts(facts: object, indent: int | None = None) -> None:
    """Print facts as JSON; what rules and claims print goes to standard error then."""
    for descriptor in _descriptors:
        os.dup2(descriptor, 1)
    print(json.dumps(facts, indent=indent), file=_output[0])


def in_lines(text: str, width: int) -> list[str]:
    """Break a text at spaces."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def say(text: str, to: TextIO | None = None) -> None:
    """Print a message, on standard error unless told otherwise, in lines that end at spaces."""
    stream = to or sys.stderr
    text = text if to else f"grundwork: {text}"
    width = shutil.get_terminal_size().columns if stream.isatty() else 80
    print("\n  ".join(in_lines(text, width - 2)), file=stream, flush=True)


def say_next(purpose: str, *words: str) -> None:
    """Name the next useful command and its purpose; nothing is said into a pipe or a file."""
    if sys.stderr.isatty() and sys.stdout.isatty():
        sys.stdout.flush()
        print(f"\nnext, {purpose}: grundwork {shlex.join(words)}", file=sys.stderr)


def run() -> None:
    """Run the command; turn errors into one line and the exit status that they have."""
    _make_streams_write_everything()
    sys.set_int_max_str_digits(0)
    gc.set_threshold(COLLECTED_AFTER)
    try:
        limit_memory()
        run_command(_words(sys.argv[1:]))
        sys.stdout.flush()
    except Exit as ended:
        sys.exit(ended.exit_status)
    except BrokenPipeError:  # whoever read the output has had enough
        _write_no_more()
        sys.exit(0)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # another one ends the process at once
        _fail("interrupted; nothing is half-written", 130)
    except MemoryError:
        most = f"{memory_limit() / GIGABYTE:.3g} GB of memory"
        _fail(f"more than {most} would be needed (GRUNDWORK_MEMORY); take a smaller size", 2)
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # as rich says it
            sys.exit(0)
        _fail(f"the code that was run called sys.exit({error.code!r})", 1)
    except OSError as error:
        _fail(error, 1 if isinstance(error, ChildProcessError) else 2)
    except Exception as error:
        _fail_by(error)
    sys.exit(0)


def command_named(name: str) -> Callable[..., None]:
    """Return the function of a command; no other command is imported."""
    module = import_module(f"grundwork.commands.{name}")
    found: Callable[..., None] = getattr(module, "list_" if name == "list" else name)
    return found


def run_command(words: Sequence[str]) -> None:
    """Run the command that the words name, or say what was asked of all of them."""
    name = words[0] if words else "--help"
    if name in ("-h", "--help", "help"):
        print(_help())
    elif name == "--version":
        from grundwork import __version__

        print(f"grundwork {__version__}")
    elif name in EXAMPLES:
        _run_one(name, words[1:])
    else:
        more = did_you_mean(name, [*EXAMPLES, "--help", "--version"]) or "; see grundwork --help"
        raise InputError(f"{name!r}: expected one of {', '.join(EXAMPLES)}{more}")


def _run_one(name: str, words: Sequence[str]) -> None:
    """Call the function of a command with what its words say."""
    function = command_named(name)
    try:
        given = parser_of(function, name, EXAMPLES[name]).parse_intermixed_args(list(words))
    except SystemExit as ended:  # after its help
        raise Exit(int(ended.code or 0)) from None
    _output[:] = [sys.stdout]
    as_json = vars(given).get("as_json")
    if as_json and sys.stdout is sys.__stdout__:  # a process that a study begins inherits it
        _descriptors[:] = [os.dup(1)]
        os.dup2(2, 1)
    with redirect_stdout(sys.stderr if as_json else sys.stdout):
        try:
            function(**vars(given))
        except Exception:  # with its line in the author's file, if one was loaded
            loading: Any = sys.modules.get("research.resolving.loading")
            for study in loading.last_of_file if loading else ():
                with loading.errors_located_in(study.file, study.game):
                    raise
            raise


def _help() -> str:
    """Return what there is, each command with its summary."""
    lines = ["usage: grundwork COMMAND ...", "", ABOUT, "", "commands:"]
    for name in EXAMPLES:
        summary = (inspect.getdoc(command_named(name)) or "").splitlines()[0]
        lines.append(f"  {name:<8} {summary}")
    lines += [
        "",
        "options:",
        "  -h, --help    Show this; after a command, what it takes.",
        "  --version     Show the version.",
    ]
    return "\n".join(lines)


def _words(words: list[str]) -> list[str]:
    """Return the words of the line; where ``--mutants`` has no number, all are meant.

    >>> _words(["check", "--mutants", "7", "kayles"])
    ['check', '--mutants', '7', 'kayles']
    """
    found: list[str] = []
    for word, following in zip(words, [*words[1:], ""], strict=False):
        found.append(word)
        if word == "--mutants" and not re.fullmatch(r"[+-]?[0-9]+|all", following):
            found.append("all")
    return found


def _fail_by(error: Exception) -> NoReturn:
    """Say in one line what an error of ours says, or where something else was raised."""
    if status := getattr(error, "exit_status", None):
        _fail(error, status)
    if os.environ.get("GRUNDWORK_TRACEBACK"):
        raise error
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    said = f"unexpected error{place}: {explain(error)}"
    _fail(f"{said}; for all of it set GRUNDWORK_TRACEBACK=1", 1)


def _make_streams_write_everything() -> None:
    """Let no character be one that the terminal cannot show, and no line have no room."""
    columns = os.environ.get("COLUMNS", "")
    if not columns.isdecimal() or int(columns) < 1:
        os.environ.pop("COLUMNS", None)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _write_no_more() -> None:
    """Leave standard output, so that what it still holds is no second error at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(error: object, status: int) -> NoReturn:
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    lines = str(error).splitlines()
    if len(lines) > 2 and lines[-1].strip() == "^":  # it points at a character of a code
        lines = lines[:-2]
    line = " ".join(" ".join(lines).split())
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        line = f"file={str(error.filename)!r}: {error.strerror.lower()}; name another one"
    place = getattr(error, "place", getattr(error, "column", None))
    if place is not None and "column" not in line:
        line += f" (character {place + 1})"
    if sys.stderr.isatty():
        say(line)
    else:  # one line, which programs read
        print(f"grundwork: {line}", file=sys.stderr, flush=True)
    if isinstance(error, OSError):
        _write_no_more()
    sys.exit(status)
