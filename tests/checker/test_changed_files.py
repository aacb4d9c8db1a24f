"""Changed proof files are refused, unless what they say is still true."""

from __future__ import annotations

import copy
import json
import pathlib
import random
from collections.abc import Iterator
from typing import Any

import pytest

from checker.machines import WrongError
from checker.verify import check
from research.conjectures.prove import prove_study
from research.resolving.loading import load_study
from tests.checker.small_numbers import Small

REPORTS = pathlib.Path(__file__).parents[2] / "reports"

BLACKBOARD = "binary-blackboard/losing-sets-for-every-number"
SILVER_DOLLAR = "silver-dollar/ordinary-criterion-in-binary"
STONE_GAME = "stone-game/theorem-1"
OPERATORS = [
    ["=", "!=", "<", "<=", ">", ">="],
    ["and", "or"],
    ["implies", "iff", "xor"],
    ["exists", "forall"],
    ["+", "-"],
]
Path = tuple[Any, ...]


def places(part: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield what stands in a file, with its place: numbers, words, truth values."""
    if isinstance(part, dict | list):
        for key, each in part.items() if isinstance(part, dict) else enumerate(part):
            yield from places(each, (*path, key))
    else:
        yield path, part


def other(found: Any, names: list[str], draw: random.Random) -> Any:
    """Return another value of the same kind."""
    if isinstance(found, bool):
        return not found
    if isinstance(found, int):
        return draw.choice([n for n in range(found + 3) if n != found])
    alike = next((row for row in OPERATORS if found in row), names)
    return draw.choice([each for each in alike if each != found] or ["unknown"])


def changed(record: dict[str, Any], draw: random.Random) -> tuple[Path, str, dict[str, Any]]:
    """Return a file with one change, where it is, and in words.

    Each field is as likely as another.
    """
    top = draw.choice([name for name in record if any(places(record[name]))])
    path, found = draw.choice(list(places(record[top], (top,))))
    names = sorted({each for _, each in places(record) if isinstance(each, str) and each})
    result = copy.deepcopy(record)
    inner: Any = result
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = other(found, names, draw)
    return path, f"{path}: {found} became {inner[path[-1]]}", result


def refused(record: dict[str, Any]) -> bool:
    """Return whether the checker refuses a file."""
    try:
        check(record)
    except WrongError:
        return True
    return False


def same(automaton: dict[str, Any], was: dict[str, Any]) -> bool:
    """Return whether two automata with the same tracks accept the same words."""
    seen = {(0, 0)}
    for q, r in (queue := [(0, 0)]):
        if (q in automaton["accepting"]) != (r in was["accepting"]):
            return False
        for pair in zip(automaton["rows"][q], was["rows"][r], strict=True):
            if pair not in seen:
                seen.add(pair)
                queue.append(pair)
    return True


def still_true(record: dict[str, Any], was: dict[str, Any], path: Path) -> bool:
    """Return whether a changed file that is checked says what is true."""
    if "rows" in path or "accepting" in path:
        inner = record, was
        for key in path[: next(n for n, key in enumerate(path) if key in ("rows", "accepting"))]:
            inner = inner[0][key], inner[1][key]
        return same(*inner)
    return Small(record, 5).theorem_is_true()


def record_of(name: str) -> dict[str, Any]:
    """Return the record of a proof file of the reports."""
    found: dict[str, Any] = json.loads((REPORTS / f"{name}.proof.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(
    ("name", "part"),
    [
        (BLACKBOARD, ("P", "O1", "accepting")),
        (SILVER_DOLLAR, ("heaps", "elements")),
        (STONE_GAME, ("common_key",)),
    ],
)
def test_small_numbers_tell_a_false_theorem_from_a_true_one(name: str, part: Path) -> None:
    """The control of the tests below."""
    record = record_of(name)
    assert Small(record, 4).theorem_is_true()
    inner: Any = record
    for key in part[:-1]:
        inner = inner[key]
    inner[part[-1]] = [] if part[-1] == "accepting" else False
    assert not Small(record, 4).theorem_is_true()


@pytest.mark.parametrize(
    ("name", "number"),
    [
        (BLACKBOARD, 30),
        pytest.param(BLACKBOARD, 300, marks=pytest.mark.expensive),
        pytest.param(SILVER_DOLLAR, 150, marks=pytest.mark.expensive),
        pytest.param(SILVER_DOLLAR.replace("ordinary-", ""), 25, marks=pytest.mark.expensive),
        pytest.param(STONE_GAME, 25, marks=pytest.mark.expensive),
    ],
)
def test_of_random_changes_of_a_file_those_are_checked_that_leave_it_true(
    name: str, number: int
) -> None:
    """Count what is refused; what is not must be true on small numbers."""
    draw = random.Random(name)
    was, count = record_of(name), 0
    while count < number:
        path, words, record = changed(was, draw)
        if refused(record):
            count += 1
        else:
            assert still_true(record, was, path), words


@pytest.mark.expensive
@pytest.mark.parametrize("name", ["kayles", "partizan-subtraction", "misere-kayles"])
def test_no_change_of_a_period_or_a_quotient_is_checked(name: str) -> None:
    """Each number of these files says something that is then false."""
    proved = prove_study(load_study(name))[0]
    was, draw = json.loads(proved.proof_file), random.Random(name)
    for _ in range(100):
        _, words, record = changed(was, draw)
        assert refused(record), words


def test_an_image_that_speaks_of_the_nim_heap_beside_the_game_is_refused() -> None:
    """Then the moves of the game would depend on the heap."""
    state = {"coordinates": ["x"], "domain": True, "won": False, "level": 0, "measure": "x"}
    move = {"from": "play", "to": "play", "parameters": [], "guard": ["<=", 1, "x"]}
    same = {"tracks": ["x", "g"], "rows": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepting": [0]}
    record: dict[str, Any] = {
        "format": 1,
        "theorem": "kernel",
        "numeration": [2],
        "definitions": [],
        "game": {"states": {"play": state}, "moves": [move | {"image": [["*", 0, "g"]]}]},
        "P": {"play": same},
        "criterion": {},
        "heap": "g",
        "statements": [],
    }
    with pytest.raises(WrongError, match="'g' is not known"):
        check(record)
