"""Terms and formulas of the language of moves as text."""

from oracles.moves.expressions import Tries, compiled, scope, written, written_or
from oracles.moves.parser import Parser

POWER = {"power": "power_of_two"}


def holds(text: str, **values: int) -> bool:
    parser = Parser(text, POWER)
    said = written(parser.formula(), scope(values))
    parser.finish()
    return bool(compiled(["tries", *scope(values).values()], said)(Tries(), *values.values()))


def value(text: str, **values: int) -> int | None:
    said = written_or("None", Parser(text).term(), scope(values))
    result: int | None = compiled(scope(values).values(), said)(*values.values())
    return result
