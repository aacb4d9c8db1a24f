"""Thermographs: what a value is worth to either player when each move costs t, for every t.

The *Left wall* L_t and the *Right wall* R_t of a value G are functions of the temperature t >= -1:

* An integer n has L_t = R_t = n.
* Otherwise let l_t be the greatest R_t - t of the Left options of G, and r_t the least L_t + t of
  the Right options. The *temperature* of G is the least t with l_t = r_t, and the *mean* of G is
  that common number. Up to the temperature L_t = l_t and R_t = r_t. Above it both are the mean:
  this vertical line is the *mast*.

Options are those of the canonical form. So an integer has the temperature -1, a number m / 2^n with
odd m and n > 0 has the temperature -1 / 2^n, and a number plus a nonzero infinitesimal has 0. The
walls at t = 0 are the stops. The mean of G + H is the sum of the means, and its temperature is at
most the greater of the two temperatures.

Reference: A. N. Siegel, *Combinatorial Game Theory* (2013), section II.5; E. R. Berlekamp,
J. H. Conway and R. K. Guy, *Winning Ways for your Mathematical Plays*, chapter 6.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise

from oracles.values.forms import ONE, Form, is_number, options

Point = tuple[Fraction, Fraction]  # a temperature, and where a wall is at that temperature
COLDEST = Fraction(-1)


@dataclass(frozen=True, slots=True)
class Wall:
    """A piecewise linear function of the temperature, constant above the last of its points."""

    points: tuple[Point, ...]

    def at(self, temperature: Fraction | int) -> Fraction:
        """Return where the wall is at a temperature of at least -1."""
        place = bisect_left(self.points, temperature, key=lambda point: point[0])
        if place == len(self.points):
            return self.points[-1][1]
        (t, x), (s, y) = self.points[place], self.points[max(place - 1, 0)]
        return x if t == temperature else y + (x - y) * (temperature - s) / (t - s)


@dataclass(frozen=True, slots=True)
class Thermograph:
    """The two walls of a value; both end where the mast begins.

    Examples
    --------
    >>> from oracles.values.value import Value
    >>> drawn = thermograph(Value("{2|-1/2}").form)
    >>> print(drawn.mean, drawn.temperature, drawn.left.at(1), drawn.right.at(1))
    3/4 5/4 1 1/2
    """

    left: Wall
    right: Wall

    @property
    def temperature(self) -> Fraction:
        """Where the mast begins."""
        return self.left.points[-1][0]

    @property
    def mean(self) -> Fraction:
        """Where the mast stands."""
        return self.left.points[-1][1]


def thermograph(form: Form) -> Thermograph:
    """Return the thermograph of a canonical form; each follower costs one step."""
    waiting = [form]
    while waiting:
        last = waiting[-1]
        left, right = ((), ()) if _is_integer(last) else options(last)
        missing = [each for each in left + right if each not in _found]
        if last not in _found and not missing:
            _found[last] = _thermograph(last)
        if not missing:
            waiting.pop()
        waiting += missing
    return _found[form]


_found: dict[Form, Thermograph] = {}


def _is_integer(form: Form) -> bool:
    return is_number(form) and form.left_stop % ONE == 0


def _thermograph(form: Form) -> Thermograph:
    """Return the thermograph of a form, given those of its options."""
    if _is_integer(form):
        mast = Wall(((COLDEST, Fraction(form.left_stop // ONE)),))
        return Thermograph(mast, mast)
    lefts, rights = ([_found[option] for option in side] for side in options(form))
    # From the greatest temperature of an option on, l_t and r_t are straight and come nearer by 2.
    top = max(each.temperature for each in lefts + rights)
    apart = max(each.mean for each in lefts) - min(each.mean for each in rights) - 2 * top
    top += max(apart / 2, Fraction(0))
    left = reduce(_greater, (_taxed(each.right, top) for each in lefts))
    right = _turned(reduce(_greater, (_turned(_taxed(each.left, top, -1)) for each in rights)))
    base = _meeting(left, right)
    return Thermograph(_cut(left, base), _cut(right, base))


def _taxed(wall: Wall, top: Fraction, sign: int = 1) -> Wall:
    """Return the wall minus sign * t, for t to the top."""
    points = [*wall.points]
    if points[-1][0] < top:
        points.append((top, wall.points[-1][1]))
    return Wall(tuple((t, x - sign * t) for t, x in points))


def _turned(wall: Wall) -> Wall:
    return Wall(tuple((t, -x) for t, x in wall.points))


def _greater(wall: Wall, other: Wall) -> Wall:
    """Return the greater of two walls, at each temperature."""
    both = _with_crossings(wall, other)
    return Wall(_without_straight([(t, max(x, y)) for t, x, y in both]))


def _meeting(left: Wall, right: Wall) -> Point:
    """Return where two walls first meet."""
    return next((t, x) for t, x, y in _with_crossings(left, right) if x == y)


def _with_crossings(wall: Wall, other: Wall) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Return (t, x, y) with both walls at t: where one of them bends, and where they cross."""
    bends = sorted({t for t, _ in wall.points + other.points})
    both = [(t, wall.at(t), other.at(t)) for t in bends]
    crossings = []
    for (t, x, y), (t2, x2, y2) in pairwise(both):
        if (x - y) * (x2 - y2) < 0:
            share = (x - y) / (x - y - x2 + y2)
            crossing = x + (x2 - x) * share
            crossings.append((t + (t2 - t) * share, crossing, crossing))
    return sorted(both + crossings)


def _cut(wall: Wall, base: Point) -> Wall:
    below = [point for point in wall.points if point[0] < base[0]]
    return Wall(_without_straight([*below, base]))


def _without_straight(points: Sequence[Point]) -> tuple[Point, ...]:
    """Leave out the points at which a wall does not bend."""
    kept = list(points[:2])
    for t, x in points[2:]:
        (t0, x0), (t1, x1) = kept[-2:]
        if (x1 - x0) * (t - t1) == (x - x1) * (t1 - t0):
            kept.pop()
        kept.append((t, x))
    return tuple(kept)
