"""A store: what is true of a game, on disk, asked without the rules being run.

Each finished level is a folder of Parquet files, a position a row with its outcome and Grundy
value, in the order of its texts (:mod:`oracles.levels.texts`); ``store.json`` says of which rules
and which size it is, and has the digest of every file. Questions are DuckDB's to answer. A file is
held to its digest before the first answer that is read from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from oracles.errors import OracleError, PositionError, RulesError, brief
from oracles.levels.cluster import require
from oracles.levels.files import Record, StoreError, read_header, what_is_wrong_with
from oracles.levels.holding import require_same, require_same_rules
from oracles.levels.texts import from_text, to_text
from oracles.rules import Game, Outcome


class Store:
    """What is true of all positions of a store.

    Parameters
    ----------
    folder, facts
        The folder, and what its header says; see :func:`open_store`.
    game
        The rules, to which every position that is asked about is held.

    Attributes
    ----------
    facts
        The game, size, number of positions, levels, and what it was held to.
    """

    def __init__(self, folder: Path, facts: Record, game: Game[Any] | None = None) -> None:
        self.folder, self.facts, self.game = folder, facts, game
        self._files: dict[int, list[Record]] = {}
        for record in facts["files"]:
            self._files.setdefault(int(Path(record["name"]).parent.name), []).append(record)
        self._whole: set[str] = set()

    def __repr__(self) -> str:
        return f"<Store of {self.facts['game']}: {len(self)} positions, size {self.facts['size']}>"

    def __len__(self) -> int:
        return int(self.facts["positions"])

    @property
    def held_to(self) -> str:
        """What it was held to, in words."""
        return str(self.facts["held_to"])

    @property
    def levels(self) -> list[int]:
        """The levels that have positions."""
        return sorted(self._files)

    def outcome(self, position: Hashable) -> Outcome:
        """Outcome of ``position`` under the game's own ending."""
        return self.answer(position)[0]

    def grundy(self, position: Hashable) -> int:
        """Grundy value of ``position``.

        Raises
        ------
        RulesError
            If the game has none.
        """
        found = self.answer(position)[1]
        if found is None:
            raise RulesError(
                f"{self.facts['game']}: Grundy values are those of normal play, where the player "
                "who cannot move loses; ask for the outcome"
            )
        return found

    def answer(self, position: Hashable) -> tuple[Outcome, int | None]:
        """Outcome of ``position`` and its Grundy value, if it has one; held to rules at hand.

        Raises
        ------
        PositionError
            If it is not in the store.
        StoreError
            If the rules are others than those of the store.
        """
        found: tuple[Outcome, int | None] = self.look_up([position])[position]
        if self.game is not None:
            require_same(self.game, self, [position])
        return found

    def look_up(self, positions: Iterable[Hashable]) -> dict[Hashable, tuple[Any, int | None]]:
        """Return outcome and Grundy value of some positions.

        Raises
        ------
        PositionError
            If one is not in the store.
        """
        asked = list(positions)
        found = self.known(asked)
        for position in asked:
            if position not in found:
                raise PositionError(
                    f"{brief(position)} is not in the store of {self.facts['game']}, size "
                    f"{self.facts['size']}; ask for another position; a larger store may have it"
                )
        return found

    def known(self, positions: Iterable[Hashable]) -> dict[Hashable, tuple[Any, int | None]]:
        """Return outcome and Grundy value of those of some positions that are in the store."""
        texts = {_text(position): position for position in positions}
        question = (
            "SELECT position, outcome, grundy FROM {levels} "
            "WHERE position IN (SELECT unnest($texts))"
        )
        rows = self._asked(question, texts=list(texts))
        return {texts[text]: (outcome, grundy) for text, outcome, grundy in rows}

    def outcomes(self, level: int | None = None) -> Counter[str]:
        """Return how many positions have each outcome, of one level or of all."""
        question = "SELECT outcome, count(*) FROM {levels} GROUP BY outcome ORDER BY outcome"
        return Counter(dict(self._asked(question, level)))

    def values(self, level: int | None = None) -> Counter[int]:
        """Return how many positions have each Grundy value, of one level or of all."""
        question = (
            "SELECT grundy, count(*) FROM {levels} WHERE grundy IS NOT NULL "
            "GROUP BY grundy ORDER BY grundy"
        )
        return Counter(dict(self._asked(question, level)))

    def p_positions(self, limit: int, level: int | None = None) -> list[Any]:
        """Return the first P-positions, those of the lowest levels first.

        Parameters
        ----------
        limit
            How many at most.
        level
            Of this level alone.
        """
        found: list[Any] = []
        for each in self.levels if level is None else [level]:
            question = (
                "SELECT position FROM {levels} WHERE outcome = 'P' ORDER BY position LIMIT $n"
            )
            if len(found) < limit:
                rows = self._asked(question, each, n=limit - len(found))
                found += [from_text(text) for (text,) in rows]
        return found

    def lowest(self, number: int) -> list[Any]:
        """Return the first positions, those of the lowest levels first."""
        found: list[Any] = []
        for level in self.levels:
            if len(found) < number:
                question = "SELECT position FROM {levels} ORDER BY position LIMIT $n"
                rows = self._asked(question, level, n=number - len(found))
                found += [from_text(text) for (text,) in rows]
        return found

    def spread(self, number: int) -> list[Any]:
        """Return about as many positions, spread over all files and levels."""
        every = max(1, len(self) // number)
        found: list[Any] = []
        before = 0
        for record in chain.from_iterable(self._files[level] for level in self.levels):
            rows = record["rows"]
            places = list(range((-before - 1) % every, rows, every))
            if places:
                found += [from_text(text) for text in self._rows(record, places)]
            before += rows
        return found

    def _rows(self, record: Record, places: list[int]) -> list[str]:
        """Return the positions in some rows of a file."""
        question = (
            "SELECT position FROM read_parquet($paths, file_row_number = true) "
            "WHERE file_row_number IN (SELECT unnest($places)) ORDER BY position"
        )
        values = {"paths": self._whole_paths([record]), "places": places}
        with self._engine.cursor() as engine:
            return [text for (text,) in engine.sql(question, params=values).fetchall()]

    def check(self) -> None:
        """Hold every file to its digest; errors as of :func:`open_store`."""
        self._paths(None)

    def _asked(self, question: str, level: int | None = None, **values: Any) -> list[Any]:
        """Return the rows that answer a question to one level, or to all."""
        paths = self._paths(level)
        if not paths:
            return []
        text = question.format(levels="read_parquet($paths)")
        with self._engine.cursor() as engine:
            return list(engine.sql(text, params={"paths": paths, **values}).fetchall())

    @cached_property
    def _engine(self) -> Any:
        import duckdb

        return duckdb.connect()

    def _paths(self, level: int | None) -> list[str]:
        levels = self.levels if level is None else [level]
        return self._whole_paths(r for each in levels for r in self._files.get(each, []))

    def _whole_paths(self, asked: Iterable[Record]) -> list[str]:
        """Return the paths of files, which are what was written."""
        records = list(asked)
        for record in records:
            if record["name"] not in self._whole:
                problem = what_is_wrong_with(self.folder, record)
                if problem:
                    raise StoreError(
                        f"store={str(self.folder)!r}: {problem}; nothing is answered from it: "
                        "remove the folder and make the store anew"
                    )
                self._whole.add(record["name"])
        return [str(self.folder / record["name"]) for record in records]


def _text(position: Hashable) -> str:
    try:
        return to_text(position)
    except OracleError as error:
        raise PositionError(str(error)) from error


def open_store(folder: str | Path, game: Game[Any] | None = None) -> Store:
    """Open a finished store, to ask it.

    Parameters
    ----------
    folder
        Where it lies.
    game
        Rules to hold it to: some 200 positions of it now, and each that is asked about.

    Raises
    ------
    StoreError
        If there is no finished store, or one of other rules; or, when it is asked, if a file is
        not what was written.

    Examples
    --------
    >>> import tempfile
    >>> from oracles.levels.solving import solve_store
    >>> from oracles.vectors import nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = solve_store(nim(2), 9, folder, workers=0)
    ...     store = open_store(folder)
    ...     store.grundy((3, 5)), store.outcomes(), store.p_positions(3)
    (6, Counter({'N': 45, 'P': 10}), [(0, 0), (1, 1), (2, 2)])
    """
    require("duckdb", "pyarrow")
    facts = read_header(Path(folder))
    if facts is None:
        raise StoreError(
            f"store={str(folder)!r}: no store is there that this version can read; make one with: "
            "grundwork solve GAME --size N --store FOLDER"
        )
    if not facts["finished"]:
        raise StoreError(
            f"store={str(folder)!r}: it is not finished; run it again with the same --size, it "
            "goes on where it was"
        )
    store = Store(Path(folder), facts, game)
    if game is not None:
        require_same_rules(game, store)
    return store
