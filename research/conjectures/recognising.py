"""How a person says what an automaton accepts: candidates that are decided to be the same set.

Two minimal automata over the same tracks accept the same vectors exactly if they are the same, so a
formula whose automaton is the very same one is equivalent to it, for all numbers. Candidates are
made from the values of small vectors, the plainest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

from fast.lazy import np
from research.conjectures.atoms import BOUND, Recognised, listed
from research.conjectures.complementary_pairs import pairs_among
from research.conjectures.fitting import separating
from research.conjectures.tabulating import UNKNOWN, P
from research.logic.automaton import Automaton
from research.logic.digits import columns_divisible_by
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import Formula, conjunction, parse
from research.logic.numeration import system
from research.logic.synthesis import accepted
from research.proving.formula_model import Coordinates
from research.proving.period_theorems import find_period

COLUMNS = range(3, 7)  # divisors of digit sums


def recognised(
    automaton: Automaton | None,
    names: Sequence[str],
    numeration: str,
    table: Any,
    *,
    valid: Formula | None = None,
    limit: int = 50_000,
) -> Recognised | None:
    """Return in words what an automaton accepts, with a formula where one says it; None if unknown.

    Parameters
    ----------
    automaton, names, numeration
        A set of vectors, their coordinates, and the numeration system. Without an automaton it is
        said what agrees with all values that are known.
    table
        The value of each vector of a box, as :mod:`.tabulating` gives it.
    valid
        Which vectors are positions, where not all are; the formula is to say what holds of these.
    limit
        The most states of an automaton on the way.

    Examples
    --------
    >>> from research.logic.decide import evaluate
    >>> odd = evaluate("Ek x = 2*k + 1", "lsd_2")
    >>> recognised(odd, ["x"], "lsd_2", [n % 2 == 1 for n in range(20)]).words
    'x mod 2 is 1'
    """
    table = np.asarray(table)
    if not names:
        return Recognised("0 = 0", "always") if table == P else Recognised("0 = 1", "never")
    if not BOUND.isdisjoint(names):  # formulas would speak of something else
        return None
    evaluator, domain = Evaluator(numeration, limit=limit), [valid] if valid else []
    vectors = np.argwhere(table < UNKNOWN)
    members = table[tuple(vectors.T)] == P

    def is_same(other: Automaton) -> bool:
        if automaton is None:
            return agrees(other, names, numeration, table)
        return other == automaton

    pairs = pairs_among(vectors, members) if len(names) == 2 else None
    words = None
    if pairs and (automaton is None or pairs.is_accepted(automaton, names, evaluator)):
        words = pairs.in_words(names)
    elif columns := _by_columns(evaluator, names, is_same, domain):
        return columns
    for candidate in _formulas(names, table, vectors, members, numeration):
        formula = conjunction(parse(candidate.formula).formula, *domain)
        with suppress(AutomataError):  # too large, or a predicate that the system has not
            if is_same(evaluator.over(formula, names)):
                return Recognised(candidate.formula, (words or candidate).words)
    return words


def agrees(automaton: Automaton, names: Sequence[str], numeration: str, table: Any) -> bool:
    """Whether an automaton accepts what a table says, wherever that is known."""
    said = accepted(automaton, names, numeration, table.shape)
    return not ((said != (table == P)) & (table < UNKNOWN)).any()


def known_criteria(
    coordinates: Coordinates,
    automata: Mapping[str, Automaton],
    numeration: str,
    tables: Mapping[str, Any],
    *,
    valid: Mapping[str, Formula] | None = None,
    limit: int = 50_000,
) -> dict[str, Recognised | None]:
    """Return what is accepted in each control state; parameters as of :func:`recognised`."""
    return {
        state: recognised(
            automata[state],
            names,
            numeration,
            tables[state],
            valid=(valid or {}).get(state),
            limit=limit,
        )
        for state, names in coordinates.items()
    }


def criteria_in_words(
    coordinates: Coordinates,
    automata: Mapping[str, Automaton],
    numeration: str,
    known: Mapping[str, Recognised | None],
    belongs: str,
) -> str:
    """Return when a vector of each control state has a property, such as "is a P-position"."""
    words = []
    for state, names in coordinates.items():
        vector = names[0] if len(names) == 1 else f"({', '.join(names)})"
        place = f" in state {state}" if len(known) > 1 else ""
        found = known[state]
        if found is not None:
            condition = found.words
        else:
            target = system(numeration)
            first = "least" if target.order == "lsd" else "most"
            condition = (
                f"the automaton of {automata[state].states} states accepts the digits of {vector} "
                f"in {target.words}, the {first} significant first"
            )
        words.append(f"{vector}{place} {belongs} exactly if {condition}")
    return "; ".join(words)


def _formulas(
    names: Sequence[str], table: Any, vectors: Any, members: Any, numeration: str
) -> Iterator[Recognised]:
    """Yield what the values suggest."""
    if len(names) == 1:
        known = np.flatnonzero(table == UNKNOWN)
        yield from periodic(names[0], table[: known[0] if len(known) else None] == P)
    if len(names) > 2:
        yield from _largest(names)
    yield from separating(names, vectors, members, numeration)


def periodic(name: str, members: Any) -> Iterator[Recognised]:
    """Yield the set of numbers whose members show a period."""
    values = [int(member) for member in members]
    found = find_period(values)
    if found is None or found.saltus:
        return
    start, period = found.preperiod, found.period
    early = [n for n in range(start) if values[n]]
    rests = sorted(n % period for n in range(start, start + period) if values[n])
    from_, later = (f" & {name} >= {start}", f" with {name} >= {start}") if start else ("", "")
    parts = [f"{name} = {n}" for n in early]
    parts += [f"((Ek {name} = {period}*k + {rest}){from_})" for rest in rests]
    words = [f"{name} is {listed(list(map(str, early)))}"] if early else []
    if rests and period == 1:
        words.append(f"{name} >= {start}" if start else "always")
    elif rests:
        words.append(f"{name} mod {period} is {listed(list(map(str, rests)))}{later}")
    yield Recognised(" | ".join(parts) or f"{name} < 0", ", or ".join(words) or "never")


def _largest(names: Sequence[str]) -> Iterator[Recognised]:
    """Yield that the largest coordinate occurs an even number of times."""
    some = []
    for number in range(2, len(names) + 1, 2):
        for chosen in combinations(names, number):
            equal = [f"{name} = {chosen[0]}" for name in chosen[1:]]
            less = [f"{name} < {chosen[0]}" for name in names if name not in chosen]
            some.append(f"({' & '.join(equal + less)})")
    even, none = " | ".join(some), " & ".join(f"{name} = 0" for name in names)
    said = f"the largest of {', '.join(names)} occurs an even number of times"
    yield Recognised(even, said)
    yield Recognised(f"{even} | ({none})", f"all are 0 or {said}")
    yield Recognised(f"({even}) & ~({none})", f"not all are 0 and {said}")


def _by_columns(
    evaluator: Evaluator,
    names: Sequence[str],
    is_same: Callable[[Automaton], bool],
    valid: list[Formula],
) -> Recognised | None:
    """Return that the sum of the binary digits at each place is divisible, as in Moore's nim."""
    if evaluator.numeration.kind != "2":
        return None
    # Of as many coordinates as the divisor or fewer it says that all are equal.
    for divisor in COLUMNS[: max(0, len(names) - COLUMNS[0])]:
        columns = columns_divisible_by(divisor, names)
        if evaluator.numeration.order == "msd":
            columns = columns.mirrored()
        for part in valid:
            columns &= evaluator.over(part, names)
        if is_same(columns):
            words = f"in base 2 the sum of the digits at each place is divisible by {divisor}"
            return Recognised("", words)
    return None
