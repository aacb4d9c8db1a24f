"""Forty games of which only the rules are given: what ``prove`` finds is what is published.

Thirty have a known theorem (``games/``, with ``table.py``). For the ten in ``unknown/`` none is
known, so that whatever came back as proved for all sizes would be wrong or new.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest

from grundwork import load_study, solve
from oracles.errors import SearchLimitError
from oracles.truth import Truth
from research.conjectures.component_values import ComponentValues
from research.logic.kernel import Place
from research.proving.misere_periods import MisereTheorem
from research.proving.periods import PeriodProof
from tests.rules_only.table import KNOWN

FOLDER = Path(__file__).parent
UNKNOWN = sorted(file.stem for file in (FOLDER / "unknown").glob("*.py"))
SIZES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256, 512, 1024)
REASONS = {  # that are given, and the games that are not proved for them
    "is kept from turn to turn": "powers_of_two",
    "a while loop counts by unknown steps": "subtract_multiples",
    "positions are words": "striking_letters",
    ".bit_length of a number has no formula": "three_turtles",
}
NOT_PROVED = {name: reason for reason, names in REASONS.items() for name in names.split()}


def small_truth(name: str) -> Truth:
    """Solve the largest size that has at most some thousand positions."""
    game = load_study(str(FOLDER / "games" / f"{name}.py")).game
    found = []
    for size in SIZES:
        try:
            found.append(solve(game, size, limit=3_000, arc_limit=60_000))
        except SearchLimitError:
            break
    return found[-1]


def outcome(proof: Any, position: Hashable) -> str:
    """Return what a proof says of a position; words among its entries name the control state."""
    entries: tuple[Any, ...] = position if isinstance(position, tuple) else (position,)
    if isinstance(proof, MisereTheorem):
        return proof.outcome(entries)
    if isinstance(proof, PeriodProof | ComponentValues):
        return "N" if reduce(xor, map(proof.value, entries), 0) else "P"
    words = [entry for entry in entries if isinstance(entry, str)] or [*proof.rules.coordinates]
    numbers = tuple(entry for entry in entries if not isinstance(entry, str))
    more = len(proof.rules.coordinates[words[0]]) - len(numbers)  # of no heap, or a nim heap of 0
    return proof.outcome(Place(words[0], numbers + (0,) * more))


def test_every_game_has_a_criterion() -> None:
    assert {file.stem for file in (FOLDER / "games").glob("*.py")} == KNOWN.keys()
    assert (len(KNOWN), len(UNKNOWN)) == (30, 10)
    assert NOT_PROVED.keys() <= KNOWN.keys()


@pytest.mark.parametrize("name", KNOWN)
def test_the_published_criterion_agrees_with_the_explicit_graph(name: str) -> None:
    truth = small_truth(name)
    believed = {position: KNOWN[name](position) for position in truth.positions}
    assert len(believed) > 250
    assert believed == {p: truth.outcome(p) == "P" for p in truth.positions}


@pytest.mark.expensive
@pytest.mark.parametrize("name", sorted(KNOWN.keys() - NOT_PROVED))
def test_a_theorem_found_from_rules_is_the_published_one(name: str) -> None:
    (found,) = load_study(str(FOLDER / "games" / f"{name}.py")).prove()
    assert found.proved, found.reason
    said = {position: outcome(found.proof, position) for position in small_truth(name).positions}
    assert said == {position: "P" if KNOWN[name](position) else "N" for position in said}


@pytest.mark.expensive
@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_not_proved_yet_gives_the_reason(name: str) -> None:
    (found,) = load_study(str(FOLDER / "games" / f"{name}.py")).prove()
    assert not found.proved, f"proved: take {name} out of NOT_PROVED"
    assert NOT_PROVED[name] in found.reason


@pytest.mark.expensive
@pytest.mark.parametrize("name", UNKNOWN)
def test_nothing_is_proved_where_no_theorem_is_known(name: str) -> None:
    results = load_study(str(FOLDER / "unknown" / f"{name}.py")).prove()
    assert not any(result.proved for result in results)
