"""What a census found, sorted, in sentences and sections; for the terminal, a page and a table.

A section is a table with a heading. The terminal shows the first rows of some sections, the page
all (:mod:`research.families.page`).
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from research.families.record import (
    FAULTY,
    HEAPS,
    LOOKED,
    Record,
    Records,
    groups,
    same_to,
    same_values,
)

LEVELS = ("proved", "exhausted", "tested", "untested", "refuted")
SHOWN_TERMS = 16
ON_TERMINAL = ("Claims", "Refuted claims", "Open", "Faults")
LISTED, WIDTH, CELL = 10, 80, 40  # rows, and letters, on the terminal


@dataclass(frozen=True)
class Section:
    """A table with a heading, and a sentence about it."""

    title: str
    about: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Summary:
    """A census.

    Attributes
    ----------
    family
        Its word.
    number
        How many members the family has.
    records
        What was found of each that was looked at, in the order of the family.
    names
        The sequences of the encyclopedia that agree with each member's.
    """

    family: str
    number: int
    records: Records
    names: Mapping[str, list[str]] = field(default_factory=dict)

    @cached_property
    def failed(self) -> dict[str, Record]:
        """Members whose look did not come to its end, or whose check has a fault."""
        return {name: record for name, record in self.records.items() if record.state != LOOKED}

    @cached_property
    def _whole(self) -> dict[str, Record]:
        return {n: each for n, each in self.records.items() if each.state in (LOOKED, FAULTY)}

    @cached_property
    def proved(self) -> dict[str, Record]:
        """Members of which a theorem holds for every size."""
        return {name: each for name, each in self._whole.items() if each.level == "proved"}

    @cached_property
    def open(self) -> dict[str, Record]:
        """Members of which nothing is proved for every size, the most interesting first."""
        left = [(name, each) for name, each in self._whole.items() if each.level != "proved"]
        return dict(sorted(left, key=lambda item: _interest(item[1])))

    @cached_property
    def refuted(self) -> dict[str, Record]:
        """Members of which a claim is refuted."""
        return {name: each for name, each in self._whole.items() if each.refuted}

    @cached_property
    def groups(self) -> list[dict[str, Record]]:
        """Members together that have the same values, as far as both were computed."""
        return groups({n: r for n, r in self.records.items() if r.first_terms}, same_values)

    def in_a_line(self) -> str:
        """Return the numbers in one sentence."""
        counts = {
            "proved": len(self.proved),
            "open": len(self.open),
            "with a refuted claim": len(self.refuted),
            "with a fault": len(self.failed),
            "not looked at yet": self.number - len(self.records),
        }
        parts = [f"{count} {words}" for words, count in counts.items() if count]
        number = len(self.groups)
        return (
            f"{self.number} members: {', '.join(parts)}; {number} group{'s' * (number != 1)} of "
            "equal values"
        )

    def faults_in_a_line(self) -> str:
        """Return how many members were not looked at to the end, by what ended it."""
        reasons = Counter(record.state for record in self.failed.values())
        counts = ", ".join(f"{state}: {count}" for state, count in sorted(reasons.items()))
        return f"{len(self.failed)} of {self.number} members with a fault ({counts})"

    def sections(self) -> list[Section]:
        """Return the sections that have rows."""
        found = [self._claims(), self._open(), self._refuted(), self._proved(), self._groups()]
        faults = [(name, each.state, each.fault) for name, each in self.failed.items()]
        about = "What ended the work on them, or is wrong with their checks."
        found.append(Section("Faults", about, ("member", "what happened", "why"), faults))
        return [_without_empty(section) for section in found if section.rows]

    def _claims(self) -> Section:
        counts: dict[str, Counter[str]] = {}
        for record in self._whole.values():
            for claim in record.claims:
                name, _, level = claim.rpartition(": ")
                counts.setdefault(name, Counter())[level] += 1
        rows = [
            (name, *(str(found[level] or "") for level in LEVELS)) for name, found in counts.items()
        ]
        return Section("Claims", "How many members have each verdict.", ("claim", *LEVELS), rows)

    def _open(self) -> Section:
        rows = [
            (
                name,
                each.level,
                str(each.bound),
                "; ".join(each.proposals),
                *self._values(name, each),
            )
            for name, each in self.open.items()
        ]
        header = ("member", "known", "to", "proposed", "first values", "OEIS")
        return Section("Open", _OPEN, header, rows)

    def _proved(self) -> Section:
        rows = [
            (
                name,
                *("" if n is None else str(n) for n in (*each.law, each.states)),
                each.theorem,
                *self._values(name, each),
            )
            for name, each in self.proved.items()
        ]
        header = ("member", "preperiod", "period", "saltus", "states", "by", "first values", "OEIS")
        return Section("Proved", "For every size, by the theorem that is named.", header, rows)

    def _refuted(self) -> Section:
        rows = [
            (name, *claim.split(": ", 1))
            for name, each in self.refuted.items()
            for claim in each.refuted
        ]
        header = ("member", "claim", "counterexample")
        return Section("Refuted claims", "With the smallest counterexample found.", header, rows)

    def _groups(self) -> Section:
        rows = []
        for group in self.groups:
            if len(group) > 1:
                first, last = next(iter(group.values())), same_to(group.values())
                of = "" if first.terms == HEAPS else first.terms
                to = "all" if last is None else f"to {last}"
                rows.append((", ".join(group), str(len(group)), of, to))
        return Section("Same values", _SAME, ("members", "number", "of the", "terms"), rows)

    def _values(self, name: str, record: Record) -> tuple[str, str]:
        """Return the first values of a member, and the sequences that agree with them."""
        shown = record.first_terms[:SHOWN_TERMS]
        more = " ..." if len(record.first_terms) > len(shown) else ""
        sequences = [each.partition(" ")[0] for each in self.names.get(name, ())[:3]]
        return " ".join(map(str, shown)) + more, ", ".join(sequences)

    def text(self) -> str:
        """Return what was found, for the terminal."""
        from tabulate import tabulate

        wrapped = textwrap.wrap(
            self.in_a_line(), WIDTH, initial_indent="  ", subsequent_indent="    "
        )
        lines = [self.family, *wrapped]
        for section in self.sections():
            if section.title in ON_TERMINAL:
                rows = section.rows[:LISTED]
                shown = tabulate(
                    rows, section.header, "simple", maxcolwidths=CELL, disable_numparse=True
                )
                lines += ["", section.title, shown]
                more = len(section.rows) - len(rows)
                lines += [f"and {more} more; --csv and --report write all"] if more else []
        return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines())


def _without_empty(section: Section) -> Section:
    """Leave out the columns in which no row has anything."""
    kept = [n for n in range(len(section.header)) if any(row[n] for row in section.rows)]
    rows = [tuple(row[n] for n in kept) for row in section.rows]
    return Section(section.title, section.about, tuple(section.header[n] for n in kept), rows)


def _interest(record: Record) -> tuple[bool, int]:
    hopeful = any(each.startswith(("period:", "automaton:")) for each in record.proposals)
    return not hopeful, len(set(record.first_terms))


_OPEN = (
    "Nothing is proved of them for every size. First those for whose values a period or an "
    "automaton was proposed that passed, then those with fewer different values among the first "
    "terms, else in the order of the family."
)
_SAME = (
    "Members that have the same values as far as they were computed, to one bound: Grundy values "
    "of heaps, if nothing else is said. All terms are the same where the same period of each is "
    "proved. Games with equal numbers of P-positions may be different games."
)
