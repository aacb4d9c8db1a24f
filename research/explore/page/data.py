"""What the page of a game shows: every position with its options, and where each stands on a map.

The page plays perfectly without a network, so it carries the whole game graph, outcomes and
remoteness included. A *state* is what a player is to move from: a position, or in a partizan game a
position with the player to move. States are numbered in the order in which they were met.

Positions with two or more integers as coordinates stand in a plane, by the two coordinates with
most values; a slider goes with each other coordinate. Positions that the rules write in order stand
there both ways. Heap games are shown by two heaps, with an explicit graph of their own. All others
stand in rows, those from which play is over soonest first.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.errors import SearchLimitError
from research.explore.explored import ARC_BUDGET, BUDGET, PLAYERS, SIZES, WORDS, Explored
from research.explore.facts import play_of
from research.explore.planes import coordinate_names, coordinates_of
from research.explore.position_text import in_ascending_order, written
from research.explore.values import heap_values, no_values

if TYPE_CHECKING:
    from research.claims.study import Study

MOST_POSITIONS, MOST_ARCS = 20_000, 600_000  # about 4 MB
MOST_COORDINATES = 5
HEAPS_SHOWN = 1_000  # in the nim sequence


@dataclass(frozen=True)
class PageData:
    """What the page shows; plain lists, to be written as JSON.

    Attributes
    ----------
    title, play, extent
        The game, how its play ends, and which positions these are.
    labels, outcomes, grundy
        Of each position; no ``grundy`` where the game has no values.
    turns
        For each player who may be to move, the state of each position; in an impartial game
        there is one list, the positions themselves.
    results, remoteness, options
        Of each state: P, N or D for the player to move, moves to the end (-1 without end) and the
        states that can be moved to.
    words
        What each outcome that occurs means.
    axes, cells
        What the coordinates are: across, down, and those with sliders; and for each place on the
        map its coordinates and the number of the position. For positions in rows a single one:
        the moves that play can still take.
    heaps
        In a heap game the Grundy values of single heaps, the period theorem or that there is none,
        and preperiod and period, 0 where there is none.
    notes
        What the page does not show.
    """

    title: str
    play: str
    extent: str
    labels: list[str]
    outcomes: str
    grundy: list[str]
    turns: list[list[int]]
    results: str
    remoteness: list[int]
    options: list[list[int]]
    words: dict[str, str]
    axes: list[str]
    cells: list[list[int]]
    heaps: dict[str, Any] | None
    notes: list[str]


def page_data(study: Study, found: Explored) -> tuple[PageData, Explored]:
    """Make the data of a page, and what it shows: of a heap game, sums of two heaps.

    Raises
    ------
    InputError
        If there are more positions or arcs than a page carries.
    """
    require_small(found)
    explored = _two_heaps(found)
    states = list(explored.impartial.positions)
    number = {state: place for place, state in enumerate(states)}
    truth, positions = explored.impartial, explored.positions
    lengths = [truth.remoteness(state) for state in states]
    grundy, notes = _grundy(explored)
    axes, cells = _places(explored)
    words = play_of(explored)
    turns = [list(range(len(states)))]
    if explored.partizan:
        turns = [[number[position, player] for position in positions] for player in PLAYERS]
    two = explored is not found
    come = f"that two heaps of at most {explored.size} come to" if two else f"at size {found.size}"
    data = PageData(
        title=study.title,
        play=f"{words[0].upper()}{words[1:]}.",
        extent=f"All {len(positions)} positions {come}.",
        labels=[written(position) for position in positions],
        outcomes="".join(explored.outcomes[position] for position in positions),
        grundy=grundy,
        turns=turns,
        results="".join(truth.outcome(state) for state in states),
        remoteness=[-1 if length is None else length for length in lengths],
        options=[[number[option] for option in truth.options(state)] for state in states],
        words={letter: WORDS[letter] for letter in explored.counts},
        axes=axes,
        cells=cells,
        heaps=None if notes else _heaps(found),
        notes=notes,
    )
    return data, explored


def require_small(explored: Explored) -> None:
    """Refuse a graph that is too large for a page; to be asked before the work.

    Raises
    ------
    InputError
        If there are more positions or arcs than the limits.
    """
    positions, arcs = len(explored.positions), explored.arcs
    if positions > MOST_POSITIONS or arcs > MOST_ARCS:
        raise InputError(
            f"size={explored.size}: {positions} positions and {arcs} arcs, more than the "
            f"{MOST_POSITIONS} and {MOST_ARCS} that a page carries; take a smaller --size"
        )


Places = tuple[list[str], list[list[int]]]  # what the coordinates are, and the cells


def _places(explored: Explored) -> Places:
    """Return where the positions stand: in a plane if they have coordinates, else in rows."""
    from oracles.heaps import is_sum_of_heaps

    if is_sum_of_heaps(explored.game):
        cells = [
            [*pair, place]
            for place, heaps in enumerate(explored.positions)
            if len(heaps) <= 2
            for pair in sorted(set(permutations((*heaps, 0, 0)[:2])))
        ]
        return ["one heap", "the other"], cells
    return _plane(explored) or _in_rows(explored)


def _plane(explored: Explored) -> Places | None:
    """Return the positions by the two coordinates with most values, if there are two."""
    read = coordinates_of(explored.positions)
    if read is None or not 2 <= (number := len(read[0])) <= MOST_COORDINATES:
        return None
    if not all(type(entry) is int for entries in read for entry in entries):
        return None
    values = [len({entries[i] for entries in read}) for i in range(number)]
    axes = sorted(sorted(range(number), key=lambda i: -values[i])[:2])
    if min(values[i] for i in axes) < 3:
        return None
    order = [*axes[::-1], *(i for i in range(number) if i not in axes)]
    ordered = in_ascending_order(read)
    cells = [
        [*(entries[i] for i in order), place]
        for place, known in enumerate(read)
        for entries in (sorted(set(permutations(known))) if ordered else [known])
    ]
    names = coordinate_names(explored.game, explored.positions[0], number)
    return [names[i] for i in order], cells


def _in_rows(explored: Explored) -> Places:
    """Return the positions in the order of how long play from them can take."""
    from research.system.game_graph import heights

    moves = ((p, option) for p in explored.positions for _, option in explored.moves(p))
    height = heights(explored.positions, moves)
    cells = [[height[position], place] for place, position in enumerate(explored.positions)]
    loops = ", loops not counted" if explored.game.loopy else ""
    return [f"moves left at most{loops}:"], sorted(cells)


def _two_heaps(explored: Explored) -> Explored:
    """Return a heap game from every two heaps within the budget; other games as they are."""
    from oracles.graph import build_from
    from oracles.heaps import is_sum_of_heaps
    from oracles.truth import Truth

    game = explored.game
    if not is_sum_of_heaps(game):
        return explored
    found = explored
    for heap in (size for size in SIZES if size <= explored.size):
        starts = [tuple(h for h in (a, b) if h) for b in range(heap + 1) for a in range(b + 1)]
        try:
            graph = build_from(game, starts, limit=BUDGET, arc_limit=ARC_BUDGET)
        except SearchLimitError:
            break
        found = Explored(game, heap, Truth(game, graph))
    return found


def _heaps(explored: Explored) -> dict[str, Any] | None:
    """Return the nim sequence of a heap game, with its period."""
    found = heap_values(explored)
    if found is None:
        return None
    period = found.period
    return {
        "values": list(found.values[:HEAPS_SHOWN]),
        "statement": "" if found.proof is None else found.proof.statement(),
        "preperiod": 0 if period is None else period.preperiod,
        "period": 0 if period is None else period.period,
    }


def _grundy(explored: Explored) -> tuple[list[str], list[str]]:
    """Return the Grundy values of the positions, or a line that says why there are none."""
    if explored.partizan:
        return [], ["Grundy values are those of impartial games; the page shows who wins."]
    if why := no_values(explored):
        return [], [f"Grundy values are not shown: {why}."]
    values: Any = explored.impartial.grundy_values
    return [str(values[position]) for position in explored.positions], []
