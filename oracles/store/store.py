"""A store: what is true of a game, on disk, asked without the rules being run.

It is one DuckDB file: in the table ``position`` each position is a row with its rank, outcome and
Grundy value, in the order of ranks and texts; ``fact`` says of which rules and which size it is.
Questions are DuckDB's to answer. A position is written as JSON, so that any other program reads it
again: a tuple as a list, and a frozen set as ``{"set": [...]}``, its members by their texts in
order. Two positions have the same text exactly when they are equal.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oracles.errors import OracleError, PositionError, brief
from oracles.grundy import mex
from oracles.rule_contracts import final_outcome_of, options_of
from oracles.rules import Game, Outcome, outcome_of

if TYPE_CHECKING:
    import duckdb

LOWEST, SPREAD = 1_000, 200  # positions of a finished store that are compared with rules
_HEADERS = 3 * 4096  # bytes; a shorter file is what a full disk left, and holds nothing
_OFFLINE = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}


class StoreError(OracleError):
    """A store is in use, of other rules, not finished, or none."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"store={str(path)!r}: {problem}")


@contextmanager
def database_errors(path: Path) -> Iterator[None]:
    """Raise what DuckDB says of a file, another that uses it or no room, as StoreError.

    A question that Ctrl-C ends is a ``KeyboardInterrupt``; DuckDB makes another error of it.
    """
    import duckdb

    try:
        yield
    except RuntimeError as error:
        if str(error) == "Query interrupted":
            raise KeyboardInterrupt from error
        raise
    except duckdb.Error as error:
        line = f"{str(error).splitlines()[0]}; mend that"
        if "Could not set lock" in line:
            line = "another process uses it; wait until it has ended"
        raise StoreError(path, f"{line}, or name another file") from error


def connected(
    path: Path, table: str, *, read_only: bool = False, **settings: Any
) -> duckdb.DuckDBPyConnection:
    """Open a DuckDB file, made if need be; one that a full disk left without a table is begun anew.

    Raises :class:`StoreError` for anything else that is there, such as a file whose tables are
    others than ``table``; nothing is ever fetched to read it.
    """
    import duckdb

    if path.exists() and not path.is_file():
        raise StoreError(path, "it is not a regular file; name another")
    if path.exists():
        with path.open("rb") as file:
            head = file.read(12)
        ours = head[8:] == b"DUCK"
        if not read_only and path.stat().st_size < _HEADERS and (ours or not head):
            path.unlink()
        elif not ours:
            raise StoreError(path, "it is no DuckDB file; name another, or remove it")
    with database_errors(path):
        # A whole path: DuckDB takes a name such as ":memory:" or "md:" for another thing.
        settings = _OFFLINE | settings
        database = duckdb.connect(os.path.realpath(path), read_only=read_only, config=settings)
        tables = {
            name for (name,) in database.sql("SELECT table_name FROM duckdb_tables()").fetchall()
        }
    if tables and table not in tables:
        database.close()
        words = f"it holds no table {table}, but {', '.join(sorted(tables))}"
        raise StoreError(path, f"{words}; name another file")
    return database


class Store:
    """What is true of all positions of a store; :func:`open_store` opens one.

    ``facts`` are the game, the size and a digest of the rules; ``compared`` says which positions
    were compared with the rules.
    """

    def __init__(self, path: Path, database: duckdb.DuckDBPyConnection) -> None:
        self.path, self.database, self.compared = path, database, ""
        self.facts = dict(self.sql("SELECT name, said FROM fact"))

    def __repr__(self) -> str:
        return f"<Store of {self.facts['game']}: {len(self)} positions, size {self.facts['size']}>"

    def __len__(self) -> int:
        return int(self.sql("SELECT count(*) FROM position")[0][0])

    def sql(self, question: str, values: Any = None) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question to the table ``position``.

        Its columns are ``rank``, ``position``, ``outcome`` and ``grundy``.
        """
        with database_errors(self.path), self.database.cursor() as cursor:
            return list(cursor.execute(question, values).fetchall())

    def outcome(self, position: Hashable) -> Outcome:
        """Outcome of ``position`` under the game's own ending; errors as of :meth:`answer`."""
        return self.answer(position)[0]

    def grundy(self, position: Hashable) -> int | None:
        """Grundy value of ``position``, None if the game is not of normal play."""
        return self.answer(position)[1]

    def answer(self, position: Hashable) -> tuple[Outcome, int | None]:
        """Outcome of ``position`` and its Grundy value, if it has one.

        Raises
        ------
        PositionError
            If it is not in the store.
        """
        for found in self.known([position]).values():
            return found
        of = f"{self.facts['game']}, size {self.facts['size']}"
        raise PositionError(f"{brief(position)} is not in the store of {of}; ask for another")

    def known(self, positions: Iterable[Hashable]) -> dict[Hashable, tuple[Any, int | None]]:
        """Return outcome and Grundy value of those of some positions that are in the store."""
        rows = self.sql(
            "SELECT position, outcome, grundy FROM position "
            "WHERE position IN (SELECT unnest($texts::VARCHAR[]))",
            {"texts": list(map(to_text, positions))},
        )
        return {from_text(text): (outcome, grundy) for text, outcome, grundy in rows}

    def outcomes(self) -> Counter[str]:
        """Return how many positions have each outcome."""
        rows = self.sql("SELECT outcome, count(*) FROM position GROUP BY 1 ORDER BY 1")
        return Counter(dict(rows))

    def spread(self, number: int) -> list[Any]:
        """Return about as many positions, spread over all ranks."""
        every = max(1, len(self) // number)
        return self.positions(f"rowid % {every} = {every - 1}", 2 * number)

    def positions(self, condition: str, limit: int) -> list[Any]:
        """Return at most ``limit`` positions with a condition in SQL, the lowest ranks first."""
        rows = self.sql(
            f"SELECT position FROM position WHERE {condition} ORDER BY rank, position LIMIT $most",
            {"most": limit},
        )
        return [from_text(text) for (text,) in rows]


def open_store(path: str | Path, game: Game[Any] | None = None) -> Store:
    """Open a finished store, to ask it.

    Parameters
    ----------
    path
        Its file.
    game
        Rules to compare it with: the lowest positions, and some 200 spread over the store.

    Raises
    ------
    StoreError
        If there is no finished store, or one of other rules.

    Examples
    --------
    >>> import tempfile
    >>> from oracles.store.making import solve_store
    >>> from oracles.vectors import nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = solve_store(nim(2), 9, f"{folder}/nim", workers=0)
    ...     store = open_store(f"{folder}/nim")
    ...     store.grundy((3, 5)), store.outcomes(), store.positions("outcome = 'P'", 3)
    (6, Counter({'N': 45, 'P': 10}), [(0, 0), (1, 1), (2, 2)])
    """
    path = Path(path)
    if not path.exists():
        command = "grundwork solve GAME --size N --store FILE"
        raise StoreError(path, f"no finished store is there; make one, or go on, with: {command}")
    store = Store(path, connected(path, "position", read_only=True))
    if game is not None:
        lowest, spread = store.positions("true", LOWEST), store.spread(SPREAD)
        if difference := difference_from(game, store, [*lowest, *spread]):
            problem = f"it differs from the rules of {brief(game)}: {difference}"
            raise StoreError(path, f"{problem}; name another file, or remove this one")
        store.compared = (
            f"compared with the rules: the {len(lowest)} lowest positions, which hold all their "
            f"options, and {len(spread)} positions spread over the store"
        )
    return store


def require_same(path: Path, before: Mapping[str, str], facts: Mapping[str, str]) -> None:
    """Refuse a store of another game, another size or other rules than are asked for."""
    for name, said in facts.items():
        if before.get(name, said) != said:
            is_of = f"of {name} {before[name]}, not {said}"
            problem = "made by other rules" if name == "rules" else is_of
            raise StoreError(path, f"it is {problem}; name another file, or remove this one")


def difference_from(game: Game[Any], store: Store, positions: list[Any]) -> str:
    """Say where positions differ from what their options make them; nothing if they do not.

    Outcome and Grundy value of a position are those that the store's values of the options give.
    Where this holds of the lowest positions, of which every option is among them, their values are
    right by induction.
    """
    try:
        options = {position: set(options_of(game, position)) for position in positions}
        known = store.known({*positions, *chain.from_iterable(options.values())})
        for position, given in options.items():
            if absent := given - known.keys():
                return f"{brief(position)} has options that are not in the store: {brief(absent)}"
            there, grundy = known[position]
            outcomes = [known[option][0] for option in given]
            right = outcome_of(outcomes) if given else final_outcome_of(game, position)
            if there != right:
                return f"{brief(position)} has outcome {right}, not {there}"
            if grundy is not None and grundy != mex([known[option][1] or 0 for option in given]):
                return f"{brief(position)} has another Grundy value than {grundy}"
    except OracleError as error:  # as of rules that are asked for what is not theirs
        return str(error)
    return ""


def to_text(position: Hashable) -> str:
    """Return the text of a position.

    Raises
    ------
    PositionError
        If there is something else in it than integers, texts, tuples and frozen sets. No truth
        value is kept: it equals 0 or 1, and rules may tell them apart.

    Examples
    --------
    >>> to_text((3, "x", frozenset({(1, 0), (0, 2)})))
    '[3, "x", {"set": [[0, 2], [1, 0]]}]'
    """
    kind: type = type(position)
    if kind is int:
        return str(position)
    if kind is tuple:
        members: Any = position
        return f"[{', '.join([str(m) if type(m) is int else to_text(m) for m in members])}]"
    if kind is str:
        return json.dumps(position)
    if kind is frozenset:
        return '{"set": [' + ", ".join(sorted(map(to_text, position))) + "]}"  # type: ignore[call-overload]
    raise PositionError(
        f"{brief(position)}, a {kind.__name__}, cannot be kept in a store; write truth values as 0 "
        "and 1, and positions as integers, texts, tuples and frozen sets"
    )


def from_text(text: str) -> Any:
    """Return the position that a text of :func:`to_text` stands for."""

    def made(value: Any) -> Any:
        if type(value) is list:
            return tuple([made(each) for each in value])
        return frozenset(made(value["set"])) if type(value) is dict else value

    return made(json.loads(text))
