"""Strip games: pieces on a row of cells, written as a string.

A position is a string, one character a cell. A move rewrites one piece of it: wherever the left
side of a rewriting rule stands, it may be replaced by the right side, which is as long. In Toads
and Frogs, Left moves a toad by ``T.`` to ``.T`` or jumps by ``TF.`` to ``.FT``.

A rule may also be a function from n = 1, 2, 3, ... to a pair of such sides, for moves over any
distance.

Reference: E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical
Plays*, 2nd ed., ch. 1 (Toads-and-Frogs).

>>> crosses = StripGame([(".", "X")], empty_strip, over=["XXX"])  # treblecross
>>> crosses.options("X.X")
['XXX']
>>> crosses.options("XXX.")
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from oracles.errors import RulesError
from oracles.rules import Game, PartizanGame

Sides = tuple[str, str]  # ("TF.", ".FT")
Rewriting = Sides | Callable[[int], Sides]
Starts = Callable[[int], Iterable[str]]  # size -> strips to begin from


def empty_strip(size: int) -> list[str]:
    """Return the empty strips of 0 to ``size`` cells: with 2, ``['', '.', '..']``."""
    return ["." * cells for cells in range(size + 1)]


def rewritings(strip: str, rules: Iterable[Rewriting], over: Iterable[str] = ()) -> Iterator[str]:
    """Give the strips that one use of one of ``rules`` makes of ``strip``; none once it is over.

    :class:`RulesError` if the sides of a rule are not equally long.

    >>> slide = lambda n: ("." * n + "C", "C" + "." * n)
    >>> list(rewritings("..C", [slide]))
    ['.C.', 'C..']
    """
    for rule in rules if not any(end in strip for end in over) else ():
        for sides in [rule] if isinstance(rule, tuple) else map(rule, range(1, len(strip) + 1)):
            before, after = sides
            if not before or len(before) != len(after):
                raise RulesError(
                    f"rule {sides!r}: the sides must be equally long and not empty, for a move "
                    "changes the pieces and not the strip"
                )
            place = strip.find(before)
            while place >= 0:
                yield strip[:place] + after + strip[place + len(before) :]
                place = strip.find(before, place + 1)


def along_columns(board: str, rules: Iterable[Rewriting]) -> Iterator[str]:
    """Give what one rewriting along a column, downwards, makes of a board.

    A board is written row after row, with ``|`` between rows of the same length;
    :func:`rewritings` rewrites along its rows.

    >>> list(along_columns("xo|o.", [("xo", ".x")]))
    ['.o|x.']
    """
    for columns in rewritings(turned(board), rules):
        yield turned(columns)


def turned(board: str) -> str:
    """Return a board with its columns as rows."""
    return "|".join(map("".join, zip(*board.split("|"), strict=True)))


@dataclass(frozen=True)
class StripGame(Game[str]):
    """An impartial strip game.

    ``rules`` are the rewriting rules of both players, and ``starts`` leads from a size to the
    strips to begin from. Play has ended once one of the strings in ``over`` stands on the strip.
    """

    rules: Sequence[Rewriting]
    starts: Starts
    over: Sequence[str] = ()
    misere: bool = False
    loopy: bool = False

    def start(self, size: int) -> Iterable[str]:
        """Give the strips to begin from."""
        return self.starts(size)

    def options(self, position: str) -> list[str]:
        """Rewrite one piece of the strip."""
        return list(rewritings(position, self.rules, self.over))


@dataclass(frozen=True)
class PartizanStripGame(PartizanGame[str]):
    """A partizan strip game: ``left`` and ``right`` are the rewriting rules of Left and of Right.

    The other parameters are those of :class:`StripGame`.

    >>> toads_and_frogs = PartizanStripGame([("T.", ".T")], [(".F", "F.")], empty_strip)
    >>> toads_and_frogs.left_options("T.F"), toads_and_frogs.right_options("T.F")
    (['.TF'], ['TF.'])
    """

    left: Sequence[Rewriting]
    right: Sequence[Rewriting]
    starts: Starts
    over: Sequence[str] = ()
    misere: bool = False
    loopy: bool = False

    def start(self, size: int) -> Iterable[str]:
        """Give the strips to begin from."""
        return self.starts(size)

    def left_options(self, position: str) -> list[str]:
        """Rewrite one piece of the strip by one of Left's rules."""
        return list(rewritings(position, self.left, self.over))

    def right_options(self, position: str) -> list[str]:
        """Rewrite one piece of the strip by one of Right's rules."""
        return list(rewritings(position, self.right, self.over))
