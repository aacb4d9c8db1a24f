"""Formulas and automata of a proof file, as texts for Rocq.

A formula is printed twice in the same words: in the notations of ``checker/rocq/Terms.v``, about
variables, and *plain*, as a proposition about natural numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from checker.formulas import known
from checker.machines import Machine, Numeration
from checker.rocq import NotCovered

AND, OR = " /\\ ", " \\/ "
SIGNS = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": "<", ">=": "<="}
WORDS = (  # of Rocq, and of the text
    "as at by cofix else end exists exists2 fix for forall fun if in let match mod of return"
    " rules struct then using where with P Type Set Prop SProp"
)

MOST_ADDED = 8  # numbers of which a formula says that they exist


def identifier(name: str) -> str:
    """Return a name as Rocq can read it."""
    name = re.sub(r"[^A-Za-z0-9_']", "_", name)
    return name + "_" if name in WORDS.split() else re.sub("^(?=[^A-Za-z])", "x", name)


def lets(names: Iterable[str]) -> str:
    """Return the line that gives the numbers of a vector their names."""
    return "".join(f"let {name} := {i}%nat in " for i, name in enumerate(names)).rstrip()


class Automata:
    """The automata that a text needs, in their order."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.numeration = Numeration(record["numeration"])
        self.base = self.numeration.base
        self.definitions = {one["name"]: one for one in record["definitions"]}
        self.numbers: dict[str, int] = {}
        self.texts: list[str] = []

    def add(self, name: str, rows: list[list[int]], accepting: list[int], what: str) -> None:
        """Number an automaton."""
        self.numbers[name] = len(self.numbers)
        text = ";\n   ".join(f"[{'; '.join(map(str, row))}]" for row in rows)
        ends = "; ".join(map(str, accepting))
        self.texts.append(f"(* {what} *)\nDefinition {name} := table\n  [{text}]\n  [{ends}].\n")

    def predicate(self, name: str) -> tuple[str, list[int]]:
        """Return an automaton's name, and the places of its tracks among the parameters."""
        own = identifier(f"is_{name}")
        if name in self.definitions:
            given = self.definitions[name]
            automaton, tracks = given["automaton"], given["automaton"]["tracks"]
            if own not in self.numbers:
                what = f"{name} of {', '.join(tracks)}"
                self.add(own, automaton["rows"], automaton["accepting"], what)
            return own, [given["parameters"].index(track) for track in tracks]
        arity = known(self.numeration)[name][0]
        if name == "nimsum" and self.base == 2:  # its meaning is proved
            own = "nimsum"
            self.numbers.setdefault(own, len(self.numbers))
        elif own not in self.numbers:
            self.add(own, *self.made(name), f"${name}, as docs/proof-files.md has it")
        return own, list(range(arity))

    def made(self, name: str) -> tuple[list[list[int]], list[int]]:
        """Return the rows and the accepting states of a predicate that needs no definition."""
        arity, move, ends = known(self.numeration)[name]
        machine = Machine(self.numeration, 0, lambda q, x: move(q, *x), ends.__contains__)
        letters = digits(self.base, arity)
        states, rows = [machine.start], []
        for q in states:
            after = [machine.step(q, tuple(letter)) for letter in letters]
            states.extend(r for r in dict.fromkeys(after) if r not in states)
            rows.append([states.index(r) for r in after])
        return rows, [
            i for i, q in enumerate(states) if q == 1 or (q > 1 and machine.ends(machine.states[q]))
        ]


def digits(base: int, count: int) -> list[list[int]]:
    """Return the letters in their order."""
    return [[i // base**j % base for j in range(count)] for i in range(base**count)]


class Vector:
    """Named numbers. If not ``fixed``, numbers are added of which a formula says that they exist.

    What they are, where they are the values of terms, is in ``side``.
    """

    def __init__(
        self, automata: Automata, names: list[str], *, plain: bool = False, fixed: bool = False
    ) -> None:
        self.automata, self.plain, self.fixed = automata, plain, fixed
        self.names: list[str] = []
        self.env = {name: self.new(identifier(name)) for name in names}
        self.given = len(names)
        self.side: list[str] = []
        self.values: dict[str, str] = {}
        self.quantified: list[str] = []
        self.used: set[str] = set()  # the quantified numbers that must not be used again

    def fresh(self, name: str) -> str:
        """Add a number."""
        if self.fixed:
            raise NotCovered("a quantifier, quotient or predicate of terms in a domain or in won")
        if len(self.names) == self.given + MOST_ADDED:
            raise NotCovered(f"more than {MOST_ADDED} numbers exist, which takes Rocq too long")
        return self.new(name)

    def new(self, name: str) -> str:
        """Give a number a name that is not taken."""
        while name in self.names:
            name += "'"
        self.names.append(name)
        return name

    def bound(self, name: str, f: Any, env: Mapping[str, str]) -> str:
        """Return a number of which a quantifier speaks, if possible one of another case."""
        parts = f[1:] if isinstance(f, list) and f[0] == "and" else []
        for t in [g[2] for g in parts if isinstance(g, list) and g[:2] == ["=", name]]:
            if isinstance(t, list) and t[0] == "/" and isinstance(t[1], str) and t[1] in env:
                return self.term(t, env, [])  # it must be this quotient
        for old in self.quantified:
            if old not in self.used:
                break
        else:
            old = self.fresh(identifier(name))
            self.quantified.append(old)
        self.used = self.used | {old}
        return old

    def added(self, name: str, meaning: str, there: list[str]) -> str:
        """Return the name of a number with this meaning, or 0 if its differences do not exist."""
        if meaning not in self.values:
            name = self.values[meaning] = self.fresh(name)
            text = meaning.replace("?", name)
            if there:
                text = f"{AND.join([*there, text])}{OR}~ ({AND.join(there)}){AND}{name} = 0"
            self.side.append(f"({text})")
        return self.values[meaning]

    def term(self, t: Any, env: Mapping[str, str], there: list[str]) -> str:
        """Return a term. What says that its differences exist is added to ``there``."""
        if not isinstance(t, list):
            return env[t] if isinstance(t, str) else str(t)
        head, s, u = t
        if head == "*":
            return f"({s} * {self.term(u, env, there)})"
        if head == "/":
            own: list[str] = []
            text = self.term(s, env, own)
            there += own
            return self.added("q", f"{u} * ? <= {text}{AND}{text} < {u} * ? + {u}", own)
        left, right = self.term(s, env, there), self.term(u, env, there)
        if head == "-":
            there.append(f"({right} <= {left})")
        return f"({left} {head} {right})"

    def argument(self, t: Any, env: Mapping[str, str], there: list[str]) -> str:
        """Return a variable that is equal to a term."""
        own: list[str] = []
        text = self.term(t, env, own)
        there += own
        return text if isinstance(t, str) else self.added("t", f"? = {text}", own)

    def formula(self, f: Any, env: Mapping[str, str], *, positive: bool = True) -> str:
        """Return a formula. Numbers exist, if it is ``positive`` that it is true."""
        if isinstance(f, bool):
            return str(f) if self.plain else f"Const {str(f).lower()}"
        head, *rest = f
        if head == "implies":
            f = ["or", ["not", rest[0]], rest[1]]
        elif head == "iff":
            f = ["and", ["implies", *rest], ["implies", *rest[::-1]]]
        elif head == "xor":
            f = ["not", ["iff", *rest]]
        elif head in ("and", "or"):
            parts = self.parts(rest, env, positive=positive, cases=(head == "or") == positive)
            return (AND if head == "and" else OR).join(parts)
        elif head == "not":
            return f"~ ({self.formula(rest[0], env, positive=not positive)})"
        elif head in ("exists", "forall"):
            if positive != (head == "exists"):
                raise NotCovered("a formula that speaks of all numbers")
            env = {**env, **{name: self.bound(name, rest[1], env) for name in rest[0]}}
            f = rest[1]
        else:
            return self.atom(head, rest, env)
        return self.formula(f, env, positive=positive)

    def parts(
        self, formulas: list[Any], env: Mapping[str, str], *, positive: bool, cases: bool
    ) -> list[str]:
        """Return formulas. If one is enough, they are ``cases`` and share numbers."""
        before, seen, texts = self.used, self.used, []
        for f in formulas:
            if cases:
                self.used = before
            texts.append(f"({self.formula(f, env, positive=positive)})")
            seen = seen | self.used
        self.used = seen
        return texts

    def atom(self, head: str, terms: list[Any], env: Mapping[str, str]) -> str:
        """Return a comparison or a predicate."""
        there: list[str] = []
        if head in SIGNS:
            before = len(self.side)
            s, t = (self.term(t, env, there) for t in terms)
            text = f"{t} {SIGNS[head]} {s}" if head in (">", ">=") else f"{s} {SIGNS[head]} {t}"
            if not self.plain and len(self.side) == before:
                return text  # in Rocq, too, it says that the differences exist
            return AND.join([*there, text])
        given = self.automata.definitions.get(head[1:])
        arguments = [self.argument(t, env, there) for t in terms]
        if given is not None and "automaton" not in given:
            inner = dict(zip(given["parameters"], arguments, strict=True))
            return AND.join([*there, f"({self.formula(given['formula'], inner)})"])
        name, places = self.automata.predicate(head[1:])
        tracks = [arguments[place] for place in places]
        number, listed = self.automata.numbers[name], "; ".join(tracks)
        text = f"Accept {number} 0 [{listed}]"
        if self.plain:
            text = f"accepted {self.automata.base} {name} 0 [{listed}]"
            if name == "nimsum":
                text = f"{tracks[2]} = N.lxor {tracks[0]} {tracks[1]}"
        return AND.join([*there, text])

    def said(self, parts: list[str], count: int) -> str:
        """Return that numbers after the first exist with which the parts are true."""
        text, added = AND.join([*self.side, *parts]), " ".join(self.names[count:])
        if not self.plain:
            return f"{lets(self.names)}\n    ({text})%form"
        return f"exists {added} : N, {text}" if added else text


def stated(automata: Automata, names: list[str], f: Any) -> dict[str, Any]:
    """Return a formula for Rocq, as a plain proposition, and how many numbers it adds."""
    deep, plain = Vector(automata, names), Vector(automata, names, plain=True)
    texts = [v.said([f"({v.formula(f, v.env)})"], len(names)) for v in (deep, plain)]
    return {"deep": texts[0], "plain": texts[1], "more": len(deep.names) - len(names)}
