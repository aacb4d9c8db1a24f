"""What is known of the heap game of a code: its values, and the period that they prove.

The values are those of :mod:`fast.heap_games`. They are compared with the definition
(:mod:`oracles.heap_table`) before anything is said of them, to heap 10 000 where at most two heaps
are left and to heap 1000 where three are. What lies beyond was computed once, and is said to be so.
The period is proved by :mod:`research.proving.periods`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fast.errors import InputError, require_integer
from oracles.heaps import HeapGame, heap_game, heap_values
from research.checks.evidence import Counterexample
from research.families.record import HEAPS, Record, digest_of, record_of_values
from research.proving.heap_periods import heap_code
from research.proving.results import LARGEST_BY_DEFINITION, RulesDisagreementError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from research.proving.periods import PeriodProof

DEFINED = 10_000, 10_000, 10_000, 1_000  # the largest heap by definition, by the heaps left


def record_of_heap_code(code: str, *, to: int = 10_000) -> Record:
    """Return what is known of the heap game of a code.

    Parameters
    ----------
    code
        As :func:`oracles.heaps.heap_game` reads it.
    to
        The largest heap whose value is computed.

    Raises
    ------
    CodeError, InputError
        If the code or the bound makes no sense, or the fast solver does not read the code.
    RulesDisagreementError
        If the fast solver and the definition give different values.

    Examples
    --------
    >>> kayles = record_of_heap_code("octal:0.77", to=1000)
    >>> kayles.preperiod, kayles.period, kayles.saltus
    (71, 12, 0)
    >>> print(record_of_heap_code("octal:0.6", to=1000).sentence)
    No period of 0.6 is proved: no period is seen; the heaps 0 to 1000 were computed; the values to heap 1000 were compared with the definition.
    """  # noqa: E501
    from fast.heap_games import LARGEST_HEAP, grundy_values
    from research.proving.periods import NoProof, prove_period

    require_integer("to", to, least=1, most=LARGEST_HEAP)
    game = heap_game(code)
    for_solver = heap_code(game)
    if isinstance(for_solver, str):
        raise InputError(f"code={code!r}: {for_solver}; give a code that it reads")
    values = grundy_values(for_solver, to)
    heaps = for_solver.most_heaps + bool(for_solver.repeat)  # the power of a heap that it costs
    defined = _compare(game, code, values, DEFINED[heaps] if heaps < len(DEFINED) else 200)
    found = prove_period(for_solver, limit=to, known=values)
    record = replace(
        record_of_values(values, to, HEAPS),
        level="computed",
        defined=defined,
        largest_value=int(values.max()),
    )
    compared = f"the values to heap {defined} were compared with the definition"
    if defined < (to if isinstance(found, NoProof) else found.checked):
        compared += ", those beyond computed once"
    if isinstance(found, NoProof):
        return replace(
            record,
            sentence=f"No period of {found.code.text} is proved: {found.reason}; the heaps 0 "
            f"to {to} were computed; {compared}.",
            reason=found.reason,
        )
    return replace(
        with_period(record, found),
        level="proved",
        theorem=found.theorem,
        sentence=f"{found.statement().removesuffix('.')}; {compared}.",
        largest_value=None if found.saltus else record.largest_value,
    )


def with_period(record: Record, found: PeriodProof) -> Record:
    """Add a proved period to a record."""
    return replace(
        record,
        preperiod=found.preperiod,
        period=found.period,
        saltus=found.saltus,
        checked=found.checked,
    )


def values_again(code: str, record: Record) -> list[int]:
    """Return all values of a code that was looked at, computed again and held to their digest.

    Raises
    ------
    InputError
        If they are not those that were looked at.

    >>> values_again("octal:0.77", record_of_heap_code("octal:0.77", to=9))
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    from fast.heap_games import grundy_values

    for_solver = heap_code(heap_game(code))
    assert not isinstance(for_solver, str)  # it was looked at
    values = grundy_values(for_solver, record.bound)
    if digest_of(values) != record.digest:
        raise InputError(
            f"code={code!r}: its values to heap {record.bound} have another digest than those that "
            "were looked at; look at it again"
        )
    found: list[int] = values.tolist()
    return found


def _compare(game: HeapGame, code: str, values: NDArray[np.int32], to: int) -> int:
    """Compare values with the definition to some heap, and return the largest that was reached."""
    from oracles.heap_table import has_heap_table, heap_table

    last = len(values) - 1
    if has_heap_table(game):
        by_definition = heap_table(game, min(last, to))
    else:
        by_definition = np.array(heap_values(game, min(last, LARGEST_BY_DEFINITION // 4)))
    wrong = np.flatnonzero(by_definition != values[: len(by_definition)])
    if len(wrong):
        heap = int(wrong[0])
        found, true = f"{values[heap]} by the solver", f"{by_definition[heap]} by definition"
        raise RulesDisagreementError(Counterexample(f"heap {heap} of {code}", found, true))
    return len(by_definition) - 1
