"""Check a misère quotient and its period: ``python checker/misere_quotient.py FILE``.

The file is JSON: ``digits`` of a take-and-break code (bit j of digit i: take i counters and leave
exactly j heaps), ``actions`` (``actions[g][q]`` is the element q times the generator g),
``p_portion``, ``pretending`` (the classes of the heaps 0, 1, ...), ``preperiod`` and ``period``.
This program imports nothing of Grundwork. docs/theorems.md proves that what it checks is enough.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


class WrongError(Exception):
    """A condition fails."""


def require(holds: bool, condition: str) -> None:  # noqa: FBT001
    """Raise ``WrongError`` unless a condition holds."""
    if not holds:
        raise WrongError(condition)


def partitions(total: int, parts: int, least: int = 1) -> list[tuple[int, ...]]:
    """Return the ways to write ``total`` as a sum of numbers, the least first."""
    if parts == 0:
        return [] if total else [()]
    firsts = range(least, total // parts + 1) if parts > 1 else [total] if total >= least else []
    return [(n, *rest) for n in firsts for rest in partitions(total - n, parts - 1, n)]


def products(actions: list[list[int]]) -> list[list[int]]:
    """Return the table of the commutative monoid that actions on 0, 1, ... define."""
    words: dict[int, list[int]] = {0: []}
    for q in (queue := [0]):
        for g, action in enumerate(actions):
            commute = all(other[action[q]] == action[other[q]] for other in actions)
            require(commute, f"two generators do not commute on {q}")
            if action[q] not in words:
                words[action[q]] = [*words[q], g]
                queue.append(action[q])
    order = len(actions[0]) if actions else 1
    require(sorted(words) == list(range(order)), "the generators do not reach every element")
    table = [list(range(order)) for _ in range(order)]
    for q, word in words.items():
        for g in word:
            table[q] = [actions[g][r] for r in table[q]]
    return table


def check(record: dict[str, Any]) -> str:
    """Return what a proof file proves; raise ``WrongError`` with the condition that fails."""
    digits, pretending = record["digits"], record["pretending"]
    preperiod, period = record["preperiod"], record["period"]
    table, p_portion = products(record["actions"]), set(record["p_portion"])
    order = len(table)
    require(len({tuple(q in p_portion for q in row) for row in table}) == order, "not reduced")
    require(p_portion <= set(range(order)), "the P-portion holds what is no element")
    require(min(digits) >= 0 and digits[0] & 3 == 0, "a move may leave a heap as it is")
    require(set(pretending) <= set(range(order)), "the class of a heap is no element")
    heaps = {(pretending[0], frozenset[int]())}  # classes of heaps, and those of their options
    for heap, element in enumerate(pretending[1:], 1):
        after = set()
        for taken, digit in enumerate(digits[: heap + 1]):
            for parts in (j for j in range(digit.bit_length()) if digit >> j & 1):
                for left in partitions(heap - taken, parts):
                    q = 0
                    for size in left:
                        q = table[q][pretending[size]]
                    after.add(q)
        heaps.add((element, frozenset(after)))
    monoid = {(0, frozenset[int]())}  # T
    for x, classes in (queue := list(monoid)):
        lost = bool(classes) and classes.isdisjoint(p_portion)
        require((x in p_portion) == lost, f"the pair {x}, {sorted(classes)} is wrong")
        for y, more in heaps:
            both = frozenset([table[y][q] for q in classes] + [table[x][q] for q in more])
            if (pair := (table[x][y], both)) not in monoid:
                monoid.add(pair)
                queue.append(pair)
    require(len({x for x, _ in monoid}) == order, "an element is the class of no sum of heaps")
    most = max(1, max(digits).bit_length() - 1)
    end = most * max(preperiod, 1) + (most - 1) * period + len(digits) - 1
    require(preperiod >= 0 and period >= 1, "there is no period")
    require(len(pretending) >= end + period, f"the heaps to {end + period - 1} are needed")
    for n in range(preperiod, end):
        require(pretending[n] == pretending[n + period], f"heaps {n} and {n + period} differ")
    return (
        f"The misère quotient of the code with digits {digits} has order {order} and P-portion "
        f"{len(p_portion)}; heaps n >= {preperiod} and n + {period} have the same class."
    )


def main(file: str) -> int:
    """Check a file, say what it proves or what fails, and return the exit status."""
    try:
        print("Checked:", check(json.loads(Path(file).read_text(encoding="utf-8"))))
    except (WrongError, OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"Not checked: {file}: {type(error).__name__}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
