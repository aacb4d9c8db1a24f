"""``grundwork census``: every member of a family looked at, and what was found kept in one file.

Exit status: 0 where every member was looked at, whatever was found; 1 with ``--strict`` where a
claim of a member is refuted, and always where a look at a member did not come to its end or its
check has a fault; 2 for wrong input.
"""

from __future__ import annotations

from dataclasses import replace
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fast.errors import InputError
from grundwork.command_line import Argument, AsJson, Exit, Misere, Option, print_facts, say

if TYPE_CHECKING:
    from research.families.members import Family
    from research.families.summary import Summary


def census(  # noqa: PLR0917  # the line is read by their names
    family: Annotated[
        str,
        Argument(
            metavar="FAMILY",
            help="Of codes: octal:0.???, hex:0.??, subtraction:{1..8}, "
            "vectors:{1..3 of (0..2,0..2)}, partizan-subtraction:{1..4}|{1..4}; or FILE.py.",
        ),
    ],
    parameters: Annotated[
        list[str] | None, Argument(metavar="name=values", help="Values for a file: m=2..12 k=1,3.")
    ] = None,
    to: Annotated[
        int | None, Option(help="Examine heaps or sizes to N (default for heaps: 10000).")
    ] = None,
    jobs: Annotated[
        int | None, Option(help="Examine N members at once (default: one a processor).")
    ] = None,
    store: Annotated[
        Path | None, Option(metavar="FILE", help="Keep findings in FILE, for DuckDB.")
    ] = None,
    seconds: Annotated[float, Option(help="Give a member at most X processor seconds.")] = 60.0,
    memory: Annotated[float, Option(help="Give a member at most X GB of memory.")] = 2.0,
    oeis: Annotated[
        Path | None,
        Option(metavar="FILE", help="Name sequences by a b-file or OEIS stripped.gz."),
    ] = None,
    csv: Annotated[
        Path | None, Option(metavar="FILE", help="Write a table to FILE, a member a row.")
    ] = None,
    strict: Annotated[bool, Option("--strict", help="Exit with 1 if a claim is refuted.")] = False,  # noqa: FBT002
    misere: Misere = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Check, explore and prove each member of a family.

    With --misere, find the misère quotients of heap games.
    """
    from research.explore.oeis import require_sequences
    from research.families.census import take_census, usual_store
    from research.families.members import family_of
    from research.families.running import Bounds
    from research.families.summary import Summary

    _require_bounds(to, jobs, seconds, memory)
    if oeis is not None:
        require_sequences(oeis)
    chosen = family_of(family, parameters or [])
    if misere:
        if (jobs, store, seconds, memory, oeis, csv) != (None, None, 60.0, 2.0, None, None):
            raise InputError("--misere: takes --to and --json; leave the other options out")
        _misere_quotients(chosen, to, as_json=as_json)
        return
    store = store or usual_store(chosen)
    if csv is not None:
        _require_output(csv, {"family": chosen.file, "oeis": oeis, "store": store})
    bounds = Bounds(to, seconds, memory)
    records = take_census(chosen, store, bounds, jobs=jobs)
    found = Summary(chosen.word, len(chosen.members), records)
    _say(replace(found, names=_names(oeis, found)), csv, as_json=as_json)
    if found.failed or (strict and found.refuted):
        raise Exit(1)


def _misere_quotients(family: Family, to: int | None, *, as_json: bool) -> None:
    """Print a row for each member as soon as it is there."""
    from research.families.misere_census import HEADER, misere_census

    if as_json:
        print_facts([row._asdict() for row in misere_census(family, to)], indent=1)
        return
    proved = 0
    for number, row in enumerate(misere_census(family, to)):
        print(*([] if number else [HEADER]), row.in_line(), sep="\n", flush=True)
        proved += row.period is not None
    print(f"\n{len(family.members)} members: {proved} proved, {len(family.members) - proved} open")


def _say(found: Summary, csv: Path | None, *, as_json: bool) -> None:
    """Write and print what was found."""
    from research.families.summary import write_csv

    if csv is not None:
        write_csv(csv, found.table())
    if as_json:
        print_facts(found.as_json(), indent=1)
    else:
        print(found.text())
    if found.failed:
        say(f"{len(found.failed)} of {found.number} members with a fault")


def _require_bounds(to: int | None, jobs: int | None, seconds: float, memory: float) -> None:
    from fast.heap_games import LARGEST_HEAP

    if to is not None and not 1 <= to <= LARGEST_HEAP:
        raise InputError(f"--to={to}: expected an integer from 1 to {LARGEST_HEAP}")
    if jobs is not None and not 1 <= jobs <= 1_000:
        raise InputError(f"--jobs={jobs}: expected an integer from 1 to 1000")
    if not 0.1 <= seconds <= 10**6:
        raise InputError(f"--seconds={seconds:g}: expected a number from 0.1 to 1000000")
    if not 0.5 <= memory <= 10**6:
        raise InputError(f"--memory={memory:g}: expected a number of GB from 0.5 to 1000000")


def _require_output(csv: Path, inputs: dict[str, Path | None]) -> None:
    """Refuse an output that cannot be written, or that takes the place of another file."""
    from research.system.files import require_writable

    require_writable(csv, "csv", file=True)
    for name, path in inputs.items():
        if path is not None and realpath(path) == realpath(csv):
            raise InputError(
                f"csv={str(csv)!r}: the same file as that of {name}; name another with --csv"
            )


def _names(oeis: Path | None, found: Summary) -> dict[str, list[str]]:
    """Name the sequences of members by a file of the encyclopedia."""
    from research.explore.oeis import Sequence, names_of

    if oeis is None:
        return {}
    terms = {name: Sequence(r.first_terms) for name, r in found.records.items() if r.first_terms}
    names = names_of(oeis, terms)
    return {name: [str(each) for each in names.get(name, ())] for name in terms}
