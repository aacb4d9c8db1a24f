"""What is changed to make a mutant: one place of a syntax tree at a time.

Changed are what people slip on: an operator by its neighbours, a comparison by the one that differs
where both sides are equal and by its opposite, a number one up or down, ``and`` by ``or``, a
condition by its opposite, ``True`` by ``False``, ``break`` by ``continue``, two neighbouring
arguments exchanged, a statement left out. Annotations, decorators, texts and what ``raise`` says
are left alone.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from fast.gate.inputs import file_name
from research.claims.solver_code import owners_of

# Each kind of node, and the kinds that stand in its place.
_NEIGHBOURS = """
    Add Sub, Sub Add, Mult Add FloorDiv, Div FloorDiv, FloorDiv Mult Mod, Mod FloorDiv, Pow Mult,
    LShift RShift, RShift LShift, BitOr BitAnd BitXor, BitAnd BitOr BitXor, BitXor BitOr BitAnd,
    Lt LtE GtE, LtE Lt Gt, Gt GtE LtE, GtE Gt Lt, Eq NotEq, NotEq Eq, Is IsNot, IsNot Is,
    In NotIn, NotIn In, And Or, Or And, Break Continue, Continue Break
"""
_INSTEAD: dict[type[ast.AST], list[Any]] = {
    getattr(ast, kind): [getattr(ast, other) for other in others]
    for kind, *others in map(str.split, _NEIGHBOURS.split(","))
}
_LEFT_OUT = (ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Delete)
_UNTOUCHED = {"annotation", "returns", "decorator_list", "ctx", "op", "ops", "type_params"}


@dataclass(frozen=True)
class Mutant:
    """One change of one source text."""

    file: str  # as :func:`fast.gate.inputs.file_name` names it
    unit: str  # the function that is changed, if it is one
    line: int
    source: str  # the line as it stands
    change: str  # what is written instead, or in words what is done
    number: int  # which of the changes of the file it is


def mutants_of(path: Path, ran: Collection[str] | None = None) -> Iterator[Mutant]:
    """Yield the mutants of a file in the order of its text.

    Changed are the functions in ``ran``, all unless given, and what stands outside of functions.
    """
    source, owners = path.read_text(encoding="utf-8"), owners_of(str(path))
    lines = source.splitlines()
    for number, (node, _, change) in enumerate(_changes(ast.parse(source))):
        placed: Any = node.target if isinstance(node, ast.comprehension) else node
        unit = owners.get(placed.lineno, "")
        if not unit or ran is None or unit in ran:
            text = lines[placed.lineno - 1].strip()
            yield Mutant(file_name(path), unit, placed.lineno, text, change, number)


def mutated(source: str, mutant: Mutant) -> ast.Module:
    r"""Return the tree of a source text with the change made; line numbers stay.

    >>> mutant = Mutant("more.py", "more", 2, "return n + 1", "n - 1", number=1)
    >>> print(ast.unparse(mutated("def more(n):\n    return n + 1\n", mutant)))
    def more(n):
        return n - 1
    """
    tree = ast.parse(source)
    ((node, other, _),) = islice(_changes(tree), mutant.number, mutant.number + 1)
    fields = vars(ast.copy_location(other, node))
    vars(node).clear()
    vars(node).update(fields)
    node.__class__ = type(other)
    return ast.fix_missing_locations(tree)


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, str]]:
    """Yield a node, another in its place, and that in words: the outermost node first."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    for other in _others(node):
        yield node, other, _shortened(other)
    if isinstance(node, _LEFT_OUT) or (isinstance(node, ast.Expr) and not is_text):
        yield node, ast.Pass(), f"left out: {_shortened(node)}"
    if is_text or isinstance(node, ast.Raise | ast.JoinedStr):
        return
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if name not in _UNTOUCHED and isinstance(child, ast.AST):
                yield from _changes(child)


def _shortened(node: ast.AST) -> str:
    first = " ".join(ast.unparse(node).splitlines()[0].split())
    return first if len(first) <= 90 else f"{first[:87]}..."


def _others(node: ast.AST) -> Iterator[ast.AST]:  # noqa: PLR0912  # one branch a kind of node
    """Yield what may stand in the place of a node, by its kind."""
    match node:
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp():
            yield from (_with(node, op=kind()) for kind in _INSTEAD.get(type(node.op), ()))
        case ast.Compare():
            for place, present in enumerate(node.ops):
                for kind in _INSTEAD[type(present)]:
                    yield _with(node, ops=[*node.ops[:place], kind(), *node.ops[place + 1 :]])
        case ast.UnaryOp():
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield _with(node, value=not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (_with(node, value=value + 1), _with(node, value=value - 1))
        case ast.If() | ast.While() | ast.IfExp():
            yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension(ifs=[_, *_]):
            every = ast.BoolOp(ast.And(), node.ifs) if len(node.ifs) > 1 else node.ifs[0]
            yield _with(node, ifs=[ast.UnaryOp(ast.Not(), every)])
        case ast.Break() | ast.Continue():
            yield _INSTEAD[type(node)][0]()
        case ast.Call(args=args):
            for place, (one, next_) in enumerate(pairwise(args)):
                if ast.dump(one) != ast.dump(next_):
                    yield _with(node, args=[*args[:place], next_, one, *args[place + 2 :]])


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    """Return a copy of a node with some fields changed."""
    other = copy.copy(node)
    vars(other).update(fields)
    return other
