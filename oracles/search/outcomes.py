"""Outcome search: who wins, where sums have no values to go by.

Under misère play, where the final position names the winner, and in partizan games, a position is
searched as a whole: it is an N-position as soon as one option is found to be a P-position, a draw
if none is and one is a draw, and else a P-position. Canonical forms may still join positions.
"""

from __future__ import annotations

from collections.abc import Hashable

from oracles.rule_contracts import final_outcome_of
from oracles.rules import Outcome, outcome_of
from oracles.search.table import Components, Node, Search, Steps


class OutcomeSearch(Search):
    """Finds outcomes of the positions of a game in which play ends; parameters as of a search.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> search = OutcomeSearch(octal("0.77", misere=True))
    >>> [search.outcome((n,)) for n in range(1, 6)]
    ['P', 'N', 'N', 'P', 'N']
    """

    def known_outcome(self, position: Hashable) -> Outcome | None:
        """Return the outcome if it needs no search, else None."""
        return self.sum_of(position)[0].outcome

    def _decide(self, components: Components) -> Steps:
        (node,) = components
        if node.outcome is None:
            yield self.below(node, self._search(node))

    def _search(self, node: Node) -> Steps:
        options = [option for (option,) in self.options(node)]
        if not options:
            node.outcome = final_outcome_of(self.game, node.form)
            return
        for option in options if all(each.outcome != "P" for each in options) else ():
            if option.outcome is None:
                yield self.below(option, self._search(option))
            if option.outcome == "P":
                break
        node.outcome = outcome_of(option.outcome for option in options if option.outcome)
        node.options = None
