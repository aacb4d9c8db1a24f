"""Large arguments, beyond what any oracle reaches, on which a mutant may be shown to be wrong.

They are drawn from the shapes of the compared calls: each of the integers in them is drawn anew,
log-uniformly, from ever larger ranges, until the unchanged solver refuses, or takes long. A modulus
is drawn with them, and factors that fit it and some that do not.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from research.claims.cases import PRIMES, Arguments, moduli_of_every_kind

SHAPES = 24  # of the calls of one agreement that large arguments are drawn from
DRAWS = 3  # arguments from each range
LONGEST_BITS = 2**17  # of the last range
LONG = 0.1  # seconds that the unchanged solver may take at most, or a range is the last
IN_ALL = 0.3  # seconds for the large arguments of one agreement
_KEPT = ("factors", "modulus")  # they must fit each other, and are drawn together


def large_cases(
    calls: Sequence[Arguments], name: str, ask: Callable[[Arguments], Any]
) -> Iterator[tuple[Arguments, Any]]:
    """Yield arguments, and what the unchanged solver gives there.

    Parameters
    ----------
    calls
        The arguments that are compared.
    name
        Of what is drawn: the same name gives the same arguments.
    ask
        Asks the unchanged solver.
    """
    end = time.process_time() + IN_ALL
    for shape, example in enumerate(_shapes(calls)):
        for arguments in _ladder(example, random.Random(f"{name} {shape}")):
            begin = time.process_time()
            yield arguments, ask(arguments)
            if time.process_time() - begin > LONG or time.process_time() > end:
                break


def _shapes(calls: Sequence[Arguments]) -> list[Arguments]:
    """Return calls that differ in more than their integers: in words, types, lengths."""
    by_shape: dict[str, Arguments] = {}
    for arguments in calls:
        key = repr({name: _shape(name, value) for name, value in arguments.items()})
        by_shape[key] = arguments  # the last is the largest as a rule
    shapes = list(by_shape.values())
    return shapes[:: len(shapes) // SHAPES + 1]


def _shape(name: str, value: Any) -> Any:
    if name in _KEPT and value is not None:
        return "given"
    if isinstance(value, bool | str | None):
        return value
    if isinstance(value, tuple | list):
        return [_shape("", part) for part in value]
    return type(value).__name__


def _ladder(example: Arguments, draw: random.Random) -> Iterator[Arguments]:
    """Yield the example with its integers drawn anew from ever larger ranges."""
    if not any(name not in _KEPT and _has_integers(value) for name, value in example.items()):
        return
    for bits in ranges():
        for _ in range(DRAWS):
            integer = _integers(draw, bits)
            drawn = {n: v if n in _KEPT else _drawn(v, integer) for n, v in example.items()}
            yield drawn | _moduli(example, draw)


def ranges() -> Iterator[int]:
    """Yield the number of bits of each range: by one to 63, then by half as many again."""
    bits = 1
    while bits <= LONGEST_BITS:
        yield bits
        bits += 1 if bits < 63 else bits // 2


def _moduli(example: Arguments, draw: random.Random) -> dict[str, Any]:
    """Draw a modulus, and factors, where the example has them; some factors do not fit."""
    if example.get("modulus") is None:
        return {}
    if example.get("factors") is None:
        kinds = [each["modulus"] for each in moduli_of_every_kind() if "factors" not in each]
        some = draw.randint(1, 1 << draw.randint(1, 200))
        return {"modulus": draw.choice(kinds) if draw.random() < 0.7 else some}
    primes = draw.sample(PRIMES, draw.randint(1, 6))
    modulus = math.prod(primes) + draw.choice((0, 0, 0, 1, -1))
    return {"modulus": modulus, "factors": tuple(primes[draw.randrange(6) == 0 :])}


def _integers(draw: random.Random, most_bits: int) -> Callable[[], int]:
    """Return what draws integers log-uniformly, some equal to one before or next to it."""
    before: list[int] = []

    def integer() -> int:
        if before and draw.random() < 0.5:
            value = max(draw.choice(before) + draw.choice((0, 0, 1, -1)), 0)
        else:
            few = most_bits > 63 and draw.random() < 0.5  # not every parameter goes as far
            most = draw.randint(1, 64) if few else most_bits
            bits = draw.randint(most if draw.random() < 0.5 else 0, most)
            value = draw.randint(1 << bits >> 1, (1 << bits) - 1)
        before.append(value)
        return value

    return integer


def _has_integers(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return any(map(_has_integers, value))
    return type(value) is int


def _drawn(value: Any, integer: Callable[[], int]) -> Any:
    if type(value) in (tuple, list):
        return type(value)([_drawn(part, integer) for part in value])
    return integer() if type(value) is int else value
