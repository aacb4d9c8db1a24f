"""Exports: read back by other readers, they say what the oracle says."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import fast.heap_games
from fast.errors import InputError
from oracles.errors import DisagreementError
from oracles.games.stone_game import StoneGame
from oracles.heaps import octal
from oracles.rules import DigraphGame
from oracles.solve import solve
from oracles.vectors import nim
from research.explore.export import FORMATS, export
from tests.research.test_explore import TOADS

ROOT = Path(__file__).parent.parent.parent
# OEIS A002186: Sprague-Grundy values of Kayles, heaps 0 to 24
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4]


@pytest.mark.parametrize(("kind", "form"), [(k, f) for k, fs in FORMATS.items() for f in fs])
def test_every_format_that_goes_with_something_is_written(kind: str, form: str) -> None:
    text = export("octal:0.77", kind, form, size=4)
    assert text.endswith("\n")
    assert text == export("octal:0.77", kind, form, size=4)


@pytest.mark.parametrize(
    ("kind", "form"),
    [("graph", "bfile"), ("values", "dot"), ("outcomes", "bfile"), ("values", "xml"), ("x", "csv")],
)
def test_a_format_that_makes_no_sense_is_refused_with_those_that_do(kind: str, form: str) -> None:
    with pytest.raises(InputError, match="counts as bfile, csv, json, latex"):
        export("octal:0.77", kind, form)


def test_a_b_file_has_an_index_and_a_value_on_each_line() -> None:
    text = export("octal:0.77", "values", "bfile", size=24)
    assert text.isascii()
    assert all(re.fullmatch(r"\d+ \d+", line) for line in text.splitlines())
    assert [tuple(map(int, line.split())) for line in text.splitlines()] == list(enumerate(KAYLES))
    assert export(nim(2), "counts", "bfile", size=3) == "0 1\n1 2\n2 3\n3 4\n"
    lines = export("octal:0.77", "values", "bfile", size=12_000).splitlines()
    assert lines[-1] == "12000 4"  # Winning Ways, ch. 4: of period 12 from heap 71 on, heap 72's


def test_wrong_fast_grundy_values_are_not_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    true = fast.heap_games.grundy_values

    def wrong(code: Any, size: int, **more: Any) -> Any:
        values = true(code, size, **more)
        values[3] = 9
        return values

    monkeypatch.setattr("research.explore.values.grundy_values", wrong)
    with pytest.raises(DisagreementError, match="disagree with the explicit graph"):
        export("octal:0.77", "values", "bfile", size=500)


def test_csv_can_be_read_back_and_says_what_the_oracle_says() -> None:
    truth = solve(StoneGame(), 4)
    rows = list(csv.DictReader(io.StringIO(export(StoneGame(), "outcomes", "csv", size=4))))
    read = {ast.literal_eval(row["position"]): row for row in rows}
    assert {position: row["outcome"] for position, row in read.items()} == truth.outcomes
    assert all(int(row["remoteness"]) == truth.remoteness(p) for p, row in read.items())
    values = csv.DictReader(io.StringIO(export(StoneGame(), "values", "csv", size=4)))
    found = {ast.literal_eval(row["position"]): int(row["grundy"]) for row in values}
    assert found == truth.grundy_values


def test_json_has_positions_as_lists() -> None:
    facts = json.loads(export(nim(2), "outcomes", "json", size=1))
    assert facts["size"] == 1
    assert [entry["position"] for entry in facts["outcomes"]] == [[0, 0], [0, 1], [1, 1]]
    partizan = json.loads(export(TOADS, "outcomes", "json", size=1))["outcomes"]
    assert partizan[1] == {
        "position": "T.F",
        "outcome": "N",
        "winner_if_left_begins": "Left",
        "winner_if_right_begins": "Right",
    }


def test_graphml_is_read_by_networkx_as_the_same_graph() -> None:
    truth = solve(StoneGame(), 3)
    read = nx.parse_graphml(export(StoneGame(), "graph", "graphml", size=3))
    names = {ast.literal_eval(data["position"]): name for name, data in read.nodes(data=True)}
    assert {
        (names[a], names[b]) for a, found in truth.graph.options_of.items() for b in found
    } == set(read.edges)
    for position, name in names.items():
        assert read.nodes[name]["grundy"] == truth.grundy(position)
        assert read.nodes[name]["outcome"] == truth.outcome(position)


def test_graphml_of_a_partizan_game_says_whose_move_it_is() -> None:
    read = nx.parse_graphml(export(TOADS, "graph", "graphml", size=1), force_multigraph=True)
    players = [data["player"] for _, _, data in read.edges(data=True)]
    assert players.count("Left") == players.count("Right") == 3


def test_dot_quotes_whatever_a_position_holds() -> None:
    strange = 'a"b\\c\nd'
    game = DigraphGame(nx.DiGraph([(strange, "end")]))
    text = export(game, "graph", "dot", size=1)
    assert r'''label="'a\"b\\\\c\\nd'\nN"''' in text
    assert text.count("->") == 1
    assert "n0" in export(game, "graph", "graphml", size=1)


def test_a_drawing_of_a_large_graph_is_refused_with_its_number_of_positions() -> None:
    with pytest.raises(InputError, match="1771 positions at size 20, more than the 40"):
        export(StoneGame(), "graph", "svg", size=20)
    assert "<svg" in export(StoneGame(), "graph", "svg")  # without a size, a small case


@pytest.mark.parametrize(
    ("game", "kind", "form", "said"),
    [
        (nim(2), "values", "bfile", "not numbered by one heap"),
        (TOADS, "values", "csv", "those of impartial games"),
        (octal("0.77", misere=True), "values", "csv", "those of normal play"),
    ],
)
def test_what_a_game_does_not_have_is_refused(game: Any, kind: str, form: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        export(game, kind, form, size=2)
