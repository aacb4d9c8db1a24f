"""The section of an exploration on the misère quotient of a heap game."""

from __future__ import annotations

from oracles.heaps import HeapGame
from oracles.misere_quotient import (
    MisereQuotient,
    QuotientNotFoundError,
    growing_quotients,
    verify,
)
from research.explore.section import Cells, Part, Section
from research.proving.misere_results import SMALL

IN_A_ROW = 12
HEAPS = 8 * IN_A_ROW - 1


def misere_quotient_of(game: HeapGame) -> Section:
    """Show the classes of the first heaps, their quotient, and how it grows heap by heap."""
    q, growth, said = MisereQuotient(), dict[tuple[int, int], int](), list[str]()
    try:
        for q in growing_quotients(game.replacements, HEAPS, SMALL):
            growth.setdefault((q.order, len(q.p_portion)), q.heaps)
    except QuotientNotFoundError as error:
        said.append(f"A limit was reached: {error}.")
    verify(q, game.replacements)
    words = list(map(q.name, q.pretending))
    rows = [[str(n), *words[n : n + IN_A_ROW]] for n in range(0, len(words), IN_A_ROW)]
    rows[-1] += [""] * (IN_A_ROW + 1 - len(rows[-1]))
    header = ["n", *map(str, range(IN_A_ROW))]
    p_portion = ", ".join(map(q.name, sorted(q.p_portion))) or "empty"
    grown = [[str(heap), *map(str, numbers)] for numbers, heap in growth.items()]
    parts: list[Part] = [
        Cells(header, rows, "Phi(n), n = row + column."),
        f"The quotient is {q.presentation()}. Its P-portion is {p_portion}.",
        *said,
        Cells(["from heap", "order", "P-portion"], grown),
    ]
    return Section("Misère quotient", parts)
