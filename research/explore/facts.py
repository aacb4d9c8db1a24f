"""The other sections of an exploration: counts, a small graph, growth, conjectures, the OEIS."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from oracles.errors import OracleError
from oracles.growing import CONJECTURE
from oracles.heaps import is_sum_of_heaps
from oracles.quantities import OUTCOMES
from oracles.rules import Game, Rules
from research.claims.study import Study
from research.explore.explored import Explored
from research.explore.oeis import LEAST_TERMS, LEAST_VALUES, names_of
from research.explore.oeis import Sequence as Terms
from research.explore.section import Cells, Drawing, Section
from research.proving.results import Limits
from research.system.drawn import in_a_line, move_drawn, on_terminal
from research.system.game_graph import MOST_DRAWN, graph_svg, small_truth

MOST_GROWTH_ROWS = 16
MOST_NAMES = 6
HEAPS = 300  # that conjectures are made on and tested on


def counting(explored: Explored) -> Section:
    """Count positions, arcs and outcomes."""
    facts = [
        ["play", play_of(explored)],
        ["size", str(explored.size)],
        ["positions", str(len(explored.positions))],
        ["arcs", str(explored.arcs) + (" (Left's and Right's)" if explored.partizan else "")],
    ]
    facts += [
        [f"{each}: {OUTCOMES[each]}", str(explored.counts[each])] for each in explored.letters
    ]
    return Section("Positions", (Cells(["", ""], facts, left=(0, 1)), *_start_drawn(explored)))


def _start_drawn(explored: Explored) -> list[Drawing]:
    """Draw the start with most options of those that have a winning one, and that option."""
    game, truth = explored.game, explored.truth
    starts = [start for start in game.start(explored.size) if on_terminal(game, start)]
    begun = [(start, who) for start in starts for who in truth.players if truth.moves(who, start)]
    winning = [each for each in begun if truth.winning_options(*each)]
    if not begun:
        return []
    start, player = max(winning or begun, key=lambda each: len(truth.moves(each[1], each[0])))
    options = truth.winning_options(start, player) or truth.moves(player, start)
    drawings = (move_drawn(game, start, option) for option in options)
    lines = next(filter(None, drawings), [])
    whose = f" for {player}" if player else ""
    kind = f"a winning option{whose}" if winning else f"an option{whose}; none wins"
    return [Drawing("start", f"A start and {kind}.", None, ["", *lines])] if lines else []


def how_play_ends(game: Rules[Any]) -> str:
    """Say in words when play ends and who has won then."""
    if game.names_winner_by_position():
        return "the final position names the winner"
    play, does = ("misère", "wins") if game.misere else ("normal", "loses")
    return f"{play} play, where the player who cannot move {does}"


def play_of(explored: Explored) -> str:
    """Say in words which kind of game it is, and how play ends."""
    kind = "partizan" if explored.partizan else "impartial"
    endless = "; play may go on for ever" if explored.game.loopy else ""
    return f"{kind}; {how_play_ends(explored.game).partition(',')[0]}{endless}"


def small_case(explored: Explored) -> Section:
    """Draw the largest game graph that is small enough, and list its positions."""
    size, truth = small_truth(explored.sizes)
    small = Explored(explored.sizes, size, truth)
    if not small.positions:
        words = f"No graph is drawn: every size with positions has more than {MOST_DRAWN}."
        return Section("A small case", (words,))
    label, rows = partial(in_a_line, explored.game), []
    for position in small.positions:
        row = [label(position), small.outcomes[position]]
        for player in truth.players:
            winning = truth.winning_options(position, player)
            moves = truth.moves(player, position)
            row.append("  ".join(label(each) + "*" * (each in winning) for each in moves))
        rows.append(row)
    titles = [f"{player}'s options" if player else "options" for player in truth.players]
    caption = f"The game graph of the {len(small.positions)} positions at size {size}."
    table = Cells(["position", "outcome", *titles], rows, "A star: winning option.", left=(0, 2, 3))
    drawing = Drawing("graph", caption, lambda: graph_svg(truth, label))
    return Section("A small case", (caption, table, drawing))


def growing(explored: Explored) -> Section:
    """Count positions, arcs and outcomes of every size."""
    letters = explored.letters
    rows = [
        [size, positions, arcs, *(counts[letter] for letter in letters)]
        for size, positions, arcs, counts in explored.growth()
    ]
    columns = ["positions", "arcs", *(f"{letter}-positions" for letter in letters)]
    sequences = {
        f"number of {name} by size": Terms(tuple(row[place] for row in rows))
        for place, name in enumerate(columns, 1)
    }
    every = -(-len(rows) // MOST_GROWTH_ROWS)
    shown = [[str(number) for number in row] for row in rows[::-1][::every][::-1]]
    caption = f"One size in {every} is shown." if every > 1 else ""
    table = Cells(["size", "positions", "arcs", *letters], shown, caption)
    return Section("Growth", (table,), sequences)


def conjectures(explored: Explored, study: Study) -> Section:
    """Show what may hold for every size, made on one half of the values and tested on the other.

    ``grundwork prove`` makes conjectures on more, and proves them where it can.
    """
    from research.conjectures.conjecturing import conjectures_of

    game, title = explored.game, "Conjectures"
    if not isinstance(game, Game) or game.loopy:
        words = "Conjectures are made only for impartial games in which play ends."
        return Section(title, (words,))
    seen = len(explored.positions), explored.arcs
    limits = Limits(max(CONJECTURE.positions, seen[0]), max(CONJECTURE.arcs, seen[1]), HEAPS)
    try:
        found = conjectures_of(game, limits, study.called, study.features)
    except OracleError as error:
        return Section(title, (f"Nothing can be conjectured: {error}.",))
    command = shlex.join(filter(None, ["grundwork", "prove", study.word]))  # which some have not
    if is_sum_of_heaps(game) and game.misere:
        command += " --misere"
    further = f"To look further, and for a proof: {command}"
    budget = f"{limits.positions} positions and {limits.arcs} arcs, or the heaps to {HEAPS},"
    if not found:
        return Section(title, (f"No conjecture; at most {budget} were examined. {further}",))
    rows = [
        [each.kind, each.statement, str(each.made_on), str(each.tested_on),
         f"{'*' * each.refuted}{each.verdict}"]
        for each in found
    ]  # fmt: skip
    caption = f"Passed is not proved. At most {budget} were examined. {further}"
    header = ["kind", "conjecture", "made on", "tested on", "then"]
    return Section(title, (Cells(header, rows, caption, left=(0, 1, 4)),))


def named(sequences: Mapping[str, Terms], oeis: Path) -> Section:
    """Name the sequences of the other sections, by the user's own file."""
    names = names_of(oeis, sequences)
    rows = []
    for what, sequence in sequences.items():
        said = f"too short or too plain ({LEAST_TERMS} terms, {LEAST_VALUES} values needed)"
        if what in names:
            said = ", ".join(map(str, names[what][:MOST_NAMES])) or "not found"
            more = len(names[what]) - MOST_NAMES
            said += f" and {more} more" if more > 0 else ""
        shown = ", ".join(map(str, sequence.terms[:8])) + (", …" if len(sequence.terms) > 8 else "")
        rows.append([what, shown, said])
    header = ["sequence", "first terms", "in the OEIS"]
    caption = (
        f"Compared with {oeis.name}. A name says that all terms in both agree; it is no proof."
    )
    return Section("OEIS", (Cells(header, rows, caption, left=(0, 1, 2)),))
