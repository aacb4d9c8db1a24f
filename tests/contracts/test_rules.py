"""What the rules of every game keep, and for each promise a game that breaks it and is told apart.

Here are the games of the sources, those of the literature, those in print beside them, and one of
every form that rules have. Positions are found by the search below, not by the oracle's.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import oracles
from oracles.games.divisor_nim import DivisorNim
from oracles.games.silver_dollar import SilverDollar, SilverDollarInBinary
from oracles.heaps import HeapGame, SumsOfHeaps, hexadecimal, octal, subtraction
from oracles.moves import MoveGame
from oracles.partizan import PlayerToMoveGame
from oracles.partizan_subtraction import PartizanSubtraction
from oracles.rules import (
    DigraphGame,
    Game,
    PartizanGame,
    Rules,
    gives_smaller_again,
    moves_of,
    players_of,
)
from oracles.strips import PartizanStripGame, StripGame, empty_strip
from oracles.sums import DisjunctiveSum, PartizanSum
from oracles.vectors import VectorGame, nim
from research.resolving.loading import load_file, load_study, study_names, variant_names
from research.system.drawn import drawn

IN_PRINT = sorted((Path(__file__).parent.parent / "variants_in_print").glob("*.py"))
Found = dict[Any, dict[str, list[Any]]]  # {3: {"": [2, 1]}}: the options, by who has them
ENOUGH = 200  # positions; a size with more is not asked for
LARGEST = 8

TOADS = PartizanStripGame(
    left=[("T.", ".T"), ("TF.", ".FT")],
    right=[(".F", "F."), (".TF", "FT.")],
    starts=lambda size: ["T" + "." * size + "F"],
)
PASSING = PartizanStripGame(
    left=[(".T", "T."), ("T.", ".T")], right=[], starts=lambda size: ["T" + "." * size], loopy=True
)
TAKING = "position play(x)\nmove play -> play(x - n) for n where 1 <= n & n <= x"
FORMS: dict[str, Rules[Any]] = {
    "an octal code": octal("0.77"),
    "an octal code, misère": octal("0.137", misere=True),
    "a hexadecimal code": hexadecimal("0.8F"),
    "a set to take from": subtraction(1, 3, 4),
    "a function of heaps": HeapGame(lambda heap: [(less,) for less in range(heap)]),
    "sums of a heap game": SumsOfHeaps(lambda heap: [(less,) for less in range(heap)]),
    "a heap that may stay, loopy": HeapGame(lambda heap: [(heap,)] if heap else [], loopy=True),
    "vectors": VectorGame([(1, 0), (0, 2)]),
    "nim, misère": nim(3, misere=True),
    "a text": MoveGame(TAKING),
    "a text, misère": MoveGame(f"{TAKING}\nmisere"),
    "a strip": StripGame(rules=[("..", "XX")], starts=empty_strip),
    "a strip with an end": StripGame(rules=[(".", "X")], starts=empty_strip, over=["XXX"]),
    "a strip for two": TOADS,
    "a strip for two, loopy": PASSING,
    "a digraph": DigraphGame(nx.DiGraph([(3, 1), (3, 2), (2, 1), (1, 0)])),
    "a digraph with a cycle": DigraphGame(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")])),
    "a disjunctive sum": DisjunctiveSum(nim(2), DivisorNim(heaps=1)),
    "a heap for two": PartizanSubtraction((1, 2), (1, 3)),
    "a sum for two": PartizanSum(TOADS, TOADS),
    "turn by turn": PlayerToMoveGame(TOADS),
    "one heap": DivisorNim(heaps=1),
    "three heaps": DivisorNim(heaps=3),
    "one coin": SilverDollar(coins=0),
    "four coins": SilverDollar(coins=3),
    "coins in binary": SilverDollarInBinary(),
}
GAMES: dict[str, Rules[Any]] = {
    **{name: load_study(name).game for name in (*study_names(), *variant_names())},
    **{file.stem: load_file(file).game for file in IN_PRINT},
    **FORMS,
}


def moves(game: Rules[Any], position: Any) -> dict[str, list[Any]]:
    """The options of a position, by who has them."""
    return {player: list(moves_of(game, player, position)) for player in players_of(game)}


def reached(game: Rules[Any], size: int) -> Found:
    """The positions that play reaches at a size, by whatever moves, with their options."""
    waiting, found = list(game.start(size)), Found()
    while waiting and len(found) <= ENOUGH:
        position = waiting.pop()
        if position not in found:
            found[position] = moves(game, position)
            waiting += (option for options in found[position].values() for option in options)
    return found


_SEARCHED: dict[int, tuple[Rules[Any], list[Found]]] = {}  # by identity


def sizes(game: Rules[Any]) -> list[Found]:
    """What is reached at sizes from 0 on, as long as it is not too much; searched once."""
    if id(game) not in _SEARCHED:
        found = [reached(game, 0)]
        while len(found) <= LARGEST and len(positions := reached(game, len(found))) <= ENOUGH:
            found.append(positions)
        assert len(found) >= 2
        assert found[-1]
        _SEARCHED[id(game)] = game, found
    return _SEARCHED[id(game)][1]


def arcs(found: Found) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(found)
    graph.add_edges_from(
        (p, option) for p, by in found.items() for options in by.values() for option in options
    )
    return graph


# The promises. Each takes a game, and fails where it is broken.


def options_are_positions(game: Rules[Any]) -> None:
    """They can be hashed, are of the types of the starts, and the game says that it has them."""
    for size, found in enumerate(sizes(game)):
        types = {type(position) for position in game.start(size)}
        for position in found:
            assert isinstance(position, Hashable)
            assert type(position) in types
            assert game.contains(position)


def asking_again_gives_the_same(game: Rules[Any]) -> None:
    for size, found in enumerate(sizes(game)):
        assert list(game.start(size)) == list(game.start(size))
        for position, options in found.items():
            assert moves(game, position) == options


def play_ends_unless_it_is_said_to_be_loopy(game: Rules[Any]) -> None:
    ends = all(nx.is_directed_acyclic_graph(arcs(found)) for found in sizes(game))
    assert ends != game.loopy


def larger_sizes_give_more(game: Rules[Any]) -> None:
    """As many positions or others, and more in the end."""
    found = sizes(game)
    for smaller, larger in pairwise(found):
        assert len(larger) >= len(smaller) or set(larger) - set(smaller)
    assert len(found[0]) < len(found[-1])


def the_end_is_as_misere_says(game: Rules[Any]) -> None:
    """Or, where the final position names the winner, it does so for every one."""
    for position, by_player in sizes(game)[-1].items():
        for player, options in by_player.items():
            if not options:
                outcome = game.final_outcome(*[position, player][: 2 if player else 1])
                if game.names_winner_by_position():
                    assert outcome in {"P", "N", "D"}
                else:
                    assert outcome == ("N" if game.misere else "P")


def smaller_sizes_are_given_again(game: Rules[Any]) -> None:
    """By a ``start`` that is marked as one that gives them."""
    if getattr(type(game).start, "gives_smaller_again", False):
        starts = [set(game.start(size)) for size in range(LARGEST + 1)]
        assert all(smaller <= larger for smaller, larger in pairwise(starts))
        for size, (smaller, larger) in enumerate(pairwise(starts)):
            assert smaller | set(game.start_after(size, size + 1)) == larger


def what_is_canonical_is_a_symmetry(game: Rules[Any]) -> None:
    for found in sizes(game):
        for position in found:
            form = game.canonical(position)
            assert game.canonical(form) == form
            here, there = moves(game, position), moves(game, form)
            for who in here:
                assert {*map(game.canonical, here[who])} == {*map(game.canonical, there[who])}


def a_position_is_the_sum_of_its_components(game: Rules[Any]) -> None:
    def of(parts: Iterable[Any]) -> frozenset[tuple[Any, int]]:
        return frozenset(Counter(map(game.canonical, parts)).items())

    for found in sizes(game):
        for position, options in found.items():
            parts = list(game.components(position))
            assert all(of(game.components(part)) == of([part]) for part in parts)
            for who in options:
                one_moved = {
                    of([*parts[:place], *game.components(option), *parts[place + 1 :]])
                    for place, part in enumerate(parts)
                    for option in moves(game, part)[who]
                }
                assert {of(game.components(option)) for option in options[who]} == one_moved


def what_is_drawn_is_a_rectangle(game: Rules[Any]) -> None:
    for found in sizes(game):
        for position in found:
            rows = (drawn(game, position) or "").split("\n")
            assert len({*map(len, rows)}) == 1


PROMISES: list[Callable[[Rules[Any]], None]] = [
    options_are_positions,
    asking_again_gives_the_same,
    play_ends_unless_it_is_said_to_be_loopy,
    larger_sizes_give_more,
    the_end_is_as_misere_says,
    smaller_sizes_are_given_again,
    what_is_canonical_is_a_symmetry,
    a_position_is_the_sum_of_its_components,
    what_is_drawn_is_a_rectangle,
]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_every_promise(name: str) -> None:
    for promise in PROMISES:
        promise(GAMES[name])


# The controls: one or two counters are taken, and one thing is wrong.


class Taking(Game[Any]):
    """The rules that the wrong ones are spoilt from."""

    def start(self, size: int) -> Any:
        return range(size + 1)

    def options(self, position: Any) -> Any:
        return [position - take for take in (1, 2) if take <= position]


def spoilt(**said: Any) -> Taking:
    """The rules of taking, but for what is said."""
    return type("Spoilt", (Taking,), said)()


def in_another_order(_: Taking, position: int, asked: Iterator[int] = count()) -> list[int]:  # noqa: B008
    return sorted(Taking().options(position), reverse=next(asked) % 2 == 0)


BROKEN: dict[str, tuple[Callable[[Rules[Any]], None], Taking]] = {
    "options are texts": (
        options_are_positions,
        spoilt(options=lambda _, position: [str(int(position) - 1)] if int(position) else []),
    ),
    "options are outside": (
        options_are_positions,
        spoilt(contains=lambda _, position: position != 0),
    ),
    "options change": (asking_again_gives_the_same, spoilt(options=in_another_order)),
    "play goes on": (
        play_ends_unless_it_is_said_to_be_loopy,
        spoilt(options=lambda _, position: [position]),
    ),
    "play is said to go on": (play_ends_unless_it_is_said_to_be_loopy, spoilt(loopy=True)),
    "larger is less": (
        larger_sizes_give_more,
        spoilt(start=lambda _, size: range(LARGEST + 1 - size)),
    ),
    "larger is the same": (larger_sizes_give_more, spoilt(start=lambda _, size: range(LARGEST))),
    "the other ending": (
        the_end_is_as_misere_says,
        spoilt(
            misere=True,
            final_outcome=lambda _, position: "P",
            names_winner_by_position=lambda _: False,
        ),
    ),
    "no outcome": (the_end_is_as_misere_says, spoilt(final_outcome=lambda _, position: "Oscar")),
    "smaller is forgotten": (
        smaller_sizes_are_given_again,
        spoilt(start=gives_smaller_again(lambda _, size: [size])),
    ),
    "odd is the same": (
        what_is_canonical_is_a_symmetry,
        spoilt(canonical=lambda _, position: position % 2),
    ),
    "it falls apart": (
        a_position_is_the_sum_of_its_components,
        spoilt(components=lambda _, position: [1] * position),
    ),
    "a row is shorter": (
        what_is_drawn_is_a_rectangle,
        spoilt(drawn=lambda _, position: "." * position + "\nx"),
    ),
}


@pytest.mark.parametrize("wrong", BROKEN)
def test_a_game_that_breaks_a_promise_is_told_apart(wrong: str) -> None:
    promise, game = BROKEN[wrong]
    with pytest.raises(AssertionError):
        promise(game)
    promise(Taking())


DRAWN = {
    *("amazons", "chomp", "clobber", "coins-on-a-strip", "col", "cram", "cutcake", "domineering"),
    *("fission", "hackenbush", "konane", "maundy-cake", "mock-turtles", "nimble", "northcott"),
    *("ruler", "silver-dollar", "snort", "toads-and-frogs", "toppling-dominoes", "treblecross"),
    "turning-turtles",
}


def test_games_on_boards_and_strips_are_drawn() -> None:
    games = (*study_names(), *variant_names())
    assert {
        name for name in games if any(drawn(GAMES[name], p) for p in sizes(GAMES[name])[-1])
    } == DRAWN


def test_every_promise_has_a_game_that_breaks_it() -> None:
    assert {promise for promise, _ in BROKEN.values()} == set(PROMISES)


def test_every_form_of_rules_is_here() -> None:
    forms = set()
    for found in pkgutil.walk_packages(oracles.__path__, "oracles."):
        for kind in vars(importlib.import_module(found.name)).values():
            if inspect.isclass(kind) and issubclass(kind, Rules) and not inspect.isabstract(kind):
                forms |= {kind} if kind.__name__[0] != "_" else set()
    marked = {kind for kind in forms if getattr(kind.start, "gives_smaller_again", False)}
    assert marked >= {HeapGame, MoveGame, VectorGame}
    assert forms <= {type(game) for game in GAMES.values()}
    for kind in (Game, PartizanGame):
        assert {game.loopy for game in GAMES.values() if isinstance(game, kind)} == {True, False}
