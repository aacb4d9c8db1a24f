"""Fibonacci nim: take at most twice what was taken last; at first, not the whole pile."""

from oracles.moves import MoveGame
from research.claims.study import Study
from research.proving.claiming import claim_theorem


class FibonacciNim(MoveGame):
    """A position is the pile and how many may be taken."""

    def start(self, size):
        return [(pile, pile - 1) for pile in range(1, size + 1)]


FIBONACCI = FibonacciNim("""
    position play(h, l)
    move play -> play(h - n, 2*n) for n where 1 <= n & n <= h & n <= l
    measure play: h
""")


def least_part(number):
    """Return the least of the Fibonacci numbers, no two adjacent, whose sum it is."""
    while True:
        part, following = 1, 2
        while following <= number:
            part, following = following, part + following
        if part == number:
            return part
        number -= part


study = Study("fibonacci-nim", FIBONACCI, source="M. J. Whinihan, Fibonacci Q. 1 (1963) 9-13")

study.p_positions(
    "The player to move wins if she may take the least part of the pile's Zeckendorf sum.",
    believed=lambda position: position[0] == 0 or position[1] < least_part(position[0]),
    controls={"the whole pile": lambda position: position[1] < position[0]},
)


def least_parts():
    from research.logic.digits import least_part_in_zeckendorf

    return {"least": least_part_in_zeckendorf("h", "p")}


claim_theorem(
    study,
    "In Fibonacci nim with a pile of h, of which at most l may be taken, the player to move loses "
    "exactly if h = 0 or l is less than the least part of h in Zeckendorf's numeration.",
    criterion="h = 0 | (Ep $least(h,p) & l < p)",
    controls={
        "at most the least part": "h = 0 | (Ep $least(h,p) & l <= p)",
        "less than the pile": "l < h | h = 0",
    },
    system="lsd_fib",
    relations=least_parts,
)
