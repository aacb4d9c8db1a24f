"""Theorems on heaps: periods of Grundy values, of outcomes, and of misère quotients."""

from __future__ import annotations

from collections.abc import Callable
from operator import xor
from typing import Any

from checker.machines import TooLargeError, require

Pair = tuple[int, frozenset[int]]  # the class of a sum of heaps, and the classes of its options


def classes(
    code: list[int],
    length: int,
    product: Callable[[int, int], int],
    value: Callable[[int, set[int]], int],
) -> list[int]:
    """Return the value of each heap: ``value`` of the heap and the values of its options."""
    most = max(2, max(code).bit_length())
    steps = length * len(code) + (length * length * most if most > 2 else 0)
    require(steps <= 3 * 10**8, f"{length} heaps are too many", TooLargeError)
    found: list[int] = []
    sums: list[list[set[int]]] = [
        [] for _ in range(most)
    ]  # [j][n]: of j heaps, not empty, of n in all
    for n in range(length):
        sums[0].append(set() if n else {0})
        for j in range(2, most):
            firsts = range(1, n // j + 1)
            sums[j].append({product(found[a], v) for a in firsts for v in sums[j - 1][n - a]})
        moves = [(i, j) for i, d in enumerate(code[: n + 1]) for j in range(most) if d >> j & 1]
        found.append(value(n, {v for i, j in moves for v in sums[j][n - i]}))
        sums[1].append({found[n]} if n else set())
    return found


def written(code: list[int]) -> str:
    """Return a code as one writes it, and refuse one by which a heap may be left as it is."""
    require(code and code[-1] and code[0] & 3 == 0, f"{code} is no code")
    digits = [str(digit) if digit < 10 else f"[{digit}]" for digit in code]
    return f"{digits[0]}.{''.join(digits[1:])}"


def mex(values: set[int]) -> int:
    """Return the least natural number that is no value."""
    return min(set(range(len(values) + 1)) - values)


def repeats(values: list[int] | list[str], preperiod: int, period: int, end: int) -> None:
    """Refuse values that do not repeat from the preperiod to the end."""
    for n in range(preperiod, end):
        require(values[n] == values[n + period], f"the heaps {n} and {n + period} differ")


def period(record: dict[str, Any]) -> str:
    """Decide the conditions of Theorems 1 and 2 on periods, and say the theorem."""
    code, values, preperiod, p = (record[key] for key in ("code", "values", "preperiod", "period"))
    name = written(code)
    require(p >= 1 and len(values) == preperiod + p, f"{preperiod + p} values are needed")
    most, last = max(1, max(code).bit_length() - 1), len(code) - 1
    end = most * (max(preperiod, 1) + p - 1) + last - p + 1
    if set(code) <= {0, 3}:
        end = preperiod + last
    found = classes(code, end + p, xor, lambda _, options: mex(options))
    require(found[: len(values)] == values, "a value is not the mex of the values of the options")
    repeats(found, preperiod, p, end)
    return (
        f"the code {name} has Grundy values with preperiod {preperiod} and period {p}: "
        f"G(n + {p}) = G(n) for all n >= {preperiod}"
    )


def partizan(record: dict[str, Any]) -> str:
    """Decide the conditions of Theorem 3 on periods, and say the theorem."""
    left, right, outcomes = record["left"], record["right"], record["outcomes"]
    preperiod, p = record["preperiod"], record["period"]
    for numbers in (left, right):
        require(numbers and numbers[0] and numbers == sorted(set(numbers)), f"{numbers} is no set")
    require(p >= 1 and len(outcomes) == preperiod + p, f"{preperiod + p} outcomes are needed")
    end = preperiod + max(left + right)
    found: list[str] = []
    steps = (end + p) * len(left + right)
    require(steps <= 10**7, f"{end + p} heaps are too many", TooLargeError)
    for n in range(end + p):
        first = any(n >= a and found[n - a] in "LP" for a in left)
        second = any(n >= b and found[n - b] in "RP" for b in right)
        found.append("NLRP"[2 * (not first) + (not second)])
    require("".join(found[: len(outcomes)]) == outcomes, "an outcome is not that of the rules")
    repeats(found, preperiod, p, end)
    return (
        f"a heap from which Left takes {left} and Right {right} has outcomes o(n) with preperiod "
        f"{preperiod} and period {p}: o(n + {p}) = o(n) for all n >= {preperiod}"
    )


def products(actions: list[list[int]]) -> list[list[int]]:
    """Return the table of the commutative monoid that actions on 0, 1, ... define."""
    order = len(actions[0]) if actions else 1
    good = 0 < order < 2000 and all(
        len(action) == order and max(action, default=0) < order for action in actions
    )
    require(good, "an action is not on the elements")
    words: dict[int, list[int]] = {0: []}
    for q in (queue := [0]):
        for g, action in enumerate(actions):
            commute = all(other[action[q]] == action[other[q]] for other in actions)
            require(commute, f"two generators do not commute on {q}")
            if action[q] not in words:
                words[action[q]] = [*words[q], g]
                queue.append(action[q])
    require(len(words) == order, "the generators do not reach every element")
    table = [list(range(order)) for _ in range(order)]
    for q, word in words.items():
        for g in word:
            table[q] = [actions[g][r] for r in table[q]]
    return table


def misere(record: dict[str, Any]) -> str:
    """Decide the conditions on a misère quotient and on its period, and say the theorem."""
    code, preperiod, p = record["code"], record["preperiod"], record["period"]
    pretending: list[int] = record["pretending"]
    p_portion: list[int] = record["p_portion"]
    name, table, lost = written(code), products(record["actions"]), set(p_portion)
    order = len(table)
    require(pretending[:1] == [0], "the empty heap is not the identity")
    require(max(p_portion, default=0) < order, "the P-portion holds what is no element")
    require(max(pretending) < order, "the class of a heap is no element")
    rows = {tuple(q in lost for q in row) for row in table}
    require(len(rows) == order, "(3) two elements are equivalent")
    heaps: set[Pair] = set()

    def pretended(n: int, options: set[int]) -> int:
        heaps.add((pretending[n], frozenset(options)))
        return pretending[n]

    classes(code, len(pretending), lambda x, y: table[x][y], pretended)
    monoid: set[Pair] = {(0, frozenset())}  # T
    for x, options in (queue := list(monoid)):
        right = (x in lost) == (bool(options) and lost.isdisjoint(options))
        require(right, f"(1) the pair {x}, {sorted(options)} is wrong")
        for y, others in heaps:
            both = frozenset([table[y][q] for q in options] + [table[x][q] for q in others])
            if (pair := (table[x][y], both)) not in monoid:
                require(len(monoid) * len(heaps) < 10**7, "T is too large", TooLargeError)
                monoid.add(pair)
                queue.append(pair)
    require(len({x for x, _ in monoid}) == order, "(2) an element is the class of no sum of heaps")
    most = max(1, max(code).bit_length() - 1)
    end = most * max(preperiod, 1) + (most - 1) * p + len(code) - 1
    require(p >= 1, "a period is at least 1")
    require(len(pretending) >= end + p, f"the heaps to {end + p - 1} are needed")
    repeats(pretending, preperiod, p, end)
    return (
        f"the misère quotient of the code {name} has {order} elements, {len(lost)} of them in the "
        f"P-portion; heaps of n and n + {p} have the same class for all n >= {preperiod}"
    )
