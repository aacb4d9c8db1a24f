"""Theorems as solvers: the Python module that a proof leaves behind.

The module holds the automata as tables and reads the digits of the coordinates once, so an answer
costs time proportional to the number of digits (and in Zeckendorf's numeration the writing of
numbers in it). For one coordinate it also counts and sums members by powers of a matrix. A period
becomes a table of one period. The function behind its gate answers only after ``grundwork check``
has compared it with the explicit graph, like every other solver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from pprint import pformat
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.heaps import HeapGame, Subtraction
from oracles.vectors import VectorGame
from research.theorems.encodings import Encoding

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.logic.automaton import Automaton
    from research.proving.results import ProofResult

_IMPORTS_FOR_COUNTS = (
    "from research.logic.linear import LinearRepresentation",
    "from research.logic.numeration import NumerationSystem",
)
LARGEST_TABLE = 20_000  # a longer period is computed again rather than written out


def solver_source(
    result: ProofResult, study: Study, name: str, folder: Path, **members: Any
) -> str:
    """Return the source of a solver module for a proved conclusion.

    Parameters
    ----------
    result
        A proof by the Kernel theorem or of a period.
    study
        The study, of whose game it was proved.
    name
        The module's name.
    folder
        Where it will lie; beside the file of the rules, if they come from one.
    members
        Which member of the family that the study's game stands for.

    Raises
    ------
    InputError
        If nothing is proved, or the module would lie apart from its rules.
    """
    from research.theorems.periods import PeriodProof

    if not result.has_theorem:
        raise InputError(f"{result.subject}: nothing is proved")
    head = _head(result)
    if isinstance(result.proof, PeriodProof):
        return head + _period_body(result, study, name)
    return head + _kernel_body(result, study, name, folder, members)


def _head(result: ProofResult) -> str:
    from textwrap import fill

    text = (
        "\n\n".join(
            [
                f"Solver of {result.subject}.",
                fill(result.of_what, 98),
                fill(result.theorem.words if result.theorem else result.statement, 98),
                *(
                    fill(f"- rests on {line}", 98, subsequent_indent="  ")
                    for line in result.rests_on
                ),
                f"Made and checked again by: {result.again}",
            ]
        )
        .replace("\\", "\\\\")
        .replace('"""', "'''")
    )
    return f'"""{text}\n"""\n\nfrom __future__ import annotations\n\n'


def _kernel_body(
    result: ProofResult, study: Study, name: str, folder: Path, members: Mapping[str, Any]
) -> str:
    encoding: Encoding = result.encoding
    states = list(result.automata)
    coordinates = {encoding.rules.coordinates[state] for state in states}
    if len(coordinates) != 1:
        raise InputError(f"{result.subject}: the states shown have different coordinates")
    names = next(iter(coordinates))
    tables = {state: _numbers(a.widened(names), names) for state, a in result.automata.items()}
    arguments = ", ".join(f"{n}: int" for n in names)
    given = ", ".join(names)
    several = len(states) > 1
    counted = len(names) == 1 and not several
    helpers = [
        "accepts",
        *(["confirm_counts"] if counted else []),
        "confirmed_study",
        "formulas_of",
    ]
    saved = name.replace("_", "-")
    state = "state" if several else repr(states[0])
    lines = [
        "from pathlib import Path",
        "",
        "from fast.gate import gated",
        *(_IMPORTS_FOR_COUNTS if counted else []),
        f"from research.proving.solver_studies import {', '.join(helpers)}",
        *_import_of_rules(encoding, study, folder),
        "",
        f'SYSTEM = "{result.system}"',
        f"COORDINATES = {names!r}",
        "# By control state: the next state by state and letter, and which states accept. A letter",
        "# is the coordinates' digits, the first coordinate's the lowest place in the base.",
        f"AUTOMATA = {pformat(tables, width=96, compact=True)}",
        "",
        "",
        f'@gated("{saved}")',
        f"def answer({'state: str, ' if several else ''}{arguments}) -> bool:",
        '    """Return whether the position is a P-position."""',
        f"    return accepts(AUTOMATA, {state}, SYSTEM, ({given},))",
        "",
    ]
    if counted:
        lines += _counting(result.automata[states[0]], result.system, names[0], saved)
    lines += [
        "",
        f"FORMULAS = formulas_of({_rules(encoding, study, members)})",
        f'study = confirmed_study("{saved}", FORMULAS, answer, Path(__file__),',
        "                        automata=AUTOMATA, system=SYSTEM)",
        *(["confirm_counts(study, FORMULAS, count_below, sum_below)"] if counted else []),
        "",
    ]
    return "\n".join(lines)


def _import_of_rules(encoding: Encoding, study: Study, folder: Path) -> list[str]:
    if isinstance(encoding.game, VectorGame):
        return ["from oracles.vectors import VectorGame"]
    if study.word == study.name:  # Grundwork's own
        return ["from research.resolving.loading import load_study"]
    if study.file.resolve().parent != folder.resolve() or not study.file.stem.isidentifier():
        raise InputError(
            f"--save: the solver is confirmed against the rules in {study.file}, so it must lie "
            "beside that file, whose name must be one that Python can import"
        )
    # Imported, so that a change of the rules withdraws the solver's certificate.
    return [
        "from research.resolving.loading import study_in",
        "",
        f"import {study.file.stem} as rules",
    ]


def _rules(encoding: Encoding, study: Study, members: Mapping[str, Any]) -> str:
    game = encoding.game
    if isinstance(game, VectorGame):
        misere = ", misere=True" if game.misere else ""
        return f"VectorGame({game.vectors!r}, ordered={game.ordered}{misere})"
    own = study.word == study.name
    found = f'load_study("{study.name}")' if own else "study_in(rules, Path(rules.__file__))"
    return ", ".join([found, *(f"{name}={value!r}" for name, value in members.items())])


def _counting(automaton: Automaton, system: str, coordinate: str, study: str) -> list[str]:
    from research.logic.linear import Quantity, closed_form, linear_representation

    representation = linear_representation(automaton, system)
    lines = [
        "",
        f'@gated("{study}")',
        "def count_below(bound: int) -> int:",
        f'    """Return how many P-positions have {coordinate} < bound."""',
        "    return REPRESENTATION.count_below(bound)",
        "",
        "",
        f'@gated("{study}")',
        "def sum_below(bound: int) -> int:",
        f'    """Return the sum of the P-positions with {coordinate} < bound."""',
        "    return REPRESENTATION.sum_below(bound)",
        "",
        "",
    ]
    quantities: tuple[Quantity, ...] = ("count", "sum")
    for quantity in quantities:
        found = closed_form(representation, quantity)
        if found is not None:
            lines.append(
                f"# {quantity} below the n-th power, n >= {found.valid_from}: {found.expression}"
            )
    lines += [
        "REPRESENTATION = LinearRepresentation(",
        f'    NumerationSystem({representation.numeration.base}, "msd"),',
        f"    {representation.steps!r},",
        f"    {representation.accepting!r},",
        ")",
    ]
    return lines


def _period_body(result: ProofResult, study: Study, name: str) -> str:
    proof = result.proof
    rule = study.game.rule if isinstance(study.game, HeapGame) else None
    code = (
        f"subtraction:{','.join(map(str, rule.numbers))}"
        if isinstance(rule, Subtraction)
        else f"code:{getattr(rule, 'code', proof.code.text)}"
    )
    long = len(proof.table) > LARGEST_TABLE
    table = (
        f'tuple(grundy_values("{proof.code.text}", {len(proof.table) - 1}).tolist())'
        if long
        else pformat(tuple(int(v) for v in proof.table), width=96, compact=True)
    )
    saved = name.replace("_", "-")
    return "\n".join(
        [
            "from pathlib import Path",
            "",
            "from fast.gate import gated",
            *(["from fast.heap_games import grundy_values"] if long else []),
            "from oracles.heaps import heap_game",
            "from research.proving.solver_studies import confirmed_heaps, periodic",
            "",
            f"PREPERIOD, PERIOD, SALTUS = {proof.preperiod}, {proof.period}, {proof.saltus}",
            f"TABLE = {table}",
            "",
            "",
            f'@gated("{saved}")',
            "def answer(heap: int) -> int:",
            '    """Return the Grundy value of a heap of any size."""',
            "    return periodic(TABLE, PREPERIOD, PERIOD, SALTUS, heap)",
            "",
            "",
            f'study = confirmed_heaps("{saved}", heap_game("{code}"), answer, Path(__file__),',
            "                         preperiod=PREPERIOD, period=PERIOD)",
            "",
        ]
    )


def _numbers(automaton: Automaton, names: Sequence[str]) -> tuple[Any, Any]:
    """Return a table by letters in which the first coordinate is the lowest place."""
    from research.logic.alphabet import letter_map

    sources = tuple(list(names).index(track) for track in automaton.tracks)
    letters = letter_map(automaton.digits, len(names), sources)
    table = automaton.table[:, automaton.letter_class]
    whole = table if sources == tuple(range(len(names))) else table[:, letters]
    return tuple(map(tuple, whole.tolist())), tuple(map(int, automaton.accepting))
