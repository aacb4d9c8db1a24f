"""What proof files hold of a game and of what is believed: rules, formulas and automata as data.

``docs/proof-files.md`` specifies how they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from oracles.moves import formulas as logic
from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import substituted
from research.logic.numeration import Relation

_SIGNS = {"&": "and", "|": "or", "=>": "implies", "<=>": "iff", "^": "xor"}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*'?")


class ProofWriter:
    """Writes formulas and automata of one proof, and collects the definitions that they use.

    Parameters
    ----------
    system
        The numeration system's name.
    relations
        All predicates of the proof.
    own
        Which of them the theorem itself defines, so that the file does not.

    Examples
    --------
    >>> from research.logic.formula import parse
    >>> writer = ProofWriter("msd_2", {"even": Relation.of("x", "Ey x = 2*y")})
    >>> writer.formula(parse("~($even(x) & T[x] = @1)").formula)
    ['not', ['and', ['$even', 'x'], ['$T@1', 'x']]]
    >>> writer.definitions[0]["formula"], writer.automaton("even")["rows"]
    (['exists', ['y'], ['=', 'x', ['*', 2, 'y']]], [[1, 2], [1, 1], [2, 2]])
    """

    def __init__(
        self, system: str, relations: Mapping[str, Relation | Automaton], own: Iterable[str] = ()
    ) -> None:
        self.evaluator = Evaluator(system, relations)
        self.known = Evaluator(system).relations | {n: self.evaluator.relations[n] for n in own}
        self.definitions: list[dict[str, Any]] = []

    def file(self, theorem: str, rules: logic.DefinableGame) -> dict[str, Any]:
        """Return the fields with which a file begins; definitions that are met later come in."""
        return {
            "theorem": theorem,
            "numeration": self.evaluator.numeration.shift[-1][::-1],
            "definitions": self.definitions,
            "game": self.game(rules),
        }

    def game(self, rules: logic.DefinableGame) -> dict[str, Any]:
        """Return the rules."""
        states = {
            _named([state])[0]: {
                "coordinates": _named(names),
                "domain": self.formula(rules.valid.get(state, logic.TRUE)),
                "won": self.formula(rules.won.get(state, logic.FALSE)),
                "level": rules.level.get(state, 0),
                "measure": _term(rules.measure.get(state, logic.Constant(0))),
            }
            for state, names in rules.coordinates.items()
        }
        moves = [
            {
                "from": move.source,
                "to": move.target,
                "parameters": _named(move.parameters),
                "guard": self.formula(move.guard),
                "image": list(map(_term, move.image)),
            }
            for move in rules.moves
        ]
        return {"states": states, "moves": moves}

    def definition(self, name: str, variables: Sequence[str]) -> Any:
        """Return the formula of a predicate, with its parameters called otherwise."""
        relation: Any = self.evaluator.relations[name]  # not given as an automaton
        terms = dict(zip(relation.parameters, map(logic.Variable, variables), strict=True))
        return self.formula(substituted(relation.definition, terms))

    def automaton(self, name: str, tracks: Sequence[str] = ()) -> dict[str, Any]:
        """Return the automaton of a predicate, with its parameters called otherwise, or not."""
        parameters = self.evaluator.relations[name].parameters
        said = logic.Predicate(name, tuple(map(logic.Variable, parameters)))
        made = self.evaluator.over(said, parameters)
        if made.order != self.evaluator.numeration.first:
            made = made.mirrored()
        made = made.renamed(dict(zip(parameters, _named(tracks or parameters), strict=True)))
        rows = made.table[:, made.letter_class].tolist()
        accepting = made.accepting.nonzero()[0].tolist()
        return {"tracks": list(made.tracks), "rows": rows, "accepting": accepting}

    def formula(self, formula: logic.Formula) -> Any:  # noqa: PLR0911
        """Return a formula; what it uses is defined before."""
        match formula:
            case logic.TruthValue(value):
                return value
            case logic.Comparison(comparator, left, right):
                return [comparator, _term(left), _term(right)]
            case logic.ElementComparison():
                return self.formula(self.evaluator.by_values(formula))
            case logic.Predicate(name, arguments):
                self._define(name)
                return [f"${name}", *map(_term, arguments)]
            case logic.Not(body):
                return ["not", self.formula(body)]
            case logic.Binary("&" | "|" as sign, _, _):
                return [_SIGNS[sign], *map(self.formula, logic.operands(formula, sign))]
            case logic.Binary(sign, left, right):
                return [_SIGNS[sign], self.formula(left), self.formula(right)]
            case logic.Quantified(quantifier, variables, body):
                word = "exists" if quantifier == "E" else "forall"
                return [word, _named(variables), self.formula(body)]

    def _define(self, name: str) -> None:
        """Define a predicate that the page does not name, after what it uses."""
        relation = self.evaluator.relations[name]
        if relation == self.known.get(name) or name in (each["name"] for each in self.definitions):
            return
        if name in self.known:
            raise AutomataError(f"a proof file cannot give ${name} another meaning")
        entry: dict[str, Any] = {"name": name, "parameters": _named(relation.parameters)}
        if not isinstance(relation.definition, Automaton):
            entry["formula"] = self.formula(relation.definition)
        entry["automaton"] = self.automaton(name)
        self.definitions.append(entry)


def _named(names: Iterable[str]) -> list[str]:
    """Return names; refuse one that the page does not allow."""
    for name in (names := list(names)):
        if not _NAME.fullmatch(name):
            raise AutomataError(f"a proof file cannot hold the name {name!r}")
    return names


def _term(term: logic.Term) -> Any:
    match term:
        case logic.Variable(name):
            return _named([name])[0]
        case logic.Constant(value):
            return value
        case logic.Sum(left, right):
            return ["+", _term(left), _term(right)]
        case logic.Difference(left, right):
            return ["-", _term(left), _term(right)]
        case logic.Multiple(factor, body):
            return ["*", factor, _term(body)]
        case logic.Quotient(body, divisor):
            return ["/", _term(body), divisor]
