"""Periods of heap games, from their rules to a proof for every heap by a finite check.

That a period was seen to a bound proves nothing by itself; a theorem is needed, which says how far
to look (:mod:`research.proving.period_theorems`). A proved preperiod n0 and period p are the least,
and heap 0, with G(0) = 0, counts. (So Kayles has preperiod 71: its last exceptional heap is 70.)

The oracle and the fast solver read codes independently of each other; here one is translated into
the other, and the values are the fast ones. So that the proof does not rest on one algorithm, each
value that the theorem needs is computed a second time: those of the first heaps from the oracle's
rules, by definition, and those beyond by another algorithm. Where that is too slow, the evidence
says from which heap on values were computed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING, Any

from fast.errors import require_integer
from fast.heap_codes import HeapCodeError, parse_code
from fast.heap_games import LARGEST_HEAP, grundy_values, quickest
from fast.lazy import np
from oracles.codes import TakeAndBreak
from oracles.heaps import HeapGame, Subtraction, heap_values
from oracles.rules import keeps_rules_of
from research.checks.evidence import Counterexample, Level
from research.proving.period_theorems import (
    DECIDED,
    SeenPeriod,
    find_period,
    heap_needed,
    theorem_for,
)
from research.proving.results import (
    LARGEST_BY_DEFINITION,
    PERIODICITY,
    Limits,
    NotProvable,
    ProofResult,
    RulesDisagreementError,
)
from research.system.progress import waiting

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fast.heap_codes import HeapCode
    from fast.heap_games import Algorithm
    from oracles.rules import Rules
    from research.proving.period_theorems import GrundyValues

MOST_STEPS = 6_000_000_000  # of the second algorithm, some seconds
_FIRST_SIZE = 256
_SHOWN_SIZE = 4096  # where no theorem applies, so many heaps are enough to show what is seen


@dataclass(frozen=True)
class PeriodProof(SeenPeriod):
    """A period that holds for every heap; preperiod and period are the least."""

    code: HeapCode  # the rules
    checked: int  # the largest heap whose value the finite check used
    theorem: str  # why the finite check is enough
    table: tuple[int, ...] = field(repr=False)  # of the heaps below preperiod + period

    def record(self) -> dict[str, Any]:
        """Return what a catalogue keeps of it, by the names of the columns."""
        names = ("preperiod", "period", "saltus", "checked")
        return {name: getattr(self, name) for name in names}

    def proof_file(self) -> dict[str, Any]:
        """Return the fields of the proof file; ``NotProvable`` if none can hold the proof."""
        if self.theorem == DECIDED or not any(self.code.digits):
            raise NotProvable("no proof file can hold a decided recurrence, or a code of no moves")
        return {
            "theorem": "period",
            "code": self.code.digits,
            "preperiod": self.preperiod,
            "period": self.period,
            "values": self.table,
        }

    def value(self, heap: int) -> int:
        """Return the Grundy value of one heap of any size; cost of one division.

        Examples
        --------
        >>> prove_period("0.77").value(10**100)  # 10**100 mod 12 = 4
        1
        """
        require_integer("heap", heap, least=0)
        if heap < len(self.table):
            return self.table[heap]
        periods, rest = divmod(heap - self.preperiod, self.period)
        return self.table[self.preperiod + rest] + periods * self.saltus

    def statement(self) -> str:
        """Return the theorem in words, with what it rests on."""
        return (
            f"In {self.code.text}, {self.law} for every heap n >= {self.preperiod}, and for no "
            f"smaller period or preperiod. Proved by the {self.theorem} from the values of the "
            f"heaps 0 to {self.checked}."
        )


@dataclass(frozen=True)
class NoProof:
    """No period was proved; this does not say that there is none."""

    code: HeapCode
    reason: str
    checked: int  # the largest heap whose value was computed
    candidate: SeenPeriod | None  # the period that the values show so far

    def statement(self) -> str:
        """Return in words what is not proved, and how far was looked."""
        said = f"No period of {self.code.text} is proved: {self.reason}. "
        said += f"Heaps 0 to {self.checked} were computed."
        if (c := self.candidate) is not None:
            said += f" The values show period {c.period}, saltus {c.saltus} and preperiod "
            said += f"{c.preperiod} so far."
        return said


def check_period(code: HeapCode, values: ArrayLike, candidate: SeenPeriod) -> PeriodProof:
    """Prove a period from G(0), G(1), ...; ``NotProvable`` says why they do not prove it.

    That these are the values of the code is not checked. The preperiod need not be the least.
    """
    sequence = np.asarray(values, np.int64)
    name, check = theorem_for(code, candidate.saltus)
    last = check(code, sequence, candidate)
    return _least(code, sequence[: last + 1], candidate, name)


def prove_period(
    code: HeapCode | str, *, limit: int = 100_000, known: NDArray[np.int32] | None = None
) -> PeriodProof | NoProof:
    """Compute Grundy values until they prove a period, or up to a limit.

    Parameters
    ----------
    code
        The rules, as a code or its text.
    limit
        The largest heap to compute, from 1 to ``LARGEST_HEAP``. 0.16 needs 509 620.
    known
        Values of the first heaps, from an earlier call of :func:`fast.heap_games.grundy_values`.

    Raises
    ------
    HeapCodeError, InputError
        If the code or the limit makes no sense, or the values need too much memory.

    Examples
    --------
    >>> print(prove_period("0.77").statement())
    In 0.77, G(n + 12) = G(n) for every heap n >= 71, and for no smaller period or preperiod. Proved by the octal periodicity theorem (at most 2 heaps) from the values of the heaps 0 to 166.
    >>> print(prove_period("4!.0", limit=5000).reason)
    no theorem applies: moves that must leave different heaps ('!') are not covered
    """  # noqa: E501
    code = parse_code(code) if isinstance(code, str) else code
    require_integer("limit", limit, least=1, most=LARGEST_HEAP)
    size, reason = min(limit, _FIRST_SIZE), "no period is seen"
    try:
        if theorem_for(code, 0)[0] == DECIDED:
            size = limit = min(limit, _SHOWN_SIZE)
    except NotProvable as error:
        size = limit = min(limit, _SHOWN_SIZE)
        reason = error.reason
    while True:
        known = grundy_values(code, size, known=known)
        candidate, missing = find_period(known), reason
        if candidate is not None:
            try:
                return check_period(code, known, candidate)
            except NotProvable as error:
                missing = error.reason
        if size == limit:
            return NoProof(code, missing, size, candidate)
        needed = 0 if candidate is None else heap_needed(code, candidate)
        size = min(limit, needed if size < needed < 2 * size else 2 * size)


def _least(code: HeapCode, values: GrundyValues, candidate: SeenPeriod, name: str) -> PeriodProof:
    """Return the proof with the least period and preperiod; ``candidate`` is proved.

    A proved period is a multiple of the least one, and what is periodic from the preperiod on is
    known from the values to one period after it.
    """
    n0, p, s = candidate.preperiod, candidate.period, candidate.saltus
    window = np.diff(np.append(values[n0 : n0 + p], values[n0] + s))
    for divisor in (d for d in range(1, p + 1) if p % d == 0):
        if np.array_equal(window, np.roll(window, divisor)):
            s, p = s * divisor // p, divisor
            break
    while n0 > 0 and values[n0 - 1 + p] == values[n0 - 1] + s:
        n0 -= 1
    table = tuple(values[: n0 + p].tolist())
    return PeriodProof(n0, p, s, code, len(values) - 1, name, table)


def heap_code(game: Rules[Any]) -> HeapCode:
    """Return the code of a heap game as the fast solver reads it; ``NotProvable`` if it has none.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> heap_code(octal("0.77")).text
    '0.77'
    >>> heap_code(HeapGame(lambda heap: [(less,) for less in range(heap)])).text
    '0.[3]'
    """
    if not isinstance(game, HeapGame):
        raise NotProvable("it is not a heap game")
    rule: Any = game.rule
    if not keeps_rules_of(game, HeapGame):
        raise NotProvable("its rule is not a code")
    if type(rule) not in (TakeAndBreak, Subtraction):
        from research.proving.heap_functions import code_of_function

        return code_of_function(game)
    if isinstance(rule, Subtraction):
        text = f"subtraction:{','.join(map(str, sorted(set(rule.numbers))))}"
    else:
        text = f"heap:{rule.code}"
    try:
        return parse_code(text)
    except HeapCodeError as error:
        said = str(error).splitlines()[0]
        raise NotProvable(f"the fast solver does not read it ({said})") from error


def prove_heap_game(game: HeapGame, subject: str, limits: Limits | None = None) -> ProofResult:
    """Prove the period of a heap game.

    Parameters
    ----------
    game, subject
        The rules, and what to call them.
    limits
        The largest heap to compute.

    Raises
    ------
    NotProvable
        If no theorem covers it.
    RulesDisagreementError
        If code and rules give different values.
    """
    if game.misere:
        raise NotProvable("the periodicity theorems are about normal play")
    try:
        code = heap_code(game)
    except NotProvable as error:
        raise NotProvable(f"no period theorem applies: {error}") from error
    with waiting("Grundy values"):
        found = prove_period(code, limit=(limits or Limits()).heaps)
    decided = (
        ""
        if isinstance(game.rule, TakeAndBreak | Subtraction)
        else (
            f"The rule is the code {code.text}, as is decided by automata for heaps of every size. "
        )
    )
    by_rules = heap_values(game, min(found.checked, LARGEST_BY_DEFINITION))
    values = grundy_values(code, found.checked).tolist()
    _require_equal(values, by_rules, "by the rules")
    defined = len(by_rules) - 1
    said = f"The Grundy values of the heaps 0 to {found.checked}, computed from the code; those of "
    said += f"the heaps 0 to {defined} are also computed from the rules by definition"
    if isinstance(found, NoProof):
        words = f"the Grundy value of every heap to {defined} is known by definition, and no period"
        return ProofResult(
            *(subject, Level.EXHAUSTED, f"{words} is proved. {found.statement()}", "exhaustion"),
            *(f"the heaps 0 to {defined}", len(by_rules)),
            rests_on=(f"{said}.",),
            reason=found.reason,
        )
    bound = "" if found.theorem == DECIDED else ", with its stopping bound"
    sums = "In normal play a position is a P-position exactly if the nim sum of its heaps' values "
    return ProofResult(
        *(subject, Level.PROVED, f"{found.statement()} {sums}is 0."),
        *(f"{PERIODICITY}: {found.theorem}", "heaps of every size", found.checked + 1),
        counted="values, each computed",
        formulas={
            "period": f"{found.law} for n >= {found.preperiod}",
            "finite check": f"the heaps 0 to {found.checked}",
        },
        rests_on=(
            f"The {found.theorem}{bound} (docs/theorems.md).",
            f"{decided}{said}{_computed_again(code, values, defined)}.",
            "The theorem of Sprague and Grundy, for the sum of heaps.",
        ),
        proof=found,
    )


def _computed_again(code: HeapCode, values: Sequence[int], defined: int) -> str:
    """Compute the values that no definition gives by a second algorithm; say which it computed."""
    first, said = quickest(code), ""
    second: Algorithm = "plain" if first == "rows" else "rows"
    steps = 2 * (-(-(2 * max(values) + 1) // 64) + 1)  # words of bit sets
    if second == "plain":
        steps = max(1, sum(1 for digit in code.digits if digit & 4))
    known = min(len(values) - 1, isqrt(MOST_STEPS // steps))
    if known <= defined or (second == "plain" and code.most_heaps > 2):
        known = defined
    else:
        again = grundy_values(code, known, algorithm=second).tolist()
        _require_equal(values, again, f"by the algorithm {second!r}")
        said = f", and those to {known} by two algorithms, {first!r} and {second!r}"
    if known < len(values) - 1:
        said += f"; those from {known + 1} on are computed once, by {first!r}"
    return said


def _require_equal(values: Sequence[int], others: Sequence[int], by: str) -> None:
    for heap, (fast, other) in enumerate(zip(values, others, strict=False)):
        if fast != other:
            difference = Counterexample(f"heap {heap}", f"{fast} by the code", f"{other} {by}")
            raise RulesDisagreementError(difference)
