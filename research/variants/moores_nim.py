"""Moore's nim: take any numbers of counters from one or two of four piles."""

from oracles.moves import MoveGame
from research.claims.study import Study
from research.proving.claiming import claim_theorem

MOORE = MoveGame("""
    position play(a, b, c, d)
    unordered
    move play -> play(a - n, b - m, c, d) for n, m where n + m >= 1 & n <= a & m <= b
""")


def digit_sums(piles, modulus):
    return [sum(pile >> bit & 1 for pile in piles) % modulus for bit in range(max(piles) + 1)]


study = Study(
    "moores-nim", MOORE, title="Moore's nim", source="E. H. Moore, Ann. of Math. 11 (1910) 93-94"
)

study.p_positions(
    "The P-positions are those in which each column sum in base 2 is divisible by 3.",
    believed=lambda piles: not any(digit_sums(piles, 3)),
    controls={"by 2, as in nim": lambda piles: not any(digit_sums(piles, 2))},
)


def columns(divisor=3):
    from research.logic.digits import columns_divisible_by

    return columns_divisible_by(divisor, ["a", "b", "c", "d"])


claim_theorem(
    study,
    "In Moore's nim with four piles, of which a move lowers one or two, the player to move loses "
    "exactly if each column sum in base 2 is divisible by 3.",
    criterion=columns,
    controls={"divisible by 2, as in nim": lambda: columns(2)},
)
