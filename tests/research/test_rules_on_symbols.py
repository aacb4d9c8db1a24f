"""Rules in Python and their formula: one thing only if they are, whatever the loops look like."""

import builtins
import re
from functools import lru_cache

import pytest

from oracles.rules import Game
from research.logic.kernel import Place
from research.theorems.encodings import Encoding
from research.theorems.one_thing import as_one_thing
from research.theorems.reading_off import formulas_read_off
from research.theorems.rules_on_symbols import rules_are_formulas
from research.theorems.symbols import NotOnSymbolsError
from research.theorems.vector_moves import encoding_of

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
    encoding = formulas_read_off(game())
    assert all(decision.truth for decision in rules_are_formulas(encoding))
    assert "run on symbols" in as_one_thing(encoding).origin


def one_to_three_from_far_away_on(heap):
    return [heap - n for n in ((1, 2, 3) if heap >= 100_000 else (1, 2)) if n <= heap]


class LargerOnly(OneHeap):
    def options(self, heap):
        return one_to_three_from_far_away_on(heap)


def test_what_is_another_rule_far_away_is_found_there():
    encoding = formulas_read_off(LargerOnly())
    different = [d for d in rules_are_formulas(encoding) if not d.truth]
    assert [decision.example["x1"] for decision in different] == [100_000]
    assert as_one_thing(encoding) is None


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


SHADOWS = """
from oracles.rules import Game

def list(some):
    return [*some][:1]

class Shadows(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position):
        a, b = position
        return list((n, b) for n in range(a))
"""


class ToAnother(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)]


REPLACED = SHADOWS.replace("def list(some):\n    return [*some][:1]\n", "").replace(
    "list((n, b) for n in range(a))", "[(max(0, a - 1), b)] if a else []"
)


NAMES = {
    "__builtins__": {name: getattr(builtins, name) for name in dir(builtins)} | {"max": min},
    "__name__": "replaced",
}
exec(REPLACED, NAMES)


@pytest.mark.parametrize("how", ["shadowed", "replaced"])
def test_names_that_mean_something_else_are_not_taken_for_builtins(tmp_path, how):
    from runpy import run_path

    if how == "shadowed":
        file = tmp_path / "shadows.py"
        file.write_text(SHADOWS)
        names = run_path(str(file))
    else:
        names = NAMES
    encoding = encoding_of(names["Shadows"](), [(1, 0)], [], unordered=False)
    with pytest.raises(NotOnSymbolsError):
        rules_are_formulas(encoding)


def test_a_builtin_that_was_replaced_for_everybody_is_refused(monkeypatch):
    usual = encoding_of(ToAnother(), [(1, 0)], [], unordered=False)
    assert all(decision.truth for decision in rules_are_formulas(usual))
    monkeypatch.setattr(builtins, "divmod", lambda a, b: (a // b, 0))
    with pytest.raises(NotOnSymbolsError, match="divmod was replaced"):
        rules_are_formulas(usual)


def test_the_source_must_be_that_of_the_code(tmp_path):
    from runpy import run_path

    file = tmp_path / "changed.py"
    file.write_text(SHADOWS.replace("def list(some):\n    return [*some][:1]\n", ""))
    encoding = encoding_of(run_path(str(file))["Shadows"](), [(1, 0)], [], unordered=False)
    assert all(decision.truth for decision in rules_are_formulas(encoding))
    file.write_text(file.read_text().replace("n, b", "b, n"))
    import linecache

    linecache.checkcache(str(file))
    with pytest.raises(NotOnSymbolsError):
        rules_are_formulas(encoding)


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
    one = encoding_of(OneHeap(), [], [(1,)], unordered=False, plain=True)
    lossy = Encoding(
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

    whole = encoding_of(MovesOfThree(), [], [(1,), (2,)], unordered=False, plain=True)
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


class ContainsByAText(ByTwo):
    def contains(self, heap):
        return bool(eval(f"{heap} >= 0"))


class ContainsByACache(ByTwo):
    contains = lru_cache(lambda self, heap: heap >= 0)


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
        (ContainsByAText, "does FORMAT"),
        (ContainsByACache, ".contains is computed"),
        (ContainsByAProperty, ".contains is computed"),
    ],
)
def test_what_the_rules_contain_is_not_left_by_play(game, said):
    encoding = encoding_of(game(), [], [(2,)], unordered=False, plain=True)
    with pytest.raises(NotOnSymbolsError, match=re.escape(said)):
        rules_are_formulas(encoding)


@pytest.mark.parametrize("game", [ByTwo, Even])
def test_what_the_rules_contain_need_not_be_everything(game):
    encoding = encoding_of(game(), [], [(2,)], unordered=False, plain=True)
    assert all(decision.truth for decision in rules_are_formulas(encoding))


class ThreeFarAway(Piles):
    def options(self, position):
        a, b = position
        return [(a, b, 0)] if a > 1000 else [(n, b) for n in range(a)]


class DeniesItsEnding(Piles):
    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)]

    def final_outcome(self, position):
        return "N" if position[1] else "P"

    def names_winner_by_position(self):
        return False


@pytest.mark.parametrize("game", [ThreeFarAway, DeniesItsEnding])
def test_other_coordinates_and_endings_far_away_are_refused(game):
    with pytest.raises(NotOnSymbolsError):
        rules_are_formulas(encoding_of(game(), [(1, 0)], [], unordered=False))


class OwnEnding(OneHeap):
    def final_outcome(self, position):
        return "N"


class OwnRules(OneHeap):
    def __init__(self):
        self.options = lambda heap: [heap - 1] if heap else []


def test_an_ending_or_rules_of_an_object_are_not_run():
    encoding = formulas_read_off(OneHeap())
    for game in (OwnEnding(), OwnRules()):
        other = Encoding(game, encoding.rules, encoding.read, encoding.written, "by hand")
        with pytest.raises(NotOnSymbolsError):
            rules_are_formulas(other)


def test_misere_play_is_not_normal_play():
    encoding = formulas_read_off(Yields())
    misere = Encoding(Misere(), encoding.rules, encoding.read, encoding.written, "by hand")
    assert not all(decision.truth for decision in rules_are_formulas(misere))


def test_an_option_below_zero_is_refused():
    class Below(OneHeap):
        def options(self, heap):
            return [heap - 1, heap - 2] if heap else []

    encoding = encoding_of(Below(), [], [(1,), (2,)], unordered=False, plain=True)
    with pytest.raises(NotOnSymbolsError, match="no natural number"):
        rules_are_formulas(encoding)
