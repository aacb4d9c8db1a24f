"""Errors of the fast solvers.

Every message names the argument, its value, what is allowed and what to do.
The command turns each error with an ``exit_status`` into one line, and ends with that.

Each ``require_`` function takes the ``name`` of an argument, for the message, and the ``value``
that the caller passed; it returns the value, or raises an :class:`InputError`.
"""

from __future__ import annotations

from collections.abc import Sequence


class InputError(ValueError):
    """An argument has the wrong type or lies outside what the function allows."""

    exit_status = 2


class NoWinningOptionError(InputError):
    """A winning option was asked for in a P-position, which has none."""


class ModulusError(InputError):
    """A modulus, or its list of prime factors, is not one that the method can use."""


class LimitError(InputError):
    """The argument is valid, but the answer or the work it asks for is above a limit."""


class NotConfirmedError(RuntimeError):
    """A full answer was asked for without a valid certificate."""

    exit_status = 3


def require_integer(name: str, value: object, *, least: int, most: int | None = None) -> int:
    """Return ``value`` if it is an ``int``, no ``bool``, from ``least`` to ``most`` or without end.

    >>> require_integer("limit", 10, least=0)
    10
    >>> require_integer("limit", -1, least=0)
    Traceback (most recent call last):
    fast.errors.InputError: limit=-1: expected an integer of at least 0
    """
    allowed = f"of at least {least}" if most is None else f"from {least} to {most}"
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{name}={shown(value)}: expected an integer {allowed}")
    if value < least or (most is not None and value > most):
        raise InputError(f"{name}={shown(value)}: expected an integer {allowed}")
    return value


def require_choice(name: str, value: object, allowed: Sequence[str]) -> str:
    """Return ``value`` if it is one of the words in ``allowed``.

    >>> require_choice("what", "sum", ("sum", "count"))
    'sum'
    >>> require_choice("what", "mean", ("sum", "count"))
    Traceback (most recent call last):
    fast.errors.InputError: what='mean': expected one of 'sum', 'count'
    """
    if isinstance(value, str) and value in allowed:
        return value
    raise InputError(f"{name}={shown(value)}: expected one of {', '.join(map(repr, allowed))}")


def require_sequence(name: str, value: object, *, items: str) -> tuple[object, ...]:
    """Return ``value`` as a tuple if it is a tuple or a list; a string or an iterator is neither.

    ``items`` says what the tuple should hold, for the message.

    >>> require_sequence("heaps", [1, 2], items="integers of at least 1")
    (1, 2)
    >>> require_sequence("heaps", 7, items="integers of at least 1")
    Traceback (most recent call last):
    fast.errors.InputError: heaps=7: expected a tuple of integers of at least 1
    """
    if isinstance(value, tuple | list):
        return tuple(value)
    raise InputError(f"{name}={shown(value)}: expected a tuple of {items}")


def shown(value: object) -> str:
    """Return ``value`` as a message shows it: in full when short, by its size when long.

    >>> shown(12)
    '12'
    >>> shown(10**40)
    'an integer of 133 bits'
    """
    if isinstance(value, int) and abs(value) >= 10**30:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, int | str | float | bool | None):
        text = repr(value)
    else:
        # A tuple may hold integers too long for Python to print.
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."
