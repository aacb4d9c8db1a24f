"""The page of the vector games on two piles, with up to three vectors of entries up to 2.

They are the members of ``FAMILY``, of two games that differ by the order of the piles one.
"""

from __future__ import annotations

from dataclasses import dataclass

from oracles.vectors import VectorGame
from research.families.catalogue.index import Page
from research.families.known import Known
from research.families.vector_games import look_at_vectors
from research.families.vector_words import FAMILY, vector_codes
from research.reporting.markdown import code, table
from research.resolving.vector_codes import vector_game
from research.system.progress import telling

TO = 255
SHOWN_TERMS = 21
SHOWN_POSITIONS = 6

Vectors = tuple[tuple[int, ...], ...]  # ((0, 1), (1, 0), (1, 1))


@dataclass(frozen=True)
class _Found:
    """One game: what is known, its P-positions, and the proof's system of numeration."""

    vectors: Vectors
    known: Known
    p_positions: tuple[tuple[int, ...], ...]
    system: str
    words: str


def vector_page(family: str = FAMILY, to: int = TO) -> Page:
    """Look at all games of a family, piles to a bound, and return their page."""
    title = "Vector games on two piles"
    found = []
    with telling(title) as tell:
        games = vector_codes(family) or []
        for number, game in enumerate(games, 1):
            tell(f"{game}, {number} of {len(games)}")
            found.append(_find(vector_game(game), to))
    rows: dict[tuple[tuple[tuple[int, ...], ...], str], list[_Found]] = {}
    for each in found:
        rows.setdefault((each.p_positions, each.known.theorem), []).append(each)
    proved = [row for row in rows.values() if row[0].known.theorem]
    open_ones = [row for row in rows.values() if not row[0].known.theorem]
    number = sum(map(len, proved))
    parts = [
        f"# {title}",
        "Up to 3 vectors of entries 0 to 2, of two games that differ "
        "by exchanging the piles one. A move lowers the piles by any number of times a vector. "
        f"Games: {len(found)}; with P-positions proved for all natural numbers: {number}; with "
        f"P-positions known where no pile is above {to}: {len(found) - number}. The first "
        "Grundy values are those of (0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0) and so on; in "
        "a row with several games they are of the first.",
        "## Differences from published tables",
        "None of the tables that were compared has vector games, so there is nothing to compare.",
        "## Proved for all natural numbers",
        "The games of a row have the same P-positions where no pile is above "
        f"{to}, and each has a proof of its own. The automaton reads the digits of both piles, the "
        "least significant first, and accepts the P-positions, of which the first are shown where "
        "no formula is recognised.",
        table(
            ["Vectors", "States", "Numeration", "P-positions", "Theorem", "First Grundy values"],
            [_proved_row(row) for row in proved],
        ),
        "## Not proved",
        table(
            ["Vectors", "Piles to", "P-positions among them", "Why not", "First Grundy values"],
            [_open_row(row) for row in open_ones],
        ),
        "",
    ]
    text = "\n\n".join(parts)
    return Page("vectors.md", title, text, len(found), len(rows), number, f"piles of {to}")


def _find(game: VectorGame, to: int) -> _Found:
    look = look_at_vectors(game, to=to)
    positions = look.truth.p_positions
    # Where the piles are alike a position is written with the smaller pile first.
    both = {p for q in positions for p in ((q, q[::-1]) if not look.game.ordered else (q,))}
    words = look.words.partition(" exactly if ")[2].removesuffix(". For all natural numbers.")
    return _Found(tuple(game.vectors), look.known(), tuple(sorted(both)), look.system, words)


def _proved_row(row: list[_Found]) -> list[str]:
    states = sorted({each.known.states or 0 for each in row})
    systems = sorted({_numeration(each.system) for each in row})
    formulas = sorted({each.words for each in row if "automaton" not in each.words})
    return [
        _names(row),
        " or ".join(map(str, states)),
        " or ".join(systems),
        "; ".join(formulas) or f"{_first(row[0].p_positions)}, ...",
        row[0].known.theorem,
        _terms(row),
    ]


def _open_row(row: list[_Found]) -> list[str]:
    reasons = sorted({e.known.sentence.partition("nothing is proved beyond: ")[2] for e in row})
    return [
        _names(row),
        str(row[0].known.bound),
        str(len(row[0].p_positions)),
        " ".join(reasons),
        _terms(row),
    ]


def _names(row: list[_Found]) -> str:
    return "; ".join(code(" ".join(str(v).replace(" ", "") for v in e.vectors)) for e in row)


def _first(positions: tuple[tuple[int, ...], ...]) -> str:
    """Write the P-positions of the smallest totals."""
    smallest = sorted(positions, key=lambda position: (sum(position), position))
    return ", ".join(str(position).replace(" ", "") for position in smallest[:SHOWN_POSITIONS])


def _terms(row: list[_Found]) -> str:
    return ", ".join(map(str, row[0].known.first_terms[:SHOWN_TERMS]))


def _numeration(system: str) -> str:
    return "Zeckendorf" if system.endswith("fib") else f"base {system.removeprefix('lsd_')}"
