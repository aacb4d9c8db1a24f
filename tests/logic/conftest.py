"""Games for the proofs: rules from the sources, P-positions by definition."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

from research.logic.formula import Formula, parse

# The import mode puts no test folder on the path; the strategies lie beside this file.
sys.path.append(str(Path(__file__).parent))

Option = Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]]


def xor_is_zero(terms: list[str]) -> Formula:
    """Return the formula: the nim sum of the terms is 0. The last term may be a sum."""
    if len(terms) == 1:
        return parse(f"{terms[0]} = 0").formula
    parts, total, sums = [], terms[0], []
    for number, term in enumerate(terms[1:-1]):
        sums.append(f"t{number}")
        parts.append(f"$nimsum({total},{term},t{number})")
        total = f"t{number}"
    body = " & ".join([*parts, f"{total} = {terms[-1]}"])
    return parse(f"E{','.join(sums)} {body}" if sums else body).formula


def p_positions(bound: int, dimension: int, options: Option) -> np.ndarray:
    """The P-positions with all coordinates below ``bound``, by backward induction."""
    result = np.zeros((bound,) * dimension, bool)
    for position in sorted(np.ndindex(result.shape), key=sum):
        result[position] = not any(result[option] for option in options(position))
    return result


def wythoff_options(position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Wythoff's game: take from one heap, or equally from both."""
    first, second = position
    yield from ((first - n, second) for n in range(1, first + 1))
    yield from ((first, second - n) for n in range(1, second + 1))
    yield from ((first - n, second - n) for n in range(1, min(position) + 1))


@pytest.fixture(scope="session")
def games() -> types.SimpleNamespace:
    """The functions of this file, for the tests that prove games."""
    return types.SimpleNamespace(
        xor_is_zero=xor_is_zero,
        p_positions=p_positions,
        wythoff_options=wythoff_options,
    )
