"""Random formulas with bounded quantifiers, and their direct evaluation."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from research.logic.formula import (
    Binary,
    Comparison,
    Constant,
    Difference,
    Element,
    ElementComparison,
    Formula,
    Letter,
    Multiple,
    Not,
    Predicate,
    Quantified,
    Quotient,
    Sum,
    Term,
    Variable,
)

FREE = ("x", "y")
BOUNDS = 5  # a quantified variable is at most this
COMPARATORS = ("=", "!=", "<", "<=", ">", ">=")


def terms(names: tuple[str, ...]) -> st.SearchStrategy[Term]:
    leaves = st.sampled_from(names).map(Variable) | st.integers(0, 6).map(Constant)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(Sum, inner, inner),
            st.builds(Difference, inner, inner),
            st.builds(Multiple, st.integers(0, 3), inner.filter(lambda t: not _constant(t))),
            st.builds(Quotient, inner, st.integers(1, 3)),
        ),
        max_leaves=3,
    )


def _constant(term: Term) -> bool:
    """A product of constants has no unique text: 2 * 3 is read as factor 2."""
    return isinstance(term, Constant | Multiple | Quotient)


def atoms(names: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    term = terms(names)
    element = st.builds(Element, st.just("T"), term) | st.builds(Letter, st.integers(0, 1))
    return st.one_of(
        st.builds(Comparison, st.sampled_from(COMPARATORS), term, term),
        st.builds(ElementComparison, st.sampled_from(COMPARATORS), element, element),
        st.builds(Predicate, st.just("nimsum"), st.tuples(term, term, term)),
        st.builds(Predicate, st.just("power"), st.tuples(term)),
    )


@st.composite
def formulas(draw: st.DrawFn, names: tuple[str, ...] = FREE, depth: int = 3) -> Formula:
    """A formula whose quantified variables are bounded by constants, so it can be evaluated."""
    kind = draw(st.sampled_from(["atom", "not", "binary", "exists", "all"])) if depth else "atom"
    if kind == "atom":
        return draw(atoms(names))
    if kind == "not":
        return Not(draw(formulas(names, depth - 1)))
    if kind == "binary":
        operator = draw(st.sampled_from(["&", "|", "^", "=>", "<=>"]))
        return Binary(operator, draw(formulas(names, depth - 1)), draw(formulas(names, depth - 1)))
    # Sometimes the new variable hides an old one.
    name = draw(st.sampled_from(["x", "u", "v"]))
    body = draw(formulas((*dict.fromkeys((*names, name)),), depth - 1))
    bound = Comparison("<=", Variable(name), Constant(draw(st.integers(0, BOUNDS))))
    if kind == "exists":
        return Quantified("E", (name,), Binary("&", bound, body))
    return Quantified("A", (name,), Binary("=>", bound, body))


def value(term: Term, at: Mapping[str, int]) -> int | None:  # noqa: PLR0911
    """The value of a term, or None if a difference in it does not exist."""
    match term:
        case Variable(name):
            return at[name]
        case Constant(number):
            return number
        case Multiple(factor, body):
            inner = value(body, at)
            return None if inner is None else factor * inner
        case Quotient(body, divisor):
            inner = value(body, at)
            return None if inner is None else inner // divisor
        case Sum(left, right) | Difference(left, right):
            first, second = value(left, at), value(right, at)
            if first is None or second is None:
                return None
            if isinstance(term, Sum):
                return first + second
            return first - second if second <= first else None


def compared(comparator: str, left: int, right: int) -> bool:
    return {
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[comparator]


def holds(formula: Formula, at: Mapping[str, int]) -> bool:  # noqa: PLR0911
    """Evaluate directly, quantifiers by trying all values up to their bound."""
    match formula:
        case Not(body):
            return not holds(body, at)
        case Binary(operator, left, right):
            first, second = holds(left, at), holds(right, at)
            return {
                "&": first and second,
                "|": first or second,
                "^": first != second,
                "=>": not first or second,
                "<=>": first == second,
            }[operator]
        case Quantified(quantifier, (name,), body):
            tries = (holds(body, {**at, name: n}) for n in range(BOUNDS + 1))
            return any(tries) if quantifier == "E" else all(tries)
        case Comparison(comparator, left, right):
            low, high = value(left, at), value(right, at)
            return low is not None and high is not None and compared(comparator, low, high)
        case ElementComparison(comparator, left, right):
            sides = [
                side.value if isinstance(side, Letter) else _thue_morse(value(side.index, at))
                for side in (left, right)
            ]
            return None not in sides and compared(comparator, *sides)
        case Predicate(name, arguments):
            values = [value(argument, at) for argument in arguments]
            if None in values:
                return False
            if name == "nimsum":
                return values[0] ^ values[1] == values[2]
            return values[0].bit_count() == 1
    raise AssertionError(formula)


def _thue_morse(index: int | None) -> int | None:
    return None if index is None else index.bit_count() % 2
