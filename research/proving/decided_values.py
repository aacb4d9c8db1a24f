"""Grundy values of a heap game decided to be what they seem, for heaps of every size.

Let F say of a heap and a number that it is the heap's value: a table, and from the preperiod on a
period with a saltus. F is right if no option of a heap has the heap's number as the nim sum of the
numbers of what is left, and every smaller number is that of some option (Sprague and Grundy). Both
are statements about F, addition and nim sums, which automata decide in base 2; so the code may be
one that the periodicity theorems do not cover.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import Names
from research.logic.numeration import Relation
from research.proving.results import NotProvable

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode

SYSTEM, MOST_STATES = "msd_2", 200_000  # from the lowest digit, nim sums of sums take far more
STATEMENTS = {
    "each has a value": "A{n} $component({n}) => E{g} $value({n},{g})",
    "none has two": "A{n},{g},{v} ($value({n},{g}) & $value({n},{v})) => {g} = {v}",
    "no option has it": "A{n},{g} $value({n},{g}) => ~$option({n},{g})",
    "every smaller one is an option's": (
        "A{n},{g},{v} ($value({n},{g}) & {v} < {g}) => $option({n},{v})"
    ),
}


def require_recurrence(
    names: Sequence[str],
    relations: Mapping[str, Relation],
    more: Mapping[str, str] | None = None,
    system: str = SYSTEM,
) -> None:
    """Decide that the values of components are those of Sprague and Grundy.

    Parameters
    ----------
    names
        Of the numbers of a component, and of its value.
    relations
        ``component``, ``value``, and ``option``, which says that something is the nim sum of what
        a move leaves.
    more
        More statements, by what they say.
    system
        In which it is decided.

    Raises
    ------
    NotProvable
        If a statement is false, or too large to be decided.
    """
    *numbers, g = names
    said = {"n": ",".join(numbers), "g": g, "v": Names(*names).fresh("v")}
    for role, statement in {**STATEMENTS, **(more or {})}.items():
        try:
            found = decide(statement.format(**said), system, relations, limit=MOST_STATES)
        except AutomataError as error:
            raise NotProvable(f"that {role} is not decided: {error}") from error
        if not found.truth:
            raise NotProvable(f"it is false that {role}: {found.example}")


def require_decided(
    code: HeapCode, values: Sequence[int], start: int, period: int, saltus: int
) -> None:
    """Decide that the values of all heaps are those of a period from ``start`` on."""
    early = [f"(n = {n} & g = {values[n]})" for n in range(start)]
    rest = [f"(r = {n} & t = {values[n]})" for n in range(start, start + period)]
    later = f"(Ek,r,t $first(r,t) & n = {period}*k + r & g = {saltus}*k + t)"
    relations = {
        "component": Relation.of("n", "n >= 0"),
        "first": Relation.of("r, t", " | ".join(rest)),
        "value": Relation.of("n, g", " | ".join([*early, later])),
        # m counters as so many heaps, whose numbers have the nim sum w
        "heaps_0": Relation.of("m, w", "m = 0 & w = 0"),
        "heaps_1": Relation.of("m, w", "m >= 1 & $value(m,w)"),
    }
    for number in range(2, code.most_heaps + 1):
        some = f"Ea,b,x,y m = a + b & $heaps_1(a,x) & $heaps_{number - 1}(b,y) & $nimsum(x,y,w)"
        relations[f"heaps_{number}"] = Relation.of("m, w", some)
    relations["option"] = Relation.of("n, w", _options(code))
    require_recurrence("ng", relations)


def _options(code: HeapCode) -> str:
    """Return: taking counters from a heap of n may leave heaps with the nim sum w."""
    parts = []
    for taken, digit in enumerate(code.digits):
        left = [f"$heaps_{n}(m,w)" for n in range(code.most_heaps + 1) if digit >> n & 1]
        repeats = f" + {code.repeat}*k" if taken >= len(code.digits) - code.repeat else ""
        if left:
            parts.append(f"(Em,k n = m + {taken}{repeats} & ({' | '.join(left)}))")
    return " | ".join(parts) or "0 = 1"
