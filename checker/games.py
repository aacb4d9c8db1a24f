"""Theorems on games that formulas describe: their conditions, made from the rules.

The predicates that are made here have a space in their names, and no name in a file has one.
"""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

from checker.formulas import Formulas, plain
from checker.machines import Numeration, TooLargeError, require

Formula = list[Any]


def any_of(formulas: list[Any]) -> Formula:
    """Return that one of some formulas is true."""
    return ["or", *formulas]


def equal(left: list[Any], right: list[Any]) -> Formula:
    """Return that terms are equal, each to that at its place."""
    return ["and", *[["=", s, t] for s, t in zip(left, right, strict=True)]]


def some(move: dict[str, Any], formula: Formula) -> Formula:
    """Return that a formula is true of a move with some parameters by which it may be made."""
    whole = ["and", move["allowed"], formula]
    return ["exists", move["parameters"], whole] if move["parameters"] else whole


def substituted(term: Any, values: dict[str, Any]) -> Any:
    """Return a term with terms in place of its variables."""
    if isinstance(term, list):
        return [term[0], *[substituted(t, values) for t in term[1:]]]
    return values.get(term, term) if isinstance(term, str) else term


def with_heap(states: dict[str, Any], moves: list[dict[str, Any]], heap: str) -> Any:
    """Return the states and moves of a game's sum with a nim heap, the last coordinate."""
    moves = [{**move, "image": [*move["image"], heap]} for move in moves]
    sums = {}
    for name, state in states.items():
        names, measure = state["coordinates"], ["+", state["measure"], heap]
        sums[name] = {**state, "coordinates": [*names, heap], "measure": measure}
        guard = ["and", ["<=", 1, "taken'"], ["<=", "taken'", heap]]
        move = {"from": name, "to": name, "parameters": ["taken'"], "guard": guard}
        moves.append({**move, "image": [*names, ["-", heap, "taken'"]]})
    return sums, moves


class Game:
    """The rules of a file, with the predicates "domain STATE" and "won STATE" of each state."""

    def __init__(self, record: dict[str, Any], heap: str = "") -> None:
        self.formulas = Formulas(Numeration(record["numeration"]))
        for one in record["definitions"]:
            require(not one["name"].startswith("P_"), "P_... is the name of P-positions")
            self.formulas.define(**one)
        self.states: dict[str, Any] = record["game"]["states"]
        self.moves: list[dict[str, Any]] = [dict(move) for move in record["game"]["moves"]]
        named = {move[end] for move in self.moves for end in ("from", "to")}
        require(self.states and named <= set(self.states), "a state is missing")
        if heap:
            self.states, self.moves = with_heap(self.states, self.moves, heap)
        for name, state in self.states.items():
            names, measure = state["coordinates"], state["measure"]
            self.formulas.define(f"domain {name}", names, state["domain"])
            self.formulas.define(f"won {name}", names, state["won"])
            self.formulas.define(f"measure {name}", names, ["=", measure, measure])
        for number, move in enumerate(self.moves):
            length = len(self.states[move["to"]]["coordinates"])
            require(len(move["image"]) == length, "an image has a wrong length")
            names = self.states[move["from"]]["coordinates"] + move["parameters"]
            self.formulas.define(f"guard {number}", names, move["guard"])
            for place, term in enumerate(move["image"]):  # which may speak of no other number
                self.formulas.define(f"image {number} {place}", names, ["=", term, term])
            move["allowed"] = [f"$guard {number}", *names]

    def says(self, word: str, state: str) -> Formula:
        """Return what the predicate "WORD STATE" says of the coordinates."""
        return [f"${word} {state}", *self.states[state]["coordinates"]]

    def leads(self, state: str, word: str) -> Formula:
        """Return that a move leads from a position of a state to one with "WORD STATE"."""
        moves = [move for move in self.moves if move["from"] == state]
        return any_of([some(move, [f"${word} {move['to']}", *move["image"]]) for move in moves])

    def holds(self, state: str, given: list[Any], formula: Any, what: str, more: Any = ()) -> None:
        """Decide that a formula is true in all positions of a state, whatever more numbers are."""
        known = ["and", self.says("domain", state), *given]
        names = [*self.states[state]["coordinates"], *more]
        self.formulas.holds(names, ["implies", known, formula], f"{state}: {what}")

    def rules(self) -> None:
        """Decide the conditions on the rules: each move leads to a position, and play ends."""
        for number, move in enumerate(self.moves, 1):
            state, to, more = move["from"], self.states[move["to"]], move["parameters"]
            given = [["not", self.says("won", state)], move["allowed"]]
            there = [f"$domain {move['to']}", *move["image"]]
            self.holds(state, given, there, f"move {number} leads to a position", more)
            require(to["level"] <= self.states[state]["level"], f"move {number} raises the level")
            if to["level"] == self.states[state]["level"]:
                after = dict(zip(to["coordinates"], move["image"], strict=True))
                less = ["<", substituted(to["measure"], after), self.states[state]["measure"]]
                self.holds(state, given, less, f"move {number} decreases the measure", more)


def kernel(record: dict[str, Any]) -> None:
    """Decide the conditions of the Kernel theorem."""
    heap, criterion = record["heap"], record["criterion"]
    require(plain(heap) or heap == "", "the heap has no name")
    game = Game(record)  # whose rules do not speak of the heap
    game = Game(record, heap) if heap else game
    game.rules()
    require(set(criterion) <= set(record["P"]) == set(game.states), "a state is missing")
    for name, state in game.states.items():
        game.formulas.define(f"P {name}", state["coordinates"], automaton=record["P"][name])
    for name, state in game.states.items():
        domain, won, lost = (game.says(word, name) for word in ("domain", "won", "P"))
        right = ["implies", lost, ["and", domain, ["not", won]]]
        game.formulas.holds(state["coordinates"], right, f"{name}: P is of positions not won")
        leads = game.leads(name, "P")
        game.holds(name, [lost], ["not", leads], "no move leads from P to P")
        game.holds(name, [], ["or", lost, won, leads], "in P, or won, or a move leads to P")
        if heap:
            game.holds(name, [], ["not", won], "no position is won")
        if name in criterion:
            game.holds(name, [], ["iff", lost, criterion[name]], "the criterion says what is in P")
    for name in game.states:
        game.formulas.predicates[f"P_{name}"] = game.formulas.predicates[f"P {name}"]
    for statement in record["statements"]:
        game.formulas.holds([], statement, "a statement")


def sieve(record: dict[str, Any]) -> None:
    """Decide the conditions of the greedy sieve."""
    game, lemmas = Game(record), record["lemmas"]
    define, holds = game.formulas.define, game.formulas.holds
    require(len(game.states) == 1, "there is not one state")
    require(set(lemmas) <= {"position", "option", "common_key"}, "a lemma has an unknown name")
    ((name, state),) = game.states.items()
    x = state["coordinates"]
    y = [one + "'" for one in x]
    require(state["won"] is False, "positions are won")
    require(len(x) <= 5, "there are more than 5 coordinates", TooLargeError)
    orders = list(permutations(range(len(x)))) if record["unordered"] else [range(len(x))]
    ascending = [["<=", s, t] for s, t in pairwise(x)] if record["unordered"] else []
    define(
        "the position", x, ["and", game.says("domain", name), *ascending], lemmas.get("position")
    )
    position, other = ["$the position", *x], ["$the position", *y]
    reached = []
    for number, move in enumerate(game.moves, 1):
        images = [[move["image"][i] for i in order] for order in orders]
        reached.append(some(move, any_of([equal(y, image) for image in images])))
        there = any_of([["$the position", *image] for image in images])
        given, what = [position, move["allowed"]], f"move {number} leads to a position"
        game.holds(name, given, there, what, move["parameters"])
    option, back = ["$the option", *x, *y], ["$the option", *y, *x]
    define(option[0][1:], [*x, *y], ["and", position, other, any_of(reached)], lemmas.get("option"))
    define("the common_key", [*x, *y], record["common_key"], lemmas.get("common_key"))
    both = ["and", position, other, ["not", equal(x, y)]]
    same = ["iff", ["$the common_key", *x, *y], ["or", option, back]]
    holds([*x, *y], ["implies", both, same], "a key is common exactly if one is an option")
    before = any_of([["and", equal(x[:i], y[:i]), ["<", y[i], x[i]]] for i in range(len(x))])
    holds([*x, *y], ["implies", option, before], "an option comes before the position")
    within = ["and", *[any_of([["<=", s, t] for t in x]) for s in y]]
    holds([*x, *y], ["implies", option, within], "no coordinate of an option is the largest")


def reduction(record: dict[str, Any]) -> None:
    """Decide the conditions of the nim reduction."""
    game, heaps, lemmas = Game(record), record["heaps"], dict(record["lemmas"])
    here = heaps["state"]
    require(here in game.states, "the heaps are of no state")
    game.rules()
    x = game.states[here]["coordinates"]
    y, h, k, e, f, g, m = [name + "'" for name in x], "h'", "k'", "e'", "f'", "g'", "m'"
    require(not {h, k, e, f, g, m} & set(y), "a coordinate is h, k, e, f, g or m")

    def lemma(word: str, state: str, names: list[str], formula: Formula) -> Formula:
        """Let a predicate be known, and return what it says of the names."""
        key = f"{word}_{state}" if word == "lost" else word
        game.formulas.define(f"{word} {state}", names, formula, lemmas.pop(key, None))
        return [f"${word} {state}", *names]

    def heap(position: list[str], name: str, element: str) -> Formula:
        """Return that a number is an element of a heap."""
        return [f"$heap {here}", *position, name, element]

    regular = lemma("regular", here, x, ["and", game.says("domain", here), heaps["regular"]])
    lemma("heap", here, [*x, h, e], heaps["elements"])
    for name, state in game.states.items():
        moves = [some(move, ["and"]) for move in game.moves if move["from"] == name]
        others = [game.says("won", name), *moves, *([regular] if name == here else [])]
        lost = ["and", game.says("domain", name), ["not", any_of(others)]]
        lemma("lost", name, state["coordinates"], lost)
    inner = [move for move in game.moves if move["from"] == move["to"] == here]
    reached = any_of([some(move, equal(y, move["image"])) for move in inner])
    both = ["and", regular, [f"$regular {here}", *y]]
    option = lemma("option", here, [*x, *y], [*both, reached])
    old, new = heap(x, h, f), heap(y, k, f)
    others = [["and", heap(x, g, f), ["!=", g, h]], ["and", heap(y, g, f), ["!=", g, k]]]
    rest: Formula = ["and", option, ["forall", [g, f], ["iff", *others]]]
    rest = lemma("rest", here, [*x, *y, h, k], rest)
    changed = []
    for word, few, many in (("more", old, new), ("less", new, old)):
        proper = ["exists", [f], ["and", many, ["not", few]]]
        larger = ["and", rest, ["forall", [f], ["implies", few, many]], proper]
        changed.append(lemma(word, here, [*x, *y, h, k], larger))
    smaller = ["and", rest, ["forall", [f], ["iff", new, ["and", old, ["<", f, e]]]]]
    down = lemma("down", here, [*x, *y, h, k, e], smaller)
    require(not lemmas, "a lemma has an unknown name")

    game.holds(here, [regular], ["not", game.says("won", here)], "no regular position is won")
    game.holds(here, [regular], ["not", game.leads(here, "lost")], "no move leads to a lost one")
    for name in game.states:
        cases = [game.says("lost", name), game.says("won", name), game.leads(name, "lost")]
        cases += [regular] if name == here else []
        game.holds(name, [], any_of(cases), "lost, won, regular, or a move leads to a lost one")
    element, holds = heap(x, h, e), game.formulas.holds
    bounded = ["implies", element, ["and", ["<=", h, m], ["<=", e, m]]]
    finite = ["exists", [m], ["forall", [h, e], bounded]]
    holds(x, ["implies", regular, finite], "the heaps are finite")
    one = ["exists", [h, k], any_of(changed)]
    holds([*x, *y], ["implies", option, one], "an option changes one heap")
    decrease = ["implies", ["and", regular, element], ["exists", [*y, k], down]]
    holds([*x, h, e], decrease, "each decrease is an option")
