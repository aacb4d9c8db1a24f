"""The gate refuses an answer without a valid certificate, and says what to run."""

from __future__ import annotations

import functools
import json
import operator
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fast.thresholds import lowered

from fast import confirmed
from fast.certificate import Certified, ComparedWith, Record, read, seal_of, written
from fast.gate import (
    NotConfirmedError,
    digests,
    function_name,
    gated,
    home,
    read_record,
    record_path,
)
from fast.loaded import has_own_defaults, unlike_source
from fast.reaching import reach
from fast.signature import call_signature
from fast.watching import digest

pytestmark = pytest.mark.every_python

FACTOR = 2


def twice(number: int) -> int:
    """What the solver calls."""
    return FACTOR * number


@gated("doubling")
def double(number: int, *, way: str = "times") -> int:
    """A solver to put behind a gate."""
    return twice(number) if way == "times" else number + number


@pytest.fixture
def certificate(tmp_path: Path) -> dict[str, Any]:
    """A certificate that is valid now, not yet written."""
    source = tmp_path / "rules.py"
    source.write_text("TAKE = 1\n")
    valid = Record(
        study="doubling",
        file=str(source),
        functions={
            function_name(double): Certified(
                texts=frozenset(),
                compared=(
                    ComparedWith(
                        call_signature(double, {"number": 1}),
                        *("addition", {"number": 9}, ({"number": 9},), 10),
                        whole=True,
                        marks="",
                    ),
                ),
            )
        },
        versions=confirmed.versions(["python", "networkx"]),
        environment=confirmed.environment([]),
        files={str(source): str(digests([str(source)])[str(source)])},
        folders={},
        places={},
        findings={"verdicts": [1, True, None, "text"]},
        seal=seal_of({"verdicts": [1, True, None, "text"]}),
    )
    return dict(json.loads(written(valid)))


def write(content: dict[str, Any] | str) -> None:
    """Put a certificate where the gate looks for it."""
    path = record_path("doubling")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_a_valid_certificate_opens_the_gate(certificate: dict[str, Any]) -> None:
    write(certificate)
    assert double(21) == 42


def test_without_a_certificate_the_answer_is_refused_and_the_command_named() -> None:
    with pytest.raises(NotConfirmedError, match=r"no certificate; run: grundwork check"):
        double(21)
    assert double.ungated(21) == 42


def test_a_wrapper_that_takes_more_than_what_it_wraps_does_not_answer_by_that() -> None:
    def plain(limit: int) -> int:
        return limit

    @functools.wraps(plain)
    def shifted(limit: int, offset: int = 0) -> int:
        return plain(limit) + offset

    solver: Any = confirmed.gated("shifted")(shifted)
    with pytest.raises(NotConfirmedError):
        solver(20, offset=5)
    with pytest.raises(TypeError, match="unexpected keyword argument 'more'"):
        solver(20, more=5)


def test_one_changed_character_closes_the_gate(certificate: dict[str, Any], tmp_path: Path) -> None:
    write(certificate)
    assert double(21) == 42
    (tmp_path / "rules.py").write_text("TAKE = 2\n")
    with pytest.raises(NotConfirmedError, match=r"rules\.py has changed"):
        double(21)
    (tmp_path / "rules.py").write_text("TAKE = 1\n")
    assert double(21) == 42


def test_a_removed_file_closes_the_gate(certificate: dict[str, Any], tmp_path: Path) -> None:
    write(certificate)
    (tmp_path / "rules.py").unlink()
    with pytest.raises(NotConfirmedError, match=r"rules\.py has changed"):
        double(21)


def test_another_version_of_a_package_closes_the_gate(certificate: dict[str, Any]) -> None:
    certificate["versions"]["networkx"] = "0.1"
    write(certificate)
    with pytest.raises(NotConfirmedError, match=r"networkx 0\.1"):
        double(21)


def test_a_missing_package_closes_the_gate(certificate: dict[str, Any]) -> None:
    certificate["versions"]["no-such-package"] = "1.0"
    write(certificate)
    with pytest.raises(NotConfirmedError, match="no-such-package"):
        double(21)


def test_a_function_that_was_not_compared_stays_behind_the_gate(
    certificate: dict[str, Any],
) -> None:
    certificate["functions"] = {
        "fast/other.py:double": certificate["functions"][function_name(double)]
    }
    write(certificate)
    with pytest.raises(NotConfirmedError, match="was not compared"):
        double(21)


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_what_is_no_file_in_place_of_a_certificate_is_damaged(kind: str) -> None:
    path = record_path("doubling")
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    with pytest.raises(NotConfirmedError, match="damaged"):
        double(21)


def test_an_empty_home_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDWORK_HOME", "")
    assert home().is_absolute()


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '"text"', '{"format": 1}', '{"format": 3, "files": 3}', "[" * 10**5],
)
def test_a_damaged_certificate_counts_as_none_and_is_named(content: str) -> None:
    write(content)
    with pytest.raises(NotConfirmedError, match="damaged"):
        double(21)


def test_a_certificate_cut_short_anywhere_counts_as_none(certificate: dict[str, Any]) -> None:
    whole = json.dumps(certificate)
    for length in range(0, len(whole), 7):
        write(whole[:length])
        with pytest.raises(NotConfirmedError):
            double(21)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value, itself included."""
    items: Any = ()
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
    return [path, *(p for key, entry in items for p in places_in(entry, (*path, key)))]


def with_entry(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of a JSON value with another value in one place."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = with_entry(copy[path[0]], path[1:], new)
    return copy


def test_a_value_of_another_type_anywhere_is_damage(certificate: dict[str, Any]) -> None:
    tried = 0
    for place in places_in(certificate):
        value = certificate
        for key in place:
            value = value[key]
        for new in ("text", 1, True, None, 1.5, [], [[]], {}, {"x": 1}):
            if type(new) is type(value) or ("reached" in place and new == {}):
                continue
            if new is None and place[:1] == ("files",) and isinstance(value, str):
                continue  # it was not there
            if new is None and place == ("functions",):
                continue  # nothing is confirmed
            write(with_entry(certificate, place, new))
            with pytest.raises(NotConfirmedError, match="damaged"):
                read_record("doubling")
            tried += 1
    assert tried > 100


def test_a_missing_or_unknown_field_is_damage(certificate: dict[str, Any]) -> None:
    for name in certificate:
        write({other: value for other, value in certificate.items() if other != name})
        with pytest.raises(NotConfirmedError, match="damaged"):
            double(21)
    write(certificate | {"more": 1})
    with pytest.raises(NotConfirmedError, match="damaged"):
        double(21)


@pytest.mark.parametrize(
    "instead",
    ['"cases": 10.0', '"cases": 1e1', '"cases": 9, "cases": 10', '"cases": 10, "more": 1'],
)
def test_another_number_or_a_field_twice_or_too_many_is_damage(
    certificate: dict[str, Any], instead: str
) -> None:
    text = json.dumps(certificate)
    assert text.count('"cases": 10') == 1
    write(text.replace('"cases": 10', instead))
    with pytest.raises(NotConfirmedError, match="damaged"):
        read_record("doubling")


@pytest.mark.parametrize("bits", [63, 64, 65, 100_000])
def test_an_integer_of_any_length_is_kept_exactly(certificate: dict[str, Any], bits: int) -> None:
    valid = read(json.dumps(certificate))
    assert valid.functions is not None
    (name, known), *_ = valid.functions.items()
    (compared,) = known.compared
    far = replace(compared, reached={"number": 2**bits + 1, "other": -(2**bits) - 1})
    certified = Certified(known.texts, (far,))
    assert read(written(replace(valid, functions={name: certified}))).functions == {name: certified}


@pytest.mark.parametrize("kept", ["files", "folders"])
def test_a_name_that_no_file_can_have_is_damage(certificate: dict[str, Any], kept: str) -> None:
    write(with_entry(certificate, (kept,), {**certificate[kept], "a\0b": "x"}))
    with pytest.raises(NotConfirmedError, match="damaged"):
        read_record("doubling")


def test_a_certificate_is_read_as_it_was_written(certificate: dict[str, Any]) -> None:
    text = json.dumps(certificate)
    assert json.loads(written(read(text))) == certificate


def test_the_certificate_of_another_study_does_not_open(certificate: dict[str, Any]) -> None:
    write(certificate | {"study": "tripling"})
    with pytest.raises(NotConfirmedError, match="that of tripling"):
        double(21)


def test_the_certificate_of_another_file_of_the_name_does_not_open(
    certificate: dict[str, Any], tmp_path: Path
) -> None:
    write(certificate)
    with pytest.raises(NotConfirmedError, match=r"certificate is that of .*rules\.py"):
        read_record("doubling", tmp_path / "elsewhere.py")


def test_what_was_compared_apart_and_not_together_is_named() -> None:
    def count(limit: int, a: int | None = None, b: int | None = None) -> None:
        """Count nothing."""

    calls: list[dict[str, int]] = [{"limit": 1}, {"limit": 1, "a": 2}, {"limit": 1, "b": 2}]
    known = [
        ComparedWith(call_signature(count, c), "addition", c, (c,), 1, whole=True, marks="")
        for c in calls
    ]
    certified = Certified(frozenset(), tuple(known))
    assert confirmed.not_compared(count, certified, calls[1]) == ""
    why = confirmed.not_compared(count, certified, {"limit": 1, "a": 2, "b": 2})
    assert why == "limit: int, a: int, b: int was not compared with the oracle, so together"


def test_a_choice_that_was_not_compared_does_not_answer(certificate: dict[str, Any]) -> None:
    write(certificate)
    assert double(21, way="times") == 42
    with pytest.raises(NotConfirmedError, match="way: 'plus' was not compared"):
        double(21, way="plus")


def test_a_function_that_was_replaced_does_not_answer(
    certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(certificate)
    assert double(21) == 42
    monkeypatch.setattr(sys.modules[__name__], "twice", lambda number: 3 * number)
    with pytest.raises(NotConfirmedError, match=r"twice of .* was replaced"):
        double(21)


def test_a_constant_that_was_replaced_does_not_answer(
    certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(certificate)
    assert double(21) == 42
    monkeypatch.setattr(sys.modules[__name__], "FACTOR", 3)
    with pytest.raises(NotConfirmedError, match=r"FACTOR of .* was replaced"):
        double(21)


def _adding(offset: int) -> tuple[Any, Callable[[int], None]]:
    @gated("doubling")
    def add(number: int, *, way: str = "times") -> int:
        return number + offset * (way == "times")

    def change(new: int) -> None:
        nonlocal offset
        offset = new

    return add, change


def test_a_closure_that_changed_between_two_calls_does_not_answer(
    certificate: dict[str, Any],
) -> None:
    add, change = _adding(1)
    (compared,) = certificate["functions"].values()
    write({**certificate, "functions": {function_name(add): compared}})
    assert add(1) == 2
    change(5)
    with pytest.raises(NotConfirmedError, match=r"offset=5.* was not compared"):
        add(1)
    change(1)
    assert add(1) == 2


def test_code_put_into_a_function_does_not_answer(
    certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(certificate)
    assert double(21) == 42
    monkeypatch.setattr(twice, "__code__", (lambda number: 3 * number).__code__)
    with pytest.raises(NotConfirmedError, match="test_gate"):
        double(21)


def test_a_default_that_was_replaced_does_not_answer(
    certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(certificate)
    assert double(21) == 42
    with monkeypatch.context() as patch:
        patch.setattr(twice, "__defaults__", (3,))
        with pytest.raises(NotConfirmedError, match=r"defaults of twice of .* were replaced"):
            double(21)
    with monkeypatch.context() as patch:
        patch.setattr(twice, "__kwdefaults__", {"number": 3})
        with pytest.raises(NotConfirmedError, match=r"defaults of twice of .* were replaced"):
            double(21)
    assert double(21) == 42


def test_nothing_answers_while_a_threshold_is_lowered(certificate: dict[str, Any]) -> None:
    write(certificate)
    with lowered({f"{__name__}.FACTOR": 1}):
        assert double.ungated(21) == 21
        with pytest.raises(NotConfirmedError, match="threshold"):
            double(21)
    assert double(21) == 42


def test_another_environment_closes_the_gate(
    certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate["environment"]["NUMBER_OF_PILES"] = "3"
    write(certificate)
    with pytest.raises(NotConfirmedError, match="NUMBER_OF_PILES"):
        double(21)
    monkeypatch.setenv("NUMBER_OF_PILES", "3")
    assert double(21) == 42
    monkeypatch.setenv("NUMBA_OPT", "0")
    with pytest.raises(NotConfirmedError, match="NUMBA_OPT"):
        double(21)


def test_a_kernel_that_ran_while_python_was_profiled_is_still_its_own() -> None:
    from fast import stone_game

    sys.setprofile(lambda *_: None)
    try:
        assert stone_game.answer.ungated(100) == 173895
    finally:
        sys.setprofile(None)
    assert unlike_source(reach(stone_game.answer), {}) is None
    file = str(Path(stone_game.__file__).resolve())
    assert unlike_source(reach(stone_game.answer), {file: digest(file)}) is None
    other = {file: digest(__file__)}  # as where the file is another one for a moment
    assert "edited after it was loaded" in str(unlike_source(reach(stone_game.answer), other))


TABLE = [2, 3]


@gated("doubling")
def looked_up(number: int) -> int:
    """A solver that reads a table."""
    return TABLE[0] * number


def test_what_is_no_regular_file_has_no_digest_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    names = (str(tmp_path / "pipe"), "/dev/zero", "a\0b")
    assert digests(names) == dict.fromkeys(names)


class Doubler:
    """What only one function makes."""

    def give(self, number: int) -> int:
        """Twice."""
        return twice(number)


def through_a_class(number: int) -> int:
    """Nothing but a method is called."""
    return Doubler().give(number)


def test_methods_of_a_class_that_is_reached_are_reached() -> None:
    found = {plain.__qualname__ for _, plain in reach(through_a_class).functions.values()}
    assert found == {"through_a_class", "Doubler.give", "twice"}


def test_a_table_that_changed_in_the_process_closes_the_gate(certificate: dict[str, Any]) -> None:
    known = certificate["functions"].pop(function_name(double))
    known["compared"][0]["path"] = [list(pair) for pair in call_signature(looked_up, {"number": 1})]
    certificate["functions"][function_name(looked_up)] = known
    write(certificate)
    assert looked_up(21) == 42
    operator.setitem(TABLE, 0, 3)  # a module that writes TABLE[0] = 3 itself fills a memo
    try:
        with pytest.raises(NotConfirmedError, match=r"TABLE of .* was replaced while Python runs"):
            looked_up(21)
    finally:
        operator.setitem(TABLE, 0, 2)
    assert looked_up(21) == 42


def test_what_the_gate_has_met_before_is_nothing_that_a_solver_can_call() -> None:
    def met_before() -> None:
        """Known to the gate, which keeps the defaults of each function that it looks at."""

    assert has_own_defaults(met_before)
    assert id(met_before.__code__) not in reach(double).functions


def test_arguments_that_a_wrapper_takes_beyond_what_it_shows_are_refused() -> None:
    def with_offset(function: Callable[..., int]) -> Callable[..., int]:
        @functools.wraps(function)
        def wrapper(*args: int, **options: int) -> int:
            return function(*args) + options.get("offset", 0)

        return wrapper

    @gated("doubling")
    @with_offset
    def shifted(number: int) -> int:
        return 2 * number

    assert shifted.ungated(21, offset=1) == 43
    with pytest.raises(NotConfirmedError, match=r"other parameters .*'offset'"):
        shifted(21, offset=1)


def test_a_wrapper_is_called_by_names_as_where_it_was_compared(certificate: dict[str, Any]) -> None:
    def less(number: int, taken: int) -> int:
        return number - taken

    @functools.wraps(less)
    def turned(*args: int, **by_name: int) -> int:
        return less(*reversed(args), **by_name)

    gate = gated("doubling")(turned)
    (compared,) = certificate["functions"].values()
    compared["compared"][0]["path"] = [
        list(p) for p in call_signature(turned, {"number": 5, "taken": 2})
    ]
    write({**certificate, "functions": {function_name(gate): compared}})
    assert turned(5, 2) == -3
    assert gate(5, 2) == gate(number=5, taken=2) == 3


def test_wrong_arguments_are_told_as_such_without_a_certificate() -> None:
    with pytest.raises(TypeError, match=r"double\(\): .*'numbers'"):
        double(21, numbers=21)  # type: ignore[call-arg]
