"""The sections of an exploration on Grundy values and on P-positions.

Heap games are shown by the size of one heap: a row for each period where a period is proved. Their
values beyond the explicit graph are the fast Grundy values, which are compared first with the
graph's values for every heap that the graph has. Other games are laid out by their coordinates
(:mod:`research.explore.planes`), or listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from fast.heap_games import grundy_values
from oracles.errors import DisagreementError
from oracles.heaps import is_sum_of_heaps
from oracles.quantities import QUANTITIES, in_words, known_of, plain
from research.explore.drawings import draw_planes, draw_strip
from research.explore.explored import Explored
from research.explore.oeis import Sequence as Terms
from research.explore.planes import MOST_DRAWN, Plane, least_third, planes_of
from research.explore.section import Cells, Drawing, Part, Section, in_columns
from research.explore.thermographs import draw_thermographs
from research.proving.periods import NoProof, PeriodProof, heap_code, prove_period
from research.proving.results import NotProvable
from research.system.drawn import in_a_line
from research.system.progress import waiting

GRUNDY, VALUE = QUANTITIES["Grundy value"], QUANTITIES["value"]
HEAPS = 10_000  # Grundy values of codes that leave at most two heaps
HEAPS_OF_MANY = 1_000  # of codes that leave more
MOST_IN_A_ROW, MOST_ROWS, IN_A_ROW = 18, 16, 10
LISTED = 16
MOST_LISTED = 36  # P-positions
VALUED = 1_000  # positions of a partizan game whose values are counted
DRAWN = 6  # thermographs


class HeapValues(NamedTuple):
    """Grundy values of the single heaps 0, 1, 2, ..., where they come from, and their period."""

    values: Sequence[int]
    words: str
    proof: PeriodProof | NoProof | None = None  # None of rules without a code

    @property
    def period(self) -> PeriodProof | None:
        """The period, if one is proved."""
        return self.proof if hasattr(self.proof, "preperiod") else None  # type: ignore[return-value]


def values(explored: Explored) -> Section:
    """Show the first Grundy values, or who wins where there are none."""
    if explored.partizan and VALUE.why_not(explored.game, explored.truth):
        return Section("Who wins", (_facts(explored),))
    if explored.partizan:
        return Section("Values", (_facts(explored), *_values_and_temperatures(explored)))
    if reason := GRUNDY.why_not(explored.game):
        parts = f"{reason}.", _facts(explored)
        return Section("Outcomes and remoteness", parts)
    if (heaps := explored_heaps(explored)) is not None:
        return _in_rows(heaps, "Grundy values of the heaps")
    grundy: Mapping[Any, Any] = explored.truth.grundy_values
    shown: dict[Any, Any] = {position: plain(value) for position, value in grundy.items()}
    planes = planes_of(explored, shown, "Grundy value")
    if len(planes) == 1 and not planes[0].down:
        row = [planes[0].cells.get((n, 0)) for n in range(len(planes[0].cells))]
        if all(isinstance(value, int) for value in row):
            return _in_rows(HeapValues(row, ""), "Grundy values")  # type: ignore[arg-type]
    return Section("Grundy values", (_picture("values", planes) if planes else _facts(explored),))


def _picture(name: str, planes: Sequence[Plane], key: str = "") -> Drawing:
    """Show planes; of the picture, and of the characters, it is said what is left out."""
    first = planes[0]
    caption = f"Across: {first.across}"
    caption += f"; down: {first.down}" if first.down else ""
    caption += f"; entries: {first.number}." if first.number else "."
    lines = [line for plane in planes for line in [*plane.lines(), ""]]
    cut = first.shown(MOST_DRAWN, MOST_DRAWN)[2]
    return Drawing(name, caption, partial(draw_planes, planes), lines[:-1], key, cut)


def p_positions(explored: Explored) -> Section:
    """Show the P-positions; in a partizan game, every outcome."""
    title = "Outcomes" if explored.partizan else "P-positions"
    heaps = None if GRUNDY.why_not(explored.game) else explored_heaps(explored)
    if heaps is not None:
        zeros = tuple(heap for heap, value in enumerate(heaps.values) if value == 0)
        more = [*map(str, zeros[1:20]), *["…"] * (len(zeros) > 20)]
        shown = ", ".join(["the empty one", *more])
        words = (
            f"Single heaps to {len(heaps.values) - 1} that are P-positions: {shown}. Several heaps "
            "are one exactly if the nim sum of their values is 0 (Sprague 1935, Grundy 1939)."
        )
        return Section(title, (words,), {"heaps that are P-positions": Terms(zeros, 1)})
    if planes := planes_of(explored, explored.outcomes) or _single_heaps(explored):
        letters = ", ".join(letter for letter in explored.counts if letter != "N")
        dot = "a dot: N-position; " if "N" in explored.counts else ""
        key = (f"{letters}: outcome; " if letters else "") + f"{dot}blank: no such position."
        return Section(title, (_picture("p-positions", planes, key),), _sequences(planes))
    if (third := least_third(explored)) is not None:
        return Section(title, (_picture("p-positions", [third]),))
    return Section(title, _listed(explored))


def _single_heaps(explored: Explored) -> list[Plane]:
    """Return the outcomes of single heaps, where there are no Grundy values."""
    cells: dict[tuple[int, int], str | int] = {}
    if is_sum_of_heaps(explored.game):
        while (heap := (len(cells),) if cells else ()) in explored.outcomes:
            cells[len(cells), 0] = explored.outcomes[heap]
    return [Plane("", cells, "a single heap")] if cells else []


def _sequences(planes: Sequence[Plane]) -> dict[str, Terms]:
    """Return what may be a known sequence: the P-positions by one or by two coordinates."""
    if len(planes) != 1 or planes[0].rows:
        return {}
    found = sorted((y, x) for (x, y), value in planes[0].cells.items() if value == "P")
    if not planes[0].down:
        return {"P-positions": Terms(tuple(x for _, x in found), 1)}
    # Beyond half the size a row's P-position may lie outside, so the list may have gaps.
    size = max(x for x, _ in planes[0].cells)
    sure = [(y, x) for y, x in found if y <= x and 2 * y <= size]
    return {
        f"{which} coordinates of the P-positions": Terms(tuple(pair[place] for pair in sure), 1)
        for place, which in enumerate(("lesser", "greater"))
    }


def _listed(explored: Explored) -> Sequence[Part]:
    """List the first P-positions, or the first of every outcome."""
    parts: list[Part] = []
    for letter in explored.counts if explored.partizan else "PD":
        found = [p for p in explored.positions if explored.outcomes[p] == letter]
        kind = "draws" if letter == "D" else f"{letter}-positions"
        most = MOST_LISTED // 2 if explored.partizan else MOST_LISTED
        some = f"the first {most} of" if len(found) > most else "all"
        lines = list(in_columns([in_a_line(explored.game, position) for position in found[:most]]))
        parts += [Drawing(kind, f"{kind}: {some} {len(found)}.", None, lines)] * bool(found)
    return parts or ("There is no P-position.",)


def _facts(explored: Explored) -> Cells:
    """List the first positions with what is known of each."""
    truth: Any = explored.truth
    of_each: dict[str, Any] = {each.name: partial(each.value, truth) for each in known_of(truth)}
    caption = ""
    if explored.partizan:
        caption = "In brackets: the number of moves if the winner hurries and the loser delays."
        of_each |= {f"{who} begins": partial(_who_wins, truth, who) for who in truth.players}
    first, number = explored.positions[:LISTED], len(explored.positions)
    rows = [
        [in_a_line(explored.game, p), *(in_words(value(p)) for value in of_each.values())]
        for p in first
    ]
    if number > LISTED:
        caption = f"The first {LISTED} of {number} positions. {caption}".strip()
    left = [0, *(place for place, name in enumerate(of_each, 1) if name.endswith(" begins"))]
    return Cells(["position", *of_each], rows, caption, left)


def _values_and_temperatures(explored: Explored) -> list[Part]:
    """Count the values of the first positions, and their temperatures; draw the hottest."""
    positions = explored.positions[:VALUED]
    found: dict[Any, list[Any]] = {}
    for position in positions:
        found.setdefault(explored.truth.value(position), []).append(position)
    most = sorted(found.items(), key=lambda entry: -len(entry[1]))[:LISTED]
    rows = [[str(value), str(len(at)), in_a_line(explored.game, at[0])] for value, at in most]
    caption = f"Values of {len(positions)} positions by frequency: {len(rows)} of {len(found)}."
    temperatures = Counter(explored.truth.value(position).temperature for position in positions)
    degrees = [[str(t), str(temperatures[t])] for t in sorted(temperatures)]
    parts: list[Part] = [
        Cells(["value", "positions", "such as"], rows, caption, left=(0, 2)),
        Cells(["temperature", "positions"], degrees, "Temperatures of the same positions."),
    ]
    hot = sorted((value for value in found if value.is_hot), key=lambda value: -value.temperature)
    if hot:
        caption = "Thermographs of the hottest values."
        parts.append(Drawing("thermographs", caption, partial(draw_thermographs, hot[:DRAWN])))
    return parts


def _who_wins(truth: Any, player: str, position: Any) -> str:
    winner = truth.winner(position, player)
    return f"{winner} wins ({truth.remoteness(position, player)})" if winner else "draw"


@lru_cache(maxsize=2)
def explored_heaps(explored: Explored, largest: int | None = None) -> HeapValues | None:
    """Return the Grundy values of single heaps in a heap game with values; None in others.

    For a game with a code they are the fast values, as far as asked, or to some thousand heaps; a
    DisagreementError says that they are not those of the graph.
    """
    if not is_sum_of_heaps(explored.game) or explored.game.loopy or () not in explored.outcomes:
        return None
    grundy: Mapping[Any, Any] = explored.truth.grundy_values
    true: list[int] = []
    while (heap := (len(true),) if true else ()) in grundy:
        true.append(int(grundy[heap]))
    try:
        code = heap_code(explored.game)
    except NotProvable as error:
        return HeapValues(
            true, f"From the explicit graph alone, heaps 0 to {len(true) - 1}: {error}."
        )
    limit = (HEAPS_OF_MANY if code.most_heaps > 2 else HEAPS) if largest is None else largest
    limit = max(limit, len(true) - 1)
    with waiting(f"Grundy values of the heaps 0 to {limit}"):
        found = grundy_values(code, limit).tolist()
    wrong = next((heap for heap, value in enumerate(true) if found[heap] != value), None)
    if wrong is not None:
        raise DisagreementError(
            f"the fast values of {code.text} disagree with the explicit graph at heap {wrong}: "
            f"{found[wrong]}, not {true[wrong]}; please report this"
        )
    words = (
        f"Heaps 0 to {limit}, computed from the code. The values of the heaps 0 to "
        f"{len(true) - 1} agree with the explicit graph."
    )
    return HeapValues(found, words, prove_period(code, limit=limit) if largest is None else None)


def _in_rows(heaps: HeapValues, what: str) -> Section:
    """Show the values of heaps, or of the positions 0, 1, 2, ..., in rows and as pictures."""
    width, rows, exceptions = IN_A_ROW, MOST_ROWS, set[int]()
    if (period := heaps.period) is not None:
        width, rows = _row_of(period)
        exceptions = _exceptions(heaps.values[: rows * width], period)
    few = list(heaps.values[: rows * width])
    cells = []
    for first in range(0, len(few), width):
        shown = enumerate(few[first : first + width], first)
        row = [f"({value})" if heap in exceptions else f"{value}" for heap, value in shown]
        cells.append([f"{first}", *row, *[""] * (width - len(row))])
    caption, strip = "G(n), n = row + column", f"Grundy values G(0) to G({len(few) - 1})"
    caption += "; in brackets: what differs from the period." if exceptions else "."
    strip += "; framed: what differs from the period." if exceptions else "."
    parts: tuple[Part, ...] = (
        Drawing("values", strip, partial(draw_strip, few, width, exceptions)),
        Cells(["n", *map(str, range(width))], cells, caption),
        *([heaps.proof.statement()] if heaps.proof is not None else []),
        *([heaps.words] if heaps.words else []),
    )
    return Section("Grundy values", parts, {what: Terms(tuple(heaps.values))})


def _row_of(proof: PeriodProof) -> tuple[int, int]:
    """Return how many heaps make a row, by the period or a divisor that fits, and how many rows."""
    period = proof.period
    fitting = [width for width in range(6, MOST_IN_A_ROW + 1) if period % width == 0]
    width = fitting[-1] if fitting else IN_A_ROW
    if period < 6:  # several short periods make one row
        width = period * (12 // period)
    return width, min(MOST_ROWS, -(-(proof.preperiod + 2 * period) // width) + 1)


def _exceptions(found: Sequence[int], proof: PeriodProof) -> set[int]:
    """Return the heaps before the period whose value is not that of the period."""
    exceptions = set()
    for heap in range(min(proof.preperiod, len(found))):
        ahead = -(-(proof.preperiod - heap) // proof.period)
        if found[heap] != proof.value(heap + ahead * proof.period) - ahead * proof.saltus:
            exceptions.add(heap)
    return exceptions
