"""Games for the proofs: rules from the sources, P-positions by definition."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

from research.logic.formula import Formula, TruthValue, Variable, parse, parse_term
from research.logic.formula_rules import DefinableGame, Move

# The import mode puts no test folder on the path; the strategies lie beside this file.
sys.path.append(str(Path(__file__).parent))

Option = Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]]


def xor_is_zero(terms: list[str]) -> Formula:
    """Return the formula: the nim sum of the terms is 0. The last term may be a sum."""
    if len(terms) == 1:
        return parse(f"{terms[0]} = 0").formula
    parts, total, sums = [], terms[0], []
    for number, term in enumerate(terms[1:-1]):
        sums.append(f"t{number}")
        parts.append(f"$nimsum({total},{term},t{number})")
        total = f"t{number}"
    body = " & ".join([*parts, f"{total} = {terms[-1]}"])
    return parse(f"E{','.join(sums)} {body}" if sums else body).formula


def blackboard_rules() -> DefinableGame:
    """The binary blackboard (Project Euler 711): who moves, and the flag of running parity.

    Source: the four-state encoding, step 1: options (r, q) -> (r - x, q xor t(x)); at r = 0 Oscar
    wins exactly when the flag is 1.
    """
    moves = tuple(
        Move(
            f"{player}{flag}",
            f"{'E' if player == 'O' else 'O'}{flag ^ bit}",
            ("x",),
            parse(f"x >= 1 & x <= r & T[x] = @{bit}").formula,
            (parse_term("r - x"),),
        )
        for player in "OE"
        for flag in (0, 1)
        for bit in (0, 1)
    )
    states = {f"{player}{flag}": ("r",) for player in "OE" for flag in (0, 1)}
    ended = parse("r = 0").formula
    measure = {state: Variable("r") for state in states}
    return DefinableGame(states, moves, measure, won={"O1": ended, "E0": ended})


def blackboard_losses(bound: int) -> dict[str, np.ndarray]:
    """The positions in which the player to move loses, by the recurrence of the source."""
    parity = np.array([number.bit_count() % 2 for number in range(bound)])
    oscar, eric = np.zeros((2, bound), bool), np.zeros((2, bound), bool)  # Oscar wins
    oscar[1, 0] = eric[1, 0] = True
    for rest in range(1, bound):
        moves = np.arange(1, rest + 1)
        for flag in (0, 1):
            flags = flag ^ parity[moves]
            oscar[flag, rest] = eric[flags, rest - moves].any()
            eric[flag, rest] = oscar[flags, rest - moves].all()
    return {"O0": ~oscar[0], "O1": ~oscar[1], "E0": eric[0], "E1": eric[1]}


def silver_dollar_rules(most: int) -> DefinableGame:
    """The silver dollar game (Project Euler 344) with up to ``most`` coins, in gaps.

    Control state ``mMrR``: M coins, the silver dollar has rank R from the left. Pocketing the
    silver dollar wins at once, so rank 0 is won.
    """
    coordinates, moves, measure, level, won = {}, [], {}, {}, {}
    for coins in range(1, most + 1):
        gaps = tuple(f"g{place}" for place in range(coins))
        for rank in range(coins):
            state = f"m{coins}r{rank}"
            coordinates[state], level[state] = gaps, coins
            # The sum of the coins' squares: coin i stands on g0 + ... + gi + i.
            measure[state] = parse_term(" + ".join(f"{coins - i}*g{i}" for i in range(coins)))
            if rank == 0:
                won[state] = TruthValue(value=True)
            for coin in range(coins):
                image = [Variable(gap) for gap in gaps]
                image[coin] = parse_term(f"g{coin} - n")
                if coin + 1 < coins:
                    image[coin + 1] = parse_term(f"g{coin + 1} + n")
                guard = parse(f"n >= 1 & n <= g{coin}").formula
                moves.append(Move(state, state, ("n",), guard, tuple(image)))
            if rank:
                image = [parse_term("g0 + 1 + g1"), *map(Variable, gaps[2:])]
                target = f"m{coins - 1}r{rank - 1}"
                moves.append(Move(state, target, (), TruthValue(value=True), tuple(image)))
    return DefinableGame(coordinates, tuple(moves), measure, level, {}, won)


def silver_dollar_criterion(most: int, *, shifted: bool = True) -> dict[str, Formula]:
    """The sources' criterion: the xor of alternate gaps is 0; see Project Euler 344.

    Odd number of coins, rank 2 or more: the first gap counts one more, unless not ``shifted``.
    """
    result = {}
    for coins in range(2, most + 1):
        active = [f"g{place}" for place in range((coins + 1) % 2, coins, 2)]
        for rank in range(1, coins):
            terms = active[1:] + active[:1]
            if coins % 2 and rank >= 2 and shifted:
                terms[-1] = f"({terms[-1]} + 1)"
            result[f"m{coins}r{rank}"] = xor_is_zero(terms)
    return result


def p_positions(bound: int, dimension: int, options: Option) -> np.ndarray:
    """The P-positions with all coordinates below ``bound``, by backward induction."""
    result = np.zeros((bound,) * dimension, bool)
    for position in sorted(np.ndindex(result.shape), key=sum):
        result[position] = not any(result[option] for option in options(position))
    return result


def wythoff_options(position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Wythoff's game: take from one heap, or equally from both."""
    first, second = position
    yield from ((first - n, second) for n in range(1, first + 1))
    yield from ((first, second - n) for n in range(1, second + 1))
    yield from ((first - n, second - n) for n in range(1, min(position) + 1))


@pytest.fixture(scope="session")
def games() -> types.SimpleNamespace:
    """The functions of this file, for the tests that prove games."""
    return types.SimpleNamespace(
        xor_is_zero=xor_is_zero,
        blackboard_rules=blackboard_rules,
        blackboard_losses=blackboard_losses,
        silver_dollar_rules=silver_dollar_rules,
        silver_dollar_criterion=silver_dollar_criterion,
        p_positions=p_positions,
        wythoff_options=wythoff_options,
    )
