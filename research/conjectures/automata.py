"""Automata for a set of vectors, in each numeration system, from the kernel of the data.

The box of vectors is halved in number, not in side: the automaton is made on a smaller box
(:mod:`research.logic.synthesis`), and compared with every vector of the larger one outside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fast.lazy import np
from research.conjectures.conjecture import Conjecture
from research.logic.numeration import KINDS, system
from research.logic.synthesis import accepted, synthesised

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from research.logic.automaton import Automaton

    Members = NDArray[np.bool_]

SYSTEMS = tuple(f"lsd_{kind}" for kind in KINDS)
MOST_STATES = 60
LARGEST_ALPHABET = 1000


def conjecture_automata(
    members: Members,
    names: Sequence[str],
    what: str = "P",
    systems: Sequence[str] = SYSTEMS,
) -> list[Conjecture]:
    """Conjecture automata that accept exactly the members.

    Parameters
    ----------
    members
        Whether each vector of a box with equal sides is a member.
    names
        The coordinates' names.
    what
        What the set is, for the statement.
    systems
        The numeration systems to try.

    Examples
    --------
    >>> import numpy as np
    >>> [str(p) for p in conjecture_automata(np.arange(200) % 3 == 0, ["x"], systems=["lsd_2"])]
    ['automaton: P is accepted by an automaton of 3 states in lsd_2 [made on 100 values, tested on 100 others: passed]']
    """  # noqa: E501
    side = smaller_side(members.shape[0], len(names))
    box = (slice(0, side),) * len(names)
    conjectures = []
    for name in systems:
        if system(name).digits ** len(names) > LARGEST_ALPHABET:
            continue
        found = synthesised(members[box], name, names, most_states=MOST_STATES)
        if found is None:
            continue
        states = found.automaton.states
        statement = f"{what} is accepted by an automaton of {states} states in {name}"
        tested = _tested(members, found.automaton, names, name, side)
        conjectures.append(Conjecture("automaton", statement, side ** len(names), *tested, found))
    return conjectures


def smaller_side(side: int, dimension: int) -> int:
    """Return the side of the box that holds half of the vectors of a box, rounded down.

    >>> smaller_side(100, 1), smaller_side(100, 2)
    (50, 70)
    """
    smaller = side
    while 2 * smaller**dimension > side**dimension:
        smaller -= 1
    return smaller


def _tested(
    members: Members, automaton: Automaton, names: Sequence[str], numeration: str, side: int
) -> tuple[int, str]:
    """Compare with every vector outside the smaller box, smallest first."""
    predicted = accepted(automaton, names, numeration, members.shape)
    outside = np.ones(members.shape, np.bool_)
    outside[(slice(0, side),) * len(names)] = False
    wrong = np.argwhere((predicted != members) & outside)
    number = int(outside.sum())
    if not len(wrong):
        return number, ""
    first = min(wrong.tolist(), key=lambda vector: (max(vector), vector))
    values = ", ".join(f"{n} = {v}" for n, v in zip(names, first, strict=True))
    side_words = "is" if members[tuple(first)] else "is not"
    return number, f"{values} {side_words} a member"
