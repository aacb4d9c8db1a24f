"""Solving a game into a store: rank by rank, forward over the positions and back over values.

*Forward*, from the highest rank down, or pass by pass where no ranks are declared: the positions
of a rank are those that were met before, each once; then the rules give their options. *Back*,
from the lowest rank up: outcome and Grundy value of a position come from those of its options.
Without declared ranks a position's rank is the number of moves left, the longest that play can
last: those come first whose options are all known; where none is left of which that is so, play
need not end.

All of it stands in one DuckDB file. Each chunk of explored positions, with the options met in it,
is one transaction, and so are the values of each rank: a run that was interrupted goes on with
what is not explored and not solved yet.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import chain, starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from oracles.errors import RulesError, brief
from oracles.limits import memory_limit, showing
from oracles.rule_contracts import (
    check_contained,
    check_game,
    check_limits,
    final_outcome_of,
    in_words,
    options_of,
    starting_positions,
    too_many,
)
from oracles.rules import Game
from oracles.store.engine import Engine, engine_of
from oracles.store.store import (
    Store,
    connected,
    database_errors,
    from_text,
    open_store,
    require_same,
    to_text,
)

if TYPE_CHECKING:
    import duckdb

LIMIT = 1_000_000_000
CHUNK = 10_000  # positions that are explored by one step
_SHARE = 0.4  # of the memory, for DuckDB

Supplier = Callable[[], Game[Any]]  # gives the rules, in whatever process
Met = tuple[int, str]  # the rank and the text of a position that was met
Explored = tuple[int, str, str | None, str | None]  # rank, text, texts of options, how play ended

_TABLES = """
CREATE TABLE IF NOT EXISTS fact (name VARCHAR PRIMARY KEY, said VARCHAR);
CREATE TABLE IF NOT EXISTS met (rank INTEGER, position VARCHAR);
CREATE TABLE IF NOT EXISTS explored
  (rank INTEGER, position VARCHAR, options VARCHAR, ending VARCHAR);
CREATE TABLE IF NOT EXISTS position
  (rank INTEGER, position VARCHAR, outcome VARCHAR, grundy INTEGER);
"""
_FORGET = """
DELETE FROM met
WHERE rank = $rank AND position IN (SELECT position FROM explored WHERE rank = $rank)
"""
# Of values in order, each once, the n-th is n exactly as long as none was left out.
_VALUES = """
INSERT INTO position SELECT $rank, open.position,
  CASE WHEN any_value(open.ending) IS NOT NULL THEN any_value(open.ending)
    WHEN coalesce(bool_or(known.outcome = 'P'), false) THEN 'N'
    WHEN coalesce(bool_or(known.outcome = 'D'), false) THEN 'D' ELSE 'P' END,
  CASE WHEN $grundy THEN len(list_filter(list_sort(coalesce(list(DISTINCT known.grundy)
    FILTER (known.grundy IS NOT NULL), [])), lambda value, nth: value = nth - 1)) END
FROM (SELECT position, ending, unnest(coalesce(string_split(options, chr(10)), [NULL])) AS option
  FROM explored WHERE rank = $lowest) AS open
LEFT JOIN position AS known ON open.option = known.position
GROUP BY open.position HAVING count(open.option) = count(known.outcome)
"""
_SOLVED = """
DELETE FROM explored
WHERE rank = $lowest AND position IN (SELECT position FROM position WHERE rank = $rank)
"""


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
    """Solve a game rank by rank into a file, or go on where that was interrupted.

    Costs one call of ``options`` for each position, and on the disk the texts of positions and of
    arcs. In a script call it under ``if __name__ == "__main__"``.

    Parameters
    ----------
    game, size
        An impartial game whose play ends, with positions of integers, texts, tuples and frozen
        sets; and what is passed to its ``start``.
    path
        The file of the store. What is not finished lies beside it, in that name and ``.making``.
    limit, workers, scheduler
        The most positions, and where they are explored (:func:`.engine.engine_of`).
    rules
        Gives the game in another process; unless given, the game itself is sent there.
    digest
        A text that is another whenever the rules are; else a digest of the file of their class.

    Raises
    ------
    StoreError
        If there is a store of other rules or another size, or another run works on it, or
        positions differ from the rules.
    RulesError
        If a rank does not decrease, or the rules break what they promise.

    >>> import tempfile
    >>> from oracles.vectors import nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve_store(nim(2), 9, f"{folder}/nim", workers=0).outcome((4, 4))
    'P'
    """
    check_game(game, impartial=True)
    check_limits(limit=limit, size=size, workers=workers or 0)
    path = Path(path).absolute()
    facts = {"game": brief(game), "size": str(size), "rules": digest or _digest_of(game)}
    if path.exists():
        require_same(path, open_store(path).facts, facts)
        return open_store(path, game)
    check_contained(game, starts := starting_positions(game, size, limit))
    begun = path.with_name(f"{path.name}.making")
    with _opened(begun) as database, engine_of(workers, scheduler) as engine:
        before = Store(begun, database).facts
        require_same(path, before, facts)
        maker = _Maker(database, game, rules or partial(copy, game), limit, engine)
        maker.make({} if before else facts, starts)
    begun.replace(path)
    return open_store(path, game)


def _digest_of(game: Game[Any]) -> str:
    """Return the digest of the file in which the class of a game stands."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""


@contextmanager
def _opened(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the file of what is being made, for this run alone."""
    most = f"{int(memory_limit() * _SHARE) >> 20}MiB"
    with database_errors(path), connected(path, "position", memory_limit=most) as database:
        database.execute(_TABLES)
        yield database


@dataclass
class _Maker:
    """Makes the tables of a store in a database, or goes on with them.

    ``rules`` gives the game in another process, where the engine explores positions; of more than
    ``limit`` nothing is made.
    """

    database: duckdb.DuckDBPyConnection
    game: Game[Any]
    rules: Supplier
    limit: int
    engine: Engine
    doing: str = "start"

    def make(self, facts: dict[str, str], starts: list[Any]) -> None:
        """Find and solve all positions that are reached from some; go on if no facts are new."""
        self.declared = bool(starts) and self.game.rank(starts[0]) is not None
        with showing(lambda: self.doing):
            if facts:
                ranks = [rank_of(self.game, start) if self.declared else 0 for start in starts]
                self.database.begin()
                self._insert("fact", list(facts.items()))
                self._insert("met", list(zip(ranks, map(to_text, starts), strict=True)))
                self.database.commit()
            while (rank := self._one("SELECT max(rank) FROM met")) is not None:
                self._explore(rank)
            while (rank := self._one("SELECT min(rank) FROM explored")) is not None:
                self._solve(rank)

    def _explore(self, rank: int) -> None:
        """Keep the options of the positions of a rank that were met, by chunks."""
        self.database.execute(_FORGET, {"rank": rank})
        with self.database.cursor() as cursor:
            cursor.execute("SELECT DISTINCT position FROM met WHERE rank = ?", [rank])
            first = cursor.fetchmany(CHUNK)
            chunks = chain([first] if first else [], iter(partial(cursor.fetchmany, CHUNK), []))
            calls = ((self.rules, rows, rank if self.declared else None) for rows in chunks)
            engine = self.engine if len(first) == CHUNK else starmap
            for explored, met in engine(options_at, calls):
                self.database.begin()
                self._insert("explored", explored)
                self._insert("met", met)
                self.database.commit()
                found = self._one("SELECT count(*) FROM explored")
                self.doing = f"options of rank {rank}: {found} positions"
                if found > self.limit:
                    raise too_many(self.game, self.limit, "positions")

    def _solve(self, lowest: int) -> None:
        """Solve the lowest rank by what is known of options."""
        rank = lowest
        if not self.declared:
            rank = self._one("SELECT coalesce(max(rank) + 1, 0) FROM position")
        self.doing = f"values of rank {rank}"
        grundy = not (self.game.misere or self.game.names_winner_by_position())
        of = {"lowest": lowest, "rank": rank}
        self.database.begin()
        solved = self._one(_VALUES, of | {"grundy": grundy})
        self.database.execute(_SOLVED, of)
        self.database.commit()
        if not solved:
            text = self._one("SELECT min(position) FROM explored")
            raise RulesError(
                f"{brief(self.game)}: play from {brief(from_text(text))} need not end, and a store "
                "is for play that ends; use solve() with loopy = True"
            )

    def _one(self, question: str, values: Any = None) -> Any:
        return self.database.execute(question, values).fetchall()[0][0]

    def _insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Put rows into a table."""
        if rows:
            columns = enumerate(zip(*rows, strict=True))
            self.database.register("given", {f"c{n}": np.array(c, object) for n, c in columns})
            self.database.execute(f"INSERT INTO {table} FROM given")
            self.database.unregister("given")


def rank_of(game: Game[Any], position: Any) -> int:
    """Return the rank that a game declares of a position."""
    with in_words(lambda: f"rank({brief(position)})"):
        rank = game.rank(position)
    if type(rank) is not int or not 0 <= rank < 1 << 31:
        expected = "expected an integer from 0 to 2^31 - 1, at every position or at none"
        raise RulesError(f"a rank in {brief(game)} is {brief(rank)}: {expected}")
    return rank


def options_at(
    rules: Supplier, rows: list[tuple[str]], rank: int | None
) -> tuple[list[Explored], list[Met]]:
    """Return some positions of a rank, if one is declared, with their options, and all met."""
    game = rules()
    met: dict[Any, Met] = {}
    explored: list[Explored] = []
    for (text,) in rows:
        position = from_text(text)
        options = options_of(game, position)
        for option in options:
            if option in met:
                continue
            lower = 0 if rank is None else rank_of(game, option)
            if rank is not None and lower >= rank:
                raise RulesError(
                    f"rank does not decrease: {brief(position)} has rank {rank} and its option "
                    f"{brief(option)} has {lower} in {brief(game)}; lower it, or leave rank out"
                )
            met[option] = lower, to_text(option)
        ending = None if options else final_outcome_of(game, position)
        said = "\n".join([met[option][1] for option in options]) or None
        explored.append((rank or 0, text, said, ending))
    return explored, list(met.values())
