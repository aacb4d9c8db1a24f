"""Atoms of which formulas are put together: each with its words, and where it holds among vectors.

Linear comparisons with small coefficients, residues, nim sums of terms, and in a numeration system
what the last digits say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from fast.lazy import np
from research.logic.formula import Names
from research.logic.numeration import system
from research.logic.positional import NumerationSystem

Made = tuple["Recognised", Any]  # the atom, and whether it holds of each vector
Columns = Sequence[Any]

MOST_TERMS = 4  # of a linear comparison
LARGEST_SHIFT, LARGEST_WEIGHT = 2, 2
LARGEST_NIM_DIVISOR = 9
MOST_RESTS = 8  # of two coordinates together
FACTORS = range(1, 6)  # of a coordinate, or of a power
NIM_SYSTEMS = ("2", "4", "8")
BOUND = {"k", "rest"}  # variables that atoms bind


class Recognised(NamedTuple):
    """A formula in Walnut's syntax, and the same in words; empty where only words are known."""

    formula: str
    words: str


class Residues(NamedTuple):
    """A sum of coordinates, some of them taken away, by a divisor."""

    weights: tuple[int, ...]
    divisor: int

    def atom(self, names: Sequence[str], rests: Sequence[int]) -> Recognised:
        """Return the atom that the residue is one of some."""
        signed = [(w, n) for w, n in zip(self.weights, names, strict=True) if w]
        words = " ".join(f"{'-' if w < 0 else '+'} {n}" for w, n in signed).removeprefix("+ ")
        more = [n if w > 0 else f"{self.divisor - 1}*{n}" for w, n in signed]
        total = f"{' + '.join(more)} = {self.divisor}*k"
        equations = [f"{total} + {rest}" if rest else total for rest in rests]
        said = words if len(signed) == 1 else f"({words})"
        said += f" mod {self.divisor} is {listed(list(map(str, rests)))}"
        if self.divisor == 2:
            said = f"{words} is {'odd' if rests[0] else 'even'}"
        return Recognised(f"Ek {' | '.join(equations)}", said)


def listed(parts: Sequence[str], last: str = "or") -> str:
    """Return parts as a sentence lists them.

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


def residues(dimension: int, largest: int) -> Iterator[Residues]:
    """Yield sums and differences by each divisor, the plainest first."""
    weights = [w for w in product((1, 0, -1), repeat=dimension) if w > (0,) * dimension]
    for divisor in range(2, largest + 1):
        for each in sorted(weights, key=lambda w: (sum(map(abs, w)), w.count(-1))):
            if divisor > 2 or -1 not in each:
                yield Residues(each, divisor)


def atoms(names: Sequence[str], columns: Columns, numeration: str = "") -> Iterator[Made]:
    """Yield atoms, linear ones first.

    Parameters
    ----------
    names, columns
        The coordinates, and the values of each among the vectors.
    numeration
        The system in which what is said of digits and nim sums is read; without it nim sums are
        the only such atoms.
    """
    yield from sorted(_linear(names, columns), key=lambda each: len(each[0].formula))
    target = system(numeration) if numeration else None
    yield from _same_residues(names, columns)
    if target is None or target.kind in NIM_SYSTEMS:
        yield from _nim_sums(names, columns)
    if target is not None:
        yield from _digits(names, columns, target)


def _linear(names: Sequence[str], columns: Columns) -> Iterator[Made]:
    """Yield ``sum a_i x_i = c``, and with <= and >=, for small a and c; and distances."""
    largest = LARGEST_WEIGHT if len(names) <= 3 else 1
    for weights in product(range(-largest, largest + 1), repeat=len(names)):
        first = next((weight for weight in weights if weight), 0)
        if first <= 0 or sum(map(bool, weights)) > MOST_TERMS:
            continue
        terms = zip(weights, names, strict=True)
        said = [(w, f"{abs(w)}*{n}" if abs(w) > 1 else n) for w, n in terms]
        left = " + ".join(term for weight, term in said if weight > 0)
        right = " + ".join(term for weight, term in said if weight < 0)
        value = sum(w * column for w, column in zip(weights, columns, strict=True))
        alone = 2 if sum(map(abs, weights)) == 1 else 0
        for shift in range(-LARGEST_SHIFT, LARGEST_SHIFT + 1 + alone):
            if not right and shift < 0:
                continue
            less = f"{left} + {-shift}" if shift < 0 else left
            more = f"{right} + {shift}" if right and shift > 0 else right or str(max(shift, 0))
            each = {"=": value == shift, "<=": value <= shift, ">=": value >= shift}
            for sign, holds in each.items():
                words = formula = f"{less} {sign} {more}"
                if sign == "=" and shift == 0 and not right:
                    words = f"{' = '.join(n for w, n in zip(weights, names, strict=True) if w)} = 0"
                yield Recognised(formula, words), holds
    if len(names) > 2:
        equal = np.all([column == columns[0] for column in columns], axis=0)
        formula = " & ".join(f"{name} = {names[0]}" for name in names[1:])
        yield Recognised(formula, " = ".join(names)), equal
    for (one, first), (two, second) in combinations(zip(names, columns, strict=True), 2):
        apart = abs(first - second)
        for far in range(1, LARGEST_SHIFT + 1):
            within = f"{one} <= {two} + {far} & {two} <= {one} + {far}"
            yield Recognised(within, f"|{one} - {two}| <= {far}"), apart <= far
            equal = f"{one} = {two} + {far} | {two} = {one} + {far}"
            yield Recognised(equal, f"|{one} - {two}| = {far}"), apart == far


def _same_residues(names: Sequence[str], columns: Columns) -> Iterator[Made]:
    """Yield that two coordinates have one residue, by divisors of their own, or one quotient.

    Or that one is a residue or a quotient of the other.
    """
    divisors = range(2, LARGEST_NIM_DIVISOR + 1)
    for (one, first), (two, second) in permutations(zip(names, columns, strict=True), 2):
        for k in divisors:
            rest = Recognised(f"{two} < {k} & (Ek {one} = {k}*k + {two})", f"{two} = {one} mod {k}")
            yield rest, second == first % k
            yield (
                Recognised(f"{two} = {one}/{k}", f"{two} = floor({one}/{k})"),
                second == first // k,
            )
    for (one, first), (two, second) in combinations(zip(names, columns, strict=True), 2):
        for m, n in product(divisors, repeat=2):
            if m != n:
                equal = f"(Ek {one} = {m}*k + rest) & (Ek {two} = {n}*k + rest)"
                formula = f"Erest rest < {min(m, n)} & {equal}"
                yield Recognised(formula, f"{one} mod {m} = {two} mod {n}"), first % m == second % n
        for k in divisors:
            words = f"floor({one}/{k}) = floor({two}/{k})"
            yield Recognised(f"{one}/{k} = {two}/{k}", words), first // k == second // k


def _rest(name: str, divisor: int) -> str:
    return f"{name} - {divisor}*({name}/{divisor})"


def _nim_sums(names: Sequence[str], columns: Columns) -> Iterator[Made]:
    """Yield that the nim sum of three terms or more is 0."""
    divisors = range(2, LARGEST_NIM_DIVISOR + 1)
    for size in range(3, len(names) + 1):
        for some in combinations(range(len(names)), size):
            chosen, of = [names[at] for at in some], [columns[at] for at in some]
            yield _nim_sum(chosen, chosen, of)
            more = [f"{name} + 1" for name in chosen]
            yield _nim_sum(more, more, [column + 1 for column in of])
            less = [f"{name} - 1" for name in chosen]
            atom, holds = _nim_sum(less, less, [abs(column - 1) for column in of])
            yield atom, holds & np.all([column >= 1 for column in of], axis=0)
            for k in divisors:
                terms = [f"{name}/{k}" for name in chosen]
                words = [f"floor({term})" for term in terms]
                yield _nim_sum(terms, words, [column // k for column in of])
            alike = len(names) > 3
            for by in ([k] * size for k in divisors) if alike else product(divisors, repeat=size):
                terms = [f"({_rest(name, k)})" for name, k in zip(chosen, by, strict=True)]
                words = [f"{name} mod {k}" for name, k in zip(chosen, by, strict=True)]
                yield _nim_sum(terms, words, [c % k for c, k in zip(of, by, strict=True)])


def _nim_sum(terms: Sequence[str], words: Iterable[str], columns: Columns) -> Made:
    atom = Recognised(nim_sum_formula(terms), f"the nim sum of {', '.join(words)} is 0")
    return atom, np.bitwise_xor.reduce(columns) == 0


def nim_sum_formula(terms: Sequence[str]) -> str:
    """Return the formula, in Walnut's syntax with ``$nimsum``: the nim sum of the terms is 0.

    >>> nim_sum_formula(["x", "y", "z"])
    '$nimsum(x,y,z)'
    """
    if len(terms) <= 2:
        return f"{terms[0]} = {terms[1] if terms[1:] else 0}"
    fresh = Names(*re.findall(r"[A-Za-z]\w*", " ".join(terms)))
    total, parts, partial = terms[0], [], []
    for number, term in enumerate(terms[1:-2]):
        partial.append(fresh.fresh(f"t{number}"))
        parts.append(f"$nimsum({total},{term},{partial[-1]})")
        total = partial[-1]
    body = " & ".join([*parts, f"$nimsum({total},{terms[-2]},{terms[-1]})"])
    return f"E{','.join(partial)} {body}" if partial else body


class _Ends:
    """What is known of the digits of small numbers."""

    def __init__(self, numeration: NumerationSystem, largest: int) -> None:
        words = [numeration.word(n) for n in range(largest + 1)]
        zeros = [len(word) - len("".join(map(str, word)).rstrip("0")) for word in words]
        places = [numeration.value([1] + [0] * zero) for zero in zeros]
        self.even = np.array([zero % 2 == 0 for zero in zeros])
        self.shifted = np.array([numeration.value([*word, 0]) for word in words])
        self.places = np.array([2**40, *places[1:]])  # 0 has no place
        powers = [1]
        while powers[-1] <= 2 * FACTORS[-1] * largest:
            powers.append(numeration.value([1] + [0] * len(powers)))
        self.powers = np.array(powers)


def _digits(names: Sequence[str], columns: Columns, numeration: NumerationSystem) -> Iterator[Made]:
    """Yield what is said of the last digits, and that a coordinate is a power."""
    ends = _Ends(numeration, max(int(column.max(initial=0)) for column in columns) + 4)
    of = numeration.words
    for name, column in zip(names, columns, strict=True):
        for term, values in ((name, column), (f"{name} + 1", column + 1)):
            for sign, parity in (("", "even"), ("~", "odd")):
                words = f"{term} ends in an {parity} number of zeros in {of}"
                formula = f"{sign}$even_zeros({term})"
                yield Recognised(formula, words), ends.even[values] == (not sign)
        yield from _powers(name, column, ends, numeration)
    for (one, first), (two, second) in permutations(zip(names, columns, strict=True), 2):
        next_one = f"{two} is {one} with one more zero at its end, in {of}"
        shifted = ends.shifted[first] == second
        yield Recognised(f"$shifted({one},{two})", next_one), shifted
        for sign, parity in (("", "even"), ("~", "odd")):
            words = f"{one} ends in an {parity} number of zeros and {next_one}"
            holds = shifted & (ends.even[first] == (not sign))
            yield Recognised(f"{sign}$even_zeros({one}) & $shifted({one},{two})", words), holds
        for sign, relation in (("<", "less than"), ("<=", "at most")):
            reached = ends.places[first]
            within = second < reached if sign == "<" else second <= reached
            place = f"the least part of {one} in {of}"
            if of.startswith("base"):
                place = f"the largest power of {of.removeprefix('base ')} that divides {one}"
            other = "<=" if sign == "<" else "<"
            formula = f"~(Ek $last_place({one},k) & k {other} {two})"
            yield Recognised(formula, f"{one} = 0 or {two} is {relation} {place}"), within


def _powers(name: str, column: Any, ends: _Ends, numeration: NumerationSystem) -> Iterator[Made]:
    """Yield that a multiple of a power, and a constant more or less, is a coordinate."""
    kind = {"fib": "a Fibonacci number", "trib": "a Tribonacci number"}.get(
        numeration.kind, f"a power of {numeration.words.removeprefix('base ')}"
    )
    if not numeration.words.startswith("base") and kind.startswith("a power"):
        return
    for factor, times, shift in product(FACTORS, FACTORS, range(-1, 4)):
        if min(factor, times) > 1:
            continue
        value = factor * column + shift
        holds = (value % times == 0) & np.isin(value // times, ends.powers)
        term = f"{factor}*{name}" if factor > 1 else name
        left = f"{term} + {shift}" if shift > 0 else term
        right = f"{times}*k" if times > 1 else "k"
        right += f" + {-shift}" if shift < 0 else ""
        said = f"{term} - {-shift}" if shift < 0 else left
        words = f"{said} is {kind}" if times == 1 else f"{said} is {times} times {kind}"
        yield Recognised(f"Ek $power(k) & {left} = {right}", words), holds


def residue_table(names: Sequence[str], vectors: Any, members: Any) -> Iterator[Recognised]:
    """Yield which pairs of residues two coordinates have, if few pairs tell the members.

    >>> box = np.argwhere(np.ones((9, 9)))
    >>> met = [(x % 3, y % 3) in ((0, 1), (1, 1), (2, 0)) for x, y in box.tolist()]
    >>> next(residue_table(["x", "y"], box, np.array(met))).words
    '(x mod 3, y mod 3) is (0, 1), (1, 1) or (2, 0)'
    """
    if len(names) != 2:
        return
    (one, two), divisors = names, range(2, LARGEST_NIM_DIVISOR + 1)
    for m, n in sorted(product(divisors, repeat=2), key=lambda pair: pair[0] * pair[1]):
        rests = vectors % (m, n)
        found = sorted(set(map(tuple, rests[members].tolist())))
        others = set(map(tuple, rests[~members].tolist()))
        if len(found) <= MOST_RESTS and others.isdisjoint(found):
            each = [f"((Ek {one} = {m}*k + {a}) & (Ek {two} = {n}*k + {b}))" for a, b in found]
            words = f"({one} mod {m}, {two} mod {n}) is {listed(list(map(str, found)))}"
            yield Recognised(" | ".join(each), words)
            return
