"""What stands for lists, sets, modules and objects in functions that are run on symbols.

Each does what it stands for does, or refuses: what it is itself must not show. See
:mod:`research.theorems.run_on_symbols`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from research.theorems.symbols import NotOnSymbolsError, Symbol, Turn


def make_list(*given: Any) -> list[Any]:
    """Make a list; the class itself could change a list from outside."""
    return list(*given)


def product_of(*given: Any, repeat: int = 1) -> Iterator[tuple[Any, ...]]:
    """Give all tuples; a range of unknown length has a number of its own in each place.

    One turn stands for many, to which everything else is handed anew as one and the same thing.
    """
    kept = [each if isinstance(each, Turn) else tuple(each) for each in given]
    if not all(stays(member) for each in kept if type(each) is tuple for member in each):
        raise NotOnSymbolsError("a product hands on what could be changed by a turn of a loop")
    return itertools.product(*(tuple(each) for _ in range(repeat) for each in kept))


def combinations_of(of: Any, number: int, apart: int = 1) -> Iterator[tuple[Any, ...]]:
    """Give all combinations; from a range of unknown length, one of which nothing else is known.

    What they are chosen from is read now, as in Python.
    """
    if not isinstance(of, Turn):
        again = itertools.combinations if apart else itertools.combinations_with_replacement
        return again(of, number)
    return _chosen_from(of, number, apart)


def _chosen_from(of: Turn, number: int, apart: int) -> Iterator[tuple[Any, ...]]:
    if of.step != 1:
        raise NotOnSymbolsError("combinations of a range that does not go up by 1")
    chosen: list[Symbol] = []
    for _ in range(number):
        found = list(Turn(chosen[-1] + apart if chosen else of.first, of.last))
        if not found:
            return
        chosen += found
    yield tuple(chosen)


class StandIn:
    """What is no number, and refuses whatever would show what it is itself.

    What it keeps has a name that begins with two underscores: the copies read none of these.
    """

    __why__ = "something is used as a value"

    def __refused__(self, *_: object) -> NoReturn:
        raise NotOnSymbolsError(self.__why__)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __hash__ = __refused__
    __len__ = __iter__ = __getitem__ = __call__ = __index__ = __str__ = __repr__ = __refused__

    def __contains__(self, value: object) -> bool:
        self.__refused__()


class Numbers(StandIn):
    """A frozen set from outside, or a set that is written down: it is asked what it contains."""

    __why__ = "a set is asked for more than what it contains"

    def __init__(self, members: Iterable[Any]) -> None:
        self.__members__ = tuple(members)

    def __contains__(self, value: object) -> bool:
        return any(value == member for member in self.__members__)


class Itself(StandIn):
    """An object whose methods are run: its numbers and tuples, and copies of its methods."""

    __why__ = "an object of rules is used as a value"

    def __init__(self, read: Callable[[Itself, str], Any]) -> None:
        self.__dict__["__read__"] = lambda name: read(self, name)

    def __getattr__(self, name: str) -> Any:
        return self.__dict__["__read__"](name)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise NotOnSymbolsError(f"the function sets .{name}")


class Module(StandIn):
    """A module: what may be read of it, and nothing else."""

    __why__ = "a module is used as a value"

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.__dict__.update(names)


def stays(value: object) -> bool:
    """Whether a value remains what it is, whatever is done with it."""
    if type(value) is tuple:
        return all(map(stays, value))
    return value is None or type(value) in (int, bool, str, Symbol, Itself, Numbers, range)
