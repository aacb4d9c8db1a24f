"""Loops over a range of unknown length: which of them one turn stands for.

Rules often go through all numbers that may be taken: ``for n in range(1, heap + 1)``. Run on
symbols, such a loop has one turn, for a number of which nothing is known but that it is in the
range. What the turn gives, it gives for every such number. That is all that the loop does if its
turns know nothing of each other and what they give is only collected. Whether that is so is read in
the source; such a loop is *open*:

- a comprehension, a range, or all choices from ranges (``itertools.product``) that is returned,
  yielded from, added to another one of which the same is true, or that a list which is only added
  to and returned begins with or is extended by. Several members of choices are not chosen: of these
  there is one only
- or a ``for`` statement whose body yields, adds to such a list, goes on, assigns, or is made of
  conditions and loops of that kind. What is assigned in it is assigned in the same turn before it
  is asked for, is no parameter, and is not asked for outside the loop.

The function has no other functions in it and no ``:=``, and its loops bind names alone. When the
range is asked for, nothing may be there that a turn could change, such as an iterator or a list:
see :class:`research.theorems.run_on_symbols.Copier`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType

from research.theorems.changing import source_of

Span = tuple[int | None, ...]  # lines and columns of an expression, as code objects have them

_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp)
PASSED_ON = ("list", "tuple", "iter", "sorted")  # members and no others, whatever their order
CHOSEN = ("product", "combinations", "combinations_with_replacement")  # of ranges, from itertools
READ_BY_NAME = {*PASSED_ON, *CHOSEN, "itertools", "range"}
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENDING = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
_GIVING = (ast.Yield, ast.YieldFrom, ast.Constant)  # a text that stands alone says something
_IDLE = (ast.Continue, ast.Pass)
_NOT_READ = (ast.NamedExpr, ast.Global, ast.Nonlocal, ast.Try, ast.With, ast.Delete, ast.Match)


@dataclass(frozen=True)
class OpenLoops:
    """The open loops of a function.

    Attributes
    ----------
    spans
        Where the ranges are that they go through, each with the names that its loop binds.
    lists
        The names of the lists that are returned, which their turns add to.
    """

    spans: Mapping[Span, frozenset[str]] = field(default_factory=dict)
    lists: frozenset[str] = frozenset()


def open_loops(code: CodeType) -> OpenLoops:
    """Return the open loops of a function; none if its source is not there as it was read.

    Examples
    --------
    >>> from fast.errors import require_integer
    >>> open_loops(require_integer.__code__).spans
    {}
    """
    text = source_of(code)
    return OpenLoops() if text is None else _open_in(text, code)


@lru_cache(maxsize=256)
def _open_in(text: str, code: CodeType) -> OpenLoops:
    tree = ast.parse(text)
    nodes = [node for node in ast.walk(tree) if _first_line(node) == code.co_firstlineno]
    functions = [node for node in nodes if getattr(node, "name", "<lambda>") == code.co_name]
    if len(functions) != 1:
        return OpenLoops()
    read = _Function(functions[0])
    return OpenLoops(dict(read.open_spans()), frozenset(read.lists))


def _first_line(node: ast.AST) -> int:
    if isinstance(node, ast.FunctionDef):
        return min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return node.lineno if isinstance(node, ast.Lambda) else 0


class _Function:
    """The source of one function, in which open loops are looked for."""

    def __init__(self, node: ast.AST) -> None:
        self.node = node
        self.nodes = list(ast.walk(node))
        self.parameters = {each.arg for each in self.nodes if isinstance(each, ast.arg)}
        stored = {n.id for n in self.nodes if isinstance(n, ast.Name) and _is_stored(n)}
        other = any(isinstance(n, (*_SCOPES, *_NOT_READ)) for n in self.nodes if n is not node)
        targets = (n.target for n in self.nodes if isinstance(n, ast.For | ast.comprehension))
        other = other or not all(map(_only_binds, targets))
        self.is_read = not other and not (stored | self.parameters) & READ_BY_NAME
        self.lists = self._lists() if self.is_read else set()

    def open_spans(self) -> Iterator[tuple[Span, frozenset[str]]]:
        """Yield where the ranges are that open loops go through, and what these bind."""
        for node in self.nodes if self.is_read else ():
            if isinstance(node, ast.For) and self._is_open(node):
                for span in _range_span(node.iter):
                    yield span, frozenset(_bound_in(node))
            for handed_on in self._collected(node):
                of = [handed_on]
                if isinstance(handed_on, _COMPREHENSIONS):
                    of = [each.iter for each in handed_on.generators]
                for part in of:
                    for span in _range_span(part):
                        yield span, frozenset()

    def _lists(self) -> set[str]:
        """Return the names of lists that are begun once, only added to, and returned."""
        body = getattr(self.node, "body", [])
        begun = [_begun(each) for each in body] if isinstance(body, list) else []
        names = [name.id for name in begun if name is not None]
        uses = {part for node in self.nodes for part in self._uses(node)}
        uses |= {name for name in begun if name is not None}
        return {
            name
            for name in names
            if names.count(name) == 1
            and name not in self.parameters
            and all(n in uses for n in self.nodes if isinstance(n, ast.Name) and n.id == name)
        }

    def _uses(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the names that stand where a list is added to or returned."""
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            yield node.target
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from _summands(node.value)
        elif (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Attribute)
            and node.value.func.attr in ("append", "extend")
        ):
            yield node.value.func.value

    def _collected(self, node: ast.AST) -> Iterator[ast.expr]:
        """Yield the expressions whose members this statement only hands on."""
        begun = _begun(node)
        if isinstance(node, ast.Return) and node.value is not None:
            yield from _summands(node.value)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
            yield from _summands(node.value.value)
        elif isinstance(node, ast.Lambda):
            yield from _summands(node.body)
        elif isinstance(node, ast.AugAssign) and self._adds(node):
            yield from _summands(node.value)
        elif isinstance(node, ast.Expr) and self._adds(node, "extend"):
            yield from _summands(node.value.args[0])  # type: ignore[attr-defined]
        elif begun is not None and begun.id in self.lists:
            yield from _summands(node.value)  # type: ignore[attr-defined]

    def _adds(self, node: ast.AST, *how: str) -> bool:
        """Whether a statement adds to one of the lists that are returned."""
        names = [part.id for part in self._uses(node) if isinstance(part, ast.Name)]
        to_a_list = names[:1] != [] and names[0] in self.lists
        if isinstance(node, ast.AugAssign):
            return to_a_list
        call = getattr(node, "value", None)
        named = isinstance(call, ast.Call) and getattr(call.func, "attr", "") in how
        return to_a_list and named and len(call.args) == 1 and not call.keywords  # type: ignore[union-attr]

    def _is_open(self, loop: ast.For) -> bool:
        bound = _bound_in(loop) - self.lists
        taken = bound & self.parameters or _names_in(loop.target) & self.lists
        if loop.orelse or taken or self._is_asked_for(loop, bound):
            return False
        first = _names_in(loop.target)
        return self._only_gives(loop.body) and _follow(loop.body, first, bound) is not None

    def _is_asked_for(self, loop: ast.For, bound: set[str]) -> bool:
        """Whether what a loop binds stands outside it, other than where another one binds it."""
        inside = set(ast.walk(loop))
        others = [n for n in self.nodes if isinstance(n, ast.For) and n not in inside]
        apart = [other for other in others if loop not in ast.walk(other)]
        again = {
            name
            for other in apart
            for part in (other.target, *other.body)
            for name in _own_names(part)
            if name.id in _names_in(other.target)
        }
        mine = _names_in(loop.target)
        return any(
            name.id in bound and not (name.id in mine and name in again)
            for name in _own_names(self.node)
            if name not in inside
        ) or any(name.id in bound for name in _own_names(loop.iter))

    def _only_gives(self, body: Sequence[ast.stmt]) -> bool:
        """Whether statements in a loop do nothing but give, assign and go on."""
        return all(self._gives(each) for each in body)

    def _gives(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.If):
            return self._only_gives(node.body) and self._only_gives(node.orelse)
        if isinstance(node, ast.For):
            return not node.orelse and self._only_gives(node.body)
        if isinstance(node, ast.Assign):
            return all(_is_name(each) or isinstance(each, ast.Subscript) for each in node.targets)
        if isinstance(node, ast.AnnAssign):
            return node.value is not None and isinstance(node.target, ast.Name)
        if isinstance(node, ast.AugAssign):
            return True  # added to a list that is returned, or to what this turn has assigned
        given = isinstance(node, ast.Expr) and isinstance(node.value, _GIVING)
        return given or self._adds(node, "append", "extend") or isinstance(node, _IDLE)


def _follow(body: Sequence[ast.stmt], known: set[str], bound: set[str]) -> set[str] | None:
    """Return what is assigned for certain after statements; None if something is asked for before.

    Parameters
    ----------
    body
        The statements of a turn.
    known
        What is assigned before them in the same turn.
    bound
        What is assigned anywhere in the loop.
    """
    for node in body:
        asked = _asked(node)
        if (asked & bound) - known:
            return None
        if isinstance(node, ast.Assign):
            known = known.union(*map(_names_in, node.targets))
        elif isinstance(node, ast.AnnAssign):
            known = known | _names_in(node.target)
        elif isinstance(node, ast.If):
            ways = [_follow(part, known, bound) for part in (node.body, node.orelse)]
            if ways[0] is None or ways[1] is None:
                return None
            known = ways[0] & ways[1]
        elif isinstance(node, ast.For):
            within = known | _names_in(node.target)
            if _follow(node.body, within, bound) is None:
                return None
    return known


def _asked(node: ast.stmt) -> set[str]:
    """Return the names that a statement asks for, those in its body not counted."""
    parts: list[ast.AST] = [node]
    if isinstance(node, ast.If):
        parts = [node.test]
    elif isinstance(node, ast.For):
        parts = [node.iter]
    asked = {n.id for part in parts for n in _own_names(part) if not _is_stored(n)}
    return asked | (_names_in(node.target) if isinstance(node, ast.AugAssign) else set())


def _own_names(node: ast.AST) -> Iterator[ast.Name]:
    """Yield the names of a function's own scope, and not those that a comprehension binds."""
    if isinstance(node, ast.Name):
        yield node
    bound: set[str] = set()
    if isinstance(node, _COMPREHENDING):
        bound = {name for each in node.generators for name in _names_in(each.target)}
        yield from _own_names(node.generators[0].iter)
    first = node.generators[0].iter if isinstance(node, _COMPREHENDING) else None
    for each in ast.iter_child_nodes(node):
        for part in ast.iter_child_nodes(each) if isinstance(each, ast.comprehension) else (each,):
            if part is not first:
                yield from (name for name in _own_names(part) if name.id not in bound)


def _bound_in(loop: ast.For) -> set[str]:
    """Return what a loop assigns."""
    return {name.id for name in _own_names(loop) if _is_stored(name)}


def _only_binds(target: ast.expr) -> bool:
    """Whether the target of a loop is made of names alone, and asks for nothing."""
    parts = (ast.Name, ast.Tuple, ast.List, ast.Starred, ast.expr_context)
    return all(isinstance(part, parts) for part in ast.walk(target))


def _names_in(node: ast.AST) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def _begun(node: ast.AST) -> ast.Name | None:
    """Return the name to which a statement assigns."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        targets = [node.target]
    name = targets[0] if len(targets) == 1 else None
    value = getattr(node, "value", None)
    lists = isinstance(value, ast.List | ast.ListComp | ast.BinOp) or _is_new_list(value)
    return name if lists and isinstance(name, ast.Name) else None


def _is_new_list(node: ast.expr | None) -> bool:
    return node is not None and _called(node) == "list"


def _range_span(node: ast.expr) -> Iterator[Span]:
    """Yield where the ranges are whose members, or choices of these, an expression gives."""
    called = _called(node)
    # What a star unpacks may ask for ranges itself, while the call stands at the same place.
    if called == "range" and not any(isinstance(each, ast.Starred) for each in node.args):  # type: ignore[attr-defined]
        yield node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
    elif isinstance(node, ast.Call) and called in CHOSEN:
        several = called != "product" or node.keywords  # members of one argument in one choice
        for each in node.args:
            if not (several and _called(each) in CHOSEN):
                yield from _range_span(each)


def _called(node: ast.expr) -> str:
    """Return the name of the function that is called, be it that of ``itertools``."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return function.attr if function.value.id == "itertools" else ""
    return function.id if isinstance(function, ast.Name) else ""


def _summands(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of which a list is put together, all of whose members it has."""
    node = _passed_on(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _summands(node.left)
        yield from _summands(node.right)
    elif isinstance(node, ast.IfExp):
        yield from _summands(node.body)
        yield from _summands(node.orelse)
    elif isinstance(node, ast.List | ast.Tuple):
        for each in node.elts:
            if isinstance(each, ast.Starred):
                yield from _summands(each.value)
    else:
        yield node


def _passed_on(node: ast.expr) -> ast.expr:
    """Return what is handed on as a list, a tuple or an iterator."""
    call = isinstance(node, ast.Call) and _called(node) in PASSED_ON
    if call and len(node.args) == 1 and not node.keywords:  # type: ignore[attr-defined]
        return _passed_on(node.args[0])  # type: ignore[attr-defined]
    return node


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Tuple) and all(isinstance(each, ast.Name) for each in node.elts)
    )
