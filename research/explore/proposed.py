"""The last stage of an exploration: what may hold for every size, made on one half of the values.

A proposal is no theorem: it is made on the smaller half of the values within a small budget, and
tested on the other half. ``grundwork prove`` makes proposals on more, and proves them where it can.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from research.explore.content import Cells, Part, Section, Words

if TYPE_CHECKING:
    from research.explore.view import View

POSITIONS = 4_000
ARCS = 40_000
HEAPS = 300


def proposals(view: View) -> Section:
    """Show what is proposed, with the numbers of values, refuted proposals included."""
    return Section("Conjectures", _parts(view))


def _parts(view: View) -> tuple[Part, ...]:
    from oracles.errors import OracleError
    from oracles.rules import Game
    from research.conjectures.conjecturing import conjectures_of
    from research.conjectures.symmetry_discovery import conjecture_symmetries
    from research.proving.theorem import Limits

    game = view.game
    if not isinstance(game, Game):
        return (Words("Conjectures are made for impartial games."),)
    if game.loopy:
        return (Words("Conjectures are made for games in which play ends."),)
    seen_positions, seen_arcs = len(view.explored.positions), view.explored.arcs
    positions, arcs = max(POSITIONS, seen_positions), max(ARCS, seen_arcs)
    limits = Limits(positions=positions, arcs=arcs, heaps=HEAPS)
    try:
        found = [
            *conjecture_symmetries(game, seen_positions, seen_arcs),
            *conjectures_of(game, limits, view.explored.size),
        ]
    except OracleError as error:
        return (Words(f"Nothing can be proposed: {error}."),)
    words = filter(None, ["grundwork", "prove", view.study.word])  # rules in Python have no word
    command = shlex.join(words)
    further = f"{command} looks further, and for a proof."
    budget = f"{positions} positions and {arcs} arcs, or heaps up to {HEAPS}"
    if not found:
        return (Words(f"Nothing is proposed within {budget}. {further}"),)
    rows = [
        [
            proposal.kind,
            proposal.statement,
            str(proposal.made_on),
            str(proposal.tested_on),
            f"{'*' * proposal.refuted}{proposal.verdict}",
        ]
        for proposal in found
    ]
    caption = f"What passed is not proved; it was looked at within {budget}. {further}"
    header = ["kind", "conjecture", "made on", "tested on", "then"]
    return (Cells(header, rows, caption, left=(0, 1, 4)),)
