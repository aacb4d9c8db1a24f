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
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from fast.inputs import file_name
from research.claims.solver_code import owners_of

Edit = Callable[[ast.AST], ast.AST]  # changes a node, or gives another in its place

_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.Div: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitAnd: (ast.BitOr, ast.BitXor),
    ast.BitXor: (ast.BitOr, ast.BitAnd),
}
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_LEFT_OUT = (ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Delete)
_UNTOUCHED = {"annotation", "returns", "decorator_list", "ctx", "op", "ops", "type_params"}


@dataclass(frozen=True)
class Mutant:
    """One change of one source text.

    Attributes
    ----------
    file
        The source file, as :func:`fast.inputs.file_name` names it.
    unit
        The function or method that is changed, if it is one.
    line
        Where, counted from 1.
    source
        The line as it stands, without the space before it.
    change
        What is written instead, or in words what is done.
    node, edit
        Which node of the tree, in the order of :func:`sites`, and which of its changes.
    """

    file: str
    unit: str
    line: int
    source: str
    change: str
    node: int
    edit: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.unit}: {self.source}  ->  {self.change}"


def sites(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that may be changed, outermost first, in the order of the text."""
    yield tree
    if isinstance(tree, ast.Raise | ast.JoinedStr) or _is_text(tree):
        return
    for name, value in ast.iter_fields(tree):
        if name not in _UNTOUCHED:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from sites(child)


def mutants_of(path: Path, ran: Collection[str] | None = None) -> Iterator[Mutant]:
    """Yield the mutants of a file in the order of its text.

    Parameters
    ----------
    path
        The file.
    ran
        The functions that are changed, by qualified name; all unless given. What stands outside of
        functions is changed, too.
    """
    source, owners = path.read_text(encoding="utf-8"), owners_of(str(path))
    lines = source.splitlines()
    for number, node in enumerate(sites(ast.parse(source))):
        for edit, (words, _) in enumerate(_edits(node)):
            placed = node.target if isinstance(node, ast.comprehension) else node
            line: int = placed.lineno  # type: ignore[attr-defined]  # all that have edits
            unit = owners.get(line, "")
            if not unit or ran is None or unit in ran:
                where = (file_name(path), unit, line, lines[line - 1].strip())
                yield Mutant(*where, words, number, edit)


def mutated(source: str, mutant: Mutant) -> ast.Module:
    r"""Return the tree of a source text with the change made; line numbers stay.

    >>> mutant = Mutant("more.py", "more", 2, "return n + 1", "n - 1", node=5, edit=0)
    >>> print(ast.unparse(mutated("def more(n):\n    return n + 1\n", mutant)))
    def more(n):
        return n - 1
    """
    tree = ast.parse(source)
    target = list(sites(tree))[mutant.node]
    _, edit = list(_edits(target))[mutant.edit]
    return cast(ast.Module, ast.fix_missing_locations(_Replacing(target, edit).visit(tree)))


class _Replacing(ast.NodeTransformer):
    def __init__(self, target: ast.AST, edit: Edit) -> None:
        self.target, self.edit = target, edit

    def visit(self, node: ast.AST) -> ast.AST:
        if node is not self.target:
            return self.generic_visit(node)
        return ast.copy_location(self.edit(copy.copy(node)), node)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _edits(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    """Yield the changes of one node, each with what it makes of the node in words."""
    for edit in _changes(node):
        yield _shortened(ast.unparse(edit(copy.copy(node)))), edit
    if isinstance(node, _LEFT_OUT) or (isinstance(node, ast.Expr) and not _is_text(node)):
        yield f"left out: {_shortened(ast.unparse(node))}", lambda _: ast.Pass()


def _shortened(text: str) -> str:
    first = " ".join(text.splitlines()[0].split())
    return first if len(first) <= 90 else f"{first[:87]}..."


def _changes(node: ast.AST) -> Iterator[Edit]:  # noqa: PLR0912  # one branch a kind of node
    match node:
        case ast.BinOp() | ast.AugAssign():
            for kind in _OPERATORS.get(type(node.op), ()):
                yield _setting("op", kind())
        case ast.Compare():
            for place, present in enumerate(node.ops):
                for other in _COMPARISONS[type(present)]:
                    yield _setting("ops", [*node.ops[:place], other(), *node.ops[place + 1 :]])
        case ast.BoolOp():
            yield _setting("op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp():
            yield lambda n: n.operand  # type: ignore[attr-defined]
        case ast.Constant(value=bool(value)):
            yield _setting("value", not value)
        case ast.Constant(value=int(value) | float(value)):
            yield _setting("value", value + 1)
            yield _setting("value", value - 1)
        case ast.If() | ast.While() | ast.IfExp():
            yield _setting("test", ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension(ifs=[_, *_]):
            every = ast.BoolOp(ast.And(), node.ifs) if len(node.ifs) > 1 else node.ifs[0]
            yield _setting("ifs", [ast.UnaryOp(ast.Not(), every)])
        case ast.Break():
            yield lambda _: ast.Continue()
        case ast.Continue():
            yield lambda _: ast.Break()
        case ast.Call():
            for place in range(len(node.args) - 1):
                args = list(node.args)
                args[place], args[place + 1] = args[place + 1], args[place]
                if ast.dump(args[place]) != ast.dump(args[place + 1]):
                    yield _setting("args", args)


def _setting(name: str, value: object) -> Edit:
    def edit(node: ast.AST) -> ast.AST:
        setattr(node, name, value)
        return node

    return edit
