"""Pictures show what the oracle says, and are the same every time."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from importlib.metadata import PackageNotFoundError
from itertools import combinations
from typing import Any

import pytest

from oracles.games.stone_game import StoneGame
from oracles.growing import EachSize
from oracles.solve import solve
from oracles.values.thermography import thermograph
from oracles.values.value import Value
from research.checks.equality import show
from research.claims.study import Picture, solve_game
from research.explore.position_text import short_position
from research.explore.thermographs import draw_thermographs
from research.resolving.loading import load_study
from research.system import graph_drawing
from research.system.game_graph import graph_svg, heights, small_truth
from research.system.pictures import svg

FROM_THE_ORACLE = ["divisor-nim", "binary-blackboard", "silver-dollar"]


def pictures(game: str) -> list[Picture]:
    """The pictures of a game."""
    return load_study(game).pictures


@pytest.mark.parametrize("game", FROM_THE_ORACLE)
def test_a_picture_is_the_same_every_time_light_and_without_date_or_path(game: str) -> None:
    for picture in pictures(game):
        text = svg(picture.draw)
        assert text == svg(picture.draw)
        assert len(text.encode()) < 200_000
        ET.fromstring(text)  # well formed
        assert not re.search(r"20[2-9][0-9]-|Matplotlib v|/home|/tmp|dc:date", text)
        assert "<tspan" not in text  # a formula in pieces, by fonts that a process may have or not


BOX = re.compile(r'class="node (\w)">\n<(?:polygon|path) .*?(?:points|d)="M?([^"]*)"')


@pytest.mark.parametrize(
    ("game", "size"), [("wythoff", 3), ("kayles", 6), ("domineering", 3), ("poker-nim", 2)]
)
def test_no_position_stands_on_another_and_moves_lead_down(game: str, size: int) -> None:
    rules = load_study(game).game
    truth: Any = solve_game(rules, size)
    found = []
    for letter, points in BOX.findall(graph_svg(truth, short_position, {})):
        numbers = [float(number) for number in re.split("[ ,C]", points)]
        x, y = numbers[::2], numbers[1::2]
        found.append((letter, min(x), min(y), max(x), max(y)))
    assert sorted(letter for letter, *_ in found) == sorted(truth.outcomes.values())
    for (_, x, y, right, low), (_, x2, y2, right2, low2) in combinations(found, 2):
        assert right <= x2 or right2 <= x or low <= y2 or low2 <= y
    if not rules.loopy:
        moves = [(p, o) for p in truth.positions for o in options(truth, p)]
        height = heights(truth.positions, moves)
        rows = sorted({round(y + low) for _, _, y, _, low in found}, reverse=True)
        places = [rows.index(round(y + low)) for _, _, y, _, low in found]
        assert sorted(places) == sorted(height.values())


def options(truth: Any, position: Any) -> list[Any]:
    """The options of a position, whoever moves."""
    return [option for player in truth.players for option in truth.moves(player, position)]


def test_bold_arrows_are_winning_options_and_a_legend_says_so() -> None:
    truth = solve(StoneGame(), 2)
    text = graph_svg(truth, show)
    winning = sum(len(truth.winning_options(position)) for position in truth.positions)
    assert text.count('class="edge winning">') == winning
    assert text.count('class="node ') == len(truth.graph)
    assert "bold arrow: winning move" in text
    ET.fromstring(text)


def test_the_small_graph_is_the_largest_that_is_small_enough() -> None:
    size, truth = small_truth(EachSize(StoneGame()))
    assert (size, len(truth.graph)) == (2, 10)
    assert len(solve(StoneGame(), 3).graph) > 14
    assert len(small_truth(EachSize(load_study("staircase-nim").game))[1].positions) > 3


def test_without_graphviz_a_graph_says_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(graph_drawing, "files", missing)
    text = graph_svg(solve(StoneGame(), 1), show)
    assert "grundwork[pictures]" in text
    assert ET.fromstring(text).tag.endswith("svg")


def test_a_thermograph_has_left_to_the_left_and_temperature_upwards() -> None:
    found = thermograph(Value("{3||2*|1*}").form)
    (ax,) = draw_thermographs([Value("{3||2*|1*}")]).axes
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    assert left > found.mean > right
    assert low < found.temperature < high
    for line, wall in zip(ax.lines[:2], (found.left, found.right), strict=True):
        assert [(t, x) for x, t in line.get_xydata()] == [*wall.points]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["9/4", "3"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["3/4", "0", "-1"]
