"""Canonical forms of short games, interned: equal games are the same object.

A form has Left and Right options, which are canonical forms. It is canonical if none of its options
is dominated and none is reversible:

* a Left option is *dominated* if another one is at least as large;
* a Left option x of g is *reversible* if some Right option y of x has y <= g. Then the Left options
  of y replace x.

The same holds for Right options with the order turned round. Each game equals exactly one canonical
form (A. N. Siegel, *Combinatorial Game Theory*, section II.2). Three facts save work:

* *Simplicity*: if some number x is at most no Left option and at least no Right option of a game,
  then the game is the simplest such number.
* *Translation*: if x is a number and g is not, then the options of x + g are x + (option of g).
* Let LS and RS be the Left and Right stops. Then g <= h implies LS(g) <= LS(h) and RS(g) <= RS(h),
  and LS(g) < RS(h) implies g < h.

A *plain* form is a number plus a multiple of up plus a nimber, written (x, n, k). Its order and its
sums are arithmetic, and its options are made when they are asked for. Numbers are dyadic; they
are kept as integers, in units of 1/2^512.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count

from oracles.errors import OracleError

PLACES = 512
ONE = 1 << PLACES

Plain = tuple[int, int, int]  # (x, n, k) is the number x / ONE + n * up + nimber k


@dataclass(slots=True, eq=False)
class Form:
    """A canonical form. Two forms are equal only if they are the same object."""

    plain: Plain | None
    left_stop: int
    right_stop: int
    left: tuple[Form, ...] | None = None  # None until asked for, of a plain form
    right: tuple[Form, ...] | None = None
    negative: Form | None = None
    above: dict[Form, bool] = field(default_factory=dict)  # older forms: whether they are >= this
    below: dict[Form, bool] = field(default_factory=dict)
    sums: dict[Form, Form] = field(default_factory=dict)
    serial: int = field(default_factory=count().__next__)


_plain_forms: dict[Plain, Form] = {}
_other_forms: dict[tuple[frozenset[Form], frozenset[Form]], Form] = {}


def plain(number: int, up: int = 0, star: int = 0) -> Form:
    """Return the form of a number, in units of 1/2^512, plus a multiple of up plus a nimber."""
    key = (number, up, star)
    form = _plain_forms.get(key)
    if form is None:
        form = _plain_forms[key] = Form(key, number, number)
    return form


def number(value: Fraction | int) -> Form:
    """Return the form of a dyadic rational."""
    if ONE % value.denominator:
        raise OracleError(f"number {value}: expected a denominator 1, 2, 4, ..., 2^{PLACES}")
    return plain(int(value * ONE))


def is_number(form: Form) -> bool:
    """Return whether a form is a number."""
    return form.plain is not None and form.plain[1] == form.plain[2] == 0


def options(form: Form) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
    """Return the canonical Left and Right options."""
    if form.left is None or form.right is None:
        assert form.plain is not None
        form.left, form.right = _options_of_plain(*form.plain)
    return form.left, form.right


def _options_of_plain(x: int, up: int, star: int) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
    if up < 0 or (up == star == 0 and x < 0):
        left, right = options(plain(-x, -up, star))
        return tuple(map(negative, right)), tuple(map(negative, left))
    if up == 0 and star == 0:
        step = min(x & -x, ONE)  # the unit of the last binary place
        left = (plain(x - step),) if x else ()
        return left, (plain(x + step),) if step < ONE and x else ()
    if up == 0:
        nimbers = tuple(plain(x, 0, k) for k in range(star))
        return nimbers, nimbers
    if (up, star) == (1, 1):
        return (plain(x), plain(x, 0, 1)), (plain(x),)
    return (plain(x),), (plain(x, up - 1, star ^ 1),)


def at_most(g: Form, h: Form) -> bool:
    """Return whether g <= h: no Left option of g is >= h, and no Right option of h is <= g."""
    if g is h:
        return True
    if g.left_stop > h.left_stop or g.right_stop > h.right_stop:
        return False
    if g.left_stop < h.right_stop:
        return True
    if g.plain and h.plain:  # with the same number, since the stops are equal
        ups = h.plain[1] - g.plain[1]
        return ups > 1 or (ups == 1 and g.plain[2] ^ h.plain[2] != 1)
    compared, other = (g.above, h) if g.serial > h.serial else (h.below, g)
    found = compared.get(other)
    if found is None:
        found = not any(at_most(h, x) for x in options(g)[0])
        found = found and not any(at_most(y, g) for y in options(h)[1])
        compared[other] = found
    return found


def negative(form: Form) -> Form:
    """Return -g."""
    if form.plain:
        x, up, star = form.plain
        return plain(-x, -up, star)
    if form.negative is None:
        left, right = options(form)
        game = Form(None, -form.right_stop, -form.left_stop)
        form.negative = _interned(game, map(negative, right), map(negative, left))
    return form.negative


def add(g: Form, h: Form) -> Form:
    """Return g + h."""
    if g.plain and h.plain:
        (x, m, j), (y, n, k) = g.plain, h.plain
        return plain(x + y, m + n, j ^ k)
    found = g.sums.get(h) or h.sums.get(g)
    if found is None:
        if is_number(g):
            found = _translated(h, g)
        elif is_number(h):
            found = _translated(g, h)
        else:
            (a, b), (c, d) = options(g), options(h)
            found = canonical(
                [*(add(x, h) for x in a), *(add(g, x) for x in c)],
                [*(add(x, h) for x in b), *(add(g, x) for x in d)],
            )
        g.sums[h] = found
    return found


def _translated(g: Form, x: Form) -> Form:
    """Return g + x, where x is a number and g is not."""
    left, right = options(g)
    game = Form(None, g.left_stop + x.left_stop, g.right_stop + x.left_stop)
    return _interned(game, (add(y, x) for y in left), (add(y, x) for y in right))


def canonical(left: Iterable[Form], right: Iterable[Form]) -> Form:
    """Return the form that equals the game with these Left and Right options."""
    lefts, rights = tuple(dict.fromkeys(left)), tuple(dict.fromkeys(right))
    found = _number(lefts, rights)
    if found is None:
        left_stop = max(x.right_stop for x in lefts)
        game = Form(None, left_stop, min(x.left_stop for x in rights))
        game.left, game.right = lefts, rights
        found = _interned(game, _bypassed(game, 0), _bypassed(game, 1))
    return found


def _number(lefts: tuple[Form, ...], rights: tuple[Form, ...]) -> Form | None:
    """Return the number that a game is by simplicity, if it is one."""
    left_stops, right_stops = [x.right_stop for x in lefts], [x.left_stop for x in rights]
    low = max(left_stops, default=min([0, *right_stops]) - ONE)
    high = min(right_stops, default=max([0, *left_stops]) + ONE)
    if low > high:
        return None
    least = low + any(at_most(plain(low), x) for x in lefts)
    greatest = high - any(at_most(x, plain(high)) for x in rights)
    if least <= greatest:
        return plain(_simplest(least, greatest))
    if low < high:
        raise OracleError(f"a game is a number with a denominator above 2^{PLACES}")
    return None


def _simplest(low: int, high: int) -> int:
    """Return the simplest number from low to high: the nearest integer to 0, or fewest places."""
    if low <= 0 <= high:
        return 0
    if high < 0:
        return -_simplest(-high, -low)
    integer = -(-low // ONE) * ONE
    if integer <= high:
        return integer
    places = ((low - 1) ^ high).bit_length() - 1
    return high >> places << places


def _bypassed(game: Form, side: int) -> list[Form]:
    """Return the options of a side, the dominated ones left out and the reversible ones replaced.

    A reversible option is replaced by others until none is. Comparisons are those of the game,
    whose value stays the same.
    """
    waiting = _undominated(options(game)[side], side)
    seen = set(waiting)
    kept = []
    while waiting:
        x = waiting.pop()
        for y in options(x)[1 - side]:
            if _worse(y, game, side):
                new = [z for z in options(y)[side] if z not in seen]
                waiting += new
                seen.update(new)
                break
        else:
            kept.append(x)
    return _undominated(kept, side)


def _undominated(options: Iterable[Form], side: int) -> list[Form]:
    found: list[Form] = []
    for x in options:
        if not any(_worse(x, y, side) for y in found):
            found = [y for y in found if not _worse(y, x, side)]
            found.append(x)
    return found


def _worse(x: Form, y: Form, side: int) -> bool:
    """Return whether x is no better than y for the player of a side."""
    return at_most(y, x) if side else at_most(x, y)


def _interned(game: Form, left: Iterable[Form], right: Iterable[Form]) -> Form:
    """Return the form of a game, no number, that has these canonical options."""
    lefts, rights = tuple(left), tuple(right)
    key = frozenset(lefts), frozenset(rights)
    found = _other_forms.get(key)
    if found is None and game.left_stop == game.right_stop:
        found = _plain_form(*key, game.left_stop)
    if found is None:
        game.left, game.right = lefts, rights
        found = _other_forms[key] = game
    return found


def _plain_form(left: frozenset[Form], right: frozenset[Form], x: int) -> Form | None:
    """Return the plain form x + ..., no number, that has these options, if there is one."""
    candidates = [(0, len(left))]
    for sign, far in ((1, right), (-1, left)):
        for option in far:
            if option.plain and sign * option.plain[1] >= 0:
                candidates.append((option.plain[1] + sign, option.plain[2] ^ 1))
    for up, star in candidates:
        form = plain(x, up, star)
        if not is_number(form) and [*map(frozenset, options(form))] == [left, right]:
            return form
    return None
