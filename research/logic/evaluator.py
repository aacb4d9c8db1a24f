"""From formulas to automata, in one numeration system with its named predicates.

Quantifiers are eliminated late in width and early in order: the conjuncts below a quantifier are
collected through ``~``, ``=>`` and nested quantifiers, and each variable in turn is projected
from the product of only those that mention it (bucket elimination, Dechter 1999,
doi:10.1016/S0004-3702(99)00059-4).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Set
from functools import cache
from itertools import count
from math import prod

from oracles.moves.formulas import TRUE
from research.logic.automaton import DEFAULT_STATE_LIMIT, Automaton, Connective
from research.logic.constraints import Conjunction
from research.logic.errors import AutomataError, StateLimitError
from research.logic.formula import (
    Binary,
    Comparison,
    Element,
    ElementComparison,
    Formula,
    Letter,
    Node,
    Not,
    Predicate,
    Quantified,
    TruthValue,
    Variable,
    children,
    conjunction,
    disjunction,
    operands,
    substituted,
    text,
)
from research.logic.numeration import Relation, system
from research.logic.positional import NumerationSystem

MOST_LETTERS = 60  # of a subformula in a message

_CONNECTIVES = {
    "|": Connective.OR,
    "^": Connective.XOR,
    "=>": Connective.IMPLIES,
    "<=>": Connective.IFF,
}
"""Whether a comparison holds, for the values of sequences."""
COMPARATORS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Evaluator:
    """Makes the automata of formulas in one numeration system, with named predicates.

    Parameters
    ----------
    numeration
        The system or its name.
    relations
        Named predicates; an automaton stands for the predicate with its tracks as parameters.
    limit
        The most states of any automaton.

    Examples
    --------
    >>> from research.logic.formula import parse
    >>> evaluator = Evaluator("lsd_2", {"even": Relation.of("x", "Ey x = 2*y")})
    >>> evaluator.automaton(parse("$even(x) & $even(x+y)").formula).accepts(x=4, y=10)
    True
    """

    def __init__(
        self,
        numeration: NumerationSystem | str,
        relations: Mapping[str, Relation | Automaton] | None = None,
        limit: int = DEFAULT_STATE_LIMIT,
    ) -> None:
        self.numeration = system(numeration) if isinstance(numeration, str) else numeration
        self.limit = limit
        self.sequences, predicates = _names_of(self.numeration)
        self.relations = {**predicates, **{n: _relation(r) for n, r in (relations or {}).items()}}
        self.made: list[int] = []  # the numbers of states of the automata, in their order
        self._known: dict[Formula, Automaton] = {}
        self._defined: dict[str, Automaton] = {}
        self._names = count()

    def check(self, node: Node, source: str | None = None) -> None:
        """Raise if a formula uses an unknown name or a wrong number of arguments.

        Raises
        ------
        AutomataError
            It names the ``source`` if that is given.
        """
        if isinstance(node, Predicate | Element) and (wrong := self._wrong_name(node)):
            raise AutomataError(wrong if source is None else f"{source!r}: {wrong}")
        for child in children(node):
            self.check(child, source)

    def _wrong_name(self, node: Predicate | Element) -> str:
        """Return what is wrong with a name and what it is applied to; empty if nothing is."""
        if isinstance(node, Element):
            if node.sequence in self.sequences:
                return ""
            where = f"in {self.numeration.name}; known: {_list(self.sequences)}"
            return f"sequence {node.sequence} is not known {where}"
        if node.name not in self.relations:
            known = [name for name in self.relations if "@" not in name]
            return f"predicate ${node.name} is not known; known: {_list(known)}"
        wanted, given = len(self.relations[node.name].parameters), len(node.arguments)
        return "" if given == wanted else f"${node.name} takes {wanted} terms, not {given}"

    def automaton(self, formula: Formula) -> Automaton:
        """Return the automaton of a formula; its tracks are among the free variables.

        Raises
        ------
        StateLimitError
            With the subformula in which the limit was passed.
        """
        if formula not in self._known:
            try:
                result = self._made(formula)
            except StateLimitError as error:
                if error.place.startswith("subformula"):
                    raise
                written = text(formula)
                if len(written) > MOST_LETTERS:
                    written = f"{written[: MOST_LETTERS - 1]}…"
                place = f"subformula `{written}` ({error.place})"
                raise StateLimitError(error.states, error.limit, place) from None
            self._known[formula] = result
            self.made.append(result.states)
        return self._known[formula]

    def over(self, formula: Formula, names: Iterable[str]) -> Automaton:
        """Return the automaton of a formula over exactly the given variables."""
        result = self.automaton(formula)
        extra = set(names) - set(result.tracks)
        return result & self.numeration.valid(extra) if extra else result

    def _made(self, formula: Formula) -> Automaton:
        """Make the automaton of a formula by its outermost operation."""
        match formula:
            case Not(body):
                return self._complement(self.automaton(body))
            case Binary("|", _, _):
                return self._union(operands(formula, "|"))
            case Binary(connective, left, right) if connective != "&":
                return self._product(
                    self.automaton(left), self.automaton(right), _CONNECTIVES[connective]
                )
            case Quantified("A", variables, body):
                return self._complement(self.automaton(Quantified("E", variables, Not(body))))
            case Quantified("E", variables, body):
                return self._exists(variables, body)
            case _:
                return self._exists((), formula)

    def _complement(self, automaton: Automaton) -> Automaton:
        return self._of_words(~automaton)

    def _product(self, left: Automaton, right: Automaton, connective: Connective) -> Automaton:
        return self._of_words(left.combined(right, connective, self.limit))

    def _of_words(self, automaton: Automaton) -> Automaton:
        """Return what an automaton accepts of the words that are representations."""
        if self.numeration.valid_word is None:
            return automaton
        return automaton & self.numeration.valid(automaton.tracks)

    def _union(self, formulas: Iterable[Formula]) -> Automaton:
        """Return the automaton of a disjunction, the smallest first."""
        parts = sorted(map(self.automaton, formulas), key=lambda a: (len(a.tracks), a.states))
        result = parts[0]
        for part in parts[1:]:
            result = self._product(result, part, Connective.OR)
        return result

    def _exists(self, variables: tuple[str, ...], body: Formula) -> Automaton:
        """Return the automaton of: there are values such that the body holds, a conjunction."""
        alternatives = _alternatives(body)
        if len(alternatives) > 1:
            return self._union(Quantified("E", variables, part) for part in alternatives)
        parts = Conjunction(self.numeration, self.limit, self._names)
        self._collect(body, parts)
        return self._eliminated(parts.automata, {*parts.variables, *variables})

    def _collect(self, formula: Formula, parts: Conjunction) -> None:
        """Add automata whose conjunction is the formula."""
        match formula:
            case Not(body) if not isinstance(pushed := _negated(body), Not):
                self._collect(pushed, parts)
            case Binary("&", left, right):
                self._collect(left, parts)
                self._collect(right, parts)
            case Quantified("E", variables, body) if len(_alternatives(body)) == 1:
                fresh = {name: Variable(parts.fresh()) for name in variables}
                self._collect(substituted(body, fresh), parts)
            case TruthValue(value):
                given = self.numeration.digits, self.numeration.order, ()
                parts.automata.append(Automaton.constant(*given, value=value))
            case Comparison():
                parts.comparison(formula)
            case Predicate(name, arguments):
                self.check(formula)
                parameters = self.relations[name].parameters
                parts.applied(self._relation(name), parameters, arguments)
            case ElementComparison():
                parts.automata.append(self.automaton(self.by_values(formula)))
            case _:
                parts.automata.append(self.automaton(formula))

    def _relation(self, name: str) -> Automaton:
        """Return the automaton of a predicate, which must be one on numbers of this system."""
        if name in self._defined:
            return self._defined[name]
        made = self.relations[name].definition
        if not isinstance(made, Automaton):
            self.check(made)
            self._defined[name] = self.automaton(made)
            return self._defined[name]
        if (made.digits, made.order) != (self.numeration.digits, self.numeration.order):
            raise AutomataError(
                f"predicate ${name} is {made!r}; the statement is in {self.numeration.name}"
            )
        result = self._defined[name] = self._of_words(made)
        if not result.is_saturated():
            raise AutomataError(
                f"predicate ${name}: its automaton changes its answer when zeros are added to the "
                "numbers; close it under padding"
            )
        return result

    def by_values(self, formula: ElementComparison) -> Formula:
        """Return a comparison of sequence elements as a disjunction over the pairs of values."""
        sides: list[dict[int, Formula]] = []
        for side in (formula.left, formula.right):
            if isinstance(side, Letter):
                sides.append({side.value: TRUE})
            else:
                self.check(side)
                values = self.sequences[side.sequence]
                sides.append({v: Predicate(f"{side.sequence}@{v}", (side.index,)) for v in values})
        # Both stand in each part, so that a term that does not exist makes it false.
        return disjunction(
            *(
                conjunction(*(part for part in (one, other) if part != TRUE))
                for left, one in sides[0].items()
                for right, other in sides[1].items()
                if COMPARATORS[formula.comparator](left, right)
            )
        )

    def _eliminated(self, automata: list[Automaton], variables: Set[str]) -> Automaton:
        """Return the conjunction with variables projected away, each as early as it can be."""
        pending = [part for part in automata if part.tracks or part.is_empty()]
        while holding := _holding(variables, pending):
            chosen = min(sorted(holding), key=lambda name: _width(holding[name]))
            pending = [part for part in pending if chosen not in part.tracks]
            result = self._joined(holding[chosen])
            elsewhere = {name for part in pending for name in part.tracks}
            gone = (holding.keys() & set(result.tracks)) - elsewhere
            pending.append(result.projected(gone, self.limit))
            variables = holding.keys() - gone
        return self._joined(pending)

    def _joined(self, automata: list[Automaton]) -> Automaton:
        """Return the product: the smallest first, then what adds the fewest tracks."""
        if not automata:
            digits, order = self.numeration.digits, self.numeration.order
            return Automaton.constant(digits, order, (), value=True)
        rest = sorted(automata, key=lambda part: (part.states, len(part.tracks)))
        result = rest.pop(0)
        while rest:
            tracks = set(result.tracks)
            best = min(rest, key=lambda part: (len(set(part.tracks) - tracks), part.states))
            rest = [part for part in rest if part is not best]
            result = result.combined(best, Connective.AND, self.limit)
        return result


def _relation(given: Relation | Automaton) -> Relation:
    return Relation(given.tracks, given) if isinstance(given, Automaton) else given


@cache
def _names_of(
    numeration: NumerationSystem,
) -> tuple[Mapping[str, Mapping[int, Automaton]], dict[str, Relation]]:
    """Return the sequences of a numeration system, and its predicates.

    Where T is a sequence, ``T[t] = @1`` is the predicate ``$T@1(t)``.
    """
    sequences, known = numeration.sequences(), dict(numeration.predicates())
    known |= {f"{name}@{v}": a for name, values in sequences.items() for v, a in values.items()}
    return sequences, {name: _relation(each) for name, each in known.items()}


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _holding(names: Set[str], automata: list[Automaton]) -> dict[str, list[Automaton]]:
    """Return for each of the names that some automata read, which of them."""
    found: dict[str, list[Automaton]] = {}
    for part in automata:
        for name in part.tracks:
            if name in names:
                found.setdefault(name, []).append(part)
    return found


def _width(automata: list[Automaton]) -> tuple[int, int]:
    """Return how many tracks a product has, and how many states at most."""
    tracks = set[str]().union(*(part.tracks for part in automata))
    return len(tracks), prod(part.states for part in automata)


def _negated(formula: Formula) -> Formula:
    """Return the negation of a formula, taken into what a conjunction can be read from."""
    match formula:
        case Not(body):
            return body
        case Binary("&" | "|" as sign, left, right):
            return Binary("|" if sign == "&" else "&", _negated(left), _negated(right))
        case Binary("=>", left, right):
            return Binary("&", left, _negated(right))
        case Quantified("A", variables, body):
            return Quantified("E", variables, _negated(body))
        case _:
            return Not(formula)


def _alternatives(formula: Formula) -> list[Formula]:
    """Return formulas whose disjunction is the formula."""
    match formula:
        case Binary("|", left, right):
            return _alternatives(left) + _alternatives(right)
        case Binary("=>", left, right):
            return _alternatives(_negated(left)) + _alternatives(right)
        case Not(Binary("&") | Not() as body):
            return _alternatives(_negated(body))
        case _:
            return [formula]
