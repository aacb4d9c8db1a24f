"""Values of positions: by the definition on the graph, and by search with what rules declare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from oracles.errors import DisagreementError, RulesError, SearchLimitError
from oracles.heaps import octal
from oracles.rules import PartizanGame
from oracles.solve import solve
from oracles.strips import PartizanStripGame
from oracles.values.positions import ValueSearch, solve_by_value, value_of, values_of
from oracles.values.value import Value
from research.variants.cram import board
from research.variants.domineering import Domineering

TOADS = PartizanStripGame(
    left=[("T.", ".T"), ("TF.", ".FT")],
    right=[(".F", "F."), (".TF", "FT.")],
    starts=lambda size: ["T" + "." * size + "F"],
)


# Winning Ways, 2nd ed., ch. 5, and M. Lachmann, C. Moore and I. Rapaport (2002)
DOMINEERING = {(2, 1): "1", (2, 2): "+-1", (2, 3): "{2|-1/2}", (2, 4): "{2|0||0}", (2, 5): "1/2"}
LARGER = {(3, 3): "+-1", (3, 4): "-3/2", (4, 3): "3/2"}


def test_published_values_by_the_definition_and_by_search() -> None:
    truth = solve(Domineering(), 5)
    for size, text in DOMINEERING.items():
        assert truth.value(board(*size)) == Value(text)
    every = DOMINEERING | LARGER
    found = values_of(Domineering(), [board(*size) for size in every])
    assert found == list(map(Value, every.values()))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("components", lambda _, free: [frozenset({at}) for at in free]),
        ("negative", lambda _, free: free),
    ],
)
def test_what_is_declared_wrongly_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any
) -> None:
    monkeypatch.setattr(Domineering, name, wrong)
    with pytest.raises(RulesError, match="has no option that is the same"):
        value_of(Domineering(), board(2, 2))


def test_a_sum_costs_its_components_and_not_their_product() -> None:
    apart = [frozenset((r, c + 10 * n) for r, c in board(2, 4)) for n in range(5)]
    one, five = (solve_by_value(Domineering(), frozenset().union(*apart[:n])) for n in (1, 5))
    assert (five.value, five.opened) == (5 * Value("{2|0||0}"), one.opened)  # Winning Ways, ch. 5
    with pytest.raises(SearchLimitError, match=f"more than {one.opened - 1} positions"):
        value_of(Domineering(), apart[0], limit=one.opened - 1)


def test_the_value_of_an_impartial_position_is_the_nimber_of_its_grundy_value() -> None:
    game = octal("0.77")
    truth = solve(game, 12)
    for n in range(1, 13):
        assert truth.value((n,)) == Value.nimber(int(truth.grundy((n,))))  # type: ignore[arg-type]
    assert value_of(game, (3, 5, 8)) == Value.nimber(3 ^ 4 ^ 1)  # Winning Ways, ch. 4


def test_a_search_that_finds_another_value_gives_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ValueSearch, "_found", lambda self, parts: Value(0))
    with pytest.raises(DisagreementError, match="by the search, and on the"):
        value_of(TOADS, "T.F")


class Stepping(PartizanGame[int]):
    """Left goes from 0 to 1 and from 1 to 0, Right nowhere: alternate play ends at once."""

    def start(self, size: int) -> Iterable[int]:
        return [0]

    def left_options(self, position: int) -> Iterable[int]:
        return [1 - position]

    def right_options(self, position: int) -> Iterable[int]:
        return []


def test_a_run_of_moves_of_one_player_without_end_has_no_value() -> None:
    truth = solve(Stepping(), 0)
    assert truth.outcome(0) == "L"
    with pytest.raises(RulesError, match="moves may come back to 0 if a player moves twice"):
        truth.value(0)
    with pytest.raises(RulesError, match="play may never end"):
        value_of(Stepping(), 0)


@pytest.mark.parametrize(("name", "why"), [("misere", "only for normal play"), ("loopy", "loopy")])
def test_games_without_values_are_refused(name: str, why: str) -> None:
    game = Domineering()
    setattr(game, name, True)
    with pytest.raises(RulesError, match=why):
        value_of(game, board(2, 2))
