"""Making a store: level by level, forward over the positions and back over their values.

*Forward*, from the highest level down, or pass by pass where no levels are declared: the positions
of a level are the options of positions before, each once; then the rules give their options.
*Back*, from the lowest level up: outcome and Grundy value of a position come from those of its
options (:mod:`oracles.outcomes`, :mod:`oracles.grundy`). Without declared levels a position's level
is the number of moves left, the longest that play can last: those come first whose options are all
known; where none is left of which that is so, play need not end.

All of it stands in one DuckDB file. A step and its name in the table ``done`` are committed
together: whoever was interrupted runs the same steps again, and those that are done are passed
over.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from oracles.errors import DisagreementError, RulesError, SearchLimitError, brief
from oracles.limits import STAGE, Watch
from oracles.rule_contracts import (
    check_contained,
    final_outcome_of,
    in_chunks,
    options_of,
    refuse_none,
)
from oracles.rules import Game
from oracles.store.cross_check import has_values
from oracles.store.texts import from_text, to_text

if TYPE_CHECKING:
    import duckdb

CHUNK = 10_000  # positions that are explored by one step
SECONDS = 1.0  # after which what was done is committed
AHEAD = 64  # chunks that are given out at once

Supplier = Callable[[], Game[Any]]  # gives the rules, in whatever process
Arcs = tuple[list[str], list[str | None], list[int | None], list[str | None]]

# In `arc`, `level` is that of the option; a starting position is an option of none.
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
FROM (SELECT DISTINCT option AS position FROM arc WHERE level = $level) {new}
"""
_NEW = "WHERE position NOT IN (SELECT position FROM found)"
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


class Maker:
    """Makes the tables of a store, or goes on with them.

    Parameters
    ----------
    database
        Where they are.
    game
        The rules.
    rules
        Gives them in another process.
    limit
        The largest number of positions.
    executor
        What explores positions, where there are many; this process if None.
    """

    def __init__(
        self,
        database: duckdb.DuckDBPyConnection,
        game: Game[Any],
        rules: Supplier,
        limit: int,
        executor: Executor | None = None,
    ) -> None:
        self.database, self.game, self.rules = database, game, rules
        self.limit, self.executor = limit, executor
        database.execute(_TABLES)
        self.done = {step for (step,) in database.execute("SELECT step FROM done").fetchall()}
        self.found = self.solved = self.steps = 0
        self._doing = "starting positions"
        self._begun = self._committed = time.monotonic()

    def make(self, size: int) -> str:
        """Find and solve all positions of a size; return what the levels are."""
        self.declared = is_declared(self.game, size)
        with Watch(self._said, moved=lambda: self.steps, seconds=STAGE, shown=self._said):
            self.database.begin()
            self._step("start", lambda: self._begin(size))
            levels = list(self._forward())
            self._back(sorted(levels)) if self.declared else self._rounds()
            self._commit()
        return "declared" if self.declared else "moves left"

    def _said(self) -> str:
        rate = (self.found + self.solved) / max(0.001, time.monotonic() - self._begun)
        return f"{self._doing}: {self.found} found, {self.solved} solved, {rate:.0f}/s"

    def _step(self, name: str, work: Callable[[], object]) -> None:
        """Do what is not done yet; what a second's work gave is committed together."""
        self.steps += 1
        if name in self.done:
            return
        work()
        self.database.execute("INSERT INTO done VALUES (?)", [name])
        self.done.add(name)
        if time.monotonic() - self._committed > SECONDS:
            self._commit()
            self.database.begin()

    def _commit(self) -> None:
        self.database.commit()
        self._committed = time.monotonic()

    def _number(self, question: str, *values: Any) -> Any:
        row = self.database.execute(question, list(values)).fetchone()
        return row[0] if row else None

    def _begin(self, size: int) -> None:
        """Keep the starting positions as options of no position."""
        try:
            given = chain.from_iterable(in_chunks(self.game.start(size)))
            while some := list(islice(given, CHUNK)):
                self.steps += 1
                refuse_none(some, "a starting position")
                check_contained(self.game, some)
                levels = [level_of(self.game, p) if self.declared else 0 for p in some]
                nothing = [None] * len(some)
                self._insert(None, (nothing, list(map(to_text, some)), levels, nothing))  # type: ignore[arg-type]
        except (RulesError, SearchLimitError, MemoryError):
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise RulesError(f"start({size}) of {brief(self.game)}: {said}") from error

    def _insert(self, level: int | None, arcs: Arcs) -> None:
        columns = {
            name: np.array(values, object)
            for name, values in zip(("position", "option", "level", "ending"), arcs, strict=True)
        }
        self.database.register("explored", columns)
        self.database.execute(
            "INSERT INTO arc SELECT ?::INTEGER, position, option, level, ending FROM explored",
            [level],
        )
        self.database.unregister("explored")

    def _forward(self) -> Iterator[int]:
        """Find all positions; yield the levels that have some."""
        highest, below = "SELECT max(level) FROM arc", "SELECT max(level) FROM arc WHERE level < ?"
        level = self._number(highest) if self.declared else 0
        while level is not None:
            self._doing = f"level {level}" if self.declared else f"pass {level}"
            self._collect(level)
            number = self._number("SELECT count(*) FROM found WHERE level = ?", level)
            self.found += number
            if self.found > self.limit:
                raise SearchLimitError(
                    f"more than {self.limit} positions; take a smaller size or raise the limit "
                    "(--limit)"
                )
            self._explore(level, number)
            if number:
                yield level
            following = level + 1 if number else None
            level = self._number(below, level) if self.declared else following

    def _collect(self, level: int) -> None:
        question = _COLLECT.format(new="" if self.declared else _NEW)
        self._step(f"found {level}", lambda: self.database.execute(question, {"level": level}))

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

        executor = self.executor if len(places) > 1 else None
        for place, arcs in zip(places, in_order(executor, arcs_of, given()), strict=True):
            self._step(
                f"arcs {level} {place}",
                lambda arcs=arcs: self._insert(level, arcs),  # type: ignore[misc]
            )

    def _back(self, levels: list[int]) -> None:
        """Solve the levels, the lowest first."""
        for level in levels:
            self._doing = f"values of level {level}"
            self._step(f"values {level}", lambda level=level: self._solve(_OF_LEVEL, level))  # type: ignore[misc]
            solved = self._number("SELECT count(*) FROM position WHERE level = ?", level)
            known = self._number("SELECT count(*) FROM found WHERE level = ?", level)
            if solved != known:
                raise DisagreementError(
                    f"level {level}: {known} positions have {solved} values, so an option of one "
                    "is missing; remove the store and begin anew, and report this with the rules"
                )
            self.solved += solved
        self._require_once()

    def _solve(self, arcs: str, level: int) -> None:
        values = {"level": level, "grundy": has_values(self.game)}
        self.database.execute(_VALUES.format(arcs=arcs), values)

    def _rounds(self) -> None:
        """Solve round by round the positions whose options are all solved."""
        moves = 0
        while self.solved < self.found:
            self._doing = f"values, {moves} moves left"
            self._step(f"values {moves}", lambda moves=moves: self._solve(_OPEN, moves))  # type: ignore[misc]
            solved = self._number("SELECT count(*) FROM position WHERE level = ?", moves)
            if not solved:
                text = self._number(f"SELECT min(position) FROM ({_OPEN})")
                raise RulesError(
                    f"play from {brief(from_text(text))} need not end in {brief(self.game)}, and a "
                    "store is for play that ends; mark the rules loopy = True and use solve()"
                )
            self.solved += solved
            moves += 1

    def _require_once(self) -> None:
        """Refuse a position that has two levels."""
        row = self.database.execute(
            "SELECT position, list(level ORDER BY level) FROM found GROUP BY position "
            "HAVING count(*) > 1 ORDER BY position LIMIT 1"
        ).fetchone()
        if row is not None:
            found = " and ".join(map(str, row[1]))
            raise RulesError(
                f"level of {brief(from_text(row[0]))} in {brief(self.game)} is {found}; let it "
                "depend on the position alone, and remove the store"
            )


def in_order(
    executor: Executor | None, work: Callable[..., Any], calls: Iterable[tuple[Any, ...]]
) -> Iterator[Any]:
    """Yield what a function gives for each of some arguments, in their order."""
    if executor is None:
        yield from (work(*call) for call in calls)
        return
    waiting: deque[Any] = deque()
    for call in calls:
        waiting.append(executor.submit(work, *call))
        if len(waiting) > AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def is_declared(game: Game[Any], size: int) -> bool:
    """Whether a game declares levels; its first starting position says."""
    first: Any = next(chain.from_iterable(in_chunks(game.start(size))), None)
    if first is None:
        raise RulesError(f"start({size}) of {brief(game)} gives no position; take another size")
    return game.level(first) is not None


def level_of(game: Game[Any], position: Hashable) -> int:
    """Return the level that a game declares of a position."""
    try:
        level = game.level(position)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise RulesError(f"level of {brief(position)} in {brief(game)}: {said}") from error
    if type(level) is not int or not 0 <= level < 1 << 31:
        raise RulesError(
            f"level of {brief(position)} in {brief(game)} is {brief(level)}: expected an "
            "integer of at least 0 and below 2^31, at every position or at none"
        )
    return level


def arcs_of(  # as an executor calls it
    rules: Supplier,
    texts: list[str],
    level: int,
    before: int,
    declared: bool,  # noqa: FBT001
) -> Arcs:
    """Return the options of some positions of a level, as the rules have them, an arc a row.

    Parameters
    ----------
    rules
        Gives the rules.
    texts
        The positions.
    level
        Theirs, or the pass.
    before
        How many of the level were explored before them.
    declared
        Whether the game declares levels.
    """
    game = rules()
    arcs: Arcs = ([], [], [], [])
    for explored, text in enumerate(texts, before + 1):
        position = from_text(text)
        options = options_of(game, position, explored)
        levels: list[Any] = [level + 1] * len(options)
        if declared:
            levels = _lower_levels(game, position, options, level)
        ending = None if options else final_outcome_of(game, position)
        arcs[0].extend([text] * max(1, len(options)))
        arcs[1].extend(map(to_text, options) if options else [None])
        arcs[2].extend(levels or [None])
        arcs[3].extend([ending] * max(1, len(options)))
    return arcs


def _lower_levels(
    game: Game[Any], position: Hashable, options: list[Hashable], level: int
) -> list[int]:
    """Return the levels of options, which are below that of the position."""
    levels = [level_of(game, option) for option in options]
    for option, lower in zip(options, levels, strict=True):
        if lower >= level:
            raise RulesError(
                f"level does not decrease: {brief(position)} has level {level} and its option "
                f"{brief(option)} has {lower} in {brief(game)}; let every option have a "
                "smaller level, or leave level out"
            )
    return levels
