"""Partizan games: outcomes by theory and by hand, and sums."""

from random import Random

import pytest

from oracles.declarations import solve_quotient
from oracles.errors import PositionError, RulesError
from oracles.rules import PartizanGame
from oracles.solve import solve
from oracles.sums import DisjunctiveSum, PartizanSum
from oracles.vectors import nim


class Stalk(PartizanGame):
    """Red-blue Hackenbush on a single stalk: cut an edge of one's own colour."""

    def start(self, size):
        return ["".join("LR"[n >> i & 1] for i in range(size)) for n in range(2**size)]

    def left_options(self, position):
        return [position[:i] for i, edge in enumerate(position) if edge == "L"]

    def right_options(self, position):
        return [position[:i] for i, edge in enumerate(position) if edge == "R"]


def test_a_stalk_of_hackenbush_is_won_by_the_colour_of_its_first_edge():
    # Winning Ways, 2nd ed., ch. 3: a stalk is a number with the sign of its lowest edge.
    truth = solve(Stalk(), 5)
    for position in truth.positions:
        expected = position[0] if position else "P"
        assert truth.outcome(position) == expected


def test_a_number_and_its_negative_sum_to_zero():
    # LR is 1/2, and two halves and -1 are 0; LL and R are 2 and -1.
    truth = solve(PartizanSum(Stalk(), Stalk(), Stalk()), 2)
    assert truth.outcome(("LR", "RL", "")) == "P"
    assert truth.outcome(("LR", "LR", "R")) == "P"
    assert truth.outcome(("LL", "R", "")) == "L"
    assert truth.outcome(("LR", "R", "")) == "R"


def test_a_partizan_game_is_added_to_an_impartial_one_by_a_partizan_sum_alone():
    # 1 + * > 0, so Left wins; 0 + * is fuzzy; * + * = 0 (Winning Ways, 2nd ed., ch. 2).
    truth = solve(PartizanSum(Stalk(), nim(1), nim(1)), 1)
    outcomes = {("L", (1,), (0,)): "L", ("", (1,), (0,)): "N", ("", (1,), (1,)): "P"}
    assert {position: truth.outcome(position) for position in outcomes} == outcomes
    with pytest.raises(RulesError, match=r"^game .* is partizan; take PartizanSum$"):
        DisjunctiveSum(nim(1), Stalk())
    with pytest.raises(RulesError, match="expected a Game"):
        solve_quotient(Stalk(), 2)


class Misere(Stalk):
    misere = True


def test_under_misere_play_the_empty_position_is_won_by_who_begins():
    truth = solve(Misere(), 1)
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
    truth = solve(Pacing(), 1)
    # Right to move in b ends it, and Left cannot move; so Left does not go to b from a, but must.
    assert truth.winner("b", "Right") == "Right"
    assert truth.winner("a", "Left") == "Right"
    assert truth.winner("a", "Right") == "Right"
    # From b Left goes to a, where Right must pass, so that Left must go to b: Right wins.
    assert truth.outcome("b") == "R"


class Drawn(PartizanGame):
    """Play on a graph with arcs of Left's and of Right's, drawn at random."""

    loopy = True

    def __init__(self, seed):
        number = Random(seed).random
        self.arcs = {turn: [q for q in range(6) if number() < 0.25] for turn in TURNS}

    def start(self, size):
        return range(6)

    def left_options(self, position):
        return self.arcs[position, "L"]

    def right_options(self, position):
        return self.arcs[position, "R"]


TURNS = [(position, player) for position in range(6) for player in "LR"]


def winners_by_marking(arcs):
    """Return who wins from each position with each player to move; D for a draw."""
    found, marked = dict.fromkeys(TURNS, "D"), True
    while marked:
        marked = False
        for position, player in TURNS:
            other = "LR".replace(player, "")
            ends = {found[option, other] for option in arcs[position, player]}
            winner = player if player in ends else other if ends <= {other} else "D"
            marked |= found[position, player] != winner
            found[position, player] = winner
    return found


def test_an_outcome_says_who_wins_if_left_begins_and_if_right_begins():
    letters = {"L/L": "L", "R/R": "R", "L/R": "N", "R/L": "P", "D/D": "D"}
    seen = set()
    for seed in range(30):
        game = Drawn(seed)
        winner = winners_by_marking(game.arcs)
        pairs = [f"{winner[position, 'L']}/{winner[position, 'R']}" for position in range(6)]
        assert solve(game, 0).outcomes == dict(enumerate(letters.get(p, p) for p in pairs))
        seen |= {*pairs}
    assert len(seen) == 9


def test_a_cycle_that_was_not_declared_is_an_error(monkeypatch):
    monkeypatch.setattr(Pacing, "loopy", False)
    with pytest.raises(RulesError, match="play may never end"):
        solve(Pacing(), 1).outcome("a")


def test_remoteness_counts_the_moves_of_both():
    truth = solve(Stalk(), 4)
    # Left cuts the lowest edge at once; Right has no winning move and delays.
    assert truth.remoteness("LRRR", "Left") == 1
    assert truth.remoteness("LRRR", "Right") == 2


def test_questions_that_make_no_sense_are_refused():
    truth = solve(Stalk(), 2)
    with pytest.raises(PositionError, match="position='LLLL'"):
        truth.outcome("LLLL")
    with pytest.raises(PositionError, match="'Middle'"):
        truth.winner("L", "Middle")
    for ask in (truth.winning_options, truth.remoteness):
        with pytest.raises(PositionError, match="player=None: expected 'Left' or 'Right'"):
            ask("L")
    with pytest.raises(PositionError, match="player='Left': expected none"):
        solve(nim(2), 2).remoteness((1, 1), "Left")


@pytest.mark.parametrize("quantity", ["grundy", "misere_outcome", "genus", "suspense"])
@pytest.mark.parametrize("game", [Stalk(), Misere()])
def test_what_only_impartial_games_have_is_refused(game, quantity):
    with pytest.raises(RulesError, match="is defined only for impartial games"):
        getattr(solve(game, 2), quantity)("L")


def test_an_attribute_with_the_name_of_a_method_of_rules_is_refused_at_once():
    with pytest.raises(RulesError, match=r"Cards\.rank=13: of rules this is a method"):
        type("Cards", (Stalk,), {"rank": 13})
