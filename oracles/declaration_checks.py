"""Checks of what rules declare: that symmetry and components are those of the moves.

What they are is in :mod:`oracles.declared`. At each position that is checked, options are asked for
and compared; messages name the move that is missing or too many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any

from oracles.declared import canonical_form, components_of
from oracles.errors import RulesError, brief
from oracles.graph import GameGraph
from oracles.limits import Watch
from oracles.rule_contracts import final_outcome_of, is_asked_again, options_of
from oracles.rules import Game

_SHOWN = 8  # components in a message
Bag = frozenset[tuple[Hashable, int]]  # {((2,), 1), ((3,), 2)}: components, and how many of each


def check_symmetry(game: Game[Any], positions: Iterable[Hashable]) -> None:
    """Check by the definition above that ``game.canonical`` is a symmetry.

    Parameters
    ----------
    game
        The rules. For a partizan game, ``truth.turns.game`` of its ``truth``.
    positions
        A game graph (for a partizan game ``truth.turns.graph``), or positions of the game. On a
        graph that holds all that is reached from a start, the graph of canonical forms from that
        start is right if nothing is raised.

    Raises
    ------
    RulesError
        At the first of the positions at which it fails; the message says what differs.

    Notes
    -----
    Costs a call of ``canonical`` for each arc, and the options of each canonical form.

    Examples
    --------
    >>> from oracles.graph import build
    >>> from oracles.symmetry import least_image, strip_images
    >>> class Push(Game[str]):
    ...     "Push a coin one cell to the left."
    ...     def start(self, size):
    ...         return ["." * size + "C"]
    ...     def options(self, strip):
    ...         return [strip.replace(".C", "C.", 1)] if ".C" in strip else []
    ...     def canonical(self, strip):
    ...         return least_image(strip_images(strip))  # as if it might be pushed either way
    >>> check_symmetry(Push(), build(Push(), 2))
    Traceback (most recent call last):
    oracles.errors.RulesError: canonical('C..') is '..C', but their options are not the same: ...
    """
    if not isinstance(game, Game):
        raise RulesError(
            f"game={brief(game)}: expected a Game; of a PartizanGame, give turns.game of the truth "
            "that solve_partizan returns, and turns.graph"
        )
    checker = _Checker(game, getattr(positions, "options_of", {}))
    with Watch(checker.doing, moved=lambda: checker.checked):
        for position in positions:
            checker.check_form(position)


def check_components(
    game: Game[Any], graph: GameGraph, positions: Iterable[Hashable] | None = None
) -> None:
    """Check ``game.components`` by the definition above, at every position of a graph.

    Parameters
    ----------
    game
        The rules. A ``canonical`` that they declare is to be checked first.
    graph
        Its graph, from :func:`oracles.graph.build`.
    positions
        Those of the graph that are looked at; all of them unless given.

    Raises
    ------
    RulesError
        At the first position at which it fails: the message names a move that is missing or too
        many. Also where sums have no nim sums for values: under misère play, where play need not
        end, and where the final position names the winner.

    Notes
    -----
    Costs, at each position, the components of its options and of the options of its components.

    Examples
    --------
    >>> from oracles.graph import build
    >>> from oracles.vectors import VectorGame
    >>> class Wythoff(VectorGame):
    ...     "Its two piles, as if no move took from both."
    ...     def components(self, piles):
    ...         return [(0, pile) for pile in piles if pile]
    >>> wythoff = Wythoff([(1, 0), (0, 1), (1, 1)])
    >>> check_components(wythoff, build(wythoff, 1))
    Traceback (most recent call last):
    oracles.errors.RulesError: components((1, 1)) gives (0, 1) + (0, 1), but one may move ...
    """
    require_sums(game)
    known = dict(graph.options_of)
    graph.require_an_end()
    checker = _Checker(game, known)
    with Watch(checker.doing, moved=lambda: checker.checked):
        for position in graph if positions is None else positions:
            checker.check_components(position)


def require_sums(game: object) -> None:
    """Raise :class:`RulesError` unless sums of positions of the game have nim sums for values."""
    if not isinstance(game, Game):
        raise RulesError(f"game={brief(game)}: expected a Game, as Grundy values are of those")
    if what := why_no_sums(game):
        raise RulesError(
            f"{brief(game)} {what}: values by components are those of normal play that must end; "
            "solve the game whole"
        )


def why_no_sums(game: Game[Any]) -> str:
    """Say why sums of positions of the game have no nim sums for values; empty if they have."""
    if game.misere:
        return "is played as misère play"
    if game.loopy:
        return "is declared loopy"
    return "names the winner by the final position" if game.names_winner_by_position() else ""


class _Checker:
    """Checks one position after another; remembers canonical forms and components.

    ``known`` has options that are known, as those of a graph.
    """

    def __init__(self, game: Game[Any], known: Mapping[Hashable, Iterable[Hashable]]) -> None:
        self.game, self.known = game, known
        self.forms: dict[Hashable, Hashable] = {}
        self.sums: dict[Hashable, list[Hashable]] = {}
        self.checked = 0
        self.at: Hashable = None

    def doing(self) -> str:
        return f"what is declared of {brief(self.at)} and its options in {brief(self.game)}"

    def check_form(self, position: Hashable) -> None:
        self._next(position)
        form = self._form(position)
        if form == position:
            return
        says = f"canonical({brief(position)}) is {brief(form)}"
        if (again := self._form(form)) != form:
            raise RulesError(
                f"{says}, whose own canonical form is {brief(again)}; let canonical give one and "
                "the same form for all positions that are the same"
            )
        here, there = (
            (at, {self._form(option): option for option in self._options(at)})
            for at in (position, form)
        )
        for (one, moves), (other, others) in ((here, there), (there, here)):
            for each, option in moves.items():
                if each not in others:
                    raise RulesError(
                        f"{says}, but their options are not the same: from {brief(one)} one may "
                        f"move to {brief(option)}, and from {brief(other)} to nothing with its "
                        f"canonical form {brief(each)}; let canonical join only positions that "
                        "are the same by a symmetry of the rules"
                    )
        if not here[1]:
            ending, other_ending = (final_outcome_of(self.game, at) for at in (position, form))
            if ending != other_ending:
                raise RulesError(
                    f"{says}, but play does not end alike there: final_outcome is {ending!r} of "
                    f"the first and {other_ending!r} of the second; let canonical join only "
                    "positions with one ending"
                )

    def check_components(self, position: Hashable) -> None:
        self._next(position)
        parts = self._sum(position)
        says = f"components({brief(position)}) gives {_in_words(parts)}"
        for part in parts:
            if self._sum(part) != [part]:
                raise RulesError(
                    f"{says}, whose component {brief(part)} has the components "
                    f"{_in_words(self._sum(part))} itself; let it give positions that are their "
                    "own only components, and leave out those that are empty"
                )
        if parts == [position]:
            return
        whole = {_bag(self._sum(option)): option for option in self._options(position)}
        moved = dict(self._moves(parts))
        for bag, option in whole.items():
            if bag not in moved:
                raise RulesError(
                    f"{says}, but one may move to {brief(option)}, whose components are "
                    f"{_in_words(self._sum(option))}: that is no move in one of these; let "
                    "components leave nothing out, and separate only what does not interact"
                )
        for bag, (part, option) in moved.items():
            if bag not in whole:
                left = chain.from_iterable([each] * number for each, number in bag)
                raise RulesError(
                    f"{says}, and from the component {brief(part)} one may move to "
                    f"{brief(option)}, but from {brief(position)} to nothing that has the "
                    f"components {_in_words(left)}; let components be played by the rules that "
                    "they are played by in the whole"
                )

    def _next(self, position: Hashable) -> None:
        self.at = position
        self.checked += 1

    def _moves(self, parts: list[Hashable]) -> Iterator[tuple[Bag, tuple[Hashable, Hashable]]]:
        """Give what each move in one component leaves, with the component and its option."""
        for part in dict.fromkeys(parts):
            place = parts.index(part)
            for option in self._options(part):
                others = parts[:place] + parts[place + 1 :]
                yield _bag(others + self._sum(option)), (part, option)

    def _options(self, position: Hashable) -> Iterable[Hashable]:
        known = self.known.get(position)
        return options_of(self.game, position) if known is None else known

    def _form(self, position: Hashable) -> Hashable:
        if position not in self.forms:
            self.forms[position] = canonical_form(self.game, position)
        return self.forms[position]

    def _sum(self, position: Hashable) -> list[Hashable]:
        if position not in self.sums:
            self.sums[position] = components_of(self.game, position)
        return self.sums[position]


class SpotChecks:
    """Checks what is declared at some of the positions that a search comes to.

    These are what is asked about, and of the positions that are opened the first 64 and every 64th,
    each with one option, and with one that is a sum.

    Parameters
    ----------
    game
        The rules.
    known
        Positions that were compared already, which do not count.
    components
        Whether to check components too.
    """

    def __init__(
        self, game: Game[Any], known: Container[Hashable] = (), *, components: bool = True
    ) -> None:
        self.game, self.known, self.components = game, known, components
        self._checked: set[Hashable] = set()
        self._opened = 0
        self._chance = Random(0)  # the same each time

    @property
    def checked(self) -> int:
        """At how many different positions, beyond those that were compared already."""
        return len(self._checked)

    def opened(self, position: Hashable, options: Sequence[Hashable] | None = None) -> None:
        """Count an opened position, and check it if its turn has come.

        Raises
        ------
        RulesError
            If canonical forms or components are not what they should be.
        """
        self._opened += 1
        if not is_asked_again(self._opened):
            return
        options = options_of(self.game, position) if options is None else options
        sums = [o for o in options if self.components and len(components_of(self.game, o)) > 1]
        self.check(position, *(self._chance.choice(some) for some in (options, sums) if some))

    def check(self, *positions: Hashable) -> None:
        """Check positions and their components, unless that was done; errors as above."""
        new = [p for p in positions if p not in self.known and p not in self._checked]
        checker = _Checker(self.game, {})
        for position in new:
            checker.check_form(position)
            if self.components:
                for component in self.game.components(position):
                    checker.check_form(component)
                checker.check_components(position)
        self._checked.update(new)


def _bag(components: Iterable[Hashable]) -> Bag:
    return frozenset(Counter(components).items())


def _in_words(components: Iterable[Hashable]) -> str:
    """Write components for a message.

    >>> _in_words([(2,), (3,)]), _in_words([])
    ('(2,) + (3,)', 'nothing')
    """
    shown = [brief(component) for component in components]
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return " + ".join(shown[:_SHOWN]) + more if shown else "nothing"
