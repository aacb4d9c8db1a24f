"""Large arguments, beyond what any oracle reaches, on which a mutant may be shown to be wrong.

They are drawn from the shapes of the compared calls: each of the integers in them is drawn anew,
log-uniformly, from ever larger ranges, as long as the unchanged solver is quick. A modulus and what
goes with it are those of a compared call.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from research.claims.cases import Arguments

SHAPES = 10  # of the calls of one solver that large arguments are drawn from
LONGEST_BITS = 2**17  # of the last range
LONG = 0.02  # seconds of the processor that the unchanged solver may take for a call


def large_cases(
    calls: Sequence[Arguments],
    name: str,
    modulo: Sequence[str],
    ask: Callable[[Arguments], Any],
) -> Iterator[tuple[Arguments, Any]]:
    """Yield arguments, and what the unchanged solver gives there.

    Parameters
    ----------
    calls
        The arguments that are compared.
    name
        Of what is drawn: the same name gives the same arguments.
    modulo
        The parameter that is a modulus, and those that go with it.
    ask
        Asks the unchanged solver.
    """
    by_shape: dict[str, list[Arguments]] = {}
    for call in calls:
        given = {n: _shape(v) for n, v in call.items() if n not in modulo}
        given |= {n: call.get(n) is not None for n in modulo}
        by_shape.setdefault(repr(given), []).append(call)
    shapes = list(by_shape.values())
    for number, alike in enumerate(shapes[:: len(shapes) // SHAPES + 1]):
        draw = random.Random(f"{name} {number}")
        for arguments in _from_ever_larger_ranges(alike, modulo, draw):
            begin = time.process_time()
            known = ask(arguments)
            if time.process_time() - begin > LONG:
                break
            yield arguments, known


def _shape(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_shape(part) for part in value]
    return value if isinstance(value, bool | str | None) else type(value).__name__


def _from_ever_larger_ranges(
    alike: Sequence[Arguments], modulo: Sequence[str], draw: random.Random
) -> Iterator[Arguments]:
    """Yield the last of some calls with its integers drawn anew; nothing if it has none."""
    for bits in ranges():
        before: list[int] = []
        own = {n: v for n, v in alike[-1].items() if n not in modulo}  # as a rule the largest
        drawn = {name: _drawn(value, draw, bits, before) for name, value in own.items()}
        if not before:
            return
        yield drawn | {n: v for n, v in draw.choice(alike).items() if n in modulo}


def ranges() -> Iterator[int]:
    """Yield the number of bits of each range: by one to 63, then by half as many again."""
    bits = 1
    while bits <= LONGEST_BITS:
        yield bits
        bits += 1 if bits < 63 else bits // 2


def _drawn(value: Any, draw: random.Random, most_bits: int, before: list[int]) -> Any:
    """Return a value with its integers drawn log-uniformly, or equal or next to one before."""
    if type(value) in (tuple, list):
        return type(value)([_drawn(part, draw, most_bits, before) for part in value])
    if type(value) is not int:
        return value
    if before and draw.random() < 0.5:
        number = max(draw.choice(before) + draw.choice((0, 0, 1, -1)), 0)
    else:
        few = most_bits > 63 and draw.random() < 0.5  # not every parameter goes as far
        most = draw.randint(1, 64) if few else most_bits
        number = draw.getrandbits(draw.randint(most if draw.random() < 0.5 else 0, most))
    before.append(number)
    return number
