"""Rules in Python and their formula: equal only if they are, whatever the loops look like."""

import re
import textwrap
from itertools import combinations, product
from runpy import run_path

import pytest

from oracles.rules import Game
from research.logic.kernel import Place
from research.theorems.formula_model import FormulaModel
from research.theorems.reading_off import formulas_read_off
from research.theorems.rules_equal_formula import own_formulas, rules_are_formulas
from research.theorems.symbols import NotOnSymbolsError
from research.theorems.vector_moves import model_of

pytestmark = pytest.mark.every_python

MOVES = ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1))


class Piles(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]


class Sums(Piles):
    def options(self, position):
        a, b = position
        return [(a - n, b) for n in range(1, a + 1)] + [(a, b - n) for n in range(1, b + 1)]


class Yields(Piles):
    def options(self, position):
        a, b = position
        for n in range(a):
            yield n, b
        for n in range(b):
            yield a, n


class Appends(Piles):
    def options(self, position):
        found = []
        for pile, counters in enumerate(position):
            for rest in range(counters - 1, -1, -1):
                changed = list(position)
                found.append((*changed[:pile], rest, *changed[pile + 1 :]))
        return tuple(found)


class Unordered(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(a, size + 1)]

    def options(self, position):
        a, b = position
        yield from (tuple(sorted((a - n, b))) for n in range(1, a + 1))
        yield from (tuple(sorted((a, b - n))) for n in range(1, b + 1))
        for n in range(1, min(a, b) + 1):
            yield tuple(sorted((a - n, b - n)))


class TwinPiles(Unordered):
    def options(self, position):
        a, b = position
        return [tuple(sorted((a - i, b - j))) for i, j in MOVES if i <= a and j <= b]


class Misere(Yields):
    misere = True


class OneHeap(Game):
    numbers = (1, 3, 4)

    def start(self, size):
        return range(size + 1)

    def options(self, heap):
        return [heap - n for n in self.numbers if n <= heap]


class Declared(Yields):
    """Says what is true of its positions, by code that could not be run on symbols."""

    def canonical(self, position):
        return min([position, position[::-1]], key=repr)

    def parts(self, position):
        return {(0, pile) for pile in map(abs, position)}


@pytest.mark.parametrize(
    "game", [Sums, Yields, Appends, Unordered, TwinPiles, Misere, OneHeap, Declared]
)
def test_rules_in_python_are_the_formula_that_is_read_off(game):
    model = formulas_read_off(game())
    assert all(decision.truth for decision in rules_are_formulas(model))
    assert "run on symbols" in own_formulas(model).origin


def one_to_three_from_far_away_on(heap):
    return [heap - n for n in ((1, 2, 3) if heap >= 100_000 else (1, 2)) if n <= heap]


class LargerOnly(OneHeap):
    def options(self, heap):
        return one_to_three_from_far_away_on(heap)


def test_what_is_another_rule_far_away_is_found_there():
    model = formulas_read_off(LargerOnly())
    different = [d for d in rules_are_formulas(model) if not d.truth]
    assert [decision.example["x1"] for decision in different] == [100_000]
    assert isinstance(own_formulas(model), str)


class Written(Piles):
    """As people write it: a list of the piles, and a list that is put together."""

    def options(self, position):
        found = [(rest, position[1]) for rest in range(position[0])]
        for rest in range(position[1]):
            changed = list(position)
            changed[1] = rest
            found.append(tuple(changed))
        return [*found]


def test_piles_may_be_changed_in_a_list_that_a_turn_has_made():
    assert all(d.truth for d in rules_are_formulas(formulas_read_off(Written())))


class MovesOfThree(OneHeap):
    """What the formula says up to 4, and nothing beyond."""

    def options(self, heap):
        return [heap - n for n in (1, 2) if n <= heap] if heap <= 4 else []


class Flagged(Piles):
    """A second pile of 1 that the reading drops."""

    def options(self, position):
        a, _b = position
        return [(a - 1, 1 if a == 3 else 0)] if a else []


def test_a_reading_that_loses_something_is_refused():
    one = model_of(OneHeap(), [], [(1,)], unordered=False, plain=True)
    lossy = FormulaModel(
        Flagged(),
        one.rules,
        lambda position: Place("play", (position[0],)),
        lambda place: (place.values[0], 0),
        "by hand",
    )
    with pytest.raises(NotOnSymbolsError, match="not what is written"):
        rules_are_formulas(lossy)


def test_where_the_formulas_leave_off_the_rules_must_say_so():
    from dataclasses import replace

    from research.logic.parser import parse

    whole = model_of(MovesOfThree(), [], [(1,), (2,)], unordered=False, plain=True)
    rules = replace(whole.rules, valid={"play": parse("x1 <= 4").formula})
    cut = replace(whole, rules=rules)
    assert [decision.truth for decision in rules_are_formulas(cut)] == [False, False, True, True]

    class Contained(MovesOfThree):
        def start(self, size):
            return range(min(size, 4) + 1)

        def contains(self, position):
            return position <= 4

    said = replace(cut, game=Contained())
    assert all(decision.truth for decision in rules_are_formulas(said))


class ByTwo(Game):
    def start(self, size):
        return [2 * heap for heap in range(size + 1)]

    def options(self, heap):
        return [heap - 2] if heap > 1 else []


class Even(ByTwo):
    def contains(self, heap):
        return heap % 2 == 0


class StartsOutside(Even):
    def start(self, size):
        return range(size + 1)


class LeavesFarAway(ByTwo):
    def contains(self, heap):
        return heap != 100_000


class ContainsByAType(ByTwo):
    def contains(self, heap):
        return isinstance(heap, int)


class ContainsByAProperty(ByTwo):
    contains = property(lambda self: self.has)

    def has(self, heap):
        return True


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (StartsOutside, "play leaves what the rules contain at {'size': 1, 'y1': 1}"),
        (LeavesFarAway, "play leaves what the rules contain at {'size': 50000, 'y1': 100000}"),
        (ContainsByAType, "isinstance has no formula"),
        (ContainsByAProperty, ".contains is computed"),
    ],
)
def test_what_the_rules_contain_is_not_left_by_play(game, said):
    model = model_of(game(), [], [(2,)], unordered=False, plain=True)
    with pytest.raises(NotOnSymbolsError, match=re.escape(said)):
        rules_are_formulas(model)


@pytest.mark.parametrize("game", [ByTwo, Even])
def test_what_the_rules_contain_need_not_be_everything(game):
    model = model_of(game(), [], [(2,)], unordered=False, plain=True)
    assert all(decision.truth for decision in rules_are_formulas(model))


class ThreeFarAway(Piles):
    def options(self, position):
        a, b = position
        return [(a, b, 0)] if a > 1000 else [(n, b) for n in range(a)]


def test_other_coordinates_far_away_are_refused():
    with pytest.raises(NotOnSymbolsError):
        rules_are_formulas(model_of(ThreeFarAway(), [(1, 0)], [], unordered=False))


class OwnEnding(OneHeap):
    def final_outcome(self, position):
        return "N"


class OwnRules(OneHeap):
    def __init__(self):
        self.options = lambda heap: [heap - 1] if heap else []


def test_an_ending_or_rules_of_an_object_are_not_run():
    model = formulas_read_off(OneHeap())
    for game in (OwnEnding(), OwnRules()):
        other = FormulaModel(game, model.rules, model.read, model.written, "by hand")
        with pytest.raises(NotOnSymbolsError):
            rules_are_formulas(other)


def test_misere_play_is_not_normal_play():
    model = formulas_read_off(Yields())
    misere = FormulaModel(Misere(), model.rules, model.read, model.written, "by hand")
    assert not all(decision.truth for decision in rules_are_formulas(misere))


def test_an_option_below_zero_is_refused():
    class Below(OneHeap):
        def options(self, heap):
            return [heap - 1, heap - 2] if heap else []

    model = model_of(Below(), [], [(1,), (2,)], unordered=False, plain=True)
    with pytest.raises(NotOnSymbolsError, match="no natural number"):
        rules_are_formulas(model)


# Loops whose turns know of each other


HEAD = """
from itertools import combinations, product
from oracles.rules import Game

def first_time(n, seen):
    new = n not in seen
    seen += [n]
    return new

class Trap(Game):
    most = 1

    def start(self, size):
        self.most = size
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

"""
TRAPS = """
# limits set by start
return [(a - n, b) for n in (1, 2, 3) if n <= min(a, self.most)]

# last turn
for n in range(1, a + 1):
    option = (a - n, b)
if a:
    yield option

# counts
turns = 0
for n in range(1, a + 1):
    turns += 1
    if turns < 3:
        yield a - n, b

# uses up
some = iter([0, 1])
for n in range(1, a + 1):
    for less in some:
        yield a - n, max(b - less, 0)

# pops a list
left = [0, 1]
return [(a - n, b) for n in range(1, a + 1) if left and left.pop() >= 0]

# lets another add
seen = []
return [(a - n, b) for n in range(1, a + 1) if first_time(n % 2, seen)]

# lengths
most = len([n for n in range(a) if n != 1])
yield from ((n, b) for n in range(most))

# largest
if a:
    yield max(range(a)), b

# breaks
for n in range(a):
    yield n, b
    break

# returns
for n in range(a):
    yield n, b
    if n == 2:
        return

# asks itself
if a and not b:
    yield 0, len(list(self.options((a, 1)))) - 1
for n in range(b):
    yield a, n

# looks at the list
found = []
for n in range(a):
    found.append((n, b))
if len(found) > 1:
    found.append((0, 0))
return found

# hands on a slice
return [(n, b) for n in range(a)][:1]

# zips
return [(n, b) for n, _ in zip(range(a), (0, 1), strict=False)]

# uses what is left of a loop
n = 0
for n in range(a):
    yield n, b
yield from ((a, m) for m in range(b) for k in range(n))

# begins the list anew
found = []
for n in range(a):
    found = []
    found.append((n, b))
return found

# changes its parameter
for _n in range(a):
    a = a - 1
    if a >= 0:
        yield a, b

# remembers from run to run
for k in (0, 1):
    for n in range(a):
        if k == 1 and n == 0:
            yield last, b
        last = n

# binds the outer name
for n in (0,):
    for n in range(a):
        pass
    if a:
        yield n, b

# adds in a nested function
seen = []
def new(some):
    if some:
        return False
    some += [1]
    return True
return [(n, b) for n in range(a) if new(seen)]

# takes lists from a turn
return [(n, b) for some in ([1, 2],) for n in range(a) if some and some.pop()]

# cells apart
yield from ((n, b) for n in range(a))
for (i, _x), (j, _y) in combinations(product(range(a), (0, 1)), 2):
    if i < j:
        yield a, j

# pairs of pairs
found = [(n, b) for n in range(a)]
return found + [(a, m) for (_, m), _ in combinations(combinations(range(a), 2), 2)]

# pairs repeated
found = [(n, b) for n in range(a)]
for (i, _x), (j, _y) in product(product(range(a), (0, 1)), repeat=2):
    if i < j:
        found.append((a, j))
return found

# shares a list
for n, seen in product(range(a), [[]]):
    seen += [n]
    yield n, b
    if len(seen) > 1:
        yield a, n
"""


FORMULAS = {"all of one pile": ([(1, 0)], []), "nim": ([(1, 0), (0, 1)], [])}


@pytest.mark.parametrize("trap", TRAPS.split("\n\n"), ids=lambda trap: trap.strip().split("\n")[0])
def test_a_loop_whose_turns_know_of_each_other_is_not_taken_for_one_turn(tmp_path, trap):
    """None of these is the game that one turn for every number would make of it."""
    body = textwrap.indent(f"a, b = position\n{trap.strip()}", " " * 8)
    (tmp_path / "trap.py").write_text(f"{HEAD}    def options(self, position):\n{body}\n")
    game = run_path(str(tmp_path / "trap.py"))["Trap"]()
    for rays, steps in FORMULAS.values():
        model = model_of(game, rays, steps, unordered=False)
        try:
            decisions = rules_are_formulas(model)
        except NotOnSymbolsError:
            continue
        truth = {p: set(game.options(p)) for p in game.start(6)}
        same = all(
            {values for _, values in filter(None, model.formulas.options(Place("play", p)))}
            == options
            for p, options in truth.items()
        )
        assert all(decision.truth for decision in decisions) <= same


class ChoosesOnce(Piles):
    def options(self, position):
        a, b = position
        for (n, _m), _k in product(combinations(range(a + 1), 2), (0, 1)):
            yield n, b


def test_a_choice_may_be_a_member_of_one_other():
    model = model_of(ChoosesOnce(), [(1, 0)], [], unordered=False)
    assert all(decision.truth for decision in rules_are_formulas(model))
