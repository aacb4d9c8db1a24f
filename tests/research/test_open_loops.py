"""Loops whose turns know of each other, and what one turn must not be taken for."""

import keyword
import string
from itertools import chain, combinations, count, product

import pytest

from oracles.rules import Game
from research.logic.kernel import Place
from research.theorems.rules_on_symbols import rules_are_formulas
from research.theorems.symbols import NotOnSymbolsError
from research.theorems.vector_moves import encoding_of

pytestmark = pytest.mark.every_python


class Piles(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]


class LastTurn(Piles):
    """The last number alone, which is all that a loop leaves."""

    def options(self, position):
        a, b = position
        for n in range(1, a + 1):
            option = (a - n, b)
        if a:
            yield option


class Counts(Piles):
    """The first two turns only."""

    def options(self, position):
        a, b = position
        turns = 0
        for n in range(1, a + 1):
            turns += 1  # noqa: SIM113
            if turns < 3:
                yield a - n, b


class CountsInTheCondition(Piles):
    def options(self, position):
        a, b = position
        turns = 0
        return [(a - n, b) for n in range(1, a + 1) if (turns := turns + 1) < 3]


class UsesUp(Piles):
    """An iterator that the first turn uses up."""

    def options(self, position):
        a, b = position
        some = iter([0, 1])
        for n in range(1, a + 1):
            for less in some:
                yield a - n, max(b - less, 0)


class PopsAList(Piles):
    def options(self, position):
        a, b = position
        left = [0, 1]
        return [(a - n, b) for n in range(1, a + 1) if left and left.pop() >= 0]


def popped(some):
    return some.pop() if some else None


class LetsAnotherPop(Piles):
    def options(self, position):
        a, b = position
        left = [0, 1]
        return [(a - n, b) for n in range(1, a + 1) if popped(left) is not None]


def first_time(n, seen):
    new = n not in seen
    seen += [n]
    return new


class LetsAnotherAdd(Piles):
    def options(self, position):
        a, b = position
        seen = []
        return [(a - n, b) for n in range(1, a + 1) if first_time(n % 2, seen)]


class Lengths(Piles):
    def options(self, position):
        a, b = position
        most = len([n for n in range(a) if n != 1])
        yield from ((n, b) for n in range(most))


class LengthsByALambda(Piles):
    def options(self, position):
        a, b = position
        most = len((lambda: [n for n in range(a) if n != 1])())  # noqa: PLC3002
        yield from ((n, b) for n in (0, 1) if n < most)


class Largest(Piles):
    def options(self, position):
        a, b = position
        if a:
            yield max(range(a)), b


class Breaks(Piles):
    def options(self, position):
        a, b = position
        for n in range(a):
            yield n, b
            break


class Returns(Piles):
    def options(self, position):
        a, b = position
        for n in range(a):
            yield n, b
            if n == 2:
                return


class AsksItself(Piles):
    def options(self, position):
        a, b = position
        if a and not b:
            yield 0, len(list(self.options((a, 1)))) - 1
        for n in range(b):
            yield a, n


class CountsItsOwn(Piles):
    """Nim, but for a move that there is where it has several options."""

    def options(self, position):
        a, b = position
        for n in range(a):
            yield n, b
        for n in range(b):
            yield a, n
        if b and len(list(self.options((a, 0)))) > 1:
            yield 0, 0


class LooksAtTheList(Piles):
    def options(self, position):
        a, b = position
        found = []
        for n in range(a):
            found.append((n, b))
        if len(found) > 1:
            found.append((0, 0))
        return found


class HandsOnASlice(Piles):
    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)][:1]


class Chains(Piles):
    def options(self, position):
        a, b = position
        return list(chain([(n, b) for n in range(a)]))[:2]


class Zips(Piles):
    def options(self, position):
        a, b = position
        return [(n, b) for n, _ in zip(range(a), (0, 1), strict=False)]


class UsesWhatIsLeftOfALoop(Piles):
    def options(self, position):
        a, b = position
        n = 0
        for n in range(a):
            yield n, b
        yield from ((a, m) for m in range(b) for k in range(n))


class BeginsTheListAnew(Piles):
    def options(self, position):
        a, b = position
        found = []
        for n in range(a):
            found = []
            found.append((n, b))
        return found


class ChangesItsParameter(Piles):
    def options(self, position):
        a, b = position
        for _n in range(a):
            a = a - 1
            if a >= 0:
                yield a, b


class RemembersFromRunToRun(Piles):
    def options(self, position):
        a, b = position
        for k in (0, 1):
            for n in range(a):
                if k == 1 and n == 0:
                    yield last, b  # noqa: F821
                last = n  # noqa: F841


class BindsTheOuterName(Piles):
    def options(self, position):
        a, b = position
        for n in (0,):
            for n in range(a):  # noqa: B007, PLW2901
                pass
            if a:
                yield n, b


class AddsInANestedFunction(Piles):
    def options(self, position):
        a, b = position
        seen = []

        def new(some):
            if some:
                return False
            some += [1]
            return True

        return [(n, b) for n in range(a) if new(seen)]


class DefaultIterator(Piles):
    def options(self, position):
        a, b = position

        def step(it=iter((1,))):  # noqa: B008
            return next(it, 0)

        for n in range(a):
            if step():
                yield n, b


class OrderOfASet(Piles):
    def options(self, position):
        a, b = position
        for taken in (8, 1):
            if taken <= a:
                return [(a - taken, b)]
        return []


class TakesListsFromATurn(Piles):
    def options(self, position):
        a, b = position
        return [(n, b) for some in ([1, 2],) for n in range(a) if some and some.pop()]


FUNCTIONS = []


class CallsItselfByAList(Piles):
    def options(self, position):
        a, b = position
        most = len(list(FUNCTIONS[0](self, (a - 1, b)))) if a else 0
        return [(n, b) for n in range(a) if n <= most]


FUNCTIONS.append(CallsItselfByAList.options)


class LimitsSetByStart(Piles):
    most = 1

    def start(self, size):
        self.most = size
        return super().start(size)

    def options(self, position):
        a, b = position
        return [(a - n, b) for n in (1, 2, 3) if n <= min(a, self.most)]


class AsksItselfForTruth(Piles):
    def __len__(self):
        return 0

    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a) if self or n == 0]


class Halves(Piles):
    def options(self, position):
        a, b = position
        return [(n + 0.5, b) for n in range(a)]


class CellsApart(Piles):
    """Two cells of the same board are different members of one choice."""

    def options(self, position):
        a, b = position
        yield from ((n, b) for n in range(a))
        for (i, _x), (j, _y) in combinations(product(range(a), (0, 1)), 2):
            if i < j:
                yield a, j


class PairsOfPairs(Piles):
    def options(self, position):
        a, b = position
        found = [(n, b) for n in range(a)]
        return found + [(a, m) for (_, m), _ in combinations(combinations(range(a), 2), 2)]


class PairsRepeated(Piles):
    def options(self, position):
        a, b = position
        found = [(n, b) for n in range(a)]
        for (i, _x), (j, _y) in product(product(range(a), (0, 1)), repeat=2):
            if i < j:
                found.append((a, j))
        return found


class SharesAList(Piles):
    """The one list is in every choice."""

    def options(self, position):
        a, b = position
        for n, seen in product(range(a), [[]]):
            seen += [n]
            yield n, b
            if len(seen) > 1:
                yield a, n


class SharesAListWithPairs(Piles):
    def options(self, position):
        a, b = position
        yield from ((n, b) for n in range(a))
        for (n, _m), seen in product(combinations(range(a), 2), [[]]):
            seen += [n]
            if len(seen) > 1:
                yield a, n


class SharesAnIterator(Piles):
    def options(self, position):
        a, b = position
        found = [(n, b) for n in range(a)]
        return found + [(a, n) for n, turns in product(range(a), (count(),)) if next(turns) > 0]


class TellsByAText(Piles):
    """What the text says is read by a name that stands in no instruction."""

    def options(self, position):
        a, b = position
        found = [(n, b) for n in range(a)]
        return found + ([(a, a)] if "{.__class__.__name__}".format(a) == "int" else [])  # noqa: UP032


class TellsByAFrame(Piles):
    """A copy that is run on symbols has fewer builtins than Python."""

    def options(self, position):
        a, b = position
        more = len((m for m in ()).gi_frame.f_builtins) > 100
        return [(n, b) for n in range(a)] + ([(a, a)] if more else [])


class AsksForARangeInACall(Piles):
    """While the call of a range stands there, another function asks for one."""

    def options(self, position):
        a, b = position
        for n in range(*map(min, map(range, (a + 1,)))):
            yield n, b


async def idle():
    return 0


class TellsByACoroutine(Piles):
    def options(self, position):
        a, b = position
        waiting = idle()
        more = len(waiting.cr_frame.f_builtins) > 100
        waiting.close()
        return [(n, b) for n in range(a)] + ([(a, a)] if more else [])


class WritesByAnEscape(Piles):
    def options(self, position):
        a, b = position
        text = b"\\x25s".decode("unicode_escape") % range
        return [(n, b) for n in range(a)] + ([(a, a)] if "class" in text else [])


class ReadsByANameOfItsOwn(Piles):
    amount = 2

    def _read(self, name):
        return 3

    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)] + ([(a, a)] if self._read("amount") == 3 else [])


def options_of_a_twin(*, first):
    def options(self, position):
        a, b = position
        if first:
            return self.inner(position)[:1] if a > 3 else self.inner(position)
        return [(a - n, b) for n in range(1, a + 1)]

    return options


class TakesTheFirstOfATwin(Piles):
    """The code of both functions is one and the same."""

    options = options_of_a_twin(first=True)
    inner = options_of_a_twin(first=False)


class AsksWhereItBinds(Piles):
    """What an earlier loop left is asked for in the target of a later one."""

    def options(self, position):
        a, b = position
        if not a:
            return
        for n in range(1, a + 1):
            if a <= 3:
                yield a - n, b
        kept = [0, 0]
        for kept[n > a] in (0,):
            if a > 3:
                yield n - 1, b


class ChoosesBeforeItTakesBack(Piles):
    """Combinations are of what a list held when they were asked for."""

    def options(self, position):
        a, b = position
        amounts = [1, 2, 3]
        if a > 3:
            amounts.append(4)
        chosen = combinations(amounts, 1)
        if a > 3:
            amounts.pop()
        return [(a - n, b) for (n,) in chosen if n <= a]


class ComparesModules(Piles):
    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)] + ([(a, a)] if keyword != string else [])


class WritesWhatItCalls(Piles):
    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)] + ([(a, a)] if "class" in "%s" % range else [])  # noqa: UP031


class WritesItself(Piles):
    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)] + ([(a, a)] if "Writes" in "%s" % self else [])  # noqa: UP031


class HidesWhatItKeeps(Piles):
    __dict__ = property(lambda self: {})
    extra = 0

    def __init__(self):
        self.extra = 1

    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)] + ([(a, a)] if self.extra else [])


def made_as_it_goes():
    extra = 0

    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)] + ([(a, a)] if extra else [])

    yield options
    extra = 1
    yield options


MAKER = made_as_it_goes()


class ReadsWhatAGeneratorSets(Piles):
    options = next(MAKER)


next(MAKER)


TRAPS = [
    *(ChoosesBeforeItTakesBack, ComparesModules, WritesWhatItCalls, WritesItself),
    *(HidesWhatItKeeps, ReadsWhatAGeneratorSets),
    *(CountsItsOwn, AsksForARangeInACall, TellsByACoroutine, WritesByAnEscape),
    *(BeginsTheListAnew, ChangesItsParameter, RemembersFromRunToRun, BindsTheOuterName),
    *(AddsInANestedFunction, DefaultIterator, OrderOfASet, TakesListsFromATurn),
    *(CallsItselfByAList, LimitsSetByStart, AsksItselfForTruth, Halves),
    *(LastTurn, Counts, CountsInTheCondition, UsesUp, PopsAList, LetsAnotherPop, LetsAnotherAdd),
    *(Lengths, LengthsByALambda, Largest, Breaks, Returns, AsksItself, LooksAtTheList),
    *(HandsOnASlice, Chains, Zips, UsesWhatIsLeftOfALoop),
    *(CellsApart, PairsOfPairs, PairsRepeated, SharesAList, SharesAListWithPairs),
    *(SharesAnIterator, TellsByAText, TellsByAFrame, ReadsByANameOfItsOwn),
    *(TakesTheFirstOfATwin, AsksWhereItBinds),
]
FORMULAS = {"all of one pile": ([(1, 0)], []), "nim": ([(1, 0), (0, 1)], [])}


@pytest.mark.parametrize("game", TRAPS)
def test_a_loop_whose_turns_know_of_each_other_is_not_taken_for_one_turn(game):
    """None of these is the game that one turn for every number would make of it."""
    for rays, steps in FORMULAS.values():
        encoding = encoding_of(game(), rays, steps, unordered=False)
        try:
            decisions = rules_are_formulas(encoding)
        except NotOnSymbolsError:
            continue
        truth = {p: set(game().options(p)) for p in game().start(6)}
        same = all(
            {values for _, values in filter(None, encoding.formulas.options(Place("play", p)))}
            == options
            for p, options in truth.items()
        )
        assert all(decision.truth for decision in decisions) <= same, game


def test_what_a_generator_sets_is_no_constant():
    """It may be set once more after the proof."""
    with pytest.raises(NotOnSymbolsError, match="extra is set as a generator goes on"):
        rules_are_formulas(encoding_of(ReadsWhatAGeneratorSets(), [(1, 0)], [], unordered=False))


class ChoosesOnce(Piles):
    def options(self, position):
        a, b = position
        for (n, _m), _k in product(combinations(range(a + 1), 2), (0, 1)):
            yield n, b


SOME = frozenset({1})


class AsksWhatASetKeeps(Piles):
    def options(self, position):
        a, b = position
        if a > 100:
            return [(n, b) for n in SOME._members]
        return [(n, b) for n in range(a)]


def test_a_choice_may_be_a_member_of_one_other():
    encoding = encoding_of(ChoosesOnce(), [(1, 0)], [], unordered=False)
    assert all(decision.truth for decision in rules_are_formulas(encoding))


def test_what_stands_for_an_object_has_no_names_of_its_own():
    """In Python a frozen set has no such name, and no position beyond has options."""
    with pytest.raises(NotOnSymbolsError, match="_members"):
        rules_are_formulas(encoding_of(AsksWhatASetKeeps(), [(1, 0)], [], unordered=False))
