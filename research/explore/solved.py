"""One position, solved by search: for people, and for machines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from oracles.errors import SearchLimitError
from oracles.quantities import OUTCOMES, QUANTITIES
from oracles.rules import PartizanGame
from research.explore.explored import explored_within_budget
from research.explore.reading import position_named
from research.system.drawn import in_a_line, move_drawn, on_terminal
from research.system.position_text import as_python

if TYPE_CHECKING:
    from oracles.rules import Rules
    from oracles.search import SolvedPosition


LETTERS = 65  # of a position on a line of a screen, beside what is said of it


def solve_text(game: Rules[Any], text: str, *, grundy: bool, limit: int) -> SolvedPosition:
    """Solve the position that a text means.

    In a partizan game that has values, find the value; the outcome alone if the value is too large
    a search, unless components are declared. Parameters and errors as of
    :func:`oracles.search.solve_position`, :func:`oracles.values.positions.solve_by_value` and
    :func:`research.explore.reading.position_named`.

    >>> from oracles.vectors import nim
    >>> solve_text(nim(2), "30,50", grundy=True, limit=10_000).grundy
    44
    """
    from oracles.search import overrides, require_searchable, solve_position
    from oracles.values.positions import VALUE_LIMIT, solve_by_value
    from research.system.progress import waiting

    require_searchable(game, grundy=grundy)
    position = position_named(text, game, explored_within_budget(game).positions)
    declared = overrides(game, "components")
    with waiting("search by components" if declared else "no components declared"):
        if isinstance(game, PartizanGame) and not QUANTITIES["value"].why_not(game):
            try:
                return solve_by_value(game, position, limit=min(limit, VALUE_LIMIT))
            except SearchLimitError:
                if declared:
                    raise
        return solve_position(game, position, grundy=grundy, limit=limit)


def lines_of(game: Rules[Any], solved: SolvedPosition) -> Iterator[str]:
    """Give what was found as lines of text, a board with the first winning option drawn.

    >>> from oracles.search import solve_position
    >>> from oracles.vectors import nim
    >>> for line in lines_of(nim(2), solve_position(nim(2), (1, 3))):
    ...     print(line)
    1,3: N, next player wins
    a winning option: 1,1
    found by search: 7 positions opened
    compared with the graph on 595 positions, to size 33
    """
    value = "" if solved.grundy is None else f"; Grundy value {solved.grundy}"
    shown = in_a_line(game, solved.position, LETTERS)
    board = on_terminal(game, solved.position)
    is_drawn = board not in ("", shown)
    yield f"{shown}: {solved.outcome}, {OUTCOMES[solved.outcome]}{value}"
    for player, option in solved.winning.items():
        whose = f" for {player}" if player else ""
        yield f"a winning option{whose}: {in_a_line(game, option, LETTERS)}"
        if is_drawn:
            yield "\n".join(["", *move_drawn(game, solved.position, option), ""])
    if is_drawn and not solved.winning:
        yield f"\n{board}\n"
    if solved.value is not None:
        mean, temperature = solved.value.mean, solved.value.temperature
        yield f"value {solved.value}, mean {mean}, temperature {temperature}"
    yield f"found by search: {solved.opened} positions opened"
    yield f"compared with the graph on {solved.compared} positions, to size {solved.size}"
    if solved.checked:
        yield f"symmetry and components checked at {solved.checked} positions of the search"


def as_json(solved: SolvedPosition) -> dict[str, Any]:
    """Give what was found for machines; positions as Python writes them."""
    value = solved.value
    return {
        "position": as_python(solved.position),
        "outcome": solved.outcome,
        "grundy": solved.grundy,
        "winning": {who or "next": as_python(p) for who, p in solved.winning.items()},
        "value": None if value is None else str(value),
        "mean": None if value is None else str(value.mean),
        "temperature": None if value is None else str(value.temperature),
        "opened": solved.opened,
        "compared": {"positions": solved.compared, "size": solved.size},
        "checked": solved.checked,
    }
