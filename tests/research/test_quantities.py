"""The table of quantities: one row is enough for all that reads it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from grundwork import Study, solve
from grundwork.shown import truth_as_markdown
from oracles.quantities import NUMBER, QUANTITIES, Quantity
from oracles.rules import DigraphGame
from research.explore.exploration import Exploration
from research.explore.explored import explored_at
from research.explore.export import export
from research.explore.page.write import page_data
from research.explore.values import values
from research.variants.cutcake import Cutcake

ROOT = Path(__file__).parent.parent.parent


def test_a_row_added_appears_in_notebook_export_page_exploration_and_claims(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number: dict[Any, int] = {"abc": 2, "a": 1, "b": 0}
    name, read = "number of options", lambda truth, position: len(truth.options(position))
    row = Quantity(name, "how many moves there are", read, NUMBER, shown=lambda _: True)
    monkeypatch.setitem(QUANTITIES, name, row)
    # Without coordinates its positions are listed.
    game = DigraphGame(nx.DiGraph([("abc", "a"), ("abc", "b"), ("a", "b")]))
    study = Study("few-moves", game, source="a test")
    assert name in truth_as_markdown(solve(game, 3)).splitlines()[2]
    graph: Any = nx.parse_graphml(export(study, "graph", "graphml", size=3))
    assert {data["position"]: data[name] for _, data in graph.nodes(data=True)} == {
        repr(position): count for position, count in number.items()
    }
    explored = Exploration(study, 3).explored
    known = page_data(study, explored)[0]["known"]
    assert known[name] == [str(number[position]) for position in explored.positions]
    table: Any = values(explored).parts[0]
    assert [cells[table.header.index(name)] for cells in table.rows] == known[name]
    belief: Any = {"believed": number.__getitem__, "controls": {"one": lambda _: 1}}
    claim = study.values_of(name, "So many.", **belief)
    verdict = study.check(examples=1, proofs=False)[claim.name]
    assert (verdict.level.name, verdict.missed_controls) == ("EXHAUSTED", ())


def test_a_row_of_partizan_games_stands_between_the_outcome_and_who_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = replace(QUANTITIES["outcome"], name="letter")
    monkeypatch.setitem(QUANTITIES, row.name, row)
    table: Any = values(explored_at(Cutcake(), 3)).parts[0]
    before = ["position", "outcome", "value", "mean", "temperature"]
    assert table.header == [*before, "letter", "Left begins", "Right begins"]
    assert list(table.left) == [0, 6, 7]


def test_the_page_on_claims_has_every_row() -> None:
    page = (ROOT / "docs" / "how-to" / "claims.md").read_text(encoding="utf-8")
    of_both = [row.name for row in QUANTITIES.values() if "impartial" not in row.needs]
    listed = f"{', '.join(of_both[:-1])} and {of_both[-1]}"
    assert f"\nOf a partizan game {listed} can be claimed, " in page
    for row in QUANTITIES.values():
        assert f"\n| {row.name} | {row.definition} | {row.kind.words} |\n" in page
