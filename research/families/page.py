"""The page of a census: one file of HTML that needs no network; the same facts, the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from research.families.comparing import groups, same_to
from research.families.looks import HEAPS, Look
from research.families.summary import OPEN_FIRST, Summary
from research.families.telling import in_brief
from research.reporting.markdown import as_html, code, plain, svg_address, table
from research.system.html import html_page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN_TERMS = 24
MOST_ROWS = 1_000  # of one table
MOST_DRAWN = 600  # members of the picture
LARGEST_COLOURED = 15  # values beyond have one colour


def page(summary: Summary) -> str:
    """Return the page of a census."""
    return html_page(f"Census of {summary.family}", _STYLE, as_html(_markdown(summary)))


def _markdown(summary: Summary) -> str:
    from research.system.pictures import svg

    parts = [f"# Census of {plain(summary.family)}", plain(summary.in_a_line()) + "."]
    if any(look.known.first_terms for look in summary.looks.values()):
        parts.append(f"![{_CAPTION}]({svg_address(svg(lambda: _picture(summary.looks)))})")
        parts.append(f"*{_CAPTION}*")
    parts += [
        *_section("Claims", "How many members have each verdict.", _claims(summary)),
        *_section(
            "Open", f"Nothing is proved of them for every size. {OPEN_FIRST}", _open(summary)
        ),
        *_section("Refuted claims", "With the smallest counterexample found.", _refuted(summary)),
        *_section(
            "Called equal", "What the table calls equal, with what differs first.", _equal(summary)
        ),
        *_section("Proved", "For every size, by the theorem that is named.", _proved(summary)),
        *_section("Same sequence", _SAME, _groups(summary)),
        *_section(
            "Faults",
            "What ended the look at them, or is wrong with their checks.",
            _failed(summary),
        ),
    ]
    return "\n\n".join(parts)


Table = tuple[Sequence[str], list[list[str]]]


def _section(title: str, words: str, found: Table) -> list[str]:
    header, rows = _without_empty(*found)
    if not rows:
        return []
    more = len(rows) - MOST_ROWS
    left = [f"And {more} more, which `--csv` writes."] if more > 0 else []
    return [f"## {title}: {len(rows)}", words, table(header, rows[:MOST_ROWS]), *left]


def _without_empty(header: Sequence[str], rows: list[list[str]]) -> Table:
    """Leave out the columns in which no row has anything."""
    kept = [n for n in range(len(header)) if any(row[n] for row in rows)]
    return [header[n] for n in kept], [[row[n] for n in kept] for row in rows]


def _open(summary: Summary) -> Table:
    same = groups(summary.looks)
    header = ["member", "same as", "known", "to", "first values", "proposed", "OEIS"]
    rows = [
        [
            code(name),
            "" if same.get(name, name) == name else _same(summary.looks, name, same[name]),
            look.level,
            str(look.known.bound),
            _terms(look),
            "; ".join(map(plain, look.proposals)),
            _names(summary.names, name),
        ]
        for name, look in summary.open.items()
    ]
    return header, rows


def _same(looks: Mapping[str, Look], member: str, first: str) -> str:
    last = same_to(looks[member].known, looks[first].known)
    return code(first) + ("" if last is None else f" to term {last}")


def _proved(summary: Summary) -> Table:
    header = ["member", "preperiod", "period", "saltus", "states", "by", "first values", "OEIS"]
    rows = []
    for name, look in summary.proved.items():
        known = look.known
        numbers = (known.preperiod, known.period, known.saltus, known.states)
        shown = ["" if number is None else str(number) for number in numbers]
        names = _names(summary.names, name)
        rows.append([code(name), *shown, plain(known.theorem), _terms(look), names])
    return header, rows


def _refuted(summary: Summary) -> Table:
    rows = [
        [code(name), plain(claim.name), plain(claim.counterexample)]
        for name, look in summary.refuted.items()
        for claim in look.claims
        if claim.level == "refuted"
    ]
    return ["member", "claim", "counterexample"], rows


def _claims(summary: Summary) -> Table:
    levels = ["proved", "exhausted", "tested", "untested", "refuted"]
    rows = [
        [
            plain(name),
            *(str(found[level] or "") for level in levels),
            plain(in_brief(summary.refuted_of(name))),
        ]
        for name, found in summary.claims.items()
    ]
    return ["claim", *levels, "refuted of"], rows


def _equal(summary: Summary) -> Table:
    found = sorted(summary.equal, key=lambda each: (not each.differ, not each.incomparable))
    rows = [[each.verdict, plain(str(each))] for each in found]
    return ["", ""], [*rows, *(["not compared", plain(each)] for each in summary.not_compared)]


def _groups(summary: Summary) -> Table:
    rows = [
        [
            str(len(members)),
            plain(_what(summary.looks[first])),
            "all" if (last := summary.same_to(first)) is None else f"to {last}",
            ", ".join(map(code, members)),
        ]
        for first, members in summary.groups.items()
    ]
    return ["members", "of the", "terms", "which"], rows


def _what(look: Look) -> str:
    """Return what its terms are, where that is not the values of heaps."""
    return "" if look.terms == HEAPS else look.terms


def _failed(summary: Summary) -> Table:
    rows = [[code(n), plain(each.state), plain(each.fault)] for n, each in summary.failed.items()]
    return ["member", "what happened", "why"], rows


def _names(names: Mapping[str, list[str]], member: str) -> str:
    found = [each.partition(" ")[0] for each in names.get(member, ())]
    return ", ".join(f"[{each}](https://oeis.org/{each})" for each in found[:3])


def _terms(look: Look) -> str:
    shown = look.known.first_terms[:SHOWN_TERMS]
    return " ".join(map(str, shown)) + (" ..." if len(look.known.first_terms) > len(shown) else "")


def _picture(looks: Mapping[str, Look]) -> Figure:
    """Draw the first values of every member, a line each."""
    import numpy as np

    from research.system.pictures import axes

    drawn = [each.known.first_terms for each in looks.values() if each.known.first_terms]
    drawn = drawn[:MOST_DRAWN]
    width = max(map(len, drawn))
    cells = np.full((len(drawn), width), np.nan)
    for line, terms in enumerate(drawn):
        cells[line, : len(terms)] = np.minimum(terms, LARGEST_COLOURED)
    top = max(1, min(LARGEST_COLOURED, max(map(max, drawn))))
    height = min(8.0, max(2.2, 1.2 + len(drawn) / 40))
    ax = axes(9.0, height, margins=(0.8, 0.7, 1.4, 0.2))
    image = ax.imshow(
        cells, aspect="auto", interpolation="nearest", cmap="viridis", vmin=0, vmax=top
    )
    ax.set_xlabel("term")
    ax.set_ylabel("member")
    bar = ax.figure.colorbar(image, ticks=[0, top], label="value")
    bar.ax.set_yticklabels(["0", f"{top}{' or more' * (top == LARGEST_COLOURED)}"])
    return ax.figure  # type: ignore[return-value]


_CAPTION = (
    f"The first values, a line for each member in the order of the family, at most {MOST_DRAWN}."
)
_SAME = (
    "Members of which the terms that are named agree as far as they were compared, Grundy values "
    "of heaps where none are, and the proved periods where both are proved: all terms, where these "
    "give every one, else the terms 0, 1, ... to the last that was compared. Games of which the "
    "numbers of P-positions agree may be different games."
)
_STYLE = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem; }
img { max-width: 100%; background: #fff; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: 0.9rem; }
th, td { border: 1px solid #8886; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
td { max-width: 40rem; }
td:first-child { white-space: nowrap; }
"""
