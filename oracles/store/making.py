"""Making a store: level by level, forward over the positions and back over their values.

*Forward*, from the highest level down, or pass by pass where no levels are declared: the positions
of a level are the options of positions before, each once; then the rules give their options.
*Back*, from the lowest level up: outcome and Grundy value of a position come from those of its
options (:mod:`oracles.truth`, :mod:`oracles.grundy`). Without declared levels a position's level
is the number of moves left, the longest that play can last: those come first whose options are all
known; where none is left of which that is so, play need not end.

All of it stands in one DuckDB file. A step and its name in the table ``done`` are committed
together: whoever was interrupted runs the same steps again, and those that are done are passed
over.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from oracles.errors import RulesError, SearchLimitError, brief, said
from oracles.limits import STAGE, Watch
from oracles.rule_contracts import (
    check_contained,
    final_outcome_of,
    options_of,
    refuse_none,
)
from oracles.rules import Game
from oracles.store.cross_check import has_values, starts
from oracles.store.engine import Engine
from oracles.store.texts import from_text, to_text

if TYPE_CHECKING:
    import duckdb

CHUNK = 10_000  # positions that are explored by one step
SECONDS = 1.0  # after which what was done is committed

Supplier = Callable[[], Game[Any]]  # gives the rules, in whatever process
Arc = tuple[str | None, str | None, int | None, str | None]  # position, option, its level, ending

# A starting position is an option of none, and a last position has none.
_TABLES = """
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


@dataclass
class Maker:
    """Makes the tables of a store in a database, or goes on with them.

    ``rules`` gives the game in another process, where the engine explores positions; of more than
    ``limit`` nothing is made.
    """

    database: duckdb.DuckDBPyConnection
    game: Game[Any]
    rules: Supplier
    limit: int
    engine: Engine

    def __post_init__(self) -> None:
        self.database.execute(_TABLES)
        self.done = {step for (step,) in self.database.execute("SELECT step FROM done").fetchall()}
        self.found = self.steps = 0
        self._doing = "starting positions"
        self._committed = time.monotonic()

    def make(self, size: int) -> str:
        """Find and solve all positions of a size; return what the levels are."""
        first: Any = next(chain.from_iterable(starts(self.game, size)), None)
        if first is None:
            raise RulesError(
                f"start({size}) of {brief(self.game)} gives no position; take another size"
            )
        self.declared = self.game.level(first) is not None
        with Watch(self._said, moved=lambda: self.steps, seconds=STAGE, shown=self._said):
            self.database.begin()
            self._step("start", lambda: self._begin(size))
            levels = sorted(self._forward())
            if self.declared:
                for level in levels:
                    self._solve(_OF_LEVEL, level)
            else:
                self._rounds()
            self.database.commit()
        return "declared" if self.declared else "moves left"

    def _said(self) -> str:
        return f"{self._doing}: {self.found} positions found"

    def _step(self, name: str, work: Callable[[], object]) -> None:
        """Do what is not done yet; what a second's work gave is committed together."""
        self.steps += 1
        if name in self.done:
            return
        work()
        self.database.execute("INSERT INTO done VALUES (?)", [name])
        self.done.add(name)
        if time.monotonic() - self._committed > SECONDS:
            self.database.commit()
            self._committed = time.monotonic()
            self.database.begin()

    def _one(self, question: str, *values: Any) -> Any:
        row = self.database.execute(question, list(values)).fetchone()
        return row[0] if row else None

    def _begin(self, size: int) -> None:
        """Keep the starting positions as options of no position."""
        for some in starts(self.game, size):
            self.steps += 1
            refuse_none(some, "a starting position")
            check_contained(self.game, some)
            levels = [level_of(self.game, p) if self.declared else 0 for p in some]
            arcs = zip(map(to_text, some), levels, strict=True)
            self._insert(None, [(None, text, level, None) for text, level in arcs])

    def _insert(self, level: int | None, arcs: list[Arc]) -> None:
        names = ("position", "option", "level", "ending")
        columns = {
            name: np.array(column, object)
            for name, column in zip(names, zip(*arcs, strict=True), strict=True)
        }
        self.database.register("explored", columns)
        self.database.execute(
            "INSERT INTO arc SELECT ?::INTEGER, position, option, level, ending FROM explored",
            [level],
        )
        self.database.unregister("explored")

    def _forward(self) -> Iterator[int]:
        """Find all positions; yield the levels that have some."""
        level = self._one("SELECT max(level) FROM arc") if self.declared else 0
        while level is not None:
            self._doing = f"{'level' if self.declared else 'pass'} {level}"
            values = {"level": level, "declared": self.declared}
            self._step(f"found {level}", lambda: self.database.execute(_COLLECT, values))  # noqa: B023
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
            self._step(f"arcs {level} {place}", lambda arcs=arcs: self._insert(level, arcs))  # type: ignore[misc]

    def _solve(self, arcs: str, level: int) -> int:
        """Solve a level by what is known of options; return how many positions it has."""
        self._doing = f"values of level {level}"
        values = {"level": level, "grundy": has_values(self.game)}
        question = _VALUES.format(arcs=arcs)
        self._step(f"values {level}", lambda: self.database.execute(question, values))
        return int(self._one("SELECT count(*) FROM position WHERE level = ?", level))

    def _rounds(self) -> None:
        """Solve round by round the positions whose options are all solved."""
        solved = 0
        for moves in count():
            if solved == self.found:
                return
            more = self._solve(_OPEN, moves)
            if not more:
                text = self._one(f"SELECT min(position) FROM ({_OPEN})")
                raise RulesError(
                    f"play from {brief(from_text(text))} need not end in {brief(self.game)}, and a "
                    "store is for play that ends; mark the rules loopy = True and use solve()"
                )
            solved += more


def level_of(game: Game[Any], position: Hashable) -> int:
    """Return the level that a game declares of a position."""
    try:
        level = game.level(position)
    except Exception as error:
        message = f"level of {brief(position)} in {brief(game)}: {said(error)}"
        raise RulesError(message) from error
    if type(level) is not int or not 0 <= level < 1 << 31:
        raise RulesError(
            f"level of {brief(position)} in {brief(game)} is {brief(level)}: expected an "
            "integer of at least 0 and below 2^31, at every position or at none"
        )
    return level


def arcs_of(  # as an engine calls it
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
        for option in options:
            lower = level_of(game, option) if declared else level + 1
            if declared and lower >= level:
                raise RulesError(
                    f"level does not decrease: {brief(position)} has level {level} and its option "
                    f"{brief(option)} has {lower} in {brief(game)}; let every option have a "
                    "smaller level, or leave level out"
                )
            arcs.append((text, to_text(option), lower, None))
    return place, arcs
