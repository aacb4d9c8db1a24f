"""Conjectures on a family in a file: the pattern in the parameters of what is proved of members.

A theorem is a sentence with integers in it. If the sentences of several members differ in these
integers alone, each integer may be a polynomial in the parameters: constant, affine or quadratic. A
polynomial with c coefficients is proposed where at least c + 2 members are proved and it is exact
at all of them: so many determine it, and the others test it. A parameter of degree d in it has at
least d + 2 values. A list of integers, such as residues, is fitted entry by entry; where its length
changes, as an arithmetic progression. Where no pattern holds for all members, each residue class of
a parameter may have one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise, product
from math import prod

from research.conjectures.atoms import listed
from research.conjectures.conjecture import Conjecture
from research.conjectures.recognising import periodic
from research.families.record import Record, Records
from research.resolving.loading import split_word

Parameters = Mapping[str, int]

MOST_DEGREE, MORE = 2, 2  # more members than coefficients
DIVISORS = (1, 2, 3)  # of a parameter, for its residue classes
_INTEGERS = re.compile(r"(?<![\w.])(\d+(?:(?:, | or )\d+)*)(?!\w|\.\d)")


class _NoPattern(Exception):  # noqa: N818  # an outcome that is expected
    """Sentences have no pattern, or too few test it."""


def patterns(records: Records) -> list[Conjecture]:
    """Return the conjectures on the members of a family in a file, which their names tell apart.

    Examples
    --------
    >>> def take(m: int) -> Record:
    ...     return Record(level="proved", sentence=f"x is lost exactly if x mod {m + 1} is 0.")
    >>> records = {f"take.py m={m}": take(m) for m in range(2, 7)}
    >>> print(*(each.statement for each in patterns(records)))
    over m = 2..6: x is lost exactly if x mod (m + 1) is 0
    """
    points: list[Parameters] = []
    said: list[list[str]] = []
    for name, record in records.items():
        word = split_word(name)
        if word is not None and record.level == "proved":
            points.append({each: int(value) for each, value in word[1].items()})
            said.append(_sentences(record))
    return [each for column in zip(*said, strict=False) for each in _on_classes(points, column)]


def _sentences(record: Record) -> list[str]:
    """Return the law of the values of heaps, or the criterion; then which heaps are P-positions."""
    start, period, saltus = record.law
    if start is None or period is None:
        if re.search("the automaton of|in the words of", record.sentence):
            numeration = record.numeration
            return [f"the P-positions have an automaton of {record.states} states in {numeration}"]
        said = record.sentence.removeprefix("Proved for every size: ")
        said = re.sub(r" of \S+(?= exactly if)|^in \S+ (?=the Grundy)", "", said)
        return [said.removesuffix(" For all natural numbers.").removesuffix(".")]
    added = f" + {saltus}" if saltus else ""
    law = f"G(n + {period}) = G(n){added} for every heap n >= {start}"
    values = list(record.first_terms[: start + period])
    if saltus or len(values) < start + period:
        return [law, ""]
    for _ in range(start + 3 * period):
        values.append(values[-period])
    (zeros,) = periodic("n", [value == 0 for value in values])
    return [law, f"a single heap n is a P-position exactly if {zeros.words}"]


def _on_classes(points: Sequence[Parameters], said: Sequence[str]) -> list[Conjecture]:
    """Return a conjecture on all members, or one on each residue class of a parameter."""
    for divisor, name in product(DIVISORS, points[0]):
        classes: dict[int, list[tuple[Parameters, str]]] = {}
        for at, words in zip(points, said, strict=True):
            classes.setdefault(at[name] % divisor, []).append((at, words))
        with suppress(_NoPattern):
            return [_pattern(*zip(*each, strict=True)) for each in classes.values()]
    return []


def _pattern(points: Sequence[Parameters], said: Sequence[str]) -> Conjecture:
    """Return what sentences say that differ in their integers alone, if these are polynomials."""
    parts = [_INTEGERS.split(words) for words in said]
    between = parts[0][::2]
    if len(points) <= MORE or between == [""] or any(each[::2] != between for each in parts):
        raise _NoPattern
    taken = re.findall(r"\w+", " ".join(between))  # by what the sentences speak of
    points = [{f"{n}'" if n in taken else n: value for n, value in at.items()} for at in points]
    ranges = {name: sorted({at[name] for at in points}) for name in points[0]}
    over = " and ".join(f"{name} = {_range(values)}" for name, values in ranges.items())
    if len(points) < (every := prod(map(len, ranges.values()))):
        over += f" ({len(points)} of {every} members)"
    pattern, most = between[0], 1
    for place, after in enumerate(between[1:]):
        words, coefficients = _fit_lists([each[2 * place + 1] for each in parts], points)
        factor = re.search(r"(mod|base|[-*/]) ?$", pattern) or re.match(r"[*/]| \w\b| times", after)
        pattern += (f"({words})" if factor and re.search(r"\W", words) else words) + after
        most = max(most, coefficients)
    return Conjecture("pattern", f"over {over}: {pattern}", most, len(points) - most)


def _range(values: Sequence[int]) -> str:
    if len(values) > 1 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}..{values[-1]}"
    return ", ".join(map(str, values))


def _fit_lists(texts: Sequence[str], points: Sequence[Parameters]) -> tuple[str, int]:
    """Return what lists of integers are, entry by entry, or as an arithmetic progression."""
    lists = [[int(number) for number in re.findall(r"\d+", text)] for text in texts]
    columns: list[Sequence[int]] = list(zip(*lists, strict=False))
    grows = len({*map(len, lists)}) > 1
    if grows:
        steps = {more - less for each in lists for less, more in pairwise(each)}
        if len(steps) > 1:
            raise _NoPattern
        second = [first + min(steps) for first in columns[0]]
        columns = [columns[0], second, [each[-1] for each in lists]]
    words, coefficients = zip(*(_fit(column, points) for column in columns), strict=True)
    said = f"{words[0]}, {words[1]}, ..., {words[2]}" if grows else listed(words)
    return said, max(coefficients)


def _fit(values: Sequence[int], points: Sequence[Parameters]) -> tuple[str, int]:
    """Return the polynomial of least degree that is each value, and its number of coefficients."""
    import sympy
    from sympy.polys.monomials import itermonomials

    several = {name: len({at[name] for at in points}) for name in points[0]}
    symbols = sympy.symbols([name for name, number in several.items() if number > 1])
    for degree in range(MOST_DEGREE + 1):
        terms = sorted(itermonomials(symbols, degree), key=str)
        if len(values) < len(terms) + MORE:
            break
        rows = sympy.Matrix([[term.subs(at) for term in terms] for at in points])
        unknown = sympy.symbols(f"c:{len(terms)}")
        for solution in sympy.linsolve((rows, sympy.Matrix(values)), unknown):
            found = sum(c * term for c, term in zip(solution, terms, strict=True))
            if not solution.free_symbols and all(
                several[each.name] >= sympy.degree(found, each) + MORE for each in symbols
            ):
                return str(sympy.together(found)).replace("**", "^"), len(terms)
    raise _NoPattern
