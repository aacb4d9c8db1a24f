"""Quantities: what a claim can say of a position, of all positions to a size, and of a sum.

What can be claimed of a position, and what the believed function returns for it; of a partizan game
the first two:

=================== =====================================================================
quantity            value
=================== =====================================================================
P-position          True or False
outcome             "P", "N" or "D" (a draw); of a partizan game "N", "P", "L", "R", "D" or a pair,
                    such as "R/D": Right wins if Left begins, a draw if Right begins
Grundy value        an integer; ``Infinite`` in a loopy game
misère P-position   True or False, if the player who cannot move wins
genus               text, such as "0^120"; "0^12020" is the same genus
remoteness          an integer; None for a draw
suspense            an integer
winning options     a set of positions
=================== =====================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Real
from typing import TYPE_CHECKING, Any

from oracles.errors import PositionError
from oracles.grundy import Infinite
from research.checks.equality import Equation, equal, same_value
from research.checks.evidence import require

if TYPE_CHECKING:
    from research.checks.domains import Quantity, SmallCases

QUANTITIES: dict[str, Quantity] = {
    "P-position": lambda truth, position: truth.outcome(position) == "P",
    "outcome": lambda truth, position: truth.outcome(position),
    "Grundy value": lambda truth, position: truth.grundy(position),
    "misère P-position": lambda truth, position: truth.misere_outcome(position) == "P",
    "genus": lambda truth, position: str(truth.genus(position)),
    "remoteness": lambda truth, position: truth.remoteness(position),
    "suspense": lambda truth, position: truth.suspense(position),
    "winning options": lambda truth, position: set(truth.winning_options(position)),
}


_TRUE_OR_FALSE = "True or False", lambda value: value in (True, False)
_LETTERS = ("P", "N", "D", "L", "R", "L/D", "D/L", "R/D", "D/R")
# What may be believed of each, in words, and the test of it.
ALLOWED: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "P-position": _TRUE_OR_FALSE,
    "outcome": (f"one of {_LETTERS}", lambda value: value in _LETTERS),
    "Grundy value": ("an integer or Infinite", lambda v: isinstance(v, Real | Infinite)),
    "misère P-position": _TRUE_OR_FALSE,
    "genus": ("text, such as '0^120'", lambda value: isinstance(value, str)),
    "remoteness": ("an integer, or None", lambda v: v is None or isinstance(v, Real)),
    "suspense": ("an integer", lambda value: isinstance(value, Real)),
    "winning options": (
        "a set of positions",
        lambda v: isinstance(v, set | frozenset | list | tuple),
    ),
}


def compared_quantity(name: str, found: Any, believed: Any) -> Equation:
    """State that a quantity is what is believed, in whichever way that is written.

    ClaimError if what is believed is no value of the quantity.

    >>> bool(compared_quantity("genus", "1^031", "1^03131"))
    True
    """
    allowed, fits = ALLOWED[name]
    require(fits(believed), f"{name} believed", believed, allowed)
    if name == "winning options":
        believed = set(believed)
    elif name == "genus":
        from oracles.genus import Genus

        believed = str(Genus.parse(believed))
    return equal(found, believed)


def quantity_named(name: str) -> Quantity:
    """Return the quantity of that name.

    Raises
    ------
    ClaimError
        If there is none; the message has all names.
    """
    require(name in QUANTITIES, "quantity", name, f"one of {', '.join(map(repr, QUANTITIES))}")
    return QUANTITIES[name]


def terms_of(
    small: Callable[[int | None], SmallCases],
    size: int | None,
    computed: Callable[[Any, int], Any],
    indices: Iterable[int],
) -> list[Any]:
    """Compute terms up to the first beyond the cases to a size.

    What asks of a position beyond the cases is refused. What goes through all positions is not: so
    where the cases to half the size give a term too, it counts only if they give the same.
    """
    cases = small(size)
    smaller, terms = small(cases.size // 2).truth, list[Any]()
    for index in indices:
        try:
            term = computed(cases.truth, index)
        except (PositionError, IndexError):  # beyond them, or a list of them
            break
        try:
            if not same_value(computed(smaller, index), term):
                break
        except PositionError:
            pass
        except Exception:  # such as the least of no positions
            break
        terms.append(term)
    return terms
