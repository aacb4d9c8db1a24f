"""The silver dollar game's criterion, for strips of every length.

Coordinates are the gaps g0, g1, ... to the left of each coin. Moving coin i by n takes n from gap i
and adds n to the next one; pocketing the leftmost coin makes g0 + 1 + g1 the first gap. There is a
control state for every number of coins up to the one asked for and every rank of the silver dollar.
With rank 0 it is pocketed at once, so all these positions are won. The strip's right end plays no
part, so what is proved holds for every length.

Criterion: 000_d369330adcb5c61a.txt, "How the Pocket Rule Changes the Losing Positions"; see
:mod:`fast.silver_dollar`.
"""

from __future__ import annotations

from typing import Any

from fast.errors import require_integer
from oracles.games.silver_dollar import SilverDollar
from research.automata.formula import Formula, Term, Truth, Variable
from research.automata.kernel import Move, Position, Rules
from research.automata.parser import parse, parse_term
from research.proofs.formula_games import FormulaGame
from research.proofs.known import Criterion, KnownTheorem
from research.proofs.recognising import nim_sum_formula

MOST_COINS = 7


def formulas(coins: int) -> FormulaGame:
    """Return the game with up to ``coins`` coins, the silver dollar among them, with its formulas.

    >>> formulas(2).read(((1, 4), 1))
    Position(state='m2r1', values=(1, 2))
    """
    coordinates: dict[str, tuple[str, ...]] = {}
    measure: dict[str, Term] = {}
    won: dict[str, Formula] = {}
    moves: list[Move] = []
    for number in range(1, coins + 1):
        for rank in range(number):
            state = f"m{number}r{rank}"
            coordinates[state] = tuple(f"g{place}" for place in range(number))
            # The sum of the coins' squares, up to a constant.
            measure[state] = parse_term(" + ".join(f"{number - i}*g{i}" for i in range(number)))
            if rank == 0:
                won[state] = Truth(value=True)
            moves += _moves(number, rank)
    level = {state: len(names) for state, names in coordinates.items()}
    rules = Rules(coordinates, tuple(moves), measure, level, won=won)
    game = SilverDollar(coins - 1)
    return FormulaGame(game, rules, _read, _written, "written by hand")


def _moves(coins: int, rank: int) -> list[Move]:
    state = f"m{coins}r{rank}"
    gaps = [f"g{place}" for place in range(coins)]
    moves = []
    for coin, gap in enumerate(gaps):
        image: list[Term] = [Variable(name) for name in gaps]
        image[coin] = parse_term(f"{gap} - n")
        if coin + 1 < coins:
            image[coin + 1] = parse_term(f"g{coin + 1} + n")
        guard = parse(f"n >= 1 & n <= {gap}").formula
        moves.append(Move(state, state, ("n",), guard, tuple(image)))
    if rank:
        image = [parse_term("g0 + 1 + g1"), *map(Variable, gaps[2:])]
        target = f"m{coins - 1}r{rank - 1}"
        moves.append(Move(state, target, (), Truth(value=True), tuple(image)))
    return moves


def _read(position: Any) -> Position | None:
    squares, silver = position
    if silver is None:
        return None
    walls = (-1, *squares)
    gaps = tuple(b - a - 1 for a, b in zip(walls, squares, strict=False))
    return Position(f"m{len(squares)}r{silver}", gaps)


def _written(position: Position) -> Any:
    squares, last = [], -1
    for gap in position.values:
        last += gap + 1
        squares.append(last)
    return tuple(squares), int(position.state.partition("r")[2])


def theorem(coins: int = 5) -> KnownTheorem:
    """Return the criterion for ``coins`` coins, the silver dollar among them.

    Parameters
    ----------
    coins
        From 2 to ``MOST_COINS``.

    Raises
    ------
    InputError
        If the number is out of range.
    """
    require_integer("coins", coins, least=2, most=MOST_COINS)
    active = ", ".join(f"g{place}" for place in range((coins + 1) % 2, coins, 2))
    shift = "" if coins % 2 == 0 else "; with rank 2 or more g0 counts one more"
    return KnownTheorem(
        formulas(coins),
        f"In the silver dollar game with {coins} coins ({coins - 1} worthless and the silver "
        "dollar, ranks from 0 at the left), the player to move loses exactly if the silver dollar "
        f"is not the leftmost coin and the nim sum of the gaps {active} is 0{shift}. For strips of "
        "every length, and likewise with fewer coins.",
        criterion(coins),
        shown=tuple(f"m{coins}r{rank}" for rank in range(1, coins)),
        wrong={
            "no shift for rank 2 and more": lambda: criterion(coins, shift=0),
            "a shift of two": lambda: criterion(coins, shift=2),
        }
        if coins > 2
        else {"the left gap too": lambda: {"m2r1": parse("$nimsum(g0,g1,0)").formula}},
    )


def criterion(coins: int, *, shift: int = 1) -> Criterion:
    """Return for each control state the formula of the positions that lose.

    Parameters
    ----------
    coins
        The largest number of coins.
    shift
        What is added to the first gap with an odd number of coins and rank 2 or more; 1 is right.
    """
    result: dict[str, Formula] = {}
    for number in range(2, coins + 1):
        active = [f"g{place}" for place in range((number + 1) % 2, number, 2)]
        for rank in range(1, number):
            terms = active[1:] + active[:1]
            if number % 2 and rank >= 2:
                terms[-1] = f"({terms[-1]} + {shift})"
            result[f"m{number}r{rank}"] = parse(nim_sum_formula(terms)).formula
    return result
