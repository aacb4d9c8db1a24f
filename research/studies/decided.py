"""What studies share: theorems, and derivations that are statements to decide below words.

Such a derivation takes what is believed: a function, which braces call as f; a formula, which is
written for ``{f}``; or a pair of both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from fast.lazy import sympy
from research.claims.claim import theorem

if TYPE_CHECKING:
    from research.checks.derivations import Lines
    from research.logic.automaton import Automaton

Derivation = Callable[[Any, "Lines"], None]
Predicate = tuple[str, str, str, str]  # ("four", "p", "p is a power of four", "$power(p) & ...")

KERNEL_THEOREM = theorem(
    "the Kernel theorem",
    "M. H. Albert, R. J. Nowakowski and D. Wolfe, Lessons in Play, the partition theorem",
)
SUM_AND_PRODUCT = theorem(
    "the addition and multiplication principles of counting",
    "R. A. Brualdi, Introductory Combinatorics, the basic counting principles",
)

INDUCTION = theorem(
    "mathematical induction",
    "R. L. Graham, D. E. Knuth and O. Patashnik, Concrete Mathematics, section 1.1",
)


def natural(names: str) -> Any:
    """Symbols for natural numbers."""
    return sympy.symbols(names, integer=True, nonnegative=True)


def stated(statement: str, believed: Any) -> str:
    """A statement with what is believed.

    >>> stated("Aq,c {c = f(q, 1)} => c <= q", lambda q, bit: (q - bit) / 2)
    'Aq,c 2*c + 1 = q => c <= q'
    >>> stated("As $coin(s,1) <=> {f}", "s = 1")
    'As $coin(s,1) <=> s = 1'
    """
    from research.checks.derivations import compared

    function, formula = believed if isinstance(believed, tuple) else (believed, believed)

    def worked_out(found: re.Match[str]) -> str:
        left, comparator, right = found.groups()
        names = {name: natural(name) for name in re.findall(r"[A-Za-z]\w*", f"{left} {right}")}
        terms = [sympy.sympify(side, names | {"f": function}) for side in (left, right)]
        return compared(terms[0], comparator, terms[1])

    filled = re.sub(r"\{([^{}]+?) (<=|<|=) ([^{}]+)\}", worked_out, statement)
    return filled.replace("{f}", formula) if "{f}" in filled else filled


@cache
def automaton(formula: str, relations: Callable[[], Mapping[str, Any]] = dict) -> Automaton:
    """The numbers of which a formula holds, for example one that a derivation decides."""
    from research.logic.decide import evaluate

    return evaluate(formula, "lsd_2", relations())


def decided(
    text: str,
    relations: Callable[[], Mapping[str, Any]] = dict,
    predicates: Sequence[Predicate] = (),
) -> Derivation:
    """The derivation that decides statements, each indented below its words.

    The predicates that they use are defined first, each by those before it or by what is believed.
    """
    pairs = re.findall(r"((?:^\S.*\n)+)((?:^ .*\n)+)", cleandoc(text) + "\n", re.M)

    def derivation(believed: Any, lines: Lines) -> None:
        known = relations()
        statements = [stated(" ".join(statement.split()), believed) for _, statement in pairs]
        written = " ".join(statements)
        needed: list[Predicate] = []
        for predicate in reversed(predicates):
            if f"${predicate[0]}(" in written:
                needed.insert(0, predicate)
                written += predicate[3]
        for name, parameters, words, formula in needed:
            lines.define_predicate(name, parameters, stated(formula, believed), words)
        for (words, _), statement in zip(pairs, statements, strict=True):
            lines.decided(" ".join(words.split()), statement, relations=known)

    return derivation
