"""What a study's certificate depends on: the files that its own file reaches, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from fast.watching import ROOT
from research.code.asking import asked_of_the_world
from research.code.dependencies import FACE, source_files

pytestmark = pytest.mark.every_python


def files_of(text: str, folder: Path) -> set[str]:
    file = folder / "some_game.py"
    file.write_text(text, encoding="utf-8")
    inside = [path for path in source_files(file) if path.is_relative_to(ROOT)]
    return {str(path.relative_to(ROOT)) for path in inside}


@pytest.mark.parametrize(
    "text",
    [
        "from grundwork import strips_of, StripGame",
        "from grundwork import StripGame as Game",
        "def made():\n    from grundwork import StripGame\n    return StripGame",
        "import grundwork",
        "import grundwork as g",
        "from grundwork import *",
    ],
)
def test_a_file_depends_on_where_the_face_takes_a_name_from(text: str, tmp_path: Path) -> None:
    assert "oracles/strips.py" in files_of(text, tmp_path)


def test_a_file_does_not_depend_on_names_that_it_does_not_take(tmp_path: Path) -> None:
    files = files_of("from grundwork import Study", tmp_path)
    assert {"grundwork/__init__.py", "research/claims/study.py"} <= files
    assert not {"research/proving/claiming.py", "oracles/strips.py"} & files
    assert FACE.is_file()


def asked_in(text: str, folder: Path) -> list[str]:
    file = folder / "asking.py"
    file.write_text(text, encoding="utf-8")
    return [name for _, name in asked_of_the_world([file])]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import posix\nposix.environ", "posix.environ"),
        ("import sys\nN = len(sys.stdin.read())", "sys.stdin.read"),
        ("import sys\ndef f(): return 'x' in sys.modules\nf()", "sys.modules"),
        ("from sys import argv as words\nN = len(words)", "sys.argv"),
        ("import time as t\nclock = t.monotonic", "time.monotonic"),
        ("from time import *\nN = perf_counter()", "time.perf_counter"),
        ("N = __import__('time').time()", "time.time"),
        ("from datetime import date\nN = date.today().year", "datetime.date.today"),
        ("import datetime\nN = datetime.datetime.now().year", "datetime.datetime.now"),
        ("import os\nif os.getcwd() == '/tmp': N = 1", "os.getcwd"),
        ("import os.path as p\nN = p.getsize('x')", "os.path.getsize"),
        ("from os import stat\nN = stat('x').st_size", "os.stat"),
        ("from pathlib import Path\nN = Path('x').stat().st_size", ".stat"),
        ("import random\nN = random.random()", "random.random"),
        ("import random\nN = random.Random().random()", "random.Random"),
        ("import random\nrandom.seed()\nN = 1", "random.seed"),
        ("import calendar as c\nN = c.datetime.date.today()", "calendar.datetime.date.today"),
        ("import argparse\nN = argparse.ArgumentParser()", "argparse.ArgumentParser"),
        ("import numpy as np\nN = np.random.default_rng().random()", "numpy.random.default_rng"),
        (
            "import multiprocessing.shared_memory as m\nm.SharedMemory",
            "multiprocessing.shared_memory.SharedMemory",
        ),
    ],
)
def test_a_file_that_names_what_asks_the_world_cannot_be_followed(
    text: str, name: str, tmp_path: Path
) -> None:
    assert asked_in(text, tmp_path) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "import time\ntime.sleep(0.1)",
        "import time, sys\nN = 1",
        "def f(time, sys): return time.time() + len(sys.argv)",
        "class Board:\n    def exists(self, cell): return self.exists(cell - 1)",
        "from rules import time, exists\nN = time.time() + exists(3)",
        "import sys\nhere = sys.modules[__name__]\nsys.argv = []\nsys.modules['x'] = here",
        "import sys\nsys.setrecursionlimit(10**4)\nsys.path.insert(0, 'x')",
        "import random\nrandom.seed(1)\nN = random.random()",
        "import random\ndef f(chance: random.Random): return random.Random(1).random()",
        "import numpy as np\nN = np.random.default_rng(1).random()",
        "import sys\nif __name__ == '__main__':\n    print(sys.argv)",
        "import sys\ndef shown(): print(sys.argv)",
        "import sys\ndef show(): print(sys.argv)\ndef main(): show()\n"
        "if __name__ == '__main__':\n    main()",
        "from pathlib import Path\ndef there(): return Path('x').exists()\n"
        "@mark\ndef test_it(): assert there()",
        "from datetime import datetime, timedelta\nN = datetime(2000, 1, 1) + timedelta(1)",
    ],
)
def test_a_file_that_names_something_else_asks_nothing(text: str, tmp_path: Path) -> None:
    assert asked_in(text, tmp_path) == []


def test_a_function_of_a_script_asks_where_something_else_takes_it(tmp_path: Path) -> None:
    script = (
        "import sys\ndef main(): return len(sys.argv)\nif __name__ == '__main__':\n    main()\n"
    )
    assert asked_in(script, tmp_path) == []
    assert asked_in(f"{script}N = main()", tmp_path) == ["sys.argv"]
    other = tmp_path / "other.py"
    other.write_text("from asking import main", encoding="utf-8")
    asked_in(script, tmp_path)
    found = asked_of_the_world([tmp_path / "asking.py", other])
    assert [name for _, name in found] == ["sys.argv"]
