"""Loops in Python and their formula: equal only if they are, whatever the loops look like."""

import textwrap
from contextlib import suppress
from runpy import run_path

import pytest

from research.proving.results import NotProvable
from research.proving.rules_equal_formula import game_formulas
from tests.research.formula_options import is_the_game

HEAD = """
from itertools import combinations, product

from oracles.rules import Game

class Trap(Game):
    most = 1

    def start(self, size):
        self.most = size
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

"""
READ = """
# sums of lists
return [(a - n, b) for n in range(1, a + 1)] + [(a, b - n) for n in range(1, b + 1)]

# a loop that yields
for n in range(a):
    yield n, b

# a list that is changed at every place
found = []
for pile, counters in enumerate(position):
    for rest in range(counters - 1, -1, -1):
        changed = list(position)
        found.append((*changed[:pile], rest, *changed[pile + 1 :]))
return tuple(found)

# as much as half
return [(a - taken, b) for taken in range(1, a // 2 + 1)]

# a set to which loops add
found = set()
for n in range(1, a + 1):
    found.add((a - n, b))
found.update((a, n) for n in range(b))
found |= {(n, n) for n in range(min(a, b))}
return found

# counts up and down
n = 1
while n <= a and 2 * n <= b + 1:
    yield a - n, b
    n = n + 1
while b > a:
    b -= 2
    if b >= 0:
        yield a, b

# counts till the number is there
k = b
while k != a and b < a:
    yield k, b
    k += 1
k = b
while k:
    k -= 1
    yield 0, k

# counts as far as is known
n = 0
while n < 2 and position[n] == 0:
    n += 1
if n < 2:
    yield tuple(pile - (place == n) for place, pile in enumerate(position))

# functions within the function
def rests(most, step=1):
    return range(a - step, max(a - most, 0) - 1, -step)
allowed = lambda n: n != b
return [(n, b) for n in rests(4, step=2) if allowed(n)]

# sums of members
pairs = set()
for i, j in combinations(range(2), 2):
    for n in range(1, min(position[i], position[j]) + 1):
        new = list(position)
        new[i] -= n
        new[j] -= n
        pairs.add(tuple(new))
return sorted(pairs | {(n, b) for n in range(a)})

# odd numbers, each asked in its own loop
yield from ((a - n, b) for n in range(1, a + 1) if n % 2)
yield from ((a, b - n) for n in range(1, b + 1) if n & 1)

# entries of a list that count
new = list(position)
for i in (0, 1):
    while new[i] > 1 and new[-1 - i]:
        new[i] -= 2
        new[1 - i] += -1
        yield new[0], new[1]
    new = list(position)
    while new[i]:
        new[i] -= 1
        yield tuple(new)
    new[i] = position[i]

# a list made in each turn
n = 1
while n <= a and n <= b:
    after = [a, b]
    after[0] -= n
    after[1] -= n
    yield tuple(after)
    n += 1

# what was collected, without some
found = {(n, b) for n in range(a + 1)} | {(a, n) for n in range(b + 1)}
yield from (p for p in found - {position, (0, b), (a, 0), (7, 7)} if p not in {(1, b), (b, a)})

# a list in parts
rest = list(position)
first = rest.pop(0)
rest.insert(0, 2)
rest.remove(max(rest))
if position.count(0) < 2 and position.index(b) is not None:
    yield from ((n, *rest) for n in range(first // 2))

# loops in loops over what was collected
small = [n for n in range(a) if n % 2]
for n in small:
    for m in range(n, b):
        if m != 3:
            yield n, m
for n, m in product(range(min(a, b)), repeat=2):
    yield n, m
yield from (p for p in [(a - 1, m) for m in range(b) if a] if p[1] != 1)
"""
TRAPS = """
# limits set by start
return [(a - n, b) for n in (1, 2, 3) if n <= min(a, self.most)]

# looks at the list
found = []
for n in range(a):
    found.append((n, b))
if len(found) > 1:
    found.append((0, 0))
return found

# uses what is left of a loop
n = 0
for n in range(a):
    yield n, b
yield from ((a, m) for m in range(b) for k in range(n))

# steps over its end
n = 0
while n != b and n < a:
    yield n, b
    n += 2

# true again after it was false
n = 0
while n <= a and (n - 2) // 3 != 0:
    yield a - n, b
    n += 1

# counts only at times
n = 0
while n < a:
    yield n, b
    if n > 1:
        n += 1
    n += 1

# goes on before it counts
n = 0
while n < a:
    if b > 3:
        n += 1
        continue
    yield n, b
    n += 2

# uses what it counted
n = 0
while 2 * n < a:
    n += 1
if n < a:
    yield n, b

# asks how many members a set has
found = {(n, b) for n in range(a)}
if a:
    found.add((0, b))
if len(found) != 2:
    return [(0, b)] if a else []
return found

# a generator that reads what changes meanwhile
limit = a
def rests():
    for n in (1, 2, 3):
        if n <= limit:
            yield n
for n in rests():
    limit = 2
    yield a - n, b

# a name within a comprehension and without
most = 1
allowed = lambda n: n <= most
return [(a - n, b) for most in (2, 3) for n in (1, 2, 3) if allowed(n) and n <= a]

# changes its parameter
for _n in range(a):
    a = a - 1
    if a >= 0:
        yield a, b

# a list that counts, by another name
new = list(position)
other = new
while new[0] > 0:
    new[0] -= 1
    other[1] = 0
    yield tuple(other)

# an index that changes
new, i = [*position], 0
while new[i] > 0:
    new[i] -= 1
    i = 1 - i
    yield tuple(new)

# steps by what counts
new, step = [*position], [1]
while new[0] > 0:
    new[0] -= step[0]
    step[0] += 1
    if new[0] >= 0:
        yield tuple(new)

# takes in turns what is not known
found = {(n, b) for n in range(a)}
for n in range(0, a, 2):
    found = found - {(n, b)}
return found

# pairs of which one makes the other
rests = [n for n in range(min(a, b))]
yield from product(rests, [0 if n == 1 else 2 for n in rests])

# pairs of what two loops give
rests = lambda pile: [n for n in range(pile)]
yield from product(rests(a), rests(b))

# asks whether a loop gave something
found = [(n, b) for n in range(a)]
if len(found) == 0 and b:
    yield a, b - 1
yield from found
"""


def model_of(body, folder):
    body = textwrap.indent(f"a, b = position\n{body.strip()}", " " * 8)
    (folder / "trap.py").write_text(f"{HEAD}    def options(self, position):\n{body}\n")
    return game_formulas(run_path(str(folder / "trap.py"))["Trap"]())


@pytest.mark.every_python
@pytest.mark.parametrize("body", READ.split("\n\n"), ids=lambda body: body.strip().split("\n")[0])
def test_the_formula_of_loops_gives_their_options(tmp_path, body):
    assert is_the_game(model_of(body, tmp_path))


@pytest.mark.parametrize("trap", TRAPS.split("\n\n"), ids=lambda trap: trap.strip().split("\n")[0])
def test_a_loop_whose_turns_know_of_each_other_is_not_taken_for_one_turn(tmp_path, trap):
    """None of these is the game that one turn for every number would make of it."""
    with suppress(NotProvable):
        assert is_the_game(model_of(trap, tmp_path))


PATHS = """
# one move on two paths, and not on the third
if a > 3 or b > 3:
    yield from ((n, b) for n in range(a))

# a number that does not show in the option
for n in range(a):
    if n == b:
        yield 0, b
"""
ENDED = """
# returns from its loop
for n in range(a):
    yield n, b
    if n == 2:
        return

# breaks off
for n in range(a):
    yield n, b
    if n == 2:
        break
"""


@pytest.mark.parametrize("body", PATHS.split("\n\n"), ids=lambda body: body.strip().split("\n")[0])
def test_an_option_is_there_only_where_its_path_is_taken(tmp_path, body):
    assert is_the_game(model_of(body, tmp_path))


@pytest.mark.parametrize("body", ENDED.split("\n\n"), ids=lambda body: body.strip().split("\n")[0])
def test_a_loop_of_unknown_length_that_ends_early_is_not_read(tmp_path, body):
    with pytest.raises(NotProvable, match="a range of unknown length"):
        model_of(body, tmp_path)
