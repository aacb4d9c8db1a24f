"""The commands of ``grundwork``, a file each in ``grundwork/commands``; help lists them so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import getdoc

from fast.errors import InputError
from grundwork.command_line import run

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
    "prove": ["wythoff", "octal:0.77", "mine.py --export proof"],
    "census": ["'octal:0.???' --report octal.html", "mine.py m=2..12 k=1,3 --csv table.csv"],
}


def command_named(name: str) -> Callable[..., None]:
    """Return the function of a command; no other command is imported."""
    module = import_module(f"grundwork.commands.{name}")
    found: Callable[..., None] = getattr(module, "list_" if name == "list" else name)
    return found


def run_command(words: Sequence[str]) -> None:
    """Run the command that the words name, or say what was asked of all of them."""
    name = words[0] if words else "--help"
    if name in ("-h", "--help"):
        print(_help())
    elif name == "--version":
        from grundwork import __version__

        print(f"grundwork {__version__}")
    elif name == "--completion":
        from research.resolving.loading import study_names, variant_names

        names = " ".join([*EXAMPLES, *study_names(), *variant_names()])
        print(f"complete -o default -W '{names}' grundwork")
    elif name in EXAMPLES:
        run(command_named(name), name, words[1:], EXAMPLES[name])
    else:
        raise InputError(f"{name!r}: expected one of {', '.join(EXAMPLES)}; see grundwork --help")


def _help() -> str:
    """Return what there is, each command with its summary."""
    lines = ["usage: grundwork COMMAND ...", "", ABOUT, "", "commands:"]
    for name in EXAMPLES:
        summary = (getdoc(command_named(name)) or "").splitlines()[0]
        lines.append(f"  {name:<8} {summary}")
    lines += [
        "",
        "options:",
        "  -h, --help    Show this; after a command, what it takes.",
        "  --version     Show the version.",
        "  --completion  Show the line that lets bash complete names.",
    ]
    return "\n".join(lines)
