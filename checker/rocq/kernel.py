"""Kernel theorems for Rocq: from a proof file, a text by which Rocq's kernel checks the theorem.

The text holds the rules, the automata and the theorems, and rests on ``checker/rocq``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from checker.games import substituted, with_heap
from checker.rocq import NotCovered
from checker.rocq.formulas import (
    AND,
    Automata,
    Vector,
    digits,
    identifier,
    lets,
    stated,
)

MOST_NUMBERS = 5  # of coordinates and parameters; with 6, Moore's nim takes minutes
HEAD = """(* {name}: which positions are P-positions, for numbers of every size.
   Grundwork wrote this text from {name}.proof.json. The rules are printed, the theorems follow;
   checker/rocq/README.md says what they mean. *)
From Coq Require Import List NArith ZArith Lia.
From Grundwork Require Import Words Formulas Terms Deciding Games.
Import ListNotations.
Open Scope N_scope.
"""
RULES = """Definition rules : game := {{|
  base := {base};
  automata := [{automata}];
  states := [{states}];
  moves := [{moves}] |}}.
Definition P := [{P}]%nat.

Lemma checked : check rules P = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
"""
AUTOMATON = """Theorem {own}_automaton : {about}
  ({position} <-> accepted {base} P_{own} 0 [{listed}]).
Proof.
  intros. apply (check_ok rules P checked {own}).
  unfold rules, {own}, {own}_rules; plainly.
Qed.
Print Assumptions {own}_automaton.
"""
CRITERION = """
Definition {own}_formula := Eval vm_compute in {deep}.
Theorem {own}_criterion : {about}
  ({position} <->
    {plain}).
Proof.
  intros. rewrite (criterion_ok rules P checked {own} {more} {own}_formula).
  - unfold rules, {own}_formula; plainly.
  - vm_cast_no_check (eq_refl true).
  - unfold rules, {own}, {own}_rules; plainly.
Qed.
Print Assumptions {own}_criterion.
"""
DEFINITION = """
Definition {own}_formula := Eval vm_compute in {deep}.
Lemma {own}_checked :
  check_definition rules {count} {number} [{places}]%nat {more} {own}_formula = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem {own}_means : forall {names} : N, accepted {base} {own} 0 [{tracks}] <->
    {plain}.
Proof.
  intros. etransitivity.
  - apply (definition_ok _ _ _ _ _ _ {own}_checked [{listed}] eq_refl).
  - unfold rules, {own}_formula; plainly.
Qed.
Print Assumptions {own}_means.
"""


def rocq(name: str, record: Mapping[str, Any]) -> str:
    """Return a text that Rocq accepts exactly if the kernel theorem of a proof file is true.

    Raise ``NotCovered`` with a reason if the theorem is of another kind, in another numeration,
    or has a quantifier that ``checker/rocq`` cannot state. Takes milliseconds. In the name of
    its file, Rocq wants letters, digits and ``_`` only.

    >>> rocq("wythoff", {"theorem": "kernel", "numeration": [1, 1]})
    Traceback (most recent call last):
    checker.rocq.NotCovered: the numeration has no base
    """
    if record["theorem"] != "kernel":
        raise NotCovered(f"the theorem is a {record['theorem']}, not a kernel")
    if len(record["numeration"]) > 1:
        raise NotCovered("the numeration has no base")
    if record["statements"]:
        raise NotCovered("statements beside the theorem")
    automata, game = Automata(record), record["game"]
    if record["heap"]:
        states, moves = with_heap(game["states"], game["moves"], record["heap"])
        game = {"states": states, "moves": moves}
    names = {own: identifier(own) for own in game["states"]}
    for move in game["moves"]:
        read = len(game["states"][move["from"]]["coordinates"]) + len(move["parameters"])
        if read > MOST_NUMBERS:
            raise NotCovered(f"a move of {read} numbers, which takes Rocq too long")
    numbers = [x for state in game["states"].values() for x in state["coordinates"]]
    numbers += [x for move in game["moves"] for x in move["parameters"]]
    if {"q", "t", *numbers} & set(game["states"]):
        raise NotCovered("a state has the name of a number")
    for own, state in game["states"].items():
        given, tracks = record["P"][own], state["coordinates"]
        what = f"the P-positions of {own}: {', '.join(tracks)}"
        automata.add(
            f"P_{names[own]}", ordered(given, tracks, automata.base), given["accepting"], what
        )
    least = min(state["level"] for state in game["states"].values())
    states, theorems = [], []
    for i, (own, state) in enumerate(game["states"].items()):
        rules = state_text(names[own], state, state["level"] - least, automata)
        states.append(f"Definition {names[own]} := {i}%nat.\n{rules}")
        theorems.append(state_theorems(names[own], state, record["criterion"].get(own), automata))
    moves = [move_text(i, move, game, automata) for i, move in enumerate(game["moves"])]
    meanings = [definition_text(one, automata) for one in record["definitions"]]
    rules = RULES.format(
        base=automata.base,
        automata="; ".join(automata.numbers),
        states="; ".join(f"{own}_rules" for own in names.values()),
        moves="; ".join(f"move_{i}" for i in range(len(moves))),
        P="; ".join(str(i) for i in range(len(states))),
    )
    head = HEAD.format(name=name)
    return "\n".join([head, *automata.texts, *states, *moves, rules, *theorems, *meanings])


def ordered(automaton: Mapping[str, Any], names: list[str], base: int) -> list[list[int]]:
    """Return the rows of an automaton for its tracks in this order."""
    places = [names.index(track) for track in automaton["tracks"]]
    numbers = [
        sum(letter[place] * base**j for j, place in enumerate(places))
        for letter in digits(base, len(names))
    ]
    return [[row[i] for i in numbers] for row in automaton["rows"]]


def state_text(own: str, state: Mapping[str, Any], level: int, automata: Automata) -> str:
    """Return the rules of a state."""
    vector = Vector(automata, state["coordinates"], fixed=True)
    domain, won = (vector.formula(state[part], vector.env) for part in ("domain", "won"))
    return (
        f"Definition {own}_rules := Eval vm_compute in {lets(vector.names)}\n  State"
        f" {len(vector.names)} ({domain}) ({won}) {level}"
        f" {vector.term(state['measure'], vector.env, [])}.\n"
    )


def move_text(
    number: int, move: Mapping[str, Any], game: Mapping[str, Any], automata: Automata
) -> str:
    """Return a move. Terms of its image are new numbers, and the guard says which.

    A parameter that is taken from a coordinate is printed as old minus new coordinate.
    """
    names, guard = game["states"][move["from"]]["coordinates"], move["guard"]
    image = list(zip(move["image"], game["states"][move["to"]]["coordinates"], strict=True))
    taken: dict[str, list[Any]] = {}
    if not re.search(r'"\$|"/"|"exists"|"forall"', json.dumps(guard)):
        free = set(move["parameters"])
        for t, name in image:
            if isinstance(t, list) and t[0] == "-" and t[1] in names and t[2] in free - set(taken):
                taken[t[2]] = ["-", t[1], f"{name}'"]
    given = [taken[p][2] if p in taken else p for p in move["parameters"]]
    vector = Vector(automata, [*names, *given])
    parts = [vector.formula(["<=", new, old], vector.env) for _, old, new in taken.values()]
    places = []
    for t, name in image:
        own = taken.get(t[2]) if isinstance(t, list) and t[0] == "-" else None
        if own is not None and own[1] == t[1]:
            places.append(vector.env[own[2]])
        elif isinstance(t, str):
            places.append(
                vector.env[t] if t in vector.env else vector.argument(taken[t], vector.env, [])
            )
        else:
            text = vector.term(substituted(t, taken), vector.env, [])
            places.append(vector.fresh(f"{identifier(name)}'"))
            parts.insert(0, f"{places[-1]} = {text}")  # first, as it decides a digit
    parts.append(f"({vector.formula(substituted(guard, taken), vector.env)})")
    return (
        f"Definition move_{number} := {lets(vector.names)}\n  Move {identifier(move['from'])}"
        f" {identifier(move['to'])} {len(vector.names) - len(names)}\n"
        f"    ({AND.join([*vector.side, *parts])})\n    [{'; '.join(places)}].\n"
    )


def state_theorems(own: str, state: Mapping[str, Any], criterion: Any, automata: Automata) -> str:
    """Return the theorems about the positions of a state."""
    vector = Vector(automata, state["coordinates"], plain=True, fixed=True)
    domain, listed = vector.formula(state["domain"], vector.env), "; ".join(vector.names)
    about = f"forall {' '.join(vector.names)} : N,"
    said = {
        "own": own,
        "about": about if domain == "True" else f"{about} {domain} ->",
        "position": f"P_position rules ({own}, [{listed}])",
    }
    text = AUTOMATON.format(**said, listed=listed, base=automata.base)
    if criterion is None:
        return text
    return text + CRITERION.format(**said, **stated(automata, state["coordinates"], criterion))


def definition_text(one: Mapping[str, Any], automata: Automata) -> str:
    """Return what an automaton means, where the file says it."""
    own, names = identifier(f"is_{one['name']}"), one["parameters"]
    if own not in automata.numbers or "formula" not in one:
        return ""
    tracks = one["automaton"]["tracks"]
    return DEFINITION.format(
        own=own,
        names=" ".join(map(identifier, names)),
        listed="; ".join(map(identifier, names)),
        tracks="; ".join(map(identifier, tracks)),
        places="; ".join(str(names.index(track)) for track in tracks),
        base=automata.base,
        number=automata.numbers[own],
        count=len(names),
        **stated(automata, names, one["formula"]),
    )
