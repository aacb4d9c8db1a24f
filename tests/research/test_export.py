"""Exports: read back by other readers, they say what the oracle says."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from dataclasses import replace
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

# OEIS A002186: Sprague-Grundy values of Kayles, heaps 0 to 24
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4]


def expected(kind: str) -> set[tuple[Any, ...]]:
    """The rows of a table of the stone game to piles of 3, by the explicit graph."""
    truth = solve(StoneGame(), 3)
    if kind == "values":
        return set(truth.grundy_values.items())
    if kind == "outcomes":
        return {(p, truth.outcome(p), truth.remoteness(p)) for p in truth.positions}
    if kind == "graph":
        return {(p, option) for p, options in truth.graph.options_of.items() for option in options}
    found = [solve(StoneGame(), size) for size in range(4)]
    counts = [map(list(each.outcomes.values()).count, "PN") for each in found]
    return {
        (size, len(each.positions), each.graph.number_of_edges(), *counts[size])
        for size, each in enumerate(found)
    }


def value(entry: Any) -> Any:
    """What stands in a cell: a letter, or a value as Python or JSON writes it."""
    if isinstance(entry, list):
        return tuple(entry)
    return entry if isinstance(entry, int) or entry in {"P", "N"} else ast.literal_eval(entry)


def rows(text: str, form: str) -> set[tuple[Any, ...]]:
    """The rows of a table as another program reads them."""
    if form == "json":
        (found,) = (each for each in json.loads(text).values() if isinstance(each, list))
        return {tuple(map(value, row.values())) for row in found}
    if form == "graphml":
        graph = nx.parse_graphml(text)
        return {tuple(value(graph.nodes[end]["position"]) for end in arc) for arc in graph.edges}
    if form == "dot":
        labels = dict(re.findall(r'(n\d+) \[label="(.*?)\\n[PN]"', text))
        arcs = re.findall(r"(n\d+) -> (n\d+)", text)
        return {tuple(value(f"({labels[end]})") for end in arc) for arc in arcs}
    lines = [*csv.reader(io.StringIO(text))]
    if form == "latex":
        lines = [line.rstrip(" \\").split("&") for line in text.splitlines() if "&" in line]
    return {tuple(value(entry.strip()) for entry in line) for line in lines[1:]}


NO_TABLES = {"bfile", "svg", "cgsuite", "rocq"}
TABLES = [(kind, form) for kind, forms in FORMATS.items() for form in {*forms} - NO_TABLES]


@pytest.mark.parametrize(("kind", "form"), sorted(TABLES))
def test_every_format_read_back_says_what_the_oracle_says(kind: str, form: str) -> None:
    text = export(StoneGame(), kind, form, size=3)
    assert rows(text, form) == expected(kind)
    assert text.endswith("\n")


def test_a_drawing_has_every_position_and_every_move() -> None:
    text, truth = export(StoneGame(), "graph", "svg", size=2), solve(StoneGame(), 2)
    assert text.count('class="edge') == truth.graph.number_of_edges()
    assert sorted(re.findall(r'class="node (\w)"', text)) == sorted(truth.outcomes.values())


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


def test_outcomes_of_a_partizan_game_say_who_wins_with_each_to_begin() -> None:
    partizan = json.loads(export(TOADS, "outcomes", "json", size=1))["outcomes"]
    assert partizan[1] == {
        "position": "T.F",
        "outcome": "N",
        "winner_if_left_begins": "Left",
        "winner_if_right_begins": "Right",
    }


def test_a_worksheet_for_cgsuite_has_the_options_that_give_each_value() -> None:
    # Domineering on 2 × 1: Left fills the board.
    assert export("domineering", "values", "cgsuite", size=1).splitlines()[1:] == [
        *("same := true;", "g0 := {|}; // {}", "same := same and g0 == 0;"),
        *("g1 := {g0|}; // {0,0 1,0}", "same := same and g1 == 1;", "same"),
    ]
    miny = export("domineering", "values", "cgsuite", size=4).splitlines()[-2]
    assert miny.endswith(" == {{2|0}|0};")


def test_values_of_a_partizan_game_come_with_mean_and_temperature() -> None:
    # Winning Ways, ch. 5 and 6: the 2 × 3 board of Domineering
    lines = export("domineering", "values", "csv", size=3).splitlines()
    assert lines[0] == "position,value,mean,temperature"
    assert lines[1].endswith(",{2|-1/2},3/4,5/4")


def test_graphml_says_what_is_known_of_each_position() -> None:
    truth = solve(StoneGame(), 3)
    read = nx.parse_graphml(export(StoneGame(), "graph", "graphml", size=3))
    for _, said in read.nodes(data=True):
        position = ast.literal_eval(said["position"])
        assert (said["grundy"], said["outcome"]) == (
            truth.grundy(position),
            truth.outcome(position),
        )


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
        (TOADS, "values", "bfile", "not numbered by one heap"),
        (replace(TOADS, misere=True), "values", "cgsuite", "defined only for normal play"),
        (octal("0.77", misere=True), "values", "csv", "defined only for normal play"),
    ],
)
def test_what_a_game_does_not_have_is_refused(game: Any, kind: str, form: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        export(game, kind, form, size=2)
