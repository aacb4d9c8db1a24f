"""``grundwork solve``: one position by search, or a game rank by rank into a store."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fast.errors import InputError, require_integer
from grundwork.command_line import AsJson, Option, Target, print_facts, say
from oracles.errors import PositionError

if TYPE_CHECKING:
    from oracles.rules import Game
    from oracles.store.store import Store
    from research.claims.study import Study

MOST_ROWS = 40  # of a table on the terminal
_BY_RANK = "SELECT rank, outcome, count(*) FROM position GROUP BY ALL ORDER BY ALL"
_BY_VALUE = (
    "SELECT grundy, count(*) FROM position WHERE grundy IS NOT NULL GROUP BY ALL ORDER BY ALL"
)


def solve(  # noqa: PLR0917  # the line is read by their names
    target: Target,
    position: Annotated[
        str | None, Option(metavar="POSITION", help="Search POSITION, such as 3,5 or 5x6.")
    ] = None,
    grundy: Annotated[bool, Option("--grundy", help="Search its Grundy value too.")] = False,  # noqa: FBT002
    limit: Annotated[
        int | None,
        Option(metavar="N", help="Open at most N positions (default: 2 million; in a store 10^9)."),
    ] = None,
    store: Annotated[
        Path | None,
        Option(metavar="FILE", help="Solve all of a size into FILE, or ask what FILE holds."),
    ] = None,
    size: Annotated[
        int | None,
        Option(help="Solve into FILE the positions of size N and all that they lead to."),
    ] = None,
    count: Annotated[  # noqa: FBT002
        bool, Option("--count", help="Count a store's outcomes and Grundy values.")
    ] = False,
    p_positions: Annotated[
        int | None, Option(metavar="N", help="Show the first N P-positions of a store.")
    ] = None,
    workers: Annotated[
        int | None, Option(help="Work with N processes (default: one a processor).")
    ] = None,
    scheduler: Annotated[
        str | None,
        Option(metavar="ADDRESS", help="Work on a Dask scheduler, such as tcp://10.0.0.1:8786."),
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Solve one position by search, or all of a size in a store on disk."""
    asked = {"position": position, "count": count or None, "p-positions": p_positions}
    where = {"size": size, "workers": workers, "scheduler": scheduler}
    if store is None:
        cure = "goes with --store FILE; for one position write --position POSITION"
        _refuse(where | asked | {"position": None}, cure)
        search = {"grundy": grundy, "limit": limit}
        _solve_position(target, position, search, as_json=as_json)
    else:
        _refuse({"grundy": grundy or None}, "goes without --store; a store has Grundy values")
        _ask_store(target, store, where | {"limit": limit}, asked, as_json=as_json)


def _refuse(given: Mapping[str, object], cure: str) -> None:
    """Raise :class:`InputError` for options that belong to the other way."""
    for name, value in given.items():
        if value is not None:
            raise InputError(f"--{name} {cure}")


def _solve_position(
    target: str, text: str | None, search: dict[str, Any], *, as_json: bool
) -> None:
    from oracles.rule_contracts import POSITION_LIMIT
    from research.explore import solved as looking
    from research.explore.facts import how_play_ends
    from research.resolving.loading import load_study
    from research.system.progress import waiting

    if text is None:
        raise InputError(
            "nothing to solve: write --position POSITION for a search, or --store FILE --size N "
            "for all positions of a size"
        )
    study = load_study(target)
    search["limit"] = POSITION_LIMIT if search["limit"] is None else search["limit"]
    with waiting(f"solving {study.title}"):
        solved = looking.solve_text(study.game, text, **search)
    if as_json:
        print_facts({"study": study.name, **looking.as_json(solved)})
        return
    print(f"{study.title}: {how_play_ends(study.game)}.")
    for line in looking.lines_of(study.game, solved):
        print(line)


def _ask_store(
    target: str, path: Path, where: dict[str, Any], asked: dict[str, Any], *, as_json: bool
) -> None:
    """Make a store, go on with it, or open a finished one; say what is asked of it."""
    from research.resolving.loading import load_study
    from research.system.position_text import written

    for name, most in (("workers", 1_000), ("limit", 10**12), ("p-positions", 10**12)):
        if (number := (where | asked)[name]) is not None:
            require_integer(name, number, least=1, most=most)
    study = load_study(target)
    if where["size"] is not None:
        solved = _solved(study, path, **where)
    elif all(each is None for each in asked.values()):
        raise InputError(
            "size=None: expected --size N to make a store, or --position, --count or "
            "--p-positions to ask a finished one"
        )
    else:
        solved = _opened(study, path)
    write = repr if as_json else written
    facts = {"study": study.name} | _facts(solved, asked, write)
    if asked["position"] is not None:
        facts |= _found(solved, asked["position"], study, write)
    _show(facts, as_json=as_json)


def _solved(study: Study, path: Path, size: int, limit: int | None, **where: Any) -> Store:
    """Make a store, or go on with it."""
    from oracles.store.making import LIMIT, solve_store
    from research.resolving.loading import digest_of, sent
    from research.system.progress import waiting

    game = _game_of(study)
    where |= {"limit": limit or LIMIT, "rules": sent(study), "digest": digest_of(study)}
    with waiting(f"solving {study.title} to size {size}"):
        return solve_store(game, size, path, **where)


def _opened(study: Study, path: Path) -> Store:
    """Open a finished store of the same rules."""
    from oracles.store.store import open_store, require_same
    from research.resolving.loading import digest_of

    require_same(path, open_store(path).facts, {"rules": digest_of(study)})
    return open_store(path, _game_of(study))


def _game_of(study: Study) -> Game[Any]:
    from oracles.rules import Game

    if not isinstance(study.game, Game):
        raise InputError(
            f"{study.name}: a store is for impartial games; for a partizan one use "
            "grundwork explore or solve()"
        )
    return study.game


def _facts(store: Store, asked: Mapping[str, Any], write: Callable[[Any], str]) -> dict[str, Any]:
    """Return what a store is, and what is asked of all its positions."""
    facts: dict[str, Any] = {
        "size": int(store.facts["size"]),
        "positions": len(store),
        "ranks": store.sql("SELECT count(DISTINCT rank) FROM position")[0][0],
        "held_to": store.compared,
    }
    if asked["count"]:
        facts["outcomes"] = dict(store.outcomes())
        facts["by_rank"] = {}
        for rank, outcome, number in store.sql(_BY_RANK):
            facts["by_rank"].setdefault(rank, {})[outcome] = number
        facts["values"] = dict(store.sql(_BY_VALUE))
    if asked["p-positions"] is not None:
        found = store.positions("outcome = 'P'", asked["p-positions"])
        facts["p_positions"] = [write(place) for place in found]
    return facts


def _found(store: Store, text: str, study: Study, write: Callable[[Any], str]) -> dict[str, Any]:
    """Return the position that a text means, and what the store has of it."""
    from research.explore.reading import position_named

    def there(place: Any) -> Any:
        try:
            return place if store.known([place]) else None
        except PositionError:  # what no text stands for
            return None

    known = [*store.positions("true", MOST_ROWS), *store.spread(MOST_ROWS)]
    place = position_named(text, study.game, known, there)
    outcome, grundy = store.answer(place)
    found = {"position": text, "read_as": write(place), "outcome": outcome}
    return found if grundy is None else found | {"grundy": grundy}


def _show(facts: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_facts(facts)
        return
    from tabulate import tabulate

    print(
        f"{facts['study']}, size {facts['size']}: {facts['positions']} positions, "
        f"{facts['ranks']} ranks"
    )
    say(facts["held_to"], sys.stdout)
    if "position" in facts:
        value = f", Grundy value {facts['grundy']}" if "grundy" in facts else ""
        print(f"\n{facts['read_as']}: outcome {facts['outcome']}{value}")
    if "outcomes" in facts:
        rows = [_row(rank, counts) for rank, counts in facts["by_rank"].items()]
        more = len(rows) - MOST_ROWS
        rows = [*rows[:MOST_ROWS], _row("all", facts["outcomes"])]
        print("\n" + tabulate(rows, ("rank", "P", "N", "D"), tablefmt="simple"))
        if more > 0:
            print(f"({more} more ranks; --json has them all)")
        values = [(value, count) for value, count in facts["values"].items()][:MOST_ROWS]
        if values:
            print("\n" + tabulate(values, ("Grundy value", "positions"), tablefmt="simple"))
    if "p_positions" in facts:
        print("\n".join(["", "P-positions", *facts["p_positions"]]))


def _row(rank: object, counts: dict[str, int]) -> tuple[object, int, int, int]:
    return rank, counts.get("P", 0), counts.get("N", 0), counts.get("D", 0)
