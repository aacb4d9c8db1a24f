"""Strategies that Hypothesis does not have: integers of full size, and of every size.

``integers(0, 2**4000)`` draws mostly small numbers, which shows more about small cases than
about the size that was asked for. Beyond the oracle's reach the size is the point. Within it, the
positions and the options of a game are drawn as its rules give them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from oracles.rules import Game, PartizanGame, Player
from research.checks.evidence import require
from research.claims.graphs import solve_game
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy
else:
    st = LazyModule("hypothesis.strategies")

__all__ = [
    "calls",
    "evenly",
    "near",
    "of_every_size",
    "one_of",
    "options",
    "positions",
    "positions_of",
    "st",
]


def evenly(least: int, most: int) -> SearchStrategy[int]:
    """Integers from ``least`` to ``most``, each about as likely; they shrink towards ``least``.

    Parameters
    ----------
    least, most
        The ends, both included; ``least`` is not above ``most``.

    Examples
    --------
    >>> from random import Random
    >>> from hypothesis import find
    >>> find(evenly(5, 10**100), lambda number: number > 9, random=Random(1))
    10
    """
    count = most - least + 1
    size = count.bit_length() // 8 + 2  # a byte to spare, so that the remainder is even enough
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: least + int.from_bytes(drawn, "big") % count
    )


def of_every_size(least: int, most: int) -> SearchStrategy[int]:
    """Integers from ``least`` to ``most``, each number of digits about as likely as another.

    Parameters
    ----------
    least, most
        The ends, both included; at least 0, and ``least`` is not above ``most``.

    Examples
    --------
    >>> from random import Random
    >>> from hypothesis import find
    >>> find(of_every_size(3, 10**100), lambda number: number > 15, random=Random(1))
    16
    """

    def of_length(bits: int) -> SearchStrategy[int]:
        return evenly(max(least, (1 << bits) >> 1), min(most, (1 << bits) - 1))

    return st.integers(least.bit_length(), most.bit_length()).flatmap(of_length)


def one_of(cases: Callable[[], Sequence[Any]]) -> Callable[[], SearchStrategy[Any]]:
    """Return what gives a strategy of one of finitely many cases, which are listed when needed.

    Parameters
    ----------
    cases
        Lists the cases, the smallest first.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(one_of(lambda: [2, 3, 5, 7])(), lambda prime: prime > 3)
    5
    """

    def strategy() -> SearchStrategy[Any]:
        return st.sampled_from(cases())

    return strategy


def near(
    listed: Callable[[], Sequence[tuple[int, ...]]], most: int
) -> Callable[[], SearchStrategy[tuple[int, ...]]]:
    """Return what gives a strategy of positions, half of them listed ones or a step from one.

    The other half has numbers of every size, and the entries are in any order.

    Parameters
    ----------
    listed
        Lists positions, such as the P-positions, all of one length.
    most
        The largest entry.
    """

    def strategy() -> SearchStrategy[tuple[int, ...]]:
        places = len(listed()[0])
        step = st.sampled_from([0, 0, 0, 1, -1])
        position = st.one_of(
            st.sampled_from(listed()), st.tuples(*[of_every_size(0, most)] * places)
        )

        def moved(drawn: tuple[tuple[int, ...], list[int], list[int]]) -> tuple[int, ...]:
            entries = [min(max(p + s, 0), most) for p, s in zip(*drawn[:2], strict=True)]
            return tuple(entries[place] for place in drawn[2])

        steps = st.lists(step, min_size=places, max_size=places)
        return st.tuples(position, steps, st.permutations(range(places))).map(moved)

    return strategy


def positions_of(
    entry: SearchStrategy[int], places: int, written: Callable[[Any], Any] = tuple
) -> SearchStrategy[Any]:
    """Positions of so many entries, each from a strategy, written as the rules have them.

    >>> from hypothesis import find
    >>> find(positions_of(evenly(0, 9), 2, sorted), lambda position: len(position) == 2)
    [0, 0]
    """
    return st.tuples(*[entry] * places).map(written)


def positions(game: Game[Any] | PartizanGame[Any], size: int) -> SearchStrategy[Any]:
    """Positions of a game that are reached at a size; they shrink towards those met first.

    Parameters
    ----------
    game
        The rules.
    size
        Passed to ``game.start``. The explicit graph is built when the first position is drawn.

    Examples
    --------
    >>> from hypothesis import find
    >>> from oracles.vectors import nim
    >>> find(positions(nim(2), 5), lambda piles: min(piles) >= 2)
    (2, 2)
    """
    return st.deferred(lambda: st.sampled_from(list(solve_game(game, size).positions)))


def options(
    game: Game[Any] | PartizanGame[Any], position: Any, player: Player | None = None
) -> SearchStrategy[Any]:
    """Options of a position, each once; of a final position there is nothing to draw.

    Parameters
    ----------
    game
        The rules.
    position
        The position that is moved from.
    player
        In a partizan game, ``"Left"`` or ``"Right"``.

    Examples
    --------
    >>> from hypothesis import find
    >>> from oracles.vectors import nim
    >>> find(options(nim(2), (0, 3)), lambda option: sum(option) < 3)
    (0, 2)
    """
    if isinstance(game, Game):
        listed = list(dict.fromkeys(game.options(position)))
    else:
        require(player in ("Left", "Right"), "options: player", player, "'Left' or 'Right'")
        listed = list(dict.fromkeys(game.options_for(position, cast("Player", player))))
    return st.sampled_from(listed) if listed else st.nothing()


def calls(**arguments: SearchStrategy[Any]) -> SearchStrategy[dict[str, Any]]:
    """Calls, with each argument drawn from a strategy of its own.

    >>> from hypothesis import find
    >>> find(calls(n=evenly(0, 9), modulus=evenly(2, 9)), lambda call: len(call) == 2)
    {'n': 0, 'modulus': 2}
    """
    return st.fixed_dictionaries(arguments)
