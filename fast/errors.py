"""Errors of the fast solvers.

Every message names the argument, its value, what is allowed and what to do.
The command turns each :class:`InputError` into one line and exit status 2.
"""

from __future__ import annotations


class InputError(ValueError):
    """An argument has the wrong type or lies outside what the function allows."""


class NoWinningOptionError(InputError):
    """A winning option was asked for in a P-position, which has none."""


def require_integer(name: str, value: object, *, least: int, most: int | None = None) -> int:
    """Return ``value`` if it is an integer from ``least`` to ``most``, else raise.

    Parameters
    ----------
    name
        The argument's name, for the message.
    value
        What the caller passed. ``bool`` is not taken for an integer.
    least, most
        The smallest and the largest value allowed; ``most=None`` means no upper end.

    Raises
    ------
    InputError
        If ``value`` is not an ``int`` or is out of range.

    Examples
    --------
    >>> require_integer("limit", 10, least=0)
    10
    >>> require_integer("limit", -1, least=0)
    Traceback (most recent call last):
    fast.errors.InputError: limit=-1: expected an integer of at least 0
    """
    allowed = f"of at least {least}" if most is None else f"from {least} to {most}"
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{name}={value!r}: expected an integer {allowed}")
    if value < least or (most is not None and value > most):
        shown = repr(value) if abs(value) < 10**30 else f"an integer of {value.bit_length()} bits"
        raise InputError(f"{name}={shown}: expected an integer {allowed}")
    return value
