"""Theorems for Rocq: its kernel accepts what is true, and nothing with a part of it broken."""

import copy
from pathlib import Path
from typing import Any

import pytest

from checker.rocq import NotCovered
from checker.rocq.kernel import rocq
from checker.rocq.verify import compiled, version, with_theory

# Nim with two heaps, of which the first is even: an even number is taken from it. In the words of
# docs/proof-files.md, with a quotient, a predicate of a term, and quantifiers.
MOVES = [
    {
        "from": "play",
        "to": "play",
        "parameters": ["n"],
        "guard": ["and", ["<=", 1, "n"], ["$even", ["*", 1, "n"]], ["<=", "n", "x"]],
        "image": [["-", "x", "n"], "y"],
    },
    {
        "from": "play",
        "to": "play",
        "parameters": ["n"],
        "guard": ["and", ["<=", 1, "n"], ["<=", "n", "y"]],
        "image": ["x", ["-", "y", "n"]],
    },
]
EVEN = {
    "name": "even",
    "parameters": ["x"],
    "formula": ["exists", ["k"], ["=", "x", ["*", 2, "k"]]],
    "automaton": {"tracks": ["x"], "rows": [[1, 2], [1, 1], [2, 2]], "accepting": [0, 1]},
}
RECORD: dict[str, Any] = {
    "format": 1,
    "theorem": "kernel",
    "numeration": [2],
    "definitions": [EVEN],
    "game": {
        "states": {
            "play": {
                "coordinates": ["x", "y"],
                "domain": ["$even", "x"],
                "won": False,
                "level": -1,
                "measure": ["+", "x", "y"],
            }
        },
        "moves": MOVES,
    },
    # x = 2 y: x is read with y one digit behind; 2 is false for ever
    "P": {
        "play": {
            "tracks": ["y", "x"],
            "rows": [[0, 1, 2, 2], [2, 2, 0, 1], [2, 2, 2, 2]],
            "accepting": [0],
        }
    },
    "criterion": {"play": ["=", "y", ["/", "x", 2]]},
    "heap": "",
    "statements": [],
}


def test_what_rocq_is_not_told_has_a_reason() -> None:
    with pytest.raises(NotCovered, match="the theorem is a period, not a kernel"):
        rocq("it", {"theorem": "period"})
    with pytest.raises(NotCovered, match="statements beside the theorem"):
        rocq("it", RECORD | {"statements": [True]})
    forall = copy.deepcopy(RECORD)
    forall["game"]["moves"][0]["guard"] = ["forall", ["n"], ["<=", "n", "x"]]
    with pytest.raises(NotCovered, match="speaks of all numbers"):
        rocq("it", forall)


def test_the_text_says_the_rules_and_the_criterion() -> None:
    text = rocq("even-nim", RECORD)
    assert "(y' <= y /\\ ((1 <= (y - y')) /\\ ((y - y') <= y)))\n    [x; y']" in text
    assert "exists q : N, (2 * q <= x /\\ x < 2 * q + 2) /\\ (y = q)" in text


def is_accepted(folder: Path, record: Any) -> bool:
    """Return whether Rocq accepts the text of a proof file."""
    (folder / "it.v").write_text(rocq("it", record), encoding="utf-8")
    return not compiled(folder / "it.v")


@pytest.mark.expensive
@pytest.mark.skipif(not version(), reason="there is no coqc (Debian: coq)")
def test_rocq_accepts_the_theorem_and_no_broken_one(tmp_path: Path) -> None:
    with_theory(tmp_path)
    assert is_accepted(tmp_path, RECORD)
    state = ("game", "states", "play")
    for path, value in (
        (("P", "play", "rows"), [[0, 1, 2, 2], [2, 2, 0, 0], [2, 2, 2, 2]]),
        (("P", "play", "accepting"), [0, 2]),
        (("criterion", "play"), ["=", "y", ["/", "x", 3]]),
        ((*state, "measure"), "x"),
        ((*state, "won"), ["=", "y", 0]),
        ((*state, "domain"), ["<=", "y", "x"]),
        (("game", "moves"), MOVES[:1]),
        (("definitions",), [EVEN | {"formula": ["<=", "x", 2]}]),
    ):
        broken = copy.deepcopy(RECORD)
        inner: Any = broken
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = value
        assert not is_accepted(tmp_path, broken), path
