"""Rules in Python and their formula: equal only if they are, whatever the rules look like."""

from itertools import product
from math import isqrt

import pytest

from oracles.rules import Game
from oracles.vectors import VectorGame
from research.logic.errors import AutomataError
from research.logic.formula import parse, text
from research.logic.kernel import Place, prove_kernel
from research.proving.results import NotProvable
from research.proving.rules_equal_formula import game_formulas
from tests.research.formula_options import is_the_game, options_by


def of(kind, **methods):
    """The game with other methods."""
    return type(kind.__name__, (kind,), methods)()


class Piles(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(size + 1)]


class Unordered(Game):
    def start(self, size):
        return [(a, b) for a in range(size + 1) for b in range(a, size + 1)]

    def options(self, position):
        a, b = position
        yield from (tuple(sorted((a - n, b))) for n in range(1, a + 1))
        yield from (tuple(sorted((a, b - n))) for n in range(1, b + 1))
        for n in range(1, min(a, b) + 1):
            yield tuple(sorted((a - n, b - n)))


class Aliased(Unordered):
    """A list is sorted under one name, and read under another."""

    def options(self, position):
        a, b = position
        new = [b, a // 2]
        old = new
        new.sort()
        if a > old[0]:
            yield tuple(new)


class Compared(Unordered):
    """Sorted piles are compared, with some that are in no order too."""

    def options(self, position):
        a, b = position
        found = {tuple(sorted((n, m))) for n in range(a + 1) for m in range(b + 1)}
        return [p for p in found - {(1, 1), position} if p not in [(b, a), (0, b)]]


class OneHeap(Game):
    numbers = (1, 3, 4)

    def start(self, size):
        return range(size + 1)

    def options(self, heap):
        return [heap - n for n in self.numbers if n <= heap]


class Even(OneHeap):
    def start(self, size):
        return [2 * heap for heap in range(size + 1)]

    def contains(self, heap):
        return heap % 2 == 0

    def options(self, heap):
        return [heap - 2] if heap > 1 else []


class Misere(Piles):
    misere = True

    def options(self, position):
        a, b = position
        yield from ((n, b) for n in range(a))
        yield from ((a, n) for n in range(b))


class Trade(Piles):
    """What is taken from one pile is put twice on the other, or one is taken from that."""

    def options(self, position):
        a, b = position
        yield from ((a - n, b + 2 * n) for n in range(1, a + 1))
        yield from ((a, n) for n in range(b))


def test_the_last_position_of_misere_play_is_won():
    model = game_formulas(Misere())
    won = {p for p in product(range(3), repeat=2) if model.is_won(Place("play", p))}
    assert won == {(0, 0)}


def test_play_is_shown_to_end_by_the_weights_of_the_coordinates():
    rules = game_formulas(Trade()).rules
    decreases = [c for c in prove_kernel(rules, {}).checks if c.role == "decreases"]
    assert all(check.decision.truth for check in decreases)
    assert text(rules.measure["play"]) == "3 * a + b"


def test_another_rule_far_away_is_in_the_formula():
    numbers = lambda self, x: [x - n for n in ((1, 2, 3) if x >= 10**5 else (1, 2)) if n <= x]  # noqa: E731
    model = game_formulas(of(OneHeap, options=numbers))
    assert len(options_by(model, 99_999)) == 2
    assert len(options_by(model, 100_000)) == 3


REFUSED = {
    "different numbers of coordinates": of(
        Piles,
        options=lambda self, p: [(*p, 0)] if p[0] > 1000 else [(n, p[1]) for n in range(p[0])],
    ),
    "not a natural number": of(
        OneHeap, options=lambda self, heap: [heap - 1, heap - 2] if heap else []
    ),
    "isqrt has no formula": VectorGame([(1, 0), (0, 1)], guard=lambda p, o: isqrt(sum(o)) != 60),
}


@pytest.mark.parametrize("said", REFUSED)
def test_rules_without_a_formula_are_refused_with_the_reason(said):
    with pytest.raises(NotProvable, match=said):
        game_formulas(REFUSED[said])


def test_where_play_leaves_what_the_rules_contain_nothing_is_proved():
    model = game_formulas(of(Even, contains=lambda self, heap: heap != 100_001))
    criterion = {"play": parse("(Ek heap = 4*k) | (Ek heap = 4*k + 1)").formula}
    proof = prove_kernel(model.rules, criterion)
    leaves = [check for check in proof.failures if check.role == "options are positions"]
    assert [proof.position(check).values for check in leaves] == [(100_003,)]


@pytest.mark.every_python
@pytest.mark.parametrize("game", [Unordered, Aliased, Compared, Misere, OneHeap, Trade, Even])
def test_the_formula_of_rules_in_python_gives_their_options(game):
    model = game_formulas(game())
    assert is_the_game(model)
    assert model.origin == "the source of the rules, run on symbols"


class Passing(Game):
    """One pass in all, in descending order."""

    def start(self, size):
        return [(a, b, True) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position):
        a, b, can_pass = position
        found = {(n, b, can_pass) for n in range(a)}
        found |= {(a, n, can_pass) for n in range(b)}
        if can_pass and a + b > 0:
            found.add((a, b, False))
        return found


class Turns(Game):
    """From the larger pile in one turn, from either in the next; then to a word alone."""

    def start(self, size):
        return [("larger", (a, b)) for a in range(size + 1) for b in range(size + 1)]

    def options(self, position):
        if position == "over":
            return
        turn, (a, b) = position
        if turn == "any":
            yield from (("larger", (n, b)) for n in range(a))
        if a >= b and a:
            yield "any", (a - 1, b)
        if (a, b) == (1, 1):
            yield "over"


class Late(Turns):
    """A word that no small position leads to."""

    def start(self, size):
        return [("late" if size > 50 else "larger", (a, 0)) for a in range(size + 1)]


class Ending(Piles):
    """Whoever takes last wins if the other pile is odd."""

    def options(self, position):
        a, b = position
        return [(n, b) for n in range(a)] if b < 50 else []

    def final_outcome(self, position):
        return "N" if position[1] % 2 or position[0] > 1000 else "P"


class Descending(Game):
    def start(self, size):
        return [(a, b, c) for a in range(size + 1) for b in range(a + 1) for c in range(b + 1)]

    def options(self, position):
        for place in range(3):
            for n in range(1, min(position[place], 2) + 1):
                new = list(position)
                new[place] -= n
                new.sort(reverse=True)
                yield tuple(new)


class FromLargest(Descending):
    """From the largest pile alone, so that the order of the piles says something of moves."""

    def options(self, position):
        a, b, c = position
        for n in range(a):
            yield tuple(sorted((n, b, c), reverse=True))


@pytest.mark.every_python
@pytest.mark.parametrize("kind", [Passing, Turns, Ending, Descending, FromLargest])
def test_words_orders_and_endings_are_read(kind):
    model = game_formulas(kind())
    places = [model.read(p) for p in model.game.start(5)]
    seen = set(places)
    for place in places:
        position = model.written(place)
        options = list(model.game.options(position))
        won = not options and model.game.final_outcome(position) == "N"
        assert model.is_won(place) == won
        assert won or set(map(model.written, model.options(place))) == set(options), position
        places += [each for each in map(model.read, options) if each not in seen]
        seen |= {*places}
    decided = prove_kernel(model.rules, {}).checks
    assert all(check.decision.truth for check in decided if check.role == "decreases")


def test_a_word_that_no_small_position_has_is_refused_when_it_is_met():
    model = game_formulas(Late())
    with pytest.raises(AutomataError, match="no small position leads to one of the form of"):
        model.read(("late", (1, 0)))


GUARDS = {
    "apart": lambda position, option: abs(option[0] - option[1]) != 1,
    "less than half": lambda position, option: 2 * sum(option) >= sum(position),
    "the larger pile": lambda position, option: option[0] == position[0] or option[0] > 1,
}


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("guard", GUARDS.values(), ids=GUARDS)
def test_a_guard_in_python_is_read(guard, misere):
    model = game_formulas(VectorGame([(1, 0), (0, 1), (1, 1)], guard=guard, misere=misere))
    for position in model.game.start(9):
        place = model.read(position)
        options = set(model.game.options(position))
        assert model.is_won(place) == (misere and not options)
        assert model.is_won(place) or set(map(model.written, model.options(place))) == options
