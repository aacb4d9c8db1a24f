"""Misère quotients of heap games: finite commutative monoids that decide misère play of sums.

Under misère play the player who cannot move wins. Let A be all sums of the heaps 1 to n. Sums X and
Y are *equivalent* if X + Z and Y + Z have the same misère outcome for every Z in A. The classes
form a commutative monoid Q, the *misère quotient*. The classes of the P-positions are its
*P-portion* P. The *pretending function* Phi leads from a heap to its class. So a sum of heaps is a
P-position exactly if the product of their classes is in P. Q may be infinite.

How it is found: a heap at a time. If some element of Q will do for the next heap, options are from
now on written with a product of generators in place of this heap. Else the heap becomes a new
*generator*, and Q is learned anew (:mod:`oracles.misere_learning`).

How it is verified (:func:`verify`): let T be the monoid that the pairs
(Phi(h), {Phi(options of h)}) for the heaps h = 1..n generate under

    (x, E) (y, F) = (x y, x F united with y E),    from (1, {}).

T is finite. Let, for each (x, E) in T, x be in P if and only if E is not empty and holds no member
of P. Let each element of Q be a product of some Phi(h), and let any two differ by a translate in P.
Then (Q, P) is the misère quotient (``docs/theorems.md``).

Reference: T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", J. Combin.
Theory Ser. A 115 (2008) 593-622.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import inf
from typing import TypeAlias

from oracles.errors import OracleError
from oracles.limits import showing
from oracles.misere_learning import (
    BITS,
    Learner,
    NotLearnedError,
    Outcomes,
    QuotientLimits,
    Transitions,
)

Options: TypeAlias = Callable[[int], Iterable[tuple[int, ...]]]  # 3 -> [(2,), (1,), (1, 1)]


class QuotientNotFoundError(OracleError):
    """No quotient was found within the limits; ``found`` is the one of the heaps before."""

    def __init__(self, heap: int, reason: str, found: MisereQuotient) -> None:
        self.heap, self.reason, self.found = heap, reason, found
        super().__init__(
            f"no finite misère quotient was found from heap {heap} on: {reason}; the heaps to "
            f"{found.heaps} have one of order {found.order}"
        )


class QuotientError(OracleError):
    """A quotient is not that of the rules; the message says which condition fails."""


@dataclass(frozen=True)
class MisereQuotient:
    """The misère quotient of the heaps 0 to n.

    Attributes
    ----------
    actions
        ``actions[g][q]`` is the element q times the generator g. The identity is 0.
    p_portion
        The elements whose sums are P-positions.
    pretending
        Phi(0), Phi(1), ..., Phi(n).

    Examples
    --------
    >>> nim = misere_quotient(lambda heap: [(less,) for less in range(heap)], 2)
    >>> nim.order, nim.presentation(), nim.outcome([2, 2]), nim.outcome([1, 1])
    (6, '<a, b | a^2 = 1, b^3 = b>', 'P', 'N')
    >>> [nim.name(element) for element in range(nim.order)], nim.idempotents
    (['1', 'a', 'b', 'ab', 'b^2', 'ab^2'], (0, 4))
    """

    actions: tuple[tuple[int, ...], ...] = ()
    p_portion: frozenset[int] = frozenset()
    pretending: tuple[int, ...] = (0,)

    @property
    def order(self) -> int:
        """How many elements it has."""
        return len(self.actions[0]) if self.actions else 1

    @property
    def heaps(self) -> int:
        """The largest heap."""
        return len(self.pretending) - 1

    @cached_property
    def words(self) -> dict[int, tuple[int, ...]]:
        """The normal form of each element that is reached: the first product of generators.

        Shorter products come first, and those of a length in alphabetical order.
        """
        words: dict[int, tuple[int, ...]] = {0: ()}
        for element in (queue := [0]):
            for g, action in enumerate(self.actions):
                if action[element] not in words:
                    words[action[element]] = (*words[element], g)
                    queue.append(action[element])
        return words

    @cached_property
    def table(self) -> list[list[int]]:
        """The products of all elements."""
        words = [self.words[element] for element in range(self.order)]
        return [[self._times(element, word) for word in words] for element in range(self.order)]

    def product(self, first: int, second: int) -> int:
        """Return the product of two elements."""
        return self.table[first][second]

    @property
    def idempotents(self) -> tuple[int, ...]:
        """The elements that are their own square."""
        return tuple(q for q in range(self.order) if self.product(q, q) == q)

    def element(self, heaps: Iterable[int]) -> int:
        """Return the class of a sum of heaps, each at most ``self.heaps``."""
        found = 0
        for heap in heaps:
            if not 0 <= heap <= self.heaps:
                raise OracleError(f"heap={heap!r}: expected an integer from 0 to {self.heaps}")
            found = self.table[found][self.pretending[heap]]
        return found

    def outcome(self, heaps: Iterable[int]) -> str:
        """Return the misère outcome of a sum of heaps: P, or N."""
        return "P" if self.element(heaps) in self.p_portion else "N"

    def name(self, element: int) -> str:
        """Write an element as a product of generators, such as ``ab^2``."""
        return self._written(self.words[element])

    def presentation(self) -> str:
        """Return the generators, and the relations that lead each product to its normal form."""
        normal = set(self.words.values())
        products = {tuple(sorted((*word, g))) for word in normal for g in range(len(self.actions))}
        relations = [
            f"{self._written(word)} = {self.name(self._times(0, word))}"
            for word in sorted(products - normal, key=lambda word: (len(word), word))
            if all(word[:i] + word[i + 1 :] in normal for i in range(len(word)))
        ]
        letters = [self._written((g,)) for g in range(len(self.actions))]
        return f"<{', '.join(letters)} | {', '.join(relations)}>"

    def _times(self, element: int, word: tuple[int, ...]) -> int:
        for g in word:
            element = self.actions[g][element]
        return element

    def _written(self, word: tuple[int, ...]) -> str:
        few = len(self.actions) <= 26
        powers = [(g, len(list(same))) for g, same in groupby(word)]
        letters = [(chr(97 + g) if few else f"g{g + 1} ") + f"^{n}" * (n > 1) for g, n in powers]
        return "".join(letters).strip() or "1"


def misere_quotient(
    options: Options, heaps: int, limits: QuotientLimits | None = None
) -> MisereQuotient:
    """Find the misère quotient of the heaps to ``heaps``, and verify it.

    Parameters
    ----------
    options
        From a heap to the sums of smaller heaps, or of none, that a move may leave.
    heaps
        The largest heap.
    limits
        How far to look.

    Raises
    ------
    QuotientNotFoundError
        If the limits are reached. A quotient may be infinite.

    Examples
    --------
    >>> from oracles.heaps import octal
    >>> kayles = misere_quotient(octal("0.77").replacements, 11)
    >>> kayles.order, len(kayles.p_portion)
    (18, 6)
    """
    *_, found = [MisereQuotient(), *growing_quotients(options, heaps, limits)]
    verify(found, options)
    return found


def growing_quotients(
    options: Options, heaps: int, limits: QuotientLimits | None = None
) -> Iterator[MisereQuotient]:
    """Give the misère quotients of the heaps to 1, 2, ..., each as soon as it is found."""
    search = _Search(options, limits or QuotientLimits())
    for heap in range(1, heaps + 1):
        with showing(lambda: f"heap {heap} of {heaps}, order {search.quotient.order}"):  # noqa: B023
            search.add(heap)
        yield search.quotient


class _Search:
    """Quotients heap by heap."""

    def __init__(self, options: Options, limits: QuotientLimits) -> None:
        self.options, self.limits = options, limits
        self.quotient = MisereQuotient()
        self.learner = Learner(Outcomes([], limits.words), [0], limits)
        self.generators: list[int] = []  # the heap of each letter
        self.words = [0]  # of letters, for each heap
        self.moves: list[list[tuple[int, ...]]] = [[]]

    def add(self, heap: int) -> None:
        """Let the quotient be that of the heaps to ``heap``."""
        q = self.quotient
        self.moves.append([tuple(left) for left in self.options(heap)])
        for left in self.moves[heap]:
            if not all(0 <= part < heap for part in left):
                raise OracleError(
                    f"heap {heap}: option {left}: expected heaps from 0 to {heap - 1}"
                )
        try:
            element = self.learner.transitions.fitting(frozenset(map(q.element, self.moves[heap])))
            if element is None:
                self.extend(heap)
            else:
                self.quotient = replace(q, pretending=(*q.pretending, element))
                self.words.append(self.learner.words[element])
        except NotLearnedError as error:
            raise QuotientNotFoundError(heap, str(error), q) from None

    def extend(self, heap: int) -> None:
        """Learn a quotient with ``heap`` as a generator, and with each heap that needs be one."""
        new: int | None = heap
        self.words.append(0)
        while new is not None:
            self.words[new] = 1 << BITS * len(self.generators)
            self.generators.append(new)
            outcomes = Outcomes(
                [self.left_of(g) for g in self.generators], self.limits.words, self.learner
            )
            self.learner = Learner(outcomes, self.learner.experiments, self.limits)
            elements = list(map(self.learner.element, self.words))
            new = next((h for h in range(1, heap + 1) if self.differs(h, elements[h])), None)
        actions = tuple(map(tuple, self.learner.actions))
        self.quotient = MisereQuotient(actions, self.learner.p_portion, tuple(elements))

    def left_of(self, heap: int) -> list[int]:
        """Return the words of the options of a heap."""
        return [sum(self.words[part] for part in left) for left in self.moves[heap]]

    def differs(self, heap: int, element: int) -> bool:
        """Add a heap to T; whether it is not equivalent to its word any more."""
        after = frozenset(map(self.learner.element, self.left_of(heap)))
        return self.learner.transitions.wrong_word((element, after), 0) is not None


def verify(quotient: MisereQuotient, options: Options) -> None:
    """Verify exactly that a quotient is that of the heaps of a game.

    Raises
    ------
    QuotientError
        If it is not: which condition fails.
    """
    actions, elements = quotient.actions, range(quotient.order)
    if not quotient.p_portion <= set(elements):
        raise QuotientError("the P-portion holds what is no element")
    if any(f[g[q]] != g[f[q]] for f in actions for g in actions for q in elements):
        raise QuotientError("two generators do not commute")
    transitions = Transitions(quotient.table, quotient.p_portion, limit=inf)
    for heap, element in enumerate(quotient.pretending):
        after = frozenset(map(quotient.element, options(heap) if heap else []))
        if transitions.wrong_word((element, after), 0) is not None:
            raise QuotientError(f"heap {heap}: with the element {element} a pair in T is wrong")
    if {element for element, _ in transitions.pairs} != set(elements):
        raise QuotientError("an element is not the class of any sum")
    if len({tuple(q in quotient.p_portion for q in row) for row in quotient.table}) < len(elements):
        raise QuotientError("two elements differ by no translate in the P-portion")
