"""Playing against the oracle: position by position, with a word on every move.

The oracle plays perfectly. Where it wins it takes the winning option with the least remoteness;
where it draws it keeps the draw; where it loses it takes the option with the greatest remoteness,
so that the reader has to find the most winning moves. Of equal options it takes the first that
the rules give. A position that comes for the third time, with the same player to move, ends the
game as a draw, for then neither has forced an end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from fast.errors import InputError
from oracles.graph import build_from
from oracles.growing import FROM_POSITION, PLAY
from oracles.quantities import QUANTITIES
from oracles.rules import OPPONENT, PLAYERS, Player
from oracles.truth import Truth
from oracles.values.thermography import thermograph
from research.explore.explored import explored_at, explored_within_budget
from research.explore.reading import position_named
from research.explore.section import in_columns
from research.system.drawn import in_a_line, on_terminal
from research.system.position_text import as_python, written

if TYPE_CHECKING:
    from oracles.rules import Rules

Ask = Callable[[str], str]  # a prompt -> what the reader answers; EOFError at the end of input
Say = Callable[[str], None]
READER, ORACLE = "you", "the oracle"
TURNS = {"me": READER, "oracle": ORACLE}
REPETITIONS = 3
LISTED = 6  # options that are named
MOST_WRITTEN = 10_000  # letters of a position


@dataclass
class Match:
    """A game under way."""

    truth: Truth  # on all positions that may come
    position: Any
    turn: str  # who is to move: the reader or the oracle
    side: Player = ""  # the reader's in a partizan game
    seen: Counter[tuple[Any, str]] = field(default_factory=Counter)

    @property
    def player(self) -> Player:
        """Whose options the one to move has."""
        return self.side if self.turn == READER else OPPONENT[self.side]

    def options(self) -> list[Any]:
        """Options of the player to move."""
        return self.truth.moves(self.player, self.position)

    @property
    def outcome(self) -> str:
        """The outcome for the player to move."""
        return self.truth.outcome(self.position, self.player)

    def left_by(self, option: Any) -> str:
        """Return the outcome for the other player after an option."""
        return self.truth.outcome(option, OPPONENT[self.player])

    def length(self, option: Any) -> int:
        """Return how many moves play takes after an option; 0 in a draw."""
        return self.truth.remoteness(option, OPPONENT[self.player]) or 0

    def best(self) -> list[Any]:
        """Return the options that keep the best result there is: to win, or else to draw."""
        wanted = {"N": "P", "D": "D", "P": "N"}[self.outcome]
        return [option for option in self.options() if self.left_by(option) == wanted]

    def oracle_option(self) -> Any:
        """Return the option that the oracle takes."""
        hurry = {"N": 1, "D": 0, "P": -1}[self.outcome]
        return min(self.best(), key=lambda option: hurry * self.length(option))

    def named(self, position: Any) -> str:
        """Write a position in a line, in full."""
        return in_a_line(self.truth.game, position, MOST_WRITTEN)

    def shown(self, position: Any) -> str:
        """Draw a position on the board of the present one, or write it."""
        return on_terminal(self.truth.game, position, self.position) or self.named(position)

    def listed(self, options: Sequence[Any]) -> str:
        """Name some options in full, so that they can be told apart."""
        more = f"  or {len(options) - LISTED} others" if len(options) > LISTED else ""
        return "  or  ".join(map(self.named, options[:LISTED])) + more

    def move(self, option: Any) -> None:
        """Move to an option; the other one is to move."""
        self.seen[self.position, self.turn] += 1
        self.position = option
        self.turn = READER if self.turn == ORACLE else ORACLE

    def ended(self) -> str:
        """Say how the game has ended; empty if it has not."""
        if self.seen[self.position, self.turn] >= REPETITIONS - 1:
            return "The position has come three times and neither has forced an end: a draw."
        if self.options():
            return ""
        won = "you have won." if self.reader_wins else "the oracle has won."
        said = f"{self.turn} cannot move: {'a draw.' if self.outcome == 'D' else won}"
        return said[0].upper() + said[1:]

    @property
    def reader_wins(self) -> bool:
        """Whether the reader wins from here with perfect play; not asked of a draw."""
        return (self.outcome == "N") == (self.turn == READER)


def start_match(
    game: Rules[Any],
    *,
    size: int | None = None,
    position: str | None = None,
    first: str = "me",
    side: str = "",
) -> Match:
    """Set up a match.

    Parameters
    ----------
    size
        Take a starting position of this size; else of the largest within a budget.
    position
        Where to begin, such as ``3,5``. Else the starting position with the greatest remoteness
        in which the reader can win.
    first, side
        Who moves first, ``me`` or ``oracle``; and the reader's side in a partizan game, Left
        unless given.

    Raises
    ------
    InputError, PositionError
        If the words make no sense, or the position is none of the game.
    SearchLimitError, RulesError
        If the size or the rules make no sense, or the game is too large from there.

    >>> from oracles.vectors import nim
    >>> match = start_match(nim(2), position="3,1")
    >>> match.position, match.best(), match.turn
    ((1, 3), [(1, 1)], 'you')
    """
    for name, given, allowed in (("first", first, [*TURNS]), ("side", side or "Left", PLAYERS)):
        if given not in allowed:
            raise InputError(f"{name}={given!r}: expected {' or '.join(allowed)}")
    if size is None:
        explored = explored_within_budget(game, budget=PLAY)
    else:
        explored = explored_at(game, size)
    if side and not explored.partizan:
        raise InputError(f"side={side!r}: both players have the same moves; leave it out")
    own = cast("Player", side or "Left") if explored.partizan else ""
    match = Match(explored.truth, None, TURNS[first], own)
    if position is None:
        match.position = _start(match, game.start(explored.size))
    else:
        match.position = position_named(position, game, explored.positions)
        if match.position not in explored.outcomes:
            graph = build_from(game, [match.position], limit=FROM_POSITION.positions)
            match.truth = Truth(game, graph)
    return match


def _start(match: Match, starts: Iterable[Any]) -> Any:
    """Choose the start with the greatest remoteness in which the reader can win, if there is one.

    Else one that is a draw, if there is one.
    """
    truth, player = match.truth, match.player
    playable = [start for start in starts if truth.moves(player, start)]
    if not playable:
        raise InputError("no starting position has options; give a larger --size or a --position")
    wanted = "N" if match.turn == READER else "P"
    good = [start for start in playable if truth.outcome(start, player) == wanted]
    drawn = [start for start in playable if truth.outcome(start, player) == "D"]
    return max(good or drawn or playable, key=lambda start: truth.remoteness(start, player) or 0)


def play(match: Match, ask: Ask, say: Say) -> None:
    """Play a match to its end, or until the reader leaves; an interrupt is passed on."""
    try:
        while not match.ended():
            say("")
            if match.turn == READER:
                option = _chosen(match, ask, say)
                say(_verdict(match, option) + _of_values(match, option))
            else:
                option = match.oracle_option()
                names = match.named(match.position), match.named(option)
                say(f"The oracle moves from {names[0]} to {names[1]}.")
            match.move(option)
    except (EOFError, KeyboardInterrupt) as left:
        would = "you could have won." if match.reader_wins else "the oracle would have won."
        promise = "a draw." if match.outcome == "D" else would
        say(f"\nStopped at {match.named(match.position)}, {match.turn} to move: {promise}")
        if isinstance(left, KeyboardInterrupt):
            raise
        return
    say(f"\n{match.named(match.position)}: play has ended. {match.ended()}")


def _chosen(match: Match, ask: Ask, say: Say) -> Any:
    """Show the options, and ask until the answer is one of them."""
    options = match.options()
    side = f" as {match.side}" if match.side else ""
    say(f"Position {match.named(match.position)}; you move{side}. Your options:")
    if (board := match.shown(match.position)) != match.named(match.position):
        say(f"\n{board}\n")
    shown = [match.shown(option).replace("\n", "\n     ") for option in options]
    for line in in_columns([f"{number:>3}. {text}" for number, text in enumerate(shown, 1)]):
        say(line)
    writings = as_python, written, match.named
    named = {write(option): option for write in writings for option in options}
    named |= {str(number): option for number, option in enumerate(options, 1)}
    numbers = "1" if len(options) == 1 else f"1-{len(options)}"
    while True:
        answer = ask(f"Your move ({numbers}, h for a hint, q to leave): ").strip()
        if answer in named:
            return named[answer]
        if answer.lower() in ("q", "quit"):
            raise EOFError
        if answer.lower() in ("h", "hint"):
            kept = "Winning" if match.outcome == "N" else "Keeping the draw"
            lost = "No move wins here, and the oracle makes no mistake."
            say(lost if match.outcome == "P" else f"{kept}: {match.listed(match.best())}.")
        else:
            say(f"{answer!r} is not one of them: type a number ({numbers}), h or q.")


def _verdict(match: Match, chosen: Any) -> str:
    """Say what a move was worth, and what would have been better."""
    left, best = match.left_by(chosen), match.best()
    others = [option for option in best if option != chosen]
    if match.outcome == "P":
        delays = match.length(chosen) == max(map(match.length, best))
        return "No move wins here." + " This one delays the end longest." * delays
    if match.outcome == "D":
        if left == "D":
            return "That keeps the draw; no move wins."
        return f"A mistake: it was a draw, by {match.listed(best)}; now the oracle can win."
    if left == "P":
        return f"A winning move{f' (as would be {match.listed(others)})' if others else ''}."
    only = "That only draws" if left == "D" else "A mistake: the oracle can win now"
    return f"{only}. Winning would have been {match.listed(best)}."


def _of_values(match: Match, chosen: Any) -> str:
    """Say what a move of a partizan game does to the value, and what it costs in a sum.

    The cost is what the mover then lacks of the mean, at the temperature of the position or at 0.
    """
    truth = match.truth
    if not match.side or QUANTITIES["value"].why_not(truth.game, truth):
        return ""
    before, after = truth.value(match.position), truth.value(chosen)
    t = max(before.temperature, Fraction(0))
    if match.side == "Left":
        cost = before.mean - (thermograph(after.form).right.at(t) - t)
    else:
        cost = thermograph(after.form).left.at(t) + t - before.mean
    said = f"costs {cost}" if cost else "costs nothing"
    return f" The value was {before} and is {after}: in a sum at temperature {t} this {said}."
