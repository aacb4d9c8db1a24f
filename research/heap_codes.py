"""Studies of heap games that are given by a code, such as ``octal:0.77``.

The code is rules enough: there are no claims, but the nimbers that :mod:`fast.heap_games`
computes are confirmed against the explicit graph, so that ``answer`` can give them.
"""

from __future__ import annotations

from pathlib import Path

from fast.confirmed import Gated
from oracles.heaps import heap_game
from research.study import Study


def study_of_code(code: str) -> Study:
    """Return the study of the heap game that ``code`` says.

    Parameters
    ----------
    code
        As :func:`oracles.heaps.heap_game` reads it.

    Raises
    ------
    CodeError
        If the code is malformed.

    Examples
    --------
    >>> study_of_code("octal:0.77").name
    'octal-0-77'
    """
    code = code.replace(" ", "")
    study = Study(
        _name(code),
        heap_game(code),
        title=code,
        about=f"The heap game of the code {code}.",
        source="the code",
        file=Path(__file__).resolve(),
    )
    if _is_known_to_solver(code):
        _confirm_nimbers(study, code)
    return study


def _confirm_nimbers(study: Study, code: str) -> None:
    """Compare the fast nimbers with the Grundy values on the explicit graph."""

    def nimber(heap: int) -> int:
        """Return the Grundy value of one heap."""
        from fast.heap_games import nimbers  # numpy is slow to import

        return int(nimbers(_for_solver(code), heap)[heap])

    def true_nimber(heap: int) -> int:
        value = study.small_cases.truth.grundy((heap,) if heap else ())  # type: ignore[union-attr]
        return int(value)  # type: ignore[arg-type]  # play ends, so it is finite

    def one_too_much(heap: int) -> int:
        return nimber(heap) + 1

    study.confirm(
        Gated(nimber, study.name, target=code),
        true_nimber,
        over="sizes",
        controls={"one too much": one_too_much},
        answer=True,
        headline={"heap": 100},
    )


def _name(code: str) -> str:
    """Write a code in letters, digits and dashes, different for different codes."""
    written = {":": "-", ".": "-", ",": "-", "!": "-distinct", "?": "-unlike", "[": "-repeated-"}
    return "".join(written.get(c, c) for c in code if c != "]").replace("--", "-")


def _for_solver(code: str) -> str:
    """Write the code as the solver reads it, which calls codes of any digits ``heap:``."""
    kind, _, digits = code.partition(":")
    return f"heap:{digits}" if kind == "code" else code


def _is_known_to_solver(code: str) -> bool:
    """Whether the solver reads this code; it reads fewer marks than the oracle."""
    from fast.errors import InputError
    from fast.heap_codes import parse_code

    try:
        parse_code(_for_solver(code))
    except InputError:
        return False
    return True
