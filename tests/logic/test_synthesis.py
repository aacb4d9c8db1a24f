"""Candidates from finitely many values: found where there is one, refused where there is none."""

from __future__ import annotations

from math import isqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.logic.decide import evaluate
from research.logic.errors import AutomataError
from research.logic.numeration import system
from research.logic.synthesis import UNKNOWN, synthesised


@pytest.mark.expensive
@given(
    st.sampled_from(["lsd_2", "msd_2", "lsd_3", "msd_10", "lsd_fib", "msd_fib"]),
    st.integers(1, 6),
    st.sets(st.integers(0, 5)),
)
@settings(deadline=None)
def test_periodic_sets_are_found_exactly(name, period, rests):
    if name.endswith("fib"):
        period = (period + 1) // 2  # modulo 6 a Zeckendorf automaton has hundreds of states
    bound = 30_000 if name == "msd_10" else 3000  # each digit read costs a factor of the base
    data = [n % period in rests for n in range(bound)]
    found = synthesised(data, name)
    cases = [f"(Ek x = {period}*k + {r})" for r in rests if r < period]
    exact = evaluate(" | ".join(cases) or "x < x", name)
    exact = exact.widened(["x"])
    assert found.automaton == exact & system(name).valid(["x"])
    assert (found.values, found.system) == (bound, name)


def test_relations_on_pairs_are_found_exactly():
    data = np.array([[x ^ y < 4 and x <= y for y in range(64)] for x in range(64)])
    found = synthesised(data, "lsd_2", ["x", "y"])
    exact = evaluate("x <= y & (Ez $nimsum(x,y,z) & z < 4)", "lsd_2")
    assert found.automaton == exact
    # Axes keep their names, and may have different lengths.
    turned = synthesised(data.T[:, :40], "lsd_2", ["y", "x"])
    assert turned.automaton == exact


def test_the_lower_wythoff_sequence_needs_zeckendorf():
    """floor(n phi), n >= 1: the words that end in an even number of zeros."""
    lower = {(n + isqrt(5 * n * n)) // 2 for n in range(1, 3000)}
    data = [n in lower for n in range(3000)]
    found = synthesised(data, "msd_fib")
    assert found.automaton.states <= 5
    far = 10**30
    beatty = (far + isqrt(5 * far * far)) // 2
    assert system("msd_fib").accepts(found.automaton, {"x": beatty})
    assert synthesised(data, "lsd_2") is None


def test_squares_and_primes_have_no_candidate():
    squares = [isqrt(n) ** 2 == n for n in range(4096)]
    primes = [n > 1 and all(n % d for d in range(2, isqrt(n) + 1)) for n in range(4096)]
    for data in (squares, primes):
        for name in ("lsd_2", "msd_3", "lsd_fib"):
            assert synthesised(data, name) is None


def test_a_candidate_agrees_with_all_its_data():
    data = [n % 7 == 3 for n in range(1000)]
    data[997] = not data[997]
    found = synthesised(data, "lsd_2")
    assert found is None or all(found.automaton.accepts(x=n) == d for n, d in enumerate(data))


def test_shapes_must_fit():
    with pytest.raises(AutomataError, match="2 axes for 1 variables"):
        synthesised(np.zeros((4, 4), bool))


@pytest.mark.parametrize("name", ["lsd_2", "msd_2", "lsd_fib", "msd_fib", "lsd_rec21", "msd_rec21"])
def test_values_that_are_unknown_may_be_either(name):
    whole = np.array([n % 2 == 1 for n in range(4000)], np.int8)
    some = whole.copy()
    some[5::7] = UNKNOWN
    found = synthesised(some, name)
    assert found.automaton == evaluate("Ek x = 2*k + 1", name)
    assert found.values == int((some != UNKNOWN).sum())
    some[4] = 1 - some[4]  # what is known is not
    changed = synthesised(some, name)
    assert changed is None or system(name).accepts(changed.automaton, {"x": 4}) != whole[4]


def test_some_sets_are_small_the_greatest_digit_first():
    """y is a third of x, rounded down: what is left of x has three values."""
    data = np.array([[x // 3 == y for y in range(60)] for x in range(180)])
    greatest = synthesised(data, "msd_2", ["x", "y"])
    assert greatest.automaton == evaluate("y = x/3", "msd_2")
    assert greatest.automaton.states < synthesised(data, "lsd_2", ["x", "y"]).automaton.states


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("lsd_fib", "11"), ("msd_fib", "11"), ("lsd_rec22", "22"), ("msd_trib", "111")],
)
def test_words_that_represent_no_number_are_never_members(name, wrong):
    numeration = system(name)
    found = synthesised(np.ones(2000, np.int8), name)
    assert found.automaton == numeration.valid(["x"])
    assert found.automaton.reads({"x": [int(digit) for digit in wrong[1:]]})
    assert not found.automaton.reads({"x": [int(digit) for digit in wrong]})
