"""What rules declare beside the moves, symmetry and components, and how it is checked.

``canonical(position)`` gives one position that stands for all that are the same. That is a
*symmetry of the game* if for every position p, with canonical form c,

- c is a position of the game, and its own canonical form;
- the options of c, in canonical form, are the options of p in canonical form;
- where these have no options, ``final_outcome`` is the same of both.

Then the graph of the canonical forms has the same outcomes, Grundy values (finite and loopy),
genera, remoteness and suspense at c as the graph at p, for each of them is defined by those of the
options.

``components(position)`` gives the positions whose *disjunctive sum* a position is: a move is made
in exactly one of them. That is right if

- every component is a position of the game, and its own only component (it is *connected*);
- the options of a position, each as the multiset of its components, are those that come from
  replacing one component by the components of one of its options.

Components are compared by their canonical forms. Then the Grundy value of a position is the nim sum
of the values of its components (Sprague 1935, Grundy 1939).

Both are compared with the moves at all positions of the graph of small sizes
(:func:`small_graph`) before anything is believed that is computed with their help, and beyond at
some positions. How far that was is kept beside the result.

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, sections II.1 and IV.1;
P. C. Kanellakis and S. A. Smolka, "CCS expressions, finite state processes, and three problems of
equivalence", Inform. and Comput. 86 (1990) 43-68 (options that are the same up to a relation).

>>> from oracles.vectors import nim
>>> graph, compared = small_graph(nim(3))
>>> str(compared)
'compared on 816 positions, of sizes to 15'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from oracles.errors import RulesError, SearchLimitError, brief, said
from oracles.graph import Builder, GameGraph
from oracles.limits import Watch
from oracles.rule_contracts import final_outcome_of, in_chunks, options_of, starting_positions
from oracles.rules import Game, Rules

POSITIONS, ARCS = 2_000, 20_000
_LARGEST = 1000  # size, of a game that does not grow
_SHOWN = 8  # components in a message
Bag = frozenset[tuple[Hashable, int]]  # {((2,), 1), ((3,), 2)}: components, and how many of each


@dataclass(frozen=True)
class Compared:
    """How far something was compared with the definition, position by position.

    Attributes
    ----------
    size
        The largest.
    positions
        How many positions in all.
    """

    size: int
    positions: int

    def __str__(self) -> str:
        return f"compared on {self.positions} positions, of sizes to {self.size}"


def small_graph(
    game: Game[Any], *, limit: int = POSITIONS, arc_limit: int = ARCS
) -> tuple[GameGraph, Compared]:
    """Build the graph of as many sizes as the limits hold.

    Parameters
    ----------
    game
        The rules.
    limit, arc_limit
        The largest numbers of positions and of arcs.

    Returns
    -------
    tuple of GameGraph and Compared
        The graph, and how large it is.

    Raises
    ------
    SearchLimitError
        If not even size 0 is within the limits, so that nothing could be compared.
    RulesError
        If the rules break what they promise, or give no position at any size.
    """
    builder = Builder(game, limit=limit, arc_limit=arc_limit)
    size = 0
    try:
        for size in range(_LARGEST + 1):
            builder.add(starting_positions(game, size, limit))
    except SearchLimitError as error:
        size -= 1
        if not len(builder):
            raise SearchLimitError(
                f"{brief(game)} cannot be compared with its explicit graph: {error}; let start "
                "give less at size 0"
            ) from error
    if not len(builder):
        raise RulesError(
            f"{brief(game)} has no position at any size to {size}, so nothing could be compared; "
            "let start give some"
        )
    return builder.graph, Compared(size, len(builder))


def canonical_form(game: Rules[Any], position: Hashable) -> Hashable:
    """Return ``game.canonical(position)``.

    Raises
    ------
    RulesError
        If it fails, or gives what cannot be a position.
    """
    (form,) = _declared(game, "canonical", position, lambda: [game.canonical(position)])
    return form


def components_of(game: Rules[Any], position: Hashable) -> list[Hashable]:
    """Return the components of ``position``, each in its canonical form; errors as above."""
    given = _declared(
        game, "components", position, lambda: chain(*in_chunks(game.components(position)))
    )
    return [canonical_form(game, component) for component in given]


def _declared(
    game: Rules[Any], method: str, position: Hashable, ask: Callable[[], Iterable[Any]]
) -> list[Hashable]:
    """Return what a method of the rules gives; an error names the position."""
    gives = ""
    try:
        given = list(ask())
        for each in given:
            hash(each)
            if each is None or not game.contains(each):
                gives = f" gives {brief(each)}"
                raise RulesError(f"no position of {brief(game)}")
    except (MemoryError, SearchLimitError):
        raise
    except Exception as error:  # whatever the user's rules raise
        raise RulesError(f"{method}({brief(position)}){gives}: {said(error)}") from error
    return given


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
    >>> from oracles.solve import solve
    >>> from oracles.symmetry import least_image, strip_images
    >>> class Push(Game[str]):
    ...     "Push a coin one cell to the left."
    ...     def start(self, size):
    ...         return ["." * size + "C"]
    ...     def options(self, strip):
    ...         return [strip.replace(".C", "C.", 1)] if ".C" in strip else []
    ...     def canonical(self, strip):
    ...         return least_image(strip_images(strip))  # as if it might be pushed either way
    >>> check_symmetry(Push(), solve(Push(), 2).graph)
    Traceback (most recent call last):
    oracles.errors.RulesError: canonical('C..') is '..C', but their options are not the same: ...
    """
    if not isinstance(game, Game):
        raise RulesError(
            f"game={brief(game)}: expected a Game; of a PartizanGame, give turns.game of the truth "
            "that solve_partizan returns, and turns.graph"
        )
    checker = Checker(game, getattr(positions, "options_of", {}))
    with checker.watch():
        for position in positions:
            checker.check_form(position)


def check_components(
    game: Game[Any], graph: GameGraph, positions: Iterable[Hashable] | None = None
) -> None:
    """Check ``game.components`` by the definition above.

    ``graph`` is the graph of the game, whose ``canonical`` is to be checked first; ``positions``
    are those of it that are looked at, all of them unless given.

    Raises
    ------
    RulesError
        At the first position at which it fails: the message names a move that is missing or too
        many. Also where sums have no nim sums for values: under misère play, where play need not
        end, and where the final position names the winner.

    Examples
    --------
    >>> from oracles.solve import solve
    >>> from oracles.vectors import VectorGame
    >>> class Wythoff(VectorGame):
    ...     "Its two piles, as if no move took from both."
    ...     def components(self, piles):
    ...         return [(0, pile) for pile in piles if pile]
    >>> wythoff = Wythoff([(1, 0), (0, 1), (1, 1)])
    >>> check_components(wythoff, solve(wythoff, 1).graph)
    Traceback (most recent call last):
    oracles.errors.RulesError: components((1, 1)) gives (0, 1) + (0, 1), but one may move ...
    """
    if what := why_no_sums(game):
        raise RulesError(
            f"{brief(game)} {what}: values by components are those of normal play that must end; "
            "solve the game whole"
        )
    graph.require_an_end()
    checker = Checker(game, graph.options_of)
    with checker.watch():
        for position in graph if positions is None else positions:
            checker.check_components(position)


def why_no_sums(game: Rules[Any]) -> str:
    """Say why sums of positions of the game have no nim sums for values; empty if they have."""
    if not isinstance(game, Game):
        return "is partizan"
    if game.misere:
        return "is played as misère play"
    if game.loopy:
        return "is declared loopy"
    return "names the winner by the final position" if game.names_winner_by_position() else ""


class Checker:
    """Checks one position after another; remembers canonical forms and components.

    ``known`` has options that are known, as those of a graph.
    """

    def __init__(self, game: Game[Any], known: Mapping[Hashable, Iterable[Hashable]]) -> None:
        self.game, self.known = game, known
        self.forms: dict[Hashable, Hashable] = {}
        self.sums: dict[Hashable, list[Hashable]] = {}
        self.checked: set[Hashable] = set()
        self.at: Hashable = None

    def watch(self) -> Watch:
        """Return what watches over the checks."""
        return Watch(
            lambda: f"what is declared of {brief(self.at)} and its options in {brief(self.game)}",
            shown=lambda: f"{len(self.forms) + len(self.sums)} positions checked",
        )

    def check_form(self, position: Hashable) -> None:
        """Check the canonical form of a position."""
        self.at = position
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
            for each in _missing(moves, others):
                raise RulesError(
                    f"{says}, but their options are not the same: from {brief(one)} one may move "
                    f"to {brief(moves[each])}, and from {brief(other)} to nothing with its "
                    f"canonical form {brief(each)}"
                )
        ending, other_ending = (
            "" if here[1] else final_outcome_of(self.game, at) for at in (position, form)
        )
        if ending != other_ending:
            raise RulesError(
                f"{says}, but play does not end alike there: final_outcome is {ending!r} of the "
                f"first and {other_ending!r} of the second"
            )

    def check_components(self, position: Hashable) -> None:
        """Check the components of a position."""
        self.at = position
        parts = self._sum(position)
        says = f"components({brief(position)}) gives {_in_words(parts)}"
        for part in parts:
            if self._sum(part) != [part]:
                raise RulesError(
                    f"{says}, whose component {brief(part)} has the components "
                    f"{_in_words(self._sum(part))} itself"
                )
        if parts == [position]:
            return
        whole = {_bag(self._sum(option)): option for option in self._options(position)}
        moved = dict(self._moves(parts))
        for bag in _missing(whole, moved):
            raise RulesError(
                f"{says}, but one may move to {brief(whole[bag])}, whose components are "
                f"{_in_words(self._sum(whole[bag]))}: that is no move in one of these"
            )
        for bag in _missing(moved, whole):
            part, option = moved[bag]
            raise RulesError(
                f"{says}, and from the component {brief(part)} one may move to {brief(option)}, "
                f"but from {brief(position)} to nothing that has the components "
                f"{_in_words(Counter(dict(bag)).elements())}"
            )

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


def _missing(some: Mapping[Any, object], others: Mapping[Any, object]) -> list[Any]:
    return [each for each in some if each not in others]


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
