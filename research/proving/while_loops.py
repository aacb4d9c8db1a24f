"""``while`` loops on symbols, whose turns are as many as their test says.

If what the test asks first is known, the loop is run turn by turn. Else it has one turn, that which
comes after an unknown number of others: what counts by a constant in each turn is then known, and
nothing else that turns assign. There is such a turn exactly if the test holds in it, where a test
that fails once fails ever after. That is so of comparisons of sums that only grow.
"""

from __future__ import annotations

import ast
import operator
from dataclasses import dataclass
from typing import Any

from research.proving.changed_lists import is_own
from research.proving.python_values import Unknown, stored_in
from research.proving.symbols import NotOnSymbolsError, Symbol


class Left(Unknown):
    """What a turn of a loop over a range of unknown length leaves: it is asked nothing."""

    what = "what a loop of unknown length leaves"


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
    counters = _counters(frame, node)
    left = dict.fromkeys(frame.assigned_in(node), Left())
    path = next(each.path for _, each in first if isinstance(each, Symbol))
    starts = (each <= 0 if relation == "<=" else each != 0 for relation, each in first)
    if frame.reader.draws(path) and all(starts):
        frame.names |= left
        _go_to_any_turn(frame, tests, first, _counted(frame, counters, path.unknown()))
        frame.counting |= {each.target for each in counters}
        with frame.reader.turn(is_open=True):
            if frame.block(node.body):
                raise NotOnSymbolsError("break in a loop over a range of unknown length")
        frame.counting -= {each.target for each in counters}
    for each in counters:
        each.within[each.at] = Left()
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


def _counted(frame: Any, counters: list[_Counter], turn: Symbol) -> Symbol:
    """Set the numbers that count to what they are after an unknown number of turns; return it."""
    for each in counters:
        each.within[each.at] = Left()
    for each in counters:
        number = frame.fixed(each.step)
        if not isinstance(number, int) or not isinstance(each.start, int | Symbol):
            raise NotOnSymbolsError("a while loop counts by unknown steps")
        steps = turn * (-number if isinstance(each.op, ast.Sub) else number)
        each.within[each.at] = each.start + steps
    return turn


def _go_to_any_turn(
    frame: Any, tests: list[ast.expr], first: list[tuple[str, Any]], turn: Symbol
) -> None:
    """Take it that a turn is reached: what the test asks grows with it, and is so in it."""
    path, (name,) = turn.path, turn.coefficients
    known = len(path.own), len(path.parts)
    now = _asked(frame, tests)
    if (len(path.own), len(path.parts)) != known:
        raise NotOnSymbolsError("the test of a while loop is not a comparison of sums that count")
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
        raise NotOnSymbolsError("what the test of a while loop reads does not change by a constant")
    for form in growing:
        path.assume(form)


@dataclass
class _Counter:
    """A name, or an entry of a list, to which a statement adds a number in each turn of a loop."""

    target: ast.expr
    op: ast.operator
    step: ast.expr
    within: Any  # the names of the call, or the list
    at: Any  # the name, or the index
    start: Any


def _counters(frame: Any, loop: ast.While) -> list[_Counter]:
    """Return what counts in a loop: names that are set once there, and entries of its own lists.

    Entries are changed by these statements alone, as no turn changes a list from outside.
    """
    found: list[_Counter] = []
    for node in loop.body:
        match node:
            case ast.AugAssign(target, ast.Add() | ast.Sub() as op, step):
                pass
            case ast.Assign(
                [ast.Name(name) as target],
                ast.BinOp(ast.Name(of), ast.Add() | ast.Sub() as op, step),
            ) if of == name:
                pass
            case _:
                continue
        within, at = _place(frame, target, stored_in(loop))
        if within is not None:
            found.append(_Counter(target, op, step, within, at, within[at]))
    if len({(id(each.within), each.at) for each in found}) < len(found):
        raise NotOnSymbolsError("a while loop changes an entry of a list twice")
    return found


def _place(frame: Any, target: ast.expr, stored: list[str]) -> tuple[Any, Any]:
    """Return where a number that counts stands, the same in each turn; None if it does not."""
    match target:
        case ast.Name(name) if stored.count(name) == 1 and name in frame.names:
            return frame.names, name
        case ast.Subscript(ast.Name(name), index):
            parts = [*ast.walk(index)]
            names = {name, *(each.id for each in parts if isinstance(each, ast.Name))}
            asks = any(isinstance(each, ast.Call | ast.Subscript) for each in parts)
            if asks or names & {*stored}:
                return None, None
            of = frame.value(target.value)
            if is_own(frame, of):
                at = operator.index(frame.fixed(index))
                return of, at + len(of) * (at < 0)
    return None, None
