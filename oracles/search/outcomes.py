"""Outcome search: who wins, where sums have no values to go by.

Under misère play, where the final position names the winner, and in partizan games, a position is
searched as a whole: it is an N-position as soon as one option is found to be a P-position, a draw
if none is and one is a draw, and else a P-position. Canonical forms may still join positions.
"""

from __future__ import annotations

from collections.abc import Hashable

from oracles.outcomes import outcome_of
from oracles.rule_contracts import final_outcome_of
from oracles.rules import Outcome
from oracles.search.table import Node, Steps, Table, run


class OutcomeSearch:
    """Finds outcomes of the positions of a game in which play ends.

    Parameters
    ----------
    table
        The table, of whole positions.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> misere = Table(octal("0.77", misere=True), in_components=False, limit=1000, seconds=None)
    >>> [OutcomeSearch(misere).outcome((n,)) for n in range(1, 6)]
    ['P', 'N', 'N', 'P', 'N']
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    def outcome(self, position: Hashable) -> Outcome:
        """Return the outcome of a position; errors as of the table."""
        (node,) = self.table.sum_of(position)
        if node.outcome is None:
            run(self._search(node))  # which sets it
        return node.outcome  # type: ignore[return-value]

    def known_outcome(self, position: Hashable) -> Outcome | None:
        """Return the outcome if it needs no search, else None."""
        return self.table.sum_of(position)[0].outcome

    def _search(self, node: Node) -> Steps:
        nodes = [option for (option,) in self.table.options(node)]
        if not nodes:
            node.outcome = final_outcome_of(self.table.game, node.form)
            return
        node.is_open = True
        try:
            for option in nodes if all(each.outcome != "P" for each in nodes) else ():
                if option.outcome is None:
                    yield self.table.open(option, self._search(option))
                if option.outcome == "P":
                    break
        finally:
            node.is_open = False
        node.outcome = outcome_of(option.outcome for option in nodes if option.outcome)
        node.options = None
