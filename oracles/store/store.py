"""A store: what is true of a game, on disk, asked without the rules being run.

It is one DuckDB file: in the table ``position`` each position is a row with its level, outcome and
Grundy value, in the order of levels and texts (:mod:`oracles.store.texts`); ``fact`` says of which
rules and which size it is. Questions are DuckDB's to answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oracles.errors import OracleError, PositionError, RulesError, brief
from oracles.rules import Outcome
from oracles.store.texts import from_text, to_text

if TYPE_CHECKING:
    import duckdb


class StoreError(OracleError):
    """A store is in use, of other rules, not finished, or none."""


class Store:
    """What is true of all positions of a store.

    Parameters
    ----------
    path
        Its file.
    database
        The file, opened.
    facts
        The game, the size, what the levels are, and what was compared with the rules.
    """

    def __init__(
        self, path: Path, database: duckdb.DuckDBPyConnection, facts: Mapping[str, str]
    ) -> None:
        self.path, self.database, self.facts = path, database, dict(facts)

    def __repr__(self) -> str:
        return f"<Store of {self.facts['game']}: {len(self)} positions, size {self.size}>"

    def __len__(self) -> int:
        return int(self.sql("SELECT count(*) FROM position")[0][0])

    def sql(self, question: str, values: Any = None) -> list[tuple[Any, ...]]:
        """Return the rows that answer a question to the table ``position``.

        Its columns are ``level``, ``position``, ``outcome`` and ``grundy``.
        """
        with self.database.cursor() as cursor:
            return list(cursor.execute(question, values).fetchall())

    @property
    def size(self) -> int:
        """The size that was solved."""
        return int(self.facts["size"])

    @property
    def held_to(self) -> str:
        """What of it was compared with the rules, in words."""
        return self.facts["held_to"]

    @property
    def levels(self) -> list[int]:
        """The levels that have positions."""
        return [level for (level,) in self.sql("SELECT DISTINCT level FROM position ORDER BY 1")]

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
        """Outcome of ``position`` and its Grundy value, if it has one.

        Raises
        ------
        PositionError
            If it is not in the store.
        """
        found = self.known([position])
        if position not in found:
            raise PositionError(
                f"{brief(position)} is not in the store of {self.facts['game']}, size "
                f"{self.size}; ask for another position; a larger store may have it"
            )
        return found[position]

    def known(self, positions: Iterable[Hashable]) -> dict[Hashable, tuple[Any, int | None]]:
        """Return outcome and Grundy value of those of some positions that are in the store."""
        try:
            texts = {to_text(position): position for position in positions}
        except RulesError as error:
            raise PositionError(str(error)) from error
        rows = self.sql(
            "SELECT position, outcome, grundy FROM position "
            "WHERE position IN (SELECT unnest($texts::VARCHAR[]))",
            {"texts": list(texts)},
        )
        return {texts[text]: (outcome, grundy) for text, outcome, grundy in rows}

    def outcomes(self) -> Counter[str]:
        """Return how many positions have each outcome."""
        return self._counted("outcome")

    def values(self) -> Counter[int]:
        """Return how many positions have each Grundy value."""
        return self._counted("grundy")

    def _counted(self, column: str) -> Counter[Any]:
        rows = self.sql(
            f"SELECT {column}, count(*) FROM position WHERE {column} IS NOT NULL "
            "GROUP BY 1 ORDER BY 1"
        )
        return Counter(dict(rows))

    def p_positions(self, limit: int) -> list[Any]:
        """Return at most ``limit`` P-positions, those of the lowest levels first."""
        return self._positions("outcome = 'P'", limit)

    def lowest(self, number: int) -> list[Any]:
        """Return the first positions, those of the lowest levels first."""
        return self._positions("true", number)

    def spread(self, number: int) -> list[Any]:
        """Return about as many positions, spread over all levels."""
        every = max(1, len(self) // number)
        return self._positions("rowid % $every = $every - 1", 2 * number, every=every)

    def _positions(self, condition: str, limit: int, **values: Any) -> list[Any]:
        rows = self.sql(
            f"SELECT position FROM position WHERE {condition} ORDER BY level, position LIMIT $most",
            {"most": limit, **values},
        )
        return [from_text(text) for (text,) in rows]
