"""Which formula an automaton is: candidates whose automaton is the very same one.

Two minimal automata over the same tracks accept the same vectors exactly if they are the same, so a
formula that is recognised is equivalent to the automaton, for all numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from fast.lazy import np
from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import Formula, Names, conjunction, parse, parse_term
from research.proving.formula_model import predicate


class Recognised(NamedTuple):
    """A formula in Walnut's syntax, and the same in words."""

    formula: str
    words: str


def recognised(
    automaton: Automaton,
    names: Sequence[str],
    system: str,
    members: Any,
    valid: Formula | None = None,
) -> Recognised | None:
    """Return a formula with the same automaton, or None if none of the candidates has it.

    Parameters
    ----------
    automaton, names, system
        A set of vectors, their coordinates, and the numeration system.
    members
        Whether each vector of a box is a member; an automaton is made only of formulas that hold of
        these alone.
    valid
        Which vectors are positions, where not all are; the formula is to say what holds of these.

    Examples
    --------
    >>> from research.logic.decide import evaluate
    >>> odd = evaluate("Ek x = 2*k + 1", "lsd_2")
    >>> recognised(odd, ["x"], "lsd_2", [n % 2 == 1 for n in range(20)]).words
    'x mod 2 is 1'
    """
    evaluator, names = Evaluator(system), tuple(names)
    for candidate in _candidates(names, members):
        try:
            formula = conjunction(parse(candidate.formula).formula, *([valid] if valid else []))
            if _fits(formula, names, members) and evaluator.over(formula, names) == automaton:
                return candidate
        except AutomataError:  # the nim sum exists in bases 2, 4 and 8 only
            continue
    return None


def _fits(formula: Formula, names: tuple[str, ...], members: Any) -> bool:
    """Whether a formula holds of the members of a box alone, where it can be asked at numbers."""
    try:
        holds = predicate(formula, names)
    except AutomataError:  # a quantifier without a bound
        return True
    box = np.asarray(members)
    return all(holds(*vector) == box[vector] for vector in np.ndindex(box.shape))


def _candidates(names: Sequence[str], members: Any) -> Iterator[Recognised]:
    """Yield formulas that are met often: periods, nim sums, remainders of the sum, all zero."""
    if not names:
        yield Recognised("0 = 0" if members else "0 = 1", "always" if members else "never")
        return
    if len(names) == 1:
        yield from _periods(names[0], [int(member) for member in members])
        return
    for number in range(2, len(names) + 1):
        for some in combinations(names, number):
            words = f"the nim sum of {', '.join(some)} is 0"
            yield Recognised(nim_sum_formula(some), " = ".join(some) if number == 2 else words)
    total = " + ".join(names)
    for divisor in range(2, 13):
        for rest in range(divisor):
            yield Recognised(
                f"Ek {total} = {divisor}*k + {rest}", f"{total} mod {divisor} is {rest}"
            )
    yield Recognised(" & ".join(f"{name} = 0" for name in names), "all coordinates are 0")


def nim_sum_formula(terms: Sequence[str]) -> str:
    """Return the formula, in Walnut's syntax with ``$nimsum``: the nim sum of the terms is 0.

    >>> nim_sum_formula(["x", "y", "z"])
    '$nimsum(x,y,z)'
    """
    if len(terms) <= 2:
        return f"{terms[0]} = {terms[1] if terms[1:] else 0}"
    fresh = Names(*map(parse_term, terms))
    total, parts, partial = terms[0], [], []
    for number, term in enumerate(terms[1:-2]):
        partial.append(fresh.fresh(f"t{number}"))
        parts.append(f"$nimsum({total},{term},{partial[-1]})")
        total = partial[-1]
    body = " & ".join([*parts, f"$nimsum({total},{terms[-2]},{terms[-1]})"])
    return f"E{','.join(partial)} {body}" if partial else body


def _periods(name: str, values: list[int]) -> Iterator[Recognised]:
    """Yield the set of numbers whose members show a period."""
    from research.proving.period_theorems import find_period

    found = find_period(values)
    if found is None or found.saltus:
        return
    start, period = found.preperiod, found.period
    early = [n for n in range(start) if values[n]]
    rests = sorted(n % period for n in range(start, start + period) if values[n])
    from_, later = (f" & {name} >= {start}", f" with {name} >= {start}") if start else ("", "")
    parts = [f"{name} = {n}" for n in early]
    parts += [f"((Ek {name} = {period}*k + {rest}){from_})" for rest in rests]
    words = [f"{name} is {n}" for n in early]
    if rests:
        words.append(f"{name} mod {period} is {' or '.join(map(str, rests))}{later}")
    yield Recognised(" | ".join(parts) or f"{name} < 0", ", or ".join(words) or "never")
