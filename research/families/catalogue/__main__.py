"""Write the catalogue: ``python -m research.families.catalogue --out reports/catalogue``.

Exit status: 0 where every member was looked at; 1 where one was not looked at to the end; 2 for
wrong input; 130 interrupted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from fast.errors import InputError, require_integer
from research.families.catalogue.pages import chapters, index_page, looked_at, page_of
from research.families.census import take_census, usual_store
from research.families.members import Family
from research.families.record import Record
from research.families.running import Bounds
from research.system.files import OutputError, require_writable, write_all

SECONDS = 600.0  # of the processor for one member; 0.376 to heap 4 536 517 takes the longest


def main(words: Sequence[str] | None = None) -> int:
    """Take a census of each of the four families, write their pages, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m research.families.catalogue")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the pages")
    parser.add_argument("--jobs", type=int, help="members at once; one a processor unless given")
    parser.add_argument(
        "--store",
        type=Path,
        help="where findings are kept, a DuckDB file; of each family the usual one unless given",
    )
    given = parser.parse_args(words)
    try:
        return _write(given.out, given.jobs, given.store)
    except (InputError, OutputError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: interrupted; nothing is half-written\n")


def _write(out: Path, jobs: int | None, store: Path | None) -> int:
    if jobs is not None:
        require_integer("jobs", jobs, least=1, most=1_000)
    require_writable(out)

    def census(family: Family, to: int) -> dict[str, Record]:
        return take_census(family, store or usual_store(family), Bounds(to, SECONDS), jobs=jobs)

    pages = [page_of(chapter, looked_at(chapter, census)) for chapter in chapters()]
    write_all(out, {"README.md": index_page(pages), **{page.file: page.text for page in pages}})
    failed = [game for page in pages for game in page.failed]
    if failed:
        print(f"not looked at to the end: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
