"""Deciding formulas: compared with their meaning for small numbers, in several numerations."""

from itertools import product
from operator import add, eq, floordiv, ge, gt, le, lt, mul, ne, sub

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from checker import machines
from checker.formulas import Formulas
from checker.machines import Numeration, WrongError, difference

NUMERATIONS = [[2], [3], [1, 1], [1, 1, 1], [2, 1]]
COMPARE = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
COMPUTE = {"+": add, "-": sub, "*": mul, "/": floordiv}
CONNECT = {"and": min, "or": max, "implies": le, "iff": eq, "xor": ne}
SEEN = range(60)  # of a quantified number
SMALL = list(product(range(10), repeat=2))


def node(heads, *parts):
    return st.tuples(st.sampled_from(sorted(heads)), *parts).map(list)


def quantified(f):
    some, every = ["and", ["<", "y", 60], f], ["implies", ["<", "y", 60], f]
    return st.sampled_from([["exists", ["y"], some], ["forall", ["y"], every]])


terms = st.recursive(
    st.sampled_from(["x", "y"]) | st.integers(0, 5),
    lambda t: node("+-", t, t) | node("*", st.integers(0, 3), t) | node("/", t, st.integers(1, 3)),
    max_leaves=4,
)
comparisons = node(COMPARE, terms, terms)
atoms = comparisons | comparisons.flatmap(quantified)
formulas = st.recursive(atoms, lambda f: node(["not"], f) | node(CONNECT, f, f), max_leaves=4)


def value(t, at):
    """Return the value of a term, or None if it does not exist."""
    if not isinstance(t, list):
        return at[t] if isinstance(t, str) else t
    left, right = value(t[1], at), value(t[2], at)
    if left is None or right is None or (t[0] == "-" and left < right):
        return None
    return COMPUTE[t[0]](left, right)


def true(f, at):
    """Return whether a formula is true, by its meaning."""
    head, *rest = f
    if head in COMPARE:
        left, right = value(rest[0], at), value(rest[1], at)
        return left is not None and right is not None and COMPARE[head](left, right)
    if head in ("exists", "forall"):
        values = (true(rest[1], {**at, "y": n}) for n in SEEN)
        return any(values) if head == "exists" else all(values)
    parts = [true(g, at) for g in rest]
    return not parts[0] if head == "not" else CONNECT[head](*parts)


def word(numeration, number):
    """Return 8 digits, found greedily, the least first."""
    digits = []
    for weight in reversed(numeration.weights(8)):
        digits.append(number // weight)
        number -= digits[-1] * weight
    return digits[::-1]


def says(numeration, part, numbers):
    """Return what a machine says of numbers."""
    letters = list(zip(*[word(numeration, n) for n in numbers], strict=True))
    q = part.machine.start
    for letter in letters if numeration.least_first else letters[::-1]:
        q = part.machine.step(q, tuple(letter[i] for i in part.tracks))
    return part.true(q)


@pytest.mark.parametrize("t", NUMERATIONS, ids=str)
def test_a_machine_says_of_small_numbers_what_the_formula_means(t, monkeypatch):
    monkeypatch.setattr(machines, "STEPS", 40_000)

    @settings(max_examples=25, deadline=None, derandomize=True)
    @given(formulas)
    def compared(formula):
        numeration = Numeration(t)
        decided = Formulas(numeration)
        part = decided.closed(["x", "y"], formula)
        try:
            said = {at: says(numeration, part, at) for at in SMALL}
            found = difference(numeration, part, decided.every())
        except WrongError:
            reject()  # too many steps
        assert said == {(x, y): true(formula, {"x": x, "y": y}) for x, y in SMALL}
        if found is None:
            assert all(said.values())
        else:
            assert not true(formula, {"x": found.get(0, 0), "y": found.get(1, 0)})

    compared()


KNOWN = {  # of the numbers, and of their digits, the least first
    "power": lambda n, x: sorted(x)[-2:] == [0, 1],
    "even_zeros": lambda n, x: all(d == 0 for d in x) or [d > 0 for d in x].index(True) % 2 == 0,
    "shifted": lambda n, m, x, y: [0, *x] == [*y, 0],
    "last_place": lambda n, m, x, y: (
        n and sum(y) == 1 and x[y.index(1)] and not any(x[: y.index(1)])
    ),
    "nimsum": lambda n, m, k, *_: n ^ m == k,
    "power_of_two": lambda n, _: n.bit_count() == 1,
    "T@0": lambda n, _: n.bit_count() % 2 == 0,
    "T@1": lambda n, _: n.bit_count() % 2 == 1,
}


@pytest.mark.parametrize("t", [*NUMERATIONS, [4], [8], [1, 0, 1]], ids=str)
def test_each_known_predicate_is_what_its_words_say(t):
    numeration = Numeration(t)
    known = Formulas(numeration).predicates
    assert list(known) == list(KNOWN)[: 8 if t in ([2], [4], [8]) else 4]
    for name, (arity, part) in known.items():
        for numbers in product(range(30 if arity < 3 else 12), repeat=arity):
            meant = KNOWN[name](*numbers, *[word(numeration, n) for n in numbers])
            assert says(numeration, part, numbers) == bool(meant), (name, numbers)


def test_a_false_sentence_gets_its_counterexample():
    with pytest.raises(WrongError, match="a bound; x = 7, y = 0"):
        Formulas(Numeration([1, 1])).holds(
            ["x", "y"], ["or", [">", "y", 0], ["!=", "x", 7]], "a bound"
        )


QUANTIFIED = [["exists", [], True], ["exists", ["n", "n"], True], ["forall", ["n"]]]
TERMS = ["z", True, 1.0, -1, ["/", "x", 0], ["*", "x", "x"], 2**70, ["+", "x"], []]
OTHERS = [["$unknown", "x"], ["$power", "x", "x"], ["xor", True], ["not"], [], None, 1]


@pytest.mark.parametrize("f", [*QUANTIFIED, *OTHERS, *[["=", "x", t] for t in TERMS]], ids=str)
def test_what_is_no_formula_is_refused(f):
    with pytest.raises(WrongError):
        Formulas(Numeration([2])).closed(["x"], f)


@pytest.mark.parametrize("t", [[], [0], [1], [1, 0], [0, 1], [1, 2], [2, 1, 3], [1, 0, 1, 1]])
def test_what_is_no_numeration_is_refused(t):
    with pytest.raises(WrongError):
        Numeration(t)
