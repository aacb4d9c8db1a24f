"""Base k, from 2 to 10: the recurrence ``u(n) = k u(n-1)``.

**Addition**, least significant digit first. With ``x_i = d_i + k y_i`` the sum
``sum a_i x_i + c`` is ``(c + e) + k sum a_i y_i``, where ``e = sum a_i d_i``. It is 0 exactly when
``k`` divides ``c + e`` and ``sum a_i y_i + (c + e)/k = 0``; it is at most 0 exactly when
``sum a_i y_i + ceil((c + e)/k) <= 0``. So the constant is the state (Boudet and Comon 1996,
doi:10.1007/3-540-61064-2_27), and only finitely many are met, for they shrink by the factor k.

In bases 2, 4 and 8 there are beside Walnut's Thue-Morse sequence ``T`` two predicates that Walnut
has not, and that mean the same in all three: ``$nimsum(x,y,z)``, digit by digit ``z = x xor y``,
and ``$power_of_two(x)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from research.logic.automaton import Automaton, Order
from research.logic.positional import Adder, Relation, State
from research.logic.recurrence import LinearRecurrence


class BaseK(LinearRecurrence):
    """The numbers in base k; all words are representations."""

    first = "lsd"

    def __init__(self, base: int, order: Order) -> None:
        super().__init__(str(base), f"base {base}", (base,), order)

    def adder(self, coefficients: Sequence[int], constant: int, comparison: Relation) -> Adder:  # noqa: ARG002
        """Return what adds up ``sum a_i x_i + c``."""
        base = self.digits

        def step(state: State, weight: int) -> State | bool:
            total = state[0] + weight
            if comparison == "<=":
                return (-(-total // base),)
            return (total // base,) if total % base == 0 else False

        def accepts(state: State) -> bool:
            return state[0] == 0 if comparison == "=" else state[0] <= 0

        return Adder((constant,), step, accepts)

    def predicates(self) -> Mapping[str, Automaton]:
        """Return the predicates known without being defined, over the tracks x, y, z."""
        if self.digits not in (2, 4, 8):
            return super().predicates()
        digits = range(self.digits)
        fits = [int(x ^ y != z) for z in digits for y in digits for x in digits]
        other = [1] * len(fits)
        one = [0 if not digit else 1 if digit.bit_count() == 1 else 2 for digit in digits]
        rest = [[1] + [2] * (self.digits - 1), [2] * self.digits]
        given = self.digits, self.order
        return {
            **super().predicates(),
            "nimsum": Automaton.build(*given, ["x", "y", "z"], [fits, other], [True, False]),
            "power_of_two": Automaton.build(*given, ["x"], [one, *rest], [False, True, False]),
        }

    def sequences(self) -> Mapping[str, Mapping[int, Automaton]]:
        """Return the sequence T of Thue and Morse in bases 2, 4 and 8."""
        if self.digits not in (2, 4, 8):
            return {}
        odd = [digit.bit_count() % 2 for digit in range(self.digits)]
        table = [odd, [1 - bit for bit in odd]]
        given = self.digits, self.order, ["n"], table
        return {"T": {value: Automaton.build(*given, [value == 0, value == 1]) for value in (0, 1)}}
