"""Check proof files (docs/proof-files.md): ``python checker/verify.py FILE...``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from checker import games, heaps
from checker.formulas import COMPARISONS, name, natural, plain
from checker.machines import WrongError, require


def formal(value: object) -> bool:
    """Return whether a value may be a term or formula. The checker's own predicates have spaces."""
    if isinstance(value, list):
        return all(map(formal, value))
    return isinstance(value, int) or (isinstance(value, str) and " " not in value)


# The shapes of the fields; a name as key stands for any names.
AUTOMATON = {"tracks": [name], "rows": [[natural]], "accepting": [natural]}
DEFINITION = {"name": name, "parameters": [name], "formula?": formal, "automaton?": AUTOMATON}
STATE = {"coordinates": [plain], "domain": formal, "won": formal, "level": int, "measure": formal}
MOVE = {"from": name, "to": name, "parameters": [plain], "guard": formal, "image": [formal]}
GAME = {"states": {name: STATE}, "moves": [MOVE]}
RULES = {"numeration": [natural], "definitions": [DEFINITION], "game": GAME}
LEMMAS = {"lemmas": {name: AUTOMATON}}
KERNEL = {"P": {name: AUTOMATON}, "criterion": {name: formal}, "heap": str, "statements": [formal]}
SIEVE = {"unordered": bool, "common_key": formal, **LEMMAS}
HEAPS = {"state": name, "regular": formal, "elements": formal}
PERIOD = {"preperiod": natural, "period": natural}
PARTIZAN = {"left": [natural], "right": [natural], "outcomes": str}
QUOTIENT = {"actions": [[natural]], "p_portion": [natural], "pretending": [natural]}
THEOREMS: dict[str, tuple[Callable[[Any], str | None], dict[str, Any]]] = {
    "kernel": (games.kernel, {**RULES, **KERNEL}),
    "greedy sieve": (games.sieve, {**RULES, **SIEVE}),
    "nim reduction": (games.reduction, {**RULES, **LEMMAS, "heaps": HEAPS}),
    "period": (heaps.period, {"code": [natural], **PERIOD, "values": [natural]}),
    "partizan period": (heaps.partizan, {**PARTIZAN, **PERIOD}),
    "misere quotient": (heaps.misere, {"code": [natural], **PERIOD, **QUOTIENT}),
}
FAULTS = (WrongError, OSError, ValueError, ArithmeticError, RecursionError, MemoryError)
INFIX = {"and": " & ", "or": " | ", "implies": " => ", "iff": " <=> ", "/": " // "}


def fits(value: Any, shape: Any) -> bool:
    """Return whether a value is of a shape: a type, a test, [shape], or fields, some with ?."""
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if not isinstance(shape, dict):
        return type(value) is shape if isinstance(shape, type) else bool(shape(value))
    if not isinstance(value, dict):
        return False
    if name in shape:
        return all(name(key) and fits(one, shape[name]) for key, one in value.items())
    fields = {key.rstrip("?"): shape[key] for key in shape}
    good = {key for key in shape if "?" not in key} <= set(value) <= set(fields)
    return good and all(fits(one, fields[key]) for key, one in value.items())


def text(f: Any, *, inside: bool = False) -> str:
    """Return a term or formula as one writes it, in brackets if it is inside another."""
    if not isinstance(f, list):
        return str(f).lower() if isinstance(f, bool) else str(f)
    head, *rest = f
    if head == "not" or head[0] == "$":
        return f"{head.strip('$')}({', '.join(map(text, rest))})"
    if head in ("exists", "forall"):
        words = f"{head} {', '.join(rest[0])}: {text(rest[1])}"
    else:
        parts = [text(g, inside=head not in COMPARISONS) for g in rest]
        words = INFIX.get(head, f" {head} ").join(parts) or str(head == "and").lower()
    return f"({words})" if inside and head not in COMPARISONS else words


def sentences(record: dict[str, Any]) -> list[str]:
    """Return in words the rules of a game, and what a theorem says of it."""
    t, states, words = record["numeration"], record["game"]["states"], []
    places = {key: f"{key}({', '.join(state['coordinates'])})" for key, state in states.items()}
    for one in record["definitions"]:
        if "formula" in one:
            meaning = text(one["formula"])
        else:
            tracks, rows, accepting = (one["automaton"][key] for key in AUTOMATON)
            meaning = f"what an automaton accepts (tracks {tracks}, rows {rows}, ends {accepting})"
        words.append(f"{one['name']}({', '.join(one['parameters'])}) is {meaning}")
    for key, state in states.items():
        if state["domain"] is not True:
            words.append(f"{places[key]} is a position if {text(state['domain'])}")
        if state["won"] is not False:
            words.append(f"{places[key]} is won, and play over, if {text(state['won'])}")
    for move in record["game"]["moves"]:
        to = f"{move['to']}({', '.join(map(text, move['image']))})"
        words.append(
            f"from {places[move['from']]} one may move to {to} where {text(move['guard'])}"
        )
    words.append(f"digits are those of base {t[0]}" if len(t) == 1 else f"digits are those of {t}")
    if record["theorem"] == "kernel":
        heap = record["heap"]
        for key, place in places.items():
            what = f"has the Grundy value {heap}" if heap else "is a P-position"
            tracks, rows = record["P"][key]["tracks"], record["P"][key]["rows"]
            reason = f"an automaton of {len(rows)} states accepts ({', '.join(tracks)})"
            if key in record["criterion"]:
                reason = text(record["criterion"][key])
            words.append(f"{place} {what} exactly if {reason}")
        words += map(text, record["statements"])
    elif record["theorem"] == "greedy sieve":
        order = " with ascending coordinates" if record["unordered"] else ""
        words += ["after a move the coordinates may be put in any order"] * record["unordered"]
        key = text(record["common_key"])
        words.append(f"two different positions{order} have a key in common exactly if {key}")
        words.append(
            f"the P-positions are found by one pass in lexicographic order, which takes each"
            f" position{order} that has no key in common with one taken before"
        )
    else:
        state, regular, elements = (record["heaps"][key] for key in HEAPS)
        words.append(f"{places[state]} is regular if {text(regular)}")
        words.append(f"e' is an element of its heap h' if {text(elements)}")
        words.append("the P-positions are the regular ones whose heaps' sizes have the nim sum 0,")
        words[-1] += " and those without a move that are neither regular nor won"
    return words


def check(record: Any) -> str:
    """Return what a proof file proves, in words.

    Raises ``WrongError`` with what is wrong if it proves nothing.
    """
    require(isinstance(record, dict), "the file is no object")
    theorem = str(record.get("theorem"))
    require(theorem in THEOREMS, "no theorem is named")
    decide, shape = THEOREMS[theorem]
    require(set(record) == {"format", "theorem", *shape}, f"the fields are not those of {theorem}")
    require(natural(record["format"]) and record["format"] == 1, "the format is not 1")
    for key in shape:
        require(fits(record[key], shape[key]), f"the field {key} has a wrong form")
    return decide(record) or "; ".join(sentences(record))


def main(files: list[str]) -> int:
    """Check files, say of each what it proves or what is wrong, and return the exit status."""
    status = 0
    for file in files:
        try:
            record = json.loads(Path(file).read_text(encoding="utf-8"))
            verdict = f"checked: {check(record)}"
        except FAULTS as error:
            verdict = f"refused: {str(error)[:500] or type(error).__name__}"
            status = 1
        print(f"{file}: {verdict}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
