"""Solving a game into a store: checked on small sizes, made, and checked again.

A store is held to the explicit graph, which is the definition: before it is begun, the largest of
the sizes 1, 2, 4, ... whose explicit graph is small is solved by the same steps and compared with
it position by position; when it is made, so are its lowest positions with all that is reached from
them, and positions spread over the whole are compared with their options, as the rules give them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from oracles.errors import DisagreementError, RulesError, SearchLimitError, brief
from oracles.graph import GameGraph, build
from oracles.levels.cluster import Tell, on_dask, require, run_here
from oracles.levels.files import (
    BEGUN,
    FORMAT,
    LOCK,
    WORK,
    Record,
    StoreError,
    forget_begun,
    locked,
    mark_of,
    read_header,
    write_header,
)
from oracles.levels.holding import ARCS, POSITIONS, compare, has_values, held
from oracles.levels.identity import rules_digest
from oracles.levels.making import Maker, clear
from oracles.levels.steps import Making
from oracles.levels.store import Store, open_store
from oracles.limits import GIGABYTE, memory_limit
from oracles.promises import check_game, check_limits, in_parts, refuse_known
from oracles.rules import Game

LIMIT = 1_000_000_000
_SHARE = 0.4  # of a worker's memory, for DuckDB

Supplier = Callable[[], Game[Any]]


def solve_store(
    game: Game[Any],
    size: int,
    folder: str | Path,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    limit: int = LIMIT,
    rules: Supplier | None = None,
    digest: str | None = None,
    surroundings: Surroundings | None = None,
    tell: Tell = lambda _: None,
) -> Store:
    """Solve a game level by level into a folder, or go on where that was interrupted.

    Parameters
    ----------
    game
        An impartial game whose play ends. Its positions are made of integers, texts, tuples and
        frozen sets. It should declare ``level``; otherwise levels are numbers of moves left, and
        every level reads all arcs once more.
    size
        Passed to ``game.start``.
    folder
        Where the store lies; with a scheduler elsewhere, every worker must see it there.
    workers
        How many processes work; as many as there are processors unless given, and with 0 it is
        this process alone.
    scheduler
        The address of a Dask scheduler, in place of workers on this machine.
    limit
        The largest number of positions.
    rules
        Gives the game in another process; unless given, the game itself is sent there.
    digest
        What stands for the rules: a store of another digest is refused. Unless given it is taken
        of all that the game is (:mod:`oracles.levels.identity`).
    surroundings
        What the rules take from files and from the environment: kept, and held to that.
    tell
        Told of lost workers and of files that had to be made again.

    Returns
    -------
    Store
        The finished store.

    Raises
    ------
    StoreError
        If the folder holds a store of other rules or another size, or another run works on it.
    RulesError
        If the rules break what they promise, a level does not decrease, or a digest is needed.
    DisagreementError
        If the store does not agree with the explicit graph.

    Notes
    -----
    Costs one call of ``options`` for each position (none for vector games without a guard), and
    on the disk the texts of positions, and of arcs until it is finished, compressed. In a script
    call it under ``if __name__ == "__main__"``, as the workers import the script.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = solve_store(nim(2), 9, folder, workers=0)
    ...     store, store.outcome((4, 4))
    (<Store of VectorGame([(1, 0), (0, 1)]): 55 positions, size 9>, 'P')
    """
    require("distributed", "duckdb", "pyarrow")
    check_game(game)
    check_limits(limit=limit)
    _refuse(game, size, workers)
    refuse_known(game, size, limit)
    folder = Path(folder).absolute()
    digest = rules_digest(game) if digest is None else digest
    around = _Nothing() if surroundings is None else surroundings
    supplied = _Sent(game) if rules is None else rules
    facts: Record = {"format": FORMAT, "game": brief(game), "size": size, "rules": digest}
    _refuse_others(folder)  # before anything is written there
    with locked(folder):
        before = _before(folder, facts)
        forget_begun(folder)
        if before is not None:
            _refuse_changes(folder, before["surroundings"], around)
        if before is not None and before["finished"]:
            clear(folder, before["files"])
            return open_store(folder, game)
        small = _held_small(game, size, folder)
        facts |= {"surroundings": around.taken() if before is None else before["surroundings"]}
        if before is None:
            write_header(folder, facts | {"finished": False})
        with ExitStack() as stack:
            run = run_here
            if workers != 0 or scheduler is not None:
                run = stack.enter_context(on_dask(scheduler, workers, tell, folder / WORK))
            count = workers or os.cpu_count() or 1
            making = _making(game, supplied, folder, size, memory_limit() / count)
            making = replace(making, of=mark_of(facts))
            maker = Maker(making, run, limit, tell)
            files = maker.make(size)
        facts |= {"finished": True, "positions": sum(file["rows"] for file in files)}
        facts |= {"levels": "declared" if making.declared else "moves left", "files": files}
        held_to = held(game, Store(folder, facts), small)
        taken = around.together([facts["surroundings"], around.taken(), *maker.taken])
        _refuse_changes(folder, taken, around)
        facts |= {"held_to": held_to, "surroundings": taken}
        write_header(folder, facts)
        clear(folder, files)
        return Store(folder, facts, game)


class _Sent:
    """Gives the game that was sent along."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __call__(self) -> Game[Any]:
        return self.game


class Surroundings(Protocol):
    """What rules take from files, folders and the environment, as far as it is known."""

    def taken(self) -> Record:
        """Return it, as JSON has it."""

    def together(self, parts: Iterable[Record]) -> Record:
        """Return as one what was taken at several times and in several processes."""

    def changed(self, before: Record) -> str:
        """Say what of it is another now; nothing if all is the same."""


class _Nothing:
    """No surroundings."""

    def taken(self) -> Record:
        return {}

    def together(self, _: Iterable[Record]) -> Record:
        return {}

    def changed(self, _: Record) -> str:
        return ""


def _refuse_changes(folder: Path, before: Record, around: Surroundings) -> None:
    changed = around.changed(before)
    if changed:
        raise StoreError(
            f"store={str(folder)!r}: it was made by other rules: {changed}; name another folder, "
            "or remove this one"
        )


def _refuse(game: Game[Any], size: int, workers: int | None) -> None:
    """Refuse what a store is not for."""
    if game.loopy:
        raise RulesError(
            f"{brief(game)} is loopy, and a store goes by levels, which cycles have not; use "
            "solve()"
        )
    if type(size) is not int or size < 0:
        raise RulesError(f"size={brief(size)}: expected an integer of at least 0")
    if workers is not None and (type(workers) is not int or workers < 0):
        raise RulesError(f"workers={brief(workers)}: expected an integer of at least 0")


def _before(folder: Path, facts: Record) -> Record | None:
    """Return what was begun or finished in a folder, which must be the same."""
    before = read_header(folder)
    if before is None:
        _refuse_others(folder)
        return None
    for name in ("game", "size"):
        if before[name] != facts[name]:
            raise StoreError(
                f"store={str(folder)!r}: it is of {name} {before[name]}, not {facts[name]}; "
                "name another folder"
            )
    if before["rules"] != facts["rules"]:
        raise StoreError(
            f"store={str(folder)!r}: it was made by other rules of {facts['game']} than these are "
            "now; name another folder, or remove this one"
        )
    return before


def _refuse_others(folder: Path) -> None:
    """Refuse a folder that has files and is no store."""
    if read_header(folder) is not None or not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        ours = path.name == LOCK and not path.is_symlink() and not path.stat().st_size
        if not ours and not path.name.startswith(BEGUN):
            raise StoreError(
                f"store={str(folder)!r}: {path.name} is there and no store that can be read; name "
                "a folder that is empty or not there"
            )


def _making(game: Game[Any], rules: Supplier, folder: Path, size: int, memory: float) -> Making:
    """Return what all steps have in common; whether levels are declared, one position says."""
    first: Any = next(chain.from_iterable(in_parts(game.start(size))), None)
    if first is None:
        raise RulesError(f"start({size}) of {brief(game)} gives no position; take another size")
    declared = game.level(first) is not None
    most = max(GIGABYTE // 4, int(memory * _SHARE))
    return Making(folder, rules, declared, has_values(game), most)


def _held_small(game: Game[Any], size: int, within: Path) -> str:
    """Compare a store of the largest small size with the explicit graph; say which it was."""
    largest: tuple[int, GameGraph] | None = None
    tried = 1
    while tried < size:
        try:
            graph = build(game, tried, limit=POSITIONS, arc_limit=ARCS)
        except SearchLimitError:
            break
        if len(graph):
            largest = tried, graph
        tried *= 2
    if largest is None:
        return ""
    tried, graph = largest
    with tempfile.TemporaryDirectory(prefix=BEGUN, dir=within) as name:
        folder = Path(name)
        making = _making(game, _Sent(game), folder, tried, GIGABYTE)
        files = Maker(making, run_here, LIMIT, lambda _: None).make(tried)
        facts = {"game": brief(game), "size": tried, "files": files}
        store = Store(folder, facts | {"positions": sum(file["rows"] for file in files)})
        words = f"all {len(graph)} positions of size {tried}"
        if len(store) != len(graph):
            raise DisagreementError(
                f"{brief(game)}: a store of size {tried} has {len(store)} positions and the "
                f"explicit graph {len(graph)}; report this with the rules"
            )
        compare(game, store, graph, words)
    return words
