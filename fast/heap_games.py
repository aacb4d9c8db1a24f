"""Grundy values of heap games: those of all heaps up to a size.

A heap of n has as value G(n) the mex of the values of its options, and an option that leaves heaps
a_1, ..., a_j has the value G(a_1) xor ... xor G(a_j) (Sprague 1935, Grundy 1939); G(0) = 0. Four
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
**cofinite**
    Subtraction of every number but finitely many, O(n * forbidden numbers).

Why **sparse** is exact. Fix a mask, let p(v) be the parity of the ones of v in the mask, and fix a
bit b, 0 (by value) or 1 (by position; then all digits that leave two heaps have indices of the
same parity). With t the index of one such digit call the heap a *rare* if p(G(a)) + b(a + t) is
even, else *common*. A move from n with index i leaves a + c = n - i, so p(G(a) xor G(c)) =
p(G(a)) + p(G(c)) has the parity of rareness(a) + rareness(c) + b(n - i): it tells whether one of
the two is rare and the other common. So the values of one parity arise only from a rare heap with
another, all of which are looked at, and of these values the least that is no option's is an upper
bound of the mex. Values of the other parity below this bound are looked for among the pairs of some
heaps of every value, then among all pairs, until each has been found, which takes few pairs; or
else, all pairs having been looked at, the mex is the least one not found, and n is itself rare. The
pairs of a rare heap are marked for several n at once, and so are those of as many others as it
took before. No property of the mask is assumed: a bad one makes heaps rare and the search slow,
never wrong. The share of rare heaps is watched, the mask is chosen again from the values so far (by
a Walsh-Hadamard transform of their counts), and where no mask makes rare heaps rare the plain loop
takes over until the next choice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fast.errors import InputError, require_integer
from fast.heap_codes import HeapCode, parse_code

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Algorithm = Literal["auto", "plain", "sparse", "rows", "cofinite"]
Progress = Callable[[int, int], None]  # called with (heaps done, heaps in all)

LARGEST_HEAP = 100_000_000
_MOST_ROW_BYTES = 2**31
_CHUNK = 100_000_000  # elementary steps between two calls of the progress function, some 0.1 s
_SPARSE_FROM = 256  # below this the plain loop is quick and the values say little
_SAMPLE = 4096  # heaps of which the likely ones are taken
_RARE_SHARE = 0.15  # above this the plain loop is quicker than the sparse one


class AlgorithmError(InputError):
    """The algorithm asked for does not apply to the code."""


class GrundyValuesInterruptedError(KeyboardInterrupt):
    """The computation was interrupted; ``values`` has what was finished.

    Attributes
    ----------
    values
        Grundy values of the heaps 0, 1, ..., as far as they were done. To go on, pass them to
        :func:`grundy_values` as ``known``.
    """

    def __init__(self, values: NDArray[np.int32]) -> None:  # pragma: no cover: somebody interrupts
        super().__init__(f"interrupted after heap {len(values) - 1}")
        self.values = values


def grundy_values(
    code: HeapCode | str,
    size: int,
    *,
    algorithm: Algorithm = "auto",
    progress: Progress | None = None,
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
    progress
        Called now and then with the heaps done and the heaps in all. If it raises
        ``KeyboardInterrupt``, or the user does, what is done is kept in the error.
    known
        Values that an earlier call returned or an interrupted one kept; they are not checked.

    Raises
    ------
    CodeError
        If the text is no code.
    AlgorithmError
        If the algorithm does not apply to the code.
    InputError
        If the size is out of range or would need too much memory.
    GrundyValuesInterruptedError
        If interrupted.

    Examples
    --------
    >>> grundy_values("0.77", 12).tolist()  # Kayles, OEIS A002186
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    import numpy as np

    code = parse_code(code) if isinstance(code, str) else code  # pragma: no cover: what was parsed
    require_integer("size", size, least=0, most=LARGEST_HEAP)
    chosen = _applicable(code, algorithm)
    values = np.zeros(size + 1, np.int32)
    done = 1
    if known is not None:
        done = max(1, min(len(known), size + 1))
        values[: min(len(known), done)] = known[:done]
    work = _Work(code, values, done, progress)
    try:
        _RUNNERS[chosen](work)
    except KeyboardInterrupt:  # pragma: no cover: somebody interrupts
        raise GrundyValuesInterruptedError(values[: work.done].copy()) from None
    return values


def quickest(code: HeapCode) -> Algorithm:
    """Return the algorithm that ``auto`` takes for a code."""
    if code.is_subtraction and code.repeat == 1 and code.digits[-1] == 3:
        return "cofinite"
    splits_for_ever = any(digit & 4 for digit in code.digits[len(code.digits) - code.repeat :])
    if code.most_heaps > 2 or (code.repeat and splits_for_ever and not code.distinct):
        return "rows"
    return "plain" if code.repeat and splits_for_ever else "sparse"


def _applicable(code: HeapCode, algorithm: str) -> Algorithm:
    best = quickest(code)
    if algorithm == "auto":
        return best
    allowed: dict[str, bool] = {
        "plain": code.most_heaps <= 2,
        "sparse": best == "sparse",
        "rows": not code.distinct,
        "cofinite": best == "cofinite",
    }
    if algorithm not in allowed:
        raise AlgorithmError(f"algorithm={algorithm!r}: expected auto or one of {list(allowed)}")
    if not allowed[algorithm]:
        able = ", ".join(name for name, applies in allowed.items() if applies)
        raise AlgorithmError(
            f"algorithm={algorithm!r} does not apply to {code.text}; allowed: auto, {able}"
        )
    return algorithm  # type: ignore[return-value]


@dataclass(frozen=True)
class _Moves:
    """The moves of a code in the form that the loops read."""

    whole: NDArray[np.bool_]
    singles: NDArray[np.int32]
    splits: NDArray[np.int32]
    distinct: NDArray[np.bool_]


def _digits(code: HeapCode, size: int) -> NDArray[np.int32]:
    """Return d_0, ..., d_size, or all digits of a finite code if these are fewer."""
    import numpy as np

    digits = np.array(code.digits[: size + 1], np.int32)
    if not code.repeat or len(digits) > size:
        return digits
    tail = np.array(code.digits[-code.repeat :], np.int32)
    return np.concatenate([digits, np.resize(tail, size + 1 - len(digits))])


def _moves(code: HeapCode, size: int) -> _Moves:
    import numpy as np

    digits = _digits(code, max(size, len(code.digits)))
    whole = np.zeros(max(size + 1, len(digits)), np.bool_)
    whole[: len(digits)] = digits & 1
    splits = np.flatnonzero(digits & 4).astype(np.int32)
    distinct = np.array([int(i) in code.distinct for i in splits], np.bool_)
    return _Moves(whole, np.flatnonzero(digits & 2).astype(np.int32), splits, distinct)


class _Work:
    """A computation under way: the values, how many are done, and whom to tell."""

    def __init__(
        self, code: HeapCode, values: NDArray[np.int32], done: int, progress: Progress | None
    ) -> None:
        import numpy as np

        self.code, self.values, self.done, self.progress = code, values, done, progress
        self.size = len(values) - 1
        self.unsigned = values.view(np.uint32)  # the same memory, see fast.heap_kernels
        self._moves: _Moves | None = None

    @property
    def moves(self) -> _Moves:
        if self._moves is None:
            self._moves = _moves(self.code, self.size)
        return self._moves

    def reach(self, done: int) -> None:
        self.done = done
        if self.progress is not None:
            self.progress(done, self.size + 1)

    def seen(self) -> NDArray[np.int32]:
        """Return marks for all values that options can have.

        Each move lowers 2 * tokens - heaps, so play on n tokens has fewer than 2n moves, a heap's
        value is below 2n, and values of options are below the next power of two.
        """
        import numpy as np

        return np.zeros(1 << (2 * self.size + 2).bit_length(), np.int32)

    def plain(self, stop: int, seen: NDArray[np.int32]) -> None:
        """Do the heaps below ``stop`` by the plain loop, in parts of equal work."""
        from fast.heap_kernels import double_loop

        m = self.moves
        while self.done < stop:
            steps = 1 + len(m.singles) + len(m.splits) * self.done // 2
            part = min(stop, self.done + max(1, min(self.done, _CHUNK // steps)))
            double_loop(
                self.unsigned, self.done, part, m.whole, m.singles, m.splits, m.distinct, seen
            )
            self.reach(part)

    def choose_sparse_space(self) -> tuple[int, int, NDArray[np.int32]] | None:
        """Return mask, 1 for by position, and the rare heaps; ``None`` if too many are rare."""
        import numpy as np

        splits, done = self.moves.splits, self.values[: self.done]
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
        if (excess_least + self.done) // 2 > _RARE_SHARE * self.done:
            return None
        is_rare = (np.bitwise_count(np.arange(length) & mask) & 1 == 0)[done]
        if by_position:
            is_rare[1 - same :: 2] ^= True
        return mask, by_position, np.flatnonzero(is_rare).astype(np.int32)


def _walsh_hadamard(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each mask the sum of ``counts[v]`` * (-1)^(ones of v & mask)."""
    import numpy as np

    length = 1 << max(len(counts) - 1, 1).bit_length()
    table = np.zeros(length, np.int64)
    table[: len(counts)] = counts
    half = 1
    while half < length:
        pairs = table.reshape(-1, 2, half)
        table = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).ravel()
        half *= 2
    return table


def _run_plain(work: _Work) -> None:
    work.plain(work.size + 1, work.seen())


def _likely(values: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return heaps whose pairs are likely to have every value: first one of each value, and so on.

    They are taken from all over the heaps, for near ones have like values, but for a run of them.
    """
    import numpy as np

    from fast.heap_kernels import BLOCK

    sample = np.random.default_rng(0).integers(1, len(values), min(len(values) // 2, _SAMPLE))
    by_value = sample[np.argsort(values[sample], kind="stable")]
    sorted_values = values[by_value]
    turn = np.arange(len(by_value)) - np.searchsorted(sorted_values, sorted_values)
    run = np.arange(BLOCK, min(4 * BLOCK, len(values)))
    return np.concatenate([run, by_value[np.argsort(turn, kind="stable")]]).astype(np.int32)


def _run_sparse(work: _Work) -> None:
    import numpy as np

    from fast.heap_kernels import sparse_loop

    end, seen, m = work.size + 1, work.seen(), work.moves
    if not len(m.splits):
        work.plain(end, seen)
        return
    work.plain(min(end, _SPARSE_FROM), seen)
    ahead = np.zeros(end + _SAMPLE + 1, np.int32)
    likely, taken_from = ahead, 0
    extra = 64  # likely heaps that are looked at as the rare ones are
    while work.done < end:
        start, stop = work.done, min(end, 2 * work.done)
        choice = work.choose_sparse_space()
        if choice is None:
            work.plain(min(stop, start + max(_SPARSE_FROM, start // 4)), seen)
            continue
        mask, by_position, rare = choice
        if start >= 2 * taken_from:
            likely, taken_from = _likely(work.values[:start]), start
        first = np.union1d(rare[rare > 0], likely[:extra])
        ahead[: len(first)] = first
        room = np.arange(2 << int(work.values[:start].max()).bit_length(), dtype=np.int32)
        odd = np.bitwise_count(room & np.int32(mask)) & 1
        even = len(odd) - int(odd.sum())
        ordered = np.argsort(odd, kind="stable").astype(np.int32)
        moves = (m.whole, m.singles, m.splits, m.distinct)
        done, looked_at = sparse_loop(
            *(work.unsigned, start, stop, *moves, by_position, ordered, even),
            *(ahead, len(first), likely[extra:], _CHUNK),
        )
        extra = extra // 2 + 2 * looked_at // (done - start)
        work.reach(done)


def _run_rows(work: _Work) -> None:
    import numpy as np

    from fast.heap_kernels import rows_loop

    code, end = work.code, work.size + 1
    levels, words = max(code.most_heaps, 1), 1
    digits = _digits(code, work.size)
    start, work.done = work.done, 1
    known = work.values[:start].copy()
    rows = np.zeros((levels, end, words), np.uint64)
    while work.done < end:
        steps = 1 + (len(digits) + work.done) * levels * rows.shape[2]
        part = min(end, work.done + max(1, min(work.done, _CHUNK // 4 // steps)))
        done = rows_loop(work.values, work.done, part, digits, rows)
        if done < part:
            if 2 * rows.nbytes > _MOST_ROW_BYTES:
                raise InputError(
                    f"size={work.size}: the values of {code.text} grow so far by heap {done} that "
                    f"the rows would take more than {_MOST_ROW_BYTES >> 30} GiB; give a size "
                    f"of at most {done}"
                )
            rows = np.concatenate([rows, np.zeros_like(rows)], axis=2)
        work.reach(done)
    work.values[: len(known)] = known


def _run_cofinite(work: _Work) -> None:
    import numpy as np

    from fast.heap_kernels import cofinite_loop

    values, end = work.values, work.size + 1
    forbidden = np.array([i for i, d in enumerate(work.code.digits) if i and not d], np.int32)
    counts = np.zeros(end + 1, np.int32)
    found = np.bincount(values[: work.done])
    counts[: len(found)] = found
    unused = len(found)
    while work.done < end:
        part = min(end, work.done + max(1, _CHUNK // (1 + len(forbidden))))
        unused = cofinite_loop(
            values, work.done, part, forbidden, counts, np.zeros_like(counts), unused
        )
        work.reach(part)


_RUNNERS: dict[str, Callable[[_Work], None]] = {
    "plain": _run_plain,
    "sparse": _run_sparse,
    "rows": _run_rows,
    "cofinite": _run_cofinite,
}
