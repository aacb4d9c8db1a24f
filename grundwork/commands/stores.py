"""What ``grundwork solve --store`` does: make a store, or go on with it, and ask it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError

if TYPE_CHECKING:
    from oracles.rules import Game
    from oracles.store.store import Store
    from research.claims.study import Study

MOST_ROWS = 40  # of a table on the terminal
MOST_WORKERS, MOST_POSITIONS = 1_000, 10**12


def solve_in_store(
    target: str,
    path: Path,
    *,
    size: int | None,
    workers: int | None,
    scheduler: str | None,
    limit: int | None,
    position: str | None,
    count: bool,
    p_positions: int | None,
    as_json: bool,
) -> None:
    """Make a store where a size is given; print what is asked of it.

    Raises
    ------
    InputError
        If the options make no sense; and the errors of the store.
    """
    from oracles.store.solving import LIMIT, open_store, solve_store
    from research.resolving.identity import sent
    from research.resolving.loading import load_study
    from research.system.progress import waiting

    for name, given, most in (
        ("workers", workers, MOST_WORKERS),
        ("limit", limit, MOST_POSITIONS),
        ("p-positions", p_positions, MOST_POSITIONS),
    ):
        if given is not None and not 1 <= given <= most:
            raise InputError(f"{name}={given}: expected an integer from 1 to {most}")
    study = load_study(target)
    if size is not None:
        game, rules = _game_of(study), sent(study)
        with waiting(f"solving {study.title} to size {size}"):
            store = solve_store(
                game,
                size,
                path,
                workers=workers,
                scheduler=scheduler,
                limit=limit or LIMIT,
                rules=rules,
                digest=rules.digest,
            )
    elif position is None and not count and p_positions is None:
        raise InputError(
            "size=None: expected --size N to make a store, or --position, --count or "
            "--p-positions to ask a finished one"
        )
    else:
        _require_same_rules(open_store(path), study)
        store = open_store(path, _game_of(study))
    facts = {"study": study.name} | _facts(store, count=count, p_positions=p_positions)
    if position is not None:
        facts |= _found(store, position, study)
    _show(facts, as_json=as_json)


def _game_of(study: Study) -> Game[Any]:
    from oracles.rules import Game

    if not isinstance(study.game, Game):
        raise InputError(
            f"{study.name}: a store is for impartial games; for a partizan one use "
            "grundwork explore or solve_partizan()"
        )
    return study.game


def _require_same_rules(store: Store, study: Study) -> None:
    from oracles.store.store import StoreError
    from research.resolving.identity import digest_of

    if store.facts["rules"] != digest_of(study):
        raise StoreError(
            f"store={str(store.path)!r}: it was made by other rules than those of {study.name} "
            "are now; name another file, or remove this one"
        )


def _facts(store: Store, *, count: bool, p_positions: int | None) -> dict[str, Any]:
    """Return what a store is, and what is asked of all its positions."""
    facts: dict[str, Any] = {
        "size": store.size,
        "positions": len(store),
        "levels": len(store.levels),
        "held_to": store.held_to,
    }
    if count:
        facts["outcomes"] = dict(store.outcomes())
        facts["by_level"] = {level: dict(store.outcomes(level)) for level in store.levels}
        facts["values"] = dict(store.values())
    if p_positions is not None:
        facts["p_positions"] = [repr(place) for place in store.p_positions(p_positions)]
    return facts


def _found(store: Store, text: str, study: Study) -> dict[str, Any]:
    """Return the position that a text means, and what the store has of it."""
    from oracles.errors import PositionError
    from research.looking.reading import position_named

    def there(place: Any) -> Any:
        try:
            return place if store.known([place]) else None
        except PositionError:  # what no text stands for
            return None

    known = [*store.lowest(MOST_ROWS), *store.spread(MOST_ROWS)]
    place = position_named(text, study.game, known, there)
    outcome, grundy = store.answer(place)
    found = {"position": text, "read_as": repr(place), "outcome": outcome}
    return found if grundy is None else found | {"grundy": grundy}


def _show(facts: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(facts))
        return
    from textwrap import fill

    from tabulate import tabulate

    print(
        f"{facts['study']}, size {facts['size']}: {facts['positions']} positions, "
        f"{facts['levels']} levels"
    )
    print(fill(facts["held_to"], 79))
    if "position" in facts:
        value = f", Grundy value {facts['grundy']}" if "grundy" in facts else ""
        print(f"\n{facts['read_as']}: outcome {facts['outcome']}{value}")
    if "outcomes" in facts:
        rows = [_row(level, counts) for level, counts in facts["by_level"].items()]
        more = len(rows) - MOST_ROWS
        rows = [*rows[:MOST_ROWS], _row("all", facts["outcomes"])]
        print("\n" + tabulate(rows, ("level", "P", "N", "D"), tablefmt="simple"))
        if more > 0:
            print(f"({more} more levels; --json has them all)")
        values = [(value, count) for value, count in facts["values"].items()][:MOST_ROWS]
        if values:
            print("\n" + tabulate(values, ("Grundy value", "positions"), tablefmt="simple"))
    if "p_positions" in facts:
        print("\n".join(["", "P-positions", *facts["p_positions"]]))


def _row(level: object, counts: dict[str, int]) -> tuple[object, int, int, int]:
    return level, counts.get("P", 0), counts.get("N", 0), counts.get("D", 0)
