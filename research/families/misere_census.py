"""A census of misère quotients: of each member of a family of heap games, in counted work.

>>> from research.families.members import family_of
>>> rows = list(misere_census(family_of("octal:0.2?"), to=30))
>>> print(rows[2].in_line())
octal:0.22          6   2         1      3
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oracles.misere_quotient import QuotientNotFoundError
from research.families.members import Family
from research.proving.misere_periods import NoMiserePeriod, prove_misere_period
from research.proving.misere_results import SMALL, under_misere_play
from research.proving.results import NotProvable
from research.resolving.loading import load_study

TO = 400  # the largest heap, unless another is asked for
HEADER = "member         order   P preperiod period to heap  why open"


class MisereRow(NamedTuple):
    """What is known of the misère play of one member.

    With a period, order and P-portion are those of the quotient of heaps of every size; without
    one, of the heaps to ``to``, and ``why`` says what prevents more.
    """

    member: str
    order: int | None = None
    p_portion: int | None = None
    preperiod: int | None = None
    period: int | None = None
    to: int | None = None
    why: str = ""

    def in_line(self) -> str:
        """Return the row below ``HEADER``."""
        cells = ("" if value is None else value for value in self)
        return "{:<14}{:>6}{:>4}{:>10}{:>7}{:>8}  {}".format(*cells).rstrip()


def misere_census(family: Family, to: int | None = None) -> Iterator[MisereRow]:
    """Yield a row for each member, looked at to the heap ``to``, in their order.

    InputError is raised at a member that is not a sum of heaps in which play ends.
    """
    for name, word in family.members:
        game = under_misere_play(load_study(word, claims=False)).game
        try:
            found = prove_misere_period(game, heaps=to or TO, limits=SMALL)  # type: ignore[arg-type]
        except NoMiserePeriod as error:
            q, cause, why = error.quotient, error.__cause__, "no period is proved"
            if isinstance(cause, QuotientNotFoundError):
                why = f"heap {cause.heap}: {cause.reason}"
            yield MisereRow(name, q.order, len(q.p_portion), to=q.heaps, why=why)
        except NotProvable as error:
            yield MisereRow(name, why=error.reason)
        else:
            q = found.quotient
            yield MisereRow(name, q.order, len(q.p_portion), found.preperiod, found.period)
