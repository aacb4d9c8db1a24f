"""Binary blackboard: Oscar wants an odd number of ones on the board in the end, Eric an even one.

Game
    The board starts with r. In turn, Oscar first, the players write an integer x ≥ 1 until the
    numbers written sum to r. A position is what remains of r, a flag (the parity of the ones of
    all numbers on the board, r included) and whose turn it is. Oscar wins if the flag is 1 when
    nothing remains. L_q holds the r from which Oscar, to move with flag q, loses; Eric to move
    with flag q loses from the r in L_(1−q).

Main result
    Moser–de Bruijn criterion: r is in L_q when q = t(r), the parity of the ones of r, and R = r + 1
    is a power of two or a sum of distinct powers of four.

    Proof, by induction. If q ≠ t(r), writing all of r wins. Otherwise adding r − s to s makes the
    ones of s and r − s exceed those of r by the number of borrows of r − s; so a move wins exactly
    if it leaves an s < r of the stated form with an odd number of borrows. (Eric's game is Oscar's
    with the flag's meanings exchanged.) Let p be the number of ones that r ends with; R and r
    agree above bit p. Leaving s = 2^i − 1 costs no borrow for i ≤ p, else j − p borrows, with
    j ≥ i the next one of r.
    - Some one of r above p has j − p odd: leave 2^j − 1. This covers all R whose ones are not on
      bits of one parity.
    - The ones of R are on odd bits, h the highest and p < h the lowest: leave S − 1 for
      S = 2^(h−1) + 2^(p−1). R − S has as many ones as R, and the borrows are odd.
    - R = 2^p: r is p ones and there are no borrows. R a sum of distinct powers of four: leaving
      2^i − 1 costs j − p borrows, j and p even; leaving S − 1, S another such sum, costs as many
      borrows, up to an even number, as R − S, where each run of borrows starts and ends on even
      bits. So no move wins.

    Closed form: Σ of the r in L up to 2^n is, with m = ⌈n/2⌉,
    (2^m + 4)(4^m − 1)/6 − 2^m + 1 − m, plus 2^(n+1) − 1 if n is even.

Arguments
    position
        What remains (at least 0), the flag (0 or 1) and whose turn it is ("Oscar" or "Eric").
    remaining, flag
        The same without the turn: Oscar's.
    number
        What the board starts with: an integer of at least 1, however large.
    exponent
        An integer n of at least 0.
    algorithm
        ``"closed"`` for the closed form, ``"layers"`` for the source's recurrence.
    modulus, factors
        As in :func:`fast.modular.require_modulus`; factors are never needed here.

Errors
    ``InputError`` if an argument has the wrong type or is out of range, ``LimitError`` if the
    exact number is too long, or the algorithm takes too long, ``NoWinningOptionError`` if a winning
    option is asked for where the player to move loses, or play is over.

Cost
    Criterion and winning option: linear in the number of digits. ``closed``: O(log n) products
    modulo a number. ``layers``, the source's recurrence: O(n).

Source
    EulerSolve, Project Euler 711, "Step 2" to "Step 5". The sums of distinct powers
    of four, the Moser–de Bruijn sequence: OEIS A000695.
"""

from __future__ import annotations

from collections.abc import Sequence

from fast.errors import (
    InputError,
    LimitError,
    NoWinningOptionError,
    require_choice,
    require_integer,
    require_sequence,
)
from fast.gate import gated
from fast.modular import require_modulus

Position = tuple[int, int, str]  # e.g. (7, 1, "Oscar"): the start with 7, which has three ones

LARGEST_EXACT_BITS = 10_000_000
LARGEST_EXPONENT_BITS = 100_000
LARGEST_EXPONENT_OF_LAYERS = 20_000_000
LARGEST_EXACT_EXPONENT_OF_LAYERS = 100_000
# Limits on (bits of the exponent)·(bits of the modulus)², and for layers on the exponent times
# the words of 64 bits of the modulus.
LARGEST_MODULAR_WORK = 10_000_000_000_000


def in_losing_set(remaining: int, flag: int) -> bool:
    """Return whether ``remaining`` is in L_flag: Oscar, to move with that flag, loses.

    >>> [r for r in range(30) if in_losing_set(r, 0)]
    [0, 3, 15, 20]
    >>> [r for r in range(30) if in_losing_set(r, 1)]
    [1, 4, 7, 16, 19]
    """
    remaining = require_integer("remaining", remaining, least=0)
    flag = require_integer("flag", flag, least=0, most=1)
    if remaining.bit_count() % 2 != flag:
        return False
    successor = remaining + 1
    return successor & (successor - 1) == 0 or successor & _odd_bits(successor.bit_length()) == 0


def oscar_loses(number: int) -> bool:
    """Return whether ``number`` is in L: Oscar loses when the board starts with it.

    >>> [r for r in range(1, 65) if oscar_loses(r)]
    [1, 3, 4, 7, 15, 16, 19, 20, 31, 63, 64]
    """
    number = require_integer("number", number, least=1)
    return in_losing_set(number, number.bit_count() % 2)


def criterion(position: tuple[int, int, str]) -> bool:
    """Return whether the player whose turn it is loses.

    >>> criterion((3, 0, "Oscar")), criterion((2, 1, "Oscar")), criterion((0, 1, "Eric"))
    (True, False, True)
    """
    remaining, flag, turn = _require_position(position)
    return in_losing_set(remaining, flag if turn == "Oscar" else 1 - flag)


def winning_option(position: tuple[int, int, str]) -> Position:
    """Return the position after a winning move.

    >>> winning_option((2, 1, "Oscar"))  # he writes 1, and Eric must write another
    (1, 0, 'Eric')

    Linear in the number of digits; the proof in the module's docstring names the move.
    """
    remaining, flag, turn = _require_position(position)
    if remaining == 0:
        raise NoWinningOptionError("position: nothing remains, so play is over")
    if criterion(position):
        raise NoWinningOptionError(f"position: a P-position for {turn}, so no option wins")
    # Eric's game is Oscar's with the flag's meanings exchanged.
    all_wins = remaining.bit_count() % 2 != (flag if turn == "Oscar" else 1 - flag)
    left = 0 if all_wins else _winning_remainder(remaining)
    written = remaining - left
    return left, (flag + written.bit_count()) % 2, "Eric" if turn == "Oscar" else "Oscar"


@gated("binary-blackboard")
def answer(
    exponent: int,
    *,
    algorithm: str = "closed",
    modulus: int | None = None,
    factors: Sequence[int] | None = None,
) -> int:
    """Return the sum of all r from 1 to 2^exponent from which Oscar loses.

    >>> answer.ungated(4), answer.ungated(12, algorithm="layers")
    (46, 54532)
    >>> answer.ungated(1234, modulus=10**9 + 7)
    690421393
    """
    exponent = require_integer("exponent", exponent, least=0)
    algorithm = require_choice("algorithm", algorithm, ("closed", "layers"))
    reduced_by = require_modulus(modulus, factors)
    _require_reachable(exponent, algorithm, reduced_by)
    return (_closed if algorithm == "closed" else _sum_of_layers)(exponent, reduced_by)


def _closed(exponent: int, modulus: int | None) -> int:
    """Return the closed form; modulo 6 times the modulus the division by 6 stays exact."""
    m = (exponent + 1) // 2
    if modulus is None:
        # (2^m + 4)(4^m − 1), by shifts.
        nines = (1 << 2 * m) - 1
        power, product = 1 << m, (nines << m) + (nines << 2)
    else:
        power = pow(2, m, 6 * modulus)
        product = (power + 4) * (power * power - 1) % (6 * modulus)
    result = product // 6 - power + 1 - m
    if exponent % 2 == 0:
        result += (2 << exponent if modulus is None else 2 * pow(2, exponent, modulus)) - 1
    return result if modulus is None else result % modulus


def _sum_of_layers(exponent: int, modulus: int | None) -> int:
    """Return the sum by the source's walk over even and odd layers."""
    result = 0
    power, product, total = 1, 1, 0  # 4^k, N_k 4^k and T_k
    for _ in range(exponent // 2):
        even = product + total
        result += even + 4 * power - 1
        # T_(k+1) is 2 T_k + N_k 4^k + 2 4^k, and N_k doubles.
        power, product, total = 4 * power, 8 * product, even + total + 2 * power
        if modulus is not None:
            power, product, total = power % modulus, product % modulus, total % modulus
    if exponent % 2:  # the last even layer, without the odd one
        result += product + total
    else:  # 2^n, the first number of the next even layer
        result += power
    return result if modulus is None else result % modulus


def _winning_remainder(remaining: int) -> int:
    """Return what to leave when the flag is the parity of ``remaining`` and it is not in L."""
    successor = remaining + 1
    end = (successor & -successor).bit_length() - 1  # the ones that the number ends with
    above = remaining >> end
    others = above & _odd_bits(above.bit_length())  # ones at odd distance from the end
    if others:
        return (1 << end + (others & -others).bit_length() - 1) - 1
    highest = successor.bit_length() - 1
    return (1 << highest - 1) + (1 << end - 1) - 1


def _odd_bits(length: int) -> int:
    """Return a number with ones on bits 1, 3, 5, ..., at least ``length`` bits long."""
    return ((1 << 2 * (length // 2 + 1)) - 1) // 3 << 1


def _require_position(position: object) -> Position:
    """Return the position if it is well formed, else raise."""
    given = require_sequence("position", position, items="what remains, the flag and whose turn")
    if len(given) != 3:
        raise InputError(
            f"position: {len(given)} entries; expected what remains, the flag and whose turn"
        )
    remaining, flag, turn = given
    return (
        require_integer("remaining", remaining, least=0),
        require_integer("flag", flag, least=0, most=1),
        require_choice("turn", turn, ("Oscar", "Eric")),
    )


def _require_reachable(exponent: int, algorithm: str, modulus: int | None) -> None:
    """Refuse a number too long to write and a walk too long to wait for."""
    if modulus is None and 3 * exponent > 2 * LARGEST_EXACT_BITS:
        raise LimitError(
            f"exponent: the exact number has more than {LARGEST_EXACT_BITS} bits; give modulus="
        )
    if exponent.bit_length() > LARGEST_EXPONENT_BITS:
        raise LimitError(f"exponent: at most {LARGEST_EXPONENT_BITS} bits long")
    bits = 0 if modulus is None else modulus.bit_length()
    if exponent.bit_length() * bits**2 > LARGEST_MODULAR_WORK:
        raise LimitError(
            f"exponent: of {exponent.bit_length()} bits with a modulus of {bits}, the powers take "
            "minutes; take a shorter modulus"
        )
    most = LARGEST_EXACT_EXPONENT_OF_LAYERS
    if modulus is not None:
        most = LARGEST_EXPONENT_OF_LAYERS // (bits // 64 + 1)
    if algorithm == "layers" and exponent > most:
        raise LimitError(
            f"exponent: algorithm='layers' goes to {most} here; use algorithm='closed'"
        )
