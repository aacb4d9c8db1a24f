"""Large arguments, beyond what any oracle reaches, on which a mutant may be shown to be wrong.

They are drawn from the shapes of the compared calls: each of the integers in them is drawn anew,
log-uniformly, from ever larger ranges, as long as the unchanged solver is quick. Modulus and
factors are some that fit each other, or that are to be refused.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from research.claims.cases import Arguments, moduli_of_every_kind, unfit_moduli

SHAPES = 10  # of the calls of one solver that large arguments are drawn from
LONGEST_BITS = 2**17  # of the last range
LONG = 0.02  # seconds of the processor that the unchanged solver may take for a call
_TOGETHER = ("factors", "modulus")  # they must fit each other, and are drawn together


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
    by_shape = {repr({n: _shape(n, v) for n, v in call.items()}): call for call in calls}
    shapes = list(by_shape.values())  # of each the last, as a rule the largest
    for number, example in enumerate(shapes[:: len(shapes) // SHAPES + 1]):
        draw = random.Random(f"{name} {number}")
        for arguments in _from_ever_larger_ranges(example, draw):
            begin = time.process_time()
            known = ask(arguments)
            if time.process_time() - begin > LONG:
                break
            yield arguments, known


def _shape(name: str, value: Any) -> Any:
    if name in _TOGETHER and value is not None:
        return "given"
    if isinstance(value, tuple | list):
        return [_shape("", part) for part in value]
    return value if isinstance(value, bool | str | None) else type(value).__name__


def _from_ever_larger_ranges(example: Arguments, draw: random.Random) -> Iterator[Arguments]:
    """Yield the example with its integers drawn anew; nothing if it has none."""
    moduli = [
        each
        for each in (*moduli_of_every_kind(), *unfit_moduli())
        if ("factors" in each) == (example.get("factors") is not None)
    ]
    for bits in ranges():
        before: list[int] = []
        drawn = {
            name: value if name in _TOGETHER else _drawn(value, draw, bits, before)
            for name, value in example.items()
        }
        if not before:
            return
        given = example.get("modulus") is not None
        yield drawn | draw.choice(moduli) if given else drawn


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
