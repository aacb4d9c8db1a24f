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

So the g_n of all positions of a graph follow from their g_{n-1} alone. As soon as g_{n+2} = g_n at
all of them, they alternate for ever, and the computation stops.

Reference: E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical
Plays*, 2nd ed., ch. 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
        return Genus(int(value), cut(misere))


def cut(misere: Sequence[int]) -> tuple[int, ...]:
    """Cut g_0, g_1, ..., the last two of which alternate for ever, after the first two that do.

    >>> cut([1, 2, 0, 2, 0])
    (1, 2, 0)
    """
    first = len(misere) - 2
    while first > 0 and misere[first - 1] == misere[first + 1]:
        first -= 1
    return tuple(misere[: first + 2])
