"""Quotients: a game on the canonical forms of its positions.

Where the symmetry is one of the game (:mod:`oracles.symmetry`), the quotient is as many times
smaller as positions are the same, and what is true of a canonical form is true of every position
that has it. :func:`solve_quotient` checks the symmetry on the explicit graph, as far as that is
small, and beyond at some 200 starting positions and options of 200 forms; then it solves the
quotient like any game.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section I.1.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from oracles.declared import Compared, canonical_form, small_graph
from oracles.errors import brief
from oracles.rule_contracts import (
    ARC_LIMIT,
    POSITION_LIMIT,
    options_of,
    require_position,
    starting_positions,
)
from oracles.rules import Game, Outcome
from oracles.symmetry import check_symmetry

if TYPE_CHECKING:
    from oracles.genus import Genus
    from oracles.grundy import GrundyValue
    from oracles.truth import Truth

SPREAD = 200  # positions that are checked beyond the explicit graph


class Quotient(Game[Any]):
    """A game on the canonical forms of its positions, by the rules of the game.

    Parameters
    ----------
    game
        The rules; that their ``canonical`` is a symmetry is not checked here.

    Examples
    --------
    >>> from oracles.graph import build
    >>> from oracles.vectors import VectorGame
    >>> class Nim(VectorGame):
    ...     def canonical(self, piles):
    ...         return tuple(sorted(piles))
    >>> nim = Nim([(1, 0), (0, 1)], ordered=True)
    >>> len(build(nim, 9)), len(build(Quotient(nim), 9))
    (100, 55)
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.misere, self.loopy = game, game.misere, game.loopy

    def start(self, size: int) -> Iterator[Any]:
        """Give the canonical forms of the starting positions."""
        return (canonical_form(self.game, position) for position in self.game.start(size))

    def options(self, position: Any) -> Iterator[Any]:
        """Give the canonical forms of the options."""
        return (canonical_form(self.game, option) for option in self.game.options(position))

    def contains(self, position: Any) -> bool:
        """Whether the position is one of the game."""
        return self.game.contains(position)

    def canonical(self, position: Any) -> Any:
        """Give the canonical form in the game."""
        return self.game.canonical(position)

    def final_outcome(self, position: Any) -> Outcome:
        """Outcome of a position without options."""
        return self.game.final_outcome(position)

    def names_winner_by_position(self) -> bool:
        """Whether the game does."""
        return self.game.names_winner_by_position()

    def __repr__(self) -> str:
        return f"Quotient({brief(self.game)})"


class QuotientTruth:
    """What is true of a game on all positions whose canonical forms the graph of a quotient holds.

    It is asked as :class:`~oracles.truth.Truth` is, about positions of the game.

    Attributes
    ----------
    game
        The rules.
    forms
        The truth on the quotient: ``positions``, and what is kept for all of them, are canonical
        forms.
    compared
        How far the symmetry was compared with the explicit graph.
    """

    def __init__(self, game: Game[Any], forms: Truth, compared: Compared) -> None:
        self.game, self.forms, self.compared = game, forms, compared

    def __repr__(self) -> str:
        return (
            f"<QuotientTruth of {brief(self.game)}: {len(self.forms.positions)} positions up to "
            f"symmetry; {self.compared}>"
        )

    def options(self, position: Hashable) -> list[Any]:
        """Options of ``position`` itself, each once."""
        self.outcome(position)  # which refuses what is not there
        return options_of(self.game, position)

    def winning_options(self, position: Hashable) -> list[Any]:
        """Options of ``position`` itself that are P-positions, in the order of the rules."""
        return [option for option in self.options(position) if self.outcome(option) == "P"]

    def outcome(self, position: Hashable) -> Outcome:
        """Outcome of ``position``."""
        return self.forms.outcome(self._form(position))

    def remoteness(self, position: Hashable) -> int | None:
        """Remoteness of ``position``."""
        return self.forms.remoteness(self._form(position))

    def suspense(self, position: Hashable) -> int | None:
        """Suspense of ``position``."""
        return self.forms.suspense(self._form(position))

    def grundy(self, position: Hashable) -> GrundyValue:
        """Grundy value of ``position``."""
        return self.forms.grundy(self._form(position))

    def misere_outcome(self, position: Hashable) -> Outcome:
        """Outcome of ``position`` under misère play."""
        return self.forms.misere_outcome(self._form(position))

    def genus(self, position: Hashable) -> Genus:
        """Genus of ``position``."""
        return self.forms.genus(self._form(position))

    def _form(self, position: Hashable) -> Hashable:
        require_position(self.game, position)
        return canonical_form(self.game, position)


def solve_quotient(
    game: Game[Any], size: int, *, limit: int = POSITION_LIMIT, arc_limit: int = ARC_LIMIT
) -> QuotientTruth:
    """Check the symmetry of ``game``, build the graph of its quotient, and return the truth on it.

    Parameters
    ----------
    game
        The rules, with ``canonical``.
    size, limit, arc_limit
        As of :func:`oracles.graph.build`.

    Raises
    ------
    RulesError
        If ``canonical`` is no symmetry of the game, at every position that is reached from the
        sizes that are small enough, and at some beyond.
    SearchLimitError
        If the quotient is larger than the limits.

    Examples
    --------
    >>> from oracles.symmetry import least_image, strip_images
    >>> class Rows(Game[str]):
    ...     "Knock down two neighbouring pins of a row."
    ...     def start(self, size):
    ...         return ["i" * size]
    ...     def options(self, row):
    ...         for n in range(len(row)):
    ...             if row[n : n + 2] == "ii":
    ...                 yield row[:n] + ".." + row[n + 2 :]
    ...     def canonical(self, row):
    ...         return least_image(strip_images(row))
    >>> truth = solve_quotient(Rows(), 12)
    >>> len(truth.forms.positions), str(truth.compared)
    (127, 'compared on 1596 positions, of sizes to 14')
    >>> truth.winning_options("iiii" + "." * 8)
    ['i..i........']
    """
    from oracles.solve import solve  # networkx is slow to import

    graph, compared = small_graph(game)
    check_symmetry(game, graph)
    forms = solve(Quotient(game), size, limit=limit, arc_limit=arc_limit)
    check_symmetry(game, _spread(starting_positions(game, size, limit)))
    check_symmetry(game, (p for form in _spread(forms.positions) for p in options_of(game, form)))
    return QuotientTruth(game, forms, compared)


def _spread(positions: Collection[Any]) -> Iterator[Any]:
    """Give some of the positions, spread over all of them."""
    return islice(positions, 0, None, -(-len(positions) // SPREAD) or 1)
