"""Take one or three counters, or leave half of an even pile."""

from oracles.rules import Game
from research.claims.study import Study
from research.proving.claiming import claim_theorem


class OneOrThree(Game):
    """A position is the pile."""

    def start(self, size):
        return range(size + 1)

    def options(self, pile):
        options = [pile - taken for taken in (1, 3) if taken <= pile]
        if pile > 0 and pile % 2 == 0:
            options.append(pile // 2)
        return options


def zeros(pile):
    """Return in how many zeros a positive number ends in base 2."""
    return (pile & -pile).bit_length() - 1


study = Study(
    "i-mark-of-one-or-three",
    OneOrThree(),
    title="i-Mark({1, 3}, {2})",
    source="E. Sopena, Discrete Appl. Math. 2016, arXiv:1509.04199, and O. Friman and G. Nivasch, "
    "arXiv:2007.00721, for other sets than {1, 3}; the criterion was found by grundwork prove",
)

study.p_positions(
    "The P-positions are 0 and the numbers that end in an odd number of zeros in base 2.",
    believed=lambda pile: pile == 0 or zeros(pile) % 2 == 1,
    controls={"an even number of zeros": lambda pile: pile == 0 or zeros(pile) % 2 == 0},
)


def ends_in_odd_zeros(odd=1):
    """Return the automaton of 0 and of what ends in an odd number of zeros in base 2."""
    from research.logic.automaton import Automaton

    table = [[1, 2 + odd], [0, 3 - odd], [2, 2], [3, 3]]  # after evenly many zeros, oddly many
    return Automaton.build(2, "lsd", ["pile"], table, [True, True, True, False])


claim_theorem(
    study,
    "If one or three counters are taken, or an even pile is halved, the player to move loses "
    "exactly if the pile is 0 or ends in an odd number of zeros in base 2.",
    criterion=ends_in_odd_zeros,
    controls={
        "an even number of zeros": lambda: ends_in_odd_zeros(odd=0),
        "even piles": "Ek pile = 2*k",
    },
)
