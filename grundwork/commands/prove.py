"""``grundwork prove``: from rules to a theorem, or to how far was looked.

Exit status: 0 for a theorem and for an honest bound; 1 where a formula disagrees with the rules,
another prover with the engine, or there is nothing to save; 2 for wrong input.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fast.errors import InputError

if TYPE_CHECKING:
    from research.checks.evidence import Settings
    from research.proving.conclusions import Conclusion
    from research.proving.prove import Limits
    from research.proving.subjects import Subject

Target = Annotated[
    str, typer.Argument(metavar="STUDY|FILE.py|CODE", help="Such as silver-dollar or octal:0.77.")
]


def prove(  # noqa: PLR0917  # typer reads them by name
    target: Target,
    coins: Annotated[
        int | None, typer.Option(help="Coins of silver-dollar, the silver dollar among them.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="Largest heap of a code; else most positions looked at.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.py", help="Write the theorem as a solver.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the proof for MONA and Walnut.")
    ] = None,
    write_rules: Annotated[
        Path | None,
        typer.Option(metavar="NEW.py", help="Write the formulas as rules of their own."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where the compared positions start from.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The same facts as JSON.")] = False,  # noqa: FBT002
) -> None:
    """Prove a criterion or a period for every size, or say how far it was exhausted."""
    from research.checks.evidence import Settings
    from research.logic.errors import AutomataError
    from research.proving.kernel_conclusions import MonaDisagreementError
    from research.proving.subjects import subject_of
    from research.system.progress import waiting
    from research.theorems.formula_games import RulesDisagreementError

    words = [] if coins is None else [f"--coins {coins}"]
    words += [] if limit is None else [f"--limit {limit}"]
    again = " ".join(["grundwork prove", target, *words])
    try:
        subject = subject_of(target, coins)
        if export is not None:
            _require_new(export)
        if write_rules is not None:
            _require_new_file("write-rules", write_rules)
        with waiting(f"proving {target}"):
            conclusion = conclude(subject, _limits(subject, limit), seed, again)
        print(
            json.dumps(conclusion.as_json(), indent=1)
            if as_json
            else conclusion.as_text(_terminal_width())
        )
        if save is not None:
            _save(conclusion, subject, save)
        if write_rules is not None:
            _write_rules(subject, write_rules, Settings(seed=seed), _limits(subject, limit))
        if export is not None:
            _export(conclusion, export)
    except AutomataError as error:
        raise InputError(str(error)) from error
    except (RulesDisagreementError, MonaDisagreementError) as error:
        _complain(f"{target}: {error}")
        raise typer.Exit(1) from error


def conclude(subject: Subject, limits: Limits, seed: int, again: str) -> Conclusion:
    """Prove what a subject holds: rules, formulas or a criterion."""
    from oracles.rules import Game
    from research.checks.evidence import Settings
    from research.proving.prove import prove as prove_rules
    from research.proving.prove import prove_formulas, prove_theorem
    from research.theorems.formula_games import FormulaGame

    settings = Settings(seed=seed)
    if isinstance(subject.what, Game):
        return prove_rules(
            subject.what, subject.name, settings=settings, limits=limits, again=again
        )
    if isinstance(subject.what, FormulaGame):
        return prove_formulas(
            subject.what, subject.name, settings=settings, limits=limits, again=again
        )
    return prove_theorem(subject.what, subject.name, settings=settings, limits=limits, again=again)


def _limits(subject: Subject, limit: int | None) -> Limits:
    from fast.heap_games import LARGEST_HEAP
    from oracles.heaps import HeapGame
    from research.proving.prove import Limits

    if limit is None:
        return Limits()
    if limit < 1 or limit > LARGEST_HEAP:
        raise InputError(f"--limit={limit}: expected an integer from 1 to {LARGEST_HEAP}")
    if isinstance(subject.what, HeapGame):
        return Limits(heaps=limit, positions=max(limit, 4_000))
    return Limits(positions=limit, arcs=10 * limit)


def _save(conclusion: Conclusion, subject: Subject, file: Path) -> None:
    from research.proving.solver_sources import solver_source
    from research.system.files import write_whole

    if not conclusion.has_theorem:
        _complain(f"--save={file}: nothing is proved, so there is nothing to save")
        raise typer.Exit(1)
    _require_new_file("save", file)
    write_whole(file, solver_source(conclusion, subject, file.stem, file.parent))
    print(f"solver: {file}; confirm it with: grundwork check {file}", file=sys.stderr)


def _write_rules(subject: Subject, file: Path, settings: Settings, limits: Limits) -> None:
    """Write the formulas of a game as rules, after they were compared with those in Python."""
    from oracles.rules import Game
    from research.proving.writing_rules import rules_file
    from research.system.files import write_whole
    from research.theorems.comparing import compared
    from research.theorems.formula_games import FormulaGame
    from research.theorems.known import KnownTheorem
    from research.theorems.vector_formulas import vector_formulas

    what = subject.what
    made = vector_formulas(what) if isinstance(what, Game) else what
    if isinstance(made, str):
        _complain(f"--write-rules={file}: the game has no formulas to write: {made}")
        raise typer.Exit(1)
    assert isinstance(made, FormulaGame | KnownTheorem)
    compared(made.formulas if isinstance(made, KnownTheorem) else made, settings, limits)
    write_whole(file, rules_file(made, subject.name))
    print(f"rules: {file}; prove them with: grundwork prove {file}", file=sys.stderr)


def _require_new_file(option: str, file: Path) -> None:
    if file.suffix != ".py":
        raise InputError(f"--{option}={str(file)!r}: expected a name that ends in .py")
    if file.exists() or file.is_symlink():
        raise InputError(f"--{option}={str(file)!r}: there is a file already; name another")


def _require_new(folder: Path) -> None:
    """Refuse a folder that cannot take a proof, before the work is done."""
    if folder.is_dir() and any(folder.iterdir()):
        raise InputError(f"--export={str(folder)!r}: there are files already; name a new folder")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--export={str(folder)!r}: is a file; name a new folder")


def _export(conclusion: Conclusion, folder: Path) -> None:
    from research.logic.kernel import KernelProof
    from research.proving.exporting import LIST, proof_files
    from research.system.files import OutputError, write_all

    if not conclusion.has_theorem:
        _complain(f"--export={folder}: nothing is proved, so there is nothing to export")
        raise typer.Exit(1)
    if not isinstance(conclusion.proof, KernelProof):
        _complain(
            f"--export={folder}: the {conclusion.method} was proved without automata, so there is "
            "nothing for MONA and Walnut"
        )
        raise typer.Exit(1)
    try:
        written = write_all(folder, proof_files(conclusion.proof, conclusion.of_what))
    except OutputError as error:
        reason = str(error).partition(": ")[2].partition("; name another")[0]
        raise InputError(f"--export={str(folder)!r}: {reason}; name another folder") from error
    print(f"{len(written)} files; begin with {folder / LIST}", file=sys.stderr)


def _terminal_width() -> int:
    """Return how wide the terminal is; 80 where the output is piped."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80


def _complain(message: str) -> None:
    print(f"grundwork: {' '.join(message.split())}", file=sys.stderr)
