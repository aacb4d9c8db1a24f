"""Misère play: the misère Grundy value and the genus.

Under misère play the player who cannot move wins. The *misère Grundy value* of a position is 1
at a final position and otherwise the mex of the options' misère Grundy values; a position is a
misère P-position exactly when it is 0.

The *genus* of a position G is written g^{g0 g1 g2 ...}: g is its Grundy value, and g_n the misère
Grundy value of G together with n heaps of nim of size 2. From some point on the g_n alternate
between two numbers, and the genus is cut after the first two of these: *0* has 0^{120}, meaning
0^{1 2 0 2 0 ...}.

How it is computed: an option of G + n heaps of 2 is G' + n heaps of 2, or G + (n - 1) heaps of 2,
or that with a heap of 1 beside it. A heap of 1 changes a misère Grundy value v to v xor 1 (by
induction: at a final position 1 becomes 0; elsewhere the options' values are all changed by xor 1
and v is added to them, so that their mex is the v xor 1 of normal play). Hence

    g_n(G) = mex of the g_n(G'), g_{n-1}(G) and g_{n-1}(G) xor 1.

Once the g_n of all options alternate, g_{n+1}(G) depends on g_n(G) and the parity of n alone, so
as soon as g_{n+2}(G) = g_n(G) it alternates for ever. The computation stops there, for every
position.

Reference: E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical
Plays*, 2nd ed., ch. 13.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from oracles.grundy import grundy_by_induction, mex
from oracles.outcomes import Options

Level = dict[Hashable, int]  # g_n of every position, for one n


@dataclass(frozen=True)
class Genus:
    """The genus of a position.

    Attributes
    ----------
    value
        The Grundy value under normal play.
    misere
        g_0, g_1, ..., up to the first two numbers that alternate from there on.

    Examples
    --------
    >>> print(Genus(0, (1, 2, 0)), Genus(2, (2, 0)))
    0^120 2^20
    """

    value: int
    misere: tuple[int, ...]

    def __str__(self) -> str:
        separator = "," if any(number > 9 for number in self.misere) else ""
        return f"{self.value}^{separator.join(str(number) for number in self.misere)}"

    @staticmethod
    def parse(text: str) -> Genus:
        """Return the genus that a text writes, cut where its last two numbers begin to alternate.

        >>> print(Genus.parse("1^03131"), Genus.parse("1^031"), Genus.parse("0^1,2,10,2"))
        1^031 1^031 0^1,2,10
        """
        value, _, exponent = text.partition("^")
        misere = [int(number) for number in (exponent.split(",") if "," in exponent else exponent)]
        return Genus(int(value), cut(misere, len(misere) - 2))


def genera(options_of: Options, order: Sequence[Hashable]) -> dict[Hashable, Genus]:
    """Return the genus of every position, ``order`` being the backward order of all."""
    normal = grundy_by_induction(options_of, order)
    levels = [_next_level(options_of, order, None)]
    stable: dict[Hashable, int] = {}  # from which n on the g_n alternate
    while len(stable) < len(order):
        levels.append(_next_level(options_of, order, levels[-1]))
        n = len(levels) - 3  # the last n for which g_{n+2} is known
        for position in order if n >= 0 else ():
            alternates = levels[n][position] == levels[n + 2][position]
            if alternates and all(option in stable for option in options_of[position]):
                stable.setdefault(position, n)
    return {
        position: Genus(normal[position], cut([g[position] for g in levels], stable[position]))
        for position in order
    }


def _next_level(options_of: Options, order: Sequence[Hashable], last: Level | None) -> Level:
    level: Level = {}
    for position in order:
        values = {level[option] for option in options_of[position]}
        if last is not None:
            values |= {last[position], last[position] ^ 1}
        level[position] = mex(values) if values else 1
    return level


def cut(misere: Sequence[int], stable: int) -> tuple[int, ...]:
    """Cut g_0, g_1, ..., which alternate from ``stable`` on, after the first two that do.

    >>> cut([1, 2, 0, 2, 0], 3)
    (1, 2, 0)
    """
    first = stable
    while first > 0 and misere[first - 1] == misere[first + 1]:
        first -= 1
    return tuple(misere[: first + 2])
