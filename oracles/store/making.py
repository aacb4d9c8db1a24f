"""Solving a game into a store: level by level, forward over the positions and back over values.

*Forward*, from the highest level down, or pass by pass where no levels are declared: the positions
of a level are the options of positions before, each once; then the rules give their options.
*Back*, from the lowest level up: outcome and Grundy value of a position come from those of its
options (:mod:`oracles.outcomes`, :mod:`oracles.grundy`). Without declared levels a position's level
is the number of moves left, the longest that play can last: those come first whose options are all
known; where none is left of which that is so, play need not end.

All of it stands in one DuckDB file. A step and its name in the table ``done`` are committed
together: whoever was interrupted runs the same steps again, and those that are done are passed
over. What is finished is compared with the rules.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from oracles.errors import DisagreementError, RulesError, SearchLimitError, brief
from oracles.limits import STAGE, Watch, memory_limit
from oracles.rule_contracts import (
    check_contained,
    check_game,
    check_limits,
    final_outcome_of,
    options_of,
    refuse_none,
    starting_positions,
)
from oracles.rules import Game
from oracles.store.engine import Engine, engine_of
from oracles.store.store import MAKING, SPREAD, Store, StoreError, difference_from, open_store
from oracles.store.texts import from_text, to_text

if TYPE_CHECKING:
    import duckdb

LIMIT = 1_000_000_000
CHUNK = 10_000  # positions that are explored by one step
LOWEST = 2_000  # positions of a new store that are compared with the rules
_SHARE = 0.4  # of the memory, for DuckDB

Supplier = Callable[[], Game[Any]]  # gives the rules, in whatever process
Arc = tuple[str | None, str | None, int | None, str | None]  # position, option, its level, ending

# A starting position is an option of none, and a last position has none.
_TABLES = """
CREATE TABLE IF NOT EXISTS fact (name VARCHAR PRIMARY KEY, said VARCHAR);
CREATE TABLE IF NOT EXISTS done (step VARCHAR PRIMARY KEY);
CREATE TABLE IF NOT EXISTS found (level INTEGER, place BIGINT, position VARCHAR);
CREATE TABLE IF NOT EXISTS arc
  (level_of INTEGER, position VARCHAR, option VARCHAR, level INTEGER, ending VARCHAR);
CREATE TABLE IF NOT EXISTS position
  (level INTEGER, position VARCHAR, outcome VARCHAR, grundy INTEGER);
"""
_COLLECT = """
INSERT INTO found SELECT $level, row_number() OVER (ORDER BY position) - 1, position
FROM (SELECT DISTINCT option AS position FROM arc WHERE level = $level)
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
FROM ({arcs}) AS open LEFT JOIN position AS known ON open.option = known.position
GROUP BY open.position HAVING count(open.option) = count(known.outcome)
"""
_OF_LEVEL = "SELECT * FROM arc WHERE level_of = $level"
_OPEN = "SELECT * FROM arc ANTI JOIN position USING (position) WHERE position IS NOT NULL"


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
    workers, scheduler
        Where positions are explored, where there are many; as of :func:`.engine.engine_of`.
    limit
        The largest number of positions.
    rules
        Gives the game in another process; unless given, the game itself is sent there.
    digest
        A text that is another whenever the rules are: a store of another one is refused. Unless
        given it is the digest of the file in which the class of the game stands.

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
    path = Path(path).absolute()
    if digest is None:
        file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
        digest = hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""
    facts = {"game": brief(game), "size": str(size), "rules": digest}
    if path.exists():
        _require_same(path, open_store(path).facts, facts)
        return open_store(path, game)
    starts = starting_positions(game, size, limit)
    if not starts:
        raise RulesError(f"start({size}) of {brief(game)} gives no position; take another size")
    making = path.with_name(path.name + MAKING)
    with _begun(making, path, facts) as database, engine_of(workers, scheduler) as engine:
        _Maker(database, game, rules or partial(_itself, game), limit, engine).make(starts)
        new = Store(path, database, facts)
        lowest, spread = new.lowest(LOWEST), new.spread(SPREAD)
        if wrong := difference_from(game, new, lowest) or difference_from(game, new, spread):
            raise DisagreementError(f"{brief(game)}: {wrong}; report this with the rules")
        facts["held_to"] = (
            f"compared with the rules: the {len(lowest)} lowest positions, which hold all their "
            f"options, and {len(spread)} positions spread over the store"
        )
        _finish(database, path, facts)
    making.unlink()
    return open_store(path)


def _itself(game: Game[Any]) -> Game[Any]:
    """Give the game that was sent along."""
    return game


def _require_same(path: Path, before: dict[str, str], facts: dict[str, str]) -> None:
    """Refuse to go on with a store of another game, another size or other rules."""
    for name in ("game", "size", "rules"):
        if before[name] != facts[name]:
            problem = f"it is of {name} {before[name]}, not {facts[name]}"
            if name == "rules":
                problem = f"it was made by other rules of {facts['game']} than these are now"
            raise StoreError(
                f"store={str(path)!r}: {problem}; name another file, or remove this one"
            )


@contextmanager
def _begun(making: Path, path: Path, facts: dict[str, str]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the file of what is being made; another run on it, or other rules, are refused."""
    import duckdb

    settings = {"memory_limit": f"{int(memory_limit() * _SHARE) >> 20}MiB"}
    try:
        making.parent.mkdir(parents=True, exist_ok=True)
        with duckdb.connect(str(making), config=settings) as database:
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


def _finish(database: duckdb.DuckDBPyConnection, path: Path, facts: dict[str, str]) -> None:
    """Write the positions and what is known of them into the file of the store, whole or not."""
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
        done = self.database.execute("SELECT step FROM done").fetchall()
        self.done = {step for (step,) in done}
        self.declared = self.game.level(starts[0]) is not None
        shown = lambda: f"{self.doing}: {self.found} positions, {len(self.done)} steps"  # noqa: E731
        with Watch(shown, seconds=STAGE, shown=shown):
            self._step("start", lambda: self._begin(starts))
            levels = sorted(self._forward())
            solved = 0
            for level in levels if self.declared else count():
                solved += (more := self._solve(_OF_LEVEL if self.declared else _OPEN, level))
                if solved == self.found:
                    break
                if not (more or self.declared):
                    text = self._one(f"SELECT min(position) FROM ({_OPEN})")
                    raise RulesError(
                        f"play from {brief(from_text(text))} need not end in {brief(self.game)}, "
                        "and a store is for play that ends; mark the rules loopy = True and use "
                        "solve()"
                    )

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

    def _begin(self, starts: list[Any]) -> None:
        """Keep the starting positions as options of no position."""
        refuse_none(starts, "a starting position")
        check_contained(self.game, starts)
        levels = levels_of(self.game, starts) if self.declared else [0] * len(starts)
        arcs = zip(map(to_text, starts), levels, strict=True)
        self._insert(None, [(None, text, level, None) for text, level in arcs])

    def _insert(self, level: int | None, arcs: list[Arc]) -> None:
        names = ("position", "option", "level", "ending")
        columns = zip(*arcs, strict=True)
        self.database.register(
            "explored", {n: np.array(c, object) for n, c in zip(names, columns, strict=True)}
        )
        self.database.execute(
            "INSERT INTO arc SELECT ?::INTEGER, position, option, level, ending FROM explored",
            [level],
        )
        self.database.unregister("explored")

    def _forward(self) -> Iterator[int]:
        """Find all positions; yield the levels that have some."""
        level = self._one("SELECT max(level) FROM arc") if self.declared else 0
        while level is not None:
            self.doing = f"{'level' if self.declared else 'pass'} {level}"
            values = {"level": level, "declared": self.declared}
            self._step(f"found {level}", partial(self.database.execute, _COLLECT, values))
            number = self._one("SELECT count(*) FROM found WHERE level = ?", level)
            if not number:
                return
            self.found += number
            if self.found > self.limit:
                raise SearchLimitError(
                    f"more than {self.limit} positions; take a smaller size or raise the limit "
                    "(--limit)"
                )
            self._explore(level, number)
            yield level
            below = "SELECT max(level) FROM arc WHERE level < ?"
            level = self._one(below, level) if self.declared else level + 1

    def _explore(self, level: int, number: int) -> None:
        """Keep the options of the positions of a level, by chunks."""
        places = [p for p in range(0, number, CHUNK) if f"arcs {level} {p}" not in self.done]

        def given() -> Iterator[tuple[Any, ...]]:
            for place in places:
                rows = self.database.execute(
                    "SELECT position FROM found WHERE level = ? AND place BETWEEN ? AND ? "
                    "ORDER BY place",
                    [level, place, place + CHUNK - 1],
                ).fetchall()
                yield self.rules, [text for (text,) in rows], level, place, self.declared

        engine = self.engine if len(places) > 1 else Engine()
        for place, arcs in engine.completed(arcs_of, given()):
            self._step(f"arcs {level} {place}", partial(self._insert, level, arcs))

    def _solve(self, arcs: str, level: int) -> int:
        """Solve a level by what is known of options; return how many positions it has."""
        self.doing = f"values of level {level}"
        grundy = not (self.game.misere or self.game.names_winner_by_position())
        values = {"level": level, "grundy": grundy}
        question = _VALUES.format(arcs=arcs)
        self._step(f"values {level}", partial(self.database.execute, question, values))
        return int(self._one("SELECT count(*) FROM position WHERE level = ?", level))


def levels_of(game: Game[Any], positions: list[Any]) -> list[int]:
    """Return the levels that a game declares of some positions."""
    levels = [game.level(position) for position in positions]
    for level in levels:
        if type(level) is not int or not 0 <= level < 1 << 31:
            raise RulesError(
                f"a level in {brief(game)} is {brief(level)}: expected an integer of at least 0 "
                "and below 2^31, at every position or at none"
            )
    return levels  # type: ignore[return-value]


def arcs_of(
    rules: Supplier,
    texts: list[str],
    level: int,
    place: int,
    declared: bool,  # noqa: FBT001
) -> tuple[int, list[Arc]]:
    """Return the options of some positions of a level, an arc a row, and their place in it."""
    game = rules()
    arcs: list[Arc] = []
    for explored, text in enumerate(texts, place + 1):
        position = from_text(text)
        options = options_of(game, position, explored)
        if not options:
            arcs.append((text, None, None, final_outcome_of(game, position)))
        lower = levels_of(game, options) if declared else [level + 1] * len(options)
        if declared and max(lower, default=-1) >= level:
            raise RulesError(
                f"level does not decrease: {brief(position)} has level {level} and its option "
                f"{brief(options[lower.index(max(lower))])} has {max(lower)} in {brief(game)}; let "
                "every option have a smaller level, or leave level out"
            )
        arcs += [
            (text, to_text(option), each, None) for option, each in zip(options, lower, strict=True)
        ]
    return place, arcs
