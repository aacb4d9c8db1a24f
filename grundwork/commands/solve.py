"""``grundwork solve``: one position by search, or a game level by level into a store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from fast.errors import InputError
from grundwork.command_line import AsJson, Option, Size, Target


def solve(  # noqa: PLR0917  # the line is read by their names
    target: Target,
    position: Annotated[
        str | None, Option(metavar="POSITION", help="The position, such as 3,5 or 5x6.")
    ] = None,
    grundy: Annotated[bool, Option("--grundy", help="Search its Grundy value too.")] = False,  # noqa: FBT002
    seconds: Annotated[
        float | None, Option(metavar="S", help="The longest that the search may take.")
    ] = None,
    limit: Annotated[
        int | None,
        Option(metavar="N", help="Most positions; else 2 million, in a store 10^9."),
    ] = None,
    store: Annotated[
        Path | None,
        Option(metavar="FILE", help="Solve all into this file, or ask what it holds."),
    ] = None,
    size: Size = None,
    count: Annotated[  # noqa: FBT002
        bool, Option("--count", help="Count a store's outcomes and Grundy values.")
    ] = False,
    p_positions: Annotated[
        int | None, Option(metavar="N", help="The first N P-positions of a store.")
    ] = None,
    workers: Annotated[
        int | None, Option(help="How many processes work; else one a processor.")
    ] = None,
    scheduler: Annotated[
        str | None,
        Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.1:8786."),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Solve one position by search, or all of a size in a store on disk."""
    from grundwork.commands.stores import solve_in_store

    if store is not None:
        _refuse("--store", {"grundy": grundy or None, "seconds": seconds})
        solve_in_store(
            target,
            store,
            size=size,
            workers=workers,
            scheduler=scheduler,
            limit=limit,
            position=position,
            count=count,
            p_positions=p_positions,
            as_json=as_json,
        )
        return
    given = {"size": size, "count": count or None, "p-positions": p_positions}
    _refuse("--position", given | {"workers": workers, "scheduler": scheduler}, "--store FILE")
    if position is None:
        raise InputError(
            "position=None: expected --position POSITION for a search, or --store FILE and "
            "--size N for all positions of a size"
        )
    _solve_position(target, position, grundy=grundy, limit=limit, seconds=seconds, as_json=as_json)


def _refuse(way: str, given: dict[str, object], instead: str = "no --store") -> None:
    """Raise :class:`InputError` for options that belong to the other way."""
    for name, value in given.items():
        if value is not None:
            raise InputError(f"{name}={value}: nothing to {way}; expected it with {instead}")


def _solve_position(
    target: str, text: str, *, grundy: bool, limit: int | None, seconds: float | None, as_json: bool
) -> None:
    from oracles.promises import POSITION_LIMIT
    from research.looking import solved as looking
    from research.looking.facts import how_play_ends
    from research.resolving.loading import load_study
    from research.system.progress import waiting

    study = load_study(target)
    limit = POSITION_LIMIT if limit is None else limit
    with waiting(f"solving {study.title}"):
        solved = looking.solve_text(study.game, text, grundy=grundy, limit=limit, seconds=seconds)
    if as_json:
        print(json.dumps({"study": study.name, **looking.as_json(solved)}))
        return
    print(f"{study.title}: {how_play_ends(study.game)}.")
    for line in looking.lines_of(solved):
        print(line)
