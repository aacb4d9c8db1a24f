"""Pictures show what the oracle says, and are the same every time."""

from __future__ import annotations

import importlib
import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from oracles.games.binary_blackboard import BinaryBlackboard
from oracles.games.stone_game import StoneGame
from oracles.graph import GameGraph
from oracles.rules import Game
from oracles.solve import solve
from research.checks.equality import show
from research.claims.study import Picture
from research.system.pictures import OUTCOMES, draw_graph, layout, small_truth, styled, svg

FROM_THE_ORACLE = ["divisor_nim", "binary_blackboard", "silver_dollar"]


def pictures(game: str) -> list[Picture]:
    """The pictures of a game."""
    found: list[Picture] = importlib.import_module(f"research.studies.{game}.pictures").PICTURES
    return found


@pytest.mark.parametrize("game", FROM_THE_ORACLE)
def test_a_picture_is_the_same_every_time_light_and_without_date_or_path(game: str) -> None:
    for picture in pictures(game):
        text = svg(picture.draw)
        assert text == svg(picture.draw)
        assert len(text.encode()) < 200_000
        ET.fromstring(text)  # well formed
        assert not re.search(r"20[2-9][0-9]-|Matplotlib v|/home|/tmp|dc:date", text)
        assert "<tspan" not in text  # a formula in pieces, by fonts that a process may have or not


def test_the_blackboard_labels_are_the_losing_numbers_of_the_worked_example() -> None:
    text = svg(pictures("binary_blackboard")[0].draw)
    labels = {int(word) for word in re.findall(r">(\d+)</text>", text)}
    # EulerSolve, Project Euler 711, "Worked Example: n=6", without the last endpoint 64
    assert labels - {4**k for k in range(5)} == {3, 7, 15, 19, 20, 31, 63}


def test_the_strips_are_the_losing_positions_that_the_source_counts() -> None:
    text = svg(pictures("silver_dollar")[0].draw)
    # W(10, 2) = 324 of the 3 * C(10, 3) = 360 positions are winning.
    assert text.count(">$</text>") == 360 - 324


def test_the_layout_sets_every_option_below_its_position() -> None:
    graph = solve(StoneGame(), 3).graph
    places = layout(graph)
    assert all(places[option][1] < places[position][1] for position, option in graph.edges)
    assert len(set(places.values())) == len(graph)


def test_a_loop_can_be_laid_out() -> None:
    graph = GameGraph(nx.cycle_graph(3, create_using=nx.DiGraph))
    assert {y for _, y in layout(graph).values()} == {0}


def test_the_drawing_colours_each_position_by_its_outcome() -> None:
    truth = solve(BinaryBlackboard(), 2)
    text = svg(lambda: draw_graph(truth, show)).lower()
    # Each position's box, and one marker in the legend (drawn as a definition and its use).
    counts = {outcome: text.count(f"fill: {OUTCOMES[outcome][0].lower()}") for outcome in "PN"}
    arrows = sum(len(truth.winning_options(position)) for position in truth.positions)
    losing = len(truth.p_positions)
    assert counts["N"] - counts_in_legend(text, "N") == len(truth.graph) - losing
    assert counts["P"] - counts_in_legend(text, "P") == losing + arrows


@pytest.mark.parametrize("game", [StoneGame(), BinaryBlackboard()])
def test_arrows_begin_and_end_at_the_borders_of_boxes(game: Game[Any]) -> None:
    with styled():
        drawn = draw_graph(small_truth(game)[1], show)
        drawn.draw_without_rendering()
        (ax,) = drawn.axes
        boxes = [
            box.get_transform().transform_path(box.get_path())
            for text in ax.texts
            if isinstance(box := text.get_bbox_patch(), FancyBboxPatch)
        ]
        arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
        assert len(arrows) > 5
        for arrow in arrows:
            path = arrow.get_transform().transform_path(arrow.get_path())
            way = path.to_polygons(closed_only=False)[0]
            assert not any(box.contains_point(tuple(way[-1])) for box in boxes)
            assert min(distance(way[0], box) for box in boxes) < 2  # pixels
            assert min(distance(way[-1], box) for box in boxes) < 5


def distance(point: Any, box: Any) -> float:
    """How far a point is from the border of a box."""
    corners = box.to_polygons()[0]
    found = []
    for one, other in pairwise(corners):
        along = other - one
        part = np.clip((point - one) @ along / max(along @ along, 1e-9), 0, 1)
        found.append(float(np.hypot(*(one + part * along - point))))
    return min(found)


def counts_in_legend(text: str, outcome: str) -> int:
    """How often a colour is used in the legend."""
    legend = text[text.index('<g id="legend') :]
    return legend.count(f"fill: {OUTCOMES[outcome][0].lower()}")


def test_outcomes_differ_in_shape_as_well_as_in_colour() -> None:
    assert len({shape.split(",")[0] for _, _, shape in OUTCOMES.values()}) == len(OUTCOMES)


def test_the_small_graph_is_the_largest_that_is_small_enough() -> None:
    size, truth = small_truth(StoneGame())
    assert (size, len(truth.graph)) == (2, 10)
    assert len(solve(StoneGame(), 3).graph) > 14
    assert small_truth(StoneGame(), 3)[0] == 3
