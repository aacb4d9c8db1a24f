"""Terms and formulas: what they say of natural numbers, as machines."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

from checker.machines import (
    Machine,
    Numeration,
    Part,
    TooLargeError,
    conjunction,
    difference,
    exists,
    linear,
    recorded,
    require,
)

Form = dict[int, int]  # a linear form: the factor of each variable, and the constant as that of 0
Rules = dict[str, tuple[int, Callable[..., int | bool], set[int]]]
ARITY = {"not": 1, "implies": 2, "iff": 2, "xor": 2}
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


def natural(value: object) -> bool:
    """Return whether a value is a natural number (``True`` is none)."""
    return type(value) is int and value >= 0


def name(value: object) -> bool:
    """Return whether a value is a name of a variable."""
    return isinstance(value, str) and bool(re.fullmatch("[A-Za-z_][A-Za-z0-9_]*'?", value))


def plain(value: object) -> bool:
    """Return whether a value is a name without ``'``."""
    return name(value) and "'" not in str(value)


def plus(f: Form, g: Form, times: int = 1) -> Form:
    """Return f + times g."""
    return {v: f.get(v, 0) + times * g.get(v, 0) for v in {**f, **g}}


def negation(part: Part) -> Part:
    """Return the opposite."""
    return part._replace(negated=not part.negated)


def known(numeration: Numeration) -> Rules:
    """Return the known predicates: arity, next state after digits (0 at first), what accepts."""
    rules: Rules = {}
    one = {1, 2, 4}  # digits that are powers of two
    rules["power"] = 1, lambda q, x: q if x == 0 else (q, x) == (0, 1) and 1, {1}
    if numeration.least_first:
        # even_zeros: 1 after an odd number of zeros. shifted: the digit that y must have next.
        rules["even_zeros"] = 1, lambda q, x: 1 - q if x == 0 else q == 0, {0, 1}
        rules["shifted"] = 2, lambda q, x, y: y == q and x, {0}
        rules["last_place"] = 2, lambda q, x, y: y == (q == 0 < x) and (1 if x else q), {1}
    else:
        # even_zeros: 1 and 2 after a digit that is not 0 and an even or odd number of zeros.
        # shifted: the digit that x must have next.
        rules["even_zeros"] = 1, lambda q, x: 1 if x else (0, 2, 1)[q], {0, 1}
        rules["shifted"] = 2, lambda q, x, y: x == q and y, {0}
        rules["last_place"] = (
            2,
            lambda q, x, y: q if y == 0 and q * x == 0 else (q, y) == (0, 1) and x > 0 and 1,
            {1},
        )
    if numeration.t in ([2], [4], [8]):
        rules["nimsum"] = 3, lambda q, x, y, z: z == x ^ y and q, {0}
        rules["power_of_two"] = 1, lambda q, x: q if x == 0 else q == 0 and x in one and 1, {1}
        for odd in (0, 1):
            rules[f"T@{odd}"] = 1, lambda q, x: (q + x.bit_count()) % 2, {odd}
    return rules


class Formulas:
    """What formulas say in a numeration, with the predicates that are known so far."""

    def __init__(self, numeration: Numeration) -> None:
        self.numeration = numeration
        self.fresh = count(1)  # variables are numbers; names stand for them
        self.predicates: dict[str, tuple[int, Part]] = {}  # the arity, and which arguments are read
        for key, (arity, rule, ends) in known(numeration).items():
            move = partial(lambda rule, q, letter: rule(q, *letter), rule)
            machine = Machine(numeration, 0, move, ends.__contains__)
            self.predicates[key] = arity, Part(machine, tuple(range(arity)))

    def define(
        self, name: str, parameters: list[str], formula: Any = None, automaton: Any = None
    ) -> None:
        """Let a predicate be known, by a formula or an automaton, or both if they say the same."""
        require(name not in self.predicates, f"{name} is defined twice")
        require(formula is not None or automaton is not None, f"{name} has no definition")
        arity = len(parameters)
        if automaton is not None:
            part = Part(recorded(self.numeration, automaton, parameters), tuple(range(arity)))
            if formula is not None:
                whole = self.closed(parameters, formula)
                self.same(part, whole, parameters, f"the automaton of {name} is right")
        else:
            part = self.closed(parameters, formula)
        self.predicates[name] = arity, part

    def closed(self, names: list[str], formula: Any) -> Part:
        """Return what a formula says of the names, which get the numbers 0, 1, ..."""
        require(len(set(names)) == len(names), f"a name occurs twice in {names}")
        numbers = [next(self.fresh) for _ in names]
        part = self.formula(formula, dict(zip(names, numbers, strict=True)))
        return part._replace(tracks=tuple(part.places(numbers)))

    def same(self, f: Part, g: Part, names: list[str], what: str) -> None:
        """Refuse the file unless two formulas are true of the same numbers."""
        found = difference(self.numeration, f, g)
        at = ", ".join(f"{name} = {(found or {}).get(i, 0)}" for i, name in enumerate(names))
        require(found is None, f"not true: {what}" + (f"; {at}" if at else ""))

    def holds(self, names: list[str], formula: Any, what: str) -> None:
        """Refuse the file unless a formula is true of all numbers with these names."""
        self.same(self.closed(names, formula), self.every(), names, what)

    def every(self, *parts: Part) -> Part:
        """Return that all parts are true."""
        return parts[0] if len(parts) == 1 else conjunction(self.numeration, parts)

    def formula(self, f: Any, names: dict[str, int]) -> Part:  # noqa: PLR0911
        """Return what a formula says of the variables that names stand for."""
        if isinstance(f, bool):
            return self.every()._replace(negated=not f)
        require(isinstance(f, list) and f and isinstance(f[0], str), f"{f!r} is no formula")
        head, *rest = f
        if head in ("exists", "forall"):
            return self.bound(head, rest, names)
        if head not in (*ARITY, "and", "or"):
            return self.atom(head, rest, names)
        require(len(rest) == ARITY.get(head, len(rest)), f"{head} has {len(rest)} arguments")
        parts = [self.formula(g, names) for g in rest]
        opposite = [negation(part) for part in parts]
        if head == "and":
            return self.every(*parts)
        if head == "not":
            return opposite[0]
        if head == "or":
            return negation(self.every(*opposite))
        forward = negation(self.every(parts[0], opposite[1]))
        if head == "implies":
            return forward
        same = self.every(forward, negation(self.every(opposite[0], parts[1])))
        return same if head == "iff" else negation(same)

    def bound(self, head: str, rest: list[Any], names: dict[str, int]) -> Part:
        """Return what a formula with a quantifier says."""
        good = len(rest) == 2 and isinstance(rest[0], list) and rest[0] and all(map(name, rest[0]))
        require(good and len(set(rest[0])) == len(rest[0]), f"{head} needs names and a formula")
        new = {key: next(self.fresh) for key in rest[0]}
        body = self.formula(rest[1], {**names, **new})
        if head == "exists":
            return exists(self.numeration, list(new.values()), body)
        return negation(exists(self.numeration, list(new.values()), negation(body)))

    def atom(self, head: str, terms: list[Any], names: dict[str, int]) -> Part:
        """Return that the terms exist, and what a comparison or a predicate says of them."""
        side: list[Part] = []
        new: list[int] = []
        forms = [self.term(t, names, side, new) for t in terms]
        if head in COMPARISONS:
            require(len(forms) == 2, f"{head} compares two terms")
            s, t = reversed(forms) if head in (">", ">=") else forms
            less = plus(plus(s, t, -1), {0: int(head in ("<", ">"))})
            part = self.at_most(less, equal=head in ("=", "!="))
            side.append(negation(part) if head == "!=" else part)
        else:
            require(head[0:1] == "$" and head[1:] in self.predicates, f"{head!r} is not known")
            arity, part = self.predicates[head[1:]]
            require(arity == len(forms), f"{head} has {arity} arguments")
            arguments = [self.variable(form, side, new) for form in forms]
            side.append(part._replace(tracks=tuple(arguments[i] for i in part.tracks)))
        return exists(self.numeration, new, self.every(*side))

    def variable(self, form: Form, side: list[Part], new: list[int]) -> int:
        """Return a variable that is equal to a form, a new one if need be."""
        read = [v for v, factor in form.items() if factor]
        if len(read) == 1 and read[0] > 0 and form[read[0]] == 1:
            return read[0]
        new.append(next(self.fresh))
        side.append(self.at_most(plus(form, {new[-1]: -1}), equal=True))
        return new[-1]

    def at_most(self, form: Form, *, equal: bool = False) -> Part:
        """Return that a form is at most 0, or that it is 0."""
        small = all(abs(factor) < 2**64 for factor in form.values())
        require(small, "a number is too large", TooLargeError)
        tracks = tuple(v for v, factor in form.items() if v and factor)
        bound = -form.get(0, 0)
        if not tracks:
            return self.formula(bound == 0 if equal else bound >= 0, {})
        factors = tuple(form[v] for v in tracks)
        return Part(linear(self.numeration, factors, bound, equal=equal), tracks)

    def term(self, t: Any, names: dict[str, int], side: list[Part], new: list[int]) -> Form:
        """Return the form that a term is equal to, if ``side`` is true with new variables."""
        if natural(t):
            return {0: t}
        if isinstance(t, str):
            require(t in names, f"the variable {t!r} is not known")
            return {names[t]: 1}
        require(isinstance(t, list) and len(t) == 3 and t[0] in list("+-*/"), f"{t!r} is no term")
        head, s, u = t
        if head == "*":
            require(natural(s), f"{s!r} is no natural number")
            return plus({}, self.term(u, names, side, new), s)
        form = self.term(s, names, side, new)
        if head == "/":
            require(natural(u) and u > 0, f"{u!r} does not divide")
            new.append(next(self.fresh))
            rest = plus(form, {new[-1]: -u})  # 0 <= rest < u
            side += [self.at_most(plus({}, rest, -1)), self.at_most(plus(rest, {0: 1 - u}))]
            return {new[-1]: 1}
        form = plus(form, self.term(u, names, side, new), 1 if head == "+" else -1)
        if head == "-":
            side.append(self.at_most(plus({}, form, -1)))
        return form
