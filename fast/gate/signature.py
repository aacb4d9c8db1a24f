"""The signature of a call: the kind of each of its arguments, as far as a call shows.

A solver chooses its way by what it is given: a named algorithm, a modulus or none, a list of
prime factors or none. The *signature* of a call is the kind of each argument. A function behind
the gate answers only calls whose signature was compared, so the kinds are told apart here alone:
for the comparison, which records them, and for the answer, which looks them up.

==================  ===============================================================================
argument            kinds
==================  ===============================================================================
a modulus           none; 1; a prime up to the largest other integer of the call, or above it; a
                    composite number; from 2^31.5 on, where products of two residues pass 63
                    bits; above 2^32, where they pass 64; at least 2^64
a bool or a word    each value is a kind; left out, it is the default's
anything else       what it is made of: an ``int``, a ``list`` of integers, a ``tuple of str``, a
                    ``dict of str: int``; none; a default that is a table is ``left out``
==================  ===============================================================================

A study declares which parameter is a modulus, and which go with it, such as its prime factors; the
size of these says nothing. Other integers have no kinds but a range: the largest that was compared.
Where the words of a parameter are data, such as positions, all of them are one kind, ``str``.
"""

from __future__ import annotations

import enum
import functools
import inspect
import math
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

from fast.modular import is_prime

CallSignature = tuple[tuple[str, str], ...]  # e.g. (("limit", "int"), ("what", "'sum'"))

# From each on, what is right below may be wrong: (modulus - 1)^2 passes a signed word, a word; the
# modulus itself does.
SIGNED, MIDDLE, LARGE = math.isqrt(2**63 - 1) + 2, 2**32 + 1, 2**64
TABLES = (dict, list, set)  # as a default, a memo that the function keeps for itself
_UNNAMED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def call_signature(
    function: Callable[..., Any], arguments: Mapping[str, Any], modulo: Sequence[str] = ()
) -> CallSignature:
    """Return the kind of each argument of a call, in the order of the parameters.

    ``modulo`` names the parameter that is a modulus, and those that go with it.

    >>> def answer(limit, *, what="sum", modulus=None): ...
    >>> call_signature(answer, {"limit": 10, "modulus": 7}, ["modulus"])
    (('limit', 'int'), ('what', "'sum'"), ('modulus', 'prime up to the size'))
    """
    kinds = []
    for name, default in parameters_of(function).items():
        value = arguments.get(name, default)
        if type(value) is int:  # most are
            kind = _kind_of_modulus(value, arguments, modulo) if name in modulo[:1] else "int"
        elif is_choice(value):
            kind = repr(value)
        elif isinstance(default, TABLES) and name not in arguments:
            kind = "left out"  # whatever it keeps there
        else:
            kind = made_of(value)
        kinds.append((name, kind))
    return tuple(kinds)


def with_data(signature: CallSignature, texts: Iterable[str]) -> CallSignature:
    """Return a signature in which the words of some parameters are data, and no choices."""
    return tuple(
        (name, "str" if name in texts and kind[0] in "'\"" else kind) for name, kind in signature
    )


def is_choice(value: object) -> bool:
    """Whether every value of this type is a kind of its own: a bool, a word, a member."""
    return isinstance(value, bool | str | enum.Enum)


def ungated(function: Any) -> Any:
    """Return the plain function behind a gate; anything else as it is."""
    if isinstance(function, FunctionType):  # functools.wraps makes it look like a gate
        return function
    return getattr(function, "ungated", function)


@functools.lru_cache(maxsize=256)
def signature_of(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature by which the function behind a gate is called."""
    return inspect.signature(ungated(function))


@functools.lru_cache(maxsize=256)
def parameters_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the named parameters of a function with their defaults, ``Parameter.empty`` for none.

    >>> list(parameters_of(lambda limit, *rest, **more: limit))
    ['limit']
    """
    try:
        parameters = signature_of(function).parameters.values()
    except (ValueError, TypeError):  # some of Python's own functions do not say
        return {}
    return {each.name: each.default for each in parameters if each.kind not in _UNNAMED}


def integers_in(value: object) -> Iterator[int]:
    """Yield the integers in an argument, those within tuples, lists and sets included.

    >>> list(integers_in((3, (True, 5), "x")))
    [3, 5]
    """
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, tuple | list | set | frozenset):
        for member in value:
            yield from integers_in(member)


def largest_integers(arguments: Mapping[str, Any], modulo: Collection[str] = ()) -> dict[str, int]:
    """Return the largest integer of each argument; of a modulus the kind counts, not the size.

    >>> largest_integers({"heaps": (3, 5), "modulus": 97, "what": "sum"}, ["modulus"])
    {'heaps': 5}
    """
    found: dict[str, int] = {}
    for name, value in arguments.items():
        if name in modulo:
            continue
        if type(value) is int:  # most are
            found[name] = value
        elif integers := list(integers_in(value)):
            found[name] = max(integers)
    return found


def made_of(value: object) -> str:
    """Name the type of a value, and those of its members, unless they are integers alone.

    >>> [made_of(each) for each in (7, [3, 5], ((1, 2), "x"), [3, None])]
    ['int', 'list', 'tuple of str, tuple', 'list of int, none']
    >>> made_of({"a": 1, "b": None})
    'dict of str: int, str: none'
    """
    if value is None:
        return "none"
    own = type(value).__qualname__
    inside: set[str] = set()
    if isinstance(value, tuple | list | deque | set | frozenset):
        inside = set(map(made_of, value))
    elif isinstance(value, Mapping):
        inside = {f"{made_of(key)}: {made_of(each)}" for key, each in value.items()}
    elif hasattr(value, "shape") and hasattr(value, "dtype"):
        inside = {str(value.dtype)} - {own}
    return own if inside <= {"int"} else f"{own} of {', '.join(sorted(inside))}"


def _kind_of_modulus(modulus: int, arguments: Mapping[str, Any], modulo: Sequence[str]) -> str:
    """Return the kind of a modulus: of large ones the range, else prime or composite."""
    bounds = (LARGE, "2^64 or more"), (MIDDLE, "from 2^32 to 2^64"), (SIGNED, "from 2^31.5 to 2^32")
    for least, kind in bounds:
        if modulus >= least:
            return kind
    if modulus == 1:
        return "1"
    if modulus < 1:
        return "below 1"
    if not is_prime(modulus):
        return "composite"
    size = max(largest_integers(arguments, modulo).values(), default=0)
    return "prime up to the size" if modulus <= size else "prime above the size"
