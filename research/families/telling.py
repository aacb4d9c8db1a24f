"""What a census found, for the terminal: the numbers first, then the open members."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from itertools import accumulate, chain, islice, takewhile

from research.families.summary import Summary
from research.resolving.loading import split_word

WIDTH = 80
LISTED = 10
_KEPT = "\u00a0"  # a blank at which no line ends
MOST_LETTERS = 800  # of the members of which one claim is refuted

_Values = tuple[str, tuple[str, ...]]  # a parameter, and what it is of some members
_Members = tuple[_Values, ...]  # those that have any of these values


def told(found: Summary) -> str:
    """Return what was found, in lines of at most 80 letters where words allow it."""
    lines = [found.family, *_wrapped(found.in_a_line(), 2)]
    for claim, levels in found.claims.items():
        counts = ", ".join(f"{number} {level}" for level, number in sorted(levels.items()))
        lines += _wrapped(f"claim {claim}: {counts}", 2)
        where = in_brief(found.refuted_of(claim))
        lines += _wrapped_between(f"refuted of {where}", 4) if where else []
    lines += _listed(
        "refuted",
        (
            f"{name}: {claim.name}: {claim.counterexample}"
            for name, look in found.refuted.items()
            for claim in look.claims
            if claim.level == "refuted"
        ),
        sum(c.level == "refuted" for look in found.refuted.values() for c in look.claims),
    )
    differ = [comparison for comparison in found.equal if comparison.differ]
    neither = [comparison for comparison in found.equal if comparison.incomparable]
    if found.equal:
        pairs = f"{len(found.equal)} pair{'s' * (len(found.equal) > 1)}, {len(differ)} differ"
        more = f", {len(neither)} cannot be compared" if neither else ""
        lines += _wrapped(f"called equal: {pairs}{more}", 2)
    lines += _listed("called equal", map(str, [*differ, *neither]), len(differ) + len(neither))
    if found.not_compared:
        number = len(found.not_compared)
        some = ", ".join(found.not_compared[:LISTED])
        more = f" and {number - LISTED} more" if number > LISTED else ""
        lines += ["", *_wrapped(f"of the table {number} not compared: {some}{more}", 0)]
    open_ones = (
        f"{name}: {look.level} to {look.known.bound}"
        + "".join(f"; {proposal}" for proposal in look.proposals[:1])
        for name, look in found.open.items()
    )
    lines += _listed("open, the most interesting first", open_ones, len(found.open))
    failed = (f"{name}: {look.state}: {look.fault}" for name, look in found.failed.items())
    lines += _listed("with a fault", failed, len(found.failed))
    return "\n".join(lines)


def in_brief(members: Iterable[str]) -> str:
    """Return the parameters of members of a file, those that differ in one of them together.

    >>> in_brief(["take.py m=2 k=1", "take.py m=2 k=4", "take.py m=3 k=1"])
    'm=2 k=1,4; m=3 k=1'
    >>> in_brief([f"take.py m={m} k={k}" for m in range(2, 9) for k in (1, 3)])
    'm=2..8 k=1,3'
    """
    in_file = [word[1] for name in members if (word := split_word(name)) is not None and word[1]]
    found: list[_Members] = [
        tuple((name, (value,)) for name, value in each.items()) for each in in_file
    ]
    for place in reversed(range(max(map(len, found), default=0))):
        found = _together(found, place)
    parts = [" ".join(f"{name}={_runs(values)}" for name, values in each) for each in found]
    letters = accumulate(len(part) + 2 for part in parts)
    shown = sum(1 for _ in takewhile(lambda number: number <= MOST_LETTERS, letters))
    more = "; and more, which --csv writes" if shown < len(parts) else ""
    return "; ".join(parts[:shown]) + more


def _together(found: list[_Members], place: int) -> list[_Members]:
    """Put those together that differ in one parameter alone."""
    alike: dict[tuple[_Members, _Members], list[_Values]] = {}
    for each in found:
        alike.setdefault((each[:place], each[place + 1 :]), []).append(each[place])
    return [
        (*before, (values[0][0], tuple(chain.from_iterable(own for _, own in values))), *after)
        for (before, after), values in alike.items()
    ]


def _runs(values: tuple[str, ...]) -> str:
    """Write values with three or more integers in a row as the command takes them: ``2..12``."""
    runs: list[list[str]] = []
    for value in values:
        if runs and _follows(runs[-1][-1], value):
            runs[-1].append(value)
        else:
            runs.append([value])
    return ",".join(f"{run[0]}..{run[-1]}" if len(run) > 2 else ",".join(run) for run in runs)


def _follows(one: str, other: str) -> bool:
    return one.isdecimal() and other == str(int(one) + 1)


def _listed(title: str, items: Iterable[str], number: int) -> list[str]:
    if not number:
        return []
    lines = ["", title]
    for item in islice(items, LISTED):
        lines += _wrapped(item, 2)
    if number > LISTED:
        lines.append(f"  and {number - LISTED} more; --csv and --report write all")
    return lines


def _wrapped_between(text: str, indent: int) -> list[str]:
    """Wrap a list that is divided by semicolons, between its items alone where that can be."""
    longest = WIDTH - indent - 2
    items = [item.replace(" ", _KEPT) if len(item) < longest else item for item in text.split("; ")]
    return [line.replace(_KEPT, " ") for line in _wrapped("; ".join(items), indent)]


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 2),
        break_long_words=False,
        break_on_hyphens=False,
    )
