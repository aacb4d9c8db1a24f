"""Hackenbush: cut an edge, and what hangs on it falls; Left cuts l, Right r, either g."""

from fractions import Fraction
from functools import cache, reduce
from itertools import zip_longest
from operator import xor

from oracles.rules import PartizanGame
from oracles.values.value import Value
from research.claims.study import Study


class Hackenbush(PartizanGame):
    """A position is the trees on the ground, each a letter and the trees on top of that edge."""

    def start(self, size):
        return sorted(forests(size))

    def contains(self, position):
        return all(edge in {*"lrg"} and self.contains(above) for edge, above in position)

    def left_options(self, position):
        return cuts(position, "lg")

    def right_options(self, position):
        return cuts(position, "rg")

    def components(self, position):
        return [(tree,) for tree in position]

    def drawn(self, position):
        trees = ["=" + column for column in columns(position)]
        rows = ["".join(row) for row in zip_longest(*trees, fillvalue=".")]
        return "\n".join(reversed(rows))

    def negative(self, position):
        swapped = {"l": "r", "r": "l", "g": "g"}
        return tuple(sorted((swapped[edge], self.negative(above)) for edge, above in position))


@cache
def forests(edges):
    return {()} if edges == 0 else {
        tuple(sorted((*rest, (edge, above))))
        for own in range(edges) for above in forests(own) for rest in forests(edges - own - 1)
        for edge in "lrg"
    }  # fmt: skip


def cuts(forest, letters):
    for place, (edge, above) in enumerate(forest):
        rest = forest[:place] + forest[place + 1 :]
        if edge in letters:
            yield rest
        for less in cuts(above, letters):
            yield tuple(sorted((*rest, (edge, less))))


def columns(forest):
    """Draw trees from the ground up, an edge below the first tree on top of it."""
    for edge, above in forest:
        first, *others = [*columns(above)] or [""]
        yield edge + first
        yield from ("-" + other for other in others)


def stalk(letters):
    return ((letters[0], stalk(letters[1:])),) if letters else ()


def without(letters):
    return lambda forest: not any(e in letters or not without(letters)(t) for e, t in forest)


def number(forest):
    """Add the trees: an edge of Left below x is (x + n) / 2^(n - 1) for the least n > 1 - x."""
    total = Fraction(0)
    for edge, above in forest:
        sign = 1 if edge == "l" else -1
        x = sign * number(above)
        n = next(n for n in range(1, 99) if x + n > 1)
        total += sign * (x + n) / 2 ** (n - 1)
    return total


def nimber(forest):
    return reduce(xor, (nimber(above) + 1 for _, above in forest), 0)


study = Study("hackenbush", Hackenbush(), source="Winning Ways, 2nd ed., ch. 1, 2 and 7")

study.values_of(
    "value",
    "Red and blue trees are numbers: an edge of Left with trees of value x on top has the value "
    "$(x + n)/2^{n - 1}$ for the least n with x + n > 1.",
    among=without("g"),
    believed=number,
    controls={"of the other player": lambda forest: -number(forest)},
)
study.values_of(
    "value",
    "Green trees are nimbers: an edge below $*n$ is $*(n + 1)$.",
    among=without("lr"),
    believed=lambda forest: Value.nimber(nimber(forest)),
    controls={"the number of trees": lambda forest: Value.nimber(len(forest))},
)
STALKS = {"lrlrrllr": "77/128", "gl": "^*", "gr": "v*", "lg": "1*", "ggl": "{0,*,*2|0,*}"}
study.value_table(
    "Stalks, from the ground up: lrlrrllr 77/128, gl ^*, gr v*, lg 1*, ggl {0,*,*2|0,*}.",
    {stalk(letters): value for letters, value in STALKS.items()},
)
