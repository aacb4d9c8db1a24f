"""Beyond the small cases: every position to a larger size, where the rules have arrays."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import comb
from typing import Any

import pytest

from oracles import kernels, vector_kernels
from oracles.compact import build_compact
from oracles.errors import DisagreementError, SearchLimitError
from oracles.heaps import HeapGame, octal
from oracles.moves import MoveGame
from oracles.rules import Game
from oracles.strips import StripGame
from oracles.vectors import VectorGame, nim
from research.checks import deeper as deeper_module
from research.checks import domains
from research.checks.domains import SmallCases
from research.checks.evidence import Kind, Level, Settings
from research.claims.claim import Claim
from research.claims.study import Study
from research.verdicts.checking import check_claim
from research.verdicts.findings import Verdict

TWO_PILES = """
    position play(a, b)
    move play -> play(a - i, b) for i where 1 <= i & i <= a
    move play -> play(a, b - i) for i where 1 <= i & i <= b
"""
CONTROL = {"all": lambda _: True}
WRONG: dict[str, Any] = {
    "outcome": "N",
    "Grundy value": 0,
    "misère P-position": True,
    "remoteness": 0,
    "winning options": set(),
}


@pytest.fixture(autouse=True)
def _few_small_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domains, "POSITIONS", 400)


def verdict(claim: Claim) -> Verdict:
    return check_claim(claim, Settings(examples=50))


def p_positions(game: Any, believed: Any, **about: Any) -> Claim:
    study = Study("a-game", game, source="a test")
    return study.p_positions("", believed=believed, controls=CONTROL, **about)


def cells(number: int) -> Iterable[str]:
    """A strip of exactly so many empty cells: smaller strips are of smaller sizes alone."""
    return ["." * number]


@pytest.mark.parametrize(
    "game", [nim(2), MoveGame(TWO_PILES), VectorGame([(1, 0), (0, 1)], ordered=True)]
)
def test_every_position_of_a_larger_size_is_tried_once(game: Game[Any]) -> None:
    small = SmallCases(game)
    assert small.deeper is not None
    size, first = small.deeper.size, small.size
    ordered = game.start(1) is not None and (0, 1) in game.start(1) and (1, 0) in game.start(1)
    piles = product(range(size + 1), repeat=2)
    among = {p for p in piles if ordered or p[0] <= p[1]}
    expected = {p for p in among if max(p) > first}
    listed = list(small.deeper)
    assert len(listed) == len(set(listed))
    assert set(listed) == expected
    assert len(small) < len(expected) <= deeper_module.TIMES * len(small)
    found = verdict(p_positions(game, lambda piles: piles[0] == piles[1]))
    exhausted = [(e.kind, e.level, e.cases) for e in found.evidence[:2]]
    assert exhausted == [
        (Kind.EXHAUSTION, Level.EXHAUSTED, len(small)),
        (Kind.EXHAUSTION, Level.EXHAUSTED, len(expected)),
    ]
    assert found.evidence[1].domain == (
        f"every position beyond size {first} to size {size}, on a compact graph or table"
    )


def test_starts_of_a_size_that_no_larger_one_gives_are_not_passed_over() -> None:
    # Dawson's Kayles on a strip: what is left of a strip is no start of another size.
    small = SmallCases(StripGame([("..", "XX")], cells))
    assert small.deeper is not None
    reached = set(small.graph)
    for size in range(small.size + 1, small.deeper.size + 1):
        reached |= set(build_compact(small.game, cells(size)))
    assert set(small.deeper) == reached - set(small.graph)
    assert {len(strip) for strip in small.deeper} == set(
        range(small.size + 1, small.deeper.size + 1)
    )


def with_own_start(game: Any, start: Any) -> Any:
    object.__setattr__(game, "start", start)
    return game


@pytest.mark.parametrize(
    "game",
    [
        with_own_start(
            HeapGame(lambda heap: [(heap - 2,)] if heap > 1 else []),
            lambda n: [(n,)] if n else [()],
        ),
        with_own_start(
            MoveGame("position play(a)\nmove play -> play(a - 2) where 2 <= a"), lambda n: [n]
        ),
    ],
    ids=["heaps", "moves"],
)
def test_a_start_of_an_object_is_asked_for_every_size(game: Any) -> None:
    small = SmallCases(game)
    assert len(small) == small.largest + 1 > domains.SINGLE_STEPS
    if small.deeper is not None:
        assert sum(1 for _ in small.deeper) == small.deeper.size - small.largest


def test_sizes_that_list_the_starts_of_smaller_ones_again_are_listed_within_a_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    class Own(MoveGame):
        def start(self, size: int) -> Iterable[Any]:
            asked.append(size)
            return super().start(size)

    game = Own("position play(a)\nmove play -> play(a - 1) where 1 <= a")
    starts = deeper_module._starts
    assert set(starts(game, 900, 1000, 2000)) == set(super(Own, game).start(1000))
    assert asked == list(range(1000, 900, -1))  # about 95 000 are listed
    asked.clear()
    monkeypatch.setattr(deeper_module, "LISTED_WITHIN", 5_000)
    with pytest.raises(SearchLimitError, match="5000 listed"):
        starts(game, 900, 1000, 2000)
    assert asked == list(range(1000, 994, -1))


def test_what_hardly_grew_or_has_no_moves_is_not_sought_for_ever() -> None:
    def boards(size: int) -> list[str]:
        return ["C" * 2 + "." * 3] if size < 40 else ["C" * 8 + "." * 9]

    assert SmallCases(StripGame([("C.", ".C")], boards)).deeper is None
    still = SmallCases(MoveGame("position play(a, b)\nmove play -> play(a, b - 1) where 0 = 1"))
    assert still.deeper is not None
    assert still.graph.number_of_edges() == 0


@pytest.mark.parametrize("game", [nim(2), MoveGame(TWO_PILES)])
@pytest.mark.parametrize("wrong", [(30, 30), (29, 33), (35, 35)])
def test_what_fails_there_is_refuted_with_a_least_counterexample(
    game: Game[Any], wrong: tuple[int, int]
) -> None:
    small = SmallCases(game)
    assert small.deeper is not None
    assert small.size < max(wrong) <= small.deeper.size

    def believed(piles: tuple[int, int]) -> bool:
        of_the_size = max(piles) > max(wrong) or piles == wrong
        return (piles[0] == piles[1]) != of_the_size

    found = verdict(p_positions(game, believed))
    assert [evidence.level for evidence in found.evidence] == [Level.EXHAUSTED, Level.REFUTED]
    assert found.counterexample is not None
    assert (found.counterexample.case, found.counterexample.least) == (repr(wrong), True)


def test_some_positions_are_counted_as_such() -> None:
    found = verdict(
        p_positions(nim(2), lambda piles: piles == (0, 0), among=lambda piles: piles[0] == 0)
    )
    small = SmallCases(nim(2))
    assert small.deeper is not None
    assert found.evidence[1].cases == small.deeper.size - small.size
    assert "that it speaks of" in found.evidence[1].domain


@pytest.mark.parametrize("quantity", WRONG)
@pytest.mark.parametrize("game", [nim(2), MoveGame(TWO_PILES), octal("0.77")])
def test_each_quantity_there_is_that_of_the_explicit_graph(
    quantity: str, game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = SmallCases(game)
    assert small.deeper is not None
    monkeypatch.setattr(domains, "POSITIONS", 10_000)
    explicit = SmallCases(game, small.deeper.size).truth
    questions = {
        "outcome": explicit.outcome,
        "Grundy value": explicit.grundy,
        "misère P-position": lambda position: explicit.misere_outcome(position) == "P",
        "remoteness": explicit.remoteness,
        "winning options": lambda position: set(explicit.winning_options(position)),
    }
    monkeypatch.setattr(domains, "POSITIONS", 400)
    study = Study("a-game", game, source="a test")
    control = {"one for all": lambda _: WRONG[quantity]}
    claim = study.values_of(quantity, "", believed=questions[quantity], controls=control)
    found = verdict(claim)
    assert found.evidence[1].kind == Kind.EXHAUSTION
    assert found.evidence[1].level == Level.EXHAUSTED


def test_a_quantity_that_is_not_known_there_is_searched() -> None:
    study = Study("a-game", nim(2), source="a test")
    explicit = SmallCases(nim(2), 80).truth
    control = {"one for all": lambda _: "0^1"}
    believed = lambda piles: str(explicit.genus(piles))  # noqa: E731
    claim = study.values_of("genus", "", believed=believed, controls=control)
    assert verdict(claim).evidence[1].kind == Kind.SEARCH


def test_what_is_given_or_in_python_is_not_gone_beyond() -> None:
    class Python(Game[int]):
        def start(self, size: int) -> Iterable[int]:
            return range(size + 1)

        def options(self, position: int) -> list[int]:
            return [position - take for take in (1, 2) if take <= position]

    class Slower(VectorGame):
        def options(self, position: Any) -> Any:
            return super().options(position)[:1]

    assert SmallCases(Python()).deeper is None
    assert SmallCases(Slower([(1, 0), (0, 1)])).deeper is None
    assert SmallCases(nim(2), 10).deeper is None
    claim = p_positions(nim(2), lambda piles: piles[0] == piles[1], size=10)
    assert len(verdict(claim).evidence) == 1


def test_moves_that_are_few_among_many_tried_are_not_gone_beyond() -> None:
    rules = """
        position heap(x)
        move heap -> heap(x - n) for n where {} & n <= x
    """
    assert SmallCases(MoveGame(rules.format("$power(n)"))).deeper is None
    assert SmallCases(MoveGame(rules.format("1 <= n"))).deeper is not None


def test_a_claim_that_asks_more_than_a_quantity_is_searched() -> None:
    study = Study("a-game", nim(2), source="a test")
    claim = study.every_position(
        "",
        lambda believed, position, truth: believed == bool(truth.p_positions),
        believed=True,
        controls={"none": False},
    )
    assert verdict(claim).evidence[1].kind == Kind.SEARCH


@pytest.mark.parametrize(
    ("game", "module", "kernel"),
    [
        (MoveGame(TWO_PILES), kernels, "outcomes_by_induction"),
        (nim(2), vector_kernels, "fill_outcomes"),
    ],
)
def test_a_wrong_kernel_is_named_and_nothing_of_it_believed(
    game: Game[Any], module: Any, kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = getattr(module, kernel)

    def wrong(*given: Any) -> Any:
        found = right(*given)
        table = given[0] if found is None else found
        table[len(table) // 2 :] = table[len(table) // 2]
        return found

    monkeypatch.setattr(module, kernel, wrong)
    with pytest.raises(DisagreementError, match="in arrays; take a smaller size"):
        verdict(p_positions(game, lambda piles: piles[0] == piles[1]))


def test_numbers_that_are_kept_are_those_that_were_found() -> None:
    graph = build_compact(nim(2), [(30, 30)])
    few = {position: graph.number(position) for position in graph}
    assert len(few) == comb(32, 2)
    graph.keep_numbers()
    assert {position: graph.number(position) for position in graph} == few
    assert [graph.number(other) for other in ((31, 31), "none", [1])] == [-1, -1, -1]
    assert (30, 30) in graph
    assert [1] not in graph
