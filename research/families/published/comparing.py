"""What is computed against what is published: every difference, and where it shows.

A claim of a table *agrees* if all that it states was compared, and the same is proved here. It
*differs* if it is not so, and is *open* where neither can be told from the values: then it says how
far they go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from research.families.known import Known
from research.families.published.reading import (
    Key,
    PublishedEquality,
    PublishedPeriod,
    key_of,
    left_out_heaps,
    published_equalities,
    published_periods,
)

Verdict = Literal["agrees", "differs", "open"]


@dataclass(frozen=True)
class Comparison:
    """One claim of a table beside what is known.

    Attributes
    ----------
    code
        The code.
    source
        The name of the source.
    says
        What the source says.
    verdict
        Whether it agrees, differs or is open.
    found
        What was found.
    heap
        The first heap at which they differ, if that can be told.
    """

    code: str
    source: str
    says: str
    verdict: Verdict
    found: str
    heap: int | None = None


def compare_with_published(
    code: str, known: Known, values: Sequence[int] | None = None
) -> list[Comparison]:
    """Compare what is known of a code with every row of the tables about it.

    Parameters
    ----------
    code
        The code, however it is written.
    known
        What is known of it.
    values
        Its Grundy values, where more of them are at hand than the first terms.

    Returns
    -------
    list of Comparison
        One a row; empty if no table has the code.

    Examples
    --------
    >>> from research.families.heap_codes import known_of_heap_code
    >>> known = known_of_heap_code("octal:0.07", to=400)
    >>> [(row.source, row.verdict) for row in compare_with_published("octal:0.07", known)]
    [('cgsuite', 'agrees')]
    """
    terms = known.first_terms if values is None else values
    return [_compared(row, code, known, terms) for row in _by_key().get(key_of(code), ())]


def compare_equalities(
    values_of: Mapping[Key, Sequence[int]], claims: Iterable[PublishedEquality] | None = None
) -> list[Comparison]:
    """Compare codes that a table calls the same game, as far as the values of both go.

    Parameters
    ----------
    values_of
        The Grundy values by code; of a claim about a code that is not there nothing is said.
    claims
        The claims; all that are published, unless given.

    Returns
    -------
    list of Comparison
        *Open* where no difference was found: that proves nothing beyond the values.

    Examples
    --------
    >>> values_of = {key_of("0.1"): [0, 1, 0, 0], key_of("0.01"): [0, 0, 1, 1]}
    >>> claim = PublishedEquality("octal:0.1", "octal:0.01", "a table")
    >>> compare_equalities(values_of, [claim])[0].heap
    2
    """
    found = []
    for claim in published_equalities() if claims is None else claims:
        pair = [values_of.get(key_of(code)) for code in (claim.code, claim.other)]
        if pair[0] is not None and pair[1] is not None:
            found.append(_compared_as_equal(claim, pair[0], pair[1]))
    return found


def _compared_as_equal(
    claim: PublishedEquality, values: Sequence[int], others: Sequence[int]
) -> Comparison:
    left_out = left_out_heaps(values)
    says = f"the same game as {claim.other}"
    both = list(zip(values[left_out:], others[left_out_heaps(others) :], strict=False))
    for heap, (value, other) in enumerate(both):
        if value != other:
            return Comparison(
                *(claim.code, claim.source, says, "differs"),
                f"G({heap + left_out}) = {value}, and {other} at the same place of {claim.other}",
                heap + left_out,
            )
    last = left_out + len(both) - 1
    return Comparison(claim.code, claim.source, says, "open", f"equal to heap {last}")


@cache
def _by_key() -> dict[Key, list[PublishedPeriod]]:
    rows: dict[Key, list[PublishedPeriod]] = {}
    for row in published_periods():
        rows.setdefault(key_of(row.code), []).append(row)
    return rows


def _compared(row: PublishedPeriod, code: str, known: Known, values: Sequence[int]) -> Comparison:
    beginning = row.preperiods(values)
    says = _says(row, beginning)
    if not known.theorem:
        verdict, found, heap = _against_values(row, beginning, values)
    else:
        verdict, found, heap = _against_proof(row, beginning, known, values)
    return Comparison(code, row.source, says, verdict, found, heap)


def _says(row: PublishedPeriod, beginning: tuple[int, int] | None) -> str:
    period = f"period {' or '.join(map(str, row.periods))}"
    added = f", saltus {row.saltus}" if row.saltus else ""
    if beginning is None:
        return period + added
    least, most = beginning
    largest = "" if row.largest_value is None else f", largest value {row.largest_value}"
    at = f"{least}" if least == most else f"at most {most}"
    return f"preperiod {at}, {period}{added}{largest}"


def _against_proof(
    row: PublishedPeriod, beginning: tuple[int, int] | None, known: Known, values: Sequence[int]
) -> tuple[Verdict, str, int | None]:
    assert known.preperiod is not None
    assert known.period is not None
    least, most = beginning or (known.preperiod, known.preperiod)
    found = f"preperiod {known.preperiod}, period {known.period}"
    found += f", saltus {known.saltus}" if known.saltus else ""
    if known.period not in row.periods or known.saltus != row.saltus:
        return "differs", found, _first_break(values, most, row.periods[0], row.saltus)
    if known.preperiod > most:
        return "differs", found, _first_break(values, most, known.period, row.saltus)
    if known.preperiod < least:
        return "differs", found, least - 1
    if row.largest_value is None:
        return "agrees", found, None
    needed = known.preperiod + known.period
    if known.saltus or len(values) < needed:
        why = "none with a saltus" if known.saltus else f"compared only from {needed} values on"
        return "open", f"{found}; largest value {why}", None
    largest = int(max(values))
    verdict: Verdict = "agrees" if largest == row.largest_value else "differs"
    return verdict, f"{found}, largest value {largest}", None


def _against_values(
    row: PublishedPeriod, beginning: tuple[int, int] | None, values: Sequence[int]
) -> tuple[Verdict, str, int | None]:
    if beginning is None:
        return "open", "no period proved", None
    most, last = beginning[1], len(values) - 1
    if most + row.periods[0] > last:
        return "open", f"computed to heap {last}", None
    broken = _first_break(values, most, row.periods[0], row.saltus)
    if broken is None:
        return "open", f"so to heap {last}, and not proved", None
    return "differs", f"G({broken + row.periods[0]}) is not G({broken}) + {row.saltus}", broken


def _first_break(values: Sequence[int], start: int, period: int, saltus: int) -> int | None:
    """Return the first heap from ``start`` on at which the law fails, as far as the values go."""
    return next(
        (n for n in range(start, len(values) - period) if values[n + period] != values[n] + saltus),
        None,
    )
