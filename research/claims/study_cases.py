"""The small cases of a study: built when they are first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from research.claims.quantities import terms_of

if TYPE_CHECKING:
    from research.checks.domains import AnyGame, SmallCases


class StudyCases:
    """The small cases of a game, to the size that the budget allows and to others.

    Parameters
    ----------
    game
        The rules.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._known: dict[int | None, SmallCases] = {}

    def to(self, size: int | None) -> SmallCases:
        """All positions to a size; as far as the budget allows where that is None."""
        from research.checks.domains import SmallCases

        if size not in self._known:
            self._known[size] = SmallCases(self._game, size)
        return self._known[size]

    def first(self, size: int | None) -> SmallCases | None:
        """The least positions; None where those to the size are not more."""
        few = self._first
        return few if few is not None and (size is None or few.size < size) else None

    @cached_property
    def _first(self) -> SmallCases | None:
        from oracles.errors import SearchLimitError
        from research.checks.domains import FIRST, SmallCases

        try:
            return SmallCases(self._game, widened=FIRST)
        except SearchLimitError:
            return None

    def terms(
        self, size: int | None, computed: Callable[[Any, int], Any], first: int, number: int
    ) -> list[Any]:
        """Compute so many terms to a size, or to twice that if it gives fewer; see ``terms_of``."""
        from oracles.errors import SearchLimitError

        small = self.to(size)
        found = terms_of(small, self.to(small.size // 2), computed, first, number)
        if len(found) == number:
            return found
        try:
            return terms_of(self.to(2 * small.size), small, computed, first, number)
        except SearchLimitError:
            return found
