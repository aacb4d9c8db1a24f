"""What ``grundwork solve --store`` does: make a store, or go on with it, and ask it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.errors import InputError

if TYPE_CHECKING:
    from oracles.rules import Game
    from oracles.store.store import Store
    from research.claims.study import Study

MOST_ROWS = 40  # of a table on the terminal
MOST_WORKERS, MOST_POSITIONS = 1_000, 10**12


@dataclass(frozen=True)
class Making:
    """How a store is to be made; without a size a finished one is asked."""

    size: int | None = None
    workers: int | None = None
    scheduler: str | None = None
    limit: int | None = None


@dataclass(frozen=True)
class Asked:
    """What is asked of a store."""

    position: str | None = None
    count: bool = False
    p_positions: int | None = None


def solve_in_store(target: str, path: Path, making: Making, asked: Asked, *, as_json: bool) -> None:
    """Make a store where a size is given; print what is asked of it.

    Raises
    ------
    InputError
        If the options make no sense; and the errors of the store.
    """
    from oracles.store.solving import open_store
    from research.resolving.loading import load_study

    for name, given, most in (
        ("workers", making.workers, MOST_WORKERS),
        ("limit", making.limit, MOST_POSITIONS),
        ("p-positions", asked.p_positions, MOST_POSITIONS),
    ):
        if given is not None and not 1 <= given <= most:
            raise InputError(f"{name}={given}: expected an integer from 1 to {most}")
    study = load_study(target)
    if making.size is None:
        if asked == Asked():
            raise InputError(
                "size=None: expected --size N to make a store, or --position, --count or "
                "--p-positions to ask a finished one"
            )
        _require_same_rules(open_store(path), study)
        store = open_store(path, _game_of(study))
    else:
        store = _made(study, path, making)
    _show(_facts(store, asked, study), as_json=as_json)


def _made(study: Study, path: Path, making: Making) -> Store:
    """Make a store, or go on with it, or find it finished."""
    from oracles.store.solving import LIMIT, solve_store
    from research.resolving.identity import sent
    from research.system.progress import waiting

    game = _game_of(study)
    assert making.size is not None
    rules = sent(study)
    with waiting(f"solving {study.title} to size {making.size}"):
        return solve_store(
            game,
            making.size,
            path,
            workers=making.workers,
            scheduler=making.scheduler,
            limit=making.limit or LIMIT,
            rules=rules,
            digest=rules.digest,
        )


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


def _facts(store: Store, asked: Asked, study: Study) -> dict[str, Any]:
    """Return what is asked, and what a store is in any case."""
    facts: dict[str, Any] = {
        "study": study.name,
        "size": store.size,
        "positions": len(store),
        "levels": len(store.levels),
        "held_to": store.held_to,
    }
    if asked.position is not None:
        facts["position"] = asked.position
        place, (outcome, grundy) = _found(store, asked.position, study)
        facts |= {"read_as": repr(place), "outcome": outcome}
        facts |= {"grundy": grundy} if grundy is not None else {}
    if asked.count:
        facts["outcomes"] = dict(store.outcomes())
        facts["by_level"] = {level: dict(store.outcomes(level)) for level in store.levels}
        facts["values"] = dict(store.values())
    if asked.p_positions is not None:
        facts["p_positions"] = [repr(place) for place in store.p_positions(asked.p_positions)]
    return facts


def _found(store: Store, text: str, study: Study) -> tuple[Any, tuple[Any, Any]]:
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
    return place, store.answer(place)


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
