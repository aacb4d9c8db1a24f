"""The language of moves: rules as formulas, and their reading by plain enumeration.

One statement a line; a line that begins with white space continues the one before; ``#`` begins a
comment.

``position play(x, y) where x <= y``
    a control state, its coordinates, which are natural numbers, and which of them are positions;
``move play -> play(x - n, y) for n where 1 <= n & n <= x``
    options, for all values of the parameters for which the formula holds;
``won play where x = 0``
    positions in which play has ended and the player to move has won;
``measure play: x + 2*y``
    what decreases along every move: the sum of the coordinates unless given; ``measure play: 2, x``
    has a level first;
``unordered``
    the coordinates have no names: positions are written in ascending order, in which ``where``,
    ``won`` and the measure are asked, and moves are made from every order;
``misere``
    the player who cannot move wins.

Terms are made of variables, constants, ``+``, ``-``, multiples and quotients by constants. A
difference that would be below zero does not exist, and a comparison with it is false. Formulas are
read by :mod:`oracles.moves.parser`; ``$power(t)`` says that t is a power of two, ``$nimsum(a,b,c)``
that a xor b = c, and ``T[t] = @1`` that t has an odd number of ones in base two. Each parameter and
each quantified variable needs a bound that can be seen (:mod:`oracles.moves.expressions`), so that
all its values can be tried.
"""

from oracles.moves.game import MoveGame

__all__ = ["MoveGame"]
