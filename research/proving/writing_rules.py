"""A game with formulas written in the language of moves, as a file of its own.

Formulas that are read off rules in Python, or written beside them, say what a proof is of. Written
in the language of moves they are the rules: from then on what is proved is proved of the game in
the new file. Whether that is the game that was meant is for its author to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.errors import RulesError
from oracles.moves import MoveGame
from research.logic.automaton import Automaton
from research.logic.formula import Formula, TruthValue, text, with_predicates
from research.logic.kernel import FormulaRules, Move, Place
from research.theorems.encodings import Encoding
from research.theorems.move_text import PREDICATES, sum_of

if TYPE_CHECKING:
    from research.theorems.theorem import Theorem, Written

_IN_THE_LANGUAGE = {fixed: word for word, fixed in PREDICATES.items()}
_MARK = 1_000_003  # entries that no rules have as constants stand for coordinates in a template


def rules_text(encoding: Encoding) -> str:
    """Return the text of a game in the language of moves.

    Raises
    ------
    InputError
        If the language cannot say it, or refuses it: the reason is that of the language.

    Examples
    --------
    >>> from oracles.vectors import VectorGame
    >>> from research.theorems.reading_off import game_formulas
    >>> print(rules_text(game_formulas(VectorGame([(1, 0), (0, 2)]))))
    position play(x1, x2)
    move play -> play(x1 - n, x2) for n where n >= 1 & x1 >= n
    move play -> play(x1, x2 - 2 * n) for n where n >= 1 & x2 >= 2 * n
    """
    rules = encoding.rules
    unordered = _is_unordered(encoding)
    templates = {} if unordered else _templates(encoding)
    lines = [_position(rules, state, templates.get(state, "")) for state in rules.coordinates]
    lines += [_move(move) for move in rules.moves]
    for state, won in rules.won.items():
        lines.append(f"won {state} where {_formula(won)}")
    for state, term in rules.measure.items():
        level = rules.level.get(state, 0)
        if level or term != sum_of(rules.coordinates[state]):
            lines.append(f"measure {state}: {level}, {text(term)}")
    lines += ["unordered"] * unordered
    written = "\n".join(lines)
    try:
        MoveGame(written)
    except RulesError as error:
        reason = " ".join(str(error).split())
        raise InputError(f"the language of moves refuses the formulas: {reason}") from error
    return written


def rules_file(encoding: Encoding, name: str, theorem: Theorem | None = None) -> str:
    """Return the source of a file that holds a game in the language of moves, and its theorem.

    Parameters
    ----------
    encoding
        The game with its formulas.
    name
        What the game is called.
    theorem
        Its theorem, where it has one; it is written if its criterion is formulas alone.
    """
    body = "\n".join(f"    {line}" for line in rules_text(encoding).splitlines())
    head = (
        f'"""The formulas of {name}, as rules in the language of moves.\n\n'
        f"They were {encoding.origin}. Starting positions are those whose coordinates\n"
        "are at most the size, and a position that is won has no options.\n"
        '"""\n\n'
    )
    game = f'game = MoveGame(\n    """\n{body}\n"""\n)\n'
    criterion = None if theorem is None else _in_text(theorem, theorem.criterion)
    if theorem is None or criterion is None:
        return f"{head}from grundwork import MoveGame\n\n{game}"
    controls = {what: _in_text(theorem, wrong) for what, wrong in theorem.controls.items()}
    kept = {what: wrong for what, wrong in controls.items() if wrong is not None}
    stated = (
        f'study = Study("{name}", game, source="its formulas")\n'
        f"claim_theorem(\n    study,\n    {theorem.words!r},\n    criterion={criterion!r},\n"
        f"    controls={kept or _every_position(encoding)!r},\n    system={theorem.system!r},\n)\n"
    )
    return f"{head}from grundwork import MoveGame, Study, claim_theorem\n\n{game}{stated}"


def _in_text(theorem: Theorem, written: Written) -> dict[str, str] | None:
    """Return a criterion as text; None where it is not formulas alone."""
    parsed = theorem.parsed(written)
    if theorem.relations() or any(isinstance(part, Automaton) for part in parsed.values()):
        return None
    return {state: text(part) for state, part in parsed.items() if not isinstance(part, Automaton)}


def _every_position(encoding: Encoding) -> dict[str, dict[str, str]]:
    """Return a wrong criterion for a theorem whose own ones cannot be written."""
    coordinates = encoding.rules.coordinates.items()
    return {"every position": {state: f"{names[0]} >= 0" for state, names in coordinates if names}}


def _position(rules: FormulaRules, state: str, template: str) -> str:
    line = f"position {state}({', '.join(rules.coordinates[state])})"
    line += f" as {template}" if template else ""
    return line + (f" where {_formula(rules.valid[state])}" if state in rules.valid else "")


def _move(move: Move) -> str:
    line = f"move {move.source} -> {move.target}({', '.join(map(text, move.image))})"
    line += f" for {', '.join(move.parameters)}" if move.parameters else ""
    return line if move.guard == TruthValue(value=True) else f"{line} where {_formula(move.guard)}"


def _formula(formula: Formula) -> str:
    return text(with_predicates(formula, _IN_THE_LANGUAGE))


def _is_unordered(encoding: Encoding) -> bool:
    """Whether positions are written with their coordinates in ascending order."""
    longest = max(encoding.rules.coordinates.values(), key=len)
    state = next(s for s, names in encoding.rules.coordinates.items() if names == longest)
    down = tuple(range(len(longest) + 4, 4, -1))
    return len(longest) > 1 and encoding.written(Place(state, down)) == tuple(sorted(down))


def _templates(encoding: Encoding) -> dict[str, str]:
    """Return how the positions of each state are written; none where the language has no words.

    Then they are written as their coordinates.
    """
    found: dict[str, str] = {}
    states = encoding.rules.coordinates
    for state, names in states.items():
        seen = []
        for step in (1, 2):
            values = tuple(_MARK + step * place for place in range(len(names)))
            seen.append(_template(encoding.written(Place(state, values)), names, values))
        if seen[0] is None or seen[0] != seen[1]:
            return {}
        found[state] = seen[0]
    if len(states) == 1:
        state, names = next(iter(states.items()))
        plain = names[0] if len(names) == 1 else f"({', '.join(names)})"
        return {} if found[state] == plain else found
    return found


def _template(written: Any, names: tuple[str, ...], values: tuple[int, ...]) -> str | None:
    """Write a position with names in the place of coordinates; None if that cannot be done."""
    left = set(names)

    def piece(part: Any) -> str | None:
        if isinstance(part, tuple):
            inner = [piece(each) for each in part]
            if None in inner:
                return None
            comma = "," if len(inner) == 1 else ""
            return f"({', '.join(map(str, inner))}{comma})"
        if type(part) is int and part in values:
            name = names[values.index(part)]
            if name not in left:
                return None
            left.discard(name)
            return name
        plain = part is None or type(part) is str or (type(part) is int and part < _MARK // 2)
        return repr(part) if plain else None

    found = piece(written)
    return None if left else found
