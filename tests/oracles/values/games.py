"""Games by the definition alone, to which values are compared: a pair of sets of options."""

from functools import cache, reduce
from operator import add

from hypothesis import strategies as st

from oracles.values.value import Value

END = (frozenset(), frozenset())


@cache
def at_most(g, h):
    """Whether g <= h: no Left option of g is >= h, and no Right option of h is <= g."""
    return not any(at_most(h, x) for x in g[0]) and not any(at_most(y, g) for y in h[1])


@cache
def disjunctive_sum(g, h):
    """The sum: a player moves in one of the two."""
    left, right = (
        frozenset(
            [*(disjunctive_sum(x, h) for x in g[side]), *(disjunctive_sum(g, y) for y in h[side])]
        )
        for side in (0, 1)
    )
    return left, right


@cache
def value_of(game):
    """The value of a game."""
    return Value.of(map(value_of, game[0]), map(value_of, game[1]))


@cache
def game_of(value):
    """The canonical form of a value, as a game."""
    return frozenset(map(game_of, value.left)), frozenset(map(game_of, value.right))


@st.composite
def games(draw, *, most=6):
    """A game of few positions: each is made of those before it."""
    made = [END]
    sides = st.frozensets(st.integers(0, 10), max_size=3)
    for left, right in draw(st.lists(st.tuples(sides, sides), min_size=1, max_size=most)):
        made.append(
            tuple(frozenset(made[-1 - n % len(made)] for n in side) for side in (left, right))
        )
    return made[-1]


ATOMS = [
    *(Value(text) for text in ("0", "1", "-1", "1/2", "-3/4", "*", "*2", "^", "vv*", "1^", "+-1")),
    *(Value(text) for text in ("+-1/2", "+_2", "-_1/2", "+-{2|1}", "{2|-1/2}", "{1|^*}")),
    *(Value(text) for text in ("{^^*|*,v}", "{3||2*|1*}", "{0||1|-1}")),
]
SUMS = st.lists(st.sampled_from(ATOMS), max_size=3).map(lambda some: reduce(add, some, ATOMS[0]))
VALUES = (
    games().map(value_of)
    | SUMS
    | st.builds(Value.of, st.lists(SUMS, max_size=2), st.lists(SUMS, max_size=2))
)
