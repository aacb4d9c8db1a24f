"""Loops over a range of unknown length: which of them one turn stands for.

Rules often go through all numbers that may be taken: ``for n in range(1, heap + 1)``. Run on
symbols, such a loop has one turn, for a number of which nothing is known but that it is in the
range. What the turn gives, it gives for every such number. That is all that the loop does if its
turns know nothing of each other and what they give is only collected. Whether that is so is read in
the source; such a loop is *open*:

- a comprehension that is returned, yielded from, appended to the list that is returned, or added to
  another one of which the same is true
- or a ``for`` statement whose body yields or appends so, goes on, assigns, or is made of conditions
  and loops of that kind; and no name that is assigned in it stands anywhere else, but as
  what another loop's turn begins with.

An open loop whose turn asks for what an earlier one has assigned fails in its one turn. Nothing may
be there that a turn could change, such as an iterator: see
:class:`research.theorems.run_on_symbols.Copier`.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType

Span = tuple[int | None, ...]  # lines and columns of an expression, as code objects have them

_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp)
_PASSED_ON = ("list", "tuple", "iter")
_CHANGES = ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "send")


@dataclass(frozen=True)
class OpenLoops:
    """The open loops of a function.

    Attributes
    ----------
    spans
        Where the ranges are that they go through.
    lists
        The names of the lists that are returned, which their turns add to.
    """

    spans: frozenset[Span] = frozenset()
    lists: frozenset[str] = frozenset()


def open_loops(code: CodeType) -> OpenLoops:
    """Return the open loops of a function; none if its source is not there as it was read.

    Examples
    --------
    >>> from fast.errors import require_integer
    >>> open_loops(require_integer.__code__).spans
    frozenset()
    """
    return _open_in("".join(linecache.getlines(code.co_filename)), code)


@lru_cache(maxsize=256)
def _open_in(text: str, code: CodeType) -> OpenLoops:
    try:
        tree = ast.parse(text)
        compiled = compile(text, code.co_filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return OpenLoops()
    if not any(_is_same(each, code) for each in codes_of(compiled)):
        return OpenLoops()
    nodes = [node for node in ast.walk(tree) if _first_line(node) == code.co_firstlineno]
    functions = [node for node in nodes if getattr(node, "name", "<lambda>") == code.co_name]
    if len(functions) != 1:
        return OpenLoops()
    read = _Function(functions[0])
    return OpenLoops(frozenset(read.open_spans()), frozenset(read.lists))


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and those of the functions and comprehensions within it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes_of(each)


def _is_same(one: CodeType, other: CodeType) -> bool:
    return (
        one.co_name == other.co_name
        and one.co_firstlineno == other.co_firstlineno
        and one.co_code == other.co_code
        and one.co_names == other.co_names
        and list(one.co_positions()) == list(other.co_positions())
    )


def _first_line(node: ast.AST) -> int:
    if isinstance(node, ast.FunctionDef):
        return min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return node.lineno if isinstance(node, ast.Lambda) else 0


class _Function:
    """The source of one function, in which open loops are looked for."""

    def __init__(self, node: ast.AST) -> None:
        self.node = node
        self.nodes = list(ast.walk(node))
        self.own = list(_without_inner_functions(node))
        self.lists = self._lists()
        self.bound = {name for node in self.nodes for name in _bound_by(node)}

    def open_spans(self) -> Iterator[Span]:
        """Yield where the ranges are that open loops go through."""
        changed = {
            n.value for n in self.nodes if isinstance(n, ast.Attribute) and n.attr in _CHANGES
        }
        collected = {name for name in changed if getattr(name, "id", "") in self.lists}
        if changed - collected or any(isinstance(node, ast.NamedExpr) for node in self.nodes):
            return  # one turn could leave something to the next
        for node in self.own:
            if isinstance(node, ast.For) and self._is_open(node):
                yield from _range_span(node.iter)
            for handed_on in self._collected(node):
                if isinstance(handed_on, _COMPREHENSIONS):
                    for each in handed_on.generators:
                        yield from _range_span(each.iter)

    def _lists(self) -> set[str]:
        """Return the names of lists that begin empty, are added to, and are returned."""
        stored = [n for n in self.own if isinstance(n, ast.Assign) and _is_empty_list(n.value)]
        names = {each.id for n in stored for each in n.targets if isinstance(each, ast.Name)}
        right = [part for node in self.own for part in self._uses(node)]
        return {
            name
            for name in names
            if all(
                any(node is part for part in right)
                for node in self.nodes
                if isinstance(node, ast.Name) and node.id == name
            )
        }

    def _uses(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the names that stand where a list is begun, added to or returned."""
        if isinstance(node, ast.Assign) and _is_empty_list(node.value):
            yield from node.targets
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            yield node.target
        elif isinstance(node, ast.Return) and node.value is not None:
            yield _passed_on(node.value)
        elif (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Attribute)
            and node.value.func.attr in ("append", "extend")
        ):
            yield node.value.func.value

    def _collected(self, node: ast.AST) -> Iterator[ast.expr]:
        """Yield the expressions whose members this statement only hands on."""
        if isinstance(node, ast.Return) and node.value is not None:
            yield from _summands(node.value)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
            yield from _summands(node.value.value)
        elif isinstance(node, ast.Lambda) and node is self.node:
            yield from _summands(node.body)
        elif isinstance(node, ast.AugAssign) and self._adds(node):
            yield from _summands(node.value)
        elif isinstance(node, ast.Expr) and self._adds(node, "extend"):
            yield from _summands(node.value.args[0])  # type: ignore[attr-defined]

    def _adds(self, node: ast.AST, *how: str) -> bool:
        """Whether a statement adds to one of the lists that are returned."""
        names = [part.id for part in self._uses(node) if isinstance(part, ast.Name)]
        if isinstance(node, ast.AugAssign):
            return names[:1] != [] and names[0] in self.lists
        call = getattr(node, "value", None)
        named = isinstance(call, ast.Call) and getattr(call.func, "attr", "") in how
        plain = named and len(call.args) == 1 and not call.keywords  # type: ignore[union-attr]
        return plain and names[:1] != [] and names[0] in self.lists

    def _is_open(self, loop: ast.For) -> bool:
        inside = set(ast.walk(loop))
        assigned = {n.id for n in inside if isinstance(n, ast.Name) and _is_stored(n)}
        elsewhere = {
            node.id
            for node in self.nodes
            if isinstance(node, ast.Name) and node not in inside and node not in self.bound
        }
        apart = not (assigned - self.lists) & elsewhere
        return apart and not loop.orelse and all(self._only_gives(each) for each in loop.body)

    def _only_gives(self, node: ast.stmt) -> bool:
        """Whether a statement in a loop does nothing but give, assign and go on."""
        if isinstance(node, ast.If):
            return all(self._only_gives(each) for each in (*node.body, *node.orelse))
        if isinstance(node, ast.For):
            return not node.orelse and all(self._only_gives(each) for each in node.body)
        if isinstance(node, ast.Assign):
            return all(_is_name(each) for each in node.targets)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
            return True
        added = isinstance(node, ast.AugAssign | ast.Expr) and self._adds(node, "append", "extend")
        return added or isinstance(node, ast.Continue | ast.Pass)


def _without_inner_functions(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for each in ast.iter_child_nodes(node):
        if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield from _without_inner_functions(each)


def _bound_by(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the names within a loop that mean what its turn begins with."""
    targets: list[ast.expr] = []
    within: list[ast.AST] = []
    if isinstance(node, ast.For):
        targets, within = [node.target], [node.target, *node.body]
    elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp):
        targets = [each.target for each in node.generators]
        later = [each.iter for each in node.generators[1:]]
        within = [node.elt, *targets, *later, *(c for each in node.generators for c in each.ifs)]
    names = {n.id for each in targets for n in ast.walk(each) if isinstance(n, ast.Name)}
    for each in within:
        yield from (n for n in ast.walk(each) if isinstance(n, ast.Name) and n.id in names)


def _range_span(node: ast.expr) -> Iterator[Span]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        yield node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def _summands(node: ast.expr) -> Iterator[ast.expr]:
    node = _passed_on(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _summands(node.left)
        yield from _summands(node.right)
    else:
        yield node


def _passed_on(node: ast.expr) -> ast.expr:
    """Return what is handed on as a list, a tuple or an iterator."""
    call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if call and node.func.id in _PASSED_ON and len(node.args) == 1 and not node.keywords:  # type: ignore[attr-defined]
        return _passed_on(node.args[0])  # type: ignore[attr-defined]
    return node


def _is_empty_list(node: ast.expr) -> bool:
    return isinstance(node, ast.List) and not node.elts


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Tuple) and all(isinstance(each, ast.Name) for each in node.elts)
    )
