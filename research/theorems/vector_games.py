"""Games that are their vectors, with their criteria: nim, Wythoff's game, subtraction games."""

from __future__ import annotations

from oracles.moves import MoveGame
from oracles.vectors import VectorGame, nim
from research.logic.automaton import Automaton
from research.logic.parser import parse
from research.theorems.formula_games import FormulaGame
from research.theorems.known import KnownTheorem
from research.theorems.move_formulas import formulas_of
from research.theorems.recognising import nim_sum_formula
from research.theorems.vector_formulas import vector_formulas


def _formulas(game: VectorGame) -> FormulaGame:
    found = vector_formulas(game)
    if isinstance(found, str):
        raise TypeError(found)
    return found


def nim_theorem(heaps: int) -> KnownTheorem:
    """Return Bouton's theorem for 2, 3 or more heaps.

    >>> nim_theorem(3).words
    'In nim with 3 heaps the player to move loses exactly if their nim sum is 0.'
    """
    names = [f"x{place}" for place in range(1, heaps + 1)]
    wrong = parse(nim_sum_formula(names[:-1])).formula
    return KnownTheorem(
        _formulas(nim(heaps)),
        f"In nim with {heaps} heaps the player to move loses exactly if their nim sum is 0.",
        {"play": parse(nim_sum_formula(names)).formula},
        wrong={"without the last heap": lambda: {"play": wrong}},
    )


def wythoff_theorem() -> KnownTheorem:
    """Return Wythoff's theorem in Zeckendorf's numeration.

    (a, b) with a <= b is a P-position exactly if the word of a ends in an even number of zeros and
    the word of b is that of a with one more zero (Fraenkel 1982).
    """
    pair = wythoff_pairs()
    swapped = pair.renamed({"x1": "x2", "x2": "x1"})
    return KnownTheorem(
        _formulas(VectorGame([(1, 0), (0, 1), (1, 1)])),
        "In Wythoff's game the player to move loses exactly if, in Zeckendorf's numeration, the "
        "word of the smaller heap ends in an even number of zeros and the larger heap's word is "
        "the same with one more zero.",
        {"play": pair | swapped},
        "lsd_fib",
        wrong={
            "the smaller heap first only": lambda: {"play": pair},
            "equal heaps, as in nim": lambda: {"play": parse("x1 = x2").formula},
        },
    )


def wythoff_pairs() -> Automaton:
    """Return the automaton of (a, b): a ends in evenly many zeros, and b is a with one more.

    >>> from research.logic.numeration import system
    >>> [(a, b) for a in range(9) for b in range(14)
    ...  if system("lsd_fib").holds(wythoff_pairs(), {"x1": a, "x2": b})]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    """
    from research.logic.numeration import system

    # The states: nothing but zeros so far, evenly or oddly many of a; then the last digit of a,
    # which must be the next one of b. The letters are (a, b) = 00, 10, 01, 11.
    sink = 4
    table = [
        [1, 3, sink, sink],
        [0, sink, sink, sink],
        [2, 3, sink, sink],
        [sink, sink, 2, 3],
        [sink] * 4,
    ]
    automaton = Automaton.build(2, "lsd", ["x1", "x2"], table, [True, True, True, False, False])
    return automaton & system("lsd_fib").valid(("x1", "x2"))


SUBTRACTIONS = {(1, 2, 3): (4, (0,)), (1, 3, 4): (7, (0, 2)), (2, 5): (7, (0, 1, 4))}


def subtraction_theorem(numbers: tuple[int, ...], game: MoveGame | None = None) -> KnownTheorem:
    """Return the P-positions of a subtraction set among :data:`SUBTRACTIONS`.

    The periods are those of the tables in *Winning Ways*, 2nd ed., vol. 1, chapter 4.

    Parameters
    ----------
    numbers
        What may be taken.
    game
        The rules, with control state ``play`` and coordinate ``x``; written here unless given.
    """
    if game is None:
        moves = [f"move play -> play(x - {number}) where x >= {number}" for number in numbers]
        game = MoveGame("\n".join(["position play(x)", *moves]))
    period, rests = SUBTRACTIONS[numbers]
    criterion = " | ".join(f"(Ek x = {period}*k + {rest})" for rest in rests)
    listed = " or ".join(map(str, rests))
    wrong = parse(f"Ek x = {period + 1}*k").formula
    return KnownTheorem(
        formulas_of(game),
        f"Where {', '.join(map(str, numbers))} may be taken from a heap of x, the player to move "
        f"loses exactly if x mod {period} is {listed}.",
        {"play": parse(criterion).formula},
        wrong={f"period {period + 1}": lambda: {"play": wrong}},
    )
