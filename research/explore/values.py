"""The stage of an exploration that shows Grundy values, or says why there are none.

Heap games are laid out by the size of one heap: a row for each period where a period is proved.
Their values beyond the explicit graph are the fast Grundy values, which are compared first with the
graph's values for every heap that the graph has. Other games are laid out by one or two
coordinates, or listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from research.explore.content import Cells, Drawing, Part, Section, Words
from research.explore.coordinates import coordinates_of
from research.explore.explored import Explored
from research.explore.grid import around_zero
from research.explore.labels import brief
from research.explore.oeis import Sequence as Terms
from research.proving.code_of_rules import heap_code

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode
    from research.explore.view import View
    from research.proving.periods import NoProof, PeriodProof

HEAPS = 10_000  # Grundy values of codes that leave at most two heaps
HEAPS_OF_MANY = 1_000  # of codes that leave more
MOST_IN_A_ROW = 18
MOST_ROWS = 16
IN_A_ROW = 10
MOST_SHOWN = 14  # values each way in a table by two coordinates
LISTED = 16
HEAP_VALUES = "Grundy values of the heaps"


def values(view: View) -> Section:
    """Show the first Grundy values."""
    from oracles.heaps import is_sum_of_heaps

    explored = view.explored
    if explored.partizan:
        return Section("Who wins", (_not_shown("they are those of impartial games"), who(explored)))
    reason = no_values(explored)
    heaps = is_sum_of_heaps(view.game) and not view.game.loopy
    if heaps and not reason and () in explored.outcomes:
        return _of_heaps(view)
    if reason:
        return Section("Outcomes and remoteness", (_not_shown(reason), who(explored)))
    grundy = explored.impartial.grundy_values
    return Section("Grundy values", _by_coordinates(view, grundy))


def one_heap_values(explored: Explored) -> list[int]:
    """Return the graph's Grundy values of the single heaps 0, 1, 2, ... that it has."""
    grundy = explored.impartial.grundy_values
    found: list[int] = []
    while (heap := (len(found),) if found else ()) in grundy:
        found.append(int(grundy[heap]))  # type: ignore[arg-type]  # play must end
    return found


def who(explored: Explored) -> Cells:
    """List the first positions with outcome and remoteness, and the genus where there is one."""
    truth = explored.truth
    rows = []
    positions = explored.positions[:LISTED]
    if explored.partizan:
        for position in positions:
            ends = [_ending(truth, position, player) for player in ("Left", "Right")]
            rows.append([brief(position), explored.outcomes[position], *ends])
        header = ["position", "outcome", "Left begins", "Right begins"]
        caption = "In brackets: how many moves play takes, the winner hurrying, the loser delaying."
        return Cells(header, rows, caption, left=(0, 2, 3))
    genus: Mapping[Any, Any] = {}
    if explored.game.misere and not _cannot(explored, "genera"):
        genus = explored.impartial.genera
    for position in positions:
        remoteness = explored.impartial.remoteness(position)
        row = [brief(position), explored.outcomes[position], _moves(remoteness)]
        rows.append(row + ([str(genus[position])] if genus else []))
    header = ["position", "outcome", "remoteness", *(["genus"] if genus else [])]
    return Cells(header, rows, _of_many(explored), left=(0, 3))


def _of_heaps(view: View) -> Section:
    """Show the values of single heaps, by the fast solver where it agrees with the graph."""
    true = one_heap_values(view.explored)
    code = heap_code(view.game)
    if isinstance(code, str):
        view.sequences[HEAP_VALUES] = Terms(tuple(true))
        words = f"From the explicit graph alone, heaps 0 to {len(true) - 1}: {code}."
        return Section("Grundy values", (Words(words), _rows(true), *_dots(true)))
    from research.proving.periods import PeriodProof, prove_period

    limit = max(HEAPS_OF_MANY if code.most_heaps > 2 else HEAPS, len(true) - 1)
    found, words = _compared(code, limit, true)
    view.sequences[HEAP_VALUES] = Terms(tuple(found or true))
    if not found:
        return Section("Grundy values", (Words(words), _rows(true), *_dots(true)))
    proof = view.period = prove_period(code, limit=limit)
    statement = Words(proof.statement())
    table = _by_period(found, proof) if isinstance(proof, PeriodProof) else _rows(found)
    return Section("Grundy values", (table, statement, Words(words), *_dots(found, proof)))


def _compared(code: HeapCode, limit: int, true: Sequence[int]) -> tuple[list[int], str]:
    """Return the fast Grundy values, if they agree with the graph, and words on that."""
    from fast.heap_games import grundy_values

    found = grundy_values(code, limit).tolist()
    wrong = [heap for heap, value in enumerate(true) if found[heap] != value]
    if wrong:
        heap = wrong[0]
        return [], (
            f"THE FAST VALUES DISAGREE with the explicit graph at heap {heap}: {found[heap]}, not "
            f"{true[heap]}. Shown are the graph's values; please report this."
        )
    return found, (
        f"Heaps 0 to {limit} by the fast values, which agree with the explicit graph on every "
        f"heap that it has (0 to {len(true) - 1})."
    )


def _by_period(found: Sequence[int], proof: PeriodProof) -> Cells:
    """Lay out the values by the period, or a divisor of it that fits; mark exceptions."""
    period = proof.period
    fitting = [width for width in range(6, MOST_IN_A_ROW + 1) if period % width == 0]
    width = fitting[-1] if fitting else IN_A_ROW
    if period < 6:  # several short periods make one row
        width = period * (12 // period)
    rows = min(MOST_ROWS, -(-(proof.preperiod + 2 * period) // width) + 1)
    shown = found[: rows * width]
    exceptions = {
        heap
        for heap in range(min(proof.preperiod, len(shown)))
        for ahead in [-(-(proof.preperiod - heap) // period)]
        if shown[heap] != proof.value(heap + ahead * period) - ahead * proof.saltus
    }
    marked = "; a star marks what differs from the period" if exceptions else ""
    return _rows(found, width, rows, exceptions, f"G(n), n = row + column{marked}.")


def _rows(
    found: Sequence[int],
    width: int = IN_A_ROW,
    rows: int = MOST_ROWS,
    exceptions: set[int] | frozenset[int] = frozenset(),
    caption: str = "G(n), n = row + column.",
) -> Cells:
    cells = []
    for first in range(0, min(len(found), rows * width), width):
        row = [
            ("*" if first + place in exceptions else "") + str(value)
            for place, value in enumerate(found[first : first + width])
        ]
        cells.append([f"{first}", *row, *[""] * (width - len(row))])
    return Cells(["n", *map(str, range(width))], cells, caption)


def _dots(found: Sequence[int], proof: PeriodProof | NoProof | None = None) -> tuple[Drawing, ...]:
    """Return the picture of the values against the heaps."""
    from research.explore.drawings import draw_values
    from research.proving.periods import PeriodProof

    shown = 200
    start: int | None = None
    if isinstance(proof, PeriodProof):
        shown = max(60, min(1000, proof.preperiod + 3 * proof.period))
        start = proof.preperiod
    first = list(found[:shown])
    caption = f"Grundy values of the heaps 0 to {len(first) - 1}"
    if start is not None and 0 < start < len(first):
        caption += f"; from {start} on they are periodic (shaded: before)"
    return (Drawing("values", caption + ".", lambda: draw_values(first, start)),)


def _by_coordinates(view: View, grundy: Mapping[Any, Any]) -> tuple[Part, ...]:
    """Lay out the values by one or two coordinates, or list them."""
    explored = view.explored
    coordinates = coordinates_of(explored.positions) or []
    read = {c: grundy[p] for c, p in zip(coordinates, explored.positions, strict=False)}
    if not all(isinstance(entry, int) for entries in read for entry in entries):
        read = {}
    number = len(coordinates[0]) if read else 0
    if number == 1:
        found: list[Any] = []
        while (len(found),) in read:
            found.append(read[len(found),])
        if found and all(isinstance(value, int) for value in found):
            view.sequences["Grundy values"] = Terms(tuple(found))
            return _rows(found), *_dots(found)
        if found:
            return (_rows(found),)
    if number == 2:
        return (_square(read, ordered=all(x <= y for x, y in read)),)
    if number == 3 and (slices := tuple(_slices(read))):
        return slices
    rows = [
        [brief(position), explored.outcomes[position], str(grundy[position])]
        for position in explored.positions[:LISTED]
    ]
    header = ["position", "outcome", "Grundy value"]
    return (Cells(header, rows, _of_many(explored), left=(0,)),)


def _slices(read: Mapping[Any, Any]) -> Iterator[Part]:
    """Lay out values by the last two of three coordinates, at the first two of the first."""
    ordered = all(list(entries) == sorted(entries) for entries in read)
    planes: dict[int, dict[tuple[int, int], Any]] = {}
    for (x, y, z), value in read.items():
        planes.setdefault(x, {})[y, z] = value
    wide = sorted(first for first, plane in planes.items() if len(plane) > 1)
    for first in around_zero(wide, 2):
        yield Words(f"The first coordinate is {first}:")
        yield _square(planes[first], ordered=ordered)


def _square(read: Mapping[Any, Any], *, ordered: bool) -> Cells:
    """Lay out values by two coordinates; where positions are written in order, both ways."""
    entries = sorted({entry for pair in read for entry in pair})
    rows, columns = entries, entries
    if entries[0] < 0:
        rows, columns = (sorted({pair[place] for pair in read}) for place in (0, 1))
    rows, columns = (list(around_zero(each, MOST_SHOWN)) for each in (rows, columns))

    def at(x: int, y: int) -> str:
        pair = (min(x, y), max(x, y)) if ordered else (x, y)
        return str(read.get(pair, ""))

    cells = [[str(x), *(at(x, y) for y in columns)] for x in rows]
    caption = "Grundy values: one coordinate by row, the next by column."
    return Cells(["", *map(str, columns)], cells, caption)


def no_values(explored: Explored) -> str:
    """Say why an impartial game has no Grundy values; empty if it has."""
    return _cannot(explored, "grundy_values")


def _cannot(explored: Explored, quantity: str) -> str:
    from oracles.errors import RulesError

    try:
        getattr(explored.impartial, quantity)
    except RulesError as error:
        return str(error).removeprefix(f"{explored.game!r}: ")
    return ""


def _not_shown(reason: str) -> Words:
    return Words(f"Grundy values are not shown: {reason}.")


def _of_many(explored: Explored) -> str:
    number = len(explored.positions)
    return f"The first {LISTED} of {number} positions." if number > LISTED else ""


def _ending(truth: Any, position: Any, player: str) -> str:
    winner = truth.winner(position, player)
    if winner is None:
        return "draw"
    return f"{winner} wins ({truth.remoteness(position, player)})"


def _moves(remoteness: int | None) -> str:
    return "∞" if remoteness is None else str(remoteness)
