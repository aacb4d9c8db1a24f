"""What a person names on the command line or hands over in Python, as rules.

A subject is a one-line code (``octal:0.77``), the name of a study, a file, a study, or the rules
themselves. Heap games whose rule is a code have that code's other form too, which the fast
nimbers read; the two readers of codes are independent of each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fast.errors import InputError

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode
    from oracles.rules import Rules
    from research.claims.study import Study


class SubjectError(InputError):
    """Something was handed over that is neither rules nor a study nor a name of one."""


@dataclass(frozen=True)
class Subject:
    """Rules, and what to call them.

    Attributes
    ----------
    name
        As on the command line.
    title
        For people.
    game
        The rules.
    """

    name: str
    title: str
    game: Rules[Any]


def subject_of(what: str | Study | Rules[Any] | Subject) -> Subject:
    """Return the rules of whatever names them.

    Parameters
    ----------
    what
        A code such as ``"octal:0.77"`` or ``"subtraction:1,3,4"``, the name of a study, the path of
        a file that ends in ``.py``, a :class:`~research.claims.study.Study`, or a game.

    Raises
    ------
    SubjectError
        If it is none of these.
    CodeError, UnknownStudyError
        If a code is malformed or there is no such study.

    Examples
    --------
    >>> subject_of("octal:0.77").title
    'Heap game octal:0.77'
    """
    from oracles.rules import Rules

    if isinstance(what, Subject):
        return what
    if isinstance(what, str):
        from oracles.heaps import heap_game, is_heap_code

        if is_heap_code(what):
            return Subject(what, f"Heap game {what}", heap_game(what))
        from research.resolving.loading import load_study

        what = load_study(what)
    if isinstance(what, Rules):
        name = type(what).__name__
        return Subject(name, repr(what), what)
    game = getattr(what, "game", None)
    if not isinstance(game, Rules):
        raise SubjectError(
            f"subject={what!r}: expected a game, a study, a code such as 'octal:0.77', the name "
            "of a study, or a file that ends in .py"
        )
    return Subject(what.name, what.title, game)


def heap_code(game: Rules[Any]) -> HeapCode | str:
    """Return the code of a heap game in the form that the fast nimbers read, or why there is none.

    Examples
    --------
    >>> from oracles.heaps import HeapGame, octal
    >>> heap_code(octal("0.77")).text
    '0.77'
    >>> heap_code(HeapGame(lambda heap: [(less,) for less in range(heap)]))
    'its rule is a function and no code'
    """
    from fast.heap_codes import CodeError, parse_code
    from oracles.codes import TakeAndBreak
    from oracles.heaps import HeapGame, Subtraction

    rule = game.rule if isinstance(game, HeapGame) else None
    if isinstance(rule, TakeAndBreak):
        text = f"heap:{rule.code}"
    elif isinstance(rule, Subtraction):
        text = f"subtraction:{','.join(map(str, sorted(set(rule.numbers))))}"
    else:
        return "its rule is a function and no code"
    try:
        return parse_code(text)
    except CodeError as error:
        return f"the fast nimbers do not read it ({str(error).splitlines()[0]})"
