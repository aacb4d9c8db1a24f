"""Features of positions that are no vectors: they tell P-positions, or nothing is said."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from oracles.rules import Game
from research.checks.domains import SmallCases
from research.checks.evidence import ClaimError
from research.claims.study import Study
from research.conjectures.conjecture import Conjecture
from research.conjectures.features import conjecture_features
from research.conjectures.prove import prove_study
from research.explore.exploration import explore
from research.resolving.loading import load_study

STRINGS = ["".join(word) for length in range(11) for word in product("ox", repeat=length)]
COUNTS = {"vertices": lambda graph: len(graph[0]), "edges": lambda graph: len(graph[1])}


class Deletion(Game[Any]):
    """Remove an edge, or a vertex with its edges, from a path."""

    def start(self, size: int) -> Iterable[Any]:
        edges = frozenset((n, n + 1) for n in range(size - 1))
        return [(frozenset(range(size)), edges)]

    def options(self, graph: Any) -> Iterable[Any]:
        vertices, edges = graph
        yield from ((vertices, edges - {edge}) for edge in edges)
        for vertex in vertices:
            yield vertices - {vertex}, frozenset(edge for edge in edges if vertex not in edge)


class Heads(Game[frozenset[int]]):
    """Turn one or two heads to tails; this is no sum of its heads."""

    def start(self, size: int) -> Iterable[frozenset[int]]:
        return [frozenset(range(size))]

    def options(self, heads: frozenset[int]) -> Iterable[frozenset[int]]:
        return {heads - {a, b} for a in heads for b in heads}


def labelled(is_lost: Callable[[str], bool], words: list[str] = STRINGS) -> list[Conjecture]:
    """Make conjectures from strings of which it is said which are P-positions."""
    outcomes = {word: "P" if is_lost(word) else "N" for word in words}
    seen: Any = SimpleNamespace(positions=words, truth=SimpleNamespace(outcomes=outcomes))
    return conjecture_features(seen, {})


@pytest.mark.expensive
def test_edges_and_vertices_are_deleted_from_a_forest_until_both_numbers_are_even() -> None:
    study = Study("deletion", Deletion(), source="Fraenkel and Scheinerman 1991", features=COUNTS)
    said = "exactly if vertices and edges are even"
    (result,) = prove_study(study)
    assert not result.proved
    assert said in " ".join(each.statement for each in result.conjectures)
    assert said in explore(study).section("Conjectures").markdown()


@pytest.mark.parametrize("share", [0.5, 0.1])
def test_nothing_is_conjectured_of_positions_that_are_lost_at_random(share: float) -> None:
    draws = random.Random(f"{share}")
    few = ["o" * length for length in range(16)]  # which some formula fits soon
    for words in [STRINGS] * 2 + [few] * 60:
        assert labelled(lambda _: draws.random() < share, words) == []


def test_a_condition_of_two_features_is_found_and_dropped_if_one_long_string_breaks_it() -> None:
    lost = {word for word in STRINGS if word.count("x") % 2 == 0 and len(word) % 3 == 1}
    (found,) = labelled(lost.__contains__)
    assert found.statement.endswith("if the number of 'x' is even and the length mod 3 is 1")
    assert (found.made_on, found.tested_on, found.passed) == (1023, 1024, True)
    assert labelled((lost ^ {"x" * 10}).__contains__) == []


def test_heads_that_are_turned_by_threes_have_the_odious_numbers_for_values() -> None:
    (found,) = conjecture_features(load_study("mock-turtles").small_cases, {})
    assert "of the values 1, 2, 4, 7, 8, 11, 13, 14, ..." in found.statement
    (counted,) = conjecture_features(SmallCases(Heads(), 10), {})
    assert counted.statement.endswith("if the number of members mod 3 is 0")


@pytest.mark.parametrize("value", [0.5, "even", -1])
def test_a_feature_that_is_no_natural_number_is_refused_in_one_line(value: Any) -> None:
    with pytest.raises(ClaimError, match=r"^features: 'pairs' of frozenset\(.*expected an integer"):
        conjecture_features(SmallCases(Heads(), 4), {"pairs": lambda _: value})
