"""Take at least two counters from one of three piles in a circle, and add one to the next."""

from oracles.moves import MoveGame
from research.claims.study import Study
from research.proving.claiming import claim_theorem

YAMA = MoveGame("""
    position play(a, b, c)
    move play -> play(a - n, b + 1, c) for n where 2 <= n & n <= a
    move play -> play(a, b - n, c + 1) for n where 2 <= n & n <= b
    move play -> play(a + 1, b, c - n) for n where 2 <= n & n <= c
""")


def is_lost(piles):
    for a, b, c in (piles, piles[1:] + piles[:1], piles[2:] + piles[:2]):
        lost = max(b, c) <= a + 1 or (a + 2 <= b <= a + 3 and c > a)
        if lost and a == min(piles) and a % 3 == 0:
            return True
    return len(set(piles)) == 1 and piles[0] % 3 == 1


def criterion(largest=3):
    def at(a, b, c):
        least = f"(Ek {a} = 3*k) & {a} <= {b} & {a} <= {c}"
        level = f"({b} <= {a} + 1 & {c} <= {a} + 1)"
        return f"({least} & ({level} | ({a} + 2 <= {b} & {b} <= {a} + {largest} & {a} < {c})))"

    equal = "(a = b & b = c & Ek a = 3*k + 1)"
    return " | ".join([at("a", "b", "c"), at("b", "c", "a"), at("c", "a", "b"), equal])


study = Study(
    "yama-nim-on-a-cycle",
    YAMA,
    title="Yama nim on a cycle of three",
    source="H. Inoue and others, arXiv:2510.03088, of digraphs in general; the criterion was found "
    "by grundwork prove. It was looked for by a search for the names of the game, and in the "
    "abstracts of that paper, of arXiv:2310.06610 and of arXiv:2509.04943, and not found",
)

study.p_positions(
    r"Let $a$ be a least pile, and $b$ and $c$ the next. P-positions: $3 \mid a$, and both "
    r"$b, c \le a + 1$ or both $a + 2 \le b \le a + 3$ and $c > a$; or $a = b = c \equiv 1$.",
    believed=is_lost,
    controls={"equal piles": lambda piles: len(set(piles)) == 1},
)

claim_theorem(
    study,
    "In Yama nim on a cycle of three piles the player to move loses exactly if some least pile a "
    "is a multiple of 3 and the next two are both at most a + 1, or the next is a + 2 or a + 3 "
    "and the one after is larger than a; or if all are equal and 1 modulo 3.",
    criterion=criterion,
    controls={"the next is a + 2": lambda: criterion(largest=2)},
)
