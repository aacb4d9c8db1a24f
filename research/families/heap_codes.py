"""What is known of the heap game of one code: its values, and the period that they prove.

The values are those of :mod:`fast.heap_games`. They are compared with the definition
(:mod:`oracles.heap_table`) before anything is said of them: as far as a budget of options goes,
which is heap 10 000 where at most two heaps are left of three digits, and some heap beyond 1 000
where three are. What lies beyond was computed once, and is said to be so. The period is proved by
:mod:`research.proving.periods`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fast.errors import InputError, require_integer
from oracles.heaps import HeapGame, heap_game, heap_values
from research.checks.evidence import Counterexample
from research.families.record import HEAPS, Record, digest_of, record_of_values
from research.proving.code_of_rules import heap_code
from research.proving.errors import RulesDisagreementError
from research.proving.theorem import LARGEST_BY_DEFINITION

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fast.heap_codes import HeapCode

    Values = NDArray[np.int32]

OPTIONS = 150_000_000  # that the definition looks at for one code, some tenths of a second


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
    from research.proving.periods import PeriodProof, prove_period

    require_integer("to", to, least=1, most=LARGEST_HEAP)
    game = heap_game(code)
    for_solver = heap_code(game)
    if isinstance(for_solver, str):
        raise InputError(f"code={code!r}: {for_solver}; give a code that it reads")
    values = grundy_values(for_solver, to)
    defined = _compare(game, code, for_solver, values)
    found = prove_period(for_solver, limit=to, known=values)
    record = replace(
        record_of_values(values, to, HEAPS),
        level="computed",
        defined=defined,
        largest_value=int(values.max()),
    )
    compared = f"the values to heap {defined} were compared with the definition"
    if defined < (found.checked if isinstance(found, PeriodProof) else to):
        compared += ", those beyond computed once"
    if not isinstance(found, PeriodProof):
        return replace(
            record,
            sentence=f"No period of {found.code.text} is proved: {found.reason}; the heaps 0 "
            f"to {to} were computed; {compared}.",
            reason=found.reason,
        )
    return replace(
        record,
        level="proved",
        preperiod=found.preperiod,
        period=found.period,
        saltus=found.saltus,
        theorem=found.theorem,
        sentence=f"{found.statement().removesuffix('.')}; {compared}.",
        checked=found.checked,
        largest_value=None if found.saltus else record.largest_value,
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


def _compare(game: HeapGame, code: str, for_solver: HeapCode, values: Values) -> int:
    """Compare values with the definition, and return the largest heap that was reached.

    Raises
    ------
    RulesDisagreementError
        If they differ.
    """
    import numpy as np

    from oracles.heap_table import has_heap_table, heap_table

    last = len(values) - 1
    if has_heap_table(game):
        by_definition = heap_table(game, min(last, _affordable(for_solver, last)))
    else:
        by_definition = np.array(heap_values(game, min(last, LARGEST_BY_DEFINITION // 4)))
    wrong = np.flatnonzero(by_definition != values[: len(by_definition)])
    if len(wrong):
        heap = int(wrong[0])
        raise RulesDisagreementError(
            Counterexample(
                f"heap {heap} of {code}",
                f"{values[heap]} by the solver",
                f"{by_definition[heap]} by definition",
            )
        )
    return len(by_definition) - 1


def _affordable(code: HeapCode, last: int) -> int:
    """Return the largest heap to which the definition looks at ``OPTIONS`` options or fewer."""

    def options(heap: int) -> float:
        digits = [code.digit(taken) for taken in range(min(heap, len(code.digits) - 1) + 1)]
        if code.repeat:
            digits += digits[-code.repeat :] * (heap // code.repeat)
        two, three = (sum(1 for digit in digits if digit >> bit & 1) for bit in (2, 3))
        return heap * len(digits) + two * heap**2 / 4 + three * heap**3 / 36

    low, high = 0, last
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if options(middle) <= OPTIONS else (low, middle - 1)
    return low
