"""Terms and formulas of the language of moves as text, read one by one and on arrays."""

from collections.abc import Sequence

import numpy as np

from oracles.moves import arrays, python
from oracles.moves.formulas import statements
from oracles.moves.parser import Parser


def holds(text: str, **values: int) -> bool:
    parser = Parser(statements(text)[0])
    first, said = parser.word, parser.formula()
    parser.finish()
    names = python.fresh_names(list(values))
    made = python.compiled(list(names.values()), python.formula(said, names), first)
    return bool(made(python.Tries(), *values.values()))


def value(text: str, **values: int) -> int | None:
    parser = Parser(statements(text)[0])
    first, said = parser.word, parser.term()
    parser.finish()
    names = python.fresh_names(list(values))
    made = python.compiled(list(names.values()), python.term_or_none(said, names), first)
    result: int | None = made(python.Tries(), *values.values())
    return result


def holds_on_arrays(text: str, **values: Sequence[int]) -> list[bool]:
    parser = Parser(statements(text)[0])
    columns = {name: np.array(column, np.int64) for name, column in values.items()}
    lengths = {len(column) for column in columns.values()}
    found = arrays.formula(parser.formula(), arrays.Table(lengths.pop(), columns))
    return list(map(bool, found))
