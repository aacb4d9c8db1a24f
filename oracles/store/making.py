"""Solving a game into a store: level by level, forward over the positions and back over values.

*Forward*, from the highest level down, or pass by pass where no levels are declared: the positions
of a level are those that were met before, each once; then the rules give their options. *Back*,
from the lowest level up: outcome and Grundy value of a position come from those of its options.
Without declared levels a position's level is the number of moves left, the longest that play can
last: those come first whose options are all known; where none is left of which that is so, play
need not end.

All of it stands in one DuckDB file. A step and its name in the table ``done`` are committed
together: whoever was interrupted runs the same steps again, and those that are done are passed
over. What is finished is compared with the rules.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from oracles.errors import DisagreementError, RulesError, brief
from oracles.limits import memory_limit, showing
from oracles.rule_contracts import (
    check_contained,
    check_game,
    check_limits,
    final_outcome_of,
    options_of,
    starting_positions,
    too_many,
)
from oracles.rules import Game
from oracles.store.engine import Engine, engine_of
from oracles.store.store import (
    MAKING,
    SPREAD,
    Store,
    StoreError,
    difference_from,
    from_text,
    open_store,
    to_text,
)

if TYPE_CHECKING:
    import duckdb

LIMIT = 1_000_000_000
CHUNK = 10_000  # positions that are explored by one step
LOWEST = 2_000  # positions of a new store that are compared with the rules
_SHARE = 0.4  # of the memory, for DuckDB

Supplier = Callable[[], Game[Any]]  # gives the rules, in whatever process
Met = tuple[int, str]  # the level and the text of a position that was met
Explored = tuple[int, str, str | None, str | None]  # level, text, texts of options, how play ended

_TABLES = """
CREATE TABLE IF NOT EXISTS fact (name VARCHAR PRIMARY KEY, said VARCHAR);
CREATE TABLE IF NOT EXISTS done (step VARCHAR PRIMARY KEY);
CREATE TABLE IF NOT EXISTS met (level INTEGER, position VARCHAR);
CREATE TABLE IF NOT EXISTS found (level INTEGER, place BIGINT, position VARCHAR);
CREATE TABLE IF NOT EXISTS explored
  (level INTEGER, position VARCHAR, options VARCHAR, ending VARCHAR);
CREATE TABLE IF NOT EXISTS position
  (level INTEGER, position VARCHAR, outcome VARCHAR, grundy INTEGER);
"""
_COLLECT = """
INSERT INTO found SELECT $level, row_number() OVER (ORDER BY position) - 1, position
FROM (SELECT DISTINCT position FROM met WHERE level = $level)
WHERE $declared OR position NOT IN (SELECT position FROM found)
"""
# Of values in order, each once, the n-th is n exactly as long as none was left out.
_VALUES = """
INSERT INTO position SELECT $level, open.position,
  CASE WHEN any_value(open.ending) IS NOT NULL THEN any_value(open.ending)
    WHEN coalesce(bool_or(known.outcome = 'P'), false) THEN 'N'
    WHEN coalesce(bool_or(known.outcome = 'D'), false) THEN 'D' ELSE 'P' END,
  CASE WHEN $grundy THEN len(list_filter(list_sort(coalesce(list(DISTINCT known.grundy)
    FILTER (known.grundy IS NOT NULL), [])), lambda value, nth: value = nth - 1)) END
FROM (SELECT position, ending, unnest(coalesce(string_split(options, chr(10)), [NULL])) AS option
  FROM ({explored})) AS open LEFT JOIN position AS known ON open.option = known.position
GROUP BY open.position HAVING count(open.option) = count(known.outcome)
"""
_OF_LEVEL = "SELECT * FROM explored WHERE level = $level"
_OPEN = "SELECT * FROM explored ANTI JOIN position USING (position)"


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

    Costs one call of ``options`` for each position, and on the disk the texts of positions, and of
    arcs until it is finished. In a script call it under ``if __name__ == "__main__"``.

    Parameters
    ----------
    game, size
        An impartial game whose play ends, with positions of integers, texts, tuples and frozen
        sets; and what is passed to its ``start``.
    path
        The file of the store. What is not finished lies beside it, in a file of that name and
        ``.making``.
    limit, workers, scheduler
        The most positions, and where they are explored (:func:`.engine.engine_of`).
    rules
        Gives the game in another process; unless given, the game itself is sent there.
    digest
        A text that is another whenever the rules are; else a digest of the file of their class.

    Raises
    ------
    StoreError
        If there is a store of other rules or another size, or another run works on it.
    RulesError, DisagreementError
        If a level does not decrease, or the rules break what they promise, or are not the store's.

    Examples
    --------
    >>> import tempfile
    >>> from oracles.vectors import nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve_store(nim(2), 9, f"{folder}/nim", workers=0).outcome((4, 4))
    'P'
    """
    check_game(game)
    check_limits(limit=limit, size=size, workers=workers or 0)
    path = Path(path).absolute()
    facts = {"game": brief(game), "size": str(size), "rules": digest or _digest_of(game)}
    if path.exists():
        _require_same(path, open_store(path).facts, facts)
        return open_store(path, game)
    starts = _starts(game, size, limit)
    with _begun(path, facts) as database, engine_of(workers, scheduler) as engine:
        _Maker(database, game, rules or partial(_itself, game), limit, engine).make(starts)
        _finish(database, path, facts, game)
    path.with_name(path.name + MAKING).unlink()
    return open_store(path)


def _itself(game: Game[Any]) -> Game[Any]:
    """Give the game that was sent along."""
    return game


def _digest_of(game: Game[Any]) -> str:
    """Return the digest of the file in which the class of a game stands."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""


def _starts(game: Game[Any], size: int, limit: int) -> list[Any]:
    if game.loopy:
        raise _endless(game, "it is loopy")
    starts = starting_positions(game, size, limit)
    if not starts:
        raise RulesError(f"start({size}) of {brief(game)} gives no position; take another size")
    check_contained(game, starts)
    return starts


def _endless(game: Game[Any], problem: str) -> RulesError:
    return RulesError(
        f"{brief(game)}: {problem}, and a store is for play that ends; mark the rules "
        "loopy = True and use solve()"
    )


def _require_same(path: Path, before: dict[str, str], facts: dict[str, str]) -> None:
    """Refuse to go on with a store of another game, another size or other rules."""
    for name in ("game", "size", "rules"):
        if before[name] != facts[name]:
            what = {"rules": "made by other rules than these are now"}
            problem = what.get(name, f"of {name} {before[name]}, not {facts[name]}")
            raise StoreError(
                f"store={str(path)!r}: it is {problem}; name another file, or remove this one"
            )


@contextmanager
def _begun(path: Path, facts: dict[str, str]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the file of what is being made; another run on it, or other rules, are refused."""
    import duckdb

    settings = {"memory_limit": f"{int(memory_limit() * _SHARE) >> 20}MiB"}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with duckdb.connect(f"{path}{MAKING}", config=settings) as database:
            database.execute(_TABLES)
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


def _finish(
    database: duckdb.DuckDBPyConnection, path: Path, facts: dict[str, str], game: Game[Any]
) -> None:
    """Compare what was found with the rules, and write it into the file of the store."""
    new = Store(path, database, facts)
    lowest, spread = new.positions("true", LOWEST), new.spread(SPREAD)
    if wrong := difference_from(game, new, lowest) or difference_from(game, new, spread):
        raise DisagreementError(f"{brief(game)}: {wrong}; report this with the rules")
    facts["held_to"] = (
        f"compared with the rules: the {len(lowest)} lowest positions, which hold all their "
        f"options, and {len(spread)} positions spread over the store"
    )
    whole = path.with_name(path.name + MAKING + ".whole")
    whole.unlink(missing_ok=True)
    quoted = str(whole).replace("'", "''")
    database.execute(f"ATTACH '{quoted}' AS whole; CREATE TABLE whole.fact AS FROM fact LIMIT 0")
    database.executemany("INSERT INTO whole.fact VALUES (?, ?)", list(facts.items()))
    database.execute("CREATE TABLE whole.position AS FROM position ORDER BY level, position")
    database.execute("DETACH whole")
    whole.replace(path)


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
    found: int = 0  # positions
    doing: str = ""

    def make(self, starts: list[Any]) -> None:
        """Find and solve all positions that are reached from some."""
        self.done = {step for (step,) in self.database.execute("FROM done").fetchall()}
        self.declared = self.game.level(starts[0]) is not None
        shown = lambda: f"{self.doing}: {self.found} positions, {len(self.done)} steps"  # noqa: E731
        with showing(shown):
            first = [
                (level_of(self.game, start) if self.declared else 0, to_text(start))
                for start in starts
            ]
            self._step("start", partial(self._insert, {"met": first}))
            levels = sorted(self._forward())
            solved = 0
            for level in levels if self.declared else count():
                solved += (more := self._solve(level))
                if solved == self.found:
                    break
                if not (more or self.declared):
                    text = self._one(f"SELECT min(position) FROM ({_OPEN})")
                    raise _endless(self.game, f"play from {brief(from_text(text))} need not end")

    def _step(self, name: str, work: Callable[[], object]) -> None:
        """Do what is not done yet, in a transaction."""
        if name not in self.done:
            self.database.begin()
            work()
            self.database.execute("INSERT INTO done VALUES (?)", [name])
            self.database.commit()
            self.done.add(name)

    def _one(self, question: str, *values: Any) -> Any:
        row = self.database.execute(question, list(values)).fetchone()
        return row[0] if row else None

    def _insert(self, rows_of: Mapping[str, Sequence[tuple[Any, ...]]]) -> None:
        """Put rows into tables."""
        for table, rows in rows_of.items():
            if rows:
                columns = enumerate(zip(*rows, strict=True))
                self.database.register("given", {f"c{n}": np.array(c, object) for n, c in columns})
                self.database.execute(f"INSERT INTO {table} FROM given")
                self.database.unregister("given")

    def _forward(self) -> Iterator[int]:
        """Find all positions; yield the levels that have some."""
        level = self._one("SELECT max(level) FROM met") if self.declared else 0
        while level is not None:
            self.doing = f"{'level' if self.declared else 'pass'} {level}"
            values = {"level": level, "declared": self.declared}
            self._step(f"found {level}", partial(self.database.execute, _COLLECT, values))
            number = self._one("SELECT count(*) FROM found WHERE level = ?", level)
            if not number:
                return
            self.found += number
            if self.found > self.limit:
                raise too_many(self.game, self.limit, "positions")
            self._explore(level, number)
            yield level
            below = "SELECT max(level) FROM met WHERE level < ?"
            level = self._one(below, level) if self.declared else level + 1

    def _explore(self, level: int, number: int) -> None:
        """Keep the options of the positions of a level, by chunks."""
        places = [p for p in range(0, number, CHUNK) if f"options {level} {p}" not in self.done]

        def given() -> Iterator[tuple[Any, ...]]:
            for place in places:
                rows = self.database.execute(
                    "SELECT position FROM found WHERE level = ? AND place BETWEEN ? AND ? "
                    "ORDER BY place",
                    [level, place, place + CHUNK - 1],
                ).fetchall()
                yield self.rules, [text for (text,) in rows], level, place, self.declared

        engine = self.engine if len(places) > 1 else Engine()
        for place, explored, met in engine.completed(options_at, given()):
            rows = {"explored": explored, "met": met}
            self._step(f"options {level} {place}", partial(self._insert, rows))

    def _solve(self, level: int) -> int:
        """Solve a level by what is known of options; return how many positions it has."""
        self.doing = f"values of level {level}"
        grundy = not (self.game.misere or self.game.names_winner_by_position())
        values = {"level": level, "grundy": grundy}
        question = _VALUES.format(explored=_OF_LEVEL if self.declared else _OPEN)
        self._step(f"values {level}", partial(self.database.execute, question, values))
        return int(self._one("SELECT count(*) FROM position WHERE level = ?", level))


def level_of(game: Game[Any], position: Any) -> int:
    """Return the level that a game declares of a position."""
    level = game.level(position)
    if type(level) is not int or not 0 <= level < 1 << 31:
        raise RulesError(
            f"a level in {brief(game)} is {brief(level)}: expected an integer of at least 0 and "
            "below 2^31, at every position or at none"
        )
    return level


def options_at(
    rules: Supplier,
    texts: list[str],
    level: int,
    place: int,
    declared: bool,  # noqa: FBT001
) -> tuple[int, list[Explored], list[Met]]:
    """Return the place of some positions in a level, their options, and all that are met."""
    game = rules()
    met: dict[Any, Met] = {}
    explored: list[Explored] = []
    for number, text in enumerate(texts, place + 1):
        position = from_text(text)
        options = options_of(game, position, number)
        for option in options:
            if option in met:
                continue
            lower = level_of(game, option) if declared else level + 1
            if declared and lower >= level:
                raise RulesError(
                    f"level does not decrease: {brief(position)} has level {level} and its option "
                    f"{brief(option)} has {lower} in {brief(game)}; let every option have a "
                    "smaller level, or leave level out"
                )
            met[option] = lower, to_text(option)
        ending = None if options else final_outcome_of(game, position)
        said = "\n".join([met[option][1] for option in options]) or None
        explored.append((level, text, said, ending))
    return place, explored, list(met.values())
