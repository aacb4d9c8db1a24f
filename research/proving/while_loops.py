"""``while`` loops on symbols, whose turns are as many as their test says.

If what the test asks first is known, the loop is run turn by turn. Else it has one turn, that which
comes after an unknown number of others: what counts by a constant in each turn is then known, and
nothing else that turns assign. There is such a turn exactly if the test holds in it, where a test
that fails once fails ever after. That is so of comparisons of sums that only grow.
"""

from __future__ import annotations

import ast
from typing import Any

from research.proving.python_values import stored_in
from research.proving.symbols import NotOnSymbolsError, Symbol

LEFT = object()  # what a turn of a loop over a range of unknown length leaves

_ASKED: dict[type, Any] = {
    ast.Lt: lambda one, other: ("<=", one - other + 1),
    ast.LtE: lambda one, other: ("<=", one - other),
    ast.Gt: lambda one, other: ("<=", other - one + 1),
    ast.GtE: lambda one, other: ("<=", other - one),
    ast.NotEq: lambda one, other: ("!=", one - other),
}


def while_loop(frame: Any, node: ast.While) -> str:
    """Run a loop in a call of a function; return how it ended."""
    tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
    while not any(isinstance(each, Symbol) for _, each in _asked(frame, tests[:1])):
        frame.reader.members((node,))  # which are counted
        ended = frame.block(node.body) if frame.fixed(node.test) else "break"
        if ended in ("break", "return"):
            return str(ended).removeprefix("break")
    if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.Or):
        raise NotOnSymbolsError("while ... or ... is not read")
    first = _asked(frame, tests)
    counters = {name: frame.names[name] for name in _steps(node) if name in frame.names}
    left = dict.fromkeys({*frame.assigned_in(node), *counters}, LEFT)
    if all(each <= 0 if relation == "<=" else each != 0 for relation, each in first):
        frame.names |= left
        _go_to_any_turn(frame, tests, first, _counted(frame, node, counters, first))
        frame.reader.depth += 1
        if frame.block(node.body):
            raise NotOnSymbolsError("a loop over a range of unknown length breaks off")
        frame.reader.depth -= 1
    frame.names |= left
    return ""


def _asked(frame: Any, tests: list[ast.expr]) -> list[tuple[str, Any]]:
    """Return the numbers of which tests ask that they are at most 0 ("<="), or not 0 ("!=")."""
    found: list[tuple[str, Any]] = []
    for test in tests:
        match test:
            case ast.Compare(left, ops, others) if all(type(op) in _ASKED for op in ops):
                values = [frame.fixed(each) for each in (left, *others)]
                for op, one, other in zip(ops, values, values[1:], strict=False):
                    found.append(_ASKED[type(op)](one, other))
            case ast.Name() | ast.Subscript():
                found.append(("!=", frame.fixed(test)))
            case _:
                raise NotOnSymbolsError(f"while {ast.unparse(test)} is not read")
    return found


def _counted(
    frame: Any, node: ast.While, counters: dict[str, Any], first: list[tuple[str, Any]]
) -> Symbol:
    """Set the numbers that count to what they are after an unknown number of turns; return it."""
    path = next(each.path for _, each in first if isinstance(each, Symbol))
    turn: Symbol = path.unknown()
    for name, start in counters.items():
        step = _steps(node)[name]
        number = frame.fixed(step.right if isinstance(step, ast.BinOp) else step.value)
        if type(number) is not int:
            raise NotOnSymbolsError("a while loop counts by steps that are not known")
        frame.names[name] = start + turn * (-number if isinstance(step.op, ast.Sub) else number)
    return turn


def _go_to_any_turn(
    frame: Any, tests: list[ast.expr], first: list[tuple[str, Any]], turn: Symbol
) -> None:
    """Take it that a turn is reached: what the test asks grows with it, and is so in it."""
    path, (name,) = turn.path, turn.coefficients
    known = len(path.own), len(path.parts)
    now = _asked(frame, tests)
    if (len(path.own), len(path.parts)) != known:
        raise NotOnSymbolsError("the test of a while loop is no comparison of sums that count")
    growing = []
    for (relation, start), (_, form) in zip(first, now, strict=True):
        factor = form.coefficients.get(name, 0) if isinstance(form, Symbol) else 0
        if relation == "<=" and factor > 0:  # else it is so in each turn, as in the first
            growing.append(form)
        elif relation == "!=" and factor:  # till a number comes to 0 by steps of 1
            if factor != (-1 if start > 0 else 1):
                raise NotOnSymbolsError("the test of a while loop may be true after it was false")
            growing.append(1 - form if start > 0 else form + 1)
    if not growing:
        raise NotOnSymbolsError("what the test of a while loop asks does not change by a constant")
    for form in growing:
        path.assume(form)


def _steps(loop: ast.While) -> dict[str, Any]:
    """Return what adds to a name in each turn of a loop, for names that nothing else there sets."""
    steps: dict[str, Any] = {}
    for node in loop.body:
        match node:
            case ast.AugAssign(ast.Name(name), ast.Add() | ast.Sub()):
                steps[name] = node
            case ast.Assign(
                [ast.Name(name)], ast.BinOp(ast.Name(of), ast.Add() | ast.Sub()) as sum_
            ):
                if of == name:
                    steps[name] = sum_
    stored = stored_in(loop)
    return {name: step for name, step in steps.items() if stored.count(name) == 1}
