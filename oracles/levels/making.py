"""Making a store: level by level, forward over the positions and back over their values.

*Forward*, from the highest level down, or pass by pass where no levels are declared: the positions
of a level are the options of positions before, each once; then the rules give their options.
*Back*, from the lowest level up: outcome and Grundy value of a position come from those of its
options (:mod:`oracles.outcomes`, :mod:`oracles.grundy`). Without declared levels a position's level
is the number of moves left, the longest that play can last: those come first whose options are all
known; where none is left of which that is so, play need not end.

Whoever is interrupted runs the same steps again: what is finished is found to be so by its record
and its digest (:mod:`oracles.levels.files`), and the rest is made.
"""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from oracles.errors import ResourceLimitError, RulesError, brief
from oracles.levels.cluster import Runner, Tell
from oracles.levels.files import DONE, LEVELS, WORK, Record, forget_begun, told
from oracles.levels.steps import (
    CHUNK,
    SPILLED,
    Making,
    begin,
    collect,
    engine_of,
    expand,
    too_many,
    two_levels,
    value,
)
from oracles.levels.texts import from_text
from oracles.limits import GIGABYTE, STAGE, Watch

MOST_TO_SORT = 4_000_000  # positions, not yet each once, that one step sorts
LEAST_DISK = 0.5  # GB that must be free
OF_ENGINES = (SPILLED, "dask-scratch-space")  # folders of DuckDB and Dask in that of the work

_ONCE = """
SELECT (SELECT count(*) FROM read_parquet($files)), count(*)
FROM (SELECT DISTINCT position FROM read_parquet($files))
"""
_TWICE = """
SELECT position, list(filename) FROM read_parquet($files, filename = true)
GROUP BY position HAVING count(*) > 1 ORDER BY position LIMIT 1
"""


class Maker:
    """Makes a store.

    Parameters
    ----------
    making
        What the steps have in common.
    run
        Runs them.
    limit
        The largest number of positions.
    tell
        Told of a file that had to be made again.

    Attributes
    ----------
    taken
        What the rules took from their surroundings, in whatever process a step was run.
    """

    def __init__(self, making: Making, run: Runner, limit: int, tell: Tell) -> None:
        self.making, self.run, self.limit, self.tell = making, run, limit, tell
        self.taken: list[Record] = []
        self.steps = self.positions = self.valued = 0
        self._doing = "starting positions"
        self._begun = time.monotonic()

    def make(self, size: int) -> list[Record]:
        """Make the levels of a size; return the records of their files, in their order."""
        with Watch(self._said, moved=lambda: self.steps, seconds=STAGE, shown=self._said):
            start = self._all(begin, [(self.making, size, self.limit)])[0]
            explored = self._forward(start)
            files = self._back(explored) if self.making.declared else self._rounds(explored)
            self._doing = "counting positions, each once"
            self._all(count_once, [(self.making, [file["name"] for file in files])])
            return files

    def _said(self) -> str:
        rate = (self.positions + self.valued) / max(0.001, time.monotonic() - self._begun)
        return f"{self._doing}: {self.positions} found, {self.valued} solved, {rate:.0f}/s"

    def _all(self, step: Callable[..., Record], calls: Sequence[tuple[Any, ...]]) -> list[Record]:
        """Run a step for all of some arguments; return the records in the order of their names."""
        self._require_disk()
        records = []
        for record in self.run(step, calls):
            self.steps += 1
            if step is expand:
                self.positions += record["positions"]
            elif step is value:
                self.valued += record["rows"]
            if "remade" in record:
                self.tell(f"{record.pop('remade')}; it is made anew")
            taken = record.pop("taken", None)
            if taken is not None and taken not in self.taken:
                self.taken.append(taken)
            records.append(record)
        return sorted(records, key=lambda record: str(record["name"]))

    def _require_disk(self) -> None:
        with told(self.making.folder):
            free = shutil.disk_usage(self.making.folder).free
        if free < LEAST_DISK * GIGABYTE:
            raise ResourceLimitError(
                f"store={str(self.making.folder)!r}: only {free / GIGABYTE:.2g} GB of the disk are "
                "free; make room and run it again: it goes on where it was"
            )

    def _forward(self, start: Record) -> dict[int, list[Record]]:
        """Find all positions; return the records of their arcs, by level."""
        waiting = Counter({int(level): count for level, count in start["levels"].items()})
        sources: dict[int, list[str]] = defaultdict(list)
        explored: dict[int, list[Record]] = {}
        known: list[str] = []
        while waiting:
            level = max(waiting)
            self._doing = f"level {level}" if self.making.declared else f"pass {level}"
            found = self._collected(level, waiting.pop(level), sources.pop(level, []), known)
            if not self.making.declared:
                known += [record["name"] for record in found]
            explored[level] = self._expanded(level, found)
            for record in explored[level]:
                for text, count in record["levels"].items():
                    waiting[int(text)] += count
                    sources[int(text)].append(record["name"])
        return explored

    def _collected(
        self, level: int, met: int, sources: list[str], known: list[str]
    ) -> list[Record]:
        buckets = 1 + met // MOST_TO_SORT
        calls = [(self.making, level, b, buckets, sources, list(known)) for b in range(buckets)]
        found = self._all(collect, calls)
        if self.positions + sum(record["rows"] for record in found) > self.limit:
            raise too_many(self.limit)
        return found

    def _expanded(self, level: int, found: Iterable[Record]) -> list[Record]:
        return self._all(
            expand,
            [
                (self.making, record["name"], place, level)
                for record in found
                for place in range(-(-record["rows"] // CHUNK))
            ],
        )

    def _back(self, explored: dict[int, list[Record]]) -> list[Record]:
        """Solve the levels, the lowest first."""
        solved: dict[int, list[Record]] = {}
        for level in sorted(explored):
            self._doing = f"values of level {level}"
            calls = []
            for arcs in explored[level]:
                below = [record for lower in arcs["levels"] for record in solved[int(lower)]]
                known = [record["name"] for record in below]
                calls.append((self.making, arcs["name"], level, known, arcs["positions"]))
            solved[level] = self._all(value, calls)
        return [record for level in sorted(solved) for record in solved[level]]

    def _rounds(self, explored: dict[int, list[Record]]) -> list[Record]:
        """Solve round by round the positions whose options are all solved."""
        arcs = [record for level in sorted(explored) for record in explored[level]]
        left = {record["name"]: record["positions"] for record in arcs}
        solved: list[Record] = []
        moves = 0
        while left:
            self._doing = f"values, {moves} moves left"
            known = [record["name"] for record in solved if record["rows"]]
            found = self._all(
                value, [(self.making, name, moves, known, count) for name, count in left.items()]
            )
            if not sum(record["rows"] for record in found):
                raise self._without_end(next(iter(left)), known)
            for record in found:
                name = f"{WORK}/arcs/{_source_of(record['name'])}"
                left[name] -= record["rows"]
                if not left[name]:
                    del left[name]
            solved += found
            moves += 1
        return [record for record in solved if record["rows"]]

    def _without_end(self, arcs: str, known: list[str]) -> RulesError:
        """Return the error of play that need not end, with a position that has no value."""
        import duckdb

        files = self.making.files
        done = "WHERE position NOT IN (SELECT position FROM read_parquet($known))" if known else ""
        question = f"SELECT min(position) FROM read_parquet($arcs) {done}"
        values = {"arcs": files([arcs])} | ({"known": files(known)} if known else {})
        with duckdb.connect() as engine:
            (text,) = engine.sql(question, params=values).fetchall()[0]
        return RulesError(
            f"play from {brief(from_text(text))} need not end in {brief(self.making.game)}, and a "
            "store is for play that ends; mark the rules loopy = True and use solve()"
        )


def _source_of(name: str) -> str:
    """Return which arcs the values in a file are of.

    >>> _source_of("levels/000002/000001-000-003.parquet")
    '000001/000-003.parquet'
    """
    level, _, rest = Path(name).name.partition("-")
    return f"{level}/{rest}"


def clear(folder: Path, kept: Iterable[Record]) -> None:
    """Remove what is needed only while a store is made: what was begun, or has a record.

    What else somebody keeps there is left.
    """
    names = {record["name"] for record in kept}
    with told(folder):
        forget_begun(folder)  # what a lost worker had begun
        for record in list((folder / DONE).rglob("*.json")):
            name = record.relative_to(folder / DONE).as_posix().removesuffix(".json")
            if name not in names:
                (folder / name).unlink(missing_ok=True)
            record.unlink()
        for engine in OF_ENGINES:
            shutil.rmtree(folder / WORK / engine, ignore_errors=True)
        for top in (WORK, LEVELS):
            for below, _, _ in os.walk(folder / top, topdown=False):
                with suppress(OSError):  # there is something in it
                    Path(below).rmdir()


def count_once(making: Making, names: list[str]) -> Record:
    """Count the positions in all files of a store, which must have each in one row.

    Raises
    ------
    RulesError
        If one is in two levels.
    StoreError
        If it cannot be read.
    """
    values = {"files": making.files(names)}
    with told(making.folder), engine_of(making) as engine:
        rows, positions = engine.sql(_ONCE, params=values).fetchall()[0]
        if rows != positions:
            text, paths = engine.sql(_TWICE, params=values).fetchall()[0]
            levels = sorted(int(Path(path).parent.name) for path in paths)
            raise two_levels(making.game, from_text(text), levels)
    return {"name": "", "rows": rows}
