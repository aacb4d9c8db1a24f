"""One position, solved by search: for people, and for machines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from oracles.quantities import OUTCOMES
from research.explore.explored import explored_within_budget
from research.explore.position_text import as_python, position_named, short_position

if TYPE_CHECKING:
    from oracles.rules import Rules
    from oracles.search import SolvedPosition


LETTERS = 65  # of a position on a line of a screen, beside what is said of it


def solve_text(game: Rules[Any], text: str, *, grundy: bool, limit: int) -> SolvedPosition:
    """Solve the position that a text means.

    Parameters and errors as of :func:`oracles.search.solve_position` and
    :func:`research.explore.position_text.position_named`.

    >>> from oracles.vectors import nim
    >>> solve_text(nim(2), "30,50", grundy=True, limit=10_000).grundy
    44
    """
    from oracles.search import require_searchable, solve_position
    from research.system.progress import waiting

    require_searchable(game, grundy=grundy)
    position = position_named(text, game, explored_within_budget(game).positions)
    with waiting(_components_in_words(game, position), always=True):
        return solve_position(game, position, grundy=grundy, limit=limit)


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
    one_by_one = number == 1 or not why_no_sums(game)
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
    yield f"by search: {solved.opened} positions opened"
    yield f"compared on {solved.compared} positions, of sizes to {solved.size}"
    if solved.checked:
        yield f"symmetry and components checked at {solved.checked} positions of the search"


def as_json(solved: SolvedPosition) -> dict[str, Any]:
    """Give what was found for machines; positions as Python writes them."""
    return {
        "position": as_python(solved.position),
        "outcome": solved.outcome,
        "grundy": solved.grundy,
        "opened": solved.opened,
        "compared": {"positions": solved.compared, "size": solved.size},
        "checked": solved.checked,
    }
