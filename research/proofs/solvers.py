"""What saved solvers share: reading digits through a table, and the study that confirms them.

A saved solver (:mod:`research.proofs.solver_sources`) holds automata as tables, or one period of a
sequence. Its gate opens only after ``grundwork check`` has compared it with the explicit graph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.heaps import HeapGame
from research.automata.kernel import Position
from research.claims import Source
from research.proofs.formula_games import FormulaGame
from research.proofs.known import KnownTheorem
from research.study import Study

if TYPE_CHECKING:
    from oracles.rules import Game

_LARGEST_COMPARED = {1: 120, 2: 14, 3: 6, 4: 3}  # by the number of coordinates
_LARGEST_COMPARED_ELSE = 2
_LARGEST_HEAP = 12


def accepts(automata: dict[str, Any], state: str, system: str, numbers: Sequence[int]) -> bool:
    """Return whether an automaton, given as numbers, accepts the digits of the coordinates.

    Parameters
    ----------
    automata
        By control state: the table by state and letter, and which states accept.
    state
        The control state.
    system
        The numeration system.
    numbers
        The coordinates.

    Raises
    ------
    InputError
        If the control state is not known, or a coordinate is below 0.

    Examples
    --------
    >>> accepts({"play": (((0, 1), (1, 0)), (1, 0))}, "play", "lsd_2", (2**100 + 1,))  # two ones
    True
    """
    from fast.errors import require_choice, require_integer
    from research.automata.numeration import system as named

    require_choice("state", state, list(automata))
    for number in numbers:
        require_integer("coordinate", number, least=0)
    numeration = named(system)
    words = [numeration.word(number)[::-1] for number in numbers]
    table, accepting = automata[state]
    length = max(map(len, words), default=0)
    letters = [0] * length
    for place, word in enumerate(words):
        weight = numeration.digits**place
        for position, digit in enumerate(word):
            letters[position] += digit * weight
    at = 0
    for letter in letters if numeration.order == "lsd" else reversed(letters):
        at = table[at][letter]
    return bool(accepting[at])


def formulas_of(what: Game[Any] | FormulaGame | KnownTheorem) -> FormulaGame:
    """Return the game with its formulas of whatever was proved."""
    from research.proofs.vector_formulas import vector_formulas

    if isinstance(what, KnownTheorem):
        return what.formulas
    found = what if isinstance(what, FormulaGame) else vector_formulas(what)
    if isinstance(found, str):
        raise InputError(f"the rules have no formula any more: {found}")
    return found


def confirmed_study(
    name: str,
    both: FormulaGame,
    states: Sequence[str],
    answer: Callable[..., bool],
    file: Path,
) -> Study:
    """Return the study of a saved solver: it must agree with the explicit graph.

    Parameters
    ----------
    name
        The study's name.
    both
        The game with its formulas, which say how positions are read.
    states
        The control states that the solver answers for.
    answer
        The gated function.
    file
        The solver's file.
    """
    from oracles.graph import build_from
    from oracles.solve import Truth

    names = both.rules.coordinates[states[0]]
    most = _LARGEST_COMPARED.get(len(names), _LARGEST_COMPARED_ELSE)

    @lru_cache(maxsize=4096)
    def outcome(state: str, values: tuple[int, ...]) -> str:
        position = both.written(Position(state, values))
        return Truth(both.game, build_from(both.game, [position])).outcome(position)

    def p_position(**given: Any) -> bool:
        state = given.pop("state", states[0])
        return outcome(state, tuple(given[name] for name in names)) == "P"

    def cases() -> list[dict[str, Any]]:
        vectors = sorted(product(range(most + 1), repeat=len(names)), key=sum)
        chosen = [dict(zip(names, vector, strict=True)) for vector in vectors]
        if len(states) == 1:
            return chosen
        return [{"state": state} | case for case in chosen for state in states]

    def arguments() -> Any:
        from hypothesis import strategies

        return strategies.sampled_from(cases())

    study = Study(name, both.game, answer=answer, source=Source(file.name), file=file)
    study.agree(
        answer,
        p_position,
        domain=f"all coordinates up to {most}",
        arguments=arguments,
        whole=cases if len(cases()) <= 400 else None,
        controls={
            "no P-positions": lambda **_: False,
            "P-positions only": lambda **_: True,
        },
    )
    return study


def confirm_counts(
    study: Study,
    both: FormulaGame,
    count_below: Callable[..., int],
    sum_below: Callable[..., int],
) -> None:
    """Add that count and sum of the P-positions below a bound agree with the explicit graph."""
    state = next(iter(both.rules.coordinates))
    most = _LARGEST_COMPARED[1]

    @lru_cache(maxsize=1)
    def members() -> list[int]:
        from oracles.graph import build_from
        from oracles.solve import Truth

        written = [both.written(Position(state, (n,))) for n in range(most)]
        truth = Truth(both.game, build_from(both.game, written))
        return [n for n, position in enumerate(written) if truth.outcome(position) == "P"]

    def cases() -> list[dict[str, Any]]:
        return [{"bound": bound} for bound in range(most + 1)]

    def arguments() -> Any:
        from hypothesis import strategies

        return strategies.sampled_from(cases())

    for fast, power in ((count_below, 0), (sum_below, 1)):
        study.agree(
            fast,
            lambda bound, power=power: sum(n**power for n in members() if n < bound),
            domain=f"bounds up to {most}",
            arguments=arguments,
            whole=cases,
            controls={"nothing": lambda bound: -1},  # noqa: ARG005
        )


def periodic(table: Sequence[int], preperiod: int, period: int, saltus: int, heap: int) -> int:
    """Return the Grundy value of a heap from one period; cost of one division.

    >>> periodic((0, 1, 2), 0, 3, 0, 10**100)
    1
    """
    from fast.errors import require_integer

    require_integer("heap", heap, least=0)
    if heap < len(table):
        return table[heap]
    periods, rest = divmod(heap - preperiod, period)
    return table[preperiod + rest] + periods * saltus


def confirmed_heaps(name: str, game: HeapGame, answer: Callable[..., int], file: Path) -> Study:
    """Return the study of a saved period: it must agree with the explicit graph."""
    study = Study(name, game, answer=answer, source=Source(file.name), file=file)

    def cases() -> list[dict[str, Any]]:
        return [{"heap": heap} for heap in range(_LARGEST_HEAP + 1)]

    def grundy(heap: int) -> int:
        value = study.truth(_LARGEST_HEAP).grundy((heap,) if heap else ())
        return int(value)  # type: ignore[arg-type]  # play ends, so it is finite

    def arguments() -> Any:
        from hypothesis import strategies

        return strategies.sampled_from(cases())

    study.agree(
        answer,
        grundy,
        domain=f"heaps up to {_LARGEST_HEAP}",
        arguments=arguments,
        whole=cases,
        controls={"one heap further": lambda heap: answer.ungated(heap + 1)},  # type: ignore[attr-defined]
    )
    return study
