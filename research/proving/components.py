"""Positions that are sums: collections of components, and words whose runs of a letter are some.

The rules are run on a position of unknown length (:mod:`.row_reader`). They are those of a sum if

- each move replaces one component of a *collection* by others, and asks that component alone;
- each move replaces a *window* of adjacent letters, which are all one letter, by others. The
  letters that come instead are others, so the runs of that letter are components.

By the theorem of Sprague and Grundy, a position is then a P-position in normal play exactly if the
nim sum of the Grundy values of its components is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from oracles.heaps import HeapGame
from oracles.rules import Game, keeps_rules_of
from oracles.strips import StripGame
from research.checks.equality import show
from research.checks.evidence import Counterexample
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import Comparison, Constant, Variable, conjunction, disjunction, exists
from research.proving.formula_model import small_cases
from research.proving.heap_functions import HEAP, ReadRule
from research.proving.position_layout import names_of, put_together, small_moves, taken_apart
from research.proving.results import Limits, NotProvable, RulesDisagreementError
from research.proving.row_reader import BEFORE, BEYOND, Part, Place, Row, RowReader
from research.proving.symbolic_execution import SYSTEM, Path, outcomes
from research.proving.symbols import NotOnSymbolsError, Symbol

Components = tuple[Any, ...]  # numbers, or tuples of numbers


@dataclass(frozen=True)
class Sum:
    """A game whose positions are sums of components."""

    game: Game[Any]
    words: str  # what its positions are
    called: str  # what its components are called
    names: tuple[str, ...]  # of the numbers of a component
    paths: list[Path]  # of components, each with the collections that one is replaced by
    components: Callable[[Any], Components]
    replacements: Callable[[Any], list[Components]]
    heaps: HeapGame | None = None  # where components are numbers

    def require_small(self, limits: Limits, value: Callable[[Any], int]) -> str:
        """Compare with the rules all that is known of small positions; say how far.

        Their options must be those of the sum, and their outcomes those that values give.
        """
        seen = small_cases(self.game, limits)
        for position in seen.positions:
            parts = self.components(position)
            by_rules = {self.components(option) for option in seen.graph.options_of[position]}
            by_sum = {
                tuple(sorted([*parts[:at], *new, *parts[at + 1 :]]))
                for at, part in enumerate(parts)
                for new in self.replacements(part)
            }
            if by_rules != by_sum:
                both = show(by_sum), show(by_rules)
                raise RulesDisagreementError(Counterexample(show(position), *both))
            nim_sum = 0
            for part in parts:
                nim_sum ^= value(part)
            outcome = seen.truth.outcome(position)
            if (nim_sum == 0) != (outcome == "P"):
                case = Counterexample(show(position), f"the nim sum {nim_sum}", outcome)
                raise RulesDisagreementError(case)
        return (
            "The source of the rules, run on a position of unknown length: a move asks and "
            "replaces one component alone. The options and outcomes of all "
            f"{len(seen)} positions to size {seen.size} are those of the sum."
        )


def sum_of_components(game: Game[Any]) -> Sum | None:
    """Read the rules of a game whose positions are sums of components.

    None if small positions are neither words nor tuples of different lengths.

    Raises
    ------
    NotProvable
        If the rules are not read as those of a sum.

    Examples
    --------
    >>> class Kayles(Game):
    ...     def start(self, size):
    ...         return [(size,)]
    ...     def options(self, rows):
    ...         for i, row in enumerate(rows):
    ...             for taken in (1, 2):
    ...                 for left in range(row - taken + 1):
    ...                     yield rows[:i] + (left, row - taken - left) + rows[i + 1 :]
    >>> sum_of_components(Kayles()).words
    'A tuple of natural numbers of any length'
    """
    try:
        met, _ = small_moves(game)
    except Exception:  # the researcher's own code, which fails in the explicit graph too
        return None
    kinds = {*map(type, met)}
    kind = next(iter(kinds), None)
    if len(kinds) > 1 or kind not in (str, tuple) or (kind is tuple and len({*map(len, met)}) == 1):
        return None
    letters = tuple({letter: None for position in met for letter in position})
    if game.misere or game.loopy or game.names_winner_by_position():
        raise NotProvable("the theorem of sums is about normal play that ends")
    try:
        return _of_words(game, letters) if kind is str else _of_collections(game, met)
    except (AutomataError, AttributeError, TypeError) as error:
        raise NotProvable(str(error)) from error


def _of_collections(game: Game[Any], met: list[Any]) -> Sum:
    """Read rules of which positions are tuples of components of one form."""
    forms = {taken_apart(component)[0] for position in met for component in position}
    if len(forms) != 1:
        raise NotOnSymbolsError("components are no numbers, or tuples of as many numbers")
    (form,) = forms
    names = (HEAP,) if form is int else names_of(game, form, in_loops=True)

    def made(at: Any) -> list[Components]:
        def entry(place: Place, inside: int) -> Any:
            if place.after or inside:
                raise NotOnSymbolsError("a loop does not ask each component, and it alone")
            return put_together(form, iter(at))

        found = []
        for option in RowReader(entry).options(game):
            new, kept = _replaced(option)
            if kept.after != 1:
                raise NotOnSymbolsError("a move does not replace one component")
            if any(taken_apart(each)[0] != form for each in new):
                raise NotOnSymbolsError("a component is replaced by one of another form")
            if any(number < 0 for each in new for number in taken_apart(each)[1]):
                raise NotOnSymbolsError("a move makes a component with a number below 0")
            found.append(tuple(new))
        return found

    def components(position: Any) -> Components:
        return tuple(sorted(each for each in position if each != 0))

    def replacements(component: Any) -> list[Components]:
        return [components(option) for option in game.options((component,))]

    paths = outcomes(made, names)
    if form is not int:
        words = f"A tuple of any length of tuples ({', '.join(names)})"
        return Sum(game, words, "components", names, paths, components, replacements)
    empty = Comparison("=", Variable(HEAP), Constant(0))
    moves = conjunction(empty, disjunction(*(path.when() for path in paths if path.value)))
    if decide(exists(names, moves), SYSTEM).truth:
        raise NotOnSymbolsError("an empty heap has options")
    words = "A tuple of natural numbers of any length"
    heaps = HeapGame(ReadRule(replacements, paths))
    return Sum(game, words, "heaps", names, paths, components, replacements, heaps)


def _replaced(option: Row) -> tuple[list[Any], Part]:
    """Return what is new in an option, and the part of the position after what it replaces."""
    kept = [each for each in option.parts if isinstance(each, Part)]
    if [each.after == BEFORE for each in kept] not in ([True, False], [False, True]):
        raise NotOnSymbolsError("an option does not keep the rest of the position")
    first, last = sorted(kept, key=lambda part: part.after)
    if first.loop != last.loop:
        raise NotOnSymbolsError("an option is made in two loops through the position")
    return [each for each in option.parts if not isinstance(each, Part)], last


Letters = tuple[Any, ...]  # which a loop asks for, BEYOND the end of the word; or writes
Change = tuple[int, Letters]  # so many letters become these


def _of_words(game: Game[Any], letters: Letters) -> Sum:
    """Read rules of which positions are words, whose runs of a letter are components."""
    ways = _ways(game, letters)
    live = {letter for window, _ in ways for letter in window}
    if len(live) != 1 or BEYOND in live or () in dict(ways):
        raise NotOnSymbolsError("what is replaced in a word are not adjacent letters of one kind")
    written = {each for _, text in ways for each in text} - {*letters}
    if written:  # which no small position has
        return _of_words(game, (*letters, *sorted(written)))
    (letter,) = live
    if any(letter in text for _, text in ways):
        raise NotOnSymbolsError(f"{letter!r} is written instead of others")
    lengths = sorted({(len(window), not text) for window, text in ways})

    def runs(of: Iterable[Any]) -> list[int]:
        return [len([*run]) for each, run in groupby(of) if each == letter]

    def rule(run: int) -> Iterator[tuple[int, ...]]:
        for taken, joins in lengths:
            if joins and taken <= run:
                yield (run - taken,)
            for before in range(0 if joins else run - taken + 1):
                yield before, run - taken - before

    def components(position: Any) -> Components:
        if not {*position} <= {*letters}:
            raise NotProvable(f"{position!r} has a letter that no small position has")
        return tuple(sorted(runs(position)))

    def replacements(run: int) -> list[Components]:
        return [components(option) for option in game.options(letter * run)]

    heaps = HeapGame(rule)
    words = f"A word of the letters {' and '.join(map(repr, letters))} of any length"
    called = f"runs of {letter!r}, which are heaps of their length,"
    return Sum(game, words, called, (HEAP,), [], components, replacements, heaps)


def _ways(game: Game[Any], letters: Letters) -> set[tuple[Letters, Letters]]:
    """Return what is replaced wherever it stands in a word, each with what comes instead."""
    if isinstance(game, StripGame) and keeps_rules_of(game, StripGame):
        sides = [rule for rule in game.rules if isinstance(rule, tuple)]
        if game.over or len(sides) < len(game.rules):
            raise NotOnSymbolsError(
                "the strip has an ending of its own, or moves over any distance"
            )
        return {(tuple(before), tuple(after)) for before, after in sides}
    ways = set[tuple[Letters, Letters]]()
    for leaves in _windows(game, letters).values():
        for window, changes in leaves:
            for taken, text in changes:
                asked = next(  # the letters that decide that the change can be made
                    n
                    for n in range(taken, len(window) + 1)
                    if all((taken, text) in c for w, c in leaves if w[:n] == window[:n])
                )
                ways.add((window[:asked], text + window[taken:asked]))
    return ways


def _windows(game: Game[Any], letters: Letters) -> dict[int, list[tuple[Letters, set[Change]]]]:
    """Return for each loop all that it may find from its place on, and how it changes that."""

    def made(at: tuple[Symbol, ...]) -> tuple[dict[int, list[Any]], dict[int, set[Change]]]:
        path: Path = at[0].path
        known: dict[int, list[Any]] = {}
        changes: dict[int, set[Change]] = {}

        def letter(place: Place, inside: int) -> Any:
            window = known.setdefault(place.loop, [])
            while BEYOND not in window and len(window) <= place.after:
                choices = [*letters, *[BEYOND] * (len(window) > inside)]
                window.append(next((c for c in choices[:-1] if path.choose()), choices[-1]))
            return window[min(place.after, len(window) - 1)]

        reader = RowReader(letter, is_word=True)
        for option in reader.options(game):
            new, kept = _replaced(option)
            first, *_, last = option.parts
            if not isinstance(last, Part) or getattr(first, "after", 0) != BEFORE:
                raise NotOnSymbolsError("a move writes elsewhere than at the place of a loop")
            taken = max(kept.after, reader.inside[kept.loop] + 1)  # what must be there
            more = [reader.entry(Place(kept.loop, n)) for n in range(kept.after, taken)]
            changes.setdefault(kept.loop, set()).add((taken, (*new, *more)))
        return known, changes

    found: dict[int, list[tuple[Letters, set[Change]]]] = {}
    for path in outcomes(made, ("choice",)):
        known, changes = path.value
        for loop in {*known, *changes}:
            leaf = tuple(known.get(loop, ())), changes.get(loop, set())
            found.setdefault(loop, []).append(leaf)
    return found
