"""What is true of a game, from the graph of its quotient.

:func:`solve_quotient` checks the symmetry on the explicit graph first, as far as that is small; and
beyond, at a thousand starting positions, at a thousand to which play comes from forms all over the
quotient, and at each that is asked about.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from itertools import islice
from typing import Any

from oracles.declared import Compared, canonical_form, options_of, small_graph
from oracles.errors import brief
from oracles.genus import Genus
from oracles.graph import Progress
from oracles.grundy import GrundyValue
from oracles.promises import (
    ARC_LIMIT,
    POSITION_LIMIT,
    require_position,
    starting_positions,
)
from oracles.quotients import Quotient
from oracles.rules import Game, Outcome
from oracles.sampled import SampledChecks
from oracles.solve import solve
from oracles.symmetry import check_symmetry
from oracles.truth import Truth

_FORMS = 1_000  # forms whose options are looked at
_MOVED = 1  # options of each that are compared with their forms


class QuotientTruth:
    """What is true of a game on all positions whose canonical forms the graph of a quotient holds.

    Each position that is asked about is compared with its form. It is asked as
    :class:`~oracles.truth.Truth` is, about positions of the game.

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

    def __init__(
        self, game: Game[Any], forms: Truth, compared: Compared, checks: SampledChecks
    ) -> None:
        self.game, self.forms, self.compared, self._checks = game, forms, compared, checks

    def __repr__(self) -> str:
        return (
            f"<QuotientTruth of {brief(self.game)}: {len(self.forms.positions)} positions up to "
            f"symmetry; {self.compared}>"
        )

    def options(self, position: Hashable) -> list[Any]:
        """Options of ``position`` itself, each once."""
        form = self._form(position)
        self.forms.outcome(form)
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
        """Return the form of a position, whose options are held to those of the form."""
        require_position(self.game, position)
        self._checks.hold_once(position)
        return canonical_form(self.game, position)


def solve_quotient(
    game: Game[Any],
    size: int,
    *,
    limit: int = POSITION_LIMIT,
    arc_limit: int = ARC_LIMIT,
    progress: Progress | None = None,
) -> QuotientTruth:
    """Check the symmetry of ``game``, build the graph of its quotient, and return the truth on it.

    Parameters
    ----------
    game
        The rules, with ``canonical``.
    size, limit, arc_limit, progress
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
    graph, compared = small_graph(game)
    check_symmetry(game, graph)
    quotient = Quotient(game)
    forms = solve(quotient, size, limit=limit, arc_limit=arc_limit, progress=progress)
    check_symmetry(game, _spread(list(starting_positions(game, size, limit))))
    check_symmetry(game, _played_to(game, forms))
    return QuotientTruth(game, forms, compared, SampledChecks(game, frozenset(graph), parts=False))


def _spread(positions: Collection[Any]) -> Iterator[Any]:
    """Give some of the positions, spread over all of them."""
    return islice(positions, 0, None, -(-len(positions) // _FORMS) or 1)


def _played_to(game: Game[Any], forms: Truth) -> Iterator[Any]:
    """Give positions, come to from forms all over the quotient, that have another form."""
    for form in _spread(forms.positions):
        moved = (p for p in options_of(game, form) if canonical_form(game, p) != p)
        yield from islice(moved, _MOVED)
