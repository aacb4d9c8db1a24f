"""Functions read from their source: on symbols they give what they give for numbers.

The numbers come from running the functions themselves on integers.
"""

import linecache
import operator
import re
from functools import lru_cache, reduce
from itertools import product
from math import isqrt
from operator import xor
from runpy import run_path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.proving.python_subset import Reader
from research.proving.symbolic_execution import outcomes
from research.proving.symbols import NotOnSymbolsError, Symbol, as_term

pytestmark = pytest.mark.every_python

MOVES = ((1, 0), (0, 1))
LARGEST = 3


def run(function, names=("x", "y")):
    return outcomes(lambda numbers: Reader().call(function, numbers), names)


def value_at(found, names, numbers):
    """What the paths say comes out for these numbers; exactly one of them is taken."""
    from research.logic.decide import decide
    from research.logic.formula import Comparison, Constant, Variable, conjunction, exists

    given = zip(names, numbers, strict=True)
    here = conjunction(*(Comparison("=", Variable(n), Constant(v)) for n, v in given))
    (only,) = [e for e in found if decide(exists(names, conjunction(here, e.when()))).truth]
    if not isinstance(only.value, Symbol):
        return only.value
    is_v = Comparison("=", Variable("v"), as_term(only.value))
    shown = exists(("v", *names), conjunction(here, only.when(is_v)))
    return decide(shown).example["v"]


def larger_first(pair):
    x, y = sorted(pair, reverse=True)
    return x - y


def without_the_last(pair):
    *others, last = (*pair, 1)
    first, *_, more = (last, *others)
    return sum(others) + 2 * first + 3 * more


def steps(pair):
    x, y = pair
    total = 0
    for dx, dy in MOVES:
        if dx <= x and dy <= y:
            total += 1
    return total


def limited(pair):
    return min(pair[0], LARGEST) + max(pair[1] - LARGEST, 0)


FUNCTIONS = [
    lambda p: sum(p) % 3 == 0,
    lambda p: (p[0] - p[1]) % 4,
    lambda p: (p[0] & 5) + (p[1] >> 1),
    lambda p: divmod(p[0], 3)[1] + divmod(p[1], 2)[0],
    lambda p: reduce(xor, p) == 0,
    lambda p: operator.xor(*p) if p[0] in {1, 4} else p[1],
    lambda p: p[0] in (0, 3) or p[1] == p[0] + 1,
    lambda p: all(n % 2 for n in p),
    lambda p: len([n for n in p if n > 1]),
    lambda p: int(p[0] < p[1]) + bool(p[1]),
    lambda p: 2 <= p[0] < 5 and not p[1],
    lambda p: -(-p[0] // 2),
    lambda p: (-p[0]) // 3 + p[0],
    lambda p: p < (2, 1),
    lambda p: (4, 5, 6)[p[0] % 3] + [1, 2][p[1] & 1],
    lambda p: (4, 5, 6, 7, 8)[p[0] % 3 : 3 + p[1] % 2][0],
    larger_first,
    without_the_last,
    steps,
    limited,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=range(len(FUNCTIONS)))
def test_what_comes_out_for_symbols_is_what_comes_out_for_numbers(function):
    found = run(function)
    for numbers in product(range(6), repeat=2):
        assert value_at(found, ("x", "y"), numbers) == function(numbers), numbers


def nested(leaves, templates, most):
    """Texts of which some are put into others; what a template does not use is left out."""
    made = lambda part: st.builds(str.format, st.sampled_from(templates.split("|")), part, part)  # noqa: E731
    return st.recursive(leaves, made, max_leaves=most)


NUMBERS = nested(
    st.sampled_from(["x", "y", "0", "1", "2", "5"]),
    "({} + {})|({} - {})|(3 * {})|(-1 * {})|({} % 2)|({} % 3)|({} % -2)|({} // 2)|({} // -3)|"
    "min({}, {})|abs({})|(abs({}) ^ abs({}))",
    most=5,
)
COMPARED = st.builds(
    "({} {} {})".format, NUMBERS, st.sampled_from(["<", "<=", "==", "!=", ">="]), NUMBERS
)
CONDITIONS = nested(COMPARED, "({} and {})|({} or {})|(not {})|({0} if {1} else {1})", most=3)


@settings(max_examples=60, deadline=None)
@given(text=CONDITIONS)
def test_any_condition_is_its_formula(text):
    source = f"lambda p: [{text} for x, y in [p]][0]"
    linecache.cache[source] = (len(source), None, [source], source)
    function = eval(compile(source, source, "eval"))
    try:
        found = run(function)
    except NotOnSymbolsError as error:
        assert "paths" in str(error) or "comparisons" in str(error)  # noqa: PT017
        return
    for numbers in [(0, 0), (1, 0), (0, 3), (2, 5), (7, 4), (13, 6)]:
        assert value_at(found, ("x", "y"), numbers) == function(numbers), numbers


calls = []

REFUSED = {
    "remembers": lambda p: calls.append(p) or len(calls) < 5,
    "is kept": lru_cache(lambda p: p[0] > 1),
    "root": lambda p: isqrt(p[0]),
    "hash": lambda p: p[0] in {p[1]: 0},
    "float": lambda p: p[0] < 2.5,
    "product": lambda p: p[0] * p[1] > 3,
    "index": lambda p: (4, 5, 6)[p[0]] == 5,
    "range": lambda p: sum(range(p[0])) > 3,
    "raises": lambda p: 1 // 0 if p[0] > 100 else True,
}


@pytest.mark.parametrize("function", REFUSED.values(), ids=REFUSED)
def test_what_has_no_formula_is_refused(function):
    with pytest.raises(NotOnSymbolsError):
        run(function)


FILE = """
SEEN = [1]

def loops(p):
    total = 0
    while total < p[0]:
        total += 1
    return total

def writes(p):
    return f"{p[0]}" == "1"

def sees(p):
    return p[0] in SEEN

def note(n):
    global SEEN
    SEEN = [n]
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("loops", "rules.py, line 8: total is kept from turn to turn of a loop of unknown length"),
        ("writes", "rules.py, line 11: an f-string is not read"),
        ("sees", "rules.py, line 14: SEEN is changed in line 17"),
    ],
)
def test_what_is_not_read_is_named_with_its_file_and_line(tmp_path, name, said):
    (tmp_path / "rules.py").write_text(FILE)
    function = run_path(str(tmp_path / "rules.py"))[name]
    with pytest.raises(NotOnSymbolsError, match=re.escape(said)):
        run(function)


def ends_in_zeros_of_base(base):
    def ends(position):
        number, zeros = position[0], 0
        for _ in range(60):
            if number and number % base == 0:
                number, zeros = number // base, zeros + 1
        return zeros % 2 == 1

    return ends


@pytest.mark.parametrize("base", [2, 3, 10])
def test_a_loop_that_divides_is_given_up_at_a_turn_that_the_machine_does_not_choose(base):
    with pytest.raises(NotOnSymbolsError, match=r"more than (24|5000) "):
        run(ends_in_zeros_of_base(base))
