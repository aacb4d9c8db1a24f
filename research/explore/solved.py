"""One position, solved by search: for people, and for machines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from oracles.errors import SearchLimitError
from oracles.quantities import OUTCOMES, QUANTITIES
from oracles.rules import PartizanGame
from research.explore.explored import explored_within_budget
from research.explore.position_text import as_python, position_named, short_position

if TYPE_CHECKING:
    from oracles.rules import Rules
    from oracles.search import SolvedPosition


LETTERS = 65  # of a position on a line of a screen, beside what is said of it


def solve_text(game: Rules[Any], text: str, *, grundy: bool, limit: int) -> SolvedPosition:
    """Solve the position that a text means.

    In a partizan game that has values, find the value; the outcome alone if the value is too large
    a search, unless components are declared. Parameters and errors as of
    :func:`oracles.search.solve_position`, :func:`oracles.values.positions.solve_by_value` and
    :func:`research.explore.position_text.position_named`.

    >>> from oracles.vectors import nim
    >>> solve_text(nim(2), "30,50", grundy=True, limit=10_000).grundy
    44
    """
    from oracles.search import overrides, require_searchable, solve_position
    from oracles.values.positions import VALUE_LIMIT, solve_by_value
    from research.system.progress import waiting

    require_searchable(game, grundy=grundy)
    position = position_named(text, game, explored_within_budget(game).positions)
    with waiting(_components_in_words(game, position), always=True):
        if _has_values(game):
            try:
                return solve_by_value(game, position, limit=min(limit, VALUE_LIMIT))
            except SearchLimitError:
                if overrides(game, "components"):
                    raise
        return solve_position(game, position, grundy=grundy, limit=limit)


def _has_values(game: Rules[Any]) -> bool:
    """Whether it is a partizan game whose positions have values."""
    return isinstance(game, PartizanGame) and not QUANTITIES["value"].why_not(game)


def _components_in_words(game: Rules[Any], position: Any) -> str:
    """Say how many components a position has, and whether the search takes them one by one."""
    from oracles.declarations import why_no_sums
    from oracles.search import overrides
    from oracles.sums import DisjunctiveSum, PartizanSum

    if isinstance(game, DisjunctiveSum | PartizanSum):
        return f"{len(position)} components searched together"
    if not overrides(game, "components"):
        return "no components declared"
    number = len(list(game.components(position)))
    one_by_one = number == 1 or _has_values(game) or not why_no_sums(game)
    return f"{number} component{'s' * (number > 1)}{'' if one_by_one else ' searched together'}"


def lines_of(solved: SolvedPosition) -> Iterator[str]:
    """Give what was found as lines of text.

    >>> from oracles.search import solve_position
    >>> from oracles.vectors import nim
    >>> for line in lines_of(solve_position(nim(2), (1, 3))):
    ...     print(line)
    1,3: N, next player wins
    by search: 7 positions opened
    compared on 595 positions, of sizes to 33
    """
    value = "" if solved.grundy is None else f"; Grundy value {solved.grundy}"
    shown = short_position(solved.position, LETTERS)
    yield f"{shown}: {solved.outcome}, {OUTCOMES[solved.outcome]}{value}"
    if solved.value is not None:
        mean, temperature = solved.value.mean, solved.value.temperature
        yield f"value {solved.value}, mean {mean}, temperature {temperature}"
    yield f"by search: {solved.opened} positions opened"
    yield f"compared on {solved.compared} positions, of sizes to {solved.size}"
    if solved.checked:
        yield f"symmetry and components checked at {solved.checked} positions of the search"


def as_json(solved: SolvedPosition) -> dict[str, Any]:
    """Give what was found for machines; positions as Python writes them."""
    value = solved.value
    return {
        "position": as_python(solved.position),
        "outcome": solved.outcome,
        "grundy": solved.grundy,
        "value": None if value is None else str(value),
        "mean": None if value is None else str(value.mean),
        "temperature": None if value is None else str(value.temperature),
        "opened": solved.opened,
        "compared": {"positions": solved.compared, "size": solved.size},
        "checked": solved.checked,
    }
