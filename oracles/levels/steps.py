"""The steps by which a store is made, each from Parquet files to one Parquet file.

- :func:`begin`: starting positions, with their levels.
- :func:`collect`: the positions of a level, each once and in order: those that are options of
  positions explored before, and those to begin from.
- :func:`expand`: the options of some positions of a level, from the rules; an arc a row.
- :func:`value`: outcome and Grundy value of those positions, from the values of their options.

A step is a function of the files that it reads and of the rules alone: whoever runs it, and however
often, it writes the same bytes. So it may run in any process that sees the folder, and again
wherever one was lost. Joins and sorting are DuckDB's, which goes to the disk where memory is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oracles.errors import DisagreementError, RulesError, SearchLimitError, brief
from oracles.levels.files import (
    LEVELS,
    ROW_GROUP,
    WORK,
    Record,
    StoreError,
    finished,
    write_parquet,
)
from oracles.levels.texts import from_text, to_text
from oracles.promises import (
    ask_again,
    check_contained,
    final_outcome_of,
    in_parts,
    is_asked_again,
    refuse_none,
    what_is_wrong,
)
from oracles.rules import Game, Rules

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

SPILLED = "spilled"  # where DuckDB goes to the disk, in the folder of the work
CHUNK = 50_000  # positions that are explored by one step
_TOGETHER = 5_000  # positions whose options are asked for together
_MOST_ARCS = 1_000_000  # that are put in order together

_COLLECT = """
SELECT DISTINCT position FROM ({given})
WHERE position IS NOT NULL {bucket} {new}
ORDER BY position
"""
_VALUE = """
WITH known AS ({known}),
open AS (SELECT * FROM read_parquet($arcs) ANTI JOIN known USING (position))
SELECT open.position,
  CASE WHEN any_value(open.ending) IS NOT NULL THEN any_value(open.ending)
    WHEN coalesce(bool_or(known.outcome = 'P'), false) THEN 'N'
    WHEN coalesce(bool_or(known.outcome = 'D'), false) THEN 'D' ELSE 'P' END AS outcome,
  {mex} AS grundy
FROM open LEFT JOIN known ON open.option = known.position
GROUP BY open.position HAVING count(open.option) = count(known.outcome)
ORDER BY open.position
"""
_NOTHING_KNOWN = """
SELECT NULL::VARCHAR AS position, NULL::VARCHAR AS outcome, NULL::INTEGER AS grundy WHERE false
"""
# Of values in order, each once, the n-th is n exactly as long as none was left out.
_MEX = """
len(list_filter(list_sort(coalesce(list(DISTINCT known.grundy)
  FILTER (known.grundy IS NOT NULL), [])), lambda value, nth: value = nth - 1))::INTEGER
"""


@dataclass(frozen=True)
class Making:
    """What all steps of a store have in common.

    Attributes
    ----------
    folder
        The store; every process sees it under this path.
    rules
        Gives the game, in whatever process; by ``taken``, if it has that, what its rules took from
        their surroundings there.
    declared
        Whether the game declares levels. Otherwise a position has the number of the pass in which
        it is met.
    grundy
        Whether it has Grundy values.
    memory
        How many bytes DuckDB may take in a step.
    of
        What stands for the store (:func:`oracles.levels.files.mark_of`).
    """

    folder: Path
    rules: Callable[[], Game[Any]]
    declared: bool
    grundy: bool
    memory: int
    of: str = ""

    @cached_property
    def game(self) -> Game[Any]:
        """The rules."""
        return self.rules()

    def files(self, names: Iterable[str]) -> list[str]:
        """Return the paths of files by their names in the store."""
        return [str(self.folder / name) for name in names]

    def noted(self, facts: Record) -> Record:
        """Return what is known of a file, with what the rules have taken in this process so far."""
        taken = getattr(self.rules, "taken", None)
        return facts if taken is None else facts | {"taken": taken()}

    def level_of(self, position: Hashable) -> int:
        """Return the level that the game declares of a position."""
        try:
            level = self.game.level(position)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise RulesError(f"level of {brief(position)} in {brief(self.game)}: {said}") from error
        if type(level) is not int or not 0 <= level < 1 << 31:
            raise RulesError(
                f"level of {brief(position)} in {brief(self.game)} is {brief(level)}: expected an "
                "integer of at least 0 and below 2^31, at every position or at none"
            )
        return level


def begin(making: Making, size: int, limit: int) -> Record:
    """Write the starting positions of a size."""
    import pyarrow as pa

    counts: Counter[int] = Counter()

    def tables() -> Iterator[Any]:
        game = making.game
        try:
            given = chain.from_iterable(_by_thousands(game.start(size)))
            while some := list(islice(given, CHUNK)):
                refuse_none(some, "a starting position")
                check_contained(game, some, "a starting position")
                levels = [making.level_of(p) if making.declared else 0 for p in some]
                counts.update(levels)
                if counts.total() > limit:
                    raise too_many(limit)
                columns = [pa.array(map(to_text, some)), pa.array(levels, pa.int32())]
                yield pa.table(columns, schema=_starts()).sort_by("level")
        except (RulesError, SearchLimitError, MemoryError):
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise RulesError(f"start({size}) of {brief(game)}: {said}") from error

    def make(path: Path) -> Record:
        rows = write_parquet(path, _starts(), tables())
        return making.noted({"rows": rows, "levels": _counted(counts)})

    return finished(making.folder, f"{WORK}/start.parquet", make, making.of)


def _by_thousands(given: Iterable[Any]) -> Iterator[list[Any]]:
    iterator = iter(given)
    while some := list(islice(iterator, 1000)):
        yield some


def too_many(limit: int) -> SearchLimitError:
    """Return the error of a store that grows too large."""
    return SearchLimitError(
        f"more than {limit} positions; take a smaller size or raise the limit (--limit)"
    )


def collect(  # noqa: PLR0917  # as Dask calls it
    making: Making, level: int, bucket: int, buckets: int, sources: list[str], known: list[str]
) -> Record:
    """Write the positions of one level, or those of a bucket of them.

    Parameters
    ----------
    level
        The level, or the pass.
    bucket, buckets
        Which bucket it is, and of how many; a position's is found from its text.
    sources
        Files that have starting positions or arcs, to positions of this level among others.
    known
        Files of positions that are not to be collected again.
    """
    given = "SELECT position FROM read_parquet($start) WHERE level = $level"
    values: dict[str, Any] = {"start": making.files([f"{WORK}/start.parquet"]), "level": level}
    if sources:
        given += " UNION ALL SELECT option FROM read_parquet($arcs) WHERE level = $level"
        values["arcs"] = making.files(sources)
    in_bucket = new = ""
    if buckets > 1:
        in_bucket = "AND md5_number_lower(position) % $buckets = $bucket"
        values |= {"bucket": bucket, "buckets": buckets}
    if known:
        new = "AND position NOT IN (SELECT position FROM read_parquet($known))"
        values["known"] = making.files(known)

    def make(path: Path) -> Record:
        with engine_of(making) as engine:
            found = _tables(engine, _COLLECT.format(given=given, bucket=in_bucket, new=new), values)
            return {"rows": write_parquet(path, _positions(), found)}

    name = f"{WORK}/positions/{level:06}/{bucket:03}.parquet"
    return finished(making.folder, name, make, making.of)


def expand(making: Making, source: str, place: int, level: int) -> Record:
    """Write the options of ``CHUNK`` positions of a level, an arc a row, from the rules.

    Parameters
    ----------
    source, place
        The file of the positions, and which chunk of it.
    level
        The level, or the pass.
    """
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    counts: Counter[int] = Counter()

    def tables(texts: list[str]) -> Iterator[Any]:
        options = _by_kernel if _in_arrays(making) else _by_rules
        waiting: list[Any] = []
        for at in range(0, len(texts), _TOGETHER):
            waiting.append(options(making, texts[at : at + _TOGETHER], level, at))
            if sum(map(len, waiting)) >= _MOST_ARCS or at + _TOGETHER >= len(texts):
                # In order of the levels, so that who looks for one passes over the others.
                table = pa.concat_tables(waiting).sort_by("level")
                waiting = []
                _count(counts, table["level"])
                yield table

    def make(path: Path) -> Record:
        with ParquetFile(making.folder / source) as file:
            column = file.read(["position"])["position"]
        texts = column.slice(place * CHUNK, CHUNK).to_pylist()
        rows = write_parquet(path, _arcs(), tables(texts))
        del counts[None]
        known = {"rows": rows, "positions": len(texts), "levels": _counted(counts)}
        return making.noted(known)

    name = f"{WORK}/arcs/{level:06}/{Path(source).stem}-{place:03}.parquet"
    return finished(making.folder, name, make, making.of)


def _in_arrays(making: Making) -> bool:
    """Whether the options can be had without a call of the rules for each position."""
    from oracles.vector_table import has_table  # numba is slow to import
    from oracles.vectors import VectorGame

    game = making.game
    return making.declared and has_table(game) and type(game).level is VectorGame.level


def _by_kernel(making: Making, texts: list[str], _level: int, _before: int) -> pa.Table:
    """Return the arcs from some positions of a vector game."""
    import numpy as np
    import pyarrow as pa

    from oracles.levels.vectors import options_of

    game: Any = making.game
    piles = np.array([from_text(text) for text in texts], np.int64)
    vectors = np.array(game.vectors, np.int64)
    letters, ends, parents, totals = options_of(piles, vectors, not game.ordered)
    positions = pa.array(texts)
    options = pa.StringArray.from_buffers(len(parents), pa.py_buffer(ends), pa.py_buffer(letters))
    nothing = pa.nulls(len(parents), pa.string())
    arcs = pa.table([positions.take(pa.array(parents)), options, totals, nothing], schema=_arcs())
    final = np.setdiff1d(np.arange(len(texts)), parents)
    outcome = "N" if game.misere else "P"
    columns = [
        positions.take(pa.array(final)),
        pa.nulls(len(final), pa.string()),
        pa.nulls(len(final), pa.int32()),
        pa.array([outcome] * len(final), pa.string()),
    ]
    return pa.concat_tables([arcs, pa.table(columns, schema=_arcs())]).combine_chunks()


def _by_rules(making: Making, texts: list[str], level: int, before: int) -> pa.Table:
    """Return the arcs from some positions, as the rules have them."""
    import pyarrow as pa

    rows: list[tuple[str, str | None, int | None, str | None]] = []
    for explored, text in enumerate(texts, before + 1):
        position = from_text(text)
        options = _options(making.game, position, explored)
        if not options:
            rows.append((text, None, None, final_outcome_of(making.game, position)))
        levels = _levels(making, position, options, level)
        if making.declared and is_asked_again(explored):
            _ask_levels_again(making, [position, *options], [level, *levels])
        named = sorted(zip(map(to_text, options), levels, strict=True))
        rows += [(text, option, lower, None) for option, lower in named]
    columns = zip(*rows, strict=True) if rows else [[]] * 4
    kinds = zip(columns, _arcs().types, strict=True)
    return pa.table([pa.array(each, kind) for each, kind in kinds], schema=_arcs())


def _options(game: Game[Any], position: Hashable, explored: int) -> list[Hashable]:
    """Return the options of a position, each once; the rules are held to what they promise."""
    try:
        given = list(chain.from_iterable(in_parts(game.options(position))))
        options = list(dict.fromkeys(given))
        refuse_none(options, "among them")
    except (MemoryError, SearchLimitError):
        raise
    except Exception as error:
        raise RulesError(what_is_wrong(game, position, error)) from error
    if type(game).contains is not Rules.contains:
        check_contained(game, options, f"an option of {brief(position)}")
    if is_asked_again(explored):
        ask_again(game, position, options)
    return options


def _levels(making: Making, position: Hashable, options: list[Hashable], level: int) -> list[int]:
    """Return the levels of options, which are below that of the position."""
    if not making.declared:
        return [level + 1] * len(options)
    levels = [making.level_of(option) for option in options]
    for option, lower in zip(options, levels, strict=True):
        if lower >= level:
            raise RulesError(
                f"level does not decrease: {brief(position)} has level {level} and its option "
                f"{brief(option)} has {lower} in {brief(making.game)}; let every option have a "
                "smaller level, or leave level out"
            )
    return levels


def _ask_levels_again(making: Making, positions: list[Hashable], levels: list[int]) -> None:
    """Refuse positions whose level is another when it is asked for again."""
    for position, level in zip(positions, levels, strict=True):
        again = making.level_of(position)
        if again != level:
            raise two_levels(making.game, position, (level, again))


def two_levels(game: Game[Any], position: Hashable, levels: Iterable[int]) -> RulesError:
    """Return the error of a level that is no function of the position."""
    found = " and ".join(map(str, levels))
    return RulesError(
        f"level of {brief(position)} in {brief(game)} is {found} when asked twice; let it depend "
        "on the position alone, and remove the folder of the store"
    )


def value(making: Making, arcs: str, level: int, known: list[str], positions: int) -> Record:
    """Write outcome and Grundy value of the positions from which some arcs come.

    Parameters
    ----------
    arcs
        The file of the arcs; all that begin at a position are in one.
    level
        The level whose positions these are; or, where none is declared, the number of moves left:
        then only the positions whose options are all known are written.
    known
        Files with the values of their options, and maybe of others.
    positions
        How many there must be in the end, where the levels are declared.

    Raises
    ------
    DisagreementError
        If there are not as many: an option has no value.
    """
    values: dict[str, Any] = {"arcs": making.files([arcs])}
    if known:
        values["known"] = making.files(known)
    text = "SELECT position, outcome, grundy FROM read_parquet($known)" if known else _NOTHING_KNOWN
    question = _VALUE.format(known=text, mex=_MEX if making.grundy else "NULL::INTEGER")
    stem = f"{Path(arcs).parent.name}-" if not making.declared else ""
    name = f"{LEVELS}/{level:06}/{stem}{Path(arcs).name}"

    def make(path: Path) -> Record:
        outcomes: Counter[str] = Counter()
        values_met: Counter[int] = Counter()

        def tables() -> Iterator[Any]:
            with engine_of(making) as engine:
                for table in _tables(engine, question, values):
                    _count(outcomes, table["outcome"])
                    _count(values_met, table["grundy"])
                    yield table

        rows = write_parquet(path, _values(), tables())
        if making.declared and rows != positions:
            raise DisagreementError(
                f"{name}: {positions} positions have {rows} values, so an option of one is "
                "missing; remove the folder and begin anew, and report this with the rules"
            )
        values_met.pop(None, None)  # type: ignore[call-overload]
        return {"rows": rows, "outcomes": dict(outcomes), "values": _counted(values_met)}

    return finished(making.folder, name, make, making.of)


def engine_of(making: Making) -> duckdb.DuckDBPyConnection:
    """Return a way to ask DuckDB, which keeps to one processor and to its memory."""
    return _database(making.folder / WORK / SPILLED, making.memory >> 20).cursor()


@lru_cache(maxsize=1)  # to begin one takes longer than a small step
def _database(spilled: Path, megabytes: int) -> duckdb.DuckDBPyConnection:
    import duckdb

    settings: dict[str, str | bool | int | float | list[str]] = {
        "threads": 1,  # the processors are shared out among the steps
        "memory_limit": f"{megabytes}MiB",
        "temp_directory": str(spilled),
        "preserve_insertion_order": False,
    }
    return duckdb.connect(config=settings)


def _tables(engine: Any, question: str, values: dict[str, Any]) -> Iterator[pa.Table]:
    """Give the rows that answer a question, by tables of ``ROW_GROUP``."""
    import duckdb
    import pyarrow as pa

    try:
        reader = engine.sql(question, params=values).to_arrow_reader(ROW_GROUP)
        waiting: list[Any] = []
        rows = 0
        for batch in reader:  # whose sizes are DuckDB's own choice
            waiting.append(batch)
            rows += batch.num_rows
            if rows >= ROW_GROUP:
                table = pa.Table.from_batches(waiting)
                while table.num_rows >= ROW_GROUP:
                    yield table.slice(0, ROW_GROUP)
                    table = table.slice(ROW_GROUP)
                waiting, rows = table.to_batches(), table.num_rows
        if rows:
            yield pa.Table.from_batches(waiting)
    except duckdb.OutOfMemoryException as error:
        raise StoreError(f"DuckDB needs more memory or disk: {error}") from error


def _count(counts: Counter[Any], column: pa.ChunkedArray) -> None:
    """Count what is in a column."""
    counts.update({each["values"]: each["counts"] for each in column.value_counts().to_pylist()})


def _counted(counts: Counter[int]) -> dict[str, int]:
    """Return counts as JSON has them."""
    return {str(key): count for key, count in sorted(counts.items())}


def _schema(*columns: tuple[str, str]) -> pa.Schema:
    import pyarrow as pa

    return pa.schema([pa.field(name, pa.type_for_alias(kind)) for name, kind in columns])


def _starts() -> pa.Schema:
    return _schema(("position", "string"), ("level", "int32"))


def _positions() -> pa.Schema:
    return _schema(("position", "string"))


def _arcs() -> pa.Schema:
    return _schema(
        ("position", "string"), ("option", "string"), ("level", "int32"), ("ending", "string")
    )


def _values() -> pa.Schema:
    return _schema(("position", "string"), ("outcome", "string"), ("grundy", "int32"))
