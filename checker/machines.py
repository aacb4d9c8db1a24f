"""Machines: they read numbers digit by digit, and make their states as they are reached.

docs/proof-files.md says what words and letters are. A machine is right about representations;
nothing else is asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from operator import mul
from typing import Any, NamedTuple

STEPS = 10_000_000  # for all machines of a file; what needs more is refused
Letter = tuple[int, ...]


class WrongError(Exception):
    """The file proves nothing: a condition fails, or the file is not written as it must be."""


class TooLargeError(WrongError):
    """The file may be right; to check it would take too long."""


def require(holds: object, what: str, error: type[WrongError] = WrongError) -> None:
    """Raise an error with the words ``what`` unless a condition holds."""
    if not holds:
        raise error(what)


class Numeration:
    """The weights fulfil u(n) = t[0] u(n-1) + ... + t[m-1] u(n-m)."""

    def __init__(self, t: list[int]) -> None:
        good = 0 < len(t) < 10 and max(t) < 100 and t[-1] > 0 and t != [1]
        require(good and all(t[i:] < t for i in range(1, len(t))), f"{t} is no numeration")
        self.t, self.least_first, self.steps = t, len(t) == 1, 0
        self.base = t[0] if self.least_first else t[0] + 1

    def count(self, steps: int = 1) -> None:
        """Count steps, and refuse what has no end in sight."""
        self.steps += steps
        require(self.steps <= STEPS, f"more than {STEPS} steps would be needed", TooLargeError)

    def weights(self, length: int) -> list[int]:
        """Return u(0), u(1), ..."""
        u: list[int] = []
        for n in range(length):
            u.append(sum(map(mul, self.t, reversed(u))) + (n < len(self.t)))
        return u

    def begin(self, words: int) -> Letter:
        """Return how far empty words agree with t. With m = 1 nobody asks: each word is right."""
        return () if self.least_first else (0,) * words

    def follow(self, agrees: int, digit: int) -> int:
        """Return how many of the last digits agree with t after one more; -1: no representation."""
        if digit != self.t[agrees]:
            return 0 if digit < self.t[agrees] else -1
        return agrees + 1 if agrees + 1 < len(self.t) else -1

    def value(self, digits: Sequence[int]) -> int:
        """Return the number whose digits are read in this order."""
        least_first = digits if self.least_first else digits[::-1]
        return sum(map(mul, least_first, self.weights(len(digits))))


class Machine:
    """Its states have numbers: 0 is false for ever, 1 is true for ever, the others are undecided.

    ``move`` gives the state after a letter, ``ends`` whether what was read is true, and ``decided``
    the state itself, or a bool if it is false or true for ever. ``move`` may give a bool, too.
    """

    def __init__(
        self,
        numeration: Numeration,
        start: Any,
        move: Callable[[Any, Letter], Any],
        ends: Callable[[Any], bool],
        decided: Callable[[Any], Any] = lambda state: state,
    ) -> None:
        self.numeration, self.move, self.ends, self.decided = numeration, move, ends, decided
        self.states: list[Any] = [False, True]
        self.numbers: dict[Any, int] = {}
        self.after: dict[tuple[int, Letter], int] = {}
        self.start = self.number(start)

    def number(self, state: Any) -> int:
        """Return the number of a state or bool."""
        state = state if isinstance(state, bool) else self.decided(state)
        if isinstance(state, bool):
            return int(state)
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
        return self.numbers[state]

    def step(self, q: int, letter: Letter) -> int:
        """Return the number of the state after a letter."""
        if q < 2:
            return q
        if (q, letter) not in self.after:
            self.numeration.count()
            self.after[q, letter] = self.number(self.move(self.states[q], letter))
        return self.after[q, letter]


class Part(NamedTuple):
    """A machine, and the variable that each of its tracks reads. Negated, it means the opposite."""

    machine: Machine
    tracks: tuple[int, ...]
    negated: bool = False

    def true(self, q: int) -> bool:
        """Return whether what was read up to the state number q is true."""
        return (q == 1 if q < 2 else self.machine.ends(self.machine.states[q])) != self.negated

    def places(self, variables: Sequence[int]) -> list[int]:
        """Return where the tracks stand among variables."""
        return [variables.index(v) for v in self.tracks]


def linear(numeration: Numeration, a: Letter, c: int, *, equal: bool) -> Machine:
    """Return a machine for a . v <= c, or for a . v = c. In base b the state is c.

    a . (d + b w) <= c exactly if a . w <= (c - a . d) / b, rounded down; d are the digits read.
    """

    def decided(c: int) -> int | bool:
        if min(a) >= 0 and c < 0:
            return False
        return not equal if max(a) <= 0 and c >= equal else c

    def move(c: int, letter: Letter) -> int | bool:
        quotient, rest = divmod(c - sum(map(mul, a, letter)), numeration.base)
        return False if equal and rest else quotient

    if not numeration.least_first:
        return appended(numeration, a, c, equal=equal)
    return Machine(numeration, c, move, lambda c: c == 0 if equal else c >= 0, decided)


def appended(numeration: Numeration, a: Letter, c: int, *, equal: bool) -> Machine:
    """Return ``linear`` for m > 1. The state: s_0, ..., s_{m-1}; s_j is a . v if j zeros follow.

    As for weights, s_m = t_1 s_{m-1} + ... + t_m s_0. Digits d make s_j to s_{j+1} + (a . d) u(j).
    """
    t, m, u = numeration.t, len(numeration.t), numeration.weights(len(numeration.t))
    plus, minus = sum(x for x in a if x > 0), -sum(x for x in a if x < 0)

    def following(s: Sequence[int]) -> int:
        return sum(map(mul, t, reversed(s)))

    def at_most(w: list[int], k: int) -> bool:
        # w begins a sequence with this recurrence: True only if each of its terms is at most k.
        # If m successive terms are at most l <= 0, the next is at most (t_1 + ... + t_m) l <= l.
        for _ in range(2 * m):
            w.append(following(w[-m:]))
        return max(w) <= k and max(w[-m:]) <= min(k, 0)

    def decided(s: Letter) -> Letter | bool:
        # Numbers of j digits are at most u(j) - 1, so j more digits make the sum at least
        # s_j - minus (u(j) - 1), and at most s_j + plus (u(j) - 1).
        if at_most([minus * x - y for x, y in zip(u, s, strict=True)], minus - c - 1):
            return False  # always above c
        below = at_most([plus * x + y for x, y in zip(u, s, strict=True)], plus + c - equal)
        return not equal if below else s

    def move(s: Letter, letter: Letter) -> Letter:
        d = sum(map(mul, a, letter))
        return tuple([x + d * y for x, y in zip((*s[1:], following(s)), u, strict=True)])

    start = (0,) * m
    return Machine(numeration, start, move, lambda s: s[0] == c if equal else s[0] <= c, decided)


def recorded(numeration: Numeration, record: dict[str, Any], parameters: list[str]) -> Machine:
    """Return the machine of an automaton in a file, which reads the parameters in their order."""
    tracks, rows, accepting = record["tracks"], record["rows"], set(record["accepting"])
    require(sorted(tracks) == sorted(parameters), f"the tracks {tracks} are not {parameters}")
    good = rows and len(tracks) < 20
    good = good and all(len(row) == numeration.base ** len(tracks) for row in rows)
    require(good and all(q < len(rows) for row in [accepting, *rows] for q in row), "no automaton")
    good = rows[0][0] == 0
    if numeration.least_first:
        good = all((q in accepting) == (row[0] in accepting) for q, row in enumerate(rows))
    require(good, "zeros that fill up words change what an automaton accepts")
    factors = [numeration.base ** tracks.index(name) for name in parameters]

    def move(q: int, letter: Letter) -> Any:
        return rows[q][sum(map(mul, factors, letter))]

    def decided(q: int) -> int | bool:
        return q in accepting if set(rows[q]) == {q} else q

    return Machine(numeration, 0, move, accepting.__contains__, decided)


def conjunction(numeration: Numeration, parts: Sequence[Part]) -> Part:
    """Return that all parts are true. A state has the states of the parts."""
    tracks = tuple(dict.fromkeys(v for part in parts for v in part.tracks))
    # A part is false for ever in its state 0, and in its state 1 if it is negated.
    items = [(part.machine, int(part.negated), part.places(tracks)) for part in parts]

    def move(state: Letter, letter: Letter) -> Letter | bool:
        after = []
        for q, (machine, false, places) in zip(state, items, strict=True):
            after.append(machine.step(q, tuple([letter[i] for i in places])))
            if after[-1] == false:
                return False
        return tuple(after)

    def decided(state: Letter) -> Letter | bool:
        values = [q ^ false if q < 2 else q for q, (_, false, _) in zip(state, items, strict=True)]
        return False if 0 in values else set(values) <= {1} or state

    def ends(state: Letter) -> bool:
        return all(part.true(q) for q, part in zip(state, parts, strict=True))

    start = tuple(part.machine.start for part in parts)
    return Part(Machine(numeration, start, move, ends, decided), tracks)


Branch = tuple[int, Letter]  # a state of the body, and how far the bound words agree with t


def exists(numeration: Numeration, bound: list[int], body: Part) -> Part:
    """Return that some numbers make the body true. A state is the set of the branches they lead to.

    A branch that is true for ever decides, as zeros may follow each representation.
    """
    bound = [v for v in bound if v in body.tracks]
    if not bound:
        return body
    body = conjunction(numeration, [body]) if body.negated else body
    tracks = tuple(dict.fromkeys(v for v in body.tracks if v not in bound))
    places, step = body.places((*tracks, *bound)), body.machine.step

    @cache
    def follow(branch: Branch, letter: Letter) -> frozenset[Branch]:
        after = set()
        for digits in product(range(numeration.base), repeat=len(bound)):
            agree = tuple(map(numeration.follow, branch[1], digits))
            read = letter + digits
            q = step(branch[0], tuple([read[i] for i in places]))
            if q > 0 and -1 not in agree:
                after.add((q, agree))
        return frozenset(after)

    def closure(state: frozenset[Branch]) -> frozenset[Branch]:
        # What is reached while the numbers that are not bound have zeros only.
        queue, reached = list(state), set(state)
        for branch in queue:
            more = follow(branch, (0,) * len(tracks)) - reached
            reached |= more
            queue += more
        return frozenset(reached)

    def decided(state: frozenset[Branch]) -> frozenset[Branch] | bool:
        return any(q == 1 for q, _ in state) or state or False

    def move(state: frozenset[Branch], letter: Letter) -> frozenset[Branch]:
        numeration.count(len(state))
        return frozenset[Branch]().union(*[follow(branch, letter) for branch in state])

    @cache
    def ends(state: frozenset[Branch]) -> bool:
        return any(body.true(q) for q, _ in (closure(state) if numeration.least_first else state))

    # The bound numbers may have more digits than the others. They come at the end, or at first.
    start = frozenset({(body.machine.start, numeration.begin(len(bound)))})
    start = start if numeration.least_first else closure(start)
    return Part(Machine(numeration, start, move, ends, decided), tracks)


def difference(numeration: Numeration, f: Part, g: Part) -> dict[int, int] | None:
    """Return numbers for which only one of two formulas is true, or None; breadth first."""
    variables = tuple(dict.fromkeys(f.tracks + g.tracks))
    f_places, g_places = f.places(variables), g.places(variables)
    start = f.machine.start, g.machine.start, numeration.begin(len(variables))
    words: dict[tuple[int, int, Letter], tuple[Letter, ...]] = {start: ()}
    for state in (queue := [start]):
        p, q, agreed = state
        if f.true(p) != g.true(q):
            digits = list(zip(*words[state], strict=True)) or [()] * len(variables)
            return dict(zip(variables, map(numeration.value, digits), strict=True))
        if p < 2 and q < 2:
            continue
        for letter in product(range(numeration.base), repeat=len(variables)):
            agree = tuple(map(numeration.follow, agreed, letter))
            if -1 not in agree:
                p_after = f.machine.step(p, tuple([letter[i] for i in f_places]))
                q_after = g.machine.step(q, tuple([letter[i] for i in g_places]))
                after = p_after, q_after, agree
                if after not in words:
                    numeration.count()
                    words[after] = (*words[state], letter)
                    queue.append(after)
    return None
