"""Partizan games: outcomes by a plain recursion, published ones, and sums."""

from functools import cache

import pytest

from oracles.compounds import PartizanSum
from oracles.errors import PositionError, RulesError
from oracles.partizan import opponent, solve_partizan
from oracles.rules import PartizanGame
from oracles.strips import PartizanStripGame
from oracles.vectors import nim

TOADS_AND_FROGS = PartizanStripGame(
    left=[("T.", ".T"), ("TF.", ".FT")],
    right=[(".F", "F."), (".TF", "FT.")],
    starts=lambda size: [
        "T" * toads + "." * (size - toads - frogs) + "F" * frogs
        for toads in range(size + 1)
        for frogs in range(size + 1 - toads)
    ],
)


class Domineering(PartizanGame):
    """Left covers two empty squares, one above the other; Right two side by side."""

    def start(self, size):
        return [frozenset((r, c) for r in range(self.rows) for c in range(size))]

    def __init__(self, rows):
        self.rows = rows

    def left_options(self, position):
        return [position - {(r, c), (r + 1, c)} for r, c in position if (r + 1, c) in position]

    def right_options(self, position):
        return [position - {(r, c), (r, c + 1)} for r, c in position if (r, c + 1) in position]


def board(rows, columns):
    return frozenset((r, c) for r in range(rows) for c in range(columns))


class Stalk(PartizanGame):
    """Red-blue Hackenbush on a single stalk: cut an edge of one's own colour."""

    def start(self, size):
        return ["".join("LR"[n >> i & 1] for i in range(size)) for n in range(2**size)]

    def left_options(self, position):
        return [position[:i] for i, edge in enumerate(position) if edge == "L"]

    def right_options(self, position):
        return [position[:i] for i, edge in enumerate(position) if edge == "R"]


def wins_by_plain_recursion(game):
    """Whether the player to move wins, by the definition of normal play."""

    @cache
    def wins(position, player):
        options = game.options_for(position, player)
        return any(not wins(option, opponent(player)) for option in options)

    return wins


@pytest.mark.parametrize(
    ("game", "size"),
    [(TOADS_AND_FROGS, 6), (Domineering(2), 4), (Stalk(), 6)],
    ids=["toads", "domineering", "stalk"],
)
def test_outcomes_are_those_of_a_plain_recursion(game, size):
    truth = solve_partizan(game, size)
    wins = wins_by_plain_recursion(game)
    names = {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}
    for position in truth.positions:
        assert truth.outcome(position) == names[wins(position, "Left"), wins(position, "Right")]


def test_toads_and_frogs_by_hand():
    # In T.F each player's only move leaves a position of value 0, so T.F is *; in T.. and ..F
    # only one player can move at all.
    truth = solve_partizan(TOADS_AND_FROGS, 3)
    assert [truth.outcome(p) for p in ("T.F", "T..", "..F", "TTF", "...")] == [
        "N", "L", "R", "P", "P",
    ]  # fmt: skip
    assert truth.winning_options("T.F", "Left") == [".TF"]


@pytest.mark.parametrize(
    ("rows", "columns", "outcome"),
    [(1, 1, "P"), (1, 2, "R"), (2, 1, "L"), (1, 3, "R"), (3, 1, "L"), (2, 2, "N"), (3, 3, "N")],
)
def test_domineering_on_small_boards(rows, columns, outcome):
    # Winning Ways, 2nd ed., ch. 5: 1x2 and 2x1 are -1 and 1, 2x2 and 3x3 are ±1.
    truth = solve_partizan(Domineering(rows), columns)
    assert truth.outcome(board(rows, columns)) == outcome


@pytest.mark.parametrize(
    ("rows", "columns", "outcome"),
    [(2, 3, "N"), (2, 4, "R"), (2, 5, "L"), (2, 6, "N"), (3, 4, "R"), (4, 4, "N")],
)
def test_domineering_on_larger_boards(rows, columns, outcome):
    # Breuker, Uiterwijk and van den Herik, Theoret. Comput. Sci. 230 (2000) 195-206; Lachmann,
    # Moore and Rapaport, arXiv:math/0006066.
    truth = solve_partizan(Domineering(rows), columns)
    assert truth.outcome(board(rows, columns)) == outcome
    # Turned by a right angle, the board changes the players over.
    turned = solve_partizan(Domineering(columns), rows)
    swapped = {"L": "R", "R": "L"}.get(outcome, outcome)
    assert turned.outcome(board(columns, rows)) == swapped


def test_a_stalk_of_hackenbush_is_won_by_the_colour_of_its_first_edge():
    # Winning Ways, 2nd ed., ch. 3: a stalk is a number with the sign of its lowest edge.
    truth = solve_partizan(Stalk(), 5)
    for position in truth.positions:
        expected = position[0] if position else "P"
        assert truth.outcome(position) == expected


def test_a_number_and_its_negative_sum_to_zero():
    # LR is 1/2, and two halves and -1 are 0; LL and R are 2 and -1.
    truth = solve_partizan(PartizanSum(Stalk(), Stalk(), Stalk()), 2)
    assert truth.outcome(("LR", "RL", "")) == "P"
    assert truth.outcome(("LR", "LR", "R")) == "P"
    assert truth.outcome(("LL", "R", "")) == "L"
    assert truth.outcome(("LR", "R", "")) == "R"


class Misere(Stalk):
    misere = True


def test_under_misere_play_the_empty_position_is_won_by_who_begins():
    truth = solve_partizan(Misere(), 1)
    assert truth.outcome("") == "N"
    # Only Left can move in L, and must: then Right cannot move, and wins. Right to move wins.
    assert truth.outcome("L") == "R"


class Pacing(PartizanGame):
    """Left goes round between a and b; Right may end it from b."""

    loopy = True

    def start(self, size):
        return ["a", "b", "end"]

    def left_options(self, position):
        return {"a": ["b"], "b": ["a"], "end": []}[position]

    def right_options(self, position):
        return {"a": ["a"], "b": ["b", "end"], "end": []}[position]


def test_loopy_partizan_games_have_draws():
    truth = solve_partizan(Pacing(), 1)
    # Right to move in b ends it, and Left cannot move; so Left does not go to b from a, but must.
    assert truth.winner("b", "Right") == "Right"
    assert truth.winner("a", "Left") == "Right"
    assert truth.winner("a", "Right") == "Right"
    # From b Left goes to a, where Right must pass, so that Left must go to b: Right wins.
    assert truth.outcome("b") == "R"


class Passing(PartizanGame):
    loopy = True

    def start(self, size):
        return ["a"]

    def left_options(self, position):
        return ["a"]

    right_options = left_options


def test_two_players_who_can_pass_draw():
    truth = solve_partizan(Passing(), 1)
    assert truth.outcome("a") == "D"
    assert truth.winner("a", "Left") is None
    assert truth.remoteness("a", "Left") is None


class NotLoopy(Passing):
    loopy = False


def test_a_cycle_that_was_not_declared_is_an_error():
    with pytest.raises(RulesError, match="play may never end"):
        solve_partizan(NotLoopy(), 1).outcome("a")


def test_remoteness_counts_the_moves_of_both():
    truth = solve_partizan(Stalk(), 4)
    # Left cuts the lowest edge at once; Right has no winning move and delays.
    assert truth.remoteness("LRRR", "Left") == 1
    assert truth.remoteness("LRRR", "Right") == 2


def test_questions_that_make_no_sense_are_refused():
    truth = solve_partizan(Stalk(), 2)
    with pytest.raises(PositionError, match="position='LLLL'"):
        truth.outcome("LLLL")
    with pytest.raises(PositionError, match="player='Middle'"):
        truth.winner("L", "Middle")
    with pytest.raises(RulesError, match="expected a PartizanGame"):
        solve_partizan(nim(2), 2)
