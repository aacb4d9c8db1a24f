"""Outcomes or numbers laid out in a plane, and as characters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

COLUMNS, ROWS = 36, 24  # in characters


def around_zero(numbers: Sequence[int], most: int) -> Sequence[int]:
    """Return so many of some ascending numbers: the first, or those about 0 if some are negative.

    >>> around_zero(range(9), 3), around_zero(range(-9, 9), 3), around_zero(range(-9, 0), 3)
    (range(0, 3), range(-1, 2), range(-3, 0))
    """
    negative = bisect_left(numbers, 0)
    begin = max(0, min(negative - most // 2, len(numbers) - most)) if negative else 0
    return numbers[begin : begin + most]


@dataclass(frozen=True)
class Grid:
    """Outcomes or numbers laid out in a plane.

    Attributes
    ----------
    title
        Which part it is; empty if there is only one.
    columns, rows
        What stands along both axes; a single row without name for one coordinate.
    cells
        What is at (column, row): an outcome, or a number.
    across, down
        What the axes are.
    """

    title: str
    columns: Sequence[int]
    rows: Sequence[int]
    cells: Mapping[tuple[int, int], str | int]
    across: str = ""
    down: str = ""

    def lines(self) -> list[str]:
        """Write it in characters: outcomes by their letters but N as a dot."""
        wide = max([2, *(len(str(value)) + 1 for value in self.cells.values())])
        columns = around_zero(self.columns, min(COLUMNS, 72 // wide))
        rows = around_zero(self.rows, ROWS)
        side = max(len(str(row)) for row in rows)
        written = [self.title] if self.title else []
        marks = {column: str(column) for column in columns if column % (5 if wide == 2 else 1) == 0}
        head = "".join(marks.get(column, "").rjust(wide) for column in columns)
        written.append(" " * side + " " + head.rstrip())
        for row in rows:
            cells = (self._cell(column, row).rjust(wide) for column in columns)
            label = str(row) if len(self.rows) > 1 else ""
            written.append(f"{label.rjust(side)} {''.join(cells)}".rstrip())
        cut = [
            f"{what} to {shown[-1]} of {every[-1]}"
            if shown[0] == every[0]
            else f"{what} {shown[0]} to {shown[-1]} of {every[0]} to {every[-1]}"
            for what, shown, every in (
                ("columns", columns, self.columns),
                ("rows", rows, self.rows),
            )
            if len(shown) < len(every)
        ]
        if cut:
            written.append(f"({', '.join(cut)})")
        return written

    def _cell(self, column: int, row: int) -> str:
        value = self.cells.get((column, row), " ")
        return "·" if value == "N" else str(value)
