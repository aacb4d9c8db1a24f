"""Rules in Python that are their formula: decided for every position, by running them on symbols.

Formulas that were read off small positions, or written by hand, are a guess at what rules in Python
say. Where the rules can be run on symbols (:mod:`research.theorems.run_on_symbols`), it is decided
whether they are the same, for all vectors of natural numbers that the formulas call positions:

- what the formulas call positions is what the rules contain, where they say so; where only the
  rules do, neither where play starts nor an option is outside of it
- a position is won by the rules exactly if it is by the formulas; of one that is not:
- each position that the rules start from is a vector that the formulas call a position
- each option by the rules is the vector of natural numbers that it is read as, and nothing else
- the options by the rules are those by the formulas.

Several vectors may be one position, as where the order of piles says nothing; options are compared
as they are read of the position that they are written as.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import getattr_static
from types import FunctionType
from typing import Any

from oracles.heaps import HeapGame
from oracles.rules import Game, Rules
from research.logic.decide import Decision, decide
from research.logic.formula import (
    Binary,
    Comparison,
    Formula,
    Names,
    Not,
    TruthValue,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    implies,
)
from research.logic.kernel import FormulaRules, Move, Place
from research.theorems.changing import RULES, why_rules_change
from research.theorems.encodings import Encoding
from research.theorems.run_on_symbols import (
    Copier,
    Outcome,
    outcomes,
    require_usual_attributes,
)
from research.theorems.symbols import TRUE, NotOnSymbolsError, Symbol, is_value

Symbols = tuple[Symbol, ...]
_FUNCTIONS = (FunctionType, staticmethod, classmethod)


def rules_are_formulas(encoding: Encoding) -> tuple[Decision, ...]:
    """Decide that rules in Python and their formulas are the same game.

    Parameters
    ----------
    encoding
        The game with formulas that were read off or written by hand.

    Returns
    -------
    tuple of Decision
        The statements, at least one; the formulas are the rules if each of them is true.

    Raises
    ------
    NotOnSymbolsError
        If the rules, or how positions are read, cannot be run on symbols.
    AutomataError
        If an automaton grows too large.

    Examples
    --------
    >>> from research.theorems.reading_off import formulas_read_off
    >>> class OneOrTwo(Game):
    ...     def start(self, size):
    ...         return range(size + 1)
    ...     def options(self, heap):
    ...         return [heap - taken for taken in (1, 2) if taken <= heap]
    >>> [decision.truth for decision in rules_are_formulas(formulas_read_off(OneOrTwo()))]
    [True, True]
    """
    rules = encoding.rules
    _require_usual_ending(encoding.game)
    statements = [*_starts(encoding, rules.valid)]
    for state in rules.coordinates:
        statements += _statements(encoding, state)
    _require_contained(encoding)
    return tuple(map(decide, statements))


def starts_are_positions(encoding: Encoding) -> tuple[Decision, ...]:
    """Decide that all positions from which play starts are vectors that the formulas speak of.

    Raises
    ------
    NotOnSymbolsError
        If where play starts cannot be run on symbols.
    """
    return tuple(map(decide, _starts(encoding, encoding.rules.valid)))


def starts_from_one_heap(game: Rules[Any]) -> bool:
    """Decide that play starts from one heap at most, whatever the size.

    Raises
    ------
    NotOnSymbolsError
        If where play starts cannot be run on symbols.

    Examples
    --------
    >>> from oracles.codes import TakeAndBreak
    >>> class Twins(HeapGame):
    ...     def start(self, size):
    ...         return [(heap, heap) for heap in range(1, size + 1)]
    >>> rule = TakeAndBreak("0.3")
    >>> starts_from_one_heap(HeapGame(rule)), starts_from_one_heap(Twins(rule))
    (True, False)
    """
    if getattr_static(game, "start") is HeapGame.start:
        return True

    def starts(copier: Copier, at: Symbols) -> bool:
        return all(map(_is_heap, copier.collecting(_rule(game, "start"))(*at)))

    return all(each.value for each in outcomes(starts, ("size",)))


def _is_heap(position: Any) -> bool:
    """Whether a position is one heap at most, as heap games write it."""
    one = type(position) is tuple and len(position) <= 1
    return one and all(type(heap) in (int, Symbol) and heap > 0 for heap in position)


def _rule(game: Rules[Any], name: str) -> Callable[..., Any]:
    """Return one of the functions that the rules are."""
    require_usual_attributes(game, name)
    if type(getattr_static(game, name)) not in _FUNCTIONS:
        raise NotOnSymbolsError(f".{name} is computed")
    return getattr(game, name)  # type: ignore[no-any-return]


def _starts(encoding: Encoding, positions: Mapping[str, Formula]) -> Iterator[Formula]:
    """Yield: a position from which play starts at some size is one of these."""
    rules, game = encoding.rules, encoding.game

    def starts(copier: Copier, at: Symbols) -> list[Place]:
        read, written = copier.function(encoding.read), copier.function(encoding.written)
        start = copier.collecting(_rule(game, "start"))
        return [_as_place(encoding, position, read, written) for position in start(*at)]

    found = outcomes(starts, ("size",))
    for state, valid in positions.items():
        names = rules.coordinates[state]
        taken = Names("size", *names, valid)
        image = tuple(taken.fresh(f"y{place}") for place in range(1, len(names) + 1))
        same = [
            Comparison("=", Variable(a), Variable(b)) for a, b in zip(names, image, strict=True)
        ]
        begun = disjunction(*(_is_option(each, state, image) for each in found))
        yield for_all(("size", *image), implies(begun, exists(names, conjunction(*same, valid))))


def _require_usual_ending(game: Game[Any]) -> None:
    own = set(RULES) & getattr(game, "__dict__", {}).keys()
    ending = getattr_static(type(game), "final_outcome") is Game.final_outcome
    misere = type(getattr_static(game, "misere")) is bool
    if own or not ending or not misere:
        raise NotOnSymbolsError("the game has an ending, or an object rules, of its own")
    why = why_rules_change(type(game))
    if why:
        raise NotOnSymbolsError(why)


def _statements(encoding: Encoding, state: str) -> Iterator[Formula]:
    """Yield what makes rules and formulas the same at one control state."""
    rules, game = encoding.rules, encoding.game
    names = rules.coordinates[state]
    valid = rules.valid.get(state, TRUE)
    if state in rules.valid:
        contained = _contained(encoding, state, names)
        yield for_all(names, Binary("<=>", valid, contained))
    found = _reached(encoding, state)
    by_rules = {target: _gives(rules, state, target, found) for target in rules.coordinates}
    some = disjunction(*(exists(image, given) for image, given in by_rules.values()))
    ends = Not(some) if game.misere else TruthValue(value=False)
    won = rules.won.get(state, TruthValue(value=False))
    yield for_all(names, implies(valid, Binary("<=>", won, ends)))
    for target, (image, given) in by_rules.items():
        moves = [move for move in rules.moves if (move.source, move.target) == (state, target)]
        same = Binary("<=>", given, _as_read(encoding, target, image, moves))
        yield for_all((*names, *image), implies(conjunction(valid, Not(won)), same))


def _gives(
    rules: FormulaRules, state: str, target: str, found: Sequence[Outcome]
) -> tuple[tuple[str, ...], Formula]:
    """Return names for the coordinates of an option, and: by the rules it is one."""
    moves = [move for move in rules.moves if (move.source, move.target) == (state, target)]
    taken = Names(*rules.coordinates[state], *(name for m in moves for name in m.parameters))
    number = len(rules.coordinates[target])
    image = tuple(taken.fresh(f"y{place}") for place in range(1, number + 1))
    return image, disjunction(*(_is_option(each, target, image) for each in found))


def _place(state: str, at: Symbols) -> Place:
    return Place(state, at)  # type: ignore[arg-type]  # symbols stand for numbers


def _contained(encoding: Encoding, state: str, names: tuple[str, ...]) -> Formula:
    """Return: a vector is written as a position that the rules contain."""
    game = encoding.game

    def contained(copier: Copier, at: Symbols) -> Any:
        written = copier.function(encoding.written)
        return copier.function(_rule(game, "contains"))(written(_place(state, at)))

    found = outcomes(contained, names)
    if any(type(each.value) is not bool for each in found):
        raise NotOnSymbolsError("contains gives something else than a truth value")
    return disjunction(*(each.path.when() for each in found if each.value))


def _require_contained(encoding: Encoding) -> None:
    """Refuse rules that say what they contain, and do not stay there where formulas say nothing."""
    rules = encoding.rules
    silent = rules.coordinates.keys() - rules.valid.keys()
    if not silent or getattr_static(encoding.game, "contains") is Rules.contains:
        return
    within = {state: _contained(encoding, state, rules.coordinates[state]) for state in silent}
    leaving = [*_starts(encoding, within)]
    for state, names in rules.coordinates.items():
        here = rules.valid.get(state) or within[state]
        found = _reached(encoding, state)
        for target in within:
            image, given = _gives(rules, state, target, found)
            there = _contained(encoding, target, image)
            leaving.append(for_all((*names, *image), implies(conjunction(here, given), there)))
    outside = [decision.example for decision in map(decide, leaving) if not decision.truth]
    if outside:
        raise NotOnSymbolsError(f"play leaves what the rules contain at {outside[0]}")


def _reached(encoding: Encoding, state: str) -> list[Outcome]:
    """Return the options of the positions of a control state, on each path."""
    names, valid = encoding.rules.coordinates[state], encoding.rules.valid.get(state, TRUE)
    return outcomes(lambda copier, at: _options(copier, encoding, _place(state, at)), names, valid)


def _options(copier: Copier, encoding: Encoding, here: Place) -> list[Place]:
    """Return the options of a position by the rules, as they are read."""
    options = copier.collecting(_rule(encoding.game, "options"))
    read, written = copier.function(encoding.read), copier.function(encoding.written)
    return [_as_place(encoding, option, read, written) for option in options(written(here))]


def _as_place(
    encoding: Encoding, option: Any, read: Callable[..., Any], written: Callable[..., Any]
) -> Place:
    """Return an option as it is read, if it is what is written there, and nothing else."""
    place = read(option)
    if type(place) is not Place or place.state not in encoding.rules.coordinates:
        raise NotOnSymbolsError("an option is read as no vector")
    if len(place.values) != len(encoding.rules.coordinates[place.state]):
        raise NotOnSymbolsError("an option has another number of coordinates")
    if any(type(value) not in (int, Symbol) or value < 0 for value in place.values):
        raise NotOnSymbolsError("an option has a coordinate that is no natural number")
    if not _is_alike(written(place), option):
        raise NotOnSymbolsError("an option is not what is written for the vector it is read as")
    return place


def _is_alike(one: Any, other: Any) -> bool:
    """Whether two positions are the same on this path, in kind too."""
    if type(one) is tuple and type(other) is tuple:
        return len(one) == len(other) and all(map(_is_alike, one, other))
    numbers = {type(one), type(other)} <= {int, Symbol}
    return bool(one == other) if numbers else type(one) is type(other) is str and one == other


def _is_option(of: Outcome, target: str, image: Sequence[str]) -> Formula:
    """Return: on this path, the image is an option at the target."""
    reached = [each for each in of.value if each.state == target]
    found = disjunction(*(_are(image, each.values) for each in reached))
    return of.path.when(found) if reached else found


def _are(names: Sequence[str], values: Sequence[Any]) -> Formula:
    """Return: these variables have these values."""
    return conjunction(
        *(is_value(Variable(n), value) for n, value in zip(names, values, strict=True))
    )


def _as_read(
    encoding: Encoding, target: str, image: tuple[str, ...], moves: Sequence[Move]
) -> Formula:
    """Return: by the formulas some option is read as the image, of the position it stands for."""
    used = [name for m in moves for name in (*encoding.rules.coordinates[m.source], *m.parameters)]
    taken = Names(*image, *used)
    vector = tuple(taken.fresh(name) for name in image)
    reached = disjunction(*(_moves_to(move, vector) for move in moves))
    again = outcomes(lambda copier, at: _read_again(copier, encoding, _place(target, at)), vector)
    parts = [each.path.when(_are(image, each.value)) for each in again]
    return exists(vector, conjunction(reached, disjunction(*parts)))


def _read_again(copier: Copier, encoding: Encoding, place: Place) -> Symbols:
    read, written = copier.function(encoding.read), copier.function(encoding.written)
    again = read(written(place))
    if again is None or again.state != place.state:
        raise NotOnSymbolsError("a vector is written as a position that is read as another")
    return tuple(again.values)


def _moves_to(move: Move, vector: Sequence[str]) -> Formula:
    reached = [
        Comparison("=", Variable(name), term) for name, term in zip(vector, move.image, strict=True)
    ]
    return exists(move.parameters, conjunction(move.guard, *reached))
