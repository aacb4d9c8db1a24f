"""P-positions of all small vectors, by loops that are compiled from the formulas of the rules.

An explicit graph has some ten thousand positions; an automaton over three coordinates shows itself
in a box of side 64 or more. Here each move is a loop over its parameters, and each quantifier a
function with a loop, in the order in which the measure grows. Of a position whose options leave the
box the value may stay unknown, and so do those of the last positions where the work is limited.

Values are those of the formulas, which are compared with the rules elsewhere
(:mod:`research.proving.formula_model`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import reduce
from math import prod
from typing import TYPE_CHECKING, Any

from fast.lazy import np
from oracles.moves.expressions import Scope, bounds, compiled, scope, written
from oracles.moves.formulas import (
    FALSE,
    TRUE,
    Binary,
    Comparison,
    DefinableGame,
    Difference,
    Formula,
    Move,
    Not,
    Quantified,
    Sum,
    Term,
    Variable,
    free_variables,
    operands,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.int8]

N, P, UNKNOWN, OUTSIDE = 0, 1, 2, 3  # outside: no position
WORK = 2_000_000_000  # values of parameters that are looked at, at most


class _Code:
    """The source of functions, a quantifier each, that those written later call."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.quantifiers = 0

    def function(self, name: str, arguments: Iterable[str], body: Iterable[str]) -> None:
        """Write a function."""
        head = ["@njit", f"def {name}({', '.join(arguments)}):"]
        self.lines += [*head, *(f"    {line}" for line in body)]

    def expression(self, formula: Formula, names: Scope) -> str:  # noqa: PLR0911
        """Return the expression of a formula; its quantifiers are written as functions."""
        match formula:
            case Not(body):
                return f"(not {self.expression(body, names)})"
            case Binary("&" | "|" as operator):
                parts = [self.expression(each, names) for each in operands(formula, operator)]
                return f"({(' and ' if operator == '&' else ' or ').join(parts)})"
            case Binary("=>", left, right):
                return self.expression(Binary("|", Not(left), right), names)
            case Binary(operator, left, right):
                sign = "!=" if operator == "^" else "=="
                return f"({self.expression(left, names)} {sign} {self.expression(right, names)})"
            case Quantified("A", variables, body):
                known = body.left if isinstance(body, Binary) and body.operator == "=>" else TRUE
                rest = body.right if isinstance(body, Binary) and body.operator == "=>" else body
                some = Quantified("E", variables, Binary("&", known, Not(rest)))
                return f"(not {self.expression(some, names)})"
            case Quantified(_, variables, body):
                self.quantifiers += 1
                name = f"exists_{self.quantifiers}"
                loops, margin = loops_of(variables, body, names)
                inner = {**names, **scope(variables)}
                found = f"{margin}if {self.expression(body, inner)}: return True"
                self.function(name, names.values(), [*loops, found, "return False"])
                return f"{name}({', '.join(names.values())})"
            case _:
                return written(formula, names)


def loops_of(variables: tuple[str, ...], formula: Formula, names: Scope) -> tuple[list[str], str]:
    """Return the loops over all values of variables within their bounds, and the margin inside."""
    lines, margin, known = [], "", set(names) - set(variables)
    for variable, (name, low, high) in zip(
        variables, bounds(variables, formula, names), strict=True
    ):
        inner = {**names, **scope(known)}
        least = [written(term, inner) for term in _least_values(variable, formula, known)]
        start = reduce("max({}, {})".format, least, low)
        lines.append(f"{margin}for {name} in range({start}, {high} + 1):")
        margin += "    "
        known.add(variable)
    return lines, margin


def _least_values(name: str, formula: Formula, known: Set[str]) -> Iterator[Term]:
    """Yield terms in what is known that a variable is at least, where the formula holds."""
    for part in operands(formula, "&"):
        match part:
            case Comparison("<" | "<=" | "=", less, more) | Comparison(">" | ">=", more, less):
                added = _addends(more)
                if Variable(name) in added:
                    added.remove(Variable(name))
                    least: Term = reduce(Difference, added, less)
                    if free_variables(least) <= known:
                        yield least


def _addends(term: Term) -> list[Term]:
    return [*_addends(term.left), *_addends(term.right)] if isinstance(term, Sum) else [term]


def _write_move(code: _Code, number: int, move: Move, names: Scope, tables: Scope) -> str:
    """Write what a position is by the options of one move; return the call of it.

    Many small functions are compiled faster than a large one.
    """
    loops, margin = loops_of(move.parameters, move.guard, names)
    inner, table = {**names, **scope(move.parameters)}, tables[move.target]
    places = [written(term, inner) for term in move.image]
    inside = [f"0 <= {at} < {table}.shape[{axis}]" for axis, at in enumerate(places)]
    seen = f"{table}[{', '.join(places) or '()'}]"
    given = ["work", *tables.values(), *names.values()]
    body = [
        f"value = {P}",
        *loops,
        f"{margin}if {code.expression(move.guard, inner)}:",
        f"{margin}    work[0] += 1",
        f"{margin}    seen = {seen} if {' and '.join(inside) or 'True'} else {UNKNOWN}",
        f"{margin}    if seen == {P}: return {N}",
        f"{margin}    if seen == {UNKNOWN}: value = {UNKNOWN}",
        "return value",
    ]
    code.function(f"move_{number}", given, body)
    return f"move_{number}({', '.join(given)})"


def _write_state(code: _Code, rules: DefinableGame, state: str, tables: Scope) -> str:
    """Write what a position of a state is; return the call of it at a row of ``order``."""
    names = scope(rules.coordinates[state])
    valid = code.expression(rules.valid.get(state, TRUE), names)
    won = code.expression(rules.won.get(state, FALSE), names)
    body = [f"if not {valid}: return {OUTSIDE}", f"if {won}: return {N}", f"value = {P}"]
    for number, move in enumerate(rules.moves):
        if move.source == state:
            body += [
                f"found = {_write_move(code, number, move, names, tables)}",
                f"if found == {N}: return {N}",
                f"if found == {UNKNOWN}: value = {UNKNOWN}",
            ]
    name = f"value_in_{tables[state]}"
    code.function(name, ["work", *tables.values(), *names.values()], [*body, "return value"])
    coordinates = [f"order[n, {axis + 1}]" for axis in range(len(names))]
    call = f"{name}({', '.join(['work', *tables.values(), *coordinates])})"
    return f"{tables[state]}[{', '.join(coordinates) or '()'}] = {call}"


def _filling(rules: DefinableGame) -> Any:
    """Compile the function that fills the tables of all states, position after position."""
    from numba import njit

    code = _Code()
    tables = {state: f"table_{number}" for number, state in enumerate(rules.coordinates)}
    body = ["for n in range(len(order)):", "    if work[0] > work[1]: return"]
    for number, state in enumerate(rules.coordinates):
        filled = _write_state(code, rules, state, tables)
        body.append(f"    if order[n, 0] == {number}: {filled}")
    code.function("fill", ["work", *tables.values(), "order"], body)
    made: dict[str, Any] = {"njit": njit, "ones": _ones(njit), "least": min}
    exec("\n".join(code.lines), made)
    return made["fill"]


def _ones(njit: Any) -> Any:
    def ones(number: int) -> int:
        count = 0
        while number:
            count += 1
            number &= number - 1
        return count

    return njit(ones)


def _in_order(rules: DefinableGame, shapes: Mapping[str, tuple[int, ...]]) -> Any:
    """Return all vectors of the boxes, a state's number and coordinates each, options first."""
    width = max(map(len, shapes.values()))
    rows, ranks = [], []
    for number, (state, shape) in enumerate(shapes.items()):
        size = prod(shape)
        grid = np.indices(shape, np.int32).reshape(len(shape), size)
        names = scope(rules.coordinates[state])
        measure = compiled(names.values(), written(rules.measure[state], names))
        each = np.zeros((size, width + 1), np.int32)
        each[:, 0] = number
        each[:, 1 : len(shape) + 1] = grid.T
        rows.append(each)
        by_measure = np.broadcast_to(np.asarray(measure(*grid), np.int64), size)
        ranks.append((np.full(size, rules.level.get(state, 0)), by_measure))
    levels, measures = (np.concatenate(each) for each in zip(*ranks, strict=True))
    return np.concatenate(rows)[np.lexsort((measures, levels))]


class Tabulated:
    """The rules of a game, compiled; ``values`` are those of the boxes that are asked for.

    Raises
    ------
    RulesError
        If a variable has no bound that can be seen, or a predicate is not known.
    """

    def __init__(self, rules: DefinableGame) -> None:
        self.rules = rules
        self._fill = _filling(rules)

    def values(self, shapes: Mapping[str, tuple[int, ...]], work: int = WORK) -> dict[str, Table]:
        """Return N, P, UNKNOWN or OUTSIDE for each vector below the sides of each state's box."""
        tables = {state: np.full(shape, UNKNOWN, np.int8) for state, shape in shapes.items()}
        self._fill(np.array([0, work]), *tables.values(), _in_order(self.rules, shapes))
        return tables
