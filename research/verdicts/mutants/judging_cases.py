"""On what mutants are judged: the cases that checking compares, and large drawn arguments.

The cases are those that an agreement compares with the unchanged solver, recorded as they are
compared, with what the oracle said; so the oracle is asked once and not for every mutant. An
oracle that itself asks the changed code, such as another algorithm of the same file, is asked
again by every mutant, as checking would ask it.

Large arguments are drawn from the shapes of those cases: each of the integers in them is drawn
anew, log-uniformly, from ever larger ranges, until the unchanged solver refuses, or takes long. A
modulus is drawn with them, and factors that fit it and some that do not. They show a wrong answer
where there is no oracle: the unchanged solver answers otherwise.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from research.checks.equality import show
from research.checks.evidence import Settings
from research.claims.agreement import Agreement, compare, same
from research.claims.calls import REFUSED, Arguments
from research.claims.calls import overridden as lowered
from research.claims.graphs import OneOf
from research.claims.moduli import PRIMES, of_every_kind

if TYPE_CHECKING:
    from research.claims.study import Study

SHAPES = 24  # of the cases of one agreement that large arguments are drawn from
DOUBLINGS, DRAWS = 64, 3  # ranges, and arguments drawn from each
LONGEST_BITS = 2**17  # beyond so many doublings the digits double, up to a range of so many
LONG = 0.1  # seconds that the unchanged solver may take at most, or a range is the last
IN_ALL = 2.0  # seconds for the large arguments of one agreement
LISTED = 2_000  # of an answer that has no end, as many entries are compared
_END = 100  # of a large answer that is a list, so many entries of either end
LONG_INTEGER = 4_096  # bits of an integer that is kept as a digest
_KEPT = ("factors", "modulus")  # they must fit each other, and are drawn together


class UnsoundError(InputError):
    """The unchanged solver does not pass, so that mutants would say nothing."""


@dataclass(frozen=True)
class Outcome:
    """What a function gave: a value, or the name of the error; whether that is a refusal."""

    value: Any = None
    error: str = ""
    refused: bool = False

    def __str__(self) -> str:
        return self.error or show(self.value)


@dataclass
class Recorded:
    """The cases of one agreement: arguments, and what the oracle says of them."""

    cases: list[tuple[Arguments, Any]]
    asked_again: bool = False

    @functools.cached_property
    def one_of_several(self) -> bool:
        """Whether several answers are right in some case, as where some winning option is asked."""
        return any(isinstance(truth, OneOf) for _, truth in self.cases)


def outcome_of(agreement: Agreement, arguments: Arguments, *, low: bool = False) -> Outcome:
    """Ask the fast function of an agreement, its thresholds lowered or not; errors are outcomes."""
    try:
        with lowered(agreement.lowered if low else {}):
            value = agreement.plain(**arguments, **agreement.fixed)
    except Exception as error:
        if agreement.refusal is not None and isinstance(error, agreement.refusal):
            return Outcome(REFUSED, refused=True)
        refused = any(kind.__name__ == "InputError" for kind in type(error).__mro__)
        return Outcome(error=type(error).__name__, refused=refused)
    value = list(islice(value, LISTED)) if isinstance(value, Iterator) else value
    return Outcome(value if low else _ends(value))


def _ends(value: Any) -> Any:
    """Return a value with long integers by their digests, long lists by their ends and length.

    What every mutant is compared with lies in memory that each forked process may have to copy.
    """
    if type(value) is int and value.bit_length() > LONG_INTEGER:
        data = value.to_bytes(value.bit_length() // 8 + 1, signed=True)
        return value.bit_length(), hashlib.sha256(data).hexdigest()
    if type(value) in (list, tuple):
        parts = value if len(value) <= 2 * _END else [*value[:_END], len(value), *value[-_END:]]
        return type(value)(map(_ends, parts))
    return value


def record(study: Study, settings: Settings) -> list[Recorded]:
    """Compare as checking does, and keep what was compared.

    Raises
    ------
    UnsoundError
        If an agreement does not hold for the unchanged solver.
    """
    found = []
    for agreement in study.agreements:
        cases: list[tuple[Arguments, Any]] = []
        watched = dataclasses.replace(agreement, oracle=_watched(agreement, cases), controls={})
        comparison = compare(watched, settings)
        if comparison.disagreement is not None:
            raise UnsoundError(
                f"{study.name}: {comparison.name} disagrees with its oracle as it is, at "
                f"{comparison.disagreement}; mend it before counting mutants"
            )
        by_arguments = {show(dict(arguments)): (arguments, truth) for arguments, truth in cases}
        found.append(Recorded(list(by_arguments.values())))
    return found


def _watched(agreement: Agreement, cases: list[tuple[Arguments, Any]]) -> Callable[..., Any]:
    def oracle(**arguments: Any) -> Any:
        truth = agreement.oracle(**arguments)
        cases.append((arguments, truth))
        return truth

    return oracle


def failing_case(
    agreement: Agreement, recorded: Recorded, cases: Sequence[tuple[Arguments, Any]]
) -> str | None:
    """Return the first of some recorded cases in which the agreement fails, in words."""
    for arguments, kept in cases:
        truth = agreement.oracle(**arguments) if recorded.asked_again else kept
        found = outcome_of(agreement, arguments, low=True)
        if found.error or not same(found.value, truth):
            return f"{show(dict(arguments))}: found {found}"[:200]
    return None


def large_arguments(
    study: Study, recorded: Sequence[Recorded]
) -> list[tuple[int, Arguments, Outcome]]:
    """Return arguments beyond what is compared, with what the unchanged solver gives.

    Each as the agreement's number, the arguments and the outcome.
    """
    found = []
    for number, (agreement, record_) in enumerate(zip(study.agreements, recorded, strict=True)):
        if agreement.lowered:
            continue
        end = time.process_time() + IN_ALL
        for shape, example in enumerate(_shapes(record_.cases)):
            draw = random.Random(f"{study.name} {number} {shape}")
            for arguments in _ladder(example, draw):
                begin = time.process_time()
                outcome = large_outcome(study, recorded, number, arguments)
                taken = time.process_time() - begin
                found.append((number, arguments, outcome))
                if taken > LONG or time.process_time() > end or outcome.error == "MemoryError":
                    break
    return found


def large_outcome(
    study: Study, recorded: Sequence[Recorded], number: int, arguments: Arguments
) -> Outcome:
    """Return what the fast function of an agreement gives at arguments that no oracle reaches.

    Where several results are right, as of a function that names some winning option, only that
    there is one: which is another's business.
    """
    agreement = study.agreements[number]
    found = outcome_of(agreement, arguments)
    of_each = zip(study.agreements, recorded, strict=True)
    if any(each.one_of_several for other, each in of_each if other.compares(agreement.plain)):
        return dataclasses.replace(found, value=None)
    return found


def _shapes(cases: Sequence[tuple[Arguments, Any]]) -> list[Arguments]:
    """Return cases that differ in more than their integers: in words, types, lengths."""
    by_shape: dict[str, Arguments] = {}
    for arguments, _ in cases:
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
    yield {n: v if n in _KEPT else _drawn(v, lambda: -1) for n, v in example.items()}
    for bits in ranges():
        for _ in range(DRAWS):
            integers = _Integers(draw, bits)
            drawn = {n: v if n in _KEPT else _drawn(v, integers) for n, v in example.items()}
            yield drawn | _moduli(example, draw)


def ranges() -> Iterator[int]:
    """Yield the number of bits of each range: by one to 63, then by half as many again."""
    bits = 1
    while bits <= LONGEST_BITS:
        yield bits
        bits += 1 if bits < DOUBLINGS - 1 else bits // 2


def _moduli(example: Arguments, draw: random.Random) -> dict[str, Any]:
    """Draw a modulus, and factors, where the example has them: of every kind, or of some size.

    A third of the factors are to be refused: their product is a divisor of the modulus, a multiple
    or another number.
    """
    if example.get("modulus") is None:
        return {}
    if example.get("factors") is None:
        kinds = [each["modulus"] for each in of_every_kind() if "factors" not in each]
        some = draw.randint(1, 1 << draw.randint(1, 200))
        return {"modulus": draw.choice(kinds) if draw.random() < 0.7 else some}
    primes = draw.sample(PRIMES, draw.randint(0, 6))
    modulus = math.prod(primes)
    wrong = draw.randrange(9)
    if wrong == 0:
        primes = primes[1:]
    elif wrong == 1:
        primes = [*primes, next(p for p in PRIMES if p not in primes)]
    elif wrong == 2:
        modulus += draw.choice((-1, 1, modulus))
    return {"modulus": modulus, "factors": tuple(primes)}


class _Integers:
    """Draws integers log-uniformly below a power of two, some equal to one before or next to it."""

    def __init__(self, draw: random.Random, most_bits: int) -> None:
        self.draw, self.most_bits = draw, most_bits
        self.before: list[int] = []

    def __call__(self) -> int:
        if self.before and self.draw.random() < 0.5:
            value = max(self.draw.choice(self.before) + self.draw.choice((0, 0, 1, -1)), 0)
        else:
            most = self.most_bits
            if most >= DOUBLINGS and self.draw.random() < 0.5:
                most = self.draw.randint(1, DOUBLINGS)  # not every parameter goes as far
            bits = self.draw.randint(most if self.draw.random() < 0.5 else 0, most)
            value = self.draw.randint(1 << bits >> 1, (1 << bits) - 1)
        self.before.append(value)
        return value


def _has_integers(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return any(map(_has_integers, value))
    return isinstance(value, int) and not isinstance(value, bool)


def _drawn(value: Any, integer: Callable[[], int]) -> Any:
    if isinstance(value, tuple | list):
        parts = [_drawn(part, integer) for part in value]
        return type(value)(parts) if type(value) in (tuple, list) else value
    return integer() if isinstance(value, int) and not isinstance(value, bool) else value
