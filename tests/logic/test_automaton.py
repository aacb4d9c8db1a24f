"""The operations on automata against their definitions, on random small automata."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.logic.automaton import Automaton, Connective
from research.logic.decide import evaluate, smallest_words
from research.logic.errors import (
    AutomataError,
    StateLimitError,
)
from research.logic.numeration import system
from research.logic.positional import linear_constraint
from research.logic.transitions import alphabet_size

BOUND = 16


@st.composite
def automata(draw, tracks=("x", "y"), digits=2, order=None):
    """A saturated relation: a random table whose acceptance is closed under padding."""
    order = order or draw(st.sampled_from(["lsd", "msd"]))
    states, letters = draw(st.integers(1, 4)), digits ** len(tracks)
    row = st.lists(st.integers(0, states - 1), min_size=letters, max_size=letters)
    table = draw(st.lists(row, min_size=states, max_size=states))
    accepting = draw(st.lists(st.booleans(), min_size=states, max_size=states))
    if order == "msd":
        table[0][0] = 0
    else:
        for state in range(states):  # follow the zeros until they repeat
            path = [state]
            while table[path[-1]][0] not in path:
                path.append(table[path[-1]][0])
            for inner in path:
                table[inner][0] = inner if inner == path[-1] else table[inner][0]
            for inner in reversed(path[:-1]):
                accepting[inner] = accepting[table[inner][0]]
    return Automaton.build(digits, order, list(tracks), table, accepting)


def relation(automaton, bound=BOUND):
    names = automaton.tracks
    return {
        values
        for values in itertools.product(range(bound), repeat=len(names))
        if automaton.accepts(**dict(zip(names, values, strict=True)))
    }


@given(automata(order="lsd"), automata(tracks=("y", "z"), order="lsd"), st.sampled_from(Connective))
@settings(deadline=None)
def test_products_are_the_connectives(first, second, connective):
    combined = first.combined(second, connective)
    for x, y, z in itertools.product(range(5), repeat=3):
        left, right = first.accepts(x=x, y=y), second.accepts(y=y, z=z)
        assert combined.accepts(x=x, y=y, z=z) == bool(connective.value[2 * left + right])


@given(automata())
@settings(deadline=None)
def test_complement_and_mirror_image(automaton):
    everything = set(itertools.product(range(BOUND), repeat=2))
    assert relation(~automaton) == everything - relation(automaton)
    assert relation(automaton.mirrored()) == relation(automaton)
    assert automaton.mirrored().mirrored() == automaton


@given(automata())
@settings(deadline=None)
def test_projection_finds_values_of_any_length(automaton):
    projected = automaton.projected(["y"])
    # A word of y needs at most as many places beyond x's as there are states.
    bound = BOUND * 2**automaton.states
    for x in range(BOUND):
        expected = any(automaton.accepts(x=x, y=y) for y in range(bound))
        assert projected.accepts(x=x) == expected


@given(automata(), automata())
@settings(deadline=None)
def test_equal_relations_are_equal_automata(first, second):
    if first.order == second.order:
        difference = first.combined(second, Connective.XOR)
        assert (first == second) == difference.is_empty()
    assert (first & ~first).is_empty()
    assert (~(first | ~first)).is_empty()


@given(automata(tracks=("a", "b", "c")))
@settings(deadline=None)
def test_tracks_can_be_permuted_and_identified(automaton):
    turned = automaton.renamed({"a": "c", "b": "a", "c": "b"})
    doubled = automaton.renamed({"b": "a"})
    for a, b, c in itertools.product(range(4), repeat=3):
        assert turned.accepts(c=a, a=b, b=c) == automaton.accepts(a=a, b=b, c=c)
    for a, c in itertools.product(range(4), repeat=2):
        assert doubled.accepts(a=a, c=c) == automaton.accepts(a=a, b=a, c=c)
    assert automaton.widened(["d"]).accepts(a=1, b=2, c=3, d=9) == automaton.accepts(a=1, b=2, c=3)


@given(automata(), st.sampled_from([("x", "y"), ("y", "x")]))
@settings(deadline=None, max_examples=200)
def test_the_smallest_tuple_is_the_smallest(automaton, order):
    found = smallest_words(automaton, order)
    pairs = relation(automaton)
    if found is None:
        assert not pairs
        return
    value = system(f"{automaton.order}_2").value
    smallest = tuple(value(found[name]) for name in order)
    if not pairs:
        assert max(smallest) >= BOUND
        return
    places = [("x", "y").index(name) for name in order]
    keyed = [tuple(pair[place] for place in places) for pair in pairs]
    assert smallest == min(keyed, key=lambda pair: (max(n.bit_length() for n in pair), pair))


def test_limits_and_mixtures_are_refused_by_name():
    wide, prime = evaluate("Ek x = 97*k", "lsd_2"), evaluate("Ek y = 89*k", "lsd_2")
    with pytest.raises(StateLimitError, match="more than 1000 states"):
        wide.combined(prime, Connective.AND, limit=1000)
    assert (wide & prime).states == 97 * 89
    with pytest.raises(AutomataError):
        _ = wide & prime.mirrored()
    with pytest.raises(AutomataError, match=r"10\^7"):
        alphabet_size(10, 7)
    with pytest.raises(AutomataError, match="distinct"):
        Automaton.build(2, "lsd", ["x", "x"], [[0] * 4], [True])
    with pytest.raises(AutomataError, match="not there"):
        Automaton.build(2, "lsd", ["x"], [[0, 7]], [True])
    with pytest.raises(AutomataError, match="letters"):
        Automaton.build(2, "lsd", ["x"], [[0, 0, 0]], [True])


def test_minimisation_merges_what_cannot_be_told_apart():
    # A counter modulo 12 that accepts multiples of 4 is a counter modulo 4.
    table = [[(2 * state + digit) % 12 for digit in (0, 1)] for state in range(12)]
    automaton = Automaton.build(2, "msd", ["x"], table, np.arange(12) % 4 == 0)
    assert automaton == evaluate("Ek x = 4*k", "msd_2")
    assert automaton.states == 3  # the last two digits decide: 00, .0 and .1


def made_again(automaton):
    """Apply the operations that an automaton says it was made by, from the constraints on."""
    made = automaton.made_from
    if made is None:
        return automaton
    operands = [made_again(each) for each in made.operands]
    if made.operation == "constraint":
        coefficients, constant, comparison = made.given
        named = dict(zip(automaton.tracks, coefficients, strict=True))
        return linear_constraint(system("lsd_2"), named, constant, comparison)
    if made.operation == "combined":
        return operands[0].combined(operands[1], made.given)
    if made.operation == "projected":
        return operands[0].projected(made.given)
    if made.operation == "renamed":
        target, tracks = made.given
        names = dict(zip(operands[0].tracks, target, strict=True))
        return operands[0].renamed(names).widened(tracks)
    return ~operands[0] if made.operation == "negated" else operands[0].mirrored()


def test_an_automaton_says_how_it_was_made_down_to_its_constraints():
    found = evaluate("Ay x != 3*y & ((Ez z < y & x = y + z) => x > 5)", "lsd_2")
    seen, waiting = set(), [found]
    while waiting:
        made = waiting.pop().made_from
        seen.add(made and made.operation)
        waiting.extend(made.operands if made else ())
    assert {"combined", "projected", "negated", "renamed", "constraint"} <= seen
    assert made_again(found) == found
