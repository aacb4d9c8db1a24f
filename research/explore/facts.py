"""Stages of an exploration: what is counted, drawn, symmetric, growing and named."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from oracles.rules import Rules
from research.explore.content import Cells, Drawing, Part, Section, Words
from research.explore.coordinates import symmetries
from research.explore.explored import WORDS, Explored, explored_at
from research.explore.labels import brief
from research.explore.oeis import LEAST_TERMS, LEAST_VALUES, names_of
from research.explore.oeis import Sequence as Terms

if TYPE_CHECKING:
    from research.explore.view import View

MOST_DRAWN = 24  # positions in the drawing of a graph
LEAST_DRAWN = 4
LEAST_ARCS = 3
MOST_GROWTH_ROWS = 16
MOST_NAMES = 6


def counting(view: View) -> Section:
    """Count positions, arcs and outcomes."""
    explored = view.explored
    facts = [
        ["play", play_of(explored)],
        ["size", str(explored.size)],
        ["positions", str(len(explored.positions))],
        ["arcs", str(explored.arcs) + (" (Left's and Right's)" if explored.partizan else "")],
    ]
    facts += [
        [f"{letter}: {WORDS[letter]}", str(explored.counts.get(letter, 0))]
        for letter in explored.letters
    ]
    return Section("Positions", (Cells(["", ""], facts, left=(0, 1)),))


def first_graph(view: View) -> Section:
    """Draw the graph of the smallest interesting case: the least with every outcome there is."""
    from research.explore.drawings import draw_small

    explored = view.explored
    small = smallest_interesting(explored)
    if small is None:
        why = f"every size with positions has more than {MOST_DRAWN}"
        return Section("A small case", (Words(f"No graph is drawn: {why}."),))
    header = ["position", "outcome", "options (a star: winning)"]
    if small.partizan:
        header = ["position", "outcome", "Left's options", "Right's options"]
    rows = [[brief(p), small.outcomes[p], *_options(small, p)] for p in small.positions]
    many = f"the {len(small.positions)} positions at size {small.size}"
    caption = f"The game graph of {many}."
    table = Cells(header, rows, "A star: winning." * small.partizan, (0, 2, 3))
    drawing = Drawing("graph", caption, lambda: draw_small(small))
    return Section("A small case", (Words(caption), table, drawing))


def smallest_interesting(explored: Explored) -> Explored | None:
    """Return the least size whose graph shows every outcome that occurs, if it can be drawn.

    Where that has too many positions, the largest that can be drawn; None if there is none.
    """
    from oracles.errors import OracleError, SearchLimitError

    best: Explored | None = None
    for size in range(explored.size + 1):
        try:
            small = explored_at(explored.game, size, limit=MOST_DRAWN)
        except SearchLimitError:
            break
        except OracleError:  # no positions yet
            continue
        best = small
        enough = len(small.positions) >= LEAST_DRAWN and small.arcs >= LEAST_ARCS
        if enough and small.counts.keys() == explored.counts.keys():
            break
    return best


def symmetric(view: View) -> Section:
    """Say which permutations of the coordinates leave the outcome unchanged, and any declared."""
    words, tested_on = symmetries(view.explored.outcomes)
    said = f"{words[0].upper()}{words[1:]}."
    if tested_on:
        said += f" Tested on all {tested_on} positions."
    declared = type(view.game).canonical
    if declared is not Rules.canonical:
        name = getattr(declared, "__qualname__", "canonical")
        said += f" The rules declare a symmetry: {name}."
    return Section("Symmetries", (Words(said),))


def growing(view: View) -> Section:
    """Count positions, arcs and outcomes of every size."""
    explored = view.explored
    rows: list[list[int]] = []
    interrupted = ""
    try:
        for size, positions, arcs, counts in explored.growth():
            rows.append([size, positions, arcs, *(counts[c] for c in explored.letters)])
    except KeyboardInterrupt:
        view.interrupted = "counting every size"
        interrupted = " Interrupted; these are the sizes that were counted."
    columns = ["positions", "arcs", *(f"{letter}-positions" for letter in explored.letters)]
    for number, name in enumerate(columns, 1):
        view.sequences[f"number of {name} by size"] = Terms(tuple(r[number] for r in rows))
    return Section("Growth", _growth_parts(rows, explored.letters, interrupted))


def _growth_parts(rows: list[list[int]], letters: str, remark: str) -> tuple[Part, ...]:
    from research.explore.drawings import draw_growth

    header = ["size", "positions", "arcs", *letters]
    every = -(-len(rows) // MOST_GROWTH_ROWS) if rows else 1
    shown = [[str(number) for number in row] for row in rows[::-1][::every][::-1]]
    caption = f"One size in {every} is shown." if every > 1 else ""
    table = Cells(header, shown, (caption + remark).strip())
    picture = Drawing(
        "growth", "How many positions there are of each outcome, by size.",
        partial(draw_growth, rows, letters),
    )  # fmt: skip
    return (table, picture) if len(rows) > 1 else (table,)


def named(view: View) -> Section:
    """Name the sequences that the other stages found, by the user's own file."""
    assert view.oeis is not None
    names = names_of(view.oeis, view.sequences)
    rows = []
    for what, sequence in view.sequences.items():
        if what not in names:
            said = f"too short or too plain ({LEAST_TERMS} terms, {LEAST_VALUES} values needed)"
        elif not names[what]:
            said = "not found"
        else:
            more = len(names[what]) - MOST_NAMES
            said = ", ".join(map(str, names[what][:MOST_NAMES]))
            said += f" and {more} more" if more > 0 else ""
        rows.append([what, _first_terms(sequence), said])
    header = ["sequence", "first terms", "in the OEIS"]
    caption = (
        f"Compared with {view.oeis.name}. A name says that all terms in both agree; it is no proof."
    )
    return Section("OEIS", (Cells(header, rows, caption, left=(0, 1, 2)),))


def _first_terms(sequence: Terms) -> str:
    shown = ", ".join(map(str, sequence.terms[:8]))
    return shown + (", …" if len(sequence.terms) > 8 else "")


def how_play_ends(game: Rules[Any]) -> str:
    """Say in words when play ends and who has won then."""
    own = getattr(game, "names_winner_by_position", None)
    if own is not None and own():
        return "the final position names the winner"
    play, does = ("misère", "wins") if game.misere else ("normal", "loses")
    return f"{play} play, where the player who cannot move {does}"


def play_of(explored: Explored) -> str:
    """Say in words which kind of game it is, and how play ends."""
    kind = "partizan" if explored.partizan else "impartial"
    endless = "; play may go on for ever" if explored.game.loopy else ""
    return f"{kind}; {how_play_ends(explored.game).partition(',')[0]}{endless}"


def _options(small: Explored, position: Any) -> Sequence[str]:
    """Write the options of a position, of each player where there are two kinds."""
    if not small.partizan:
        return [_listed(small, position)]
    truth: Any = small.truth
    return [
        " ".join(
            brief(option) + "*" * (option in truth.winning_options(position, player))
            for option, _ in small.impartial.options((position, player))
        )
        for player in ("Left", "Right")
    ]


def _listed(small: Explored, position: Any) -> str:
    options = small.impartial.options(position)
    winning = set(small.impartial.winning_options(position))
    return "  ".join(brief(option) + "*" * (option in winning) for option in options)
