"""Solving a game into a store: made, then compared with the rules."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oracles.errors import RulesError, brief
from oracles.limits import memory_limit
from oracles.rule_contracts import check_game, check_limits, refuse_known
from oracles.rules import Game
from oracles.store.cross_check import changed_rules, compare_with_rules
from oracles.store.engine import engine_of
from oracles.store.making import Maker, Supplier
from oracles.store.store import Store, StoreError

if TYPE_CHECKING:
    import duckdb

MAKING = ".making"  # what the name of a store ends with that is not finished
LIMIT = 1_000_000_000
_SHARE = 0.4  # of the memory, for DuckDB
_FACTS = "CREATE TABLE IF NOT EXISTS {} (name VARCHAR PRIMARY KEY, said VARCHAR)"


def solve_store(
    game: Game[Any],
    size: int,
    path: str | Path,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    limit: int = LIMIT,
    rules: Supplier | None = None,
    digest: str | None = None,
) -> Store:
    """Solve a game level by level into a file, or go on where that was interrupted.

    Parameters
    ----------
    game
        An impartial game whose play ends, with positions of integers, texts, tuples and frozen
        sets. If it declares no ``level``, levels are numbers of moves left, which takes longer.
    size
        Passed to ``game.start``.
    path
        The file of the store. What is not finished lies beside it, in a file of that name and
        ``.making``.
    workers
        How many processes explore positions, where there are many; as many as there are processors
        unless given, and with 0 it is this process alone.
    scheduler
        The address of a Dask scheduler, in place of processes on this machine.
    limit
        The largest number of positions.
    rules
        Gives the game in another process; unless given, the game itself is sent there.
    digest
        A text that is another whenever the rules are: a store of another one is refused. Unless
        given it is the digest of the file in which the class of the game stands.

    Returns
    -------
    Store
        The finished store.

    Raises
    ------
    StoreError
        If there is a store of other rules or another size, or another run works on it.
    RulesError
        If the rules break what they promise, or a level does not decrease.
    DisagreementError
        If the store does not agree with the rules.

    Notes
    -----
    Costs one call of ``options`` for each position, and on the disk the texts of positions, and of
    arcs until it is finished, compressed. In a script call it under ``if __name__ == "__main__"``,
    as the workers import the script.

    Examples
    --------
    >>> import tempfile
    >>> from oracles.vectors import nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = solve_store(nim(2), 9, f"{folder}/nim", workers=0)
    ...     store, store.outcome((4, 4))
    (<Store of VectorGame([(1, 0), (0, 1)]): 55 positions, size 9>, 'P')
    """
    check_game(game)
    check_limits(limit=limit, size=size, workers=workers or 0)
    if game.loopy:
        raise RulesError(
            f"{brief(game)} is loopy, and a store goes by levels, which cycles have not; use "
            "solve()"
        )
    refuse_known(game, size, limit)
    path = Path(path).absolute()
    facts = {"game": brief(game), "size": str(size), "rules": digest or _digest_of(game)}
    if path.exists():
        _require_same(path, open_store(path).facts, facts)
        return open_store(path, game)
    making = path.with_name(path.name + MAKING)
    with _begun(making, path, facts) as database, engine_of(workers, scheduler) as engine:
        maker = Maker(database, game, rules or partial(_itself, game), limit, engine)
        facts |= {"levels": maker.make(size)}
        facts |= {"held_to": compare_with_rules(game, Store(path, database, facts))}
        _finish(database, path, facts)
    making.unlink()
    return open_store(path)


def open_store(path: str | Path, game: Game[Any] | None = None) -> Store:
    """Open a finished store, to ask it.

    Parameters
    ----------
    path
        Its file.
    game
        Rules to compare it with: some 200 positions of it are compared with their options.

    Raises
    ------
    StoreError
        If there is no finished store, or one of other rules.

    Examples
    --------
    >>> import tempfile
    >>> from oracles.vectors import nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = solve_store(nim(2), 9, f"{folder}/nim", workers=0)
    ...     store = open_store(f"{folder}/nim")
    ...     store.grundy((3, 5)), store.outcomes(), store.p_positions(3)
    (6, Counter({'N': 45, 'P': 10}), [(0, 0), (1, 1), (2, 2)])
    """
    import duckdb

    path = Path(path)
    if not path.is_file():
        hint = "no store is there; make one with: grundwork solve GAME --size N --store FILE"
        if path.with_name(path.name + MAKING).is_file():
            hint = "it is not finished; run it again with the same --size, it goes on where it was"
        raise StoreError(f"store={str(path)!r}: {hint}")
    try:
        database = duckdb.connect(str(path), read_only=True)
        facts = dict(database.execute("SELECT name, said FROM fact").fetchall())
        store = Store(path, database, facts)
        _ = store.held_to, len(store)
    except (duckdb.Error, KeyError) as error:
        raise StoreError(
            f"store={str(path)!r}: it cannot be read as a store ({str(error).splitlines()[0]}); "
            "name another file"
        ) from error
    if game is not None and (difference := changed_rules(game, store)):
        raise StoreError(
            f"store={str(path)!r}: it was made by other rules than those of {brief(game)} are "
            f"now: {difference}; name another file, or remove this one"
        )
    return store


def _itself(game: Game[Any]) -> Game[Any]:
    """Give the game that was sent along."""
    return game


def _digest_of(game: Game[Any]) -> str:
    """Return the digest of the file in which the class of a game stands; of none, nothing."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""


def _require_same(path: Path, before: dict[str, str], facts: dict[str, str]) -> None:
    """Refuse to go on with a store of another game, another size or other rules."""
    for name, problem in (
        ("game", f"it is of game {before['game']}, not {facts['game']}"),
        ("size", f"it is of size {before['size']}, not {facts['size']}"),
        ("rules", f"it was made by other rules of {facts['game']} than these are now"),
    ):
        if before[name] != facts[name]:
            raise StoreError(
                f"store={str(path)!r}: {problem}; name another file, or remove this one"
            )


@contextmanager
def _begun(making: Path, path: Path, facts: dict[str, str]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the file of what is being made, which must be of the same rules and size.

    Raises
    ------
    StoreError
        If it is not, or another run works on it, or it cannot be read or written.
    """
    import duckdb

    settings = {"memory_limit": f"{int(memory_limit() * _SHARE) >> 20}MiB"}
    try:
        making.parent.mkdir(parents=True, exist_ok=True)
        with duckdb.connect(str(making), config=settings) as database:
            database.execute(_FACTS.format("fact"))
            before = dict(database.execute("SELECT name, said FROM fact").fetchall())
            if before:
                _require_same(path, before, facts)
            else:
                database.executemany("INSERT INTO fact VALUES (?, ?)", list(facts.items()))
            yield database
    except (OSError, duckdb.Error) as error:
        problem = f"cannot be read or written ({str(error).splitlines()[0]}); make room if there "
        problem += "is none, and run it again: it goes on where it was"
        if "set lock on file" in str(error):
            problem = "another run works on it; wait for it to end, or name another file"
        raise StoreError(f"store={str(path)!r}: {problem}") from error


def _finish(database: duckdb.DuckDBPyConnection, path: Path, facts: dict[str, str]) -> None:
    """Write the positions and what is known of them into the file of the store, whole or not."""
    begun = path.with_name(path.name + MAKING + ".whole")
    begun.unlink(missing_ok=True)
    quoted = str(begun).replace("'", "''")
    database.execute(f"ATTACH '{quoted}' AS whole")
    database.execute(_FACTS.format("whole.fact"))
    database.executemany("INSERT INTO whole.fact VALUES (?, ?)", list(facts.items()))
    database.execute(
        "CREATE TABLE whole.position AS SELECT * FROM position ORDER BY level, position"
    )
    database.execute("DETACH whole")
    begun.replace(path)
