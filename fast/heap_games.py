"""Grundy values of heap games: those of all heaps up to a size.

A heap of n has as value G(n) the mex of the values of its options, and an option that leaves heaps
a_1, ..., a_j has the value G(a_1) xor ... xor G(a_j) (Sprague 1935, Grundy 1939); G(0) = 0. Three
algorithms compute the same values:

**plain**
    Every option of every heap: a double loop, O(n^2) per digit that leaves two heaps, O(n) per
    digit that leaves fewer. At most two heaps left.
**sparse** (the sparse space phenomenon: *Winning Ways*, 2nd ed., vol. 1, chapter 4, "Sparse space
    spells speed"; A. Gangolli and T. Plambeck, A note on periodicity in some octal games,
    Internat. J. Game Theory 18 (1989) 311-320; the variant by position:
    A. Flammenkamp, Sparse- and common-positions of Sprague-Grundy values of octal-games). At most
    two heaps left; O(n * rare heaps) where the phenomenon holds, as in 0.16; see below.
**rows**
    Any number of heaps left: the set of the values of all positions of j heaps with n tokens in
    all, as bits, is the union over the smallest heap a of {G(a) xor v : v a value of j - 1 heaps
    with n - a tokens}. O(n^2 V / 64) per number of heaps, where V bounds the values.

Why **sparse** is exact. Fix a mask, let p(v) be the parity of the ones of v in the mask, and fix a
bit b, 0 (by value) or 1 (by position; then all digits that leave two heaps have indices of the
same parity). With t the index of one such digit call the heap a *rare* if p(G(a)) + b(a + t) is
even, else *common*. A move from n with index i leaves a + c = n - i, so p(G(a) xor G(c)) =
p(G(a)) + p(G(c)) has the parity of rareness(a) + rareness(c) + b(n - i): it tells whether one of
the two is rare and the other common. So the values of one parity arise only from a rare heap with
another, all of which are looked at, and of these values the least that is no option's is an upper
bound of the mex. Values of the other parity below this bound are looked for among all pairs until
each has been found, which takes few pairs; or else, all pairs having been looked at, the mex is the
least one not found, and n is itself rare. No property of the mask is assumed: a bad one makes heaps
rare and the search slow, never wrong. The share of rare heaps is watched, the mask is chosen again
from the values so far (by a Walsh-Hadamard transform of their counts), and where no mask makes rare
heaps rare the plain loop takes over until the next choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from fast.errors import InputError, require_integer
from fast.heap_codes import HeapCode, parse_code
from fast.lazy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Algorithm = Literal["auto", "plain", "sparse", "rows"]

LARGEST_HEAP = 100_000_000
_MOST_ROW_BYTES = 2**31
_CHUNK = 100_000_000  # elementary steps of one call of a kernel, some 0.1 s: none is interrupted
_SPARSE_FROM = 256  # below this the plain loop is quick and the values say little
_RARE_SHARE = 0.15  # above this the plain loop is quicker than the sparse one


def grundy_values(
    code: HeapCode | str,
    size: int,
    *,
    algorithm: Algorithm = "auto",
    known: NDArray[np.int32] | None = None,
) -> NDArray[np.int32]:
    """Return the Grundy values of the heaps 0, 1, ..., ``size``.

    Parameters
    ----------
    code
        The rules, as a code or its text.
    size
        The largest heap, from 0 to ``LARGEST_HEAP``.
    algorithm
        One of those above; ``auto`` takes the quickest that applies.
    known
        Values that an earlier call returned; they are not checked.

    Raises
    ------
    HeapCodeError
        If the text is no code.
    InputError
        If the algorithm does not apply to the code, or the size is out of range or would need too
        much memory.

    >>> grundy_values("0.77", 12).tolist()  # Kayles, OEIS A002186
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    code = code if isinstance(code, HeapCode) else parse_code(code)  # pragma: no cover: parsed
    require_integer("size", size, least=0, most=LARGEST_HEAP)
    chosen = _applicable(code, algorithm)
    values = np.zeros(size + 1, np.int32)
    done = 1
    if known is not None:
        done = max(1, min(len(known), size + 1))
        values[: min(len(known), done)] = known[:done]
    if chosen == "rows":
        _fill_by_rows(code, values, done)
        return values
    moves = _moves(code, size)
    # Each move lowers 2 * tokens - heaps, so play on n tokens has fewer than 2n moves, a heap's
    # value is below 2n, and values of options are below the next power of two.
    seen = np.zeros(1 << (2 * size + 2).bit_length(), np.int32)
    if chosen == "sparse" and len(moves.splits):
        _fill_by_sparse_space(values, done, moves, seen)
    else:
        _fill_plainly(values, done, size + 1, moves, seen)
    return values


def quickest(code: HeapCode) -> Algorithm:
    """Return the algorithm that ``auto`` takes for a code."""
    splits_for_ever = any(digit & 4 for digit in code.digits[len(code.digits) - code.repeat :])
    if code.most_heaps > 2 or (code.repeat and splits_for_ever and not code.distinct):
        return "rows"
    return "plain" if code.repeat and splits_for_ever else "sparse"


def _applicable(code: HeapCode, algorithm: str) -> Algorithm:
    """Return the algorithm that is asked for, if it applies to the code."""
    best = quickest(code)
    if algorithm == "auto":
        return best
    allowed: dict[str, bool] = {
        "plain": code.most_heaps <= 2,
        "sparse": best == "sparse",
        "rows": not code.distinct,
    }
    if not allowed.get(algorithm):
        able = ", ".join(name for name, applies in allowed.items() if applies)
        raise InputError(f"algorithm={algorithm!r}: for {code.text} expected auto, {able}")
    return algorithm  # type: ignore[return-value]


class _Moves(NamedTuple):
    """The moves of a code in the form that the loops read (:mod:`fast.heap_kernels`)."""

    whole: NDArray[np.bool_]
    singles: NDArray[np.int32]
    splits: NDArray[np.int32]
    distinct: NDArray[np.bool_]


def _digits(code: HeapCode, size: int) -> NDArray[np.int32]:
    """Return d_0, ..., d_size, or all digits of a finite code if these are fewer."""
    digits = np.array(code.digits[: size + 1], np.int32)
    if not code.repeat or len(digits) > size:
        return digits
    tail = np.array(code.digits[-code.repeat :], np.int32)
    return np.concatenate([digits, np.resize(tail, size + 1 - len(digits))])


def _moves(code: HeapCode, size: int) -> _Moves:
    digits = _digits(code, max(size, len(code.digits)))
    whole = np.zeros(max(size + 1, len(digits)), np.bool_)
    whole[: len(digits)] = digits & 1
    splits = np.flatnonzero(digits & 4).astype(np.int32)
    distinct = np.array([int(i) in code.distinct for i in splits], np.bool_)
    return _Moves(whole, np.flatnonzero(digits & 2).astype(np.int32), splits, distinct)


def _fill_plainly(
    values: NDArray[np.int32], done: int, stop: int, moves: _Moves, seen: NDArray[np.int32]
) -> None:
    """Do the heaps from ``done`` to below ``stop`` by the plain loop, in parts of equal work."""
    from fast.heap_kernels import double_loop

    while done < stop:
        steps = 1 + len(moves.singles) + len(moves.splits) * done // 2
        part = min(stop, done + max(1, min(done, _CHUNK // steps)))
        double_loop(values.view(np.uint32), done, part, *moves, seen)
        done = part


def _fill_by_sparse_space(
    values: NDArray[np.int32], done: int, moves: _Moves, seen: NDArray[np.int32]
) -> None:
    """Fill the values from ``done`` on by pairs with a rare heap, plainly where many are rare."""
    from fast.heap_kernels import sparse_loop

    end = len(values)
    first = min(end, max(done, _SPARSE_FROM))
    _fill_plainly(values, done, first, moves, seen)
    done, rare = first, np.zeros(end + 1, np.int32)
    while done < end:
        stop = min(end, 2 * done)
        choice = _sparse_space(values[:done], moves.splits)
        if choice is None:
            stop = min(stop, done + max(_SPARSE_FROM, done // 4))
            _fill_plainly(values, done, stop, moves, seen)
            done = stop
            continue
        mask, by_position, heaps = choice
        rare[: len(heaps)] = heaps
        limit = 4 << int(values[:done].max()).bit_length()
        odd = np.bitwise_count(np.arange(limit) & mask) & 1
        parities = [np.append(np.flatnonzero(odd == parity), limit) for parity in (0, 1)]
        ordered, even = np.concatenate(parities).astype(np.int32), len(parities[0])
        marks = np.zeros(limit + 1, np.int32)
        found = (by_position, ordered, even, rare, len(heaps), marks, _CHUNK)
        done = sparse_loop(values.view(np.uint32), done, stop, *moves, *found)


def _sparse_space(
    done: NDArray[np.int32], splits: NDArray[np.int32]
) -> tuple[int, int, NDArray[np.int32]] | None:
    """Return mask, 1 for by position, and the rare heaps; ``None`` if too many are rare."""
    same = int(splits[0]) & 1  # heaps of this parity have an even sum with the index
    length = int(done.max()) + 1
    evens, odds = (np.bincount(done[first::2], minlength=length) for first in (same, 1 - same))
    choices = []
    for by_position in range(2 if len(set(splits.tolist() % np.int32(2))) == 1 else 1):
        # Rare heaps minus common heaps, for each mask.
        excess = _walsh_hadamard(evens - odds if by_position else evens + odds)
        mask = int(np.argmin(excess))
        choices.append((int(excess[mask]), by_position, mask))
    excess_least, by_position, mask = min(choices)
    if (excess_least + len(done)) // 2 > _RARE_SHARE * len(done):
        return None
    is_rare = (np.bitwise_count(np.arange(length) & mask) & 1 == 0)[done]
    if by_position:
        is_rare[1 - same :: 2] ^= True
    is_rare[0] = False  # of the empty heap there are no pairs
    return mask, by_position, np.flatnonzero(is_rare).astype(np.int32)


def _walsh_hadamard(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each mask the sum of ``counts[v]`` * (-1)^(ones of v & mask)."""
    length = 1 << max(len(counts) - 1, 1).bit_length()
    table = np.zeros(length, np.int64)
    table[: len(counts)] = counts
    half = 1
    while half < length:
        pairs = table.reshape(-1, 2, half)
        table = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).ravel()
        half *= 2
    return table


def _fill_by_rows(code: HeapCode, values: NDArray[np.int32], known: int) -> None:
    """Fill the values by rows of bits, one row for each number of heaps that a move may leave."""
    from fast.heap_kernels import rows_loop

    end, done, given = len(values), 1, values[:known].copy()
    most_heaps = max(code.most_heaps, 1)
    digits = _digits(code, len(values) - 1)
    rows = np.zeros((most_heaps, end, 1), np.uint64)
    while done < end:
        steps = 1 + (len(digits) + done) * most_heaps * rows.shape[2]
        part = min(end, done + max(1, min(done, _CHUNK // 4 // steps)))
        done = rows_loop(values, done, part, digits, rows)
        if done < part:
            if 2 * rows.nbytes > _MOST_ROW_BYTES:
                raise InputError(
                    f"size={end - 1}: the values of {code.text} grow so far by heap {done} that "
                    f"the rows would take more than {_MOST_ROW_BYTES >> 30} GiB; give a size "
                    f"of at most {done}"
                )
            rows = np.concatenate([rows, np.zeros_like(rows)], axis=2)
    values[: len(given)] = given
