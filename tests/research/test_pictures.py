"""Pictures show what the oracle says, and are the same every time."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import pytest

from oracles.games.stone_game import StoneGame
from oracles.solve import solve
from research.checks.equality import show
from research.claims.study import Picture
from research.explore.position_text import brief
from research.resolving.loading import load_study
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


BOX = re.compile(
    r'<g class="position (\w)"[^>]*>\n<rect x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"'
)


@pytest.mark.parametrize(
    ("game", "size"), [("wythoff", 3), ("kayles", 6), ("domineering", 3), ("poker-nim", 2)]
)
def test_no_position_stands_on_another_and_moves_lead_down(game: str, size: int) -> None:
    rules = load_study(game).game
    _, truth = small_truth(rules, size)
    text = graph_svg(truth, brief, {})
    found = [(letter, *map(float, numbers)) for letter, *numbers in BOX.findall(text)]
    assert sorted(letter for letter, *_ in found) == sorted(truth.outcomes.values())
    for (_, x, y, wide, high), (_, x2, y2, wide2, high2) in combinations(found, 2):
        assert x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y
    if not rules.loopy:
        moves = [(p, o) for p in truth.positions for o in options(truth, p)]
        height = heights(truth.positions, moves)
        rows = sorted({y for _, _, y, *_ in found}, reverse=True)
        assert sorted(rows.index(y) for _, _, y, *_ in found) == sorted(height.values())


def options(truth: Any, position: Any) -> list[Any]:
    """The options of a position, whoever moves."""
    if not hasattr(truth, "turns"):
        return list(truth.options(position))
    turns = [(position, player) for player in ("Left", "Right")]
    return [option for turn in turns for option, _ in truth.turns.options(turn)]


def test_bold_arrows_are_winning_options_and_a_legend_says_so() -> None:
    truth = solve(StoneGame(), 2)
    text = graph_svg(truth, show)
    winning = sum(len(truth.winning_options(position)) for position in truth.positions)
    assert text.count('<g class="arrow winning">') == winning
    assert text.count('<g class="position ') == len(truth.graph)
    assert "bold arrow: winning move" in text
    ET.fromstring(text)


def test_the_small_graph_is_the_largest_that_is_small_enough() -> None:
    size, truth = small_truth(StoneGame())
    assert (size, len(truth.graph)) == (2, 10)
    assert len(solve(StoneGame(), 3).graph) > 14
    assert len(small_truth(load_study("staircase-nim").game)[1].positions) > 3
