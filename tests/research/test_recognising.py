"""Criteria are said as a person would, and only where the automaton is what is said."""

from collections.abc import Callable

import numpy as np
import pytest

from research.conjectures.atoms import atoms
from research.conjectures.fitting import separating
from research.conjectures.recognising import recognised
from research.logic.automaton import Automaton
from research.logic.decide import evaluate
from research.logic.digits import columns_divisible_by, one_more_zero
from research.logic.evaluator import Evaluator
from research.logic.formula import parse
from research.logic.numeration import system
from research.logic.synthesis import accepted

SIDES = {1: 300, 2: 60, 3: 24, 4: 8}

WYTHOFF = "with x <= y in ascending order, is (floor(n alpha), floor(n alpha) + n)"


def said(automaton: Automaton, names: str, numeration: str) -> str:
    table = accepted(automaton, list(names), numeration, (SIDES[len(names)],) * len(names))
    found = recognised(automaton, list(names), numeration, table.astype(np.int8))
    if found is not None and found.formula:
        formula = parse(found.formula).formula
        assert Evaluator(numeration).over(formula, list(names)) == automaton
    return "" if found is None else found.words


@pytest.mark.parametrize(
    ("formula", "names", "numeration", "words"),
    [
        ("Ek x = 7*k | x = 7*k + 2", "x", "msd_2", "x mod 7 is 0 or 2"),
        ("x = 1 | x = 5", "x", "lsd_2", "x is 1 or 5"),
        ("x = 1 | x >= 5", "x", "lsd_2", "x is 1, or x >= 5"),
        ("Ek $power_of_two(k) & x + 1 = k", "x", "lsd_2", "x + 1 is a power of 2"),
        ("Ek $power(k) & 2*x + 1 = k", "x", "lsd_3", "2*x + 1 is a power of 3"),
        ("$even_zeros(x+1)", "x", "lsd_2", "x + 1 ends in an even number of zeros in base 2"),
        ("(Ej x = 2*j) & (Ek y = 2*k)", "xy", "lsd_2", "x and y are even"),
        ("x = y | x + 1 = y | x = y + 1", "xy", "lsd_fib", "|x - y| <= 1"),
        ("x - 3*(x/3) = y - 4*(y/4)", "xy", "msd_2", "x mod 3 = y mod 4"),
        (
            "(Ej,k x = 3*j & y = 4*k) | (Ej,k x = 3*j + 1 & (y = 4*k + 3 | y = 4*k + 2))",
            "xy",
            "lsd_2",
            "(x mod 3, y mod 4) is (0, 0), (1, 2) or (1, 3)",
        ),
        (
            "~(Ek $last_place(x,k) & k <= y)",
            "xy",
            "lsd_fib",
            "x = 0 or y is less than the least part of x in Zeckendorf's numeration",
        ),
        ("$nimsum(x+1,y+1,z+1)", "xyz", "lsd_2", "the nim sum of x + 1, y + 1, z + 1 is 0"),
        (
            "(x = y & z < x) | (x = z & y < x) | (y = z & x < y)",
            "xyz",
            "lsd_2",
            "the largest of x, y, z occurs an even number of times",
        ),
        ("x = 2*y", "xy", "lsd_2", "x = 2*y"),
        ("Ek y < 3 & x = 3*k + y", "xy", "lsd_2", "y = x mod 3"),
        ("x = y & x != 3", "xy", "lsd_2", "x = y, with the exception of (3, 3)"),
    ],
)
def test_a_set_is_said_in_its_plainest_words(
    formula: str, names: str, numeration: str, words: str
) -> None:
    assert said(evaluate(formula, numeration), names, numeration) == words


def test_nothing_is_said_of_coordinates_with_a_name_that_formulas_bind() -> None:
    assert said(evaluate("(Ei k = 2*i) & (Ej x = 2*j)", "lsd_2"), "kx", "lsd_2") == ""


def test_digit_sums_are_said_as_moore_does() -> None:
    expected = "in base 2 the sum of the digits at each place is divisible by 3"
    assert said(columns_divisible_by(3, "abcd"), "abcd", "lsd_2") == expected


def wythoff(change: str = "") -> Automaton:
    """Return the pairs of Wythoff's game in both orders, or what is made of them."""
    pairs = {"W": one_more_zero("x", "y")}
    return evaluate(f"($W(x,y) | $W(y,x)){change}", "lsd_fib", pairs)


def test_pairs_are_said_by_the_golden_ratio() -> None:
    assert WYTHOFF in said(wythoff(), "xy", "lsd_fib")
    assert said(wythoff(" & ~(x = 1 & y = 2) & ~(x = 2 & y = 1)"), "xy", "lsd_fib").endswith(
        "with the exception of (1, 2)"
    )


@pytest.mark.parametrize(
    "change",
    [" | (x = 100 & y = 200) | (x = 200 & y = 100)", " | (x = 100 & y = 200)", " & x + y < 300"],
)
def test_what_differs_beyond_the_values_seen_is_not_said(change: str) -> None:
    assert said(wythoff(change), "xy", "lsd_fib") == ""


def test_pairs_of_other_steps_are_complementary() -> None:
    pairs = evaluate("$even_zeros(x) & $shifted(x,y)", "lsd_rec22")
    expected = "is (a(n), 2 a(n) + n) for some n, where a(n) is the least number in none of the"
    assert expected in said(pairs, "xy", "lsd_rec22")


@pytest.mark.parametrize("names", ["x", "xy", "xyz"])
@pytest.mark.parametrize("numeration", ["lsd_2", "msd_3", "lsd_fib"])
def test_an_atom_holds_where_its_formula_does(names: str, numeration: str) -> None:
    side = {1: 40, 2: 12, 3: 6}[len(names)]
    box = np.argwhere(np.ones((side,) * len(names)))
    evaluator = Evaluator(numeration)
    made = list(atoms(list(names), list(box.T), numeration))
    for atom, holds in made[:: 1 + len(made) // 60]:
        automaton = evaluator.over(parse(atom.formula).formula, list(names))
        known = accepted(automaton, list(names), numeration, (side,) * len(names))
        assert (known.ravel() == holds).all(), atom


@pytest.mark.parametrize(
    ("member", "words"),
    [
        (
            lambda x, y, z: (z <= 1 and (x + y + z) % 2) or (z >= 2 and x ^ y ^ z == 0),
            "z = 1 and x = y, or the nim sum of x, y, z is 0 and z >= 2",
        ),
        (lambda x, y, z: y == z, "y = z"),
    ],
)
def test_cases_are_said_only_where_no_conjunction_fits(
    member: Callable[..., bool], words: str
) -> None:
    box = np.argwhere(np.ones((9, 9, 9)))
    members = np.array([bool(member(*sorted(vector))) for vector in box.tolist()])
    first = next(separating(["x", "y", "z"], box, members))
    assert first.words == f"with x <= y <= z in ascending order: {words}"


def test_digits_named_in_formulas_are_those_of_the_words() -> None:
    for name in ("lsd_2", "msd_2", "lsd_fib", "msd_rec21", "msd_3", "lsd_rec32"):
        numeration, evaluator = system(name), Evaluator(name)
        for x in range(40):
            word = numeration.word(x)
            zeros = len(word) - len("".join(map(str, word)).rstrip("0"))
            even = evaluator.automaton(parse("$even_zeros(x)").formula)
            assert numeration.accepts(even, {"x": x}) == (zeros % 2 == 0)
            for formula, y in (
                ("$shifted(x,y)", numeration.value([*word, 0])),
                ("$last_place(x,y)", numeration.value([1, *[0] * zeros]) if x else None),
            ):
                automaton = evaluator.automaton(parse(formula).formula)
                known = [numeration.accepts(automaton, {"x": x, "y": n}) for n in range(150)]
                assert known == [n == y for n in range(150)]
