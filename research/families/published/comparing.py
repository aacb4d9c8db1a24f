"""What is computed against what is published: every difference, and where it shows.

A claim of a table *agrees* if all that it states was compared, and the same is proved here. It
*differs* if it is not so, and is *open* where neither can be told from the values: then it says how
far they go. Where what is known of a code does not tell, its values are computed again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from research.families.heap_codes import values_again
from research.families.published.reading import (
    PublishedEquality,
    PublishedPeriod,
    claims_about_periods,
    key_of,
    left_out_heaps,
    published_equalities,
    quotations,
)
from research.families.record import Record, Records

Verdict = Literal["agrees", "differs", "open"]


@dataclass(frozen=True)
class Comparison:
    """One claim of a table beside what is record.

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
    reported
        The name of the source that reported the difference before; empty if none is record.
    """

    code: str
    source: str
    says: str
    verdict: Verdict
    found: str
    heap: int | None = None
    reported: str = ""


def compare_periods(code: str, record: Record) -> list[Comparison]:
    """Compare what is known of a code, however it is written, with every row of the tables on it.

    Examples
    --------
    >>> from research.families.heap_codes import record_of_heap_code
    >>> known = record_of_heap_code("octal:0.07", to=400)
    >>> [(row.source, row.verdict) for row in compare_periods("octal:0.07", known)]
    [('cgsuite', 'agrees'), ('A002187', 'agrees')]
    """
    return [_compared(row, code, record) for row in claims_about_periods().get(key_of(code), ())]


def compare_equalities(
    records: Records, claims: Iterable[PublishedEquality] | None = None
) -> list[Comparison]:
    """Compare codes that a table calls the same game, as far as the values of both go.

    They are all that are published unless ``claims`` are given; of a code without a record nothing
    is said. *Open* are those where no difference was found: that proves nothing beyond the values.

    Examples
    --------
    >>> from research.families.heap_codes import record_of_heap_code
    >>> found = {code: record_of_heap_code(code, to=9) for code in ("octal:0.1", "octal:0.02")}
    >>> claim = PublishedEquality("octal:0.1", "octal:0.02", "a table")
    >>> compare_equalities(found, [claim])[0].heap
    2
    """
    of = {key_of(code): (code, record) for code, record in records.items()}
    pairs = [
        (claim, of.get(key_of(claim.code)), of.get(key_of(claim.other)))
        for claim in (published_equalities() if claims is None else claims)
    ]
    return [_compared_as_equal(claim, *one, *other) for claim, one, other in pairs if one and other]


def _compared_as_equal(
    claim: PublishedEquality, code: str, record: Record, other_code: str, other_record: Record
) -> Comparison:
    says = f"the same game as {claim.other}"
    if record.digest == other_record.digest:
        return Comparison(claim.code, claim.source, says, "open", f"equal to heap {record.bound}")
    values, others = values_again(code, record), values_again(other_code, other_record)
    left_out = left_out_heaps(values)
    both = list(zip(values[left_out:], others[left_out_heaps(others) :], strict=False))
    for heap, (value, other) in enumerate(both):
        if value != other:
            return Comparison(
                *(claim.code, claim.source, says, "differs"),
                f"G({heap + left_out}) = {value}, and {other} at the same place of {claim.other}",
                heap + left_out,
                claim.reported,
            )
    last = left_out + len(both) - 1
    return Comparison(claim.code, claim.source, says, "open", f"equal to heap {last}")


def _compared(row: PublishedPeriod, code: str, record: Record) -> Comparison:
    beginning = row.preperiods(record.first_terms)
    against = _against_proof if record.theorem else _against_values
    return Comparison(code, row.source, _says(row, record), *against(row, beginning, code, record))


def _says(row: PublishedPeriod, record: Record) -> str:
    """Return what a source says, in its own words or as it counts."""
    renumbered = ", heaps renumbered" if left_out_heaps(record.first_terms) else ""
    of = f"the same game as {row.of}{renumbered}, of which: " if row.of else ""
    if quotation := quotations().get(row.source):
        return f'{of}"{quotation}"'
    period = f"period {' or '.join(map(str, row.periods))}"
    added = f", saltus {row.saltus}" if row.saltus else ""
    if row.start is None:
        return of + period + added
    largest = "" if row.largest_value is None else f", largest value {row.largest_value}"
    kind = "last exception" if row.convention.startswith("last") else "preperiod"
    how = " (heaps renumbered)" if row.convention == "heaps renumbered" else ""
    return f"{of}{kind} {row.start}{how}, {period}{added}{largest}"


def _against_proof(
    row: PublishedPeriod, beginning: tuple[int, int] | None, code: str, record: Record
) -> tuple[Verdict, str, int | None]:
    assert record.preperiod is not None
    assert record.period is not None
    least, most = beginning or (record.preperiod, record.preperiod)
    found = f"preperiod {record.preperiod}, period {record.period}"
    found += f", saltus {record.saltus}" if record.saltus else ""
    if record.period not in row.periods or record.saltus != row.saltus:
        return "differs", found, _first_break(code, record, most, row.periods[0], row.saltus)
    if record.preperiod > most:
        return "differs", found, _first_break(code, record, most, record.period, row.saltus)
    if record.preperiod < least:
        return "differs", found, least - 1
    if row.largest_value is None:
        return "agrees", found, None
    if record.largest_value is None:
        return "open", f"{found}; no largest value known", None
    verdict: Verdict = "agrees" if record.largest_value == row.largest_value else "differs"
    return verdict, f"{found}, largest value {record.largest_value}", None


def _against_values(
    row: PublishedPeriod, beginning: tuple[int, int] | None, code: str, record: Record
) -> tuple[Verdict, str, int | None]:
    if beginning is None:
        return "open", "no period proved", None
    if beginning[1] + row.periods[0] > record.bound:
        return "open", f"computed to heap {record.bound}", None
    broken = _first_break(code, record, beginning[1], row.periods[0], row.saltus)
    if broken is None:
        return "open", f"so to heap {record.bound}, and not proved", None
    return "differs", f"G({broken + row.periods[0]}) is not G({broken}) + {row.saltus}", broken


def _first_break(code: str, record: Record, start: int, period: int, saltus: int) -> int | None:
    """Return the first heap from ``start`` on at which the law fails, as far as the values go."""
    values = values_again(code, record)
    return next(
        (n for n in range(start, len(values) - period) if values[n + period] != values[n] + saltus),
        None,
    )
