"""Terms and formulas of the language of moves as text, read one by one and on arrays."""

from collections.abc import Sequence

import numpy as np

from oracles.moves.expressions import ARRAYS, NUMBERS, Tries, compiled, scope
from oracles.moves.formulas import words
from oracles.moves.parser import Parser
from oracles.moves.vectorized import on_columns, require_fits


def holds(text: str, **values: int) -> bool:
    parser = Parser(words(text))
    said = NUMBERS.formula(parser.formula(), scope(values))
    parser.finish()
    return bool(
        compiled(["tries", *scope(values).values()], said, parser.word)(Tries(), *values.values())
    )


def value(text: str, **values: int) -> int | None:
    parser = Parser(words(text))
    said = NUMBERS.term_or_nothing(parser.term(), scope(values))
    result: int | None = compiled(scope(values).values(), said, parser.word)(*values.values())
    return result


def holds_on_arrays(text: str, **values: Sequence[int]) -> list[bool]:
    parser = Parser(words(text))
    formula = parser.formula()
    columns = {f"v_{name}": np.array(column, np.int64) for name, column in values.items()}
    columns["rows"] = np.arange(len(next(iter(columns.values()))))
    names = {**scope(values), "#": "rows"}
    require_fits(
        formula, {name: max(column, default=0) for name, column in values.items()} | {"#": 0}
    )
    found: list[bool] = on_columns(ARRAYS.formula(formula, names), names, parser.word)(
        columns
    ).tolist()
    return found
