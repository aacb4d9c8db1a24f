"""The value of a short partizan game, for computing with."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from oracles.errors import OracleError
from oracles.values import forms, notation
from oracles.values.forms import ONE, Form
from oracles.values.thermography import thermograph

Number = int | Fraction


class Value:
    """The value of a short game: immutable, and equal games are the same object.

    Parameters
    ----------
    text
        A value in the notation of :mod:`oracles.values.notation`, or a dyadic rational.

    Raises
    ------
    OracleError
        If the text says no value.

    Examples
    --------
    >>> switch = Value("{2|-1/2}")
    >>> switch + switch, switch - switch, switch <= 3, switch.confused_with(1)
    (Value('3/2'), Value('0'), True, True)
    >>> Value.of([0], [Value.nimber(1)])
    Value('^')
    """

    __slots__ = ("form",)
    form: Form

    def __new__(cls, text: str | Number | Value) -> Value:
        """Return the one value that the text says."""
        if isinstance(text, Value):
            return text
        if isinstance(text, str):
            return value_of_form(notation.read(text))
        return cls.number(text)

    @classmethod
    def of(cls, left: Iterable[Value | Number], right: Iterable[Value | Number]) -> Value:
        """Return the value of the game with these Left and Right options."""
        return value_of_form(forms.canonical(map(_form, left), map(_form, right)))

    @classmethod
    def number(cls, number: Number) -> Value:
        """Return a dyadic rational as a value; any other number is an :class:`OracleError`."""
        return value_of_form(_form(number))

    @classmethod
    def nimber(cls, size: int) -> Value:
        """Return the value of a heap of nim of a size."""
        if size < 0:
            raise OracleError(f"nimber of {size!r}: expected a natural number")
        return value_of_form(forms.plain(0, 0, size))

    @classmethod
    def up(cls, multiple: int, star: int = 0) -> Value:
        """Return a multiple of up, plus a nimber.

        >>> Value.up(-2, 1)
        Value('vv*')
        """
        return value_of_form(forms.plain(0, multiple, star))

    @property
    def left(self) -> tuple[Value, ...]:
        """Left's options in the canonical form, in the order in which they are written."""
        return tuple(map(value_of_form, notation.in_order(forms.options(self.form)[0])))

    @property
    def right(self) -> tuple[Value, ...]:
        """Right's options in the canonical form, in the order in which they are written."""
        return tuple(map(value_of_form, notation.in_order(forms.options(self.form)[1])))

    @property
    def number_or_none(self) -> Fraction | None:
        """The number that the value is, if it is one."""
        return Fraction(self.form.left_stop, ONE) if self.is_number else None

    @property
    def nimber_or_none(self) -> int | None:
        """The size of the heap of nim that the value is, if it is one."""
        plain = self.form.plain
        return plain[2] if plain and plain[:2] == (0, 0) else None

    @property
    def is_number(self) -> bool:
        """Whether the value is a dyadic rational."""
        return forms.is_number(self.form)

    @property
    def is_nimber(self) -> bool:
        """Whether the value is that of a heap of nim; 0 is."""
        return self.nimber_or_none is not None

    @property
    def is_infinitesimal(self) -> bool:
        """Whether both stops are 0; 0 is infinitesimal."""
        return self.form.left_stop == self.form.right_stop == 0

    @property
    def is_all_small(self) -> bool:
        """Whether in each subposition both players can move or neither (*dicotic*)."""
        return _all_small(self.form)

    @property
    def is_hot(self) -> bool:
        """Whether the Left stop is greater than the Right stop."""
        return self.form.left_stop > self.form.right_stop

    @property
    def left_stop(self) -> Fraction:
        """The number that play reaches if Left moves first and both play well."""
        return Fraction(self.form.left_stop, ONE)

    @property
    def right_stop(self) -> Fraction:
        """The number that play reaches if Right moves first and both play well."""
        return Fraction(self.form.right_stop, ONE)

    @property
    def mean(self) -> Fraction:
        """The number that n copies come to, divided by n, as n grows."""
        return thermograph(self.form).mean

    @property
    def temperature(self) -> Fraction:
        """How much a move is worth: -1 of an integer, -1/2^n of m/2^n with odd m."""
        return thermograph(self.form).temperature

    @property
    def left_incentives(self) -> tuple[Value, ...]:
        """What each of Left's canonical options gains: the option minus the value."""
        return tuple(option - self for option in self.left)

    @property
    def right_incentives(self) -> tuple[Value, ...]:
        """What each of Right's canonical options gains: the value minus the option."""
        return tuple(self - option for option in self.right)

    @property
    def birthday(self) -> int:
        """The depth of the canonical form: 0 for 0, 1 for 1, -1 and *."""
        return _birthday(self.form)

    @property
    def outcome(self) -> str:
        """Who wins: the second player (P), the first (N), Left (L) or Right (R).

        >>> [Value(text).outcome for text in ("0", "*", "^", "-1/2")]
        ['P', 'N', 'L', 'R']
        """
        if self <= 0:
            return "P" if self >= 0 else "R"
        return "L" if self >= 0 else "N"

    def confused_with(self, other: Value | Number) -> bool:
        """Return whether the value is neither at least nor at most the other."""
        return not self <= other and not self >= other

    def latex(self) -> str:
        """Return the value as LaTeX writes it."""
        return notation.latex(self.form)

    def _repr_latex_(self) -> str:
        r"""Return how a notebook shows the value.

        >>> print(Value("3/4")._repr_latex_())
        $\frac{3}{4}$
        """
        return f"${self.latex()}$"

    def __add__(self, other: Value | Number) -> Value:
        return value_of_form(forms.add(self.form, _form(other)))

    __radd__ = __add__

    def __sub__(self, other: Value | Number) -> Value:
        return value_of_form(forms.add(self.form, forms.negative(_form(other))))

    def __rsub__(self, other: Value | Number) -> Value:
        return -self + other

    def __neg__(self) -> Value:
        return value_of_form(forms.negative(self.form))

    def __mul__(self, times: int) -> Value:
        """Return the sum of so many copies of the value."""
        if not isinstance(times, int):
            return NotImplemented
        total, one = Value.number(0), self if times > 0 else -self
        for _ in range(abs(times)):
            total += one
        return total

    __rmul__ = __mul__

    def __le__(self, other: Value | Number) -> bool:
        return forms.at_most(self.form, _form(other))

    def __ge__(self, other: Value | Number) -> bool:
        return forms.at_most(_form(other), self.form)

    def __lt__(self, other: Value | Number) -> bool:
        return self <= other and self != other

    def __gt__(self, other: Value | Number) -> bool:
        return self >= other and self != other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value):
            return self is other
        if isinstance(other, int | Fraction):
            return self.number_or_none == other
        return NotImplemented

    def __hash__(self) -> int:
        number = self.number_or_none
        return hash(self.form) if number is None else hash(number)

    def __str__(self) -> str:
        return notation.text(self.form)

    def __repr__(self) -> str:
        return f"Value({str(self)!r})"

    def __reduce__(self) -> tuple[type[Value], tuple[str]]:
        return Value, (str(self),)


@cache
def value_of_form(form: Form) -> Value:
    """Return the one value that has a canonical form."""
    value = object.__new__(Value)
    value.form = form
    return value


def _form(value: Value | Number) -> Form:
    if isinstance(value, Value):
        return value.form
    if isinstance(value, int | Fraction):
        return forms.number(value)
    raise TypeError(f"{value!r}: expected a Value, an int or a Fraction")


@cache
def _all_small(form: Form) -> bool:
    if form.plain:
        return form.plain[0] == 0
    left, right = forms.options(form)
    return all(map(_all_small, left + right))


@cache
def _birthday(form: Form) -> int:
    if forms.is_number(form):
        integer, fraction = divmod(abs(form.left_stop), ONE)
        places = (ONE // (fraction & -fraction)).bit_length() if fraction else 0
        return integer + places
    left, right = forms.options(form)
    return 1 + max(map(_birthday, left + right))
